import ExerciseConventions
import Foundation
import Synchronization

/// A judge, which takes the contents of an answer and returns a ``Judgment``. `check`, `watch`,
/// `hint`, the overview, `verify`, `accept`, `refuse` and the class all use it.
package struct Judge: Sendable {
    let workbook: WorkbookFolder
    /// The limits for an answer, if it is a stranger's.
    package var confinement: Confinement?
    /// A Boolean value that indicates whether a file that equals its stub gets its verdict without
    /// a build: every task is open. If it is false, such a file is built and judged like any other.
    package var trustsStubs = true
    /// A function that tells the user, once, that answers are built in another way than usual.
    package var tell: @Sendable (String) -> Void = { Console.complain("workbook: \($0)") }
    /// The longest time that the checks may run without a report, in seconds.
    var quietLimit = ChecksRun.quietLimit
    /// The longest time that all runs of the checks may take together, in seconds.
    package var timeLimit = ChecksRun.timeLimit

    /// Creates a judge.
    package init(in workbook: WorkbookFolder) {
        self.workbook = workbook
    }

    /// Builds an answer with the checks of its exercise, and runs them.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - activity: The name of the work, which another waiting tool shows: `check 09`.
    /// - Returns: The judgment.
    /// - Throws: `CancellationError`, or an error with a description if nothing can be judged on this
    ///   system.
    package func judgment(of answer: Answer, for activity: String) async throws -> Judgment {
        guard answer.contents != nil else { return .missing }
        if let obstacle = answer.obstacle { return .notJudged(obstacle) }
        if let verdict = verdictWithoutBuild(of: answer) { return .judged(verdict, warnings: []) }
        do {
            return try await SharedBuild.use(in: workbook, for: activity) { shared in
                try await JudgingFolder.use(for: answer, in: workbook) { folder in
                    let diagnostics = try await AnswerBuild(
                        shared: shared, answer: answer, folder: folder, confinement: confinement
                    ).build()
                    let libraries = shared.compiler.folders.map(URL.init(fileURLWithPath:))
                    return try await judgment(
                        of: answer, builtIn: folder, with: diagnostics,
                        readable: libraries + [folder.objects])
                }
            }
        } catch let failure as BuildFailure where failure.isUnexplained {
            return try await judgmentTheOrdinaryWay(of: answer, after: failure)
        } catch var failure as BuildFailure {
            failure.answer = answer.contents
            return .notCompiled(failure)
        }
    }

    /// Builds the modules that answers share, and the checks of an exercise, so that the next
    /// judgment is faster.
    ///
    /// - Parameters:
    ///   - answer: An answer to the exercise that is known to compile: the stub or the solution. If
    ///     it is `nil`, no checks are built.
    ///   - activity: The name of the work, which another waiting tool shows.
    /// - Throws: ``BuildFailure``, or an error with a description if nothing can be judged on this
    ///   system.
    package func prepare(_ answer: Answer? = nil, for activity: String) async throws {
        do {
            try await SharedBuild.use(in: workbook, for: activity) { shared in
                guard let answer, !AnswerBuild.hasCompiledChecks(answer.number, in: shared)
                else { return }
                try await JudgingFolder.use(for: answer, in: workbook) { folder in
                    _ = try await AnswerBuild(
                        shared: shared, answer: answer, folder: folder, confinement: nil
                    ).build()
                }
            }
        } catch let failure as BuildFailure where failure.isUnexplained {
            // The package manager then builds each answer, or the judgment says that it cannot be
            // built.
        }
    }

    /// Returns a Boolean value that indicates whether an answer has to be built for its judgment.
    package func builds(_ answer: Answer) -> Bool {
        answer.contents != nil && verdictWithoutBuild(of: answer) == nil
    }

    private func verdictWithoutBuild(of answer: Answer) -> ExerciseVerdict? {
        guard trustsStubs, answer.isStub(in: workbook) else { return nil }
        return ExerciseVerdict(ofStub: answer, in: workbook)
    }

    private func judgment(
        of answer: Answer, builtIn folder: JudgingFolder, with diagnostics: [Diagnostic],
        readable: [URL]
    ) async throws -> Judgment {
        let run = ChecksRun(
            answer: answer, executable: folder.executable, folder: folder.run, workbook: workbook,
            confinement: confinement, readable: readable, quietLimit: quietLimit,
            timeLimit: timeLimit)
        do {
            let verdict = try await Progress.during("Judging exercise \(answer.number)") {
                try await run.verdict()
            }
            let warnings = diagnostics.filter { $0.path == answer.path && $0.severity == .warning }
            return .judged(verdict, warnings: warnings)
        } catch is EventStream.Malformed where confinement != nil {
            return .notJudged("it wrote something of its own into the report of the checks")
        } catch let failure as ChecksRun.NotBegun {
            return .notJudged(failure.description)
        }
    }

    // MARK: - The ordinary way

    /// A Boolean value that indicates whether the user has been told that the package manager
    /// builds the answers.
    private static let hasTold = Atomic(false)

    /// Lets the package manager build an answer that the compiler refuses without a reason. A
    /// stranger's answer cannot be built that way, because the package manager runs outside of the
    /// sandbox.
    private func judgmentTheOrdinaryWay(
        of answer: Answer, after failure: BuildFailure
    ) async throws -> Judgment {
        let reason = BuildFailure.reasons(in: failure.output)[0]
        guard confinement == nil else {
            return .notJudged("the compiler failed and named no line: \(reason)")
        }
        let activity =
            "The compiler fails and names no line, so the package manager builds the answer"
        if !Self.hasTold.exchange(true, ordering: .relaxed) {
            tell("\(activity). The compiler's words: \(reason)")
        }
        do {
            return try await JudgingFolder.use(for: answer, in: workbook) { folder in
                let diagnostics = try await Progress.during(activity) {
                    try await OrdinaryBuild(workbook: workbook, answer: answer, folder: folder)
                        .build()
                }
                return try await judgment(
                    of: answer, builtIn: folder, with: diagnostics, readable: [])
            }
        } catch let failure as BuildFailure {
            return .notCompiled(failure)
        }
    }
}

extension ExerciseVerdict {
    /// Creates the verdict on a file that equals its stub, without a build: every task is open.
    /// `verify` finds a stub whose tasks are not those of the checks and the hints.
    ///
    /// - Returns: `nil` if a task of the hints is not in the stub.
    package init?(ofStub stub: Answer, in workbook: WorkbookFolder) {
        let source = String(data: stub.contents ?? Data(), encoding: .utf8) ?? ""
        let lines = WrittenChange.lines(of: source)
        var tasks: [TaskVerdict] = []
        for (number, title) in Hints(workbook.text(workbook.hintsPath(stub.number)) ?? "").titles {
            guard let line = lines.firstIndex(where: { $0.contains("TODO(\"Task \(number): ") }),
                let hole = lines[line].firstMatch(of: #/TODO\("([^"]+)"/#)
            else { return nil }
            let todo = OpenTask(String(hole.1), line: line + 1)
            tasks.append(TaskVerdict(number: number, title: title, state: .open(todo)))
        }
        guard !tasks.isEmpty else { return nil }
        self.init(number: stub.number, tasks: tasks)
    }
}
