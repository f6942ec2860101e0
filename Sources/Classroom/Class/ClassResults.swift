import ExerciseConventions
import Judging

/// The results of a class.
struct ClassResults: Sendable {
    /// An exercise with its tasks.
    struct Exercise: Sendable {
        let number: String
        let tasks: [TaskVerdict]
    }

    struct Row: Sendable {
        /// The name of the pupil's folder.
        let pupil: String
        /// The judgments, one for each exercise.
        let judgments: [Judgment]
        /// The files that were taken although they do not have the usual name or place.
        var taken: [String] = []
        /// The files that were not taken, with the reason.
        var refused: [String] = []
    }

    let exercises: [Exercise]
    /// The number of pupils. While they are judged, there are fewer rows.
    let pupilCount: Int
    var rows: [Row] = []
    /// The files that are in no pupil's folder, with the reason why they were not taken.
    var strayFiles: [String] = []

    /// The result of one task in the table.
    enum Cell: CaseIterable {
        case right, wrong, open, crashed, left, hung, notJudged, notCompiled, notHandedIn
    }

    /// Returns the cells of a pupil: a list for each exercise, with a cell for each task.
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
            // Code that ends the program outside of the tasks may also have written false records of
            // them.
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

    /// A message that some pupils get.
    struct StuckPoint: Equatable, Sendable {
        /// The first message that they read, with the exercise, on one line.
        let message: String
        /// The step of a lesson that explains it, if there is one.
        var step: LessonStep?
        /// The names of the pupils, in the order of the rows.
        var pupils: [String]
        /// The lines in the pupils' files, by the names of the pupils, if the compiler names them.
        var lines: [String: Int] = [:]
    }

    /// The number of messages of a pupil that are shown for each exercise. The fewer exercises there are,
    /// the more messages are shown.
    private var mostMessages: Int { max(3 / max(exercises.count, 1), 1) }

    /// Returns the number of pupils who have each task of an exercise right.
    func sums(of index: Int) -> [Int] {
        let cells = rows.map { self.cells(of: $0)[index] }
        return exercises[index].tasks.indices.map { task in
            cells.count { $0[task] == .right }
        }
    }

    /// The messages at which the pupils are stuck, at most three of each pupil. The message that most
    /// pupils get comes first, and exercises that were not handed in come last.
    var stuckPoints: [StuckPoint] {
        var points: [StuckPoint] = []
        var missing: [StuckPoint] = []
        for (index, exercise) in exercises.enumerated() {
            for row in rows {
                let judgment = row.judgments[index]
                let pupilPoints = stuckPoints(of: judgment, exercise).prefix(mostMessages)
                if case .missing = judgment {
                    for point in pupilPoints { Self.add(row.pupil, at: point, to: &missing) }
                } else {
                    let line = Self.line(of: judgment, exercise)
                    for point in pupilPoints {
                        Self.add(row.pupil, at: point, line: line, to: &points)
                    }
                }
            }
        }
        let order = points.enumerated().sorted { first, second in
            (-first.element.pupils.count, first.offset)
                < (-second.element.pupils.count, second.offset)
        }
        return order.map(\.element) + missing
    }

    private static func add(
        _ pupil: String, at point: StuckPoint, line: Int? = nil, to points: inout [StuckPoint]
    ) {
        let existing = points.firstIndex { $0.message == point.message }
        if existing == nil { points.append(point) }
        let index = existing ?? points.count - 1
        points[index].pupils.append(pupil)
        points[index].lines[pupil] = line
    }

    /// Returns the line that the compiler reports first.
    private static func line(of judgment: Judgment, _ exercise: Exercise) -> Int? {
        guard case .notCompiled(let failure) = judgment else { return nil }
        let path = AnswersFolder.learners.answerPath(exercise.number)
        return failure.diagnostics(in: path).first?.line
    }

    /// Returns the points of a judgment, without the pupils.
    private func stuckPoints(of judgment: Judgment, _ exercise: Exercise) -> [StuckPoint] {
        func point(_ problem: String, _ step: LessonStep? = nil) -> StuckPoint {
            StuckPoint(message: "Exercise \(exercise.number)\(problem)", step: step, pupils: [])
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

    /// Returns the beginning of a message, on one line.
    private static func line(of message: String) -> String {
        String(Finding.withSingleBlanks(message).prefix(400))
    }
}
