import ExerciseChecks
import Foundation
import Testing

@testable import Exercise06

@Suite("Exercise 06 · The route", .serialized, .exercise)
struct Exercise06Tests: ExerciseSuite {
    @Test("Task 1 · Names from nested objects")
    func namesFromNestedObjects() throws {
        let route = try value(
            """
            The stops are objects, and their stations too: decode each as what it is, and take the \
            name out of it (lesson 06, An array in a nested object)
            """
        ) {
            try decodeRoute(
                from: routeDocument(
                    #"{"platform":"3","station":{"name":"Zürich HB"}}"#,
                    #"{"platform":"1","station":{"name":"Buchs SG"}}"#,
                    #"{"station":{"name":"Sargans"}}"#,
                    #"{"platform":"5","station":{"name":"Buchs SG"}}"#))
        }
        #expect(route.train == "NT 61")
        #expect(
            route.stations == ["Zürich HB", "Buchs SG", "Sargans", "Buchs SG"],
            """
            Every stop of the list, in the list's order, a station as often as the train calls \
            there (lesson 06, Objects without a type)
            """
        )
        let none = try value("A route without stops is no error") {
            try decodeRoute(from: routeDocument())
        }
        #expect(
            none.stations.isEmpty, "A route without stops has no stations, not even an empty one")
        let comma = try value("A name may have a comma in it") {
            try decodeRoute(from: routeDocument(#"{"station":{"name":"Brig, Bahnhof"}}"#))
        }
        #expect(
            comma.stations == ["Brig, Bahnhof"],
            """
            One stop, and its name has a comma. Names that are joined and cut again come out in \
            pieces: keep the list (lesson 06, An array in a nested object)
            """
        )

        try expect(
            .keyNotFound, at: "stops.1",
            """
            The second stop has no station, and the caller should hear of it. An optional that is \
            left out, or a try?, makes a route that looks complete (lesson 05, A parent that is null or absent)
            """
        ) {
            try decodeRoute(
                from: routeDocument(#"{"station":{"name":"Zürich HB"}}"#, #"{"platform":"3"}"#))
        }
        try expect(
            .keyNotFound, at: "stops.0.station",
            """
            A station without a name is an error, and no name is made up (lesson 06, Objects \
            without a type)
            """
        ) {
            try decodeRoute(from: routeDocument(#"{"station":{"code":"ZRH"}}"#))
        }
        try expect(
            .typeMismatch, at: "stops.0",
            """
            A stop that is a text is an error. A try? takes it for nothing at all (lesson 06, A \
            loop that never ends)
            """
        ) {
            try decodeRoute(from: routeDocument(#""Zürich HB""#))
        }
    }

    @Test("Task 2 · A stop without keys")
    func stopWithoutKeys() throws {
        let stop = try value(
            """
            A stop is a list and no object: read its elements one after another in an unkeyed \
            container (lesson 06, Places instead of keys)
            """
        ) {
            try decodeStop(from: stopDocument)
        }
        #expect(
            stop.station == "basel-sbb" && stop.time == "5:52",
            """
            First the station, then the time: the order is the document's, and not that of the \
            properties (lesson 06, Places instead of keys)
            """
        )
        try expectRefusal(
            """
            A stop without a time is an error: read past its end, the container throws (lesson 06, \
            Places instead of keys)
            """
        ) {
            try decodeStop(from: Data(#"["basel-sbb"]"#.utf8))
        }
        try expect(
            .typeMismatch, at: "1",
            "A time that is a number is an error (lesson 06, Places instead of keys)"
        ) {
            try decodeStop(from: Data(#"["basel-sbb",552]"#.utf8))
        }
        try expectRefusal(
            """
            A list of three is no stop. Nobody notices what is left over, unless you ask isAtEnd \
            (lesson 06, Places instead of keys)
            """
        ) {
            try decodeStop(from: Data(#"["basel-sbb","5:52","6:07"]"#.utf8))
        }
        for rest in [#""6:07","6:31""#, "null", "7"] {
            try expectRefusal(
                """
                What is left over may be anything, and any number of elements: only isAtEnd knows \
                (lesson 06, Places instead of keys)
                """
            ) {
                try decodeStop(from: Data(#"["basel-sbb","5:52",\#(rest)]"#.utf8))
            }
        }
    }

    @Test("Task 3 · Longitude first")
    func longitudeFirst() throws {
        let marker = try value(
            """
            The root has keys, the coordinates have none: open an unkeyed container under their key \
            (lesson 06, Places instead of keys)
            """
        ) {
            try decodeMarker(from: markerDocument)
        }
        #expect(marker.station == "praha-hl-n")
        #expect(
            marker.longitude == 14.436 && marker.latitude == 50.083,
            """
            In GeoJSON the longitude comes first. The other way round, Praha is in Arabia \
            (lesson 06, Places instead of keys)
            """
        )
        try expectRefusal(
            """
            One coordinate is no place on a map (lesson 06, Places instead of keys)
            """
        ) {
            try decodeMarker(from: Data(#"{"station":"A","coordinates":[14.436]}"#.utf8))
        }
        try expectRefusal(
            """
            Three coordinates are one too many: ask isAtEnd of the container that you read them \
            from (lesson 06, Places instead of keys)
            """
        ) {
            try decodeMarker(
                from: Data(#"{"station":"A","coordinates":[14.436,50.083,235]}"#.utf8))
        }
        try expectRefusal(
            """
            A coordinate that is null is an error. Left out, it moves the others to another place \
            (lesson 06, Places instead of keys)
            """
        ) {
            try decodeMarker(
                from: Data(#"{"station":"A","coordinates":[14.436,null,50.083]}"#.utf8))
        }
    }

    @Test("Task 4 · The way back")
    func wayBack() throws {
        let stop = try decodeStop(from: stopDocument)
        let writtenStop = try value("A stop should be encodable (lesson 01, Back to JSON)") {
            try encode(stop)
        }
        let texts = try? JSONDecoder().decode([String].self, from: writtenStop)
        #expect(
            texts != nil,
            """
            A stop is written as a list of texts again. What the compiler writes is an object \
            (lesson 06, Places instead of keys)
            """
        )
        #expect(
            texts == nil || texts == ["basel-sbb", "5:52"],
            """
            Written in the order of the document: first the station, then the time (lesson 06, \
            Places instead of keys)
            """
        )

        let marker = try decodeMarker(from: markerDocument)
        let writtenMarker = try value("A marker should be encodable (lesson 01, Back to JSON)") {
            try encode(marker)
        }
        let written = try? JSONDecoder().decode(WrittenMarker.self, from: writtenMarker)
        #expect(
            written?.station == "praha-hl-n",
            """
            A marker is written as an object with a station and a list of coordinates (lesson 06, \
            One element after another)
            """
        )
        #expect(
            written == nil || written?.coordinates == [14.436, 50.083],
            """
            Written, the longitude comes first too, and there is nothing but the two numbers \
            (lesson 06, Places instead of keys)
            """
        )
        let keys = keys(of: writtenMarker)
        #expect(
            keys == ["coordinates", "station"],
            """
            A marker has two keys, and the coordinates have none (lesson 06, Places instead of keys)
            """
        )
    }

    @Test("Task 5 · Mixed announcements")
    func mixedAnnouncements() throws {
        let announcements = try value(
            """
            The key type says which case it is. The compiler's own Codable knows no type: read it \
            first, then the value that belongs to it (lesson 06, Mixed elements in one list)
            """
        ) {
            try decodeAnnouncements(
                from: Data(
                    #"""
                    [{"type":"platform","platform":"9B"}, {"minutes":25,"type":"delay"},
                     {"type":"message","text":"delay"}, {"type":"delay","minutes":0}]
                    """#.utf8))
        }
        let wanted: [Announcement] = [
            .platform("9B"), .delay(minutes: 25), .message("delay"), .delay(minutes: 0),
        ]
        #expect(
            announcements == wanted,
            """
            Every announcement in its place, with its own value (lesson 06, Mixed elements in one \
            list)
            """
        )
        try expect(
            .dataCorrupted, at: "1.type",
            """
            A song is none of the three. Make the type an enum with raw values, and the decoder \
            refuses it at its key: a stand-in says what nobody said (lesson 06, Mixed elements in \
            one list)
            """
        ) {
            try decodeAnnouncements(
                from: Data(#"[{"type":"delay","minutes":3},{"type":"song","text":"la"}]"#.utf8))
        }
        try expect(
            .keyNotFound, at: "0",
            """
            A delay without its minutes is an error, and not a delay of no minutes (lesson 06, \
            Mixed elements in one list)
            """
        ) {
            try decodeAnnouncements(from: Data(#"[{"type":"delay","text":"soon"}]"#.utf8))
        }
        try expect(
            .typeMismatch, at: "0.minutes",
            """
            "ten" is no number of minutes. A row of try? takes a mistake inside one shape for \
            another shape (lesson 06, A value with three shapes)
            """
        ) {
            try decodeAnnouncements(
                from: Data(#"[{"type":"delay","minutes":"ten","text":"soon"}]"#.utf8))
        }

        let document = try value("Announcements should be encodable (lesson 01, Back to JSON)") {
            try encode(wanted)
        }
        let written = (try? JSONDecoder().decode([WrittenAnnouncement].self, from: document)) ?? []
        #expect(
            written.map(\.type) == ["platform", "delay", "message", "delay"],
            """
            Written, each announcement has its type under the key type, and in the words of the \
            document (lesson 06, Mixed elements in one list)
            """
        )
        let hasValues = written == wanted.map(WrittenAnnouncement.init)
        #expect(
            hasValues,
            """
            Written, each announcement has its own value under the key that it came from, and no \
            other (lesson 06, Mixed elements in one list)
            """
        )
    }

    @Test("Task 6 · What was dropped")
    func whatWasDropped() throws {
        let complete = try value("A list without a fault decodes (lesson 06, Keep what you drop)") {
            try decodeTimetable(from: Data(#"[["a","1:00"],["b","2:00"]]"#.utf8))
        }
        #expect(complete.dropped.isEmpty, "Nothing is broken, so nothing is dropped")

        let timetable = try value(
            """
            Broken elements should not spoil the list. [Stop?] takes null and nothing else: go \
            through the elements, each with a decoder of its own (lesson 06, Keep what you drop)
            """
        ) {
            try decodeTimetable(from: brokenDocument)
        }
        // The type first: a list of optionals would pass for a list of stops where none is nil.
        let staysStops = type(of: timetable.stops as Any) == [Stop].self
        #expect(
            staysStops,
            """
            stops should stay [Stop]. A nil in the list is a stop that nobody can use, and does not \
            say why (lesson 06, Keep what you drop)
            """
        )
        let stops = (timetable.stops as Any) as? [Stop] ?? []
        #expect(
            stops.map(\.station) == ["a", "b", "c"],
            """
            All good stops, in their order, also those after a broken one (lesson 06, A loop that \
            never ends)
            """
        )
        #expect(
            timetable.dropped.count == 6,
            """
            Six elements are broken. A list that gets shorter without a word is a lie: keep one \
            entry for each (lesson 06, Keep what you drop)
            """
        )
        let indices = timetable.dropped.map(\.index)
        #expect(
            indices == [0, 2, 3, 4, 6, 7],
            """
            The index is the place in the document, counted from 0: ask currentIndex before you \
            move on (lesson 06, Keep what you drop)
            """
        )
        let cases = timetable.dropped.map { dropped in
            (dropped.error as? DecodingError).flatMap(DecodingErrorCase.init)
        }
        let isMismatch = cases.first == .typeMismatch && cases.dropFirst().first == .valueNotFound
        #expect(
            isMismatch && !cases.contains(nil),
            """
            Each entry has the decoder's own error: the first element is a text, the third is null \
            (lesson 06, Keep what you drop)
            """
        )

        try expect(
            .typeMismatch, at: "",
            """
            A document that is no list at all has no elements to drop: that is an error \
            (lesson 06, Keep what you drop)
            """
        ) {
            try decodeTimetable(from: Data(#"{"stops":[]}"#.utf8))
        }
    }
}

private let stopDocument = Data(#"["basel-sbb","5:52"]"#.utf8)

private let markerDocument = Data(#"{"station":"praha-hl-n","coordinates":[14.436,50.083]}"#.utf8)

/// Two broken elements side by side, and one at each end.
private let brokenDocument = Data(
    #"""
    ["closed", ["a","1:00"], null, 7, {"station":"x"}, ["b","2:00"], ["y"], ["z",3], ["c","4:00"]]
    """#.utf8)

private struct WrittenMarker: Decodable {
    let station: String
    let coordinates: [Double]
}

/// An announcement as it should be written: its type, and one of the three values.
private struct WrittenAnnouncement: Decodable, Equatable {
    let type: String
    var minutes: Int?
    var platform: String?
    var text: String?

    init(_ announcement: Announcement) {
        switch announcement {
        case .delay(let minutes):
            type = "delay"
            self.minutes = minutes
        case .platform(let platform):
            type = "platform"
            self.platform = platform
        case .message(let text):
            type = "message"
            self.text = text
        }
    }
}

private func routeDocument(_ stops: String...) -> Data {
    Data(#"{"train":"NT 61","stops":[\#(stops.joined(separator: ","))]}"#.utf8)
}

/// The keys of an object, sorted.
private func keys(of document: Data) -> [String] {
    let object = try? JSONSerialization.jsonObject(with: document) as? [String: Any]
    return (object ?? [:]).keys.sorted()
}

/// Wants an error about a list of the wrong length. Whoever counts first says dataCorrupted of a short
/// list too, and at another place; that is as good.
private func expectRefusal<Value>(
    _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation,
    from answer: () throws -> Value
) throws {
    do {
        Issue.record("\(comment)\nIt returned \(try answer())", sourceLocation: sourceLocation)
    } catch let error as DecodingError where isRefusal(error) {
        return
    } catch {
        // Lets an open task through, and gives any other error the comment.
        try Exercise06Tests().value(comment, sourceLocation: sourceLocation) { throw error }
    }
}

private func isRefusal(_ error: DecodingError) -> Bool {
    let found = DecodingErrorCase(error)
    return found == .dataCorrupted || found == .valueNotFound
}
