import DecodingExplainer
import Foundation
import Synchronization
import Walkthrough

/// `workbook verify`: what a maintainer wants to know of an exercise before anybody sees it.
///
/// It looks at the files first (do numbers, titles, tasks and hints agree, does each comment name a
/// step that exists?), then builds the stub, the solution and every wrong answer, and judges each
/// with the same checks that judge the learner.
struct Verification {
    let workbook: WorkbookFolder

    init(of workbook: WorkbookFolder) {
        self.workbook = workbook
    }

    /// - Parameter number: The exercise, or nil for all.
    /// - Returns: Whether everything holds.
    func run(only number: String?) throws -> Bool {
        let numbers = number.map { [$0] } ?? workbook.numbers
        let waiting = Mutex(numbers[...])
        let isGood = Mutex(true)
        // One lane a core: a build of one exercise can hardly use two. Each lane has a build folder
        // and an answers folder of its own.
        let lanes = min(numbers.count, ProcessInfo.processInfo.activeProcessorCount, 4)
        Progress.during("Verifying \(numbers.joined(separator: ", "))") {
            DispatchQueue.concurrentPerform(iterations: lanes) { lane in
                while let number = waiting.withLock({ $0.popFirst() }) {
                    let problems = problems(of: number, lane: lane)
                    isGood.withLock { isGood in
                        report(problems, of: number)
                        isGood = isGood && problems.isEmpty
                    }
                }
            }
        }
        return isGood.withLock(\.self)
    }

    private func report(_ problems: [String], of number: String) {
        let wrongAnswers = wrongAnswers(number).count
        guard problems.isEmpty else {
            print("✘ \(number)")
            for problem in problems {
                print(
                    DisplayText.wrapped("  - \(problem)", width: 100, indent: "    ").joined(
                        separator: "\n"))
            }
            return
        }
        print("✔ \(number)  stub open, solution right, \(wrongAnswers) wrong answers refused")
    }

    private func problems(of number: String, lane: Int) -> [String] {
        let files = FileVerification(number, in: workbook)
        let missing = files.missing
        guard missing.isEmpty else { return missing }
        do {
            return try files.problems
                + AnswerVerification(number, in: workbook, lane: lane).problems()
        } catch {
            return files.problems + ["The checks could not be run: \(error)"]
        }
    }

    private func wrongAnswers(_ number: String) -> [String] {
        workbook.names(in: workbook.wrongAnswersPath(number)).filter { $0.hasSuffix(".swift") }
    }
}

/// Whether the files of a number are there and agree, without building anything.
private struct FileVerification {
    let number: String
    let workbook: WorkbookFolder

    init(_ number: String, in workbook: WorkbookFolder) {
        self.number = number
        self.workbook = workbook
    }

    /// One message for each file that is not there.
    var missing: [String] {
        var wanted = [
            (workbook.exercisePath(number), "the stub that a learner fills in"),
            (workbook.solutionPath(number), "the model solution, a drop-in for the stub"),
            (workbook.hintsPath(number), "the hints, a section for each task"),
            (workbook.checksPath(number), "the checks, a test for each task"),
            ("Tests/LessonTests/Lesson\(number)Tests.swift", "a test for each claim of the lesson"),
        ]
        if let folder = workbook.lessonFolder(number) {
            wanted += [
                ("\(folder)/Lesson\(number).swift", "the lesson"),
                ("\(folder)/README.md", "its pages: swift run workbook record \(number)"),
            ]
        } else {
            wanted.append(("Lessons/\(number)-…", "the folder of the lesson"))
        }
        var messages = wanted.filter { !workbook.exists($0.0) }
            .map { "\($0.0) is missing. Add \($0.1)." }
        if workbook.text("Package.swift")?.contains("Lesson(\"\(number)\",") != true {
            messages.append(
                "Package.swift does not know \(number). Add Lesson(\"\(number)\", …) to its list.")
        }
        let wrong = workbook.names(in: workbook.wrongAnswersPath(number))
        if wrong.filter({ $0.hasSuffix(".swift") }).count < 3 {
            messages.append(
                "\(workbook.wrongAnswersPath(number)) has fewer than three wrong answers. "
                    + "Add what a learner writes who got it wrong.")
        }
        return messages
    }

    /// One message for each disagreement.
    var problems: [String] {
        let stub = workbook.text(workbook.exercisePath(number)) ?? ""
        let solution = workbook.text(workbook.solutionPath(number)) ?? ""
        let checks = workbook.text(workbook.checksPath(number)) ?? ""
        let hints = workbook.text(workbook.hintsPath(number)) ?? ""
        return titles(stub: stub, solution: solution, checks: checks, hints: hints)
            + tasks(stub: stub, checks: checks, hints: hints)
            + imports(stub: stub, solution: solution)
            + references(in: checks, workbook.checksPath(number))
            + references(in: hints, workbook.hintsPath(number))
            + lesson()
    }

