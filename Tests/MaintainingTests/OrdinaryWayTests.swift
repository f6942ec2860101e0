import Foundation
import Synchronization
import Testing
import WorkbookFixtures

@testable import Judging
@testable import Maintaining

/// The judge beside an ordinary build of the package manager: what a learner reads must be the same.
@Suite("The judge, compared with the ordinary way", .serialized, .slow)
struct OrdinaryWayTests {
    private let workbook: MaintainedWorkbook
    private let exercise: String

    init() throws {
        workbook = try MaintainedWorkbook.buildable("building")
        exercise = workbook.folder.exercisePath("01")
    }

    /// The solution with one line or word replaced.
    private static func answer(_ old: String, _ new: String) -> String {
        MaintainedWorkbook.solution.replacing(old, with: new)
    }

    /// The solution with another body for its second task.
    private static func list(_ body: String) -> String {
        answer("try JSONDecoder().decode([Train].self, from: document)", body)
    }

    /// What a learner may have in the file.
    private static let answers = [
        MaintainedWorkbook.stub,
        MaintainedWorkbook.solution,
        // Bodies.
        list("[]"),
        list("[try decodeTrain(from: document)]"),
        list("let all = try JSONDecoder().decode([Train].self, from: document); return all + all"),
        list("struct A {}\n    _ = A()\n    return []"),
        list("[Train(name: \"A\", cars: 1), Train(name: \"B\", cars: 2)]"),
        list("#if EXTRA\n    return []\n    #else\n    \(decode)\n    #endif"),
        list("[[Train]()[3]]"),
        list("exit(0)"),
        "// A comment more\n" + MaintainedWorkbook.solution,
        // Properties, types and signatures.
        answer("let cars: Int", "var cars = 7"),
        answer("let cars: Int", "let cars: Double"),
        answer("let cars: Int", "let cars: Int, operated: String?"),
        answer("let name: String", "let name: String?"),
        answer("from document: Data)", "from document: Data = Data())"),
        answer("struct Train", "struct Tram {}\n\nstruct Train"),
        answer("struct Train: Decodable", "struct Train: Decodable, Equatable"),
        answer("struct Train: Decodable", "final class Train: Decodable"),
        answer("let name: String", "@available(*, deprecated) let name: String"),
        answer("func decodeTrain(", "@inlinable public func other() {}\n\nfunc decodeTrain("),
        answer("import Foundation", "import Foundation\nimport Synchronization"),
        answer(
            "func decodeTrain(",
            "extension Int { func twice() -> Int { self * 2 } }\n\nfunc decodeTrain("),
        // Warnings and errors.
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

    /// How a file comes to hold something else.
    private enum Saving: CaseIterable {
        case now, withOlderTime, withTheSameTime, inTheFuture, byRename, halfFirst
    }

    private func save(_ text: String, _ saving: Saving) throws {
        let url = workbook.folder.url(exercise)
        let manager = FileManager.default
        let before = try manager.attributesOfItem(atPath: url.path)[.modificationDate]
        var date: Any?
        switch saving {
        case .now: try Data(text.utf8).write(to: url)
        case .byRename: try Data(text.utf8).write(to: url, options: .atomic)
        case .withOlderTime: date = Date(timeIntervalSinceNow: -86_400)
        case .withTheSameTime: date = before
        case .inTheFuture: date = Date(timeIntervalSinceNow: 86_400)
        case .halfFirst:
            try Data(text.utf8.prefix(text.utf8.count / 2)).write(to: url)
            _ = try? judgment()
            try Data(text.utf8).write(to: url)
        }
        guard let date else { return }
        try Data(text.utf8).write(to: url)
        try manager.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
    }

    /// What is changed beside the answer.
    private func changeSurroundings(_ number: Int) throws {
        let folder = workbook.folder
        switch number {
        case 0:
            let text = try #require(folder.text(folder.checksPath("01")))
            let new =
                text.contains("== 2") ? ("== 2", "== 3") : ("== 3", "== 2")
            try workbook.replace(new.0, with: new.1, in: folder.checksPath("01"))
        case 1:
            let shared = "Sources/ExerciseSupport/TODO.swift"
            let text = try #require(folder.text(shared))
            try workbook.write(text + "\n// changed\n", to: shared)
        case 2:
            let flag = "\"-index-ignore-system-modules\""
            let text = try #require(folder.text("Package.swift"))
            let change =
                text.contains("-DEXTRA")
                ? (flag + ", \"-DEXTRA\"", flag) : (flag, flag + ", \"-DEXTRA\"")
            try workbook.replace(change.0, with: change.1, in: "Package.swift")
        default:
            // As if another branch were there: several files at once.
            try changeSurroundings(0)
            try changeSurroundings(1)
        }
    }

    private func judgment() throws -> Judgment {
        var judge = Judge(in: workbook.folder)
        judge.trustsStubs = false
        return try judge.judgment(
            of: Answer("01", in: .learners, of: workbook.folder), for: "a test")
    }

    /// What a learner would read.
    private static func said(_ judgment: Judgment) -> [String] {
        switch judgment {
        case .missing: ["missing"]
        case .notJudged(let reason): [reason]
        case .notCompiled(let failure):
            failure.diagnostics.map { "\($0.path):\($0.line): \($0.message)" }
        case .judged(let verdict, let warnings):
            warnings.map(\.text) + verdict.tasks.map { "\($0.number) \($0.state)" }
        }
    }

    /// What a build of the package manager comes to, whatever it has built before: it and the compiler's
    /// driver look at time stamps, so what came of the last answer goes first.
    private func saidTheOrdinaryWay() throws -> [String] {
        let folder = workbook.folder.url(".build/ordinary")
        for module in ["Exercise01", "Exercise01Tests"] {
            for name in ["primary.priors", "\(module).swift.o"] {
                try? FileManager.default.removeItem(
                    at: folder.appendingPathComponent("debug/\(module).build/\(name)"))
            }
        }
        let temporary = workbook.folder.url(".build/ordinary.tmp")
        let answer = Answer("01", in: .learners, of: workbook.folder)
        let built = try Interruption.withFolder(temporary) {
            try OrdinaryBuild(
                workbook: workbook.folder, number: "01", answers: "Exercises", folder: folder,
                temporary: temporary
            ).run()
        }
        let diagnostics = Diagnostic.all(in: built.output, workbook.folder)
        guard built.isComplete else {
            return Self.said(
                .notCompiled(
                    BuildFailure(
                        diagnostics: diagnostics.filter { $0.severity == .error },
                        output: built.output)))
        }
        let verdict = try ChecksRun(
            of: answer, executable: built.executable,
            folder: workbook.folder.url(".build/ordinary.run"), in: workbook.folder
        ).verdict()
        return Self.said(
            .judged(
                verdict,
                warnings: diagnostics.filter { $0.path == exercise && $0.severity == .warning }))
    }

    private func compare(_ what: Comment) throws {
        let results = Mutex<[Int: Result<[String], any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            let result = Result {
                try index == 0 ? saidTheOrdinaryWay() : Self.said(judgment())
            }
            results.withLock { $0[index] = result }
        }
        let both = results.withLock(\.self)
        let expected = try #require(both[0]).get()
        let found = try #require(both[1]).get()
        #expect(found == expected, what)
    }

    private func edit(_ count: Int, seed: UInt64) throws {
        var generator = SeededGenerator(state: seed)
        var answers: [String] = []
        for number in 1...count {
            // Each answer comes up, in another order each time.
            if answers.isEmpty { answers = Self.answers.shuffled(using: &generator) }
            let text = answers.removeLast()
            let saving = try #require(Saving.allCases.randomElement(using: &generator))
            try save(text, saving)
            var surroundings: Int?
            if number.isMultiple(of: 9) {
                surroundings = Int.random(in: 0...3, using: &generator)
                try changeSurroundings(surroundings ?? 0)
            }
            try compare(
                "Edit \(number), saved \(saving), surroundings \(surroundings ?? -1):\n\(text)")
        }
    }

    @Test("It says what the ordinary one says, after each of forty edits")
    func fortyEdits() throws {
        try edit(40, seed: 2018)
    }
}
