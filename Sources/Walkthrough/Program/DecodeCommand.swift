import DecodingExplainer
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads a document of the reader's own for `--decode`, decodes it, and shows what came out.
///
/// It reads a file, a pipe or standard input, in UTF-8, UTF-16 or UTF-32, with or without a byte
/// order mark, up to ``largest`` bytes.
struct DocumentReading {
    /// Where reading ends: what goes on after so many bytes may go on without end.
    private static let largest = 100_000_000

    /// From this size on a person who waits is told what is going on.
    private static let large = 5_000_000

    private let lesson: LessonDescription
    private let terminal: Terminal
    private let decode: (Data) throws -> Any

    init(
        of lesson: LessonDescription, on terminal: Terminal, decode: @escaping (Data) throws -> Any
    ) {
        self.lesson = lesson
        self.terminal = terminal
        self.decode = decode
    }

    /// Why there is nothing to decode.
    private enum ReadingError: Error {
        case system(Int32)
        case tooLarge
    }

    /// - Parameter path: The path of a file, or `-` for standard input.
    /// - Returns: The exit code.
    func run(_ path: String) -> Int32 {
        let source = path == "-" ? "standard input" : DisplayText.escapedLine(path)
        let document: Data
        do {
            document = Self.withoutMark(try read(path))
        } catch ReadingError.tooLarge {
            let limit = Self.largest / 1_000_000
            complain("\(source) goes on after \(limit) MB. --decode reads no more than that.")
            return ExitCode.badDocument
        } catch {
            var reason = ""
            if case ReadingError.system(let code) = error {
                reason = " (\(String(cString: strerror(code))))"
            }
            complain(
                "\(source) cannot be read\(reason). "
                    + "--decode takes the path of a file, or - for standard input.")
            return ExitCode.noDocument
        }
        showProgress("is being decoded", document.count)
        do {
            let value = ValueDescription(of: try decode(document)).text(width: terminal.width)
            clearProgress()
            guard Terminal.send(value + "\n", to: STDOUT_FILENO) else {
                complain("the decoded value cannot be written to standard output.")
                return ExitCode.failure
            }
            return ExitCode.success
        } catch {
            showProgress("is searched for the error", document.count)
            let explanation = Explanation(of: error, in: document)
            clearProgress()
            Terminal.complain(explanation.lines(width: terminal.width).joined(separator: "\n"))
            return ExitCode.badDocument
        }
    }

    private func complain(_ problem: String) {
        clearProgress()
        Terminal.complain("lesson-\(lesson.number): \(problem)")
    }

    // MARK: - Bytes

    private func read(_ path: String) throws -> Data {
        guard path != "-" else { return try read(from: STDIN_FILENO) }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ReadingError.system(errno) }
        defer { close(descriptor) }
        return try read(from: descriptor)
    }

    private func read(from descriptor: Int32) throws -> Data {
        var document = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            #if canImport(Darwin)
                let count = Darwin.read(descriptor, &buffer, buffer.count)
            #else
                let count = Glibc.read(descriptor, &buffer, buffer.count)
            #endif
            if count == 0 { return document }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw ReadingError.system(errno)
            }
            document.append(contentsOf: buffer[..<count])
            guard document.count <= Self.largest else { throw ReadingError.tooLarge }
            let megabytes = document.count / 1_000_000
            if megabytes > (document.count - count) / 1_000_000 {
                showProgress("of the document are read", document.count)
            }
        }
    }

    /// A document in UTF-8 for one that begins with a byte order mark, which not every decoder
    /// reads. Where the text is not well-formed, the document stays as it is.
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

    // MARK: - Progress

    /// Tells a person what is going on with a large document, in one line that later ones replace.
    private func showProgress(_ state: String, _ count: Int) {
        guard count >= Self.large, isatty(STDERR_FILENO) == 1 else { return }
        _ = Terminal.send("\r\u{1B}[2K\(count / 1_000_000) MB \(state) …", to: STDERR_FILENO)
    }

    private func clearProgress() {
        guard isatty(STDERR_FILENO) == 1 else { return }
        _ = Terminal.send("\r\u{1B}[2K", to: STDERR_FILENO)
    }
}

extension Terminal {
    /// Writes a text past all buffers.
    ///
    /// - Returns: Whether it could be written. A stream may be closed, or its device full.
    static func send(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { bytes in
                #if canImport(Darwin)
                    Darwin.write(descriptor, bytes.baseAddress, bytes.count)
                #else
                    Glibc.write(descriptor, bytes.baseAddress, bytes.count)
                #endif
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
