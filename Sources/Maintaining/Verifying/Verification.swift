import DecodingExplainer
import ExerciseConventions
import Foundation
import Judging
import Synchronization
import Walkthrough

/// `maintain verify`: what a maintainer wants to know of an exercise before anybody sees it.
///
/// It looks at the files first (are they all there, do they agree, do they keep the rules?), then
/// builds the stub, the solution and every wrong answer, and judges each with the same checks that
/// judge the learner. At last it tries the demos of the teacher's guide.
struct Verification {
    let workbook: WorkbookFolder

    /// The titles of the steps that messages may name, by lesson.
    var stepTitles = LessonStep.titles(ofLesson:)
    /// Whether every message that no wrong answer has heard is shown, and not only some of them.
    var showsMessages = false

    init(of workbook: WorkbookFolder) {
        self.workbook = workbook
    }

    /// - Parameter number: The exercise, or nil for all. It need not exist: then the report lists the
    ///   files that it needs.
    /// - Returns: Whether everything holds.
    func run(only number: String?) throws -> Bool {
        let numbers = number.map { [$0] } ?? workbook.numbers
        // A build of one exercise can hardly use two cores, so several exercises go on at once. A single
        // one has all of them for its answers. While an answer that never ends is waited for, the cores
        // have time for one more.
        let most = mostAtOnce + 1
        let atOnce = numbers.count == 1 ? most : 1
        let isGood = try Progress.during("Verifying \(numbers.joined(separator: ", "))") {
            try numbers.concurrentMap(atMost: most) { number in
                let findings = findings(of: number, atOnce: atOnce)
                let lines = report(findings.problems, of: number) + remark(on: findings.unheard)
                Progress.say(lines.joined(separator: "\n"))
                return findings.problems.isEmpty
            }
        }
        return isGood.allSatisfy(\.self)
    }

    /// What is said of one exercise, in lines.
    func report(_ problems: [String], of number: String) -> [String] {
        guard problems.isEmpty else {
            return ["✘ \(number)"] + problems.flatMap(Self.lines)
        }
        let catalogue = catalogue(number)
        let demos = guide(number, catalogue).demos.count
        return [
            "✔ \(number)  stub open, solution right, \(catalogue.entries.count) wrong answers refused, "
                + "\(demos) demos as promised"
        ]
    }

    /// How many of the messages are shown that no wrong answer has heard.
    private static let mostMessages = 3

    /// What a maintainer may want to know of an exercise, though nothing is wrong with it.
    private func remark(on unheard: [String]) -> [String] {
        if unheard.isEmpty { return [] }
        let shown = unheard.prefix(showsMessages ? unheard.count : Self.mostMessages)
        let rest = unheard.count - shown.count
        let count = unheard.count == 1 ? "1 message" : "\(unheard.count) messages"
        return ["      \(count) of its checks that no entry of the catalogue meets:"]
            + shown.flatMap { message in
                let lines = DisplayText.wrapped(message, width: 90)
                return zip(["      - "] + Array(repeating: "        ", count: lines.count), lines)
                    .map(+)
            }
            + (rest == 0 ? [] : ["      … and \(rest) more, which --messages shows too"])
    }

    /// A problem in lines of a terminal. Lines of a file keep their form.
    private static func lines(of problem: String) -> [String] {
        let lines = problem.split(separator: "\n").enumerated().flatMap { index, line in
            line.hasPrefix("│")
                ? DisplayText.cut(line, width: 96)
                : DisplayText.wrapped(String(line), width: 96)
        }
        return zip(["  - "] + Array(repeating: "    ", count: lines.count), lines).map(+)
    }

    /// What is wrong with one exercise.
    ///
    /// - Parameter atOnce: How many answers are judged at once.
    func problems(of number: String, atOnce: Int = 1) -> [String] {
        findings(of: number, atOnce: atOnce).problems
    }

    /// What is wrong with one exercise, and which messages of its checks no wrong answer has heard.
    func findings(
        of number: String, atOnce: Int = 1
    ) -> (problems: [String], unheard: [String]) {
        let files = FileVerification(number, in: workbook, stepTitles: stepTitles)
        let missing = files.missing
        guard missing.isEmpty else {
            let isNew = missing.count > LessonFile.allCases.count
            let advice = "swift run maintain new \(number) NameOfIt writes all of them."
            return (missing + (isNew ? [advice] : []), [])
        }
        do {
            let catalogue = catalogue(number)
            let guide = guide(number, catalogue)
            let ofFiles =
                files.problems + files.lint
                + catalogue.problems.map { "\(workbook.wrongAnswersPath(number)): \($0)" }
                + guide.problems.map { "\(guidePath(number)): \($0)" }
            let ofAnswers = try AnswerVerification(number, catalogue, in: workbook, atOnce: atOnce)
                .findings()
            let ofDemos = try DemoVerification(
                number: number, workbook: workbook, guide: guide, atOnce: atOnce
            ).problems()
            return (ofFiles + ofAnswers.problems + ofDemos, ofAnswers.unheard)
        } catch {
            return (files.problems + ["The checks could not be run: \(error)"], [])
        }
    }

    private func guidePath(_ number: String) -> String {
        workbook.path(.guide, number)
    }

    private func guide(_ number: String, _ catalogue: WrongAnswerCatalogue) -> TeacherGuide {
        let lesson = workbook.path(.lesson, number)
        let sections = LessonSource(workbook.text(lesson) ?? "").sections
        return TeacherGuide(
            workbook.text(guidePath(number)) ?? "", of: number,
            steps: sections.prefix { $0.title != LessonSource.closingTitle }.map(\.title),
            wrongAnswers: catalogue.entries.map(\.heading))
    }

    private func catalogue(_ number: String) -> WrongAnswerCatalogue {
        WrongAnswerCatalogue(workbook.text(workbook.wrongAnswersPath(number)) ?? "")
    }
}
