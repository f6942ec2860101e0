import Foundation
import Walkthrough

@main
struct Lesson04: Lesson {
    static let title = "Floats, data and URLs"
    static let steps = Steps(
        noWordForInfinity,
        agreeOnThreeWords,
        floatDoubleDecimal,
        moneyIsNotADouble,
        aDecimalWrittenInSwift,
        aPriceInAString,
        aNumberThatDoesNotFit,
        numbersInStrings,
        oneValueBothWays,
        bytesTravelAsBase64,
        hexadecimalLooksLikeBase64,
        urlsTakeAlmostAnything
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Painting.self, from: document)
    }
}

// MARK: - JSON has no word for infinity

/// A `Double` can be infinite, and it can be NaN, "not a number", which is what 0 divided by 0
/// gives. JSON writes each number with digits, so it can write neither. Nobody has rated this beer,
/// and its average is NaN. What happens to it on its way out, and on its way in?
func noWordForInfinity() throws {
    struct Beer: Codable {
        let rating: Double
    }
    let unrated = Beer(rating: .nan)
    // Predict: The encoder could write null, the string "NaN" or the number 0. What does it do?
    attempt { try JSONEncoder().encode(unrated) }
    // It writes none of them, and throws an error. `Beer` could read neither null nor a string, and
    // 0 would be a bad rating that nobody gave.
    let quoted = Data(#"{"rating": "NaN"}"#.utf8)
    let bare = Data(#"{"rating": NaN}"#.utf8)
    // Predict: Neither document can be decoded. For which of them is the error a typeMismatch?
    attempt(quoted) { try JSONDecoder().decode(Beer.self, from: quoted) }
    attempt(bare) { try JSONDecoder().decode(Beer.self, from: bare) }
    // It is a typeMismatch for `quoted`, which is good JSON with a string for a number. The other
    // document is not JSON, so the decoder stops before it compares any value with a type.
}

// MARK: - Agree on three words

/// The encoder and the decoder have one setting each for the numbers that JSON cannot write: three
/// strings that stand for them. Which strings can be decoded as a `Double` then?
func agreeOnThreeWords() throws {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "Infinity",
        negativeInfinity: "-Infinity",
        nan: "NaN")
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "Infinity",
        negativeInfinity: "-Infinity",
        nan: "NaN")
    let written = try encoder.encode([4.5, Double.nan])
    show(written)
    show(try decoder.decode([Double].self, from: written))

    let minus = Data(#"["-Infinity"]"#.utf8)
    let small = Data(#"["nan"]"#.utf8)
    let digits = Data(#"["1.5"]"#.utf8)
    // Predict: `Double(_:)` makes a number of each of these three strings. For which of them does
    // the decoder do the same?
    attempt { try decoder.decode([Double].self, from: minus) }
    attempt { try decoder.decode([Double].self, from: small) }
    attempt { try decoder.decode([Double].self, from: digits) }
    // It does so only for "-Infinity". A string has to be one of the three words, letter for
    // letter, and "1.5" is not one of them. So agree with the server on the words, and set them on
    // both sides. The setting is for `Float` and `Double`, and not for `Decimal`.
}

// MARK: - Float, Double or Decimal

/// A `Float` keeps about 7 digits, a `Double` about 15, and a `Decimal` 38. Swift prints as few
/// digits as it needs to tell a number from its neighbors of the same type. What does a number lose
/// when it is decoded?
func floatDoubleDecimal() throws {
    let decoder = JSONDecoder()
    let strength = Data("[8.9]".utf8)
    let abv = try decoder.decode([Float].self, from: strength)[0]
    show(abv)
    // Predict: The Float is printed as 8.9. Why is a Double that is made of it printed differently?
    show(Double(abv))
    // Both types count in halves, quarters, eighths, and so on. No sum of these is 8.9, so the
    // Float is only near it. The digits 8.9 are enough to tell it from other Floats. A Double has
    // closer neighbors, so it needs more digits. What decoding has lost does not come back.

    let identifier = Data("[9007199254740993]".utf8)
    // Predict: This number has 16 digits. Which types keep the last one: Float, Double, Decimal,
    // Int?
    show(try decoder.decode([Float].self, from: identifier))
    show(try decoder.decode([Double].self, from: identifier))
    show(try decoder.decode([Decimal].self, from: identifier))
    show(try decoder.decode([Int].self, from: identifier))
    // `Decimal` and `Int` keep it. A Double of this size counts in steps of 2, so it has the number
    // before and the number after, and not this one. No error says so.
}

// MARK: - Money is not a Double

/// A shop sends a price in euros, and the program counts in whole cents. So the price has to be
/// multiplied by 100: first as a `Double`, and then as a `Decimal`. Where is a cent lost, and why?
func moneyIsNotADouble() throws {
    let document = Data("[19.99]".utf8)
    let decoder = JSONDecoder()
    let double = try decoder.decode([Double].self, from: document)[0]
    // Predict: This Double is only near 19.99, as in step 3, and `Int(_:)` cuts off what stands
    // after the point. Which two results are possible?
    show(Int(double * 100))
    // 1998 and 1999 are possible. The product is a little below 1999, so a cent is lost. A
    // `Decimal` counts in tenths and hundredths, so it has the very digits of the document. Its
    // description has all of them, and `Int` reads a string of digits:
    let decimal = try decoder.decode([Decimal].self, from: document)[0]
    let cents = decimal * 100
    show(Int(cents.description))

    let fuel = Data("[1.849]".utf8)
    let perLiter = try decoder.decode([Decimal].self, from: fuel)[0] * 100
    show(perLiter)
    // Predict: What does `Int` make of the string "184.9": 184, 185 or nil?
    show(Int(perLiter.description))
    // It is nil, because the point is not a digit. That is better than a rounded number: your
    // program can say now that the price is not a whole number of cents. To send cents as a price,
    // divide them as a Decimal:
    show(try JSONEncoder().encode([Decimal(1999) / 100]))
}

// MARK: - A Decimal written in Swift

/// A decoded Decimal is exact. A test compares it with the same price, which is written in Swift as
/// `19.99`, as `Decimal(string: "19.99")`, and as `Decimal(1999) / 100`.
func aDecimalWrittenInSwift() throws {
    let document = Data("[19.99]".utf8)
    let price = try JSONDecoder().decode([Decimal].self, from: document)[0]
    // Predict: One of the three is not equal to `price`, because its digits have gone through
    // another type. Which one?
    show(price == 19.99)
    show(price == Decimal(string: "19.99"))
    show(price == Decimal(1999) / 100)
    // It is the first one. The compiler makes a Double of a number with a point, also where a
    // Decimal is needed, and the Decimal is made of that Double:
    let literal: Decimal = 19.99
    show(literal)
    let other: Decimal = 8.9
    show(other)
    // Some numbers come out well, such as 8.9, and you cannot see which ones. So write money as
    // whole cents, or as a string.
}

// MARK: - A price in a string

/// Other APIs send prices as strings. Both `Double` and `Decimal` have an initializer that makes a
/// number of a string, or gives nil. Here are three strings that are not a price.
func aPriceInAString() throws {
    let strings = ["19,99", "-", "free"]
    show(strings.map { Double($0) })
    // Predict: `Double` refuses all three strings. Which of them does `Decimal(string:)` refuse?
    show(strings.map { Decimal(string: $0) })
    // It refuses only "free". `Decimal(string:)` reads as far as it can, and passes over the rest.
    // So "19,99" loses its cents, and a lonely sign becomes a price of 0 euros. Look at the whole
    // string first, and make a Decimal only of one that looks like a price:
    func price(_ string: String) -> Decimal? {
        let form = /-?[0-9]+(\.[0-9]+)?/
        guard string.wholeMatch(of: form) != nil else {
            return nil
        }
        return Decimal(string: string)
    }
    show(strings.map { price($0) })
    show(["19.99", "-4.35"].map { price($0) })
    // The regular expression allows a minus, asks for digits, and allows a point with digits after
    // it. `wholeMatch` is nil if anything else is in the string.
}

// MARK: - A number that does not fit

/// For the decoder, 12, 12.0 and 1.2e1 are the same number, and it makes an `Int` of each. The
/// second document has a number that is not whole.
func aNumberThatDoesNotFit() throws {
    struct Beer: Decodable {
        let bottleSizes: [Int]
    }
    let decoder = JSONDecoder()
    let whole = Data(#"{"bottleSizes": [12, 12.0, 1.2e1]}"#.utf8)
    show(try decoder.decode(Beer.self, from: whole))
    let half = Data(#"{"bottleSizes": [12.0, 15.9]}"#.utf8)
    // Predict: In step 1, a string for a number was a typeMismatch, and the error named the place.
    // Which error comes for 15.9 as an `Int`, and does it name the place?
    attempt { try decoder.decode(Beer.self, from: half) }
    // It is dataCorrupted. It says that the data is not valid JSON, though the document is good
    // JSON, and it names no place. Whoever has the document and the type can find the place. Here
    // `attempt` has both, so it decodes once more, and notes at which value the decoder stops:
    attempt(half) { try decoder.decode(Beer.self, from: half) }
    let large = Data("[300]".utf8)
    attempt(large) { try decoder.decode([UInt8].self, from: large) }
    // The decoder says the same of 1e400 in a `Double`. So if good JSON is "not valid", compare its
    // numbers with your types. And count its levels, because arrays and objects that are more than
    // 512 deep are called "not valid" too.
}

// MARK: - Numbers in strings

struct LenientNumber: Decodable {
    let value: Double

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            value = try container.decode(Double.self)
        } catch DecodingError.typeMismatch {
            let string = try container.decode(String.self)
            guard let number = Double(string), number.isFinite else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "The string is not a number.")
            }
            value = number
        }
    }
}

/// Some APIs send 8.9 today and "8.9" tomorrow. This type takes both. A `catch` can name one case:
/// `catch DecodingError.typeMismatch` runs for a typeMismatch, and any other error goes on to the
/// caller. So the container is asked for a string only if the value is not a number.
func numbersInStrings() throws {
    let decoder = JSONDecoder()
    let flag = Data("[false]".utf8)
    // Predict: false is neither a number nor a string. Which type does the error name, Double or
    // String?
    attempt(flag) { try decoder.decode([LenientNumber].self, from: flag) }
    // It names String. The error about Double was caught, and this one comes from the second
    // `decode`. For a string that is not a number, the `guard` throws:
    let empty = Data(#"[""]"#.utf8)
    attempt(empty) { try decoder.decode([LenientNumber].self, from: empty) }
    let odd = Data(#"[8.9, "4.9", "0x10"]"#.utf8)
    show(try decoder.decode([LenientNumber].self, from: odd).map(\.value))
    // `Double(_:)` reads "0x10" as well, and makes 16 of it. A type that takes two forms takes more
    // than you have in mind. So give it only to the property that needs it.
}

// MARK: - One value, both ways

struct Flag: Codable {
    let value: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = try container.decode(Int.self) == 1
    }
}

/// Some APIs send 0 and 1 for false and true. `Bool` does not take numbers, and so this type reads
/// them. The type is `Codable`, and the compiler writes its `encode(to:)`. Is the document the same
/// when it comes back?
func oneValueBothWays() throws {
    let onTap = Data("[0, 1]".utf8)
    let flags = try JSONDecoder().decode([Flag].self, from: onTap)
    // Predict: In which shape is each of the two values written?
    show(try JSONEncoder().encode(flags))
    // Each value is in an object, because the compiler writes a key for each property. It does not
    // know what your initializer has read. A type that reads one value by hand has to write one
    // value by hand:
    struct ZeroOrOne: Codable {
        let value: Bool

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let number = try container.decode(Int.self)
            guard number == 0 || number == 1 else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "It should be 0 or 1.")
            }
            value = number == 1
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value ? 1 : 0)
        }
    }
    let values = try JSONDecoder().decode([ZeroOrOne].self, from: onTap)
    show(try JSONEncoder().encode(values))
    let odd = Data("[2]".utf8)
    attempt(odd) { try JSONDecoder().decode([ZeroOrOne].self, from: odd) }
    // `Flag` makes false of a 2. Nobody knows what a 2 means, so an error is better.
}

