import Foundation
import Judging

/// `maintain accept 07 "A type for decoding alone" --because "…"`: adds a right answer to the other ways
/// of its exercise, if the checks accept it.
struct WayAddition {
    let arguments: RefuseArguments
    let workbook: WorkbookFolder

    /// - Returns: True; the way is on the page then.
    /// - Throws: ``CommandFailure`` where the answer cannot become one of the ways; nothing has been written
    ///   then.
    func run() throws -> Bool {
        let number = try workbook.exerciseNumber(arguments.number)
        let path = arguments.file ?? workbook.exercisePath(number)
        let url = arguments.file.map { URL(fileURLWithPath: $0) } ?? workbook.url(path)
        guard let answer = try? String(contentsOf: url, encoding: .utf8) else {
            throw CommandFailure(description: "\(path) cannot be read.")
        }
        guard let note = arguments.reason else {
            throw CommandFailure(
                description: "Say what it gains and what it costs, with --because \"…\".")
        }
        // The shorter of the two is the one to read.
        let changes = OtherWays.bases(of: number, in: workbook)
            .map { WrittenChange(from: $0, to: answer) }
        guard let change = changes.compactMap(\.self).min(by: { $0.lines.count < $1.lines.count }),
            !changes.contains(where: { $0 == nil })
        else { throw CommandFailure(description: "\(path) is the solution, or the stub.") }
        let page = workbook.path(.otherWays, number)
        let title = workbook.exerciseTitle(number)
            .replacing("Exercise \(number) · ", with: "")
        let text = workbook.text(page) ?? OtherWays.emptyPage(number, title: title)
        if OtherWays(text).ways.contains(where: { $0.heading == arguments.heading }) {
            throw CommandFailure(description: "\"\(arguments.heading)\" is on the page already.")
        }
        let judgment = try Progress.during("Judging \(path)") {
            try Judge(in: workbook).judgment(
                of: Answer(number, Data(answer.utf8), path: workbook.exercisePath(number)),
                for: "accept \(number)")
        }
        if let problem = judgment.reasonAgainst {
            throw CommandFailure(description: "\(path) \(problem)")
        }
        let way = OtherWays.Way(heading: arguments.heading, note: note, change: change)
        try FileManager.default.createDirectory(
            at: workbook.url(page).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((text + "\n" + way.markdown).utf8).write(to: workbook.url(page), options: .atomic)
        try Console.print(["Added to \(page): \(arguments.heading)"])
        return true
    }
}

extension Judgment {
    /// Why an answer is not right, or not without a warning, in words that go on after its name; nil where
    /// it is both.
    var reasonAgainst: String? {
        switch self {
        case .missing: return "is not there."
        case .notJudged(let reason): return "was not judged: \(reason)"
        case .notCompiled(let failure):
            let first = failure.diagnostics.first.map { "\($0.path):\($0.line): \($0.message)" }
            return "does not compile with the checks. \(first ?? failure.reasons[0])"
        case .judged(let verdict, let warnings):
            if let finding = verdict.finding {
                let task = finding.task.map { "by task \($0.number)" } ?? "outside of the tasks"
                return "is refused \(task): \(Finding.withSingleBlanks(finding.words))"
            }
            if let task = verdict.tasks.first(where: { !$0.isRight }) {
                return "leaves task \(task.number) open."
            }
            return warnings.first.map { "gives a warning: \($0.path):\($0.line): \($0.message)" }
        }
    }
}
