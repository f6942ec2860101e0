import Foundation

/// Builds the checks of some exercises against the answers in a folder, and runs them.
struct ChecksProgram {
    let workbook: WorkbookFolder
    /// The exercises to build, nothing else.
    let numbers: [String]
    /// The folder of the answers, from the package's folder; nil leaves the choice to `ANSWERS`.
    var answers: String?
    /// The folder of the build, from the package's folder. It is not the one of `swift test`: the
    /// two build different things and would undo each other's work.
    var buildFolder = ".build/workbook"

    /// Why the checks cannot be run.
    struct BuildFailure: Error {
        let diagnostics: [Diagnostic]
        let output: String
    }

    private var environment: [String: String] {
        var environment: [String: String] = [
            "EXERCISE": numbers.joined(separator: ","), "CHECKS": "program",
        ]
        if let answers { environment["ANSWERS"] = answers }
        return environment
    }

    /// Builds the program.
    ///
    /// - Returns: What the compiler said, warnings for example.
    /// - Throws: ``BuildFailure``.
    @discardableResult
    func build() throws -> [Diagnostic] {
        forgetTheLastBuildIfItIsTooRecent()
        let result = try ChildProcess(
            executable: "/usr/bin/env",
            arguments: [
                "swift", "build", "--disable-index-store", "--product", "checks",
                "--scratch-path", workbook.url(buildFolder).path,
            ],
            environment: environment, folder: workbook.root
        ).run()
        let output = result.standardOutput + "\n" + result.standardError
        let diagnostics = Diagnostic.all(in: output, workbook)
        guard result.ending == .exited(0) else {
            throw BuildFailure(
                diagnostics: diagnostics.filter { $0.severity == .error }, output: output)
        }
        return diagnostics
    }

    /// The compiler's driver tells two versions of a file apart by the second in which they were
    /// saved. An answer that was saved in the second of the last build would pass for the one
    /// before it, so then the driver has to forget that build.
    private func forgetTheLastBuildIfItIsTooRecent() {
        let answers = answers ?? ProcessInfo.processInfo.environment["ANSWERS"] ?? "Exercises"
        for number in numbers {
            let records = ["Exercise\(number)", "Exercise\(number)Tests"].map { module in
                "\(buildFolder)/debug/\(module).build/primary.priors"
            }
            guard let built = workbook.modificationSecond(records[0]),
                let saved = workbook.modificationSecond("\(answers)/Exercise\(number).swift"),
                saved <= built
            else { continue }
            for record in records {
                try? FileManager.default.removeItem(at: workbook.url(record))
            }
        }
    }

    /// Runs the checks of one exercise. ``build()`` comes first.
    func run(_ number: String) throws -> ExerciseVerdict {
        let files = FileManager.default.temporaryDirectory
            .appendingPathComponent("workbook-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: files) }
        let events = files.appendingPathComponent("events.jsonl")
        let crashLog = files.appendingPathComponent("crash.json")

        var environment = environment
        environment["SWIFT_BACKTRACE"] =
            "enable=yes,interactive=no,color=no,threads=crashed,registers=none,images=none,limit=\(CrashReport.mostFrames),"
            + "top=0,format=json,output-to=\(crashLog.path)"
        // The checks end a task that hangs after ten seconds. This is for what they cannot see.
        let result = try ChildProcess(
            executable: workbook.url("\(buildFolder)/debug/checks").path,
            arguments: [
                "--filter", "Exercise\(number)Tests", "--event-stream-output-path", events.path,
            ],
            environment: environment, folder: workbook.root, timeLimit: 120
        ).run()

        let records = EventRecord.records(in: (try? Data(contentsOf: events)) ?? Data())
        let isComplete = records.contains { $0.payload.kind == "runEnded" }
        let ending: RunEnding =
            switch result.ending {
            case .exited where isComplete: .completed
            case .exited(Self.hangExitCode), .outOfTime: .hung
            case .exited: .leftEarly
            case .killed(let signal):
                CrashReport(signal: signal, log: crashLog, standardError: result.standardError)
                    .ending(in: workbook)
            }
        return ExerciseVerdict(
            number, records, ending: ending, printed: result.standardOutput, in: workbook)
    }

    /// What the checks exit with when they end a task that hangs, as timeout(1) does.
    private static let hangExitCode: Int32 = 124
}

/// One message of the compiler.
struct Diagnostic: Equatable {
    enum Severity: String {
        case error, warning
    }