// MARK: - Bytes travel as base64

/// In JSON, bytes are a string. In base64, four characters stand for three bytes. The characters
/// are letters, digits, `+` and `/`, and `=` fills up the last group of four. A variant for
/// addresses, base64url, has `-` for `+` and `_` for `/`, and leaves out the `=`.
func bytesTravelAsBase64() throws {
    let decoder = JSONDecoder()
    let base64 = Data(#"["/9j/4A=="]"#.utf8)
    show(try decoder.decode([Data].self, from: base64))

    let signs = Data(#"["_9j_4A=="]"#.utf8)
    let unpadded = Data(#"["/9j/4A"]"#.utf8)
    // Predict: Both differ from base64: the first has the signs of base64url, the second has no
    // `=`. Which of them can `Data` read?
    attempt(signs) { try decoder.decode([Data].self, from: signs) }
    attempt(unpadded) { try decoder.decode([Data].self, from: unpadded) }
    // It can read neither, and a space or a line break in the string is an error too. So turn
    // base64url into base64. Put the signs back, and add `=` until the length is a multiple of
    // four:
    func data(base64URL string: String) -> Data? {
        var base64 = string
        base64.replace("-", with: "+")
        base64.replace("_", with: "/")
        while !base64.count.isMultiple(of: 4) {
            base64 += "="
        }
        return Data(base64Encoded: base64)
    }
    show(data(base64URL: "_9j_4A"))
    // The next step shows where a decoder can call such a function.
}

// MARK: - Hexadecimal looks like base64

extension Data {
    init?(hexadecimal string: String) {
        self.init()
        var digits = string[...]
        while !digits.isEmpty {
            let pair = digits.prefix(2)
            guard pair.count == 2, pair.allSatisfy(\.isHexDigit),
                let byte = UInt8(pair, radix: 16)
            else { return nil }
            append(byte)
            digits = digits.dropFirst(2)
        }
    }
}

/// Other APIs write bytes in hexadecimal, two digits for a byte. The digits, 0 to 9 and a to f, are
/// characters of base64 as well. Here are four bytes, and three.
func hexadecimalLooksLikeBase64() throws {
    let four = Data(#"["ffd8ffe0"]"#.utf8)
    let three = Data(#"["ffd8ff"]"#.utf8)
    let decoder = JSONDecoder()
    // Predict: `Data` expects base64, four characters for three bytes. Which of the two strings
    // does it take?
    attempt { try decoder.decode([Data].self, from: four) }
    attempt { try decoder.decode([Data].self, from: three) }
    // Eight characters are good base64: six wrong bytes, and no error. Six characters are not a
    // multiple of four. A strategy says what a string is:
    decoder.dataDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        let string = try container.decode(String.self)
        guard let data = Data(hexadecimal: string) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "Not hexadecimal.")
        }
        return data
    }
    let bytes = try decoder.decode([Data].self, from: four)
    show(bytes)
    let encoder = JSONEncoder()
    encoder.dataEncodingStrategy = .custom { data, encoder in
        let digits = data.map { String(format: "%02x", $0) }
        var container = encoder.singleValueContainer()
        try container.encode(digits.joined())
    }
    show(try encoder.encode(bytes))
    // The two strategies apply to each `Data` of this decoder and this encoder.
}

// MARK: - A URL takes almost anything

struct Link: Decodable {
    let url: URL

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let string = try container.decode(String.self)
        let address = string.hasPrefix("//") ? "https:\(string)" : string
        guard
            let url = URL(string: address),
            ["http", "https"].contains(url.scheme?.lowercased()),
            let host = url.host(), !host.isEmpty
        else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "Not a link to the web.")
        }
        self.url = url
    }
}

