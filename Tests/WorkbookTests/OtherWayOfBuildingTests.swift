import Foundation
import PseudoTerminal
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Workbook

/// The package manager has two ways of building, and the second one is the only one of later versions. Its
/// products lie elsewhere, and it writes other files. A learner notices nothing of it.
@Suite("With the package manager's other way of building", .serialized, .slow)
struct OtherWayOfBuildingTests {
    private let fixture: FixtureWorkbook
    private let toolchain: OtherToolchain
    private let lesson = "Lessons/01-BasicMapping/Lesson01.swift"
    private let exercise = "Exercises/Exercise01.swift"

    init() throws {
        fixture = try FixtureWorkbook(copyOfAllAs: "other-way")
        for number in ["01", "02"] {
            ExerciseMemory(number: number, workbook: fixture.folder).forget()
        }
        toolchain = try OtherToolchain(
            in: fixture.folder.url(".build/toolchain"),
            swift: """
                case $1 in
                build | run | test) verb=$1; shift; set -- "$verb" --build-system swiftbuild "$@" ;;
                *) exec "$real/swift" "$@" ;;
                esac
                # In 6.3.1, this way of building crashes now and then on a busy machine.
                export SWIFT_BACKTRACE=enable=no
                for attempt in 1 2 3; do
                    "$real/swift" "$@"
                    code=$?
                    [ $code = 139 ] || exit $code
                done
                exit $code
                """)
    }

    /// The copy has no tests of the workbook's own.
    private var environment: [String: String] {
        toolchain.environment.merging(["TESTS": ""]) { $1 }
    }

    private func terminal(_ command: String...) throws -> PseudoTerminal {
        try PseudoTerminal(
            "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", fixture.folder.root.path] + command,
            environment: environment)
    }

    private func run(_ words: String...) throws -> (code: Int32, output: String, errors: String) {
        try run(words)
    }

    private func run(_ words: [String]) throws -> (code: Int32, output: String, errors: String) {
        let process = Process()
        process.executableURL = toolchain.programs.appendingPathComponent("swift")
        process.arguments = words
        process.currentDirectoryURL = fixture.folder.root
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = Pipe()
        process.standardError = Pipe()
        try process.run()
        return process.end()
    }

    @Test("From a lesson's last page to an exercise that is solved, with the keys of both")
    func learner() throws {
        let terminal = try terminal("swift", "run", "lesson-01", "--from", "12")
        try terminal.wait(for: "Return: exercise 01")
        #expect(!fixture.folder.exists(".build/debug"), "It is the other way")
        // Changed, and built again.
        let text = try #require(fixture.folder.text(lesson))
        try fixture.write(text + "// A comment more\n", to: lesson)
        try terminal.wait(for: "Lesson01.swift has changed, press r")
        terminal.type("r")
        try terminal.wait(for: "Building lesson-01")
        try terminal.wait { $0.contains("r: again") && $0.contains("Return: exercise 01") }
        // Its last Return leads to watch.
        terminal.type("\r")
        try terminal.wait { $0.hasPrefix("Exercise 01 ·") && $0.contains("7 open") }
        terminal.type("h")
        try terminal.wait(for: "hint 1 of")
        let solution = try #require(fixture.folder.text("Solutions/Exercise01.swift"))
        try fixture.write(
            solution.replacing("&& absent == nil", with: "&& absent != nil"),
            to: exercise)
        try terminal.wait { $0.contains("✔✔✔✔✔✔✘") }
        terminal.type("l")
        try terminal.wait(for: "Lesson 01 · Basic mapping")
        terminal.type("q")
        try terminal.wait { $0.contains("✔✔✔✔✔✔✘") }
        try fixture.write(solution, to: exercise)
        try terminal.wait(for: "✔✔✔✔✔✔✔")
        // A lesson that nobody has built yet.
        terminal.type("l")
        try terminal.wait(for: "Lesson 02 · Coding keys")
        terminal.type("q")
        try terminal.wait { $0.hasPrefix("Exercise 01 ·") && $0.contains("n: next exercise") }
        terminal.type("n")
        try terminal.wait { $0.hasPrefix("Exercise 02 ·") }
        terminal.type("q")
        #expect(try terminal.end() == 0)
    }

    @Test("e on a page leads to the exercise too")
    func exerciseKey() throws {
        let terminal = try terminal("swift", "run", "lesson-01", "--from", "12")
        try terminal.wait(for: "Return: exercise 01")
        terminal.type("e")
        try terminal.wait { $0.hasPrefix("Exercise 01 ·") && $0.contains("7 open") }
        terminal.type("q")
        #expect(try terminal.end() == 0)
    }

    @Test("The commands: check, hint, review, the overview, a lesson's page, a class")
    func commands() async throws {
        try fixture.write(
            try #require(fixture.folder.text("Solutions/Exercise01.swift")), to: exercise)
        let check = try run("run", "workbook", "check", "01")
        #expect(check.code == 0 && check.output.hasSuffix("Exercise 01: 7 of 7 tasks right.\n"))
        #expect(!check.errors.contains("package manager"), "\(check.errors)")
        #expect(try run("run", "workbook", "hint", "02").output.contains("hint 1 of"))
        #expect(try run("run", "workbook", "review", "01").output.contains("Lesson 01"))
        let overview = try run("run", "workbook")
        #expect(overview.code == 0 && overview.output.contains("Next: swift run lesson-02"))
        let page = try run("run", "lesson-01", "--step", "2")
        #expect(page.code == 0 && page.output.contains("step 2 of"))

        let pupils = fixture.folder.url(".build/class").path
        let right = try #require(fixture.folder.text("Solutions/Exercise01.swift"))
        for (pupil, text) in [("Ada", right), ("Ben", right + "let x: Itn = 1\n")] {
            try fixture.write(text, to: ".build/class/\(pupil)/Exercise01.swift")
        }
        let trust = (try? await Sandbox.find()) == nil ? ["--trust"] : []
        let judged = try run(["run", "classroom", "judge", pupils, "01"] + trust)
        #expect(judged.output.contains(#/Ada +(✔ )+ 7 of 7/#), "\(judged)")
        #expect(judged.output.contains(#/Ben +(# )+ 0 of 7/#), "\(judged)")
    }
}

