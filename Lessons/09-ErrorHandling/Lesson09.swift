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
        aLineForTheLog,
        notJSONAtAll,
        goodJSONRefused,
        anErrorOfYourOwn,
        anotherKeyOrType,
        aCaseThatNobodyKnows,
        wordsForPeople,
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
    let beer: String
    let abv: Double
    let style: Style

    enum Style: String, Codable {
        case ipa
        case stout
        case kolsch
    }
}

/// A `DecodingError` has four cases, and each of them carries a coding path: the keys that lead
/// from the root of the document to a place in it. The explanation that the workbook prints is made
/// of these two things, the case and the path. Here the strength of a beer, `abv`, is missing in
/// two ways.
///
/// The texts of errors in this lesson are those of Swift 6.3 on Linux.
func missingOrNull() throws {
    let null = Data(#"{"taps": [{"beer": "Endeavor", "abv": null}]}"#.utf8)
    attempt(null) { try JSONDecoder().decode(Menu.self, from: null) }
    let absent = Data(#"{"taps": [{"beer": "Endeavor", "alcohol": 8.9}]}"#.utf8)
    // Predict: In this document there is no key `abv`. Where does the path of the error end?
    attempt(absent) { try JSONDecoder().decode(Menu.self, from: absent) }
    // The path of keyNotFound ends at the object that should have the key, because what is absent
    // has no place. The error carries the missing key beside the path. Null is a value that is in
    // the document, so the path of valueNotFound leads to it.
    //
    // `style` is missing in both documents too, and nobody says so: decoding stops at the first
    // error.
}

// MARK: - Wrong type or wrong value

/// In the next two documents the value is there, and `Tap` cannot use it. The other two cases of
/// `DecodingError` say why.
func wrongTypeOrWrongValue() throws {
    let quoted = Data(#"[{"beer": "Endeavor", "abv": "8.9"}]"#.utf8)
    attempt(quoted) { try JSONDecoder().decode([Tap].self, from: quoted) }
    let lager = Data(
        #"[{"beer": "Pils", "abv": 4, "style": "lager"}]"#.utf8)
    attempt(lager) { try JSONDecoder().decode([Tap].self, from: lager) }
    // A string in place of a number has the wrong type: typeMismatch. A style is a string, so the
    // type of "lager" is right, and its value is none of the three: dataCorrupted. Both paths end
    // at the value.
    let menu = Menu(taps: [Tap(beer: "Endeavor", abv: .nan, style: .ipa)])
    // Predict: An encoder has an error with a path too. There is no document yet, so what is this
    // path made of?
    attempt { try JSONEncoder().encode(menu) }
    // It is made of the keys of your own value, on the way to the number that JSON cannot write.
    // This is `EncodingError.invalidValue`, the only case that an encoder has.
}

// MARK: - Match cases and never texts

func caught(_ work: () throws -> Void) -> (any Error)? {
    do {
        try work()
        return nil
    } catch {
        return error
    }
}

/// A program wants to do something special when a key is missing. Every error can be made into a
/// string, and for some years that string began with `keyNotFound`. So one program tests its
/// beginning. The other program tests the case: `if case` also takes out what the case carries.
func matchCases() throws {
    let menu = Data(#"{"taps": [{"beer": "Endeavor"}]}"#.utf8)
    let error = caught { _ = try JSONDecoder().decode(Menu.self, from: menu) }
    guard let error else { return }
    // Predict: Both programs run with Swift 6.3 now. Which of them still finds out what is missing?
    show("\(error)")
    if case DecodingError.keyNotFound(let key, _) = error {
        show("no key \(key.stringValue)")
    }
    // The second one. The string begins with the name of the type now, so the first program still
    // compiles, and finds nothing. Proposal SE-0489 gave these errors new texts in 2025. On Apple's
    // systems the text depends on the version of the system, so it can be another one on the next
    // phone. The cases are the same everywhere. A program matches cases, and never texts.
}

// MARK: - The first case that fits

/// `catch` and `switch` take an error apart in the same way, case by case. These two functions have
/// the same three cases, in another order.
func theFirstCaseThatFits() throws {
    func summary(_ error: any Error) -> String {
        switch error {
        case is DecodingError:
            "the document does not fit"
        case DecodingError.keyNotFound(let key, _):
            "no key \(key.stringValue)"
        default:
            "something else"
        }
    }
    func report(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _):
            "no key \(key.stringValue)"
        case is DecodingError:
            "the document does not fit"
        default:
            "something else"
        }
    }
    let menu = Data(#"{"taps": [{"beer": "Endeavor"}]}"#.utf8)
    let error = caught { _ = try JSONDecoder().decode(Menu.self, from: menu) }
    guard let error else { return }
    // Predict: A key is missing, and two of the three cases fit that error. What does each function
    // say?
    show([summary(error), report(error)])
    // The first case that fits answers, so the special cases stand above the general ones. The
    // compiler does not warn you that the second case of `summary` is never reached.
}

// MARK: - A line for the log

func placeAndCase(
    of error: DecodingError
) -> (path: [any CodingKey], name: String) {
    switch error {
    case .keyNotFound(let key, let context):
        (context.codingPath + [key], "keyNotFound")
    case .valueNotFound(let type, let context):
        (context.codingPath, "valueNotFound, expected \(type)")
    case .typeMismatch(let type, let context):
        (context.codingPath, "typeMismatch, expected \(type)")
    case .dataCorrupted(let context):
        (context.codingPath, "dataCorrupted, \(context.debugDescription)")
    @unknown default:
        ([], "\(error)")
    }
}

/// Whoever reads the log tomorrow wants the place and the case, in one line. Every case carries a
/// `Context`, which has the coding path and a text for developers. Two cases also carry the type
/// that was expected, and one carries the missing key: here it becomes the end of the path.
/// `@unknown default` is for a case that a later Swift may add.
func aLineForTheLog() throws {
    let menu = Data(#"{"taps": [{"beer": "Endeavor"}]}"#.utf8)
    let error = caught { _ = try JSONDecoder().decode(Menu.self, from: menu) }
    guard let error = error as? DecodingError else { return }
    let (path, name) = placeAndCase(of: error)
    // Predict: Each key of a path has a name, its `stringValue`. We join the names with dots. What
    // stands between `taps` and `abv`: `0`, `[0]`, or something else?
    show("\(path.map(\.stringValue).joined(separator: ".")): \(name)")
    // It is "Index 0", a name that is in no document. An element has a number instead of a name,
    // and its coding key carries the number in `intValue`. `readable` makes brackets of it:
    //
    // Code: Lessons/09-ErrorHandling/Lesson09.swift, func readable
    show("\(readable(path)): \(name)")
    // The function looks at the name too, because a key of a dictionary that looks like a number,
    // such as "5", has an `intValue` as well. `logLine(for:)`, at the end of `Lesson09.swift`,
    // makes such a line of any error.
}

// MARK: - Not JSON at all

typealias Stock = [String: Int]

/// A bar keeps the number of kegs of each style. Its server may be down, and then it sends a page
/// of HTML, or nothing, or half of the document. The decoder cannot read any of them. `line` gives
/// what step 5 writes into the log.
func notJSONAtAll() throws {
    let page = Data("<html><body>502 Bad Gateway</body></html>".utf8)
    let half = Data(#"{"ipa": 4, "stout":"#.utf8)
    func line(_ document: Data) -> String {
        let error = caught {
            _ = try JSONDecoder().decode(Stock.self, from: document)
        }
        return error.map(logLine) ?? "no error"
    }
    show(line(page))
    // Predict: The other document breaks off after the key `stout`. What does the log say of the
    // place?
    show(line(half))
    // It has no place, and says the same as before. The decoder parses the whole document before it
    // looks for a key, so there is no coding path yet. On Apple's systems, the `underlyingError` of
    // the context names a line and a column. Everywhere else you have the bytes: put the first
    // hundred into the log, or let the workbook's explanation look at them.
    attempt(page) { try JSONDecoder().decode(Stock.self, from: page) }
    attempt(half) { try JSONDecoder().decode(Stock.self, from: half) }
    // Before you decode, look at the status of the response. It would have said 502.
}

// MARK: - Good JSON, refused

/// Every document in this step is JSON by the rules of the format, and the decoder refuses it.
func goodJSONRefused() throws {
    let half = Data(#"{"ipa": 4, "stout": 12.5}"#.utf8)
    let error = caught { _ = try JSONDecoder().decode(Stock.self, from: half) }
    // Predict: Half a keg is a number, and an `Int` cannot hold it. The value has a place in the
    // document. What does the log say this time?
    show(error.map(logLine))
    // It says what it said of the HTML page: no valid JSON, and no place. `JSONDecoder` says so of
    // every number that does not fit your type: a fraction for an `Int`, 300 for a `UInt8`, and
    // here a number that is too large for a `Double`.
    let huge = Data(#"{"ipa": 4, "stout": 1e400}"#.utf8)
    attempt(huge) {
        try JSONDecoder().decode([String: Double].self, from: huge)
    }
    // `attempt` knows the type, so it decodes once more, and notes which value is asked for last.
    // In a program of your own, the first thing to look for is a number. The same text comes for
    // arrays and objects that are more than 512 levels deep.
}

// MARK: - An error of your own

/// A model may know more than its types say: no beer has 89 percent of alcohol. So an initializer
/// compares, and throws. Lesson 03 has shown what an error of another type loses, and that
/// `dataCorruptedError` makes one with a place. A keyed container makes it with `forKey:`.
func anErrorOfYourOwn() throws {
    struct StrongTap: Decodable {
        let abv: Double

        enum CodingKeys: CodingKey {
            case abv
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            abv = try container.decode(Double.self, forKey: .abv)
            guard abv <= 70 else {
                throw DecodingError.dataCorruptedError(
                    forKey: .abv, in: container,
                    debugDescription: "No beer is as strong as that.")
            }
        }
    }
    let taps = Data(#"[{"abv": 8.9}, {"abv": 89}]"#.utf8)
    attempt(taps) { try JSONDecoder().decode([StrongTap].self, from: taps) }
    struct TooStrong: Error {}
    struct Percentage: Decodable {
        let number: Double

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            number = try container.decode(Double.self)
            guard number <= 70 else {
                let context = DecodingError.Context(
                    codingPath: container.codingPath,
                    debugDescription: "No beer is as strong as that.",
                    underlyingError: TooStrong())
                throw DecodingError.dataCorrupted(context)
            }
        }
    }
    let error = caught {
        _ = try JSONDecoder().decode([[String: Percentage]].self, from: taps)
    }
    guard case DecodingError.dataCorrupted(let context)? = error else { return }
    // Predict: This error is made by hand. What can a caller learn from it: the place, the reason,
    // or both?
    show(context.underlyingError is TooStrong)
    show(context.codingPath.map(\.stringValue))
    // The caller gets both: the place, as every `DecodingError` has one, and a type to match. Write
    // the context by hand where somebody wants to tell your error from all others.
}

// MARK: - Another key or another type

struct OptionalStrength: Decodable {
    let abv: Double?
    let alcohol_by_volume: Double?

    var strength: Double? { abv ?? alcohol_by_volume }
}

struct Strength: Decodable {
    let abv: Double

    enum CodingKeys: String, CodingKey {
        case abv
        case oldABV = "alcohol_by_volume"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        do {
            abv = try container.decode(Double.self, forKey: .abv)
        } catch DecodingError.keyNotFound {
            abv = try container.decode(Double.self, forKey: .oldABV)
        }
    }
}

/// An API has given a key a new name, and old documents still have the old one. Two types read
/// both. The first makes optionals of them and uses `??`. The second catches the one error that it
/// understands.
func anotherKeyOrType() throws {
    let old = Data(#"{"alcohol_by_volume": 8.9}"#.utf8)
    show(try JSONDecoder().decode(OptionalStrength.self, from: old).strength)
    show(try JSONDecoder().decode(Strength.self, from: old).abv)
    let null = Data(#"{"abv": null, "alcohol_by_volume": 8.9}"#.utf8)
    // Predict: The brewery has set the new key to null: it does not know the strength any more.
    // What does each of the two types make of that?
    show(try JSONDecoder().decode(OptionalStrength.self, from: null).strength)
    attempt(null) { try JSONDecoder().decode(Strength.self, from: null) }
    // For an optional, null and absent are the same nil, so the first type brings the old number
    // back. The second one catches keyNotFound alone, and a null is valueNotFound. Catch the error
    // that you understand, and let all others pass. For a number in quotes, catch typeMismatch, and
    // read the string.
}

// MARK: - A case that nobody knows

enum Style: Decodable, Equatable {
    case ipa
    case stout
    case kolsch
    case other(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        switch name {
        case "ipa": self = .ipa
        case "stout": self = .stout
        case "kolsch": self = .kolsch
        default: self = .other(name)
        }
    }
}

/// One day, the brewery invents a style. The `Style` of step 1 has a raw value for each of the old
/// styles. This one has one more case, which keeps the string.
func aCaseThatNobodyKnows() throws {
    let styles = Data(#"["stout", "gose"]"#.utf8)
    // Predict: The old app decodes this list as [Tap.Style]. Which styles can it show?
    attempt(styles) { try JSONDecoder().decode([Tap.Style].self, from: styles) }
    show(try JSONDecoder().decode([Style].self, from: styles))
    // It can show none of them, as one new value makes an error of the whole list. An enum that
    // grows somewhere else needs a case for the rest.
    let number = Data(#"["stout", 7]"#.utf8)
    attempt(number) { try JSONDecoder().decode([Style].self, from: number) }
    // What is no string is still an error: nobody has invented a style with the name 7. To write
    // the same string back, the enum needs an `encode(to:)`, which is at the end of
    // `Lesson09.swift`.
}

// MARK: - Words for people

struct MenuUnavailable: Error {
    var localizedDescription: String { "Please ask at the bar." }
}

/// Models throw, and the functions on the way to the screen say `try`. The screen catches, because
/// it knows what the user was about to do. Every error has a `localizedDescription`, whose name
/// sounds like a text for people.
func wordsForPeople() throws {
    for json in [#"{"taps": null}"#, "<html>"] {
        let error = caught {
            _ = try JSONDecoder().decode(Menu.self, from: Data(json.utf8))
        }
        show(error?.localizedDescription)
    }
    // Nobody in a bar can do anything with such a sentence. So the app gets an error of its own,
    // `MenuUnavailable`, and we write the words.
    let error = caught { throw MenuUnavailable() }
    // Predict: The screen has this error as `any Error`. Which text does it show?
    show(error?.localizedDescription)
    // The property is not part of the protocol `Error`, so `any Error` does not find it, and gives
    // Foundation's words. What counts is the `errorDescription` of a `LocalizedError`:
    struct NoMenu: LocalizedError {
        var errorDescription: String? { "Please ask at the bar." }
    }
    show(caught { throw NoMenu() }?.localizedDescription)
    // Say what the user can do now. A `URLError` is worth another sentence, because people can do
    // something about their connection. And say `try?` nowhere on the way: it makes nil of every
    // error, and then nobody can say anything.
}

// MARK: - Go on after an error

struct Pour: Decodable {
    let abv: Double
}

struct Reading<Value: Decodable>: Decodable {
    let result: Result<Value, any Error>

    init(from decoder: any Decoder) {
        result = Result { try Value(from: decoder) }
    }
}

/// A list stops at its first mistake. Whoever has to repair a document with three hundred taps
/// wants all mistakes at once. `Result` keeps what a call returns, or the error that it throws, and
/// so the initializer of `Reading` cannot throw.
func goOnAfterAnError() throws {
    let taps = Data(
        #"[{"alcohol": 8.9}, {"abv": 4.9}, {"abv": "4.7"}]"#.utf8)
    attempt(taps) { try JSONDecoder().decode([Pour].self, from: taps) }
    let readings = try JSONDecoder().decode([Reading<Pour>].self, from: taps)
    // Predict: Now each element is read in a type that cannot throw. Which lines does the log get?
    for case .failure(let error) in readings.map(\.result) {
        show(logLine(for: error))
    }
    // It gets a line for each of the two wrong taps, with their places in the document: the decoder
    // that an element gets knows the path to it. The one good tap can be shown meanwhile.
}

// MARK: - What to take away

// | Rule                                                           | Step |
// |----------------------------------------------------------------|------|
// | Absent is keyNotFound, null is valueNotFound                   | 1    |
// | The path of a missing key ends at the object around it         | 1    |
// | A wrong type is typeMismatch, a wrong value is dataCorrupted   | 2    |
// | Match cases, and never texts; general cases come last          | 3, 4 |
// | The log gets the case and the place; an element has `intValue` | 5    |
// | "Not valid JSON" without a place: look at the bytes            | 6, 7 |
// | A rule of your own is a `dataCorruptedError`, with a place     | 8    |
// | Recover from the one error that you understand                 | 9    |
// | Keep the unknown case, and write it back                       | 10   |
// | Models throw, the screen decides; no `try?` on the way         | 11   |
// | People get advice, by `errorDescription` of `LocalizedError`   | 11   |
// | An initializer that cannot throw lets a list go on             | 12   |
//
// There are exceptions. For a `Bool`, null is a typeMismatch. valueNotFound has two more causes: an
// unkeyed container at its end (lesson 06), and no key for `superDecoder()` (lesson 07). The error
// of an `.iso8601` date ends at the object around it. And what nobody reads is not checked: a
// document that is not valid JSON may be accepted, if the mistake is where your type does not look.
//
// Left out here: documents of several versions (lesson 10), errors of a network and what an app
// shows of them (lesson 11), an unknown case that is kept with all its keys (lesson 15).
//
// Now you: open `Exercises/Exercise09.swift`. To have it judged each time you save it:
//
//     swift run workbook watch 09

// MARK: - For the log

func readable(_ codingPath: [any CodingKey]) -> String {
    var text = ""
    for (position, key) in codingPath.enumerated() {
        if let index = key.intValue, key.stringValue == "Index \(index)" {
            text += "[\(index)]"
        } else {
            text += (position == 0 ? "" : ".") + key.stringValue
        }
    }
    return codingPath.isEmpty ? "the root" : text
}

/// The place and the case of an error, in one line: a text or a key may have line breaks, and each
/// becomes a space.
func logLine(for error: any Error) -> String {
    let line: String
    switch error {
    case let error as DecodingError:
        let (path, name) = placeAndCase(of: error)
        line = "\(readable(path)): \(name)"
    case EncodingError.invalidValue(let value, let context):
        line = "\(readable(context.codingPath)): invalidValue, \(value)"
    default:
        line = "\(error)"
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
        case name
        case abv
        case style
        case hops
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
