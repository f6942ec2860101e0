import Foundation
import Walkthrough

@main
struct Lesson09: Lesson {
    static let title = "Error handling"
    static let steps = Steps(
        missingOrNull,
        wrongTypeOrWrongValue,
        matchCases,
        theFirstCaseThatFits,
        notJSONAtAll,
        goodJSONRefused,
        anErrorOfYourOwn,
        anotherKeyOrType,
        aCaseThatNobodyKnows,
        letItRise,
        aLineForTheLog,
        goOnAfterAnError
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

/// Codable has five errors of its own: four cases of `DecodingError`, and one of `EncodingError`.
/// Each has a coding path: the keys on the way from the root to a place in the document. Here a
/// strength, `abv`, is missing in two ways.
func missingOrNull() throws {
    let null = Data(#"{"taps": [{"beer": "Endeavor", "abv": null}]}"#.utf8)
    attempt(null) { try JSONDecoder().decode(Menu.self, from: null) }
    let absent = Data(
        #"{"taps": [{"beer": "Endeavor", "alcohol": 8.9}]}"#.utf8)
    // Predict: Here the key `abv` is not in the document. Where can a path to it end? (`style` is
    // absent too, but decoding stops at the first error.)
    attempt(absent) { try JSONDecoder().decode(Menu.self, from: absent) }
    // The path of keyNotFound ends at the object that should have the key: what is absent has no
    // place. The error carries the missing key separately. Null is a value and has a place: the
    // path of valueNotFound ends there. (For a `Bool`, null is a typeMismatch in Swift 6.3 on
    // Linux.)
}

// MARK: - Wrong type or wrong value

/// First a strength is in the document, then a style, and `Tap` can use neither.
func wrongTypeOrWrongValue() throws {
    let quoted = Data(#"[{"beer": "Endeavor", "abv": "8.9"}]"#.utf8)
    attempt(quoted) { try JSONDecoder().decode([Tap].self, from: quoted) }
    let lager = Data(#"[{"beer": "Pils", "abv": 4, "style": "lager"}]"#.utf8)
    // Predict: A string for a number is a typeMismatch. Is this string for a `Style` one too?
    attempt(lager) { try JSONDecoder().decode([Tap].self, from: lager) }
    // It is dataCorrupted: the type is right, and the value is not. Both paths end at the value.
    // (Texts of Swift 6.3 on Linux, here and in step 9.) On the way out:
    let menu = Menu(taps: [Tap(beer: "Endeavor", abv: .nan, style: .ipa)])
    attempt { try JSONEncoder().encode(menu) }
    // It is invalidValue: JSON has no NaN. The path leads through `menu`, your value.
}

// MARK: - Match cases and never texts

/// A program has to know that a key was missing. The error, made into a string, says so too. A
/// program from before Swift 6.3 tests whether that text begins with `keyNotFound`.
///
/// `Result` keeps what a call returns, or the error that it throws. `guard case` and `if case` test
/// whether a value is of one case, and take out what the case carries.
func matchCases() throws {
    let menu = Data(#"{"taps": [{"beer": "Endeavor"}]}"#.utf8)
    let result = Result { try JSONDecoder().decode(Menu.self, from: menu) }
    guard case .failure(let error) = result else { return }
    show("\(error)")
    // Predict: This is how Swift 6.3 writes the error. Does the old program still recognize it?
    show("\(error)".hasPrefix("keyNotFound"))
    if case DecodingError.keyNotFound(let key, _) = error {
        show("no \(key.stringValue)")
    }
    // It does not: Swift 6.3 has new texts for these errors (proposal SE-0489, of 2025). A program
    // that compares texts still compiles, and no longer works. The cases have not changed. On
    // Apple's systems, the text depends on the system's version and not on the compiler's.
}

// MARK: - The first case that fits

/// Two functions with the same cases in another order.
func theFirstCaseThatFits() throws {
    func quick(_ error: any Error) -> String {
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
    let result = Result { try JSONDecoder().decode(Menu.self, from: menu) }
    guard case .failure(let error) = result else { return }
    // Predict: A key is missing, and both functions have a case for that. Which case answers in
    // each of them?
    show([quick(error), careful(error)])
    // The first case that fits answers, so general cases come last. The compiler does not say that
    // the second case of `quick` is never reached. A `switch` over a `DecodingError` itself needs
    // `@unknown default`, because a later Swift may add a case.
}

// MARK: - Not JSON at all

typealias Stock = [String: Int]

func summary(_ document: Data) throws -> String {
    do {
        let stock = try JSONDecoder().decode(Stock.self, from: document)
        return "\(stock)"
    } catch DecodingError.dataCorrupted(let context) {
        return "dataCorrupted, \(context.codingPath.count) keys: "
            + context.debugDescription
    }
}

/// A server that is down may send a page of HTML, nothing, or half of the document. `summary` is
/// what a program sees of the error. The decoder has one text for all that it cannot parse (Swift
/// 6.3 on Linux).
func notJSONAtAll() throws {
    let page = Data("<html><body>502 Bad Gateway</body></html>".utf8)
    show(try summary(page))
    show(try summary(Data()))
    // Predict: Now half of a document, cut behind a key. How many keys are named?
    show(try summary(Data(#"{"ipa": 4, "stout":"#.utf8)))
    // None is named: the three lines are the same. (On Apple's systems the `underlyingError` names
    // line and column.) But the program has the bytes, and the workbook's explanation looks at
    // them:
    attempt(page) { try JSONDecoder().decode(Stock.self, from: page) }
}

// MARK: - Good JSON, refused

/// The stock of a bar: how many kegs of each style. Every document here is valid JSON.
func goodJSONRefused() throws {
    let half = Data(#"{"ipa": 4, "stout": 12.5}"#.utf8)
    // Predict: Half a keg is a number, and Int cannot hold it. Is the error like that of step 2,
    // with a path, or like that of the HTML page in step 5, without one?
    attempt(half) { try JSONDecoder().decode(Stock.self, from: half) }
    show(try summary(half))
    let huge = Data(#"{"ipa": 4, "stout": 1e400}"#.utf8)
    attempt(huge) {
        try JSONDecoder().decode([String: Double].self, from: huge)
    }
    // It is like that of the page, without a path (Swift 6.3 on Linux). The explanation found the
    // number by decoding once more, and listening to what is asked for. The decoder calls a document "not valid JSON" when a
    // number in it does not fit your type: a fraction, a number that is too large, 300 for a UInt8
    // (lesson 04). It does so too where arrays and objects are more than 512 deep.
}

// MARK: - An error of your own

/// A model may know more than its types say: there is no beer of 89 %. Two types refuse it, each
/// with its own error.
func anErrorOfYourOwn() throws {
    let taps = Data(#"[{"abv": 8.9}, {"abv": 89}]"#.utf8)
    struct TooStrong: Error {}
    struct Strength: Decodable {
        init(from decoder: any Decoder) throws {
            let abv = try decoder.singleValueContainer().decode(Double.self)
            if abv > 70 { throw TooStrong() }
        }
    }
    // Predict: Imagine 300 taps. Does the error say which of them is too strong?
    attempt { try JSONDecoder().decode([[String: Strength]].self, from: taps) }
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
    attempt(taps) { try JSONDecoder().decode([Tap].self, from: taps) }
    // `TooStrong` does not: an error of another type goes through the decoder without a path.
    // `dataCorruptedError` makes one that has the path. An error of your own can be the
    // `underlyingError` of a `DecodingError.Context`.
}

// MARK: - Another key or another type

/// Two types read an old key: with `??`, and with `catch`. In the first document the brewery has
/// set abv to null: the strength is not known any more.
func anotherKeyOrType() throws {
    struct Quick: Decodable {
        let abv: Double?, alcohol_by_volume: Double?
        var strength: Double? { abv ?? alcohol_by_volume }
    }
    let null = Data(#"{"abv": null, "alcohol_by_volume": 8.9}"#.utf8)
    // Predict: Which strength does `Quick` give for this document?
    show(try JSONDecoder().decode(Quick.self, from: null).strength)
    struct Careful: Decodable {
        let abv: Double
        enum Keys: String, CodingKey { case abv, old = "alcohol_by_volume" }
        init(from decoder: any Decoder) throws {
            let beer = try decoder.container(keyedBy: Keys.self)
            do {
                abv = try beer.decode(Double.self, forKey: .abv)
            } catch DecodingError.keyNotFound {
                abv = try beer.decode(Double.self, forKey: .old)
            }
        }
    }
    attempt { try JSONDecoder().decode(Careful.self, from: null) }
    let old = Data(#"{"alcohol_by_volume": 8.9}"#.utf8)
    show(try JSONDecoder().decode(Careful.self, from: old))
    // `Quick` gives the old 8.9: an optional cannot tell null from absent, so do not follow the
    // advice below the error here. Catch the one error that you understand, and let all others
    // pass. For a number in quotes, catch typeMismatch and read the string.
}

// MARK: - A case that nobody knows

enum Style: Decodable, Equatable {
    case ipa, stout, kolsch, other(String)

    static let known = ["ipa": ipa, "stout": stout, "kolsch": kolsch]

    init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        self = Self.known[name] ?? .other(name)
    }
}

/// The brewery invents a style. `Tap.Style`, of step 1, has a raw value for each style of last
/// year. This `Style` has one more case, which keeps the string.
func aCaseThatNobodyKnows() throws {
    let styles = Data(#"["stout", "gose"]"#.utf8)
    // Predict: Last year's app decodes this list as [Tap.Style]. How many of the two styles does
    // that app get?
    attempt(styles) { try JSONDecoder().decode([Tap.Style].self, from: styles) }
    show(try JSONDecoder().decode([Style].self, from: styles))
    let wrong = Data(#"["stout", 7]"#.utf8)
    attempt { try JSONDecoder().decode([Style].self, from: wrong) }
    // None of them: with one new value, the whole list is an error. An enum that grows elsewhere
    // needs a case for the rest. A number is still an error. To write the same string back, you
    // need an `encode(to:)` too. It is at the end of `Lesson09.swift`.
}

// MARK: - Let it rise

func message(for error: any Error) -> String {
    error is URLError
        ? "The menu is out of reach. Are you online?"
        : "We cannot show the menu. Please ask at the bar."
}

/// A model throws, functions on the way say `try`, and the surface, a screen or a command, catches
/// the error. Its text for people is `localizedDescription`.
func letItRise() throws {
    var texts: Set<String> = []
    for json in ["{}", #"{"taps": null}"#, #"{"taps": 4}"#, "<html>"] {
        do {
            _ = try JSONDecoder().decode(Menu.self, from: Data(json.utf8))
        } catch {
            texts.insert(error.localizedDescription)
        }
    }
    // Predict: Four mistakes, two texts. Do they tell a missing key, a null and a number apart?
    show(texts)
    show(message(for: URLError(.timedOut)))
    // Not all three, and none names the key (Swift 6.3 on Linux). Write a message of your own that
    // says what to do now.
    show(try? JSONDecoder().decode(Menu.self, from: Data("{}".utf8)))
    // `try?` on the way makes nil of every error, and nobody learns which.
}

// MARK: - A line for the log, for every error

func readable(_ codingPath: [any CodingKey]) -> String {
    var text = ""
    for (position, key) in codingPath.enumerated() {
        if let index = key.intValue, key.stringValue == "Index \(index)" {
            text += "[\(index)]"
        } else {
            text += (position == 0 ? "" : ".") + key.stringValue
        }
    }
    return text
}

/// The log wants the case and the place, in one line. The keys of a path have names, in
/// `stringValue`, and joining them takes one line. `readable` is longer, and handles indices.
func aLineForTheLog() throws {
    let taps = Data(#"{"taps": [{"beer": "Endeavor"}]}"#.utf8)
    let result = Result { try JSONDecoder().decode(Menu.self, from: taps) }
    guard case .failure(let error) = result,
        case DecodingError.keyNotFound(let key, let context) = error
    else { return }
    // Predict: The path goes through an array, and an element has only a number. What do the names
    // give, joined by dots?
    show(context.codingPath.map(\.stringValue).joined(separator: "."))
    show("keyNotFound at \(readable(context.codingPath + [key]))")
    // They give "Index 0", a name that is in no document (Swift 6.3 on Linux). The number is in
    // `intValue`. (A key of a dictionary may look like a number, as "5" or "05", and then it has an
    // `intValue` too: JSONDecoder sets it. Only the key of an element is also named "Index 5".) To
    // the path of a missing key, add the key.
    //
    // `logLine(for:)`, at the end of `Lesson09.swift`, does this for all five cases.
}

// MARK: - Go on after an error

struct Pour: Decodable { let abv: Double }

struct Trial: Decodable {
    let result: Result<Pour, any Error>
    init(from decoder: any Decoder) {
        result = Result { try Pour(from: decoder) }
    }
}

/// Two of these three taps are wrong. `Trial` has an initializer that cannot throw.
func goOnAfterAnError() throws {
    let taps = Data(#"[{"alcohol": 8.9}, {"abv": 4.9}, {"abv": "4.7"}]"#.utf8)
    attempt(taps) { try JSONDecoder().decode([Pour].self, from: taps) }
    // Predict: As [Pour], the list stops at its first mistake. How many does it find as [Trial]?
    let trials = try JSONDecoder().decode([Trial].self, from: taps)
    for case .failure(let error) in trials.map(\.result) {
        show(logLine(for: error))
    }
    // Both. Elements that cannot throw let the list go on, and then all errors can be reported.
}

// MARK: - What to take away

// | Rule                                                           | Step  |
// |----------------------------------------------------------------|-------|
// | Absent is keyNotFound, null is valueNotFound (but see `Bool`)  | 1     |
// | The path of a missing key ends at the object around it         | 1     |
// | A wrong type is typeMismatch, a wrong value is dataCorrupted   | 2     |
// | Match cases, and never texts; general cases come last          | 3, 4  |
// | "Not valid JSON" without a path: look at the bytes             | 5, 6  |
// | A rule of your own is a `dataCorruptedError`, with a path      | 7     |
// | Recover from the one error that you understand                 | 8     |
// | A null is not an absent key (for an optional, both are nil)    | 1, 8  |
// | Keep the unknown case, and write it back                       | 9     |
// | Models throw, the surface decides; no `try?` on the way        | 10    |
// | People get advice; the log gets the case and the place         | 10, 11|
// | The key of an element has an `intValue` and the name "Index 5" | 11    |
//
// Look at the status code of a response before you decode it. `try!` ends the program at an error.
//
// valueNotFound has two more causes: an unkeyed container at its end (lesson 06), and no key for
// `superDecoder()` (lesson 07). Not every path ends at the value: the error of an `.iso8601` date
// ends at the object around it. And what nobody reads is not checked: a document that
// is not valid JSON may be accepted, if the mistake is in a place that your type leaves out.
//
// Left out here: documents of several versions (lesson 10), errors of a network and what an app
// shows of them (lesson 11), an unknown case that is kept with all its keys (lesson 15).
//
// Now you: open `Exercises/Exercise09.swift`. To judge it:
//
//     swift run workbook check 09

// MARK: - For the log

/// The case and the place of an error, in one line: a text or a key may have line breaks, and each
/// becomes a space. To the path of a missing key, the key is added.
func logLine(for error: any Error) -> String {
    let line =
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "keyNotFound at \(readable(context.codingPath + [key]))"
        case DecodingError.valueNotFound(let type, let context):
            "valueNotFound at \(readable(context.codingPath)), expected \(type)"
        case DecodingError.typeMismatch(let type, let context):
            "typeMismatch at \(readable(context.codingPath)), expected \(type)"
        case DecodingError.dataCorrupted(let context):
            "dataCorrupted at \(readable(context.codingPath)): \(context.debugDescription)"
        case EncodingError.invalidValue(let value, let context):
            "invalidValue at \(readable(context.codingPath)): \(value)"
        default:
            "\(error)"
        }
    return String(line.map { $0.isNewline ? " " : $0 })
}

// MARK: - A style in a string

extension Style: Encodable {
    /// Writes the string that was read.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .ipa: try container.encode("ipa")
        case .stout: try container.encode("stout")
        case .kolsch: try container.encode("kolsch")
        case .other(let name): try container.encode(name)
        }
    }
}

// MARK: - A number in a string

extension KeyedDecodingContainer {
    /// Decodes a number in quotes. Any other string is an error, with the path to the key.
    func number(inStringForKey key: Key) throws -> Double {
        let string = try decode(String.self, forKey: key)
        guard let number = Double(string), number.isFinite else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "not a number: \(string)")
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
            abv = try container.number(inStringForKey: key)
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
