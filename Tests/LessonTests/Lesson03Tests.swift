import Foundation
import Testing
import Walkthrough

@testable import Lesson03

@Suite("Lesson 03 · Dates")
struct Lesson03Tests {
    @Test("The pages are in order, fit a screen and are recorded")
    func pages() async throws {
        try await checkPages(of: Lesson03.self)
    }

    // MARK: - JSON has no dates

    @Test("A number is a date in the year that its unit and its beginning make of it")
    func numbers() async {
        #expect(
            await values(1) == [
                "[2049-07-22T05:50:00Z]", "[2018-07-22T05:50:00Z]", "[50524-09-16T01:20:00Z]",
                "[1970-01-18T17:37:18.600Z]", "[2018-07-22T05:50:00Z]",
            ])
    }

    @Test("The default counts from the first moment of 2001")
    func referenceDate() throws {
        #expect(try decode("0") == moment("2001-01-01T00:00:00Z"))
        #expect(try decode("1704164645") == moment("2055-01-02T03:04:05Z"))
    }

    // MARK: - ISO 8601 in one word

    @Test("The strategy .iso8601 needs a day, a time and a zone, and takes offsets")
    func iso8601Parts() async {
        let read = await values(2)
        #expect(read.first == "[2018-07-22T05:50:00Z, 2018-07-22T05:50:00Z]")
        #expect(read.dropFirst().first == "[nil, nil, nil]")
        for string in ["2018-07-22T05:50Z", "2018-13-22T05:50:00Z", "20180722T055000Z", ""] {
            #expect(throws: DecodingError.self) { try decode("\"\(string)\"", .iso8601) }
        }
    }

    @Test(
        "The strategy .iso8601 takes 30 February, hour 25, words behind, and parts of a second",
        .enabled(if: Toolchain.isSwift63OnLinux, Toolchain.reason))
    func iso8601Kindness() async throws {
        #expect(
            await values(2).dropFirst(2) == [
                "[2018-03-02T05:50:00Z, 2018-07-23T01:50:00Z]", "[2018-07-22T05:50:00Z]",
            ])
        #expect(
            try decode(#""2018-07-22T05:50:00.250Z""#, .iso8601)
                == moment("2018-07-22T05:50:00Z")?.addingTimeInterval(0.25))
    }

    @Test(
        "The path of .iso8601 stops at the object, the path of .formatted goes on to the key",
        .enabled(if: Toolchain.isSwift63OnLinux, Toolchain.reason))
    func paths() throws {
        let document = Data(#"[{"dateOfBirth":"about 1640"}]"#.utf8)
        func path(with strategy: JSONDecoder.DateDecodingStrategy) -> String? {
            let error = #expect(throws: DecodingError.self) {
                try decoder(strategy).decode([Maker].self, from: document)
            }
            return place(of: error)
        }
        #expect(path(with: .iso8601) == "0")
        #expect(path(with: .formatted(DateFormatter("yyyy"))) == "0.dateOfBirth")
    }

    // MARK: - The machine must not matter

    @Test(
        "A Thai locale changes the year, an Egyptian one the names of the months",
        .enabled(if: Toolchain.isSwift63OnLinux, Toolchain.reason))
    func machines() async throws {
        #expect(
            await values(3) == ["1475-07-22T00:00:00Z", "nil", "[1995-10-24T00:00:00Z]"])
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

    // MARK: - A day begins somewhere

    @Test(
        "A day begins at the midnight of a zone, if there is one",
        .enabled(if: Toolchain.isSwift63OnLinux, Toolchain.reason))
    func beginnings() async {
        #expect(
            await values(4) == [
                "2018-07-22T04:00:00Z", "false", "true", "nil", "2018-11-04T03:00:00Z",
            ])
        let lenient = DateFormatter("yyyy-MM-dd")
        #expect(lenient.date(from: "2018-02-30") == nil)
        lenient.isLenient = true
        #expect(lenient.date(from: "2018-02-30") == moment("2018-03-02T00:00:00Z"))
    }

    // MARK: - Letters that look right

    @Test("Each wrong letter reads or writes another date")
    func letters() async {
        #expect(
            await values(5) == [
                "2024-12-30T00:00:00Z", "2025-12-30", "2018-01-22T00:07:00Z", "2018-07-22",
                "2018-07-22T00:50:00Z", "nil",
            ])
    }

    @Test("Each of them can pass a test")
    func tests() {
        #expect(
            DateFormatter("YYYY-MM-dd").date(from: "2018-07-22") == moment("2018-07-22T00:00:00Z"))
        #expect(
            DateFormatter("yyyy-MM-dd hh:mm").date(from: "2018-07-22 05:50")
                == moment("2018-07-22T05:50:00Z"))
    }

    // MARK: - A letter is not a zone

    @Test("A Z in quotes is only a letter, XXXXX is the zone, and SSS has to be there")
    func zones() async {
        #expect(
            await values(6) == [
                "2018-07-22T09:50:00Z", "2018-07-22T05:50:00Z", "nil", "2018-07-22T05:50:00Z",
                "nil", "2018-07-22T05:50:00.250Z",
            ])
        let precise = DateFormatter("yyyy-MM-dd'T'HH:mm:ss.SSSXXXXX")
        #expect(precise.date(from: "2018-07-22T05:50:00Z") == nil)
    }

    // MARK: - A strategy of your own

    @Test("A foreign error has no path, dataCorruptedError(in:) leads to the key")
    func customStrategy() async {
        let outcomes = await outcomes(7)
        #expect(outcomes.count == 3)
        #expect(outcomes[0].failure?.kind == .other)
        #expect(outcomes[0].failure?.codingPath == "")
        #expect(outcomes[1].failure?.kind == .dataCorrupted)
        #expect(outcomes[1].failure?.codingPath == "[0].dateOfBirth")
        #expect(outcomes[2].value == "[1622-01-01T00:00:00Z, 1652-08-09T00:00:00Z]")
    }

    // MARK: - Parsing without a formatter

    @Test(
        "The ISO style counts on after 29 February, a strict strategy does not",
        .enabled(if: Toolchain.isSwift63OnLinux, Toolchain.reason))
    func isoStyle() async {
        #expect(
            await values(8) == [
                "1652-08-09T00:00:00Z", "1652-03-01T00:00:00Z", "false", "1652-08-09T00:00:00Z",
                "nil",
            ])
    }

    @Test("Date.ParseStrategy is lenient unless it is told otherwise")
    func parseStrategy() throws {
        let format: Date.FormatString =
            "\(year: .padded(4))-\(month: .twoDigits)-\(day: .twoDigits)"
        let lenient = Date.ParseStrategy(
            format: format, locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)
        #expect(try Date("1652-02-30", strategy: lenient) == moment("1652-03-01T00:00:00Z"))
    }

    // MARK: - A format made of names

    @Test(
        "The verbatim style checks the calendar, and its locale has the names of the months",
        .enabled(if: Toolchain.isSwift63OnLinux, Toolchain.reason))
    func verbatimStyle() async {
        #expect(
            await values(9) == ["1995-10-24T00:00:00Z", "Oct-24-1995", "Okt.-24-1995", "nil"])
    }

    // MARK: - Two formats in one document

    @Test("Date(from:) leads past the strategy, a type of its own reads and writes its format")
    func wrappers() async {
        #expect(
            await values(10) == [
                "2049-07-22T05:50:00Z", "[2018-07-22T05:50:00Z, 2018-07-22T05:50:00Z]",
                "1532238600",
            ])
    }

    @Test("Date(from:) and encode(to:) pass by every strategy")
    func strategiesPassedBy() throws {
        struct Hasty: Codable {
            let date: Date
            init(from decoder: any Decoder) throws { date = try Date(from: decoder) }
            func encode(to encoder: any Encoder) throws { try date.encode(to: encoder) }
        }
        let hasty = try decoder(.secondsSince1970).decode([Hasty].self, from: Data("[7]".utf8))
        #expect(hasty.map(\.date) == [moment("2001-01-01T00:00:07Z")])
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        #expect(try JSONDecoder().decode([Double].self, from: encoder.encode(hasty)) == [7])

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
        "Strategies that do not fit lose every date, and only the default brings all of them back",
        .enabled(if: Toolchain.isSwift63OnLinux, Toolchain.reason))
    func roundTrip() async {
        #expect(await values(11) == ["0", "0", "396", "389", "1000"])
    }

    @Test(
        "The default keeps everything, the other numbers keep a millionth of a second",
        .enabled(if: Toolchain.isSwift63OnLinux, Toolchain.reason))
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

    // MARK: - One decoder for the whole program

    @Test("A shared decoder serves everybody, and a change of it concerns everybody")
    func sharedDecoder() async throws {
        let shown = await values(12)
        #expect(shown.dropFirst() == ["[2018-07-22T05:50:00Z]", "[1970-01-18T17:37:18.600Z]"])

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

    @Test("Swift 6 takes a static let of the three and refuses a static var")
    func sendable() throws {
        for type in ["JSONDecoder", "JSONEncoder", "DateFormatter"] {
            #expect(try compiles("enum Shared { static let it = \(type)() }"))
            #expect(try !compiles("enum Shared { static var it = \(type)() }"))
        }
        #expect(try compiles("enum Shared { static let it = Date.ISO8601FormatStyle() }"))
        if Toolchain.isSwift63OnLinux {
            #expect(try !compiles("enum Shared { static let it = ISO8601DateFormatter() }"))
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
        let plan = try Lesson03.decode(
            Data(#"[{"mission_name":"A","launch_date_unix":null,"launch_date_utc":null}]"#.utf8))
        let launches = try #require(plan as? [Launch])
        #expect(launches.map(\.launchDateUtc) == [nil])
    }
}

private struct Maker: Decodable { let dateOfBirth: Date }

private func outcomes(_ step: Int) async -> [StepResult] {
    await LessonDescription(Lesson03.self).outcomes(ofStep: step)
}

private func values(_ step: Int) async -> [String?] {
    await outcomes(step).map(\.value)
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

/// Whether the compiler takes a program in the language mode of the workbook.
private func compiles(_ program: String) throws -> Bool {
    try SwiftProgram("import Foundation\n\(program)\n").errors == 0
}
