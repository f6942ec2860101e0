import ExerciseChecks
import Foundation
import Testing

import struct ExerciseChecks.Misconception
import struct ExerciseChecks.ProbeRule
// By name: a learner's own type of the same name is not meant.
import class Foundation.JSONSerialization
import class Foundation.NSNumber
import struct Swift.Bool

@testable import Exercise04

@Suite("Exercise 04 · Fares and tickets", .serialized, .exercise)
struct Exercise04Tests: ExerciseSuite {
    // MARK: - Task 1

    @Test("Task 1 · An exact price")
    func exactPrice() throws {
        let pair =
            #"[{"place": "seat", "price": 69.99}, {"place": "bed", "price": 90071992547409.93}]"#
        try endIfOpen { try decodeFares(from: Data(pair.utf8)) }
        let type = type(of: \Fare.price).valueType
        try expect(
            type == Decimal.self || type == Decimal?.self,
            """
            Money is not a Double, and not a String that one cannot add up. `Decimal` keeps every \
            digit of a decimal number \(.moneyIsNotADouble)
            """, ["The type of `price` is \(type)."])
        let fares = try outcome { try decodeFares(from: Data(pair.utf8)) } ?? []
        let prices = fares.map { ($0.price as Any) as? Decimal ?? 0 }
        let right = [cents(6999), cents(9_007_199_254_740_993)]
        let isNear = zip(prices, right).contains { $0 != $1 && abs($0 - $1) < 1 }
        // Millions too much or too little, where seven digits are kept.
        let isFloat = zip(prices, right).contains {
            abs($0 - $1) >= 1 && abs($0 - $1) < $1 / 1_000_000
        }
        let sample = #"[{"place": "couchette", "price": 3.13}, {"place": "", "price": -12.5}]"#
        try readEach(
            [
                pair,
                #"[{"place": "couchette", "price": 3.13}, {"place": "", "price": 12.5}]"#,
                #"[{"place": " \"Ö\" \\ ", "price": 0}, {"place": "seat", "price": 120}]"#, "[]",
                #"[{"place": "bed", "price": 9.9}, {"place": "seat", "price": 0.07}, {"place": "bed", "price": 9.9}]"#,
            ],
            isFloat
                ? """
                It went through a Float on its way, which keeps about seven digits, and a Double \
                is only near most prices: what is lost stays lost \(.floatDoubleOrDecimal)
                """
                : isNear
                    ? """
                    It went through a Double on its way, and a Double is only near most prices: \
                    what is lost stays lost \(.floatDoubleOrDecimal)
                    """
                    : """
                    A fare has the place and the price of the document, with every digit, and the \
                    list has every fare in its order \(.floatDoubleOrDecimal)
                    """, parts: fareParts)
        try readEach(
            [sample],
            """
            A discount is below zero, and it is a price like every other: do not refuse it, and \
            keep its sign \(.floatDoubleOrDecimal)
            """, parts: fareParts)
        try readEach(
            [
                #"[{"place": "couchette", "price": 3.133}, {"place": "bed", "price": -0.0005}]"#,
                #"[{"place": "seat", "price": 0.12345678901234567890123456789}]"#,
            ],
            """
            A price may have more than two decimals: do not round, and keep each of them \
            \(.floatDoubleOrDecimal)
            """, parts: fareParts)
        try probe(
            sample, rules: [Self.anyError],
            """
            Every fare of the list needs its place and its price: none is left out, and none is \
            free \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                A price is a number and a place is a string. A price in quotation marks is an \
                error here \(.numbersInStrings)
                """,
            with: decodeFares)
    }

    private func cents(_ count: Int) -> Decimal { Decimal(count) / 100 }

    private func fareParts(_ document: Data) throws -> Any? {
        try decodeFares(from: document).map {
            ["place": $0.place, "price": $0.price] as [String: Any?]
        }
    }

    // MARK: - Task 2