    private func titles(
        stub: String, solution: String, checks: String, hints: String
    ) -> [String] {
        let files = [
            (workbook.exercisePath(number), stub), (workbook.solutionPath(number), solution),
            (workbook.checksPath(number), checks), (workbook.hintsPath(number), hints),
        ]
        guard let title = WorkbookFolder.exerciseTitle(in: stub, number) else {
            return [
                "\(workbook.exercisePath(number)) has no title. Begin with a comment: "
                    + "// Exercise \(number) · What it is about"
            ]
        }
        return files.filter { WorkbookFolder.exerciseTitle(in: $0.1, number) != title }
            .map { "\($0.0) does not say \"\(title)\", as the stub does. Give it the same title." }
    }

    private func tasks(stub: String, checks: String, hints: String) -> [String] {
        let holes = Set(stub.matches(of: #/TODO\("Task (\d+): /#).compactMap { Int($0.1) })
        let wanted = Set(stub.matches(of: #//// Task (\d+)\b/#).compactMap { Int($0.1) })
        let names = Dictionary(
            checks.matches(of: #/@Test\(\s*"(Task (\d+) · [^"]+)"/#).compactMap { match in
                Int(match.2).map { ($0, String(match.1)) }
            }, uniquingKeysWith: { first, _ in first })
        let sections = Dictionary(
            hints.split(separator: "\n## ").compactMap { section in
                section.firstMatch(of: #/^(Task (\d+) · [^\n]+)/#).flatMap { match in
                    Int(match.2).map { ($0, (title: String(match.1), text: String(section))) }
                }
            }, uniquingKeysWith: { first, _ in first })

        var problems: [String] = []
        if holes.isEmpty || holes != Set(1...max(holes.count, 1)) {
            problems.append(
                "\(workbook.exercisePath(number)) has the open tasks \(holes.sorted()). "
                    + "Number them from 1, each with its TODO(\"Task 1: …\").")
        }
        for task in holes.sorted() {
            if !wanted.contains(task) {
                problems.append(
                    "\(workbook.exercisePath(number)) does not say what task \(task) wants. "
                        + "Add a doc comment with \"Task \(task).\"")
            }
            if names[task] == nil {
                problems.append(
                    "\(workbook.checksPath(number)) has no check for task \(task). "
                        + "Add @Test(\"Task \(task) · …\").")
            }
            guard let section = sections[task] else {
                problems.append(
                    "\(workbook.hintsPath(number)) has no hints for task \(task). "
                        + "Add a section \"## \(names[task] ?? "Task \(task) · …")\".")
                continue
            }
            if section.text.matches(of: #/\n\d+\. /#).count < 2 {
                problems.append(
                    "Task \(task) has fewer than two hints in \(workbook.hintsPath(number)). "
                        + "Add a nudge before the one that nearly tells.")
            }
            if let name = names[task], name != section.title {
                problems.append(
                    "Task \(task) is \"\(name)\" in the checks and \"\(section.title)\" in the hints. "
                        + "Give it one name.")
            }
        }
        for task in Set(names.keys).union(sections.keys).subtracting(holes).sorted() {
            problems.append(
                "Task \(task) has a check or hints, but no TODO in "
                    + "\(workbook.exercisePath(number)). Open it, or delete the rest of it.")
        }
        if !hints.contains("\n## What to take away\n") {
            problems.append(
                "\(workbook.hintsPath(number)) ends without \"## What to take away\". Add it.")
        }
        return problems
    }

    private func imports(stub: String, solution: String) -> [String] {
        let modules = { (text: String) in
            Set(text.matches(of: #/(?m)^import (\w+)/#).map { String($0.1) })
        }
        return modules(solution).subtracting(modules(stub)).sorted().map {
            "The solution imports \($0), and the stub does not: a learner cannot know. "
                + "Import it in the stub, or do without."
        }
    }

    /// Comments send a learner to a step: `(lesson 07, Forgetting super)`.
    private func references(in text: String, _ path: String) -> [String] {
        let joined = text.replacing(#/\\\n\s*/#, with: "").replacing(#/\n\s+/#, with: " ")
        return joined.matches(of: #/\(lesson (\d\d), ([^()]+)\)/#).compactMap { match in
            let lesson = String(match.1)
            let title = String(match.2)
            let titles =
                workbook.lessonFolder(lesson)
                .flatMap { workbook.text("\($0)/Lesson\(lesson).swift") }
                .map { LessonSource($0).sections.map(\.title) } ?? []
            guard !titles.contains(title) else { return nil }
            return
                "\(path) sends the learner to \"\(title)\" in lesson \(lesson), which has no such "
                + "step. Its steps: \(titles.joined(separator: "; "))."
        }
    }

    private func lesson() -> [String] {
        guard let folder = workbook.lessonFolder(number),
            let text = workbook.text("\(folder)/Lesson\(number).swift")
        else { return [] }
        var problems: [String] = []
        if LessonSource(text).closing == nil {
            problems.append(
                "Lesson \(number) ends without a table of its rules. Add a section "
                    + "\"// MARK: - \(LessonSource.closingTitle)\".")
        }
        if text.matches(of: #/// Predict: /#).count < 3 {
            problems.append(
                "Lesson \(number) asks for fewer than three predictions. "
                    + "Add \"// Predict: …\" before the lines that surprise.")
        }
        return problems
    }
}

/// Whether the checks say of each answer what they should.
private struct AnswerVerification {
    let number: String
    let workbook: WorkbookFolder
    let program: ChecksProgram
    private let answers: String

    init(_ number: String, in workbook: WorkbookFolder, lane: Int) {
        self.number = number
        self.workbook = workbook
        answers = ".build/verify-\(lane)/answers"
        program = ChecksProgram(
            workbook: workbook, numbers: [number], answers: answers,
            buildFolder: ".build/verify-\(lane)")
    }

    func problems() throws -> [String] {
        var problems = try stub() + solution()
        let folder = workbook.wrongAnswersPath(number)
        for name in workbook.names(in: folder) where name.hasSuffix(".swift") {
            problems += try wrongAnswer("\(folder)/\(name)")
        }
        return problems
    }

    private func stub() throws -> [String] {
        let path = workbook.exercisePath(number)
        return try judge(path) { verdict, warnings in
            warnings.map {
                "The stub gives a warning, so mend it: \(path):\($0.line): \($0.message)"
            }
                + verdict.tasks.filter { !$0.isOpen }.map {
                    "Task \($0.number) of the stub is not open. Make it throw TODO(\"Task "
                        + "\($0.number): …\")."
                }
                + ending(of: verdict, path)
        }
    }

    private func solution() throws -> [String] {
        let path = workbook.solutionPath(number)
        return try judge(path) { verdict, warnings in
            warnings.map { "The solution gives a warning: \(path):\($0.line): \($0.message)" }
                + verdict.tasks.filter { !$0.isRight }.map { task in
                    let said = task.problems.first?.message ?? "it is still open"
                    return
                        "The solution fails task \(task.number). Mend the one or the other: \(said)"
                }
                + ending(of: verdict, path)
        }
    }

    private func ending(of verdict: ExerciseVerdict, _ path: String) -> [String] {
        if verdict.tasks.isEmpty {
            return ["No task was judged. Do the checks have tests titled \"Task 1 · …\"?"]
        }
        return verdict.outside.map { ["\(path) did not run to its end: \($0.message)"] } ?? []
    }

    /// The first line of a wrong answer says who refuses it, and with which words:
    /// `// Task 4: No delay given is nil`.
    private func wrongAnswer(_ path: String) throws -> [String] {
        let first = workbook.text(path)?.split(separator: "\n").first ?? ""
        guard let match = first.firstMatch(of: #/^// Task (\d+): (.+)$/#),
            let wanted = Int(match.1)
        else {
            return [
                "\(path) does not say who refuses it. Begin with a line: // Task 4: words of the message"
            ]
        }
        let words = String(match.2).trimmingCharacters(in: .whitespaces)
        return try judge(path) { verdict, _ in
            let refusing = verdict.tasks.first { !$0.isRight }
            guard let refusing else {
                return [
                    "\(path) passes every task. Add a check to task \(wanted) that it fails, or "
                        + "delete it."
                ]
            }
            guard refusing.number == wanted else {
                return [
                    "\(path) is refused by task \(refusing.number) first, and says task \(wanted). "
                        + "Mend the answer or its first line."
                ]
            }
            let said = verdict.finding?.words ?? "it is still open"
            guard said.contains(words) else {
                return [
                    "\(path) is refused, but not with the words \"\(words)\". A learner reads: \(said)"
                ]
            }
            return []
        }
    }

    private func judge(
        _ path: String, _ judgment: (ExerciseVerdict, _ warnings: [Diagnostic]) -> [String]
    ) throws -> [String] {
        let answer = workbook.url("\(answers)/Exercise\(number).swift")
        try FileManager.default.createDirectory(
            at: answer.deletingLastPathComponent(), withIntermediateDirectories: true)
        // Written anew each time, so that the compiler repeats its warnings.
        try Data(contentsOf: workbook.url(path)).write(to: answer)
        do {
            let warnings = try program.build().filter { $0.path.hasPrefix(answers) }
            return judgment(try program.run(number), warnings)
        } catch let failure as ChecksProgram.BuildFailure {
            let said = failure.diagnostics.first.map { "\($0.path):\($0.line): \($0.message)" }
            return ["\(path) does not compile with the checks: \(said ?? "swift build failed")"]
        }
    }
}
