import Foundation
import Testing
import Walkthrough

@testable import Lesson03

@Suite("Lesson 03 · Dates")
struct Lesson03Tests {
    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        // Locales and calendars are data of the system.
        try await checkPages(of: Lesson03.self, stepsThatDiffer: [2, 3, 4, 8, 9])
    }

    // MARK: - JSON has no dates

    @Test("The default counts from the first moment of 2001")
    func referenceDate() throws {
        #expect(try decode("0") == moment("2001-01-01T00:00:00Z"))
        #expect(try decode("1704164645") == moment("2055-01-02T03:04:05Z"))
    }

    // MARK: - ISO 8601 in one word

    @Test("The strategy .iso8601 needs seconds, separators and a month that there is")
    func iso8601Parts() {
        for string in ["2018-07-22T05:50Z", "2018-13-22T05:50:00Z", "20180722T055000Z", ""] {
            #expect(throws: DecodingError.self) { try decode("\"\(string)\"", .iso8601) }
        }
    }

    @Test("Month 13, day 0, day 32 are refused; a day too many in a month is not", .swift63OnLinux)
    func calendarOfISO8601() throws {
        for day in ["13-01", "02-00", "07-32"] {
            #expect(throws: DecodingError.self) {
                try decode("\"2018-\(day)T05:50:00Z\"", .iso8601)
            }
        }
        #expect(
            try decode(#""2018-02-31T05:50:00Z""#, .iso8601) == moment("2018-03-03T05:50:00Z"))
    }

    // MARK: - Fractions of a second

    @Test("The style loses a millisecond of half of all fractions, and of none with a tenth more")
    func fractions() throws {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        var lost = 0
        for millisecond in 0...999 {
            let string = "2018-07-22T05:50:00.\(String(format: "%03d", millisecond))Z"
            let date = try Date(string, strategy: style)
            if date.formatted(style) != string { lost += 1 }
            #expect((date + 0.0001).formatted(style) == string)
        }
        if Toolchain.isSwift63OnLinux { #expect((450...550).contains(lost)) }
    }

    @Test("The style reads a time without a fraction as well", .swift63OnLinux)
    func wholeSeconds() throws {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        #expect(
            try Date("2018-07-22T05:50:00Z", strategy: style) == moment("2018-07-22T05:50:00Z"))
    }

    // MARK: - The machine must not matter

    @Test(
        "A Thai locale writes another year, an Egyptian one has the usual calendar",
        .swift63OnLinux)
    func machines() throws {
        let cairo = DateFormatter("yyyy-MM-dd", locale: "ar_EG")
        #expect(cairo.calendar.identifier == .gregorian)
        let bangkok = DateFormatter("yyyy-MM-dd", locale: "th_TH")
        let july = try #require(moment("2018-07-22T00:00:00Z"))
        #expect(bangkok.string(from: july) == "2561-07-22")
    }

    @Test("A formatter that is given no zone, or nil, and no locale takes those of the machine")
    func machineZone() async {
        #expect(TimeZone(identifier: "Europe/Wien") == nil)
        // The machine's zone belongs to the whole process.
        await #expect(processExitsWith: .success) {
            for identifier in ["Asia/Kathmandu", "America/New_York"] {
                moveMachine(to: identifier)
                #expect(DateFormatter().timeZone?.identifier == identifier)
                let unknown = DateFormatter("yyyy-MM-dd", zone: "Europe/Wien")
                #expect(unknown.timeZone?.identifier == identifier)
                #expect(DateFormatter().locale == Locale.current)
            }
        }
    }

    #if os(Linux)
        @Test("On Linux the machine's locale is the same one, whatever LANG says")
        func machineLocale() async {
            await #expect(processExitsWith: .success) {
                for name in ["LANG", "LC_ALL"] { setenv(name, "th_TH.UTF-8", 1) }
                #expect(Locale.current.identifier == "en_001")
                #expect(DateFormatter().locale?.identifier == "en_001")
            }
        }
    #endif

    @Test("The pages are the same in every zone")
    func pagesInEveryZone() async {
        await #expect(processExitsWith: .success) {
            var pages: Set<[String]> = []
            for identifier in ["Asia/Kathmandu", "America/New_York", "UTC"] {
                moveMachine(to: identifier)
                var lines: [String] = []
                for step in Lesson03.steps.functions {
                    lines += await StepResult.all(of: step).map(\.text)
                }
                pages.insert(lines)
            }
            #expect(pages.count == 1)
        }
    }

    // MARK: - Letters that look right

    @Test("The week of 1 January is the first of the new year, with all its days")
    func weekOfTheNewYear() throws {
        let week = DateFormatter("YYYY")
        let years = [("2021-12-25", "2021"), ("2021-12-26", "2022"), ("2022-01-01", "2022")]
        for (day, year) in years {
            let date = try #require(DateFormatter("yyyy-MM-dd").date(from: day))
            #expect(week.string(from: date) == year)
        }
    }

    @Test("The hours of hh end with 12, and 12 is the first of them")
    func hoursToTwelve() {
        let twelve = DateFormatter("yyyy-MM-dd hh:mm")
        #expect(twelve.date(from: "2018-07-22 11:59") == moment("2018-07-22T11:59:00Z"))
        #expect(twelve.date(from: "2018-07-22 12:50") == moment("2018-07-22T00:50:00Z"))
        #expect(twelve.date(from: "2018-07-22 13:00") == nil)
    }

    @Test("A format with a wrong letter can pass a test")
    func tests() {
        #expect(
            DateFormatter("YYYY-MM-dd").date(from: "2018-07-22") == moment("2018-07-22T00:00:00Z"))
        #expect(
            DateFormatter("yyyy-MM-dd hh:mm").date(from: "2018-07-22 05:50")
                == moment("2018-07-22T05:50:00Z"))
    }

    // MARK: - A day is not a moment

    @Test("A calendar day takes the days that there are, in one form")
    func calendarDays() throws {
        for day in ["2018-07-22", "2024-02-29", "2000-02-29", "0001-01-01"] {
            let document = Data("[\"\(day)\"]".utf8)
            let days = try JSONDecoder().decode([CalendarDay].self, from: document)
            #expect(try JSONEncoder().encode(days) == document)
        }
        for day in [
            "2018-02-30", "1900-02-29", "2018-13-01", "2018-00-10", "2018-7-22", "2018/07/22",
            " 2018-07-22", "2018-07-22 ", "2018-07-22 or later", "18-07-22", "1652-8-9", "",
        ] {
            let error = #expect(throws: DecodingError.self) {
                try JSONDecoder().decode([CalendarDay].self, from: Data("[\"\(day)\"]".utf8))
            }
            #expect(place(of: error) == "0")
        }
    }

    @Test("In São Paulo, 4 November 2018 had no midnight, and a lenient formatter takes 01:00")
    func dayWithoutMidnight() throws {
        let saoPaulo = DateFormatter("yyyy-MM-dd", zone: "America/Sao_Paulo")
        #expect(saoPaulo.date(from: "2018-11-04") == nil)
        saoPaulo.isLenient = true
        let one = DateFormatter("yyyy-MM-dd HH:mm", zone: "America/Sao_Paulo")
        #expect(saoPaulo.date(from: "2018-11-04") == one.date(from: "2018-11-04 01:00"))
        if Toolchain.isSwift63OnLinux { #expect(saoPaulo.date(from: "2018-02-30") != nil) }
    }

    // MARK: - A format made of names

    @Test("A formatter passes over more than its format says, and not over words", .swift63OnLinux)
    func kindFormatter() {
        let day = DateFormatter("yyyy-MM-dd")
        for text in ["2018-7-22", "2018/07/22", " 2018-07-22", "2018-07-22 "] {
            let date = day.date(from: text)
            #expect(date == moment("2018-07-22T00:00:00Z"))
            #expect(date.map(day.string) != text)
        }
        for text in ["2018-02-30", "2018-07-22 or later", "22 July"] {
            #expect(day.date(from: text) == nil)
        }
    }

    // MARK: - Two formats in one document

    @Test("One custom strategy can read two formats, by the path")
    func twoFormatsByPath() throws {
        struct Both: Decodable { let unix: Date, utc: Date }
        let byPath = decoder(
            .custom { decoder in
                let value = try decoder.singleValueContainer()
                if decoder.codingPath.last?.stringValue == "unix" {
                    return Date(timeIntervalSince1970: try value.decode(Double.self))
                }
                return try Date(value.decode(String.self), strategy: .iso8601)
            })
        let document = Data(#"{"unix": 1532238600, "utc": "2018-07-22T05:50:00Z"}"#.utf8)
        let both = try byPath.decode(Both.self, from: document)
        #expect(both.unix == both.utc)
    }

    @Test("Date(from:) and encode(to:) pass by every strategy")
    func strategiesPassedBy() throws {
        struct Bypassing: Codable {
            let date: Date
            init(from decoder: any Decoder) throws { date = try Date(from: decoder) }
            func encode(to encoder: any Encoder) throws { try date.encode(to: encoder) }
        }
        let bypassing = try decoder(.secondsSince1970).decode(
            [Bypassing].self, from: Data("[7]".utf8))
        #expect(bypassing.map(\.date) == [moment("2001-01-01T00:00:07Z")])
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        #expect(try JSONDecoder().decode([Double].self, from: encoder.encode(bypassing)) == [7])

        struct Asking: Decodable {
            let date: Date
            init(from decoder: any Decoder) throws {
                date = try decoder.singleValueContainer().decode(Date.self)
            }
        }
        let asking = try decoder(.secondsSince1970).decode([Asking].self, from: Data("[7]".utf8))
        #expect(asking.map(\.date) == [moment("1970-01-01T00:00:07Z")])
    }

    // MARK: - What survives a round trip

    @Test(
        "The default keeps everything, the other numbers keep a millionth of a second",
        .swift63OnLinux)
    func precision() throws {
        typealias Pair = (JSONEncoder.DateEncodingStrategy, JSONDecoder.DateDecodingStrategy)
        func again(_ date: Date, _ pair: Pair) throws -> Date {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = pair.0
            return try decoder(pair.1).decode([Date].self, from: encoder.encode([date]))[0]
        }
        for number in 0..<500 {
            let date = Date(timeIntervalSinceReferenceDate: Double(number) * 1_234_567.891)
            #expect(try again(date, (.deferredToDate, .deferredToDate)) == date)
            for pair in [
                (.secondsSince1970, .secondsSince1970),
                (.millisecondsSince1970, .millisecondsSince1970),
            ] as [Pair] {
                #expect(abs(try again(date, pair).timeIntervalSince(date)) < 0.000_001)
            }
            let whole = date.timeIntervalSinceReferenceDate.rounded(.down)
            let second = Date(timeIntervalSinceReferenceDate: whole)
            #expect(try again(date, (.iso8601, .iso8601)) == second)
            for pair in [
                (.secondsSince1970, .secondsSince1970),
                (.millisecondsSince1970, .millisecondsSince1970),
            ] as [Pair] {
                #expect(try again(second, pair) == second)
            }
        }
    }

    // MARK: - One decoder for each API

    @Test("A hundred tasks share one decoder")
    func sharedDecoder() async throws {
        let document = Data(#"{"mission_name":"A","launch_date_unix":7}"#.utf8)
        let launches = try await withThrowingTaskGroup(of: Launch.self) { group in
            for _ in 1...100 {
                group.addTask { try JSONDecoder.launches.decode(Launch.self, from: document) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(launches.count == 100)
        #expect(launches.allSatisfy { $0.launchDateUnix?.date == moment("1970-01-01T00:00:07Z") })
    }

    @Test("Swift 6 takes decoders, encoders and formatters in a static let, and not in a var")
    func sendable() throws {
        func isAccepted(_ declaration: String) throws -> Bool {
            try compiles("import Foundation\nenum Shared { static \(declaration) }")
        }
        for type in ["JSONDecoder", "JSONEncoder", "DateFormatter"] {
            #expect(try isAccepted("let it = \(type)()"))
            #expect(try !isAccepted("var it = \(type)()"))
        }
    }

    // MARK: - The finished model

    @Test("The finished model takes one launch or a list, and the nulls of a plan")
    func finishedModel() throws {
        let telstar = try Lesson03.decode(
            Data(
                #"""
                { "mission_name": "Telstar 19V", "launch_date_unix": 1532238600,
                  "launch_date_utc": "2018-07-22T05:50:00Z" }
                """#.utf8))
        let launch = try #require(telstar as? Launch)
        #expect(launch.launchDateUnix?.date == launch.launchDateUtc)
        let written = try JSONEncoder().encode(launch.launchDateUnix)
        #expect(try JSONDecoder().decode(Int.self, from: written) == 1_532_238_600)
        let plan = try Lesson03.decode(
            Data(#"[{"mission_name":"A","launch_date_unix":null,"launch_date_utc":null}]"#.utf8))
        let launches = try #require(plan as? [Launch])
        #expect(launches.map(\.launchDateUtc) == [nil])
    }
}

extension StepResult {
    fileprivate var text: String { value ?? failure?.description ?? "" }
}

private func decoder(_ strategy: JSONDecoder.DateDecodingStrategy) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = strategy
    return decoder
}

private func decode(
    _ json: String, _ strategy: JSONDecoder.DateDecodingStrategy = .deferredToDate
) throws -> Date? {
    try decoder(strategy).decode([Date].self, from: Data("[\(json)]".utf8)).first
}

private func moment(_ text: String) -> Date? {
    try? Date(text, strategy: .iso8601)
}

private func place(of error: DecodingError?) -> String? {
    switch error {
    case .dataCorrupted(let context), .typeMismatch(_, let context):
        context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            .joined(separator: ".")
    default: nil
    }
}

private func moveMachine(to identifier: String) {
    setenv("TZ", identifier, 1)
    tzset()
    NSTimeZone.resetSystemTimeZone()
    NSTimeZone.default = NSTimeZone.system
}
