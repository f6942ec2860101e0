import Foundation
import Synchronization
import Testing
import Walkthrough

@testable import Lesson13

/// What the lesson says about time is shown by its own measurements, and not asserted here: the
/// machines that run tests are shared. What is counted is asserted: bytes held, lines.
@Suite("Lesson 13 · Big documents")
struct Lesson13Tests {
    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        try await checkPages(of: Lesson13.self)
    }

    @Test("A measurement has fifteen rounds of each, in turns, and gives the first by the second")
    func whatADecodeCosts() {
        var order = ""
        _ = ratio {
            order += "a"
        } to: {
            order += "b"
        }
        #expect(order == String(repeating: "ab", count: 15))
        let work = ratio {
            _ = launches(1...1000)
        } to: {
        }
        #expect(work > 1, "What works takes longer than what does nothing")
        let sleep = seconds { Thread.sleep(forTimeInterval: 0.5) }
        #expect((0..<0.5).contains(sleep), "Sleep is not counted")
    }

    @Test("launches(1...n) has n launches, and ten times as many have about ten times the bytes")
    func documents() throws {
        for count in [1, 100, 1000] {
            let decoded = try JSONDecoder().decode([Launch].self, from: launches(1...count))
            #expect(decoded.map(\.flightNumber) == Array(1...count))
        }
        let growth = Double(launches(1...1000).count) / Double(launches(1...100).count)
        #expect((10..<10.5).contains(growth))
    }

    @Test("One array and a thousand documents have the same launches")
    func aThousandSmallDecodes() throws {
        let array = try JSONDecoder().decode([Launch].self, from: launches(1...1000))
        let single = try (1...1000).map {
            try JSONDecoder().decode(Launch.self, from: Data(launch($0).utf8))
        }
        #expect(array == single)
    }

    @Test("A shared formatter and .iso8601 read the same dates")
    func datesWithAndWithoutFormatter() throws {
        let withFormatter = JSONDecoder()
        withFormatter.dateDecodingStrategy = .formatted(makeFormatter())
        let iso8601 = JSONDecoder()
        iso8601.dateDecodingStrategy = .iso8601
        let read = try withFormatter.decode([Date].self, from: dates(100))
        #expect(read.count == 100)
        #expect(try iso8601.decode([Date].self, from: dates(100)) == read)
        #expect(Set(read) == [Date(timeIntervalSince1970: 1_532_238_600)])
    }

    @Test("A launch has 38 temperatures, and by hand its two other values are the same")
    func twoValuesOfForty() throws {
        let document = launches(1...100, with: temperatures)
        let all = try JSONDecoder().decode([LaunchWithTemperatures].self, from: document)
        #expect(all.last?.temperatures == (1...38).map { Double($0) + 0.5 })
        let two = try JSONDecoder().decode([Launch].self, from: document)
        #expect(try launchesByHand(in: document) == two)
    }

    @Test(
        "What nobody asks for is looked at as far as its end, and no farther", .swift63OnLinux)
    func whatNobodyAsksFor() {
        let torn = Data(#"{"flight_number": 65, "mission_name": "?", "temperatures": [1}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Launch.self, from: torn) }
        let wrong = Data(#"{"flight_number": 65, "mission_name": "?", "temperatures": [01]}"#.utf8)
        #expect(throws: Never.self) { try JSONDecoder().decode(Launch.self, from: wrong) }
        #expect(throws: (any Error).self) { try JSONSerialization.jsonObject(with: wrong) }
    }

    @Test("No byte of a character outside ASCII is a line end")
    func bytesOfCharacters() {
        #expect("ö€🚂".utf8.allSatisfy { $0 > 127 })
    }

    @Test("A slice keeps the bytes before it in memory, and a copy does not")
    func whatASliceHolds() {
        // Whether the bytes of a Data are in memory is known to who has to free them.
        func isFreed(keeping part: (Data) -> Data) -> Bool {
            let flag = Flag()
            let memory = UnsafeMutableRawPointer.allocate(byteCount: 1000, alignment: 1)
            memory.initializeMemory(as: UInt8.self, repeating: 7, count: 1000)
            var whole: Data? = Data(
                bytesNoCopy: memory, count: 1000,
                deallocator: .custom { pointer, _ in
                    pointer.deallocate()
                    flag.isSet.withLock { $0 = true }
                })
            let kept = whole.map(part)
            whole = nil
            return withExtendedLifetime(kept) { flag.isSet.withLock { $0 } }
        }
        #expect(!isFreed { $0[990...] }, "A slice holds all")
        #expect(isFreed { Data($0[990...]) }, "A copy holds itself")
    }

    @Test("A span counts from 0, also that of a slice, and the index is one of the slice")
    func endsInSlices() {
        #expect(offsetOfLineEnd(in: Data()) == nil)
        #expect(offsetOfLineEnd(in: Data("abc".utf8)) == nil)
        #expect(offsetOfLineEnd(in: Data("\n".utf8)) == 0)
        let slice = Data("abc\nde\n".utf8)[4...]
        #expect(offsetOfLineEnd(in: slice) == 2)
        #expect(slice.withUnsafeBytes { $0.firstIndex(of: newline) } == 2)
        #expect(indexOfLineEnd(in: slice) == 6)
        #expect(slice.firstIndex(of: newline) == 6)
        #expect(indexOfLineEnd(in: Data()) == nil)
    }

    @Test("The compiler refuses a span that outlives its Data")
    func spanOfALocalValue() throws {
        func reading(_ result: String) -> String {
            """
            import Foundation
            func bytes() -> \(result) {
                let document = Data("abc".utf8)
                return document.span\(result == "Int" ? ".count" : "")
            }
            """
        }
        #expect(try compiles("", reading("Int")))
        #expect(try !compiles("", reading("Span<UInt8>")))
    }

    @Test("In a release build, firstIndex(of:) of a Data takes many times as long", .swift63OnLinux)
    func theEndOfALineInARelease() throws {
        let program = try SwiftProgram(
            """
            import Foundation
            let newline = UInt8(ascii: "\\n")
            let line = Data((String(repeating: "x", count: 100_000) + "\\n").utf8)
            func offset(in bytes: Data) -> Int? {
                let span = bytes.span
                for offset in span.indices where span[offset] == newline { return offset }
                return nil
            }
            func shortest(_ search: () -> Bool) -> Duration {
                (1...15).map { _ in ContinuousClock().measure { _ = search() } }.min() ?? .zero
            }
            let index = shortest { line.firstIndex(of: newline) == 100_000 }
            let span = shortest { offset(in: line) == 100_000 }
            print(index / span > 5)
            """)
        #expect(program.errors == 0)
        #expect(try program.run(["-O"]) == "true\n")
    }

    @Test("URL.lines and URLSession.bytes are not there", .swift63OnLinux)
    func lines() throws {
        func reading(_ lines: String) -> String {
            """
            import Foundation
            import FoundationNetworking
            func read(_ url: URL) async throws {
                \(lines)
            }
            """
        }
        #expect(try compiles("", reading("_ = try await URLSession.shared.data(from: url)")))
        #expect(try !compiles("", reading("_ = try await URLSession.shared.bytes(from: url)")))
        #expect(try !compiles("", reading("for try await line in url.lines { print(line) }")))
    }

    @Test("A mapped file that gets shorter ends the program, and a device cannot be mapped")
    func mappedFiles() throws {
        let program = try SwiftProgram(
            """
            import Foundation
            let url = FileManager.default.temporaryDirectory
                .appendingPathComponent("mapped-\\(getpid())")
            try Data(repeating: 7, count: 1_000_000).write(to: url)
            defer { try? FileManager.default.removeItem(at: url) }
            let document = try Data(contentsOf: url, options: .alwaysMapped)
            print(document[999_999])
            try FileHandle(forWritingTo: url).truncate(atOffset: 10)
            try FileManager.default.removeItem(at: url)
            fflush(nil)
            print(document[999_999])
            print("after")
            """)
        #expect(program.errors == 0)
        let printed = try program.run()
        #expect(printed.hasPrefix("7"))
        #expect(!printed.contains("after"))
        #expect(throws: (any Error).self) {
            try Data(
                contentsOf: URL(fileURLWithPath: "/dev/null"), options: .alwaysMapped)
        }
    }

    @Test("A reader finds the same lines, wherever its pieces of 65,536 bytes end")
    func aReaderOfLines() throws {
        for length in [65_534, 65_535, 65_536, 65_537, 200_000] {
            let long = String(repeating: "x", count: length)
            let text = "\(long)\n\nK\u{F6}lsch\n\(long)\u{F6}\nend"
            #expect(try lines(of: text) == text.components(separatedBy: "\n"))
        }
    }

    @Test("A line end at the end begins no other line; an empty file has none")
    func ends() throws {
        #expect(try lines(of: "") == [])
        #expect(try lines(of: "\n") == [""])
        #expect(try lines(of: "a\nb\n") == ["a", "b"])
        #expect(try lines(of: "a\nb") == ["a", "b"])
        #expect(try lines(of: "a\r\n\r\n") == ["a\r", "\r"])
    }

    @Test("For a String, \\r\\n is one Character; the decoder takes a \\r, and not nothing")
    func theLastLine() throws {
        let text = "a\r\n\nb"
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        #expect(lines.count == 3)
        #expect(Character("\u{2028}").isNewline)
        #expect(String(decoding: withoutReturn(Data("a\r".utf8)), as: UTF8.self) == "a")
        #expect(withoutReturn(Data("\r".utf8)).isEmpty)
        #expect(withoutReturn(Data()).isEmpty)
        #expect(
            try JSONDecoder().decode([String].self, from: Data("[\"a\u{2028}b\"]".utf8))
                == ["a\u{2028}b"])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([String: Double].self, from: Data("\r".utf8))
        }
    }

    @Test("An error of the file is thrown, and with try? it looks like the end")
    func errorOfTheFile() throws {
        let folder = try #require(FileHandle(forReadingAtPath: "/"))
        var reader = LineReader(folder)
        #expect(throws: (any Error).self, "A folder cannot be read as a file") {
            try reader.next()
        }
        #expect((try? reader.next()) == nil, "With try?, an error looks like the end")
    }

    @Test("A copied file is in memory, and a mapped one where somebody looked at it")
    func mappedMemory() async throws {
        let results = await StepResult.all(of: aMappedFile).compactMap(Self.number)
        try #require(results.count == 4)
        #expect(results[0] - results[1] >= 80, "Of a mapped file, one line is in memory")
        #expect(results[2] - results[1] >= 80, "All of a mapped file is in memory")
        if Toolchain.isSwift63OnLinux {
            #expect(results[3] - results[1] >= 80, "What is mapped if safe is copied on Linux")
        }
    }

    @Test("The peak of an array grows with the file, and the peak of lines does not")
    func peaks() async throws {
        let results = await StepResult.all(of: thePeakOfMemory).compactMap(Self.number)
        try #require(results.count == 4)
        #expect(results[1] - results[0] >= 90, "All bytes of the file are held, and more")
        #expect(results[3] - results[2] <= 10, "A piece is held, and not the file")
        #expect(results[0] > results[2])
    }

    @Test("The decoder gives nothing of an array that is torn; its whole lines can be read")
    func torn() throws {
        let array = launches(1...10).dropLast(5)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Launch].self, from: array)
        }
        let records = (1...10).map { launch($0) }.joined(separator: "\n").dropLast(5)
        let whole = try lines(of: String(records)).filter { line in
            (try? JSONDecoder().decode(Launch.self, from: Data(line.utf8))) != nil
        }
        #expect(whole.count == 9)
    }

    @Test("A process that fails is an error, and no number")
    func failedWork() {
        #expect(throws: (any Error).self) {
            try ChildWork.peakMemory(of: "what is in no line")
        }
    }

    @Test("No file of the lesson is left")
    func nothingIsLeft() throws {
        let folder = FileManager.default.temporaryDirectory.path
        let file = try temporaryFile(holding: Data("a".utf8))
        #expect(try file.readToEnd() == Data("a".utf8))
        // Other steps may be about to take the name of theirs away.
        var left: [String] = []
        for _ in 1...20 {
            left = try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { $0.hasPrefix("lesson-13-\(getpid())-") }
            if left.isEmpty { break }
            Thread.sleep(forTimeInterval: 0.05)
        }
        #expect(left == [])
    }

    // MARK: - Helpers

    private final class Flag: Sendable {
        let isSet = Mutex(false)
    }

    private static func number(of result: StepResult) -> Double? {
        if case .measurement(let number, _) = result.content { Double(number) } else { nil }
    }

    private func lines(of text: String) throws -> [String] {
        var reader = LineReader(try temporaryFile(holding: Data(text.utf8)))
        var lines: [String] = []
        while let line = try reader.next() {
            lines.append(String(decoding: line, as: UTF8.self))
        }
        return lines
    }
}
