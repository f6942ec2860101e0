import Foundation

/// Judges answers to one exercise, one after the other, in a folder of its own.
struct AnswerJudge {
    /// What the checks say of an answer.
    enum Judgment {
        case judged(ExerciseVerdict, warnings: [Diagnostic])
        case doesNotCompile([Diagnostic])
    }

    let number: String
    let workbook: WorkbookFolder
    /// Where the answers are put: `.build/verify-0/answers`.
    let answers: String
    private let program: ChecksProgram

    /// - Parameter lane: Which of the folders to use. Two judges at work at once need two.
    init(_ number: String, in workbook: WorkbookFolder, lane: Int = 0) {
        self.number = number
        self.workbook = workbook
        let folder = ".build/verify-\(lane)"
        answers = "\(folder)/answers"
        program = ChecksProgram(
            workbook: workbook, numbers: [number], answers: answers, buildFolder: folder)
    }

    /// Holds the folder, so that no other tool comes in between.
    ///
    /// - Parameter activity: What another tool that waits says about this one: `verify 07`.
    func alone<Value>(_ activity: String, _ work: () throws -> Value) throws -> Value {
        try program.alone(activity, work)
    }

    /// Judges an answer, while the folder is held.
    ///
    /// - Parameter answer: The whole text of a file `Exercise07.swift`.
    func judge(_ answer: String) throws -> Judgment {
        let file = workbook.url("\(answers)/Exercise\(number).swift")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // Written anew each time, so that the compiler repeats its warnings.
        try Data(answer.utf8).write(to: file)
        do {
            let said = try FrontendBuild(of: program).build().diagnostics
            let verdict = try program.run(number, asksForMessages: true)
            return .judged(verdict, warnings: said.filter { $0.path.hasPrefix(answers) })
        } catch let failure as ChecksProgram.BuildFailure {
            return .doesNotCompile(failure.diagnostics)
        }
    }
}
