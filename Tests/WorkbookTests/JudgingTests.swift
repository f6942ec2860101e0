import Foundation
import Synchronization
import Testing
import Walkthrough

@testable import Workbook

/// The tests that build: they share a fixture, so one of them runs at a time.
@Suite("Building and judging", .serialized)
struct BuildingTests {}

extension BuildingTests {
    /// One answer, built once, that does one thing after the other.
    @Suite("What a learner reads after a check", .serialized)
    struct JudgingTests {
        let fixture: FixtureWorkbook
        let program: ChecksProgram

        init() throws {
            fixture = try FixtureWorkbook("judging")
            try fixture.write(FixtureWorkbook.answer("01"), to: "Exercises/Exercise01.swift")
            program = ChecksProgram(workbook: fixture.folder, numbers: ["01"])
            if !Self.isBuilt.withLock({ $0 }) {
                try program.build()
                Self.isBuilt.withLock { $0 = true }
            }
        }

        private static let isBuilt = Mutex(false)

        private func verdict(_ tasks: [Int: String]) throws -> ExerciseVerdict {
            try fixture.behave(tasks)
            return try program.run("01")
        }

        private func report(_ tasks: [Int: String]) throws -> String {
            VerdictReport(in: fixture.folder, terminal: Terminal(width: 80))
                .lines(for: try verdict(tasks)).joined(separator: "\n")
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
        func right() throws {
            let verdict = try verdict([:])
            #expect(verdict.isRight)
            #expect(marks(verdict) == "✔✔✔✔✔✔")
            #expect(verdict.finding == nil)
        }

        @Test("Every task open: untouched, and the first one is next")
        func untouched() throws {
            let open = Dictionary(uniqueKeysWithValues: (1...6).map { ($0, "open") })
            #expect(try verdict(open).isUntouched)
            #expect(try report(open).contains("Next: task 1, count\n      at Exercises/"))
        }

        @Test("A wrong task: the misconception first, the lesson's step, the place of the check")
        func wrong() throws {
            let finding = try #require(try verdict([4: "wrong", 5: "wrong"]).finding)
            #expect(finding.task?.number == 4)
            #expect(finding.words.hasPrefix("four is not four (lesson 01, Counting)"))
            #expect(
                finding.place?.hasPrefix("Tests/ExerciseTests/Exercise01Tests.swift:") == true)
            let text = try report([4: "wrong"])
            #expect(text.contains("✘ Task 4") && text.contains("Next: mend task 4"))
            #expect(text.contains("swift run lesson-01 --step 2"))
        }

        @Test("Crashes, an exit and open tasks: each task has its own state")
        func everyTask() throws {
            let verdict = try verdict([1: "index", 2: "open", 3: "exit", 4: "wrong", 6: "killed"])
            #expect(marks(verdict) == "✘○✘✘✔✘")
            #expect(verdict.finding?.task?.number == 1)
            #expect(verdict.tasks[2].problems.first?.kind == .ended)
            #expect(verdict.tasks[5].problems.first?.message.contains("signal 9") == true)
            let all = try self.verdict(
                Dictionary(uniqueKeysWithValues: (1...6).map { ($0, "fatal") }))
            #expect(marks(all) == "✘✘✘✘✘✘")
        }

        @Test("A wrong task goes before a later crash, and a crash before a later wrong task")
        func order() throws {
            #expect(try verdict([2: "wrong", 3: "index"]).finding?.problem.kind == .refused)
            #expect(try verdict([2: "index", 3: "wrong"]).finding?.problem.kind == .crashed)
        }

        @Test("The end of the program is never a pass", arguments: ["exit", "quick exit"])
        func exits(_ how: String) throws {
            let verdict = try verdict([6: how])
            #expect(!verdict.isRight)
            #expect(marks(verdict) == "✔✔✔✔✔✘")
            #expect(try report([6: how]).contains("It ended the program"))
        }