/// What a learner reads where the compiler fails and names no line: a fault of its own, or an option that
/// this version does not know.
@Suite("Where the compiler gives no reason", .serialized, .slow)
struct FailingCompilerTests {
    private let fixture: FixtureWorkbook
    private let toolchain: OtherToolchain

    init() throws {
        fixture = try FixtureWorkbook("failing")
        toolchain = try OtherToolchain(
            in: fixture.folder.url(".build/toolchain"),
            swift: """
                [ "$1" = -print-target-info ] || exec "$real/swift" "$@"
                "$real/swift" "$@" | sed "s|${real%/bin}|${own%/bin}|"
                """,
            compiler: "echo \"error: unknown argument: '-package-name'\" >&2; exit 1")
    }

    @Test("The package manager builds one's own answer, and that is said once")
    func ordinaryWay() throws {
        let broken = fixture.answer("03") + "let x: Itn = 1\n"
        try fixture.write(fixture.answer("01"), to: "Exercises/Exercise01.swift")
        try fixture.write(broken, to: "Exercises/Exercise03.swift")
        let checked = try fixture.start(
            ["check", "01", "03"], environment: toolchain.environment
        ).end()
        #expect(checked.code == 1)
        #expect(checked.output.contains("Exercise 01: 6 of 6 tasks right."))
        #expect(checked.output.contains("Exercises/Exercise03.swift:"))
        #expect(checked.output.contains("cannot find type 'Itn' in scope"))
        #expect(!checked.output.contains("judging/"), "The file is called as the learner calls it")
        let lines = checked.errors.split(separator: "\n")
        #expect(lines.count == 1, "\(checked.errors)")
        #expect(lines.first?.contains("names no line, so the package manager builds") == true)
        #expect(lines.first?.contains("unknown argument: '-package-name'") == true)
    }

    @Test("A stranger's answer cannot be built that way: one sentence says so")
    func stranger() throws {
        try fixture.write(fixture.answer("01"), to: ".build/class/Ada/Exercise01.swift")
        let judged = try fixture.start(
            ["judge", fixture.folder.url(".build/class").path, "01", "--trust"], of: "classroom",
            environment: toolchain.environment
        ).end()
        #expect(judged.output.contains("the compiler failed and named no line"), "\(judged)")
        #expect(!judged.output.contains(#/Ada +(# )/#), "It is no fault of the pupil's: \(judged)")
    }

    @Test("A fault of the toolchain is not blamed on the learner's file")
    func blame() throws {
        let trapping = try OtherToolchain(
            in: fixture.folder.url(".build/trapping"),
            swift: """
                case $1 in
                -print-target-info) "$real/swift" "$@" | sed "s|${real%/bin}|${own%/bin}|" ;;
                *) echo "Please submit a bug report" >&2; kill -ILL $$ ;;
                esac
                """,
            compiler: "echo 'Please submit a bug report' >&2; kill -ILL $$")
        try fixture.write(fixture.answer("01"), to: "Exercises/Exercise01.swift")
        for format in [[], ["--format", "xcode"]] {
            let checked = try fixture.start(
                ["check", "01"] + format, environment: trapping.environment
            ).end()
            #expect(checked.code == 1)
            #expect(checked.output.contains("Please submit a bug report"), "\(checked)")
            #expect(!checked.output.contains("Exercise01.swift:"), "\(checked)")
            #expect(!checked.output.contains("has changed"), "\(checked)")
        }
    }
}
