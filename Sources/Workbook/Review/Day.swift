import Foundation

/// A day of the calendar.
struct Day {
    /// As it is written: `2026-12-01`.
    let text: String
    /// How many days after the first one of 1970 it is.
    let number: Int

    private static func style(in zone: TimeZone) -> Date.ISO8601FormatStyle {
        Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
    }

    /// The day that it is where the learner is.
    static var today: Day? { Day(Date().formatted(style(in: .current))) }

    /// - Returns: Nil where the calendar has no such day.
    init?(_ text: String) {
        let style = Self.style(in: .gmt)
        // 30 February is read as a day of March.
        guard let date = try? style.parse(text), date.formatted(style) == text else { return nil }
        (self.text, number) = (text, Int(date.timeIntervalSince1970 / 86_400))
    }
}
