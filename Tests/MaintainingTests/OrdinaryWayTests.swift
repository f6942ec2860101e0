import Foundation
import Synchronization
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Maintaining

/// Tests that compare the judge with an ordinary build of the package manager. A learner has to
/// read the same messages with both.
@Suite("The judge, compared with the ordinary way", .serialized, .slow)
struct OrdinaryWayTests {
    private let workbook: MaintainedWorkbook
    private let exercise: String

    init() throws {
        workbook = try MaintainedWorkbook.buildable("building")
        exercise = workbook.folder.exercisePath("01")
    }

    /// Returns the solution with one line or word replaced.
    private static func answer(_ old: String, _ new: String) -> String {
        MaintainedWorkbook.solution.replacing(old, with: new)
    }

    /// Returns the solution with another body for its second task.
    private static func list(_ body: String) -> String {
        answer("try JSONDecoder().decode([Train].self, from: document)", body)
    }

    /// Files that a learner may have, with other bodies.
    private static let bodies = [
        MaintainedWorkbook.stub,
        MaintainedWorkbook.solution,
        list("[]"),
        list("[try decodeTrain(from: document)]"),
        list("let all = try JSONDecoder().decode([Train].self, from: document); return all + all"),
        list("struct A {}\n    _ = A()\n    return []"),
        list("[Train(name: \"A\", cars: 1), Train(name: \"B\", cars: 2)]"),
        list("#if SWIFT_PACKAGE && DEBUG\n    return []\n    #else\n    \(decode)\n    #endif"),
        list("[[Train]()[3]]"),
        list("exit(0)"),
    ]

    /// Files with other properties, types and signatures.
    private static let declarations = [
        answer("let cars: Int", "var cars = 7"),
        answer("let cars: Int", "let cars: Double"),
        answer("let cars: Int", "let cars: Int, operated: String?"),
        answer("from document: Data)", "from document: Data = Data())"),
        answer("struct Train", "struct Tram {}\n\nstruct Train"),
        answer("struct Train: Decodable", "final class Train: Decodable"),
        answer("let name: String", "@available(*, deprecated) let name: String"),
        answer("func decodeTrain(", "@inlinable public func other() {}\n\nfunc decodeTrain("),
        answer("import Foundation", "import Foundation\nimport Synchronization"),
        answer(
            "func decodeTrain(",
            "extension Int { func twice() -> Int { self * 2 } }\n\nfunc decodeTrain("),
    ]

    /// Files with warnings and errors.
    private static let refused = [
        list("let unused = 1\n    return []"),
        list("let unused = 1\n    let other = 2\n    \(decode)"),
        list("nonsense"),
        list("["),
        list("return 7"),
        answer("func decodeTrains", "func decode"),
        answer("struct Train", "struct Trains"),
        answer("import Foundation", "import Nonsense"),
        "",
        MaintainedWorkbook.solution.replacing("\n", with: "\r\n"),
    ]
    private static let decode = "return try JSONDecoder().decode([Train].self, from: document)"

    /// The way in which a file gets other contents.
    private enum Saving: CaseIterable {
        case now, withOlderTime, withTheSameTime, inTheFuture, byRename, halfFirst
    }

    private func save(_ source: String, _ saving: Saving) async throws {
        let url = workbook.folder.url(exercise)
        let manager = FileManager.default
        let before = try manager.attributesOfItem(atPath: url.path)[.modificationDate]
        var date: Any?
        switch saving {
        case .now: try Data(source.utf8).write(to: url)
        case .byRename: try Data(source.utf8).write(to: url, options: .atomic)
        case .withOlderTime: date = Date(timeIntervalSinceNow: -86_400)
        case .withTheSameTime: date = before
        case .inTheFuture: date = Date(timeIntervalSinceNow: 86_400)
        case .halfFirst:
            try Data(source.utf8.prefix(source.utf8.count / 2)).write(to: url)
            _ = try? await judgment()
            try Data(source.utf8).write(to: url)
        }
        guard let date else { return }
        try Data(source.utf8).write(to: url)
        try manager.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
    }

    private func judgment() async throws -> Judgment {
        var judge = Judge(in: workbook.folder)
        judge.trustsStubs = false
        return try await judge.judgment(
            of: Answer("01", in: .learners, of: workbook.folder), for: "a test")
    }

    /// Returns the lines that a learner would read.
    private static func lines(of judgment: Judgment) -> [String] {
        switch judgment {
        case .missing: ["missing"]
        case .notJudged(let reason): [reason]
        case .notCompiled(let failure):
            failure.diagnostics.map { "\($0.path):\($0.line): \($0.message)" }
        case .judged(let verdict, let warnings):
            warnings.map(\.excerpt) + verdict.tasks.map { "\($0.number) \($0.state)" }
        }
    }

    /// Returns the lines of a judgment with an ordinary build.
    private func linesOfOrdinaryJudgment() async throws -> [String] {
        let answer = Answer("01", in: .learners, of: workbook.folder)
        do {
            return try await JudgingFolder.use(for: answer, in: workbook.folder) { folder in
                let diagnostics = try await OrdinaryBuild(
                    workbook: workbook.folder, answer: answer, folder: folder
                ).build()
                let verdict = try await ChecksRun(
                    answer: answer, executable: folder.executable, folder: folder.run,
                    workbook: workbook.folder
                ).verdict()
                return Self.lines(
                    of: .judged(
                        verdict,
                        warnings: diagnostics.filter {
                            $0.path == exercise && $0.severity == .warning
                        }))
            }
        } catch let failure as BuildFailure {
            return Self.lines(of: .notCompiled(failure))
        }
    }

    private func compare(_ situation: Comment) async throws {
        async let ordinary = linesOfOrdinaryJudgment()
        async let judged = judgment()
        let (expected, actual) = try await (ordinary, Self.lines(of: judged))
        #expect(actual == expected, situation)
    }

    @Test(
        "The judge and the ordinary build give the same messages",
        arguments: [bodies, declarations, refused])
    func sameMessages(answers: [String]) async throws {
        #expect(answers.count == 10)
        for (source, saving) in zip(answers, Saving.allCases + Saving.allCases) {
            try await save(source, saving)
            try await compare("Saved \(saving):\n\(source)")
        }
    }
}
