import ExerciseConventions
import Foundation

/// `workbook check 01`: judges one exercise and prints a short verdict.
struct Check {
    let number: String
    let workbook: WorkbookFolder
    /// Whose answers, where it is not the learner's.
    var answers = AnswersFolder.learners

    init(_ number: String, of answers: AnswersFolder = .learners, in workbook: WorkbookFolder) {
        self.number = number
        self.answers = answers
        self.workbook = workbook
    }

    /// - Returns: Whether every task is right.
    /// - Throws: ``UsageError`` where there is no file to judge, and what building and judging throw.
    func run() throws -> Bool {
        let judged = try judge()
        try Console.print(judged.lines)
        return judged.isRight
    }

    /// What building and judging have shown.
    enum Judgment {
        case judged(ExerciseVerdict, warnings: [Diagnostic])
        case cannotBeBuilt(ChecksProgram.BuildFailure)
    }

    /// - Returns: What `run` prints, and whether every task is right.
    func judge() throws -> (lines: [String], isRight: Bool) {
        let report = VerdictReport(in: workbook, answers: answers)
        switch try judgment() {
        case .judged(let verdict, let warnings):
            return (report.lines(for: verdict, warnings: warnings), verdict.isRight)
        case .cannotBeBuilt(let failure):
            return (report.lines(for: failure, of: number), false)
        }
    }

    /// Builds and judges.
    func judgment() throws -> Judgment {
        try requireFile()
        let program = program
        return try program.alone("check \(number)") {
            do {
                let said = try Progress.during("Building exercise \(number)") {
                    try FrontendBuild(of: program).build().diagnostics
                }
                let answer = try? Data(contentsOf: workbook.url(path))
                let verdict = try Progress.during("Judging exercise \(number)") {
                    try program.run(number)
                }
                if let answer, answers == .learners {
                    HintMemory(number: number, workbook: workbook).keep(verdict, of: answer)
                }
                return .judged(verdict, warnings: program.warnings(in: said, about: number))
            } catch let failure as ChecksProgram.BuildFailure {
                return .cannotBeBuilt(failure)
            }
        }
    }

    /// - Throws: ``UsageError`` where there is no file to judge.
    func requireFile() throws {
        let path = path
        guard workbook.exists(path) else {
            throw UsageError(
                description: answers == .learners
                    ? "\(path) is not there. \(Advice.bringBack(path))"
                    : "\(path) is not there, and \(EnvironmentVariable.answers)=\(answers.path) "
                        + "asks for it.")
        }
    }

    /// The file that is judged, from the package's folder.
    var path: String { program.answerPath(number) }

    private var program: ChecksProgram {
        ChecksProgram(workbook: workbook, numbers: [number], answers: answers.path)
    }
}

/// What to do with a file, in words that stay true after a commit.
enum Advice {
    static func bringBack(_ path: String) -> String {
        "swift run workbook reset \(number(in: path)) puts the stub in its place."
    }

    static func compareWithStub(_ path: String) -> String {
        "Solutions/.stubs/Exercise\(number(in: path)).swift shows how the stub had it."
    }

    private static func number(in path: String) -> Substring {
        path.dropLast(".swift".count).suffix(2)
    }
}
