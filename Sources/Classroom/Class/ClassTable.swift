import DecodingExplainer
import Judging
import Walkthrough

/// The table of a class: a row for each pupil, with a mark for each task or, of several exercises, with
/// the number of tasks that are right in each.
struct ClassTable {
    let results: ClassResults
    let terminal: Terminal

    /// The least width of a name.
    private static let narrowestName = 10

    /// A field of the table, with the role in which it is painted.
    private struct Field {
        let text: String
        var role: Terminal.Role?
    }

    var lines: [String] {
        let isSingle = results.exercises.count == 1
        let heads =
            isSingle
            ? results.exercises[0].tasks.map { "\($0.number)" } : results.exercises.map(\.number)
        let rows = results.rows.map { row -> (fields: [Field], end: String) in
            let cells = results.cells(of: row).flatMap(\.self)
            return (marks(of: row), "\(cells.count { $0 == .right }) of \(cells.count)")
        }
        let sums = heads.indices.map { column in
            "\(rows.count { $0.fields[column].role == .good })"
        }
        let fields = rows.flatMap(\.fields).map(\.text) + heads + sums
        let columns = fields.map(\.count).max() ?? 1
        let end = rows.map(\.end.count).max() ?? 0
        let names = results.rows.map { DisplayText.printable($0.pupil) }
        let widest = terminal.width - 4 - heads.count * (columns + 1) - 1 - end
        let nameWidth = min(
            (names + ["Pupil"]).map { DisplayText.width(of: $0) }.max() ?? 0,
            max(widest, Self.narrowestName))
        func line(_ name: String, _ fields: [Field], _ end: String = "") -> String {
            let padded = fields.map { field in
                (field.role.map { terminal.paint(field.text, $0) } ?? field.text)
                    + String(repeating: " ", count: columns - field.text.count)
            }
            let line =
                "  " + DisplayText.padded(Self.fitting(name, nameWidth), width: nameWidth) + "  "
                + padded.joined(separator: " ") + (end.isEmpty ? "" : "  " + end)
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
        let head = line("Pupil", heads.map { Field(text: $0) }, "Right")
        return [head] + zip(names, rows).map { line($0, $1.fields, $1.end) }
            // At the end of a long table, the numbers of the tasks have scrolled away.
            + (results.rows.count > 24 ? [head] : [])
            + [line(isSingle ? "Right" : "Done", sums.map { Field(text: $0) })]
    }

    /// The meaning of the marks that are in the table.
    var legend: [String] {
        let marks = Set(results.rows.flatMap(marks).map(\.text))
        var entries = ClassResults.Cell.allCases.filter { marks.contains(Self.field(of: $0).text) }
            .map { "\(Self.field(of: $0).text) \($0.rawValue)" }
        if marks.contains(where: { $0.contains("/") }) {
            entries.insert("2/6 two of six tasks right", at: 0)
        }
        return DisplayText.wrapped(
            entries.joined(separator: ", "), width: min(terminal.width, 120) - 2
        ).map { "  " + $0 }
    }

    private func marks(of row: ClassResults.Row) -> [Field] {
        let cells = results.cells(of: row)
        return results.exercises.count == 1
            ? cells.flatMap { $0.map(Self.field) } : cells.map(Self.field)
    }

    private static func field(of cell: ClassResults.Cell) -> Field {
        switch cell {
        case .right: Field(text: "✔", role: .good)
        case .wrong: Field(text: "✘", role: .bad)
        case .open: Field(text: "○", role: .faint)
        case .crashed: Field(text: "!", role: .bad)
        case .left: Field(text: "e", role: .bad)
        case .hung: Field(text: "∞", role: .bad)
        case .notJudged: Field(text: "?", role: .bad)
        case .notCompiled: Field(text: "#", role: .bad)
        case .notHandedIn: Field(text: "-", role: .faint)
        }
    }

    /// Returns the field of a whole exercise: a mark if all its tasks have the same, else a fraction.
    private static func field(of cells: [ClassResults.Cell]) -> Field {
        if let first = cells.first, cells.allSatisfy({ $0 == first }) { return field(of: first) }
        return Field(text: "\(cells.count { $0 == .right })/\(cells.count)")
    }

    private static func fitting(_ name: String, _ width: Int) -> String {
        guard DisplayText.width(of: name) > width else { return name }
        return DisplayText.prefix(of: name, width: width - 1) + String(DisplayText.ellipsis)
    }
}
