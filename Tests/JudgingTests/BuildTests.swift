import Foundation
import Synchronization
import Testing
import Walkthrough
import WorkbookFixtures

@testable import Judging
@testable import Workbook

@Suite("The builds for a verdict, and the messages about failed builds", .serialized, .slow)
struct BuildTests {
    let fixture: FixtureWorkbook
    private let path = "Exercises/Exercise01.swift"
    private var right: String { fixture.answer("01") }

    init() throws {
        fixture = try FixtureWorkbook("building, a: b")
    }

    private func judgment(of source: String) async throws -> Judgment {
        try await Judge(in: fixture.folder).judgment(
            of: Answer("01", Data(source.utf8), path: path), for: "a test")
    }

    private func report(_ judgment: Judgment) -> String {
        VerdictReport(workbook: fixture.folder, terminal: Terminal(width: 80))
            .lines(for: judgment, of: "01").joined(separator: "\n")
    }

    @Test("A warning is shown each time, even for a file that was judged before")
    func warnings() async throws {
        for _ in 1...2 {
            let judgment = try await judgment(of: right + "func warn() { let unused = 1 }\n")
            guard case .judged(_, let warnings) = judgment else {
                Issue.record("There is no verdict")
                return
            }
            #expect(warnings.map(\.path) == [path])
            let report = report(judgment)
            #expect(report.contains("The compiler warns:"))
            #expect(report.contains("'unused' was never used"))
        }
    }

    @Test("A file that equals its stub is open without a build, and a build says the same")
    func stub() async throws {
        let stub = FixtureWorkbook.stub("01")
        let folder = fixture.folder.url(SharedBuild.path)
        try? FileManager.default.removeItem(at: folder)
        let unbuilt = try await judgment(of: stub)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        let built = try await judgment(of: stub + "// Something\n")
        #expect(unbuilt.verdict?.tasks == built.verdict?.tasks)
        #expect(report(unbuilt) == report(built))
    }

