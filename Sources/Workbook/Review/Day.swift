import Foundation

/// A day of the calendar.
struct Day {
    /// The date as it is written: `2026-12-01`.
    let date: String
    /// The number of days since the first day of 1970.
    let number: Int

    private static func style(in zone: TimeZone) -> Date.ISO8601FormatStyle {
        Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
    }

    /// The current day in the learner's time zone.
    static var today: Day? { Day(Date().formatted(style(in: .current))) }

    /// Creates a day from a date such as `2026-12-01`, or returns nil if the calendar has no such day.
    init?(_ date: String) {
        let style = Self.style(in: .gmt)
        // The style reads 30 February as a day of March.
        guard let midnight = try? style.parse(date), midnight.formatted(style) == date else {
            return nil
        }
        (self.date, number) = (date, Int(midnight.timeIntervalSince1970 / 86_400))
    }
}
