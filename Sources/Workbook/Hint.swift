import DecodingExplainer
import ExerciseConventions
import Foundation
import Judging
import Walkthrough

/// The command `workbook hint 07 [3]`, which shows one more hint each time.
struct Hint {
    let number: String
    let workbook: WorkbookFolder

    /// Returns the next hint in lines, or the one before, and keeps which one was shown.
    ///
    /// - Parameters:
    ///   - task: The number of the task.
    ///   - isBack: True to go back.
    /// - Throws: ``UsageError`` if there is no hint for the task.
    func next(of task: Int, goingBack isBack: Bool = false) throws -> [String] {
        let tasks = hintsByTask
        guard let hints = tasks[task], !hints.isEmpty else {
            let available = tasks.keys.sorted().map(String.init).joined(separator: ", ")
            throw UsageError(
                description: "There are no hints for task \(task) of exercise \(number). "
                    + "There are hints for: \(available.isEmpty ? "none" : available).")
        }
        let index = ExerciseMemory(number: number, workbook: workbook)
            .hint(of: task, among: hints.count, goingBack: isBack)
        let solution =
            index == hints.count
            ? ["", "That was the last one. The whole answer: \(workbook.solutionPath(number))"] : []
        return ["Exercise \(number), task \(task), hint \(index) of \(hints.count)"]
            + Self.shown(hints[index - 1]) + solution
    }

    private var hintsByTask: [Int: [[String]]] {
        Hints(workbook.text(workbook.hintsPath(number)) ?? "").tasks
    }

    /// Returns the first step that the hints of a task name, or nil if they name none.
    func step(of task: Int) -> LessonStep? {
        let hints = hintsByTask[task] ?? []
        let text = Finding.withSingleBlanks(hints.joined().joined(separator: " "))
        let named = LessonStep.allCases.compactMap { step in
            text.range(of: "(lesson \(step.lesson), step \(step.number))").map {
                (step: step, place: $0.lowerBound)
            }
        }
        return named.min { $0.place < $1.place }?.step
    }

    /// Returns the rows of a hint. Prose is wrapped; a document keeps its lines.
    private static func shown(_ lines: [String]) -> [String] {
        let width = max(Terminal.current.width(upTo: VerdictReport.widest) - 2, 20)
        var prose: [String] = []
        var shown: [String] = []
        func endProse() {
            shown += DisplayText.wrapped(prose.joined(separator: " "), width: width)
            prose = []
        }
        for line in lines {
            if line.isEmpty || line.hasPrefix("    ") {
                endProse()
                shown.append(line)
            } else {
                prose.append(line)
            }
        }
        endProse()
        return shown.map { $0.isEmpty ? "" : "  " + $0 }
    }

    /// Returns the next hint in lines, or a line that says that none is needed.
    ///
    /// - Parameter named: The number of the task, or nil for the task at hand.
    /// - Throws: ``UsageError`` if there is no hint, or if the task at hand is not known.
    func lines(for named: Int?) async throws -> [String] {
        let task: Int? = if let named { named } else { try await taskAtHand() }
        ExerciseMemory(number: number, workbook: workbook).keepAsLast()
        if let task { return try next(of: task) }
        let path = workbook.hintsPath(number)
        return ["Each task of exercise \(number) is right. What to take away: \(path)"]
    }

    /// Returns the task at hand, or nil if every task is right. The checks run only if they have not judged
    /// this answer before.
    ///
    /// - Throws: ``UsageError`` if the task at hand is not known, because the answer does not compile.
    private func taskAtHand() async throws -> Int? {
        let check = Check(number: number, workbook: workbook)
        let answer = try check.answer()
        let memory = ExerciseMemory(number: number, workbook: workbook)
        if memory.hasJudged(answer) { return memory.task }
        let judgment = try await check.judgment(of: answer)
        if let verdict = judgment.verdict { return verdict.taskAtHand }
        if let task = check.line(of: judgment).flatMap(check.task(atLine:)) { return task }
        throw UsageError(
            description:
                "Exercise \(number) does not compile, so the checks cannot tell which task "
                + "you are at. Name it: swift run workbook hint \(number) 1")
    }
}
