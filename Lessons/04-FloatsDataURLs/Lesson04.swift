import Foundation
import Walkthrough

@main
struct Lesson04: Lesson {
    static let title = "Floats, data and URLs"
    static let steps = Steps(
        noWordForInfinity,
        agreeOnThreeWords,
        floatDoubleDecimal,
        moneyIsNoDouble,
        wholeNumbers,
        numbersInTexts,
        bytesTravelAsBase64,
        urlsTakeAlmostAnything,
        aColorInAText
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Painting.self, from: document)
    }
}

// MARK: - JSON has no word for infinity

/// A `Double` can be infinite, and it can be NaN: the result of 0 divided by 0. JSON writes numbers
/// with digits and has no sign for either. So the encoder refuses them, and a server that needs
/// them sends a text, which is no number for the decoder.
///
/// - Teacher: Ask where a NaN comes from: an average of nothing, a sensor that is not there.
func noWordForInfinity() throws {
    struct Beer: Codable { let rating: Double }
    // Nobody has voted yet, so the average is 0 divided by 0.
    let unrated = Beer(rating: .nan)
    // Predict: What is written for the rating?
    attempt { try JSONEncoder().encode(unrated) }

    let text = Data(#"{"rating": "NaN"}"#.utf8)
    attempt(text) { try JSONDecoder().decode(Beer.self, from: text) }

    let bare = Data(#"{"rating": NaN}"#.utf8)
    // Predict: The same without quotation marks. Which error is it now?
    attempt(bare) { try JSONDecoder().decode(Beer.self, from: bare) }
}

// MARK: - Agree on three words

/// One setting on each side says which texts stand for infinity, minus infinity and NaN. Both sides
/// need the same three words: they are compared letter by letter. Every other text is still an
/// error, also one that holds a number. The setting is for `Float` and `Double`, and not for
/// `Decimal`.
///
/// - Teacher: Demo: encode a `Decimal.nan`. It is written as NaN without quotation marks, which is
/// no JSON, and no setting stops it (Swift 6.3).
func agreeOnThreeWords() throws {
    struct Beer: Codable { let rating: Double }
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")

    let written = try encoder.encode(Beer(rating: .nan))
    show(written)
    show(try decoder.decode(Beer.self, from: written))
    let lowercase = Data(#"{"rating": "nan"}"#.utf8)
    // Predict: Now it takes a text for a number. Does it take this one?
    attempt(lowercase) { try decoder.decode(Beer.self, from: lowercase) }
    let digits = Data(#"{"rating": "1.5"}"#.utf8)
    // Predict: And this one?
    attempt(digits) { try decoder.decode(Beer.self, from: digits) }
}

// MARK: - Float, Double or Decimal

/// A `Float` keeps about 7 digits, a `Double` 15, a `Decimal` 38. The first two count in halves,
/// quarters, eighths, so that most decimal fractions are only nearly what the document says. What
/// is lost in decoding stays lost, whatever you convert to later.
///
/// - Teacher: 9007199254740993 is 2 to the power of 53, plus 1. Ask why some APIs send long ids as
/// texts.
func floatDoubleDecimal() throws {
    let decoder = JSONDecoder()
    let strength = Data("[8.9]".utf8)
    let abv = try decoder.decode([Float].self, from: strength)[0]
    show(abv)
    // Predict: The Float goes into a Double, which is more exact. Still 8.9?
    show(Double(abv))
    show(try decoder.decode([Double].self, from: strength))
    show(try decoder.decode([Decimal].self, from: strength))

    let identifier = Data("[9007199254740993]".utf8)
    // Predict: Which of these four has the number of the document?
    show(try decoder.decode([Float].self, from: identifier))
    show(try decoder.decode([Double].self, from: identifier))
    show(try decoder.decode([Decimal].self, from: identifier))
    show(try decoder.decode([Int].self, from: identifier))
}

// MARK: - Money is no Double

/// Decode money as `Decimal`, which keeps each digit, and calculate in whole cents. Written out, a
/// `Decimal` has all its digits, and `Int` takes such a text whole or not at all. Rounding would
/// hide that somebody sent half a cent.
///
/// A `Decimal` that you write in Swift may not be exact: its digits go through a `Double` first.
/// Make it from a text, or from cents.
///
/// - Teacher: Demo: write 12.345 into the document. No rounding, no cents: nil.
func moneyIsNoDouble() throws {
    struct Careless: Decodable { let price: Double }
    struct Beer: Codable { let price: Decimal }
    let document = Data(#"{"price": 19.99}"#.utf8)
    let careless = try JSONDecoder().decode(Careless.self, from: document)
    // Predict: How many cents are that?
    show(Int(careless.price * 100))

    let beer = try JSONDecoder().decode(Beer.self, from: document)
    show(Int("\(beer.price * 100)"))

    // Predict: Two Decimals, one decoded and one written in Swift. Equal?
    show(beer.price == 19.99)
    show(19.99 as Decimal)
    show(beer.price == Decimal(string: "19.99"))

    let cents = 1999
    show(try JSONEncoder().encode(Beer(price: Decimal(cents) / 100)))
}

// MARK: - The number that is not valid JSON

/// For JSON, 12, 12.0 and 1.2e1 are one number, and `Int` takes all three. A fraction it cannot
/// take, nor a number that is too large for it. And then the decoder says the strangest thing: the
/// data is not valid JSON, at no path at all. An optional does not help.
///
/// When you meet that message, ask `JSONSerialization`. If it reads the document, look for a
/// number.
///
/// - Teacher: The marker below comes from the workbook, not from the decoder. Let them search
/// without it.
func wholeNumbers() throws {
    let same = Data("[12, 12.0, 1.2e1]".utf8)
    show(try JSONDecoder().decode([Int].self, from: same))
    struct Beer: Decodable { let name: String, bottleSizes: [Int]? }
    let endeavor = Data(
        #"{"name": "Endeavor", "bottleSizes": [12, 15.9]}"#.utf8)
    do {
        _ = try JSONDecoder().decode(Beer.self, from: endeavor)
    } catch DecodingError.dataCorrupted(let context) {
        // Predict: How many keys has the path to the bad number?
        show(context.codingPath.count)
        show(context.debugDescription)
    }
    show((try? JSONSerialization.jsonObject(with: endeavor)) != nil)
    attempt(endeavor) { try JSONDecoder().decode(Beer.self, from: endeavor) }

    struct Exact: Decodable { let name: String, bottleSizes: [Double]? }
    show(try JSONDecoder().decode(Exact.self, from: endeavor))
}

// MARK: - Numbers in texts

struct LenientNumber: Codable {
    let value: Double

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            value = try container.decode(Double.self)
        } catch DecodingError.typeMismatch {
            let text = try container.decode(String.self)
            guard let number = Double(text), number.isFinite else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "no number: \(text)")
            }
            value = number
        }
    }
}

/// Some APIs send 8.9 today and "8.9" tomorrow. A small type takes both; it asks for a text only
/// after a typeMismatch. Give it to the one property that needs it: it takes more than you think,
/// and you no longer hear when an API changes. At the end of `Lesson04.swift` it learns to write a
/// number, and `ZeroOrOne` stands there, for booleans that are sent as 0 and 1.
func numbersInTexts() throws {
    let both = Data(#"[8.9, "4.9"]"#.utf8)
    let numbers = try JSONDecoder().decode([LenientNumber].self, from: both)
    show(try JSONEncoder().encode(numbers))
    let odd = Data(#"["0x10", "strong"]"#.utf8)
    // Predict: One of these is a number for it. Which, and which number?
    attempt(odd) { try JSONDecoder().decode([LenientNumber].self, from: odd) }
}

// MARK: - Bytes travel as base64

/// In JSON, `Data` is a text in base64, with `=` at its end up to a multiple of 4. Base64url has
/// `-` and `_` in place of `+` and `/`, and often no `=`: the decoder refuses it.
/// `Data(base64URL:)`, at the end of `Lesson04.swift`, reads it. Digits in hexadecimal are base64
/// by accident: no error, other bytes.
///
/// A strategy says what the texts are, for each `Data` of a decoder. The encoder has one too.
///
/// - Teacher: Ask what to do when one document has both forms: a type for each, as with dates in
/// lesson 03.
func bytesTravelAsBase64() throws {
    struct Photo: Codable { let thumbnail: Data }
    let padded = Data(#"{"thumbnail": "/9j/4A=="}"#.utf8)
    show(try JSONDecoder().decode(Photo.self, from: padded))
    let bare = Data(#"{"thumbnail": "_9j_4A"}"#.utf8)
    attempt(bare) { try JSONDecoder().decode(Photo.self, from: bare) }
    show(Data(base64URL: "_9j_4A"))
    let digits = Data(#"{"thumbnail": "ffd8ffe0"}"#.utf8)
    // Predict: The same four bytes, in hexadecimal. Is it an error?
    show(try JSONDecoder().decode(Photo.self, from: digits))
    let decoder = JSONDecoder()
    decoder.dataDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        if let data = Data(hexadecimal: text) { return data }
        throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "not hexadecimal: \(text)")
    }
    show(try decoder.decode(Photo.self, from: digits))
}

// MARK: - A URL takes almost anything

struct Link: Codable {
    let url: URL?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        var parts = URLComponents(string: text)
        if parts?.scheme == nil { parts?.scheme = "https" }
        url = text.isEmpty ? nil : parts?.url
        guard text.isEmpty || url?.host()?.isEmpty == false else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "no link: \(text)")
        }
    }
}

/// `URL` refuses the empty text, also where it is optional, and takes almost anything else. A type
/// of your own says what your API means: empty is no link, no scheme is https, no host is an error.
func urlsTakeAlmostAnything() throws {
    let addresses = Data(#"["//api.somehost.com/a b.jpg", "no idea"]"#.utf8)
    show(try JSONDecoder().decode([URL].self, from: addresses))
    attempt { try JSONDecoder().decode([Link].self, from: addresses) }
    let some = Data(#"["", "//api.somehost.com/a.jpg"]"#.utf8)
    // Predict: Optional URLs, and an empty text. nil, or an error?
    attempt { try JSONDecoder().decode([URL?].self, from: some) }
    let links = try JSONDecoder().decode([Link].self, from: some)
    show(try JSONEncoder().encode(links))
}

// MARK: - A color in a text

extension Color: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let code = text.trimmingCharacters(in: .whitespaces)
        guard let color = Color(code) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "no color: \(text)")
        }
        self = color
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A museum sends colors as texts, some with a blank before them. A type around one value has a
/// single-value container, both ways; without `encode(to:)`, a color would become an object of
/// three numbers. `Color(_:)`, at the end of `Lesson04.swift`, is as strict about junk as this is
/// kind about blanks.
///
/// - Teacher: Ask why the blank is not written again. `Color` is a `Swatch` of the workbook: a
/// terminal shows it.
func aColorInAText() throws {
    let codes = Data(##"["#D2B48C", " #696969", " #f5f5dc"]"##.utf8)
    let colors = attempt { try JSONDecoder().decode([Color].self, from: codes) }
    show(try JSONEncoder().encode(colors))
    let junk = Data(##"["#D2B48C", "#+9C7A3"]"##.utf8)
    // Predict: Int takes +9C7A3 for a number in hexadecimal. And Color?
    attempt(junk) { try JSONDecoder().decode([Color].self, from: junk) }
}

// MARK: - What to take away

// | Rule                                                       | Step |
// |------------------------------------------------------------|------|
// | NaN and infinity need three words, one set for both sides  | 1, 2 |
// | What a Float or a Double has lost stays lost               | 3    |
// | Money is a Decimal in JSON and whole cents in Swift        | 4    |
// | "Not valid JSON" without a path: look for a number         | 5    |
// | A lenient type is for one property, after a typeMismatch   | 6    |
// | Data is base64 with its padding; else set a strategy       | 7    |
// | URL takes almost anything: say yourself what a link is     | 8    |
// | One value, one single-value container, both ways           | 6, 9 |
// | Take a text apart at the border; refuse junk with its path | 9    |
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
        guard code.hasPrefix("#"), digits.count == 6, digits.allSatisfy(\.isHexDigit),
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

// MARK: - Back to JSON

// Each type writes what it read: a number, a text, and no object around it.

extension LenientNumber {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

extension Link {
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
                in: container, debugDescription: "neither 0 nor 1: \(number)")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value ? 1 : 0)
    }
}

extension Data {
    /// The bytes that a text in base64url stands for, with or without padding; nil for another
    /// text.
    init?(base64URL text: String) {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        let missing = (4 - standard.count % 4) % 4
        self.init(base64Encoded: standard + String(repeating: "=", count: missing))
    }

    /// The bytes that hexadecimal digits stand for, two a byte; nil for another text.
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
