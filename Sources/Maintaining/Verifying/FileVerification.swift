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

    private let folder: String
    private let stub: String
    private let solution: String
    private let checks: String
    private let hints: String
    /// A function that returns the titles of a lesson's steps that messages may name.
    private let stepTitles: (String) -> [String]

    init(
        _ number: String, in workbook: WorkbookFolder,
        stepTitles: @escaping (String) -> [String] = LessonStep.titles(ofLesson:)
    ) {
        self.number = number
        self.workbook = workbook
        self.stepTitles = stepTitles
        folder = workbook.lessonFolder(number) ?? "Lessons/\(number)-…"
        stub = workbook.text(workbook.exercisePath(number)) ?? ""
        solution = workbook.text(workbook.solutionPath(number)) ?? ""
        checks = workbook.text(workbook.checksPath(number)) ?? ""
        hints = workbook.text(workbook.hintsPath(number)) ?? ""
    }

    // MARK: - Missing files

    /// The messages about missing files, and about missing entries in other files.
    var missing: [String] {
        LessonFile.allCases.map { ($0, $0.path(number, folder: folder)) }
            .filter { !workbook.exists($0.1) }
            .map { file, path in "\(path) is missing. Add \(file.purpose)." }
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
        copy + titles + holes + checksOfTasks + hintsOfTasks + tasksWithoutHole + takeAway + suite
            + imports + plans + references + steps + lesson + toBeWritten
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
        return files.filter { file in
            guard let fileTitle = WorkbookFolder.exerciseTitle(in: file.1, number) else {
                return true
            }
            // A solution's title may be longer: "…, solved."
            return fileTitle != title && !fileTitle.hasPrefix(title + ",")
        }
        .map { "\($0.0) does not say \"\(title)\", as the stub does. Give it the same title." }
    }

    /// The numbers of the tasks that are open in the stub.
    private var tasks: Set<Int> {
        Set(stub.matches(of: #/TODO\("Task (\d+): /#).compactMap { Int($0.1) })
    }

    private var holes: [String] {
        let path = workbook.exercisePath(number)
        let tasks = tasks
        let described = Set(stub.matches(of: #//// Task (\d+)\b/#).compactMap { Int($0.1) })
        let isNumbered = !tasks.isEmpty && tasks == Set(1...tasks.count)
        let numbering =
            isNumbered
            ? []
            : [
                "\(path) has the open tasks \(tasks.sorted()). Number them from 1, each with its "
                    + "TODO(\"Task 1: …\")."
            ]
        return numbering
            + tasks.subtracting(described).sorted().map { task in
                "\(path) does not say what task \(task) wants. Add a doc comment with "
                    + "\"Task \(task).\""
            }
    }

    /// The titles of the checks' tests, by task.
    private var checkTitles: [Int: String] {
        Dictionary(
            checks.matches(of: #/@Test\(\s*"(Task (\d+) · [^"]+)"/#).compactMap { match in
                Int(match.2).map { ($0, String(match.1)) }
            }, uniquingKeysWith: { first, _ in first })
    }

    private var checksOfTasks: [String] {
        let path = workbook.checksPath(number)
        let titles = checkTitles
        let count = checks.matches(of: #/@Test\b/#).count
        let titled = checks.matches(of: #/@Test\(\s*"Task \d+ · /#).count
        return tasks.filter { titles[$0] == nil }.sorted().map { task in
            "\(path) has no check for task \(task). Add @Test(\"Task \(task) · …\")."
        }
            + (count == titled
                ? []
                : [
                    "\(path) has \(count - titled) tests whose title does not begin with a task. "
                        + "They are not counted: write @Test(\"Task 1 · …\")."
                ])
    }

    private var hintsOfTasks: [String] {
        let path = workbook.hintsPath(number)
        let titles = checkTitles
        let sections = Hints(hints)
        return tasks.sorted().flatMap { task -> [String] in
            guard let title = sections.titles.first(where: { $0.task == task })?.title else {
                return [
                    "\(path) has no hints for task \(task). Add a section "
                        + "\"## \(titles[task] ?? "Task \(task) · …")\"."
                ]
            }
            var problems: [String] = []
            if sections.tasks[task]?.count ?? 0 < 2 {
                problems.append(
                    "Task \(task) has fewer than two hints in \(path). Add a nudge before the hint "
                        + "that is almost the answer.")
            }
            if let titleOfCheck = titles[task], titleOfCheck != title {
                problems.append(
                    "Task \(task) is \"\(titleOfCheck)\" in the checks and \"\(title)\" in the "
                        + "hints. Give it one name.")
            }
            return problems
        }
    }

    private var tasksWithoutHole: [String] {
        Set(checkTitles.keys).union(Hints(hints).titles.map(\.task)).subtracting(tasks).sorted().map
        { task in
            "Task \(task) has a check or hints, but no TODO in \(workbook.exercisePath(number)). "
                + "Open it, or delete the rest of it."
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
        hints.matches(of: StepReference.form).compactMap { match in
            let reference = StepReference(match)
            let titles = workbook.lesson(reference.lesson).titlesOfSteps
            guard !titles.indices.contains(reference.step - 1) else { return nil }
            return
                "\(workbook.hintsPath(number)) sends the learner to \(match.0), and lesson "
                + "\(reference.lesson) has \(titles.count) steps. Write the number of one of them."
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
