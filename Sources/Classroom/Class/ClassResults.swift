import ExerciseConventions
import Judging

/// What came of the files of a class.
struct ClassResults: Sendable {
    /// An exercise with its tasks.
    struct Exercise: Sendable {
        let number: String
        let tasks: [TaskVerdict]
    }

    struct Row: Sendable {
        /// As the folder says it.
        let pupil: String
        /// One for each exercise.
        let judgments: [Judgment]
        /// The files that were taken though they have another name or place.
        var taken: [String] = []
        /// The files that were not taken, with the reason.
        var refused: [String] = []
    }

    let exercises: [Exercise]
    /// How many pupils there are. While they are judged, there are fewer rows.
    let pupilCount: Int
    var rows: [Row] = []
    /// What lies beside the pupils' folders.
    var strayFiles: [String] = []

    /// What is in the table for one task.
    enum Cell: CaseIterable {
        case right, wrong, open, crashed, left, hung, notJudged, notCompiled, notHandedIn
    }

    /// The cells of a pupil, for each exercise one for each task.
    func cells(of row: Row) -> [[Cell]] {
        zip(exercises, row.judgments).map { exercise, judgment in
            exercise.tasks.map { Self.cell(of: $0.number, judgment) }
        }
    }

    private static func cell(of task: Int, _ judgment: Judgment) -> Cell {
        switch judgment {
        case .missing: return .notHandedIn
        case .notCompiled: return .notCompiled
        case .notJudged: return .notJudged
        case .judged(let verdict, _):
            // What ends the program outside of a task may have written the records of the others.
            if let outside = verdict.outside { return cell(of: outside) }
            switch verdict.tasks.first(where: { $0.number == task })?.state {
            case .right: return .right
            case .open: return .open
            case .wrong(let problems):
                return problems.lazy.map(cell).first { $0 != .wrong } ?? .wrong
            case .notRun, nil: return .notJudged
            }
        }
    }

    private static func cell(of problem: TaskVerdict.Problem) -> Cell {
        switch problem.kind {
        case .refused: .wrong
        case .crashed: .crashed
        case .ended: .left
        case .hung: .hung
        }
    }

    // MARK: - Who is stuck where

    /// A message at which some pupils are.
    struct StuckPoint: Equatable, Sendable {
        /// What they read first, with the exercise, on one line.
        let message: String
        /// The step of a lesson that shows how it goes, if one does.
        var step: LessonStep?
        /// Who, in the order of the rows.
        var pupils: [String]
        /// The line of each one's file, where the compiler names one.
        var lines: [String: Int] = [:]
    }

    /// How many messages of a pupil are shown, of all exercises together if there are few.
    private var mostMessages: Int { max(3 / max(exercises.count, 1), 1) }

    /// How many pupils have each task of an exercise right.
    func sums(of index: Int) -> [Int] {
        let cells = rows.map { self.cells(of: $0)[index] }
        return exercises[index].tasks.indices.map { task in
            cells.count { $0[task] == .right }
        }
    }

    /// Where the pupils are stuck, each at the first things that are not right, three at most: what most
    /// are stuck at comes first, and what was not handed in last.
    var stuckPoints: [StuckPoint] {
        var points: [StuckPoint] = []
        var missing: [StuckPoint] = []
        for (index, exercise) in exercises.enumerated() {
            for row in rows {
                let judgment = row.judgments[index]
                let own = stuckPoints(of: judgment, exercise).prefix(mostMessages)
                if case .missing = judgment {
                    for point in own { Self.add(row.pupil, to: &missing, point) }
                } else {
                    let line = Self.line(of: judgment, exercise)
                    for point in own { Self.add(row.pupil, to: &points, point, line) }
                }
            }
        }
        let order = points.enumerated().sorted { one, other in
            (-one.element.pupils.count, one.offset) < (-other.element.pupils.count, other.offset)
        }
        return order.map(\.element) + missing
    }

    private static func add(
        _ pupil: String, to points: inout [StuckPoint], _ point: StuckPoint, _ line: Int? = nil
    ) {
        let known = points.firstIndex { $0.message == point.message }
        if known == nil { points.append(point) }
        let index = known ?? points.count - 1
        points[index].pupils.append(pupil)
        points[index].lines[pupil] = line
    }

    /// The line that the compiler reports first.
    private static func line(of judgment: Judgment, _ exercise: Exercise) -> Int? {
        guard case .notCompiled(let failure) = judgment else { return nil }
        let path = AnswersFolder.learners.answerPath(exercise.number)
        return failure.diagnostics(in: path).first?.line
    }

    /// Where a judgment says that a pupil is stuck, with nobody's name yet.
    private func stuckPoints(of judgment: Judgment, _ exercise: Exercise) -> [StuckPoint] {
        func point(_ words: String, _ step: LessonStep? = nil) -> StuckPoint {
            StuckPoint(message: "Exercise \(exercise.number)\(words)", step: step, pupils: [])
        }
        switch judgment {
        case .missing: return [point(" was not handed in")]
        case .notCompiled(let failure):
            let reason = failure.reason(for: AnswersFolder.learners.answerPath(exercise.number))
            return [point(" does not compile: \(Self.line(of: reason))")]
        case .notJudged(let reason): return [point(" was not judged: \(Self.line(of: reason))")]
        case .judged(let verdict, _):
            if let outside = verdict.outside {
                return [point(", outside of the tasks: \(outside.message)")]
            }
            let wrong = exercise.tasks.compactMap { task -> StuckPoint? in
                switch verdict.tasks.first(where: { $0.number == task.number })?.state {
                case .right, .open: return nil
                case .wrong(let problems):
                    let finding = problems.first?.finding
                    let line = Self.line(of: finding?.misconception ?? "")
                    return point(", task \(task.number): \(line)", finding?.step)
                case .notRun, nil:
                    return point(
                        ", task \(task.number) was not judged: its report is not complete")
                }
            }
            let open = exercise.tasks.first { task in
                verdict.tasks.contains { $0.number == task.number && $0.isOpen }
            }
            guard wrong.isEmpty, let open else { return wrong }
            return [point(", \(open.title.replacing("Task ", with: "task ")): still to do")]
        }
    }

    /// The beginning of a text, on one line.
    private static func line(of text: String) -> String {
        String(Finding.withSingleBlanks(text).prefix(400))
    }
}
