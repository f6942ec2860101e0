import Foundation
import Walkthrough

@main
struct Lesson03: Lesson {
    static let title = "Dates"
    static let steps = Steps(
        jsonHasNoDates,
        iso8601InOneWord,
        theMachineMustNotMatter,
        aDayBeginsSomewhere,
        lettersThatLookRight,
        aLetterIsNotAZone,
        aStrategyOfYourOwn,
        parsingWithoutAFormatter,
        aFormatMadeOfNames,
        twoFormatsInOneDocument,
        whatSurvivesARoundTrip,
        oneDecoderForEachAPI
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Launch.self, from: document, with: .launches)
    }
}

// MARK: - JSON has no dates

/// JSON has numbers and strings, and people write dates as either. Here they are numbers: seconds
/// or milliseconds since the beginning of 1970. A `Date` counts seconds too, but from the beginning
/// of 2001. Who tells the decoder what a number counts?
func jsonHasNoDates() throws {
    let seconds = Data("[1532238600]".utf8)
    let decoder = JSONDecoder()
    // Predict: Telstar 19V flew in July 2018. Nobody told the decoder where to begin. Which year
    // comes out?
    show(try decoder.decode([Date].self, from: seconds))
    // 2049 is 31 years too late: the decoder counts from 2001, as `Date` does. Give it a strategy:
    decoder.dateDecodingStrategy = .secondsSince1970
    show(try decoder.decode([Date].self, from: seconds))
    let milliseconds = Data("[1532238600000]".utf8)
    // Predict: Now milliseconds are read as seconds, and then seconds as milliseconds. One gives
    // the year 1970, the other one 50524. Which is which?
    show(try decoder.decode([Date].self, from: milliseconds))
    decoder.dateDecodingStrategy = .millisecondsSince1970
    show(try decoder.decode([Date].self, from: seconds))
    // Milliseconds read as seconds are far away, seconds read as milliseconds are near 1970. A
    // number does not say what it counts, so a wrong guess is a wrong date and not an error.
    show(try decoder.decode([Date].self, from: milliseconds))
}

// MARK: - ISO 8601 in one word

