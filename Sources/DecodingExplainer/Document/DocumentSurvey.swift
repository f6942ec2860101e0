/// What one pass over a document tells about the reasons why `JSONDecoder` may refuse it.
final class DocumentSurvey {
    /// The scanner at the end of the document, or at the fault.
    let scanner: DocumentScanner
    /// The fault that no parser can pass.
    let fault: DocumentFault?
    /// The numbers that may not fit their types.
    let numbers: NumberSurvey

    var comma: DocumentFault? {
        scanner.trailingComma.map { DocumentFault(problem: .trailingComma, place: $0) }
    }

    /// Reads all of a document.
    ///
    /// - Parameter wantedNumber: The text of the one number that is to blame, if it is known. All
    ///   others are passed over, and those of this text count as ones that no integer type holds.
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    init(_ document: DocumentReading, wantedNumber: String? = nil) {
        let bytes = document.bytes
        var scanner = DocumentScanner(bytes, firstLine: document.firstLine)
        var numbers = NumberSurvey()
        var fault: DocumentFault?
        do throws(DocumentFault) {
            while let token = try scanner.next() {
                switch token {
                case .beginObject, .beginArray:
                    numbers.enter(scanner.openContainers.dropLast().last, in: bytes)
                case .end:
                    numbers.leave()
                case .number(var number?):
                    let offset = scanner.tokenPlace.offset
                    if let wantedNumber {
                        guard bytes[offset..<scanner.position].elementsEqual(wantedNumber.utf8)
                        else { continue }
                        number = .notInteger
                    }
                    numbers.insert(number, at: offset, in: scanner.openContainers.last, bytes)
                default:
                    break
                }
            }
        } catch {
            fault = error
        }
        self.scanner = scanner
        self.numbers = numbers
        self.fault = fault
    }
}

/// The numbers of a document that may not fit their types, by the paths that lead to them.
///
/// Elements of the same array have the same path here, and so have values of the same key in its
/// elements: most likely they have one type. So the number that is unlike the others of its path is
/// the likeliest to be wrong.
struct NumberSurvey {
    /// The numbers of one path that have as little room as each other: how many there are, and the
    /// first ones.
    private struct Numbers {
        var count = 0
        var offsets: [Int] = []
    }

    /// The numbers of one path.
    private struct Group {
        var count = 0
        /// By their ``NumberRoom``; most have only one or two kinds.
        var kinds: [NumberRoom: Numbers] = [:]
    }

    /// Of so many paths the numbers are told apart, those that come first.
    private static let groupLimit = 4096
    /// So many numbers of one path and kind are named.
    private static let offsetLimit = 3

    private var groups: [UInt64: Group] = [:]
    /// A number for the path of each open container.
    private var paths: [UInt64] = []
    /// How many numbers of the document are of each kind.
    private(set) var counts: [NumberRoom: Int] = [:]

    mutating func enter(_ parent: DocumentScanner.OpenContainer?, in bytes: DocumentBytes) {
        paths.append(path(in: parent, paths.last, bytes))
    }

    mutating func leave() {
        if !paths.isEmpty { paths.removeLast() }
    }

