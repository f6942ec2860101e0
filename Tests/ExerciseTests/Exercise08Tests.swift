import ExerciseChecks
import ExerciseSupport
import Foundation
import Testing

import enum ExerciseChecks.DecodingErrorCase
import struct ExerciseChecks.Misconception
import struct ExerciseChecks.ProbeRule
import struct Foundation.Calendar
// By name: a learner's own type of the same name is not meant.
import class Foundation.JSONSerialization
import struct Foundation.Locale
import struct Foundation.TimeZone
import typealias Swift.AnyObject
import struct Swift.Array
import struct Swift.Bool
import struct Swift.Int
import struct Swift.KeyValuePairs
import struct Testing.SourceLocation

@testable import Exercise08

@Suite("Exercise 08 · Two APIs, one timetable", .serialized, .exercise)
struct Exercise08Tests: ExerciseSuite {
    // MARK: - Task 1

    @Test("Task 1 · Pass the feed in")
    func passTheFeedIn() throws {
        try passTheFeed(into: makeDecoder, "decoder") { $0.userInfo }
        try passTheFeed(into: makeEncoder, "encoder") { $0.userInfo }
    }

    private func passTheFeed<Coder: AnyObject>(
        into make: (Feed) throws -> Coder, _ coder: String,
        userInfo: (Coder) -> [CodingUserInfoKey: any Sendable]
    ) throws {
        let missing: Misconception = """
            The \(coder) has nothing under the key .feed, so no type can find the feed. Each has a \
            userInfo of its own: one for reading, one for writing \(.aKeyAndAValue)
            """
        let changed: Misconception = """
            The \(coder) has something under .feed, but not the feed as it was given: pass the \
            whole value, with its own formatter \(.aKeyAndAValue)
            """
        let earlier: Misconception = """
            This \(coder) has the feed of an earlier call. Make a new \(coder) in each call, and \
            keep none of them \(.whatSwift6LetsIn)
            """
        let shared: Misconception = """
            After more were made, the first \(coder) has another feed than its own: all calls \
            share one. Make a new one in each call \(.whatSwift6LetsIn)
            """
        // The same version, the same site, the same formatter: whatever an answer keeps a coder by,
        // two of these feeds have it in common.
        let old = try firstFeed()
        let feeds = [
            old, Feed(version: .v2, times: old.times, site: old.site),
            Feed(version: .v1, times: old.times, site: try secondFeed().site),
            Feed(version: .v1, times: try secondFeed().times, site: old.site), old,
        ]
        var made: [Coder] = []
        for feed in feeds {
            let coder = try value(missing) { try make(feed) }
            let found = try require(userInfo(coder)[.feed], missing)
            try expect(
                hasFeed(coder, feed, userInfo),
                made.isEmpty || !(found is Feed) ? changed : earlier,
                ["Under .feed it has \(difference(found, feed))."])
            try expect(
                !made.contains { $0 === coder },
                made.first.map { hasFeed($0, old, userInfo) } == true ? earlier : shared)
            made.append(coder)
        }
        try expect(zip(made, feeds).allSatisfy { hasFeed($0, $1, userInfo) }, shared)
        let german = try germanFeed()
        try expectSameFormatter(of: german) { try make(german) }
    }

    private func hasFeed<Coder>(
        _ coder: Coder, _ feed: Feed, _ userInfo: (Coder) -> [CodingUserInfoKey: any Sendable]
    ) -> Bool {
        (userInfo(coder)[.feed] as? Feed).map { isSame($0, feed) } ?? false
    }

    // MARK: - Task 2

    @Test("Task 2 · The feed or an error")
    func theFeedOrAnError() throws {
        let otherKey = try #require(CodingUserInfoKey(rawValue: "checks.other"))
        for known in [try firstFeed(), try secondFeed(), try germanFeed(), try firstFeed()] {
            try expectSameFormatter(of: known) { try feed(in: [.feed: known]) }
            let found = try value(
                "A feed that is there should be found \(.aKeyAndAValue)"
            ) { try feed(in: [.feed: known, otherKey: 7]) }
            try expect(
                isSame(found, known),
                """
                The feed should come back as it is in userInfo, and not as another one was \
                \(.aKeyAndAValue)
                """,
                ["It gave \(difference(found, known))."])
        }
        let noFeed: Misconception = """
            Without a feed, feed(in:) should throw. A default, or a feed from an earlier call, \
            hides that somebody forgot to pass it \(.noOptionsIsAnError)
            """
        try expectMissing(noFeed) { try feed(in: [:]) }
        try expectMissing(
            """
            A feed under another key is not the one that was asked for: look under .feed alone \
            \(.aKeyAndAValue)
            """
        ) { try feed(in: [otherKey: try firstFeed()]) }
        let strangers: [any Sendable] = ["v1", 1, Feed.Version.v1, [try firstFeed()]]
        for stranger in strangers {
            try expectMissing(
                """
                Under .feed is a value that is no Feed, and that is MissingContext too: it is as if \
                nothing were there \(.noOptionsIsAnError)
                """, given: "Under .feed is \(described(stranger))"
            ) { try feed(in: [.feed: stranger]) }
        }
    }

    // MARK: - Task 3

