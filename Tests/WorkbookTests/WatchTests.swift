import Foundation
import PseudoTerminal
import TestSupport
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Workbook

@Suite("The exercise on one screen", .serialized, .slow)
struct WatchTests {
    let fixture: FixtureWorkbook
    private let path = "Exercises/Exercise01.swift"
    private let stub = FixtureWorkbook.stub("01")
    private var right: String { fixture.answer("01") }
    private let open = "○○○○○○  6 open"
    private let solved = "✔✔✔✔✔✔  6 right"

    /// The learner's program in a folder of the tests' own, so that they say what lies beside it.
    private let program: URL

    init() throws {
        fixture = try FixtureWorkbook("watch")
        program = fixture.folder.url(".build/programs/workbook")
        let files = FileManager.default
        try? files.removeItem(at: program.deletingLastPathComponent())
        try files.createDirectory(
            at: program.deletingLastPathComponent(), withIntermediateDirectories: true)
        try files.linkItem(at: builtProgram("workbook"), to: program)
        for number in FixtureWorkbook.numbers {
            ExerciseMemory(number: number, workbook: fixture.folder).forget()
        }
        try save(stub)
    }

    private func save(_ text: String) throws { try fixture.write(text, to: path) }

    /// The stub with an answer to its first task.
    private func first(_ answer: String) -> String {
        stub.replacing(
            "func one() throws -> Int {\n    throw TODO(\"Task 1: count to one\")",
            with: "/// Task 1. Count.\nfunc one() throws -> Int {\n    \(answer)")
    }

