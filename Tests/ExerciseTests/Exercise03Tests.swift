import ExerciseChecks
import Foundation
import Testing

// By name: a learner's own type of the same name is not meant.
import struct ExerciseChecks.Misconception
import struct ExerciseChecks.ProbeRule

@testable import Exercise03

@Suite("Exercise 03 · The timetable", .serialized, .exercise)
struct Exercise03Tests: ExerciseSuite {
    @Test("Task 1 · Seconds since 1970")
    func seconds() async throws {
        let late = #"{"train": "NT 61", "departs": 1735599600}"#
        let first = try outcome { try decodeDeparture(from: Data(late.utf8)).departs }
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
                #"{"train": " NT \"7\" Ö ", "departs": 1735599600.75}"#:
                    #"{"train": " NT \"7\" Ö ", "departs": "2024-12-30T23:00:00.750Z"}"#,
                #"{"train": "", "departs": 0}"#:
                    #"{"train": "", "departs": "1970-01-01T00:00:00.000Z"}"#,
                #"{"train": "NT 2", "departs": -86400.5}"#:
                    #"{"train": "NT 2", "departs": "1969-12-30T23:59:59.500Z"}"#,
                #"{"train": "NT 3", "departs": 4102444800}"#:
                    #"{"train": "NT 3", "departs": "2100-01-01T00:00:00.000Z"}"#,
            ], misconception
        ) { document in
            let departure = try decodeDeparture(from: document)
            return ["train": departure.train, "departs": Self.iso(departure.departs)]
        }
        try probe(
            late, rules: [Self.anyError],
            """
            A departure needs its train and its time. A date to fall back on is one that nobody \
            has sent \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                A departure has a string and a number, and a string of digits is not a number: let \
                the decoder say so \(.jsonHasNoDates)
                """,
            with: decodeDeparture)
        try await tryElsewhere(1)
    }

    @Test("Task 2 · Milliseconds since 1970")
    func milliseconds() async throws {
        let late = #"{"train": "NT 61", "station": "Köln Hbf", "seen": 1735599600250}"#
        let first = try outcome { try decodeSighting(from: Data(late.utf8)).seen }
        let misconception: Misconception =
            switch first?.timeIntervalSince1970 {
            case 1_735_599_600_250:
                """
                1735599600250 is late in 2024. Milliseconds that are read as seconds end far in \
                the future \(.jsonHasNoDates)
                """
            case 1_735_599_600, 1_735_599_601:
                """
                A quarter of a second is lost: a division of whole numbers drops what is left \
                over, and rounding does too \(.jsonHasNoDates)
                """
            case let seconds? where Self.isFloat(seconds, of: 1_735_599_600.25):
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
                late: #"""
                {"train": "NT 61", "station": "Köln Hbf", "seen": "2024-12-30T23:00:00.250Z"}
                """#,
                #"{"train": " nt ", "station": " Bad \"S\" \\ Ö ", "seen": 500}"#: #"""
                {"train": " nt ", "station": " Bad \"S\" \\ Ö ", "seen": "1970-01-01T00:00:00.500Z"}
                """#,
                #"{"train": "NT 2", "station": "", "seen": -500}"#:
                    #"{"train": "NT 2", "station": "", "seen": "1969-12-31T23:59:59.500Z"}"#,
                #"{"train": "NT 3", "station": "Linz", "seen": -86400250}"#:
                    #"{"train": "NT 3", "station": "Linz", "seen": "1969-12-30T23:59:59.750Z"}"#,
                #"{"train": "NT 3", "station": "Linz", "seen": 4102444800000}"#:
                    #"{"train": "NT 3", "station": "Linz", "seen": "2100-01-01T00:00:00.000Z"}"#,
            ], misconception
        ) { document in
            let sighting = try decodeSighting(from: document)
            return [
                "train": sighting.train, "station": sighting.station,
                "seen": Self.iso(sighting.seen),
            ]
        }
        try probe(
            late, rules: [Self.anyError],
            """
            A sighting needs its train, its station and its time, and whoever was not seen has no \
            sighting \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                A sighting has two strings and a number, and a string of digits is not a number \
                \(.jsonHasNoDates)
                """,
            with: decodeSighting)
        try await tryElsewhere(2)
    }

    @Test("Task 3 · ISO 8601 with its zone")
    func arrivals() async throws {
        func parts(_ document: Data) throws -> [[String: String]] {
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
        let trains = try outcome { try decodeArrivals(from: Data(three.utf8)).map(\.train) }
        let misconception: Misconception =
            trains != nil && trains != [#" C \ "#, "A", #" C \ "#]
            ? Self.wholeList
            : """
            Every time brings its own zone, an offset of hours and minutes or Z, and it belongs to \
            the time: 00:15+01:00 is 23:15Z, and -03:30 is -210 minutes, as the minus is for both \
            parts \(.iso8601InOneWord)
            """
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
            ], misconception, parts: parts)
        for text in ["2025-01-31T00:15:00", "2025-01-31"] {
            try refuse(
                #"[{"train": "A", "arrives": "2025-01-31T00:15:00Z"}, {"train": "B", "arrives": "\#(text)"}]"#,
                .dataCorrupted, at: "",
                """
                A time without a zone may be any moment of a day, and a day without a time too. Do \
                not guess, and do not leave out the train: refuse it \(.iso8601InOneWord)
                """
            ) { document in
                try Self.withoutPath { try decodeArrivals(from: document) }
            }
        }
        try probe(
            two, rules: [Self.anyError],
            """
            Every arrival has a train and a time. One that is broken is an error for the whole \
            list \(.absentNullOrTheWrongType)
            """, with: parts)
        try await tryElsewhere(3)
    }

    @Test("Task 4 · The service day")
    func serviceDay() async throws {
        try checkFormatter(try serviceDayFormatter())
        let spring = #"{"train": "NT 61", "serviceDay": "2025-03-30"}"#
        let table: KeyValuePairs<String, String> = [
            spring: #"{"train": "NT 61", "serviceDay": "2025-03-29T23:00:00.000Z"}"#,
            #"{"train": " N \"7\" Ö ", "serviceDay": "2025-07-15"}"#:
                #"{"train": " N \"7\" Ö ", "serviceDay": "2025-07-14T22:00:00.000Z"}"#,
            #"{"train": "", "serviceDay": "1969-12-31"}"#:
                #"{"train": "", "serviceDay": "1969-12-30T23:00:00.000Z"}"#,
        ]
        // Whatever is wrong with the formatter is said above; here it counts whether it is used.
        if try serviceDayFormatter().date(from: "2025-03-30") == Self.moment("2025-03-29T23:00:00Z")
        {
            try readEach(
                table,
                """
                Your formatter reads this day rightly, and the service has another moment: give \
                the decoder the formatter as it is \(.theMachineMustNotMatter)
                """
            ) { document in
                let service = try decodeService(from: document)
                return ["train": service.train, "serviceDay": Self.iso(service.serviceDay)]
            }
        }
        try refuseEach(
            [
                "30.03.2025", "2025-02-30", "2025-13-01", "", "2025-03-30T00:00:00Z", "2025-03-30x",
                #"2025-03-30\n"#,
            ].map { #"{"train": "NT 61", "serviceDay": "\#($0)"}"# },
            .dataCorrupted, at: "serviceDay",
            """
            This is not a service day, and your formatter does not read it either: give it the \
            whole string, and no part of it \(.aStrategyOfYourOwnInLesson03)
            """, otherError: Self.otherError, with: decodeService)
        try probe(
            spring, rules: [Self.anyError],
            """
            A service needs its train and its day. No day is not today \(.absentNullOrTheWrongType)
            """, with: decodeService)
        try await tryElsewhere(4)
    }

    private func checkFormatter(_ formatter: DateFormatter) throws {
        let locale = formatter.locale?.identifier ?? "nil"
        let zone = formatter.timeZone?.identifier ?? "nil"
        try expect(
            locale == "en_US_POSIX" || zone == "Europe/Vienna",
            """
            Two things are not as the operator wants them, whatever the machine is: the locale is \
            en_US_POSIX, and the timeZone is Europe/Vienna \(.theMachineMustNotMatter)
            """, ["The formatter's locale is \(locale), and its timeZone is \(zone)."])
        try expectEqual(
            locale, "en_US_POSIX",
            """
            The formatter's locale should be en_US_POSIX. Any other one is the machine's or some \
            people's: as in Thailand, 2025 is read as 1482 there \(.theMachineMustNotMatter)
            """)
        try expect(
            [.gregorian, .iso8601].contains(formatter.calendar?.identifier),
            """
            The years of a service day are counted as in most of the world: set no other calendar \
            \(.theMachineMustNotMatter)
            """)
        // Noon in Vienna is the same day in most zones: this is about the letters of the format.
        let noon = Self.moment("2024-12-30T11:00:00Z")
        let written = formatter.string(from: noon)
        let days = [noon, Self.moment("2025-03-09T11:00:00Z")].map(formatter.string)
        try expectEqual(days, ["2024-12-30", "2025-03-09"], misconception(ofDay: written))
        try expectEqual(
            formatter.date(from: "2025-02-30").map(Self.iso), String?.none,
            """
            February never has 30 days. A lenient formatter makes a day in March of it: leave \
            isLenient as it is \(.aDayBeginsSomewhere)
            """)
        let mornings = [
            "2025-01-15": "2025-01-14T23:00:00Z", "2025-07-15": "2025-07-14T22:00:00Z",
            "2024-02-29": "2024-02-28T23:00:00Z", "1969-12-31": "1969-12-30T23:00:00Z",
        ]
        let beginsInVienna = mornings.allSatisfy { formatter.date(from: $0) == Self.moment($1) }
        try expectEqual(
            zone, "Europe/Vienna",
            beginsInVienna
                ? """
                Today, this zone has the same clock as Vienna. In other years it had not: name the \
                operator's own zone. An abbreviation such as CET is used by several zones \
                \(.aDayBeginsSomewhere)
                """
                : """
                A service day begins at midnight in Vienna, in winter and in summer, wherever the \
                machine is: set the formatter's timeZone to Europe/Vienna. A misspelt name is nil, \
                and nil is the machine's zone \(.aDayBeginsSomewhere)
                """)
    }

    private func misconception(ofDay written: String) -> Misconception {
        switch written {
        case "2025-12-30":
            """
            YYYY is the year of the week, and the week of 30 December 2024 is the first of \
            2025. The year is yyyy \(.lettersThatLookRight)
            """
        case "24-12-30":
            "yy is a year of two digits, and a service day has four \(.lettersThatLookRight)"
        case "2024-12-365":
            """
            DD counts the days of the whole year. The day of the month is dd \
            \(.lettersThatLookRight)
            """
        case _ where written.hasPrefix("2024-0") || written.hasPrefix("2024-3"):
            "mm are minutes. The month is MM \(.lettersThatLookRight)"
        default:
            """
            A service day is written with four digits, two and two, and two hyphens: \
            yyyy-MM-dd and nothing else \(.lettersThatLookRight)
            """
        }
    }

    @Test("Task 5 · Two formats in one field")
    func twoFormats() async throws {
        func parts(_ document: Data) throws -> [[String: String]] {
            try decodeDisruptions(from: document).map {
                ["line": $0.line, "until": Self.iso($0.until)]
            }
        }
        let both = #"""
            [{"line": "A", "until": "2025-07-02T04:30:07+02:00"},
             {"line": "B", "until": "2025-04-12"}]
            """#
        func end(_ text: String) throws -> String? {
            let document = Data(#"[{"line": "A", "until": "\#(text)"}]"#.utf8)
            return try outcome { try parts(document) }?.first?["until"]
        }
        let days = #"""
            [{"line": "B", "until": "2025-04-12"}, {"line": "D", "until": "2024-12-30"},
             {"line": "B", "until": "2025-04-12"}]
            """#
        let lines = try outcome { try decodeDisruptions(from: Data(days.utf8)).map(\.line) }
        try expect(lines == nil || lines == ["B", "D", "B"], Self.wholeList)
        let morning = try end("2025-07-02T04:30:07+02:00")
        let night = try end("2025-01-31T23:00:00+01:00")
        try readEach(
            [
                #"""
                [{"line": "A", "until": "2025-07-02T04:30:07+02:00"},
                 {"line": " \"C\" Ö ", "until": "2025-01-31T23:00:00Z"}]
                """#: #"""
                [{"line": "A", "until": "2025-07-02T02:30:07.000Z"},
                 {"line": " \"C\" Ö ", "until": "2025-01-31T23:00:00.000Z"}]
                """#
            ],
            morning?.hasPrefix("1482") ?? false
                ? """
                The year is wrong, as in Thailand: set the locale to en_US_POSIX for the formatter \
                of the times too \(.theMachineMustNotMatter)
                """
                : morning != nil && night == nil
                    ? """
                    23:00 is a time, and it is not read: the hour is HH, and hh counts to twelve \
                    \(.lettersThatLookRight)
                    """
                    : """
                    An entry with a time has lost it or has moved: what comes after the day \
                    belongs to the date, with its zone \(.aStrategyOfYourOwnInLesson03)
                    """, parts: parts)
        try readEach(
            [
                days: #"""
                [{"line": "B", "until": "2025-04-11T22:00:00.000Z"},
                 {"line": "D", "until": "2024-12-29T23:00:00.000Z"},
                 {"line": "B", "until": "2025-04-11T22:00:00.000Z"}]
                """#,
                both: #"""
                [{"line": "A", "until": "2025-07-02T02:30:07.000Z"},
                 {"line": "B", "until": "2025-04-11T22:00:00.000Z"}]
                """#,
                "[]": "[]",
            ],
            try end("2025-04-12") == nil
                ? """
                A day is read too, whatever was read before it: your formatter of task 4 can do \
                that. If your answer changes a formatter's dateFormat, make two formatters \
                \(.aStrategyOfYourOwnInLesson03)
                """
                : """
                An entry with a day means its beginning in Vienna: your formatter of task 4 knows \
                when that is \(.aDayBeginsSomewhere)
                """, parts: parts)
        try await refuseOtherFormats(parts, both)
    }

    private func refuseOtherFormats(_ parts: (Data) throws -> [[String: String]], _ both: String)
        async throws
    {
        let good = #"{"line": "B", "until": "2025-04-12"}"#
        func refuseAll(_ texts: [String], _ comment: Misconception) throws {
            try refuseEach(
                texts.map { #"[\#(good), {"line": "A", "until": "\#($0)"}, \#(good)]"# },
                .dataCorrupted, at: "[1].until", comment, otherError: Self.otherError, with: parts)
        }
        try refuseAll(
            [
                "until further notice", "12.04.2025", "2025-04-12 04:30", "2025-04-12T04:30:00", "",
                "next month",
            ],
            """
            This is neither of the two formats. A date in its place says something that the \
            operator never said, and a list without the entry is silent about it \
            \(.aStrategyOfYourOwnInLesson03)
            """)
        try refuseAll(
            ["2025-03-30T04:30:00+02:00 or later", "2025-04-12 or later", "2025-04-12T24-7"],
            """
            Words behind a date say something about it, and here they are lost. .iso8601 stops \
            reading after the zone: a formatter with the whole format does not \(.aLetterIsNotAZone)
            """)
        try refuseAll(
            [#"2025-04-12\n"#, #"2025-03-30T04:30:00+02:00\n"#],
            """
            A new line behind a date is a third format too. Read the string as it is, and cut \
            nothing off \(.aStrategyOfYourOwnInLesson03)
            """)
        try refuseAll(
            ["2025-02-30T04:30:00+02:00", "2025-02-30", "2025-13-01"],
            """
            The calendar does not have this day. .iso8601 does not look: it makes 2 March of 30 \
            February \(.iso8601InOneWord)
            """)
        try refuseAll(
            ["2025-03-30T25:30:00+02:00", "2025-03-30T04:61:00Z", "2025-03-30T04:30:75Z"],
            """
            The clock does not have this time. .iso8601 does not look: it carries hour 25 over \
            into the next day \(.iso8601InOneWord)
            """)
        try probe(
            both, rules: [Self.anyError],
            """
            A disruption needs its line and its end. A missing end is an error and not a date \
            \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                The line and the end are strings. An end of another type is an error and not a \
                date \(.absentNullOrTheWrongType)
                """, with: parts)
        try await tryElsewhere(5)
    }

    @Test("Task 6 · There and back")
    func thereAndBack() async throws {
        try readEach(
            [
                Self.winterTrip: #"""
                {"train": " NT \"61\" \\ Ö ", "serviceDay": "2024-12-29T23:00:00.000Z",
                 "departs": "2024-12-31T23:10:07.000Z"}
                """#,
                Self.summerTrip: #"""
                {"train": "NT 7", "serviceDay": "2025-07-14T22:00:00.000Z",
                 "departs": "2025-07-15T13:59:59.000Z"}
                """#,
                Self.oldTrip: #"""
                {"train": "", "serviceDay": "1969-12-30T23:00:00.000Z",
                 "departs": "1970-01-01T03:29:01.000Z"}
                """#,
            ],
            """
            A trip has two formats: the decoder's strategy can serve one, and a type of its own \
            reads the other, at midnight in Vienna \(.twoFormatsInOneDocument)
            """
        ) { document in
            let trip = try decodeTrip(from: document)
            return [
                "train": trip.train, "serviceDay": Self.iso(trip.serviceDay.date),
                "departs": Self.iso(trip.departs),
            ]
        }
        try refuseEach(
            ["30.12.2024", "2025-02-30", "", "2025-03-29T00:00:00Z", "tomorrow", #"2024-12-30\n"#]
                .map { Self.winterTrip.replacing("2024-12-30", with: $0) },
            .dataCorrupted, at: "serviceDay",
            """
            This is not a service day: your formatter of task 4 cannot read it, so throw \
            dataCorrupted from the place where the string is read \(.aStrategyOfYourOwnInLesson03)
            """, otherError: Self.otherError, with: decodeTrip)
        try refuseEach(
            ["2025-07-15", "2025-07-15T13:59:59"]
                .map { Self.summerTrip.replacing("2025-07-15T13:59:59Z", with: $0) },
            .dataCorrupted, at: "",
            """
            A departure has a time and a zone. Without them it may be any moment of a day: refuse \
            it \(.iso8601InOneWord)
            """
        ) { document in
            try Self.withoutPath { try decodeTrip(from: document) }
        }
        try probe(
            Self.summerTrip,
            rules: [Self.anyError],
            """
            A trip needs its train, its day and its time: none of them can be made from another \
            \(.absentNullOrTheWrongType)
            """, with: decodeTrip)
        try await writeTrips()
    }

    private func writeTrips() async throws {
        let trips = try [Self.winterTrip, Self.summerTrip, Self.oldTrip].map { document in
            try decodeTrip(from: Data(document.utf8))
        }
        try writeEach(
            [trips[0]: Self.winterTrip, trips[1]: Self.summerTrip, trips[2]: Self.oldTrip],
            try misconception(ofWriting: trips[0]),
            notJSON: """
                What you write is not JSON: text that is put together by hand breaks at the first \
                quotation mark \(.backToJSON)
                """
        ) { trip in
            let document = [Self.winterTrip, Self.summerTrip, Self.oldTrip][
                trips.firstIndex(of: trip) ?? 0]
            return Self.withTime(of: document, trip.departs, in: try encode(trip))
        }
        try await tryElsewhere(6)
    }

    private func misconception(ofWriting trip: Trip) throws -> Misconception {
        guard let written = try outcome({ try encode(trip) }),
            let object = try? JSONSerialization.jsonObject(with: written) as? [String: Any],
            object["train"] as? String == trip.train
        else {
            return "A trip is written as an object with its three keys \(.backToJSON)"
        }
        if object["departs"] is Double {
            return """
                The departure should be written as a string. An encoder that is told nothing \
                writes numbers, and counts them from 2001 \(.whatSurvivesARoundTrip)
                """
        }
        let day = object["serviceDay"] as? String
        if day == "2024-12-29" {
            return """
                This is another day: midnight in Vienna is still the day before in GMT. Write with \
                the formatter of task 4 and its zone \(.aDayBeginsSomewhere)
                """
        }
        if day == "2025-12-30" {
            return """
                This is another year, the one that the week belongs to. Write with the formatter \
                of task 4 and its yyyy \(.lettersThatLookRight)
                """
        }
        if day != "2024-12-30", day?.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil {
            return """
                This is another day than the trip came with. The service day keeps the moment that \
                it read, and your formatter writes that \(.twoFormatsInOneDocument)
                """
        }
        if day != "2024-12-30" {
            return """
                The service day should be written as it came, as a string with the day and no \
                time: its type has its own encode(to:) and asks your formatter \
                \(.twoFormatsInOneDocument)
                """
        }
        return """
            The departure should be the same moment, to the second and with its zone, and the rest \
            as it came: the encoder has a strategy of its own \(.whatSurvivesARoundTrip)
            """
    }

    // MARK: - Documents

    private static let winterTrip = #"""
        {"train": " NT \"61\" \\ Ö ", "serviceDay": "2024-12-30", "departs": "2025-01-01T00:10:07+01:00"}
        """#

    private static let summerTrip = #"""
        {"train": "NT 7", "serviceDay": "2025-07-15", "departs": "2025-07-15T13:59:59Z"}
        """#

    private static let oldTrip = #"""
        {"train": "", "serviceDay": "1969-12-31", "departs": "1969-12-31T22:29:01-05:00"}
        """#

    /// A written trip with the time of its document, where the moment is the same: the zone is up to
    /// the answer.
    private static func withTime(of document: String, _ departs: Date, in written: Data) -> Data {
        let pattern = /"departs": "([^"]*)"/
        guard let object = try? JSONSerialization.jsonObject(with: written) as? [String: Any],
            let time = object["departs"] as? String,
            time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)/) != nil,
            (try? Date(time, strategy: .iso8601)) == departs,
            let original = document.firstMatch(of: pattern)?.output.1
        else { return written }
        let text = String(decoding: written, as: UTF8.self)
        return Data(text.replacing("\"\(time)\"", with: "\"\(original)\"").utf8)
    }

    private static let wholeList: Misconception = """
        The list keeps its order, and is neither sorted nor made shorter \
        \(.arraysAndWrappersAtTheRoot)
        """

    /// What is wrong with an error that should be another one, or at another place.
    private static let otherError: Misconception = """
        An error is right here. Which one and where helps its reader: make it with the container's \
        dataCorruptedError, which knows the path \(.aStrategyOfYourOwnInLesson03)
        """

    /// The same answer with the path of dataCorrupted taken away: the stub names the case alone.
    private static func withoutPath<Value>(_ answer: () throws -> Value) throws -> Value {
        do {
            return try answer()
        } catch DecodingError.dataCorrupted(let context) {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: context.debugDescription))
        }
    }

    /// What the stub says of a key that is absent, null or of a wrong type: an error, and no more.
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

    /// A moment in UTC, with milliseconds: what is compared, and what a finding shows.
    private static func iso(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// The moment that a string in ISO 8601 means.
    private static func moment(_ text: String) -> Date {
        (try? Date(text, strategy: .iso8601)) ?? .distantPast
    }

    // MARK: - Machines elsewhere

    /// Tries a task again as if the machine stood in Kathmandu, 5 hours and 45 minutes ahead of UTC,
    /// if it is right here.
    ///
    /// In a process of its own: the machine's zone belongs to a whole process, and other tests run
    /// beside this one. A formatter that is kept in a static property keeps the zone that it meets
    /// there, which is another one than the operator's too. The locale has no such switch: on Linux,
    /// Foundation takes the same one on every machine.
    private func tryElsewhere(_ task: Int) async throws {
        guard try Self.isRight(task) else { return }
        let elsewhere: Misconception = """
            It is right on this machine and wrong on one in another time zone, in Kathmandu for \
            example. Something is left to the machine's own zone \(.aDayBeginsSomewhere)
            """
        let folder = FileManager.default.currentDirectoryPath
        let mark = "\(folder)/right-elsewhere-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: mark) }
        await #expect(processExitsWith: .success, elsewhere.comment) {
            [task, mark = mark as String] in
            // In seconds. The time limit of a task ends this process and not the ones it started.
            alarm(8)
            setenv("TZ", "Asia/Kathmandu", 1)
            tzset()
            NSTimeZone.resetSystemTimeZone()
            NSTimeZone.default = NSTimeZone.system
            if try Exercise03Tests.isRight(task) { try Data().write(to: URL(filePath: mark)) }
        }
        try expect(FileManager.default.fileExists(atPath: mark), elsewhere)
    }

    private static func isRight(_ task: Int) throws -> Bool {
        switch task {
        case 1: try departureIsRight()
        case 2: try sightingIsRight()
        case 3: try arrivalIsRight()
        case 4: try serviceIsRight()
        case 5: try disruptionsAreRight()
        default: try tripIsRight()
        }
    }

    private static func departureIsRight() throws -> Bool {
        let document = Data(#"{"train": "NT 61", "departs": 1735599600}"#.utf8)
        return try decodeDeparture(from: document).departs == Self.moment("2024-12-30T23:00:00Z")
    }

    private static func sightingIsRight() throws -> Bool {
        let document = Data(#"{"train": "A", "station": "B", "seen": 1735599600000}"#.utf8)
        return try decodeSighting(from: document).seen == Self.moment("2024-12-30T23:00:00Z")
    }

    private static func arrivalIsRight() throws -> Bool {
        let document = Data(#"[{"train": "A", "arrives": "2025-07-01T00:10:00-03:30"}]"#.utf8)
        let broken = Data(#"[{"train": "A", "arrives": "2025-07-01T00:10:00"}]"#.utf8)
        return try decodeArrivals(from: document).map(\.arrives) == [
            Self.moment("2025-07-01T03:40:00Z")
        ]
            && (try? decodeArrivals(from: broken)) == nil
    }

    private static func serviceIsRight() throws -> Bool {
        let formatter = try serviceDayFormatter()
        let day = Self.moment("2025-07-14T22:00:00Z")
        let document = Data(#"{"train": "A", "serviceDay": "2025-07-15"}"#.utf8)
        return try formatter.date(from: "2025-07-15") == day
            && formatter.string(from: day) == "2025-07-15"
            && decodeService(from: document).serviceDay == day
    }

    private static func disruptionsAreRight() throws -> Bool {
        let document = Data(
            #"[{"line": "A", "until": "2025-07-02T04:30:00+02:00"}, {"line": "B", "until": "2025-07-15"}]"#
                .utf8)
        return try decodeDisruptions(from: document).map(\.until)
            == [Self.moment("2025-07-02T02:30:00Z"), Self.moment("2025-07-14T22:00:00Z")]
    }

    private static func tripIsRight() throws -> Bool {
        let trip = try decodeTrip(from: Data(Self.summerTrip.utf8))
        let written = try encode(trip)
        let again = try decodeTrip(from: written)
        return trip.serviceDay.date == Self.moment("2025-07-14T22:00:00Z")
            && trip.departs == Self.moment("2025-07-15T13:59:59Z")
            && String(decoding: written, as: UTF8.self).contains("2025-07-15\"")
            && again == trip
    }
}
