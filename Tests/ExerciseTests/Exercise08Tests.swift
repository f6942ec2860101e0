import ExerciseChecks
import ExerciseSupport
import Foundation
import Testing

@testable import Exercise08

@Suite("Exercise 08 · Two APIs, one timetable", .serialized, .exercise)
struct Exercise08Tests: ExerciseSuite {
    @Test("Task 1 · Pass the feed in")
    func passTheFeedIn() throws {
        let old = try value("A decoder can be made for a feed (lesson 08, A key and a value)") {
            try makeDecoder(for: firstFeed())
        }
        let new = try makeDecoder(for: secondFeed())
        #expect(
            (new.userInfo[.feed] as? Feed)?.version == .v2,
            """
            The decoder should have the feed in its userInfo, under the key .feed (lesson 08, A key \
            and a value)
            """
        )
        #expect(
            (old.userInfo[.feed] as? Feed)?.version == .v1,
            """
            After a decoder was made for version 2, the one for version 1 should still have its own \
            feed: make a new decoder in each call (lesson 08, What Swift 6 lets in)
            """
        )

        let oldEncoder = try value(
            "An encoder can be made for a feed (lesson 08, Write both versions)"
        ) {
            try makeEncoder(for: firstFeed())
        }
        let newEncoder = try makeEncoder(for: secondFeed())
        #expect(
            (newEncoder.userInfo[.feed] as? Feed)?.version == .v2,
            """
            The encoder has a userInfo of its own, and the feed should be there too (lesson 08, \
            Write both versions)
            """
        )
        #expect(
            (oldEncoder.userInfo[.feed] as? Feed)?.version == .v1,
            """
            After an encoder was made for version 2, the one for version 1 should still have its own \
            feed: make a new encoder in each call (lesson 08, What Swift 6 lets in)
            """
        )
    }

    @Test("Task 2 · The feed or an error")
    func theFeedOrAnError() throws {
        let otherKey = try #require(CodingUserInfoKey(rawValue: "checks.other"))
        let known = try firstFeed()
        let found = try value("A feed that is there should be found (lesson 08, A key and a value)")
        {
            try feed(in: [.feed: known, otherKey: 7])
        }
        #expect(
            found.version == .v1 && found.site == known.site,
            "The feed from userInfo should come back as it is (lesson 08, A key and a value)")
        try expectMissing(
            """
            Without a feed, the error names the key. A default hides that somebody forgot it \
            (lesson 08, No options is an error)
            """
        ) {
            try feed(in: [otherKey: known])
        }
        try expectMissing(
            """
            A text in the place of the feed is no feed: the same error (lesson 08, No options is an \
            error)
            """
        ) {
            try feed(in: [.feed: "v1"])
        }
    }

    @Test("Task 3 · Read both versions")
    func readBothVersions() throws {
        let old = try value(
            """
            In version 1 the train's number is under train, and the feed's formatter reads the time \
            (lesson 08, Read both versions)
            """
        ) {
            try decodeDeparture(from: oldDeparture, of: firstFeed())
        }
        #expect(
            old.number == "NT 61",
            "In version 1 the train's number is under train (lesson 08, Read both versions)")
        let new = try value(
            """
            In version 2 the train's number is under number, and the feed's formatter reads the \
            time (lesson 08, Read both versions)
            """
        ) {
            try decodeDeparture(from: newDeparture, of: secondFeed())
        }
        #expect(
            new.number == "NT 61",
            """
            In version 2 the train's number is under number; train is its name. Both versions have \
            both keys, so the feed decides and not the document (lesson 08, Read both versions)
            """
        )
        #expect(
            old.departs == moment && new.departs == moment,
            """
            Both documents mean the same moment. The format and the zone are in the feed's own \
            formatter (lesson 08, Helpers are made once)
            """
        )
        let elsewhere = try value(
            """
            A feed may have another format and zone: use its formatter and make none (lesson 08, \
            Helpers are made once)
            """
        ) {
            try decodeDeparture(
                from: Data(#"{"train":"NT 9","number":4,"departs":"2000/2/1 2100"}"#.utf8),
                of: feed(.v1, "yyyy/M/d HHmm", zone: "Asia/Tokyo"))
        }
        #expect(
            elsewhere.departs == Date(timeIntervalSince1970: 949_406_400),
            """
            A feed may have another zone: use its formatter and make none (lesson 08, Helpers are \
            made once)
            """
        )
        try expect(
            .typeMismatch, at: "number",
            """
            A document of version 1 in answer to version 2 is an error. Do not try the other key \
            (lesson 08, One type, two versions)
            """
        ) {
            try decodeDeparture(from: oldDeparture, of: secondFeed())
        }
        try expect(
            .dataCorrupted, at: "departs",
            """
            A time that the formatter cannot read is dataCorrupted, at its key (lesson 03, A \
            strategy of your own)
            """
        ) {
            try decodeDeparture(
                from: Data(#"{"number":"NT 9","departs":"soon"}"#.utf8), of: secondFeed())
        }
        try whereTheFeedComesFrom()
    }

    /// The second part of task 3: a departure has its feed from its decoder and from nowhere else.
    private func whereTheFeedComesFrom() throws {
        let type = try #require(
            (Departure.self as Any) as? any Decodable.Type,
            "Departure should be Decodable (lesson 08, Read both versions)")
        let oldDecoder = try makeDecoder(for: firstFeed())
        _ = try makeDecoder(for: secondFeed())
        _ = try decodeDeparture(from: newDeparture, of: secondFeed())
        let read = try value(
            """
            A departure should find the feed in its own decoder. A global has the feed that was set \
            last, and here that is another one (lesson 08, What Swift 6 lets in)
            """
        ) {
            try oldDecoder.decode(type, from: oldDeparture)
        }
        #expect(
            ((read as Any) as? Departure)?.departs == moment,
            """
            A departure should find the feed in its own decoder. A global has the feed that was set \
            last, and here that is another one (lesson 08, What Swift 6 lets in)
            """
        )
        for document in [oldDeparture, newDeparture] {
            try expectMissing(
                """
                A departure without a feed is MissingContext. A default reads one version by luck \
                and blames the document of the other (lesson 08, No options is an error)
                """
            ) {
                try JSONDecoder().decode(type, from: document)
            }
        }
    }

    @Test("Task 4 · Write both versions")
    func writeBothVersions() throws {
        let departure = try decodeDeparture(from: oldDeparture, of: firstFeed())
        let old = try value(
            """
            The encoder has a userInfo of its own: it needs the feed too (lesson 08, Write both \
            versions)
            """
        ) {
            try encode(departure, for: firstFeed())
        }
        #expect(
            texts(in: old) == ["train": "NT 61", "departs": "29.03.2025 21:10"],
            """
            Version 1 gets the keys train and departs, and the time in its format (lesson 08, Write \
            both versions)
            """
        )
        let new = try value("A departure can be written for version 2 too") {
            try encode(departure, for: secondFeed())
        }
        #expect(
            texts(in: new) == ["number": "NT 61", "departs": "2025-03-29T21:10"],
            """
            Version 2 gets the keys number and departs, and the time in its format (lesson 08, Write \
            both versions)
            """
        )
        let encodable = try #require(
            (departure as Any) as? any Encodable,
            "Departure should be Encodable (lesson 08, Write both versions)")
        try expectMissing(
            """
            A departure that is written without a feed is MissingContext. A default writes one \
            version to everybody (lesson 08, No options is an error)
            """
        ) {
            try JSONEncoder().encode(encodable)
        }
    }

    @Test("Task 5 · Links from the context")
    func linksFromTheContext() throws {
        let relative = try value(
            """
            A link is a text, and the feed in the decoder's userInfo has the site (lesson 08, Nested \
            types see it too)
            """
        ) {
            try decodeNotice(from: notice("notices/linz.html"), of: secondFeed())
        }
        #expect(relative.title == "Works")
        #expect(
            address(of: relative) == "https://trains.example/v2/notices/linz.html",
            """
            A relative link continues the site of the feed (lesson 08, Nested types see it too)
            """
        )
        let elsewhere = try decodeNotice(
            from: notice("linz.html"), of: feed(.v2, "HHmm", site: "http://checks.example/a/b/"))
        #expect(
            address(of: elsewhere) == "http://checks.example/a/b/linz.html",
            """
            Another feed has another site: take it from the feed and from nowhere else (lesson 08, \
            Nested types see it too)
            """
        )
        let texts = ["/about.html", "//cdn.example/a.png", "https://other.example/"]
        let addresses = try texts.map { text in
            let found = try value(
                """
                A link may begin with a slash or be a whole address: URL(string:relativeTo:) knows \
                all of them, gluing texts does not (lesson 08, Nested types see it too)
                """
            ) {
                try decodeNotice(from: notice(text), of: secondFeed())
            }
            return address(of: found)
        }
        let wanted = [
            "https://trains.example/about.html", "https://cdn.example/a.png",
            "https://other.example/",
        ]
        #expect(
            addresses == wanted,
            """
            A link may begin with a slash or be a whole address: URL(string:relativeTo:) knows all \
            of them, gluing texts does not (lesson 08, Nested types see it too)
            """
        )
        let whole = URL(string: "https://trains.example/v2/notices/linz.html")
        let found = ((relative.page as Any) as? Link).map { $0.url as Any } as? URL
        #expect(
            found == whole,
            """
            The link should be the whole address. A URL that remembers its base is not equal to it: \
            keep its absoluteURL (lesson 08, Nested types see it too)
            """
        )
        try expect(
            .dataCorrupted, at: "page",
            "An empty text is no link (lesson 04, A URL takes almost anything)"
        ) {
            try decodeNotice(from: notice(""), of: secondFeed())
        }
        let type = try #require((Notice.self as Any) as? any Decodable.Type)
        try expectMissing(
            """
            A link without a feed is MissingContext, and no address of some other site (lesson 08, \
            No options is an error)
            """
        ) {
            try JSONDecoder().decode(type, from: notice("linz.html"))
        }
    }

    @Test("Task 6 · The whole timetable")
    func theWholeTimetable() throws {
        let old = try value(
            """
            Departures and links see the context by themselves. A new decoder inside init(from:) \
            has lost it (lesson 08, Nested types see it too)
            """
        ) {
            try decodeTimetable(from: timetable(of: oldDeparture), of: firstFeed())
        }
        #expect(
            old.station == "Graz Hbf" && old.departures.map(\.number) == ["NT 61", "NT 61"],
            "The station and every departure should be there (lesson 01, Nested objects, nested types)"
        )
        #expect(
            address(of: old.map) == "https://trains.example/v1/maps/graz.pdf",
            "The map's link sees the context too (lesson 08, Nested types see it too)"
        )
        let broken = Data(#"{"train":"NT 9","number":2,"departs":"soon"}"#.utf8)
        try expect(
            .dataCorrupted, at: "departures.1.departs",
            """
            The path should lead from the timetable to the time. A new decoder inside init(from:) \
            begins with an empty path (lesson 08, Nested types see it too)
            """
        ) {
            try decodeTimetable(from: timetable(of: oldDeparture, broken), of: firstFeed())
        }

        let written = try value(
            """
            To translate is to read with one feed and to write with the other (lesson 08, Write both \
            versions)
            """
        ) {
            try translate(timetable(of: oldDeparture), from: firstFeed(), to: secondFeed())
        }
        let root = try JSONSerialization.jsonObject(with: written) as? [String: Any]
        #expect(
            root?["map"] as? String == "https://trains.example/v1/maps/graz.pdf",
            """
            The map is a text on the way out too, with the whole address: what you read from a text \
            you write as a text (lesson 05, An object from a plain string)
            """
        )
        let departures = root?["departures"] as? [[String: String]]
        #expect(
            departures?.first == ["number": "NT 61", "departs": "2025-03-29T21:10"]
                && departures?.count == 2,
            """
            Every departure should be as version 2 wants it: the target's encoder has the target's \
            feed (lesson 08, Write both versions)
            """
        )
        let read = try value("What you wrote should be read again with the other feed") {
            try decodeTimetable(from: written, of: secondFeed())
        }
        #expect(
            read == old,
            "Translated and read again, it should be the same timetable (lesson 08, Write both versions)"
        )
    }

    @Test("Task 7 · Checked by the compiler")
    func checkedByTheCompiler() throws {
        let old = try value("Version 1 says track (lesson 08, The typed alternative)") {
            try decodePlatform(
                from: Data(#"{"train":"NT 61","track":"9"}"#.utf8), of: firstFeed())
        }
        #expect(
            old.train == "NT 61" && old.name == "9",
            "Version 1 says track (lesson 08, The typed alternative)")
        let new = try value("Version 2 says platform (lesson 08, The typed alternative)") {
            try decodePlatform(
                from: Data(#"{"train":"NT 61","platform":"12a"}"#.utf8), of: secondFeed())
        }
        #expect(
            new.name == "12a", "Version 2 says platform (lesson 08, The typed alternative)")
        try expect(
            .keyNotFound, at: "",
            "Version 2 has no track: the feed decides (lesson 08, The typed alternative)"
        ) {
            try decodePlatform(
                from: Data(#"{"train":"NT 61","track":"9"}"#.utf8), of: secondFeed())
        }
        let type: Any = Platform.self
        #expect(
            !(type is any Decodable.Type),
            """
            Platform should not be Decodable: then it can be decoded without a feed, and nobody \
            notices before the program runs (lesson 08, The typed alternative)
            """
        )
        #expect(
            type is any DecodableWithConfiguration.Type,
            """
            Platform should be DecodableWithConfiguration, with the feed as its configuration \
            (lesson 08, The typed alternative)
            """
        )
    }
}

/// 29 March 2025, 21:10 in Vienna.
private let moment = Date(timeIntervalSince1970: 1_743_279_000)

private let oldDeparture = Data(
    #"{"train":"NT 61","number":12,"departs":"29.03.2025 21:10"}"#.utf8)
private let newDeparture = Data(
    #"{"number":"NT 61","train":"Adria","departs":"2025-03-29T21:10"}"#.utf8)

private func firstFeed() throws -> Feed {
    try feed(.v1, "dd.MM.yyyy HH:mm", site: "https://trains.example/v1/")
}

private func secondFeed() throws -> Feed {
    try feed(.v2, "yyyy-MM-dd'T'HH:mm", site: "https://trains.example/v2/")
}

private func feed(
    _ version: Feed.Version, _ format: String, zone: String = "Europe/Vienna",
    site: String = "https://checks.example/"
) throws -> Feed {
    let times = DateFormatter()
    times.locale = Locale(identifier: "en_US_POSIX")
    times.calendar = Calendar(identifier: .gregorian)
    times.timeZone = TimeZone(identifier: zone)
    times.dateFormat = format
    return Feed(version: version, times: times, site: try #require(URL(string: site)))
}

private func notice(_ link: String) -> Data {
    Data(#"{"title":"Works","page":"\#(link)"}"#.utf8)
}

/// A timetable with a departure twice, or with two departures.
private func timetable(of departure: Data, _ second: Data? = nil) -> Data {
    let list = [departure, second ?? departure].map { String(decoding: $0, as: UTF8.self) }
    return Data(
        """
        {"station":"Graz Hbf","map":"maps/graz.pdf",\
        "departures":[\(list.joined(separator: ","))]}
        """.utf8)
}

private func address(of notice: Notice) -> String? {
    address(of: notice.page)
}

private func address(of link: Any) -> String? {
    (link as? Link)?.url.absoluteString
}

private func texts(in document: Data) -> [String: String]? {
    try? JSONDecoder().decode([String: String].self, from: document)
}

/// Runs an answer that should throw `MissingContext` with the feed's key, and records an issue if it
/// does not.
private func expectMissing<Value>(
    _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation,
    from answer: () throws -> Value
) throws {
    let outcome: String
    do {
        outcome = "It returned \(try answer())"
    } catch let error as TODO {
        throw error
    } catch let error as MissingContext where error.key == .feed {
        return
    } catch {
        outcome = "It threw \(error)"
    }
    Issue.record(
        "\(comment)\n\(outcome), in place of MissingContext with the key .feed",
        sourceLocation: sourceLocation)
}
