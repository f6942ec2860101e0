import Foundation
import Judging

/// `maintain accept 07 "A loop"` and `maintain refuse 07 "The berths are lost"`: adds an answer to those
/// that are known of its exercise, if the checks say of it what they should.
struct KnownAnswerAddition {
    let number: String
    let heading: String
    /// Whether the answer is right.
    let isRight: Bool
    /// The file with the answer, or nil for the exercise's own.
    var file: String?
    /// What the stub says and a wrong answer does not keep.
    var broken: String?
    /// Why somebody writes this.
    var reason: String?
    let workbook: WorkbookFolder

    /// - Returns: True; the answer is on the page then.
    /// - Throws: ``CommandFailure`` where it cannot be added; nothing has been written then.
    func run() throws -> Bool {
        let answer = try Progress.during("Judging \(path)") { try knownAnswer() }
        let page = workbook.knownAnswersPath(number)
        let text = pageText + "\n" + answer.markdown
        let url = workbook.url(page)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url, options: .atomic)
        try Console.print(
            ["Added to \(page):", "", answer.markdown.trimmingCharacters(in: .newlines)])
        if !isRight, broken == nil {
            let place = KnownAnswer.Refusal.sentenceToBeFound
            try Console.print(["", "Write a sentence in place of \"\(place)\""])
        }
        return true
    }

    private var path: String { file ?? workbook.exercisePath(number) }

    private var pageText: String {
        if let text = workbook.text(workbook.knownAnswersPath(number)) { return text }
        let title = workbook.exerciseTitle(number).replacing("Exercise \(number) · ", with: "")
        return KnownAnswers.emptyPage(number, title: title)
    }

    /// Makes the known answer, and writes nothing.
    func knownAnswer() throws -> KnownAnswer {
        let heading = heading.trimmingCharacters(in: .whitespaces)
        guard !heading.isEmpty, !heading.contains(where: \.isNewline) else {
            throw CommandFailure(description: "An answer needs a heading of one line.")
        }
        // A path that the user typed starts at the current folder.
        let url = file.map { URL(fileURLWithPath: $0) } ?? workbook.url(path)
        guard let text = try? String(contentsOf: url, encoding: .utf8) else {
            throw CommandFailure(description: "\(path) cannot be read.")
        }
        let change = try change(to: text, heading)
        return KnownAnswer(
            heading: heading, expectation: try expectation(of: text), note: reason ?? "",
            change: change)
    }

    /// What makes the answer of the solution.
    ///
    /// - Throws: ``CommandFailure`` where it cannot be added, whatever the checks say of it.
    private func change(to answer: String, _ heading: String) throws -> WrittenChange {
        let stub = workbook.text(workbook.stubPath(number)) ?? ""
        if let broken, !StubText(stub).says(broken) {
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
        for other in KnownAnswers(pageText).answers {
            if other.heading == heading {
                throw CommandFailure(
                    description: "\"\(heading)\" is on the page already. Choose another heading.")
            }
            if other.change == change || (try? other.change.applied(to: solution)) == answer {
                throw CommandFailure(
                    description: "\(path) is on the page already: \"\(other.heading)\".")
            }
        }
        return change
    }

    // MARK: - What the checks say

    private func expectation(of answer: String) throws -> KnownAnswer.Expectation {
        let judgment = try Judge(in: workbook).judgment(
            of: Answer(number, Data(answer.utf8), path: workbook.exercisePath(number)),
            for: "\(isRight ? "accept" : "refuse") \(number)")
        if isRight {
            if let reason = judgment.reasonAgainst {
                throw CommandFailure(description: "\(path) \(reason)")
            }
            return .right
        }
        guard let verdict = judgment.verdict else {
            throw CommandFailure(description: "\(path) \(judgment.reasonAgainst ?? "")")
        }
        return .refused(try refusal(by: verdict))
    }

    private func refusal(by verdict: ExerciseVerdict) throws -> KnownAnswer.Refusal {
        guard let finding = verdict.finding, let task = finding.task?.number else {
            if let task = verdict.tasks.first(where: \.isOpen) {
                throw CommandFailure(
                    description: "Nothing in \(path) is wrong: task \(task.number) is still open.")
            }
            throw CommandFailure(
                description: "\(path) passes every task. Add a check to "
                    + "\(workbook.checksPath(number)) that it fails.")
        }
        let others = verdict.tasks.filter { !$0.isRight && $0.number != task }.map(\.number)
        return KnownAnswer.Refusal(
            task: task, others: others, words: finding.headline,
            broken: broken ?? KnownAnswer.Refusal.sentenceToBeFound)
    }
}

extension Judgment {
    /// Why an answer is not right, or not without a warning, in words that go on after its name; nil where
    /// it is both.
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
    /// The first of the compiler's messages, with its place where it names one.
    var firstReason: String {
        diagnostics.first.map { "\($0.path):\($0.line): \($0.message)" } ?? reasons[0]
    }
}
