import ExerciseConventions
import ExerciseSupport
import Foundation
import Testing

@testable import ExerciseChecks

@Suite("A comparison shows both, and the first place where they differ")
struct ComparisonTests {
    @Test("Two values: a record in a list")
    func values() throws {
        let found = [
            Train(number: "NT 61", cars: 7, delay: nil), Train(number: "NT 7", cars: 8, delay: 1),
        ]
        let expected = [
            Train(number: "NT 61", cars: 7, delay: nil), Train(number: "NT 7", cars: 9, delay: 1),
        ]
        let texts = try findings { try $0.expectEqual(found, expected, "The comment") }
        #expect(
            texts == [
                """
                The comment
                It gave:
                    1 │ [
                    2 │   Train(number: "NT 61", cars: 7, delay: nil),
                    3 │   Train(number: "NT 7", cars: 8, delay: 1)
                      │                               ▲ expected 9
                    4 │ ]
                Expected:
                    1 │ [
                    2 │   Train(number: "NT 61", cars: 7, delay: nil),
                    3 │   Train(number: "NT 7", cars: 9, delay: 1)
                      │                               ▲
                    4 │ ]
                """
            ])
        #expect(try findings { try $0.expectEqual(expected, expected, "The comment") } == [])
    }

    @Test("Dates are shown with their day")
    func dates() throws {
        let texts = try findings {
            try $0.expectEqual(
                Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 86_400), "The comment")
        }
        #expect(texts.first?.contains("1970-01-01T00:00:00") == true)
        #expect(texts.first?.contains("1970-01-02T00:00:00") == true)
    }

    @Test("A property whose type has changed is shown and not a matter for the compiler")
    func types() throws {
        let number: Int? = nil
        let texts = try findings { try $0.expectEqual(number, 25, "The comment") }
        #expect(texts.first?.contains("1 │ nil\n      │ ▲ expected 25") == true)
        #expect(try findings { try $0.expectEqual(Optional(25), 25, "The comment") } == [])
        #expect(try findings { try $0.expectEqual(number, nil as Int?, "The comment") } == [])
        #expect(try findings { try $0.expectEqual("25", 25, "The comment") }.count == 1)
    }

    @Test(
        "Documents are compared by what they say",
        arguments: [
            (#"{ "a": 1, "b": [true, null] }"#, #"{"b":[true,null],"a":1.0}"#, nil as String?),
            (#"{ "a": 1 }"#, #"{}"#, "▲ `a` is missing"),
            (#"{ "a": 1 }"#, #"{"a":1,"b":2}"#, "▲ `b` is not expected"),
            (#"{ "a": [1, 2] }"#, #"{"a":[1]}"#, "▲ [1] is missing: expected 2 elements"),
            (#"{ "a": [1] }"#, #"{"a":[1,2]}"#, "▲ one too many: expected 1 element"),
            (#"{ "a": 1 }"#, #"{"a":"1"}"#, "▲ expected 1"),
            (#"{ "a": 1 }"#, #"{"a":1,"a":1}"#, "▲"),
            (
                #"{ "a": 123456789012345678901 }"#, #"{"a":123456789012345678902}"#,
                "▲ expected 123456789012345678901"
            ),
        ])
    func documents(expected: String, written: String, marker: String?) throws {
        let texts = try findings {
            try $0.expectWritten(Data(written.utf8), expected, "The comment")
        }
        if let marker {
            #expect(texts.count == 1)
            #expect(texts.first?.contains("The comment\nIt wrote:\n    1 │ ") == true)
            #expect(texts.first?.contains(marker) == true, "\(texts)")
        } else {
            #expect(texts == [])
        }
    }

    @Test("Where only an order or a type differs, the headline says it before the check's words")
    func kindOfDifference() throws {
        func headline(_ expected: String, _ written: String) throws -> Substring? {
            try findings { try $0.expectWritten(Data(written.utf8), expected, "The comment") }
                .first?.split(separator: "\n").first
        }
        #expect(
            try headline(#"[{ "a": [1, 2, 2] }]"#, #"[{ "a": [2, 1, 2] }]"#)
                == "Everything is there, in another order. The comment")
        #expect(
            try headline(#"{ "a": { "b": 1 } }"#, #"{ "a": { "b": "1" } }"#)
                == "A value is a string, and expected is a number. The comment")
        #expect(try headline("[1, 2]", "[2, 2]") == "The comment")
        #expect(try headline(#"{ "a": 1 }"#, "{}") == "The comment")
    }

    @Test("The order of keys and the digits of numbers count where a check says so")
    func orderAndDigits() throws {
        let written = Data(#"{"b":2.0,"a":1}"#.utf8)
        #expect(
            try findings { try $0.expectWritten(written, #"{"a":1,"b":2}"#, "The comment") } == [])
        let order = try findings {
            try $0.expectWritten(written, #"{"a":1,"b":2}"#, "The comment", keysInOrder: true)
        }
        #expect(order.first?.contains("▲ expected `a` here") == true)
        let digits = try findings {
            try $0.expectWritten(written, #"{"a":1,"b":2}"#, "The comment", digits: true)
        }
        #expect(digits.first?.contains("▲ expected 2\n") == true)
    }

    @Test("What is not JSON is explained, with the sentence for it")
    func notJSON() throws {
        let texts = try findings {
            try $0.expectWritten(
                Data(#"{"a": "b" c"}"#.utf8), "{}", "The comment", notJSON: "By hand")
        }
        #expect(texts.first?.hasPrefix("By hand\nWhat it wrote is broken:\ndataCorrupted") == true)
        #expect(texts.first?.contains("▲") == true)
    }

    @Test("An answer that remembers the last call is right once")
    func secondCall() throws {
        var seen: Set<Int> = []
        let again = try findings {
            try $0.expectEach([1: 2, 2: 4], "The comment") { number in
                seen.insert(number).inserted ? number * 2 : 0
            }
        }
        #expect(again.first?.hasPrefix("The first time it was right, and the second time") == true)
        #expect(again.first?.contains("For 2 it gave:") == true)
    }

    @Test("Parts of a value are compared with a document, those that are nil with null")
    func parts() throws {
        let texts = try findings {
            try $0.readEach(
                [
                    #"[{ "train": "A" }]"#: #"[{ "train": "A", "delay": null }]"#,
                    #"[{ "train": "B" }]"#: #"[{ "train": "B", "delay": 0 }]"#,
                ], "The comment"
            ) { _ in [["train": "A", "delay": nil as Int?] as [String: Any?]] }
        }
        #expect(texts.count == 1)
        #expect(texts.first?.contains("▲ expected \"B\"") == true)
    }

    @Test("An earlier task that fails leaves a task open, and says which one comes first")
    func earlierTask() {
        let open = #expect(throws: EarlierTaskFailed.self) {
            try Findings().fromTask(1) { throw CocoaError(.coderInvalidValue) }
        }
        #expect(open?.task == 1)
    }

    @Test("The first finding ends a task, also where it is made inside of an answer")
    func firstFinding() throws {
        let one = try findings {
            try $0.expectEqual(1, 2, "The first")
            try $0.expectEqual(3, 4, "The second")
        }
        #expect(one.count == 1)
        let inside = try findings { checks in
            _ = try checks.value("The outer") { try checks.expect(false, "The inner") }
        }
        #expect(inside == ["The inner"])
    }

    @Test("A message names a step of a lesson, in words and as a value")
    func steps() throws {
        let findings = Findings()
        #expect(throws: AlreadyReported.self) {
            try findings.expect(false, "Call super \(.whatTheSuperclassDoes)", ["It is 1."])
        }
        #expect(findings.texts == ["Call super (lesson 07, What the superclass does)\nIt is 1."])
        #expect(findings.steps == [.whatTheSuperclassDoes])
    }

    @Test("An error is explained in the document that was read")
    func explained() throws {
        let texts = try findings {
            _ = try $0.read(#"{ "number": "NT 61" }"#, "The comment") {
                try JSONDecoder().decode(Train.self, from: $0)
            }
        }
        #expect(texts.first?.hasPrefix("The comment\nIt threw an error:\nkeyNotFound") == true)
        #expect(texts.first?.contains("1 │ { \"number\": \"NT 61\" }") == true)
    }
}

@Suite("Tasks that build on one that is refused", .serialized)
struct EarlierTaskTests {
    @Test("Task 1 · It is refused")
    func first() throws {
        JudgedTasks.noteRefused(try #require(Test.current))
    }

    @Test("Task 2 · It builds on task 1, and its finding says so")
    func second() throws {
        let findings = Findings()
        findings.builds(on: 1)
        #expect(throws: AlreadyReported.self) { try findings.expect(false, "The comment") }
        #expect(
            findings.texts == [
                "The comment. Task 1 is not right yet: if this comes from there, repair it first."
            ])
        let open = #expect(throws: EarlierTaskFailed.self) { try findings.waitForEarlierTasks() }
        #expect(open?.task == 1)
    }

    @Test("Task 3 · It builds on nothing that is refused, and has its finding alone")
    func third() throws {
        let findings = Findings()
        findings.builds(on: 4)
        #expect(throws: AlreadyReported.self) { try findings.expect(false, "The comment") }
        #expect(findings.texts == ["The comment"])
    }
}