        @Test(
            "A crash: what the runtime says, and the line in the learner's file",
            arguments: [
                ("index", "Index out of range", "none[3]"),
                ("precondition", "Precondition failed: four are needed", "four are needed"),
                ("assert", "Assertion failed", "assert(none"),
                ("fatal", "fatalError() was called", "fatalError()"),
                ("nil", "nil while implicitly unwrapping", "return nothing"),
                ("try", "'try!' expression unexpectedly raised an error", "try! "),
                ("cast", "as! could not make a Swift.Int of a Swift.String", "as! Int"),
            ])
        func crash(_ how: String, _ reason: String, _ code: String) throws {
            let problem = try #require(try verdict([2: how]).finding?.problem)
            #expect(problem.message.hasPrefix("It crashed: "))
            #expect(problem.message.contains(reason))
            let source = FixtureWorkbook.answer("01").split(
                separator: "\n", omittingEmptySubsequences: false)
            let line = try #require(source.firstIndex { $0.contains(code) }) + 1
            #expect(problem.place == "Exercises/Exercise01.swift:\(line)")
            #expect(problem.advice?.isEmpty == false)
        }

        @Test("A function that calls itself for ever is a crash with a reason")
        func recursion() throws {
            #expect(
                try report([2: "recursion"])
                    .contains("a function called itself until the stack was full"))
        }

        @Test("Words on standard error are not taken for a crash, nor an error's text for a TODO")
        func words() throws {
            #expect(try verdict([2: "stream"]).isRight)
            let marked = try verdict([2: "marked"])
            #expect(marks(marked) == "✔✘✔✔✔✔")
        }

        @Test(
            "What the learner prints is shown, the first lines of it, and nothing that moves a cursor"
        )
        func prints() throws {
            let text = try report([2: "print"])
            #expect(text.contains("  line 20") && !text.contains("line 21"))
            #expect(text.contains("… and 980 more lines"))
            #expect(!text.contains("\u{7}"))
        }

        @Test("An error's text may hold anything: it is cut and made safe")
        func errorTexts() throws {
            let escape = try report([2: "escape"])
            #expect(escape.contains("gone"))
            #expect(!escape.contains("\u{1B}") && !escape.contains("\u{202E}"))
            let long = try report([2: "long", 3: "wide"])
            #expect(long.split(separator: "\n").count < 60 && long.contains("more lines"))
            let wide = try report([3: "wide"])
            #expect(wide.count < 3_000)
        }

        @Test(
            "A process that is left behind holds nothing up, is ended, and is said",
            arguments: ["popen", "setsid"])
        func leftovers(_ how: String) throws {
            let verdict = try verdict([2: how])
            #expect(verdict.isRight)
            #expect(verdict.leftAProcess)
            #expect(
                try report([2: how]).contains("Your code left a process running; it was ended."))
            #expect(!isRunning(how == "popen" ? "sleep\0" + "1002" : "sleep\0" + "1003"))
        }

        /// Whether there is a process with a command line. Where nobody can say, there is none.
        private func isRunning(_ command: String) -> Bool {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return names.filter { Int($0) != nil }.contains { process in
                let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
                return line?.range(of: Data(command.utf8)) != nil
            }
        }

        @Test("A relative path leads into a folder that is deleted, not into the package")
        func folder() throws {
            let manifest = try #require(fixture.folder.text("Package.swift"))
            #expect(try verdict([2: "write"]).isRight)
            #expect(fixture.folder.text("Package.swift") == manifest)
            #expect(!fixture.folder.exists(".build/workbook.run"))
        }

        @Test("An answer sees a small environment, without a path to the report")
        func environment() throws {
            let words = try #require(try verdict([2: "environment"]).finding?.words)
            #expect(words.contains("TMPDIR") && words.contains("PATH"))
            #expect(!words.contains("EXERCISE") && !words.contains("ANSWERS"))
        }

        @Test("A loop that never ends is ended, named, and hides no other task")
        func hang() throws {
            let verdict = try verdict([2: "hang", 3: "open"])
            #expect(marks(verdict) == "✔✘○✔✔✔")
            #expect(verdict.finding?.words.hasPrefix("It did not come to an end") == true)
            #expect(!fixture.folder.exists(".build/workbook.run"))
        }
    }
}
