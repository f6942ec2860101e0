import ExerciseChecks
import Foundation
import Testing

@testable import Exercise02

@Suite("Exercise 02 · The booking desk", .serialized, .exercise)
struct Exercise02Tests: ExerciseSuite {
    @Test("Task 1 · Snake case and an acronym")
    func snakeCaseAndAnAcronym() throws {
        let booking = try value(
            """
            Each property should find its key. The strategy turns ticket_url into ticketUrl, never \
            into ticketURL (lesson 02, Where the conversion ends). With a strategy, the raw value is \
            the converted key (lesson 02, Two traps that compile)
            """
        ) {
            try decodeBooking(from: bookingDocument)
        }
        #expect(booking.bookingNumber == "B-12")
        #expect(booking.passengerName == "Jonas Eck")
        // `as Any`, so that an optional URL is refused here, with a sentence, and not by the compiler
        // in a file that is not the learner's.
        let ticketURL = (booking.ticketURL as Any) as? URL
        #expect(
            ticketURL == ticket,
            """
            The document has a ticket. An optional property silences keyNotFound, and the document \
            too (lesson 02, Names that say what you mean)
            """
        )
        try expect(
            .keyNotFound, at: "",
            """
            A booking without a ticket is an error. Only what may really be absent is optional \
            (lesson 01, Absent, null or the wrong type)
            """
        ) {
            try decodeBooking(
                from: Data(#"{"booking_number":"B-12","passenger_name":"Jonas Eck"}"#.utf8))
        }
    }

    @Test("Task 2 · Names that read as assertions")
    func namesThatReadAsAssertions() throws {
        let reservation = try value(
            """
            Each property should find its key. The enum of the keys is called CodingKeys: with any \
            other name it compiles and is ignored (lesson 02, Two traps that compile)
            """
        ) {
            try decodeReservation(
                from: Data(
                    #"""
                    {"berth":37,"payment_received":true,"window_side":false,"remark":"no stairs"}
                    """#.utf8))
        }
        #expect(reservation.berth == 37)
        let isPaid = (reservation.isPaid as Any) as? Bool
        let isAtWindow = (reservation.isAtWindow as Any) as? Bool
        #expect(
            isPaid == true && isAtWindow == false,
            """
            The reservation is paid and not at the window, the document says both. An optional \
            property finds no key of its own name and says nil (lesson 02, Names that say what you \
            mean)
            """
        )
        #expect(
            reservation.remark == "no stairs",
            """
            The remark is in the document and should be in the value. A property without a case in \
            CodingKeys is left out, and an optional var is left out in silence (lesson 02, Choose \
            and leave out)
            """
        )
        let plain = try value("A reservation may come without a remark") {
            try decodeReservation(
                from: Data(#"{"berth":1,"payment_received":false,"window_side":true}"#.utf8))
        }
        #expect(plain.remark == nil)
        #expect((plain.isPaid as Any) as? Bool == false)

        try expect(
            .keyNotFound, at: "",
            """
            A reservation that does not say whether it is paid is an error, and not one that is \
            unpaid (lesson 01, Absent, null or the wrong type)
            """
        ) {
            try decodeReservation(from: Data(#"{"berth":1,"window_side":true}"#.utf8))
        }
    }

    @Test("Task 3 · A property that is not in the document")
    func propertyThatIsNotInTheDocument() throws {
        let passenger = try value(
            """
            The document knows nothing of isCheckedIn. A default value alone does not help: leave \
            the property out of CodingKeys (lesson 02, Choose and leave out)
            """
        ) {
            try decodePassenger(from: Data(#"{"name":"Jonas Eck","language":"sv"}"#.utf8))
        }
        #expect(passenger.name == "Jonas Eck")
        #expect(passenger.language == "sv")
        #expect(
            (passenger.isCheckedIn as Any) as? Bool == false,
            """
            A passenger from a document is not checked in: false, and not nil. Give the property a \
            default value (lesson 02, Choose and leave out)
            """
        )
        let impostor = try value("Keys that no property asks for are passed over") {
            try decodePassenger(
                from: Data(
                    #"{"name":"X","language":"de","isCheckedIn":true,"is_checked_in":true}"#.utf8))
        }
        #expect(
            (impostor.isCheckedIn as Any) as? Bool == false,
            """
            A document should check nobody in. A property that is not in CodingKeys is never read \
            (lesson 02, Choose and leave out)
            """
        )
        try expect(
            .keyNotFound, at: "",
            "A passenger without a language is an error (lesson 01, Absent, null or the wrong type)"
        ) {
            try decodePassenger(from: Data(#"{"name":"Jonas Eck"}"#.utf8))
        }
    }

    @Test("Task 4 · Back to the operator")
    func backToTheOperator() throws {
        let read = try decodeBooking(from: bookingDocument)
        let written = try value("Booking should be encodable too (lesson 01, Back to JSON)") {
            try encode(read)
        }
        #expect(
            try keys(of: written) == ["booking_number", "passenger_name", "ticket_url"],
            """
            These are not the operator's keys. The encoder has a strategy of its own, and does not \
            know the decoder's (lesson 02, Convert from snake case)
            """
        )
        let again = try value("The operator should be able to read what you wrote") {
            try decodeBooking(from: written)
        }
        #expect(again.bookingNumber == "B-12")
        #expect(again.passengerName == "Jonas Eck")
        #expect((again.ticketURL as Any) as? URL == ticket)

        var passenger = try decodePassenger(from: Data(#"{"name":"Ida","language":"sv"}"#.utf8))
        passenger.isCheckedIn = true
        let record = try value("Passenger should be encodable too (lesson 01, Back to JSON)") {
            try encode(passenger)
        }
        #expect(
            try keys(of: record) == ["language", "name"],
            """
            The operator gets the name and the language and nothing else. A property that is not in \
            CodingKeys is not written (lesson 02, Choose and leave out)
            """
        )
        let same = try value("The operator should be able to read the passenger") {
            try decodePassenger(from: record)
        }
        #expect(same.name == "Ida" && same.language == "sv")
    }

    @Test("Task 5 · Keys with hyphens")
    func keysWithHyphens() throws {
        struct Train: Decodable {
            let number: String
            let sleepingCars: Int
            let firstStopAfterMidnight: String
        }

        let decoder = try partnerDecoder()
        let train = try value(
            """
            At the root, first-stop-after-midnight should reach firstStopAfterMidnight, and number \
            should stay number (lesson 02, A strategy of your own)
            """
        ) {
            try decoder.decode(
                Train.self,
                from: Data(
                    #"""
                    {"number":"NT 61","sleeping-cars":4,"first-stop-after-midnight":"Linz Hbf"}
                    """#.utf8))
        }
        #expect(train.sleepingCars == 4)
        #expect(train.firstStopAfterMidnight == "Linz Hbf")

        let offers = try value(
            """
            Further in, the path of a key has several elements, and indices among them. The key to \
            convert is the last element of the path (lesson 02, A strategy of your own)
            """
        ) {
            try decoder.decode(
                [Offer].self,
                from: Data(
                    #"""
                    [{"train-number":"NT 61","free-berths":[
                      {"car-number":1,"price-in-cents":2990},
                      {"car-number":2,"price-in-cents":8990}]}]
                    """#.utf8))
        }
        #expect(offers.map(\.trainNumber) == ["NT 61"])
        #expect(offers.first?.freeBerths.map(\.priceInCents) == [2990, 8990])

        try expect(
            .keyNotFound, at: "",
            "A key that is absent is still an error: convert the keys, and change nothing else"
        ) {
            try decoder.decode(
                Train.self, from: Data(#"{"number":"NT 61","sleeping-cars":4}"#.utf8))
        }
    }

    @Test("Task 6 · Keys with hyphens, written")
    func keysWithHyphensWritten() throws {
        struct Night: Encodable { let train = Train(), id = 7 }
        struct Train: Encodable { let firstStopAfterMidnight = "Linz Hbf", cars = [Car()] }
        struct Car: Encodable { let sleepsUpTo = 36 }

        let encoder = try partnerEncoder()
        let flat = try value("Your encoder should encode") { try encoder.encode(Train()) }
        #expect(
            try keys(of: flat) == ["cars", "first-stop-after-midnight"],
            """
            The partner reads keys with hyphens and small letters, and no others \
            (lesson 02, A strategy of your own)
            """
        )
        let nested = try value("Your encoder should encode") { try encoder.encode(Night()) }
        let night = try JSONSerialization.jsonObject(with: nested) as? [String: Any]
        let train = night?["train"] as? [String: Any]
        let car = (train?["cars"] as? [[String: Any]])?.first
        #expect(night?["id"] as? Int == 7)
        #expect(
            train?["first-stop-after-midnight"] as? String == "Linz Hbf"
                && car?["sleeps-up-to"] as? Int == 36,
            """
            Further in, the key to convert is the last element of the path (lesson 02, A strategy \
            of your own)
            """
        )
    }

    @Test("Task 7 · An old name and a new one")
    func oldNameAndNewName() throws {
        let assignments = try value(
            """
            A berth may come under its old name, bed, or its new one. Ask for both (lesson 02, Two \
            names for one property)
            """
        ) {
            try decodeAssignments(
                from: Data(
                    #"""
                    [{"passenger":"A","bed":5},{"passenger":"B","berth":6},
                     {"passenger":"C","bed":7,"berth":8}]
                    """#.utf8))
        }
        #expect(assignments.map(\.passenger) == ["A", "B", "C"])
        let berths = assignments.map { ($0.berth as Any) as? Int }
        #expect(
            berths.prefix(2) == [5, 6],
            """
            A berth under either name is the same berth, in the same property (lesson 02, Two names \
            for one property)
            """
        )
        #expect(
            berths.last == 8,
            """
            Where a document has both names, the new one is right (lesson 02, Two names for one \
            property)
            """
        )
        try expect(
            .typeMismatch, at: "0.berth",
            """
            The new name is there, with a wrong value: the error should be about this value. try? \
            takes it for absent and goes on to the old name (lesson 02, Two names for one property)
            """
        ) {
            try decodeAssignments(from: Data(#"[{"passenger":"A","bed":5,"berth":"6"}]"#.utf8))
        }
        try expect(
            .keyNotFound, at: "0",
            "An assignment without any berth is an error (lesson 02, Two names for one property)"
        ) {
            try decodeAssignments(from: Data(#"[{"passenger":"A"}]"#.utf8))
        }

        let written = try value("Assignment should be encodable too (lesson 01, Back to JSON)") {
            try encode(assign("A", to: 9))
        }
        #expect(
            try keys(of: written) == ["berth", "passenger"],
            """
            The new name goes out, and the old one does not: what is written is what CodingKeys \
            lists (lesson 02, Two names for one property)
            """
        )
        let again = try value("What you wrote should be readable") {
            try decodeAssignments(from: Data("[".utf8) + written + Data("]".utf8))
        }
        #expect(again.map { ($0.berth as Any) as? Int } == [9])
    }
}

private let ticket = URL(string: "https://nighttrain.example/tickets/B-12")

private let bookingDocument = Data(
    #"""
    {"booking_number":"B-12","passenger_name":"Jonas Eck",
     "ticket_url":"https://nighttrain.example/tickets/B-12"}
    """#.utf8)

/// The keys of the object at a document's root, sorted.
private func keys(of document: Data) throws -> [String] {
    let object = try JSONSerialization.jsonObject(with: document) as? [String: Any]
    return object?.keys.sorted() ?? []
}
