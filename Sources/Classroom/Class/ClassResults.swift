import ExerciseConventions
import Judging

/// The results of a class, or of a part of it.
struct ClassResults: Codable, Sendable {
    /// An exercise with its tasks.
    struct Exercise: Codable, Equatable, Sendable {
        let number: String
        let tasks: [Task]

        /// A task with its title: `Task 4 · What may be absent or null`.
        struct Task: Codable, Equatable, Sendable {
            let number: Int
            let title: String
        }
    }

    /// The result of a pupil's answer to an exercise.
    enum Outcome: Codable, Equatable, Sendable {
        /// There is no file.
        case missing
        /// The file is the stub, of this or of an earlier version of the workbook.
        case unchanged(isEarlier: Bool)
        case notCompiled(CompilerRefusal)
        /// There is no verdict. The value is the reason.
        case notJudged(String)
        case judged(ExerciseVerdict)

        var verdict: ExerciseVerdict? {
            if case .judged(let verdict) = self { verdict } else { nil }
        }
    }

    /// The reason why an answer does not compile.
    struct CompilerRefusal: Codable, Equatable, Sendable {
        let message: String
        /// The line of the pupil's file, from 1, if the compiler names one.
        var line: Int?
        /// The text of that line.
        var source: String?
    }

    struct Row: Codable, Sendable {
        /// The name of the pupil.
        let pupil: String
        /// The outcomes, one for each exercise.
        let outcomes: [Outcome]
        /// The files that were taken although they do not have the usual name or place.
        var taken: [String] = []
        /// The files that were not taken, with the reason.
        var refused: [String] = []
        /// The exercises that were handed in more than once, with the file that counts.
        var twice: [String] = []
    }

    let exercises: [Exercise]
    /// The names of all pupils. While they are judged, and in a part, there are fewer rows.
    let pupils: [String]
    var rows: [Row] = []
    /// The files that are in no pupil's folder, with the reason why they were not taken.
    var strayFiles: [String] = []

    // MARK: - The table

    /// The result of one task in the table, with its meaning in words.
    enum Cell: String, CaseIterable {
        case right
        case wrong
        case open = "still to do"
        case crashed
        case left = "ended the program"
        case hung = "never ended"
        case notJudged = "not judged"
        case notCompiled = "does not compile"
        case notHandedIn = "not handed in"
    }

    /// Returns the cells of a pupil: a list for each exercise, with a cell for each task.
    func cells(of row: Row) -> [[Cell]] {
        zip(exercises, row.outcomes).map { exercise, outcome in
            exercise.tasks.map { Self.cell(of: $0.number, outcome) }
        }
    }

    private static func cell(of task: Int, _ outcome: Outcome) -> Cell {
        switch outcome {
        case .missing, .unchanged: return .notHandedIn
        case .notCompiled: return .notCompiled
        case .notJudged: return .notJudged
        case .judged(let verdict):
            // Code that ends the program outside of the tasks may also have written false records of
            // them.
            if let outside = verdict.outside { return cell(of: outside) }
            switch verdict.state(ofTask: task) {
            case .right: return .right
            case .open: return .open
            case .wrong(let problems):
                return problems.lazy.map(cell).first { $0 != .wrong } ?? .wrong
            case .notRun: return .notJudged
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

    // MARK: - What to teach

    /// The pupils who handed in at least one answer.
    var handingIn: Int {
        rows.count { cells(of: $0).joined().contains { $0 != .notHandedIn } }
    }

    /// The pupils who have everything right.
    var finished: Int { rows.count { $0.outcomes.allSatisfy { $0.verdict?.isRight == true } } }

    /// The answers that do not compile.
    var notCompiled: Int {
        rows.flatMap(\.outcomes).count { if case .notCompiled = $0 { true } else { false } }
    }

    /// The answers that were not judged, such as an empty file.
    var notJudged: Int {
        rows.flatMap(\.outcomes).count { if case .notJudged = $0 { true } else { false } }
    }

    /// The pupils of whom at least one answer was run.
    var judged: Int { rows.count { $0.outcomes.contains { $0.verdict != nil } } }

    /// The steps of lessons that several pupils need again, with the number of these pupils. The step that
    /// most of them need comes first.
    var stepsToTeach: [(step: LessonStep, pupils: Int)] {
        var counts: [LessonStep: Int] = [:]
        for row in rows {
            let problems = row.outcomes.compactMap(\.verdict).flatMap(\.tasks).flatMap(\.problems)
            for step in Set(problems.compactMap(\.finding.step)) { counts[step, default: 0] += 1 }
        }
        // Of steps that equally many need, the earlier one comes first, because the sorting is stable.
        return LessonStep.allCases.map { (step: $0, pupils: counts[$0, default: 0]) }
            .filter { $0.pupils > 1 }.sorted { $0.pupils > $1.pupils }
    }

    // MARK: - Who is stuck where

    /// A message that some pupils get.
    struct StuckPoint: Equatable, Sendable {
        /// The message, with the exercise, on one line.
        let message: String
        /// The step of a lesson that explains it, if there is one.
        var step: LessonStep?
        /// The names of the pupils, in the order of the rows.
        var pupils: [String] = []
        /// The number of pupils whose answer to the exercise was judged.
        var judged = 0
    }

    /// The messages at which the pupils are stuck. The message that most pupils get comes first.
    var stuckPoints: [StuckPoint] {
        var points: [StuckPoint] = []
        var places: [String: Int] = [:]
        for (index, exercise) in exercises.enumerated() {
            let judged = rows.count { $0.outcomes[index].verdict != nil }
            for row in rows {
                for point in stuckPoints(of: row.outcomes[index], exercise) {
                    let place = places[point.message] ?? points.count
                    if place == points.count { points.append(point) }
                    places[point.message] = place
                    points[place].judged = judged
                    if points[place].pupils.last != row.pupil {
                        points[place].pupils.append(row.pupil)
                    }
                }
            }
        }
        return points.sorted { $0.pupils.count > $1.pupils.count }
    }

    /// Returns the points of an outcome, without the pupils.
    func stuckPoints(of outcome: Outcome, _ exercise: Exercise) -> [StuckPoint] {
        guard case .judged(let verdict) = outcome else { return [] }
        func point(_ problem: String, _ step: LessonStep? = nil) -> StuckPoint {
            StuckPoint(message: "Exercise \(exercise.number)\(problem)", step: step)
        }
        if let outside = verdict.outside {
            return [point(", outside of the tasks: \(outside.message)")]
        }
        let wrong = exercise.tasks.compactMap { task -> StuckPoint? in
            switch verdict.state(ofTask: task.number) {
            case .right, .open: return nil
            case .wrong(let problems):
                let finding = problems.first?.finding
                let line = Self.line(of: finding?.misconception ?? "")
                return point(", task \(task.number): \(line)", finding?.step)
            case .notRun:
                return point(", task \(task.number) was not judged: its report is not complete")
            }
        }
        let open = verdict.tasks.first(where: \.isOpen)
        guard wrong.isEmpty, let open else { return wrong }
        return [point(", \(open.title.replacing("Task ", with: "task ")): still to do")]
    }

    /// Returns the beginning of a message, on one line.
    static func line(of message: String) -> String {
        String(Finding.withSingleBlanks(message).prefix(400))
    }
}

extension ExerciseVerdict {
    /// Returns the state of a task. Of a task without a verdict, the state is not known.
    func state(ofTask number: Int) -> TaskVerdict.State {
        tasks.first { $0.number == number }?.state ?? .notRun
    }
}
