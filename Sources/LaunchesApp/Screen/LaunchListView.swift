import Foundation

/// Returns a list of launches as text: mission, date and outcome, in one line each or, if there is little
/// room, in two.
public func text(of launches: [Launch], on display: Display) -> String {
    let longest = launches.map(\.mission.printable.columns).max() ?? 0
    let room = min(longest, display.width - 35)
    let isNarrow = display.width < 47
    return launches.map { launch in
        isNarrow ? launch.rows(on: display) : launch.row(room, on: display)
    }.joined()
}

extension Launch {
    fileprivate func row(_ room: Int, on display: Display) -> String {
        let name = display.paint(mission.printable.fitted(to: room), .bold)
        return "\(label)  \(name)  \(date.launchDay)  \(outcome.text(on: display))\n"
    }

    fileprivate func rows(on display: Display) -> String {
        let room = min(mission.printable.columns, display.width - 5)
        let name = display.paint(mission.printable.fitted(to: room), .bold)
        let gap = display.width < 32 ? "\n     " : "  "
        return "\(label) \(name)\n     \(date.launchDay)\(gap)\(outcome.text(on: display))\n"
    }

    fileprivate var label: String { String(number).leftPadded(to: 4) }
}

/// Returns the patches of some launches as text, or the errors for them.
public func text(
    of patches: [Int: Result<Patch, any Error>], for launches: [Launch], on display: Display
) -> String {
    let lines = launches.flatMap { launch -> [String] in
        switch patches[launch.number] {
        case .success(let patch)?:
            display.field(
                launch.label, "\(patch.width) × \(patch.height) pixels, \(patch.bytes) bytes")
        case .failure(let error)?:
            display.field(launch.label, Failure(error).sentence, role: .bad)
        case nil: []
        }
    }
    return lines.isEmpty ? "" : "\nPatches\n" + lines.map { $0 + "\n" }.joined()
}

extension Launch.Outcome {
    var sign: (text: String, role: Display.Role) {
        switch self {
        case .succeeded: ("✔ succeeded", .good)
        case .failed: ("✘ failed", .bad)
        case .stillToCome: ("… still to come", .open)
        }
    }

    fileprivate func text(on display: Display) -> String { display.paint(sign.text, sign.role) }
}

extension String {
    func leftPadded(to width: Int) -> String {
        String(repeating: " ", count: max(width - count, 0)) + self
    }
}

extension Date {
    /// The day in UTC: `2018-07-22`.
    var launchDay: String { formatted(.iso8601.year().month().day()) }

    /// The time in UTC: `2018-07-22 05:50`.
    var launchTime: String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space).year().month().day()
        // Without its seconds.
        return String(formatted(style.time(includingFractionalSeconds: false)).dropLast(3))
    }
}