    /// A number for the path of a value in `container`.
    private func path(
        in container: DocumentScanner.OpenContainer?, _ path: UInt64?, _ bytes: DocumentBytes
    ) -> UInt64 {
        var hash = path ?? 0xCBF2_9CE4_8422_2325
        func combine(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        guard let container else { return hash }
        combine(container.isObject ? 1 : 2)
        if container.isObject { bytes[container.key].prefix(KeyText.keptLength).forEach(combine) }
        return hash
    }

    mutating func insert(
        _ number: JSONNumber, at offset: Int, in container: DocumentScanner.OpenContainer?,
        _ bytes: DocumentBytes
    ) {
        let room = NumberRoom(number)
        let path = path(in: container, paths.last, bytes)
        guard groups[path] != nil || groups.count < Self.groupLimit || room != .everything else {
            return
        }
        // Of the paths beyond the limit, only those of numbers that may not fit are of use.
        guard groups[path] != nil || groups.count < 2 * Self.groupLimit else {
            counts[room, default: 0] += 1
            return
        }
        groups[path, default: Group()].count += 1
        guard room != .everything else { return }
        counts[room, default: 0] += 1
        groups[path]?.kinds[room, default: Numbers()].count += 1
        if groups[path]?.kinds[room]?.offsets.count ?? 0 < Self.offsetLimit {
            groups[path]?.kinds[room]?.offsets.append(offset)
        }
    }

    /// The numbers of the kind that fits the fewest types, or one number for each kind where all are
    /// whole: the likeliest first.
    var likelyOffsets: [Int] {
        for room in [NumberRoom.noDouble, .noInteger] where counts[room] != nil {
            return offsets(of: room)
        }
        return NumberRoom.allCases.reversed().compactMap { offsets(of: $0).first }
    }

    /// The first number of those integers that leave the least room.
    var widestOffset: Int? {
        NumberRoom.allCases.reversed().drop { $0 >= .noInteger }
            .lazy.compactMap { offsets(of: $0).first }.first
    }

    /// The numbers of a kind, those that are the rarest among the numbers of their path first.
    private func offsets(of room: NumberRoom) -> [Int] {
        let rated = groups.values.compactMap { group -> (share: Double, offsets: [Int])? in
            guard let numbers = group.kinds[room] else { return nil }
            return (Double(numbers.count) / Double(group.count), numbers.offsets)
        }
        let all = rated.flatMap { share, offsets in offsets.map { (share, offset: $0) } }
        return all.sorted { ($0.0, $0.offset) < ($1.0, $1.offset) }
            .prefix(Self.offsetLimit).map(\.offset)
    }
}

/// Which types of numbers have no room for a number, in the order of how likely it is that one of
/// them was asked for.
enum NumberRoom: Int, CaseIterable, Comparable {
    /// Every type holds it.
    case everything
    case noUnsigned, negativeNoInt8, negativeNoInt16, negativeNoInt32
    case noInt8, noUInt8, noInt16, noUInt16, noInt32, noUInt32, noInt64
    /// No integer type of 64 bits holds it.
    case noInteger
    case noDouble

    static func < (left: NumberRoom, right: NumberRoom) -> Bool { left.rawValue < right.rawValue }

    init(_ number: JSONNumber) {
        switch number {
        case .notInteger: self = .noInteger
        case .notDouble: self = .noDouble
        case .integer(true, let magnitude):
            switch magnitude {
            case 0: self = .everything
            case ...0x80: self = .noUnsigned
            case ...0x8000: self = .negativeNoInt8
            case ...0x8000_0000: self = .negativeNoInt16
            default: self = .negativeNoInt32
            }
        case .integer(false, let magnitude):
            switch magnitude {
            case ...0x7F: self = .everything
            case ...0xFF: self = .noInt8
            case ...0x7FFF: self = .noUInt8
            case ...0xFFFF: self = .noInt16
            case ...0x7FFF_FFFF: self = .noUInt16
            case ...0xFFFF_FFFF: self = .noInt32
            case ...0x7FFF_FFFF_FFFF_FFFF: self = .noUInt32
            default: self = .noInt64
            }
        }
    }

    /// The types that do not hold the number, in words: `Int8 or UInt8`.
    var tooNarrowTypes: String {
        switch self {
        case .everything: "type"
        case .noInt8: "Int8"
        case .noUInt8: "Int8 or UInt8"
        case .noInt16: "Int16"
        case .noUInt16: "Int16 or UInt16"
        case .noInt32: "Int32"
        case .noUInt32: "Int32 or UInt32"
        case .noInt64: "Int or Int64"
        case .noUnsigned: "unsigned type"
        case .negativeNoInt8: "unsigned type or Int8"
        case .negativeNoInt16: "Int16"
        case .negativeNoInt32: "Int32"
        case .noInteger: "integer type"
        case .noDouble: "Double"
        }
    }
}
