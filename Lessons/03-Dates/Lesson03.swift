import Foundation
import Walkthrough

@main
struct Lesson03: Lesson {
    static let title = "Dates"
    static let steps = Steps(
        jsonHasNoDates,
        iso8601InOneWord,
        fractionsOfASecond,
        theMachineMustNotMatter,
        lettersThatLookRight,
        aLetterIsNotAZone,
        aStrategyOfYourOwn,
        aDayIsNotAMoment,
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

/// JSON has numbers and strings, and no dates. So each API writes its dates in a way of its own.
/// This one sends a number: the seconds since the beginning of 1970, as most servers count them. A
/// `Date` in Swift is a moment, which is the same everywhere on Earth. It counts seconds too, but
/// from the beginning of 2001. What does the decoder make of the number if nobody says what it
/// counts?
func jsonHasNoDates() throws {
    let seconds = Data("[1532238600]".utf8)
    let decoder = JSONDecoder()
    // Predict: This number is the moment in July 2018 at which Telstar 19V flew. Which year comes
    // out?
    show(try decoder.decode([Date].self, from: seconds))
    // It is the year 2049, 31 years too late, because the decoder counts as `Date` does. For an API
    // that counts from 1970, you set a strategy:
    decoder.dateDecodingStrategy = .secondsSince1970
    show(try decoder.decode([Date].self, from: seconds))

    let milliseconds = Data("[1532238600000]".utf8)
    // Predict: Another API sends the same moment in milliseconds. What does the decoder give now:
    // an error, a date near 1970, or a date far in the future?
    show(try decoder.decode([Date].self, from: milliseconds))
    // It takes a thousand times as many seconds, and so the launch is far in the future. A number
    // does not say what it counts. That is why a wrong guess is never an error: it is a wrong date.
    decoder.dateDecodingStrategy = .millisecondsSince1970
    show(try decoder.decode([Date].self, from: milliseconds))
}

// MARK: - ISO 8601 in one word

func read(_ string: String) -> Date? {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let document = Data(#"["\#(string)"]"#.utf8)
    return try? decoder.decode([Date].self, from: document)[0]
}

/// Most APIs of today write a string such as "2018-07-22T05:50:00Z": a day, a `T`, a time, and a
/// zone, where `Z` stands for GMT. This form is called ISO 8601, and there is a strategy for it.
/// The function `read` decodes one string with that strategy, and returns nil if the decoder throws
/// an error. How much may a sender leave out?
func iso8601InOneWord() throws {
    show(read("2018-07-22T05:50:00Z"))
    show(read("2018-07-22T07:50:00+02:00"))
    // Both strings name the same moment, once in GMT and once in a zone two hours ahead of it.
    // Predict: Three senders write it in another way: without the time, without the zone, and with
    // a space for the T. Which of the three strings can be read?
    show(read("2018-07-22"))
    show(read("2018-07-22T05:50:00"))
    show(read("2018-07-22 05:50:00Z"))
    // None of them: the strategy needs every part, and the T between them.
    // Predict: February 2018 had 28 days. What does the strategy make of the 30th?
    show(read("2018-02-30T05:50:00Z"))
    show(read("2018-07-22T05:50:00Z or later"))
    // It adds the days up, so the 30th becomes 2 March, and nobody hears of the mistake. It also
    // stops reading after the zone. Where a wrong date would do harm, compare: step 9 shows how.
}

// MARK: - Fractions of a second

/// Many servers are more exact than a second: in "2018-07-22T05:50:00.250Z", there are 250
/// milliseconds. The strategy `.iso8601` reads such strings, and older versions of Foundation
/// refuse them.
func fractionsOfASecond() throws {
    let document = Data(
        #"["2018-07-22T05:50:00.250Z", "2018-07-22T05:50:00.007Z"]"#.utf8)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let dates = try decoder.decode([Date].self, from: document)
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    // Predict: The encoder has the strategy of the same name. Which strings does it write?
    show(try encoder.encode(dates))
    // It writes whole seconds, so both fractions are lost. For anything else you need a strategy of
    // your own, `.custom`, which is a closure. It gets a container for the one value that is here,
    // and writes a string into it. Foundation's format styles make strings of dates. This one has
    // fractions:
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    encoder.dateEncodingStrategy = .custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode(date.formatted(style))
    }
    // Predict: Which fractions are written now?
    show(try encoder.encode(dates))
    // One millisecond is missing. A `Date` is a `Double`, and most fractions have no exact form in
    // it, so the 7 milliseconds are a little less. The style cuts off after three digits, where it
    // should round, and so half of all fractions lose a millisecond. Add a tenth of a millisecond
    // before the style cuts off, and nothing is lost:
    encoder.dateEncodingStrategy = .custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode((date + 0.0001).formatted(style))
    }
    show(try encoder.encode(dates))
    // Older versions of Foundation need the style for reading too. In this version it also reads
    // whole seconds:
    decoder.dateDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        let string = try container.decode(String.self)
        return try Date(string, strategy: style)
    }
    show(try decoder.decode([Date].self, from: document) == dates)
}

// MARK: - The machine must not matter

extension DateFormatter {
    convenience init(
        _ format: String,
        locale: String = "en_US_POSIX",
        zone: String = "GMT"
    ) {
        self.init()
        self.locale = Locale(identifier: locale)
        self.timeZone = TimeZone(identifier: zone)
        self.dateFormat = format
    }
}

/// For strings of another form there is `DateFormatter`, with a format made of letters: `yyyy` is
/// the year, `MM` the month, `dd` the day. What it reads depends on two more settings: on its
/// locale, which brings a calendar too, and on its time zone. It takes them from the machine that
/// it runs on, unless you set them. This initializer sets both, so that we can try other machines
/// on this one.
func theMachineMustNotMatter() throws {
    let bangkok = DateFormatter("yyyy-MM-dd", locale: "th_TH")
    // Predict: The calendar of Thailand is 543 years ahead. What does a phone in Bangkok make of
    // this string?
    show(bangkok.date(from: "2018-07-22"))
    // The year 2018 of that calendar is our 1475.
    let cairo = DateFormatter("MMM-dd-yyyy", locale: "ar_EG")
    // Predict: `MMM` is a short name of a month. In Egypt, the calendar is ours. Why does this
    // phone read nothing all the same?
    show(cairo.date(from: "Oct-24-1995"))
    // In Arabic, October has another name. A string that a program wrote is not in the user's
    // language. So set the locale "en_US_POSIX", which is the same on every machine, and set the
    // zone:
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formatted(DateFormatter("MMM-dd-yyyy"))
    let document = Data(#"["Oct-24-1995"]"#.utf8)
    show(try decoder.decode([Date].self, from: document))
    let vienna = DateFormatter("HH:mm", zone: "Europe/Wien")
    // Predict: The city is called Wien in German, but the zone is called "Europe/Vienna". So
    // Foundation knows no zone of this name, and `timeZone` was set to nil. Which zone does the
    // formatter have now?
    show(vienna.timeZone == .current)
    // It has the zone of the machine. So in Vienna, on your own desk, nobody notices.
}

// MARK: - Letters that look right

/// The letters of a format are defined by Unicode, in its Technical Standard 35, and capital and
/// small letters mean different things. Here are two formats that compile, and that many programs
/// have in them. `YYYY` is the year to which the week belongs, and `hh` counts the hours of half a
/// day.
func lettersThatLookRight() throws {
    let week = DateFormatter("YYYY-MM-dd")
    guard
        let summer = week.date(from: "2024-07-22"),
        let winter = week.date(from: "2024-12-30")
    else { return }
    show(week.string(from: summer))
    // Predict: In summer all went well. The week of 30 December ends in January. What is written?
    show(week.string(from: winter))
    // The last days of December already belong to the first week of 2025.
    let twelve = DateFormatter("yyyy-MM-dd hh:mm")
    // Predict: A train leaves at 05:50, at 12:50 and at 17:50. Which of the three times come out
    // right?
    show(twelve.date(from: "2018-07-22 05:50"))
    show(twelve.date(from: "2018-07-22 12:50"))
    show(twelve.date(from: "2018-07-22 17:50"))
    // Only the first. On a clock with twelve hours, there is no 17, and 12:50 without "PM" is ten
    // to one at night. The letters that you want are `yyyy` and `HH`. A test with a morning in July
    // finds neither mistake: take an afternoon, and a day late in December.
}

// MARK: - A letter is not a zone

/// A format can hold plain text. It stands in quotes, like the `T` of ISO 8601. On the web you find
/// formats with a `'Z'` in quotes too. Both formatters here are set to New York, which in July is
/// four hours behind GMT. The second one has `XXXXX` in its place, which stands for a zone.
func aLetterIsNotAZone() throws {
    let quoted = DateFormatter(
        "yyyy-MM-dd'T'HH:mm:ss'Z'", zone: "America/New_York")
    let zoned = DateFormatter(
        "yyyy-MM-dd'T'HH:mm:ssXXXXX", zone: "America/New_York")
    // Predict: The string says 05:50 in GMT. Which moment does the format with the quotes find?
    show(quoted.date(from: "2018-07-22T05:50:00Z"))
    show(zoned.date(from: "2018-07-22T05:50:00Z"))
    // For the first format, `Z` is a letter like the `T`. It finds no zone in the string, takes its
    // own, and is four hours late. The second format reads the zone.
    // Predict: The same moment, written in a zone two hours ahead of GMT. What does each of them
    // find now?
    show(quoted.date(from: "2018-07-22T07:50:00+02:00"))
    show(zoned.date(from: "2018-07-22T07:50:00+02:00"))
    // The first one does not know what to make of a plus sign, so it reads nothing. The zone of the
    // other formatter does not matter: the string has one.
}

// MARK: - A strategy of your own

/// A museum writes the birthday of a painter as "1652-08-09" and, where only the year is known, as
/// "1622". A `.custom` strategy can try one formatter after the other. What should it do with a
/// string that none of them reads? Two strategies refuse "about 1640" here. The first throws an
/// error of its own.
func aStrategyOfYourOwn() throws {
    struct Maker: Decodable {
        let dateOfBirth: Date
    }
    struct NoDate: Error {}
    let makers = Data(
        #"[{ "dateOfBirth": "1622" }, { "dateOfBirth": "about 1640" }]"#.utf8)
    let day = DateFormatter("yyyy-MM-dd")
    let year = DateFormatter("yyyy")
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        let string = try container.decode(String.self)
        guard
            let date = day.date(from: string) ?? year.date(from: string)
        else {
            throw NoDate()
        }
        return date
    }
    // Predict: Imagine 500 makers in the list. Does this error tell you which date is wrong?
    attempt(makers) { try decoder.decode([Maker].self, from: makers) }
    // It does not: the decoder passes the error on as it is. But it knows which date it was, so let
    // it make the error. `DecodingError.dataCorruptedError` takes the container, adds the place,
    // and says that the value is there, of the right type, and makes no sense:
    decoder.dateDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        let string = try container.decode(String.self)
        guard
            let date = day.date(from: string) ?? year.date(from: string)
        else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "Neither a day nor a year.")
        }
        return date
    }
    attempt(makers) { try decoder.decode([Maker].self, from: makers) }
}

