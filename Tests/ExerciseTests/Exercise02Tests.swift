import ExerciseChecks
import Foundation
import Testing

import enum ExerciseChecks.DecodingErrorCase
import struct ExerciseChecks.Misconception
import struct ExerciseChecks.ProbeRule
// By name: a learner's own type of the same name is not meant.
import class Foundation.JSONSerialization
import enum Swift.DecodingError
import struct Swift.Dictionary
import protocol Swift.Encodable
import protocol Swift.Encoder
import protocol Swift.Hashable
import struct Swift.Set

@testable import Exercise02

@Suite("Exercise 02 · The booking desk", .serialized, .exercise)
struct Exercise02Tests: ExerciseSuite {
    @Test("Task 1 · Snake case and an acronym")
    func snakeCaseAndAnAcronym() throws {
        let first = try outcome { try decodeBooking(from: Data(booking.utf8)) }
        let isTicketLost = first.value.map { isNil($0.ticketURL) } ?? false
        let misconception: Misconception =
            switch first.missedKey {
            case "ticketURL":
                """
                The strategy turns ticket_url into ticketUrl, and never into ticketURL: this \
                property needs a case of its own \(.whereTheConversionEnds)
                """
            case let key? where key.contains("_"): missed(key, in: booking)
            case _ where isTicketLost:
                """
                The document has a ticket, and the property says nil. An optional property \
                silences keyNotFound, and the document too \(.namesThatSayWhatYouMean)
                """
            default:
                """
                Each property should find its key, and have the very value that the document gives \
                it. Let the decoder make the URL, and do not build one of your own \
                \(.convertFromSnakeCase)
                """
            }
        try readEach(
            [
                booking: #"""
                {"bookingNumber": "B-12", "passengerName": "Jonas Eck",
                 "ticketURL": "https://nighttrain.example/tickets/B-12"}
                """#,
                #"""
                {"booking_number": "0007", "passenger_name": " ada \"Ö\" \\ brandt ",
                 "ticket_url": "https://nighttrain.example/tickets/seven"}
                """#: #"""
                {"bookingNumber": "0007", "passengerName": " ada \"Ö\" \\ brandt ",
                 "ticketURL": "https://nighttrain.example/tickets/seven"}
                """#,
            ], misconception, parts: bookingParts)
        try readEach(
            [
                oldBooking: #"""
                {"bookingNumber": "0007", "passengerName": " ada \"Ö\" \\ brandt ",
                 "ticketURL": "http://old.nighttrain.example/T/a%20b?a=1&B=2#top"}
                """#,
                #"{"booking_number": "A", "passenger_name": "B", "ticket_url": "/tickets/A"}"#:
                    #"{"bookingNumber": "A", "passengerName": "B", "ticketURL": "/tickets/A"}"#,
                #"{"booking_number": "A", "passenger_name": "B", "ticket_url": "/tickets/A B"}"#:
                    #"{"bookingNumber": "A", "passengerName": "B", "ticketURL": "/tickets/A%20B"}"#,
                #"""
                {"booking_number": "A", "passenger_name": "B",
                 "ticket_url": "HTTPS://nighttrain.example:443/T/../tickets/./A/"}
                """#: #"""
                {"bookingNumber": "A", "passengerName": "B",
                 "ticketURL": "HTTPS://nighttrain.example:443/T/../tickets/./A/"}
                """#,
            ],
            """
            What the decoder makes of the string is the URL of the booking, with http or https, with \
            or without a host, and with each dot: do not ask more of it, do not escape it again, and \
            do not tidy it up \(.typesThatComeForFree)
            """, parts: bookingParts)
        try probe(
            booking,
            rules: [
                .at(
                    "ticket_url", .emptyString, expect: .anyError,
                    saying: """
                        The decoder refuses a string that is no URL, and you should too: a URL to \
                        fall back on is one that nobody has sent \(.typesThatComeForFree)
                        """), Self.anyError,
            ],
            """
            A booking needs all three keys. A property that is optional, or has a value to fall \
            back on, hides what is missing \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                A value of a wrong type is an error too: converted, or read with try?, it becomes \
                something that nobody has sent \(.absentNullOrTheWrongType)
                """,
            with: decodeBooking)
    }

    private func bookingParts(_ document: Data) throws -> [String: Any?] {
        let booking = try decodeBooking(from: document)
        return [
            "bookingNumber": booking.bookingNumber, "passengerName": booking.passengerName,
            "ticketURL": booking.ticketURL,
        ]
    }

    @Test("Task 2 · Names that read as assertions")
    func namesThatReadAsAssertions() throws {
        let first = try outcome { try decodeReservation(from: Data(reservation.utf8)) }
        try readEach(
            [
                reservation: #"""
                {"berth": 37, "isPaid": true, "isAtWindow": false,
                 "remark": "no \"stairs\" \\ Ärger"}
                """#
            ], misconception(ofReading: first), parts: reservationParts)
        try readEach(
            [
                #"{"berth": 1, "payment_received": true, "window_side": true, "remark": " Up 2 "}"#:
                    #"{"berth": 1, "isPaid": true, "isAtWindow": true, "remark": " Up 2 "}"#,
                #"{"berth": 0, "payment_received": false, "window_side": true, "remark": null}"#:
                    #"{"berth": 0, "isPaid": false, "isAtWindow": true, "remark": null}"#,
                #"{"berth": -1, "payment_received": false, "window_side": false}"#:
                    #"{"berth": -1, "isPaid": false, "isAtWindow": false, "remark": null}"#,
                #"{"berth": 9000000000, "payment_received": true, "window_side": true, "remark": ""}"#:
                    #"{"berth": 9000000000, "isPaid": true, "isAtWindow": true, "remark": ""}"#,
            ],
            """
            A remark may be absent, null or any string, and nothing that the document says is \
            changed \(.absentNullOrTheWrongType)
            """, parts: reservationParts)
        try readEach(
            [
                #"""
                {"berth": 1, "payment_received": false, "window_side": false, "isPaid": true,
                 "isAtWindow": true, "is_paid": true, "is_at_window": true}
                """#:
                    #"{"berth": 1, "isPaid": false, "isAtWindow": false, "remark": null}"#
            ],
            """
            Only payment_received and window_side count. A key with the name of your property says \
            something else \(.namesThatSayWhatYouMean)
            """, parts: reservationParts)
        try probe(
            reservation,
            rules: [.at("remark", .absent, .null, expect: .success), Self.anyError],
            """
            A reservation that does not say its berth, whether it is paid or where it is, is an \
            error, and not one that is unpaid or in the aisle \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                A flag is true or false, a berth is a whole number and a remark is a string. An \
                error says more than a guess \(.absentNullOrTheWrongType)
                """, with: decodeReservation)
    }

    private func misconception(ofReading first: FirstOutcome<Reservation>) -> Misconception {
        switch (first.missedKey, first.value) {
        case (let key?, _) where key.contains("_"):
            missed(key, in: reservation)
        case ("isPaid"?, _), ("isAtWindow"?, _):
            """
            The decoder looked for the Swift name of a property. The enum with the document's \
            names is called CodingKeys: with any other name it compiles and is ignored \
            \(.twoTrapsThatCompile)
            """
        case (_, let value?) where isNil(value.isPaid) || isNil(value.isAtWindow):
            """
            The document says whether it is paid and at the window, and the value says nil: an \
            optional property finds no key of its own name \(.namesThatSayWhatYouMean)
            """
        case (_, let value?) where isNil(value.remark):
            """
            The remark is in the document and did not arrive. A property without a case in \
            CodingKeys is left out, and an optional var is left out in silence \
            \(.chooseAndLeaveOut)
            """
        default:
            """
            payment_received is isPaid, window_side is isAtWindow, and each value is the one \
            of the document \(.namesThatSayWhatYouMean)
            """
        }
    }

    private func reservationParts(_ document: Data) throws -> [String: Any?] {
        let reservation = try decodeReservation(from: document)
        return [
            "berth": reservation.berth, "isPaid": reservation.isPaid,
            "isAtWindow": reservation.isAtWindow, "remark": reservation.remark,
        ]
    }

    @Test("Task 3 · A property that is not in the document")
    func propertyThatIsNotInTheDocument() throws {
        let document = #"{"name": "Ada Brandt", "language": "de"}"#
        let first = try outcome { try decodePassenger(from: Data(document.utf8)) }
        try readEach(
            [
                document: #"{"name": "Ada Brandt", "language": "de", "isCheckedIn": false}"#,
                #"{"name": " Jo \"J\" \\ Öl ", "language": "DE-ch"}"#:
                    #"{"name": " Jo \"J\" \\ Öl ", "language": "DE-ch", "isCheckedIn": false}"#,
                #"{"name": "", "language": ""}"#:
                    #"{"name": "", "language": "", "isCheckedIn": false}"#,
            ], misconception(ofReading: first), parts: parts)
        let same = #"{"name": "X", "language": "fr", "isCheckedIn": false}"#
        try readEach(
            [
                #"{"name": "X", "language": "fr", "isCheckedIn": true, "is_checked_in": true}"#:
                    same,
                #"{"name": "X", "language": "fr", "isCheckedIn": false}"#: same,
                #"{"name": "X", "language": "fr", "isCheckedIn": null}"#: same,
                #"{"name": "X", "language": "fr", "isCheckedIn": "yes"}"#: same,
            ],
            """
            A document should check nobody in, whatever stands under isCheckedIn: that key is \
            never to be read \(.chooseAndLeaveOut)
            """, parts: parts)

        let before = try decodePassenger(from: Data(document.utf8))
        let atTheDesk = checkIn(before)
        let namesake = try decodePassenger(from: Data(document.utf8))
        let other = try decodePassenger(from: Data(same.utf8))
        try expectEqual(
            [atTheDesk, before, namesake, other].map { $0.isCheckedIn as Any? as? Bool },
            [true, false, false, false],
            """
            The desk has checked in one passenger. Unchanged are the value from before and two \
            others who came later, one of the same name. Each value has an isCheckedIn of its own: \
            it is not kept outside, and a class would share it \(.chooseAndLeaveOut)
            """)
        try probe(
            document, rules: [Self.anyError],
            """
            A passenger needs a name and a language. A value to fall back on is one that nobody \
            has sent \(.absentNullOrTheWrongType)
            """,
            with: decodePassenger)

        func parts(_ document: Data) throws -> [String: Any?] {
            let passenger = try decodePassenger(from: document)
            return [
                "name": passenger.name, "language": passenger.language,
                "isCheckedIn": passenger.isCheckedIn,
            ]
        }
    }

    private func misconception(ofReading first: FirstOutcome<Passenger>) -> Misconception {
        switch (first.missedKey, first.value) {
        case ("isCheckedIn"?, _):
            """
            The decoder looked for isCheckedIn, which is not in the document. A default value \
            alone does not keep it from looking \(.chooseAndLeaveOut). An enum of keys has to be \
            called CodingKeys, or the compiler ignores it \(.twoTrapsThatCompile)
            """
        case (_, let value?) where isNil(value.isCheckedIn):
            """
            A passenger from a document is not checked in: false, and not nil. An optional \
            property is nil where nothing was read for it \(.chooseAndLeaveOut)
            """
        default:
            """
            A passenger has the name and the language of the document, letter for letter, and \
            is not checked in \(.chooseAndLeaveOut)
            """
        }
    }

    @Test("Task 4 · Back to the operator")
    func backToTheOperator() throws {
        // The names of the keys stand in values too: those stay as they are.
        let tricky = #"""
            {"booking_number": "bookingNumber", "passenger_name": "\"passengerName\": ",
             "ticket_url": "https://nighttrain.example/a?ticketUrl=ticketURL"}
            """#
        let bookings = try [booking, tricky, oldBooking].map { document in
            try fromTask(1) { try decodeBooking(from: Data(document.utf8)) }
        }
        let first = try outcome { try encode(bookings[0]) }
        let hasSwiftNames = first.value.map { keys(of: $0).contains("bookingNumber") } ?? false
        try writeEach(
            [bookings[0]: booking, bookings[1]: tricky, bookings[2]: oldBooking],
            hasSwiftNames
                ? """
                These are the names of the properties. The encoder has a strategy of its own, and \
                does not know the decoder's \(.convertFromSnakeCase)
                """
                : """
                The operator gets one object with its three keys, and the values of the booking as \
                they are \(.backToJSON)
                """,
            notJSON: """
                What you write about a booking is not JSON. Text that you put together by hand \
                breaks at the first quotation mark in a name \(.backToJSON)
                """
        ) { try encode($0) }

        let records = [
            #"{"name": "Ada Brandt", "language": "de"}"#,
            #"{"name": " Ida \"isCheckedIn\" \\ Ö ", "language": "SV "}"#,
        ]
        let passengers = try records.map { document in
            try fromTask(3) { try decodePassenger(from: Data(document.utf8)) }
        }
        try writeEach(
            [
                checkIn(passengers[0]): records[0], passengers[0]: records[0],
                checkIn(passengers[1]): records[1],
            ],
            """
            The operator gets the name and the language and nothing else, whether the passenger is \
            checked in or not. A property that is not in CodingKeys is not written \
            \(.chooseAndLeaveOut)
            """,
            notJSON: """
                What you write about a passenger is not JSON. Let an encoder write it: it knows \
                what to do with quotation marks \(.backToJSON)
                """
        ) { try encode($0) }
    }

    @Test("Task 5 · Keys with hyphens")
    func keysWithHyphens() throws {
        try readEach(
            [
                #"{"number": "NT 61", "sleeping-cars": 4, "first-stop-after-midnight": "Linz"}"#:
                    #"{"number": "NT 61", "sleepingCars": 4, "firstStopAfterMidnight": "Linz"}"#
            ],
            """
            Any key is converted, with all of its hyphens: first-stop-after-midnight should reach \
            firstStopAfterMidnight, and number should stay number \(.aStrategyOfYourOwnInLesson02)
            """, parts: converted)
        try readEach(
            [
                #"{"number": "first-stop", "first-stop": "Linz-hbf \"first-stop\": a-b"}"#:
                    #"{"number": "first-stop", "firstStop": "Linz-hbf \"first-stop\": a-b"}"#
            ],
            """
            Only keys are converted. A hyphen in a value belongs to the value: do not change the \
            document itself \(.aStrategyOfYourOwnInLesson02)
            """, parts: converted)
        try keysWithHyphensFurtherIn()
    }

    private func keysWithHyphensFurtherIn() throws {
        let further: Misconception = """
            Further in, the path of a key has several elements, and indices among them. The key to \
            convert is the last element of the path \(.aStrategyOfYourOwnInLesson02)
            """
        try readEach(
            [
                offers: #"""
                [{"trainNumber": "NT 61", "freeBerths": [
                  {"carNumber": 1, "priceInCents": 2990}, {"carNumber": 2, "priceInCents": 0}]},
                 {"trainNumber": "NT 7", "freeBerths": []}]
                """#,
                #"{"by-day": {"0": [[{"from-station": {"city-name": "Graz"}}], []], "7": []}}"#:
                    #"{"byDay": {"0": [[{"fromStation": {"cityName": "Graz"}}], []], "7": []}}"#,
            ], further, parts: converted)
        try readEach(
            [
                #"{"ID": 1, "trainType": 2, "price-in-EUR": 89, "EUR-price": 90, "ID-card-No": 4}"#:
                    #"{"ID": 1, "trainType": 2, "priceInEUR": 89, "EURPrice": 90, "IDCardNo": 4}"#
            ],
            """
            Only a hyphen and the letter after it change. All other letters stay as they are: \
            price-in-EUR is priceInEUR, EUR-price is EURPrice, and ID is ID \
            \(.aStrategyOfYourOwnInLesson02)
            """, parts: converted)
        try readEach(
            [#"{"": 0, "number": 7}"#: #"{"": 0, "number": 7}"#],
            """
            The empty key has no hyphen, so it stays empty: "" is "", and no name takes its place \
            \(.aStrategyOfYourOwnInLesson02)
            """, parts: converted)
        try readEach(
            [#"{"upper_deck": 1, "lower-deck_no": 2}"#: #"{"upper_deck": 1, "lowerDeck_no": 2}"#],
            "An underscore is not a hyphen, and stays \(.aStrategyOfYourOwnInLesson02)",
            parts: converted)
        try readEach(
            [
                #"{"deck-2nd": 3, "car-7-a": 1, "ab-österreich": 3}"#:
                    #"{"deck2nd": 3, "car7A": 1, "abÖsterreich": 3}"#
            ],
            """
            The hyphen goes whatever is after it: deck-2nd is deck2nd, and ab-österreich is \
            abÖsterreich. Ask the character, and not a list from a to z \
            \(.aStrategyOfYourOwnInLesson02)
            """, parts: converted)
    }

    private func converted(_ document: Data) throws -> Any? {
        try partnerDecoder().decode(Tree.self, from: document).parts
    }

    @Test("Task 6 · Keys with hyphens, written")
    func keysWithHyphensWritten() throws {
        // No capital in the value: a value that is converted too is a matter for a later check.
        let train: Tree = .object(["firstStopAfterMidnight": .string("linz"), "id": .number(7)])
        let written = #"{"first-stop-after-midnight": "linz", "id": 7}"#
        try writeEach(
            [train: written],
            """
            The partner reads keys with hyphens and small letters, and no others. Each capital \
            becomes a hyphen and its small letter; an underscore does not help \
            \(.aStrategyOfYourOwnInLesson02)
            """, with: writtenKeys)
        try writeEach(
            [
                .object(["nextTrain": train, "otherTrains": .list([.list([train]), .list([])])]):
                    #"{"next-train": \#(written), "other-trains": [[\#(written)], []]}"#
            ],
            """
            Further in, the path has several elements when you write too, and the key to convert \
            is its last one \(.aStrategyOfYourOwnInLesson02)
            """, with: writtenKeys)
        try writeEach(
            [
                .object(["nextStop": .string(#"firstStop "nextStop": ÄÖ"#)]):
                    #"{"next-stop": "firstStop \"nextStop\": ÄÖ"}"#
            ],
            """
            Only keys are converted. A capital in a value belongs to the value: let the strategy \
            write the keys, and leave the written text alone \(.aStrategyOfYourOwnInLesson02)
            """, with: writtenKeys)
        try whatIsACapital()
        struct Values: Encodable, Hashable {
            let date: Foundation.Date
            let bytes: Foundation.Data
        }
        let values = Values(
            date: Foundation.Date(timeIntervalSinceReferenceDate: 60),
            bytes: Foundation.Data([1, 2]))
        try writeEach(
            [values: #"{"date": 60, "bytes": "AQI="}"#],
            """
            The task is about keys. A date and data are written as an encoder writes them by \
            itself: set no strategy for values \(.aStrategyOfYourOwnInLesson02)
            """
        ) { try partnerEncoder().encode($0) }
    }

    private func whatIsACapital() throws {
        try writeEach(
            [
                .object(["car2Class": .number(1), "deck2": .number(2)]):
                    #"{"car2-class": 1, "deck2": 2}"#
            ],
            "A digit is not a capital: car2Class is car2-class \(.aStrategyOfYourOwnInLesson02)",
            with: writtenKeys)
        try writeEach(
            [
                .object(["_id": .number(1), "upperDeck_no": .number(2)]):
                    #"{"_id": 1, "upper-deck_no": 2}"#
            ],
            """
            Only capitals change. An underscore is not a hyphen, and stays \
            \(.aStrategyOfYourOwnInLesson02)
            """, with: writtenKeys)
        try writeEach(
            [
                .object(["imageURL": .number(1)]): #"{"image-u-r-l": 1}"#,
                .object(["ID": .number(2)]): #"{"-i-d": 2}"#,
            ],
            """
            Each capital becomes a hyphen and the small letter, the first one of a name too, and \
            each of several in a row: imageURL is image-u-r-l \(.aStrategyOfYourOwnInLesson02)
            """, with: writtenKeys)
        try writeEach(
            [
                .object(["abÖsterreich": .number(3)]): #"{"ab-österreich": 3}"#
            ],
            """
            Ö is a capital too. Ask the character whether it is one, and not a list from A to Z \
            \(.aStrategyOfYourOwnInLesson02)
            """, with: writtenKeys)
    }

    private func writtenKeys(_ tree: Tree) throws -> Data { try partnerEncoder().encode(tree) }

    /// Any document, with the keys that a strategy makes of its own.
    private enum Tree: Codable {
        case number(Int)
        case string(String)
        case list([Tree])
        case object([String: Tree])

        struct Name: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            if let object = try? decoder.container(keyedBy: Name.self) {
                let members = try object.allKeys.map {
                    ($0.stringValue, try object.decode(Tree.self, forKey: $0))
                }
                self = .object(Dictionary(members) { $1 })
            } else if let list = try? [Tree](from: decoder) {
                self = .list(list)
            } else {
                let value = try decoder.singleValueContainer()
                self =
                    try (try? .number(value.decode(Int.self))) ?? .string(value.decode(String.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .number(let number): try number.encode(to: encoder)
            case .string(let text): try text.encode(to: encoder)
            case .list(let list): try list.encode(to: encoder)
            case .object(let members):
                var object = encoder.container(keyedBy: Name.self)
                for (name, value) in members {
                    try object.encode(value, forKey: Name(stringValue: name))
                }
            }
        }

        var parts: Any {
            switch self {
            case .number(let number): number
            case .string(let text): text
            case .list(let list): list.map(\.parts)
            case .object(let members): members.mapValues(\.parts)
            }
        }
    }

    @Test("Task 7 · An old name and a new one")
    func oldNameAndNewName() throws {
        let document = #"[{"passenger": "Ada", "bed": 5}, {"passenger": "Zoë", "berth": 6}]"#
        let first = try outcome { try decodeAssignments(from: Data(document.utf8)) }
        let hasTwoProperties = first.value.map { $0.contains { isNil($0.berth) } } ?? false
        try readEach(
            [
                document: #"""
                [{"passenger": "Ada", "berth": 5}, {"passenger": "Zoë", "berth": 6}]
                """#
            ],
            hasTwoProperties
                ? """
                A berth under either name is the same berth, in the same property, and never nil \
                \(.twoNamesForOneProperty)
                """
                : """
                A berth may come under its old name, bed, or its new one, berth. Both end in the \
                same property \(.twoNamesForOneProperty)
                """, parts: assignmentParts)
        try readEach(
            [
                #"""
                [{"passenger": "Ada", "bed": 7}, {"passenger": " bed", "berth": 6},
                 {"passenger": "Ada", "bed": 7}, {"passenger": "\"N\" \\", "bed": 3}]
                """#: #"""
                [{"passenger": "Ada", "berth": 7}, {"passenger": " bed", "berth": 6},
                 {"passenger": "Ada", "berth": 7}, {"passenger": "\"N\" \\", "berth": 3}]
                """#,
                "[]": "[]",
                #"[{"passenger": "bed", "bed": 1}]"#: #"[{"passenger": "bed", "berth": 1}]"#,
                #"[{"passenger": "", "berth": 1}]"#: #"[{"passenger": "", "berth": 1}]"#,
            ],
            """
            Every entry counts, in the document's order, and a passenger is any string. Only the \
            key bed is another name for berth \(.twoNamesForOneProperty)
            """, parts: assignmentParts)
        // A document for each kind of number, so that no number is blamed for another one.
        try readEach(
            [
                #"[{"passenger": "A", "bed": 0}]"#: #"[{"passenger": "A", "berth": 0}]"#,
                #"[{"passenger": "A", "berth": -3}]"#: #"[{"passenger": "A", "berth": -3}]"#,
                #"[{"passenger": "A", "bed": 9000000000}]"#:
                    #"[{"passenger": "A", "berth": 9000000000}]"#,
            ],
            """
            A berth is an Int, and may be any Int: 0, a negative number, or one of ten digits. A \
            type such as UInt or Int32 refuses some of them \(.typesThatComeForFree)
            """, parts: assignmentParts)
        try readEach(
            [
                #"""
                [{"passenger": "A", "bed": 7, "berth": 8}, {"passenger": "B", "bed": 9, "berth": 2},
                 {"passenger": "C", "berth": -1, "bed": 0}]
                """#: #"""
                [{"passenger": "A", "berth": 8}, {"passenger": "B", "berth": 2},
                 {"passenger": "C", "berth": -1}]
                """#
            ],
            """
            Where an entry has both names, the new one is right, be it the larger or the smaller \
            \(.twoNamesForOneProperty)
            """, parts: assignmentParts)
        try readEach(
            [
                #"[{"passenger": "A", "bed": "top", "berth": 8}]"#:
                    #"[{"passenger": "A", "berth": 8}]"#,
                #"[{"passenger": "A", "bed": null, "berth": 8}]"#:
                    #"[{"passenger": "A", "berth": 8}]"#,
            ],
            """
            Beside a berth nobody reads bed, so a bed that is broken does no harm \
            \(.twoNamesForOneProperty)
            """, parts: assignmentParts)
        try refuseBrokenAssignments()
        try writeAssignments()
    }

    private func refuseBrokenAssignments() throws {
        let brokenBerth: Misconception = """
            The new name is there, with a wrong value, and that is an error at berth: do not \
            convert it, and do not go on to the old name. try? treats every mistake as absent, and \
            decodeIfPresent a null \(.twoNamesForOneProperty)
            """
        let leftOut: Misconception = """
            An entry with a broken berth is left out of the list. It is an error, and the caller \
            should hear of it: let it end the reading \(.twoNamesForOneProperty)
            """
        let ownError: Misconception = """
            The error should be at berth. `decode` throws it there by itself: do not catch it to \
            throw another one \(.twoNamesForOneProperty)
            """
        let withoutIndex: Misconception = """
            The path should lead to the berth from the beginning of the document, and the index of \
            the entry is missing in it. `decode` of the entry's container throws the whole path by \
            itself \(.twoNamesForOneProperty)
            """
        let good = #"{"passenger": "Ada", "bed": 5}"#
        for (value, usual) in [
            (#""6""#, DecodingErrorCase.typeMismatch), ("true", .typeMismatch),
            ("null", .valueNotFound),
        ] {
            for bed in [#""bed": 5, "#, ""] {
                let broken = #"{"passenger": "A", \#(bed)"berth": \#(value)}"#
                let document = "[\(good), \(broken), \(good)]"
                let result = Swift.Result(catching: {
                    try decodeAssignments(from: Data(document.utf8))
                })
                // The stub names the place of the error, and not its case.
                var path: String?
                if case .failure(let error as DecodingError) = result {
                    path = codingPath(of: error)
                }
                if path == "[1].berth" { continue }
                var isShorter = false
                if case .success(let assignments) = result { isShorter = assignments.count < 3 }
                try refuse(
                    document, usual, at: "[1].berth", isShorter ? leftOut : brokenBerth,
                    otherError: path == "berth" ? withoutIndex : ownError, with: decodeAssignments)
            }
        }
        let required: Misconception = """
            An entry needs a passenger and a berth under one of its names, and a berth is a whole \
            number \(.twoNamesForOneProperty)
            """
        for key in ["bed", "berth"] {
            try probe(
                #"[{"passenger": "A", "\#(key)": 5}, {"passenger": "B", "\#(key)": 6}]"#,
                rules: [Self.anyError], required, with: decodeAssignments)
        }
    }

    private func writeAssignments() throws {
        try writeEach(
            [
                assign("A", to: 9): #"{"passenger": "A", "berth": 9}"#,
                assign(" \"bed\" \\ Ö", to: 0): #"{"passenger": " \"bed\" \\ Ö", "berth": 0}"#,
                assign("", to: -9_000_000_000): #"{"passenger": "", "berth": -9000000000}"#,
            ],
            """
            An assignment goes out as an object with its passenger and its berth, under the new \
            name and no other: what is written is what CodingKeys lists \(.otherKeysOutThanIn)
            """,
            notJSON: """
                What you write about an assignment is not JSON. Let an encoder write it: it knows \
                what to do with quotation marks \(.backToJSON)
                """
        ) { try encode($0) }
    }

    private func assignmentParts(_ document: Data) throws -> [[String: Any?]] {
        try decodeAssignments(from: document).map {
            ["passenger": $0.passenger, "berth": $0.berth]
        }
    }

    // MARK: - What several tasks need

    /// What the stub says of a key that is absent, null or of a wrong type: an error, and no more.
    private static let anyError = ProbeRule.everywhere(
        .absent, .null, .otherType, .fraction, expect: .anyError)

    private let booking = #"""
        {"booking_number": "B-12", "passenger_name": "Jonas Eck",
         "ticket_url": "https://nighttrain.example/tickets/B-12"}
        """#

    private let reservation = #"""
        {"berth": 37, "payment_received": true, "window_side": false,
         "remark": "no \"stairs\" \\ Ärger"}
        """#

    private let offers = #"""
        [{"train-number": "NT 61", "free-berths": [
          {"car-number": 1, "price-in-cents": 2990}, {"car-number": 2, "price-in-cents": 0}]},
         {"train-number": "NT 7", "free-berths": []}]
        """#

    private let oldBooking = #"""
        {"booking_number": "0007", "passenger_name": " ada \"Ö\" \\ brandt ",
         "ticket_url": "http://old.nighttrain.example/T/a%20b?a=1&B=2#top"}
        """#

    /// Returns the mistake of a raw value with underscores that finds no key. Where the document has that
    /// very key, a strategy has converted it.
    private func missed(_ key: String, in document: String) -> Misconception {
        document.contains("\"\(key)\"")
            ? """
            The strategy converts the keys first, and then they are compared. With a strategy, the raw \
            value is the converted key, in camel case \(.twoTrapsThatCompile)
            """
            : """
            The document has no key "\(key)". Compare the raw value with the document letter by letter \
            \(.namesThatSayWhatYouMean)
            """
    }

    /// What an answer made of a document: the value, or the key that it did not find.
    private struct FirstOutcome<Value> {
        var value: Value?
        var missedKey: String?
    }

    private func outcome<Value>(_ answer: () throws -> Value) throws -> FirstOutcome<Value> {
        try endIfOpen(answer)
        do {
            return FirstOutcome(value: try answer())
        } catch DecodingError.keyNotFound(let key, _) {
            return FirstOutcome(missedKey: key.stringValue)
        } catch {
            return FirstOutcome()
        }
    }

    /// Whether a property that the learner may have made optional is nil.
    private func isNil(_ value: Any?) -> Bool { value == nil }

    private func keys(of document: Data) -> Set<String> {
        let object = try? JSONSerialization.jsonObject(with: document) as? [String: Any]
        return Set((object ?? [:]).keys)
    }
}
