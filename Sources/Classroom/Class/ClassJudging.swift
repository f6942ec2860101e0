import DecodingExplainer
import Foundation
import Judging
import Synchronization
import Walkthrough

/// `classroom judge`: judges the files that a class handed in, and shows who is stuck where.
struct ClassJudging {
    let workbook: WorkbookFolder
    let room: ClassRoom
    let numbers: [String]
    /// Where a spreadsheet is to be written, if anywhere.
    let spreadsheet: URL?
    /// Judges each file by itself.
    var judge: Judge

    /// The declaration of `judge`.
    static let usage = Usage(
        "classroom judge", "FOLDER [07 …]",
        help: """
            a table of what a class handed in, a folder
            for each pupil; with numbers, of these
            exercises alone
            """,
        options: [
            "--csv FILE": "write the table for a spreadsheet, too",
            "--trust": "run the files without a sandbox",
        ])

    /// - Throws: ``UsageError``, and ``Sandbox/Missing``.
    init(_ arguments: Arguments, in workbook: WorkbookFolder) throws {
        self.workbook = workbook
        let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        room = try ClassRoom(
            URL(fileURLWithPath: arguments.words[0], relativeTo: here),
            exercises: workbook.exercises)
        let numbers = try arguments.words.dropFirst().map { try workbook.exerciseNumber($0) }
        self.numbers =
            numbers.isEmpty
            ? room.handedIn(among: workbook.exercises)
            : workbook.exercises.filter(numbers.contains)
        guard !self.numbers.isEmpty else {
            throw UsageError(
                description:
                    "Nobody has handed in a file such as Exercise01.swift. It should be in "
                    + "the pupil's folder, or in a folder Exercises in it."
                    + Self.found(by: room.pupils))
        }
        spreadsheet = arguments["--csv"].map {
            URL(fileURLWithPath: $0, relativeTo: here).absoluteURL.standardizedFileURL
        }
        if let spreadsheet { try Spreadsheet.lookAhead(spreadsheet) }
        judge = Judge(in: workbook)
        judge.timeLimit = 150
        judge.confinement = Confinement(
            sandbox: arguments.has("--trust") ? nil : try Sandbox.find())
    }

    /// What is there in place of an answer, for a teacher to see why it was not taken.
    private static func found(by pupils: [Pupil]) -> String {
        let found = pupils.flatMap { pupil in
            pupil.handedIn.refused.map { "\(pupil.name)/\($0)" }
        }
        guard !found.isEmpty else { return "" }
        let more = found.count > 3 ? ", and \(found.count - 3) more" : ""
        return " There is: "
            + found.prefix(3).map { DisplayText.printable($0) }
            .joined(separator: "; ") + more + "."
    }

    /// - Returns: True: what pupils got wrong is no failure of the table.
    func run() throws -> Bool {
        let report = ClassReport(of: try results(), in: workbook)
        try Console.print(report.lines)
        if let spreadsheet { try report.spreadsheet.write(to: spreadsheet) }
        return true
    }

    /// Judges everything. A signal in between shows the rows that are done.
    func results() throws -> ClassResults {
        let (workbook, numbers) = (workbook, numbers)
        let exercises = numbers.map { number in
            let path = workbook.stubPath(number)
            let stub = Answer(number, try? Data(contentsOf: workbook.url(path)), path: path)
            return ClassResults.Exercise(
                number: number, tasks: ExerciseVerdict(ofStub: stub, in: workbook)?.tasks ?? [])
        }
        let pupils = room.pupils
        let strayFiles = room.strayFiles
        let rows = Rows(count: pupils.count)
        let results: @Sendable () -> ClassResults = {
            ClassResults(
                exercises: exercises, pupilCount: pupils.count, rows: rows.done,
                strayFiles: strayFiles)
        }
        try Interruption.saying {
            Progress.say(
                ClassReport(of: results(), in: workbook).lines.joined(separator: "\n"))
        } during: {
            for number in numbers { try judge.prepareForStrangers(number, for: "class") }
            try Progress.during(saying: { "Judging: \(rows.done.count) of \(pupils.count) pupils" })
            {
                _ = try Array(pupils.indices).concurrentMap { index in
                    let judgments = numbers.map { judgment(of: pupils[index], $0) }
                    rows.add(
                        .init(
                            pupil: pupils[index].name, judgments: judgments,
                            taken: pupils[index].handedIn.taken,
                            refused: pupils[index].handedIn.refused), at: index)
                }
            }
        }
        return results()
    }

    /// The rows that are done, in the order of the pupils.
    private final class Rows: Sendable {
        private let rows: Mutex<[ClassResults.Row?]>

        init(count: Int) { rows = Mutex(Array(repeating: nil, count: count)) }

        func add(_ row: ClassResults.Row, at index: Int) { rows.withLock { $0[index] = row } }

        var done: [ClassResults.Row] { rows.withLock { $0.compactMap(\.self) } }
    }

    // MARK: - One file

    private func judgment(of pupil: Pupil, _ number: String) -> Judgment {
        guard let file = pupil.handedIn.files[number] else { return .missing }
        do {
            let answer = Answer(
                number, try file.contents(), path: workbook.exercisePath(number))
            return try judge.judgment(of: answer, for: "class")
        } catch {
            return .notJudged("\(error)")
        }
    }
}