    @Test("Task 2 · A car without a sensor")
    func occupancy() throws {
        let usual = #"[{"number": 21, "occupancy": 0.7}, {"number": 22, "occupancy": "NaN"}]"#
        let unusual = #"""
            [{"number": 1, "occupancy": "Infinity"}, {"number": 3, "occupancy": 1.23456},
             {"number": 0, "occupancy": 0}, {"number": -1, "occupancy": -0.5},
             {"number": 3, "occupancy": "NaN"}]
            """#
        let negative =
            #"[{"number": 2, "occupancy": "-Infinity"}, {"number": 1, "occupancy": "Infinity"}]"#
        let threeWords: Misconception = """
            Three values, three words: minus infinity has its own \(.agreeOnThreeWords)
            """
        let first = try outcome { try decodeCars(from: Data(usual.utf8)) }
        let last: Any? = first?.last?.occupancy
        try readEach(
            [usual, unusual, "[]"],
            first == nil
                ? """
                "NaN" is a word for a value that JSON cannot write: the decoder needs to know the \
                operator's three words \(.agreeOnThreeWords)
                """
                : (last as? Double)?.isNaN != true
                    ? """
                    The occupancy of a car without a sensor is NaN. Nil or a number in its place \
                    says something that the operator never said \(.agreeOnThreeWords)
                    """
                    : """
                    Each of the three words is its own value of Double, a number stays as it is, \
                    and the list has every car in its order \(.agreeOnThreeWords)
                    """, parts: carParts)
        try readEach([negative], threeWords, parts: carParts)
        try refuseEach(
            ["nan", "inf", "-inf", "+Infinity", "0.5", "75%", "full", " NaN", ""].map {
                #"[{"number": 1, "occupancy": 0.5}, {"number": 2, "occupancy": "\#($0)"}]"#
            },
            .typeMismatch, at: "[1].occupancy",
            """
            This string is not one of the three words. Leave strings to the strategy: it is strict \
            about them \(.agreeOnThreeWords)
            """,
            otherError: """
                It did throw, and the error should be typeMismatch at the occupancy. The strategy \
                throws it by itself: leave strings to it \(.agreeOnThreeWords)
                """,
            with: decodeCars)
        try probe(
            #"[{"number": 21, "occupancy": 0.7}, {"number": 22, "occupancy": 0.25}]"#,
            rules: [Self.anyError, .at("[].number", .fraction, expect: .anyError)],
            """
            A car needs its number and its occupancy. Only the word "NaN" means NaN, and nothing \
            means 0 \(.absentNullOrTheWrongType)
            """, with: decodeCars)
        try writeOccupancies(usual, unusual, negative, threeWords)
    }

    private func writeOccupancies(
        _ usual: String, _ unusual: String, _ negative: String, _ threeWords: Misconception
    ) throws {
        let read = try [usual, unusual, "[]", negative].map {
            try decodeCars(from: Data($0.utf8))
        }
        try writeEach(
            [read[0]: usual, read[1]: unusual, read[2]: "[]"],
            try outcome { try encodeCars(read[0]) } == nil
                ? """
                JSON cannot write NaN, so the encoder needs the three words as well \
                \(.agreeOnThreeWords)
                """
                : """
                Each car is written as it came: a number as a number, and what is not a number \
                with the operator's own word \(.agreeOnThreeWords)
                """, with: encodeCars)
        try writeEach([read[3]: negative], threeWords, with: encodeCars)
    }

    private func carParts(_ document: Data) throws -> Any? {
        try decodeCars(from: document).map {
            ["number": $0.number, "occupancy": word($0.occupancy)] as [String: Any?]
        }
    }

    private func word(_ value: Any?) -> Any? {
        guard let number = value as? Double, !number.isFinite else { return value }
        return number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity"
    }

    // MARK: - Task 3

    @Test("Task 3 · The barcode of a ticket")
    func barcode() throws {
        let ticket = try read(
            ticketDocument("TlT7"),
            """
            These characters mean the same in base64 and in base64url, and Data reads them: change \
            the type of the property to Data \(.bytesTravelAsBase64)
            """, with: decodeTicket)
        try expect(
            ticket.barcode as Any is Data,
            """
            The barcode should be the bytes that the string means: change the type of the \
            property to Data \(.bytesTravelAsBase64)
            """, ["It is \(ticket.barcode)."])
        try readBarcodes()
        try refuseOtherBarcodes()
        try probe(
            ticketDocument("TlQ"), rules: [Self.anyError],
            """
            A ticket needs its passenger and its barcode, each a string \
            \(.absentNullOrTheWrongType)
            """, with: decodeTicket)
    }

    private func readBarcodes() throws {
        try readEach(
            [
                ticketDocument("AAAA"): expectedTicket([0, 0, 0]),
                ticketDocument("-A-A"): expectedTicket([0xF8, 0x0F, 0x80]),
                ticketDocument("_A_A"): expectedTicket([0xFC, 0x0F, 0xC0]),
                ticketDocument("-_-_"): expectedTicket([0xFB, 0xFF, 0xBF]),
            ],
            """
            In base64url - is + and _ is /. Put each of them back before Data reads the string \
            \(.bytesTravelAsBase64)
            """
        ) { parts(try decodeTicket(from: $0)) }
        try readEach(
            [
                ticketDocument("TlQ"): expectedTicket([0x4E, 0x54]),
                ticketDocument("Tg"): expectedTicket([0x4E]),
                ticketDocument("TlT7"): expectedTicket([0x4E, 0x54, 0xFB]),
                ticketDocument("TlT7_w"): expectedTicket([0x4E, 0x54, 0xFB, 0xFF]),
                ticketDocument("TlQ0MP__AA"): expectedTicket([78, 84, 52, 48, 255, 255, 0]),
            ],
            """
            In base64url the = at the end is left out, and Data wants it: put back as many as are \
            missing, and no more than that \(.bytesTravelAsBase64)
            """
        ) { parts(try decodeTicket(from: $0)) }
        let name = #" Ada-Marie_M \"+/=\" Ö "#
        try readEach(
            [
                ticketDocument("-_-_", name): expectedTicket([0xFB, 0xFF, 0xBF], name),
                ticketDocument("Tg", ""): expectedTicket([0x4E], ""),
            ],
            """
            The barcode alone is base64url: the name of the passenger stays as it is, with its \
            hyphens, its blanks and all other signs \(.hexadecimalLooksLikeBase64)
            """
        ) { parts(try decodeTicket(from: $0)) }
    }

    private func refuseOtherBarcodes() throws {
        let place: Misconception = """
            It did throw. An error helps with its place: the container's own dataCorruptedError \
            has the path \(.hexadecimalLooksLikeBase64)
            """
        let document = Data(ticketDocument("no barcode!").utf8)
        let unreadable = try outcome { try decodeTicket(from: document) }
        let barcode: Any? = unreadable?.barcode
        let isSwallowed = (barcode as? Data)?.isEmpty == true
        let swallowed: Misconception = """
            This is not good base64url, and it became a barcode without bytes. Where Data reads \
            nothing, throw an error \(.bytesTravelAsBase64)
            """
        let halfAByte: Misconception = """
            This ends in the middle of a byte, and half a ticket is not a ticket: cut nothing off, \
            and add nothing but = \(.bytesTravelAsBase64)
            """
        let passedOver: Misconception = """
            A character that is not base64url was passed over. It may be half a ticket: trim and \
            filter nothing, and use no option that ignores characters \(.bytesTravelAsBase64)
            """
        try refuseEach(
            ["TlT7_", "T"].map { ticketDocument($0) }, .dataCorrupted, at: "barcode",
            isSwallowed ? swallowed : halfAByte, otherError: place, with: decodeTicket)
        try refuseEach(
            [
                "TlQ0*MP__", "no barcode!", "Tl.T7_w", " TlT7_w", "TlT7_w ", "TlT7 _w",
                "TlQ0 MP__", #"TlQ0MP__\n"#, #"TlQ0\nMP__"#, "TlT7****_w", "TlT7_w    ",
            ].map { ticketDocument($0) },
            .dataCorrupted, at: "barcode", isSwallowed ? swallowed : passedOver,
            otherError: place, with: decodeTicket)
    }

    private func ticketDocument(_ barcode: String, _ passenger: String = "Ada Moreau") -> String {
        #"{"passenger": "\#(passenger)", "barcode": "\#(barcode)"}"#
    }

    private func expectedTicket(_ bytes: [Int], _ passenger: String = "Ada Moreau") -> String {
        #"{"passenger": "\#(passenger)", "barcode": \#(bytes)}"#
    }

    private func parts(_ ticket: Ticket) -> [String: Any?] {
        let bytes = (ticket.barcode as Any as? Data)?.map { Int($0) }
        return ["passenger": ticket.passenger, "barcode": bytes]
    }

    // MARK: - Task 4

    @Test("Task 4 · A berth that may be a string")
    func berth() throws {
        let numbers = #"[{"car": 21, "berth": 36}, {"car": 22, "berth": 1236}]"#
        let strings = #"""
            [{"car": 0, "berth": "1241"}, {"car": 22, "berth": "36"}, {"car": 22, "berth": 0},
             {"car": 7, "berth": "0"}, {"car": 22, "berth": 36}]
            """#
        let sameAsNumbers = #"""
            [{"car": 0, "berth": 1241}, {"car": 22, "berth": 36}, {"car": 22, "berth": 0},
             {"car": 7, "berth": 0}, {"car": 22, "berth": 36}]
            """#
        let large = #"[{"car": 1, "berth": 9007199254740993}]"#
        try readEach(
            [numbers: numbers, strings: sameAsNumbers, "[]": "[]"],
            """
            A berth is a number or a string of digits, and every reservation is in the list, in \
            its order: a type with a single-value container can try both \(.numbersInStrings)
            """, parts: reservationParts)
        try readEach(
            [
                #"[{"car": 1, "berth": "036"}, {"car": 1, "berth": "007"}]"#:
                    #"[{"car": 1, "berth": 36}, {"car": 1, "berth": 7}]"#
            ],
            """
            036 is digits and nothing else, so it is a berth, and its number is 36 \
            \(.numbersInStrings)
            """, parts: reservationParts)
        try refuseOtherStrings()
        try refuseOtherBerths(numbers, large)
    }

    private func refuseOtherStrings() throws {
        func refuseAll(_ texts: [String], _ comment: Misconception) throws {
            try refuseEach(
                texts.map { #"[{"car": 1, "berth": 2}, {"car": 21, "berth": "\#($0)"}]"# },
                .dataCorrupted, at: "[1].berth", comment,
                otherError: """
                    The string is not a berth, and the error should say dataCorrupted: make it \
                    with the container, which knows the path \(.numbersInStrings)
                    """, with: decodeReservations)
        }
        try refuseAll(
            ["upper", "", "one"],
            """
            This string holds no number: that is an error of the document, and not a berth \
            with a number of your own \(.numbersInStrings)
            """)
        try refuseAll(
            ["36.5", "inf", "1e2", "36.0"],
            """
            This string is more than digits. A Double would read its point or its exponent, and \
            dropping them makes another number: make an Int of the whole string \
            \(.numbersInStrings)
            """)
        try refuseAll(
            ["36 ", " 36", "+36", "-3", "0x10", "1_000", "1,000", "car 36"],
            """
            The string is digits and nothing else. Spaces, signs and letters belong to another \
            string, which is an error \(.numbersInStrings)
            """)
        try refuseAll(
            ["３６", "٣٦"],
            """
            The digits of a berth are 0 to 9. Other scripts have digits too, and isWholeNumber \
            is true for them \(.aPriceInAString)
            """)
        try refuseAll(
            ["99999999999999999999", "9223372036854775808"],
            """
            Int cannot hold these digits, and another number is not the berth of the document \
            \(.numbersInStrings)
            """)
    }

    private func refuseOtherBerths(_ numbers: String, _ large: String) throws {
        for value in ["true", "[]", "{}"] {
            try refuse(
                #"[{"car": 1, "berth": 2}, {"car": 21, "berth": \#(value)}]"#,
                "A berth is a number or a string, and this is neither \(.numbersInStrings)",
                with: decodeReservations)
        }
        try probe(
            numbers,
            rules: [
                .at("[].berth", .otherType, .fraction, expect: .notProbed),
                .at("[].car", .fraction, expect: .anyError), Self.anyError,
            ],
            """
            A reservation needs its car and its berth, and null is neither \
            \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                The car is always a number: only the berth needs a type that accepts both \
                \(.numbersInStrings)
                """, with: decodeReservations)

        try probe(
            numbers,
            rules: [
                .at("[].berth", .fraction, expect: .anyError),
                .everywhere(expect: .notProbed),
            ],
            """
            A berth is a whole number, and nobody sleeps in half a berth. An Int refuses it by \
            itself \(.aNumberThatDoesNotFit)
            """, with: decodeReservations)

        try readEach(
            [large: large, #"[{"car": 1, "berth": "9007199254740993"}]"#: large],
            """
            Int can hold this number, so it is a berth, digit for digit. On the way through a \
            Double it loses the last one \(.floatDoubleOrDecimal)
            """, parts: reservationParts)
        for number in ["99999999999999999999", "1e30"] {
            try refuse(
                #"[{"car": 21, "berth": \#(number)}]"#,
                """
                Int has no room for this number, so it is an error, and not another berth \
                \(.aNumberThatDoesNotFit)
                """, with: decodeReservations)
        }
    }

    private func reservationParts(_ document: Data) throws -> Any? {
        try decodeReservations(from: document).map {
            ["car": $0.car, "berth": $0.berth.number] as [String: Any?]
        }
    }

    // MARK: - Task 5

    @Test("Task 5 · Whole cents")
    func wholeCents() throws {
        let exactly: Misconception = """
            The amount is so many cents, to the very cent. A Double is only near it, before it is \
            multiplied and after \(.moneyIsNotADouble)
            """
        let euros = ["69.99", "19.99", "4.35", "0.07", "120"]
        let counts = [6999, 1999, 435, 7, 12_000]
        let read = try euros.map { amount in
            try outcome { try decodePayment(from: Data(payment(amount).utf8)) }
        }
        let isNear = zip(read, counts).allSatisfy { payment, count in
            (count - 1...count + 1).contains(payment?.amount.count ?? 0)
        }
        try readEach(
            [
                payment("69.99"): cents("6999"), payment("19.99"): cents("1999"),
                payment("4.35"): cents("435"), payment("0.07"): cents("7"),
                payment("120"): cents("12000"),
            ],
            isNear
                ? exactly
                : read.contains { $0 == nil }
                    ? """
                    A right payment was refused. The amount is one number in the document, and may \
                    have a fraction: the whole of it has to become cents, and no Double may be on \
                    the way \(.moneyIsNotADouble)
                    """
                    : """
                    The document has euros, and the ledger counts cents: 69.99 is 6999 \
                    \(.moneyIsNotADouble)
                    """, parts: parts)
        try readEach(
            [payment("0"): cents("0"), payment("0.00"): cents("0")],
            """
            0 is an amount: somebody has paid nothing, and the ledger says so \(.moneyIsNotADouble)
            """, parts: parts)
        let large = #"{"train": " \"NT\" Ö ", "amount": 90071992547409.93}"#
        let isRefused = try outcome { try decodePayment(from: Data(large.utf8)) } == nil
        try readEach(
            [
                large: #"{"train": " \"NT\" Ö ", "amount": {"count": 9007199254740993}}"#,
                payment("21474836.48"): cents("2147483648"),
            ],
            isRefused
                ? """
                Somebody has paid a lot, and Int has room for so many cents. Does each of your \
                types? \(.moneyIsNotADouble)
                """ : exactly, parts: parts)
        try readEach(
            [
                payment("-4.35"): cents("-435"), payment("-0.01"): cents("-1"),
                payment("-1200.5"): cents("-120050"),
            ],
            """
            A refund is below zero, in the document and in the ledger: the sign belongs to the \
            amount \(.moneyIsNotADouble)
            """, parts: parts)
        try refuseOtherAmounts()
        try writeAmounts(large)
    }

    private func refuseOtherAmounts() throws {
        try refuseEach(
            ["12.345", "0.001", "-0.5e-2", "0.999", "69.990000001", "-4.3499999999"].map(payment),
            .dataCorrupted, at: "amount",
            """
            This is not a whole number of cents, and a ledger does not round, not with rounded() \
            and not with a format \(.moneyIsNotADouble)
            """,
            otherError: """
                It did throw, and the ledger wants to know where. The container's \
                dataCorruptedError has the path \(.oneValueBothWays)
                """, with: decodePayment)
        try refuseEach(
            ["1e30", "-1e30", "1e17"].map(payment), .dataCorrupted, at: "amount",
            """
            These are more cents than Int can hold, and another number of cents is not what was \
            paid \(.moneyIsNotADouble)
            """, with: decodePayment)
        try probe(
            payment("69.99"), rules: [Self.anyError],
            """
            A payment needs its train and its amount. Nothing paid would be 0 \
            \(.absentNullOrTheWrongType)
            """,
            wrongType: """
                An amount is a number, and a train is a string. An amount in quotation marks is an \
                error here \(.numbersInStrings)
                """, with: decodePayment)
    }

    private func writeAmounts(_ large: String) throws {
        let amounts =
            ["69.99", "0.07", "-4.35", "120", "0", "-0.5", "-0.07"].map(payment) + [large]
        let payments = try amounts.map { try decodePayment(from: Data($0.utf8)) }
        let written = try outcome { try encodePayment(payments[0]) }
        let amount = (written.flatMap(object) ?? [:])["amount"]
        try writeEach(
            [
                payments[0]: amounts[0], payments[1]: amounts[1], payments[2]: amounts[2],
                payments[3]: amounts[3], payments[4]: amounts[4], payments[7]: amounts[7],
            ],
            amount is NSNumber
                ? """
                The amount is written in euros, exactly: 7 cents are 0.07, and neither 7 nor 0.7, \
                and a Double is only near it \(.moneyIsNotADouble)
                """
                : """
                The amount should be written as one number. A type that reads one value should \
                write one value, of the same type \(.oneValueBothWays)
                """, with: encodePayment)
        try writeEach(
            [payments[5]: amounts[5], payments[6]: amounts[6]],
            """
            Below one euro, count / 100 is 0 and has no sign, and this is a refund: two Ints lose \
            the fraction and the sign with it \(.moneyIsNotADouble)
            """, with: encodePayment)
    }

    private func payment(_ amount: String) -> String {
        #"{"train": "NT 40", "amount": \#(amount)}"#
    }

    private func cents(_ count: String) -> String {
        #"{"train": "NT 40", "amount": {"count": \#(count)}}"#
    }

    private func parts(_ document: Data) throws -> Any? {
        let payment = try decodePayment(from: document)
        let amount = ["count": payment.amount.count] as [String: Any?]
        return ["train": payment.train, "amount": amount] as [String: Any?]
    }

    // MARK: - Task 6

    @Test("Task 6 · A link without a scheme")
    func link() throws {
        let usual = menu(#""//menus.nighttrain.example/nt40.pdf""#)
        try readEach(
            [
                usual:
                    menu(#""https://menus.nighttrain.example/nt40.pdf""#),
                menu(#""//menus.nighttrain.example:8443/NT 40.pdf?page=2&Q=A#Top""#):
                    menu(#""https://menus.nighttrain.example:8443/NT%2040.pdf?page=2&Q=A#Top""#),
                menu(#""//Menus.Example""#): menu(#""https://Menus.Example""#),
            ],
            try isRead(usual)
                ? """
                A link without a scheme means https, and the rest of it stays as it is: port, \
                path, query and capitals \(.aURLTakesAlmostAnything)
                """
                : """
                A link that begins with // was not read. It means https, and its two slashes are \
                there already: https://// names no host \(.aURLTakesAlmostAnything)
                """, parts: link)
        try readEach(
            [
                menu(#""//staff@menus.nighttrain.example/a/../b/""#):
                    menu(#""https://staff@menus.nighttrain.example/a/../b/""#),
                menu(#""//menus.nighttrain.example/a//b.pdf?from=https://o.example//c""#):
                    menu(#""https://menus.nighttrain.example/a//b.pdf?from=https://o.example//c""#),
            ],
            """
            Only the // at the front says that the scheme is missing: a // or a :// in the rest of \
            a link stays as it is, and says nothing \(.aURLTakesAlmostAnything)
            """, parts: link)
        let secure = menu(#""https://menus.nighttrain.example/A//a.pdf?q=//1#x""#)
        let old = menu(#""http://old.nighttrain.example/b""#)
        let onlySecure = try isRead(secure) && !isRead(old)
        try readEach(
            [secure, old],
            onlySecure
                ? """
                A link with http was refused. Both http and https are schemes of a menu, and each \
                stays as it is \(.aURLTakesAlmostAnything)
                """
                : """
                A link that has a scheme should stay as it is: ask for the scheme before you set \
                one \(.aURLTakesAlmostAnything)
                """, parts: link)
        try readEach(
            [
                #"{"train": "NT 40"}"#: menu("null"), menu("null"): menu("null"),
                menu(#""""#): menu("null"),
            ],
            """
            No key, null and an empty string mean that there is no dining car: nil. URL refuses \
            the empty string, so decode a String first \(.aURLTakesAlmostAnything)
            """, parts: link)
        try refuseOtherLinks()
    }

    private func refuseOtherLinks() throws {
        try refuseEach(
            [
                "no idea", "https://[oops", "https://", "/nt40.pdf", "//", "  ",
                "https:///nt40.pdf", "mailto:desk@nighttrain.example",
            ].map { menu(#""\#($0)""#) },
            .dataCorrupted, at: "menu",
            """
            This string names no host, and somebody should hear of it. URL itself accepts almost \
            anything, and nil is a train without a dining car \(.aURLTakesAlmostAnything)
            """,
            otherError: """
                It did throw, and the reader looks for the place. The container's \
                dataCorruptedError has it \(.aURLTakesAlmostAnything)
                """, with: decodeMenu)
        try refuse(
            menu(#""menus.nighttrain.example/nt40.pdf""#), .dataCorrupted, at: "menu",
            """
            Without // in front, this is a path and names no host, though it looks like one: put \
            no scheme before it, and refuse it \(.aURLTakesAlmostAnything)
            """, with: decodeMenu)
        try refuseEach(
            ["https://:80/nt40.pdf", "//:80/nt40.pdf"].map { menu(#""\#($0)""#) },
            .dataCorrupted, at: "menu",
            """
            The host of this link is there, and it is empty: a port without a host leads nowhere \
            \(.aURLTakesAlmostAnything)
            """, with: decodeMenu)
        try refuseEach(
            ["ftp://files.example/c", "httpx://menus.example/c", "file://menus.example/c"].map {
                menu(#""\#($0)""#)
            },
            .dataCorrupted, at: "menu",
            """
            A menu is opened with http or https, and this link has another scheme, which is an \
            error \(.aURLTakesAlmostAnything)
            """, with: decodeMenu)
        try probe(
            menu(#""//menus.nighttrain.example/nt40.pdf""#),
            rules: [.at("menu", .absent, .null, expect: .success), Self.anyError],
            """
            A menu is a string, and a value of another type is not a train without a dining car \
            \(.absentNullOrTheWrongType)
            """, with: decodeMenu)
    }

    private func menu(_ link: String) -> String { #"{"menu": \#(link)}"# }

    /// Whether a document is read and has a menu.
    private func isRead(_ document: String) throws -> Bool {
        let address = try outcome {
            try decodeMenu(from: Data(document.utf8))?.absoluteString ?? ""
        }
        return address != nil && address != ""
    }

    private func link(_ document: Data) throws -> Any? {
        ["menu": try decodeMenu(from: document)?.absoluteString]
    }

    // MARK: - What several tasks need

    /// What the stub says of a key that is absent, null or of a wrong type: an error, and no more.
    private static let anyError = ProbeRule.everywhere(
        .absent, .null, .otherType, expect: .anyError)

    /// What an answer returned, or nil where it threw.
    private func outcome<Value>(_ answer: () throws -> Value) throws -> Value? {
        try endIfOpen(answer)
        return try? answer()
    }

    private func object(_ document: Data) -> [String: Any]? {
        try? JSONSerialization.jsonObject(with: document) as? [String: Any]
    }
}
