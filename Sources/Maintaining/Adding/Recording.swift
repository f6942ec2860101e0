import Foundation
import Judging

/// `maintain record`: writes the README.md of lessons anew, from a run, the pictures of them, and the
/// names of all steps.
struct Recording {
    let workbook: WorkbookFolder
    /// Runs `swift` with arguments in the package's folder.
    let swift: @Sendable ([String]) throws -> ChildProcess.Result
    /// Draws the pictures of a lesson.
    let draw: @Sendable (String) throws -> [Pictures.Picture]

    init(of workbook: WorkbookFolder) {
        self.init(
            of: workbook, swift: { try Self.swift($0, in: workbook) },
            draw: Pictures(workbook: workbook).drawn)
    }

    init(
        of workbook: WorkbookFolder,
        swift: @escaping @Sendable ([String]) throws -> ChildProcess.Result,
        draw: @escaping @Sendable (String) throws -> [Pictures.Picture]
    ) {
        self.workbook = workbook
        self.swift = swift
        self.draw = draw
    }

    /// - Parameter number: The lesson, or nil for all.
    /// - Returns: True.
    /// - Throws: ``CommandFailure`` where a lesson does not compile, or where a step ends with an error.
    func run(only number: String?) throws -> Bool {
        for number in number.map({ [$0] }) ?? workbook.lessons {
            guard let folder = workbook.lessonFolder(number) else { continue }
            let path = "\(folder)/README.md"
            let run = ["run", "--quiet", "--scratch-path", workbook.url(".build/workbook").path]
            let text = try Progress.during("Running lesson \(number)") {
                // Only the run in a terminal's form says by its exit code that a step threw.
                try output(of: run + ["lesson-\(number)"], path)
                return try output(of: run + ["lesson-\(number)", "--markdown"], path)
            }
            try write(text, to: path)
            let pictures = try Progress.during("Drawing lesson \(number)") { try draw(number) }
            for picture in pictures { try write(picture.svg, to: picture.path) }
        }
        for path in try StepRecording(workbook: workbook).run() {
            try Console.print(["Recorded \(path)"])
        }
        return true
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: workbook.url(path), options: .atomic)
        try Console.print(["Recorded \(path)"])
    }

    @discardableResult
    private func output(of arguments: [String], _ path: String) throws -> String {
        let result = try swift(arguments)
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
    ) throws -> ChildProcess.Result {
        let toolchain = try Toolchain.find()
        let temporary = workbook.url(".build/workbook.tmp")
        let lock = FolderLock(file: workbook.url(".build/workbook.lock"))
        return try lock.hold(for: "record") {
            try Interruption.withFolder(temporary) {
                try ChildProcess(
                    executable: toolchain.swift, arguments: arguments,
                    environment: ChildProcess.environment(
                        keeping: ["LANG", "LC_ALL", "TZ"], adding: ["TMPDIR": temporary.path]),
                    folder: workbook.root
                ).run()
            }
        }
    }
}
