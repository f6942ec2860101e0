import DecodingExplainer
import Foundation
import TestSupport
import Testing
import Walkthrough

@testable import Lesson10

@Suite("Lesson 10 · Versions and migrations")
struct Lesson10Tests {
    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        try await checkPages(of: Lesson10.self)
    }

    @Test("An error that is null is none; a reply without both is an error")
    func anEnvelope() throws {
        let both = try decode(Content<[Int]>.self, #"{"error": null, "body": [1]}"#)
        guard case .body([1]) = both else {
            Issue.record("The body should be there: \(both)")
            return
        }
        #expect(failure { try decode(Content<[Int]>.self, "{}") }?.kind == .keyNotFound)
    }

    @Test(
        "The number is read alone, whatever else the document holds",
        arguments: [("{}", 1), (#"{"version": 2, "beers": 7}"#, 2), (#"{"version":3}"#, 3)])
    func versions(_ document: String, version: Int) throws {
        #expect(try readVersion(of: Data(document.utf8)) == version)
    }

    @Test(
        "A number that is not a version is an error",
        arguments: [
            (#"{"version": null}"#, Explanation.Kind.valueNotFound),
            (#"{"version": "2"}"#, .typeMismatch), (#"{"version": 2.5}"#, .dataCorrupted),
            (#"{"version": 0}"#, .other), (#"{"version": -1}"#, .other),
            (#"{"version": 4}"#, .other), ("[]", .typeMismatch), ("", .dataCorrupted),
        ])
    func badVersions(_ document: String, kind: Explanation.Kind) {
        #expect(failure { try readVersion(of: Data(document.utf8)) }?.kind == kind)
    }

    @Test(
        "A brewery is split at its first comma, and keeps all that was written",
        arguments: [
            ("Saint Arnold, Houston", Brewery(name: "Saint Arnold", city: "Houston")),
            ("Boon, Lembeek, Belgium", Brewery(name: "Boon", city: "Lembeek, Belgium")),
            ("Buffalo Bayou", Brewery(name: "Buffalo Bayou", city: nil)),
            ("", Brewery(name: "", city: nil)), (", ", Brewery(name: "", city: "")),
        ])
    func split(_ text: String, brewery: Brewery) {
        let old = CellarV2(beers: [BeerV2(name: "Endeavor", abv: 8.9, brewery: text)])
        #expect(Cellar(old).beers.map(\.brewery) == [brewery])
    }

    @Test("A default does not hide a value of the wrong type")
    func wrongDefault() {
        struct Recipe: Decodable {
            @OrEmpty var hops: [String]
        }
        let wrong = failure { try decode(Recipe.self, #"{"hops": "Columbus"}"#) }
        #expect(wrong?.kind == .typeMismatch)
        #expect(wrong?.codingPath.description == "hops")
    }

    @Test("The compiler writes a wrapper as an object with the key wrappedValue")
    func compilersWrapper() throws {
        struct Recipe: Codable {
            @Listed var hops: [String]
        }
        let document = #"{"hops":{"wrappedValue":["Columbus"]}}"#
        let recipe = try decode(Recipe.self, document)
        #expect(recipe.hops == ["Columbus"])
        #expect(String(decoding: try JSONEncoder().encode(recipe), as: UTF8.self) == document)
    }

    @Test("A change to a value of the wrong type is an error at its key")
    func wrongChange() {
        let wrong = failure { try decode(BeerUpdate.self, #"{"comment":7}"#) }
        #expect(wrong?.kind == .typeMismatch)
        #expect(wrong?.codingPath.description == "comment")
    }

    @Test("An update comes back as it was written, one with an empty string too")
    func roundTrip() throws {
        for change in [Change.keep, .clear, .set("Fresh"), .set("")] {
            let update = BeerUpdate(comment: change)
            let written = try JSONEncoder().encode(update)
            let read = try JSONDecoder().decode(BeerUpdate.self, from: written)
            #expect("\(read)" == "\(update)")
        }
    }

    // MARK: - Files

    @Test("A file of each version opens to the same value, and is of version 3 afterwards")
    func filesOfAllVersions() throws {
        let expected = Cellar(beers: [
            Beer(
                name: "Endeavor", abv: 8.9,
                brewery: Brewery(name: "Saint Arnold", city: "Houston")),
            Beer(name: "Lawnmower", abv: 4.9, brewery: Brewery(name: "Saint Arnold", city: nil)),
        ])
        let file = try makeTemporaryFile()
        defer { removeFolder(of: file) }
        for document in [cellarV1, cellarV2, cellarV3] {
            try document.write(to: file)
            #expect(try openCellar(at: file) == expected)
            #expect(try readVersion(of: Data(contentsOf: file)) == 3)
            #expect(try openCellar(at: file) == expected)
            #expect(try names(beside: file) == ["cellar.json"])
        }
        // What is of the newest version is not written again.
        #expect(try Data(contentsOf: file) == cellarV3)
    }

    @Test("A file from the future, one with a torn end and one that does not fit stay as they are")
    func refusedFiles() throws {
        let file = try makeTemporaryFile()
        defer { removeFolder(of: file) }
        var documents = [cellarV4, Data(), Data(#"{"version":1,"beers":[{"name":"A"}]}"#.utf8)]
        for document in [cellarV1, cellarV2, cellarV3] {
            documents += document.indices.map { document[..<$0] }
        }
        for document in documents {
            try document.write(to: file)
            #expect(throws: (any Error).self) { try openCellar(at: file) }
            #expect(try Data(contentsOf: file) == document)
        }
        #expect(try names(beside: file) == ["cellar.json"])
    }

    @Test("A file that is replaced keeps its permissions", arguments: [0o600, 0o640, 0o664])
    func keptPermissions(_ expected: Int) throws {
        let file = try makeTemporaryFile()
        defer { removeFolder(of: file) }
        try cellarV1.write(to: file)
        try setPermissions(expected, of: file)
        try replaceFile(at: file, with: cellarV3)
        #expect(try permissions(of: file) == expected)
        #expect(try Data(contentsOf: file) == cellarV3)
        #expect(try names(beside: file) == ["cellar.json"])
    }

    @Test("Where the name is a symbolic link, the file that it leads to is replaced")
    func symbolicLink() throws {
        let file = try makeTemporaryFile()
        defer { removeFolder(of: file) }
        try cellarV1.write(to: file)
        try setPermissions(0o600, of: file)
        let link = file.deletingLastPathComponent().appending(path: "link.json")
        let files = FileManager.default
        try files.createSymbolicLink(at: link, withDestinationURL: file)
        try replaceFile(at: link, with: cellarV3)
        let type = try files.attributesOfItem(atPath: link.path)[.type] as? FileAttributeType
        #expect(type == .typeSymbolicLink)
        #expect(try permissions(of: file) == 0o600)
        #expect(try Data(contentsOf: file) == cellarV3)
    }

    @Test("Without .atomic, who has the file open reads the new one: it is the same file")
    func inPlace() throws {
        let file = try makeTemporaryFile()
        defer { removeFolder(of: file) }
        try cellarV1.write(to: file)
        let reader = try FileHandle(forReadingFrom: file)
        try cellarV3.write(to: file)
        #expect(try reader.readToEnd() == cellarV3)
    }

    @Test("The pages leave no file behind, and show no path")
    func nothingIsLeftBehind() throws {
        let folder = try makeTemporaryFile().deletingLastPathComponent()
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        let pipe = Pipe()
        process.executableURL = builtProgram("lesson-10")
        process.environment = ["TMPDIR": folder.path].merging(asBuilt) { $1 }
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(String(decoding: output, as: UTF8.self).contains("A file from the future"))
        #expect(!String(decoding: output, as: UTF8.self).contains(folder.lastPathComponent))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    // A program can put its own functions in the place of the system's on Linux. On a Mac, it cannot.
    #if os(Linux)
        @Test("Killed before any call of the migration, the file is the old one or the new one")
        func killedAtEachCall() throws {
            let stops = try Self.stops(openingWith: Self.lessonsCode())
            #expect(Set(stops.map(\.file)) == ["old", "new"], "\(stops)")
            let calls = Set(stops.map(\.call))
            #expect(calls.isSuperset(of: ["open", "write", "half a write", "rename"]), "\(stops)")
            // The new file is in a folder beside the old one, which nobody else may enter.
            #expect(stops.contains { $0.call == "rename" && $0.folder == "700" }, "\(stops)")
            #expect(stops.allSatisfy { $0.call != "write" || $0.folder == "700" }, "\(stops)")
            #expect(stops.last == Stop(call: "none", file: "new", folder: "none"))
        }

        @Test("Killed before any call of an atomic write, the file is the old one or the new one")
        func killedWhileAtomic() throws {
            let stops = try Self.stops(
                openingWith: Self.lessonsCode(
                    writing: "try JSONEncoder().encode(cellar).write(to: file, options: .atomic)"))
            #expect(Set(stops.map(\.file)) == ["old", "new"], "\(stops)")
            #expect(stops.contains { $0.call == "rename" && $0.file == "old" }, "\(stops)")
        }

        @Test("Killed while it writes in place, the program has lost both")
        func killedInPlace() throws {
            let stops = try Self.stops(
                openingWith: Self.lessonsCode(
                    writing: "try JSONEncoder().encode(cellar).write(to: file)"))
            #expect(stops.contains { $0.call == "write" && $0.file == "torn" }, "\(stops)")
            #expect(stops.contains { $0.call == "half a write" && $0.file == "torn" }, "\(stops)")
        }

        /// Where the program was killed, and what it left.
        private struct Stop: Equatable {
            /// The call that did not happen any more.
            let call: String
            /// "old", "new" or "torn".
            let file: String
            /// The permissions of what is beside the file: "700", or "none" where there is nothing.
            let folder: String
        }

        /// All of the lesson below its list of steps, with another way to write in `openCellar`.
        private static func lessonsCode(writing statement: String? = nil) throws -> String {
            let path = LessonDescription(Lesson10.self).steps.filePath
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let start = try #require(text.range(of: "// MARK: - "))
            let code = "import Foundation\n\n" + text[start.lowerBound...]
            guard let statement else { return code }
            let call = "try replaceFile(at: file, with: JSONEncoder().encode(cellar))"
            try #require(code.contains(call))
            return code.replacing(call, with: statement)
        }

        /// Opens a file of version 1 again and again, in a process that is killed one call later each
        /// time, until it is not killed any more.
        private static func stops(openingWith code: String) throws -> [Stop] {
            let program = try SwiftProgram(files: [crashingProgram, countedCalls, code])
            #expect(program.errors == 0)
            // Foundation finds the program's functions in place of the system's.
            let lines = try program.run(["-Xlinker", "--export-dynamic"]).split(separator: "\n")
            return try lines.map { line in
                let parts = line.split(separator: ",").map(String.init)
                try #require(parts.count == 3, "\(line)")
                return Stop(call: parts[0], file: parts[1], folder: parts[2])
            }
        }

        /// With a path and a number: opens that file and kills itself at that call. Without: starts
        /// itself with each number, and prints what is left on the disk.
        private static let crashingProgram = """
            import Foundation

            func run(_ file: URL, untilCall number: Int) throws -> (call: String, isKilled: Bool) {
                let process = Process()
                let pipe = Pipe()
                process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
                process.arguments = [file.path, "\\(number)"]
                process.standardError = pipe
                try process.run()
                let said = pipe.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                let call = String(decoding: said, as: UTF8.self)
                return (call, process.terminationReason == .uncaughtSignal)
            }

            if CommandLine.arguments.count == 3, let number = Int(CommandLine.arguments[2]) {
                let file = URL(fileURLWithPath: CommandLine.arguments[1])
                callsToGo = number
                _ = try openCellar(at: file)
                callsToGo = nil
                exit(0)
            }

            let file = try makeTemporaryFile()
            let expected = try Cellar(document: cellarV3)
            for number in 1...100 {
                let folder = file.deletingLastPathComponent()
                for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                    try FileManager.default.removeItem(at: folder.appending(path: name))
                }
                try cellarV1.write(to: file)
                let (call, isKilled) = try run(file, untilCall: number)
                let left = try Data(contentsOf: file)
                let isNew = (try? Cellar(document: left)) == expected
                let state = left == cellarV1 ? "old" : isNew ? "new" : "torn"
                let beside = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                    .map { folder.appending(path: $0) }
                    .first { $0.lastPathComponent != file.lastPathComponent }
                let mode = try beside.map { String(try permissions(of: $0), radix: 8) }
                print("\\(isKilled ? call : "none"),\\(state),\\(mode ?? "none")")
                if !isKilled { break }
            }
            removeFolder(of: file)
            """

        /// The system's functions that change files, each in the place of the system's own, and what
        /// the lesson's code takes from elsewhere.
        private static var countedCalls: String {
            """
            import Foundation
            import Glibc

            nonisolated(unsafe) var callsToGo: Int?

            /// Kills the program if this is the call.
            func count(_ call: StaticString) {
                guard let number = callsToGo else { return }
                callsToGo = number - 1
                guard number == 1 else { return }
                callsToGo = nil
                _ = Glibc.write(2, call.utf8Start, call.utf8CodeUnitCount)
                kill(getpid(), SIGKILL)
            }

            func system<Function>(_ name: String, as type: Function.Type) -> Function {
                unsafeBitCast(dlsym(UnsafeMutableRawPointer(bitPattern: -1), name), to: type)
            }

            public typealias Path = UnsafePointer<CChar>?

            @c(open) public func countedOpen(_ path: Path, _ flags: CInt, _ mode: mode_t) -> CInt {
                count("open")
                typealias Open = @convention(c) (Path, CInt, mode_t) -> CInt
                return system("open", as: Open.self)(path, flags, mode)
            }

            @c(write) public func countedWrite(_ file: CInt, _ bytes: UnsafeRawPointer?, _ size: Int) -> Int {
                typealias Write = @convention(c) (CInt, UnsafeRawPointer?, Int) -> Int
                let write = system("write", as: Write.self)
                count("write")
                if callsToGo == 1 { _ = write(file, bytes, size / 2) }
                count("half a write")
                return write(file, bytes, size)
            }

            @c(close) public func countedClose(_ file: CInt) -> CInt {
                count("close")
                return system("close", as: (@convention(c) (CInt) -> CInt).self)(file)
            }

            @c(fsync) public func countedSync(_ file: CInt) -> CInt {
                count("fsync")
                return system("fsync", as: (@convention(c) (CInt) -> CInt).self)(file)
            }

            @c(ftruncate) public func countedTruncate(_ file: CInt, _ size: Int) -> CInt {
                count("ftruncate")
                return system("ftruncate", as: (@convention(c) (CInt, Int) -> CInt).self)(file, size)
            }

            @c(fchmod) public func countedMode(_ file: CInt, _ mode: mode_t) -> CInt {
                count("fchmod")
                return system("fchmod", as: (@convention(c) (CInt, mode_t) -> CInt).self)(file, mode)
            }

            @c(unlink) public func countedUnlink(_ path: Path) -> CInt {
                count("unlink")
                return system("unlink", as: (@convention(c) (Path) -> CInt).self)(path)
            }

            @c(link) public func countedLink(_ old: Path, _ new: Path) -> CInt {
                count("link")
                return system("link", as: (@convention(c) (Path, Path) -> CInt).self)(old, new)
            }

            @c(rename) public func countedRename(_ old: Path, _ new: Path) -> CInt {
                count("rename")
                return system("rename", as: (@convention(c) (Path, Path) -> CInt).self)(old, new)
            }

            func show(_ value: Any?) {}
            @discardableResult
            func attempt<Value>(_ document: Data? = nil, _ body: () throws -> Value) -> Value? {
                try? body()
            }
            enum PackageResources {
                static let v1_json: [UInt8] = \(Array(cellarV1))
                static let v2_json: [UInt8] = \(Array(cellarV2))
                static let v3_json: [UInt8] = \(Array(cellarV3))
                static let v4_json: [UInt8] = \(Array(cellarV4))
            }
            """
        }
    #endif

    // MARK: - The finished model

    @Test("--decode reads a document of each version, and refuses what is too new")
    func finishedModel() throws {
        for document in [cellarV1, cellarV2, cellarV3] {
            let cellar = try #require(try Lesson10.decode(document) as? Cellar)
            #expect(cellar == (try Cellar(document: cellarV3)))
        }
        #expect(throws: UnknownVersion(version: 4)) { try Lesson10.decode(cellarV4) }
    }

    // MARK: - Helpers

    private func names(beside file: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            atPath: file.deletingLastPathComponent().path)
    }
}
