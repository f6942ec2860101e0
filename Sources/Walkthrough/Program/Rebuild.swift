import DecodingExplainer
import Foundation

/// Builds the program of a lesson again from its changed source.
struct Rebuild {
    /// What a build gives.
    enum BuildResult {
        /// The program that was built.
        case built(URL)
        /// The compiler's messages.
        case refused([CompilerError])
        /// The end of what the package manager printed, where it gave no such message.
        case failed([String])
    }

    /// An error in a file of the package.
    struct CompilerError: Equatable {
        /// The file from the package's folder, and the line: `Lessons/…/Lesson02.swift:41`.
        let location: String
        let message: String
        /// The line of the file without its indentation, and how many columns are before the place.
        let code: String
        let column: Int
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
        let errors = self.errors(in: text)
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

    /// The compiler's errors, each once.
    func errors(in output: String) -> [CompilerError] {
        var errors: [CompilerError] = []
        for line in output.split(separator: "\n") {
            guard
                let match = line.firstMatch(of: #/^(/.+?\.swift):(\d+):(\d+): error: (.+)$/#),
                let number = Int(match.2), let column = Int(match.3)
            else { continue }
            let error = CompilerError(
                path: String(match.1), line: number, column: column, message: String(match.4),
                in: package)
            if !errors.contains(error) { errors.append(error) }
        }
        return errors
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

extension Rebuild.CompilerError {
    init(path: String, line: Int, column: Int, message: String, in package: URL) {
        let folder = package.path + "/"
        let relative = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
        location = "\(relative):\(line)"
        self.message = DisplayText.printable(message)
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let whole = lines.indices.contains(line - 1) ? lines[line - 1] : ""
        // The compiler counts bytes, from 1.
        let before = String(decoding: whole.utf8.prefix(column - 1), as: UTF8.self)
        let indentation = whole.prefix { $0 == " " }.count
        code = DisplayText.printable(whole.dropFirst(indentation))
        self.column = max(DisplayText.width(of: before) - indentation, 0)
    }

    /// The line of code with a mark below the place, and the message.
    var elements: [Page.Element] {
        let mark = String(repeating: " ", count: column) + "▲"
        let place: [Page.Element] = code.isEmpty ? [] : [.code(code), .change([mark])]
        return place + [.result(StepResult(line: nil, content: .recorded(["✘ \(message)"])))]
    }
}
