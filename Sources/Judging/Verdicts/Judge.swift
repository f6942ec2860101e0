import ExerciseConventions
import Foundation
import Synchronization

/// Judges answers: bytes go in, a ``Judgment`` comes out. `check`, `watch`, `hint`, the overview,
/// `verify`, `refuse` and the class all ask this one.
package struct Judge: Sendable {
    let workbook: WorkbookFolder
    /// What an answer may not do, where it is a stranger's.
    package var confinement: Confinement?
    /// Whether a file that equals its stub is known to be open. Otherwise it is built and judged as any
    /// other.
    package var trustsStubs = true
    /// Where a person is told, once, that an answer is built in another way than usual.
    package var tell: @Sendable (String) -> Void = { Console.complain("workbook: \($0)") }
    /// How long the checks may run without a report, in seconds.
    var quietLimit = ChecksRun.quietLimit
    /// How long all runs of the checks may take together, in seconds.
    package var timeLimit = ChecksRun.timeLimit

    package init(in workbook: WorkbookFolder) {
        self.workbook = workbook
    }

    /// Builds an answer with the checks of its exercise, and runs them.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - activity: What another tool that waits says about this one: `check 09`.
    /// - Throws: ``Cancellation/Cancelled``, and an error with a description where nothing can be judged
    ///   here at all.
    package func judgment(of answer: Answer, for activity: String) throws -> Judgment {
        guard answer.contents != nil else { return .missing }
        if let verdict = verdictWithoutBuild(of: answer) { return .judged(verdict, warnings: []) }
        do {
            return try SharedBuild.use(in: workbook, for: activity) { shared in
                try JudgingFolder.use(for: answer, in: workbook) { own in
                    let diagnostics = try Progress.during("Building exercise \(answer.number)") {
                        try AnswerBuild(
                            shared: shared, answer: answer, own: own, confinement: confinement
                        ).build()
                    }
                    let readable = shared.compiler.folders.map(URL.init(fileURLWithPath:))
                    return try judgment(
                        of: answer, own.executable, diagnostics, readable: readable + [own.objects])
                }
            }
        } catch let failure as BuildFailure {
            return .notCompiled(failure)
        } catch let failure as CompilerCall.Unexplained {
            return try judgmentTheOrdinaryWay(of: answer, after: failure)
        }
    }

    /// Builds what answers share.
    ///
    /// - Parameter activity: What another tool that waits says about this one.
    /// - Throws: ``BuildFailure``, and an error with a description where nothing can be judged here.
    package func prepare(for activity: String) throws {
        do {
            try SharedBuild.use(in: workbook, for: activity) { _ in }
        } catch is CompilerCall.Unexplained {
            // Each answer is built in another way then.
        }
    }

    /// Builds what answers share, and the checks of an exercise with an answer that is known to compile.
    /// What follows for another answer is quick then.
    ///
    /// - Parameters:
    ///   - path: The answer, from the package's folder: its stub, or its solution.
    ///   - activity: What another tool that waits says about this one.
    /// - Throws: ``BuildFailure``, and an error with a description where nothing can be judged here.
    package func prepare(_ number: String, with path: String, for activity: String) throws {
        let answer = Answer(number, try Data(contentsOf: workbook.url(path)), path: path)
        do {
            try SharedBuild.use(in: workbook, for: activity) { shared in
                guard !AnswerBuild.hasCompiledChecks(number, in: shared) else { return }
                try JudgingFolder.use(for: answer, in: workbook) { own in
                    try Progress.during("Building exercise \(number)") {
                        _ = try AnswerBuild(
                            shared: shared, answer: answer, own: own, confinement: nil
                        ).build()
                    }
                }
            }
        } catch is CompilerCall.Unexplained {
            // Each answer is built in another way then, or said to be impossible to build.
        }
    }

    /// The same for a class: in a sandbox, the compiler cannot keep what it makes of the modules that the
    /// checks import, so somebody has to have compiled them before.
    package func prepareForStrangers(_ number: String, for activity: String) throws {
        try prepare(number, with: workbook.solutionPath(number), for: activity)
    }

    /// Whether something has to be built to judge an answer.
    package func builds(_ answer: Answer) -> Bool {
        answer.contents != nil && verdictWithoutBuild(of: answer) == nil
    }

    private func verdictWithoutBuild(of answer: Answer) -> ExerciseVerdict? {
        guard trustsStubs, answer.isStub(in: workbook) else { return nil }
        return ExerciseVerdict(ofStub: answer, in: workbook)
    }

    private func judgment(
        of answer: Answer, _ executable: URL, _ diagnostics: [Diagnostic], readable: [URL]
    ) throws -> Judgment {
        let folder = executable.deletingLastPathComponent().deletingLastPathComponent()
        var run = ChecksRun(
            of: answer, executable: executable, folder: folder.appendingPathComponent("run"),
            in: workbook)
        run.confinement = confinement
        run.readable = confinement == nil ? [] : readable
        run.quietLimit = quietLimit
        run.timeLimit = timeLimit
        do {
            let verdict = try Progress.during("Judging exercise \(answer.number)") {
                try run.verdict()
            }
            let warnings = diagnostics.filter { $0.path == answer.path && $0.severity == .warning }
            return .judged(verdict, warnings: warnings)
        } catch is EventStream.Malformed where confinement != nil {
            return .notJudged("it wrote something of its own into the report of the checks")
        } catch let failure as ChecksRun.NotBegun {
            return .notJudged("\(failure)")
        }
    }

    // MARK: - The ordinary way

    /// Whether a person has been told why the package manager builds.
    private static let hasTold = Mutex(false)

    /// Lets the package manager build an answer that the compiler refuses without a reason. Only one's own
    /// can be built that way: it runs outside of any sandbox.
    private func judgmentTheOrdinaryWay(
        of answer: Answer, after failure: CompilerCall.Unexplained
    ) throws -> Judgment {
        let reason = BuildFailure.reasons(in: failure.output)[0]
        guard confinement == nil else {
            return .notJudged("the compiler failed and named no line: \(reason)")
        }
        let words = "The compiler fails and names no line, so the package manager builds the answer"
        let isNew = Self.hasTold.withLock { hasTold in
            defer { hasTold = true }
            return !hasTold
        }
        if isNew { tell("\(words). The compiler's words: \(reason)") }
        do {
            return try JudgingFolder.use(for: answer, in: workbook) { own in
                let diagnostics = try Progress.during(words) {
                    try own.buildTheOrdinaryWay(answer, in: workbook)
                }
                return try judgment(of: answer, own.executable, diagnostics, readable: [])
            }
        } catch let failure as BuildFailure {
            return .notCompiled(failure)
        }
    }
}

extension ExerciseVerdict {
    /// The verdict of a file that equals its stub: every task is open. Nobody has to build it to find
    /// that out, and `verify` compares this with what the checks say.
    ///
    /// - Returns: Nil where stub and hints name different tasks.
    package init?(ofStub stub: Answer, in workbook: WorkbookFolder) {
        let text = String(data: stub.contents ?? Data(), encoding: .utf8) ?? ""
        let lines = WrittenChange.lines(of: text)
        var tasks: [TaskVerdict] = []
        for (number, title) in Hints(workbook.text(workbook.hintsPath(stub.number)) ?? "").titles {
            guard let line = lines.firstIndex(where: { $0.contains("TODO(\"Task \(number): ") }),
                let hole = lines[line].firstMatch(of: #/TODO\("([^"]+)"/#)
            else { return nil }
            let todo = OpenTask(String(hole.1), line: line + 1)
            tasks.append(TaskVerdict(number: number, title: title, state: .open(todo)))
        }
        let holes = Set(text.matches(of: #/TODO\("Task (\d+): /#).compactMap { Int($0.1) })
        guard !tasks.isEmpty, Set(tasks.map(\.number)) == holes else { return nil }
        self.init(number: stub.number, tasks: tasks)
    }
}
