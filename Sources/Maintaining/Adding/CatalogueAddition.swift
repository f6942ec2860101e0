import Foundation
import Judging

/// `maintain refuse 07 "The berths are lost"`: adds a wrong answer to the catalogue of its exercise.
///
/// What the exercise's file differs in from the solution becomes an entry, if the checks refuse it.
/// Their verdict says by which task and with which words.
struct CatalogueAddition {
    let number: String
    let heading: String
    /// The file with the wrong answer, or nil for the exercise's own.
    var file: String?
    /// What the stub says and the answer does not keep.
    var broken: String?
    /// Why somebody writes this.
    var reason: String?
    let workbook: WorkbookFolder

    /// - Returns: True; the entry is on the page then.
    /// - Throws: ``CommandFailure`` where the answer cannot become an entry; nothing has been written then.
    func run() throws -> Bool {
        let path = file ?? workbook.exercisePath(number)
        let entry = try Progress.during("Judging \(path)") { try self.entry(from: path) }
        let page = workbook.wrongAnswersPath(number)
        let text = workbook.text(page) ?? emptyPage
        let new = WrongAnswerCatalogue(text).page(adding: entry)
        let url = workbook.url(page)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(new.utf8).write(to: url, options: .atomic)
        let added = entry.markdown.trimmingCharacters(in: .newlines)
        try Console.print(["Added to \(page):", "", added])
        let places = [
            broken == nil ? WrongAnswerCatalogue.sentenceToBeFound : nil,
            reason == nil ? WrongAnswerCatalogue.reasonToBeWritten : nil,
        ]
        for place in places.compactMap(\.self) {
            try Console.print(["", "Write a sentence in place of \"\(place)\""])
        }
        return true
    }

    private var emptyPage: String {
        let title = workbook.exerciseTitle(number).replacing("Exercise \(number) · ", with: "")
        return WrongAnswerCatalogue.emptyPage(number, title: title)
    }

    /// Makes the entry, and writes nothing.
    func entry(from path: String) throws -> WrongAnswerCatalogue.Entry {
        let heading = heading.trimmingCharacters(in: .whitespaces)
        guard !heading.isEmpty, !heading.contains(where: \.isNewline) else {
            throw CommandFailure(description: "An entry needs a heading of one line.")
        }
        let stub = StubText(workbook.text(workbook.stubPath(number)) ?? "")
        if let broken, !stub.says(broken) {
            throw CommandFailure(
                description: "\(workbook.exercisePath(number)) does not say \"\(broken)\". Quote a "
                    + "sentence of it, or a part of one.")
        }
        guard let answer = try? String(contentsOf: url(path), encoding: .utf8) else {
            throw CommandFailure(description: "\(path) cannot be read.")
        }
        guard let solution = workbook.text(workbook.solutionPath(number)) else {
            throw CommandFailure(description: "\(workbook.solutionPath(number)) is not there.")
        }
        if let stub = workbook.text(workbook.exercisePath(number)), file != nil, stub == answer {
            throw CommandFailure(
                description: "\(path) is the stub: nothing has been written into it.")
        }
        guard let change = WrittenChange(from: solution, to: answer) else {
            throw CommandFailure(description: "\(path) is the solution, and that is right.")
        }
        let text = workbook.text(workbook.wrongAnswersPath(number)) ?? emptyPage
        for other in WrongAnswerCatalogue(text).entries {
            if other.heading == heading {
                throw CommandFailure(
                    description: "\"\(heading)\" is on the page already. Choose another heading.")
            }
            if other.change == change || (try? other.change.applied(to: solution)) == answer {
                throw CommandFailure(
                    description: "\(path) is on the page already: \"\(other.heading)\".")
            }
        }
        let (refusal, messages) = try refusal(of: answer, path, beside: solution)
        return WrongAnswerCatalogue.Entry(
            heading: heading, task: refusal.task?.number ?? 0,
            words: refusal.words(among: messages.others(than: refusal)),
            broken: broken ?? WrongAnswerCatalogue.sentenceToBeFound,
            reason: reason ?? WrongAnswerCatalogue.reasonToBeWritten, change: change)
    }

    /// A path that the user typed starts at the current folder.
    private func url(_ path: String) -> URL {
        file == nil ? workbook.url(path) : URL(fileURLWithPath: path)
    }

    /// - Returns: By what the answer is refused, and what else the checks might have said.
    private func refusal(
        of answer: String, _ path: String, beside solution: String
    ) throws -> (Finding, CheckMessages) {
        var judge = Judge(in: workbook)
        judge.asksForMessages = true
        let judgments = try [answer, solution].map { text in
            try judge.judgment(
                of: Answer(number, Data(text.utf8), path: workbook.exercisePath(number)),
                for: "refuse \(number)")
        }
        var messages = CheckMessages()
        if let verdict = judgments[1].verdict { messages.add(verdict, isHeard: false) }
        switch judgments[0] {
        case .missing:
            throw CommandFailure(description: "\(path) is not there.")
        case .notJudged(let reason):
            throw CommandFailure(description: "\(path) was not judged: \(reason).")
        case .notCompiled(let failure):
            let said = failure.diagnostics.first.map { " Line \($0.line): \($0.message)" } ?? ""
            throw CommandFailure(description: "\(path) does not compile.\(said)")
        case .judged(let verdict, _):
            messages.add(verdict, isHeard: true)
            if let refusal = verdict.finding, refusal.task != nil { return (refusal, messages) }
            if verdict.isUntouched {
                throw CommandFailure(description: "\(path) is untouched: every task is still open.")
            }
            if let task = verdict.tasks.first(where: \.isOpen) {
                throw CommandFailure(
                    description: "Nothing in \(path) is wrong: task \(task.number) is still open.")
            }
            throw CommandFailure(
                description: "\(path) passes every task. Add a check to "
                    + "\(workbook.checksPath(number)) that it fails.")
        }
    }
}
