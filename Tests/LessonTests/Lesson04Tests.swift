import DecodingExplainer
import Foundation
import Testing

@testable import Lesson04

@Suite("Lesson 04 · Floats, data and URLs")
struct Lesson04Tests {
    /// One value under a key, so that an error has a path.
    struct Box<Value: Codable>: Codable {
        let value: Value
    }

    private func read<Value: Codable>(
        _ type: Value.Type, _ text: String, with decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(Box<Value>.self, from: Data(#"{"value":\#(text)}"#.utf8)).value
    }

    private func written(
        _ value: some Codable, with encoder: JSONEncoder = JSONEncoder()
    ) throws -> String {
        String(decoding: try encoder.encode([value]), as: UTF8.self)
    }

    /// The case and the path of the error of an attempt; nil where it succeeds.
    private func refusal(of attempt: () throws -> some Any) -> Refusal? {
        failure(of: attempt).map { Refusal($0.kind, at: $0.codingPath.description) }
    }

    struct Refusal: Equatable {
        let kind: Explanation.Kind
        let path: String

        init(_ kind: Explanation.Kind, at path: String) {
            self.kind = kind
            self.path = path
        }
    }

    /// A decoder and an encoder with the lesson's three words.
    private var withWords: (decoder: JSONDecoder, encoder: JSONEncoder) {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        return (decoder, encoder)
    }

    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        try await checkPages(of: Lesson04.self)
    }

    // MARK: - Steps 1 and 2

    @Test("Infinity fares no better than NaN, for Float and Double", arguments: [1.0, -1.0])
    func infinity(sign: Double) {
        #expect(refusal { try written(sign * .infinity) } == Refusal(.invalidValue, at: "[0]"))
        #expect(
            refusal { try written(Float(sign) * .infinity) } == Refusal(.invalidValue, at: "[0]"))
        #expect(refusal { try read(Double.self, "Infinity") } == Refusal(.dataCorrupted, at: ""))
    }