/// Many APIs write a string like "2018-07-22T05:50:00Z": a day, `T`, a time, and a zone, where `Z`
/// is zero. This is ISO 8601, and there is a strategy for it. How exact is it? `read` gives nil for
/// an error.
func iso8601InOneWord() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    func read(_ strings: String...) -> [Date?] {
        strings.map { string in
            let document = Data(#"["\#(string)"]"#.utf8)
            return try? decoder.decode([Date].self, from: document)[0]
        }
    }
    show(read("2018-07-22T05:50:00Z", "2018-07-22T07:50:00+02:00"))
    show(read("2018-07-22", "2018-07-22T05:50:00", "2018-07-22 05:50:00Z"))
    // No time, no zone, a space for the `T`: the strategy needs every part. Month 13, day 0 and day
    // 32 are nil too. But it does not ask how many days a month has: it adds the days up.
    // Predict: February 2018 has 28 days. Which day does it make of 30 February?
    show(read("2018-02-30T05:50:00Z"))
    show(read("2018-07-22T25:50:00Z", "2018-07-22T05:50:00Z or later"))
    // 30 February becomes 2 March, hour 25 becomes hour 1 of the next day. After the zone, it stops
    // reading. You do not hear of such a mistake.
    //
    // This is Swift 6.3 on Linux. "05:50:00.250Z" is read here, and older Swift and macOS 15 refuse
    // parts of a second.
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

/// A `DateFormatter` reads other strings. What you do not set, it takes from the machine: locale
/// (with calendar and months) and zone. This initializer is ours.
func theMachineMustNotMatter() throws {
    let bangkok = DateFormatter("yyyy-MM-dd", locale: "th_TH")
    // Predict: In Bangkok, our 2018 is 2561. Their 2018 is which year for us?
    show(bangkok.date(from: "2018-07-22"))
    // It is the year 1475: the locale brings its calendar, which is 543 years ahead.
    let cairo = DateFormatter("MMM-dd-yyyy", locale: "ar_EG")
    // Predict: In Cairo, the calendar is ours. Why does this one not read October?
    show(cairo.date(from: "Oct-24-1995"))
    // The months have Arabic names there. For strings that a program writes, set `en_US_POSIX`. It
    // is the same everywhere, also on a phone set to 12 hours, where `HH` can fail without it:
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formatted(DateFormatter("MMM-dd-yyyy"))
    show(try decoder.decode([Date].self, from: Data(#"["Oct-24-1995"]"#.utf8)))
}

// MARK: - A day begins somewhere

/// "2018-07-22" is a day without a time and a zone. A `Date` is a moment. Which moment is it?
func aDayBeginsSomewhere() throws {
    let newYork = DateFormatter("yyyy-MM-dd", zone: "America/New_York")
    // Predict: In July, New York is four hours behind GMT. When does the day begin there, in GMT?
    show(newYork.date(from: "2018-07-22"))
    // It begins at 04:00: the formatter means the midnight of its zone. Set the zone that the API
    // means.
    // Predict: Vienna is Wien in German, but no zone has the name "Europe/Wien". So TimeZone gives
    // nil, and the formatter gets no zone. Which one does it use?
    show(DateFormatter("HH:mm", zone: "Europe/Wien").timeZone == .current)
    // It uses the machine's, `.current`. The name is "Europe/Vienna".
    //
    // A formatter gives nil for a day or a time that does not exist, as long as its `isLenient` is
    // false, which is the default.
    let saoPaulo = DateFormatter("yyyy-MM-dd", zone: "America/Sao_Paulo")
    // Predict: After 3 November 2018, 23:59, the clocks in São Paulo went to 01:00 of the next day.
    // What does the formatter give for 4 November?
    show(saoPaulo.date(from: "2018-11-04"))
    saoPaulo.isLenient = true
    show(saoPaulo.date(from: "2018-11-04"))
    // It is nil: there was no midnight. A lenient one takes the next moment, 01:00. But it accepts
    // 30 February too.
}

// MARK: - Letters that look right

/// A format is made of letters: `yyyy` year, `MM` month, `dd` day, `HH` hour, `mm` minute, `ss`
/// second. Three formats here have a wrong letter, and they compile. `YYYY` is the year that the
/// week belongs to, `hh` counts to 12.
func lettersThatLookRight() throws {
    let week = DateFormatter("YYYY-MM-dd")
    let eve = week.date(from: "2024-12-30") ?? .distantPast
    show(eve)
    // Predict: That day is in the first week of 2025. What is written back?
    show(week.string(from: eve))
    // The year is 2025: here the week of 1 January is the first.
    let minutes = DateFormatter("yyyy-mm-dd")
    let day = minutes.date(from: "2018-07-22") ?? .distantPast
    // Predict: The 07 is read as minutes. What is not read is the first: the month, the hour. What
    // comes out?
    show(day)
    show(minutes.string(from: day))
    // It is a day in January. On the way back, you do not see the mistake.
    let twelve = DateFormatter("yyyy-MM-dd hh:mm")
    // Predict: The API sends 12:50 and 17:50. Which one is nil?
    show(twelve.date(from: "2018-07-22 12:50"))
    show(twelve.date(from: "2018-07-22 17:50"))
    // 17:50 is nil: `hh` knows 1 to 12, and 12 means hour 0. In July, in the morning, each format
    // passes a test. Test a day in late December and an afternoon.
}

// MARK: - A letter is not a zone

/// A string with a zone needs a format with a zone. Characters in quotes are plain text and mean
/// nothing. Both formatters are set to New York, four hours behind GMT.
func aLetterIsNotAZone() throws {
    let quoted = DateFormatter(
        "yyyy-MM-dd'T'HH:mm:ss'Z'", zone: "America/New_York")
    let zoned = DateFormatter(
        "yyyy-MM-dd'T'HH:mm:ssXXXXX", zone: "America/New_York")
    // Predict: Both read "2018-07-22T05:50:00Z". The `Z` says GMT, and the first format has it in
    // quotes. Which moment does that one find?
    show(quoted.date(from: "2018-07-22T05:50:00Z"))
    show(zoned.date(from: "2018-07-22T05:50:00Z"))
    // For the quoted one, `Z` is a letter, and 05:50 is the time in New York: four hours too late.
    // `XXXXX` is the zone of the string.
    // Predict: The same moment with another zone. Which format gives nil?
    show(quoted.date(from: "2018-07-22T07:50:00+02:00"))
    show(zoned.date(from: "2018-07-22T07:50:00+02:00"))
    // The quoted one finds no `Z`. Now the API adds milliseconds:
    show(zoned.date(from: "2018-07-22T05:50:00.250Z"))
    let precise = DateFormatter("yyyy-MM-dd'T'HH:mm:ss.SSSXXXXX")
    show(precise.date(from: "2018-07-22T05:50:00.250Z"))
    // `SSS` are the milliseconds. This format refuses all strings without them, so an API that
    // writes both kinds needs two formats.
}

// MARK: - A strategy of your own

/// The museum writes "1652-08-09", and where only the year is known, "1622". A `.custom` strategy
/// has a closure of yours: it gets a decoder and returns a date.
func aStrategyOfYourOwn() throws {
    struct Maker: Decodable { let dateOfBirth: Date }
    struct NoDate: Error {}
    let rumor = Data(#"[{"dateOfBirth": "about 1640"}]"#.utf8)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { _ in throw NoDate() }
    // Predict: The decoder passes the error on as it is. Of 500 makers,
    // one has this rumor. Does the error tell you which?
    attempt { try decoder.decode([Maker].self, from: rumor) }
    // It does not. The decoder of the closure knows the path, and its `singleValueContainer()`, for
    // the one value here, makes errors with it. (An error of `.iso8601` names the object only:
    // Swift 6.3 on Linux.) A formatter must use up the whole string, so `year` refuses
    // "1652-02-30":
    let day = DateFormatter("yyyy-MM-dd"), year = DateFormatter("yyyy")
    decoder.dateDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        let string = try container.decode(String.self)
        let date = day.date(from: string) ?? year.date(from: string)
        guard let date else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "Neither day nor year.")
        }
        return date
    }
    attempt { try decoder.decode([Maker].self, from: rumor) }
    let known = Data(#"["1622", "1652-08-09"]"#.utf8)
    show(try decoder.decode([Date].self, from: known))
}

// MARK: - Parsing without a formatter

/// A formatter is an object with many settings. Foundation's newer way is a value, and you name the
/// parts of the date. `Date.ISO8601FormatStyle` is one of them. It adds days up, as `.iso8601` does
/// (all in this lesson is Swift 6.3 on Linux).
func parsingWithoutAFormatter() throws {
    let day = Date.ISO8601FormatStyle().year().month().day()
    show(try Date("1652-08-09", strategy: day))
    // Predict: In 1652, February had 29 days. Which day is 30 February?
    let february = try Date("1652-02-30", strategy: day)
    show(february)
    // It is 1 March. `Date.ParseStrategy` can refuse that. `isLenient: false` checks that
    // the day exists:
    let checked = Date.ParseStrategy(
        format: """
            \(year: .padded(4))-\(month: .twoDigits)-\(day: .twoDigits)
            """,
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
        isLenient: false)
    show(try? Date("1652-02-30", strategy: checked))
    show(try? Date("1652-08-09 or later", strategy: checked))
    // It stops reading after the day, and it takes "1652-8-9" and the year in "52-08-09" too. To
    // refuse all of these, with any strategy: write the date again, and compare.
    let found = try Date("1652-08-09 or later", strategy: checked)
    show(found.formatted(day) == "1652-08-09 or later")
}

// MARK: - A format made of names

/// `Date.VerbatimFormatStyle` writes, and its `parseStrategy` reads. The format has names in place
/// of letters, so nobody writes `YYYY` by mistake. You must give it a zone and a calendar. The
/// locale may be left out. Here it is given, to try two of them.
func aFormatMadeOfNames() throws {
    func style(locale: String) -> Date.VerbatimFormatStyle {
        Date.VerbatimFormatStyle(
            format: """
                \(month: .abbreviated)-\(day: .twoDigits)-\(year: .padded(4))
                """,
            locale: Locale(identifier: locale), timeZone: .gmt,
            calendar: Calendar(identifier: .gregorian))
    }
    let posix = style(locale: "en_US_POSIX")
    let migrated = try Date("Oct-24-1995", strategy: posix.parseStrategy)
    show(migrated)
    show(migrated.formatted(posix))
    let german = style(locale: "de_DE")
    // Predict: With the German locale, which part is written in another way?
    show(migrated.formatted(german))
    // The month is: its name belongs to the locale, here too. Always set the locale.
    show(try? Date("Feb-30-1995", strategy: posix.parseStrategy))
    show(try? Date("Oct-24-1995 or later", strategy: posix.parseStrategy))
    // 30 February is refused, and nobody had to say so. But words behind the date are not (Swift
    // 6.3 on Linux): here too, write the date again and compare. A `DateFormatter` refuses both.
}

// MARK: - Two formats in one document

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

/// A strategy is for all dates: the container applies it when you ask for a `Date`. The launch API
/// writes a moment twice, in seconds since 1970 and in ISO 8601. A `.custom` strategy could ask for
/// the path. `UnixTime` says in the model what it counts.
func twoFormatsInOneDocument() throws {
    struct Hasty: Decodable {
        let date: Date
        init(from input: any Decoder) throws { date = try Date(from: input) }
    }
    let both = Data(#"{"unix": 1532238600,"utc": "2018-07-22T05:50:00Z"}"#.utf8)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    struct Guess: Decodable { let unix: Hasty, utc: Date }
    // Predict: `Hasty` calls `Date(from:)` itself. An error, 2018 or 2049?
    show(try decoder.decode(Guess.self, from: both).unix.date)
    // It is 2049: `Date(from:)` bypasses the strategy, and counts from 2001.
    struct Launch: Decodable { let unix: UnixTime, utc: Date }
    let launch = try decoder.decode(Launch.self, from: both)
    show([launch.unix.date, launch.utc])
}

// MARK: - What survives a round trip

/// An encoder has a strategy of its own. `survivors` writes a thousand dates with parts of a
/// second, reads them again, and counts those that come back equal.
func whatSurvivesARoundTrip() throws {
    let dates = (1...1000).map {
        Date(timeIntervalSinceReferenceDate: Double($0) * 1_234_567.8913)
    }
    func survivors(
        _ write: JSONEncoder.DateEncodingStrategy,
        _ read: JSONDecoder.DateDecodingStrategy
    ) throws -> Int {
        let encoder = JSONEncoder(), decoder = JSONDecoder()
        encoder.dateEncodingStrategy = write
        decoder.dateDecodingStrategy = read
        let document = try encoder.encode(dates)
        let again = try decoder.decode([Date].self, from: document)
        return zip(dates, again).count { $0 == $1 }
    }
    show(try survivors(.deferredToDate, .secondsSince1970))
    // Predict: Now both sides agree: on `.iso8601`, on seconds or milliseconds since 1970, or on
    // the default. Which brings every date back?
    show(try survivors(.iso8601, .iso8601))
    show(try survivors(.secondsSince1970, .secondsSince1970))
    show(try survivors(.millisecondsSince1970, .millisecondsSince1970))
    show(try survivors(.deferredToDate, .deferredToDate))
    // The default does, `.deferredToDate`: it writes the number that a `Date` has inside. The two
    // that count from 1970 calculate, and lose a millionth of a second or less (Swift 6.3 on
    // Linux). `.iso8601` writes whole seconds. Dates in whole seconds survive with all four
    // strategies.
}

// MARK: - One decoder for each API

extension JSONDecoder {
    static let launches: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()
}

/// Every part of a program should read an API's dates in the same way. So set up one decoder for
/// each API, in a `static let`, and use it everywhere.
func oneDecoderForEachAPI() throws {
    struct Launch: Decodable { let launchDateUtc: Date }
    let telstar = Data(#"{"launch_date_utc": "2018-07-22T05:50:00Z"}"#.utf8)
    show(try JSONDecoder.launches.decode(Launch.self, from: telstar))
    let shared = JSONDecoder()
    shared.dateDecodingStrategy = .secondsSince1970
    let numbers = Data("[1532238600]".utf8)
    show(try shared.decode([Date].self, from: numbers))
    let borrowed = shared
    borrowed.dateDecodingStrategy = .millisecondsSince1970
    // Predict: Somebody borrows the decoder, a class, and sets a strategy. Which year does `shared`
    // read now?
    show(try shared.decode([Date].self, from: numbers))
    // It reads 1970: milliseconds for both, as both names are the same object. Set it up in the
    // closure, as above, and then never again.
    //
    // Swift 6 accepts the `static let`: decoders, encoders and `DateFormatter` are `Sendable`, so
    // several threads may share them. It refuses a `static var`, and (in Swift 6.3) an
    // `ISO8601DateFormatter` even in a `let`. The style of step 8 is allowed.
}

// MARK: - What to take away

// | Rule                                                         | Step |
// |--------------------------------------------------------------|------|
// | The default counts seconds from 2001: set a strategy         | 1    |
// | A wrong guess about a number is a wrong date and no error    | 1    |
// | `.iso8601` needs time and zone, and takes 30 February        | 2    |
// | A formatter needs a format, `en_US_POSIX` and a zone         | 3, 4 |
// | A day begins at midnight in some zone; some have no midnight | 4    |
// | `yyyy-MM-dd`, `HH:mm:ss`, and a zone without quotes          | 5, 6 |
// | An unknown format is `dataCorrupted`, with its path          | 7    |
// | A format style is a value: write the date again, and compare | 8, 9 |
// | One strategy for a document; a type for the other format     | 10   |
// | `Date(from:)` bypasses the strategy                          | 10   |
// | Set both sides; not every date comes back equal              | 11   |
// | One decoder for an API, a `static let` that nobody changes   | 12   |
//
// Left out here: keys in snake case (lesson 02), other small values in strings (lesson 04), a
// format that depends on the API's version (lesson 08), errors that reach a reader (lesson 09),
// what a formatter costs (lesson 13).
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
