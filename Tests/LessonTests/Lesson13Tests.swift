import Foundation
import Synchronization
import Testing

@testable import Lesson13

/// What the lesson says about time is shown by its own measurements, and not asserted here: the
/// machines that run tests are shared. What is counted is asserted: values made, bytes held, lines.
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
            #expect(decoded.map(\.flight_number) == Array(1...count))
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
        let (one, none) = (JSONDecoder(), JSONDecoder())
        one.dateDecodingStrategy = .formatted(formatterOfLesson03())
        none.dateDecodingStrategy = .iso8601
        let read = try one.decode([Date].self, from: dates(100))
        #expect(read.count == 100)
        #expect(try none.decode([Date].self, from: dates(100)) == read)
        #expect(Set(read) == [Date(timeIntervalSince1970: 1_532_238_600)])
    }

    @Test(
        "A type of forty keys refuses a number that a type of two keys does not look at",
        .swift63OnLinux)
    func twoKeysOfForty() throws {
        let odd = Data(#"{"flight_number": 65, "mission_name": "", "t1": 01}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(All.self, from: odd) }
        #expect(throws: (any Error).self) { try JSONSerialization.jsonObject(with: odd) }
        let document = launches(1...2, with: temperatures)
        let all = try JSONDecoder().decode([All].self, from: document)
        #expect(all.map(\.t38) == [38.5, 38.5])
        #expect(all.map(\.t1) == [1.5, 1.5])
        #expect(Mirror(reflecting: all[0]).children.count == 40)
    }

    @Test("A value that nobody asked for, and that has no end, is an error: each byte is looked at")
    func everyByte() {
        let torn = Data(#"{"flight_number": 65, "mission_name": "?", "t1": [1}"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Two.self, from: torn) }
    }

    @Test("By hand, JSONSerialization gives the same two values of each launch")
    func withoutCodable() throws {
        let hand = try byHand(launches(1...100, with: temperatures))
        #expect(hand.map(\.flight_number) == Array(1...100))
        #expect(hand.last?.mission_name == "Telstar 100V")
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

    @Test("memchr counts from a slice's beginning, firstIndex(of:) does not; no line end is nil")
    func theEndOfALine() {
        #expect(lengthOfLine(Data()) == nil)
        #expect(lengthOfLine(Data("abc".utf8)) == nil)
        #expect(lengthOfLine(Data("\n".utf8)) == 0)
        let slice = Data("abc\nde\n".utf8)[4...]
        #expect(slice.firstIndex(of: 10) == 6)
        #expect(lengthOfLine(slice) == 2)
    }

    @Test("In a release build too, a search in steps takes many times as long", .swift63OnLinux)
    func theEndOfALineInARelease() throws {
        let program = try SwiftProgram(
            """
            import Foundation
            let line = Data((String(repeating: "x", count: 100_000) + "\\n").utf8)
            func shortest(_ search: () -> Bool) -> Duration {
                (1...15).map { _ in ContinuousClock().measure { _ = search() } }.min() ?? .zero
            }
            let steps = shortest { line.firstIndex(of: 10) == 100_000 }
            let whole = shortest { line.withUnsafeBytes { memchr($0.baseAddress!, 10, $0.count) } != nil }
            print(steps / whole > 100)
            """)
        #expect(program.errors == 0)
        #expect(try program.run(["-O"]) == "true\n")
    }

    @Test("A reader finds the same lines, whatever the size of its pieces")
    func aReaderOfLines() throws {
        for size in [1, 2, 7, 64, 1000] {
            let long = String(repeating: "x", count: 500)
            let text = "a\n\nLawnmower\nK\u{F6}lsch\n\(long)\nend"
            let lines = try lines(of: text, pieceSize: size)
            #expect(lines == text.components(separatedBy: "\n"), "in pieces of \(size)")
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
        var reader = LineReader(file: folder)
        #expect(throws: (any Error).self, "A folder cannot be read as a file") {
            try reader.next()
        }
        #expect((try? reader.next()) == nil, "With try?, an error looks like the end")
    }

    @Test("The peak of an array grows with the file, and the peak of lines does not")
    func thePeakOfMemory() throws {
        let program = try peak(.nothing, megabytes: 10)
        let array = try peak(.array, megabytes: 100)
        let lines = try peak(.lines, megabytes: 100)
        #expect(array - program > 100, "All bytes of the file are held, and more")
        #expect(lines - program < 10, "A few pieces are held, and not the file")
        #expect(lines < array / 2)
        #expect(try peak(.array, megabytes: 10) > peak(.lines, megabytes: 10))
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
    func failedWork() throws {
        let file = try file(holding: Data("no JSON".utf8))
        #expect(throws: (any Error).self) {
            try ChildWork.peakMemory(of: .array, on: file)
        }
    }

    @Test("A file of the lesson has no name")
    func nothingIsLeft() throws {
        let folder = FileManager.default.temporaryDirectory.path
        let file = try file(holding: Data("a".utf8))
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

    private func lines(of text: String, pieceSize: Int = 64) throws -> [String] {
        var reader = LineReader(file: try file(holding: Data(text.utf8)), pieceSize: pieceSize)
        var lines: [String] = []
        while let line = try reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        return lines
    }
}
