import ExerciseSupport
import Foundation

/// Judges answers: bytes go in, a ``Judgment`` comes out. `check`, `watch`, `hint`, the overview,
/// `verify`, `refuse` and the class all ask this one.
package struct Judge: Sendable {
    let workbook: WorkbookFolder
    /// What an answer may not do, where it is a stranger's.
    package var confinement: Confinement?
    /// Whether a file that equals its stub is known to be open. Otherwise it is built and judged as any
    /// other.
    package var trustsStubs = true
    /// Whether the verdict should have the messages that the checks made, heard or not.
    package var asksForMessages = false
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
                    try judgment(of: answer, shared, own)
                }
            }
        } catch let failure as BuildFailure {
            return .notCompiled(failure)
        }
    }

    /// Builds the checks of an exercise with its solution, where nobody has done it yet. The compiler
    /// keeps what it makes of the modules that they import, and a stranger's answer is built where
    /// nothing can be kept.
    ///
    /// - Parameter activity: What another tool that waits says about this one.
    /// - Throws: ``BuildFailure``, and an error with a description where nothing can be judged here.
    package func prepareForStrangers(_ number: String, for activity: String) throws {
        let path = workbook.solutionPath(number)
        let solution = Answer(number, try Data(contentsOf: workbook.url(path)), path: path)
        try SharedBuild.use(in: workbook, for: activity) { shared in
            guard !AnswerBuild.hasCompiledChecks(number, in: shared) else { return }
            try JudgingFolder.use(for: solution, in: workbook) { own in
                try Progress.during("Building exercise \(number)") {
                    _ = try AnswerBuild(
                        shared: shared, answer: solution, own: own, confinement: nil
                    ).build()
                }
            }
        }
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
        of answer: Answer, _ shared: SharedBuild, _ own: JudgingFolder
    ) throws -> Judgment {
        let said = try Progress.during("Building exercise \(answer.number)") {
            try AnswerBuild(shared: shared, answer: answer, own: own, confinement: confinement)
                .build()
        }
        var run = ChecksRun(
            of: answer, executable: own.executable, folder: own.run, in: workbook)
        run.confinement = confinement
        run.readable = confinement == nil ? [] : shared.toolchainFolders + [own.objects]
        run.asksForMessages = asksForMessages
        run.quietLimit = quietLimit
        run.timeLimit = timeLimit
        do {
            let verdict = try Progress.during("Judging exercise \(answer.number)") {
                try run.verdict()
            }
            let own = said.filter { $0.path == answer.path && $0.severity == .warning }
            return .judged(verdict, warnings: own)
        } catch is EventStream.Malformed where confinement != nil {
            return .notJudged("it wrote something of its own into the report of the checks")
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
            let todo = TODO(String(hole.1), filePath: stub.path, line: line + 1)
            tasks.append(TaskVerdict(number: number, title: title, state: .open("\(todo)")))
        }
        let holes = Set(text.matches(of: #/TODO\("Task (\d+): /#).compactMap { Int($0.1) })
        guard !tasks.isEmpty, Set(tasks.map(\.number)) == holes else { return nil }
        self.init(number: stub.number, tasks: tasks)
    }
}
