import DecodingExplainer
import Foundation
import Judging
import Synchronization
import Walkthrough

/// The command `classroom judge`, which judges the files that a class handed in, and shows what to teach
/// next and where each pupil is stuck.
struct ClassJudging {
    let workbook: WorkbookFolder
    let room: ClassRoom
    let numbers: [String]
    /// The part of the class that is judged, such as the third of ten.
    let part: PartNumber
    /// The file for the results, if one was asked for.
    let resultsFile: URL?
    private let output: ReportOutput
    /// The judge, which judges each file by itself.
    var judge: Judge

    /// The declaration of `judge`.
    static let usage = Usage(
        "classroom judge", "FOLDER [07 …]",
        help: """
            what to teach a class next, and who is stuck
            where; FOLDER has a folder for each pupil, or
            is what a learning platform hands out, as a
            folder or as .zip; with numbers, of these
            exercises alone
            """,
        options: [
            "--messages": "cut no list of messages or names short",
            "--csv FILE": "write the table for a spreadsheet, too",
            "--replies FOLDER": "write a text for each pupil, too",
            "--results FILE": "write the results for classroom report",
            "--part 3/10": "judge the third of ten parts of the class",
            "--trust": "run the files without a sandbox",
        ],
        apart: [["--part", "--messages"], ["--part", "--csv"], ["--part", "--replies"]])

    /// Judges what is in the folder or archive that the arguments name.
    static func run(_ arguments: Arguments, in workbook: WorkbookFolder) async throws -> Bool {
        try await Archive.unpacking(.typed(arguments.words[0])) { folder in
            try await ClassJudging(arguments, folder, in: workbook).run()
        }
    }

    /// Reads the arguments, and the folder of the class.
    ///
    /// - Throws: ``UsageError`` if an argument is not right or there is nothing to judge, and
    ///   ``CommandFailure``.
    init(_ arguments: Arguments, _ folder: URL, in workbook: WorkbookFolder) async throws {
        self.workbook = workbook
        output = try ReportOutput(arguments, in: workbook)
        part =
            try arguments.value(of: "--part", "a part and the number of parts", PartNumber.init)
            ?? .whole
        resultsFile = arguments["--results"].map(URL.typed)
        if let resultsFile { try Spreadsheet.lookAhead(resultsFile) }
        guard part == .whole || resultsFile != nil else {
            throw UsageError(
                description: "A part needs a file for its results: --part \(part) "
                    + "--results part-\(part.number).json")
        }
        let numbers = try arguments.words.dropFirst().map { try workbook.exerciseNumber($0) }
        room = try await ClassRoom(folder, stubs: await Stubs(of: workbook))
        let handedIn = room.counts(of: workbook.exercises)
        if !numbers.isEmpty, !handedIn.isEmpty, numbers.allSatisfy({ handedIn[$0] == nil }) {
            throw UsageError(description: Self.advice(typed: numbers, handedIn: handedIn))
        }
        self.numbers = workbook.exercises
            .filter { numbers.isEmpty ? handedIn[$0] != nil : numbers.contains($0) }
        guard !self.numbers.isEmpty else {
            throw UsageError(
                description:
                    "No pupil has handed in a file such as Exercise01.swift that is more than the "
                    + "stub. It should be in the pupil's folder, or in a folder Exercises in it."
                    + Self.refusedFiles(of: room.pupils))
        }
        judge = Judge(in: workbook)
        judge.timeLimit = 150
        judge.confinement = Confinement(
            sandbox: arguments.has("--trust") ? nil : try await Sandbox.find())
    }

    /// Returns an advice for a teacher who has named exercises that nobody has handed in.
    private static func advice(typed: [String], handedIn: [String: Int]) -> String {
        let others = handedIn.sorted { $0.key < $1.key }
        let counts = others.map { "\($0.key) (\(ClassReport.count($0.value, "pupil")))" }
        return "Nobody has handed in exercise \(typed.joined(separator: " or ")). In the folder: "
            + "\(counts.joined(separator: ", ")). Type \(others[0].key) in its place, or no number for "
            + "all that is there."
    }

    /// Returns a sentence with the first files that were not taken and the reasons, or an empty text.
    private static func refusedFiles(of pupils: [Pupil]) -> String {
        let refused = pupils.flatMap { pupil in
            pupil.handedIn.refused.map { "\(pupil.name)/\($0)" }
        }
        guard !refused.isEmpty else { return "" }
        return " The first files that are there: "
            + refused.prefix(3).map { DisplayText.printable($0) }.joined(separator: "; ") + "."
    }

    /// Judges the files and writes what was asked for.
    ///
    /// - Returns: True, because a wrong answer of a pupil is not a failure of the command.
    func run() async throws -> Bool {
        let results = try await results()
        if let resultsFile {
            try ClassPart(number: part, results: results).write(to: resultsFile)
        }
        guard part == .whole else {
            try Console.print([
                "Part \(part) is judged: \(results.rows.count) of \(room.pupils.count) pupils."
            ])
            return true
        }
        try output.write(results)
        return true
    }