    @Test("0 is the only stand-in for NaN that a Double can read")
    func standIns() throws {
        #expect(try read(Double.self, "0") == 0)
        #expect(refusal { try read(Double.self, "null") } == Refusal(.valueNotFound, at: "value"))
        #expect(
            refusal { try read(Double.self, #""NaN""#) } == Refusal(.typeMismatch, at: "value"))
    }

    @Test("Double(_:) makes a number of each string that the page of the three words asks about")
    func stringsOfTheThreeWords() {
        #expect(Double("-Infinity") == -.infinity)
        #expect(Double("nan")?.isNaN == true)
        #expect(Double("1.5") == 1.5)
    }

    @Test("The three words go both ways, and only they")
    func threeWords() throws {
        let (decoder, encoder) = withWords
        #expect(try read(Double.self, #""Infinity""#, with: decoder) == .infinity)
        #expect(try read(Float.self, #""-Infinity""#, with: decoder) == -.infinity)
        #expect(try read(Double.self, #""NaN""#, with: decoder).isNaN)
        #expect(try written(-Double.infinity, with: encoder) == #"["-Infinity"]"#)
        #expect(try written(1.5, with: encoder) == "[1.5]", "Numbers are numbers still")
        for text in ["nan", "infinity", "1.5", " NaN"] {
            let refused = refusal { try read(Double.self, "\"\(text)\"", with: decoder) }
            #expect(refused == Refusal(.typeMismatch, at: "value"))
        }
    }

    @Test(
        "The setting does nothing for Decimal, whose NaN is written as something that is not JSON",
        .swift63OnLinux)
    func decimalNaN() throws {
        let (decoder, encoder) = withWords
        let refused = refusal { try read(Decimal.self, #""NaN""#, with: decoder) }
        #expect(refused == Refusal(.typeMismatch, at: "value"))
        let document = try encoder.encode([Decimal.nan])
        #expect(throws: (any Error).self) { try JSONSerialization.jsonObject(with: document) }
        #expect(try JSONEncoder().encode([Decimal.nan]) == Data("[NaN]".utf8))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Decimal].self, from: document)
        }
    }

    // MARK: - Steps 3 to 6

    @Test("What a Float has lost, no other type brings back")
    func lostStaysLost() throws {
        let strength = try read(Float.self, "8.9")
        #expect(Double(strength) != 8.9)
        #expect(Float(Double(strength)) == strength)
        #expect(try read(Double.self, "8.9") == 8.9)
        let identifier = try read(Double.self, "9007199254740993")
        #expect(identifier.ulp == 2, "A Double of this size counts in steps of 2")
        #expect(Decimal(identifier) == 9_007_199_254_740_992)
    }

    @Test("A Decimal keeps every digit of the document, up to 38")
    func decimalIsExact() throws {
        for text in ["8.9", "19.99", "3.133", "0.07", "12345678901234567890.123456789012345678"] {
            let decoded = try read(Decimal.self, text)
            #expect("\(decoded)" == text)
        }
    }

    @Test("Rounding repairs 19.99, and hides half a cent")
    func rounding() throws {
        #expect((try read(Double.self, "19.99") * 100).rounded() == 1999)
        #expect((try read(Double.self, "1.849") * 100).rounded() == 185)
    }

    @Test("A Decimal literal has the digits of a Double", .swift63OnLinux)
    func literal() {
        #expect("\(19.99 as Decimal)" == "19.98999999999999488")
    }

    @Test("Decimal takes what it can from the start of a string, a sign included; Double does not")
    func strings() {
        for text in ["-", "-abc", "--5", "e5"] {
            #expect(Decimal(string: text) == 0)
            #expect(Double(text) == nil)
        }
        #expect(Decimal(string: "12abc") == 12)
        #expect(Double("12abc") == nil)
        #expect(Decimal(string: "1e999") == nil)
    }

    @Test("Int reads digits with or without a sign, and nothing else")
    func digits() {
        #expect(["-3", "+36", "36 ", "184.9"].map { Int($0) } == [-3, 36, nil, nil])
    }

    @Test("NSDecimalNumber hides the fraction of a number of 17 digits", .swift63OnLinux)
    func wholeNumbersOfNSDecimalNumber() throws {
        let cents = try #require(Decimal(string: "92233720368547758.075"))
        #expect(Int(exactly: NSDecimalNumber(decimal: cents)) == 92_233_720_368_547_758)
        #expect(Int(cents.description) == nil)
        let price = try #require(Decimal(string: "184.9"))
        #expect(Int(exactly: NSDecimalNumber(decimal: price)) == nil)
        #expect(Int(exactly: NSDecimalNumber(decimal: 1999)) == 1999)
    }

    @Test("Written out, a Decimal gives Int whole cents or nothing")
    func wholeCents() throws {
        #expect(
            Int((try read(Decimal.self, "90071992547409.93") * 100).description)
                == 9_007_199_254_740_993)
        #expect(Int((try read(Decimal.self, "120") * 100).description) == 12_000)
        #expect(Int((try read(Decimal.self, "12.345") * 100).description) == nil)
        #expect(Int((try read(Decimal.self, "1e30") * 100).description) == nil)
        for cents in [7, 100, 1999, 9_007_199_254_740_993] {
            let euros = try written(Decimal(cents) / 100)
            let back = try JSONDecoder().decode([Decimal].self, from: Data(euros.utf8))
            #expect(back.map { Int(($0 * 100).description) } == [cents])
        }
    }

    // MARK: - Steps 7, 8 and 9

    @Test("Int takes a whole number however it is written")
    func wholeNumbers() throws {
        for text in ["12", "12.0", "1.2e1", "120e-1"] {
            #expect(try read(Int.self, text) == 12)
        }
        #expect(try read(Int.self, "9007199254740993") == 9_007_199_254_740_993)
    }

    @Test("A number that does not fit its type is an error without a path", .swift63OnLinux)
    func numbersThatDoNotFit() throws {
        for text in ["1.5", "9223372036854775808", "1e19"] {
            #expect(refusal { try read(Int.self, text) } == Refusal(.dataCorrupted, at: ""))
            #expect(refusal { try read(Int?.self, text) } == Refusal(.dataCorrupted, at: ""))
            let document = Data(#"{"value":\#(text)}"#.utf8)
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: document) }
        }
        #expect(refusal { try read(UInt8.self, "300") } == Refusal(.dataCorrupted, at: ""))
        #expect(refusal { try read(UInt8.self, "-1") } == Refusal(.dataCorrupted, at: ""))
        #expect(refusal { try read(Double.self, "1e400") } == Refusal(.dataCorrupted, at: ""))
    }

    @Test("Good JSON of more than 512 levels is called not valid too", .swift63OnLinux)
    func levels() throws {
        struct Levels: Decodable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                if !list.isAtEnd { _ = try list.decode(Levels.self) }
            }
        }
        func document(_ levels: Int) -> Data {
            Data(
                (String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8
            )
        }
        #expect(throws: Never.self) { try JSONDecoder().decode(Levels.self, from: document(512)) }
        #expect(
            refusal { try JSONDecoder().decode(Levels.self, from: document(513)) }
                == Refusal(.dataCorrupted, at: ""))
    }

    @Test(
        "A number in a string is not a number, and 0 and 1 are not booleans, without a type for it")
    func strictByDefault() {
        let mismatch = Refusal(.typeMismatch, at: "value")
        #expect(refusal { try read(Double.self, #""8.9""#) } == mismatch)
        #expect(refusal { try read(Bool.self, "1") } == mismatch)
        #expect(refusal { try read(Bool.self, "0") } == mismatch)
        #expect(refusal { try read(Int.self, "true") } == mismatch)
    }

    @Test("The lenient number asks for a string after a typeMismatch and in no other case")
    func lenientNumber() throws {
        #expect(
            refusal { try read(LenientNumber.self, "null") }
                == Refusal(.valueNotFound, at: "value"))
        #expect(refusal { try read(LenientNumber.self, "1e400") }?.kind == .dataCorrupted)
        #expect(
            refusal { try read(LenientNumber.self, "true") } == Refusal(.typeMismatch, at: "value")
        )
        for text in ["", "nan", "inf", "8,9", "8.9 "] {
            let refused = refusal { try read(LenientNumber.self, "\"\(text)\"") }
            #expect(refused == Refusal(.dataCorrupted, at: "value"))
        }
    }

    @Test("A lenient number is written as a number")
    func lenientNumberOut() throws {
        #expect(try written(read(LenientNumber.self, #""8.9""#)) == "[8.9]")
    }

    // MARK: - Steps 10 and 11

    @Test("Base64 needs its padding and its own signs, and no space or line break")
    func base64IsStrict() throws {
        #expect(try read(Data.self, #""SGk=""#) == Data("Hi".utf8))
        for text in ["SGk", "SGk =", "SGk=\\n", "-_8=", "_9j/4A==", "!"] {
            let refused = refusal { try read(Data.self, "\"\(text)\"") }
            #expect(refused == Refusal(.dataCorrupted, at: "value"))
        }
        #expect(
            refusal { try read(Data?.self, #""SGk""#) } == Refusal(.dataCorrupted, at: "value"))
    }

    @Test("A computed property over a private string shows callers bytes, and keeps the document")
    func bytesOverAString() throws {
        struct Photo: Codable {
            private let text: String
            var thumbnail: Data? { Data(base64Encoded: text.replacing("_", with: "/") + "==") }
            enum CodingKeys: String, CodingKey { case text = "thumbnail" }
        }
        let document = Data(#"{"thumbnail":"_9j_4A"}"#.utf8)
        let photo = try JSONDecoder().decode(Photo.self, from: document)
        #expect(photo.thumbnail == Data([0xFF, 0xD8, 0xFF, 0xE0]))
        #expect(try JSONEncoder().encode(photo) == document)
    }

    @Test("Hexadecimal is read without a sign")
    func hexadecimal() {
        #expect(Data(hexadecimal: "fFd8") == Data([0xFF, 0xD8]))
        #expect(Data(hexadecimal: "+f") == nil, "UInt8 would take it")
        #expect(Data(hexadecimal: "ffd") == nil)
    }

    // MARK: - Step 12

    @Test("URL refuses the empty string, also where it is optional, and takes almost anything else")
    func urlIsNoJudge() throws {
        let corrupted = Refusal(.dataCorrupted, at: "value")
        #expect(refusal { try read(URL.self, #""""#) } == corrupted)
        #expect(refusal { try read(URL?.self, #""""#) } == corrupted)
        #expect(try read(URL?.self, "null") == nil)
        struct Image: Decodable { let url: URL? }
        #expect(try JSONDecoder().decode(Image.self, from: Data("{}".utf8)).url == nil)
        #expect(refusal { try read(URL.self, #""http://[""#) } == corrupted, "A few others")
        for text in ["no idea", "htps://museum.example", "::::", "1234", "  "] {
            #expect(refusal { try read(URL.self, "\"\(text)\"") } == nil)
        }
        let link = try read(URL.self, #""//api.somehost.com/version/someImageName.jpg""#)
        #expect(link.scheme == nil)
        #expect(link.host() == "api.somehost.com")
    }

    @Test("A link: no scheme is https, no host is an error, a scheme stays")
    func links() throws {
        let repaired = try read(Link.self, #""//api.somehost.com/version/someImageName.jpg""#)
        #expect(
            repaired.url.absoluteString == "https://api.somehost.com/version/someImageName.jpg")
        let old = try read(Link.self, #""http://museum.example/a.jpg""#)
        #expect(old.url.absoluteString == "http://museum.example/a.jpg")
        #expect(try written(read(Link.self, #""//a.host""#)) == #"["https:\/\/a.host"]"#)
        #expect(try read(Link.self, #""HTTPS://a.host""#).url.host() == "a.host")
        for text in [
            "", "a.jpg", "/a.jpg", "https://", "https:///a", "https://[oops", "no idea",
            "javascript://a.host/b", "file://a.host/b", "ftp://a.host",
        ] {
            let refused = refusal { try read(Link.self, "\"\(text)\"") }
            #expect(refused == Refusal(.dataCorrupted, at: "value"), "\(text)")
        }
        #expect(URL(string: "javascript://a.host/b")?.host() == "a.host")
    }

    // MARK: - The finished model

    @Test("An image without an address has an empty string, null, or no key")
    func images() throws {
        for text in ["{}", #"{"url":null}"#, #"{"url":""}"#] {
            #expect(try read(Painting.Image.self, text).url == nil)
        }
        let image = try read(Painting.Image.self, #"{"url":"//a.host/b"}"#)
        #expect(image.url?.url.absoluteString == "https://a.host/b")
        let refused = refusal { try read(Painting.Image.self, #"{"url":"no idea"}"#) }
        #expect(refused == Refusal(.dataCorrupted, at: "value.url"))
        #expect(
            refusal { try read(Painting.Image.self, #"{"url":7}"#) }
                == Refusal(.typeMismatch, at: "value.url"))
    }

    @Test("A color is written as one string, without the spaces")
    func colorsAreWritten() throws {
        #expect(try written(read(Color.self, ##"" #f5f5dc""##)) == ##"["#F5F5DC"]"##)
    }

    @Test("A color is six digits after a #, and Int alone would take more")
    func colors() throws {
        let tan = try #require(Color("#D2B48C"))
        #expect([tan.red, tan.green, tan.blue] == [0xD2, 0xB4, 0x8C])
        #expect(Color("#000A0b")?.description == "#000A0B")
        #expect(Int("+9C7A3", radix: 16) != nil)
        for text in [
            "#+9C7A3", "#-9C7A3", "D2B48C", "#D2B48", "#D2B48CF", "#GGGGGG", "", " #D2B48C",
        ] {
            #expect(Color(text) == nil, "\(text)")
        }
    }

    @Test("--decode takes one painting or a list, with the nulls and the odd forms of the API")
    func finishedModel() throws {
        let skaters = Data(PackageResources.skaters_json)
        let painting = try #require(try Lesson04.decode(skaters) as? Painting)
        #expect(painting.objectNumber == "SK-A-1718")
        #expect(painting.title == "Winter Landscape with Ice Skaters")
        #expect(painting.headerImage?.url == nil)
        #expect(painting.webImage?.url?.url.absoluteString == "https://museum.example/skaters.jpg")
        #expect(painting.normalizedColors?.map(\.percentage.value) == [37, 20, 18])
        #expect(
            painting.normalizedColors?.map(\.hex.description) == ["#D2B48C", "#696969", "#F5F5DC"])

        let bare = #"{"objectNumber": "SK-C-109", "title": "Italian Landscape", "webImage": null}"#
        let list = Data("[\(bare)]".utf8)
        let paintings = try #require(try Lesson04.decode(list) as? [Painting])
        #expect(paintings.map { $0.webImage == nil && $0.normalizedColors == nil } == [true])
    }
}