    let severity: Severity
    /// The file, from the package's folder.
    let path: String
    let line: Int
    let message: String
    /// The message with the lines around its place, as the compiler prints them.
    let text: String

    /// Finds the messages in the output of a build. The compiler prints some of them twice.
    static func all(in output: String, _ workbook: WorkbookFolder) -> [Diagnostic] {
        var found: [Diagnostic] = []
        var block: [Substring] = []
        func close() {
            guard let first = block.first, let diagnostic = Diagnostic(first, block, workbook),
                !found.contains(diagnostic)
            else { return }
            found.append(diagnostic)
        }
        for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("/"), line.contains(": error: ") || line.contains(": warning: ") {
                close()
                block = [line]
            } else if line.first?.isNumber == true || line.first == " ", !block.isEmpty {
                block.append(line)
            } else {
                close()
                block = []
            }
        }
        close()
        return found
    }

    private init?(_ first: Substring, _ block: [Substring], _ workbook: WorkbookFolder) {
        let parts = first.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
        guard parts.count == 5, let line = Int(parts[1]),
            let severity = Severity(rawValue: parts[3].trimmingCharacters(in: .whitespaces))
        else { return nil }
        self.severity = severity
        self.line = line
        path = workbook.relative(String(parts[0]))
        message = parts[4].trimmingCharacters(in: .whitespaces)
        let heading = "\(path):\(line):\(parts[2]): \(severity.rawValue): \(message)"
        text = ([heading] + block.dropFirst().map(String.init)).joined(separator: "\n")
    }
}

/// What is left of a program that trapped.
struct CrashReport {
    /// The runtime's crash log as JSON. The format is described in the Swift repository's
    /// docs/Backtracing.rst.
    private struct Log: Decodable {
        let description: String?
        let threads: [Thread]

        struct Thread: Decodable {
            let crashed: Bool?
            let frames: [Frame]
        }
        struct Frame: Decodable {
            let sourceLocation: Location?
        }
        struct Location: Decodable {
            let file: String
            let line: Int
        }
    }

    /// How many frames the log holds at most. More than that is a function that calls itself.
    static let mostFrames = 200

    private let signal: Int32
    private let log: Log?
    private let standardError: String

    init(signal: Int32, log: URL, standardError: String) {
        self.signal = signal
        self.standardError = standardError
        self.log = (try? Data(contentsOf: log)).flatMap {
            try? JSONDecoder().decode(Log.self, from: $0)
        }
    }

    /// The reason, and the first place in an answer's file on the way down.
    func ending(in workbook: WorkbookFolder) -> RunEnding {
        let marker = "Fatal error: "
        let fatal = standardError.split(separator: "\n").first { $0.contains(marker) }
        let said = fatal?.firstRange(of: marker).flatMap { range in
            fatal.map { String($0[range.upperBound...]) }
        }
        let frames = log?.threads.first { $0.crashed == true }?.frames ?? []
        // A full stack leaves no room for the runtime to write a log.
        let isDeep = frames.count >= Self.mostFrames || (log == nil && signal == SIGSEGV)
        let reason =
            said
            ?? (isDeep ? "a function called itself until the stack was full" : log?.description)
            ?? "the program was ended by a signal"
        let place = frames.compactMap(\.sourceLocation).first { location in
            let name = location.file.split(separator: "/").last ?? ""
            // Code that the compiler wrote has line 0.
            return location.line > 0 && name.hasPrefix("Exercise") && !name.hasSuffix("Tests.swift")
                && !name.hasSuffix("Checks.swift")
        }
        return .crashed(
            reason: reason.replacing("Swift runtime failure: ", with: ""),
            place: place.map { "\(workbook.relative($0.file)):\($0.line)" })
    }
}
