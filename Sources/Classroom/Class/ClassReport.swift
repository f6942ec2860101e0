import DecodingExplainer
import ExerciseConventions
import Judging
import Walkthrough

/// A report on the results of a class, for a terminal or for a spreadsheet: first what to teach next, and
/// then the table and the messages.
///
/// Names and messages may contain any characters, so they are made safe for a terminal.
struct ClassReport {
    let results: ClassResults
    let workbook: WorkbookFolder
    /// A Boolean value that indicates whether every message is shown, with every name.
    var showsAll = false
    var terminal = Terminal.current
    private var width: Int { min(terminal.width, 120) }

    /// The number of steps to teach again that are named.
    private static let mostSteps = 5
    /// The number of messages that are listed.
    private static let mostMessages = 12
    /// The number of names that are listed with a message, and of answers that do not compile. The table
    /// has all names.
    private static let mostNames = 24
    /// The number of refused files of a pupil that are listed.
    private static let mostFiles = 4

    var lines: [String] {
        guard !results.rows.isEmpty else { return ["No pupil was judged."] }
        let table = ClassTable(results: results, terminal: terminal)
        return title + summary + teachLines + compilerLines + [""] + table.lines + [""]
            + table.legend + stuckLines + missingLines + fileLines
    }

    private var title: [String] {
        guard results.exercises.count == 1 else { return [] }
        return [terminal.paint(workbook.exerciseTitle(results.exercises[0].number), .title), ""]
    }

