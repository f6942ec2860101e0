import Foundation
import Walkthrough

@main
struct Lesson03: Lesson {
    static let title = "Dates"
    static let steps = Steps(
        jsonHasNoDates,
        iso8601InOneWord,
        theMachineMustNotMatter,
        lettersThatLookRight,
        aStrategyOfYourOwn,
        parsingWithoutAFormatter,
        twoFormatsInOneDocument,
        whatSurvivesARoundTrip,
        oneDecoderForTheProgram
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Launch.self, from: document, with: .launches)
    }
}

// MARK: - JSON has no dates

/// JSON has numbers and texts, and people write dates as either. A `Date` is a number of seconds.
/// Left alone, the decoder counts them from the first moment of 2001. Most APIs count from 1970,
/// some of them in milliseconds. No number says what it counts, so a wrong guess is no error: it is
/// a wrong date. Look at the year.
///
/// - Teacher: Ask who has seen 1970 or 2049 on a screen, and where. Step 8 has the way out to JSON.
func jsonHasNoDates() throws {
    let seconds = Data("[1532238600]".utf8)
    let decoder = JSONDecoder()
    // Predict: Telstar 19V flew in July 2018. Which year does the decoder say?
    show(try decoder.decode([Date].self, from: seconds))

    decoder.dateDecodingStrategy = .secondsSince1970
    show(try decoder.decode([Date].self, from: seconds))

    let milliseconds = Data("[1532238600000]".utf8)
    // Predict: These are milliseconds. In which year was the launch now?
    show(try decoder.decode([Date].self, from: milliseconds))
    decoder.dateDecodingStrategy = .millisecondsSince1970
    show(try decoder.decode([Date].self, from: milliseconds))
    // Predict: And seconds, taken for milliseconds?
    show(try decoder.decode([Date].self, from: seconds))

    let text = Data(#"["2018-07-22T05:50:00Z"]"#.utf8)
    attempt(text) { try decoder.decode([Date].self, from: text) }
}

// MARK: - ISO 8601 in one word

/// Most APIs write "2018-07-22T05:50:00Z": a day, `T`, a time and a zone, where `Z` is zero. The
/// strategy `.iso8601` needs every part. It does not check the calendar, it stops reading after the
/// zone, and the path of its error stops at the object.
///
/// This page is what Swift 6.3 does on Linux. Before 6.2, fractions of a second were refused.
///
/// - Teacher: The key is missing in the path. How do they find it in a document of 200 keys?
func iso8601InOneWord() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    func read(_ texts: String...) -> [Date?] {
        texts.map { text in
            let document = Data(#"["\#(text)"]"#.utf8)
            return try? decoder.decode([Date].self, from: document)[0]
        }
    }
    show(read("2018-07-22T07:50:00+02:00", "2018-07-22T05:50:00.250Z"))
    // Predict: Without a time, without a zone, with a blank. Which are read?
    show(read("2018-07-22", "2018-07-22T05:50:00", "2018-07-22 05:50:00Z"))
    // Predict: 30 February, and hour 25. Which?
    show(read("2018-02-30T05:50:00Z", "2018-07-22T25:50:00Z"))
    show(read("2018-07-22T05:50:00Z or later"))

    struct Launch: Decodable { let utc: Date }
    let day = Data(#"[{"utc": "2018-07-22"}]"#.utf8)
    attempt(day) { try decoder.decode([Launch].self, from: day) }
}

// MARK: - The machine must not matter

extension DateFormatter {
    convenience init(
        _ format: String,
        locale: String = "en_US_POSIX", zone: String = "GMT"
    ) {
        self.init()
        self.locale = Locale(identifier: locale)
        self.timeZone = TimeZone(identifier: zone)
        self.dateFormat = format
    }
}

/// Any other text needs a `DateFormatter`. What you do not set, it takes from the machine: the
/// locale, with its calendar and its months, and the zone. The first three formatters are set up as
/// machines elsewhere would do it. A program wrote the text, so its locale is `en_US_POSIX`; a
/// Gregorian calendar alone mends the year in Bangkok, not the month in Cairo. The zone is the one
/// that the API means.
///
/// - Teacher: Ask for somebody's birthday. At which moment did it begin, and where?
/// - Teacher: Demo: `TimeZone(identifier: "Europe/Wien")` is nil, and nil is the machine's zone
/// again.
/// - Teacher: On Linux, Swift 6.3 has one locale for every machine, whatever `LANG` says. A
/// formatter without a locale works there and fails on somebody's phone.
func theMachineMustNotMatter() throws {
    let bangkok = DateFormatter("yyyy-MM-dd", locale: "th_TH")
    // Predict: A machine in Bangkok counts years the Thai way. What is 2018?
    show(bangkok.date(from: "2018-07-22"))
    let cairo = DateFormatter("MMM-dd-yyyy", locale: "ar_EG")
    show(cairo.date(from: "Oct-24-1995"))
    let newYork = DateFormatter("yyyy-MM-dd", zone: "America/New_York")
    // Predict: A day without a zone, on a machine in New York. When did it begin?
    show(newYork.date(from: "2018-07-22"))
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formatted(DateFormatter("yyyy-MM-dd"))
    show(try decoder.decode([Date].self, from: Data(#"["2018-07-22"]"#.utf8)))
}

// MARK: - Letters that look right

/// A format is made of letters, and a wrong letter is no error. `YYYY` is the year of the week,
/// `mm` are minutes, `hh` ends at twelve, and `'Z'` in quotes is a letter and not a zone. Each of
/// them can pass a first test. Try a day at the end of December, an afternoon, another zone, and
/// the way back to text.
///
/// `yyyy` year, `MM` month, `dd` day, `HH` hour, `mm` minute, `ss` second, `XXXXX` zone.
func lettersThatLookRight() throws {
    let week = DateFormatter("YYYY-MM-dd")
    let eve = week.date(from: "2024-12-30") ?? .distantPast
    show(eve)
    // Predict: It was read well. What is written?
    show(week.string(from: eve))
    let minutes = DateFormatter("yyyy-mm-dd")
    // Predict: July, read as minutes. Which month is it? And on the way back?
    let day = minutes.date(from: "2018-07-22") ?? .distantPast
    show(day)
    show(minutes.string(from: day))
    let twelve = DateFormatter("yyyy-MM-dd hh:mm")
    let noon = twelve.date(from: "2018-07-22 12:50")
    show([noon, twelve.date(from: "2018-07-22 17:50")])

    let launch = "2018-07-22T05:50:00Z"
    let quoted = "yyyy-MM-dd'T'HH:mm:ss'Z'"
    show(DateFormatter(quoted, zone: "America/New_York").date(from: launch))
    let zoned = "yyyy-MM-dd'T'HH:mm:ssXXXXX"
    show(DateFormatter(zoned, zone: "America/New_York").date(from: launch))
}

// MARK: - A strategy of your own

/// The museum writes "1652-08-09", and where only the year is known, "1622". `.custom` is a closure
/// that gets a decoder and returns a date: try one format, then the other.
///
/// And then? An exclamation mark ends the program on the day that somebody writes "about 1640". An
/// error of your own type reaches the caller without a path. `dataCorruptedError(in:)` says what
/// and where, to the index and the key.
func aStrategyOfYourOwn() throws {
    struct Maker: Decodable { let dateOfBirth: Date }
    let rumor = Data(#"[{"dateOfBirth": "about 1640"}]"#.utf8)
    let decoder = JSONDecoder()
    struct NoDate: Error {}
    decoder.dateDecodingStrategy = .custom { _ in throw NoDate() }
    // Predict: What do you learn about the place?
    attempt(rumor) { try decoder.decode([Maker].self, from: rumor) }
    let day = DateFormatter("yyyy-MM-dd")
    let year = DateFormatter("yyyy")
    decoder.dateDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        if let date = day.date(from: text) ?? year.date(from: text) {
            return date
        }
        throw DecodingError.dataCorruptedError(
            in: container, debugDescription: "Neither a day nor a year.")
    }
    let known = Data(#"["1622", "1652-08-09"]"#.utf8)
    show(try decoder.decode([Date].self, from: known))
    attempt(rumor) { try decoder.decode([Maker].self, from: rumor) }
}

// MARK: - Parsing without a formatter

/// Foundation's newer way is a value in place of an object. `Date.ISO8601FormatStyle` takes the
/// parts that you name. `Date.VerbatimFormatStyle` has a format made of names in place of letters,
/// so that no `YYYY` can slip in, and it asks for the zone and the calendar. The locale you still
/// have to remember.
///
/// Its `parseStrategy` checks the calendar. The plain `Date.ParseStrategy` does not unless you say
/// `isLenient: false`, and neither does the ISO style.
func parsingWithoutAFormatter() throws {
    let day = Date.ISO8601FormatStyle().year().month().day()
    show(try Date("1652-08-09", strategy: day))
    // Predict: There was no 30 February. Is it refused here?
    show(try? Date("1652-02-30", strategy: day))

    let style = Date.VerbatimFormatStyle(
        format: "\(month: .abbreviated)-\(day: .twoDigits)-\(year: .padded(4))",
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian))
    let migration = try Date("Oct-24-1995", strategy: style.parseStrategy)
    show(migration)
    show(migration.formatted(style))
    // Predict: And here?
    show(try? Date("Feb-30-1995", strategy: style.parseStrategy))
}

// MARK: - Two formats in one document

/// The launch API has seconds since 1970 and ISO 8601. A decoder has one strategy, and the other
/// format is a `typeMismatch`. So the other one gets a type of its own, which reads and writes a
/// plain number. Do not hand the decoder on to `Date`, as `Hasty` does: that leads past every
/// strategy, to 2001.
func twoFormatsInOneDocument() throws {
    let both = Data(#"{"unix": 1532238600,"utc": "2018-07-22T05:50:00Z"}"#.utf8)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    struct Hasty: Decodable {
        let date: Date
        init(from input: any Decoder) throws { date = try Date(from: input) }
    }
    struct Guess: Decodable { let unix: Hasty, utc: Date }
    // Predict: 1532238600 is in July 2018. Which year comes out?
    show(try decoder.decode(Guess.self, from: both).unix.date)
    struct Launch: Decodable { let unix: UnixTime, utc: Date }
    let launch = try decoder.decode(Launch.self, from: both)
    show([launch.unix.date, launch.utc])
    show(try JSONEncoder().encode(launch.unix))
}

struct UnixTime: Codable, Equatable {
    let date: Date
    init(from decoder: any Decoder) throws {
        let seconds = try decoder.singleValueContainer().decode(Double.self)
        date = Date(timeIntervalSince1970: seconds)
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(date.timeIntervalSince1970)
    }
}

// MARK: - What survives a round trip

/// An encoder has a strategy of its own: set both. A number keeps the fraction, to a millionth of a
/// second. `.iso8601` drops it on the way out, and what you read again is not what you wrote.
///
/// Where the fraction matters, write milliseconds. The ISO style of step 6 can include it, but it
/// cuts where it should round: look at its last digit.
func whatSurvivesARoundTrip() throws {
    let brewed = Date(timeIntervalSince1970: 1_462_104_000.123)
    let encoder = JSONEncoder()
    let decoder = JSONDecoder()
    show(try encoder.encode([brewed]))
    // Predict: Written in the default way, read as seconds since 1970. When?
    decoder.dateDecodingStrategy = .secondsSince1970
    show(try decoder.decode([Date].self, from: encoder.encode([brewed])))
    encoder.dateEncodingStrategy = .millisecondsSince1970
    decoder.dateDecodingStrategy = .millisecondsSince1970
    show(try encoder.encode([brewed]))
    let same = try decoder.decode([Date].self, from: encoder.encode([brewed]))
    show(same == [brewed])
    encoder.dateEncodingStrategy = .iso8601
    decoder.dateDecodingStrategy = .iso8601
    show(try encoder.encode([brewed]))
    // Predict: Written and read with the same strategy. Is it the same date?
    let whole = try decoder.decode([Date].self, from: encoder.encode([brewed]))
    show(whole == [brewed])
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    show(brewed.formatted(style))
}

// MARK: - One decoder for the whole program

extension JSONDecoder {
    static let launches: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()
}

/// Set up a decoder once, in a `static let`, and the whole program reads dates alike. Swift 6 lets
/// you: `JSONDecoder`, `JSONEncoder` and `DateFormatter` are `Sendable`. It refuses a `static var`,
/// and on Linux an `ISO8601DateFormatter` even in a `let`; the ISO style of step 6 takes its place.
///
/// It does not refuse a change of the shared object: set it up inside the closure, then never
/// again.
///
/// - Teacher: Demo: write `static var` and read the compiler's error together.
func oneDecoderForTheProgram() throws {
    let telstar = Data(
        #"{"mission_name":"Telstar 19V", "launch_date_unix":1532238600}"#.utf8)
    show(try JSONDecoder.launches.decode(Launch.self, from: telstar))
    let shared = JSONDecoder()
    shared.dateDecodingStrategy = .secondsSince1970
    let numbers = Data("[1532238600]".utf8)
    show(try shared.decode([Date].self, from: numbers))
    let borrowed = shared
    borrowed.dateDecodingStrategy = .millisecondsSince1970
    // Predict: Another name, another strategy. What does the first one read now?
    show(try shared.decode([Date].self, from: numbers))
}

// MARK: - What to take away

// | Rule                                                         | Step |
// |--------------------------------------------------------------|------|
// | The default counts seconds from 2001; most APIs do not       | 1    |
// | A wrong guess about a number is a wrong date and no error    | 1    |
// | `.iso8601` needs time and zone, and does not check the day   | 2    |
// | A formatter needs a format, `en_US_POSIX` and a zone         | 3    |
// | `yyyy-MM-dd`, `HH:mm:ss`, and a zone without quotes          | 4    |
// | An unknown format is `dataCorrupted`, with its path          | 5    |
// | A format style is a value; look whether it is lenient        | 6    |
// | One strategy a decoder; another format is another type       | 7    |
// | `.iso8601` writes whole seconds; set both sides              | 8    |
// | One decoder in a `static let`, and nobody changes it         | 9    |
//
// Left out here: keys in snake case (lesson 02), other small values in texts (lesson 04), a format
// that depends on the API's version (lesson 08), errors that reach a reader (lesson 09), what a
// formatter costs (lesson 13).
//
// Now you: open `Exercises/Exercise03.swift`. To judge it:
//
//     swift run workbook check 03

// MARK: - The finished model

/// One launch with its two dates. The API's plans have a year and no day yet; it sends nulls there.
/// `swift run lesson-03 --decode FILE` decodes one of these, or a list.
struct Launch: Codable, Equatable {
    let missionName: String
    let launchDateUnix: UnixTime?
    let launchDateUtc: Date?
}
