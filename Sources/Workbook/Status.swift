import Foundation
import Walkthrough

/// `workbook`: where you are, and what to do next. It asks the checks each time, so it cannot be
/// out of date.
struct Status {
    let workbook: WorkbookFolder
    private let terminal = Terminal.current

    init(of workbook: WorkbookFolder) {
        self.workbook = workbook
    }

    /// What is known of one exercise.
    private enum Standing {
        case judged(ExerciseVerdict)
        case doesNotCompile
        case missing

        var isRight: Bool { if case .judged(let verdict) = self { verdict.isRight } else { false } }
    }

    /// - Returns: True: to be on the way is no failure.
    func run() throws -> Bool {
        let standings = try standings()
        print(terminal.paint("Decoding with Codable", .title) + "\n")
        let width = workbook.exercises.map { workbook.exerciseTitle($0).count }.max() ?? 0
        for (number, standing) in standings {
            let title = workbook.exerciseTitle(number)
            print(
                "  " + title.padding(toLength: width + 2, withPad: " ", startingAt: 0),
                terminator: "")
            print(line(for: standing))
        }
        print("\n" + next(standings).joined(separator: "\n"))
        return true
    }

    /// Judges the first exercise that is not right.
    func checkCurrent() throws -> Bool {
        guard let current = try standings().first(where: { !$0.standing.isRight }) else {
            print("Every exercise is right.")
            return true
        }
        return try Check(current.number, in: workbook).run()
    }

    private func standings() throws -> [(number: String, standing: Standing)] {
        let numbers = workbook.exercises.filter { workbook.exists(workbook.exercisePath($0)) }
        var compiling = numbers
        var broken: Set<String> = []
        let program = { ChecksProgram(workbook: workbook, numbers: compiling) }
        while !compiling.isEmpty {
            do {
                try Progress.during("Building the exercises") { _ = try program().build() }
                break
            } catch let failure as ChecksProgram.BuildFailure {
                // One file that does not compile should not hide how the others are doing.
                let culprits = compiling.filter { number in
                    failure.diagnostics.contains { $0.path.contains("Exercise\(number)") }
                }
                guard !culprits.isEmpty else { throw failure }
                broken.formUnion(culprits)
                compiling.removeAll { culprits.contains($0) }
            }
        }
        return try workbook.exercises.map { number in
            if broken.contains(number) { return (number, .doesNotCompile) }
            guard numbers.contains(number) else { return (number, .missing) }
            let verdict = try Progress.during("Judging exercise \(number)") {
                try program().run(number)
            }
            return (number, .judged(verdict))
        }
    }

    private func line(for standing: Standing) -> String {
        switch standing {
        case .missing: return terminal.paint("the file is not there", .bad)
        case .doesNotCompile: return terminal.paint("does not compile yet", .bad)
        case .judged(let verdict):
            let marks = verdict.tasks.map { task in
                switch task.state {
                case .right: terminal.paint("✔", .good)
                case .wrong: terminal.paint("✘", .bad)
                case .open: terminal.paint("○", .faint)
                case .notReached: terminal.paint("·", .faint)
                }
            }
            let count = { (state: (TaskVerdict) -> Bool) in verdict.tasks.filter(state).count }
            let counts = [
                (count(\.isRight), "right"), (count(\.isWrong), "wrong"), (count(\.isOpen), "open"),
            ]
            .filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)" }
            let ending =
                switch verdict.ending {
                case .completed: ""
                case .hung: ", then it hung"
                case .crashed: ", then it crashed"
                case .leftEarly: ", then it ended the program"
                }
            return marks.joined() + "  " + counts.joined(separator: ", ") + ending
        }
    }

    private func next(_ standings: [(number: String, standing: Standing)]) -> [String] {
        guard let (number, standing) = standings.first(where: { !$0.standing.isRight }) else {
            return ["Every exercise is right. Well done."]
        }
        switch standing {
        case .missing:
            let path = workbook.exercisePath(number)
            return ["Next: git checkout \(path) brings the stub back."]
        case .judged(let verdict) where verdict.isUntouched:
            return [
                "Next: swift run lesson-\(number)",
                "Then: open \(workbook.exercisePath(number)) and begin with task 1.",
            ]
        case .judged, .doesNotCompile:
            return ["Next: swift run workbook check \(number)"]
        }
    }
}
