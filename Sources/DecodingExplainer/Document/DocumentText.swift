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
        let firstLine = min(firstLine, .max - 2 * document.count)
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
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    func text(of document: UnsafeRawBufferPointer) -> (utf8: [UInt8], malformedOffset: Int?) {
        let content = UnsafeRawBufferPointer(rebasing: document.dropFirst(mark.count))
        return width == 2
            ? text(in: UTF16.self, of: content) : text(in: UTF32.self, of: content)
    }

    private func text<Encoding: UnicodeCodec>(
        in encoding: Encoding.Type, of content: UnsafeRawBufferPointer
    ) -> ([UInt8], Int?) where Encoding.CodeUnit: FixedWidthInteger & BitwiseCopyable {
        let units = (0..<content.count / width).lazy.map { index in
            let unit = content.loadUnaligned(
                fromByteOffset: index * width, as: Encoding.CodeUnit.self)
            return isBigEndian ? unit.bigEndian : unit.littleEndian
        }
        var utf8: [UInt8] = []
        utf8.reserveCapacity(units.count)
        let isMalformed = transcode(
            units.makeIterator(), from: encoding, to: UTF8.self, stoppingOnError: true,
            into: { utf8.append($0) })
        guard isMalformed else {
            return (utf8, content.count.isMultiple(of: width) ? nil : utf8.count)
        }
        return (Array(String(decoding: units, as: encoding).utf8), utf8.count)
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
        guard !DecoderTraits.reads(Data(mark + "[1]".utf8.flatMap(bytes))) else { return nil }
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
