import DecodingExplainer
import Foundation

/// Reads a document of the reader's own for `--decode`, decodes it, and shows what came out.
struct DocumentReading {
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

    /// Exit codes by their names in `sysexits.h`.
    private enum ExitCode {
        static let success: Int32 = 0
        static let badDocument: Int32 = 65
        static let noDocument: Int32 = 66
    }

    /// - Parameter path: The path of a file, or `-` for standard input.
    /// - Returns: The exit code.
    func run(_ path: String) -> Int32 {
        let document: Data
        do {
            document =
                path == "-"
                ? FileHandle.standardInput.readDataToEndOfFile()
                : try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            Terminal.complain(
                "lesson-\(lesson.number): \(path) cannot be read. "
                    + "--decode takes the path of a file, or - for standard input.")
            return ExitCode.noDocument
        }
        do {
            let value = ValueDescription(of: try decode(document)).text(width: terminal.width)
            terminal.write(value + "\n")
            return ExitCode.success
        } catch {
            let explanation = Explanation(of: error, in: document)
            Terminal.complain(explanation.lines(width: terminal.width).joined(separator: "\n"))
            return ExitCode.badDocument
        }
    }
}