    static func count(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    // MARK: - What to teach next

    private var summary: [String] {
        let (all, handingIn) = (results.rows.count, results.handingIn)
        let (finished, notCompiled) = (results.finished, results.notCompiled)
        var parts = handingIn == all ? [] : ["\(handingIn) handed something in"]
        parts.append(finished == 1 ? "1 is done" : "\(finished) are done")
        if notCompiled > 0 {
            let verb = notCompiled == 1 ? "does" : "do"
            parts.append("\(Self.count(notCompiled, "file")) \(verb) not compile")
        }
        if results.notJudged > 0 { parts.append("\(results.notJudged) could not be judged") }
        let pupils =
            all < results.pupils.count
            ? "\(all) of \(results.pupils.count) pupils were judged" : Self.count(all, "pupil")
        return DisplayText.wrapped(
            "\(pupils): \(parts.joined(separator: ", ")).", width: width)
    }

    private var teachLines: [String] {
        let steps = results.stepsToTeach
        let shown = showsAll ? steps.count : Self.mostSteps
        let lines = steps.prefix(shown).flatMap { step, pupils in
            [
                "  \(pupils) of \(results.judged) pupils: \(step.rawValue)",
                "      \(step.command)\(plan(for: step))",
            ]
        }
        return section("Teach again (of the pupils whose file could be judged)", lines)
            + hidden(steps.count - shown, "step")
    }

    /// Returns what the teacher's guide has for a step: `, 6 minutes, demo "without the dot"`.
    private func plan(for step: LessonStep) -> String {
        let steps = LessonStep.allCases.filter { $0.lesson == step.lesson }.map(\.title)
        let guide = TeacherGuide(
            workbook.text(workbook.path(.guide, step.lesson)) ?? "", of: step.lesson, steps: steps,
            wrongAnswers: [])
        guard let minutes = guide.minutes[step.number] else { return "" }
        let demo = guide.demos.first { $0.step == step.number }.map { ", demo \"\($0.name)\"" }
        return ", \(minutes) minutes\(demo ?? "")"
    }

    private var compilerLines: [String] {
        outcomeSection("Does not compile") { outcome in
            if case .notCompiled(let refusal) = outcome { refusal } else { nil }
        }
            + outcomeSection("Not judged") { outcome in
                if case .notJudged(let reason) = outcome { .init(message: reason) } else { nil }
            }
    }

    private func outcomeSection(
        _ title: String, _ refusal: (ClassResults.Outcome) -> ClassResults.CompilerRefusal?
    ) -> [String] {
        var lines: [[String]] = []
        for (index, exercise) in results.exercises.enumerated() {
            for row in results.rows {
                guard let refusal = refusal(row.outcomes[index]) else { continue }
                let place = [
                    results.exercises.count == 1 ? nil : "exercise \(exercise.number)",
                    refusal.line.map { "line \($0)" },
                ].compactMap(\.self).map { ", \($0)" }.joined()
                lines.append(
                    indented("\(row.pupil)\(place): \(refusal.message)")
                        + (refusal.source.map { [sourceLine($0)] } ?? []))
            }
        }
        let shown = showsAll ? lines.count : Self.mostNames
        return section(title, lines.prefix(shown).flatMap(\.self))
            + hidden(lines.count - shown, "answer")
    }

    private func indented(_ text: String) -> [String] {
        DisplayText.wrapped(DisplayText.printable(text), width: width - 2, indent: "  ")
            .map { "  " + $0 }
    }

    private func sourceLine(_ source: String) -> String {
        let text = DisplayText.printable(source)
        return "      " + DisplayText.prefix(of: text, width: width - 6)
    }

    private func hidden(_ count: Int, _ noun: String) -> [String] {
        count > 0 ? ["", "… and \(Self.count(count, "other \(noun)")): --messages"] : []
    }

    private func section(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["", terminal.paint(title, .title), ""] + lines
    }

    // MARK: - Who is stuck where

    private var stuckLines: [String] {
        let points = results.stuckPoints
        guard !points.isEmpty else {
            return results.finished == results.rows.count ? ["", "Everything is right."] : []
        }
        let shown = showsAll ? points.count : Self.mostMessages
        return ["", terminal.paint("Where they are stuck", .title)]
            + points.prefix(shown).flatMap(lines) + hidden(points.count - shown, "message")
    }

    private func lines(for point: ClassResults.StuckPoint) -> [String] {
        let count = "\(point.pupils.count) of \(Self.count(point.judged, "pupil"))"
        let message = DisplayText.printable(point.message)
        return [""] + DisplayText.wrapped("\(count): \(names(point.pupils))", width: width)
            + DisplayText.wrapped(message, width: max(width - 4, 20)).map { "    " + $0 }
            + (point.step.map { ["    Back to: \($0.command)"] } ?? [])
    }

    /// Returns the names of some pupils, or the first of them and how many more there are.
    private func names(_ pupils: [String]) -> String {
        let shown = showsAll ? pupils.count : Self.mostNames
        return pupils.prefix(shown).map { DisplayText.printable($0) }.joined(separator: ", ")
            + (pupils.count > shown ? " and \(pupils.count - shown) more" : "")
    }

    private var missingLines: [String] {
        var lines: [String] = []
        for (index, exercise) in results.exercises.enumerated() {
            let number = results.exercises.count == 1 ? "" : "Exercise \(exercise.number): "
            let groups: [(ClassResults.Outcome, String)] = [
                (.missing, "nothing"), (.unchanged(isEarlier: false), "the unchanged stub"),
                (.unchanged(isEarlier: true), "the unchanged stub of an earlier version"),
            ]
            let words = groups.compactMap { outcome, word -> String? in
                let pupils = results.rows.filter { $0.outcomes[index] == outcome }.map(\.pupil)
                return pupils.isEmpty ? nil : "\(word) from \(names(pupils))"
            }
            guard !words.isEmpty else { continue }
            lines += indented(number + words.joined(separator: "; "))
        }
        return section("Not handed in", lines)
    }

    // MARK: - Files that were not as they should be

    private var fileLines: [String] {
        fileSection("Handed in twice", \.twice)
            + fileSection(
                "Taken, although the name, the place or the form is not the usual one", \.taken)
            + fileSection("Not taken", \.refused, and: results.strayFiles)
    }

    private func fileSection(
        _ title: String, _ files: KeyPath<ClassResults.Row, [String]>, and others: [String] = []
    ) -> [String] {
        let lines = results.rows.flatMap { row -> [String] in
            let all = row[keyPath: files]
            let shown = showsAll ? all.count : Self.mostFiles
            return (all.prefix(shown) + (all.count > shown ? ["\(all.count - shown) more"] : []))
                .map { "\(row.pupil): \($0)" }
        }
        return section(title, (lines + others).flatMap(indented))
    }

    // MARK: - For a spreadsheet

    /// The table for a spreadsheet: a row for each pupil, with a few words for each task.
    var spreadsheet: Spreadsheet {
        let heading =
            ["Pupil"]
            + results.exercises.flatMap { exercise in
                exercise.tasks.map { "Exercise \(exercise.number) task \($0.number)" }
            } + ["Right", "Stuck at"]
        return Spreadsheet(
            rows: [heading]
                + results.rows.map { row in
                    let cells = results.cells(of: row).flatMap(\.self)
                    return [DisplayText.printable(row.pupil)]
                        + cells.map(\.rawValue)
                        + ["\(cells.count { $0 == .right })", stuck(row).joined(separator: "; ")]
                })
    }

    /// Returns the messages of a pupil.
    private func stuck(_ row: ClassResults.Row) -> [String] {
        zip(results.exercises, row.outcomes).flatMap { exercise, outcome -> [String] in
            let number = "Exercise \(exercise.number)"
            return switch outcome {
            case .missing: ["\(number) was not handed in"]
            case .unchanged: ["\(number) was handed in as the stub, unchanged"]
            case .notJudged(let reason): ["\(number) was not judged: \(reason)"]
            case .notCompiled(let refusal): ["\(number) does not compile: \(refusal.message)"]
            case .judged: results.stuckPoints(of: outcome, exercise).map(\.message)
            }
        }.map { DisplayText.printable($0) }
    }
}