/// In `https://a.host/b`, the scheme stands before the colon, and the host follows `//`. A `URL`
/// needs neither of them. `Link` asks for both, and gives the scheme https to a string that begins
/// with `//`.
func urlsTakeAlmostAnything() throws {
    let decoder = JSONDecoder()
    let odd = Data(#"["no idea", "a.host/b"]"#.utf8)
    show(try decoder.decode([URL].self, from: odd))
    // A space becomes `%20`, and both strings are a URL.
    let none = Data(#"[""]"#.utf8)
    // Predict: In this API, an empty string means that there is no image. What does `URL?` make of
    // it?
    attempt(none) { try decoder.decode([URL?].self, from: none) }
    // It is an error. An optional is nil for null and for an absent key, and an empty string is
    // neither. So ask for a `String` first, as `Painting.Image` at the end of `Lesson04.swift`
    // does.

    let links = Data(#"["//a.host/b", "a.host/b"]"#.utf8)
    // Predict: Which of the two strings has a host, for `URL`?
    attempt(links) { try decoder.decode([Link].self, from: links) }
    // Only the first. What follows `//` is a host, and the whole second string is a path. Ask for
    // the scheme too, because `javascript://a.host/b` has a host.
}

// MARK: - What to take away

// | Rule                                                           | Step |
// |----------------------------------------------------------------|------|
// | NaN and infinity need three words, the same ones on both sides | 1, 2 |
// | What a Float or a Double has lost is lost                      | 3    |
// | Decode money as Decimal, keep it as whole cents                | 4    |
// | A Decimal literal goes through a Double                        | 5    |
// | Check the whole string before `Decimal(string:)` reads it      | 6    |
// | "Not valid" for good JSON: look for a number, count levels     | 7    |
// | A lenient type is for the one property that needs it           | 8    |
// | What reads one value writes one value                          | 9    |
// | Data is base64 with its padding                                | 10   |
// | Hexadecimal can pass for base64: set a strategy                | 11   |
// | URL takes almost anything: ask for the scheme and the host     | 12   |
//
// All that this lesson says of Foundation was tried with Swift 6.3 on Linux. On
// Apple's systems, the error of step 7 can name the number in its `underlyingError`. Before iOS 17
// and macOS 14, `URL` refused more strings.
//
// Left out here: two formats in one document (lesson 03, with a type for each), flattening (lesson
// 05), arrays that keep their good elements (lesson 06), what the errors have in common (lesson
// 09).
//
// Now you: open `Exercises/Exercise04.swift`. To have it judged each time you save it:
//
//     swift run workbook watch 04

// MARK: - The finished model

/// A work of the museum. `swift run lesson-04 --decode Lessons/04-FloatsDataURLs/skaters.json`
/// decodes one; a list of them does as well.
struct Painting: Codable {
    let objectNumber: String
    let title: String
    let headerImage: Image?
    let webImage: Image?
    let normalizedColors: [Share]?

    /// An image, whose address the museum writes as an empty string if there is none.
    struct Image: Codable {
        let url: Link?

        enum CodingKeys: CodingKey {
            case url
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let string = try container.decodeIfPresent(String.self, forKey: .url)
            if string == nil || string == "" {
                url = nil
            } else {
                url = try container.decode(Link.self, forKey: .url)
            }
        }
    }

    /// How much of the picture has a color.
    struct Share: Codable {
        let percentage: LenientNumber
        let hex: Color
    }
}

/// A color as the museum writes it: `#D2B48C`.
struct Color: LosslessStringConvertible, Swatch, Equatable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    /// `Int` would take a sign before its digits, so each character is looked at first.
    init?(_ code: String) {
        let digits = code.dropFirst()
        guard
            code.hasPrefix("#"),
            digits.count == 6,
            digits.allSatisfy(\.isHexDigit),
            let number = Int(digits, radix: 16)
        else { return nil }
        red = UInt8(number >> 16)
        green = UInt8(number >> 8 & 255)
        blue = UInt8(number & 255)
    }

    var description: String {
        String(format: "#%02X%02X%02X", Int(red), Int(green), Int(blue))
    }
}

/// In JSON, a color is a string, with or without spaces around it.
extension Color: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let string = try container.decode(String.self)
        guard let color = Color(string.trimmingCharacters(in: .whitespaces)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "A color is # and six hexadecimal digits.")
        }
        self = color
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

// MARK: - Back to JSON

// Each type writes one value, with no object around it.

extension LenientNumber: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Link: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(url)
    }
}
