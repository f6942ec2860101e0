import ExerciseConventions
import Foundation
import Judging
import LessonChecks
import Walkthrough

/// The verification that the files of a lesson and its exercise exist, agree with each other and
/// keep the rules. It does not build anything.
struct FileVerification {
    let number: String
    let workbook: WorkbookFolder

    /// A function that returns the titles of a lesson's steps that messages may name.
    private let stepTitles: (String) -> [String]

    init(
        _ number: String, in workbook: WorkbookFolder,
        stepTitles: @escaping (String) -> [String] = LessonStep.titles(ofLesson:)
    ) {
        self.number = number
        self.workbook = workbook
        self.stepTitles = stepTitles
    }

    private var folder: String { workbook.lessonFolder(number) ?? "Lessons/\(number)-…" }
    private var stub: String { text(.exercise) }
    private var solution: String { text(.solution) }
    private var checks: String { text(.checks) }
    private var hints: String { text(.hints) }

    private func text(_ file: LessonFile) -> String {
        workbook.text(workbook.path(file, number)) ?? ""
    }

    // MARK: - Missing files

    /// The messages about missing files, and about missing entries in other files.
    var missing: [String] {
        paths.filter { !workbook.exists($0) }
            .map { "\($0) is missing. Sources/README.md says what belongs in it." }
            + missingLine + missingRow
    }

    private var missingLine: [String] {
        if workbook.text("Package.swift")?.contains("Lesson(\"\(number)\",") == true { return [] }
        return [
            "Package.swift does not know \(number). Add a line to its list: "
                + LessonFile.line(number, "Name").trimmingCharacters(in: .whitespaces)
        ]
    }

    private var missingRow: [String] {
        let readme = workbook.text("README.md") ?? ""
        let links = ["(\(folder)/README.md)", "(\(workbook.exercisePath(number)))"]
        if links.allSatisfy(readme.contains) { return [] }
        return ["README.md does not list \(number). Add a row to its table, with both links."]
    }

    // MARK: - Disagreements and rules

    /// The messages about disagreements and broken rules.
    var problems: [String] {
        copy + titles + tasks + descriptions + tests + hintsOfTasks + takeAway + suite + imports
            + plans + references + steps + lesson + toBeWritten
    }

    /// The copy that `reset` puts back has to be the stub.
    private var copy: [String] {
        let (path, kept) = (workbook.exercisePath(number), workbook.stubPath(number))
        if workbook.text(kept) == stub { return [] }
        return ["\(kept) differs from \(path). If that is the stub: cp \(path) \(kept)"]
    }

    private var titles: [String] {
        let path = workbook.exercisePath(number)
        guard let title = WorkbookFolder.exerciseTitle(in: stub, number) else {
            return [
                "\(path) has no title. Begin with a comment: // Exercise \(number) · What it is about"
            ]
        }
        let files = [
            (path, stub), (workbook.solutionPath(number), solution),
            (workbook.checksPath(number), checks), (workbook.hintsPath(number), hints),
        ]
        return files.filter { WorkbookFolder.exerciseTitle(in: $0.1, number) != title }.map {
            "\($0.0) does not say \"\(title)\", as the stub does. Give it the same title."
        }
    }

