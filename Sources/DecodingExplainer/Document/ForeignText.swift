/// The kinds of text and data that people decode as JSON by mistake.
enum ForeignText {
    /// The first bytes of some kinds of files, with the name of each kind.
    private static let signatures: [(bytes: [UInt8], name: String)] = [
        ([0x1F, 0x8B], "compressed by gzip"),
        ([0x28, 0xB5, 0x2F, 0xFD], "compressed by zstd"),
        (Array("PK\u{3}\u{4}".utf8), "a ZIP file"),
        (Array("%PDF-".utf8), "a PDF"),
        ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
        ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
        (Array("GIF8".utf8), "a GIF picture"),
    ]

    /// Returns the words for a document that is not JSON.
    ///
    /// - Parameter document: The document from its first visible character on.
    /// - Returns: The words, or `nil` if the document may be JSON with a mistake.
    /// - Complexity: O(1), because only the first bytes are read.
    static func wording(of document: DocumentBytes.SubSequence) -> FaultWording? {
        if let file = signatures.first(where: { document.starts(with: $0.bytes) }) {
            return .binaryData(file.name)
        }
        if isBinary(document.prefix(64)) { return .binaryData("binary data") }
        if document.starts(with: "bplist".utf8) { return .propertyList }
        if document.starts(with: "<".utf8) {
            let start = String(decoding: document.prefix(400), as: UTF8.self)
            let isPropertyList = start.contains("<plist") || start.contains("<!DOCTYPE plist")
            return isPropertyList ? .propertyList : .markup
        }
        if document.starts(with: "```".utf8) { return .fence }
        let fields = ["data:", "event:", "id:", "retry:", ":"]
        let start = document.prefix(2000)
        let lines = start.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        if let first = lines.first, fields.contains(where: { first.starts(with: $0.utf8) }),
            lines.contains(where: { $0.starts(with: "data:".utf8) })
        {
            return .eventStream
        }
        return nil
    }

    /// Returns a Boolean value that indicates whether the first byte is none of a text and control characters
    /// follow, as in Protocol Buffers and MessagePack. A record separator is no such sign, because it begins
    /// each document in a sequence of JSON documents.
    private static func isBinary(_ start: DocumentBytes.SubSequence) -> Bool {
        let isText = start.first.map { (0x20..<0x80).contains($0) } ?? true
        let others = "\t\n\r\u{1E}".utf8
        return !isText && start.dropFirst().contains { $0 < 0x20 && !others.contains($0) }
    }
}
