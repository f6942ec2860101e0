import Foundation
import PseudoTerminal
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

@Suite("A person reads a lesson at a terminal")
struct ScreenPagerTests {
    private func lesson(
        _ arguments: String..., rows: Int = 30, columns: Int = 80,
        environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            LessonProgramTests.program.path, arguments, rows: rows, columns: columns,
            environment: environment)
    }

    private static let question = "Return: what comes out"
    private static let answer = "✘ typeMismatch"

    // MARK: Keys

    @Test("A page without a question waits at its end alone, a question for its answer")
    func waits() throws {
        let terminal = try lesson()
        try terminal.wait(for: "Return: step 2")
        #expect(terminal.screen.contains("printed last"))
        terminal.type("\r")
        #expect(!(try terminal.wait(for: Self.question)).contains(Self.answer))
        terminal.type("\r")
        #expect((try terminal.wait(for: "Return: step 3")).contains(Self.answer))
        terminal.type("q")
        #expect(try terminal.end() == 1, "A step has ended with an error")
        #expect(terminal.screen.hasSuffix("--from 2\n"), "It says how to come back")
    }

    @Test(
        "Space, page down and the arrow go on",
        arguments: [" ", "\u{1B}[6~", "\u{1B}[C", "\u{1B}OC"])
    func onward(key: String) throws {
        let terminal = try lesson("--from", "2")
        try terminal.wait(for: Self.question)
        terminal.type(key)
        try terminal.wait(for: Self.answer)
    }

    @Test("b, page up and the arrow go back a step", arguments: ["b", "\u{1B}[5~", "\u{1B}[D"])
    func back(key: String) throws {
        let terminal = try lesson("--pause", "--from", "2")
        try terminal.wait(for: Self.question)
        terminal.type(key)
        try terminal.wait(for: "Return: step 2")
    }

    @Test("Who leaves in front of a class is told how to come back in the same way")
    func leaves() throws {
        let terminal = try lesson("--pause", "--from", "2")
        try terminal.wait(for: Self.question)
        terminal.type("q")
        _ = try terminal.end()
        #expect(terminal.screen.hasSuffix("--pause --from 2\n"))
    }

    @Test("Who presses keys while the lesson is built still gets to answer the first question")
    func typedAhead() throws {
        let script = "echo building; sleep 1; exec \"$0\" --from 2"
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", script, LessonProgramTests.program.path])
        try terminal.wait(for: "building")
        terminal.type("\r\r")
        #expect(!(try terminal.wait(for: Self.question)).contains(Self.answer))
        terminal.type("\r")
        try terminal.wait(for: Self.answer)
    }

    @Test("h hides the last result again")
    func hides() throws {
        let terminal = try lesson("--from", "2")
        try terminal.wait(for: Self.question)
        terminal.type(" ")
        try terminal.wait(for: "h: hide")
        terminal.type("h")
        #expect(!(try terminal.wait(for: Self.question)).contains(Self.answer))
    }

    @Test("A number and Return go to a step, and what is typed can be seen and taken back")
    func number() throws {
        let terminal = try lesson()
        try terminal.wait(for: "Return: step 2")
        terminal.type("14")
        try terminal.wait(for: "There is no step 14, the last one is ")
        terminal.type("\u{7F}")
        try terminal.wait(for: "Return: step 1 ")
        terminal.type("\u{1B}")
        try terminal.wait(for: "Return: step 2")
        terminal.type("2\r")
        try terminal.wait(for: "step 2 of 5")
    }

    @Test("Any other key does nothing and shows nothing")
    func unknown() throws {
        let terminal = try lesson("--from", "2")
        try terminal.wait(for: Self.question)
        let before = terminal.output
        terminal.type("x\u{1B}[A\u{1B}[15~\u{1B}[<0;1;1Mé\t1")
        try terminal.wait(for: "Return: step 1 ")
        #expect(!terminal.output.dropFirst(before.count).contains("^["))
        #expect(!terminal.screen.contains(Self.answer))
    }

    // MARK: The terminal

    @Test(
        "The terminal is as it was, whichever way out is taken",
        arguments: [("q", 0), ("\u{4}", 0), ("\u{3}", 128 + SIGINT), ("\u{1C}", 128 + SIGQUIT)])
    func restored(key: String, code: Int32) throws {
        let terminal = try lesson()
        let before = terminal.settingsAtStart
        try terminal.wait(for: "Return: step 2")
        #expect(terminal.isRaw)
        terminal.type(key)
        #expect(try terminal.end() == code)
        #expect(terminal.settings == before)
    }

    @Test("A signal leaves the terminal as it was", arguments: [SIGTERM, SIGHUP, SIGINT])
    func signal(_ signal: Int32) throws {
        let terminal = try lesson("--from", "2")
        let before = terminal.settingsAtStart
        try terminal.wait(for: Self.question)
        kill(terminal.process, signal)
        #expect(try terminal.end() == 128 + signal)
        #expect(terminal.settings == before)
    }

    @Test("Control-Z gives the terminal to the shell, and fg takes it back")
    func suspends() throws {
        let script = "set -m; \"$1\" --from 2; echo stopped; read -r line; fg; echo ended"
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", script, "sh", LessonProgramTests.program.path])
        let before = terminal.settingsAtStart
        try terminal.wait(for: Self.question)
        terminal.type("\u{1A}")
        try terminal.wait(for: "stopped\n")
        #expect(!terminal.isRaw)
        terminal.type("\n")
        try terminal.wait { !$0.contains("stopped") && $0.contains(Self.question) }
        #expect(terminal.isRaw)
        terminal.type("\r")
        try terminal.wait(for: Self.answer)
        terminal.type("q")
        try terminal.wait(for: "ended")
        #expect(try terminal.end() == 0)
        #expect(terminal.settings == before)
    }

    @Test("Where nothing stops the program, Control-Z does no harm")
    func noShell() throws {
        let terminal = try lesson("--from", "2")
        try terminal.wait(for: Self.question)
        terminal.type("\u{1A}\r")
        try terminal.wait(for: Self.answer)
        #expect(terminal.isRaw)
    }

    @Test("A window that is resized gets the page anew, at the same place")
    func resizes() throws {
        let terminal = try lesson("--from", "2", columns: 80)
        try terminal.wait(for: Self.question)
        terminal.type("\r")
        try terminal.wait(for: Self.answer)
        terminal.resize(rows: 40, columns: 50)
        let rule = "\n" + String(repeating: "─", count: 50) + "\n"
        let screen = try terminal.wait { $0.contains(rule) && $0.contains("Return: step 3") }
        #expect(screen.contains(Self.answer))
        let rows: [Substring] = screen.split(separator: "\n").dropLast()
        #expect(rows.allSatisfy { $0.count <= 50 })
    }

    @Test("Up shows what scrolled away, and down the newest rows again")
    func scrolls() throws {
        let terminal = try lesson("--from", "2", rows: 12)
        try terminal.waitForRows("the question") { $0.last?.contains("Return: ") == true }
        let title = "An error leaves the step."
        while !terminal.emulator.used.contains(where: { $0.contains("Return: step 3") }) {
            let before = terminal.emulator.used
            terminal.type(" ")
            try terminal.waitForRows("more") {
                $0 != before && $0.last?.contains("Return: ") == true
            }
        }
        let newest = terminal.emulator.used
        #expect(!newest.contains(title) && newest.last?.contains("↑") == true)
        for _ in 0..<3 { terminal.type("\u{1B}[A") }
        let rows = try terminal.waitForRows("the first rows") { $0.contains(title) }
        #expect(Array(rows.prefix(3)) == Array(newest.prefix(3)), "The heading stays")
        #expect(rows.last?.contains("more lines") == true)
        for _ in 0..<3 { terminal.type("\u{1B}[B") }
        try terminal.waitForRows("the newest rows") { $0 == newest }
        #expect(terminal.emulator.unknown == [] && terminal.emulator.history == [])
    }

    @Test("Shown by another program, it goes back and does not quit")
    func goesBack() throws {
        let terminal = try lesson("--step", "1", "--back")
        try terminal.wait { $0.contains("Return: back") && $0.contains("q: back") }
        terminal.type("\r")
        #expect(try terminal.end() == 0)
    }

    @Test("A low window keeps the heading and waits between the screens of a page")
    func low() throws {
        let terminal = try lesson("--from", "2", rows: 12)
        try terminal.wait(for: "Return: ")
        for _ in 1...10 where !terminal.screen.contains("Return: step 3") {
            #expect(terminal.screen.hasPrefix("Lesson 00 · What goes wrong"))
            #expect(terminal.screen.count { $0 == "\n" } < 12)
            let before = terminal.screen
            terminal.type(" ")
            try terminal.wait { $0.contains("Return: ") && $0 != before }
        }
        #expect(terminal.screen.contains("Return: step 3"))
    }

    @Test("A terminal with a white background is asked, and gets the light colors")
    func light() throws {
        let environment = ["TERM": "xterm-256color", "NO_COLOR": nil].compactMapValues(\.self)
        // The answer counts for a third of a second, and this machine may have other things to do.
        for attempt in 1...20 {
            let terminal = try PseudoTerminal(
                "/usr/bin/env", ["-u", "NO_COLOR", LessonProgramTests.program.path, "--from", "2"],
                environment: environment)
            try terminal.wait(isWhole: false) { _ in terminal.output.contains("\u{1B}]11;?") }
            // A key that comes with the answer is for no page yet.
            terminal.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62;22c\r")
            try terminal.wait(for: Self.question)
            terminal.type("\r")
            try terminal.wait(for: Self.answer)
            let isLight = terminal.output.contains("\u{1B}[1;38;5;90m? Predict: ")
            if !isLight, attempt < 20 { continue }
            #expect(isLight)
            terminal.type("\u{1B}]11;rgb:0000/0000/0000\u{1B}\\h")
            try terminal.wait(for: Self.question)
            return
        }
    }

    @Test("--all writes everything at once and asks nobody")
    func all() throws {
        let terminal = try lesson("--all")
        #expect(try terminal.end() == 1, "Its third step crashes")
        #expect(terminal.output.contains("step 1 of 5") && terminal.output.contains("step 3 of 5"))
        #expect(!terminal.output.contains("Return: ") && !terminal.output.contains("\u{1B}"))
    }

    @Test("Who only hears the lesson is asked line by line", arguments: [true, false])
    func plain(isDumb: Bool) throws {
        let terminal =
            isDumb
            ? try lesson("--from", "2", environment: ["TERM": "dumb"])
            : try lesson("--plain", "--from", "2")
        let prompt =
            "Your guess and Return, or Return alone: what comes out. q: quit. ?: more keys."
        let answer = "Error: typeMismatch"
        #expect(!(try terminal.wait(for: prompt)).contains(answer))
        #expect(!(try terminal.answer("?", until: prompt)).contains(answer))
        // An arrow is no guess.
        #expect(!(try terminal.answer("\u{1B}[A", until: prompt)).contains(answer))
        // A guess may be a number, which is a step elsewhere.
        try terminal.answer("3", until: "Return: step 3. b: back. q: quit. ?: more keys.")
        #expect(terminal.output.contains("\r\n\(answer)"))
        #expect(terminal.output.contains("Code that was not run: show(\"after\")"))
        try terminal.answer("b", until: "Return: step 2. q: quit. ?: more keys.")
        #expect(terminal.output.contains("Printed: printed last"))
        #expect(try terminal.answer("?", until: "?: more keys.").contains("A number: that step."))
        try terminal.answer("r", until: "?: more keys.")
        // A step that crashes is a page like others.
        try terminal.answer("3", until: "b: back. q: quit. ?: more keys.")
        #expect(terminal.output.contains("Error: The program crashed in line"))
        try terminal.answer("", until: "b: back. q: quit. ?: more keys.")
        #expect(terminal.output.contains("step 4 of 5"))
        terminal.type("q\n")
        #expect(try terminal.end() == 1)
        #expect(terminal.output.hasSuffix("--from 4\(isDumb ? "" : " --plain")\r\n"))
        terminal.expectPlain()
    }

    @Test("Who only hears a step that watch shows goes back from its end, and not before")
    func plainStep() throws {
        let terminal = try lesson("--plain", "--step", "2", "--back")
        try terminal.wait(for: "Return alone: what comes out. q: back.\n")
        try terminal.answer("", until: "Return: back.")
        terminal.type("\n")
        #expect(try terminal.end() == 1)
        #expect(!terminal.output.contains("Go on with"))
    }

    @Test("Lines that were typed while a lesson is built show nobody an answer")
    func linesTypedAhead() throws {
        let script = "echo building; sleep 1; exec \"$0\" --plain --from 2"
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", script, LessonProgramTests.program.path])
        try terminal.wait(for: "building")
        terminal.type("\n\n")
        #expect(!(try terminal.wait(for: "Return alone: what comes out.")).contains("Error: "))
        terminal.type("q\n")
        #expect(try terminal.end() == 1)
    }

    // MARK: Steps that go wrong, and a changed source

    @Test("A step that crashes is a page like others, and the reading goes on")
    func crash() throws {
        let terminal = try lesson("--from", "3")
        let before = terminal.settingsAtStart
        let page = try terminal.wait(for: "Return: step 4")
        #expect(page.contains("✘ The program crashed in line"))
        terminal.type("\r")
        let next = try terminal.wait(for: "Return: step 5")
        #expect(next.contains("printed before the crash"))
        terminal.type("q")
        #expect(try terminal.end() == 1)
        #expect(terminal.settings == before)
    }

    /// A folder with the fixture's program and a package manager that does what a test wants.
    private struct Builds {
        let folder: URL
        let program: URL

        init(_ script: String) throws {
            folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("reading-\(UUID().uuidString)")
            let products = folder.appendingPathComponent("products")
            program = products.appendingPathComponent("Lesson00")
            // Were they written by this process, a child of another test could hold them open for
            // writing, and nobody could run them.
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            shell.arguments = [
                "-ec",
                #"mkdir -p "$3"; cp "$2" "$3"; printf '%s\n' "$4" > "$1/swift"; chmod +x "$1/swift""#,
                "sh", folder.path, LessonProgramTests.program.path, products.path,
                """
                #!/bin/sh
                cd '\(folder.path)' || exit
                case "$*" in *--show-bin-path*) echo '\(products.path)'; exit ;; esac
                echo "$@" >>arguments
                \(script)
                """,
            ]
            try shell.run()
            shell.waitUntilExit()
            try Self.touch(program)
        }

        static func touch(_ file: URL, _ date: Date = Date()) throws {
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: file.path)
        }

        func start(_ arguments: String...) throws -> PseudoTerminal {
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            return try PseudoTerminal(
                program.path, arguments, environment: ["PATH": "\(folder.path):\(path)"])
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }
    }

    private static var source: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Lesson00/Lesson00.swift").path
    }

    @Test("r builds the program and goes on at this step, with its results hidden")
    func runsAgain() throws {
        let builds = try Builds("exit 0")
        defer { builds.remove() }
        let terminal = try builds.start("--from", "2")
        try terminal.wait(for: Self.question)
        terminal.type("\r")
        try terminal.wait(for: "Return: step 3")
        terminal.type("r")
        #expect(!(try terminal.wait(for: Self.question)).contains(Self.answer))
        let arguments = try String(
            contentsOf: builds.folder.appendingPathComponent("arguments"), encoding: .utf8)
        #expect(arguments.hasPrefix("build --package-path /"))
        #expect(arguments.hasSuffix(" --product Lesson00\n"))
        terminal.type("\u{3}")
        #expect(try terminal.end() == 128 + SIGINT, "The new program has all of its signals")
    }

    @Test("What the compiler refuses is a screen of its own, and the page is there again after it")
    func refused() throws {
        let place = "\(Self.source):28:5: "
        let builds = try Builds(
            """
            echo "\(place)error: cannot find 'shw' in scope"; echo noise
            printf "\(place)\\033[1;31merror: \\033[1;39mcannot find 'shw' in scope\\033[0;0m\\n" >&2
            exit 1
            """)
        defer { builds.remove() }
        let terminal = try builds.start()
        let before = terminal.settingsAtStart
        try terminal.wait(for: "Return: step 2")
        try Builds.touch(builds.program, Date(timeIntervalSince1970: 0))
        try terminal.wait(for: "Lesson00.swift has changed, press r")
        terminal.type("r")
        let screen = try terminal.wait(for: "Return: the page as it was")
        #expect(!screen.contains("press r"), "It has not changed since it was refused")
        #expect(screen.contains("Lesson00/Lesson00.swift:28:5: error"))
        #expect(screen.ranges(of: "error: cannot find").count == 1, "Once")
        #expect(!screen.contains("noise"))
        terminal.type("\r")
        try terminal.wait(for: "Return: step 2")
        terminal.type("r")
        try terminal.wait(for: "Return: the page as it was")
        terminal.type("2\r")
        try terminal.wait(for: "step 2 of 5")
        terminal.type("q")
        _ = try terminal.end()
        #expect(terminal.settings == before)
    }

    @Test("Who only hears it is told what the compiler refuses, and the lesson goes on as it was")
    func refusedInLines() throws {
        let builds = try Builds(
            "echo \"\(Self.source):28:5: error: cannot find 'shw' in scope\"; exit 1")
        defer { builds.remove() }
        let terminal = try builds.start("--plain")
        try terminal.wait(for: "?: more keys.")
        try Builds.touch(builds.program, Date(timeIntervalSince1970: 0))
        let told = try terminal.answer("r", until: "?: more keys.")
        #expect(told.contains("Error in line 28: cannot find 'shw' in scope"))
        #expect(try terminal.answer("", until: "?: more keys.").contains("step 2 of 5"))
        terminal.type("q\n")
        _ = try terminal.end()
    }

    @Test("A build that fails without a word of the compiler shows the end of what it printed")
    func failed() throws {
        let builds = try Builds("echo 'error: no space left'; exit 1")
        defer { builds.remove() }
        let terminal = try builds.start()
        try terminal.wait(for: "Return: step 2")
        terminal.type("r")
        #expect((try terminal.wait(for: "The build failed")).contains("error: no space left"))
    }

    @Test("A file that was changed while it is read is announced, and r shows it")
    func changed() throws {
        let builds = try Builds("touch products/Lesson00")
        defer { builds.remove() }
        let terminal = try builds.start()
        try terminal.wait(for: "Return: step 2")
        try Builds.touch(builds.program, Date(timeIntervalSince1970: 0))
        try terminal.wait(for: "Lesson00.swift has changed, press r")
        terminal.type("r")
        try terminal.wait { $0.contains("r: again") }
    }

    @Test(
        "A file that was changed before is built first; a program that stays as it was is shown",
        arguments: ["touch products/Lesson00", "exit 0"])
    func stale(script: String) throws {
        let builds = try Builds(script)
        defer { builds.remove() }
        try Builds.touch(builds.program, Date(timeIntervalSince1970: 0))
        let terminal = try builds.start("--pause")
        try terminal.wait(for: "Return: step 2")
        terminal.type("q")
        _ = try terminal.end()
        let arguments = try String(
            contentsOf: builds.folder.appendingPathComponent("arguments"), encoding: .utf8)
        #expect(arguments.split(separator: "\n").count == 1, "It is built once")
    }

    @Test("Where nobody reads on a screen, it is built first too")
    func staleInAPipe() throws {
        let builds = try Builds("exit 0")
        defer { builds.remove() }
        try Builds.touch(builds.program, Date(timeIntervalSince1970: 0))
        let process = Process()
        process.executableURL = builds.program
        process.arguments = ["--step", "1"]
        process.environment = ["PATH": "\(builds.folder.path):/usr/bin:/bin"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let page = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(page.range(of: Data("step 1 of".utf8)) != nil)
    }

    @Test("Control-C while a program is built ends the build too")
    func interrupted() throws {
        let builds = try Builds(
            """
            sleep 300 &
            trap 'kill $!; echo > ended; exit' INT TERM
            echo > started
            wait
            """)
        defer { builds.remove() }
        let terminal = try builds.start()
        let before = terminal.settingsAtStart
        try terminal.wait(for: "Return: step 2")
        terminal.type("r")
        try terminal.wait(for: "Building Lesson00 …")
        let isThere = { (name: String) in
            FileManager.default.fileExists(
                atPath: builds.folder.appendingPathComponent(name).path)
        }
        try terminal.wait { _ in isThere("started") }
        terminal.type("\u{3}")
        #expect(try terminal.end() == 128 + SIGINT)
        #expect(terminal.settings == before)
        let end = Date(timeIntervalSinceNow: 60)
        while !isThere("ended"), Date() < end { usleep(20_000) }
        #expect(isThere("ended"))
    }
}
