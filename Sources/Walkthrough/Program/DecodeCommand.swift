import DecodingExplainer
import Foundation

/// The option `--decode`, which reads a document of the reader, decodes it, and shows the value or an
/// explained error.
///
/// It reads a file, a pipe or standard input, in UTF-8, UTF-16 or UTF-32, with or without a byte
/// order mark, up to ``largest`` bytes.
struct DecodeCommand {
    /// The greatest number of bytes that are read, because a longer input may have no end.
    static let largest = 100_000_000

    let lesson: LessonDescription
    let terminal: Terminal
    let decode: (Data) throws -> Any

    /// Decodes a document and shows the value or an explained error.
    ///
    /// - Parameter path: The path of a file, or `-` for standard input.
    /// - Returns: The exit code.
    func run(_ path: String) -> Int32 {
        let source = path == "-" ? "standard input" : DisplayText.escapedLine(path)
        guard let input = try? read(path, named: source) else {
            complain(
                "\(source) cannot be read. "
                    + "--decode takes the path of a file, or - for standard input.")
            return ExitCode.noDocument
        }
        guard input.count <= Self.largest else {
            let limit = Self.largest / 1_000_000
            complain("\(source) goes on after \(limit) MB. --decode reads no more than that.")
            return ExitCode.badDocument
        }
        let document = Self.withoutMark(input)
        do {
            let value = try ProgressLine.during("Decoding \(source)") {
                // What every decoder says of a document that is not JSON.
                if Self.isTrap(document) {
                    _ = try JSONDecoder().decode(Int.self, from: Data("[".utf8))
                }
                let value = try decode(document)
                // Who hears a value hears each of its parts as a line.
                return ValueDescription(of: value).text(
                    width: terminal.isPlain ? 80 : terminal.width)
            }
            guard Terminal.write("\(value)\n".utf8, to: STDOUT_FILENO) == nil else {
                complain("the decoded value cannot be written to standard output.")
                return ExitCode.failure
            }
            return ExitCode.success
        } catch {
            let explanation = Explanation(of: error, in: document)
            let shown =
                terminal.isPlain
                ? PlainRenderer.told(explanation)
                : explanation.lines(width: terminal.width(upTo: TerminalRenderer.widest))
            Terminal.complain(shown.joined(separator: "\n"))
            return ExitCode.badDocument
        }
    }

    private func complain(_ problem: String) {
        Terminal.complain("lesson-\(lesson.number): \(problem)")
    }

    // MARK: - Bytes

    /// Returns a Boolean value that indicates whether `JSONDecoder` may trap on a document (Swift 6.3):
    /// its last byte begins an array at the deepest level that is allowed. Such a document is not JSON,
    /// so a decoder may get a shorter one that is not JSON either.
    private static func isTrap(_ document: Data) -> Bool {
        guard document.last(where: { $0 != 0 }) == UInt8(ascii: "[") else { return false }
        return document.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") } > 512
    }

    private func read(_ path: String, named source: String) throws -> Data {
        let file =
            path == "-"
            ? FileHandle.standardInput
            : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        let read = { try file.read(upToCount: Self.largest + 1) ?? Data() }
        // A person may type the document here, so no progress line is shown.
        if isatty(file.fileDescriptor) == 1 { return try read() }
        return try ProgressLine.during("Reading \(source)", read)
    }

    /// Returns the document in UTF-8 if it begins with a byte order mark, because not every decoder reads
    /// one. A text that is not well-formed is returned unchanged.
    private static func withoutMark(_ document: Data) -> Data {
        let encodings: [(mark: [UInt8], encoding: String.Encoding)] = [
            ([0xEF, 0xBB, 0xBF], .utf8),
            ([0, 0, 0xFE, 0xFF], .utf32BigEndian), ([0xFF, 0xFE, 0, 0], .utf32LittleEndian),
            ([0xFE, 0xFF], .utf16BigEndian), ([0xFF, 0xFE], .utf16LittleEndian),
        ]
        guard let (mark, encoding) = encodings.first(where: { document.starts(with: $0.mark) })
        else { return document }
        let content = document.dropFirst(mark.count)
        if encoding == .utf8 { return Data(content) }
        return String(data: content, encoding: encoding).map { Data($0.utf8) } ?? document
    }
}
