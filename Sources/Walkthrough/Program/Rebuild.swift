import DecodingExplainer
import Foundation

/// A new build of a lesson's program from its changed source.
struct Rebuild {
    /// The result of a build.
    enum BuildResult {
        /// The program that was built.
        case built(URL)
        /// The compiler's errors.
        case refused([Diagnostic])
        /// The end of the package manager's output, if there is no error of the compiler in it.
        case failed([String])
    }

    /// The name of the program.
    let name: String
    /// The folder of the package.
    let package: URL
    /// The date of the newest files from which the program is built now.
    private let date: Date

    /// Creates a build, or returns nil if there is no package around the lesson's file.
    init?(of lesson: LessonDescription) {
        guard let program = RunningProgram.location,
            let package = Quotation.package(around: lesson.steps.filePath)
        else { return nil }
        name = program.lastPathComponent
        self.package = package
        date = lesson.dateOfNewestFile
    }

    /// Creates a build of the workbook's program for the exercise of a lesson, or returns nil if the lesson has
    /// none.
    init?(ofExerciseOf lesson: LessonDescription) {
        self.init(of: lesson)
        let file = package.appendingPathComponent("Exercises/Exercise\(lesson.number).swift")
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    }

    /// The command that builds the program.
    var command: [String] { swift("build", "--product", name) }

    /// Returns a command of the package manager that says nothing of its work.
    private func quiet(_ command: [String]) -> [String] {
        Array(command.prefix(2)) + ["--quiet"] + command.dropFirst(2)
    }

    private func swift(_ verb: String, _ arguments: String...) -> [String] {
        #if DEBUG
            let configuration: [String] = []
        #else
            let configuration = ["--configuration", "release"]
        #endif
        return ["swift", verb, "--package-path", package.path] + configuration + arguments
    }

    /// Runs the build to its end.
    func run() -> BuildResult {
        let build = output(of: command)
        guard build.isSuccess else { return failure(build.output) }
        // Each way of building has another folder for programs, so the package manager is asked for it.
        let folder = output(of: swift("build", "--show-bin-path"))
        let path = folder.output.split(separator: "\n").last { $0.hasPrefix("/") }
        guard folder.isSuccess, let path else { return failure(folder.output) }
        return .built(URL(fileURLWithPath: String(path)).appendingPathComponent(name))
    }

    private func failure(_ output: String) -> BuildResult {
        let errors = Diagnostic.all(in: output, of: package).filter { $0.severity == .error }
        let lines = output.split(separator: "\n").suffix(15)
        return errors.isEmpty ? .failed(lines.map(DisplayText.printable)) : .refused(errors)
    }

    private func output(of command: [String]) -> (isSuccess: Bool, output: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        do {
            try withoutBlockedSignals(process.run)
        } catch {
            return (false, error.localizedDescription)
        }
        let output = RawMode.with(child: process.processIdentifier) {
            let data = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            // The compiler may color its messages although it does not write to a terminal.
            return String(decoding: data, as: UTF8.self)
                .replacing(#/\x{1B}\[[\d;]*m/#, with: "")
        }
        return (process.terminationStatus == 0, output)
    }

    /// Replaces this program by the one that was built. It returns only if that is not possible.
    func start(_ program: URL, _ arguments: [String]) {
        RunningProgram.become([program.path] + arguments, builtFrom: date)
    }

    /// Builds the workbook's program, if needed, and replaces this program by it, to watch an exercise. It
    /// returns only if that is not possible.
    func watch(exercise number: String) {
        let isPlain = Terminal.current.isPlain
        if isPlain {
            // Who hears it does not want to hear each step of the build.
            _ = ProgressLine.during("Building the workbook's program") {
                output(of: swift("build", "--product", "workbook"))
            }
        }
        let watch = swift("run", "workbook", "watch", number) + (isPlain ? [Usage.plain.key] : [])
        RunningProgram.become(["/usr/bin/env"] + (isPlain ? quiet(watch) : watch))
    }
}
