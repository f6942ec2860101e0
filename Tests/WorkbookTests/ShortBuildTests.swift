import Foundation
import Synchronization
import Testing

@testable import Workbook

/// The short build beside the ordinary one: what a learner reads must be the same.
@Suite("The short build", .serialized, .slow)
struct ShortBuildTests {
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
            _ = try? FrontendBuild(of: program("short")).build()
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

    private func program(_ folder: String) -> ChecksProgram {
        ChecksProgram(workbook: workbook.folder, numbers: ["01"], buildFolder: ".build/\(folder)")
    }

    /// What a learner would read.
    private func outcome(
        _ program: ChecksProgram, _ build: () throws -> [Diagnostic]
    ) throws -> [String] {
        do {
            let warnings = try build().filter { $0.path == exercise }.map(\.text)
            return try warnings + program.run("01").tasks.map { "\($0.number) \($0.state)" }
        } catch let failure as ChecksProgram.BuildFailure {
            return failure.diagnostics.map { "\($0.path):\($0.line): \($0.message)" }
        }
    }

    /// - Returns: Whether the build was a short one.
    private func compare(_ what: Comment) throws -> Bool {
        let short = FrontendBuild(of: program("short"))
        let ordinary = program("ordinary")
        let isShort = Mutex(false)
        let outcomes = Mutex<[Int: Result<[String], any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: 2) { index in
            let result = Result {
                index == 0
                    ? try outcome(ordinary) { try ordinary.build() }
                    : try outcome(short.program) {
                        let result = try short.build()
                        isShort.withLock { $0 = result.isShort }
                        return result.diagnostics
                    }
            }
            outcomes.withLock { $0[index] = result }
        }
        let both = outcomes.withLock(\.self)
        let expected = try #require(both[0]).get()
        let found = try #require(both[1]).get()
        #expect(found == expected, what)
        return isShort.withLock(\.self)
    }

    private func edit(_ count: Int, seed: UInt64) throws {
        var generator = SeededGenerator(state: seed)
        var answers: [String] = []
        var shortBuilds = 0
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
            let isShort = try compare(
                "Edit \(number), saved \(saving), surroundings \(surroundings ?? -1):\n\(text)")
            shortBuilds += isShort ? 1 : 0
        }
        #expect(shortBuilds * 3 >= count, "Many differ in the answer alone, and compile")
    }

    @Test("It says what the ordinary one says, after each of a hundred edits")
    func aHundredEdits() throws {
        try edit(100, seed: 2018)
    }
}
