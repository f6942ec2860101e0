import Foundation
import PseudoTerminal
import Testing

/// Runs the fixture lesson with `--decode` in a shell, as a reader would, in a folder of its own.
@Suite("--decode reads what people have")
struct DecodeCommandTests {
    private struct Run {
        let output: String
        let errors: String
        let code: Int32
    }

    /// Runs a line of a shell in which `$lesson` is the fixture lesson and `list` is a list of launches.
    private func run(_ line: String, _ document: Data? = nil) throws -> Run {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("decode-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try (document ?? Data(Self.list.utf8)).write(to: folder.appendingPathComponent("list"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", "{ \(line)\n} >out 2>err"]
        process.currentDirectoryURL = folder
        process.environment = [
            "lesson": LessonProgramTests.program.path,
            "PATH": "/usr/bin:/bin",
        ]
        try process.run()
        process.waitUntilExit()
        func text(_ name: String) throws -> String {
            String(
                decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
        }
        return Run(
            output: try text("out"), errors: try text("err"), code: process.terminationStatus)
    }

    private static let list =
        #"[{"flight_number": 65, "mission_name": "Telstar 日本 🛰️"}]"#

    @Test(
        "In every encoding of Unicode, with a byte order mark and without",
        arguments: [
            ([], String.Encoding.utf8), ([0xEF, 0xBB, 0xBF], .utf8),
            ([0xFF, 0xFE], .utf16LittleEndian), ([], .utf16LittleEndian),
            ([0xFE, 0xFF], .utf16BigEndian), ([], .utf16BigEndian),
            ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([], .utf32LittleEndian),
            ([0, 0, 0xFE, 0xFF], .utf32BigEndian), ([], .utf32BigEndian),
        ] as [([UInt8], String.Encoding)])
    func encodings(mark: [UInt8], encoding: String.Encoding) throws {
        let text = try #require(Self.list.data(using: encoding))
        let right = try run("$lesson --decode list", Data(mark) + text)
        #expect(right.code == 0, "\(right.errors)")
        #expect(right.output.contains("Telstar 日本 🛰️"))

        let wrong = try #require(
            Self.list.replacing("65", with: "\"65\"").data(using: encoding))
        let refused = try run("$lesson --decode list", Data(mark) + wrong)
        #expect(refused.code == 65)
        #expect(refused.errors.contains("typeMismatch at [0].flight_number"))
        #expect(refused.errors.contains("1 │ [{"))
    }

    @Test("An array that begins in the last byte, too deep, does not end the program")
    func tooDeep() throws {
        let document = Data(String(repeating: "[", count: 513).utf8)
        let run = try run("$lesson --decode list", document)
        #expect(run.code == 65)
        #expect(run.errors.contains("nested deeper than 512 levels"))
    }

    @Test("The advice knows the lesson's decoder")
    func decoder() throws {
        let run = try run("$lesson --decode list", Data(#"[{flight_number: "65"]"#.utf8))
        // The fixture's decoder does not allow JSON5, so nothing is said of that setting.
        #expect(run.errors.contains(#"Write "flight_number"."#))
        #expect(!run.errors.contains("allowsJSON5"))
    }

    @Test(
        "From a file, a pipe, a FIFO and a process",
        arguments: [
            "$lesson --decode list", "$lesson --decode - <list", "cat list | $lesson --decode -",
            "$lesson --decode <(cat list)", "$lesson --decode /dev/stdin <list",
            "mkfifo fifo; cat list >fifo & $lesson --decode fifo",
        ])
    func sources(line: String) throws {
        let run = try run(line)
        #expect(run.code == 0)
        #expect(run.output.contains("Telstar"))
        #expect(run.errors == "")
    }

    @Test(
        "What cannot be read is one line and exit code 66",
        arguments: [
            ("$lesson --decode - <&-", "standard input cannot be read"),
            ("mkdir folder; $lesson --decode - <folder", "standard input cannot be read"),
            ("$lesson --decode .", ". cannot be read"),
            ("$lesson --decode nothing", "nothing cannot be read"),
            ("$lesson --decode $'a\\e[31m'", #"a\u{1B}[31m cannot be read"#),
        ])
    func unreadable(line: String, words: String) throws {
        let run = try run(line)
        #expect(run.code == 66)
        #expect(run.errors.hasPrefix("lesson-00: \(words)"))
        #expect(run.errors.count { $0 == "\n" } == 1)
        #expect(run.output == "")
    }

    @Test("Input without an end is read up to a limit, which is named")
    func endless() throws {
        // The shell kills what needs a gigabyte of memory.
        let run = try run("ulimit -v 8000000; $lesson --decode /dev/zero")
        #expect(run.code == 65)
        #expect(run.errors.contains("/dev/zero goes on after 100 MB"))
        #expect(try self.run("yes | $lesson --decode -").code == 65)
    }

    @Test(
        "Streams that are closed or full end nothing but the words",
        arguments: [
            ("$lesson --decode list 2>&-", 0), ("$lesson --decode nothing 2>&-", 66),
            ("echo '[1]' | $lesson --decode - 2>&-", 65),
            ("echo '[1]' | $lesson --decode - 2>/dev/full", 65),
            ("$lesson --nonsense 2>/dev/full", 64), ("$lesson --nonsense 2>&-", 64),
            ("$lesson --decode list >/dev/full", 1), ("$lesson --decode list >&-", 1),
            ("$lesson --decode list >&- 2>&-", 1), ("$lesson --decode - <&- >&- 2>&-", 66),
        ])
    func closedStreams(line: String, code: Int32) throws {
        guard !line.contains("/dev/full") || FileManager.default.fileExists(atPath: "/dev/full")
        else { return }
        #expect(try run(line).code == code)
    }

    @Test("Nothing that a terminal acts on is printed")
    func escapes() throws {
        let text = Self.list.replacing("日本", with: #"\u001b[2J\u0000\u202e\u009b\u2028"#)
        let right = try run("$lesson --decode list", Data(text.utf8))
        #expect(right.code == 0)
        #expect(right.output.contains(#"\u{1B}[2J\0\u{202E}\u{9B}\u{2028}"#))
        let wrong = try run(
            "$lesson --decode list", Data("[{\"flight_number\": \"\u{1B}[2J\u{202E}\u{7F}\"}]".utf8)
        )
        #expect(wrong.code == 65)
        let harmless = wrong.errors.unicodeScalars.allSatisfy { scalar in
            scalar == "\n" || scalar.value >= 0x20 && scalar.value < 0x7F
                || "│▲␛\u{FFFD}".unicodeScalars.contains(scalar)
        }
        #expect(harmless, "\(wrong.errors.debugDescription)")
    }

    @Test("Who waits at a terminal is told what for, and nobody else")
    func progress() throws {
        let slow = "{ printf '%s' \"$1\"; sleep 2; } | \"$0\" --decode -"
        #expect(try run("{ cat list; sleep 2; } | $lesson --decode -").errors == "")
        let terminal = try PseudoTerminal(
            "/bin/sh", ["-c", slow, LessonProgramTests.program.path, Self.list])
        #expect(try terminal.end() == 0)
        #expect(terminal.output.contains("Reading standard input … 1 s"))
        #expect(terminal.output.contains("[Launch(flight_number: 65"))
    }
}
