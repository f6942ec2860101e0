import ExerciseChecks
import Foundation
import Testing

import struct ExerciseChecks.Misconception
import struct Foundation.CocoaError
// By name: a learner's own type of the same name is not meant.
import class Foundation.NSObject
import struct Foundation.URLError
import struct Swift.Array
import enum Swift.EncodingError
import struct Swift.KeyValuePairs

@testable import Exercise16

@Suite("Exercise 16 · The night desk", .serialized, .exercise)
struct Exercise16Tests: ExerciseSuite {
    // MARK: - Task 1

    private let textPart = #"{ "type": "text", "text": "Good evening" }"#
    private let callPart =
        #"{ "type": "call", "index": 0, "name": "book_berth", "arguments": "{ \"train\":" }"#

    @Test("Task 1 · The data of one event")
    func dataOfOneEvent() throws {
        try endIfOpen { try decodePart(from: bytes(textPart)) }
        try expectEach(
            [
                textPart: Part.text("Good evening"), #"{ "text": "", "type": "text" }"#: .text(""),
                callPart: .call(index: 0, name: "book_berth", arguments: "{ \"train\":"),
                #"{ "type": "call", "index": 7, "name": "", "arguments": "" }"#:
                    .call(index: 7, name: "", arguments: ""),
                #"{ "type": "call", "index": -9223372036854775808, "name": "a", "arguments": "b" }"#:
                    .call(index: .min, name: "a", arguments: "b"),
            ],
            """
            The type says which of the two kinds it is, and then the keys of that kind are read. Each \
            string is kept as it is, an empty one too, and the arguments are a string here \
            \(.mixedElementsInOneList)
            """
        ) { try decodePart(from: bytes($0)) }
        try expectEach(
            [
                #"{ "type": "text", "text": " Grüß \"dich\"\n" }"#: Part.text(" Grüß \"dich\"\n"),
                #"{ "type": "call", "index": 7, "name": " a ", "arguments": " ö\n" }"#:
                    .call(index: 7, name: " a ", arguments: " ö\n"),
            ],
            """
            Each string is kept as it is, with the spaces and line feeds at its ends: they stand between \
            the words when the pieces are joined \(.argumentsInPieces)
            """
        ) { try decodePart(from: bytes($0)) }
        try expectEach(
            [
                #"{ "type": "call", "index": 1, "arguments": "}" }"#:
                    Part.call(index: 1, name: nil, arguments: "}"),
                #"{ "type": "call", "index": 1, "name": null, "arguments": "[1]" }"#:
                    .call(index: 1, name: nil, arguments: "[1]"),
            ],
            """
            Only the first piece of a call has its name, so the name may be absent or null: nil \
            \(.absentNullOrTheWrongType)
            """
        ) { try decodePart(from: bytes($0)) }
        try theEnd()
        try expectEach(
            [
                #"{ "type": "text", "text": "a", "index": "x", "name": 7, "arguments": {} }"#:
                    Part.text("a"),
                #"{ "type": "call", "index": 2, "arguments": "b", "text": [null] }"#:
                    .call(index: 2, name: nil, arguments: "b"),
            ],
            """
            A text has no index, and a call has no text: read the keys of a kind only after the type \
            has said which kind it is \(.mixedElementsInOneList)
            """
        ) { try decodePart(from: bytes($0)) }
        for type in ["end", "Text", "call ", "", "[DONE]"] {
            try refuse(
                #"{ "type": "\#(type)", "text": "a", "index": 0, "arguments": "" }"#,
                "A type that is none of the two is an error \(.mixedElementsInOneList)",
                with: decodePart)
        }
        let broken: Misconception = """
            Each key of a part has to be there, with a value of its type. A try? or a default hides \
            what is broken, and a part of the answer is lost \(.absentNullOrTheWrongType)
            """
        try probe(textPart, broken, with: decodePart)
        try probe(callPart, optional: ["name"], whole: ["index"], broken, with: decodePart)
    }