    private func watch(
        _ arguments: String..., rows: Int = 30, columns: Int = 80,
        environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            "/bin/sh",
            [
                "-c", "cd \"$0\" && exec \"$@\"", fixture.folder.root.path,
                program.path, "watch",
            ]
                + arguments,
            rows: rows, columns: columns, environment: environment)
    }

    private func quit(_ terminal: PseudoTerminal) throws {
        terminal.type("q")
        #expect(try terminal.end() == 0)
        #expect(!terminal.isRaw)
        expectNothingLeft()
    }

    @Test("Who only hears it: each verdict in words, a hint, a mistake of the compiler, the end")
    func plain() throws {
        let terminal = try watch("1", environment: ["TERM": "dumb"])
        let prompt = "q: quit. ?: more keys."
        let keys = "h: a hint. l: lesson. Return: judge again. \(prompt)"
        #expect(try terminal.wait(for: keys).contains("6 still to do\n"))
        #expect(
            try terminal.answer("a", until: prompt).contains(
                "  Still to do: Task 1, Count to one\n"))
        #expect(try terminal.answer("h", until: prompt).contains("hint 1 of 3"))
        try save(first("7"))
        try terminal.wait(for: "1 wrong, 5 still to do\nWrong: Task 1, Count to one\n")
        try terminal.wait { $0.hasSuffix("\(prompt)\n") }
        try save(first("print(\"seen\"); return 7"))
        try terminal.wait(for: "as before.\n1 wrong, 5 still to do\nYour code printed:\n  seen")
        try save(first("true"))
        try terminal.wait(for: "Error in line 9: cannot convert return expression of type 'Bool'")
        #expect(try terminal.wait(for: "Code: true\n").hasSuffix("\(prompt)\n"))
        #expect(try terminal.answer("x", until: prompt).contains("There is no such key."))
        #expect(try terminal.answer("?", until: prompt).contains("r: put the stub back."))
        #expect(try terminal.answer("99", until: prompt).contains("There is no exercise 99"))
        #expect(
            try terminal.answer("o", until: prompt).contains(
                "Exercise01.swift at line 9 in any editor"))
        #expect(
            try terminal.answer("r", until: "y: yes. Return alone: no.").contains(
                "Put the stub"))
        #expect(try terminal.answer("no", until: prompt).contains("Nothing has changed."))
        try save(right)
        try terminal.wait(for: "\n6 right\n")
        try terminal.wait { $0.hasSuffix("q: quit. ?: more keys.\n") }
        terminal.type("q\n")
        #expect(try terminal.end() == 0)
        #expect(terminal.screen.hasSuffix("Go on with: swift run -q workbook watch 01\n"))
        terminal.expectPlain()
        expectNothingLeft()
    }

    @Test("check says the states of the tasks in words")
    func plainCheck() throws {
        try save(first("7"))
        let terminal = try PseudoTerminal(
            "/bin/sh",
            [
                "-c", "cd \"$0\" && exec \"$1\" check 1 --plain", fixture.folder.root.path,
                program.path,
            ])
        #expect(try terminal.end() == 1)
        #expect(terminal.screen.contains("  Wrong: Task 1, Count to one\n"))
        #expect(terminal.screen.contains("0 of 6 tasks right, 1 wrong, 5 still to do."))
        terminal.expectPlain()
    }

    private func expectNothingLeft() {
        #expect(!fixture.folder.exists(".build/judging/0"))
    }

    @Test("From the stub to all right: the bar, what to repair and where, hints, the next exercise")
    func session() throws {
        let terminal = try watch("1")
        var screen = try terminal.wait(for: open)
        #expect(screen.hasPrefix("Exercise 01 · One, two\n"))
        #expect(screen.contains("Next: task 1, count to one\n      at \(path):8"))
        for hint in ["hint 1 of 3", "hint 2 of 3"] {
            terminal.type("h")
            try terminal.wait(for: hint)
        }
        try save(first("7"))
        screen = try terminal.wait(for: "✘○○○○○  1 wrong, 5 open")
        #expect(screen.contains("✘ Task 1 · Count to one\n  one is not one"))
        #expect(screen.contains("\n  \(path):8\n"))
        #expect(screen.contains("hint 2 of 3"), "The same task: the hint stays")
        terminal.type("b")
        try terminal.wait(for: "hint 1 of 3")
        terminal.type("n")
        try terminal.wait(for: "n goes on when each task is right.")
        try save(right)
        screen = try terminal.wait { $0.contains(solved) && $0.contains("n: next exercise") }
        #expect(!screen.contains("hint"))
        terminal.type("n")
        try terminal.wait { $0.hasPrefix("Exercise 02 ·") && $0.contains(open) }
        try quit(terminal)
    }

    @Test("A compile error, a file that goes, comes back by a rename, and is half there")
    func files() throws {
        let terminal = try watch("Exercises/Exercise01.swift")
        try terminal.wait(for: open)
        try save(stub.replacing("-> Int", with: "-> Itn"))
        #expect(try terminal.wait(for: "It does not compile yet").contains("\(path):7:"))
        try FileManager.default.removeItem(at: fixture.folder.url(path))
        try terminal.wait(for: "\(path) is not there. r puts the stub in its place.")
        try Data(right.utf8).write(to: fixture.folder.url("Exercises/new"))
        _ = rename(fixture.folder.url("Exercises/new").path, fixture.folder.url(path).path)
        try terminal.wait(for: solved)
        try save(String(right.prefix(200)))
        try terminal.wait(for: "It does not compile yet")
        try Data().write(to: fixture.folder.url(path))
        try terminal.wait(for: "\(path) is empty. r puts the stub")
        try save(right)
        try terminal.wait(for: solved)
        try quit(terminal)
    }

    @Test("t goes through the wrong tasks; h is about the one that is shown, until it is right")
    func severalWrong() throws {
        let wrong = right.replacing("behave(1)", with: "behave(9)").replacing(
            "behave(3)", with: "behave(9)")
        try save(wrong)
        let terminal = try watch("01")
        var screen = try terminal.wait(for: "✘✔✘✔✔✔  4 right, 2 wrong")
        #expect(screen.contains("one is not one") && !screen.contains("three is not three"))
        terminal.type("t")
        screen = try terminal.wait(for: "three is not three")
        #expect(!screen.contains("one is not one"))
        terminal.type("h")
        try terminal.wait(for: "Exercise 01, task 3, hint 1 of 2")
        try save(wrong + "// saved\n")
        try terminal.wait { $0.contains("three is not three") && !$0.contains("…") }
        terminal.type("t")
        try terminal.wait { $0.contains("one is not one") && !$0.contains("hint 1 of 2") }
        terminal.type("t")
        try terminal.wait(for: "three is not three")
        try save(right.replacing("behave(1)", with: "behave(9)"))
        screen = try terminal.wait { $0.contains("✘✔✔✔✔✔") && $0.contains("one is not one") }
        #expect(screen.contains("5 of 24 tasks") && !screen.contains("t: next wrong task"))
        try save(right)
        screen = try terminal.wait(for: solved)
        #expect(screen.contains("All 6 tasks are right. Exercises done: 1 of 4."))
        try quit(terminal)
    }

    @Test("r asks, and only y puts the stub back; the file is kept")
    func reset() throws {
        try save(first("7"))
        let terminal = try watch("01")
        try terminal.wait(for: "✘○○○○○")
        for no in ["q", "n", "\r"] {
            terminal.type("r")
            try terminal.wait(for: "Put the stub back in place of \(path)?")
            terminal.type(no)
            try terminal.wait { !$0.contains("Put the stub back") && $0.contains("q: quit") }
            #expect(fixture.folder.text(path) == first("7"))
        }
        terminal.type("ry")
        let screen = try terminal.wait { $0.contains(open) && $0.contains("Your file is kept: ") }
        #expect(fixture.folder.text(path) == stub)
        let kept = try #require(screen.firstMatch(of: #/Exercises/\.kept/\S+/#)?.output)
        #expect(fixture.folder.text(String(kept)) == first("7"))
        try quit(terminal)
    }

    @Test("Contents count: the same size and time stamp hide nothing")
    func sameTime() throws {
        let terminal = try watch("01")
        for (answer, bar) in [("7", "✘○○○○○"), ("1", "✔○○○○○"), ("8", "✘○○○○○")] {
            let handle = try FileHandle(forWritingTo: fixture.folder.url(path))
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data(first(answer).utf8))
            try handle.close()
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 9)],
                ofItemAtPath: fixture.folder.url(path).path)
            try terminal.wait(for: bar)
        }
        try quit(terminal)
    }

    @Test("A run that is out of date is ended, with what it has started")
    func outOfDate() throws {
        let marker = fixture.folder.url("hangs.txt")
        try? FileManager.default.removeItem(at: marker)
        let terminal = try watch("01")
        try terminal.wait(for: open)
        let code =
            "try Data(\"\\(getpid())\".utf8).write(to: URL(fileURLWithPath: \"\(marker.path)\"))"
        try save(first("\(code)\n    while true {}"))
        var process: pid_t?
        while process == nil {
            usleep(20_000)
            process = (try? String(contentsOf: marker, encoding: .utf8)).flatMap { pid_t($0) }
        }
        try save(right)
        try terminal.wait(for: solved)
        #expect(!terminal.output.contains("did not come to an end"))
        #expect(process.map { kill($0, 0) } == -1)
        try quit(terminal)
    }

    @Test(
        "Whatever an answer does ends in one clear verdict, and the next version is judged",
        arguments: [
            ("let none: [Int] = []; return none[1]", "Index out of range"),
            ("let none: Int? = Int(\"x\"); return none!", "Unexpectedly found nil"),
            ("return try one()", "called itself until the stack was full"),
            ("exit(0)", "It ended the program"),
            ("_exit(0)", "It ended the program"),
            ("kill(getpid(), SIGKILL); return 1", "signal 9"),
            ("while true {}", "did not come to an end"),
            (
                "while true { _ = UnsafeMutablePointer<Int>.allocate(capacity: 1 << 28) }",
                "failed to allocate"
            ),
            (
                "for _ in 1...100_000 { print(String(repeating: \"x\", count: 1_000)) }; return 7",
                "one is not one"
            ),
            ("_ = popen(\"sleep 1004\", \"r\"); return 7", "one is not one"),
        ])
    func faults(_ code: String, _ words: String) throws {
        let terminal = try watch("01")
        try terminal.wait(for: open)
        try save(first(code))
        let screen = try terminal.wait { $0.contains(words) && $0.contains("✘○○○○○") }
        #expect(screen.split(separator: "\n").count <= 30)
        try save(stub)
        try terminal.wait(for: open)
        try quit(terminal)
        #expect(!isRunning("sleep", "1004"))
    }

    @Test("No swift on the PATH is said on the screen")
    func noToolchain() throws {
        // The stub needs none: nobody builds it.
        let terminal = try watch("01", environment: ["PATH": "/nowhere"])
        try terminal.wait(for: open)
        try save(right)
        try terminal.wait(for: "There is no swift on your PATH")
        try quit(terminal)
    }

    @Test("What all answers share is built once, whatever is saved meanwhile")
    func firstBuild() throws {
        try FileManager.default.removeItem(at: fixture.folder.url(SharedBuild.path))
        let terminal = try watch("01")
        try terminal.wait(for: open)
        try save(first("1"))
        try terminal.wait(for: "First build of the checks: step")
        let module = fixture.folder.url("\(SharedBuild.path)/DecodingExplainer/contents")
        while !FileManager.default.fileExists(atPath: module.path) { usleep(5_000) }
        let built = try FileManager.default.attributesOfItem(atPath: module.path)
        for text in ["2", "3", "4"] {
            try save(first(text))
            usleep(100_000)
        }
        try save(right)
        try terminal.wait(for: solved)
        let now = try FileManager.default.attributesOfItem(atPath: module.path)
        #expect(now[.modificationDate] as? Date == built[.modificationDate] as? Date)
        try quit(terminal)
    }

    @Test("What is built in the background ends with watch")
    func endOfFirstBuild() throws {
        try FileManager.default.removeItem(at: fixture.folder.url(SharedBuild.path))
        let terminal = try watch("01")
        try terminal.wait(for: open)
        while !isRunning(fixture.folder.url(SharedBuild.path).path) { usleep(5_000) }
        try quit(terminal)
        #expect(!isRunning(fixture.folder.url(SharedBuild.path).path))
    }

    @Test("Another tool beside it: one waits for the other, and both are right")
    func beside() throws {
        let terminal = try watch("01")
        try terminal.wait(for: open)
        try save(right)
        let check = try fixture.start(["check", "01"]).end()
        #expect(check.code == 0)
        #expect(check.output.hasSuffix("Exercise 01: 6 of 6 tasks right.\n"))
        try terminal.wait(for: solved)
        try quit(terminal)
    }

    @Test("A window that is resized, also to nearly nothing")
    func resizes() throws {
        try save(first("7"))
        let terminal = try watch("01")
        try terminal.wait(for: "✘○○○○○")
        for (rows, columns) in [(8, 30), (1, 1), (2, 10), (30, 80)] {
            terminal.resize(rows: rows, columns: columns)
            try terminal.wait { screen in
                let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
                return lines.count <= rows && lines.allSatisfy { $0.count <= columns }
                    && (rows < 30 || screen.contains("one is not one"))
            }
        }
        try quit(terminal)
    }

    @Test("Control-Z gives the terminal to the shell, and fg takes it back")
    func suspends() throws {
        let script =
            "cd \"$1\"; set -m; \"$2\" watch 01; echo stopped; read -r line; fg; echo ended"
        let terminal = try PseudoTerminal(
            "/bin/sh",
            ["-c", script, "sh", fixture.folder.root.path, builtProgram("workbook").path])
        let before = terminal.settingsAtStart
        try terminal.wait(for: open)
        terminal.type("\u{1A}")
        try terminal.wait(for: "stopped\n")
        #expect(!terminal.isRaw)
        try save(right)
        terminal.type("\n")
        try terminal.wait { !$0.contains("stopped") && $0.contains(solved) }
        #expect(terminal.isRaw)
        terminal.type("q")
        try terminal.wait(for: "ended")
        #expect(try terminal.end() == 0)
        #expect(terminal.settings == before)
    }

    @Test(
        "A signal restores the terminal and leaves nothing",
        arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func signals(_ number: Int32) throws {
        let terminal = try watch("01")
        let before = terminal.settingsAtStart
        try terminal.wait(for: open)
        #expect(terminal.isRaw)
        try save(first("while true {}"))
        while !fixture.folder.exists(".build/judging/0/run") { usleep(5_000) }
        kill(terminal.process, number)
        #expect(try terminal.end() == 128 + number)
        #expect(terminal.settings == before)
        expectNothingLeft()
    }

    @Test("o opens the file at the line, l shows the step, and the screen comes back")
    func programs() throws {
        let editor = fixture.folder.url(".build/nano")
        let lesson = fixture.folder.url(".build/programs/lesson-01")
        for file in [editor, lesson] {
            try writeProgram(#"echo "$(basename "$0") $* then"; read -r line"#, to: file)
        }
        try save(first("7"))
        let terminal = try watch("01", environment: ["EDITOR": "'\(editor.path)'"])
        try terminal.wait(for: "✘○○○○○")
        let keys = [
            ("o", "nano +8 \(fixture.folder.url(path).path) then"),
            ("l", "lesson-01 --step 2 --back then"),
        ]
        for (key, words) in keys {
            // What is typed before the program has the screen does not end watch after it.
            terminal.type(key + "q")
            try terminal.wait(for: words)
            #expect(!terminal.isRaw)
            terminal.type("\n")
            try terminal.wait(for: "✘○○○○○")
            #expect(terminal.isRaw)
        }
        try FileManager.default.removeItem(at: lesson)
        terminal.type("l")
        try terminal.wait(for: "In another terminal: swift run lesson-01 --step 2")
        try quit(terminal)
        let bare = try watch("01")
        try bare.wait(for: "✘○○○○○")
        bare.type("o")
        try bare.wait(for: "No editor is set.")
        try quit(bare)
    }

    @Test("e lists the exercises with their bars; an arrow or a number and Return go to one")
    func list() throws {
        try fixture.write(FixtureWorkbook.stub("02"), to: "Exercises/Exercise02.swift")
        try fixture.write(fixture.answer("03"), to: "Exercises/Exercise03.swift")
        let terminal = try watch("01")
        try terminal.wait(for: open)
        terminal.type("e")
        let rows = try terminal.waitForRows("the list") { lines in
            lines.contains { $0.contains(#/03 · One, two.*✔✔✔✔✔✔/#) }
        }
        #expect(rows.contains { $0.hasPrefix("▸ 01 · One, two") })
        #expect(rows.contains { $0.contains("q: back") && $0.contains("Return: watch 01") })
        terminal.type("q")
        try terminal.wait { $0.hasPrefix("Exercise 01 ·") && $0.contains(open) }
        terminal.type("e")
        try terminal.wait(for: "▸ 01 ·")
        terminal.type("\u{1B}[B\r")
        try terminal.wait { $0.hasPrefix("Exercise 02 ·") && $0.contains(open) }
        terminal.type("e3\r")
        try terminal.wait { $0.hasPrefix("Exercise 03 ·") && $0.contains(solved) }
        #expect(terminal.emulator.unknown == [])
        try quit(terminal)
    }

    @Test("Where every task is right, l shows the next lesson, and n goes on to its exercise")
    func nextLesson() throws {
        try writeProgram(
            #"echo "the lesson $*"; read -r line"#,
            to: fixture.folder.url(".build/programs/lesson-02"))
        try fixture.write(FixtureWorkbook.stub("02"), to: "Exercises/Exercise02.swift")
        try save(right)
        let terminal = try watch("01")
        try terminal.wait(for: "l: lesson 02")
        terminal.type("l")
        try terminal.wait(for: "the lesson --back")
        terminal.type("\n")
        try terminal.wait { $0.hasPrefix("Exercise 01 ·") && $0.contains("n: next exercise") }
        terminal.type("n")
        try terminal.wait { $0.hasPrefix("Exercise 02 ·") && $0.contains(open) }
        try quit(terminal)
    }

    @Test("The last page of a lesson leads to its exercise")
    func fromTheLesson() throws {
        let folder = fixture.folder.url(".build/swift")
        try writeProgram(#"echo "swift $*""#, to: folder.appendingPathComponent("swift"))
        let terminal = try PseudoTerminal(
            builtProgram("lesson-01").path, ["--from", "12"],
            environment: ["PATH": "\(folder.path):/usr/bin:/bin"].merging(asBuilt) { $1 })
        try terminal.wait(for: "Return: exercise 01")
        terminal.type("\n")
        #expect(try terminal.end() == 0)
        #expect(terminal.output.contains(#/swift run --package-path .* workbook watch 01/#))
    }

    @Test(
        "The last page has built what the first verdict needs, and that ends with the lesson",
        arguments: [nil, SIGKILL, SIGHUP])
    func preparation(signal: Int32?) throws {
        let folder = ".build/programs-of-a-lesson"
        try? FileManager.default.removeItem(at: fixture.folder.url(folder))
        try writeProgram(
            #"cd "${0%/*}" && echo "$*" >began && cat && echo >ended"#,
            to: fixture.folder.url("\(folder)/workbook"))
        let lesson = fixture.folder.url("\(folder)/lesson-01")
        try FileManager.default.linkItem(at: builtProgram("lesson-01"), to: lesson)
        let page = try PseudoTerminal(lesson.path, ["--from", "11"], environment: asBuilt)
        try page.wait(for: "step 11 of")
        page.type("q")
        _ = try page.end()
        #expect(!fixture.folder.exists("\(folder)/began"), "It is not the last page yet")
        let terminal = try PseudoTerminal(lesson.path, ["--from", "12"], environment: asBuilt)
        try terminal.wait(for: "Return: exercise 01")
        try terminal.wait { _ in
            fixture.folder.text("\(folder)/began") == "prepare 01 --background\n"
        }
        #expect(!fixture.folder.exists("\(folder)/ended"))
        if let signal { kill(terminal.process, signal) } else { terminal.type("q") }
        _ = try terminal.end()
        let end = Date(timeIntervalSinceNow: 60)
        while !fixture.folder.exists("\(folder)/ended"), Date() < end { usleep(10_000) }
        #expect(fixture.folder.exists("\(folder)/ended"))
    }

    @Test("What is built in the background ends when who began it does, and leaves nothing")
    func backgroundEnds() throws {
        try FileManager.default.removeItem(at: fixture.folder.url(SharedBuild.path))
        let process = Process()
        process.executableURL = builtProgram("workbook")
        process.arguments = ["prepare", "01", "--background"]
        process.currentDirectoryURL = fixture.folder.root
        let input = Pipe()
        process.standardInput = input
        try process.run()
        let words = fixture.folder.url(SharedBuild.path).path
        while !isRunning(words), process.isRunning { usleep(5_000) }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 128 + SIGTERM)
        #expect(!isRunning(words))
    }

    @Test("After Ctrl-C, nothing is before the prompt of the shell")
    func prompt() throws {
        let script = "cd \"$0\"; trap : INT; \"$1\" watch 01; echo 'prompt$ '"
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", script, fixture.folder.root.path, builtProgram("workbook").path])
        try terminal.wait(for: open)
        try save(first("while true {}"))
        try terminal.wait(for: "Judging")
        terminal.type("\u{3}")
        try terminal.waitForRows("the prompt") { $0.contains { $0.hasPrefix("prompt$") } }
        #expect(!terminal.emulator.lines.contains { $0.contains("q: quit") })
    }

    @Test("Each editor is told the line in its own way, and one with a window is not waited for")
    func editors() throws {
        let cases = [
            ("vim", "vim \"$@\"", ["+7", "f"]),
            ("/usr/bin/nano -w", "/usr/bin/nano -w \"$@\"", ["+7", "f"]),
            ("code --wait", "code \"$@\"", ["--goto", "f:7"]), ("subl -w", "subl \"$@\"", ["f:7"]),
            ("ed", "ed \"$@\"", ["f"]),
        ]
        for (setting, command, arguments) in cases {
            let editor = try #require(Editor(["VISUAL": setting, "EDITOR": "other"]))
            #expect(editor.command == command)
            #expect(editor.arguments("f", line: 7) == ["sh"] + arguments)
        }
        #expect(Editor(["VISUAL": " "]) == nil)
    }

    @Test("Without a terminal: plain verdicts, one after the other, until nobody reads them")
    func lines() throws {
        let process = Process()
        process.executableURL = builtProgram("workbook")
        process.arguments = ["watch", "01"]
        process.currentDirectoryURL = fixture.folder.root
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        // Longer than any machine takes, so that a test that fails ends.
        let limit = DispatchWorkItem { [number = process.processIdentifier] in
            kill(number, SIGKILL)
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + 120, execute: limit)
        defer { limit.cancel() }
        var text = ""
        func wait(for words: String) {
            while !text.contains(words), process.isRunning {
                text += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            }
        }
        wait(for: "Next: task 1, count to one")
        try save(right)
        wait(for: "All 6 tasks are right.")
        #expect(text.ranges(of: "Exercise 01 ·").count == 2, "\(text)")
        #expect(!text.contains("\u{1B}") && text.contains("\n\nExercise 01"), "\(text)")
        try output.fileHandleForReading.close()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        expectNothingLeft()
    }
}
