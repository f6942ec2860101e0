import Foundation

/// A day of the calendar, written as `2026-12-01`.
struct Day: Hashable, Comparable, CustomStringConvertible {
    /// How many days after the first one of 1970 it is.
    let number: Int

    static func < (day: Day, other: Day) -> Bool { day.number < other.number }
}

extension Day {
    private static func style(in zone: TimeZone) -> Date.ISO8601FormatStyle {
        Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
    }

    /// - Returns: Nil where the calendar has no such day.
    init?(_ text: String) {
        guard let date = try? Self.style(in: .gmt).parse(text) else { return nil }
        number = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
        // 30 February is read as a day of March.
        if description != text { return nil }
    }

    /// The day that it is where the learner is.
    static var today: Day? { Day(Date().formatted(style(in: .current))) }

    var description: String {
        Date(timeIntervalSince1970: Double(number) * 86_400).formatted(Self.style(in: .gmt))
    }
}