    private func theEnd() throws {
        let end: Misconception = """
            `[DONE]` is no JSON: look for it before you decode, and do not take an error of the \
            decoder for the end \(.theEndOfAStream)
            """
        try expectEach(["[DONE]": Part.end], end) { try decodePart(from: bytes($0)) }
        let slice = bytes("data: [DONE]").dropFirst(6)
        try expectEqual(try value(end) { try decodePart(from: slice) }, Part.end, end)
        try expectEach(
            [#"{ "type": "text", "text": "[DONE]" }"#: Part.text("[DONE]")],
            "Words may have `[DONE]` in them: the end is these six bytes alone \(.theEndOfAStream)"
        ) { try decodePart(from: bytes($0)) }
        for other in [
            "[Done]", #""[DONE]""#, "[]", "", "[DONE", "[DONE]]", #"["DONE"]"#, "DONE",
        ] {
            try refuse(
                other,
                """
                These bytes are not `[DONE]`, so they are not the end: what is broken is an error, or \
                half of an answer looks like all of it \(.theEndOfAStream)
                """, with: decodePart)
        }
        for other in [" [DONE]", "[DONE]\n", "[DONE] "] {
            try expectThrown(
                """
                With white space beside it, `[DONE]` is not these six bytes alone: an error. Compare \
                the bytes as they came, and take nothing away \(.theEndOfAStream)
                """, "For the data \(other.debugDescription)"
            ) { try decodePart(from: bytes(other)) }
        }
    }

    // MARK: - Task 2

    @Test("Task 2 · One answer of all parts")
    func oneAnswer() throws {
        try endIfOpen { try answer(from: [.end]) }
        let call = Call(name: "", arguments: "")
        let made = Answer(text: "", calls: [])
        try expectTypes(
            ("name", call.name, String.self), ("arguments", call.arguments, String.self),
            ("text", made.text, String.self), ("calls", made.calls, [Call].self))
        let book = Part.call(index: 0, name: "book", arguments: "{ \"a\":")
        let rest = Part.call(index: 0, name: nil, arguments: " 1 }")
        try expectEach(
            [
                [Part.end]: Answer(text: "", calls: []),
                [.text("Good "), .text("evening"), .text(""), .end]:
                    Answer(text: "Good evening", calls: []),
                [.text(" a\n"), book, .text("ö"), rest, .end]:
                    Answer(text: " a\nö", calls: [Call(name: "book", arguments: "{ \"a\": 1 }")]),
                [.call(index: 0, name: "none", arguments: ""), .end]:
                    Answer(text: "", calls: [Call(name: "none", arguments: "")]),
            ],
            """
            The texts are joined in their order, and so are the arguments of a call, as they are: \
            nothing stands between two pieces \(.argumentsInPieces)
            """
        ) { try answer(from: $0) }
        let far = [Int.max, 3, -1, .min, 10].map {
            Part.call(index: $0, name: "n", arguments: "\($0)")
        }
        let inOrder = ["\(Int.min)", "-1", "3", "10", "\(Int.max)"]
        let argumentsOfFar = try? answer(from: far + [.end]).calls.map(\.arguments)
        if argumentsOfFar == inOrder.sorted() {
            try expectEqual(
                argumentsOfFar, inOrder,
                """
                Sorted as strings, the index 10 comes before 3. Indexes are numbers: sort them as `Int` \
                \(.argumentsInPieces)
                """)
        }
        try expectEach(
            [
                far + [.end]: Answer(
                    text: "", calls: inOrder.map { Call(name: "n", arguments: $0) })
            ],
            """
            Each index is a call of its own, and the calls are in the order of their indexes. An index \
            may be any number, so it is a key and no place in an array \(.argumentsInPieces)
            """
        ) { try answer(from: $0) }
        try expectEach(
            [
                [
                    book, Part.call(index: 1, name: "cancel", arguments: "["), rest,
                    .call(index: 1, name: nil, arguments: "]"), .end,
                ]: Answer(
                    text: "",
                    calls: [
                        Call(name: "book", arguments: "{ \"a\": 1 }"),
                        Call(name: "cancel", arguments: "[]"),
                    ])
            ],
            """
            Pieces of two calls may be mixed: the index says to which call a piece belongs \
            \(.argumentsInPieces)
            """
        ) { try answer(from: $0) }
        try expectEach(
            [
                [
                    Part.call(index: 4, name: nil, arguments: "a"),
                    .call(index: 4, name: "late", arguments: "b"), .end,
                ]:
                    Answer(text: "", calls: [Call(name: "late", arguments: "ab")])
            ], "The name may come with any part of a call \(.argumentsInPieces)"
        ) { try answer(from: $0) }
        try expectEach(
            [
                [Part.text("a"), .end, .text("b")]: Answer(text: "a", calls: []),
                [
                    Part.text("a"), .end, .text("b"), .call(index: 0, name: nil, arguments: ""),
                    .end,
                ]:
                    Answer(text: "a", calls: []),
            ],
            """
            What comes after the end belongs to no answer, and is no error: pass over it \
            \(.theEndOfAStream)
            """
        ) { try answer(from: $0) }
        try refuseParts(
            [[], [.text("We close at one")], [book, rest]],
            """
            Without the end, the answer was cut, and nobody knows what is missing. That is an error, \
            also where all that is there looks whole \(.theEndOfAStream)
            """)
        try refuseParts(
            [[rest, .end], [book, .call(index: 1, name: nil, arguments: "{}"), .end]],
            "A call without a name is an error: it cannot be carried out \(.argumentsInPieces)")
    }

    private func refuseParts(_ lists: [[Part]], _ misconception: Misconception) throws {
        for parts in lists {
            let names = parts.map { String(describing: $0) }.joined(separator: ", ")
            try expectThrown(misconception, "For [\(names)]") { try answer(from: parts) }
        }
    }

    // MARK: - Task 3

    @Test("Task 3 · The document in a text")
    func documentInAText() throws {
        try endIfOpen { try document(in: "{}") }
        let booking = #"{ "train": "NT 40" }"#
        try findEach(
            [
                booking: booking,
                "{\n  \"a\": [\n    1\n  ]\n}": "{\n  \"a\": [\n    1\n  ]\n}",
                #"{ "price": 1.50, "at": "a\/b" }"#: #"{ "price": 1.50, "at": "a\/b" }"#,
            ],
            "Without a fence, the whole text is the document \(.aDocumentInAFence)")
        try findEach(
            [" \n[1, 2]\n": "[1, 2]", "[]": "[]"],
            "A document is an object or a list \(.aDocumentInAFence)")
        try findEach(
            [
                "```json\n\(booking)\n```": booking, "```\n\(booking)\n```\n": booking,
                "Here it is:\n\n```json\n\(booking)\n```\nGood night!": booking,
                "```JSON5 or so\n{\n\"a\":\n[{}]}\n````": "{\n\"a\":\n[{}]}",
                "1\n2\n3\n```\n[]\n```": "[]",
            ],
            """
            A fence is two lines that begin with three backticks, with any word after them or none, and \
            the document is all that is between the two lines \(.aDocumentInAFence)
            """)
        try findEach(
            [
                "Here is your {booking}:\n```json\n\(booking)\n```\nGood {night}!": booking,
                "[1]\n```\n[2]\n```\n[3]": "[2]", "Use ``` or {}.\n```\n{}\n```\n[a]": "{}",
            ],
            """
            Sentences may have brackets and backticks in them. Only what the fence has in it is the \
            document \(.aDocumentInAFence)
            """)
        try findEach(
            [
                #"{ "text": "```" }"#: #"{ "text": "```" }"#,
                "```\n{ \"text\": \"``` } ]\" }\n```": #"{ "text": "``` } ]" }"#,
            ],
            """
            Backticks and brackets in a string of the document are its own: a fence begins a line \
            \(.aDocumentInAFence)
            """)
        try findEach(
            ["```\n{ \"text\": \"a\u{2028}b\u{85}\" }\n```": "{ \"text\": \"a\u{2028}b\u{85}\" }"],
            """
            Lines end with "\\n", and other signs that look like a line's end are letters of the document: \
            split at "\\n" alone \(.aDocumentInAFence)
            """)
        try refuseTexts(
            ["Good night!", "", "Use {booking}.", "Here: \(booking)", "\(booking) Good night!"],
            """
            There is no document: the text has a sentence in it, and no fence. Ask whether all of what \
            you found is JSON, and do not look for brackets in sentences \(.aDocumentInAFence)
            """)
        try refuseTexts(
            [
                "```json\n\(booking)", "```json\n\(booking)\n",
            ],
            """
            A fence that is not closed is an error, also where the document in it looks whole: the \
            answer may have been cut \(.aDocumentInAFence)
            """)
        try refuseTexts(
            [
                #"{ "train": "NT 40""#, #"{ "train": "NT 4"#, "[1, 2", "[1, 2,",
                "```json\n{ \"train\": \"NT\n```",
            ],
            """
            This answer was cut. Nobody knows what is missing, so never close what is open \
            \(.anAnswerThatWasCut)
            """)
        try refuseTexts(
            [
                "```\n[1]\n```\n```\n[2]\n```", "```\n[1]\n```\nor\n```json\n[1]\n```\n",
                "```\n[1]\n```\n```",
            ], "Of two fences, nobody knows which one is meant: an error \(.aDocumentInAFence)")
        try refuseTexts(
            [
                "```\n```", "```swift\nlet a = {}\n```", "```\nHere: {}\n```", "```\n{} {}\n```",
                "```\n7\n```", "```\n[1\n2]\n```", #""NT 40""#, "null", "```\n{ 'a': 1 }\n```",
            ],
            "What is there is no JSON object and no list, so it is no document \(.notJSONAtAll)")
    }

    private func findEach(
        _ table: KeyValuePairs<String, String>, _ misconception: Misconception
    ) throws {
        for (text, expected) in table {
            let found = try value(misconception, for: ["In the text"] + indented(text)) {
                try document(in: text)
            }
            let foundText = String(decoding: found, as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
            let isWrittenAnew =
                foundText != expected && json(found) != nil && json(found) == json(bytes(expected))
            try expect(
                foundText == expected,
                isWrittenAnew
                    ? "Return the bytes of the document as they came, and do not write it anew"
                    : misconception,
                ["In the text"] + indented(text)
                    + ["it found"] + indented(String(decoding: found, as: UTF8.self)))
        }
    }

    private func refuseTexts(_ texts: [String], _ misconception: Misconception) throws {
        for text in texts {
            try expectThrown(misconception, "In the text \(text.debugDescription)") {
                String(decoding: try document(in: text), as: UTF8.self)
            }
        }
    }

    private func json(_ bytes: Foundation.Data) -> NSObject? {
        (try? JSONSerialization.jsonObject(with: bytes)) as? NSObject
    }

    // MARK: - Task 4

    private let berth = #"{ "train": "NT 40", "car": 2, "berth": 14 }"#

    private func orderOf(_ name: String) -> (Foundation.Data) throws -> Order {
        { try order(from: Call(name: name, arguments: String(decoding: $0, as: UTF8.self))) }
    }

    @Test("Task 4 · An order of a call")
    func orderOfACall() throws {
        try endIfOpen { try orderOf("book_berth")(bytes(berth)) }
        try expectEach(
            [
                berth: Order.book(train: "NT 40", car: "Couchettes", berth: 14),
                #"{ "berth": 14, "car": 0, "train": "NT 40" }"#:
                    .book(train: "NT 40", car: "Sleeper 1", berth: 14),
                #"{ "train": "NT 40", "car": 1, "berth": 14 }"#:
                    .book(train: "NT 40", car: "Sleeper 2", berth: 14),
            ],
            """
            The arguments are a document, and are decoded. The car is looked up in the list by its \
            place, and the first place is 0 \(.aCallForATool)
            """
        ) { try orderOf("book_berth")(bytes($0)) }
        try expectEach(
            [
                #"{ "train": "NT 40", "car": 2, "berth": 1 }"#:
                    Order.book(train: "NT 40", car: "Couchettes", berth: 1),
                #"{ "train": "NT 40", "car": 2, "berth": 36 }"#:
                    .book(train: "NT 40", car: "Couchettes", berth: 36),
            ], "The berths are 1 to 36, and these two are berths too \(.aCallForATool)"
        ) { try orderOf("book_berth")(bytes($0)) }
        try expectEach(
            [
                #"{ "train": " ö ", "car": 2, "berth": 14 }"#:
                    Order.book(train: " ö ", car: "Couchettes", berth: 14),
                #"{ "train": "", "car": 2, "berth": 14 }"#:
                    .book(train: "", car: "Couchettes", berth: 14),
            ], "The train is the string of the arguments, as it is \(.aCallForATool)"
        ) { try orderOf("book_berth")(bytes($0)) }
        try expectEach(
            [
                #"{ "berth": 1, "train": "NT 40", "car": 0, "booking": 7 }"#:
                    Order.book(train: "NT 40", car: "Sleeper 1", berth: 1),
                #"{ "berth": 36, "train": "", "car": 1, "name": null }"#:
                    .book(train: "", car: "Sleeper 2", berth: 36),
            ],
            """
            To book, a call has a train, a car and a berth. Pass over all other arguments, whatever \
            they hold: do not decode those of the other tool \(.aCallForATool)
            """
        ) { try orderOf("book_berth")(bytes($0)) }
        try expectEach(
            [
                #"{ "booking": "B-17" }"#: Order.cancel(booking: "B-17"),
                #"{ "booking": "", "train": 40, "car": 99, "berth": null }"#: .cancel(booking: ""),
            ],
            """
            To cancel, a call has a booking and nothing else. Each tool has arguments of its own \
            \(.aCallForATool)
            """
        ) { try orderOf("cancel_booking")(bytes($0)) }
        for car in ["3", "-1", "-3", "9223372036854775807", "-9223372036854775808"] {
            try refuse(
                #"{ "train": "NT 40", "car": \#(car), "berth": 14 }"#, .dataCorrupted, at: "car",
                """
                There is no such car: an error (dataCorrupted) at `car`, and never a crash. A list \
                has two ends \(.aCallForATool)
                """, with: orderOf("book_berth"))
        }
        for number in ["0", "37", "-14", "9223372036854775807", "-9223372036854775808"] {
            try refuse(
                #"{ "train": "NT 40", "car": 2, "berth": \#(number) }"#, .dataCorrupted,
                at: "berth",
                """
                There is no such berth: an error (dataCorrupted) at `berth`. A number of a stranger \
                has two ends \(.aCallForATool)
                """, with: orderOf("book_berth"))
        }
        for name in ["Book_berth", "book_berth ", "bookBerth", "cancel", "", "open_doors"] {
            try expectThrown(
                "The name of another tool is an error: nothing is done in its place \(.aCallForATool)",
                "For the tool \(name.debugDescription)"
            ) {
                try orderOf(name)(bytes(#"{ "train": "a", "car": 0, "berth": 1, "booking": "b" }"#))
            }
        }
        let broken: Misconception = """
            A call that is broken is not carried out: nothing is made up, no default, and no number \
            out of a string \(.aCallForATool)
            """
        try probe(berth, whole: ["car", "berth"], broken, with: orderOf("book_berth"))
        try probe(#"{ "booking": "B-17" }"#, broken, with: orderOf("cancel_booking"))
        for cut in ["", "{", #"{ "train": "NT 40", "car": 2, "berth": 1"#, #"{ "booking": "B-1""#] {
            for name in ["book_berth", "cancel_booking"] {
                try refuse(
                    cut,
                    "Arguments that were cut are an error: never mend them \(.anAnswerThatWasCut)",
                    with: orderOf(name))
            }
        }
    }

    // MARK: - Task 5

    private struct DeskError: Error {}

    @Test("Task 5 · A reply, and a line for the log")
    func replyAndLog() throws {
        try endIfOpen { try reply(to: Call(name: "", arguments: ""), desk: { _ in "" }) }
        let made = Reply(isError: false, text: "")
        try expectTypes(
            ("isError", made.isError, Bool.self), ("text", made.text, String.self))
        _ = try fromTask(4) { try orderOf("book_berth")(bytes(berth)) }
        _ = try fromTask(4) { try orderOf("cancel_booking")(bytes(#"{ "booking": "B-17" }"#)) }
        try callsThatFit()
        try callsThatDoNotFit()
        try errorsOfTheDesk()
        try linesForTheLog()
    }

    private func callsThatFit() throws {
        let calls: [(String, String, Order)] = [
            ("book_berth", berth, .book(train: "NT 40", car: "Couchettes", berth: 14)),
            ("cancel_booking", #"{ "booking": "B-17" }"#, .cancel(booking: "B-17")),
        ]
        for (name, arguments, expected) in calls {
            for said in ["Booked: B-17", "", " error \n"] {
                var orders: [Order] = []
                let replied = try value("A call that fits is carried out \(.whatTheModelIsTold)") {
                    try reply(to: Call(name: name, arguments: arguments)) { order in
                        orders.append(order)
                        return said
                    }
                }
                try expectEqual(
                    orders, [expected],
                    "The desk gets the order of a call that fits, once \(.whatTheModelIsTold)")
                try expectEqual(
                    replied, Reply(isError: false, text: said),
                    "What the desk says goes back as it is, and is no error \(.whatTheModelIsTold)")
            }
        }
    }

    private func callsThatDoNotFit() throws {
        let calls: [(String, String, [String])] = [
            ("book_berth", #"{ "train": "NT 40", "car": 2, "berth": 0 }"#, ["berth"]),
            ("book_berth", #"{ "train": "NT 40", "car": 3, "berth": 14 }"#, ["car"]),
            ("book_berth", #"{ "train": 40, "car": 2, "berth": 14 }"#, ["train"]),
            ("book_berth", #"{ "train": "NT 40", "car": "2", "berth": 14 }"#, ["car"]),
            ("book_berth", #"{ "train": "NT 40", "car": 2, "berth": null }"#, ["berth"]),
            ("book_berth", #"{ "train": "NT 40", "car": 2 }"#, ["berth"]),
            ("book_berth", #"{ "car": 2, "berth": 14 }"#, ["train"]),
            ("cancel_booking", "{}", ["booking"]),
            ("cancel_booking", #"{ "booking": ["B-17"] }"#, ["booking"]),
            ("cancel_bookings", #"{ "booking": "B-17" }"#, ["book_berth", "cancel_booking"]),
            ("", "{}", ["book_berth", "cancel_booking"]),
            ("book_berth", #"{ "train": "NT 40""#, []), ("book_berth", "[]", []),
            ("cancel_booking", "", []),
        ]
        for (name, arguments, words) in calls {
            let situation = "For the call of \(name.debugDescription) with \(arguments)"
            var asked = 0
            let replied = try value(
                """
                A call that does not fit is the model's mistake: it goes back as a reply, so that the \
                model can mend it \(.whatTheModelIsTold)
                """
            ) {
                try reply(to: Call(name: name, arguments: arguments)) { _ in
                    asked += 1
                    return "Done"
                }
            }
            try expect(
                asked == 0, "A call that does not fit is never carried out \(.whatTheModelIsTold)",
                [situation + ", the desk was asked."])
            try expect(
                replied.isError, "The reply has to say that it is an error \(.whatTheModelIsTold)",
                [situation + " it gave \(replied)."])
            let missing = words.filter { !replied.text.contains($0) }
            try expect(
                missing.isEmpty && !replied.text.isEmpty,
                words.count > 1
                    ? """
                    For a tool that there is not, the text names the tools that there are: otherwise \
                    the model can only guess \(.whatTheModelIsTold)
                    """
                    : """
                    The text names what is wrong, as the error does in its path, or with the key that \
                    is missing. "It failed" helps no model \(.whatTheModelIsTold)
                    """,
                [situation + " the text is", "    " + replied.text.debugDescription]
                    + missing.map { "It does not have \($0)." })
        }
    }

    private func errorsOfTheDesk() throws {
        let own: Misconception = """
            An error of the desk is not the model's mistake, whatever its type: only the call is \
            judged, and the desk's error reaches the caller \(.argumentsInPieces)
            """
        let context = DecodingError.Context(codingPath: [], debugDescription: "the desk's")
        let errors: [any Error] = [DeskError(), DecodingError.dataCorrupted(context)]
        for error in errors {
            var asked = 0
            try expectThrown(own, "Where the desk threw \(type(of: error))") {
                try reply(to: Call(name: "book_berth", arguments: berth)) { _ in
                    asked += 1
                    throw error
                }
            }
            try expect(
                asked == 1, "After an error of the desk, the desk is not asked again",
                ["It was asked \(asked) times."])
        }
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int?

        init(_ name: String, _ index: Int? = nil) {
            stringValue = name
            intValue = index
        }

        init?(stringValue: String) {
            self.init(stringValue)
        }

        init?(intValue: Int) {
            self.init("Index \(intValue)", intValue)
        }
    }

    private func linesForTheLog() throws {
        func context(_ keys: Key...) -> DecodingError.Context {
            DecodingError.Context(
                codingPath: keys, debugDescription: "The password is 1234.",
                underlyingError: CocoaError(.coderReadCorrupt))
        }
        let first = Key("Index 0", 0)
        try expectLines(
            [
                (DecodingError.typeMismatch(Int.self, context(Key("car"))), "typeMismatch at car"),
                (
                    DecodingError.valueNotFound(Int.self, context(Key("wishes"), Key("berth"))),
                    "valueNotFound at wishes.berth"
                ),
                (DecodingError.dataCorrupted(context(Key("train"))), "dataCorrupted at train"),
            ],
            """
            A line has the name of the case, whichever of the four it is, and the path, and nothing \
            else: the text of an error may quote what was read \(.whatALogMaySay)
            """)
        try expectLines(
            [
                (
                    DecodingError.keyNotFound(Key("berth"), context(Key("wishes"), Key("booking"))),
                    "keyNotFound at wishes.booking"
                )
            ],
            """
            The path of keyNotFound is that of the object, and the key that is missing is not in it: \
            write the path alone \(.whatALogMaySay)
            """)
        try expectLines(
            [
                (DecodingError.dataCorrupted(context()), "dataCorrupted"),
                (DecodingError.keyNotFound(Key("secret"), context()), "keyNotFound"),
                (DecodingError.typeMismatch(Int.self, context()), "typeMismatch"),
                (DecodingError.valueNotFound(Int.self, context()), "valueNotFound"),
            ], "Where the path is empty, the case stands alone \(.whatALogMaySay)")
        try expectLines(
            [
                (
                    DecodingError.typeMismatch(Int.self, context(Key("4f1e"), Key("car"))),
                    "typeMismatch at *.car"
                ),
                (
                    DecodingError.dataCorrupted(context(Key("wishes"), Key("Ada"))),
                    "dataCorrupted at wishes.*"
                ),
                (DecodingError.valueNotFound(Int.self, context(Key(""))), "valueNotFound at *"),
                (
                    DecodingError.valueNotFound(
                        Int.self, context(Key("Car"), Key("train "), Key("a.car"))),
                    "valueNotFound at *.*.*"
                ),
            ],
            """
            A key that is not known may be a secret of a stranger. Write the keys that are known, and a \
            star for every other one \(.whatALogMaySay)
            """)
        try expectLines(
            [
                (
                    DecodingError.dataCorrupted(context(Key("wishes"), Key("Ada"), first)),
                    "dataCorrupted at wishes.*.*"
                ),
                (
                    DecodingError.dataCorrupted(context(first, Key("car"), Key("Index 12", 12))),
                    "dataCorrupted at *.car.*"
                ),
            ],
            """
            In place of an index, there is a star too: do not write its number. A key that looks like a \
            number has an `intValue` as well, and may be a secret \(.whatALogMaySay)
            """)
        try expectLines(
            [
                (
                    DecodingError.keyNotFound(Key("train"), context(Key("4111", 4111))),
                    "keyNotFound at *"
                )
            ],
            """
            A key that looks like a number may be a secret of a stranger too: a star in its place \
            \(.whatALogMaySay)
            """)
        try expectLines(
            [
                (DeskError(), "other"), (CocoaError(.coderReadCorrupt), "other"),
                (URLError(.timedOut), "other"),
                (
                    EncodingError.invalidValue(
                        1, .init(codingPath: [Key("car")], debugDescription: "")), "other"
                ),
            ], "Any other error is \"other\" \(.whatALogMaySay)")
    }

    private func expectLines(
        _ table: [(any Error, String)], _ misconception: Misconception
    ) throws {
        for (error, expected) in table {
            let line = try value(misconception) { try logLine(for: error) }
            try expectEqual(line, expected, misconception)
        }
    }

    // MARK: - Task 6

    /// A part of a stream, and the frame that ends with it.
    private typealias Segment = (text: String, frame: Frame?)

    private func frame(_ event: String, _ data: String) -> Frame {
        Frame(event: event, data: bytes(data))
    }

    @Test("Task 6 · Frames out of pieces")
    func framesOutOfPieces() throws {
        try endIfOpen {
            var reader = FrameReader()
            return try reader.frames(in: bytes(": \n"))
        }
        let made = frame("", "")
        try expectTypes(
            ("event", made.event, String.self), ("data", made.data, Foundation.Data.self))
        try readWhole(
            [
                ("data: a\n\n", frame("message", "a")),
                ("data: [1]\n\n", frame("message", "[1]")),
                ("data: [DONE]\n\n", frame("message", "[DONE]")),
            ],
            """
            An empty line ends a frame, and its data is what follows `data:` and one space. The frame is \
            returned at once \(.serverSentEvents)
            """,
            otherName: "Without `event`, the name of a frame is \"message\" \(.serverSentEvents)")
        try readWhole(
            [
                ("event: berth\ndata: a\n\n", frame("berth", "a")),
                ("data: b\n\n", frame("message", "b")),
                ("data: c\nevent: Ö\n\n", frame("Ö", "c")),
            ],
            """
            `event` names its own frame, wherever it stands in it, and not the next one \
            \(.serverSentEvents)
            """)
        try readWhole(
            [
                ("data: a\ndata: b\n\n", frame("message", "a\nb")),
                (
                    "data: {\nevent: e\ndata: \"c\"\ndata: }\n\n",
                    frame("e", "{\n\"c\"\n}")
                ),
            ],
            """
            Several lines of data are one document: join them with a line feed, also where another \
            field is between them \(.serverSentEvents)
            """)
        try readWhole(
            [
                ("data:\n\n", frame("message", "")), ("data: \n\n", frame("message", "")),
                ("data: a\ndata:\ndata: b\n\n", frame("message", "a\n\nb")),
                ("data:\ndata: a\ndata:\n\n", frame("message", "\na\n")),
            ],
            """
            A line of data may be empty, and is a line of data all the same: a frame that has nothing \
            else is a frame, with empty data \(.serverSentEvents)
            """)
        try readWhole(
            [
                ("data:a\n\n", frame("message", "a")), ("data:  a \n\n", frame("message", " a ")),
                ("data: a: b:c\n\n", frame("message", "a: b:c")),
                ("event:e\ndata::\n\n", frame("e", ":")),
            ],
            """
            Only the first colon ends the field, and only one space after it goes \(.serverSentEvents)
            """)
        try readWhole(
            [
                (": good evening\n\n", nil),
                ("id: 7\nretry: 10\nDATA: x\ndata : x\ndatas: x\n\n", nil),
                ("event: lost\n\n", nil), ("\n\n", nil),
                (":data: x\ndata: a\n: y\nid: z\ndata: b\n\n", frame("message", "a\nb")),
            ],
            """
            Comments and other fields are passed over, and without data there is no frame. Its name is \
            forgotten \(.serverSentEvents)
            """)
        try readWhole(
            [
                ("data: a\r\ndata: b\r\n\r\n", frame("message", "a\nb")),
                ("event: e\r\ndata: c\r\n\r\n", frame("e", "c")),
            ],
            """
            A line may end with "\\r\\n", and then the "\\r" is not a part of the line. (In Swift, these \
            two are one Character.) \(.halfALetter)
            """)
        try cutEverywhere()
        try severalReaders()
    }

    /// Reads a stream in one piece.
    ///
    /// - Parameter otherName: The mistake of an answer whose frames differ in nothing but a name.
    private func readWhole(
        _ segments: [Segment], _ misconception: Misconception, otherName: Misconception? = nil
    ) throws {
        let text = segments.map(\.text).joined()
        let expected = segments.compactMap(\.frame)
        var reader = FrameReader()
        let read = try value(misconception) { try reader.frames(in: bytes(text)) }
        let isDataRight = read.map(\.data) == expected.map(\.data)
        try compare(
            read, expected, "Of the stream \(text.debugDescription)",
            (isDataRight ? otherName : nil) ?? misconception)
    }

    private func compare(
        _ read: [Frame], _ expected: [Frame], _ situation: String, _ misconception: Misconception
    ) throws {
        func lines(_ frames: [Frame]) -> [String] {
            frames.isEmpty
                ? ["    no frame"]
                : frames.map {
                    "    \($0.event.debugDescription) with "
                        + String(decoding: $0.data, as: UTF8.self).debugDescription
                }
        }
        try expect(
            read == expected, misconception,
            [situation + " it read"] + lines(read) + ["and expected was"] + lines(expected))
    }

    private func cutEverywhere() throws {
        let streams: [[Segment]] = [
            [
                (
                    "event: nacht\ndata: {\"zug\": \"Zürich 🚂\"}\n\n",
                    frame("nacht", "{\"zug\": \"Zürich 🚂\"}")
                ),
                (": x\n\ndata: a\ndata:  b\n\n", frame("message", "a\n b")), ("data: c\n", nil),
            ],
            [
                ("event: ö\r\ndata: é\r\ndata: 2\r\n\r\n", frame("ö", "é\n2")), (":\r\n\r\n", nil),
                ("data: 3\r\n\r\n", frame("message", "3")),
            ],
        ]
        for segments in streams {
            let stream = bytes(segments.map(\.text).joined())
            // Where each frame ends, in bytes.
            var end = 0
            var ends: [(end: Int, frame: Frame)] = []
            for segment in segments {
                end += segment.text.utf8.count
                if let frame = segment.frame { ends.append((end, frame)) }
            }
            // Neither piece is empty: Foundation traps where an empty one is added to a slice.
            for cut in 1..<stream.count {
                try readCut(stream, at: cut, ends: ends)
            }
            try readBytes(stream, ends.map(\.frame))
        }
    }

    private func readCut(
        _ stream: Foundation.Data, at cut: Int, ends: [(end: Int, frame: Frame)]
    ) throws {
        // The first half of a letter is no text. A piece with such a cut has a message of its own.
        let first = stream.prefix(cut)
        let isInLetter = String(validating: first, as: UTF8.self) == nil
        let misconception: Misconception =
            isInLetter
            ? """
            This piece ends within a letter. Half a letter is no text: keep bytes until the line is \
            whole \(.halfALetter)
            """
            : """
            A piece may end anywhere: keep what is not whole for the next call, a line, a frame and \
            its name \(.piecesAreNotRecords)
            """
        let situation =
            "Of \(String(decoding: stream, as: UTF8.self).debugDescription), cut after \(cut) bytes,"
        var reader = FrameReader()
        let early = try value(misconception) { try reader.frames(in: first) }
        let late = try value(misconception) { try reader.frames(in: stream.dropFirst(cut)) }
        try compare(early + late, ends.map(\.frame), situation, misconception)
        // With "\r\n", a reader may end the line at the "\r" already.
        let due = ends.count { $0.end <= cut }
        let isReturnBefore = first.last == UInt8(ascii: "\r")
        let dueEarly = ends.count { $0.end <= cut + (isReturnBefore ? 1 : 0) }
        try expect(
            (due...dueEarly).contains(early.count),
            """
            A frame is returned by the call whose piece ends it, and not later: nobody knows when the \
            next piece comes \(.piecesAreNotRecords)
            """,
            [situation + " the first piece gave \(early.count) frames, and has the end of \(due)."])
    }

    private func readBytes(_ stream: Foundation.Data, _ expected: [Frame]) throws {
        let misconception: Misconception = """
            Pieces may be a single byte: nothing is lost and nothing is read twice \
            \(.piecesAreNotRecords)
            """
        var reader = FrameReader()
        var frames: [Frame] = []
        for byte in stream {
            frames += try value(misconception) { try reader.frames(in: Foundation.Data([byte])) }
        }
        try compare(frames, expected, "Byte by byte", misconception)
    }

    private func severalReaders() throws {
        let misconception: Misconception = """
            There may be several readers at once: each keeps its own rest, in its properties \
            \(.halfALetter)
            """
        var one = FrameReader()
        var two = FrameReader()
        _ = try value(misconception) { try one.frames(in: bytes("event: e\ndata: a\nda")) }
        let read = try value(misconception) { try two.frames(in: bytes("data: b\n\n")) }
        try compare(read, [frame("message", "b")], "Of \"data: b\\n\\n\"", misconception)
        let rest = try value(misconception) { try one.frames(in: bytes("ta: c\n\n")) }
        try compare(rest, [frame("e", "a\nc")], "Of the other reader's stream", misconception)
    }

    // MARK: - Task 7

    private func nested(_ levels: Int, _ value: String = "1") -> String {
        String(repeating: #"{"a":"#, count: levels / 2)
            + String(repeating: "[", count: levels - levels / 2)
            + value + String(repeating: "]", count: levels - levels / 2)
            + String(repeating: "}", count: levels / 2)
    }

    @Test("Task 7 · The bytes of a stranger")
    func bytesOfAStranger() throws {
        try endIfOpen { try checked(bytes("{}")) }
        try letPass(
            ["{}", "[]", berth, "12", #""ö""#, #"{"a": [1, null, true, -1.5e3], "ö": "🚂"}"#],
            "A document within the limits passes, and comes back as it is \(.aGateBeforeTheDecoder)"
        )
        let tooDeep: Misconception = """
            More than 20 levels are an error, before any decoder sees them: \(513) brackets end a \
            program \(.oneBracketMore)
            """
        let lists = String(repeating: "[", count: 21) + String(repeating: "]", count: 21)
        try refuseBytes(
            [
                lists, String(repeating: "[", count: 21), String(repeating: "[", count: 513),
            ].map(bytes), tooDeep)
        let objects =
            String(repeating: #"{"a":"#, count: 21) + "1" + String(repeating: "}", count: 21)
        try refuseBytes(
            [objects, String(repeating: #"{"a":"#, count: 50_000)].map(bytes),
            """
            Each "{" begins a level, as each "[" does: objects that are one in the other are deep too \
            \(.aGateBeforeTheDecoder)
            """)
        try refuseBytes(
            [
                nested(21), nested(22), nested(513),
                String(repeating: #"{"a":"#, count: 512) + "[", "[[], \(nested(20))]",
            ].map(bytes),
            """
            "{" and "[" begin a level both: count them together, and more than 20 are an error \
            \(.aGateBeforeTheDecoder)
            """)
        try letPass(
            [nested(20), nested(19)],
            "As many as 20 levels are right \(.aGateBeforeTheDecoder)")
        try letPass(
            [
                "[" + Array(repeating: nested(19), count: 50).joined(separator: ",") + "]",
                "[" + Array(repeating: "{}", count: 1000).joined(separator: ",") + "]",
            ],
            """
            What stands side by side is not deep: a closing bracket ends a level \
            \(.aGateBeforeTheDecoder)
            """)
        let brackets = String(repeating: "[", count: 30)
        try letPass(
            [
                #"{"a": "\#(brackets)"}"#, #"{"\#(brackets)": "{{{{{{{{{{{{{{{{{{{{{{{{{"}"#,
                #"["\"\#(brackets)"]"#, #"["\\\"\#(brackets)\\"]"#,
                #"["\u0022\#(brackets)", "\/"]"#,
            ],
            """
            In a string, a bracket is a letter, and a quote after a backslash does not end the string \
            \(.aGateBeforeTheDecoder)
            """)
        try letPass(
            ["[\"\u{301}\(brackets)\"]", "[\"\u{FE0F}\(brackets)\"]"],
            """
            In a string, a bracket is a letter, and a quote is a byte. With an accent after it, both are \
            one Character: go through the bytes \(.aGateBeforeTheDecoder)
            """)
        try refuseBytes(
            [
                #"["]]]]]]]]]]]]", \#(nested(20))]"#, #"["\\", \#(nested(20))]"#,
                #"["\"", \#(nested(20))]"#, #"["}}}}\\\"", \#(nested(20))]"#,
                #"{"\\\\": \#(nested(20))}"#,
            ].map(bytes),
            """
            A closing bracket in a string ends no level, and after two backslashes a quote does end the \
            string: what follows is deep \(.aGateBeforeTheDecoder)
            """)
        try sizes()
        try encodings()
        // What is no JSON may pass or not. It may not end the program.
        for text in ["", "]", "}}}}]]]]", "\"", #""\"#, #"{"a\"#, "[]]]]]]", "{a:1e+}", "'"] {
            _ = try? checked(bytes(text))
        }
    }

    private func sizes() throws {
        func document(_ count: Int) -> String {
            "[\"" + String(repeating: "a", count: count - 4) + "\"]"
        }
        try letPass(
            [document(99_999), document(100_000)],
            "As many as 100,000 bytes are right \(.aGateBeforeTheDecoder)")
        let umlauts = "[\"" + String(repeating: "ö", count: 50_001) + "\"]"
        try refuseBytes(
            [document(100_001), document(2_000_000), umlauts].map(bytes),
            """
            More than 100,000 bytes are an error. Bytes are counted, and not letters \
            \(.aGateBeforeTheDecoder)
            """)
    }

    private func encodings() throws {
        let broken: [[UInt8]] = [
            [0xFF], [0xC3], [0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0x80],
        ]
        try refuseBytes(
            broken.map { bytes("[\"") + Foundation.Data($0) + bytes("\"]") }
                + [bytes("\"a") + Foundation.Data([0xC3])],
            """
            Bytes that are not UTF-8 are an error, wherever they stand: a decoder may pass over them \
            where nobody reads \(.aGateBeforeTheDecoder)
            """)
        let wide = ["[1]", String(repeating: "[", count: 513)].flatMap { text in
            [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian].compactMap {
                text.data(using: $0)
            }
        }
        try refuseBytes(
            wide + [bytes("[1]\u{0}"), bytes("[\"\u{0}\"]"), bytes("[\"Good evening\"]\n\u{0}")],
            """
            A zero byte is an error: text in UTF-16 has some, a decoder reads it all the same, and a \
            gate for UTF-8 does not \(.aGateBeforeTheDecoder)
            """)
    }

    private func letPass(_ texts: [String], _ misconception: Misconception) throws {
        for text in texts {
            let document = bytes(text)
            for given in [document, (bytes("[[\"") + document).dropFirst(3)] {
                let start = text.prefix(60).debugDescription
                let passed = try value(
                    misconception, for: ["For \(given.count) bytes that begin with \(start)"]
                ) { try checked(given) }
                try expect(
                    passed == document, misconception,
                    ["It returned other bytes for \(text.prefix(60).debugDescription)."])
            }
        }
    }

    private func refuseBytes(_ documents: [Foundation.Data], _ misconception: Misconception) throws
    {
        for document in documents {
            let text = String(decoding: document.prefix(60), as: UTF8.self).debugDescription
            try expectThrown(misconception, "For \(document.count) bytes that begin with \(text)") {
                "these \(try checked(document).count) bytes"
            }
        }
    }

    // MARK: - Helpers

    private func bytes(_ text: String) -> Foundation.Data { Foundation.Data(text.utf8) }

    private func indented(_ text: String) -> [String] {
        text.components(separatedBy: "\n").map { "    " + $0 }
    }

    /// Runs an answer that should succeed. A finding says for what it threw an error.
    private func value<Value>(
        _ misconception: Misconception, for lines: [String],
        sourceLocation: Testing.SourceLocation = #_sourceLocation, of answer: () throws -> Value
    ) throws -> Value {
        var thrown: (any Error)?
        var returned: Value?
        try endIfOpen {
            do {
                returned = try answer()
            } catch {
                thrown = error
                throw error
            }
        }
        if let returned { return returned }
        let words = thrown.map { ["it threw:", "    \($0)"] } ?? []
        try fail(misconception, lines + words, sourceLocation: sourceLocation)
    }

    /// Runs an answer that should throw any error.
    private func expectThrown(
        _ misconception: Misconception, _ situation: String,
        sourceLocation: Testing.SourceLocation = #_sourceLocation,
        from answer: () throws -> some Any
    ) throws {
        var returned: Any?
        try endIfOpen {
            let value = try answer()
            returned = value
            return value
        }
        guard let returned else { return }
        try fail(
            misconception,
            ["\(situation), it returned", "    \(returned)", "in place of an error."],
            sourceLocation: sourceLocation)
    }
}