// MARK: - A day is not a moment

struct CalendarDay: Decodable, Equatable {
    let year: Int
    let month: Int
    let day: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let string = try container.decode(String.self)
        guard
            let match = string.wholeMatch(of: /(\d{4})-(\d{2})-(\d{2})/),
            let year = Int(match.1),
            let month = Int(match.2),
            let day = Int(match.3)
        else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "A day is written like 1652-08-09.")
        }
        let components = DateComponents(year: year, month: month, day: day)
        guard
            components.isValidDate(in: Calendar(identifier: .gregorian))
        else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "The calendar has no such day.")
        }
        self.year = year
        self.month = month
        self.day = day
    }
}

/// A birthday, a holiday, the day on which a bill has to be paid: a document writes "1652-08-09",
/// and the model has a `Date` for it. But a `Date` is a moment, and a day has no moment of its own.
/// The formatter below takes midnight in GMT. The type `CalendarDay` is used later.
func aDayIsNotAMoment() throws {
    let document = Data(#"["1652-08-09"]"#.utf8)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .formatted(DateFormatter("yyyy-MM-dd"))
    let birthdays = try decoder.decode([Date].self, from: document)
    let newYork = DateFormatter("d MMMM", zone: "America/New_York")
    // Predict: An app in New York shows this date to its user. Which day does the user read?
    show(newYork.string(from: birthdays[0]))
    // In New York it is still the evening before. Whatever zone you choose, the day is wrong
    // somewhere on Earth. So do not make a moment of a day, and give it a type of its own, such as
    // `CalendarDay`. It needs no zone, no locale and no strategy:
    show(try JSONDecoder().decode([CalendarDay].self, from: document))
    // The pattern has to match the whole string, so it refuses "1652-8-9" and a space behind the
    // day. `isValidDate` knows how long each month is:
    let never = Data(#"["2018-02-30"]"#.utf8)
    attempt(never) { try JSONDecoder().decode([CalendarDay].self, from: never) }
}

// MARK: - A format made of names

/// Foundation's newer way to describe a format is a value, and its parts have names in place of
/// letters. So nobody writes `YYYY` by mistake. `Date.VerbatimFormatStyle` writes dates, and its
/// `parseStrategy` reads them. Calendar, zone and locale have to be set here too.
func aFormatMadeOfNames() throws {
    let style = Date.VerbatimFormatStyle(
        format: """
            \(month: .abbreviated)-\(day: .twoDigits)-\(year: .padded(4))
            """,
        locale: Locale(identifier: "en_US_POSIX"),
        timeZone: .gmt,
        calendar: Calendar(identifier: .gregorian))
    let migrated = try Date("Oct-24-1995", strategy: style.parseStrategy)
    show(migrated)
    show(migrated.formatted(style))
    // Predict: Step 2 has read a 30 February, and words behind a date. Which of the two does this
    // strategy refuse?
    show(try? Date("Feb-30-1995", strategy: style.parseStrategy))
    show(try? Date("Oct-24-1995 or later", strategy: style.parseStrategy))
    // It knows the calendar, and stops reading after the year. A `DateFormatter` does not refuse
    // this day, though the format has hyphens:
    let day = DateFormatter("yyyy-MM-dd")
    let sent = "2018/7/22"
    guard let read = day.date(from: sent) else { return }
    show(read)
    // Where a date has to be in the very form that you expect, write it again and compare. That
    // finds whatever was passed over or changed, with any style and any formatter:
    show(day.string(from: read) == sent)
}

// MARK: - Two formats in one document

struct UnixTime: Codable, Equatable {
    let date: Date

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let seconds = try container.decode(Double.self)
        date = Date(timeIntervalSince1970: seconds)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(date.timeIntervalSince1970)
    }
}

/// The launch API writes a moment twice: in seconds since 1970, and in ISO 8601. A decoder has one
/// strategy for all dates. So the model says which form is which: the usual one is a `Date`, and
/// the other one gets a type of its own, `UnixTime`. It reads a `Double`, to which no strategy
/// applies.
func twoFormatsInOneDocument() throws {
    let document = Data(
        #"{ "unix": 1532238600, "utc": "2018-07-22T05:50:00Z" }"#.utf8)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    struct Launch: Decodable {
        let unix: UnixTime
        let utc: Date
    }
    let launch = try decoder.decode(Launch.self, from: document)
    show([launch.unix.date, launch.utc])

    struct Moment: Decodable {
        let date: Date

        init(from decoder: any Decoder) throws {
            date = try Date(from: decoder)
        }
    }
    struct OtherLaunch: Decodable {
        let unix: Moment
    }
    // Predict: `Moment` calls the initializer of `Date`, and the decoder still has the strategy
    // `.iso8601`. The value is a number. What comes out: an error, 2018 or 2049?
    show(try decoder.decode(OtherLaunch.self, from: document).unix.date)
    // It is 2049. A strategy is applied by a container, when you ask it for a `Date`. Whoever calls
    // `Date(from:)` goes past it, and gets what `Date` does by itself: it counts from 2001.
}

// MARK: - What survives a round trip

/// An encoder has a strategy of its own. The function `survivors` writes a thousand dates that have
/// fractions of a second, reads them again, and counts those that come back equal.
func whatSurvivesARoundTrip() throws {
    let dates = (1...1000).map {
        Date(timeIntervalSinceReferenceDate: Double($0) * 1_234_567.8913)
    }
    func survivors(
        _ write: JSONEncoder.DateEncodingStrategy,
        _ read: JSONDecoder.DateDecodingStrategy
    ) throws -> Int {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = write
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = read
        let document = try encoder.encode(dates)
        let again = try decoder.decode([Date].self, from: document)
        return zip(dates, again).count { $0 == $1 }
    }
    show(try survivors(.deferredToDate, .secondsSince1970))
    // The first strategy is the default. The two sides count from different years, so no date comes
    // back.
    // Predict: Now both sides agree: on `.iso8601`, on seconds, on milliseconds, or on the default.
    // Which of these four brings every date back?
    show(try survivors(.iso8601, .iso8601))
    show(try survivors(.secondsSince1970, .secondsSince1970))
    show(try survivors(.millisecondsSince1970, .millisecondsSince1970))
    show(try survivors(.deferredToDate, .deferredToDate))
    // Only the default does, because it writes the very number that a `Date` has inside. Counting
    // from 1970 needs a calculation, which can change the last digit. `.iso8601` writes whole
    // seconds. Dates that have no fraction survive with all four.
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

/// A strategy that is set in ten places is forgotten in one of them. So set up one decoder for each
/// API, in a `static let`, and use it in the whole program.
func oneDecoderForEachAPI() throws {
    struct Launch: Decodable {
        let launchDateUtc: Date
    }
    let telstar = Data(#"{"launch_date_utc": "2018-07-22T05:50:00Z"}"#.utf8)
    show(try JSONDecoder.launches.decode(Launch.self, from: telstar))

    let first = JSONDecoder()
    first.dateDecodingStrategy = .secondsSince1970
    let second = first
    second.dateDecodingStrategy = .millisecondsSince1970
    let seconds = Data("[1532238600]".utf8)
    // Predict: The number counts seconds. Which year does `first` read: 1970 or 2018?
    show(try first.decode([Date].self, from: seconds))
    // It is 1970, for a decoder is a class: `first` and `second` are two names of one object.
    // Whoever changes a shared decoder changes it for the whole program. Set it up where it is
    // made, and never again.
    //
    // Decoders, encoders and `DateFormatter` are `Sendable`, so Swift 6 accepts them in a `static
    // let`, and several threads may use them at once.
}

// MARK: - What to take away

// | Rule                                                          | Step |
// |---------------------------------------------------------------|------|
// | The default counts seconds from 2001: set a strategy          | 1    |
// | A wrong guess about a number is a wrong date and no error     | 1    |
// | `.iso8601` needs every part, and takes 30 February            | 2    |
// | `.iso8601` writes no fractions, and a style cuts them off     | 3    |
// | A formatter needs `en_US_POSIX` and a zone                    | 4    |
// | `yyyy` and `HH`; a zone is `XXXXX`, without quotes            | 5, 6 |
// | An unknown format is `dataCorrupted`, made from the container | 7    |
// | A day of the calendar is not a `Date`                         | 8    |
// | Write a date again and compare, where it has to be right      | 9    |
// | One strategy for a document; a type for the other format      | 10   |
// | `Date(from:)` goes past the strategy                          | 10   |
// | Set both sides; not every date comes back equal               | 11   |
// | One decoder for an API, which nobody changes                  | 12   |
//
// All that this lesson says of Foundation was tried with Swift 6.3 on Linux.
//
// Left out here: keys in snake case (lesson 02), other small values in strings (lesson 04), a
// format that depends on the API's version (lesson 08), errors that reach a reader (lesson 09),
// what a formatter costs (lesson 13).
//
// Now you: open `Exercises/Exercise03.swift`. To have it judged each time you save it:
//
//     swift run workbook watch 03

// MARK: - A day, written

extension CalendarDay: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(format: "%04d-%02d-%02d", year, month, day))
    }
}

// MARK: - The finished model

/// One launch with its two dates. The API's plans have a year and no day yet; it sends nulls there.
/// `swift run lesson-03 --decode FILE` decodes one of these, or a list.
struct Launch: Codable, Equatable {
    let missionName: String
    let launchDateUnix: UnixTime?
    let launchDateUtc: Date?
}
