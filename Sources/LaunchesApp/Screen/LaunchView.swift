import Foundation

/// Returns one launch as text: a title, a line or more for each fact, and the timeline.
public func text(of launch: Launch, on display: Display) -> String {
    let title = "\(launch.mission.printable) · flight \(launch.number)"
    var lines = title.wrapped(to: display.width).map { display.paint($0, .bold) }
    lines += display.field("Date", launch.date.launchTime + " UTC")
    lines += display.field("Outcome", launch.outcome.sign.text, role: launch.outcome.sign.role)
    lines += display.field("Rocket", launch.rocket)
    lines += display.field("Site", launch.site)
    lines += display.field("Payloads", launch.payloads.joined(separator: ", "))
    lines += display.field("Patch", launch.patch?.absoluteString ?? "none")
    for event in launch.timeline {
        lines += display.field(event.clock, event.name)
    }
    return lines.map { $0 + "\n" }.joined()
}

extension Launch.Event {
    /// The minutes and seconds after liftoff, `+2:30`, or with a minus before it.
    var clock: String {
        let twoDigits = String(seconds.magnitude % 60 + 100).dropFirst()
        return "\(seconds < 0 ? "-" : "+")\(seconds.magnitude / 60):\(twoDigits)"
    }
}
