/// The bytes of a document in UTF-8.
typealias DocumentBytes = UnsafeBufferPointer<UInt8>

/// A place in a document: a byte, and the line that the byte is on.
struct DocumentPlace: Equatable, Sendable {
    /// The offset of the byte; the length of the document stands for its end.
    var offset: Int
    /// The number of the line, from 1 unless the document is told to begin at another one.
    var line: Int
    /// The offset of the first byte of the line.
    var lineStart: Int
}

extension DocumentPlace {
    /// Finds the line of a byte.
    ///
    /// - Complexity: O(*n*), where *n* is the offset.
    init(offset: Int, in document: DocumentReading) {
        let start = document.bytes.prefix(offset)
        self.offset = start.count
        line = document.firstLine + start.count { $0 == UInt8(ascii: "\n") }
        lineStart = start.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    }

    /// The place in the line, in characters, from 1.
    ///
    /// In a very long line, a character far before the place may count as more than one, because only the
    /// last 64 KB before the place are read as text. Before them, the scalars are counted.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes before the place on its line. No part of
    ///   the line is copied but the last 64 KB.
    func column(in bytes: DocumentBytes) -> Int {
        let end = min(offset, bytes.count)
        let start = min(lineStart, end)
        let textStart = Self.scalarStart(in: bytes, near: max(start, end - 65_536), limit: end)
        let scalars = Self.scalarCount(of: bytes, in: start..<textStart)
        let text = bytes[textStart..<end]
        let isASCII = text.allSatisfy { $0 < 0x80 }
        let characters = isASCII ? text.count : String(decoding: text, as: UTF8.self).count
        return scalars + characters + 1
    }

    /// Returns the number of bytes that are no continuation bytes of UTF-8. It counts eight at a time.
    private static func scalarCount(of bytes: DocumentBytes, in range: Range<Int>) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var count = range.count
        var index = range.lowerBound
        while index + 8 <= range.upperBound {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            count -= ((word >> 7) & ~(word >> 6) & 0x0101_0101_0101_0101).nonzeroBitCount
            index += 8
        }
        for byte in bytes[index..<range.upperBound] where byte & 0xC0 == 0x80 { count -= 1 }
        return count
    }

    /// The place in words: `line 3, column 14`.
    func description(in bytes: DocumentBytes) -> String {
        "line \(line), column \(column(in: bytes))"
    }

    /// Returns the first offset from `offset` on that is no continuation byte of UTF-8.
    static func scalarStart(in bytes: DocumentBytes, near offset: Int, limit: Int) -> Int {
        let end = min(offset + 4, limit)
        return (offset..<end).first { bytes[$0] & 0xC0 != 0x80 } ?? end
    }
}
