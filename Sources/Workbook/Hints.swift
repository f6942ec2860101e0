import DecodingExplainer
import Foundation

/// The hints of an exercise, task by task: `Solutions/Exercise07.md`.
struct Hints {
    /// The hints of a task, from a nudge to nearly the answer, each in lines.
    let tasks: [Int: [[String]]]
    /// The tasks as their headings name them, in the order of the page: `Task 3 · The list`.
    let titles: [(task: Int, title: String)]

    /// - Parameter page: A heading `## Task 3 · …` for each task, and below it a numbered list.
    init(_ page: String) {
        var tasks: [Int: [[String]]] = [:]
        var titles: [(task: Int, title: String)] = []
        var task: Int?
        for line in WrittenChange.lines(of: page) {
            if line.hasPrefix("#") {
                task = line.firstMatch(of: #/^## Task (\d+)\b/#).flatMap { Int($0.1) }
                if let task { titles.append((task, String(line.dropFirst("## ".count)))) }
            } else if let task, let item = line.wholeMatch(of: #/\d+\. (.*)/#) {
                tasks[task, default: []].append([String(item.1)])
            } else if let task, let last = tasks[task]?.indices.last {
                // The lines of an item are indented by three.
                tasks[task]?[last].append(String(line.trimmingPrefix("   ")))
            }
        }
        self.titles = titles
        self.tasks = tasks.mapValues { hints in
            hints.map { lines in
                Array(lines.reversed().drop { $0.isEmpty }.reversed())
            }
        }
    }
}

/// What a learner has been shown, and which task was at hand when the checks last said so. Losing it
/// loses nothing: the first hint comes again, and the checks are asked anew.
struct HintMemory {
    let number: String
    let workbook: WorkbookFolder

    /// Everything that is remembered of an exercise.
    private struct Contents: Codable {
        /// How many hints of a task have been shown.
        var shown: [Int: Int] = [:]
        /// The answer's file when the checks last judged it.
        var judged: Data?
        /// The task that was at hand then; nil where each was right.
        var task: Int?
    }

    private var file: URL { workbook.url(".build/hints/Exercise\(number).json") }

    private var contents: Contents {
        (try? JSONDecoder().decode(Contents.self, from: Data(contentsOf: file))) ?? Contents()
    }

    private func remember(_ change: (inout Contents) -> Void) {
        var contents = contents
        change(&contents)
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? JSONEncoder().encode(contents).write(to: file, options: .atomic)
    }

    /// Counts one hint more of a task.
    ///
    /// - Parameter count: How many there are.
    /// - Returns: Which one is to be shown, from 1. After the last one, the last one again.
    func next(of task: Int, among count: Int) -> Int {
        let next = min(max(contents.shown[task] ?? 0, 0) + 1, count)
        remember { $0.shown[task] = next }
        return next
    }

    /// Keeps which task is at hand.
    func keep(_ verdict: ExerciseVerdict, of answer: Answer) {
        remember {
            $0.judged = answer.contents
            $0.task = verdict.taskAtHand
        }
    }

    /// - Returns: The task at hand, where the checks have judged this very answer: nil inside where
    ///   each task was right, nil where nobody knows.
    func taskAtHand(in answer: Answer) -> Int?? {
        let contents = contents
        return contents.judged == answer.contents ? .some(contents.task) : nil
    }

    func forget() {
        try? FileManager.default.removeItem(at: file)
    }
}

extension ExerciseVerdict {
    /// The task to work on: the one with the first finding, else the first that is not right.
    var taskAtHand: Int? {
        finding?.task?.number ?? tasks.first { !$0.isRight }?.number
    }
}

/// `workbook hint 07 [3]`: one hint more each time.
struct Hint {
    let number: String
    let workbook: WorkbookFolder

    /// The hint that comes next, in lines.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - width: How many columns a line has.
    /// - Throws: ``UsageError`` where there is no hint for the task.
    func next(of task: Int, width: Int) throws -> [String] {
        let path = workbook.hintsPath(number)
        guard let page = workbook.text(path) else {
            throw UsageError(description: "\(path) cannot be read, so there are no hints.")
        }
        let tasks = Hints(page).tasks
        guard let hints = tasks[task], !hints.isEmpty else {
            let known = tasks.keys.sorted().map(String.init).joined(separator: ", ")
            throw UsageError(
                description: "There are no hints for task \(task) of exercise \(number). "
                    + "There are hints for: \(known.isEmpty ? "none" : known).")
        }
        let index = HintMemory(number: number, workbook: workbook)
            .next(of: task, among: hints.count)
        let solution =
            index == hints.count
            ? ["", "That was the last one. The whole answer: \(workbook.solutionPath(number))"] : []
        return ["Task \(task), hint \(index) of \(hints.count)"]
            + Self.shown(hints[index - 1], width: width) + solution
    }

    /// Prose is wrapped; a document keeps its lines.
    private static func shown(_ lines: [String], width: Int) -> [String] {
        var prose: [String] = []
        var shown: [String] = []
        func endProse() {
            let text = prose.joined(separator: " ")
            if !prose.isEmpty { shown += DisplayText.wrapped(text, width: max(width - 2, 20)) }
            prose = []
        }
        for line in lines {
            if line.isEmpty || line.hasPrefix("    ") {
                endProse()
                shown.append(line)
            } else {
                prose.append(line)
            }
        }
        endProse()
        return shown.map { $0.isEmpty ? "" : "  " + $0 }
    }

    /// Prints the next hint.
    ///
    /// - Parameter task: The task, or nil for the one at hand.
    /// - Returns: Whether there is one.
    func run(_ task: Int?, width: Int) throws -> Bool {
        if let task {
            try Console.print(try next(of: task, width: width))
            return true
        }
        let check = Check(number, in: workbook)
        let answer = try check.answer()
        let memory = HintMemory(number: number, workbook: workbook)
        var atHand = memory.taskAtHand(in: answer)
        if atHand == nil {
            guard let verdict = try check.judgment(of: answer).verdict else {
                throw UsageError(
                    description:
                        "Exercise \(number) does not compile, so nobody can say which task "
                        + "you are at. Name it: swift run workbook hint \(number) 1")
            }
            atHand = .some(verdict.taskAtHand)
        }
        guard case .some(.some(let task)) = atHand else {
            try Console.print([
                "Each task of exercise \(number) is right. What to take away: "
                    + workbook.hintsPath(number)
            ])
            return true
        }
        try Console.print(try next(of: task, width: width))
        return true
    }
}