    /// The numbers of the tasks that are open in the stub.
    private var openTasks: [Int] {
        Set(stub.matches(of: #/TODO\("Task (\d+): /#).compactMap { Int($0.1) }).sorted()
    }

    /// The titles of the checks' tasks, in their order. A task may have several tests.
    private var titlesOfChecks: [String] {
        let titles = checks.matches(of: #/@Test\(\s*"(Task \d+ · [^"]+)"/#).map { String($0.1) }
        return titles.enumerated().filter { index, title in
            !titles[..<index].contains { TaskTitle.number(in: $0) == TaskTitle.number(in: title) }
        }.map(\.element)
    }

    /// The stub, the checks and the hints have to name the same tasks. A file that equals its stub
    /// gets its verdict without a build from the stub and the hints.
    private var tasks: [String] {
        let path = workbook.exercisePath(number)
        let (open, titles) = (openTasks, titlesOfChecks)
        var problems: [String] = []
        if open.isEmpty || open != Array(1...open.count) {
            problems.append(
                "\(path) has the open tasks \(open). Number them from 1, each with its "
                    + "TODO(\"Task 1: …\").")
        }
        let checked = titles.compactMap(TaskTitle.number)
        if checked != open {
            problems.append(
                "\(path) has the open tasks \(open), and \(workbook.checksPath(number)) has checks "
                    + "of \(checked). Each task needs a TODO and a check, in the same order.")
        }
        if Hints(hints).titles.map(\.title) != titles {
            let headings = titles.map { "## \($0)" }.joined(separator: "; ")
            problems.append(
                "\(workbook.hintsPath(number)) has other tasks than the checks. Give it these "
                    + "sections, in this order: \(headings)")
        }
        return problems
    }

    private var descriptions: [String] {
        let described = Set(stub.matches(of: #//// Task (\d+)\b/#).compactMap { Int($0.1) })
        return openTasks.filter { !described.contains($0) }.map { task in
            "\(workbook.exercisePath(number)) does not say what task \(task) wants. Add a doc "
                + "comment with \"Task \(task).\""
        }
    }

    private var tests: [String] {
        let count = checks.matches(of: #/@Test\b/#).count
        let titled = checks.matches(of: #/@Test\(\s*"Task \d+ · /#).count
        if count == titled { return [] }
        return [
            "\(workbook.checksPath(number)) has \(count - titled) tests whose title does not begin "
                + "with a task. They are not counted: write @Test(\"Task 1 · …\")."
        ]
    }

    private var hintsOfTasks: [String] {
        let hints = Hints(hints)
        return hints.titles.map(\.task).filter { hints.tasks[$0]?.count ?? 0 < 2 }.map { task in
            "Task \(task) has fewer than two hints in \(workbook.hintsPath(number)). Add a nudge "
                + "before the hint that is almost the answer."
        }
    }

    private var takeAway: [String] {
        hints.contains("\n## What to take away\n")
            ? []
            : ["\(workbook.hintsPath(number)) ends without \"## What to take away\". Add it."]
    }

    /// The suite needs its traits, so that open tasks are excused, loops end, and output belongs to
    /// one task.
    private var suite: [String] {
        let path = workbook.checksPath(number)
        guard let suite = checks.firstMatch(of: #/@Suite\(([^"]*"[^"]*")?([^)]*)\)/#) else {
            return [
                "\(path) has no suite. Add @Suite(\"Exercise \(number) · …\", .serialized, .exercise)."
            ]
        }
        return [".serialized", ".exercise"].filter { !(suite.2.contains($0)) }.map { trait in
            "The suite of \(path) lacks \(trait). Write "
                + "@Suite(\"Exercise \(number) · …\", .serialized, .exercise)."
        }
    }

    private var imports: [String] {
        let modules = { (source: String) in
            Set(source.matches(of: #/(?m)^import (\w+)/#).map { String($0.1) })
        }
        return modules(solution).subtracting(modules(stub)).sorted().map {
            "The solution imports \($0), and the stub does not: a learner cannot know. "
                + "Import it in the stub, or do without."
        }
    }

    /// A hint may send the learner to a step, as in `(lesson 07, step 4)`. The step has to exist.
    /// In the checks, the compiler refuses a step that does not exist.
    private var references: [String] {
        hints.matches(of: StepRecording.reference).compactMap { match in
            let count = workbook.lesson(String(match.1)).titlesOfSteps.count
            if let step = Int(match.2), step >= 1, step <= count { return nil }
            return
                "\(workbook.hintsPath(number)) sends the learner to \(match.0), and lesson "
                + "\(match.1) has \(count) steps. Write the number of one of them."
        }
    }

    /// The steps that messages may name have to be those of the lesson, in their order.
    private var steps: [String] {
        if workbook.lesson(number).titlesOfSteps == stepTitles(number) { return [] }
        return [
            "\(LessonStep.path) has other steps of lesson \(number) than the lesson. Record them anew: "
                + "swift run maintain record \(number). Then the compiler shows where the checks name a step "
                + "that is gone."
        ]
    }

    /// A lesson has to be in a plan, because a teacher gives no other lessons.
    private var plans: [String] {
        let page = "Lessons/README.md"
        let rows = (workbook.text(page) ?? "").split(separator: "\n")
            .drop { !$0.hasPrefix("## Plans") }.dropFirst().prefix { !$0.hasPrefix("#") }
            .filter { $0.hasPrefix("|") }
        // 03.12 is a step of lesson 03, and not lesson 12.
        let numbers = Set(rows.flatMap { $0.split { !$0.isNumber && $0 != "." } })
        // In a workbook without plans, no lesson needs one.
        if rows.isEmpty || numbers.contains(number[...]) { return [] }
        return ["\(page) has no plan with \(number). Add it to the table below \"## Plans\"."]
    }

    /// The problems of the lesson by the rules for pages.
    private var lesson: [String] {
        let path = LessonFile.lesson.path(number, folder: folder)
        return workbook.lesson(number).problems.map { problem in
            // Some problems begin with the number of a line.
            path + (problem.first?.isNumber == true ? ":" : ": ") + problem
        }
    }

    private var paths: [String] { LessonFile.allCases.map { $0.path(number, folder: folder) } }

    /// The lines that `new` has left to the author. The pages are left out because they repeat the
    /// lesson. The known answers are left out because their page is checked separately.
    private var toBeWritten: [String] {
        let written = paths.filter {
            !$0.hasSuffix("/README.md") && $0 != workbook.stubPath(number)
                && !$0.hasPrefix("Tests/KnownAnswers/")
        }
        return (written + ["README.md"]).flatMap { path -> [String] in
            let lines = WrittenChange.lines(of: workbook.text(path) ?? "")
            return lines.enumerated().compactMap { index, line in
                guard let range = line.firstRange(of: LessonFile.toBeWritten),
                    path != "README.md" || line.contains("Exercise\(number).swift")
                else { return nil }
                let note = line[range.lowerBound...].prefix { $0 != "\"" && $0 != "|" && $0 != "]" }
                return "\(path):\(index + 1) \(note.trimmingCharacters(in: .whitespaces))"
            }
        }
    }

    /// Returns the problems that the toolchain's formatter reports.
    func lint() async -> [String] {
        let sources = paths.filter { $0.hasSuffix(".swift") && workbook.exists($0) }
        let result = try? await ChildProcess(
            executable: Toolchain.find().swift,
            arguments: ["format", "lint", "--strict"] + sources.map { workbook.url($0).path },
            environment: ChildProcess.environment(adding: [:]), folder: workbook.root
        ).run()
        guard let result else { return ["swift format cannot be started, so nothing is linted."] }
        let problems = Diagnostic.all(in: result.output, of: workbook.root).map {
            "\($0.path):\($0.line) \($0.message)"
        }
        if problems.isEmpty, result.ending != .exited(0) {
            return [
                "swift format lint --strict fails: \(BuildFailure.reasons(in: result.output)[0])"
            ]
        }
        let remaining = problems.count - 5
        return problems.prefix(5)
            + (remaining > 0
                ? ["… and \(remaining) more of them: swift format lint --strict"] : [])
    }
}
