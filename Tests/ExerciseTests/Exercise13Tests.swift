import ExerciseChecks
import ExerciseSupport
import Foundation
import Testing

import struct ExerciseChecks.MeasuredJob
import struct ExerciseChecks.Misconception
import struct Foundation.CocoaError
import class Foundation.FileManager
import struct Swift.Array
import struct Swift.Bool
import struct Swift.Character
import typealias Swift.Codable
import protocol Swift.CustomStringConvertible
import protocol Swift.Error
import protocol Swift.ExpressibleByStringLiteral
import struct Swift.KeyValuePairs
import enum Swift.Never
import protocol Swift.Sendable
import struct Swift.Set
import struct Swift.UInt64

@testable import Exercise13

// By name: a learner's own type of the same name is not meant.

@Suite("Exercise 13 · A year of trains", .serialized, .exercise)
struct Exercise13Tests: ExerciseSuite {
    private let oneLine = #"{ "train": "NT 40", "departs": "2025-03-30T22:40:00Z", "delay": 25 }"#

    /// Wants the same of the same call, made twice.
    private func expectSameAgain(_ answer: () throws -> some Equatable) throws {
        guard let first = try? answer() else { return }
        let second = try? answer()
        try expect(
            first == second,
            """
            It remembers something from an earlier call: the same call a second time gives \
            something else. Keep nothing outside of the function \(.aFileInPieces)
            """,
            [
                "First it gave:", "    \(first)",
                "Then: " + (second.map { "\n    \($0)" } ?? "an error"),
            ])
    }

    // MARK: - Task 1

    @Test("Task 1 · One line")
    func oneLineAlone() throws {
        let noStops: Misconception = """
            A line may have no stops, or anything in their place. Nobody needs the other keys, so \
            do not decode them \(.twoValuesOfForty)
            """
        let first = Swift.Result(catching: { try decodeRun(from: Data(oneLine.utf8)) })
        if case .failure(let error as DecodingError) = first, case .keyNotFound(let key, _) = error,
            key.stringValue == "stops"
        {
            _ = try read(oneLine, noStops, with: decodeRun)
        }
        let run = try read(
            oneLine,
            """
            A line is a JSON document of its own: one JSONDecoder call reads it \
            \(.aThousandSmallDecodes)
            """, with: decodeRun)
        try expectTypes(
            ("train", run.train, String.self), ("departs", run.departs, String.self),
            ("delay", run.delay, Int.self))
        let rest = #""stops": null, "crew": [1, "a"], "Delay": "x""#
        try readEach(
            [
                oneLine,
                #"{ "train": "", "departs": " 2025-03-30 T 24:10 ", "delay": -1500 }"#,
                #"{ "train": "nt \"Ö\" 7 ", "departs": "", "delay": 0 }"#,
                #"{ "departs": "tomorrow", "delay": 1440, "train": "0040" }"#,
                #"{ "train": "A", "departs": "2025-03-30T22:40:00.50+02:00#7", "delay": 1 }"#,
                #"{ "train": "B", "departs": "2025-03-30t20:40:00z", "delay": 1 }"#,
                #"{ "train": "C", "departs": "2025-03-30T22:40:00+02:00", "delay": 1 }"#,
            ],
            """
            Train and departs are the strings of the line, letter by letter and whatever they say: \
            do not check them here. delay is a whole number, negative or not \(.twoValuesOfForty)
            """
        ) { document in
            let run = try decodeRun(from: document)
            return ["train": run.train, "departs": run.departs, "delay": run.delay]
                as [String: Any?]
        }
        try readEach(
            [
                #"{ "train": "A", "departs": "B", "delay": 9007199254740993 }"#: "9007199254740993",
                #"{ "train": "A", "departs": "B", "delay": -9007199254740993 }"#:
                    "-9007199254740993",
            ],
            """
            A delay is an Int, small or large, so decode an Int: a Double loses the last digit of \
            a large number, and takes 12.5 too \(.floatDoubleOrDecimal)
            """
        ) { try decodeRun(from: $0).delay }
        try readEach(
            [
                "{ \(rest), \"train\": \"A\", \"departs\": \"B\", \"delay\": 1 }": #""A""#,
                #"{ "train": "C", "stops": [{ "a": 7 }], "departs": "B", "delay": 1 }"#: #""C""#,
                #"{ "train": "D", "stops": "none", "departs": "B", "delay": 1 }"#: #""D""#,
            ],
            """
            Nobody needs the other keys, stops among them, and Delay is another key than delay. A \
            property or a key strategy that reads one of them makes a line wrong that is right \
            \(.twoValuesOfForty)
            """
        ) { try decodeRun(from: $0).train }
        try refuseBrokenLines()
    }

    private func refuseBrokenLines() throws {
        for line in [
            #"{ "departs": "B", "delay": 7 }"#, #"{ "train": "A", "departs": "B", "delay": null }"#,
            #"{ "train": "A", "departs": "B", "delay": "7" }"#,
        ] {
            let found = Swift.Result(catching: { try decodeRun(from: Data(line.utf8)) })
            try endIfOpen { try found.get() }
            guard case .failure(let error) = found, !(error is DecodingError) else { continue }
            try fail(
                """
                The error has to be the decoder's own, which says what is wrong with which key. \
                Decode the line with JSONDecoder, take no values out of a dictionary by hand, and \
                let its error reach the caller \(.absentNullOrTheWrongType)
                """, ["It threw \(error). The document:"] + excerpt(of: line))
        }
        try probe(
            oneLine,
            rules: [.at("delay", .fraction, expect: .anyError)],
            """
            Each of the three keys has to be there with a value. A default value makes a run of a \
            line that is not one \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                A train and a departure are strings, and a delay is a whole number. Do not turn \
                another value into one \(.absentNullOrTheWrongType)
                """, with: decodeRun)
        var torn = Data(oneLine.utf8)
        torn[torn.startIndex + 12] = 0xFF
        if let run = try? decodeRun(from: torn) {
            try fail(
                """
                A line with a byte that is not UTF-8 is not JSON. A String in between puts another \
                letter in its place, and nobody hears of it \(.aFileInPieces)
                """, ["It returned \(run)."])
        }
        for line in [
            "{train: 'A', departs: 'B', delay: 7}",
            #"{ "train": "A", "departs": "B", "delay": +7 }"#,
            #"{ "train": "A", "departs": "B", "delay": 7 } // late"#,
        ] {
            try refuse(
                line,
                """
                \(line) is JSON5, and not JSON. A decoder refuses it, if you do not set \
                allowsJSON5 \(.notJSONAtAll)
                """, with: decodeRun)
        }
    }

    // MARK: - Task 2

    /// What a string with these lines should give: `3 ab` is line 3.
    private func text(_ lines: [Line]) -> [String] {
        lines.map { "\($0.number) \(text($0.bytes))" }
    }

    private func text(_ bytes: Data) -> String {
        String(validating: bytes, as: UTF8.self).map(Self.visible) ?? "bytes \(Array(bytes))"
    }

