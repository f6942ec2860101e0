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

    static func mark(_ cell: ClassResults.Cell) -> (mark: String, role: Terminal.Role) {
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

    static func description(of cell: ClassResults.Cell) -> String {
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
        let sums = results.exercises.indices.flatMap { index -> [Int] in
            isSingle ? results.sums(of: index) : [finished(index)]
        }
        let rows = results.rows.map { row -> (fields: [Field], end: String) in
            let cells = results.cells(of: row)
            let all = cells.flatMap(\.self)
            let fields = isSingle ? all.map(Self.field) : cells.map(Self.field)
            return (fields, "\(all.count { $0 == .right }) of \(all.count)")
        }
        let fields = rows.flatMap(\.fields).map(\.text) + heads + sums.map(String.init)
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
            + [line(isSingle ? "Right" : "Done", sums.map { Field(text: "\($0)") })]
    }

    /// The meaning of the marks that are in the table.
    var legend: [String] {
        let isSingle = results.exercises.count == 1
        let groups = results.rows.flatMap { results.cells(of: $0) }
        let marks = Set(
            groups.flatMap { isSingle ? $0.map(Self.field) : [Self.field(of: $0)] }
                .map(\.text))
        var entries = ClassResults.Cell.allCases.filter { marks.contains(Self.mark($0).mark) }
            .map { "\(Self.mark($0).mark) \(Self.description(of: $0))" }
        if marks.contains(where: { $0.contains("/") }) {
            entries.insert("2/6 two of six tasks right", at: 0)
        }
        return DisplayText.wrapped(
            entries.joined(separator: ", "), width: min(terminal.width, 120) - 2
        ).map { "  " + $0 }
    }

    /// Returns the number of pupils who have all tasks of an exercise right.
    private func finished(_ index: Int) -> Int {
        results.rows.count { $0.outcomes[index].verdict?.isRight == true }
    }

    private static func field(of cell: ClassResults.Cell) -> Field {
        let (mark, role) = mark(cell)
        return Field(text: mark, role: role)
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
