import Foundation
import Judging
import Walkthrough

/// The work of `maintain accept 07 "A loop"` and `maintain refuse 07 "The berths are lost"`: it
/// adds an answer to the known answers of its exercise, if the verdict of the checks is the
/// expected one.
struct KnownAnswerAddition {
    let number: String
    let heading: String
    /// A Boolean value that indicates whether the answer is right.
    let isRight: Bool
    /// The path of the file with the answer, or `nil` for the exercise's own file.
    var file: String?
    /// The sentence of the stub that a wrong answer breaks.
    var broken: String?
    /// The reason why a learner may write this answer.
    var reason: String?
    let workbook: WorkbookFolder

    /// Returns the declaration of one of the two commands.
    static func usage(_ command: String, help: String) -> Usage {
        Usage(
            "maintain \(command)", "01 \"Heading\"", help: help,
            options: [
                "--file PATH": "the answer, if it is not the exercise's own",
                "--breaks \"…\"": """
                of a wrong answer: the sentence of the stub
                that it breaks
                """,
                "--because \"…\"": "why a learner may write it",
            ])
    }

    /// Judges the answer and writes it on the page.
    ///
    /// - Returns: True.
    /// - Throws: ``CommandFailure`` if the answer cannot be added. Then nothing has been written.
    func run() async throws -> Bool {
        let answer = try await Progress.during("Judging \(path)") { try await knownAnswer() }
        let pagePath = workbook.knownAnswersPath(number)
        try workbook.write(Data((page + "\n" + answer.markdown).utf8), to: pagePath)
        try Console.print(
            ["Added to \(pagePath):", "", answer.markdown.trimmingCharacters(in: .newlines)])
        if !isRight, broken == nil {
            let placeholder = KnownAnswer.Refusal.sentenceToBeFound
            try Console.print(["", "Write a sentence in place of \"\(placeholder)\""])
        }
        return true
    }

    private var path: String { file ?? workbook.exercisePath(number) }

    private var page: String {
        if let page = workbook.text(workbook.knownAnswersPath(number)) { return page }
        let title = workbook.exerciseTitle(number).replacing("Exercise \(number) · ", with: "")
        return KnownAnswers.emptyPage(number, title: title)
    }

    /// Returns the known answer, without writing it.
    ///
    /// - Throws: ``CommandFailure`` if the answer cannot be added.
    func knownAnswer() async throws -> KnownAnswer {
        let heading = heading.trimmingCharacters(in: .whitespaces)
        guard !heading.isEmpty, !heading.contains(where: \.isNewline) else {
            throw CommandFailure(description: "An answer needs a heading of one line.")
        }
        // A path that the user typed is relative to the current folder.
        let url = file.map { URL(fileURLWithPath: $0) } ?? workbook.url(path)
        guard let answer = try? String(contentsOf: url, encoding: .utf8) else {
            throw CommandFailure(description: "\(path) cannot be read.")
        }
        let change = try change(to: answer, heading)
        return KnownAnswer(
            heading: heading, refusal: try await refusal(of: answer), note: reason ?? "",
            change: change)
    }

    /// Returns the change that makes the answer of the solution.
    ///
    /// - Throws: ``CommandFailure`` if the answer cannot be added, whatever its verdict is.
    private func change(to answer: String, _ heading: String) throws -> WrittenChange {
        let stub = workbook.text(workbook.stubPath(number)) ?? ""
        if let broken, !workbook.stub(number, says: broken) {
            throw CommandFailure(
                description: "\(workbook.exercisePath(number)) does not say \"\(broken)\". Quote a "
                    + "sentence of it, or a part of one.")
        }
        guard let solution = workbook.text(workbook.solutionPath(number)) else {
            throw CommandFailure(description: "\(workbook.solutionPath(number)) is not there.")
        }
        if answer == stub {
            throw CommandFailure(
                description: "\(path) is untouched: nothing has been written into the stub.")
        }
        guard let change = WrittenChange(from: solution, to: answer) else {
            throw CommandFailure(description: "\(path) is the solution, which is known.")
        }
        for knownAnswer in KnownAnswers(page).answers {
            if knownAnswer.heading == heading {
                throw CommandFailure(
                    description: "\"\(heading)\" is on the page already. Choose another heading.")
            }
            if (try? knownAnswer.change.applied(to: solution)) == answer {
                throw CommandFailure(
                    description: "\(path) is on the page already: \"\(knownAnswer.heading)\".")
            }
        }
        return change
    }

    // MARK: - The verdict of the checks

    private func refusal(of answer: String) async throws -> KnownAnswer.Refusal? {
        let judgment = try await Judge(in: workbook).judgment(
            of: Answer(number, Data(answer.utf8), path: workbook.exercisePath(number)),
            for: "\(isRight ? "accept" : "refuse") \(number)")
        if isRight {
            if let reason = judgment.reasonAgainst {
                throw CommandFailure(description: "\(path) \(reason)")
            }
            return nil
        }
        guard let verdict = judgment.verdict else {
            throw CommandFailure(description: "\(path) \(judgment.reasonAgainst ?? "")")
        }
        guard let finding = verdict.finding, let task = finding.task?.number else {
            if let task = verdict.tasks.first(where: \.isOpen) {
                throw CommandFailure(
                    description: "Nothing in \(path) is wrong: task \(task.number) is still open.")
            }
            throw CommandFailure(
                description: "\(path) passes every task. Add a check to "
                    + "\(workbook.checksPath(number)) that it fails.")
        }
        let otherTasks = verdict.tasks.filter { !$0.isRight && $0.number != task }.map(\.number)
        return KnownAnswer.Refusal(
            task: task, otherTasks: otherTasks, quotation: finding.headline,
            broken: broken ?? KnownAnswer.Refusal.sentenceToBeFound)
    }
}

extension KnownAnswerAddition {
    /// Creates the addition that the arguments of a command describe.
    ///
    /// - Throws: ``UsageError`` if there is no such exercise.
    init(_ arguments: Arguments, isRight: Bool, in workbook: WorkbookFolder) throws {
        self.init(
            number: try workbook.exerciseNumber(arguments.words[0]), heading: arguments.words[1],
            isRight: isRight, file: arguments["--file"], broken: arguments["--breaks"],
            reason: arguments["--because"], workbook: workbook)
    }
}

extension Judgment {
    /// The reason why an answer is not right, or has a warning, in words that follow its name. It
    /// is `nil` if the answer is right and has no warning.
    var reasonAgainst: String? {
        switch self {
        case .missing: return "is not there."
        case .notJudged(let reason): return "was not judged: \(reason)"
        case .notCompiled(let failure):
            return "does not compile with the checks. \(failure.firstReason)"
        case .judged(let verdict, let warnings):
            if let finding = verdict.finding {
                let task = finding.task.map { "by task \($0.number)" } ?? "outside of the tasks"
                return "is refused \(task): \(Finding.withSingleBlanks(finding.message))"
            }
            if let task = verdict.tasks.first(where: { !$0.isRight }) {
                return "leaves task \(task.number) open."
            }
            return warnings.first.map { "gives a warning: \($0.path):\($0.line): \($0.message)" }
        }
    }
}

extension BuildFailure {
    /// The first message of the compiler, with its place if it has one, else the first reason.
    var firstReason: String {
        diagnostics.first.map { "\($0.path):\($0.line): \($0.message)" } ?? reasons[0]
    }
}
