import Foundation
import Synchronization

/// `workbook class`: judges the files that a class handed in, and shows who is stuck where.
struct ClassJudging {
    let workbook: WorkbookFolder
    let room: ClassRoom
    let numbers: [String]
    /// Where a spreadsheet is to be written, if anywhere.
    let spreadsheet: URL?
    /// Nil where the files are trusted.
    let sandbox: Sandbox?
    /// How long a program may run without a report, in seconds.
    var quietLimit = 120
    /// How long the runs of one file may take together, in seconds.
    var timeLimit = 150

    /// How large a file may be that is handed in, in bytes.
    static let largestFile = 1_000_000

    private var buildFolder: String { ".build/class" }
    private var pupilsFolder: URL { workbook.url("\(buildFolder).pupils") }

    /// - Throws: ``UsageError``, and ``Sandbox/Missing``.
    init(_ arguments: ClassArguments, in workbook: WorkbookFolder) throws {
        self.workbook = workbook
        let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        room = try ClassRoom(URL(fileURLWithPath: arguments.folder, relativeTo: here))
        let numbers = try arguments.numbers.map { try workbook.exerciseNumber($0) }
        self.numbers =
            numbers.isEmpty
            ? room.handedIn(among: workbook.exercises)
            : workbook.exercises.filter(numbers.contains)
        guard !self.numbers.isEmpty else {
            throw UsageError(
                description:
                    "Nobody has handed in a file such as Exercise01.swift. It should be in "
                    + "the pupil's folder, or in a folder Exercises in it.")
        }
        spreadsheet = arguments.spreadsheet.map {
            URL(fileURLWithPath: $0, relativeTo: here).absoluteURL.standardizedFileURL
        }
        if let spreadsheet { try Spreadsheet.lookAhead(spreadsheet) }
        sandbox = arguments.isTrusted ? nil : try Sandbox.find()
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
        let program = ChecksProgram(
            workbook: workbook, numbers: numbers, answers: "Solutions", buildFolder: buildFolder)
        return try program.alone("class") {
            try Progress.during("Building the checks") { _ = try program.build() }
            return try Interruption.withFolder(pupilsFolder) {
                let builds = try numbers.map {
                    try HandedInBuild($0, of: program, in: pupilsFolder, sandbox: sandbox)
                }
                let exercises = try numbers.map { number in
                    ClassResults.Exercise(number: number, tasks: try program.run(number).tasks)
                }
                return try judge(with: builds, exercises)
            }
        }
    }

    private func judge(
        with builds: [HandedInBuild], _ exercises: [ClassResults.Exercise]
    ) throws -> ClassResults {
        let pupils = room.pupils
        let rows = Rows(count: pupils.count)
        let results: @Sendable () -> ClassResults = {
            ClassResults(exercises: exercises, pupilCount: pupils.count, rows: rows.done)
        }
        let workbook = workbook
        try Interruption.saying {
            Progress.say(
                ClassReport(of: results(), in: workbook).lines.joined(separator: "\n"))
        } during: {
            try Progress.during(saying: { "Judging: \(rows.done.count) of \(pupils.count) pupils" })
            {
                let lanes = Array(0..<min(ProcessInfo.processInfo.activeProcessorCount, 4))
                _ = try Lanes.map(lanes, Array(pupils.indices)) { _, index in
                    let outcomes = builds.map { build in
                        outcome(of: pupils[index], "pupil-\(index)-\(build.number)", build)
                    }
                    rows.add(.init(pupil: pupils[index].name, outcomes: outcomes), at: index)
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

    private func outcome(
        of pupil: Pupil, _ name: String, _ build: HandedInBuild
    ) -> ClassResults.Outcome {
        guard let file = pupil.handedIn(build.number) else { return .notHandedIn }
        do {
            let answer = try contents(of: file)
            let folders = HandedInBuild.Folders(all: pupilsFolder.appendingPathComponent(name))
            return try Interruption.withFolder(folders.all) {
                try build.build(answer, in: folders)
                var run = ChecksRun(
                    build.number, executable: folders.executable,
                    answerPath: workbook.relative(folders.answers.path)
                        + "/Exercise\(build.number).swift",
                    folder: folders.run, in: workbook)
                run.confinement = Confinement(
                    sandbox: sandbox, readable: build.toolchain + [folders.objects],
                    writable: folders.run)
                run.quietLimit = quietLimit
                run.timeLimit = timeLimit
                return .judged(try run.verdict())
            }
        } catch let failure as HandedInBuild.Failure {
            return .notCompiled(failure.reason)
        } catch is EventStream.Malformed {
            return .notBelieved("it wrote something of its own into the report of the checks")
        } catch {
            return .notBelieved("\(error)")
        }
    }

    private func contents(of file: URL) throws -> Data {
        let handle = try FileHandle(forReadingFrom: file)
        defer { try? handle.close() }
        let contents = try handle.read(upToCount: Self.largestFile + 1) ?? Data()
        guard contents.count <= Self.largestFile else {
            throw HandedInBuild.Failure(reason: "the file is larger than a megabyte")
        }
        return contents
    }
}