    @Test("Checks and support that have changed are built again")
    func otherChecks() async throws {
        #expect(try await judgment(of: right).isRight)
        let checksPath = fixture.folder.checksPath("01")
        let checks = try #require(fixture.folder.text(checksPath))
        try fixture.write(checks.replacing("counted, 1,", with: "counted, 10,"), to: checksPath)
        #expect(try await judgment(of: right).verdict?.finding?.task?.number == 1)
        try fixture.write(checks, to: checksPath)
        let todo = "Sources/ExerciseSupport/TODO.swift"
        let support = try #require(fixture.folder.text(todo))
        try fixture.write(
            support.replacing("self.task = task", with: "self.task = \"Later: \" + task"), to: todo)
        let open = try await judgment(of: FixtureWorkbook.stub("01") + "// Something\n")
        let tasks = try #require(open.verdict).tasks.map { task in
            if case .open(let open) = task.state { open.task } else { "" }
        }
        #expect(tasks.count == 6 && tasks.allSatisfy { $0.hasPrefix("Later: Task ") }, "\(tasks)")
        try fixture.write(support, to: todo)
        #expect(try await judgment(of: right).isRight)
    }

    @Test("An error in the learner's lines and a missing name are reported")
    func failures() async throws {
        let reports = [
            report(
                try await judgment(
                    of: right.replacing("let none: [Int]", with: "let none: [Itn]"))),
            report(
                try await judgment(of: right.replacing("func three()", with: "func tree()"))),
        ]
        #expect(reports[0].contains("It does not compile yet:"))
        #expect(reports[0].contains("Exercises/Exercise01.swift:") && reports[0].contains("Itn"))
        #expect(reports[1].contains("a part of the stub that the checks use is missing"))
        #expect(reports[1].contains("three") && !reports[1].contains("Exercise01Tests.swift"))
        for report in reports {
            #expect(!report.contains("git diff") && !report.contains("BuildFailure"))
            #expect(!report.contains(".build"), "The file has the learner's name for it")
        }
    }

    private struct Package: Decodable {
        let platforms: [Platform]
        let targets: [Target]
        struct Platform: Decodable {
            let platformName: String
            let version: String
        }
        struct Target: Decodable {
            let name: String
            let settings: [Setting]
        }
        struct Setting: Decodable {
            let tool: String
            let kind: [String: [String: [String]]]
        }
    }

    /// Returns the package manager's description of the manifest with some variables in the
    /// environment.
    private func manifest(_ variables: [String: String]) async throws -> ChildProcess.Result {
        try await Interruption.withFolder(fixture.folder.url(".build/dump")) {
            try await ChildProcess(
                executable: Toolchain.find().swift,
                arguments: ["package", "--scratch-path", ".build/dump", "dump-package"],
                environment: ChildProcess.environment(adding: variables),
                folder: fixture.folder.root
            ).run()
        }
    }

    @Test("EXERCISE takes a number with one digit, and lists the exercises for an unknown number")
    func exerciseNumber() async throws {
        let described = try await manifest(["EXERCISE": "1"])
        #expect(described.standardOutput == (try await manifest(["EXERCISE": "01"]).standardOutput))
        let targets = try JSONDecoder().decode(
            Package.self, from: Data(described.standardOutput.utf8)
        ).targets.map(\.name)
        #expect(targets.contains("Exercise01"))
        #expect(!targets.contains("Exercise02"))
        let unknown = try await manifest(["EXERCISE": "44"])
        #expect(unknown.ending != .exited(0))
        #expect(
            (unknown.standardOutput + unknown.standardError).contains(
                "EXERCISE=44: there is no exercise 44. There are: 01, 02"))
    }

    @Test("The program of the checks looks for libraries in the folders that RPATHS names")
    func runPaths() async throws {
        func linkerOptions(_ folders: String) async throws -> [String] {
            let described = try await manifest([
                "CHECKS": "program", "EXERCISE": "01", "RPATHS": folders,
            ]).standardOutput
            return try JSONDecoder().decode(Package.self, from: Data(described.utf8))
                .targets.filter { $0.name == "checks" }.flatMap(\.settings)
                .filter { $0.tool == "linker" }.flatMap { $0.kind.values.flatMap(\.values) }
                .flatMap(\.self)
        }
        #expect(try await linkerOptions("").isEmpty)
        #expect(
            try await linkerOptions("/Mac OS/Frameworks:/Mac OS/lib") == [
                "-Xlinker", "-rpath", "-Xlinker", "/Mac OS/Frameworks",
                "-Xlinker", "-rpath", "-Xlinker", "/Mac OS/lib",
            ])
    }

    @Test(
        "A build folder that was made for another place or by another compiler is made again",
        arguments: ["root", "program", "swift"])
    func otherOwner(key: String) async throws {
        #expect(try await judgment(of: right).isRight)
        let file = "\(SharedBuild.path)/made-for.json"
        let owner = try #require(fixture.folder.text(file))
        var parts = try #require(
            try JSONSerialization.jsonObject(with: Data(owner.utf8)) as? [String: Any])
        parts[key] = "another"
        try JSONSerialization.data(withJSONObject: parts).write(to: fixture.folder.url(file))
        try fixture.write("stale", to: "\(SharedBuild.path)/stale")
        #expect(try await judgment(of: right).isRight)
        #expect(!fixture.folder.exists("\(SharedBuild.path)/stale"))
    }

    @Test("The oldest Mac for which the judge builds is the manifest's")
    func oldestMac() async throws {
        let described = try await manifest([:]).standardOutput
        let platforms = try JSONDecoder().decode(
            Package.self, from: Data(described.utf8)
        ).platforms
        let mac = try #require(platforms.first { $0.platformName == "macos" })
        #expect(Compiler.target(on: "arm64-apple-macosx") == "arm64-apple-macosx\(mac.version)")
    }
}
