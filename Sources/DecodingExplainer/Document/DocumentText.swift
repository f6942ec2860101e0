import Foundation

/// The text of a document in UTF-8, whatever encoding of Unicode it came in.
enum DocumentText {
    /// Calls `body` with the document in UTF-8, or with `nil` if there is no document.
    ///
    /// A document in UTF-8 is not copied. One in UTF-16 or UTF-32 is, and text that is not
    /// well-formed becomes U+FFFD.
    static func withUTF8<Value>(
        of document: Data?,
        _ body: (DocumentBytes?) -> Value
    ) -> Value {
        guard let document else { return body(nil) }
        guard let encoding = WideEncoding(of: document) else {
            return document.withUnsafeBytes { $0.withMemoryRebound(to: UInt8.self) { body($0) } }
        }
        var text = encoding.text(of: document)
        return text.withUTF8 { body($0) }
    }
}

/// UTF-16 or UTF-32, in one of the two orders of their bytes.
struct WideEncoding {
    private let width: Int
    private let isBigEndian: Bool
    private let mark: [UInt8]

    /// Finds the encoding by the byte order mark or, since JSON begins with ASCII, by the zeros.
    ///
    /// - Returns: `nil` for UTF-8.
    init?(of document: Data) {
        let start = Array(document.prefix(4))
        let marks: [[UInt8]] = [
            [0, 0, 0xFE, 0xFF], [0xFF, 0xFE, 0, 0], [0xFE, 0xFF], [0xFF, 0xFE],
        ]
        if let mark = marks.first(where: start.starts) {
            self.mark = mark
            width = mark.count
            isBigEndian = mark.last == 0xFF
            return
        }
        mark = []
        switch start.map({ $0 == 0 }) {
        case [true, true, true, false]: (width, isBigEndian) = (4, true)
        case [false, true, true, true]: (width, isBigEndian) = (4, false)
        case [true, false, true, false], [true, false]: (width, isBigEndian) = (2, true)
        case [false, true, false, true], [false, true]: (width, isBigEndian) = (2, false)
        default: return nil
        }
    }

    func text(of document: Data) -> String {
        let units = units(of: document)
        return width == 2
            ? String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
            : String(decoding: units, as: UTF32.self)
    }

    /// The code units after the byte order mark.
    private func units(of document: Data) -> [UInt32] {
        let content = document.dropFirst(mark.count)
        return (0..<content.count / width).map { index in
            let start = content.startIndex + index * width
            let unit = content[start..<start + width]
            return isBigEndian
                ? unit.reduce(0) { $0 << 8 | UInt32($1) }
                : unit.reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    /// What is wrong with the encoding of a document that the decoder has refused, and the offset
    /// in its text in UTF-8 where that is known.
    func fault(of document: Data) -> (title: String, offset: Int?)? {
        let name = "UTF-\(8 * width)"
        if !DecoderTraits.reads([Int].self, Data(mark + "[1]".utf8.flatMap(bytes))) {
            let order = isBigEndian ? "big-endian" : "little-endian"
            let ending = mark.isEmpty ? "" : " with a byte order mark"
            return ("this decoder does not read \(name) \(order)\(ending)", nil)
        }
        let units = units(of: document)
        let text = text(of: document)
        let repaired: [UInt32] =
            width == 2 ? text.utf16.map(UInt32.init) : text.unicodeScalars.map(\.value)
        let isCut = !(document.count - mark.count).isMultiple(of: width)
        guard isCut || repaired != units else { return nil }
        let count = zip(repaired, units).prefix { $0 == $1 }.count
        let start =
            width == 2
            ? String(text.utf16.prefix(count)) ?? text
            : String(text.unicodeScalars.prefix(count))
        return ("the text is not well-formed \(name)", start.utf8.count)
    }

    /// An ASCII character in this encoding.
    private func bytes(of character: UInt8) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: width - 1)
        return isBigEndian ? zeros + [character] : [character] + zeros
    }
}
