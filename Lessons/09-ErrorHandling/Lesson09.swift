import Foundation
import Walkthrough

@main
struct Lesson09: Lesson {
    static let title = "Error handling"
    static let steps = Steps(
        missingOrNull,
        wrongTypeOrWrongValue,
        matchCases,
        notJSONAtAll,
        anErrorOfYourOwn,
        anotherKeyOrType,
        aCaseThatNobodyKnows,
        letItRise,
        aLineForTheLog
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Beer.self, from: document)
    }
}

// MARK: - Missing or null

struct Menu: Codable {
    let taps: [Tap]
}

struct Tap: Codable {
    let beer: String, abv: Double, style: Style
    enum Style: String, Codable { case ipa, stout, kolsch }
}

/// Codable has five errors of its own: four cases of `DecodingError`, one of `EncodingError`. Two
/// are about a value that is not there. With keyNotFound the key is absent. With valueNotFound it
/// is there and null. Each has a coding path: the keys on the way from the root. An absent key is
/// on no way, so that path ends at the object around it, and the error brings the key itself along.
///
/// - Teacher: Ask what an API says with null, and what it says when it leaves a key out (lesson
/// 05).
func missingOrNull() throws {
    let absent = Data(
        #"{"taps": [{"beer": "Endeavor", "alcohol": 8.9}]}"#.utf8)
    // Predict: There is no abv. At which path is the error?
    attempt(absent) { try JSONDecoder().decode(Menu.self, from: absent) }
    let null = Data(#"{"taps": [{"beer": "Endeavor", "abv": null}]}"#.utf8)
    // Predict: Now there is an abv, and it is null. The same path?
    attempt(null) { try JSONDecoder().decode(Menu.self, from: null) }
}

// MARK: - Wrong type or wrong value

/// With typeMismatch the document is good JSON, and another type stands where you asked for yours.
/// With dataCorrupted the type is right and the value is not: no such case, no URL. Here, both
/// paths end at the value. The fifth error, invalidValue, comes on the way out, for what JSON
/// cannot write, and its path goes through your values.
///
/// - Teacher: Ask which of the five the server has to repair, and which the app.
func wrongTypeOrWrongValue() throws {
    let quoted = Data(
        #"{"taps": [{"beer": "Endeavor", "abv": "8.9", "style": "ipa"}]}"#.utf8)
    attempt(quoted) { try JSONDecoder().decode(Menu.self, from: quoted) }
    let lager = Data(
        #"{"taps": [{"beer": "Pils", "abv": 4.9, "style": "lager"}]}"#.utf8)
    // Predict: The style is a text, as it should be. Which error?
    attempt(lager) { try JSONDecoder().decode(Menu.self, from: lager) }
    let menu = Menu(taps: [Tap(beer: "Endeavor", abv: .nan, style: .ipa)])
    attempt { try JSONEncoder().encode(menu) }
}

// MARK: - Match cases and never texts

/// Swift 6.3 wrote the texts of these errors anew (proposal SE-0489, of 2025). An older Swift, not
/// run here, is reported to begin this one with `keyNotFound(CodingKeys(`. Whoever compares texts
/// has a program that compiles and no longer works. The cases have stayed. The first one that fits
/// is taken: general ones come last. Do not count on the compiler to warn of a wrong order: it says
/// nothing here. A `switch` over a `DecodingError` needs `@unknown default`: a later Swift may add
/// a case.
///
/// - Teacher: Demo: take the `default` out of `careful` and let them read what the compiler says.
func matchCases() throws {
    func hasty(_ error: any Error) -> String {
        switch error {
        case is DecodingError: "some error"
        case DecodingError.keyNotFound(let key, _): "no \(key.stringValue)"
        default: "another error"
        }
    }
    func careful(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "no \(key.stringValue)"
        case is DecodingError: "some error"
        default: "another error"
        }
    }
    let menu = Data(#"{"taps": [{"beer": "Endeavor"}]}"#.utf8)
    do {
        _ = try JSONDecoder().decode(Menu.self, from: menu)
    } catch {
        show("\(error)")
        // Predict: This fits the older text. Does it fit the new one?
        show("\(error)".hasPrefix("keyNotFound"))
        show([hasty(error), careful(error)])
    }
}

// MARK: - Not JSON at all

/// A server that is down may answer with a page of HTML, with nothing, or with half of the
/// document. The decoder says the same of all three: dataCorrupted, no path, "not valid JSON". And
/// it says so of the last document, which is valid JSON with a number that fits no integer (lesson
/// 04). The case cannot tell them apart, the bytes can: look at the first ones, then for a number.
///
/// - Teacher: Ask what to write into the log when this happens: the status code, the size and the
/// first bytes.
func notJSONAtAll() throws {
    typealias Stock = [String: Int]
    let page = Data("<html><body>502 Bad Gateway</body></html>".utf8)
    attempt(page) { try JSONDecoder().decode(Stock.self, from: page) }
    let nothing = Data()
    attempt(nothing) { try JSONDecoder().decode(Stock.self, from: nothing) }
    let half = Data(#"{"ipa": 4, "stout":"#.utf8)
    attempt(half) { try JSONDecoder().decode(Stock.self, from: half) }
    let whole = Data(#"{"ipa": 4, "stout": 12.5}"#.utf8)
    // Predict: This is valid JSON. Does the decoder agree?
    attempt(whole) { try JSONDecoder().decode(Stock.self, from: whole) }
}

// MARK: - An error of your own

/// A model may know more than its types say: a beer of 89 % is none. An error type of your own says
/// what is wrong and loses where: it passes through the decoder as it is, without a path.
/// `dataCorruptedError` makes a `DecodingError` that has the path, down to the key. An error from
/// elsewhere can travel inside one, as the `underlyingError` of a `DecodingError.Context`.
///
/// - Teacher: Ask for a rule that their own data must keep, and which key they would blame.
func anErrorOfYourOwn() throws {
    let taps = Data(#"[{"abv": 8.9}, {"abv": 89}]"#.utf8)
    struct TooStrong: Error {}
    let decoder = JSONDecoder()
    struct Strength: Decodable {
        init(from decoder: any Decoder) throws {
            let abv = try decoder.singleValueContainer().decode(Double.self)
            if abv > 70 { throw TooStrong() }
        }
    }
    // Predict: In a list of 500 taps, does this error help you to find the one?
    attempt(taps) { try decoder.decode([[String: Strength]].self, from: taps) }
    struct Tap: Decodable {
        let abv: Double
        enum CodingKeys: CodingKey { case abv }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            abv = try container.decode(Double.self, forKey: .abv)
            if abv <= 70 { return }
            throw DecodingError.dataCorruptedError(
                forKey: .abv, in: container,
                debugDescription: "No beer is as strong as that.")
        }
    }
    attempt(taps) { try decoder.decode([Tap].self, from: taps) }
}

// MARK: - Another key or another type

/// Recover inside the model if you know what the other document means. Catch the one error that
/// calls for it, and let all others pass. (`number(inTextForKey:)` is at the end of
/// `Lesson09.swift`.) An optional takes null for an absent key, as `decodeIfPresent` does. Here the
/// brewery has withdrawn a strength, and the old key would fill it in again.
///
/// - Teacher: Ask what the third form of this document may be, and who would notice.
func anotherKeyOrType() throws {
    struct Hasty: Decodable {
        let abv: Double?, alcohol_by_volume: Double?
        var strength: Double? { abv ?? alcohol_by_volume }
    }
    let null = Data(#"{"abv": null, "alcohol_by_volume": 8.9}"#.utf8)
    // Predict: abv is there, and it is null. Is there a strength?
    show(try JSONDecoder().decode(Hasty.self, from: null).strength)
    struct Careful: Decodable {
        let abv: Double
        enum Keys: String, CodingKey { case abv, old = "alcohol_by_volume" }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            do {
                abv = try container.decode(Double.self, forKey: .abv)
            } catch DecodingError.keyNotFound {
                abv = try container.decode(Double.self, forKey: .old)
            } catch DecodingError.typeMismatch {
                abv = try container.number(inTextForKey: .abv)
            }
        }
    }
    attempt { try JSONDecoder().decode(Careful.self, from: null) }
    let taps = Data(#"[{"alcohol_by_volume": 8.9}, {"abv": "4.9"}]"#.utf8)
    show(try JSONDecoder().decode([Careful].self, from: taps))
}

// MARK: - A case that nobody knows

/// The brewery invents a style, and the app that shipped last year refuses the whole menu: an enum
/// with raw values takes no others, not even where the property is optional. Give the enum one case
/// more, which keeps the text. Null or a number is still an error. Write the same text back;
/// `encode(to:)` is at the end of `Lesson09.swift`. The compiler's own would write objects.
///
/// - Teacher: Ask what a screen should show for a style that it does not know.
func aCaseThatNobodyKnows() throws {
    let styles = Data(#"["stout", "gose"]"#.utf8)
    // Predict: One of two styles is new. What is left of the list?
    attempt(styles) { try JSONDecoder().decode([Tap.Style].self, from: styles) }
    let kept = try JSONDecoder().decode([Style].self, from: styles)
    show(kept)
    show(try JSONEncoder().encode(kept))
    let wrong = Data(#"["stout", 7]"#.utf8)
    attempt { try JSONDecoder().decode([Style].self, from: wrong) }
}

enum Style: Decodable, Equatable {
    case ipa, stout, kolsch, other(String)

    static let known = ["ipa": ipa, "stout": stout, "kolsch": kolsch]

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self = Self.known[text] ?? .other(text)
    }
}

// MARK: - Let it rise

/// A model throws, functions on the way say `try`, and the surface, a screen or a command, catches
/// and decides. `try?` on the way makes nil of every error, and nobody learns which. `try!` ends
/// the program. `localizedDescription` helps nobody: two texts for the four cases, and no key in
/// them. Write one for a person who wants to know what to do now.
///
/// - Teacher: Ask for the worst message that they have met in an app, and what it should have said.
func letItRise() throws {
    let documents = ["{}", #"{"taps": null}"#, #"{"taps": 4}"#, "<html>"]
        .map { Data($0.utf8) }
    var texts: Set<String> = []
    var messages: Set<String> = []
    for document in documents {
        do {
            _ = try JSONDecoder().decode(Menu.self, from: document)
        } catch {
            texts.insert(error.localizedDescription)
            messages.insert(message(for: error))
        }
    }
    // Predict: Four documents, each wrong in its own way. How many texts?
    show(texts)
    show(messages)
    show(try? JSONDecoder().decode(Menu.self, from: documents[0]))
}

func message(for error: any Error) -> String {
    error is URLError
        ? "The menu is out of reach. Are you online?"
        : "We cannot show the menu. Please ask at the bar."
}

// MARK: - A line for the log, for every error

extension [any CodingKey] {
    var readable: String {
        reduce("") { path, key in
            if let index = key.intValue { return "\(path)[\(index)]" }
            return path + (path.isEmpty ? "" : ".") + key.stringValue
        }
    }
}
struct Pour: Decodable { let abv: Double }
struct Attempt: Decodable {
    let result: Result<Pour, any Error>
    init(from decoder: any Decoder) {
        result = Result { try Pour(from: decoder) }
    }
}

/// The log wants the case and the place. An element's key has its number in `intValue`; its
/// `stringValue` is a stopgap that no document contains. To a missing key's path, add the key:
/// `logLine(for:)` does. It and the `codingPath` of a `DecodingError` are this lesson's own, at the
/// end of `Lesson09.swift`. A list stops at its first error. Elements that cannot throw let it go
/// on.
///
/// - Teacher: Ask when half of a list is better than none: a menu, perhaps; a bill, never.
func aLineForTheLog() throws {
    let taps = Data(#"[{"alcohol": 8.9}, {"abv": 4.9}, {"abv": "4.7"}]"#.utf8)
    let attempts = try JSONDecoder().decode([Attempt].self, from: taps)
    for case .failure(let error) in attempts.map(\.result) {
        let keys = (error as? DecodingError)?.codingPath ?? []
        // Predict: Two taps are wrong. What do the names of the keys say?
        show(keys.map(\.stringValue).joined(separator: "."))
        show(logLine(for: error))
    }
}

// MARK: - What to take away

// | Rule                                                       | Step |
// |------------------------------------------------------------|------|
// | Absent is keyNotFound, null is valueNotFound               | 1    |
// | The path of a missing key ends at the object around it     | 1    |
// | A wrong type and a wrong value have the path to the value  | 2    |
// | Match cases, the general ones last, and never texts        | 3    |
// | "Not valid JSON" without a path: look at the bytes         | 4    |
// | A rule of your own is a `dataCorruptedError`, with a path  | 5    |
// | Recover from the one error that you understand             | 6    |
// | A null is not an absent key                                | 1, 6 |
// | Keep the unknown case, and write it back                   | 7    |
// | Models throw, the surface decides; no `try?` on the way    | 8    |
// | What to do for the person; case and place for the log      | 8, 9 |
// | An index is in `intValue`, never in `stringValue`          | 9    |
//
// Left out here: documents of several versions (lesson 10), errors of a network and what an app
// shows of them (lesson 11).
//
// Now you: open `Exercises/Exercise09.swift`. To judge it:
//
//     swift run workbook check 09

// MARK: - For the log

/// The case and the place of an error, in one line. To the path of a missing key, the key is added.
func logLine(for error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
        "keyNotFound at \((context.codingPath + [key]).readable)"
    case DecodingError.valueNotFound(let type, let context):
        "valueNotFound at \(context.codingPath.readable), expected \(type)"
    case DecodingError.typeMismatch(let type, let context):
        "typeMismatch at \(context.codingPath.readable), expected \(type)"
    case DecodingError.dataCorrupted(let context):
        "dataCorrupted at \(context.codingPath.readable): \(context.debugDescription)"
    case EncodingError.invalidValue(let value, let context):
        "invalidValue at \(context.codingPath.readable): \(value)"
    default:
        "\(error)"
    }
}

extension DecodingError {
    /// The path that the error has, whichever case it is.
    var codingPath: [any CodingKey] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }
}

// MARK: - A style in a text

extension Style: Encodable {
    /// Writes the text that was read.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .ipa: try container.encode("ipa")
        case .stout: try container.encode("stout")
        case .kolsch: try container.encode("kolsch")
        case .other(let text): try container.encode(text)
        }
    }
}

// MARK: - A number in a text

extension KeyedDecodingContainer {
    /// Decodes a number that stands in quotes. Another text is an error, with the path to the key.
    func number(inTextForKey key: Key) throws -> Double {
        let text = try decode(String.self, forKey: key)
        guard let number = Double(text), number.isFinite else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "no number: \(text)")
        }
        return number
    }
}

// MARK: - The finished model

/// A beer that takes the old key and the number in quotes, keeps a style that nobody knows, and
/// refuses what no beer can be. `swift run lesson-09 --decode FILE` decodes one of these, or a
/// list.
struct Beer: Equatable {
    let name: String
    let abv: Double
    let style: Style
    /// Empty where the document has none, absent or null: here, both mean the same.
    let hops: [String]
}

extension Beer: Codable {
    enum CodingKeys: String, CodingKey {
        case name, abv, style, hops
        case oldABV = "alcohol_by_volume"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        style = try container.decode(Style.self, forKey: .style)
        hops = try container.decodeIfPresent([String].self, forKey: .hops) ?? []

        let key: CodingKeys = container.contains(.abv) ? .abv : .oldABV
        do {
            abv = try container.decode(Double.self, forKey: key)
        } catch DecodingError.typeMismatch {
            abv = try container.number(inTextForKey: key)
        }
        guard (0...70).contains(abv) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "No beer is like that.")
        }
    }

    /// Writes the new key and a number, whatever was read.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(abv, forKey: .abv)
        try container.encode(style, forKey: .style)
        try container.encode(hops, forKey: .hops)
    }
}