    /// Judges all files of the part. After a signal, the rows that are done are shown.
    func results() async throws -> ClassResults {
        let (workbook, room, numbers, output) = (workbook, room, numbers, output)
        let exercises = numbers.map { number in
            let path = workbook.stubPath(number)
            let stub = Answer(number, try? Data(contentsOf: workbook.url(path)), path: path)
            let tasks = ExerciseVerdict(ofStub: stub, in: workbook)?.tasks ?? []
            return ClassResults.Exercise(
                number: number, tasks: tasks.map { .init(number: $0.number, title: $0.title) })
        }
        let pupils = part.elements(of: room.pupils)
        let rows = Rows()
        let results: @Sendable () -> ClassResults = {
            ClassResults(
                exercises: exercises, pupils: room.pupils.map(\.name), rows: rows.done,
                strayFiles: room.strayFiles)
        }
        try await Interruption.saying {
            Progress.say(output.report(on: results()).lines.joined(separator: "\n"))
        } during: {
            // A confined compiler cannot keep its compiled form of the modules that the checks import, so a
            // build of the solution fills that cache.
            for number in numbers {
                let path = workbook.solutionPath(number)
                let solution = Answer(number, try Data(contentsOf: workbook.url(path)), path: path)
                do {
                    try await judge.prepare(solution, for: "class")
                } catch let failure as BuildFailure {
                    throw CommandFailure(
                        description: "The checks of exercise \(number) cannot be built: "
                            + "\(failure.reason(for: path)). swift run maintain verify \(number) "
                            + "says more.")
                }
            }
            let all = ClassReport.count(pupils.count, "pupil")
            log("Judging \(all) …")
            try await Progress.during("Judging: \(rows.done.count) of \(pupils.count) pupils") {
                _ = try await Array(pupils.indices).concurrentMap { index in
                    var outcomes: [ClassResults.Outcome] = []
                    for number in numbers {
                        outcomes.append(await outcome(of: pupils[index], number))
                    }
                    let handedIn = pupils[index].handedIn
                    let row = ClassResults.Row(
                        pupil: pupils[index].name, outcomes: outcomes, taken: handedIn.taken,
                        refused: handedIn.refused + handedIn.filesInPlace(of: numbers),
                        twice: handedIn.twice)
                    let count = rows.byPupil.withLock { rows in
                        rows[index] = row
                        return rows.count
                    }
                    log("Judged: \(count) of \(all)")
                }
            }
        }
        return results()
    }

    /// The rows that are done.
    private final class Rows: Sendable {
        let byPupil = Mutex<[Int: ClassResults.Row]>([:])

        var done: [ClassResults.Row] {
            byPupil.withLock { rows in rows.sorted { $0.key < $1.key }.map(\.value) }
        }
    }

    /// Says how far the work is where nobody sees the line of ``Progress``: in a file, or in the log of a
    /// code host's job.
    private func log(_ line: String) {
        if isatty(STDERR_FILENO) == 0 { Console.complain(line) }
    }

    // MARK: - One file

    private func outcome(of pupil: Pupil, _ number: String) async -> ClassResults.Outcome {
        guard let file = pupil.handedIn.files[number] else { return .missing }
        do {
            if let stub = file.stub { return .unchanged(isEarlier: stub == .earlier) }
            let text = try file.text()
            if text.allSatisfy(\.isWhitespace) { return .notJudged("the file is empty") }
            let answer = Answer(number, Data(text.utf8), path: workbook.exercisePath(number))
            switch try await judge.judgment(of: answer, for: "class") {
            case .missing: return .missing
            case .notCompiled(let failure): return outcome(of: failure, text, number)
            case .notJudged(let reason): return .notJudged(reason)
            case .judged(var verdict, _):
                verdict.printed = ""
                return .judged(verdict)
            }
        } catch {
            return .notJudged("\(error)")
        }
    }

    private func outcome(
        of failure: BuildFailure, _ text: String, _ number: String
    ) -> ClassResults.Outcome {
        if let mistake = room.stubs.mistakenFile(text, handedInFor: number) {
            return .notJudged(mistake)
        }
        if let version = room.stubs.otherVersion(of: text, handedInFor: number) {
            return .notCompiled(.init(message: version))
        }
        let path = AnswersFolder.learners.answerPath(number)
        let reason = ClassResults.line(of: failure.reason(for: path))
        if [.workbook, .fullDisk].contains(failure.cause(for: path)) { return .notJudged(reason) }
        let lines = WrittenChange.lines(of: text)
        let line = failure.diagnostics(in: path).first?.line
        let source = line.flatMap { lines.indices.contains($0 - 1) ? lines[$0 - 1] : nil }
            .map { String(ClassResults.line(of: $0).prefix(100)) }
        return .notCompiled(.init(message: reason, line: line, source: source))
    }
}

extension URL {
    /// Checks that something can be written to this place.
    ///
    /// - Throws: ``UsageError``.
    func checkPlace() throws {
        let folder = deletingLastPathComponent().path + "/."
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw UsageError(
                description:
                    "\(DisplayText.printable(path)) cannot be written: is its folder there?")
        }
    }

    /// The type of what is there, which may be a link, or nil if nothing is there.
    var fileType: FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    }

    /// Returns the place that a user typed, from the current folder.
    static func typed(_ path: String) -> URL {
        URL(fileURLWithPath: path).absoluteURL.standardizedFileURL
    }
}
