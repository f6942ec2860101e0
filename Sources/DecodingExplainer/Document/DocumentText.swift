import Foundation

/// The text of a document in UTF-8, whatever encoding of Unicode it came in.
enum DocumentText {
    /// Calls `body` with the document in UTF-8, or with `nil` if there is no document.
    ///
    /// A document in UTF-8 is not copied. One in UTF-16 or UTF-32 is, and what is not well-formed
    /// becomes U+FFFD.
    static func withUTF8<Value>(
        of document: Data?, firstLine: Int, decoder: JSONDecoder?,
        _ body: (DocumentReading?) -> Value
    ) -> Value {
        guard let document else { return body(nil) }
        return document.withUnsafeBytes { bytes in
            guard let encoding = WideEncoding(of: bytes) else {
                return bytes.withMemoryRebound(to: UInt8.self) {
                    body(DocumentReading(bytes: $0, firstLine: firstLine, decoder: decoder))
                }
            }
            let (text, malformedOffset) = encoding.text(of: bytes)
            return text.withUnsafeBufferPointer {
                body(
                    DocumentReading(
                        bytes: $0, firstLine: firstLine, decoder: decoder,
                        wideEncoding: encoding, malformedOffset: malformedOffset))
            }
        }
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
    init?(of document: UnsafeRawBufferPointer) {
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

    var name: String { "UTF-\(8 * width)" }

    /// The text after the byte order mark in UTF-8, and where it is not well-formed first.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes. The copy is as long as the text in UTF-8:
    ///   at most one and a half times the document.
    func text(of document: UnsafeRawBufferPointer) -> (utf8: [UInt8], malformedOffset: Int?) {
        var length = 0
        forEachScalar(of: document) { scalar, _ in length += UTF8.width(scalar) }
        var malformedOffset: Int?
        let utf8 = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            forEachScalar(of: document) { scalar, isWellFormed in
                if !isWellFormed, malformedOffset == nil { malformedOffset = count }
                let value = scalar.value
                switch value {
                case ..<0x80:
                    buffer[count] = UInt8(truncatingIfNeeded: value)
                    count += 1
                    return
                case ..<0x800:
                    buffer[count] = 0xC0 | UInt8(truncatingIfNeeded: value >> 6)
                    count += 1
                case ..<0x10000:
                    buffer[count] = 0xE0 | UInt8(truncatingIfNeeded: value >> 12)
                    buffer[count + 1] = 0x80 | UInt8(truncatingIfNeeded: value >> 6) & 0x3F
                    count += 2
                default:
                    buffer[count] = 0xF0 | UInt8(truncatingIfNeeded: value >> 18)
                    buffer[count + 1] = 0x80 | UInt8(truncatingIfNeeded: value >> 12) & 0x3F
                    buffer[count + 2] = 0x80 | UInt8(truncatingIfNeeded: value >> 6) & 0x3F
                    count += 3
                }
                buffer[count] = 0x80 | UInt8(truncatingIfNeeded: value) & 0x3F
                count += 1
            }
        }
        return (utf8, malformedOffset)
    }

    /// Calls `body` with each scalar after the byte order mark, and whether it is one, or stands for
    /// something that is not well-formed.
    private func forEachScalar(
        of document: UnsafeRawBufferPointer, _ body: (Unicode.Scalar, Bool) -> Void
    ) {
        let content = UnsafeRawBufferPointer(rebasing: document.dropFirst(mark.count))
        let replacement: Unicode.Scalar = "\u{FFFD}"
        var index = 0
        func unit(at index: Int) -> UInt32 {
            let offset = index * width
            if width == 2 {
                let unit = content.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
                return UInt32(isBigEndian ? UInt16(bigEndian: unit) : UInt16(littleEndian: unit))
            }
            let unit = content.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            return isBigEndian ? UInt32(bigEndian: unit) : UInt32(littleEndian: unit)
        }
        let count = content.count / width
        while index < count {
            let first = unit(at: index)
            index += 1
            if let scalar = Unicode.Scalar(first) {
                body(scalar, true)
            } else if width == 2, first & 0xFC00 == 0xD800, index < count,
                case let second = unit(at: index), second & 0xFC00 == 0xDC00,
                let scalar = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + (second & 0x3FF))
            {
                index += 1
                body(scalar, true)
            } else {
                body(replacement, false)
            }
        }
        if !content.count.isMultiple(of: width) { body(replacement, false) }
    }

    /// The offset in the document of a byte of its text in UTF-8.
    ///
    /// - Complexity: O(*n*), where *n* is the offset.
    func offset(of utf8Offset: Int, in text: DocumentBytes) -> Int {
        var units = 0
        for byte in text.prefix(utf8Offset) where byte & 0xC0 != 0x80 {
            units += width == 2 && byte >= 0xF0 ? 2 : 1
        }
        return mark.count + units * width
    }

    /// Why the decoder cannot read text in this encoding, or `nil` if it can.
    var refusal: String? {
        guard !DecoderTraits.reads([Int].self, Data(mark + "[1]".utf8.flatMap(bytes))) else {
            return nil
        }
        let order = isBigEndian ? "big-endian" : "little-endian"
        let ending = mark.isEmpty ? "" : " with a byte order mark"
        return "this decoder does not read \(name) \(order)\(ending)"
    }

    /// An ASCII character in this encoding.
    private func bytes(of character: UInt8) -> [UInt8] {
        let zeros = [UInt8](repeating: 0, count: width - 1)
        return isBigEndian ? zeros + [character] : [character] + zeros
    }
}
