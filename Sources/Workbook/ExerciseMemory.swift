import Foundation
import Judging

/// What a learner has been shown, and what the checks last said. Losing it loses nothing: the first hint
/// comes again, and the checks are asked anew.
struct ExerciseMemory {
    let number: String
    let workbook: WorkbookFolder

    /// Everything that is remembered of an exercise.
    private struct Contents: Codable {
        /// How many hints of a task have been shown.
        var shown: [Int: Int] = [:]
        /// The answer's file when the checks last judged it.
        var judged: Data?
        /// The task that was at hand then; nil where each was right.
        var task: Int?
        /// Whether a task has been right at any time; nil where nobody has asked the checks.
        var hasBegun: Bool?
    }

    private var file: URL { workbook.url(".build/hints/Exercise\(number).json") }

    private var contents: Contents {
        (try? JSONDecoder().decode(Contents.self, from: Data(contentsOf: file))) ?? Contents()
    }

    private func remember(_ change: (inout Contents) -> Void) {
        var contents = contents
        change(&contents)
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? JSONEncoder().encode(contents).write(to: file, options: .atomic)
    }

    /// Counts one hint more of a task.
    ///
    /// - Parameter count: How many there are.
    /// - Returns: Which one is to be shown, from 1. After the last one, the last one again.
    func next(of task: Int, among count: Int) -> Int {
        let next = min(max(contents.shown[task] ?? 0, 0) + 1, count)
        remember { $0.shown[task] = next }
        return next
    }

    /// Keeps which task is at hand.
    func keep(_ verdict: ExerciseVerdict, of answer: Answer) {
        remember {
            $0.judged = answer.contents
            $0.task = verdict.taskAtHand
            $0.hasBegun = $0.hasBegun == true || verdict.tasks.contains(where: \.isRight)
        }
    }

    /// Whether a task of the exercise has been done, without a build: as the checks said, and where they
    /// were never asked, whether a hole of the stub is gone.
    var hasBegun: Bool {
        if let known = contents.hasBegun { return known }
        func holes(_ path: String) -> Int {
            workbook.text(path)?.matches(of: #/TODO\("Task /#).count ?? 0
        }
        let path = workbook.exercisePath(number)
        return workbook.exists(path) && holes(path) < holes(workbook.stubPath(number))
    }

    /// The task that a learner is at.
    enum TaskAtHand {
        case task(Int)
        /// Each task is right.
        case none
        /// The checks have not judged this answer.
        case unknown
    }

    /// The task that the learner was at when the checks judged this very answer.
    func taskAtHand(in answer: Answer) -> TaskAtHand {
        let contents = contents
        guard contents.judged == answer.contents else { return .unknown }
        return contents.task.map(TaskAtHand.task) ?? .none
    }

    func forget() {
        try? FileManager.default.removeItem(at: file)
    }
}
