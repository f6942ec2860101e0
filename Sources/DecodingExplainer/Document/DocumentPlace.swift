/// The bytes of a document in UTF-8.
typealias DocumentBytes = UnsafeBufferPointer<UInt8>

/// A place in a document: a byte, and its line and column.
struct DocumentPlace: CustomStringConvertible {
    /// The offset of the byte; the length of the document stands for its end.
    let offset: Int
    /// The number of the line, from 1 unless the document is told to begin at another one.
    let line: Int
    /// The offset of the first byte of the line.
    let lineStart: Int
    /// The place in the line, in characters, from 1.
    ///
    /// In a very long line, a character far before the place may count as more than one, because only the
    /// last 64 KB before the place are read as text. Before them, the scalars are counted.
    let column: Int

    /// Finds the line and the column of a byte.
    ///
    /// - Complexity: O(*n*), where *n* is the offset.
    init(_ offset: Int, in document: DocumentReading) {
        let before = document.bytes.prefix(offset)
        self.offset = before.count
        line = document.firstLine + before.count { $0 == UInt8(ascii: "\n") }
        lineStart =
            before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? min(document.start, offset)
        let textStart = Self.scalarStart(
            in: document.bytes, near: max(lineStart, before.count - 65_536), limit: before.count)
        let scalars = before[lineStart..<textStart].count { $0 & 0xC0 != 0x80 }
        column = scalars + String(decoding: before[textStart...], as: UTF8.self).count + 1
    }

    /// The place in words: `line 3, column 14`.
    var description: String { "line \(line), column \(column)" }

    /// Returns the first offset from `offset` on that is no continuation byte of UTF-8.
    static func scalarStart(in bytes: DocumentBytes, near offset: Int, limit: Int) -> Int {
        let end = min(offset + 4, limit)
        return (offset..<end).first { bytes[$0] & 0xC0 != 0x80 } ?? end
    }
}
