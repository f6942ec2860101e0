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
        wholeNumbers,
        numbersInStrings,
        oneValueBothWays,
        bytesTravelAsBase64,
        hexadecimalLooksLikeBase64,
        urlsTakeAlmostAnything,
        aColorInAString
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Painting.self, from: document)
    }
}

// MARK: - JSON has no word for infinity

/// A `Double` can be infinite, and it can be NaN ("not a number"), the result of 0 divided by 0.
/// JSON writes a number with digits. Nobody has voted for this beer, so its average is NaN. What
/// happens to it on its way out, and on its way in?
func noWordForInfinity() throws {
    struct Beer: Codable { let rating: Double }
    let unrated = Beer(rating: .nan)
    // Predict: `Beer` cannot read null or "NaN", and 0 would be a bad rating. What is left for the
    // encoder to do?
    attempt { try JSONEncoder().encode(unrated) }
    // It throws: it does not invent a rating. (A `Decimal.nan` is not stopped: it becomes a bare
    // NaN, Swift 6.3 on Linux.)
    let quoted = Data(#"{"rating": "NaN"}"#.utf8)
    let bare = Data(#"{"rating": NaN}"#.utf8)
    // Predict: Both are errors. Which one is a typeMismatch?
    attempt { try JSONDecoder().decode(Beer.self, from: quoted) }
    attempt { try JSONDecoder().decode(Beer.self, from: bare) }
    // `quoted` is good JSON: a string, where a number belongs. `bare` is not JSON at all, so
    // its error has no path (a Mac can add a line and a column). With `attempt(bare) { … }` the
    // workbook names the place (step 6).
}

// MARK: - Agree on three words

/// The encoder and the decoder have one setting each for what JSON cannot write. What can be
/// decoded as a `Double` then?
func agreeOnThreeWords() throws {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    let written = try encoder.encode([4.5, Double.nan])
    show(written)
    show(try decoder.decode([Double].self, from: written))

    let minus = Data(#"["-Infinity"]"#.utf8)
    let small = Data(#"["nan"]"#.utf8)
    let digits = Data(#"["1.5"]"#.utf8)
    // Predict: `Double(_:)` makes a number of each of these strings. For which of them does this
    // decoder do the same?
    attempt { try decoder.decode([Double].self, from: minus) }
    attempt { try decoder.decode([Double].self, from: small) }
    attempt { try decoder.decode([Double].self, from: digits) }
    // It does so only for "-Infinity". A string has to be one of the three words, letter for
    // letter, and "1.5" is not one of them. So agree with the server on the words, and set them on
    // both sides. The setting is for `Float` and `Double`, not for `Decimal`.
}

// MARK: - Float, Double or Decimal

/// A `Float` keeps about 7 digits, a `Double` about 15, a `Decimal` 38. Swift prints as few digits
/// as it needs to tell a number from its neighbors of the same type. What does a number lose when
/// it is decoded?
func floatDoubleDecimal() throws {
    let decoder = JSONDecoder()
    let strength = Data("[8.9]".utf8)
    let abv = try decoder.decode([Float].self, from: strength)[0]
    show(abv)
    // Predict: The Float is printed as 8.9. Why is a Double that is made of it printed differently?
    show(Double(abv))
    // Both types count in halves, quarters, eighths, and so on. No sum of these is 8.9, so the
    // Float is only near it. 8.9 is enough to tell it from other Floats, but the Double needs more
    // digits. Converting does not bring back what decoding has lost.

    let identifier = Data("[9007199254740993]".utf8)
    // Predict: This number has 16 digits. Which keep the last one: Float, Double, Decimal, Int?
    show(try decoder.decode([Float].self, from: identifier))
    show(try decoder.decode([Double].self, from: identifier))
    show(try decoder.decode([Decimal].self, from: identifier))
    show(try decoder.decode([Int].self, from: identifier))
    // `Decimal` and `Int` keep it. A Double of this size counts in steps of 2. Nothing is thrown.
}

// MARK: - Money is not a Double

/// A shop sends a price in euros, and the program calculates in whole cents. Here are two ways
/// from one to the other. Where is a cent lost, and why?
func moneyIsNotADouble() throws {
    struct Careless: Decodable { let price: Double }
    struct Careful: Decodable { let price: Decimal }
    let document = Data(#"{"price": 19.99}"#.utf8)
    let careless = try JSONDecoder().decode(Careless.self, from: document)
    // Predict: This Double is only near 19.99, as in step 3. `Int(careless.price * 100)` cuts the
    // fraction off. Which two results are possible?
    show(Int(careless.price * 100))
    // 1998 or 1999 is possible. The product is a little below 1999, so a cent is lost.
    // A `Decimal` counts in tenths and hundredths, so it has the digits of the document. Its
    // description, `"\(price * 100)"`, has all of them. `Int` reads a string of digits, with or
    // without a sign:
    let careful = try JSONDecoder().decode(Careful.self, from: document)
    show(Int("\(careful.price * 100)"))

    let fuel = Data(#"{"price": 12.345}"#.utf8)
    let perLiter = try JSONDecoder().decode(Careful.self, from: fuel)
    // Predict: The description is `"1234.5"`. What does `Int` make of it: 1234, 1235 or nil?
    show(Int("\(perLiter.price * 100)"))
    // It is nil: the point is no digit. That is better than a rounded number: now your program can
    // say that somebody sent half a cent. On the way back, divide a Decimal:
    show(try JSONEncoder().encode([Decimal(1999) / 100]))
}

// MARK: - A Decimal written in Swift

/// A decoded price is compared with the same price written in Swift, in three ways. Another price
/// arrives as a string. Which of them are exact?
func aDecimalWrittenInSwift() throws {
    let document = Data("[19.99]".utf8)
    let price = try JSONDecoder().decode([Decimal].self, from: document)[0]
    // Predict: A literal with a point becomes a Double first, then a Decimal. Which of these are
    // equal to `price`: `19.99`, `Decimal(string: "19.99")`, `Decimal(1999) / 100`?
    show(price == 19.99)
    show(price == Decimal(string: "19.99"))
    show(price == Decimal(1999) / 100)
    // The last two are. The digits of the literal have gone through a Double, so it is
    // 19.98999999999999488 (Swift 6.3 on Linux).

    let text = "19,99"
    show(Double(text))
    // Predict: `Decimal(string:)` gives nil only if a string does not begin with a number. What
    // does it make of this one?
    show(Decimal(string: text))
    // It is 19: `Decimal(string:)` reads as far as it can, and 99 cents are lost. So look at the
    // characters first, and make a Decimal only of a string that looks like a price:
    show(text.wholeMatch(of: /[0-9]+\.[0-9]{2}/) != nil)
    show("19.99".wholeMatch(of: /[0-9]+\.[0-9]{2}/) != nil)
}

// MARK: - The number that is not valid JSON

/// JSONDecoder reads 12, 12.0 and 1.2e1 as the same number, and makes an `Int` of each. What does
/// it say about a number that does not fit?
func wholeNumbers() throws {
    struct Beer: Decodable { let bottleSizes: [Int]? }
    let beer = Data(#"{"bottleSizes": [12.0, 15.9]}"#.utf8)
    let decoder = JSONDecoder()
    // Predict: The document is good JSON. Which of its two numbers is refused?
    attempt { try decoder.decode(Beer.self, from: beer) }
    // The 15.9 is refused: it is not whole. The decoder does not say so, nor where (Swift 6.3 on
    // Linux). With the bytes, `attempt` decodes once more, and listens where it goes wrong:
    attempt(beer) { try decoder.decode(Beer.self, from: beer) }
    // 300 is whole, and too large for a `UInt8`. The decoder says the same of it:
    attempt { try decoder.decode([UInt8].self, from: Data("[300]".utf8)) }
    // It says so of 1e400 in a `Double`, too. If good JSON is "not valid", compare its numbers with
    // the types, and count its levels: 512 is the most.
}

// MARK: - Numbers in strings

struct LenientNumber: Decodable {
    let value: Double
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            value = try container.decode(Double.self)
        } catch DecodingError.typeMismatch {
            let text = try container.decode(String.self)
            guard let number = Double(text), number.isFinite else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "not a number")
            }
            value = number
        }
    }
}

/// Some APIs send 8.9 today and "8.9" tomorrow. A single-value container is one value without a
/// key. After a typeMismatch, this type asks the same
/// container for a string.
func numbersInStrings() throws {
    let no = Data("[false]".utf8), empty = Data(#"[""]"#.utf8)
    // Predict: false is no number. Which line of the type throws for it?
    attempt { try JSONDecoder().decode([LenientNumber].self, from: no) }
    attempt { try JSONDecoder().decode([LenientNumber].self, from: empty) }
    // The second `decode` throws, so the error names String only, though a number is allowed too.
    // For "", the `guard` throws. But the type also takes strings that nobody means as a number. So
    // give it only to the property that needs it:
    let odd = Data(#"[8.9, "4.9", "0x10"]"#.utf8)
    show(try JSONDecoder().decode([LenientNumber].self, from: odd).map(\.value))
}

// MARK: - One value, both ways

/// Some APIs send 0 and 1 for false and true. `Bool` does not take numbers, so this type does, and
/// the compiler writes its `encode(to:)`. Is the document the same when it comes back?
func oneValueBothWays() throws {
    struct Hasty: Codable {
        let value: Bool
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            value = try container.decode(Int.self) == 1
        }
    }
    let onTap = Data("[0, 1, 2]".utf8)
    let hasty = try JSONDecoder().decode([Hasty].self, from: onTap)
    // Predict: In which shape is each value written?
    show(try JSONEncoder().encode(hasty))
    // Each value is in an object: the `encode(to:)` of the compiler has a key for each property.
    // And 0 and 1 came out as false and true, and the 2 is false now: nobody knows what it meant. A
    // type that reads one value has to write one value. `ZeroOrOne`, at the end of
    // `Lesson04.swift`, does so:
    //
    //     func encode(to encoder: any Encoder) throws {
    //         var container = encoder.singleValueContainer()
    //         try container.encode(value ? 1 : 0)
    //     }
    let good = Data("[0, 1]".utf8)
    let strict = try JSONDecoder().decode([ZeroOrOne].self, from: good)
    show(try JSONEncoder().encode(strict))
    attempt { try JSONDecoder().decode([ZeroOrOne].self, from: onTap) }
}

// MARK: - Bytes travel as base64

/// In JSON, bytes are a string. In base64, four characters stand for three bytes. The characters
/// are letters, digits, `+` and `/`, with `=` to fill the last four. Base64url is a variant for
/// addresses.
func bytesTravelAsBase64() throws {
    struct Photo: Decodable { let thumbnail: Data }
    let padded = Data(#"{"thumbnail": "/9j/4A=="}"#.utf8)
    show(try JSONDecoder().decode(Photo.self, from: padded))
    let bare = Data(#"{"thumbnail": "_9j_4A"}"#.utf8)
    // Predict: The same four bytes in base64url. Which two things does `Data` not accept?
    attempt { try JSONDecoder().decode(Photo.self, from: bare) }
    // It refuses the `_`, and the missing `==`. It refuses spaces and line breaks too, but it
    // accepts more `=` than there should be (Swift 6.3 on Linux). Put back what base64 has:
    func bytes(ofBase64URL text: String) -> Data? {
        var base64 = text.replacing("-", with: "+")
        base64.replace("_", with: "/")
        while !base64.count.isMultiple(of: 4) { base64 += "=" }
        return Data(base64Encoded: base64)
    }
    show(bytes(ofBase64URL: "_9j_4A"))
    // For one property, keep the string private and compute the bytes. Code that uses `thumbnail`
    // stays as it is:
    //
    //     private let text: String  // in CodingKeys: case text = "thumbnail"
    //     var thumbnail: Data? { bytes(ofBase64URL: text) }
}

// MARK: - Hexadecimal looks like base64

/// Other APIs write bytes in hexadecimal, two digits for a byte. The digits, 0 to 9 and a to f, are
/// characters of base64 as well. Here are four bytes and three bytes.
func hexadecimalLooksLikeBase64() throws {
    let four = Data(#"["ffd8ffe0"]"#.utf8)
    let three = Data(#"["ffd8ff"]"#.utf8)
    // Predict: `Data` expects base64, four characters for three bytes. Which of the two does it
    // take?
    attempt { try JSONDecoder().decode([Data].self, from: four) }
    attempt { try JSONDecoder().decode([Data].self, from: three) }
    // Eight characters are good base64, so there are six bytes, all wrong, and no error. Six
    // characters are not a multiple of four. A strategy says what the strings are:
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        if let data = Data(hexadecimal: text) { return data }
        throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "not hexadecimal: \(text)")
    }
    show(try decoder.decode([Data].self, from: four))
    // The strategy applies to every `Data` this decoder reads, not only to one property. The
    // encoder has a strategy too. `Data(hexadecimal:)` is at the end of `Lesson04.swift`.
}

// MARK: - A URL takes almost anything

struct Link: Decodable {
    let url: URL?
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        url = URL(string: text.hasPrefix("//") ? "https:\(text)" : text)
        let isWeb = ["http", "https"].contains(url?.scheme?.lowercased())
        if text.isEmpty || isWeb && !(url?.host() ?? "").isEmpty { return }
        throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "not a link: \(text)")
    }
}

/// What is a URL? In `https://a.host/b`, `:` ends the scheme, `//` begins the host.
func urlsTakeAlmostAnything() throws {
    let odd = Data(#"["a.host/b", "no idea"]"#.utf8)
    let two = Data(#"["", "//a.host/b"]"#.utf8)
    show(try JSONDecoder().decode([URL].self, from: odd))
    // Predict: Why does `Link` find no host in the two strings of `odd`?
    attempt { try JSONDecoder().decode([Link].self, from: odd) }
    // Neither has `//`, so all of the string is a path. (`Link` asks for the scheme too, as
    // `javascript://a.host/b` has a host.)
    //
    // Predict: "" means: no image. It is no URL. What does `URL?` make of it?
    attempt { try JSONDecoder().decode([URL?].self, from: two) }
    show(try JSONDecoder().decode([Link].self, from: two).map(\.url))
    // It throws: `URL?` is nil for null and for an absent key. `Link` reads "" as nil.
}

// MARK: - A color in a string

/// A museum sends colors as strings, some with a space before them. This type reads the digits of a
/// color as one number. Is a color always that color?
func aColorInAString() throws {
    struct Hasty: Decodable {
        let number: Int
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let code = try container.decode(String.self)
            number = Int(code.dropFirst(), radix: 16) ?? 0
        }
    }
    let codes = Data(##"["#D2B48C", " #696969", "#FFF", "#+9C7A3"]"##.utf8)
    let hasty = try JSONDecoder().decode([Hasty].self, from: codes)
    // Predict: `Int(_:radix:)` takes digits and a sign before them, and gives nil for anything
    // else. Which of the four becomes black, the number 0?
    show(hasty.map { String($0.number, radix: 16) })
    // The second lost its space and kept its `#`, so it is nil and then 0. White has become a blue,
    // and a sign is read as part of a color. Only the first is right, and nothing is thrown.
    // `Color`, at the end of `Lesson04.swift`, removes the spaces first, and throws if this gives
    // nil:
    //
    //     guard code.hasPrefix("#"), digits.count == 6,
    //         digits.allSatisfy(\.isHexDigit), let number = Int(digits, radix: 16)
    //     else { return nil }
    let museum = Data(##"[" #696969", " #f5f5dc"]"##.utf8)
    show(try JSONDecoder().decode([Color].self, from: museum))
    attempt(codes) { try JSONDecoder().decode([Color].self, from: codes) }
}

// MARK: - What to take away

// | Rule                                                           | Step |
// |----------------------------------------------------------------|------|
// | NaN and infinity need three words, the same ones on both sides | 1, 2 |
// | What a Float or a Double has lost is lost                      | 3    |
// | Decode money as Decimal, keep it as whole cents                | 4    |
// | Make a Decimal of a checked string or of cents, not a literal  | 5    |
// | "Not valid JSON", and it is: look for a number, count levels   | 6    |
// | A lenient type is for the one property that needs it           | 7    |
// | What reads one value writes one value                          | 8    |
// | Data is base64 with its padding; or set a strategy             | 9    |
// | Hexadecimal as base64 can be wrong without an error            | 10   |
// | URL takes almost anything: ask for the scheme and the host     | 11   |
// | Refuse junk with an error; a default value hides it            | 12   |
//
// Step 6 is about Swift 6.3 on Linux. On Apple's systems, the error's `underlyingError` can name
// the number. Before iOS 17 and macOS 14, `URL` refused more strings.
//
// Left out here: two formats in one document (lesson 03, with a type for each), flattening (lesson
// 05), arrays that keep their good elements (lesson 06), what the errors have in common (lesson
// 09).
//
// Now you: open `Exercises/Exercise04.swift`. To judge it:
//
//     swift run workbook check 04

// MARK: - The finished model

/// A work of the museum. `swift run lesson-04 --decode Lessons/04-FloatsDataURLs/skaters.json`
/// decodes one; a list of them does as well.
struct Painting: Codable {
    let objectNumber: String
    let title: String
    let headerImage: Image?
    let webImage: Image?
    let normalizedColors: [Share]?

    struct Image: Codable {
        let url: Link?
    }

    /// How much of the picture has a color.
    struct Share: Codable {
        let percentage: LenientNumber
        let hex: Color
    }
}

/// A color as the museum writes it: `#D2B48C`.
struct Color: LosslessStringConvertible, Swatch, Equatable {
    let red, green, blue: UInt8

    /// `Int` would take a sign before its digits, so each character is looked at first.
    init?(_ code: String) {
        let digits = code.dropFirst()
        guard code.hasPrefix("#"), digits.count == 6,
            digits.allSatisfy(\.isHexDigit), let number = Int(digits, radix: 16)
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
        let text = try container.decode(String.self)
        guard let color = Color(text.trimmingCharacters(in: .whitespaces)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a color: \(text)")
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
        try container.encode(url?.absoluteString ?? "")
    }
}

// MARK: - Helpers

/// A boolean that an API sends as 0 or 1. Another number is an error, with its path.
struct ZeroOrOne: Codable {
    let value: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        switch try container.decode(Int.self) {
        case 0: value = false
        case 1: value = true
        case let number:
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not 0 or 1: \(number)")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value ? 1 : 0)
    }
}

extension Data {
    /// The bytes of a string of hexadecimal digits, two for each byte. Nil for another string.
    init?(hexadecimal text: String) {
        guard text.count.isMultiple(of: 2), text.allSatisfy(\.isHexDigit) else { return nil }
        var bytes: [UInt8] = []
        var rest = text[...]
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        self.init(bytes)
    }
}
