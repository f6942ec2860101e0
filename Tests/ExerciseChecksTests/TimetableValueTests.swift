import ExerciseSupport
import Testing

@Suite("TimetableValue")
struct TimetableValueTests {
    @Test("A timetable with values of each kind is read")
    func reading() throws {
        let timetable = """
            # What leaves tonight
            station: Hamburg-Altona

            trains:
              -
                number: NT 40
                delay:
              - "a: \\"b\\" \\\\ \\n"
              -
            "21: 10": 21:10
            none: []
            empty: {}
            """
        let expected = TimetableValue.object([
            "station": .text("Hamburg-Altona"),
            "trains": .list([
                .object(["number": .text("NT 40"), "delay": .nothing]),
                .text("a: \"b\" \\ \n"), .nothing,
            ]),
            "21: 10": .text("21:10"), "none": .list([]), "empty": .object([:]),
        ])
        #expect(try TimetableValue(parsing: timetable) == expected)
        let lines = timetable.replacing("\n", with: "\r\n")
        #expect(try TimetableValue(parsing: lines) == expected)
    }

    @Test(
        "A timetable that breaks a rule is dataCorrupted",
        arguments: [
            "a: 1\na: 2", "a: 1\n  b: 2", "a:\n    b: 2", "a:\n  b: 2\n c: 3", "- 1\na: 2",
            "a: 1\n- 2",
            "a: \"b", "a: \"b\" c", #"a: "\t""#, "text\nmore", "a:\n  text", " a: 1",
            String(repeating: " ", count: 202) + "a: 1",
        ])
    func broken(_ timetable: String) {
        #expect {
            try TimetableValue(parsing: timetable)
        } throws: { error in
            guard case DecodingError.dataCorrupted(let context) = error else { return false }
            return context.codingPath.isEmpty
        }
    }

    @Test("What is written is read again, whatever a text or a key looks like")
    func roundTrip() throws {
        let texts = [
            "", " ", "a ", "-", "- a", "-2", ":", "a:", "a: b", "a:b", "#", "a#", "\"", "a\"b",
            "\\",
            "\n", "\r", "\r\n", "\r\na", "[]", "{}", "é", "e\u{301}", "\t", "👩‍🚀", "\u{0}",
        ]
        for text in texts {
            let values: [TimetableValue] = [
                .text(text), .list([.text(text), .nothing]), .object([text: .text(text)]),
                .list([.list([]), .object([text: .object([text: .list([.text(text)])])])]),
            ]
            for value in values {
                #expect(try TimetableValue(parsing: value.document) == value, "\(value.document)")
            }
        }
    }
}
