import DecodingExplainer
import ExerciseConventions
import Foundation
import TestSupport
import Testing
import Walkthrough
import WorkbookFixtures

@testable import Classroom
@testable import Judging
@testable import Maintaining

/// A class that hands in every kind of file at once: it is built and judged as a teacher does it.
@Suite("What a class handed in", .serialized, .slow)
struct ClassTests {
    let fixture: FixtureWorkbook
    let folder: URL

    init() throws {
        fixture = try FixtureWorkbook("class, a: b")
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("class-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// The sandbox, where there is one. Where it is left out, the tests say so.
    private static let sandbox = Task { () -> Sandbox? in
        do {
            return try await Sandbox.find()
        } catch {
            Console.complain("The class is tested without a sandbox: \(error)")
            return nil
        }
    }

    private func handIn(_ text: String, _ pupil: String, _ path: String = "Exercise01.swift") throws
    {
        let file = folder.appendingPathComponent(pupil).appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// A file whose functions are right where nothing else is said.
    private func answer(_ bodies: [Int: String] = [:], _ more: String = "") -> String {
        let names = ["one", "two", "three", "four", "five", "six"]
        return "import ExerciseSupport\nimport Foundation\n"
            + names.enumerated().map { index, name in
                "func \(name)() throws -> Int {\n\(bodies[index + 1] ?? "return \(index + 1)")\n}\n"
            }.joined() + more
    }

    private func judging(_ arguments: String...) async throws -> ClassJudging {
        let trust = await Self.sandbox.value == nil ? ["--trust"] : []
        var judging = try await ClassJudging(
            ClassJudging.usage.parse([folder.path] + arguments + trust), folder, in: fixture.folder)
        judging.judge.quietLimit = 3
        return judging
    }

    private func lines(_ results: ClassResults) -> [String] {
        ClassReport(
            results: results, workbook: fixture.folder, terminal: Terminal(width: 80)
        ).lines
    }

    private func marks(of pupil: String, in lines: [String]) -> String? {
        lines.first { $0.hasPrefix("  \(pupil)  ") }?
            .replacing("  \(pupil)", with: "").replacing(#/[0-9]+ of [0-9]+$/#, with: "")
            .replacing(" ", with: "")
    }

    /// Writes records to the event stream, as the checks would.
    private static let forgery = #"""
        func forge(_ tasks: [Int]) {
            guard let stream = FileHandle(forWritingAtPath: "/dev/fd/3") else { return }
            for task in tasks {
                for kind in ["testStarted", "testEnded"] {
                    let test = "Exercise01Tests.Exercise01Tests/count\(task)()"
                    let id = ids[task] ?? test
                    stream.write(Data(("{\"kind\":\"event\",\"payload\":{\"kind\":\"\(kind)\","
                        + "\"messages\":[],\"testID\":\"\(id)\"},\"version\":0}\n").utf8))
                }
            }
        }
        func forgeTheEnd() {
            let end = "{\"kind\":\"event\",\"payload\":{\"kind\":\"runEnded\"},\"version\":0}\n"
            FileHandle(forWritingAtPath: "/dev/fd/3")?.write(Data(end.utf8))
        }
        let ids: [Int: String] = Dictionary(uniqueKeysWithValues: (1...6).map { task in
            let line = 8 + 5 * (task - 1)
            return (task, "Exercise01Tests.Exercise01Tests/count\(task)()"
                + "/Exercise01Tests.swift:\(line):6")
        })
        """#

    @Test("Every kind of file spoils its own cells and nothing else")
    func everyKind() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try handIn(answer(), "Ada Ångström")
        try handIn(FixtureWorkbook.stub("01"), "Ben", "Exercises/Exercise01.swift")
        try handIn(
            answer([
                2: "return 0", 3: "let none: [Int] = []; return none[3]",
                4: "throw TODO(\"Task 4: count\")", 5: "exit(0)",
            ]), "Çağla")
        try handIn(answer([2: "return 0"]), "Dora")
        try handIn("let x: Itn = 1\n", "Emil\u{1B}[31m\n")
        try handIn("nothing", "Finn", "Answers.swift")
        try handIn(answer([4: "while true {}"]), "Greta")
        try handIn(
            answer([1: "forge([1, 2, 3, 4, 5, 6]); forgeTheEnd(); _exit(0)"], Self.forgery), "Hugo")
        try handIn(answer([1: "forge([2, 3]); return 1", 2: "return 0"], Self.forgery), "Ines")
        try handIn(
            answer([
                3:
                    "while true { FileHandle.standardOutput.write(Data(repeating: 65, count: 9999)) }"
            ]), "Jan")
        try handIn(
            answer([
                6:
                    "FileHandle(forWritingAtPath: \"/dev/fd/3\")?.write(Data(\"x\\n\".utf8)); return 6"
            ]), "Kim")
        try handIn(
            answer([
                2: """
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/bin/sh")
                process.arguments = ["-c", "sleep 1007 &"]
                try process.run()
                return 2
                """
            ]), "Lea")
        try handIn(String(repeating: "// x\n", count: 300_000), "Max")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("Nora"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("Nora/Exercise01.swift"),
            withDestinationURL: folder.appendingPathComponent("Dora/Exercise01.swift"))
        try Data().write(to: folder.appendingPathComponent("class.txt"))

        let judging = try await judging()
        #expect(judging.numbers == ["01"])
        let lines = lines(try await judging.results())
        let expected = [
            "Ada Ångström": "✔✔✔✔✔✔", "Ben": "------", "Çağla": "✔✘!○e✔", "Dora": "✔✘✔✔✔✔",
            "Emil␛[31m ": "######", "Finn": "------", "Greta": "✔✔✔∞✔✔", "Hugo": "eeeeee",
            "Ines": "✔✘?✔✔✔", "Jan": "✔✔∞✔✔✔",
            "Kim": "??????", "Lea": "✔✔✔✔✔✔", "Max": "??????", "Nora": "------",
        ]
        for (pupil, marks) in expected { #expect(self.marks(of: pupil, in: lines) == marks) }
        let text = lines.joined(separator: "\n")
        #expect(
            text.contains(
                "3 of 8 pupils: Çağla, Dora, Ines\n    Exercise 01, task 2: two is not two"))
        #expect(text.contains("\n14 pupils: 11 handed something in, 2 are done, 1 file does not"))
        #expect(text.contains("could be judged)\n\n  3 of 8 pupils: lesson 01, Decode a launch\n"))
        #expect(text.contains("Back to: swift run lesson-01 --step 2"))
        #expect(
            text.contains(
                "Emil␛[31m , line 1: cannot find type 'Itn' in scope\n      let x: Itn = 1\n"))
        #expect(text.contains("nothing from Finn, Nora; the unchanged stub from Ben\n"))
        #expect(text.contains("Finn: Answers.swift: neither its name nor its first comment"))
        #expect(text.contains("Nora: Exercise01.swift: a link"))
        #expect(text.contains("  class.txt: not in a pupil's folder"))
        #expect(text.ranges(of: "Çağla").count <= 4, "The table and three messages")
        #expect(!text.contains("\u{1B}"))
        #expect(fixture.folder.names(in: ".build/judging").allSatisfy { $0.hasSuffix(".lock") })
    }

    @Test(
        "Inside the sandbox: no other's file, nothing written outside, no network, no environment")
    func sandboxed() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        guard await Self.sandbox.value != nil else { return }
        let listener = socket(AF_INET, Self.stream, 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                _ = bind(listener, pointer, size)
                _ = getsockname(listener, pointer, &size)
            }
        }
        listen(listener, 1)
        let outside = folder.appendingPathComponent("outside.txt").path
        try handIn(answer(), "Ada")
        try handIn(
            answer([
                1: """
                _ = try String(contentsOfFile: "\(folder.path)/Ada/Exercise01.swift", \
                encoding: .utf8)
                return 1
                """,
                2: "try Data(\"x\".utf8).write(to: URL(fileURLWithPath: \"\(outside)\")); return 2",
                3: """
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
                address.sin_port = \(address.sin_port)
                let end = socket(AF_INET, \(Self.stream), 0)
                let size = socklen_t(MemoryLayout<sockaddr_in>.size)
                return withUnsafePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(end, $0, size) == 0 ? 3 : 0
                    }
                }
                """,
                4: "return ProcessInfo.processInfo.environment[\"HOME\"] == nil ? 0 : 4",
                5: """
                let solution = "\(fixture.folder.root.path)/Solutions/Exercise01.swift"
                return FileManager.default.fileExists(atPath: solution) ? 5 : 0
                """,
                6: "try Data(\"x\".utf8).write(to: URL(fileURLWithPath: \"own.txt\")); return 6",
            ]), "Ben")
        let lines = lines(try await judging().results())
        #expect(marks(of: "Ada", in: lines) == "✔✔✔✔✔✔")
        #expect(marks(of: "Ben", in: lines) == "✘✘✘✘✘✔")
        #expect(!FileManager.default.fileExists(atPath: outside))
    }

    @Test("Ctrl-C prints the rows that are done, and leaves nothing")
    func interrupted() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try handIn(answer(), "Ada")
        try handIn(answer([1: "while true {}", 2: "while true {}"]), "Ben")
        let spreadsheet = folder.appendingPathComponent("class.csv")
        let process = try fixture.start(
            ["judge", folder.path, "1", "--csv", spreadsheet.path]
                + (await Self.sandbox.value == nil ? ["--trust"] : []), of: "classroom")
        let judged = { fixture.folder.names(in: ".build/judging").count { !$0.hasSuffix(".lock") } }
        // Both are judged at the same time, and Ada is done first.
        while judged() < 2, process.isRunning { usleep(5_000) }
        while judged() == 2, process.isRunning { usleep(5_000) }
        usleep(300_000)
        kill(process.processIdentifier, SIGINT)
        let (code, output, _) = process.end()
        #expect(code == 130)
        #expect(marks(of: "Ada", in: output.components(separatedBy: "\n")) == "✔✔✔✔✔✔")
        #expect(output.contains("1 of 2 pupils were judged: ") && !output.contains("Ben"))
        #expect(fixture.folder.names(in: ".build/judging").allSatisfy { $0.hasSuffix(".lock") })
        #expect(!FileManager.default.fileExists(atPath: spreadsheet.path))
    }

    @Test("A class is judged where nobody has judged anything before")
    func firstUse() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try? FileManager.default.removeItem(at: fixture.folder.url(".build/judge"))
        try handIn(answer(), "Ada")
        #expect(marks(of: "Ada", in: lines(try await judging("1").results())) == "✔✔✔✔✔✔")
    }

    @Test("All exercises that anybody handed in, a spreadsheet, and exit code 0")
    func spreadsheet() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try handIn(answer([2: "return 0"]), "=1+1, \"Ada\"")
        try handIn(answer(), "Ben", "Exercises/Exercise02.swift")
        let spreadsheet = folder.appendingPathComponent("class.csv")
        let run = try fixture.start(
            ["judge", folder.path, "--csv", spreadsheet.path]
                + (await Self.sandbox.value == nil ? ["--trust"] : []), of: "classroom"
        ).end()
        #expect(run.code == 0 && run.errors.hasPrefix("Judging 2 pupils …"))
        #expect(run.output.contains("  Ben          -   ✔    6 of 12"))
        #expect(run.output.contains("  =1+1, \"Ada\"  5/6 -    5 of 12"))
        #expect(run.output.contains("  Done         0   1\n"))
        let data = try Data(contentsOf: spreadsheet)
        #expect(data.starts(with: [0xEF, 0xBB, 0xBF]))
        let text = try #require(String(data: data.dropFirst(3), encoding: .utf8))
        let rows = text.components(separatedBy: "\r\n")
        #expect(rows.count == 4 && rows[3].isEmpty)
        #expect(rows[0].hasPrefix("Pupil,Exercise 01 task 1,Exercise 01 task 2,"))
        #expect(rows[1].hasPrefix("\"'=1+1, \"\"Ada\"\"\",right,wrong,right,"))
        #expect(rows[2].hasPrefix("Ben,not handed in,") && rows[2].contains(",right,"))
    }

    #if canImport(Darwin)
        private static let stream: Int32 = SOCK_STREAM
    #else
        private static let stream = Int32(SOCK_STREAM.rawValue)
    #endif
}

@Suite("What is typed after class, and what it says where it cannot begin")
struct ClassArgumentsTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("class-\(UUID().uuidString)")

    @Test("A folder, exercises and options in any order")
    func arguments() async throws {
        let words = ["--csv", "c.csv", "Pupils", "7", "--trust", "05"]
        let arguments = try ClassJudging.usage.parse(words)
        #expect(arguments.words == ["Pupils", "7", "05"])
        #expect(arguments["--csv"] == "c.csv" && arguments.has("--trust"))
        for wrong in [[], ["--csv"], ["P", "--csv"], ["P", "--cvs", "x"], [""]] {
            #expect(throws: UsageError.self) { try ClassJudging.usage.parse(wrong) }
            #expect(await ClassroomProgram.program.run(["judge"] + wrong) == 64)
        }
        await checkOptions(of: ClassroomProgram.program)
        await checkOptions(of: MaintainProgram.program)
    }

    @Test("No folder, no pupil, no file, no such exercise, no place for the spreadsheet")
    func usage() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let workbook = try FixtureWorkbook("class typed").folder
        func refusal(_ arguments: String...) async -> String? {
            let error = await #expect(throws: UsageError.self) {
                try await ClassJudging(
                    ClassJudging.usage.parse([folder.path, "--trust"] + arguments), folder,
                    in: workbook)
            }
            return error?.description
        }
        #expect(await refusal()?.contains("is neither a folder") == true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #expect(await refusal()?.contains("has no folder in it") == true)
        let ada = folder.appendingPathComponent("Ada")
        try FileManager.default.createDirectory(at: ada, withIntermediateDirectories: true)
        #expect(await refusal()?.contains("No pupil has handed in a file") == true)
        try Data().write(to: ada.appendingPathComponent("Exercise02.swift"))
        #expect(await refusal("09")?.contains("There is no exercise 09") == true)
        #expect(
            await refusal("1")
                == "Nobody has handed in exercise 01. In the folder: 02 (1 pupil). Type 02 in its place, "
                + "or no number for all that is there.")
        #expect(await refusal("--csv", "/nowhere/class.csv")?.contains("cannot be written") == true)
        #expect(await refusal("--csv", "/dev/null")?.contains("not an ordinary file") == true)
    }

    @Test("Where there is no sandbox, it says what to install, and --trust")
    func noSandbox() async {
        let error = await #expect(throws: CommandFailure.self) {
            try await Sandbox.find(in: "/nowhere:/dev")
        }
        #expect(error?.description.contains("\(Sandbox.name) is not there. ") == true)
        #expect(error?.description.contains("--trust") == true)
        #if os(Linux)
            #expect(error?.description.contains("apt-get install bubblewrap") == true)
        #endif
    }

    @Test("The rules of a Mac's sandbox name real folders, as the system compares these")
    func realFolders() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let real = folder.appendingPathComponent("real \"folder\"")
        let link = folder.appendingPathComponent("link")
        try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
        let profile = Sandbox.profile(readable: [link], writable: [link])
        #expect(profile.contains(#"/real \"folder\"")"#) && !profile.contains("/link\""))
        // A Mac's /tmp is a link too, which some functions of Foundation put back.
        if let tmp = realpath("/tmp", nil) {
            defer { free(tmp) }
            let profile = Sandbox.profile(readable: [], writable: [URL(fileURLWithPath: "/tmp")])
            #expect(profile.contains("(allow file-write* (subpath \"\(String(cString: tmp))\")"))
        }
    }

    @Test("A sandbox that does not work is said with its own words")
    func brokenSandbox() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // A program that does not know the options of a sandbox. A script that is written here would be
        // open for writing in what another test starts at the same time, and then nothing can run it.
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent(Sandbox.name),
            withDestinationURL: URL(fileURLWithPath: "/bin/ls"))
        let error = await #expect(throws: CommandFailure.self) {
            try await Sandbox.find(in: folder.path)
        }
        let words = try #require(error?.description)
        let beginning =
            "\(Sandbox.name) is there but cannot make a sandbox in which an answer can be judged: "
        #expect(words.hasPrefix(beginning) && !words.contains("did not say why"))
        #expect(words.dropFirst(beginning.count).contains(Sandbox.name))
    }

    #if os(Linux)
        @Test(
            "A sandbox in which the report cannot be opened is said, and no pupil is blamed for it",
            .enabled("There is no bwrap here") { (try? await Sandbox.find()) != nil })
        func noReport() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            // As bwrap is, but with nothing in /dev.
            try writeProgram(
                """
                for word do
                    shift
                    [ "$word" = --dev ] && word=--tmpfs
                    set -- "$@" "$word"
                done
                exec '\(try await Sandbox.find().program)' "$@"
                """, to: folder.appendingPathComponent("bwrap"))
            let error = await #expect(throws: CommandFailure.self) {
                try await Sandbox.find(in: folder.path)
            }
            let words = try #require(error?.description)
            let beginning =
                "bwrap is there but cannot make a sandbox in which an answer can be judged: "
            #expect(words.hasPrefix(beginning) && words.contains("/dev/fd/3"), "\(words)")
        }
    #endif
}

@Suite("The report on a class")
struct ClassReportTests {
    private let workbook = WorkbookFolder(root: URL(fileURLWithPath: "/nowhere"))

    private func exercise(_ number: String, _ count: Int) -> ClassResults.Exercise {
        .init(number: number, tasks: (1...count).map { .init(number: $0, title: "Task \($0) · A") })
    }

    private func judged(
        _ exercise: ClassResults.Exercise, _ states: [TaskVerdict.State]
    ) -> ClassResults.Outcome {
        .judged(
            ExerciseVerdict(
                number: exercise.number,
                tasks: zip(exercise.tasks, states).map {
                    TaskVerdict(number: $0.number, title: $0.title, state: $1)
                }))
    }

    private func wrong(_ message: String, step: LessonStep? = nil) -> TaskVerdict.State {
        .wrong([.init(kind: .refused, finding: CheckFinding(message, step: step), place: nil)])
    }

    private func lines(
        _ rows: [ClassResults.Row], _ exercises: [ClassResults.Exercise], width: Int = 80,
        showsAll: Bool = false
    ) -> [String] {
        let results = ClassResults(exercises: exercises, pupils: rows.map(\.pupil), rows: rows)
        return ClassReport(
            results: results, workbook: workbook, showsAll: showsAll,
            terminal: Terminal(width: width)
        ).lines
    }

    @Test("Names of any width and many exercises fit the window, in one table")
    func narrow() {
        let exercises = (1...9).map { exercise("0\($0)", 6) }
        let names = ["日本太郎", "e\u{301}", String(repeating: "long ", count: 50), "\u{1B}[2J"]
        let rows = names.map { name in
            ClassResults.Row(
                pupil: name,
                outcomes: exercises.map { judged($0, .init(repeating: .right, count: 6)) })
        }
        for width in [60, 80, 140] {
            let lines = lines(rows, exercises, width: width)
            #expect(lines.allSatisfy { DisplayText.width(of: $0) <= width })
            #expect(lines.count { $0.contains("Pupil") } == 1)
            #expect(lines.contains("Everything is right."))
            #expect(!lines.contains { $0.contains("\u{1B}") })
        }
        let long = lines(rows, exercises, width: 140).first { $0.contains("long long") } ?? ""
        #expect(DisplayText.width(of: long) > 120, "A name is as wide as the window lets it")
    }

    @Test("A hundred pupils in any script: every line fits, and each task has its sum")
    func large() {
        let scripts = [
            "Ada Ångström", "日本太郎", "محمد", "Ольга", "김민준", "Ελένη", "ดารา", "👩🏽‍🎓 Zoë",
        ]
        let exercise = exercise("05", 7)
        let message = "Open these with nested containers (lesson 05, Two levels down)"
        let rows = (0..<100).map { index -> ClassResults.Row in
            let states = exercise.tasks.map { task in
                index >= 10 * task.number ? .right : wrong(message)
            }
            let name = scripts[index % scripts.count] + " \(index)"
            return .init(
                pupil: name, outcomes: [judged(exercise, states)],
                refused: (0..<9).map { "\(name)-\($0).txt: not an ordinary file" })
        }
        let report = lines(rows, [exercise])
        #expect(report.allSatisfy { DisplayText.width(of: $0) <= 80 })
        #expect(report.contains { $0.contains(#/Right +90 80 70 60 50 40 30$/#) })
        for row in rows { #expect(report.contains { $0.hasPrefix("  \(row.pupil)  ") }) }
        #expect(report.contains { $0.hasPrefix("70 of 100 pupils: ") })
        #expect(report.count { $0.contains("5 more") } == 100, "Four files, and how many more")
        let all = lines(rows, [exercise], showsAll: true)
        #expect(!all.contains { $0.contains(" more") })
    }

    @Test("First what to teach and who does not compile; all messages of a pupil; --messages")
    func order() throws {
        let exercise = exercise("05", 6)
        let rows = (0..<20).map { index -> ClassResults.Row in
            let outcome: ClassResults.Outcome =
                switch index {
                case 0: .missing
                case 1: .unchanged(isEarlier: true)
                case 2:
                    .notCompiled(.init(message: "cannot find 'a'", line: 7, source: "let b = a"))
                case 3: .notJudged("no reason")
                case 4: judged(exercise, .init(repeating: .right, count: 6))
                case 5...8:
                    judged(
                        exercise,
                        (1...6).map { wrong("Message \($0)", step: $0 < 3 ? .twoLevelsDown : nil) })
                default:
                    judged(
                        exercise,
                        [wrong("Own \(index)", step: .keepTheKey)]
                            + .init(repeating: .right, count: 5))
                }
            return .init(pupil: "P\(index)", outcomes: [outcome])
        }
        let report = lines(rows, [exercise])
        let beginning = """
            20 pupils: 18 handed something in, 1 is done, 1 file does not compile, 1 could
            not be judged.

            Teach again (of the pupils whose file could be judged)

              11 of 16 pupils: lesson 05, Keep the key
                  swift run lesson-05 --step 7
              4 of 16 pupils: lesson 05, Two levels down
                  swift run lesson-05 --step 2

            Does not compile

              P2, line 7: cannot find 'a'
                  let b = a

            Not judged

              P3: no reason

              Pupil
            """
        #expect(report.dropFirst(2).joined(separator: "\n").hasPrefix(beginning))
        for task in 1...6 {
            #expect(report.contains("    Exercise 05, task \(task): Message \(task)"))
        }
        #expect(report.contains("… and 5 other messages: --messages"))
        let all = lines(rows, [exercise], showsAll: true)
        #expect(all.count { $0.contains(": Own ") } == 11)
        let missing = "  nothing from P0; the unchanged stub of an earlier version from P1"
        #expect(report.contains(missing))
    }

    @Test("Lessons/README.md shows the report as it prints")
    func sample() throws {
        let package = try WorkbookFolder.find()
        let exercise = exercise("05", 6)
        func verdict(_ marks: String, _ message: String = "") -> ClassResults.Outcome {
            let ends: [Character: (TaskVerdict.Problem.Kind, String)] = [
                "!": (.crashed, "It crashed: Index out of range"),
                "∞": (.hung, "It did not come to an end within ten seconds, so it was stopped."),
            ]
            return judged(
                exercise,
                marks.map { mark in
                    switch mark {
                    case "✔": .right
                    case "○": .open(OpenTask("", line: nil))
                    default:
                        if let (kind, message) = ends[mark] {
                            .wrong([.init(kind: kind, message: message, place: nil)])
                        } else {
                            wrong(message, step: .writeItBackInTheSameShape)
                        }
                    }
                })
        }
        let message =
            "A place is written with the levels that it was read from: city and position in the "
            + "address, the numbers in the position (lesson 05, Write it back in the same shape)"
        let page = try #require(package.text(package.knownAnswersPath("05")))
        #expect(
            KnownAnswers(page).answers.contains { answer in
                answer.refusal.map { message.hasPrefix($0.quotation) } ?? false
            }, "A message that somebody meets")
        let rows: [ClassResults.Row] = [
            .init(pupil: "Ada Ångström", outcomes: [verdict("✔✔✔✔✔✔")]),
            .init(pupil: "Ben", outcomes: [verdict("✔✘✔○○○", message)]),
            .init(pupil: "Çağla", outcomes: [verdict("✔✘∞✔!○", message)]),
            .init(
                pupil: "Dora",
                outcomes: [
                    .notCompiled(
                        .init(
                            message: "cannot find 'contaner' in scope", line: 28,
                            source: "name = try contaner.decode(String.self, forKey: .name)"))
                ]),
            .init(pupil: "Emil", outcomes: [.missing]),
        ]
        let results = ClassResults(exercises: [exercise], pupils: rows.map(\.pupil), rows: rows)
        let lines = ClassReport(
            results: results, workbook: package, terminal: Terminal(width: 80)
        ).lines.map { $0.isEmpty ? "" : "    \($0)" }
        let text = lines.joined(separator: "\n")
        #expect(package.text("Lessons/README.md")?.contains(text) == true, "\(text)")
    }

    @Test("A reply has every task, and a folder with texts in it is not written to again")
    func replies() throws {
        let exercise = exercise("05", 3)
        let details = ["keyNotFound: no key", "    1 │ {", "      │ ▲ this object has: name"]
        let finding = CheckFinding("Two levels", step: .twoLevelsDown, details: details)
        let states: [TaskVerdict.State] = [
            .right, .wrong([.init(kind: .refused, finding: finding, place: nil)]),
            .open(OpenTask("", line: nil)),
        ]
        let rows = ["Ada", "ada \u{1B}"].map {
            ClassResults.Row(pupil: $0, outcomes: [judged(exercise, states)], refused: ["a: b"])
        }
        let results = ClassResults(exercises: [exercise], pupils: ["Ada", "ada"], rows: rows)
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("replies-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try PupilReply.lookAhead(folder)
        try PupilReply.write(results, of: workbook, to: folder)
        let text = """
            Exercise 05

            ✔ Task 1 · A
            ✘ Task 2 · A
                Two levels
                keyNotFound: no key
                    1 │ {
                      │ ▲ this object has: name
                Read again: swift run lesson-05 --step 2
            ○ Task 3 · A: still to do

            Your files: a: b

            """
        let file = folder.appendingPathComponent("Ada.txt")
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
        #expect(throws: UsageError.self) { try PupilReply.lookAhead(folder) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }

    @Test("What begins like a formula is harmless, and quotes are doubled")
    func fields() {
        let rows = [["=1", " +1", "-1", "@a", "\t=1", "1-1"], ["a,b", "a\"b", "a\r\nb", "ä"]]
        #expect(
            Spreadsheet(rows: rows).contents
                == "'=1,' +1,'-1,'@a,'\t=1,1-1\r\n\"a,b\",\"a\"\"b\",\"a\r\nb\",ä\r\n")
    }
}
