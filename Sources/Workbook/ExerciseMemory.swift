import Foundation
import Judging

/// The hints and the messages that a learner has seen, and the last verdict of the checks. Nothing
/// important is lost without it: the first hint comes again, and the checks run once more.
struct ExerciseMemory {
    let number: String
    let workbook: WorkbookFolder

    /// Everything that is remembered of an exercise.
    private struct Contents: Codable {
        /// The number of the hint that was shown last, by its task.
        var shown: [Int: Int] = [:]
        /// The bytes of the answer when the checks last judged it.
        var judged: Data?
        /// The task that was at hand then, or nil if every task was right.
        var task: Int?
        /// A Boolean value that indicates whether a task has been right at any time, or nil if the checks
        /// have not run yet.
        var hasBegun: Bool?
        /// The number of tasks that were right then, or nil if the checks have not run yet.
        var right: Int?
    }

    private var path: String { ".build/hints/Exercise\(number).json" }

    private var contents: Contents {
        let data = try? Data(contentsOf: workbook.url(path))
        return data.flatMap { try? JSONDecoder().decode(Contents.self, from: $0) } ?? Contents()
    }

    private func remember(_ change: (inout Contents) -> Void) {
        var contents = contents
        change(&contents)
        try? workbook.write(JSONEncoder().encode(contents), to: path)
    }

    /// Goes to the next hint of a task, or back to the one before.
    ///
    /// - Parameters:
    ///   - task: The number of the task.
    ///   - count: The number of its hints.
    ///   - isBack: True to go back.
    /// - Returns: The number of the hint to show, from 1. After the last one, it is the last one again.
    func hint(of task: Int, among count: Int, goingBack isBack: Bool = false) -> Int {
        let hint = min(max(contents.shown[task, default: 0] + (isBack ? -1 : 1), 1), count)
        remember { $0.shown[task] = hint }
        return hint
    }

    /// The exercise that the learner asked about last, by `check`, `watch` or `hint`. The result is nil if
    /// there was none.
    static func last(in workbook: WorkbookFolder) -> String? {
        workbook.text(lastPath)
    }

    private static let lastPath = ".build/hints/last"

    /// Keeps that the learner has asked about this exercise.
    func keepAsLast() {
        try? workbook.write(Data(number.utf8), to: Self.lastPath)
    }

    /// Keeps the task at hand of a verdict.
    func keep(_ verdict: ExerciseVerdict, of answer: Answer) {
        remember {
            $0.judged = answer.contents
            $0.task = verdict.taskAtHand
            $0.hasBegun = $0.hasBegun == true || verdict.tasks.contains(where: \.isRight)
            $0.right = verdict.count(\.isRight)
        }
    }

    /// The number of tasks that were right in the last verdict.
    var right: Int { contents.right ?? 0 }

    /// A Boolean value that indicates whether every task was right in the last verdict.
    var isDone: Bool { contents.judged != nil && contents.task == nil }

    /// A Boolean value that indicates whether a task of the exercise has been done. The last verdict
    /// decides this, without a build. If there is no verdict, the learner has begun if a hole of the stub
    /// is gone.
    var hasBegun: Bool {
        if let hasBegun = contents.hasBegun { return hasBegun }
        func holes(_ path: String) -> Int {
            workbook.text(path)?.matches(of: #/TODO\("Task /#).count ?? 0
        }
        let path = workbook.exercisePath(number)
        return workbook.exists(path) && holes(path) < holes(workbook.stubPath(number))
    }

    /// The task that was at hand in the last verdict, or nil if every task was right.
    var task: Int? { contents.task }

    /// Returns a Boolean value that indicates whether the last verdict is about exactly this answer.
    func hasJudged(_ answer: Answer) -> Bool { contents.judged == answer.contents }

    func forget() {
        try? FileManager.default.removeItem(at: workbook.url(path))
    }
}
