import ExerciseChecks
import Foundation
import Testing

@testable import Exercise09

@Suite("Exercise 09 · Disruptions", .serialized, .exercise)
struct Exercise09Tests: ExerciseSuite {
    @Test("Task 1 · Name the error")
    func nameTheError() throws {
        let missing = try nameOfFault {
            try decodeNotice(#"{"minutes":5,"link":"https://a.example"}"#)
        }
        #expect(
            missing == .missingKey("train"),
            """
            A missing key is named by its own case, with the key. The first catch that fits is \
            taken, so the general ones come last (lesson 09, Match cases and never texts)
            """
        )
        let another = try nameOfFault {
            try decodeNotice(#"{"train":"A","link":"https://a.example"}"#)
        }
        #expect(
            another == .missingKey("minutes"),
            """
            Here another key is missing: its name comes with the error \
            (lesson 09, Match cases and never texts)
            """
        )
        let null = try nameOfFault {
            try decodeNotice(#"{"train":"A","minutes":null,"link":"https://a.example"}"#)
        }
        #expect(
            null == .null,
            """
            A null is not an absent key: the key is there, and the document says that it has no \
            value (lesson 09, Missing or null)
            """
        )
        let wrongType = try nameOfFault {
            try decodeNotice(#"{"train":"A","minutes":"5","link":"https://a.example"}"#)
        }
        #expect(
            wrongType == .wrongType,
            "A text in place of a number is a wrong type (lesson 09, Wrong type or wrong value)"
        )
        let badLink = try nameOfFault { try decodeNotice(#"{"train":"A","minutes":5,"link":""}"#) }
        #expect(
            badLink == .corrupted,
            """
            The link is a text, as it should be, and no link: dataCorrupted (lesson 09, Wrong type \
            or wrong value)
            """
        )
        let pages = ["<html><body>keyNotFound</body></html>", "", #"{"train":"#]
        for page in pages {
            let found = try nameOfFault { try decodeNotice(page) }
            #expect(
                found == .corrupted,
                "A document that is not JSON is dataCorrupted (lesson 09, Not JSON at all)"
            )
        }
        let unwritable = try nameOfFault { _ = try JSONEncoder().encode([Double.nan]) }
        #expect(
            unwritable == .unwritable,
            """
            JSON cannot write NaN: that is EncodingError.invalidValue, and no decoding (lesson 09, \
            Wrong type or wrong value)
            """
        )
        let fine = try nameOfFault {}
        #expect(fine == nil, "Work that throws nothing has no fault: nil")

        let misleading = DecodingError.typeMismatch(
            Int.self,
            DecodingError.Context(
                codingPath: [], debugDescription: "keyNotFound null valueNotFound"))
        let named = try nameOfFault { throw misleading }
        #expect(
            named == .wrongType,
            """
            An error's text is for reading, and may hold any word. Match its case \
            (lesson 09, Match cases and never texts)
            """
        )
        for text in pretenses {
            let pretended = try nameOfFault { throw Pretender(description: text) }
            #expect(
                pretended == .other,
                """
                This error is no DecodingError, whatever its text says. Match its case \
                (lesson 09, Match cases and never texts)
                """
            )
        }
    }

    @Test("Task 2 · The place of the error")
    func placeOfTheError() throws {
        let wrongMinutes = try placeOf {
            try decodeNotices(#"{"disruptions":[{"minutes":1},{"minutes":2},{"minutes":"x"}]}"#)
        }
        #expect(
            wrongMinutes == "disruptions[2].minutes",
            """
            The index of an element is a number in brackets: disruptions[2].minutes. An index is in \
            intValue; its stringValue is "Index 2" (lesson 09, A line for the log, for every error)
            """
        )
        let first = try placeOf { try decodeNotices(#"{"disruptions":[null]}"#) }
        #expect(
            first == "disruptions[0]",
            "The first element has the index 0 (lesson 09, A line for the log, for every error)"
        )
        let missing = try placeOf { try decodeNotices(#"{"disruptions":[{"minutes":1},{}]}"#) }
        #expect(
            missing == "disruptions[1].minutes",
            """
            The path of a missing key ends at the object around it, so add the key \
            (lesson 09, Missing or null)
            """
        )
        let missingAtTheRoot = try placeOf { try decodeNotices("{}") }
        #expect(
            missingAtTheRoot == "disruptions",
            """
            The path of a key that is missing at the root is empty, and the place is the key \
            (lesson 09, Missing or null)
            """
        )
        let lists = try placeOf {
            _ = try JSONDecoder().decode([[Int]].self, from: Data(#"[[1],[2,"x"]]"#.utf8))
        }
        #expect(
            lists == "[1][1]",
            "A list in a list has two indexes (lesson 09, A line for the log, for every error)"
        )
        let nothing = try placeOf { try decodeNotices("<html>") }
        #expect(
            nothing == "the whole document",
            """
            A document that is not JSON has an error without a path: the whole document \
            (lesson 09, Not JSON at all)
            """
        )
    }

    @Test("Task 3 · A status that nobody knows")
    func unknownStatus() throws {
        let document = Data(
            #"""
            [{"train":"A","status":"delayed"},{"train":"B","status":"sheep on the line"},
             {"train":"C","status":"cancelled"},{"train":"D","status":"diverted"},
             {"train":"E","status":"unknown"},{"train":"F","status":"Cancelled"}]
            """#.utf8)
        let reports = try value(
            """
            A status that nobody knows is kept and not refused: one new word should not spoil the \
            whole list (lesson 09, A case that nobody knows)
            """
        ) {
            try decodeReports(from: document)
        }
        #expect(
            reports.map(\.train) == ["A", "B", "C", "D", "E", "F"],
            "Every report is in the list, also the one with the new status"
        )
        let statuses = reports.map(\.status)
        let wanted: [Status] = [
            .delayed, .unknown("sheep on the line"), .cancelled, .diverted, .unknown("unknown"),
            .unknown("Cancelled"),
        ]
        #expect(
            statuses == wanted,
            """
            Each known status is its case, and an unknown one keeps its text: a person may be able \
            to read it (lesson 09, A case that nobody knows)
            """
        )
        try expect(
            .typeMismatch, at: "0.status",
            """
            A status that is a number is an error, and no status at all. A try? hides it \
            (lesson 09, A case that nobody knows)
            """
        ) {
            try decodeReports(from: Data(#"[{"train":"A","status":7}]"#.utf8))
        }
        try expect(
            .valueNotFound, at: "0.status",
            "A status that is null is an error (lesson 09, A case that nobody knows)"
        ) {
            try decodeReports(from: Data(#"[{"train":"A","status":null}]"#.utf8))
        }
        try expect(
            .keyNotFound, at: "0",
            "A report without a status is an error (lesson 09, Missing or null)"
        ) {
            try decodeReports(from: Data(#"[{"train":"A"}]"#.utf8))
        }

        let written = try value("Reports should be encodable too (lesson 01, Back to JSON)") {
            try encodeReports(reports)
        }
        let texts = try? JSONDecoder().decode([[String: String]].self, from: written)
        let words = texts?.map { $0["status"] ?? "" }
        #expect(
            words == [
                "delayed", "sheep on the line", "cancelled", "diverted", "unknown", "Cancelled",
            ],
            """
            Written, each status is the text that it came as. The compiler's own encode(to:) makes \
            an object of it (lesson 09, A case that nobody knows)
            """
        )
    }

    @Test("Task 4 · A value that changed")
    func valueThatChanged() throws {
        let delays = try value(
            """
            Minutes come as a number, as a text, or under the old key. Ask for the other form only \
            after the error that calls for it (lesson 09, Another key or another type)
            """
        ) {
            try decodeDelays(
                from: Data(
                    #"""
                    [{"train":"A","minutes":5},{"train":"B","minutes":"17"},
                     {"train":"C","delay":90},{"train":"D","minutes":0,"delay":40}]
                    """#.utf8))
        }
        #expect(
            delays.map(\.minutes) == [5, 17, 90, 0],
            """
            Each delay has its minutes, and the new key goes before the old one \
            (lesson 09, Another key or another type)
            """
        )
        #expect(delays.map(\.train) == ["A", "B", "C", "D"])
        try expect(
            .valueNotFound, at: "0.minutes",
            """
            A null is not an absent key: it withdraws the old number. decodeIfPresent takes one for \
            the other (lesson 09, Another key or another type)
            """
        ) {
            try decodeDelays(from: Data(#"[{"train":"A","minutes":null,"delay":40}]"#.utf8))
        }
        try expect(
            .dataCorrupted, at: "0.minutes",
            """
            "soon" is no number of minutes. A stand-in for it swallows the error, and the traveller \
            misses the train (lesson 09, Another key or another type)
            """
        ) {
            try decodeDelays(from: Data(#"[{"train":"A","minutes":"soon","delay":40}]"#.utf8))
        }
        try expect(
            .typeMismatch, at: "0.minutes",
            """
            true is neither a number nor a text. Recover from what you understand and let all other \
            errors pass (lesson 09, Another key or another type)
            """
        ) {
            try decodeDelays(from: Data(#"[{"train":"A","minutes":true,"delay":40}]"#.utf8))
        }
        try expect(
            .keyNotFound, at: "0",
            """
            Without minutes and delay, nobody knows. That is an error, and not a train on time \
            (lesson 09, Missing or null)
            """
        ) {
            try decodeDelays(from: Data(#"[{"train":"A"}]"#.utf8))
        }
        try expect(
            .typeMismatch, at: "0.delay",
            "The old key always has a number (lesson 09, Another key or another type)"
        ) {
            try decodeDelays(from: Data(#"[{"train":"A","delay":"40"}]"#.utf8))
        }
    }

    @Test("Task 5 · An error of your own")
    func errorOfYourOwn() throws {
        let closures = try value(
            "A closure should decode from its document (lesson 09, An error of your own)"
        ) {
            try decodeClosures(
                from: Data("[\(closure(from: 3, to: 8)),\(closure(from: 5, to: 5))]".utf8))
        }
        #expect(closures.map(\.firstKilometer) == [3, 5])
        #expect(closures.map(\.lastKilometer) == [8, 5], "One kilometer may be first and last")
        #expect(closures.map(\.line) == ["Gotthard", "Gotthard"])
        try expect(
            .dataCorrupted, at: "1.lastKilometer",
            """
            A closure that ends before it begins is refused at lastKilometer, with the whole path. \
            An error of another type, or without its path, does not say which closure it is \
            (lesson 09, An error of your own)
            """
        ) {
            try decodeClosures(
                from: Data("[\(closure(from: 3, to: 8)),\(closure(from: 8, to: 7))]".utf8))
        }
        try expect(
            .typeMismatch, at: "0.firstKilometer",
            "The decoder's own errors still pass (lesson 09, Let it rise)"
        ) {
            try decodeClosures(
                from: Data(#"[{"line":"A","firstKilometer":"x","lastKilometer":1}]"#.utf8))
        }
    }

    @Test("Task 6 · A sentence and a line")
    func sentenceAndLine() throws {
        let documents = [
            "{}", #"{"disruptions":null}"#, #"{"disruptions":[{"minutes":"x"}]}"#, "<html>",
        ]
        let cases = ["keyNotFound", "valueNotFound", "typeMismatch", "dataCorrupted"]
        let places = ["disruptions", "disruptions", "disruptions[0].minutes", "the whole document"]
        for (document, (name, place)) in zip(documents, zip(cases, places)) {
            let error = try errorThrown { try decodeNotices(document) }
            let sentence = try sentenceForTraveller(about: error)
            #expect(
                isForPeople(sentence),
                """
                The traveller reads a sentence or two: no names of errors, no keys and paths, no \
                numbers, no JSON, no text of the error (lesson 09, Let it rise)
                """
            )
            #expect(
                sentence != error.localizedDescription,
                "localizedDescription says nothing to a traveller (lesson 09, Let it rise)"
            )
            let line = try lineForLog(about: error)
            #expect(
                line.contains(name),
                """
                The log wants the name of the case (lesson 09, A line for the log, for every error)
                """
            )
            #expect(
                line.contains(place) && !line.contains("Index "),
                """
                The log wants the place, as in task 2 (lesson 09, A line for the log, for every error)
                """
            )
            #expect(!line.contains { $0.isNewline }, "The log wants one line")
        }
        let offline = URLError(.notConnectedToInternet)
        let unreadable = try errorThrown { try decodeNotices("<html>") }
        let advice = try sentenceForTraveller(about: offline)
        let apology = try sentenceForTraveller(about: unreadable)
        #expect(
            isForPeople(advice),
            """
            What you say about the network is for a person too: a whole sentence, no names of \
            errors, no numbers (lesson 09, Let it rise)
            """
        )
        #expect(
            advice != apology,
            """
            A traveller can do something about the network and nothing about a document: two \
            sentences (lesson 09, Let it rise)
            """
        )
        let stranger = Pretender(description: "The signal box does not answer")
        let line = try lineForLog(about: stranger)
        #expect(
            line.contains(stranger.description),
            """
            The log wants other errors as well, with their text: an error without a line is \
            swallowed (lesson 09, A line for the log, for every error)
            """
        )
        let sentence = try sentenceForTraveller(about: stranger)
        #expect(isForPeople(sentence), "Other errors need a sentence too")
    }
}

/// An error that has nothing to do with JSON, whatever it says.
private struct Pretender: Error, CustomStringConvertible {
    let description: String
}

private let pretenses = [
    "DecodingError.keyNotFound: Key 'train' not found in keyed decoding container.",
    "DecodingError.valueNotFound: Expected value of type Int but found null instead.",
    "DecodingError.typeMismatch: expected value of type Int.",
    "DecodingError.dataCorrupted: Data was corrupted.",
    "EncodingError.invalidValue: nan (Double).",
]

private struct Notice: Decodable {
    let train: String
    let minutes: Int
    let link: URL
}

private struct Notices: Decodable {
    let disruptions: [Disruption]
    struct Disruption: Decodable { let minutes: Int }
}

private func decodeNotice(_ text: String) throws {
    _ = try JSONDecoder().decode(Notice.self, from: Data(text.utf8))
}

private func decodeNotices(_ text: String) throws {
    _ = try JSONDecoder().decode(Notices.self, from: Data(text.utf8))
}

private func nameOfFault(_ work: () throws -> Void) throws -> Fault? {
    try Exercise09Tests().value(
        """
        The error is caught and named, and goes no further (lesson 09, Match cases and never texts)
        """
    ) {
        try fault(of: work)
    }
}

private func errorThrown(by work: () throws -> Void) throws -> any Error {
    do {
        try work()
    } catch {
        return error
    }
    throw Pretender(description: "The check itself is wrong: this document decodes")
}

private func placeOf(_ work: () throws -> Void) throws -> String? {
    guard let error = try errorThrown(by: work) as? DecodingError else { return nil }
    return try Exercise09Tests().value("The place of an error is a text") { try place(of: error) }
}

private func closure(from first: Int, to last: Int) -> String {
    #"{"line":"Gotthard","firstKilometer":\#(first),"lastKilometer":\#(last)}"#
}

/// Whether a text is a sentence, and has none of the words that only programmers use.
private func isForPeople(_ text: String) -> Bool {
    let words = [
        "keynotfound", "valuenotfound", "typemismatch", "datacorrupted", "decod", "json",
        "codingkey", "codingpath", "disruptions[", "null", "nil", "html", "dictionary", "int",
    ]
    let found = text.lowercased().split { !$0.isLetter && $0 != "[" }.filter { word in
        words.contains { $0 == word || ($0.count > 5 && word.contains($0)) }
    }
    let isSentence = text.count > 10 && ".?!".contains(text.suffix(1))
    return found.isEmpty && isSentence && !text.contains(where: \.isNumber)
}
