/// A key to compare the keys of a document with, exactly and by its spelling.
struct KeySpelling {
    enum Match {
        case exact
        /// Equal except for case, underscores and hyphens.
        case similar
        case none
    }

    /// Keys are compared by at most this many bytes of their folded form.
    static let comparedLength = 64

    let text: String
    private let utf8: [UInt8]
    /// The key in lowercase, without underscores and hyphens.
    let folded: [UInt8]

    init(_ text: String) {
        self.text = text
        utf8 = Array(text.utf8)
        folded = Self.folded(text)
    }

    private static func folded(_ text: String) -> [UInt8] {
        text.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    }

    /// Compares this key with a key of the document, given as the bytes between its quotes.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    func match(_ key: DocumentBytes.SubSequence) -> Match {
        guard key.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\\") }) else {
            let other = KeyText.unescaped(key)
            if other == text { return .exact }
            return Self.folded(other) == folded ? .similar : .none
        }
        if key.elementsEqual(utf8) { return .exact }
        var index = 0
        for byte in key {
            guard let lowercase = KeyText.foldedASCII(byte) else { continue }
            guard index < folded.count, folded[index] == lowercase else { return .none }
            index += 1
        }
        return index == folded.count ? .similar : .none
    }

    /// Replaces `buffer` by the folded form of a key of the document, cut to `comparedLength`.
    static func fold(_ key: DocumentBytes.SubSequence, into buffer: inout [UInt8]) {
        buffer.removeAll(keepingCapacity: true)
        for byte in key {
            guard byte < 0x80, byte != UInt8(ascii: "\\") else {
                buffer = Array(
                    folded(KeyText.unescaped(key.prefix(4 * comparedLength)))
                        .prefix(comparedLength))
                return
            }
            guard let lowercase = KeyText.foldedASCII(byte) else { continue }
            buffer.append(lowercase)
            if buffer.count == comparedLength { return }
        }
    }
}

/// The text of the keys and strings of a document.
enum KeyText {
    /// `byte` in lowercase, or `nil` for an underscore or hyphen.
    static func foldedASCII(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "_"), UInt8(ascii: "-"): nil
        default: byte
        }
    }

    /// The text that the bytes between the quotes of a string stand for.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    static func unescaped(_ contents: DocumentBytes.SubSequence) -> String {
        guard contents.contains(UInt8(ascii: "\\")) else {
            return String(decoding: contents, as: UTF8.self)
        }
        var units: [UInt16] = []
        var rest = contents
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            units.append(contentsOf: String(decoding: rest[..<backslash], as: UTF8.self).utf16)
            rest = rest[(backslash + 1)...]
            guard let escape = rest.popFirst() else { break }
            switch escape {
            case UInt8(ascii: "b"): units.append(0x08)
            case UInt8(ascii: "f"): units.append(0x0C)
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "u"), UInt8(ascii: "x"):
                let count = escape == UInt8(ascii: "u") ? 4 : 2
                let digits = String(decoding: rest.prefix(count), as: UTF8.self)
                units.append(UInt16(digits, radix: 16) ?? 0xFFFD)
                rest = rest.dropFirst(count)
            case UInt8(ascii: "\n"): break
            default: units.append(UInt16(escape))
            }
        }
        units.append(contentsOf: String(decoding: rest, as: UTF8.self).utf16)
        return String(decoding: units, as: UTF16.self)
    }
}

/// The keys of one object that are nearest to a missing key, the nearest first.
///
/// Without a missing key these are the first keys of the object. The list is bounded, so that
/// an object of a million keys takes no more memory than one of ten.
struct KeyNeighbors {
    static let limit = 8
    /// Keys are kept, and shown, up to this many bytes.
    private static let keptLength = 240

    private struct Neighbor {
        let key: String
        let distance: Int
    }

    private let missing: KeySpelling?
    private let target: [UInt8]
    private var neighbors: [Neighbor] = []
    private var buffer: [UInt8] = []
    private var row: [Int] = []
    /// The number of keys, those that are not kept included.
    private(set) var count = 0

    init(to missing: KeySpelling?) {
        self.missing = missing
        target = Array((missing?.folded ?? []).prefix(KeySpelling.comparedLength))
    }

    /// The nearest keys, at most `limit`.
    var keys: [String] {
        neighbors.map(\.key)
    }

    /// The nearest key, if it is so near that a slip of spelling is likely.
    var likelyKey: String? {
        guard let nearest = neighbors.first else { return nil }
        return nearest.distance <= (target.count + 1) / 3 ? nearest.key : nil
    }

    /// Takes a key of the object, given as the bytes between its quotes.
    ///
    /// - Complexity: O(1), since a key is compared by a bounded number of bytes.
    mutating func insert(_ key: DocumentBytes.SubSequence) {
        count += 1
        guard missing != nil else {
            if neighbors.count < Self.limit { keep(key, distance: 0) }
            return
        }
        let isFull = neighbors.count == Self.limit
        let bound = isFull ? neighbors[Self.limit - 1].distance : Int.max
        guard bound > 0 else { return }
        KeySpelling.fold(key, into: &buffer)
        // The difference of the lengths is a lower bound of the edit distance.
        guard abs(buffer.count - target.count) < bound else { return }
        let distance = buffer == target ? 0 : editDistance(bound: bound)
        guard distance < bound else { return }
        keep(key, distance: distance)
    }

    private mutating func keep(_ key: DocumentBytes.SubSequence, distance: Int) {
        let index = neighbors.firstIndex { $0.distance > distance } ?? neighbors.endIndex
        let text = KeyText.unescaped(key.prefix(Self.keptLength))
        neighbors.insert(Neighbor(key: text, distance: distance), at: index)
        if neighbors.count > Self.limit { neighbors.removeLast() }
    }

    /// The number of insertions, deletions and replacements between `buffer` and `target`, or
    /// some number from `bound` on if it is not less than `bound`.
    private mutating func editDistance(bound: Int) -> Int {
        row.removeAll(keepingCapacity: true)
        row.append(contentsOf: 0...target.count)
        for (rowIndex, byte) in buffer.enumerated() {
            var diagonal = row[0]
            row[0] = rowIndex + 1
            var least = row[0]
            for column in target.indices {
                let above = row[column + 1]
                let replaced = diagonal + (byte == target[column] ? 0 : 1)
                let distance = min(replaced, min(above, row[column]) + 1)
                row[column + 1] = distance
                least = min(least, distance)
                diagonal = above
            }
            if least >= bound { return least }
        }
        return row[target.count]
    }
}
