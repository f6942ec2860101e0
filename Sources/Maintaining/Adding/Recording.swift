import Foundation
import Judging

/// The work of `maintain record`: it runs lessons and writes their README.md, their pictures, and
/// the names of all steps.
struct Recording {
    let workbook: WorkbookFolder
    /// A function that runs `swift` with arguments in the package's folder.
    let swift: @Sendable ([String]) async throws -> ChildProcess.Result
    /// A function that returns the pictures of a lesson.
    let draw: @Sendable (String) async throws -> [Pictures.Picture]

    /// Records lessons.
    ///
    /// - Parameter number: The number of the lesson, or `nil` for all lessons.
    /// - Returns: True.
    /// - Throws: ``CommandFailure`` if a lesson does not compile, or if a step ends with an error.
    func run(only number: String?) async throws -> Bool {
        for number in number.map({ [$0] }) ?? workbook.lessons {
            guard let folder = workbook.lessonFolder(number) else { continue }
            let path = "\(folder)/README.md"
            let run = ["run", "--quiet", "--scratch-path", workbook.url(".build/workbook").path]
            let page = try await Progress.during("Running lesson \(number)") {
                // Only a run for a terminal reports with its exit code that a step threw an error.
                try await output(of: run + ["lesson-\(number)"], path)
                return try await output(of: run + ["lesson-\(number)", "--markdown"], path)
            }
            try write(page, to: path)
            let pictures = try await Progress.during("Drawing lesson \(number)") {
                try await draw(number)
            }
            for picture in pictures { try write(picture.svg, to: picture.path) }
        }
        for path in try StepRecording(workbook: workbook).run() {
            try Console.print(["Recorded \(path)"])
        }
        return true
    }

    private func write(_ contents: String, to path: String) throws {
        try workbook.write(Data(contents.utf8), to: path)
        try Console.print(["Recorded \(path)"])
    }

    @discardableResult
    private func output(of arguments: [String], _ path: String) async throws -> String {
        let result = try await swift(arguments)
        guard result.ending == .exited(0) else {
            let lesson = arguments.first { $0.hasPrefix("lesson-") } ?? ""
            throw CommandFailure(
                description: "\(lesson) did not run to its end without an error, so \(path) is as "
                    + "it was. swift run \(lesson) shows why.")
        }
        return result.standardOutput
    }

    private static func swift(
        _ arguments: [String], in workbook: WorkbookFolder
    ) async throws -> ChildProcess.Result {
        let toolchain = try Toolchain.find()
        let temporary = workbook.url(".build/workbook.tmp")
        let lock = FolderLock(file: workbook.url(".build/workbook.lock"))
        return try await lock.hold(for: "record") {
            try await Interruption.withFolder(temporary) {
                try await ChildProcess(
                    executable: toolchain.swift, arguments: arguments,
                    environment: ChildProcess.environment(
                        keeping: ["LANG", "LC_ALL", "TZ"], adding: ["TMPDIR": temporary.path]),
                    folder: workbook.root
                ).run()
            }
        }
    }
}

extension Recording {
    /// Creates the recording of a workbook's lessons by its own lessons' programs.
    init(of workbook: WorkbookFolder) {
        self.init(
            workbook: workbook, swift: { try await Self.swift($0, in: workbook) },
            draw: Pictures(workbook: workbook).drawn)
    }
}
