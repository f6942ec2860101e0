import DecodingExplainer
import Foundation
import Judging
import Walkthrough

/// What `watch` shows: the exercise, its tasks as a bar, what to mend first, and what the keys do.
struct WatchScreen {
    let number: String
    let terminal: Terminal
    let report: VerdictReport

    /// The screen as the terminal wants it, from its top on.
    ///
    /// - Parameters:
    ///   - judgment: What is known of the exercise.
    ///   - note: What a key has asked for.
    ///   - activity: What is being done.
    ///   - place: Where to look in the learner's file.
    ///   - keys: What the keys do. As many are shown as there is room for.
    func text(
        of judgment: Judgment?, note: [String], activity: String?, place: String?,
        keys: [String]
    ) -> String {
        var lines = body(of: judgment, place: place)
        if !note.isEmpty {
            lines += [""] + note.flatMap { DisplayText.wrapped($0, width: max(width, 20)) }
        }
        let room = max((terminal.height ?? 24) - 1, 0)
        // Of a long message the beginning counts, and a hint that was asked for is seen whole.
        let tail = note.isEmpty ? 0 : min(note.count + 1, room / 2)
        if lines.count > room {
            let end = lines.suffix(tail)
            lines = Array(lines.prefix(room - tail)) + end
        }
        let rows = lines.map { "\u{1B}[2K\(fitting($0))\n" }.joined()
        return "\u{1B}[H\(rows)\u{1B}[J" + terminal.paint(status(activity, keys), .faint)
    }

    private var width: Int { terminal.width }

    private func body(of judgment: Judgment?, place: String?) -> [String] {
        let look = place.map { [terminal.paint("  \($0)", .faint)] } ?? []
        switch judgment {
        case nil: return report.heading(number)
        case .missing?, .notCompiled?, .notJudged?:
            return judgment.map { report.lines(for: $0, of: number) } ?? []
        case .judged(let verdict, let warnings)?:
            return report.heading(number) + [report.bar(of: verdict), ""]
                + report.first(of: verdict) + (verdict.finding == nil ? [] : look)
                + report.warned(warnings)
        }
    }

    private func status(_ activity: String?, _ keys: [String]) -> String {
        let words = (activity.map { ["\($0) …"] } ?? []) + keys
        return words.reduce("") { text, word in
            let longer = text.isEmpty ? word : "\(text) · \(word)"
            return DisplayText.width(of: longer) < width ? longer : text
        }
    }

    /// A line that is longer than the screen is wide would take two rows.
    private func fitting(_ line: String) -> String {
        let plain = line.replacing(#/\x{1B}\[[\d;]*m/#, with: "")
        return DisplayText.width(of: plain) <= width
            ? line : DisplayText.prefix(of: plain, width: max(width, 1))
    }
}
