import DecodingExplainer
import Foundation
import Judging
import Synchronization
import Walkthrough

/// The command `classroom judge`, which judges the files that a class handed in, and shows where each
/// pupil is stuck.
struct ClassJudging {
    let workbook: WorkbookFolder
    let room: ClassRoom
    let numbers: [String]
    /// The file for a spreadsheet, if one was asked for.
    let spreadsheet: URL?
    /// The judge, which judges each file by itself.
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

    /// Reads the arguments, and the folder of the class.
    ///
    /// - Throws: ``UsageError`` if an argument is not right or there is nothing to judge, and
    ///   ``CommandFailure``.
    init(_ arguments: Arguments, in workbook: WorkbookFolder) async throws {
        self.workbook = workbook
        let currentFolder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        room = try await ClassRoom(
            URL(fileURLWithPath: arguments.words[0], relativeTo: currentFolder),
            exercises: workbook.exercises)
        let numbers = try arguments.words.dropFirst().map { try workbook.exerciseNumber($0) }
        self.numbers =
            numbers.isEmpty
            ? room.handedIn(among: workbook.exercises)
            : workbook.exercises.filter(numbers.contains)
        guard !self.numbers.isEmpty else {
            throw UsageError(
                description:
                    "No pupil has handed in a file such as Exercise01.swift. It should be in "
                    + "the pupil's folder, or in a folder Exercises in it."
                    + Self.refusedFiles(of: room.pupils))
        }
        spreadsheet = arguments["--csv"].map {
            URL(fileURLWithPath: $0, relativeTo: currentFolder).absoluteURL.standardizedFileURL
        }
        if let spreadsheet { try Spreadsheet.lookAhead(spreadsheet) }
        judge = Judge(in: workbook)
        judge.timeLimit = 150
        judge.confinement = Confinement(
            sandbox: arguments.has("--trust") ? nil : try await Sandbox.find())
    }

    /// Returns a sentence with the first files that were not taken and the reasons, or an empty text.
    private static func refusedFiles(of pupils: [Pupil]) -> String {
        let refused = pupils.flatMap { pupil in
            pupil.handedIn.refused.map { "\(pupil.name)/\($0)" }
        }
        guard !refused.isEmpty else { return "" }
        let more = refused.count > 3 ? ", and \(refused.count - 3) more" : ""
        return " These files are there: "
            + refused.prefix(3).map { DisplayText.printable($0) }
            .joined(separator: "; ") + more + "."
    }

    /// Judges the files and prints the table.
    ///
    /// - Returns: True, because a wrong answer of a pupil is not a failure of the command.
    func run() async throws -> Bool {
        let report = ClassReport(of: try await results(), in: workbook)
        try Console.print(report.lines)
        if let spreadsheet { try report.spreadsheet.write(to: spreadsheet) }
        return true
    }

    /// Judges all files. After a signal, the rows that are done are shown.
    func results() async throws -> ClassResults {
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
        try await Interruption.saying {
            Progress.say(
                ClassReport(of: results(), in: workbook).lines.joined(separator: "\n"))
        } during: {
            // A confined compiler cannot keep its compiled form of the modules that the checks import, so a
            // build of the solution fills that cache.
            for number in numbers {
                try await judge.prepare(number, with: workbook.solutionPath(number), for: "class")
            }
            try await Progress.during("Judging: \(rows.done.count) of \(pupils.count) pupils") {
                _ = try await Array(pupils.indices).concurrentMap { index in
                    var judgments: [Judgment] = []
                    for number in numbers {
                        judgments.append(await judgment(of: pupils[index], number))
                    }
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

    private func judgment(of pupil: Pupil, _ number: String) async -> Judgment {
        guard let file = pupil.handedIn.files[number] else { return .missing }
        do {
            let answer = Answer(
                number, try await file.contents(), path: workbook.exercisePath(number))
            return try await judge.judgment(of: answer, for: "class")
        } catch {
            return .notJudged("\(error)")
        }
    }
}
