import ExerciseChecks
import Foundation
import Testing

@testable import Exercise03

@Suite("Exercise 03 · The timetable", .serialized, .exercise)
struct Exercise03Tests: ExerciseSuite {
    @Test("Task 1 · Seconds since 1970")
    func seconds() throws {
        let document = Data(#"{"train":"NT 61","departs":1735599600}"#.utf8)
        let departure = try value(
            "A number of seconds is a date for the decoder (lesson 03, JSON has no dates)"
        ) {
            try decodeDeparture(from: document)
        }
        #expect(departure.train == "NT 61")
        #expect(
            departure.departs == moment("2024-12-30T23:00:00Z"),
            """
            1735599600 is late in 2024. A decoder that is told nothing counts from 2001, and one \
            that is told milliseconds stays in January 1970 (lesson 03, JSON has no dates)
            """
        )
        try expect(
            .typeMismatch, at: "departs",
            "A text is no number of seconds: let the decoder say so (lesson 03, JSON has no dates)"
        ) {
            try decodeDeparture(from: Data(#"{"train":"NT 61","departs":"soon"}"#.utf8))
        }
    }

    @Test("Task 2 · Milliseconds since 1970")
    func milliseconds() throws {
        let document = Data(
            #"{"train":"NT 61","station":"Köln Hbf","seen":1735599600250}"#.utf8)
        let sighting = try value(
            "A number of milliseconds is a date for the decoder (lesson 03, JSON has no dates)"
        ) {
            try decodeSighting(from: document)
        }
        #expect(sighting.station == "Köln Hbf")
        let late = moment("2024-12-30T23:00:00Z")
        #expect(
            abs(sighting.seen.timeIntervalSince(late)) < 1,
            """
            1735599600250 is late in 2024. Milliseconds taken for seconds end far in the future \
            (lesson 03, JSON has no dates)
            """
        )
        #expect(
            abs(sighting.seen.timeIntervalSince(late) - 0.25) < 0.001,
            """
            A quarter of a second is lost: a division of whole numbers drops what is left over \
            (lesson 03, JSON has no dates)
            """
        )
    }

    @Test("Task 3 · ISO 8601 with its zone")
    func arrivals() async throws {
        try checkArrivals()
        await #expect(processExitsWith: .success, elsewhere) {
            try onMachinesElsewhere(checkArrivals)
        }
    }

    @Test("Task 4 · The service day")
    func serviceDay() async throws {
        try checkServiceDays()
        await #expect(processExitsWith: .success, elsewhere) {
            try onMachinesElsewhere(checkServiceDays)
        }
    }

    @Test("Task 5 · Two formats in one field")
    func twoFormats() async throws {
        try checkDisruptions()
        // In a process of its own, so that a crash there can still be told from here.
        try await #require(
            processExitsWith: .success,
            """
            A third format ends the program: an exclamation mark says that this can never happen, \
            and here it did. Throw an error (lesson 03, A strategy of your own)
            """
        ) {
            alarm(timeLimitElsewhere)
            for text in thirdFormats { _ = try? decodeDisruptions(from: disruption(until: text)) }
        }
        for text in thirdFormats {
            try expect(
                .dataCorrupted, at: "0.until",
                """
                "\(text)" is neither of the two formats. A stand-in date says something that the \
                operator never said, and an error of your own has no path: throw dataCorrupted from \
                the place where the text is read (lesson 03, A strategy of your own)
                """
            ) {
                try decodeDisruptions(from: disruption(until: text))
            }
        }
        await #expect(processExitsWith: .success, elsewhere) {
            try onMachinesElsewhere(checkDisruptions)
        }
    }

    @Test("Task 6 · There and back")
    func thereAndBack() async throws {
        try checkTrips()
        try expect(
            .dataCorrupted, at: "serviceDay",
            """
            "30.12.2024" is no service day: throw dataCorrupted from the place where the text is \
            read (lesson 03, A strategy of your own)
            """
        ) {
            try decodeTrip(
                from: Data(
                    #"{"train":"A","serviceDay":"30.12.2024","departs":"2024-12-30T20:00:00Z"}"#
                        .utf8))
        }
        await #expect(processExitsWith: .success, elsewhere) {
            try onMachinesElsewhere(checkTrips)
        }
    }
}

// MARK: - What has to be right on every machine