    /// A text in which the ends of lines that are not ASCII can be seen.
    private static func visible(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            !scalar.isASCII && scalar.properties.isWhitespace
                ? scalar.escaped(asASCII: true) : "\(scalar)"
        }.joined()
    }

    private func hex(_ bytes: Data) -> String {
        bytes.map { String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }

    /// A document, and the pieces in which a source gives it.
    private struct Given: ExpressibleByStringLiteral, CustomStringConvertible {
        let text: String
        var pieces = [Int.max]
        var end: String?

        init(stringLiteral text: String) { self.text = text }

        init(_ text: String, pieces: [Int], end: String? = nil) {
            self.text = text
            self.pieces = pieces
            self.end = end
        }

        var description: String {
            let sizes = pieces.map { "\($0)" }.joined(separator: ", ")
            // A separator of lines would be shown as a blank, and a byte order mark as nothing.
            let shown = text.debugDescription.unicodeScalars.map { scalar in
                scalar.properties.isWhitespace || scalar == "\u{FEFF}"
                    ? scalar.escaped(asASCII: true) : "\(scalar)"
            }
            return shown.joined() + (pieces == [.max] ? "" : " in pieces of \(sizes) bytes")
                + (end.map { ", with \($0) at the end," } ?? "")
        }
    }

    private let plain: KeyValuePairs<Given, [String]> = [
        "a\nbc\nd\n": ["1 a", "2 bc", "3 d"],
        "{\"a\": [1, 2]}\n{}\n": ["1 {\"a\": [1, 2]}", "2 {}"],
        "a\n": ["1 a"], "Köln\nKraków 🚆\n": ["1 Köln", "2 Kraków 🚆"],
        "same\nsame\nsame\n": ["1 same", "2 same", "3 same"],
    ]
    private let noEnd: KeyValuePairs<Given, [String]> = [
        "a\nb": ["1 a", "2 b"], "a": ["1 a"], "": [],
    ]
    private let windows: KeyValuePairs<Given, [String]> = [
        "a\r\nb\r\n": ["1 a", "2 b"], "a\r\nb\nc\r\nd": ["1 a", "2 b", "3 c", "4 d"],
    ]
    private let empty: KeyValuePairs<Given, [String]> = [
        "a\n\nb\n": ["1 a", "3 b"], "\n\na\n\n\n\nb\n\n": ["3 a", "7 b"], "\n": [], "\n\n\n": [],
        "\r\na\r\n\r\n\nb\r\n\r\n": ["2 a", "5 b"], "\r\n": [], "a\n\n\nz": ["1 a", "4 z"],
    ]
    private let blanks: KeyValuePairs<Given, [String]> = [
        "  \n a \n\t\n": ["1   ", "2  a ", "3 \t"], " ": ["1  "],
    ]
    /// What other rules for the ends of lines know as one.
    private let otherEnds: KeyValuePairs<Given, [String]> = [
        "a\u{2028}b\u{85}c\u{B}d\u{C}e\n": [visible("1 a\u{2028}b\u{85}c\u{B}d\u{C}e")],
        "a\rb\nc\r\n": ["1 a\rb", "2 c"], "\\n\\r\\n\n": ["1 \\n\\r\\n"],
        "a\n\0b\n": ["1 a", "2 \0b"],
    ]
    private let returns: KeyValuePairs<Given, [String]> = [
        "a\r\r\n\r\r\nb": ["1 a\r", "2 \r", "3 b"], "\n\r\r\r\nc\n": ["2 \r\r", "3 c"],
    ]
    private let marks: KeyValuePairs<Given, [String]> = [
        "\u{FEFF}a\nb\n": ["1: EF BB BF 61", "2: 62"],
        "a\n\u{FEFF}\n\u{FEFF}b": ["1: 61", "2: EF BB BF", "3: EF BB BF 62"],
    ]

    private func judge(_ answer: (Data) throws -> [Line]) throws {
        func parts(_ given: Given) throws -> [String] {
            text(try answer(Data(given.text.utf8)))
        }
        try expectEach(
            plain,
            "Each line has its number, from 1, and its bytes without the end \(.aFileInPieces)",
            of: parts)
        try expectEach(
            noEnd,
            """
            The last line may end with nothing, and it is a line all the same. After the last \
            "\\n" there is no line \(.theLastLine)
            """, of: parts)
        try expectEach(
            windows,
            """
            A line may end with "\\r\\n", also where other lines of the document end with "\\n". \
            Then "\\r" is not a part of the line \(.theLastLine)
            """, of: parts)
        try expectEach(
            empty,
            """
            A line with nothing in it is left out, but it counts: the next line has the number \
            that an editor shows \(.aBrokenLineHasANumber)
            """, of: parts)
        try expectEach(
            blanks,
            """
            A line of spaces is not empty, and spaces around a line are a part of it \(.theLastLine)
            """, of: parts)
        try expectEach(
            otherEnds,
            """
            "\\n" and "\\r\\n" end a line, and nothing else does: neither "\\r" alone nor what \
            Character.isNewline counts \(.theLastLine)
            """, of: parts)
        try expectBytesAsTheyAre(answer, parts: parts)
    }

    private func expectBytesAsTheyAre(
        _ answer: (Data) throws -> [Line], parts: (Given) throws -> [String]
    ) throws {
        let torn = Data([0x61, 0xC3, 0x0A, 0xFF, 0xFE, 0x0D, 0x0A, 0x80])
        let asTheyAre: Misconception = """
            The bytes of a line stay as they are, also where they are not UTF-8. A String in \
            between changes them \(.aFileInPieces)
            """
        let bytes = try value(asTheyAre) { try answer(torn) }
        try expectEqual(
            bytes.map { Array($0.bytes) }, [[0x61, 0xC3], [0xFF, 0xFE], [0x80]] as [[UInt8]],
            asTheyAre)
        try expectEach(
            returns,
            """
            Of several "\\r" before a "\\n", only the last one belongs to the end. The others are \
            a part of the line \(.theLastLine)
            """, of: parts)
        try expectEach(
            marks,
            """
            A byte order mark (EF BB BF) is a part of its line, also of line 1: bytes stay as they are
            """
        ) { given in
            try answer(Data(given.text.utf8)).map { "\($0.number): \(hex($0.bytes))" }
        }
    }

    private let long = Data("0123\nab\r\n\ncd\n789".utf8)
    private var slices: KeyValuePairs<Data, [String]> {
        [
            long[5..<14]: ["1 ab", "3 cd", "4 7"], long[5..<12]: ["1 ab", "3 cd"],
            long[4..<7]: ["2 ab"], long[9..<9]: [],
        ]
    }

    /// A process of its own for an answer that reads slices: a wrong index traps, and then the test
    /// can say why. In that process, this does the job and ends.
    private func jobWithSlices(
        _ test: String, _ work: () throws -> some Codable
    ) -> MeasuredJob {
        let job = MeasuredJob(
            test: "Exercise13Tests/\(test)", file: "slices", mostMemory: 64 << 20, seconds: 5)
        if MeasuredJob.parameter != nil {
            job.perform { _ in
            } _: { _ in
                try work()
            }
        }
        return job
    }

    @Test("Task 2 · The lines of a document", .mayTake(seconds: 30))
    func linesOfADocument() throws {
        let job = jobWithSlices("linesOfADocument") {
            try slices.map { text(try lines(of: $0.key)) }
        }
        try endIfOpen { try lines(of: Data("a\nb\n".utf8)) }
        try expectSameAgain { text(try lines(of: Data("a\nb".utf8))) }
        try judge(lines)
        try expectBytesOfTheirOwn()
        let ending: MeasuredJob.Ending<[[String]]> = try job.run(parameter: "slices")
        if case .ended(signal: _?) = ending {
            try fail(
                """
                It crashed when the document was a slice of a longer one. The first index of a \
                slice is not 0: begin at startIndex, and end at endIndex \(.whatASliceHolds)
                """)
        }
        try expectEach(
            slices,
            """
            A Data may be a slice of a longer one: its first index is startIndex, and not 0 \
            \(.whatASliceHolds)
            """
        ) { text(try lines(of: $0)) }
    }

    /// The document changes when its lines are known.
    private func expectBytesOfTheirOwn() throws {
        let comment: Misconception = """
            The document changes later, and a line changes with it: make its bytes with Data(…), and \
            not without a copy (bytesNoCopy) \(.whatASliceHolds)
            """
        let long = String(repeating: "ab", count: 50)
        var document = Data("\(long)\r\n\(long)".utf8)
        let found = try value(comment) { try lines(of: document) }
        for index in document.indices { document[index] = UInt8(ascii: "x") }
        try expectEqual(text(found), ["1 \(long)", "2 \(long)"], comment)
    }

    // MARK: - Task 3

    /// A source that counts what it is asked for.
    private final class CountingSource: RecordSource {
        private let document: Data
        /// How many bytes a piece may have, in turn.
        private let pieces: [Int]
        private let endsWithNil: Bool
        /// Whether a piece is a slice of the whole document.
        var givesSlices = false
        /// What it throws when so many bytes are given.
        var failure: (at: Int, error: any Error)?
        /// Whether it goes on after that error.
        var throwsOnce = false
        /// After so many questions, it throws.
        var mostAsks = Int.max
        private(set) var given = 0
        private(set) var asks = 0
        private(set) var mostAtOnce = 0
        var whenAsked: () -> Void = {}

        init(_ document: Data, pieces: [Int] = [.max], endsWithNil: Bool = true) {
            self.document = document
            self.pieces = pieces
            self.endsWithNil = endsWithNil
        }

        func read(upToCount count: Int) throws -> Data? {
            whenAsked()
            mostAtOnce = max(mostAtOnce, count)
            let piece = pieces[asks % pieces.count]
            asks += 1
            if let failure, given >= failure.at {
                if throwsOnce { self.failure = nil }
                throw failure.error
            }
            if asks > mostAsks { throw Unplugged() }
            let left = min(document.count, failure?.at ?? .max) - given
            let end = given + max(0, min(left, count, piece))
            defer { given = end }
            if end == given, endsWithNil { return nil }
            return givesSlices ? document[given..<end] : Data(document[given..<end])
        }
    }

    private struct Unplugged: Error, Equatable {}

    private func lineTexts(_ given: Given) throws -> [String] {
        let source = CountingSource(
            Data(given.text.utf8), pieces: given.pieces, endsWithNil: given.end != "no bytes")
        return text(try collect(source))
    }

    private func source(_ lines: [String]) -> CountingSource {
        CountingSource(Data(lines.joined(separator: "\n").utf8))
    }

    private func collect(_ source: CountingSource) throws -> [Line] {
        var lines: [Line] = []
        try forEachLine(of: source) { lines.append($0) }
        return lines
    }

    /// Half a million bytes in lines of any length.
    private var manyLines: Data {
        var data = Data()
        for number in 0..<2_000 {
            data += Data(String(repeating: "ab7", count: number * 7 % 160).utf8)
            data += Data("\(number)\n".utf8)
        }
        return data
    }

    private func linesOfSlices() throws -> [String] {
        let source = CountingSource(long, pieces: [5, 3])
        source.givesSlices = true
        return text(try collect(source))
    }

    @Test(
        "Task 3 · The lines of a source", .mayTake(seconds: 30),
        .neverEnds(
            """
            It was too slow, or never at the end of a source. At the end, a source gives nil or no \
            bytes, each time it is asked. Where a line is longer than a piece, search only what is \
            new, and copy what is left once for each piece \(.aReaderOfLines)
            """))
    func linesOfASource() throws {
        let job = jobWithSlices("linesOfASource", linesOfSlices)
        try endIfOpen { try collect(CountingSource(Data("a\nb\n".utf8))) }
        try expectSameAgain { text(try collect(CountingSource(Data("a\nb".utf8)))) }
        try judge { try collect(CountingSource($0)) }
        let names = [
            "Wien Hbf · Salzburg Hbf", "Graz Hbf · Zürich HB 1", "Brno hl.n. · Praha hl.n.",
        ]
        let named = names.enumerated().map { "\($0 + 1) \($1)" }
        try expectEach(
            [Given(names.joined(separator: "\n"), pieces: [.max]): named], keepsItsBytes,
            of: lineTexts)
        try expectEach(
            [
                Given("a\nb\n\nc", pieces: [2], end: "nil"): ["1 a", "2 b", "4 c"],
                Given("a\nb\n\nc", pieces: [2], end: "no bytes"): ["1 a", "2 b", "4 c"],
            ],
            """
            Fewer bytes than you asked for are not the end. At the end a source gives nil, or no \
            bytes: both are the end \(.aFileInPieces)
            """, of: lineTexts)
        let mixed = "Zürich\r\n\nŁódź 🚆\r\n\r\n{\"train\": \"NT 40\"}\nend"
        let inIt = ["1 Zürich", "3 Łódź 🚆", "5 {\"train\": \"NT 40\"}", "6 end"]
        try expectEach(
            [
                Given(mixed, pieces: [1]): inIt, Given(mixed, pieces: [2]): inIt,
                Given(mixed, pieces: [3, 1, 7]): inIt, Given(mixed, pieces: [8, 1, 1, 30]): inIt,
                Given(mixed, pieces: [4]): inIt,
            ],
            """
            A piece may end anywhere: within a line, within a letter, between "\\r" and "\\n". \
            What follows the last whole line waits for the next piece \(.aFileInPieces)
            """, of: lineTexts)
        try expectEach(
            [
                Given("a\rb\nc\r\n", pieces: [1]): ["1 a\rb", "2 c"],
                Given("a\rb\nc\r\n", pieces: [2]): ["1 a\rb", "2 c"],
                Given("a\r\r\nb\rc\r\n", pieces: [1]): ["1 a\r", "2 b\rc"],
                Given("a\r\r\nb\rc\r\n", pieces: [2]): ["1 a\r", "2 b\rc"],
                Given("a\r\r\nb\rc\r\n", pieces: [3]): ["1 a\r", "2 b\rc"],
            ],
            """
            A "\\r" at the end of a piece is not yet the end of a line: whether "\\n" follows, \
            only the next piece tells \(.theLastLine)
            """, of: lineTexts)
        try expectEach(
            [Given(names.joined(separator: "\n"), pieces: [50]): named], keepsItsBytes,
            of: lineTexts)
        let many = manyLines
        let kept = try value(keepsItsBytes) { try collect(CountingSource(many)) }
        let wanted = many.split(separator: UInt8(ascii: "\n")).map { Data($0) }
        let changed = zip(kept, wanted).first { $0.0.bytes != $0.1 }?.0
        try expect(
            changed == nil && kept.count == wanted.count, keepsItsBytes,
            [
                "The document has \(wanted.count) lines, and it gave \(kept.count)."
                    + (changed.map { " At the end, line \($0.number) had other bytes." } ?? "")
            ])
        try expectSlicesRead(job)
        try expectLittleWork()
        try expectLongLines()
        try expectErrorsOfTheSource()
        try expectErrorsOfBody()
        try expectErrorsOfOtherKinds()
    }

    private let keepsItsBytes: Misconception = """
        A line keeps its bytes, also when the next lines and pieces are there: it needs a Data of \
        its own \(.whatASliceHolds)
        """

    private func expectLongLines() throws {
        let long = Data(String(repeating: "é🚆x", count: 50_000).utf8)
        let around = Data("a\n".utf8) + long + Data("\nb\n".utf8)
        let longer = Data(String(repeating: "x", count: 2_000_000).utf8)
        let allOfThem: Misconception = """
            A line of two million bytes has all of them, in their order: there is no longest line \
            \(.aFileInPieces)
            """
        let lengths = try value(allOfThem) {
            try collect(CountingSource(longer + Data("\nb".utf8))).map(\.bytes.count)
        }
        try expectEqual(lengths, [longer.count, 1], allOfThem)
        let found = try value(allOfThem) { try collect(CountingSource(around)) }
        for pieces in [[Int.max], [5_000]] {
            let source = CountingSource(around, pieces: pieces)
            _ = try? collect(source)
            try expectSmallPieces(source, "A line of the document has \(long.count) bytes.")
        }
        try expectEqual(found.map(\.bytes.count), [1, long.count, 1], allOfThem)
        try expectEqual(found.dropFirst().first?.bytes == long, true, allOfThem)
    }

    /// Pieces are read that are slices.
    private func expectSlicesRead(_ job: MeasuredJob) throws {
        let slices: Misconception = """
            A piece may be a slice of a longer Data, and then its indices do not begin at 0, but \
            at startIndex \(.whatASliceHolds)
            """
        let ending: MeasuredJob.Ending<[String]> = try job.run(parameter: "slices")
        if case .ended(signal: _?) = ending { try fail(slices, ["It crashed."]) }
        try expectEqual(try linesOfSlices(), ["1 0123", "2 ab", "4 cd", "5 789"], slices)
    }

    private func expectErrorsOfTheSource() throws {
        for (place, whole) in [(0, []), (2, ["1 a"]), (4, ["1 a", "2 b"]), (5, ["1 a", "2 b"])] {
            let source = CountingSource(Data("a\nb\nhalf".utf8))
            source.failure = (place, Unplugged())
            var lines: [Line] = []
            let isThrown = threw(Unplugged()) { try forEachLine(of: source) { lines.append($0) } }
            try expect(
                isThrown,
                """
                When the source throws, its error should reach the caller: what was read is \
                not the whole document \(.aFileInPieces)
                """, ["It threw after \(place) bytes, and forEachLine did not."])
            try expect(
                text(lines) != whole + ["3 h"],
                """
                What follows the last "\\n" is a whole line only at the end of the document. \
                When the source throws, do not hand it to body \(.theLastLine)
                """,
                [
                    "The source threw after \(place) bytes of \"a\\nb\\nhalf\", and body had "
                        + "\(text(lines))."
                ])
            try expect(
                text(lines) == whole,
                """
                A line is whole as soon as its "\\n" is there. Call body then, before you ask \
                for more bytes: the next question may take long, or throw \(.aFileInPieces)
                """,
                [
                    "The source gave \(place) bytes of \"a\\nb\\nhalf\" and was asked again. By then, "
                        + "body should have had \(whole), and it had \(text(lines))."
                ])
            try expectNewStart(after: "the source")
        }
    }

    private func expectErrorsOfBody() throws {
        for place in 1...3 {
            let ending = place == 3 ? ", the last one, which ends with nothing," : ""
            let line = "line \(place)\(ending)"
            var calls = 0
            let isThrown = threw(Unplugged()) {
                try forEachLine(of: CountingSource(Data("a\nb\nc".utf8))) { _ in
                    calls += 1
                    if calls == place { throw Unplugged() }
                }
            }
            try expect(
                isThrown,
                "When body throws, its error should reach the caller",
                ["body threw at \(line) and forEachLine did not throw that error."])
            try expect(
                calls == place,
                "When body throws, it is not called again",
                ["body threw at \(line) and was called \(calls) times in all."])
            try expectNewStart(after: "body")
        }
    }

    /// A DecodingError of body is body's, and a source that has thrown is not asked again.
    private func expectErrorsOfOtherKinds() throws {
        let thrown = Swift.Result {
            try forEachLine(of: CountingSource(Data("a\nb\n".utf8))) { _ in
                throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "x"))
            }
        }
        try expect(
            (try? thrown.get()) == nil,
            "When body throws, its error should reach the caller, a DecodingError too",
            ["body threw a DecodingError, and forEachLine did not throw it."])
        let source = CountingSource(Data("a\nb".utf8), pieces: [2])
        source.failure = (2, Unplugged())
        source.throwsOnce = true
        try expect(
            threw(Unplugged()) { try forEachLine(of: source) { _ in } },
            """
            A source that has thrown is not asked again: whether to try it once more is for the \
            caller to say, who gets the error \(.aFileInPieces)
            """, ["It threw once and would have gone on, and forEachLine did not throw."])
    }

    private func expectNewStart(after thrower: String) throws {
        let found = text((try? collect(CountingSource(Data("x\ny".utf8)))) ?? [])
        try expect(
            found == ["1 x", "2 y"],
            """
            After a call in which \(thrower) threw, the next call is wrong. Keep nothing between \
            two calls: each begins with line 1 and without a rest \(.aFileInPieces)
            """, ["Of \"x\\ny\" the next call made \(found)."])
    }

    private func threw<Failure: Error & Equatable>(
        _ expected: Failure, _ answer: () throws -> some Any
    ) -> Bool {
        do { _ = try answer() } catch { return error as? Failure == expected }
        return false
    }

    private func expectLittleWork() throws {
        let document = manyLines
        let source = CountingSource(document)
        source.mostAsks = document.count / 1_000
        var handled = 0
        var mostHeld = 0
        let ending = Swift.Result {
            try forEachLine(of: source) { line in
                handled += line.bytes.count + 1
                mostHeld = max(mostHeld, source.given - handled)
            }
        }
        // Where it asks too often, the source throws.
        if case .failure(let error) = ending, source.asks <= source.mostAsks {
            try fail("It threw an error, and the document can be read to its end", ["\(error)"])
        }
        try expectWork(source, of: document.count, held: mostHeld, "forEachLine")
    }

    private func expectSmallPieces(_ source: CountingSource, _ situation: String) throws {
        try expect(
            source.mostAtOnce <= 65_536,
            """
            It asks for more than 65,536 bytes at once, so a large part of the document is in \
            memory: ask for the same number each time \(.thePeakOfMemory)
            """, ["\(situation) It asked for \(source.mostAtOnce) at once."])
    }

    /// - Parameter held: The most bytes that were read and not used.
    private func expectWork(
        _ source: CountingSource, of size: Int, held: Int, _ name: String, _ advice: String = ""
    ) throws {
        let facts = "The document has \(size) bytes."
        try expectSmallPieces(source, "\(facts) It was read by \(name).")
        try expect(
            source.asks <= size / 1_000,
            """
            It asks too often: 100,000 bytes may take 100 calls, and the call that finds the \
            end counts too \(.aFileInPieces)
            """,
            [
                "\(facts) They may take \(size / 1_000) calls. After so many, \(name) had "
                    + "\(source.given) bytes and asked again."
            ])
        try expect(
            held <= 131_072,
            """
            It reads far ahead. Use each line as soon as it is whole, before you ask for more: \
            that keeps memory small \(.thePeakOfMemory)
            """,
            ["\(facts) Of these, \(name) had read \(held) and not used them yet.\(advice)"])
    }

    // MARK: - Task 4

    private let wrongLines: [(line: String, fault: Fault)] = [
        ("{", .corrupted), ("   ", .corrupted), ("hello", .corrupted),
        ("{train: 'A', departs: 'B', delay: 7}", .corrupted),
        (#"{ "train": "A", "departs": "B", "delay": 7 } x"#, .corrupted),
        (#"{ "train": "A", "departs": "B", "delay": 7"#, .corrupted),
        (#"{ "train": "A", "departs": "B", "delay": 12.5 }"#, .corrupted),
        (#"{ "departs": "B", "delay": 7 }"#, .missing("train")),
        (#"{ "train": "A", "delay": 7, "Departs": "B" }"#, .missing("departs")),
        (#"{ "train": "A", "departs": "B" }"#, .missing("delay")),
        ("{}", .missing("")),
        (#"{ "train": 40, "departs": "B", "delay": 7 }"#, .wrongValue("train")),
        (#"{ "train": null, "departs": "B", "delay": 7 }"#, .wrongValue("train")),
        (#"{ "train": "A", "departs": ["B"], "delay": 7 }"#, .wrongValue("departs")),
        (#"{ "train": "A", "departs": null, "delay": 7 }"#, .wrongValue("departs")),
        (#"{ "train": "A", "departs": "B", "delay": "7" }"#, .wrongValue("delay")),
        (#"{ "train": "A", "departs": "B", "delay": null }"#, .wrongValue("delay")),
        (#"[{ "train": "A", "departs": "B", "delay": 7 }]"#, .wrongValue("")),
        ("null", .wrongValue("")), ("12", .wrongValue("")), (#""NT 40""#, .wrongValue("")),
    ]

    private func text(_ broken: [BrokenLine]) -> [String] {
        broken.map { "\($0.number) \($0.fault)" }
    }

    /// Documents of right lines (1), empty ones (0) and a wrong one (x).
    private let patterns = ["x", "1x", "x1", "1x1", "1x01x1", "0x", "xx", "1xx1", "01x0", "x0x"]

    private func document(_ pattern: String, _ wrong: String) -> String {
        let lines = pattern.enumerated().map { number, kind in
            switch kind {
            case "x": wrong
            case "0": ""
            // In no order but their own.
            default:
                """
                { "train": "NT \(number * 7 % 10)", "departs": "\(number * 3 % 7)", \
                "delay": \(delay(number)) }
                """
            }
        }
        return lines.joined(separator: "\n")
    }

    private func delay(_ number: Int) -> Int { [3, -1, 0, 9, -4, 7][number % 6] }

    private func places(_ kind: Character, in pattern: String) -> [Int] {
        pattern.enumerated().filter { $0.element == kind }.map(\.offset)
    }

    @Test("Task 4 · Broken lines")
    func brokenLines() throws {
        builds(on: 1, 3)
        let right = document("1101", "")
        let runs: Misconception =
            "Lines that are right are runs, in their order \(.aBrokenLineHasANumber)"
        let all = try value(runs) { try readRuns(of: CountingSource(Data(right.utf8))) }
        try expectEqual(all.runs.map(\.train), ["NT 0", "NT 7", "NT 1"], runs)
        try expectEqual(text(all.broken), [] as [String], numbered)
        try expectSameAgain {
            let found = try readRuns(of: CountingSource(Data((right + "\n{").utf8)))
            return found.runs.map(\.train) + text(found.broken)
        }
        let two: Misconception = """
            Two equal lines are two runs: each line that is right gives one \
            \(.aBrokenLineHasANumber)
            """
        let equal = try value(two) {
            try readRuns(of: source([1, 1, 2, 1].map { line($0, delay: 5) }))
        }
        try expectEqual(equal.runs.map(\.train), ["NT 1", "NT 1", "NT 2", "NT 1"], two)
        for pattern in patterns {
            for (wrong, fault) in wrongLines {
                let source = CountingSource(Data(document(pattern, wrong).utf8), pieces: [37])
                let (runs, broken) = try value(
                    """
                    A broken line stops nothing: report it and go on with the next one \
                    \(.aBrokenLineHasANumber)
                    """
                ) { try readRuns(of: source) }
                try expect(
                    !broken.isEmpty,
                    """
                    A line that is not a run is broken, and has to be reported \
                    \(.aBrokenLineHasANumber)
                    """,
                    [
                        "The line `\(wrong)` is \(fault), and nothing was reported."
                            + (wrong.contains { $0 != " " } ? "" : " Blanks are not empty.")
                    ])
                try expectEqual(
                    broken.map(\.number), places("x", in: pattern).map { $0 + 1 }, numbered)
                try expectEqual(
                    runs.map(\.delay), places("1", in: pattern).map(delay),
                    """
                    The lines that are right are kept, in their order, before and after a broken \
                    one \(.aBrokenLineHasANumber)
                    """)
                try expectFaults(fault, of: wrong, in: broken)
            }
        }
        let many = try value(everyOne) {
            try readRuns(of: source(Array(repeating: "{", count: 3_000)))
        }
        try expectEqual(many.broken.count, 3_000, everyOne)
        try expectErrorsOfTheSourceKept()
    }

    private let numbered: Misconception = """
        Every broken line is reported with its number, and no other. Empty lines count for it \
        \(.aBrokenLineHasANumber)
        """

    private let everyOne: Misconception = """
        Every broken line is reported, however many there are \(.aBrokenLineHasANumber)
        """

    private func expectFaults(
        _ expected: Fault, of wrong: String, in broken: [BrokenLine]
    ) throws {
        let misconception: Misconception =
            switch expected {
            case .corrupted:
                """
                dataCorrupted is .corrupted: the line is not JSON, or a number in it does not fit \
                \(.notJSONAtAll)
                """
            case .missing:
                "keyNotFound is .missing, with the key that the error carries \(.missingOrNull)"
            case .wrongValue:
                """
                typeMismatch and valueNotFound are .wrongValue, with the last key of the coding \
                path, or "" where the path is empty \(.matchCasesAndNeverTexts)
                """
            }
        for line in broken {
            // Which of three absent keys is missed first is the decoder's choice.
            if case .missing = line.fault, expected == .missing("") { continue }
            try expect(
                line.fault == expected, misconception,
                ["The line `\(wrong)` is \(expected), and not \(line.fault)."])
        }
    }

    private func expectErrorsOfTheSourceKept() throws {
        let document = Data((oneLine + "\n" + oneLine + "\n").utf8)
        for place in [0, 20, oneLine.utf8.count + 1] {
            let source = CountingSource(document)
            source.failure = (place, Unplugged())
            try expect(
                threw(Unplugged()) { try readRuns(of: source) },
                """
                An error of the source is not a broken line. It should reach the caller: catch \
                errors of the decoding alone \(.aBrokenLineHasANumber)
                """, ["The source threw after \(place) bytes, and readRuns did not."])
            let other = CountingSource(document)
            other.failure = (
                place, DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "torn"))
            )
            var isThrown = false
            if case .failure(is DecodingError) = Swift.Result(catching: { try readRuns(of: other) })
            {
                isThrown = true
            }
            try expect(
                isThrown,
                """
                An error of the source is not a broken line, also where it is a DecodingError. \
                Catch errors around decodeRun alone \(.aBrokenLineHasANumber)
                """, ["The source threw after \(place) bytes, and readRuns did not."])
        }
    }

    // MARK: - Task 5

    private struct NotADeparture: Error, Equatable {}

    /// The parsers of one call, which know the months of that call's departures.
    private final class Parsers {
        let months: [String: Int]
        private(set) var made = 0
        private(set) var asked: Set<String> = []
        var whenAsked: (String) -> Void = { _ in }
        var refusal: any Error = NotADeparture()

        init(_ months: [String: Int]) { self.months = months }

        func make() -> any ServiceDayParser {
            made += 1
            return Parser(parsers: self)
        }

        private struct Parser: ServiceDayParser {
            let parsers: Parsers

            func month(of departure: String) throws -> Int {
                parsers.asked.insert(departure)
                parsers.whenAsked(departure)
                guard let month = parsers.months[departure] else { throw parsers.refusal }
                return month
            }
        }
    }

    /// A departure of its own for each number, by night and by day.
    private func departure(_ number: Int) -> String {
        let month = number / 3 % 12 + 1
        let parts = [month, number % 28 + 1, number * 5 % 24, number / 60 % 60, number % 60]
        let texts = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }
        return "2025-\(texts[0])-\(texts[1])T\(texts[2]):\(texts[3]):\(texts[4])Z#\(number)"
    }

    /// - Parameter shift: Another operator's calendar, so that nobody can know the month without asking.
    private func parsers(_ count: Int, shift: Int) -> Parsers {
        var months: [String: Int] = [:]
        for number in 0..<count {
            months[departure(number)] = (number / 3 + (number % 5 == 0 ? 11 : 0) + shift) % 12 + 1
        }
        return Parsers(months)
    }

    private func run(_ number: Int) -> Run? {
        let line = """
            { "train": "NT \(number)", "departs": "\(departure(number))", "delay": \(number) }
            """
        return try? decodeRun(from: Data(line.utf8))
    }

    @Test("Task 5 · One parser for all")
    func oneParser() throws {
        let runs = try fromTask(1) {
            _ = try decodeRun(from: Data(oneLine.utf8))
            return (0..<1_000).compactMap { run($0) }
        }
        try endIfOpen {
            try months(of: Array(runs.prefix(2)), makeParser: parsers(2, shift: 0).make)
        }
        for (count, shift) in [(1, 0), (10, 0), (10, 4), (0, 0), (1_000, 3), (10, 7)] {
            let chosen = Array(runs.prefix(count).reversed()) + Array(runs.prefix(count / 2))
            let parsers = parsers(count, shift: shift)
            let found = try value(
                """
                The months are what a parser of this call says, of the departures as they are. One \
                of another call does not know them \(.whatAFormatterCosts)
                """
            ) { try months(of: chosen, makeParser: parsers.make) }
            let departures = chosen.map(\.departs)
            let expected = departures.map { parsers.months[$0] ?? 0 }
            try expect(
                found.count == expected.count,
                """
                Each run has its month in the result, also where several runs are in the same month \
                \(.whatAFormatterCosts)
                """, ["For \(expected.count) runs it gave \(found.count) months."])
            func named(_ months: [Int]) -> [String] {
                zip(departures, months).map { "\($0) → \($1)" }
            }
            try expectEqual(
                named(found), named(expected),
                found.sorted() == expected.sorted()
                    ? """
                    The months are in another order than the runs: the first month is that of the \
                    first run \(.whatAFormatterCosts)
                    """
                    : """
                    The months are what a parser of this call says, one for each run, in their \
                    order. The string alone does not tell the month: two departures of one day may \
                    belong to two months \(.whatAFormatterCosts)
                    """)
            try expect(
                parsers.made <= 1,
                """
                One parser is enough for all runs: to make one takes long, and to ask it is quick \
                \(.whatAFormatterCosts)
                """,
                [
                    "For \(chosen.count) runs it made \(parsers.made) parsers. The slow version "
                        + "makes \(chosen.count)."
                ])
        }
        // Number 997 departs by day, and 999 by night.
        for number in [997, 999] {
            let chosen = Array(runs.prefix(number + 1))
            let parsers = parsers(number, shift: 0)
            let isThrown = threw(NotADeparture()) {
                try months(of: chosen, makeParser: parsers.make)
            }
            try expect(
                isThrown,
                """
                When the parser throws, its error should reach the caller: a month too few is a \
                result that nobody can use \(.aBrokenLineHasANumber)
                """,
                [
                    "The parser refused the last of \(chosen.count) departures, "
                        + "\(departure(number)), and months(of:) did not throw that error."
                ])
        }
    }

    // MARK: - Task 6

    private func line(_ number: Int, delay: Int, rest: String = "") -> String {
        "{\"train\":\"NT \(number)\",\"departs\":\"\(departure(number))\",\"delay\":\(delay)\(rest)}"
    }

    private func expectSummary(
        _ found: Summary, runs: Int, refused: Int = 0, delays: [Int: Int], broken: [String]
    ) throws {
        try expectEqual(
            text(found.broken), broken,
            """
            Every line that is not a run is reported with its number and its fault; empty lines \
            count for the number. A departure that the parser refuses is a wrong value \
            \(.aBrokenLineHasANumber)
            """)
        try expect(
            refused == 0 || found.runs != runs + refused,
            """
            A run whose departure the parser refuses is broken, and does not count. Ask the parser \
            before you count \(.aBrokenLineHasANumber)
            """, ["It counted \(found.runs) runs. The parser refused \(refused) of them."])
        try expectEqual(
            found.runs, runs,
            found.runs > runs
                ? """
                A broken line does not count, and neither does a run whose departure the parser \
                refuses: ask the parser before you count \(.aBrokenLineHasANumber)
                """
                : """
                Every run counts once, the last line without an end too \(.theLastLine)
                """)
        try expectEqual(
            found.delayByMonth, delays,
            """
            The delays of a month are added up, those below 0 too, and a month without runs is not \
            there \(.whatAFormatterCosts)
            """)
    }

    @Test("Task 6 · A summary in one pass")
    func summaryInOnePass() throws {
        builds(on: 1, 3, 4)
        try endIfOpen {
            try summary(of: CountingSource(Data()), makeParser: parsers(1, shift: 0).make)
        }
        try expectSameAgain {
            try summary(
                of: self.source([line(0, delay: 10), "{"]), makeParser: parsers(1, shift: 0).make)
        }
        for shift in [0, 5, 2] {
            let document = [
                line(0, delay: 10), "", line(1, delay: -3) + "\r", "{", line(2, delay: -7),
                line(900, delay: 70), line(3, delay: 0) + "\r", "[]", line(3, delay: 4),
                #"{ "train": "A", "departs": "B", "delay": "7" }"#,
                #"{ "train": "A", "delay": 7 }"#,
                #"{ "train": "A", "departs": "B", "delay": 7 }"#, line(7, delay: 100_000),
            ]
            let parsers = parsers(8, shift: shift)
            var delays: [Int: Int] = [:]
            for (number, delay) in [(0, 10), (1, -3), (2, -7), (3, 0), (3, 4), (7, 100_000)] {
                delays[parsers.months[departure(number)] ?? 0, default: 0] += delay
            }
            for pieces in [[Int.max], [1], [13, 5]] {
                let source = CountingSource(
                    Data(document.joined(separator: "\n").utf8), pieces: pieces)
                let found = try value(
                    """
                    Broken lines and refused departures stop nothing: report them and go on \
                    \(.aBrokenLineHasANumber)
                    """
                ) { try summary(of: source, makeParser: parsers.make) }
                try expectAskedForEachRun(parsers, found)
                try expectSummary(
                    found, runs: 6, refused: 2, delays: delays,
                    broken: [
                        "4 corrupted", #"6 wrongValue("departs")"#, #"8 wrongValue("")"#,
                        #"10 wrongValue("delay")"#, #"11 missing("departs")"#,
                        #"12 wrongValue("departs")"#,
                    ])
            }
        }
        let many = try value(everyOne) {
            try summary(
                of: self.source(Array(repeating: "{", count: 3_000)),
                makeParser: parsers(1, shift: 0).make)
        }
        try expectEqual(many.broken.count, 3_000, everyOne)
        try expectSumsOfOneMonth()
        let torn = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "torn"))
        for error in [Unplugged(), torn] as [any Error] {
            let source = source([line(0, delay: 1), ""])
            source.failure = (20, error)
            let found = try? summary(of: source, makeParser: parsers(1, shift: 0).make)
            try expect(
                found == nil,
                """
                An error of the source should reach the caller, a DecodingError too: a summary of \
                half a year looks like one of a whole year \(.aBrokenLineHasANumber)
                """, ["The source threw after 20 bytes: \(error)"])
        }
        try expectLittleWorkOfASummary()
    }

    /// Wants the parsers to be asked for all runs among the 12 lines, where `found` has so many.
    private func expectAskedForEachRun(_ parsers: Parsers, _ found: Summary) throws {
        guard found.runs + found.broken.count == 12 else { return }
        for departure in [0, 1, 2, 3, 7, 900].map(departure) {
            try expect(
                parsers.asked.contains(departure),
                """
                Ask the parser for each run, by day too. It may know another month than the string \
                shows, or refuse the departure \(.whatAFormatterCosts)
                """, ["It did not ask the parser for \(departure)."])
        }
    }

    private func expectSumsOfOneMonth() throws {
        try expectMonth(
            [1, 1, 2, 1], [5, 5, -2, 5],
            """
            Two equal lines are two runs: each of them counts, and its delay too \
            \(.aBrokenLineHasANumber)
            """)
        for delays in [[0], [0, 0], [5, -5]] {
            try expectMonth(
                Array([1, 2].prefix(delays.count)), delays,
                """
                A month with runs is in delayByMonth, also where their delays add up to 0
                """)
        }
        let parsers = parsers(1, shift: 0)
        parsers.refusal = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "x"))
        let whatever: Misconception = """
            Whatever the parser throws, the fault is .wrongValue("departs"), also where its error \
            looks like one of the decoder \(.aBrokenLineHasANumber)
            """
        let refused = try value(whatever) {
            try summary(of: source([line(1, delay: 5)]), makeParser: parsers.make)
        }
        try expectEqual(text(refused.broken), [#"1 wrongValue("departs")"#], whatever)
    }

    /// - Parameter numbers: Those of departures that are in the month of departure 1.
    private func expectMonth(
        _ numbers: [Int], _ delays: [Int], _ comment: Misconception
    ) throws {
        let lines = zip(numbers, delays).map { line($0, delay: $1) }
        let parsers = parsers(3, shift: 1)
        let found = try value(comment) {
            try summary(of: source(lines), makeParser: parsers.make)
        }
        try expectEqual(found.runs, numbers.count, comment)
        let month = parsers.months[departure(1)] ?? 0
        try expectEqual(found.delayByMonth, [month: delays.reduce(0, +)], comment)
    }

    private func expectLittleWorkOfASummary() throws {
        let count = 2_000
        let parsers = parsers(count, shift: 1)
        let rest = ",\"stops\":\"\(String(repeating: "Wien Hbf, ", count: 60))\""
        var document = Data()
        var ends: [String: Int] = [:]
        /// For the end of each line, the end of the line after it.
        var following: [Int: Int] = [:]
        for number in 0..<count {
            let start = document.count
            document += Data((line(number, delay: 1, rest: rest) + "\n").utf8)
            ends[departure(number)] = document.count
            following[start] = document.count
        }
        let source = CountingSource(document)
        source.mostAsks = document.count / 1_000
        var used = 0
        var mostHeld = 0
        var waiting: String?
        parsers.whenAsked = { used = max(used, ends[$0] ?? 0) }
        source.whenAsked = {
            mostHeld = max(mostHeld, source.given - used)
            if waiting == nil, let end = following[used], end <= source.given {
                waiting = "a line ended at byte \(end), and \(source.given) bytes were read."
            }
        }
        var found: Summary?
        do { found = try summary(of: source, makeParser: parsers.make) } catch {
            // The counts tell why.
        }
        try expectWork(
            source, of: document.count, held: mostHeld, "summary(of:)",
            " Does it keep the runs, or not ask the parser for each?")
        try expect(
            waiting == nil,
            """
            Keep no run for later: ask the parser for each run whose line is whole before you ask \
            the source for more bytes \(.thePeakOfMemory)
            """,
            [
                "When it asked for more, \(waiting ?? "") It had not asked the parser for that "
                    + "run."
            ])
        try expectEqual(found?.runs, count, "Every line is a run here")
        try expect(
            parsers.made <= 1,
            """
            One parser is enough for the whole document. Make it once, and keep it for all lines \
            \(.whatAFormatterCosts)
            """,
            [
                "For \(count) runs it made \(parsers.made) parsers. The slow version makes "
                    + "\(count)."
            ])
        try expectOneParserAfterRefusals()
    }

    private func expectOneParserAfterRefusals() throws {
        let refusing = parsers(2, shift: 1)
        let numbers = [5, 0, 6, 7, 1]
        _ = try? summary(
            of: source(numbers.map { line($0, delay: 1) } + ["{", line(0, delay: 2)]),
            makeParser: refusing.make)
        try expect(
            refusing.made <= 1,
            """
            After a refused departure or a broken line, go on with the parser that you have. \
            Do not make a new one \(.whatAFormatterCosts)
            """,
            ["3 departures were refused, 1 line was broken. It made \(refusing.made) parsers."])
    }

    // MARK: - Task 7

    /// A file of 200 MB, another one for each seed.
    private struct Year {
        /// What is expected of it.
        var runs = 0
        var delays: [Int: Int] = [:]
        var broken: [String] = []

        private var number = 0
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        /// SplitMix64, as Steele, Lea and Flood describe it in "Fast Splittable Pseudorandom Number
        /// Generators" (OOPSLA 2014).
        private mutating func random(below bound: UInt64) -> Int {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((bits ^ (bits >> 31)) % bound)
        }

        /// - Parameters:
        ///   - block: Lines that are repeated, with what they add up to.
        ///   - isWhole: Whether it has 200 MB, and not a hundredth of it.
        ///   - write: Takes the next bytes of the file. Nil to know only what is expected.
        mutating func make(
            _ block: (bytes: Data, runs: Int, delays: [Int: Int]), isWhole: Bool,
            write: (Data) throws -> Void
        ) rethrows {
            for round in 0..<(isWhole ? 200 : 2) {
                for _ in 0..<random(below: isWhole ? 3 : 9) { try wrongLine(round, write: write) }
                try write(block.bytes)
                number += block.runs
                runs += block.runs
                for (month, delay) in block.delays { delays[month, default: 0] += delay }
                // One line is longer than most programs expect.
                if round == (isWhole ? 100 : 1) {
                    number += 1
                    runs += 1
                    let long = String(repeating: "{},", count: 100_000)
                    try write(Data("{\"stops\":[\(long){}],\"train\":\"NT 1\",".utf8))
                    try write(Data("\"departs\":\"x\",\"delay\":-5}\r\n".utf8))
                    delays[12, default: 0] -= 5
                }
            }
            number += 1
            runs += 1
            delays[12, default: 0] += 1
            try write(Data(#"{ "train": "NT 9", "departs": "x", "delay": 1 }"#.utf8))
        }

        private mutating func wrongLine(_ round: Int, write: (Data) throws -> Void) rethrows {
            number += 1
            switch random(below: 5) {
            case 0: try write(Data("\n".utf8))
            case 1:
                broken.append("\(number) corrupted")
                try write(Data("{\"train\":\"NT \(round)\",\n".utf8))
            case 2:
                broken.append("\(number) missing(\"delay\")")
                try write(Data("{\"train\":\"NT 1\",\"departs\":\"x\"}\r\n".utf8))
            case 3:
                broken.append("\(number) wrongValue(\"departs\")")
                try write(Data("{\"train\":\"NT 1\",\"departs\":\"y\",\"delay\":5}\n".utf8))
            default:
                broken.append("\(number) wrongValue(\"delay\")")
                try write(Data("{\"train\":\"NT 1\",\"departs\":\"x\",\"delay\":null}\n".utf8))
            }
        }
    }

    /// What the other process tells of a summary.
    private struct Found: Codable, Sendable {
        let runs: Int
        let delays: [Int: Int]
        let broken: [String]
        let parsers: Int
    }

    private let stops = """
        {"station":"Zürich HB","arrives":"2025-03-30T22:40:00Z","platform":12,"berths":[2,4,6]},\
        {"station":"Győr","arrives":"2025-03-31T04:05:00Z","platform":3,"berths":[]},
        """

    /// A million bytes of lines, each with a long list that nobody needs. The name of a train is long
    /// too, so that it shows who keeps the runs.
    private func block(_ months: [String: Int]) -> (bytes: Data, runs: Int, delays: [Int: Int]) {
        let stops = String(repeating: stops.filter { $0 != "\n" }, count: 11) + "{}"
        let name = String(repeating: "NT ", count: 700)
        let tail = Data(",\"stops\":[\(stops)]}\r\n".utf8)
        var bytes = Data()
        var delays: [Int: Int] = [:]
        for number in 0..<256 {
            let delay = number % 90 - 20
            let head = "{\"train\":\"\(name)\",\"departs\":\"\(departure(number))\",\"delay\":"
            bytes += Data("\(head)\(delay)".utf8)
            bytes += tail
            delays[months[departure(number)] ?? 0, default: 0] += delay
        }
        return (bytes, 256, delays)
    }

    /// - Parameter isWhole: Whether it reads 200 MB, and not a hundredth of it. What is too slow or
    ///   never ends is found there first.
    private func job(isWhole: Bool) -> MeasuredJob {
        MeasuredJob(
            test: "Exercise13Tests/fileOf200MB", file: "year.ndjson", mostMemory: 64 << 20,
            seconds: isWhole ? 60 : 2)
    }

    private var yearParsers: Parsers {
        Parsers(parsers(256, shift: 3).months.merging(["x": 12]) { $1 })
    }

    /// Does what ``fileOf200MB()`` wants to know, in a process of its own.
    private func sumUpYear(_ seed: UInt64, isWhole: Bool) -> Never {
        let parsers = yearParsers
        job(isWhole: isWhole).perform { file in
            guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
                throw CocoaError(.fileWriteUnknown)
            }
            let handle = try FileHandle(forWritingTo: file)
            var year = Year(seed: seed)
            try year.make(block(parsers.months), isWhole: isWhole) {
                try handle.write(contentsOf: $0)
            }
            try handle.close()
        } _: { file in
            let found = try summary(ofFileAt: file, makeParser: parsers.make)
            return Found(
                runs: found.runs, delays: found.delayByMonth, broken: text(found.broken),
                parsers: parsers.made)
        }
    }

    @Test("Task 7 · A file of 200 MB")
    func smallFiles() throws {
        builds(on: 1, 3, 4, 6)
        try endIfOpen { try sumUp("") }
        for shift in [0, 4] {
            let found = try value(toTheEnd) {
                try sumUp("\(line(3, delay: 12))\n\n{\n\(line(7, delay: -5))", shift: shift)
            }
            let months = parsers(8, shift: shift).months
            var delays: [Int: Int] = [:]
            delays[months[departure(3)] ?? 0, default: 0] += 12
            delays[months[departure(7)] ?? 0, default: 0] -= 5
            try expectSummary(
                found, runs: 2, delays: delays, broken: ["3 corrupted"])
        }
        _ = try value(
            """
            A file may have blanks, signs and any letters in its name. path() writes some of them \
            with a "%". A file handle can take the URL itself
            """
        ) { try sumUp(line(3, delay: 12), in: "a year, 100%25 März.ndjson") }
        let nothing = try value(toTheEnd) { try sumUp("") }
        try expectSummary(nothing, runs: 0, delays: [:], broken: [])
        try expectNoSummary(
            ofFileAt: "nothing-is-here.ndjson",
            """
            A file that is not there is an error. An empty summary would say that no train ran \
            \(.aFileInPieces)
            """)
        try expectNoSummary(
            ofFileAt: ".",
            """
            "." is a directory and cannot be read. A call to read that fails is an error, and not \
            the end of the file \(.aFileInPieces)
            """)
        try expectClosed()
    }

    /// Wants a file to be closed, whether it can be read or not.
    private func expectClosed() throws {
        for (words, path) in [("can be read", "small.ndjson"), ("cannot be read", ".")] {
            let before = openFiles
            for _ in 0..<10 {
                if path == "." {
                    let folder = URL(fileURLWithPath: path).absoluteURL
                    _ = try? summary(ofFileAt: folder, makeParser: parsers(1, shift: 0).make)
                } else {
                    _ = try? sumUp(line(3, delay: 12))
                }
            }
            try expect(
                openFiles - before < 10,
                """
                A file stays open. Close it also where something throws \(.aFileInPieces)
                """, ["Of 10 files of which each \(words), \(openFiles - before) are still open."])
        }
    }

    private var openFiles: Int { (0..<1_024).count { fcntl($0, F_GETFD) != -1 } }

    private let toTheEnd: Misconception = """
        A file is read to its end, a small one and an empty one too. An empty file has no lines, \
        and is not an error \(.theLastLine)
        """

    private func expectNoSummary(ofFileAt path: String, _ comment: Misconception) throws {
        let url = URL(fileURLWithPath: path).absoluteURL
        let found = try? summary(ofFileAt: url, makeParser: parsers(1, shift: 0).make)
        let shown = found.map { "\($0)" } ?? "nothing"
        try expect(found == nil, comment, ["For \(path) it returned \(shown)."])
    }

    @Test("Task 7 · A file of 200 MB", .mayTake(seconds: 150))
    func fileOf200MB() throws {
        builds(on: 1, 2, 3, 4, 5, 6, 7)
        if let seed = MeasuredJob.parameter.flatMap({ UInt64($0) }) {
            // An odd one is the whole year.
            sumUpYear(seed, isWhole: seed % 2 == 1)
        }
        try endIfOpen {
            let nowhere = URL(fileURLWithPath: "nothing-is-here.ndjson")
            return try summary(ofFileAt: nowhere, makeParser: yearParsers.make)
        }
        // A file of this size is not made for an answer that is known to be wrong.
        try waitForEarlierTasks()
        try expectYear(isWhole: false)
        try expectYear(isWhole: true)
    }

    private func expectYear(isWhole: Bool) throws {
        let seed = UInt64.random(in: 1...1_000_000) * 2 + (isWhole ? 1 : 0)
        var year = Year(seed: seed)
        year.make(block(yearParsers.months), isWhole: isWhole) { _ in }
        let ending: MeasuredJob.Ending<Found> = try job(isWhole: isWhole).run(parameter: "\(seed)")
        let file = isWhole ? "a file of 200 MB" : "a file of 2 MB"
        switch ending {
        case .returned(let found, _):
            let wholeFile: Misconception = """
                The summary of \(file) is another one than that of its lines: read all of it, by \
                the rules of task 6 \(.aFileInPieces)
                """
            try expectEqual(found.runs, year.runs, wholeFile)
            try expectEqual(found.broken, year.broken, wholeFile)
            try expectEqual(found.delays, year.delays, wholeFile)
            try expectEqual(found.parsers, 1, wholeFile)
        case .threw(let error):
            try fail("It threw an error, and \(file) can be read", [error])
        case .outOfMemory:
            try fail(
                """
                It needed more than 64 MB of memory for \(file), so it was stopped. Which value \
                grows with the file: the file itself, a list of lines or of runs, or a buffer whose \
                used part stays? \(.whatASliceHolds)
                """, Self.pools)
        case .outOfTime:
            try fail(
                """
                It was too slow for a file of 200 MB, or never at its end, so it was stopped. Look \
                at no byte twice, copy what is left once for each piece and not for each line, and \
                look for a faster way to find the ends of lines \(.whatASliceHolds)
                """, ["For \(file), it may take \(isWhole ? 60 : 2) seconds of work."])
        case .ended(let signal):
            try fail(
                """
                It ended the program in the middle of \(file). Does an index or a number only fit a \
                small file?
                """, [signal.map { "It was ended by signal \($0)." } ?? "Is there an exit()?"])
        case .notDone(let reason):
            try fail("The check could not read \(file) in a process of its own", [reason])
        }
    }

    /// What else memory may be needed for on a Mac.
    private static var pools: [String] {
        #if canImport(ObjectiveC)
            [
                "On a Mac, what FileHandle gives may stay in memory until the end of a pool: put the "
                    + "inside of the loop into autoreleasepool { … }."
            ]
        #else
            []
        #endif
    }

    private func sumUp(
        _ document: String, shift: Int = 0, in name: String = "small.ndjson"
    ) throws -> Summary {
        let file = URL(fileURLWithPath: name).absoluteURL
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(document.utf8).write(to: file)
        return try summary(ofFileAt: file, makeParser: parsers(8, shift: shift).make)
    }
}
