import Foundation
import Testing

@testable import Classroom
@testable import Judging

@Suite("What pupils call their files, and where they put them")
struct HandedInTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("handed-in-\(UUID().uuidString)")
    private let stubs = Stubs(
        Dictionary(
            uniqueKeysWithValues: ["05", "06", "07"].map {
                ($0, ["// Exercise \($0) · Stations\nlet a = TODO(\"Task 1: begin \($0)\")\n"])
            }))

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
        await HandedIn([.folder(folder)], stubs: stubs)
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
        #expect(try handedIn.files["06"]?.contents.get() == Data("let a = 1\n".utf8))
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

    @Test("The later copy goes before the earlier one, and what lost is named")
    func two() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try put("the first\n", "Exercise06.swift")
        try put("a copy\n", "Exercise06 (1).swift")
        try put("deeper\n", "old/Exercise06.swift")
        let handedIn = await handedIn()
        #expect(try handedIn.files["06"]?.contents.get() == Data("a copy\n".utf8))
        #expect(
            Set(handedIn.twice) == [
                "Exercise06 (1).swift counts for exercise 06, and not Exercise06.swift",
                "Exercise06 (1).swift counts for exercise 06, and not old/Exercise06.swift",
            ])
        try put("the first\n", "Exercise06 (1).swift")
        #expect(await self.handedIn().twice.count == 1, "The same text twice needs no word")
    }

    @Test("The file of another exercise is named where nothing is there for the one asked for")
    func anotherExercise() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try put("mine\n", "Exercise06.swift")
        let handedIn = await handedIn()
        #expect(
            handedIn.filesInPlace(of: ["05"])
                == ["Exercise06.swift: the file of exercise 06, in place of 05"])
        #expect(handedIn.filesInPlace(of: ["05", "06"]) == [])
    }

    @Test("In a copy of the whole workbook, the solutions are nobody's answers")
    func wholeWorkbook() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for path in ["Package.swift", "README.md", "Solutions/Exercise06.swift"] {
            try put("w/\(path)")
        }
        try put("mine\n", "w/Exercises/Exercise06.swift")
        let handedIn = await handedIn()
        #expect(try handedIn.files["06"]?.contents.get() == Data("mine\n".utf8))
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
            "broken.zip: ",
            "notes.docx: neither its name nor its first comment is that of an exercise",
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
        let room = try await ClassRoom(folder, stubs: stubs)
        #expect(room.pupils.map(\.name) == ["Ada", "Ben"])
        #expect(room.strayFiles == ["Exercise06.swift: not in a pupil's folder"])
        #expect(room.counts(of: ["05", "06", "07"]) == ["06": 2])
    }

    @Test("What platforms hand out: files and folders with the pupil in their names")
    func platforms() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let moodle = "assignsubmission_file_"
        try put("Yusuf Demir_12369_\(moodle)Exercise06.swift")
        try put("Jan Kowalski_12370_\(moodle)/Exercise06.swift")
        try put("Jan Kowalski_12371_\(moodle)Exercise06.swift")
        try put("Jan Kowalski_12371_assignsubmission_onlinetext_onlinetext.html")
        try put("müllerida_LATE_12_340_Exercise06-1.swift")
        try put("exercise-06-ada/.git/config")
        try put("exercise-06-ada/Exercises/Exercise06.swift")
        try put("exercise-06-ben/.git/config")
        for folder in ["group_1_1_red", "group_1_2_blue"] { try put("\(folder)/Exercise06.swift") }
        try put("roster.csv")
        let room = try await ClassRoom(folder, stubs: stubs)
        #expect(
            room.pupils.map(\.name) == [
                "ada", "ben", "group_1_1_red", "group_1_2_blue", "Jan Kowalski (12370)",
                "Jan Kowalski (12371)", "müllerida",
                "Yusuf Demir",
            ])
        #expect(
            room.pupils.map { Array($0.handedIn.files.keys) } == [
                ["06"], [], ["06"], ["06"], ["06"], ["06"], ["06"], ["06"],
            ])
        #expect(room.strayFiles == ["roster.csv: not in a pupil's folder"])
    }

    @Test("The archive that a platform made is unpacked for the work", .enabled(if: canUnpack))
    func platformArchive() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = Data("let mine = 1\n".utf8)
        let mine = "Zoë Ångström_1_assignsubmission_file_Exercise06.swift"
        try put(Zip.archive([(mine, file), ("Ben_2_assignsubmission_file_/x.txt", file)]), "c.zip")
        let archive = folder.appendingPathComponent("c.zip")
        let unpacked = try await Archive.unpacking(archive) { unpacked in
            let room = try await ClassRoom(unpacked, stubs: stubs)
            #expect(room.pupils.map(\.name) == ["Ben", "Zoë Ångström"])
            #expect(try room.pupils.last?.handedIn.files["06"]?.contents.get() == file)
            return unpacked
        }
        #expect(!FileManager.default.fileExists(atPath: unpacked.path))
        // A file manager packs the folder.
        try put(
            Zip.archive(["Ada", "Ben"].map { ("Pupils/\($0)/Exercise06.swift", file) }), "p.zip")
        try await Archive.unpacking(folder.appendingPathComponent("p.zip")) { unpacked in
            let room = try await ClassRoom(unpacked, stubs: stubs)
            #expect(room.pupils.map(\.name) == ["Ada", "Ben"])
        }
        try put("no archive", "d.zip")
        let error = await #expect(throws: CommandFailure.self) {
            try await Archive.unpacking(folder.appendingPathComponent("d.zip")) { _ in }
        }
        #expect(error?.description.contains("d.zip cannot be unpacked") == true)
    }

    @Test("A changed file goes before the stub, and UTF-16 is read")
    func contents() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let stub = "// Exercise 06 · Stations\r\nlet a = TODO(\"Task 1: begin 06\")  \r\n\r\n"
        try put(stub, "Exercise06.swift")
        var handedIn = await handedIn()
        #expect(!handedIn.isChanged("06") && handedIn.files["06"] != nil)
        try put(stub + "let mine = 1\n", "Exercise06 (1).swift")
        handedIn = await self.handedIn()
        #expect(handedIn.isChanged("06"))
        #expect(
            handedIn.twice == [
                "Exercise06 (1).swift counts for exercise 06, and not Exercise06.swift, the "
                    + "unchanged stub"
            ])
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
            try put(#require("let ä = 1, b = 2\n".data(using: encoding)), "Exercise07.swift")
            handedIn = await self.handedIn()
            #expect(try handedIn.files["07"]?.text() == "let ä = 1, b = 2\n")
            #expect(handedIn.taken.contains("Exercise07.swift, which is UTF-16"))
        }
    }

    @Test(
        "A file is known by its first comment where its name says nothing",
        arguments: [true, false])
    func knownByContents(_ isPacked: Bool) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = "import Foundation\n\n// Exercise 06 · Stations\nlet a = 1\n"
        if isPacked {
            try put(Zip.archive([("Stations.swift", Data(text.utf8))]), "a.zip")
        } else {
            try put(text, "Stations.swift")
        }
        let handedIn = await handedIn()
        #expect(handedIn.taken == ["\(isPacked ? "a.zip: " : "")Stations.swift for exercise 06"])
        #expect(handedIn.refused == [])
    }

    @Test("git knows the stubs of earlier versions")
    func earlierStubs() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try put("a", "Package.swift")
        try put("a", "Exercises/Exercise06.swift")
        try put("a", "Solutions/Exercise06.swift")
        try put("first\n\nstub\n", "Solutions/.stubs/Exercise06.swift")
        func git(_ arguments: String...) throws {
            let git = Process()
            git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            git.arguments =
                ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"] + arguments
            git.currentDirectoryURL = folder
            try git.run()
            git.waitUntilExit()
            #expect(git.terminationStatus == 0)
        }
        try git("init", "-q")
        for text in ["second\n", "third"] {
            try git("add", ".")
            try git("commit", "-q", "-m", "a")
            try put(text, "Solutions/.stubs/Exercise06.swift")
        }
        let stubs = await Stubs(of: WorkbookFolder(root: folder))
        #expect(stubs.untouched("third\n", of: "06") == .current)
        #expect(stubs.untouched("second", of: "06") == .earlier)
        #expect(stubs.untouched("first\r\n\r\nstub\r\n", of: "06") == .earlier)
        #expect(stubs.untouched("first\n", of: "06") == nil)
    }

    @Test("A file that is no answer to its exercise, and one that was made from another version")
    func peculiarities() {
        func mistake(_ text: String) -> String? { stubs.mistakenFile(text, handedInFor: "06") }
        #expect(
            mistake("// Exercise 05 · Stations\n")
                == "it is the file of exercise 05. Hand it in as Exercise05.swift")
        let started = "// Exercise 06 · Stations\nTODO(\"Task 1: start\")"
        #expect(mistake(started) == nil)
        #expect(
            stubs.otherVersion(of: started, handedInFor: "06")
                == "it is made from the stub of another version, with “Task 1: start”")
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
        #expect(try handedIn.files["06"]?.contents.get() == mine)
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
            try await handedIn().files["06"]?.contents.get()
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
                bytes(20, 2) + bytes(0x0800, 2) + bytes(0, 2) + bytes(0, 4)
                + bytes(Int(checksum(data)), 4)
                + bytes(data.count, 4) + bytes(data.count, 4) + bytes(name.utf8.count, 2)
                + bytes(0, 2)
            archive += bytes(0x0403_4B50, 4) + common + Data(name.utf8) + data
            directory +=
                bytes(0x0201_4B50, 4) + bytes(0x0314, 2) + common + bytes(0, 2) + bytes(0, 2)
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