    @Test("Task 3 · Read both versions")
    func readBothVersions() throws {
        builds(on: 1, 2)
        for (feed, document) in [
            (try blankFeed(), #"{ "train": "NT 9", "departs": " 29.03.2025 21:10" }"#),
            (try germanFeed(), #"{ "number": "NT 9", "departs": "1. März 2025, 7 Uhr 05" }"#),
        ] {
            try expectSameFormatter(of: feed) { try departure(document, of: feed) }
        }
        let inVersion1: Misconception = """
            In version 1 the train's number is under train, as it is written, and the feed's \
            formatter reads the time \(.readBothVersions)
            """
        try readDepartures(
            [oldDeparture: #"{ "number": "NT 61", "departs": "2025-03-29T20:10:00.000Z" }"#],
            of: firstFeed(), inVersion1)
        try passOver(
            "number", "In version 1 `number` is the number of cars",
            beside: #""train": "NT 61", "departs": "29.03.2025 21:10""#, of: firstFeed())
        try readDepartures(
            [
                #"{ "departs": "01.01.1970 01:00", "train": " nt \"007\" \\ Ö " }"#:
                    #"{ "number": " nt \"007\" \\ Ö ", "departs": "1970-01-01T00:00:00.000Z" }"#,
                #"{ "number": 2, "departs": "31.12.1969 23:59", "train": "" }"#:
                    #"{ "number": "", "departs": "1969-12-31T22:59:00.000Z" }"#,
            ],
            of: firstFeed(), inVersion1)
        try readDepartures(
            [
                newDeparture: #"{ "number": "NT 61", "departs": "2025-03-29T20:10:00.000Z" }"#,
                #"{ "train": "", "number": "007", "departs": "2025-03-30T03:00" }"#:
                    #"{ "number": "007", "departs": "2025-03-30T01:00:00.000Z" }"#,
                #"{ "train": "x", "number": " nt 7 ", "departs": "2025-03-30T03:00" }"#:
                    #"{ "number": " nt 7 ", "departs": "2025-03-30T01:00:00.000Z" }"#,
            ],
            of: secondFeed(),
            """
            In version 2 the train's number is under number; train is its name. Both versions have \
            both keys, so the feed decides and not the document \(.readBothVersions)
            """)
        try passOver(
            "train", "In version 2 `train` is the train's name",
            beside: #""number": "NT 61", "departs": "2025-03-30T01:59""#, of: secondFeed())
        try readTimesOfOtherFeeds()
        try refuseBrokenDepartures()
    }

    /// The third value of a departure may be absent, or anything.
    private func passOver(
        _ key: String, _ meaning: String, beside fields: String, of feed: Feed
    ) throws {
        let values = ["\"12\"", "12", "null", "[1.5]", "{}", "true"]
        for third in [""] + values.map({ "\"\(key)\": \($0), " }) {
            let departure = try read(
                "{ \(third)\(fields) }",
                """
                \(meaning). You need two of the three values: do not decode the third \
                \(.takeWhatYouNeed)
                """
            ) { try decodeDeparture(from: $0, of: feed) }
            try expectEqual(
                departure.number, "NT 61",
                """
                \(meaning), whatever it holds: the feed says the version, not the document \
                \(.oneTypeTwoVersions)
                """)
        }
    }

    private func readTimesOfOtherFeeds() throws {
        try readDepartures(
            [
                #"{ "train": "NT 9", "departs": "2025-12-31T23:59:58.250+05:45" }"#:
                    #"{ "number": "NT 9", "departs": "2025-12-31T18:14:58.250Z" }"#,
                #"{ "train": "NT 9", "departs": "2025-12-31T23:59:59.000+00:00" }"#:
                    #"{ "number": "NT 9", "departs": "2025-12-31T23:59:59.000Z" }"#,
            ],
            of: exactFeed(),
            """
            A feed of version 1 may have another format and another zone, with seconds and \
            fractions. Give the whole String to the feed's formatter, and take its date as it is: what \
            the formatter reads is a time \
            \(.fiveHundredDays)
            """)
        try readDepartures(
            [
                #"{ "number": "NT 9", "departs": "1. März 2025, 7 Uhr 05" }"#:
                    #"{ "number": "NT 9", "departs": "2025-03-01T10:35:00.000Z" }"#
            ],
            of: germanFeed(),
            """
            A formatter has a language too, so a copy of its format and its zone is not the same: \
            use the feed's own formatter \(.fiveHundredDays)
            """)
        try readDepartures(
            [
                #"{ "train": "NT 9", "departs": " 29.03.2025 21:10" }"#:
                    #"{ "number": "NT 9", "departs": "2025-03-29T20:10:00.000Z" }"#
            ],
            of: blankFeed(),
            """
            The times of this feed begin with a space, and its formatter expects it: give it the \
            String as it is, and trim nothing \(.readBothVersions)
            """)
    }

    private func refuseBrokenDepartures() throws {
        let strangeTimes = [
            "soon", "29.03.2025 21:10 Uhr", "29.03.2025 21:10:30", "30.02.2025 21:10", "21:10",
            "2025-03-29T21:10", "2025-03-29T20:10:00Z", "1743279000",
        ]
        for time in strangeTimes {
            try refuse(
                #"{ "train": "NT 9", "departs": "\#(time)" }"#, .dataCorrupted, at: "departs",
                unreadableTime, otherError: errorAtTheTime
            ) { try decodeDeparture(from: $0, of: firstFeed()) }
        }
        try refuse(
            #"{ "number": "NT 9", "departs": "29.03.2025 21:10" }"#, .dataCorrupted, at: "departs",
            unreadableTime, otherError: errorAtTheTime
        ) { try decodeDeparture(from: $0, of: secondFeed()) }
        for (feed, document) in [
            (try firstFeed(), #"{ "number": "NT 61", "departs": "29.03.2025 21:10" }"#),
            (try secondFeed(), #"{ "train": "NT 61", "departs": "2025-03-29T21:10" }"#),
        ] {
            try refuse(
                document,
                """
                Without the key of its version, a departure has no number. Do not try the other \
                key: there it means something else \(.oneTypeTwoVersions)
                """
            ) { try decodeDeparture(from: $0, of: feed) }
        }
        try probe(
            oldDeparture,
            rules: [
                .at("number", expect: .notProbed),
                .at("departs", .emptyString, expect: .decodersError),
            ],
            wrongDeparture, wrongType: otherTypeOfDeparture
        ) { try decodeDeparture(from: $0, of: firstFeed()) }
        try probe(
            newDeparture,
            rules: [
                .at("train", expect: .notProbed),
                .at("departs", .emptyString, expect: .decodersError),
            ],
            wrongDeparture, wrongType: otherTypeOfDeparture
        ) { try decodeDeparture(from: $0, of: secondFeed()) }
        try whereTheFeedComesFrom()
    }

    /// The second part of task 3: a departure has its feed from its decoder and from nowhere else.
    private func whereTheFeedComesFrom() throws {
        let type = try require(
            (Departure.self as Any) as? any Decodable.Type, notItself("Departure", "Decodable"))
        let oldDecoder = try fromTask(1) { try makeDecoder(for: firstFeed()) }
        _ = try decodeDeparture(from: Data(newDeparture.utf8), of: secondFeed())
        let read = try read(oldDeparture, anotherFeed) { try oldDecoder.decode(type, from: $0) }
        try expectEqual((read as Any as? Departure).map { $0.departs as Any }, moment, anotherFeed)

        let plain = JSONDecoder()
        plain.userInfo[.feed] = try firstFeed()
        let found = try self.read(oldDeparture, onlyTheFeed) { try plain.decode(type, from: $0) }
        try expectEqual((found as Any as? Departure).map { $0.departs as Any }, moment, onlyTheFeed)
        if let found = found as Any as? Departure {
            try expectTypes(
                ("number", found.number, String.self), ("departs", found.departs, Date.self))
        }

        for document in [oldDeparture, newDeparture] {
            try expectMissing(
                """
                A departure without a feed is MissingContext. A default reads one version by luck \
                and blames the document of the other \(.noOptionsIsAnError)
                """
            ) { try JSONDecoder().decode(type, from: Data(document.utf8)) }
        }
    }

    private func notItself(_ type: String, _ conformance: String) -> Misconception {
        """
        \(type) should be \(conformance) itself, so that lists and other types can hold it \
        \(.readBothVersions)
        """
    }

    private let anotherFeed: Misconception = """
        A departure should find the feed in its own decoder. A global has the feed that was set \
        last, and here that is another one \(.whatSwift6LetsIn)
        """

    private let onlyTheFeed: Misconception = """
        This decoder has the feed in its userInfo and no other setting. That should be enough: \
        decode a String and give it to feed.times, without a strategy of the decoder \
        \(.readBothVersions)
        """

    private let unreadableTime: Misconception = """
        This feed's formatter cannot read this time, so it is an error: do not cut the String, do \
        not try another format, and do not make up a date \(.aStrategyOfYourOwnInLesson03)
        """

    private let errorAtTheTime: Misconception = """
        A time that the formatter cannot read is dataCorrupted at its key: \
        dataCorruptedError(forKey:in:debugDescription:) makes that error \(.readBothVersions)
        """

    private let wrongDeparture: Misconception = """
        A departure needs its number and its time. A default, or a value from the other key, hides \
        that they are missing \(.absentNullOrTheWrongType)
        """

    private let otherTypeOfDeparture: Misconception = """
        Number and time are Strings in both versions. A value of another type is an error, even if \
        the other key would fit: the feed decides \(.oneTypeTwoVersions)
        """

    // MARK: - Task 4

    private let quotedDeparture =
        #"{ "number": " a \"b\" \\ Ü ", "departs": "1969-07-20T21:17" }"#
    private let exactDeparture = #"{ "train": "", "departs": "2025-12-31T23:59:58.250+05:45" }"#

    @Test("Task 4 · Write both versions")
    func writeBothVersions() throws {
        builds(on: 1, 2, 3)
        let sample = try fromTask(3) { try departure(oldDeparture, of: firstFeed()) }
        let german = try germanFeed()
        try expectSameFormatter(of: german) { try encode(sample, for: german) }
        let quoted = try fromTask(3) { try departure(quotedDeparture, of: secondFeed()) }
        let exact = try fromTask(3) { try departure(exactDeparture, of: exactFeed()) }
        let rows: [(Departure, Feed, String, Misconception)] = [
            (
                sample, try firstFeed(), #"{ "train": "NT 61", "departs": "29.03.2025 21:10" }"#,
                keysAndTime(1, "train")
            ),
            (
                sample, try secondFeed(), #"{ "number": "NT 61", "departs": "2025-03-29T21:10" }"#,
                keysAndTime(2, "number")
            ),
            (
                quoted, try firstFeed(),
                #"{ "train": " a \"b\" \\ Ü ", "departs": "20.07.1969 21:17" }"#,
                """
                A number may have quotes, backslashes and spaces. The encoder escapes what has to \
                be escaped, and a String that you put together does not \(.backToJSON)
                """
            ),
            (
                exact, try exactFeed(),
                #"{ "train": "", "departs": "2025-12-31T23:59:58.250+05:45" }"#,
                """
                This feed of version 1 writes seconds and fractions, in a zone of its own: the \
                feed's formatter writes the whole date \(.fiveHundredDays)
                """
            ),
            (
                sample, german,
                #"{ "number": "NT 61", "departs": "29. März 2025, 17 Uhr 40" }"#,
                """
                The formatter of this feed writes German months in Newfoundland's time. Use it, \
                and no copy of its format \(.fiveHundredDays)
                """
            ),
            (
                sample, try blankFeed(), #"{ "train": "NT 61", "departs": " 29.03.2025 21:10" }"#,
                """
                The times of this feed begin with a space: write the String as the formatter gives \
                it, and trim nothing \(.writeBothVersions)
                """
            ),
        ]
        try writeEachVersion(rows)
        try writeWithoutTheFunction(sample, rows)
    }

    private func keysAndTime(_ version: Int, _ key: String) -> Misconception {
        """
        Version \(version) gets the keys \(key) and departs and no others, and the time in its \
        format and its zone \(.writeBothVersions)
        """
    }

    private func writeEachVersion(_ rows: [(Departure, Feed, String, Misconception)]) throws {
        for (departure, feed, expected, comment) in rows + rows.reversed() {
            let written = try value(
                """
                A departure can be written for every feed, whichever it was read from. The encoder \
                has a userInfo of its own and needs the feed too \(.writeBothVersions)
                """
            ) { try encode(departure, for: feed) }
            try expectWritten(written, expected, comment, notJSON: comment)
        }
    }

    private func writeWithoutTheFunction(
        _ sample: Departure, _ rows: [(Departure, Feed, String, Misconception)]
    ) throws {
        let encodable = try require(
            (sample as Any) as? any Encodable, notItself("Departure", "Encodable"))
        let plain = JSONEncoder()
        plain.userInfo[.feed] = try firstFeed()
        _ = try encode(sample, for: secondFeed())
        let written = try value(ownEncoder) { try plain.encode(encodable) }
        try expectWritten(written, rows[0].2, ownEncoder)
        try expectMissing(
            """
            A departure that is written without a feed is MissingContext. A default writes one \
            version to everybody \(.noOptionsIsAnError)
            """
        ) { try JSONEncoder().encode(encodable) }
    }

    private let ownEncoder: Misconception = """
        This encoder has the feed in its userInfo and no other setting. That should be enough to \
        write a departure \(.writeBothVersions)
        """

    // MARK: - Task 5

    @Test("Task 5 · Links from the context")
    func linksFromTheContext() throws {
        builds(on: 1, 2)
        try readNotices(
            [
                "notices/linz.html": "https://trains.example/v2/notices/linz.html"
            ],
            of: secondFeed(), relativeLink)
        try readNotices(
            ["../v1/maps/": "https://trains.example/v1/maps/"],
            of: secondFeed(),
            """
            A link is one String, and a relative one continues the site of the feed: do not glue it to \
            the address or append it as a path, and give URL the string with the site \
            \(.linksAtEveryDepth)
            """)
        try readNotices(
            [
                "Linz%20Ost.HTML": "https://trains.example/v2/Linz%20Ost.HTML"
            ],
            of: secondFeed(),
            """
            A link is no path, and it is escaped already. appending(path:) and addingPercentEncoding \
            make %25 of each %: give the string to URL as it is, with the site that it continues \
            \(.linksAtEveryDepth)
            """)
        try readNotices(
            ["linz.html": "http://checks.example/a/b/linz.html"],
            of: makeFeed(.v1, "HHmm", site: "http://checks.example/a/b/"),
            """
            Another feed has another site: take it from the feed and from nowhere else \
            \(.linksAtEveryDepth)
            """)
        try readNotices(
            [
                "/about.html": "https://trains.example/about.html",
                "//cdn.example/a.png": "https://cdn.example/a.png",
                "https://other.example/": "https://other.example/",
                "http://other.example/x": "http://other.example/x",
            ],
            of: secondFeed(),
            """
            A link may begin with a slash, or be a whole address: URL knows both if it knows the \
            site too, and needs no help \(.linksAtEveryDepth)
            """)
        try readNotices(
            ["mailto:info@trains.example": "mailto:info@trains.example"],
            of: secondFeed(),
            """
            A whole address may be of any scheme. Keep what URL gives: `standardized` and the like \
            change an address \(.linksAtEveryDepth)
            """)
        try readNotices(
            [
                "linz.html?lang=de#prices": "https://trains.example/v2/linz.html?lang=de#prices",
                "?lang=de": "https://trains.example/v2/?lang=de",
                "find?for=https://a.example/":
                    "https://trains.example/v2/find?for=https://a.example/",
            ],
            of: firstFeed(site: "https://trains.example/v2/"),
            """
            A link may have a query and a fragment, and both belong to the address: a link is more \
            than a path \(.linksAtEveryDepth)
            """)
        try readOddLinks()
        try expectWholeAddresses()
        try refuseBrokenNotices()
    }

    private let relativeLink: Misconception = """
        A link is one String, and a relative one continues the site of the feed \
        \(.linksAtEveryDepth)
        """

    private func readOddLinks() throws {
        try readNotices(
            [
                "a b.html": "https://trains.example/v2/a%20b.html",
                " linz.html": "https://trains.example/v2/%20linz.html",
            ],
            of: secondFeed(),
            "Blanks are for URL to judge: give it the String as it is \(.aURLTakesAlmostAnything)")
        try readEach(
            [
                #"{ "title": "", "page": "a" }"#:
                    #"{ "title": "", "page": "https://trains.example/v2/a" }"#,
                #"{ "title": " Größe ", "page": "a" }"#:
                    #"{ "title": " Größe ", "page": "https://trains.example/v2/a" }"#,
            ],
            "A title is kept as it is, with its spaces, and may be empty \(.takeWhatYouNeed)"
        ) { try parts(of: decodeNotice(from: $0, of: secondFeed())) }
    }

    private func expectWholeAddresses() throws {
        let relative = try read(notice("notices/linz.html"), relativeLink) {
            try decodeNotice(from: $0, of: secondFeed())
        }
        let whole = try #require(URL(string: "https://trains.example/v2/notices/linz.html"))
        let found = ((relative.page as Any) as? Link).map { $0.url as Any }
        try expect(
            found as? URL == whole,
            """
            The address is right, but this URL remembers its base, and so it is not equal to \
            the whole address: keep its absoluteURL \(.linksAtEveryDepth)
            """)
        for link in ["", "http://["] {
            try refuse(
                notice(link), .dataCorrupted, at: "page",
                """
                URL cannot read this, so it is not a link: an error, and no other address \
                \(.aURLTakesAlmostAnything)
                """,
                otherError: """
                    A String that is not a link is dataCorrupted at the link: \
                    dataCorruptedError(in:debugDescription:) makes that error \(.linksAtEveryDepth)
                    """
            ) { try decodeNotice(from: $0, of: secondFeed()) }
        }
        try expectTypes(("title", relative.title, String.self), ("page", relative.page, Link.self))
        if let link = (relative.page as Any) as? Link {
            try expectTypes(("url", link.url, URL.self))
        }
    }

    private func refuseBrokenNotices() throws {
        try probe(
            notice("notices/linz.html"),
            rules: [
                .at("page", .emptyString, expect: .decodersError),
                .everywhere(.emptyString, expect: .success),
            ],
            """
            A notice needs its title and its page. The site is not a page, and "" is not a title \
            \(.absentNullOrTheWrongType)
            """,
            wrongType: "Title and page are Strings \(.absentNullOrTheWrongType)"
        ) { try decodeNotice(from: $0, of: secondFeed()) }
        let type = try require(
            (Notice.self as Any) as? any Decodable.Type, notItself("Notice", "Decodable"))
        for link in ["linz.html", "https://other.example/"] {
            try expectMissing(
                """
                A link without a feed is MissingContext, and not an address of some other site \
                \(.noOptionsIsAnError)
                """
            ) { try JSONDecoder().decode(type, from: Data(notice(link).utf8)) }
        }
    }

    // MARK: - Task 6

    @Test("Task 6 · The whole timetable")
    func theWholeTimetable() throws {
        builds(on: 1, 2, 3, 4, 5)
        try endIfOpen {
            try decodeTimetable(from: Data(timetable([oldDeparture]).utf8), of: firstFeed())
        }
        try readTimetables()
        try translateTimetables()
    }

    private func readTimetables() throws {
        let late = #"{ "train": "NT 1", "departs": "30.03.2025 23:00" }"#
        let oldParts = #"{ "number": "NT 61", "departs": "2025-03-29T20:10:00.000Z" }"#
        let lateParts = #"{ "number": "NT 1", "departs": "2025-03-30T21:00:00.000Z" }"#
        let map = "https://trains.example/v1/maps/graz.pdf"
        try readEach(
            [timetable([oldDeparture]): timetable([oldParts], map: map)],
            """
            A timetable has its station, its map and its departures. Departures and links see the \
            context by themselves; a new decoder inside init(from:) has lost it \
            \(.aDocumentInsideAString)
            """
        ) { try parts(of: decodeTimetable(from: $0, of: firstFeed())) }
        try readEach(
            [
                timetable([]): timetable([], map: map),
                timetable([late, oldDeparture, late], station: "", map: "/graz.pdf"):
                    timetable(
                        [lateParts, oldParts, lateParts], station: "",
                        map: "https://trains.example/graz.pdf"),
                timetable(Array(repeating: oldDeparture, count: 60), station: #" bad \"X\" "#):
                    timetable(
                        Array(repeating: oldParts, count: 60), station: #" bad \"X\" "#, map: map),
            ],
            """
            A list may be empty or long, and it may have the same departure twice. Keep every \
            departure, in the document's order, and the station as it is \
            \(.arraysAndWrappersAtTheRoot)
            """
        ) { try parts(of: decodeTimetable(from: $0, of: firstFeed())) }
        try readEach(
            [
                timetable([newDeparture]): timetable(
                    [oldParts], map: "https://trains.example/v2/maps/graz.pdf")
            ],
            "The same types read version 2 \(.linksAtEveryDepth)"
        ) { try parts(of: decodeTimetable(from: $0, of: secondFeed())) }
        try refuseBrokenTimetables(late)
    }

    private func refuseBrokenTimetables(_ late: String) throws {
        // A path that begins anew tells most, so it is asked for before the probe.
        let broken = #"{ "train": "NT 9", "number": 2, "departs": "soon" }"#
        for index in 0...2 {
            var departures = [oldDeparture, late, oldDeparture]
            departures[index] = broken
            try refuse(
                timetable(departures), .dataCorrupted, at: "departures[\(index)].departs",
                """
                One departure is broken, so the timetable is: without it, travelers miss a train \
                \(.wordsForPeople)
                """,
                otherError: """
                    The path should lead from the timetable to the time. A new decoder inside \
                    init(from:) begins with an empty path \(.aDocumentInsideAString)
                    """
            ) { try decodeTimetable(from: $0, of: firstFeed()) }
        }
        let sample = try decodeTimetable(from: Data(timetable([]).utf8), of: firstFeed())
        try expectTypes(
            ("station", sample.station, String.self), ("map", sample.map, Link.self),
            ("departures", sample.departures, [Departure].self))
        try probe(
            timetable([oldDeparture, oldDeparture]), rules: timetableRules,
            """
            A timetable needs its station, its map and its departures, and each departure needs \
            its number and its time. An empty list has to be in the document \
            \(.absentNullOrTheWrongType)
            """
        ) { try decodeTimetable(from: $0, of: firstFeed()) }
        let type = try require(
            (Timetable.self as Any) as? any Decodable.Type, notItself("Timetable", "Decodable"))
        try expectMissing(
            """
            A timetable without a feed is MissingContext, as its departures and its link are \
            \(.noOptionsIsAnError)
            """
        ) { try JSONDecoder().decode(type, from: Data(timetable([oldDeparture]).utf8)) }
    }

    private let oldMap = "https://trains.example/v1/maps/graz.pdf"

    private func translateTimetables() throws {
        let written = try value(
            """
            To translate is to read with one feed and to write with the other \(.writeBothVersions)
            """, in: Data(timetable([oldDeparture]).utf8)
        ) {
            try translate(
                Data(timetable([oldDeparture]).utf8), from: firstFeed(), to: secondFeed())
        }
        let root = (try? JSONSerialization.jsonObject(with: written)) as? [String: Any]
        try expectEqual(
            root?["map"], oldMap,
            root?["map"] is String
                ? """
                The map stays where it is: write its whole address, on the site that it was read \
                from \(.linksAtEveryDepth)
                """
                : """
                The map is a String when it is written too: what you read from a String you write \
                as a String \(.anObjectFromAPlainString)
                """)
        let rows = try translations()
        for (document, source, target, expected, comment) in rows + rows.reversed() {
            let written = try value(comment, in: Data(document.utf8)) {
                try translate(Data(document.utf8), from: source, to: target)
            }
            try expectWritten(written, expected, comment)
        }
        try probe(
            timetable([oldDeparture, oldDeparture]), rules: timetableRules,
            """
            A document with an error cannot be translated. Let the error reach the caller, and \
            write nothing \(.wordsForPeople)
            """
        ) { try translate($0, from: firstFeed(), to: secondFeed()) }
    }

    /// Documents, from which feed to which one, and what comes out.
    private func translations() throws -> [(String, Feed, Feed, String, Misconception)] {
        let newOut = #"{ "number": "NT 61", "departs": "2025-03-29T21:10" }"#
        // The list is in the document's order, and not in that of the times.
        let earlier = #"{ "train": "NT 1", "departs": "28.03.2025 21:10" }"#
        let earlierOut = #"{ "number": "NT 1", "departs": "2025-03-28T21:10" }"#
        let oldOut = #"{ "train": "NT 61", "departs": "29.03.2025 21:10" }"#
        let exactOut = #"{ "train": "NT 61", "departs": "2025-03-30T01:55:00.000+05:45" }"#
        let targetsFeed: Misconception = """
            Every departure should be written as the target wants it, with its keys and its \
            format: the target's encoder has the target's feed \(.writeBothVersions)
            """
        return [
            (
                timetable([oldDeparture, earlier]), try firstFeed(), try secondFeed(),
                timetable([newOut, earlierOut], map: oldMap), targetsFeed
            ),
            (
                timetable([newDeparture]), try secondFeed(), try firstFeed(),
                timetable([oldOut], map: "https://trains.example/v2/maps/graz.pdf"), targetsFeed
            ),
            (
                timetable([oldDeparture, oldDeparture]), try firstFeed(),
                try exactFeed(site: "https://trains.example/v2/"),
                timetable([exactOut, exactOut], map: oldMap), targetsFeed
            ),
            (
                timetable([oldDeparture], station: #" St. \"Pölten\" "#), try firstFeed(),
                try exactFeed(),
                timetable([exactOut], station: #" St. \"Pölten\" "#, map: oldMap), targetsFeed
            ),
            (
                timetable([oldDeparture]), try firstFeed(site: "https://trains.example/v2/"),
                try secondFeed(),
                timetable([newOut], map: "https://trains.example/v2/maps/graz.pdf"),
                """
                Both APIs are on one site here, and the map is written with its whole address all \
                the same \(.linksAtEveryDepth)
                """
            ),
            (
                timetable([], map: "https://other.example/m?x=1"), try firstFeed(),
                try secondFeed(), timetable([], map: "https://other.example/m?x=1"),
                """
                A timetable without departures is written with an empty list, as it was read \
                \(.writeBothVersions)
                """
            ),
        ]
    }

    /// In version 1, nobody asks for the number of cars.
    private var timetableRules: [ProbeRule] {
        [
            .at("departures[].number", expect: .success),
            .at("departures[].departs", .emptyString, expect: .decodersError),
            .at("map", .emptyString, expect: .decodersError),
            .everywhere(.emptyString, expect: .success),
        ]
    }

    // MARK: - Task 7

    @Test("Task 7 · A document inside a string")
    func documentInsideAString() throws {
        builds(on: 1, 2, 3)
        try endIfOpen {
            try decodeMessage(from: Data(message([oldDeparture]).utf8), of: firstFeed())
        }
        let old = #"{ "number": "NT 61", "departs": "2025-03-29T20:10:00.000Z" }"#
        let inner: Misconception = """
            The string is a document of its own, and the departures in it are those of task 3. A \
            decoder for it begins with an empty userInfo \(.aDocumentInsideAString)
            """
        try readEach(
            [
                message([oldDeparture]): #"{ "to": "Graz Hbf", "trains": [\#(old)] }"#,
                message([oldDeparture, oldDeparture], to: #" Bad \"X\" "#):
                    #"{ "to": " Bad \"X\" ", "trains": [\#(old), \#(old)] }"#,
                message([], to: ""): #"{ "to": "", "trains": [] }"#,
            ], inner
        ) { try parts(of: decodeMessage(from: $0, of: firstFeed())) }
        try readEach(
            [
                message([
                    #"{ "train": "NT \"40\" \\ Ö", "departs": "29.03.2025 21:10" }"#
                ]): #"""
                { "to": "Graz Hbf", "trains": [
                  { "number": "NT \"40\" \\ Ö", "departs": "2025-03-29T20:10:00.000Z" }] }
                """#
            ],
            """
            The decoder has taken the backslashes of the outer document away already. Give the string \
            to the inner decoder as it is \(.aDocumentInsideAString)
            """
        ) { try parts(of: decodeMessage(from: $0, of: firstFeed())) }
        try readEach(
            [message([newDeparture]): #"{ "to": "Graz Hbf", "trains": [\#(old)] }"#],
            """
            The inner document is of the same API as the outer one: its decoder gets the very feed \
            that the outer decoder has \(.aDocumentInsideAString)
            """
        ) { try parts(of: decodeMessage(from: $0, of: secondFeed())) }
        try refuseBrokenMessages()
        let type = try require(
            (Message.self as Any) as? any Decodable.Type, notItself("Message", "Decodable"))
        try expectMissing(
            """
            A message without a feed is MissingContext, also where it has no departures: look for \
            the feed in the decoder's userInfo, and neither in a global variable nor in a default \
            \(.noOptionsIsAnError)
            """
        ) { try JSONDecoder().decode(type, from: Data(message([oldDeparture]).utf8)) }
        let decoder = JSONDecoder()
        decoder.userInfo[.feed] = try exactFeed()
        let exact = message([#"{ "train": "A", "departs": "2025-03-30T01:55:07.250+05:45" }"#])
        let found = try read(exact, inner) { try decoder.decode(type, from: $0) }
        try expectEqual(
            (((found as Any) as? Message)?.trains as Any as? [Departure])?.map(\.departs),
            [Date(timeIntervalSince1970: 1_743_279_007.25)],
            """
            This decoder has a feed and no other setting. A message finds the feed in it, and hands \
            it to the inner decoder \(.aDocumentInsideAString)
            """)
    }

    private func refuseBrokenMessages() throws {
        for inner in [
            "", "soon", "{}", "null", "[7]", #"[{ "departs": "29.03.2025 21:10" }]"#, "[{",
            oldDeparture,
        ] {
            try refuse(
                #"{ "to": "Graz Hbf", "trains": \#(quoted(inner)) }"#,
                """
                The string is no list of departures, so the message is broken. An empty list in its \
                place says that no train leaves \(.aDocumentInsideAString)
                """
            ) { try decodeMessage(from: $0, of: firstFeed()) }
        }
        try probe(
            message([oldDeparture]),
            rules: [
                .at("trains", .emptyString, expect: .anyError),
                .everywhere(.emptyString, expect: .success),
            ],
            """
            A message needs the station and its departures, as a string \
            \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                The station is a String, and the departures are a String too: a list in its place \
                is another document \(.absentNullOrTheWrongType)
                """
        ) { try decodeMessage(from: $0, of: firstFeed()) }
    }
}

// MARK: - Feeds and documents

extension Exercise08Tests {
    /// 29 March 2025, 21:10 in Vienna.
    private var moment: Date { Date(timeIntervalSince1970: 1_743_279_000) }

    private var oldDeparture: String {
        #"{ "train": "NT 61", "number": 12, "departs": "29.03.2025 21:10" }"#
    }

    private var newDeparture: String {
        #"{ "number": "NT 61", "train": "Adria", "departs": "2025-03-29T21:10" }"#
    }

    private func firstFeed(site: String = "https://trains.example/v1/") throws -> Feed {
        try makeFeed(.v1, "dd.MM.yyyy HH:mm", site: site)
    }

    private func secondFeed() throws -> Feed {
        try makeFeed(.v2, "yyyy-MM-dd'T'HH:mm", site: "https://trains.example/v2/")
    }

    /// Version 1 with seconds, fractions and the zone in the text.
    private func exactFeed(site: String = "https://checks.example/") throws -> Feed {
        try makeFeed(.v1, "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", zone: "Asia/Kathmandu", site: site)
    }

    /// Version 2 in another language and zone.
    private func germanFeed() throws -> Feed {
        try makeFeed(
            .v2, "d. MMMM yyyy, H 'Uhr' mm", zone: "America/St_Johns", language: "de_DE")
    }

    /// Version 1 with a space before each time.
    private func blankFeed() throws -> Feed { try makeFeed(.v1, "' 'dd.MM.yyyy HH:mm") }

    private func makeFeed(
        _ version: Feed.Version, _ format: String, zone: String = "Europe/Vienna",
        language: String = "en_US_POSIX", site: String = "https://checks.example/"
    ) throws -> Feed {
        let times = DateFormatter()
        times.locale = Locale(identifier: language)
        times.calendar = Calendar(identifier: .gregorian)
        times.timeZone = TimeZone(identifier: zone)
        times.dateFormat = format
        return Feed(version: version, times: times, site: try #require(URL(string: site)))
    }

    private func isSame(_ feed: Feed, _ other: Feed) -> Bool {
        feed.version == other.version && feed.times === other.times && feed.site == other.site
    }

    /// What is not as it should be, for a finding: what there is, and what was expected.
    private func difference(_ found: Any, _ feed: Feed) -> String {
        let wanted = described(feed)
        return described(found) == wanted
            ? "\(wanted), but with another formatter than the feed's own"
            : "\(described(found)), expected was \(wanted)"
    }

    /// Calls an answer and records a finding if it changes the feed's formatter. What it returns or
    /// throws does not count here, but a ``TODO`` passes.
    private func expectSameFormatter(
        of feed: Feed, sourceLocation: SourceLocation = #_sourceLocation,
        _ answer: () throws -> some Any
    ) throws {
        let before = settings(of: feed.times)
        try endIfOpen(answer)
        let after = settings(of: feed.times)
        try expect(
            before == after,
            """
            You changed the feed's formatter: others use it too. Leave it as it is \
            \(.fiveHundredDays)
            """,
            ["Before: \(before)", "After:  \(after)"], sourceLocation: sourceLocation)
    }

    private func settings(of times: DateFormatter) -> String {
        let parts: [String?] = [
            times.dateFormat, times.locale?.identifier, times.timeZone?.identifier,
            times.isLenient ? "lenient" : "not lenient",
        ]
        return parts.map { $0 ?? "nothing" }.joined(separator: " · ")
    }

    private func described(_ value: Any) -> String {
        if let data = value as? Data { return String(decoding: data, as: UTF8.self) }
        guard let feed = value as? Feed else { return "\(value)" }
        return "the feed of \(feed.version), \(feed.site), \(feed.times.dateFormat ?? "")"
    }

    private func notice(_ link: String) -> String {
        #"{ "title": "Works \"A\"", "page": "\#(link)" }"#
    }

    private func timetable(
        _ departures: [String], station: String = "Graz Hbf", map: String = "maps/graz.pdf"
    ) -> String {
        """
        { "station": "\(station)", "map": "\(map)", \
        "departures": [\(departures.joined(separator: ", "))] }
        """
    }

    private func message(_ departures: [String], to station: String = "Graz Hbf") -> String {
        let inner = quoted("[\(departures.joined(separator: ", "))]")
        return "{ \"to\": \"\(station)\", \"trains\": \(inner) }"
    }

    /// The text as a string in JSON.
    private func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    // MARK: - Answers and their parts

    private func departure(_ document: String, of feed: Feed) throws -> Departure {
        try decodeDeparture(from: Data(document.utf8), of: feed)
    }

    private func readDepartures(
        _ table: KeyValuePairs<String, String>, of feed: Feed, _ comment: Misconception
    ) throws {
        try readEach(table, comment) { parts(of: try decodeDeparture(from: $0, of: feed)) }
    }

    private func readNotices(
        _ table: KeyValuePairs<String, String>, of feed: Feed, _ comment: Misconception
    ) throws {
        for (link, wanted) in table {
            try readEach(
                [notice(link): #"{ "title": "Works \"A\"", "page": "\#(wanted)" }"#], comment
            ) {
                try parts(of: decodeNotice(from: $0, of: feed))
            }
        }
    }

    private func parts(of departure: Departure) -> [String: Any?] {
        let time = (departure.departs as Any) as? Date
        return [
            "number": departure.number,
            "departs": time?.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
        ]
    }

    private func parts(of notice: Notice) -> [String: Any?] {
        ["title": notice.title, "page": address(of: notice.page)]
    }

    private func parts(of timetable: Timetable) -> [String: Any?] {
        [
            "station": timetable.station, "map": address(of: timetable.map),
            "departures": ((timetable.departures as Any) as? [Departure])?.map(parts),
        ]
    }

    private func parts(of message: Message) -> [String: Any?] {
        [
            "to": message.to,
            "trains": ((message.trains as Any) as? [Departure])?.map(parts),
        ]
    }

    private func address(of link: Any) -> Any? {
        let url = (link as? Link).map { $0.url as Any } ?? link
        return (url as? URL)?.absoluteString ?? url
    }

    /// Runs an answer that should throw `MissingContext` with the feed's key.
    private func expectMissing<Value>(
        _ comment: Misconception, given: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation,
        from answer: () throws -> Value
    ) throws {
        let thrown: any Error
        switch Swift.Result(catching: answer) {
        case .success(let value):
            try fail(comment, ["It returned \(described(value))."], sourceLocation: sourceLocation)
        case .failure(let error): thrown = error
        }
        if thrown is TODO { throw thrown }
        var said = "\(thrown)"
        if let error = thrown as? DecodingError, let name = DecodingErrorCase(error) {
            let path = codingPath(of: error)
            said = "\(name) at \(path.isEmpty ? "the top level" : path)"
        }
        let missing = try require(
            thrown as? MissingContext,
            given != nil
                ? comment
                : """
                There is no feed, so the error should be MissingContext, and it was another one: ask \
                for the feed first, and let that error pass \(.noOptionsIsAnError)
                """, [given, "It threw \(said)."].compactMap(\.self), sourceLocation: sourceLocation
        )
        try expect(
            missing.key == .feed,
            """
            MissingContext should name the key that was looked under. That is .feed, and the feed is \
            all that is needed \(.noOptionsIsAnError)
            """,
            ["Its key is \(missing.key)."], sourceLocation: sourceLocation)
    }
}
