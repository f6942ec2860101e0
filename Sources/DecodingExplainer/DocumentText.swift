import Foundation

/// The text of a document in UTF-8, whatever encoding of Unicode it came in.
enum DocumentText {
    /// Calls `body` with the document in UTF-8, or with `nil` if there is no document.
    ///
    /// A document in UTF-8 is not copied. One in UTF-16 or UTF-32 is, and text that is not
    /// well-formed becomes U+FFFD.
    static func withUTF8<Result>(
        of document: Data?,
        _ body: (UnsafeBufferPointer<UInt8>?) -> Result
    ) -> Result {
        guard let document else { return body(nil) }
        guard let encoding = wideEncoding(of: document) else {
            return document.withUnsafeBytes { $0.withMemoryRebound(to: UInt8.self) { body($0) } }
        }
        var text = transcoded(document, from: encoding)
        return text.withUTF8 { body($0) }
    }

    private struct WideEncoding {
        let width: Int
        let isBigEndian: Bool
        let markLength: Int
    }

    /// The encoding by the byte order mark or, since JSON begins with ASCII, by the zero bytes.
    private static func wideEncoding(of document: Data) -> WideEncoding? {
        let start = Array(document.prefix(4))
        func encoding(_ width: Int, isBigEndian: Bool, mark: Int = 0) -> WideEncoding {
            WideEncoding(width: width, isBigEndian: isBigEndian, markLength: mark)
        }
        if start == [0, 0, 0xFE, 0xFF] { return encoding(4, isBigEndian: true, mark: 4) }
        if start == [0xFF, 0xFE, 0, 0] { return encoding(4, isBigEndian: false, mark: 4) }
        if start.starts(with: [0xFE, 0xFF]) { return encoding(2, isBigEndian: true, mark: 2) }
        if start.starts(with: [0xFF, 0xFE]) { return encoding(2, isBigEndian: false, mark: 2) }
        switch start.map({ $0 == 0 }) {
        case [true, true, true, false]: return encoding(4, isBigEndian: true)
        case [false, true, true, true]: return encoding(4, isBigEndian: false)
        case [true, false, true, false], [true, false]: return encoding(2, isBigEndian: true)
        case [false, true, false, true], [false, true]: return encoding(2, isBigEndian: false)
        default: return nil
        }
    }

    private static func transcoded(_ document: Data, from encoding: WideEncoding) -> String {
        let content = document.dropFirst(encoding.markLength)
        let count = content.count / encoding.width
        func unit(at index: Int) -> UInt32 {
            var unit: UInt32 = 0
            let start = content.startIndex + index * encoding.width
            for offset in 0..<encoding.width {
                let position = encoding.isBigEndian ? offset : encoding.width - 1 - offset
                unit = unit << 8 | UInt32(content[start + position])
            }
            return unit
        }
        let units = (0..<count).lazy.map(unit)
        guard encoding.width == 2 else {
            return String(decoding: units, as: UTF32.self)
        }
        return String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
    }
}
