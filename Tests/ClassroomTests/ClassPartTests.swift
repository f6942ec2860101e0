import Foundation
import Testing

@testable import Classroom
@testable import Judging

@Suite("A class in parts")
struct ClassPartTests {
    private let names = (0..<7).map { "Pupil \($0)" }

    private func results(of part: PartNumber, strayFiles: [String] = []) -> ClassResults {
        ClassResults(
            exercises: [.init(number: "05", tasks: [.init(number: 1, title: "Task 1 · A")])],
            pupils: names,
            rows: part.elements(of: names).map {
                .init(pupil: $0, outcomes: [.notJudged("\($0)")])
            },
            strayFiles: strayFiles)
    }

    private func parts(_ count: Int) -> [(name: String, part: ClassPart)] {
        (1...count).map { number in
            let part = PartNumber(number, of: count)
            return ("part-\(number).json", ClassPart(number: part, results: results(of: part)))
        }
    }

    private func refusal(_ parts: [(name: String, part: ClassPart)]) -> String? {
        #expect(throws: CommandFailure.self) { try ClassPart.joined(parts) }?.description
    }

    @Test("The numbers of parts", arguments: ["3/10", "1/1", "10/10"])
    func numbers(_ text: String) {
        #expect(PartNumber(text)?.description == text)
    }

    @Test("What is no number of a part", arguments: ["", "3", "0/3", "4/3", "1/0", "a/b", "-1/3"])
    func noNumbers(_ text: String) {
        #expect(PartNumber(text) == nil)
    }

    @Test("Parts in any order are the whole class again", arguments: [1, 2, 3, 7, 9])
    func joined(_ count: Int) throws {
        let joined = try ClassPart.joined(parts(count).reversed())
        #expect(joined.rows.map(\.pupil) == names)
        #expect(joined.rows.map(\.outcomes) == results(of: .whole).rows.map(\.outcomes))
    }

    @Test("A missing, a doubled and a foreign part are named")
    func incomplete() {
        var some = parts(4)
        some.remove(at: 2)
        #expect(refusal(some)?.hasPrefix("A part is missing: 3/4. swift run classroom") == true)
        some.remove(at: 0)
        #expect(refusal(some)?.hasPrefix("Parts are missing: 1/4, 3/4. ") == true)
        let double = parts(2) + [("copy.json", parts(2)[1].part)]
        #expect(
            refusal(double) == "Part 2/2 is there twice: part-2.json and copy.json. Leave one out.")
        let second = PartNumber(2, of: 2)
        let foreign = ClassPart(number: second, results: results(of: second, strayFiles: ["a"]))
        #expect(
            refusal([parts(2)[0], ("b.json", foreign)])?.hasPrefix("b.json is not a part of")
                == true)
        #expect(refusal([parts(2)[0], parts(3)[1]])?.hasPrefix("part-2.json is not a") == true)
    }

    @Test("A file is read as it was written, and a broken one is named")
    func files() throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("part-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let part = parts(3)[1].part
        try part.write(to: file)
        #expect(try ClassPart(from: file).results.rows.map(\.pupil) == ["Pupil 1", "Pupil 4"])
        let whole = try Data(contentsOf: file)
        var short = part.results
        short.rows.removeLast()
        try ClassPart(number: part.number, results: short).write(to: file)
        let text = String(decoding: whole, as: UTF8.self)
        let numbers = ["0", "-1", "1", "9223372036854775807"].map {
            Data(text.replacing("\"count\":3", with: "\"count\":\($0)").utf8)
        }
        let broken =
            numbers + [
                Data(), whole.prefix(whole.count / 2), Data("{}".utf8), try Data(contentsOf: file),
            ]
        for data in broken {
            try data.write(to: file)
            let error = #expect(throws: CommandFailure.self) { try ClassPart(from: file) }
            #expect(error?.description.hasPrefix("\(file.lastPathComponent) is broken") == true)
        }
    }

    @Test(
        "A part needs a file, and is no report",
        arguments: [
            ["--part", "3"], ["--part", "1/2"], ["--part", "1/2", "--results", "/nowhere/a.json"],
            ["--part", "1/2", "--csv", "a.csv"],
        ])
    func refused(_ options: [String]) async {
        #expect(await ClassroomProgram.program.run(["judge", "/tmp"] + options) == 64)
        #expect(await ClassroomProgram.program.run(["report", "/nowhere/part.json"]) == 1)
    }
}
