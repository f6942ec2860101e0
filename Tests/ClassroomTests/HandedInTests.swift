import Foundation
import Testing

@testable import Classroom
@testable import Judging

@Suite("What pupils call their files, and where they put them")
struct HandedInTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("handed-in-\(UUID().uuidString)")
    private let exercises = ["05", "06", "07"]

    private func put(_ path: String) throws { try put("let a = 1\n", path) }

    private func put(_ text: String, _ path: String) throws {
        try put(Data(text.utf8), path)
    }

    private func put(_ data: Data, _ path: String) throws {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    private func handedIn() async -> HandedIn {
        await HandedIn(folder: folder, exercises: exercises)
    }

    @Test(
        "A file that is plainly meant is taken, and it says so",
        arguments: [
            "exercise06.swift", "Exercise06 (1).swift", "Exercise06.swift.txt", "EXERCISE6.SWIFT",
            "Exercise 06.swift", "exercise_06 copy.swift", "answers/Exercise06.swift",
            "codable-workbook-main/Exercises/Exercise06.swift",
        ])
    func meant(_ path: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try put(path)
        let handedIn = await handedIn()
        #expect(Array(handedIn.files.keys) == ["06"])
        #expect(try await handedIn.files["06"]?.contents() == Data("let a = 1\n".utf8))
        #expect(handedIn.taken == ["\(path) for exercise 06"])
        #expect(handedIn.refused == [])
    }

    @Test("The names of the workbook need no word", arguments: ["", "Exercises/"])
    func exact(_ place: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try put("\(place)Exercise06.swift")
        let handedIn = await handedIn()
        #expect(handedIn.files.keys.sorted() == ["06"])
        #expect(handedIn.taken == [] && handedIn.refused == [])
    }

    @Test("The very name goes before a copy, and what lost is named")
    func two() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try put("the first\n", "Exercise06.swift")
        try put("a copy\n", "Exercise06 (1).swift")
        try put("deeper\n", "old/Exercise06.swift")
        let handedIn = await handedIn()
        #expect(try await handedIn.files["06"]?.contents() == Data("the first\n".utf8))
        #expect(
            Set(handedIn.refused) == [
                "Exercise06 (1).swift: Exercise06.swift is there too",
                "old/Exercise06.swift: Exercise06.swift is there too",
            ])
    }

    @Test("In a copy of the whole workbook, the solutions are nobody's answers")
    func wholeWorkbook() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for path in ["Package.swift", "README.md", "Solutions/Exercise06.swift"] {
            try put("w/\(path)")
        }
        try put("mine\n", "w/Exercises/Exercise06.swift")
        let handedIn = await handedIn()
        #expect(try await handedIn.files["06"]?.contents() == Data("mine\n".utf8))
        #expect(handedIn.refused == [])
    }

    @Test("What is not taken is named with its reason")
    func reasons() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try put("notes.docx")
        try put("Exercise44.swift")
        try put("broken.zip")
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("Exercise06.swift"),
            withDestinationURL: folder.appendingPathComponent("notes.docx"))
        let handedIn = await handedIn()
        #expect(handedIn.files.isEmpty)
        let reasons = [
            "Exercise06.swift: a link", "Exercise44.swift: there is no exercise 44",
            "broken.zip: ", "notes.docx: its name is not that of an exercise",
        ]
        for reason in reasons { #expect(handedIn.refused.contains { $0.hasPrefix(reason) }) }
        #expect(handedIn.refused.count == reasons.count)
    }

    @Test("A class: an archive in place of a folder is a pupil, and a stray file is named")
    func room() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try put("Ada/Exercise06.swift")
        try put("Exercise06.swift")
        try put(Zip.archive([("Exercise06.swift", Data("ben\n".utf8))]), "Ben.zip")
        let room = try await ClassRoom(folder, exercises: exercises)
        #expect(room.pupils.map(\.name) == ["Ada", "Ben"])
        #expect(room.strayFiles == ["Exercise06.swift: not in a pupil's folder"])
        #expect(room.handedIn(among: exercises) == ["06"])
    }

    // MARK: - Archives

    private static let canUnpack = ["/usr/bin/unzip", "/usr/bin/bsdtar"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test("An archive that nobody unpacked", .enabled(if: canUnpack))
    func archive() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let mine = Data("let mine = \"ä\"\n".utf8)
        try put(
            Zip.archive([
                ("w/Solutions/Exercise06.swift", Data("solved\n".utf8)),
                ("w/Exercises/Exercise06.swift", mine),
                ("__MACOSX/w/Exercises/._Exercise06.swift", Data("x".utf8)),
            ]), "Exercise06.zip")
        let handedIn = await handedIn()
        #expect(try await handedIn.files["06"]?.contents() == mine)
        #expect(
            handedIn.taken == ["Exercise06.zip: w/Exercises/Exercise06.swift for exercise 06"])
        #expect(handedIn.refused == [])
    }

    @Test(
        "Names that lead out, patterns and options are no files", .enabled(if: canUnpack),
        arguments: [
            "../Exercise06.swift", "/tmp/Exercise06.swift", "a/../../Exercise06.swift",
            "*/Exercise06.swift", "-p/Exercise06.swift",
        ])
    func hostile(_ name: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try put(Zip.archive([(name, Data("x\n".utf8))]), "a.zip")
        let handedIn = await handedIn()
        #expect(handedIn.files.isEmpty)
        #expect(handedIn.refused == ["a.zip: it has no file of an exercise"])
    }

    @Test("A file that is too large, and an archive with too many", .enabled(if: canUnpack))
    func bounds() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try put(
            Zip.archive([("Exercise06.swift", Data(repeating: 10, count: 3_000_000))]), "a.zip")
        await #expect(throws: CommandFailure.self) {
            try await handedIn().files["06"]?.contents()
        }
        try put(
            Zip.archive((0..<2_100).map { ("\($0).txt", Data()) }), "b.zip")
        #expect(await handedIn().refused.contains { $0.contains("it has more than 2000 files") })
    }
}

/// Writes archives without compression, as PKWARE's APPNOTE has them: with names that no program would
/// write.
private enum Zip {
    static func archive(_ files: [(name: String, data: Data)]) -> Data {
        var archive = Data()
        var directory = Data()
        for (name, data) in files {
            let offset = archive.count
            let common =
                bytes(20, 2) + bytes(0, 2) + bytes(0, 2) + bytes(0, 4)
                + bytes(Int(checksum(data)), 4)
                + bytes(data.count, 4) + bytes(data.count, 4) + bytes(name.utf8.count, 2)
                + bytes(0, 2)
            archive += bytes(0x0403_4B50, 4) + common + Data(name.utf8) + data
            directory +=
                bytes(0x0201_4B50, 4) + bytes(20, 2) + common + bytes(0, 2) + bytes(0, 2)
                + bytes(0, 2) + bytes(0, 4) + bytes(offset, 4) + Data(name.utf8)
        }
        let end =
            bytes(0x0605_4B50, 4) + bytes(0, 2) + bytes(0, 2) + bytes(files.count, 2)
            + bytes(files.count, 2) + bytes(directory.count, 4) + bytes(archive.count, 4)
            + bytes(0, 2)
        return archive + directory + end
    }

    private static func bytes(_ number: Int, _ count: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
    }

    /// CRC-32, as ISO 3309 has it.
    private static func checksum(_ data: Data) -> UInt32 {
        ~data.reduce(UInt32.max) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt32(byte)) { value, _ in
                value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
            }
        }
    }
}
