import DecodingExplainer
import ExerciseConventions
import Judging
import Walkthrough

/// A report on the results of a class, for a terminal or for a spreadsheet.
///
/// Names and messages may contain any characters, so they are made safe for a terminal.
struct ClassReport {
    let results: ClassResults
    let workbook: WorkbookFolder
    private let terminal: Terminal
    private var width: Int { min(terminal.width, 120) }

    /// The greatest width of a name.
    private static let widestName = 28
    /// The number of messages that are listed.
    private static let mostMessages = 12
    /// The number of names that are listed with a message. The table has all names.
    private static let mostNames = 24
    /// The number of refused files of a pupil that are listed.
    private static let mostFiles = 4

    init(of results: ClassResults, in workbook: WorkbookFolder, terminal: Terminal = .current) {
        self.results = results
        self.workbook = workbook
        self.terminal = terminal
    }

    var lines: [String] {
        guard !results.rows.isEmpty else { return ["No pupil was judged."] }
        return tables + [""] + legend + stuckLines + fileLines
            + (results.rows.count < results.pupilCount
                ? ["", "\(results.rows.count) of \(results.pupilCount) pupils were judged."] : [])
    }

    // MARK: - The table

    private static func mark(_ cell: ClassResults.Cell) -> (mark: String, role: Terminal.Role) {
        switch cell {
        case .right: ("✔", .good)
        case .wrong: ("✘", .bad)
        case .open: ("○", .faint)
        case .crashed: ("!", .bad)
        case .left: ("e", .bad)
        case .hung: ("∞", .bad)
        case .notJudged: ("?", .bad)
        case .notCompiled: ("#", .bad)
        case .notHandedIn: ("-", .faint)
        }
    }

    private static func description(of cell: ClassResults.Cell) -> String {
        switch cell {
        case .right: "right"
        case .wrong: "wrong"
        case .open: "still to do"
        case .crashed: "crashed"
        case .left: "ended the program"
        case .hung: "never ended"
        case .notJudged: "not judged"
        case .notCompiled: "does not compile"
        case .notHandedIn: "not handed in"
        }
    }

    private static func name(_ pupil: String) -> String {
        let safe = DisplayText.printable(pupil)
        guard DisplayText.width(of: safe) > widestName else { return safe }
        return DisplayText.prefix(of: safe, width: widestName - 1) + String(DisplayText.ellipsis)
    }

    /// The lines of one table, or of several below each other if the window is narrow.
    private var tables: [String] {
        let names = results.rows.map { Self.name($0.pupil) }
        let nameWidth = (names + ["Pupil"]).map { DisplayText.width(of: $0) }.max() ?? 0
        let room = width - nameWidth - 4 - "99 of 99".count
        let all = Array(results.exercises.indices)
        for step in [sumWidth + 1, 1] where groupWidths(step).reduce(0, { $0 + $1 + 2 }) <= room {
            return table(of: all, step: step, names: names, nameWidth: nameWidth)
        }
        var lines: [String] = []
        var group: [Int] = []
        var used = 0
        for index in all {
            let groupWidth = groupWidths(1)[index] + 2
            if used + groupWidth > room, !group.isEmpty {
                lines += table(of: group, step: 1, names: names, nameWidth: nameWidth) + [""]
                (group, used) = ([], 0)
            }
            group.append(index)
            used += groupWidth
        }
        return lines + table(of: group, step: 1, names: names, nameWidth: nameWidth)
    }

    /// The number of digits of the largest sum.
    private var sumWidth: Int { "\(results.rows.count)".count }

    /// Returns the width of each exercise.
    ///
    /// - Parameter step: The number of columns from one mark to the next.
    private func groupWidths(_ step: Int) -> [Int] {
        let last = step > sumWidth ? sumWidth : 1
        return results.exercises.map { max(($0.tasks.count - 1) * step + last, 2) }
    }

