import DecodingExplainer
import Foundation

/// Builds the program of a lesson again from its changed source.
struct Rebuild {
    /// What a build gives.
    enum BuildResult {
        /// The program that was built.
        case built(URL)
        /// The compiler's errors.
        case refused([Diagnostic])
        /// The end of what the package manager printed, where it gave no such message.
        case failed([String])
    }

    /// The name of the program.
    let name: String
    /// The folder of the package.
    let package: URL
    /// The dates of the files of which a program is built now.
    private let date: Date

    /// - Returns: nil where there is no package around the lesson's file.
    init?(of lesson: LessonDescription) {
        guard let program = RunningProgram.location,
            let package = Quotation.package(around: lesson.steps.filePath)
        else { return nil }
        name = program.lastPathComponent
        self.package = package
        date = lesson.dateOfNewestFile
    }

    /// The command that builds the program.
    var command: [String] { swift("build", "--product", name) }

    private func swift(_ verb: String, _ words: String...) -> [String] {
        #if DEBUG
            let configuration: [String] = []
        #else
            let configuration = ["--configuration", "release"]
        #endif
        return ["swift", verb, "--package-path", package.path] + configuration + words
    }

    /// Runs the build to its end.
    func run() -> BuildResult {
        let build = output(of: command)
        guard build.isSuccess else { return failure(build.text) }
        // Where a program lies is different in each way of building, so the package manager is asked.
        let folder = output(of: swift("build", "--show-bin-path"))
        let path = folder.text.split(separator: "\n").last { $0.hasPrefix("/") }
        guard folder.isSuccess, let path else { return failure(folder.text) }
        return .built(URL(fileURLWithPath: String(path)).appendingPathComponent(name))
    }

    private func failure(_ text: String) -> BuildResult {
        let errors = Diagnostic.all(in: text, of: package).filter { $0.severity == .error }
        let lines = text.split(separator: "\n").suffix(15)
        return errors.isEmpty ? .failed(lines.map(DisplayText.printable)) : .refused(errors)
    }

    private func output(of command: [String]) -> (isSuccess: Bool, text: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        do {
            try withoutBlockedSignals(process.run)
        } catch {
            return (false, error.localizedDescription)
        }
        let text = RawMode.with(child: process.processIdentifier) {
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            // The compiler colors its messages for whatever runs in a terminal.
            return String(decoding: data, as: UTF8.self)
                .replacing(#/\x{1B}\[[\d;]*m/#, with: "")
        }
        return (process.terminationStatus == 0, text)
    }

    /// Becomes the program that was built. It returns only where that is not possible.
    func start(_ program: URL, _ arguments: [String]) {
        RunningProgram.become([program.path] + arguments, builtFrom: date)
    }

    /// Builds the workbook's program, if it has to be, and becomes it, to watch an exercise. It returns
    /// only where that is not possible.
    func watch(exercise number: String) {
        RunningProgram.become(["/usr/bin/env"] + swift("run", "workbook", "watch", number))
    }
}

extension Diagnostic {
    /// The place in the package, such as `Lessons/02-CodingKeys/Lesson02.swift:41`.
    var location: String { "\(path):\(line)" }

    /// The line of code with a mark below the place, and the message.
    ///
    /// - Parameter package: The package's folder.
    func elements(in package: URL) -> [Page.Element] {
        let words = ["✘ " + DisplayText.printable(message)]
        let message = Page.Element.result(StepResult(line: nil, content: .recorded(words)))
        let file = path.hasPrefix("/") ? path : "\(package.path)/\(path)"
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.indices.contains(line - 1) else { return [message] }
        let whole = lines[line - 1]
        let code = whole.drop { $0 == " " }
        // The compiler counts bytes, from 1.
        let before = String(decoding: whole.utf8.prefix(max(column - 1, 0)), as: UTF8.self)
        let blanks = DisplayText.width(of: before) - whole.prefix { $0 == " " }.count
        let mark = String(repeating: " ", count: max(blanks, 0)) + "▲"
        return code.isEmpty
            ? [message] : [.code(DisplayText.printable(code)), .change([mark]), message]
    }
}