private func checkArrivals() throws {
    let document = Data(
        #"""
        [
          {"train":"A","arrives":"2025-01-31T00:15:00+01:00"},
          {"train":"B","arrives":"2025-07-01T05:30:00Z"},
          {"train":"C","arrives":"2025-07-01T00:10:00-03:30"}
        ]
        """#.utf8)
    let arrivals = try Exercise03Tests().value(
        """
        Every time brings its own zone, +01:00 or Z. For a format with a quoted 'Z' only the \
        letter will do, and it means nothing (lesson 03, Letters that look right)
        """
    ) {
        try decodeArrivals(from: document)
    }
    try #require(arrivals.map(\.train) == ["A", "B", "C"], "Every arrival, in the list's order")
    let expected = ["2025-01-30T23:15:00Z", "2025-07-01T05:30:00Z", "2025-07-01T03:40:00Z"]
    try #require(
        arrivals.map(\.arrives) == expected.map(moment),
        """
        The offset belongs to the time: 00:15+01:00 is 23:15 in the zone Z, whatever the zone of \
        the machine is (lesson 03, ISO 8601 in one word)
        """
    )
    try Exercise03Tests().expect(
        .dataCorrupted, at: "0",
        "A time without a zone may be any moment of a day: refuse it (lesson 03, ISO 8601 in one word)"
    ) {
        do {
            return try decodeArrivals(
                from: Data(#"[{"train":"A","arrives":"2025-01-31T00:15:00"}]"#.utf8))
        } catch DecodingError.dataCorrupted(let context) {
            // The strategy .iso8601 stops its path at the object, others go on to the key.
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: Array(context.codingPath.prefix(1)),
                    debugDescription: context.debugDescription))
        }
    }
}

private func checkServiceDays() throws {
    let formatter = try Exercise03Tests().value("The formatter is made without an error") {
        try serviceDayFormatter()
    }
    try #require(
        formatter.locale?.identifier == "en_US_POSIX",
        """
        The formatter's locale should be en_US_POSIX. Any other one is the machine's or some \
        people's: as in Thailand, 2025 is read as 1482 there (lesson 03, The machine must not \
        matter)
        """
    )
    let july = try #require(
        formatter.date(from: "2025-07-15"),
        "The formatter should read 2025-07-15 (lesson 03, Letters that look right)"
    )
    let summer = moment("2025-07-14T22:00:00Z")
    try #require(
        abs(july.timeIntervalSince(summer)) < 2 * 86_400,
        """
        2025-07-15 is not read as a day in July: mm are minutes, DD counts the days of a year \
        (lesson 03, Letters that look right)
        """
    )
    let midnight: Comment = """
        A service day begins at midnight in Vienna, in winter and in summer, and not at midnight \
        where the machine is: set the formatter's timeZone to Europe/Vienna (lesson 03, The \
        machine must not matter)
        """
    try #require(july == summer, midnight)
    try #require(formatter.date(from: "2025-01-15") == moment("2025-01-14T23:00:00Z"), midnight)
    try #require(
        formatter.string(from: moment("2024-12-30T11:00:00Z")) == "2024-12-30",
        """
        30 December 2024 should be written as 2024-12-30: YYYY is the year of the week, and that \
        week is the first of 2025 (lesson 03, Letters that look right)
        """
    )

    let service = try Exercise03Tests().value("The service decodes with the formatter") {
        try decodeService(from: Data(#"{"train":"NT 61","serviceDay":"2025-03-30"}"#.utf8))
    }
    try #require(service.train == "NT 61")
    try #require(service.serviceDay == moment("2025-03-29T23:00:00Z"), midnight)
    try Exercise03Tests().expect(
        .dataCorrupted, at: "serviceDay",
        "30.03.2025 is no service day, and the error names its key (lesson 03, A strategy of your own)"
    ) {
        try decodeService(from: Data(#"{"train":"NT 61","serviceDay":"30.03.2025"}"#.utf8))
    }
}

private func checkDisruptions() throws {
    let document = Data(
        #"""
        [
          {"line":"A","until":"2025-07-02T04:30:00+02:00"}, {"line":"B","until":"2025-04-12"},
          {"line":"C","until":"2025-01-31T23:00:00Z"}, {"line":"D","until":"2024-12-30"}
        ]
        """#.utf8)
    let disruptions = try Exercise03Tests().value(
        "Both formats are read, whichever comes first (lesson 03, A strategy of your own)"
    ) {
        try decodeDisruptions(from: document)
    }
    try #require(
        disruptions.map(\.line) == ["A", "B", "C", "D"], "Every entry, in the list's order")
    let ends = disruptions.map(\.until)
    try #require(
        [ends[0], ends[2]] == ["2025-07-02T02:30:00Z", "2025-01-31T23:00:00Z"].map(moment),
        """
        An entry with a time has lost it or has moved: what comes after the day belongs to the \
        date, with its zone (lesson 03, A strategy of your own)
        """
    )
    try #require(
        [ends[1], ends[3]] == ["2025-04-11T22:00:00Z", "2024-12-29T23:00:00Z"].map(moment),
        """
        An entry with a day means its beginning in Vienna: your formatter of task 4 knows when that \
        is (lesson 03, The machine must not matter)
        """
    )
}

private func checkTrips() throws {
    let document = Data(
        #"{"train":"NT 61","serviceDay":"2024-12-30","departs":"2025-01-01T00:10:00+01:00"}"#.utf8)
    let trip = try Exercise03Tests().value(
        """
        A trip has two formats: a decoder's strategy can serve one, a type of its own reads the \
        other (lesson 03, Two formats in one document)
        """
    ) {
        try decodeTrip(from: document)
    }
    try #require(trip.train == "NT 61")
    try #require(
        trip.serviceDay.date == moment("2024-12-29T23:00:00Z"),
        "The service day begins at midnight in Vienna (lesson 03, The machine must not matter)"
    )
    try #require(
        trip.departs == moment("2024-12-31T23:10:00Z"),
        "The departure has its own zone (lesson 03, ISO 8601 in one word)"
    )

    let written = try Exercise03Tests().value(
        "A trip can be written (lesson 03, What survives a round trip)"
    ) {
        try encode(trip)
    }
    let fields = try Exercise03Tests().value(
        """
        Both dates should be written as texts. An encoder that is told nothing writes numbers, and \
        counts them from 2001 (lesson 03, What survives a round trip)
        """
    ) {
        try JSONDecoder().decode([String: String].self, from: written)
    }
    try #require(
        fields["serviceDay"] == "2024-12-30",
        """
        The service day should be written as it came, as a day and nothing more: its type needs an \
        encode(to:) (lesson 03, Two formats in one document)
        """
    )
    try #require(
        (try? Date(fields["departs"] ?? "", strategy: .iso8601)) == trip.departs,
        """
        The departure has lost its time or its zone on the way out: the encoder's strategy is not \
        the decoder's (lesson 03, What survives a round trip)
        """
    )
    let again = try Exercise03Tests().value(
        "What you write, you can read (lesson 03, What survives a round trip)"
    ) {
        try decodeTrip(from: written)
    }
    try #require(again == trip, "Written and read again, it should be the same trip")
}

// MARK: - Machines elsewhere

private let elsewhere: Comment = """
    It is right on this machine and wrong on one in another time zone (lesson 03, The machine must \
    not matter)
    """

/// Runs a check as if the machine stood in one place after another, none of them the operator's.
///
/// Call it in a process of its own: the machine's zone belongs to a whole process, and other tests
/// run beside this one. There is nothing to restore. A formatter that is kept in a static property
/// keeps the first zone that it meets, which is another one than the operator's too.
///
/// The locale has no such switch: on Linux, Foundation takes the same one on every machine.
private func onMachinesElsewhere(_ check: () throws -> Void) throws {
    alarm(timeLimitElsewhere)
    for identifier in ["Asia/Kathmandu", "America/New_York", "UTC"] {
        setenv("TZ", identifier, 1)
        tzset()
        NSTimeZone.resetSystemTimeZone()
        NSTimeZone.default = NSTimeZone.system
        try check()
    }
}

/// In seconds. The time limit of a task ends this process and not the ones that it started.
private let timeLimitElsewhere: UInt32 = 8

private let thirdFormats = [
    "until further notice", "12.04.2025", "2025-04-12 04:30", "2025-13-01", "",
]

private func disruption(until text: String) -> Data {
    Data(#"[{"line":"A","until":"\#(text)"}]"#.utf8)
}

/// The moment that a text in ISO 8601 means.
private func moment(_ text: String) -> Date {
    guard let date = try? Date(text, strategy: .iso8601) else {
        preconditionFailure("\(text) is not ISO 8601")
    }
    return date
}
