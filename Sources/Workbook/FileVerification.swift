import Foundation
import Walkthrough

/// Whether the files of a number are there and agree, without building anything.
struct FileVerification {
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
            (workbook.wrongAnswersPath(number), "what goes wrong in it, and by which words"),
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
