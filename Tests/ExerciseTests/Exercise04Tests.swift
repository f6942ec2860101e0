import ExerciseChecks
import Foundation
import Testing

@testable import Exercise04

@Suite("Exercise 04 · Fares and tickets", .serialized, .exercise)
struct Exercise04Tests: ExerciseSuite {
    @Test("Task 1 · An exact price")
    func exactPrice() throws {
        let texts = ["69.99", "19.99", "3.133", "49.9", "90071992547409.93"]
        let list = texts.map { #"{"place":"couchette","price":\#($0)}"# }.joined(separator: ",")
        let fares = try value("Fares should decode from their list (lesson 01, Decode a launch)") {
            try decodeFares(from: Data("[\(list)]".utf8))
        }
        try #require(fares.count == texts.count, "Every fare of the list")
        #expect(fares.first?.place == "couchette")
        // `as Any`, so that a price of another type is refused here and not by the compiler.
        let prices = fares.map { ($0.price as Any) as? Decimal }
        #expect(
            prices.allSatisfy { $0 != nil },
            """
            Money is no Double, nor a text that one cannot add up. One type keeps every digit of a \
            decimal number (lesson 04, Money is no Double)
            """
        )
        for (price, text) in zip(prices, texts) where price != nil {
            #expect(
                price == Decimal(string: text),
                """
                \(text) lost digits: it went through a Double on its way, and what is lost stays lost \
                (lesson 04, Float, Double or Decimal)
                """
            )
        }
        try expect(
            .typeMismatch, at: "0.price",
            "A price in quotation marks is an error here (lesson 04, Numbers in texts)"
        ) {
            try decodeFares(from: Data(#"[{"place":"seat","price":"29.99"}]"#.utf8))
        }
    }

    @Test("Task 2 · A car without a sensor")
    func occupancy() throws {
        let document = Data(
            #"[{"number":21,"occupancy":0.75},{"number":22,"occupancy":"NaN"}]"#.utf8)
        let cars = try value(
            """
            "NaN" stands for a number that is none: the decoder needs to know the operator's three \
            words (lesson 04, Agree on three words)
            """
        ) {
            try decodeCars(from: document)
        }
        #expect(cars.map(\.number) == [21, 22], "A car without a sensor is still a car")
        let occupancies = cars.map { ($0.occupancy as Any) as? Double }
        #expect(occupancies.first == 0.75, "A car with a sensor has its number")
        #expect(
            occupancies.last??.isNaN == true,
            """
            The occupancy of a car without a sensor is NaN. Nil or a number in its place says something \
            that the operator never said (lesson 04, Agree on three words)
            """
        )
        for text in ["nan", "0.5", "full"] {
            try expect(
                .typeMismatch, at: "0.occupancy",
                """
                "\(text)" is none of the three words. Let the strategy look at texts: it is strict \
                about them (lesson 04, Agree on three words)
                """
            ) {
                try decodeCars(from: Data(#"[{"number":1,"occupancy":"\#(text)"}]"#.utf8))
            }
        }

        let written = try value(
            """
            JSON has no NaN, so the encoder needs the three words as well \
            (lesson 04, Agree on three words)
            """
        ) {
            try encodeCars(cars)
        }
        let objects = try objects(in: written)
        #expect(objects.count == 2, "The cars should be written as a list")
        #expect(
            objects.last?["occupancy"] as? String == "NaN",
            "NaN should be written with the operator's word (lesson 04, Agree on three words)")
        #expect(
            objects.first?["occupancy"] as? Double == 0.75,
            "A number should be written as a number (lesson 04, Agree on three words)")
    }

    @Test("Task 3 · The barcode of a ticket")
    func barcode() throws {
        let bytes = Data([0x4E, 0x54, 0xFB, 0xFF])
        let ticket = try value(
            "Base64 is what Data expects of a text (lesson 04, Bytes travel as base64)"
        ) {
            try decodeTicket(from: ticketDocument("TlT7/w=="))
        }
        #expect(ticket.passenger == "Ada Moreau")
        #expect(
            (ticket.barcode as Any) as? Data == bytes,
            """
            The barcode should be the bytes that the text stands for, as Data \
            (lesson 04, Bytes travel as base64)
            """
        )
        for text in ["TlT7/w", "TlT-_w==", "no barcode!"] {
            try expect(
                .dataCorrupted, at: "barcode",
                """
                "\(text)" is not good base64, and nobody should board with half a ticket: let the \
                decoder refuse it (lesson 04, Bytes travel as base64)
                """
            ) {
                try decodeTicket(from: ticketDocument(text))
            }
        }

        let barcodes = [
            ("TlT7_w", bytes), ("-_-_", Data([0xFB, 0xFF, 0xBF])), ("Tg", Data([0x4E])),
        ]
        for (text, bytes) in barcodes {
            let appTicket = try value(
                """
                "\(text)" is base64url: put the signs of base64 back, and = until the length is a \
                multiple of 4 (lesson 04, Bytes travel as base64)
                """
            ) {
                try decodeAppTicket(from: ticketDocument(text))
            }
            #expect(
                (appTicket.barcode as Any) as? Data == bytes,
                """
                "\(text)" stands for other bytes in base64url: - is + and _ is / \
                (lesson 04, Bytes travel as base64)
                """
            )
        }
        for text in ["T", "no barcode!"] {
            try expect(
                .dataCorrupted, at: "barcode",
                """
                "\(text)" is not good base64url. Throw the container's own dataCorruptedError, so that \
                the error has its path (lesson 04, Bytes travel as base64)
                """
            ) {
                try decodeAppTicket(from: ticketDocument(text))
            }
        }
    }

    @Test("Task 4 · A berth that may be a text")
    func berth() throws {
        let reservations = try value(
            """
            A berth is a number or a text that holds one: a type with a single-value container can \
            try both (lesson 04, Numbers in texts)
            """
        ) {
            try decodeReservations(
                from: Data(#"[{"car":21,"berth":36},{"car":22,"berth":"41"}]"#.utf8))
        }
        #expect(reservations.map { ($0.car as Any) as? Int } == [21, 22])
        #expect(reservations.map(\.berth.number) == [36, 41], "36 and \"41\" are berths 36 and 41")

        try expect(
            .dataCorrupted, at: "0.berth",
            """
            "upper" holds no number: that is an error of the document and not berth 0. Throw \
            dataCorrupted, with the container for its path (lesson 04, Numbers in texts)
            """
        ) {
            try decodeReservations(from: Data(#"[{"car":21,"berth":"upper"}]"#.utf8))
        }
        for text in ["36.5", "inf", "1e2"] {
            try expect(
                .dataCorrupted, at: "0.berth",
                """
                "\(text)" is no berth. Make an Int of the text, as a Double takes halves and more \
                (lesson 04, Numbers in texts)
                """
            ) {
                try decodeReservations(from: Data(#"[{"car":21,"berth":"\#(text)"}]"#.utf8))
            }
        }
        try expect(
            .valueNotFound, at: "0.berth",
            """
            A berth that is null is an error. Ask for a text only after a typeMismatch \
            (lesson 04, Numbers in texts)
            """
        ) {
            try decodeReservations(from: Data(#"[{"car":21,"berth":null}]"#.utf8))
        }
        try expect(
            .typeMismatch, at: "0.car",
            "The car is always a number: only the berth needs a lenient type (lesson 04, Numbers in texts)"
        ) {
            try decodeReservations(from: Data(#"[{"car":"21","berth":36}]"#.utf8))
        }

        let written = try value("Reservations should be encodable (lesson 01, Back to JSON)") {
            try encodeReservations(reservations)
        }
        let objects = try objects(in: written)
        #expect(objects.count == 2, "The reservations should be written as a list")
        #expect(
            objects.map { $0["berth"] as? Int } == [36, 41],
            """
            A berth should be written as a number and nothing around it. A type that reads one value \
            should write one value (lesson 04, A color in a text)
            """
        )
        #expect(objects.map { $0["car"] as? Int } == [21, 22])
    }

    @Test("Task 5 · Whole cents")
    func cents() throws {
        let amounts = [
            ("69.99", 6999), ("19.99", 1999), ("4.35", 435), ("0.07", 7), ("120", 12000),
            ("90071992547409.93", 9_007_199_254_740_993),
        ]
        for (text, cents) in amounts {
            let payment = try value(
                """
                \(text) euros are a whole number of cents. Decode a Decimal and multiply it by 100 \
                (lesson 04, Money is no Double)
                """
            ) {
                try decodePayment(from: paymentDocument(text))
            }
            #expect(payment.train == "NT 40")
            // Required: a Double that is only near it may also crash below, which says less.
            try #require(
                payment.amount.count == cents,
                """
                \(text) euros are \(cents) cents to the very cent. A Double is only near it \
                (lesson 04, Money is no Double)
                """
            )
        }
        for text in ["12.345", "0.001", "-0.5e-2"] {
            try expect(
                .dataCorrupted, at: "amount",
                """
                \(text) euros are no whole number of cents, and a ledger does not round, not with \
                rounded() and not with a format (lesson 04, Money is no Double)
                """
            ) {
                try decodePayment(from: paymentDocument(text))
            }
        }
        try expect(
            .dataCorrupted, at: "amount",
            "1e30 euros do not fit in an Int: an error and not a crash (lesson 04, Money is no Double)"
        ) {
            try decodePayment(from: paymentDocument("1e30"))
        }

        struct Written: Decodable {
            let amount: Decimal
        }
        for (text, _) in amounts {
            let payment = try decodePayment(from: paymentDocument(text))
            let document = try value("A payment should be encodable (lesson 01, Back to JSON)") {
                try encodePayment(payment)
            }
            let written = try value(
                """
                The amount should be written as one number, in euros: a type that reads one value \
                should write one value (lesson 04, A color in a text)
                """
            ) {
                try JSONDecoder().decode(Written.self, from: document)
            }
            #expect(
                written.amount == Decimal(string: text),
                """
                \(text) euros should be written as \(text): a Decimal of the cents, divided by 100, is \
                exact (lesson 04, Money is no Double)
                """
            )
        }
    }

    @Test("Task 6 · A link without a scheme")
    func link() throws {
        let menu = try value(
            "A link without a scheme is a link (lesson 04, A URL takes almost anything)"
        ) {
            try decodeMenu(from: menuDocument("//menus.nighttrain.example/nt 40.pdf?page=2"))
        }
        #expect(
            menu?.scheme == "https",
            """
            Without a scheme, this API means https. http sends travellers' data in the open, and no \
            scheme sends it nowhere (lesson 04, A URL takes almost anything)
            """
        )
        #expect(menu?.host() == "menus.nighttrain.example", "The host comes from the document")
        #expect(menu?.path() == "/nt%2040.pdf", "The path comes from the document")
        #expect(menu?.query() == "page=2", "The query comes from the document")

        for text in ["https://menus.nighttrain.example/a.pdf", "http://old.nighttrain.example/b"] {
            let menu = try value(
                "\(text) is a link as it is (lesson 04, A URL takes almost anything)"
            ) {
                try decodeMenu(from: menuDocument(text))
            }
            #expect(
                menu?.absoluteString == text,
                """
                A link that has a scheme should stay as it is: ask for the scheme before you set one \
                (lesson 04, A URL takes almost anything)
                """
            )
        }
        for document in [menuDocument(""), Data(#"{"train":"NT 40"}"#.utf8)] {
            let menu = try value(
                """
                An empty text or no key at all means that there is no dining car: nil. URL refuses the \
                empty text, so decode a String first (lesson 04, A URL takes almost anything)
                """
            ) {
                try decodeMenu(from: document)
            }
            #expect(menu == nil, "No dining car, no link")
        }
        for text in ["no idea", "https://[oops", "https://", "/nt40.pdf"] {
            try expect(
                .dataCorrupted, at: "menu",
                """
                "\(text)" names no host, so it is no link, and somebody should hear of it: URL itself \
                takes almost anything. A try? makes it a train without a dining car \
                (lesson 04, A URL takes almost anything)
                """
            ) {
                try decodeMenu(from: menuDocument(text))
            }
        }
    }

    @Test("Task 7 · The color of a line")
    func color() throws {
        for text in ["#1D3557", "1D3557", "#1d3557", " 1d3557", " #1D3557 "] {
            let line = try value(
                """
                "\(text)" is a color: take off the blanks and the #, then read six digits \
                (lesson 04, A color in a text)
                """
            ) {
                try decodeLine(from: lineDocument(text))
            }
            #expect(line.name == "Nordstern")
            let shares = [Int(line.color.red), Int(line.color.green), Int(line.color.blue)]
            #expect(
                shares == [0x1D, 0x35, 0x57],
                """
                Two digits each for red, green and blue, in that order (lesson 04, A color in a text)
                """
            )
        }
        for text in ["+1D355", "#+1D355", "12345", "#1D3557FF", "##1D3557", "navy", ""] {
            try expect(
                .dataCorrupted, at: "color",
                """
                "\(text)" is not six hexadecimal digits. Int alone is no judge: it takes a sign and \
                any length. A stand-in color hides the mistake (lesson 04, A color in a text)
                """
            ) {
                try decodeLine(from: lineDocument(text))
            }
        }

        for (text, code) in [(" 1d3557", "#1D3557"), ("#00FF0a", "#00FF0A")] {
            let line = try decodeLine(from: lineDocument(text))
            let written = try value("A line should be encodable (lesson 01, Back to JSON)") {
                try encodeLine(line)
            }
            let object = try objects(in: written).first
            #expect(
                object?["color"] as? String == code,
                """
                The color should be written as one text, "\(code)": two digits a share, also where \
                the first is a 0 (lesson 04, A color in a text)
                """
            )
            #expect(object?["name"] as? String == "Nordstern")
        }
    }
}

/// The object of a document, or those of its list.
private func objects(in document: Data) throws -> [[String: Any]] {
    let json = try Exercise04Tests().value(
        "What you write should be JSON (lesson 01, Back to JSON)"
    ) {
        try JSONSerialization.jsonObject(with: document)
    }
    return json as? [[String: Any]] ?? [json as? [String: Any] ?? [:]]
}

private func ticketDocument(_ barcode: String) -> Data {
    Data(#"{"passenger":"Ada Moreau","barcode":"\#(barcode)"}"#.utf8)
}

private func paymentDocument(_ amount: String) -> Data {
    Data(#"{"train":"NT 40","amount":\#(amount)}"#.utf8)
}

private func menuDocument(_ link: String) -> Data {
    Data(#"{"train":"NT 40","menu":"\#(link)"}"#.utf8)
}

private func lineDocument(_ color: String) -> Data {
    Data(#"{"name":"Nordstern","color":"\#(color)"}"#.utf8)
}
