import ExerciseChecks
import Foundation
import Testing

import enum ExerciseChecks.DecodingErrorCase
import struct ExerciseChecks.Misconception
import struct ExerciseChecks.ProbeRule
// By name: a learner's own type of the same name is not meant.
import class Foundation.FileManager
import class Foundation.JSONSerialization
import class Foundation.NSTimeZone
import struct Swift.Bool
import enum Swift.DecodingError
import struct Swift.Double
import struct Swift.KeyValuePairs

@testable import Exercise03

@Suite("Exercise 03 · The timetable", .serialized, .exercise)
struct Exercise03Tests: ExerciseSuite {
    // MARK: - Task 1

    @Test("Task 1 · Seconds and milliseconds since 1970")
    func numbers() async throws {
        try checkSeconds()
        try checkMilliseconds()
        try expectEach(
            [#"{"train": "NT 61", "departs": 1735599600}"#: "1735599600.00000 seconds"],
            """
            Seconds were read rightly until milliseconds had been read. A decoder that both halves \
            share keeps what one of them has set \(.oneDecoderForEachAPI)
            """
        ) { Self.seconds(of: try decodeDeparture(from: Foundation.Data($0.utf8))) }
        try await tryElsewhere(1)
    }

    private func checkSeconds() throws {
        let late = #"{"train": "NT 61", "departs": 1735599600}"#
        let first = try outcome { try decodeDeparture(from: Foundation.Data(late.utf8)).departs }
        let misconception: Misconception =
            switch first?.timeIntervalSince1970 {
            case 2_713_906_800:
                """
                1735599600 is late in 2024, and 2055 came out. A decoder that is told nothing \
                counts from 2001 \(.jsonHasNoDates)
                """
            case let seconds? where seconds > 1_000_000 && seconds < 10_000_000:
                """
                1735599600 is late in 2024. A decoder that is told milliseconds stays in January \
                1970 \(.jsonHasNoDates)
                """
            case let seconds? where Self.isFloat(seconds, of: 1_735_599_600):
                """
                The date is some seconds off: a Float keeps about seven digits, and this number \
                has ten \(.floatDoubleOrDecimal)
                """
            default:
                """
                The number is what has gone by since 1970 began, with its sign and its fraction, \
                and nothing is added or cut off \(.jsonHasNoDates)
                """
            }
        try readEach(
            [
                late: #"{"train": "NT 61", "departs": "2024-12-30T23:00:00.000Z"}"#,
                #"{"train": " NT \"7\" Ö ", "departs": 86400}"#:
                    #"{"train": " NT \"7\" Ö ", "departs": "1970-01-02T00:00:00.000Z"}"#,
                #"{"train": "", "departs": 0}"#:
                    #"{"train": "", "departs": "1970-01-01T00:00:00.000Z"}"#,
                #"{"train": "NT 3", "departs": 4102444800}"#:
                    #"{"train": "NT 3", "departs": "2100-01-01T00:00:00.000Z"}"#,
            ], misconception
        ) { Self.parts(of: try decodeDeparture(from: $0)) }
        let fraction: Misconception = """
            Seconds may have a fraction, and each digit of it counts: an Int has no place for it, \
            and rounding or cutting off loses it \(.jsonHasNoDates)
            """
        try readEach(
            [
                #"{"train": "NT 61", "departs": 1735599600.757}"#:
                    #"{"train": "NT 61", "departs": "2024-12-30T23:00:00.757Z"}"#
            ], fraction
        ) { Self.parts(of: try decodeDeparture(from: $0)) }
        try expectEach(
            [#"{"train": "NT 61", "departs": 1735599600.75725}"#: "1735599600.75725 seconds"],
            fraction
        ) { Self.seconds(of: try decodeDeparture(from: Foundation.Data($0.utf8))) }
        try readEach(
            [
                #"{"train": "NT 2", "departs": -86400}"#:
                    #"{"train": "NT 2", "departs": "1969-12-31T00:00:00.000Z"}"#,
                #"{"train": "NT 2", "departs": -86400.123}"#:
                    #"{"train": "NT 2", "departs": "1969-12-30T23:59:59.877Z"}"#,
            ], Self.beforeTheEpoch
        ) { Self.parts(of: try decodeDeparture(from: $0)) }
        try expectEach(
            [#"{"train": "NT 2", "departs": -86400.12345}"#: "-86400.12345 seconds"],
            Self.beforeTheEpoch
        ) { Self.seconds(of: try decodeDeparture(from: Foundation.Data($0.utf8))) }
        try probe(
            late, rules: [Self.anyError],
            """
            A departure needs its train and its time. A date to fall back on is one that nobody \
            has sent \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                A departure has a string and a number, and a string of digits is not a number: let \
                the decoder say so \(.jsonHasNoDates)
                """
        ) { try decodeDeparture(from: $0) }
    }

    private func checkMilliseconds() throws {
        let late = #"{"train": "NT 61", "departs": 1735599600257}"#
        let first = try outcome {
            try decodeDeparture(inMilliseconds: Foundation.Data(late.utf8)).departs
        }
        let misconception: Misconception =
            switch first?.timeIntervalSince1970 {
            case 1_735_599_600_257:
                """
                1735599600257 is late in 2024. Milliseconds that are read as seconds end far in \
                the future \(.jsonHasNoDates)
                """
            case 1_735_599_600, 1_735_599_601:
                """
                A quarter of a second is lost: a division of whole numbers drops what is left \
                over, and rounding does too \(.jsonHasNoDates)
                """
            case let seconds? where Self.isFloat(seconds, of: 1_735_599_600.257):
                """
                The date is some seconds off: a Float keeps about seven digits, and this number \
                has thirteen \(.floatDoubleOrDecimal)
                """
            default:
                """
                The number counts milliseconds since 1970 began, however many digits it has, and \
                it is negative before \(.jsonHasNoDates)
                """
            }
        try readEach(
            [
                late: #"{"train": "NT 61", "departs": "2024-12-30T23:00:00.257Z"}"#,
                #"{"train": " Bad \"S\" \\ Ö ", "departs": 503}"#:
                    #"{"train": " Bad \"S\" \\ Ö ", "departs": "1970-01-01T00:00:00.503Z"}"#,
                #"{"train": "", "departs": 4102444800000}"#:
                    #"{"train": "", "departs": "2100-01-01T00:00:00.000Z"}"#,
            ], misconception
        ) { Self.parts(of: try decodeDeparture(inMilliseconds: $0)) }
        try expectEach(
            [#"{"train": "NT 61", "departs": 1735599600257.25}"#: "1735599600.25725 seconds"],
            """
            Milliseconds may have a fraction too, like the .25 here: an Int has no place for it, \
            and rounding or cutting off loses it \(.jsonHasNoDates)
            """
        ) { Self.seconds(of: try decodeDeparture(inMilliseconds: Foundation.Data($0.utf8))) }
        try readEach(
            [
                #"{"train": "NT 2", "departs": -501}"#:
                    #"{"train": "NT 2", "departs": "1969-12-31T23:59:59.499Z"}"#,
                #"{"train": "NT 2", "departs": -86400250}"#:
                    #"{"train": "NT 2", "departs": "1969-12-30T23:59:59.750Z"}"#,
            ], Self.beforeTheEpoch
        ) { Self.parts(of: try decodeDeparture(inMilliseconds: $0)) }
        try expectEach(
            [#"{"train": "NT 2", "departs": -501.25}"#: "-0.50125 seconds"], Self.beforeTheEpoch
        ) { Self.seconds(of: try decodeDeparture(inMilliseconds: Foundation.Data($0.utf8))) }
        try probe(
            late, rules: [Self.anyError],
            """
            A departure needs its train and its time, in milliseconds too \
            \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                A departure has a string and a number, and a string of digits is not a number \
                \(.jsonHasNoDates)
                """
        ) { try decodeDeparture(inMilliseconds: $0) }
    }

    // MARK: - Task 2

    @Test("Task 2 · ISO 8601 with its zone")
    func arrivals() async throws {
        func parts(_ document: Foundation.Data) throws -> [[String: String]] {
            try decodeArrivals(from: document).map {
                ["train": $0.train, "arrives": Self.iso($0.arrives)]
            }
        }
        let two = #"""
            [{"train": "A", "arrives": "2025-01-31T00:15:00+01:00"},
             {"train": "B", "arrives": "2025-07-01T05:30:07Z"}]
            """#
        let three = #"""
            [{"train": " C \\ ", "arrives": "2025-07-01T00:10:00-03:30"},
             {"train": "A", "arrives": "1969-12-31T23:59:59+00:00"},
             {"train": " C \\ ", "arrives": "2025-07-01T00:10:00-03:30"}]
            """#
        let trains = try outcome {
            try decodeArrivals(from: Foundation.Data(three.utf8)).map(\.train)
        }
        try everyHour(parts)
        let ofZones = try zoneMisconception(parts)
        let reading: Misconception =
            trains != nil && trains != [#" C \ "#, "A", #" C \ "#] ? Self.wholeList : ofZones
        try readEach(
            [
                #"[{"train": "B", "arrives": "2025-07-01T05:30:07Z"}]"#:
                    #"[{"train": "B", "arrives": "2025-07-01T05:30:07.000Z"}]"#,
                two: #"""
                [{"train": "A", "arrives": "2025-01-30T23:15:00.000Z"},
                 {"train": "B", "arrives": "2025-07-01T05:30:07.000Z"}]
                """#,
                three: #"""
                [{"train": " C \\ ", "arrives": "2025-07-01T03:40:00.000Z"},
                 {"train": "A", "arrives": "1969-12-31T23:59:59.000Z"},
                 {"train": " C \\ ", "arrives": "2025-07-01T03:40:00.000Z"}]
                """#,
                "[]": "[]",
            ], reading, parts: parts)
        for text in ["2025-01-31T00:15:00", "2025-01-31"] {
            try refuse(
                #"[{"train": "A", "arrives": "2025-01-31T00:15:00Z"}, {"train": "B", "arrives": "\#(text)"}]"#,
                """
                A time without a zone may be any moment of a day, and a day without a time too. Do \
                not guess, and do not leave out the train: refuse it \(.iso8601InOneWord)
                """, with: parts)
        }
        try probe(
            two, rules: [Self.anyError],
            """
            Every arrival has a train and a time. One that is broken is an error for the whole \
            list \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                A train and a time are strings. A value of another type is an error, even if a \
                date could be made of it \(.absentNullOrTheWrongType)
                """, with: parts)
        try await tryElsewhere(2)
    }

    /// What is wrong with the zones, if something is.
    private func zoneMisconception(
        _ parts: (Foundation.Data) throws -> [[String: String]]
    ) throws -> Misconception {
        let texts = [
            "2025-07-01T05:30:07Z", "2025-01-31T00:15:00+01:00", "2025-07-01T00:10:00-03:30",
        ]
        let moments: [String?] = try texts.map { text in
            let document = #"[{"train": "A", "arrives": "\#(text)"}]"#
            let found = try outcome { try parts(Foundation.Data(document.utf8)) }
            return found?.first?["arrives"]
        }
        let utc = moments[0]
        let ahead = moments[1]
        let behind = moments[2]
        if utc != nil, ahead == nil, behind == nil {
            return """
                Only a time that ends in Z was read, and +01:00 is a zone too. A Z in quotes, in a \
                format of your own, is a letter and no zone \(.aLetterIsNotAZone)
                """
        }
        if utc == nil, ahead == "2025-01-30T23:15:00.000Z" {
            return """
                A time that ends in Z was refused. Z is a zone too: it is GMT \(.iso8601InOneWord)
                """
        }
        if (ahead == nil) != (behind == nil) {
            return """
                A zone may be ahead of GMT or behind it, and only one of the two was read: +01:00 \
                is a zone, and so is -03:30 \(.iso8601InOneWord)
                """
        }
        if ahead == "2025-01-31T00:15:00.000Z", behind == "2025-07-01T00:10:00.000Z" {
            return """
                The offset was read and not applied. It belongs to the time: 00:15+01:00 is 23:15Z \
                \(.iso8601InOneWord)
                """
        }
        if ahead == "2025-01-31T01:15:00.000Z" {
            return """
                The offset was applied in the wrong direction. +01:00 is a clock ahead of GMT, so \
                00:15+01:00 is 23:15Z \(.iso8601InOneWord)
                """
        }
        if behind == "2025-07-01T03:10:00.000Z" {
            return """
                The minutes of the offset were left out: -03:30 is -210 minutes, and not -180 \
                \(.iso8601InOneWord)
                """
        }
        if behind == "2025-07-01T02:40:00.000Z" {
            return """
                The minutes of the offset have lost its sign, and -03:30 is -210 minutes, as the \
                minus is for both parts \(.iso8601InOneWord)
                """
        }
        return """
            Every time brings its own zone, an offset of hours and minutes or Z, and it belongs to \
            the time: 00:15+01:00 is 23:15Z \(.iso8601InOneWord)
            """
    }

    /// Checks the hours, if some of them are read and others are not. Whoever reads none of them has
    /// another mistake.
    private func everyHour(_ parts: (Foundation.Data) throws -> [[String: String]]) throws {
        func arrival(_ time: String) -> String {
            #"[{"train": "B", "arrives": "2025-07-01T\#(time)Z"}]"#
        }
        let times = ["00:30:07", "01:30:07", "11:30:07", "12:30:07", "13:30:07", "23:30:07"]
        let misread = try times.filter { time in
            let found = try outcome { try parts(Foundation.Data(arrival(time).utf8)) }
            return found != [["train": "B", "arrives": "2025-07-01T\(time).000Z"]]
        }
        guard misread.count < times.count else { return }
        for time in misread {
            try readEach(
                [arrival(time): arrival("\(time).000")],
                """
                Every time of a day is read, from 00:00 to 23:59. In a format of your own, the \
                hour is HH: hh counts to twelve, and kk begins with 1 \(.lettersThatLookRight)
                """, parts: parts)
        }
    }

    // MARK: - Task 3

    private static let passages = #"""
        [{"signal": "Z 7", "passed": "2025-03-29T22:12:00.007Z"},
         {"signal": " \"Ö\" \\ ", "passed": "2025-03-29T22:12:41Z"},
         {"signal": "", "passed": "1969-12-31T23:59:59.002Z"},
         {"signal": "A", "passed": "1975-06-01T06:00:00.989Z"},
         {"signal": "B", "passed": "2025-03-29T22:12:41.989Z"},
         {"signal": "Z 7", "passed": "2024-12-30T23:59:59.999Z"},
         {"signal": "Z 7", "passed": "2025-07-01T12:00:00.250Z"},
         {"signal": "Z 9", "passed": "2025-07-01T00:30:09.120Z"}]
        """#

    @Test("Task 3 · Fractions of a second")
    func fractions() async throws {
        func parts(_ document: Foundation.Data) throws -> [[String: String]] {
            try decodePassages(from: document).map {
                ["signal": $0.signal, "passed": Self.iso($0.passed)]
            }
        }
        let withThree = Self.passages.replacing("41Z", with: "41.000Z")
        let whole = #"[{"signal": "A", "passed": "2025-03-29T22:12:41Z"}]"#
        let wholeIsRead = try outcome { try parts(Foundation.Data(whole.utf8)) } != nil
        let exact = #"[{"signal": "A", "passed": "2025-03-29T22:12:41.250Z"}]"#
        let exactIsRead = try outcome { try parts(Foundation.Data(exact.utf8)) } != nil
        let seven = #"[{"signal": "A", "passed": "2025-03-29T22:12:41.007Z"}]"#
        let found = try outcome { try parts(Foundation.Data(seven.utf8)) }
        let zerosAreLost = found?.first?["passed"] == "2025-03-29T22:12:41.700Z"
        try readEach(
            [Self.passages: withThree, withThree: withThree, "[]": "[]"],
            exactIsRead && !wholeIsRead
                ? """
                A time without a fraction is not read any more: the form with fractions is one of \
                two \(.fractionsOfASecond)
                """
                : zerosAreLost
                    ? """
                    The zeros at the front of a fraction count: .007 is 7 milliseconds, and .7 \
                    would be 700 \(.fractionsOfASecond)
                    """
                    : """
                    The milliseconds belong to the time: each of them is read, and none is added \
                    \(.fractionsOfASecond)
                    """, parts: parts)
        try probe(
            Self.passages, rules: [Self.anyError],
            """
            Every passage has a signal and a time. One that is broken is an error for the whole \
            list \(.absentNullOrTheWrongType)
            """, with: parts)
        let passages = try fromTask(3) { try decodePassages(from: Foundation.Data(withThree.utf8)) }
        try expectWritten(
            try encode(passages), withThree, try misconception(ofWriting: passages),
            notJSON: """
                What you write is not JSON: text that is put together by hand breaks at the first \
                quotation mark \(.backToJSON)
                """)
        try expectWritten(
            try encode([Passage]()), "[]",
            "Without passages, an empty list is written \(.fractionsOfASecond)")
        try await tryElsewhere(3)
    }

    private func misconception(ofWriting passages: [Passage]) throws -> Misconception {
        let written = try outcome { try encode(passages) }
        let objects = written.flatMap { try? JSONSerialization.jsonObject(with: $0) }
        let times = (objects as? [[String: Any]])?.map { $0["passed"] } ?? []
        let strings = times.compactMap { $0 as? String }
        if !times.isEmpty, times.allSatisfy({ $0 is Double }) {
            return """
                The times should be written as strings. An encoder that is told nothing writes \
                numbers, and counts them from 2001 \(.whatSurvivesARoundTrip)
                """
        }
        if strings.contains("2025-03-29T22:12:00.008Z") {
            return """
                007 came in, and 008 goes out. What you add is for the style, which cuts off. A \
                formatter rounds by itself, and a tenth of a millisecond is enough for both \
                \(.fractionsOfASecond)
                """
        }
        if strings.contains("2025-03-29T22:12:00.007Z"),
            strings.contains("2025-03-29T22:12:41.000Z"), strings.count == passages.count,
            !strings.contains("1969-12-31T23:59:59.002Z")
                || !strings.contains("1975-06-01T06:00:00.989Z")
                || !strings.contains("2025-03-29T22:12:41.989Z")
        {
            return """
                Some milliseconds come back, and some do not. Int cuts off, a little less than 989 is \
                988, and before 1970 what is left over is negative: round first \
                \(.fractionsOfASecond)
                """
        }
        if strings.contains("2025-03-29T22:12:00.006Z") {
            return """
                007 came in, and 006 goes out. Most fractions are a little less in a Double than \
                they say, and the style cuts off what it does not write \(.fractionsOfASecond)
                """
        }
        if strings.contains("2025-03-29T22:12:00.7Z") {
            return """
                7 milliseconds are .007, and .7 would be 700: write three digits, with zeros in \
                front of a small number \(.fractionsOfASecond)
                """
        }
        if strings.contains("2025-03-29T22:12:00Z") {
            return """
                The fractions are lost: .iso8601 writes whole seconds. Writing needs a strategy of \
                its own, as reading does \(.fractionsOfASecond)
                """
        }
        if strings.contains("2025-03-29T22:12:41Z") {
            return """
                Every time has three digits now, also where they are zeros \(.fractionsOfASecond)
                """
        }
        return """
            Each passage is written in its place, with its signal as it came and its time in GMT: \
            three digits after the second, and a Z \(.fractionsOfASecond)
            """
    }

    // MARK: - Task 4

    @Test("Task 4 · A formatter for one machine")
    func formatter() async throws {
        try checkFormatter(try ticketFormatter())
        let summer = #"{"ticket": "7431", "sold": "15-Jul-2025 17:50"}"#
        // Whatever is wrong with the formatter is said above; here it counts whether it is used.
        try readEach(
            [
                summer: #"{"ticket": "7431", "sold": "2025-07-15T15:50:00.000Z"}"#,
                #"{"ticket": " N \"7\" Ö ", "sold": "30-Dec-2024 00:05"}"#:
                    #"{"ticket": " N \"7\" Ö ", "sold": "2024-12-29T23:05:00.000Z"}"#,
            ],
            """
            Your formatter reads this time rightly, and the ticket has another moment: give the \
            decoder the formatter as it is \(.theMachineMustNotMatter)
            """
        ) { document in
            let ticket = try decodeTicket(from: document)
            return ["ticket": ticket.ticket, "sold": Self.iso(ticket.sold)]
        }
        for text in ["yesterday", "", "2025-07-15T17:50:00Z", "15-Juli-2025"] {
            let document = #"{"ticket": "7431", "sold": "\#(text)"}"#
            try refuse(
                document, .dataCorrupted, at: "sold",
                """
                Your formatter cannot read this, so there is no date. One to fall back on is a \
                moment at which nobody sold anything \(.aStrategyOfYourOwnInLesson03)
                """,
                otherError: misconception(ofErrorFor: document, at: "sold", from: decodeTicket),
                with: decodeTicket)
        }
        try probe(
            summer, rules: [Self.anyError],
            """
            A ticket has a number and a time, and both are strings. Without one of them it is an \
            error \(.absentNullOrTheWrongType)
            """, with: decodeTicket)
        try await tryElsewhere(4)
    }

    private func checkFormatter(_ formatter: DateFormatter) throws {
        let locale = formatter.locale?.identifier ?? "nil"
        let zone = formatter.timeZone?.identifier ?? "nil"
        try expect(
            locale == "en_US_POSIX" || zone == "Europe/Vienna",
            """
            Two things are not as the task wants them, whatever the computer is: the locale is \
            en_US_POSIX, and the timeZone is Europe/Vienna \(.theMachineMustNotMatter)
            """, ["The formatter's locale is \(locale), and its timeZone is \(zone)."])
        try expectEqual(
            locale, "en_US_POSIX",
            """
            The formatter's locale should be en_US_POSIX. Any other one is the computer's or some \
            people's, and there, March may have another name \(.theMachineMustNotMatter)
            """)
        try expectEqual(
            zone, "Europe/Vienna",
            """
            The clock of the ticket machines is in Vienna: set the formatter's timeZone to \
            Europe/Vienna. A misspelt name is nil, and nil is the computer's zone \
            \(.theMachineMustNotMatter)
            """)
        try expect(
            [.gregorian, .iso8601].contains(formatter.calendar?.identifier),
            """
            The years of a ticket are counted as in most of the world: set no other calendar \
            \(.theMachineMustNotMatter)
            """)
        let moments: KeyValuePairs = [
            "29-Mar-2025 21:05": "2025-03-29T20:05:00Z",
            "30-Dec-2024 12:50": "2024-12-30T11:50:00Z",
            "15-Jul-2025 17:09": "2025-07-15T15:09:00Z",
            "01-Jan-2025 00:30": "2024-12-31T23:30:00Z",
            "31-Dec-1969 23:59": "1969-12-31T22:59:00Z",
        ]
        for (text, moment) in moments {
            try expectEqual(
                formatter.string(from: Self.moment(moment)), text,
                misconception(
                    ofText: formatter.string(from: Self.moment(moment)), expected: text))
        }
        for (text, moment) in moments {
            try expectEqual(
                formatter.date(from: text).map(Self.iso), Self.iso(Self.moment(moment)),
                """
                The formatter writes "\(text)", and reads it in another way. The hours go from 00 \
                to 23 \(.lettersThatLookRight)
                """)
        }
    }

    private func misconception(ofText written: String, expected: String) -> Misconception {
        func hasThe(_ place: Int, of length: Int) -> Bool {
            written.dropFirst(place).prefix(length) == expected.dropFirst(place).prefix(length)
        }
        if written.count == expected.count, !hasThe(7, of: 4), hasThe(0, of: 7) {
            return """
                YYYY is the year of the week, and the week of 30 December 2024 is the first of \
                2025. The year is yyyy \(.lettersThatLookRight)
                """
        }
        if written.count == expected.count, hasThe(0, of: 12), !hasThe(12, of: 2) {
            return """
                The hour of a whole day is HH, from 00 to 23: hh counts to twelve, and kk begins \
                with 1 \(.lettersThatLookRight)
                """
        }
        if written.count == expected.count, hasThe(0, of: 15) {
            return "MM is the month. The minutes are mm \(.lettersThatLookRight)"
        }
        return """
            A ticket has the day with two digits, the month with three letters, the year with four \
            digits, a space, and hours and minutes with two \(.lettersThatLookRight)
            """
    }

    // MARK: - Task 5

    private static let notDays = [
        "29.3.2025", "9.03.2025", "29/03/2025", "29-03-2025", " 29.03.2025", "29.03.2025 ",
        "29.03.25", "30.02.2025", "29.02.2025", "29.02.1900", "31.04.2025", "01.13.2025",
        "10.00.2025", "00.01.2025", "29.03.2025T00:00:00Z", "29.03.2025x", "x29.03.2025",
        "29032025", "", "2025-03-29", "29.Mar.2025", "today", "29.03.+025", "29.+3.2025",
        #"29.03.2025\n"#, "29.03.02025", "29..3.2025", "29.03.2025.", " 9.03.2025", "029.3.2025",
        "29. 3.2025", "2903.2025", "29x03x2025",
    ]

    @Test("Task 5 · A day of the calendar")
    func serviceDay() async throws {
        func parts(_ document: Foundation.Data) throws -> String {
            let service = try decodeService(from: document)
            let day = service.serviceDay
            return #"{"train": \#(Self.quoted(service.train)), "day": "#
                + "[\(day.year), \(day.month), \(day.day)]}"
        }
        let spring = #"{"train": "NT 61", "serviceDay": "30.03.2025"}"#
        let services = [
            spring, #"{"train": " N \"7\" Ö ", "serviceDay": "29.02.2024"}"#,
            #"{"train": "", "serviceDay": "31.12.1969"}"#,
            #"{"train": "NT 7", "serviceDay": "29.02.2000"}"#,
            // In São Paulo, this day had no midnight.
            #"{"train": "NT 7", "serviceDay": "04.11.2018"}"#,
        ]
        try expectEach(
            [
                services[0]: #"{"train": "NT 61", "day": [2025, 3, 30]}"#,
                services[1]: #"{"train": " N \"7\" Ö ", "day": [2024, 2, 29]}"#,
                services[2]: #"{"train": "", "day": [1969, 12, 31]}"#,
                services[3]: #"{"train": "NT 7", "day": [2000, 2, 29]}"#,
                services[4]: #"{"train": "NT 7", "day": [2018, 11, 4]}"#,
            ],
            """
            The three numbers of the service day are those of the string, first the day, then the \
            month, then the year, and no time zone changes them; the train is the string under train \
            \(.aDayIsNotAMoment)
            """
        ) { try parts(Foundation.Data($0.utf8)) }
        for text in Self.notDays {
            let document = #"{"train": "NT 61", "serviceDay": "\#(text)"}"#
            try refuse(
                document, .dataCorrupted, at: "serviceDay", Self.misconception(ofNoDay: text),
                otherError: misconception(
                    ofErrorFor: document, at: "serviceDay", from: decodeService),
                with: decodeService)
        }
        try probe(
            spring, rules: [Self.anyError],
            """
            A service needs its train and its day. No day is not today \(.absentNullOrTheWrongType)
            """, with: decodeService)
        try rewriteEach(
            services,
            """
            A service is written as it came: the train, and the day as a string with two digits, \
            two and four \(.aDayIsNotAMoment)
            """, task: 5, from: decodeService
        ) { service in try encode(service) }
        try await tryElsewhere(5)
    }

    private static func misconception(ofNoDay text: String) -> Misconception {
        switch text {
        case "30.02.2025", "29.02.2025", "29.02.1900", "31.04.2025", "01.13.2025", "10.00.2025",
            "00.01.2025":
            """
            The calendar has no such day. Ask it, before you take three numbers for a day \
            \(.aDayIsNotAMoment)
            """
        case "29.3.2025", "9.03.2025", "29.03.25", "29.Mar.2025", "029.3.2025":
            """
            This is a day in another form: a day and a month have two digits, and a year has four. \
            Int and a formatter do not count them, so match the whole string, or write the day \
            again and compare \(.aFormatMadeOfNames)
            """
        case "29-03-2025", "29x03x2025", "29/03/2025", "2025-03-29":
            """
            This is a day in another form: between the numbers are full stops. A formatter takes \
            other signs, and a dot in a pattern is any character: write \\. for a full stop, or \
            write the day again and compare \(.aFormatMadeOfNames)
            """
        case " 29.03.2025", "29.03.2025 ", " 9.03.2025", "29. 3.2025":
            """
            This is a day in another form: there is a space in it. A formatter passes over spaces, \
            so does trimming, and a pattern may match a part: match the whole string, or write the \
            day again and compare \(.aFormatMadeOfNames)
            """
        case "29.03.+025", "29.+3.2025":
            """
            This is a day in another form: Int reads a sign, and a sign is no digit. Match the \
            whole string, or write the day again and compare \(.aFormatMadeOfNames)
            """
        default:
            """
            This is no service day. What is only a part of the string may be one, but the whole is \
            not \(.aDayIsNotAMoment)
            """
        }
    }

    // MARK: - Task 6

    @Test("Task 6 · Two formats in one field")
    func twoFormats() async throws {
        builds(on: 2, 5)
        func parts(_ document: Foundation.Data) throws -> [[String: String]] {
            try decodeDisruptions(from: document).map {
                ["line": $0.line, "until": Self.written($0.until)]
            }
        }
        let both = #"""
            [{"line": "A", "until": "2025-07-01T23:00:07-03:30"},
             {"line": "B", "until": "12.04.2025"}]
            """#
        let more = #"""
            [{"line": "B", "until": "30.12.2024"},
             {"line": " \"C\" Ö ", "until": "2025-01-31T23:00:00Z"},
             {"line": "B", "until": "30.12.2024"}]
            """#
        let lines = try outcome {
            try decodeDisruptions(from: Foundation.Data(more.utf8)).map(\.line)
        }
        let ofEnds = try endMisconception(parts)
        try readEach(
            [
                both: #"""
                [{"line": "A", "until": "the moment 2025-07-02T02:30:07.000Z"},
                 {"line": "B", "until": "the day 12.04.2025"}]
                """#,
                more: #"""
                [{"line": "B", "until": "the day 30.12.2024"},
                 {"line": " \"C\" Ö ", "until": "the moment 2025-01-31T23:00:00.000Z"},
                 {"line": "B", "until": "the day 30.12.2024"}]
                """#,
                "[]": "[]",
            ],
            lines != nil && lines != ["B", #" "C" Ö "#, "B"] ? Self.wholeList : ofEnds,
            parts: parts)
        let good = #"{"line": "B", "until": "12.04.2025"}"#
        for text in [
            "until further notice", "30.02.2025", "2025-03-30", "2025-04-12T04:30:00",
            " 12.04.2025", "12.04.2025 04:30", "", "next month", "12.4.2025", "04:30:00Z",
        ] {
            try refuse(
                #"[\#(good), {"line": "A", "until": "\#(text)"}, \#(good)]"#, .dataCorrupted,
                Self.misconception(ofNoEnd: text), otherError: Self.otherError, with: parts)
        }
        try probe(
            both, rules: [Self.anyError],
            """
            A disruption needs its line and its end, and both are strings. A missing end is an \
            error \(.absentNullOrTheWrongType)
            """, with: parts)
        try await tryElsewhere(6)
    }

    /// What is wrong with the ends that are right, if something is.
    private func endMisconception(
        _ parts: (Foundation.Data) throws -> [[String: String]]
    ) throws -> Misconception {
        let moment = #"[{"line": "A", "until": "2025-07-01T23:00:07-03:30"}]"#
        let day = #"[{"line": "B", "until": "12.04.2025"}]"#
        let momentIsRead = try outcome { try parts(Foundation.Data(moment.utf8)) } != nil
        let dayIsRead = try outcome { try parts(Foundation.Data(day.utf8)) } != nil
        if dayIsRead, !momentIsRead {
            return """
                A moment was refused, though it has its zone. A container that decodes a Date uses \
                the decoder's strategy, and Date(from:) goes past it \(.twoFormatsInOneDocument)
                """
        }
        if momentIsRead, !dayIsRead {
            return """
                A service day was refused. What is no moment may still be a day, as in task 5, \
                before it is an error \(.twoFormatsInOneDocument)
                """
        }
        return """
            An entry with a time is a moment, with its zone, and an entry without one is a day: \
            find out which of the two the string is, and read it as that \
            \(.twoFormatsInOneDocument)
            """
    }

    private static func misconception(ofNoEnd text: String) -> Misconception {
        switch text {
        case "30.02.2025", "12.4.2025", " 12.04.2025":
            """
            This is no service day, so it is an error. Read a day as strictly here as in task 5, \
            with the calendar and all digits \(.aDayIsNotAMoment)
            """
        case "2025-03-30":
            """
            This is no service day, as it has no full stops, and no moment, as it has no time: it \
            is an error, and not a third format \(.aStrategyOfYourOwnInLesson03)
            """
        case "2025-04-12T04:30:00":
            """
            A time without a zone may be any moment of a day. It is an error here as in task 2: \
            add no zone, and put no other end in its place \(.iso8601InOneWord)
            """
        default:
            """
            This is neither of the two formats. An end in its place says something that the \
            operator never said, and a list without the entry is silent about it \
            \(.aStrategyOfYourOwnInLesson03)
            """
        }
    }

    // MARK: - What is shown and compared

    private static let beforeTheEpoch: Misconception = """
        Before 1970 the number is negative, and a negative number is a time like every other: \
        neither refuse the sign nor drop it \(.jsonHasNoDates)
        """

    private static let wholeList: Misconception = """
        The list keeps its order, and is neither sorted nor made shorter \
        \(.arraysAndWrappersAtTheRoot)
        """

    /// What is wrong with an error that should be another one.
    private static let otherError: Misconception = """
        An error is right here, and it should be dataCorrupted: make it with the container's \
        dataCorruptedError, which knows the path \(.aStrategyOfYourOwnInLesson03)
        """

    /// What is wrong with an error that should be another one, or at another place.
    private func misconception<Value>(
        ofErrorFor document: String, at place: String,
        from answer: (Foundation.Data) throws -> Value
    ) -> Misconception {
        do {
            _ = try answer(Foundation.Data(document.utf8))
        } catch let error as DecodingError where DecodingErrorCase(error) == .dataCorrupted {
            return """
                The error is dataCorrupted, as it should be, and its path is not \(place): make it \
                with the container's dataCorruptedError, which knows the path \
                \(.aStrategyOfYourOwnInLesson03)
                """
        } catch {
            return Self.otherError
        }
        return Self.otherError
    }

    /// What the stub says of a key that is absent, null or of another type: an error, and no more.
    private static let anyError = ProbeRule.everywhere(
        .absent, .null, .otherType, expect: .anyError)

    /// Whether a number of seconds is the right one as far as a Float can tell.
    private static func isFloat(_ seconds: Double, of right: Double) -> Bool {
        seconds != right && abs(seconds - right) < 200 && seconds.rounded() != right.rounded()
    }

    /// What an answer returned, or nil where it threw.
    private func outcome<Value>(_ answer: () throws -> Value) throws -> Value? {
        try endIfOpen(answer)
        return try? answer()
    }

    private static func parts(of departure: Departure) -> [String: String] {
        ["train": departure.train, "departs": iso(departure.departs)]
    }

    /// The seconds since 1970, to five digits: as exact as every way to calculate them is.
    private static func seconds(of departure: Departure) -> String {
        String(format: "%.5f seconds", departure.departs.timeIntervalSince1970)
    }

    /// A moment in GMT, to the nearest millisecond: what is compared, and what a finding shows.
    private static func iso(_ date: Foundation.Date) -> String {
        // The style cuts off, and a fraction may be a little less than it says.
        (date + 0.0001).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// The moment that a string in ISO 8601 means.
    private static func moment(_ text: String) -> Foundation.Date {
        (try? Foundation.Date(text, strategy: .iso8601)) ?? .distantPast
    }

    private static func quoted(_ text: String) -> String {
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    // MARK: - Machines elsewhere

    /// A document, and what an answer makes of it wherever the machine stands.
    private struct Sample {
        let document: String
        let expected: String
        let answer: (Foundation.Data) throws -> String
    }

    /// Tries a task again as if the machine stood in Kathmandu, 5 hours and 45 minutes ahead of GMT,
    /// or in São Paulo, where some days had no midnight, if it is right here.
    ///
    /// In a process of its own: the machine's zone belongs to a whole process, and other tests run
    /// beside this one. A formatter that is kept in a static property keeps the zone that it meets
    /// there, which is another one than the operator's too. The locale has no such switch: on Linux,
    /// Foundation takes the same one on every machine.
    private func tryElsewhere(_ task: Int) async throws {
        guard Self.difference(inTask: task) == nil else { return }
        let elsewhere: Misconception = """
            It is right on this machine and wrong on one in another time zone. Something is left \
            to the machine's own zone \(.theMachineMustNotMatter)
            """
        let folder = FileManager.default.currentDirectoryPath
        let report = "\(folder)/elsewhere-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: report) }
        await #expect(processExitsWith: .success, elsewhere.comment) {
            [task, report = report as String] in
            // The report says what happened there. How the process ends would say it to nobody.
            for number in [SIGALRM, SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
                signal(number) { _ in _exit(EXIT_SUCCESS) }
            }
            // In seconds. The time limit of a task ends this process and not the ones it started.
            alarm(8)
            func write(_ lines: [String]) throws {
                let text = lines.joined(separator: "\n")
                try Foundation.Data(text.utf8).write(to: URL(filePath: report))
            }
            for zone in ["Asia/Kathmandu", "America/Sao_Paulo"] {
                setenv("TZ", zone, 1)
                tzset()
                NSTimeZone.resetSystemTimeZone()
                NSTimeZone.default = NSTimeZone.system
                try write(["In the zone \(zone) it crashed, or did not end."])
                if let difference = Exercise03Tests.difference(inTask: task) {
                    try write(["In the zone \(zone), it is wrong for this document:"] + difference)
                    return
                }
            }
            try write([])
        }
        let told = FileManager.default.contents(atPath: report)
        let lines = told.map { String(decoding: $0, as: UTF8.self) } ?? "No report came from there."
        try expect(lines.isEmpty, elsewhere, lines.components(separatedBy: "\n"))
    }

    /// What a task gives for the first document that it gets wrong, or nil where all are right.
    private static func difference(inTask task: Int) -> [String]? {
        for sample in samples(ofTask: task) {
            let given = (try? sample.answer(Foundation.Data(sample.document.utf8))) ?? "an error"
            if given != sample.expected {
                return [
                    sample.document, "It gave:  \(given)", "Expected: \(sample.expected)",
                ]
            }
        }
        return nil
    }

    private static func samples(ofTask task: Int) -> [Sample] {
        switch task {
        case 1: departures
        case 2: arrivals
        case 3: fractions
        case 4: tickets
        case 5: services
        default: disruptions
        }
    }

    private static var departures: [Sample] {
        [
            Sample(
                document: #"{"train": "NT 61", "departs": 1735599600}"#,
                expected: "2024-12-30T23:00:00.000Z"
            ) { iso(try decodeDeparture(from: $0).departs) },
            Sample(
                document: #"{"train": "NT 61", "departs": 1735599600000}"#,
                expected: "2024-12-30T23:00:00.000Z"
            ) { iso(try decodeDeparture(inMilliseconds: $0).departs) },
        ]
    }

    private static var arrivals: [Sample] {
        [
            "2025-07-01T00:10:00-03:30": "2025-07-01T03:40:00.000Z",
            "2025-07-01T00:10:00": "an error",
        ]
        .map { text, expected in
            Sample(
                document: #"[{"train": "A", "arrives": "\#(text)"}]"#, expected: expected
            ) { try decodeArrivals(from: $0).map { iso($0.arrives) }.joined(separator: ", ") }
        }
    }

    private static var fractions: [Sample] {
        let document = #"[{"signal": "A", "passed": "2025-07-01T22:12:41.007Z"}]"#
        return [
            Sample(document: document, expected: "2025-07-01T22:12:41.007Z") {
                try decodePassages(from: $0).map { iso($0.passed) }.joined(separator: ", ")
            },
            Sample(document: document, expected: "2025-07-01T22:12:41.007Z, written again") {
                let written = try encode(try decodePassages(from: $0))
                let passages = try JSONSerialization.jsonObject(with: written) as? [[String: Any]]
                let times = passages?.map { "\($0["passed"] ?? "nothing")" } ?? []
                return "\(times.joined(separator: ", ")), written again"
            },
        ]
    }

    private static var tickets: [Sample] {
        [
            Sample(
                document: #"{"ticket": "A", "sold": "15-Jul-2025 17:50"}"#,
                expected: "2025-07-15T15:50:00.000Z"
            ) { iso(try decodeTicket(from: $0).sold) },
            Sample(
                document: #"{"ticket": "A", "sold": "15-Jul-2025 17:50"}"#,
                expected: "15-Jul-2025 17:50, written by the formatter"
            ) { _ in
                let text = try ticketFormatter().string(from: moment("2025-07-15T15:50:00Z"))
                return "\(text), written by the formatter"
            },
        ]
    }

    private static var services: [Sample] {
        // The first day had no midnight in São Paulo.
        ["04.11.2018", "15.07.2025"].flatMap { day in
            let document = #"{"train": "A", "serviceDay": "\#(day)"}"#
            return [
                Sample(document: document, expected: day) {
                    written(try decodeService(from: $0).serviceDay)
                },
                Sample(document: document, expected: "\(day), written again") {
                    let written = try encode(try decodeService(from: $0))
                    let service = try JSONSerialization.jsonObject(with: written) as? [String: Any]
                    return "\(service?["serviceDay"] ?? "nothing"), written again"
                },
            ]
        }
    }

    private static var disruptions: [Sample] {
        [
            "2025-07-02T04:30:00+02:00": "the moment 2025-07-02T02:30:00.000Z",
            "04.11.2018": "the day 04.11.2018",
        ].map { text, expected in
            Sample(document: #"[{"line": "A", "until": "\#(text)"}]"#, expected: expected) {
                try decodeDisruptions(from: $0).map { written($0.until) }.joined(separator: ", ")
            }
        }
    }

    private static func written(_ end: End) -> String {
        switch end {
        case .moment(let date): "the moment \(iso(date))"
        case .day(let day): "the day \(written(day))"
        }
    }

    private static func written(_ day: ServiceDay) -> String {
        String(format: "%02d.%02d.%04d", day.day, day.month, day.year)
    }
}