    /// Returns a table.
    ///
    /// - Parameters:
    ///   - chosen: The indices of its exercises.
    ///   - step: The number of columns from one mark to the next.
    ///   - names: The names of all rows.
    ///   - nameWidth: The width of the column of names.
    private func table(
        of chosen: [Int], step: Int, names: [String], nameWidth: Int
    ) -> [String] {
        let widths = groupWidths(step)
        let gap = String(repeating: " ", count: step - 1)
        func line(
            _ name: String, groups: [(marks: String, padding: Int)], end: String = ""
        ) -> String {
            let padded = groups.map { group in
                group.marks + String(repeating: " ", count: group.padding)
            }
            let line =
                "  " + DisplayText.padded(name, width: nameWidth) + "  "
                + padded.joined(separator: "  ") + (end.isEmpty ? "" : "  " + end)
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        let exercises = chosen.map { results.exercises[$0] }
        var lines: [String] = []
        if results.exercises.count == 1 {
            lines += [terminal.paint(workbook.exerciseTitle(exercises[0].number), .title), ""]
        } else {
            lines.append(
                line("", groups: zip(exercises, chosen).map { ($0.number, widths[$1] - 2) }))
        }
        let head = line(
            "Pupil",
            groups: zip(exercises, chosen).map { exercise, index in
                let digits = exercise.tasks.map { "\($0.number % 10)" }.joined(separator: gap)
                return (digits, widths[index] - digits.count)
            }, end: "Right")
        lines.append(head)
        for (row, name) in zip(results.rows, names) {
            let cells = results.cells(of: row)
            let chosenCells = chosen.flatMap { cells[$0] }
            let groups = chosen.map { index in
                let marks = cells[index].map { cell in
                    let (mark, role) = Self.mark(cell)
                    return terminal.paint(mark, role)
                }
                let used = max(cells[index].count * step - (step - 1), 0)
                return (marks.joined(separator: gap), max(widths[index] - used, 0))
            }
            let right = "\(chosenCells.count { $0 == .right }) of \(chosenCells.count)"
            lines.append(line(name, groups: groups, end: right))
        }
        // At the end of a long table, the numbers of the tasks have scrolled away.
        if results.rows.count > 24 { lines.append(head) }
        // If the digits of a sum have no room side by side, they are written below each other.
        let isStacked = step <= sumWidth
        for digit in 0..<(isStacked ? sumWidth : 1) {
            let groups = chosen.map { index -> (marks: String, padding: Int) in
                let sums = results.sums(of: index).map { sum -> String in
                    guard isStacked else { return "\(sum)" }
                    let padded = String(repeating: " ", count: sumWidth - "\(sum)".count) + "\(sum)"
                    return String(Array(padded)[digit])
                }
                let digits =
                    sums.dropLast().map { DisplayText.padded($0, width: step) }.joined()
                    + (sums.last ?? "")
                return (digits, max(widths[index] - digits.count, 0))
            }
            let isLast = !isStacked || digit == sumWidth - 1
            lines.append(line(isLast ? "Right" : "", groups: groups))
        }
        return lines
    }

    /// The meaning of the marks that are in the table.
    private var legend: [String] {
        let all = results.rows.flatMap { results.cells(of: $0).flatMap(\.self) }
        let entries = ClassResults.Cell.allCases.filter(all.contains)
            .map { "\(Self.mark($0).mark) \(Self.description(of: $0))" }
        return DisplayText.wrapped(entries.joined(separator: ", "), width: width - 2)
            .map { "  " + $0 }
    }

    // MARK: - Who is stuck where

    private var stuckLines: [String] {
        let points = results.stuckPoints
        guard !points.isEmpty else { return ["", "Everything is right."] }
        let hidden = points.count - Self.mostMessages
        let noun = hidden == 1 ? "message" : "messages"
        return ["", terminal.paint("Where they are stuck", .title)]
            + points.prefix(Self.mostMessages).flatMap(lines)
            + (hidden > 0 ? ["", "… and \(hidden) other \(noun)"] : [])
    }

    private func lines(for point: ClassResults.StuckPoint) -> [String] {
        let count = point.pupils.count
        let named = point.pupils.prefix(Self.mostNames).map { pupil in
            Self.name(pupil) + (point.lines[pupil].map { " (line \($0))" } ?? "")
        }
        let hidden = count - named.count
        let names = named.joined(separator: ", ") + (hidden > 0 ? " and \(hidden) more" : "")
        let message = DisplayText.printable(point.message)
        let pupils = "\(count) \(count == 1 ? "pupil" : "pupils"): \(names)"
        return [""] + DisplayText.wrapped(pupils, width: width)
            + DisplayText.wrapped(message, width: max(width - 4, 20)).map { "    " + $0 }
            + (point.step.map { ["    Back to: \($0.command)"] } ?? [])
    }

    // MARK: - Files that were not as they should be

    private var fileLines: [String] {
        let taken = results.rows.flatMap { row in
            row.taken.map { "\(Self.name(row.pupil)): \(DisplayText.printable($0))" }
        }
        let refused = results.rows.flatMap { row -> [String] in
            let hidden = row.refused.count - Self.mostFiles
            return row.refused.prefix(Self.mostFiles).map {
                "\(Self.name(row.pupil)): \(DisplayText.printable($0))"
            } + (hidden > 0 ? ["\(Self.name(row.pupil)): \(hidden) more"] : [])
        }
        let stray = results.strayFiles.map { DisplayText.printable($0) }
        return section("Taken, although the name or the place is not the usual one", taken)
            + section("Not taken", refused + stray)
    }

    private func section(_ title: String, _ lines: [String]) -> [String] {
        guard !lines.isEmpty else { return [] }
        return ["", terminal.paint(title, .title), ""]
            + lines.flatMap { DisplayText.wrapped("  " + $0, width: width - 2, indent: "  ") }
            .map { "  " + $0 }
    }

    // MARK: - For a spreadsheet

    /// The table for a spreadsheet: a row for each pupil, with a few words for each task.
    var spreadsheet: Spreadsheet {
        let heading =
            ["Pupil"]
            + results.exercises.flatMap { exercise in
                exercise.tasks.map { "Exercise \(exercise.number) task \($0.number)" }
            } + ["Right", "Stuck at"]
        let points = results.stuckPoints
        return Spreadsheet(
            rows: [heading]
                + results.rows.map { row in
                    let cells = results.cells(of: row).flatMap(\.self)
                    let stuck = points.filter { $0.pupils.contains(row.pupil) }
                        .map { DisplayText.printable($0.message) }.sorted()
                    return [DisplayText.printable(row.pupil)] + cells.map(Self.description(of:))
                        + ["\(cells.count { $0 == .right })", stuck.joined(separator: "; ")]
                })
    }
}
