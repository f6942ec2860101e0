/// What one pass over a document tells about the reasons why `JSONDecoder` may refuse it.
struct DocumentSurvey {
    /// The numbers of one kind: the places of the first ones, and how many there are.
    struct Numbers {
        static let limit = 3
        private(set) var offsets: [Int] = []
        private(set) var count = 0

        mutating func insert(_ offset: Int) {
            count += 1
            if offsets.count < Self.limit { offsets.append(offset) }
        }
    }

    /// The scanner at the end of the document, or at the fault.
    private(set) var scanner: DocumentScanner
    /// The fault that no parser can pass.
    private(set) var fault: DocumentFault?
    private(set) var notDouble = Numbers()
    private(set) var notInteger = Numbers()
    /// The first whole number that is greater than each of the limits, and no greater than the next.
    private var wide = [Int?](repeating: nil, count: IntegerLimits.maxima.count)
    /// The same for negative numbers; the first limit is zero.
    private var wideNegative = [Int?](repeating: nil, count: IntegerLimits.minima.count)

    /// The offsets of whole numbers that do not fit every type, those farthest from zero first:
    /// one for each set of types that do not hold it.
    var wideOffsets: [Int] {
        (wide.reversed() + wideNegative.reversed()).compactMap(\.self)
    }

    var comma: DocumentFault? {
        scanner.trailingComma.map { DocumentFault(problem: .trailingComma, place: $0) }
    }

    /// Reads all of a document.
    ///
    /// - Parameter wantedNumber: The text of the one number that is to blame, if it is known. All
    ///   others are passed over, and those of this text count as ones that no integer type holds.
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    init(_ bytes: DocumentBytes, wantedNumber: String? = nil) {
        scanner = DocumentScanner(bytes)
        do throws(DocumentFault) {
            while let token = try scanner.next() {
                guard case .number(let number?) = token else { continue }
                let offset = scanner.tokenPlace.offset
                guard let wantedNumber else {
                    note(number, at: offset)
                    continue
                }
                if bytes[offset..<scanner.position].elementsEqual(wantedNumber.utf8) {
                    notInteger.insert(offset)
                }
            }
        } catch {
            fault = error
        }
    }

    private mutating func note(_ number: JSONNumber, at offset: Int) {
        switch number {
        case .integer(let isNegative, let magnitude):
            if isNegative {
                guard let index = IntegerLimits.minima.lastIndex(where: { $0 < magnitude })
                else { return }
                if wideNegative[index] == nil { wideNegative[index] = offset }
            } else if magnitude > 0x7F,  // every integer type holds less
                let index = IntegerLimits.maxima.lastIndex(where: { $0 < magnitude })
            {
                if wide[index] == nil { wide[index] = offset }
            }
        case .notInteger:
            notInteger.insert(offset)
        case .notDouble:
            notDouble.insert(offset)
        }
    }
}
