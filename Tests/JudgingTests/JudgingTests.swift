import ExerciseConventions
import Foundation
import Synchronization
import Testing
import Walkthrough
import WorkbookFixtures

@testable import Judging
@testable import Workbook

/// One answer that is built once and behaves as each test tells it. The comma and the colon in the
/// folder's name are part of the test, because they have a meaning in the crash log and in the
/// compiler's messages.
@Suite("The report that a learner reads after a check", .serialized)
struct JudgingTests {
    let fixture: FixtureWorkbook
    let answer: Answer

    init() throws {
        fixture = try FixtureWorkbook("judging, a: b")
        answer = Answer(
            "01", Data(fixture.answer("01").utf8), path: fixture.folder.exercisePath("01"))
    }

    private func verdict(_ tasks: [Int: String]) async throws -> ExerciseVerdict {
        try fixture.behave(tasks)
        return try #require(
            try await Judge(in: fixture.folder).judgment(of: answer, for: "a test").verdict)
    }

    private func report(_ verdict: ExerciseVerdict) -> String {
        VerdictReport(workbook: fixture.folder, terminal: Terminal(width: 80))
            .lines(for: .judged(verdict, warnings: []), of: "01").joined(separator: "\n")
    }

    /// The marks of the tasks: `✔✔✘○✔✔`.
    private func marks(_ verdict: ExerciseVerdict) -> String {
        verdict.tasks.map { task in
            switch task.state {
            case .right: "✔"
            case .wrong: "✘"
            case .open: "○"
            case .notRun: "·"
            }
        }.joined()
    }

    @Test("Every task right: the exercise is right")
    func right() async throws {
        let verdict = try await verdict([:])
        #expect(verdict.isRight)
        #expect(marks(verdict) == "✔✔✔✔✔✔")
        #expect(verdict.finding == nil)
    }

    @Test("Every task open: untouched, and the first one is next")
    func untouched() async throws {
        let verdict = try await verdict(
            Dictionary(uniqueKeysWithValues: (1...6).map { ($0, "open") }))
        #expect(verdict.isUntouched)
        #expect(report(verdict).contains("Next: task 1, count\n      at Exercises/"))
    }

    @Test("A wrong task: the misconception first, the lesson's step, the place of the check")
    func wrong() async throws {
        let verdict = try await verdict([4: "wrong", 5: "wrong"])
        let finding = try #require(verdict.finding)
        #expect(finding.task?.number == 4)
        #expect(finding.message.hasPrefix("four is not four (lesson 01, Decode a launch)"))
        #expect(finding.place?.hasPrefix("Tests/ExerciseTests/Exercise01Tests.swift:") == true)
        let report = report(verdict)
        #expect(report.contains("✘ Task 4") && report.contains("Next: repair task 4"))
        #expect(report.contains("swift run lesson-01 --step 2"))
    }

    @Test("Crashes, an exit and open tasks: each task has its own state")
    func everyTask() async throws {
        let verdict = try await verdict([
            1: "fatal", 2: "open", 3: "exit", 4: "wrong", 6: "quick exit",
        ])
        #expect(marks(verdict) == "✘○✘✘✔✘")
        #expect(verdict.finding?.task?.number == 1)
        #expect(verdict.tasks[0].problems.first?.message == "It crashed: fatalError was called.")
        for task in [2, 5] {
            #expect(verdict.tasks[task].problems.first?.kind == .ended)
        }
        let report = report(verdict)
        #expect(report.hasSuffix("\nExercise 01: 1 of 6 tasks right, 4 wrong, 1 open."))
        #expect(report.contains("Task 3 · Count to three  ended the program"))
        #expect(report.contains("Task 1 · Count to one  crashed"))
    }

    @Test("A wrong task comes before a later crash, and an end during the last task is no pass")
    func order() async throws {
        let verdict = try await verdict([2: "wrong", 6: "killed"])
        #expect(verdict.finding?.problem.kind == .refused)
        #expect(marks(verdict) == "✔✘✔✔✔✘")
        #expect(verdict.tasks[5].problems.first?.message.contains("signal 9") == true)
    }

    @Test("A crash is shown with the runtime's message and the line in the learner's file")
    func crash() async throws {
        let ways = [
            ("index", "Index out of range", "none[3]"),
            ("precondition", "Precondition failed: four are needed", "four are needed"),
            ("assert", "Assertion failed", "assert(none"),
            ("nil", "nil while implicitly unwrapping", "return nothing"),
            ("try", "'try!' expression unexpectedly raised an error", "try! "),
            ("cast", "a forced cast could not make a Swift.Int of a Swift.String", "as! Int"),
        ]
        let names = zip(1..., ways.map(\.0))
        let verdict = try await verdict(Dictionary(uniqueKeysWithValues: Array(names)))
        let source = fixture.answer("01").split(
            separator: "\n", omittingEmptySubsequences: false)
        for (task, way) in zip(verdict.tasks, ways) {
            let problem = try #require(task.problems.first)
            #expect(problem.message.hasPrefix("It crashed: "))
            #expect(problem.message.contains(way.1))
            let line = try #require(source.firstIndex { $0.contains(way.2) }) + 1
            #expect(problem.place == "Exercises/Exercise01.swift:\(line)")
            #expect(problem.advice?.isEmpty == false)
        }
    }

    @Test("A function that calls itself endlessly is a crash with a reason")
    func recursion() async throws {
        let report = report(try await verdict([2: "recursion"]))
        #expect(report.contains("a function called itself until the stack was full"))
    }

    @Test("Where a library stops the program without a word, that is said, with the learner's line")
    func stopOfLibrary() async throws {
        let problem = try #require(try await verdict([2: "library"]).tasks[1].problems.first)
        #expect(problem.message == "It crashed: a library stopped the program, and gave no reason.")
        let lines = fixture.answer("01").split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains(".unkeyedContainer()") }) + 1
        #expect(problem.place == "Exercises/Exercise01.swift:\(line)")
    }

    @Test("The input of the call that did not return is known, as far as it fits")
    func inputAtHand() throws {
        let folder = fixture.folder.url(".build/input-at-hand")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let input = InputAtHand(in: folder)
        #expect(input.lines == [])
        let notes = try input.open()
        let lines = (1...9).map { "line \($0)" }
        notes.note(lines.joined(separator: "\n"))
        #expect(input.lines == ["It was given:"] + lines.prefix(8).map { "    \($0)" } + ["    …"])
        notes.note(String(repeating: "a", count: 700))
        #expect(input.lines.last?.hasSuffix("aa…") == true)
        notes.note("{}")
        #expect(input.lines == ["It was given:", "    {}"])
        notes.note(nil)
        #expect(input.lines == [])
    }

    @Test(
        "The reason is the same with the other signal that a Mac has for a full stack",
        arguments: [SIGSEGV, SIGBUS])
    func fullStack(signal: Int32) {
        let report = CrashReport(
            signal: signal, folder: URL(fileURLWithPath: "/nowhere"), standardError: "")
        #expect(
            report.problem(in: Answer("01", Data(), path: "Exercises/Exercise01.swift")).message
                == "It crashed: a function called itself until the stack was full.")
    }

    @Test(
        "The whole message of a crash is told, and of one line that several tasks run, the first task"
    )
    func commonCrash() throws {
        let answer = Answer("01", Data(), path: "Exercises/Exercise01.swift")
        let output = """
            Exercise01/Exercise01.swift:9: Fatal error: the document is broken:
              line 2
            swift-runtime: failed to suspend thread 11 while processing a crash
            *** Signal 4: Backtracing from 0x1
            """
        let crash = CrashReport(
            signal: SIGILL, folder: URL(fileURLWithPath: "/nowhere"), standardError: output
        ).problem(in: answer)
        #expect(crash.message == "It crashed: the document is broken:\n  line 2.")
        var verdict = ExerciseVerdict(
            number: "01",
            tasks: (1...3).map { number in
                let state = number == 2 ? TaskVerdict.State.right : .wrong([crash])
                return TaskVerdict(number: number, title: "Task \(number)", state: state)
            })
        verdict.nameCommonCrashes()
        let headlines = verdict.findings.map(\.headline)
        #expect(headlines.count == 2 && headlines[0].hasPrefix("It crashed: "))
        #expect(
            headlines[1].hasSuffix(
                "Task 1 is not right yet: if this comes from there, repair it first."))
    }

    @Test("Text on standard error is not read as a crash, and an error's text not as a TODO")
    func misleadingTexts() async throws {
        let verdict = try await verdict([2: "marked", 3: "stream"])
        #expect(marks(verdict) == "✔✘✔✔✔✔")
    }

    @Test(
        "The first lines of the learner's output are shown, without characters that move a cursor")
    func prints() async throws {
        let report = report(try await verdict([2: "print"]))
        #expect(report.contains("  line 20") && !report.contains("line 21"))
        #expect(report.contains("… and more lines"))
        #expect(!report.contains("\u{7}"))
    }

    @Test("An error's text may contain anything, so it is shortened and made safe")
    func errorTexts() async throws {
        let escape = report(try await verdict([2: "escape"]))
        #expect(escape.contains("gone"))
        #expect(!escape.contains("\u{1B}") && !escape.contains("\u{202E}"))
        let long = report(try await verdict([2: "long"]))
        #expect(long.split(separator: "\n").count < 60 && long.contains("more lines"))
        let wide = report(try await verdict([2: "wide"]))
        #expect(wide.count < 3_000)
    }

    @Test("A process that is left behind delays nothing, is ended, and is reported")
    func leftovers() async throws {
        // On a Mac, a process that has left its group is not found, and there is no setsid(1).
        #if canImport(Darwin)
            let verdict = try await verdict([2: "popen"])
        #else
            let verdict = try await verdict([2: "popen", 3: "setsid"])
        #endif
        #expect(verdict.isRight)
        #expect(verdict.leftAProcess)
        #expect(report(verdict).contains("Your code left a process running; it was ended."))
        #expect(!isRunning("sleep", "1002") && !isRunning("sleep", "1003"))
    }

    @Test("A relative path leads into a folder that is deleted; the environment is small")
    func folder() async throws {
        let manifest = try #require(fixture.folder.text("Package.swift"))
        let verdict = try await verdict([2: "write", 3: "environment"])
        #expect(marks(verdict) == "✔✔✘✔✔✔")
        #expect(fixture.folder.text("Package.swift") == manifest)
        #expect(!fixture.folder.exists(".build/judging/0"))
        let message = try #require(verdict.finding?.message)
        #expect(message.contains("TMPDIR") && message.contains("PATH"))
        #expect(!message.contains("EXERCISE") && !message.contains("ANSWERS"))
    }

    @Test("An early exit is no pass without the tool either, because the checks themselves fail")
    func exitWithoutTheTool() async throws {
        // `swift test` runs the checks like this, without the tool's variables. On a Mac, a program
        // cannot replace the system's `_exit` with its own.
        #if os(Linux)
            let quick: [([Int: String], Int32)] = [([2: "quick exit"], 70)]
        #else
            let quick: [([Int: String], Int32)] = []
        #endif
        let runs: [([Int: String], Int32)] = [([:], 0), ([3: "exit"], 70), ([6: "exit"], 70)]
        try await SharedBuild.use(in: fixture.folder, for: "a test") { shared in
            try await JudgingFolder.use(for: answer, in: fixture.folder) { folder in
                _ = try await AnswerBuild(
                    shared: shared, answer: answer, folder: folder, confinement: nil
                ).build()
                for (tasks, ending) in runs + quick {
                    try fixture.behave(tasks)
                    let result = try await ChildProcess(
                        executable: folder.executable.path,
                        arguments: ["--filter", "Exercise01Tests"],
                        environment: ChildProcess.environment(
                            adding: ["TMPDIR": folder.objects.path]),
                        folder: folder.objects
                    ).run()
                    #expect(result.ending == .exited(ending))
                }
            }
        }
    }

    @Test("A task that is right without the others before it is reported as such")
    func keptState() async throws {
        let source = FixtureWorkbook.forgetfulOfNothing("01")
        let answer = Answer("01", Data(source.utf8), path: fixture.folder.exercisePath("01"))
        let verdict = try #require(
            try await Judge(in: fixture.folder).judgment(of: answer, for: "a test").verdict)
        let lines = try #require(verdict.finding).message.split(separator: "\n")
        #expect(lines[0].hasPrefix("two is not two (lesson 01"))
        #expect(lines[1].hasPrefix("Without the other tasks before it, this task is right."))
        let other = try #require(try await self.verdict([2: "wrong"]).finding)
        #expect(!other.message.contains("Without the other tasks"))
    }

    @Test("An endless loop is stopped and reported, and the other tasks are judged", .slow)
    func hang() async throws {
        let verdict = try await verdict([2: "hang", 3: "open", 5: "hang"])
        #expect(marks(verdict) == "✔✘○✔✘✔")
        #expect(verdict.finding?.message.hasPrefix("It did not come to an end") == true)
        #expect(verdict.finding?.problem.advice?.contains("a loop that never ends") == true)
        let warned = try #require(verdict.tasks[4].problems.first)
        #expect(warned.message.hasPrefix("Five never comes (lesson 01, Decode a launch)"))
        #expect(warned.advice == nil, "The lesson says it better")
        #expect(!fixture.folder.exists(".build/judging/0"))
    }
}
