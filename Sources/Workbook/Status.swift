import DecodingExplainer
import Foundation
import Walkthrough

/// `workbook`: where you are, and what to do next. It asks the checks each time, so it cannot be
/// out of date.
struct Status {
    let workbook: WorkbookFolder
    let answers: AnswersFolder
    private let terminal: Terminal

    init(
        of workbook: WorkbookFolder, answers: AnswersFolder = .learners,
        terminal: Terminal = .current
    ) {
        self.workbook = workbook
        self.answers = answers
        self.terminal = terminal
    }

    /// What is known of one exercise.
    private enum Standing {
        case judged(ExerciseVerdict, warnings: [Diagnostic])
        case doesNotCompile
        /// Its checks cannot be built, for a reason that is not an error in its own lines.
        case cannotBeBuilt
        case missing

        var isRight: Bool {
            if case .judged(let verdict, _) = self { verdict.isRight } else { false }
        }
    }

    private typealias Row = (number: String, standing: Standing)

    /// - Returns: True: to be on the way is no failure.
    func run() throws -> Bool {
        try Console.print(lines())
        return true
    }

    /// What ``run()`` prints.
    func lines() throws -> [String] {
        let rows = try rows()
        let titles = rows.map { workbook.exerciseTitle($0.number) }
        let width = titles.map { DisplayText.width(of: $0) }.max() ?? 0
        let table = zip(rows, titles).map { row, title in
            let blanks = String(repeating: " ", count: width + 2 - DisplayText.width(of: title))
            return "  " + title + blanks + line(for: row.standing)
        }
        return (answers.note.map { [$0, ""] } ?? [])
            + [terminal.paint("Decoding with Codable", .title), ""] + table + [""] + next(rows)
    }

    /// Judges the first exercise that is not right.
    ///
    /// - Returns: What there is to print, and whether every exercise is right.
    func checkCurrent() throws -> (lines: [String], isRight: Bool) {
        guard let current = try rows().first(where: { !$0.standing.isRight }) else {
            return ((answers.note.map { [$0, ""] } ?? []) + ["Every exercise is right."], true)
        }
        if case .judged(let verdict, let warnings) = current.standing {
            let report = VerdictReport(in: workbook, answers: answers, terminal: terminal)
            return (report.lines(for: verdict, warnings: warnings), verdict.isRight)
        }
        return try Check(current.number, of: answers, in: workbook).judge()
    }

    private func rows() throws -> [Row] {
        let numbers = workbook.exercises
        let present = numbers.filter { workbook.exists(program([$0]).answerPath($0)) }
        let known: [String: Standing] = try program([]).alone("the overview") {
            try standings(of: present)
        }
        return numbers.map { ($0, known[$0] ?? .missing) }
    }

    private func program(_ numbers: [String]) -> ChecksProgram {
        ChecksProgram(workbook: workbook, numbers: numbers, answers: answers.path)
    }

    private func standings(of numbers: [String]) throws -> [String: Standing] {
        var standings: [String: Standing] = [:]
        var compiling = numbers
        var said: [Diagnostic] = []
        while !compiling.isEmpty {
            do {
                said = try Progress.during("Building the exercises") {
                    try program(compiling).build()
                }
                break
            } catch let failure as ChecksProgram.BuildFailure {
                // One file that does not compile should not hide how the others are doing.
                let broken = compiling.filter { number in
                    failure.diagnostics.contains { $0.path == program([]).answerPath(number) }
                }
                guard !broken.isEmpty else { return try eachAlone(compiling, standings) }
                for number in broken { standings[number] = .doesNotCompile }
                compiling.removeAll(where: broken.contains)
            }
        }
        for number in compiling {
            standings[number] = try judged(number, by: program(compiling), said)
        }
        return standings
    }

    /// Where nobody knows whose fault a failed build is, each exercise is built by itself.
    private func eachAlone(
        _ numbers: [String], _ known: [String: Standing]
    ) throws -> [String: Standing] {
        var standings = known
        var first: ChecksProgram.BuildFailure?
        for number in numbers {
            do {
                let said = try Progress.during("Building exercise \(number)") {
                    try program([number]).build()
                }
                standings[number] = try judged(number, by: program([number]), said)
            } catch let failure as ChecksProgram.BuildFailure {
                standings[number] = .cannotBeBuilt
                first = first ?? failure
            }
        }
        let isHopeless = numbers.allSatisfy {
            if case .cannotBeBuilt = standings[$0] { true } else { false }
        }
        if isHopeless, numbers.count > 1, let first { throw Unbuildable(failure: first) }
        return standings
    }

    /// No exercise can be built.
    struct Unbuildable: Error, CustomStringConvertible {
        let failure: ChecksProgram.BuildFailure

        var description: String {
            "no exercise can be built. "
                + VerdictReport.reasons(in: failure.output).map { DisplayText.printable($0) }
                .joined(separator: " ")
        }
    }

    private func judged(
        _ number: String, by program: ChecksProgram, _ said: [Diagnostic]
    ) throws -> Standing {
        let verdict = try Progress.during("Judging exercise \(number)") { try program.run(number) }
        return .judged(verdict, warnings: program.warnings(in: said, about: number))
    }

    private func line(for standing: Standing) -> String {
        switch standing {
        case .missing: return terminal.paint("the file is not there", .bad)
        case .doesNotCompile: return terminal.paint("does not compile yet", .bad)
        case .cannotBeBuilt: return terminal.paint("the checks cannot use it", .bad)
        case .judged(let verdict, _):
            let marks = verdict.tasks.map { task in
                switch task.state {
                case .right: terminal.paint("✔", .good)
                case .wrong: terminal.paint("✘", .bad)
                case .open: terminal.paint("○", .faint)
                case .notRun: terminal.paint("·", .faint)
                }
            }
            let counts = verdict.counts.map { "\($0.count) \($0.state)" }
            let outside = verdict.outside == nil ? "" : ", and it did not come to its end"
            return marks.joined() + "  " + counts.joined(separator: ", ") + outside
        }
    }

    private func next(_ rows: [Row]) -> [String] {
        guard let (number, standing) = rows.first(where: { !$0.standing.isRight }) else {
            return ["Every exercise is right. Well done."]
        }
        let path = program([]).answerPath(number)
        switch standing {
        case .missing:
            return ["Next: \(path) is not there. \(Advice.bringBack(path))"]
        case .judged(let verdict, _) where verdict.isUntouched:
            return [
                "Next: swift run lesson-\(number)",
                "Then: open \(path) and begin with task 1.",
            ]
        case .judged, .doesNotCompile, .cannotBeBuilt:
            return ["Next: swift run workbook check \(number)"]
        }
    }
}
