/// A screen of cells that does what a terminal does with bytes: text, line breaks, a wrap at the right edge,
/// scrolling, and the sequences that the workbook's programs send. What it does not know, it keeps, so that a
/// test can say that there was none.
package struct TerminalEmulator {
    private var cells: [[String]]
    private var columns: Int
    private var row = 0
    private var column = 0
    /// The last column is full, and the next character goes into the next row.
    private var isAtEdge = false
    private var rest: [UInt8] = []
    /// What a program has pushed out of the screen at its top.
    package private(set) var history: [String] = []
    /// The sequences that it does not know.
    package private(set) var unknown: [String] = []

    package init(rows: Int, columns: Int) {
        self.columns = columns
        cells = Array(repeating: Self.blank(columns), count: rows)
    }

    private static func blank(_ columns: Int) -> [String] {
        Array(repeating: " ", count: columns)
    }

    /// The rows without the blanks at their ends.
    package var lines: [String] { cells.map(Self.text) }

    /// The rows down to the last one with anything in it, which is where the cursor waits.
    package var used: [String] { lines.reversed().drop(while: \.isEmpty).reversed() }

    private static func text(_ cells: [String]) -> String {
        String(cells.joined().reversed().drop { $0 == " " }.reversed())
    }

    /// Makes the window larger or smaller, as `xterm` does: rows are cut at the right, and go at the top
    /// where the cursor would be below the last one.
    package mutating func resize(rows: Int, columns: Int) {
        self.columns = columns
        cells = cells.map { Array(($0 + Self.blank(columns)).prefix(columns)) }
        while cells.count > rows {
            if row < rows {
                cells.removeLast()
            } else {
                cells.removeFirst()
                row -= 1
            }
        }
        while cells.count < rows { cells.append(Self.blank(columns)) }
        (column, isAtEdge) = (min(column, columns - 1), false)
    }

    /// Takes what a program wrote. A character or a sequence whose end has not come waits for it.
    package mutating func feed(_ bytes: some Sequence<UInt8>) {
        rest += bytes
        while let first = rest.first {
            let count: Int
            switch first {
            case 0x1B:
                guard let length = sequence() else { return }
                count = length
            case 0x0A: (count, row) = (1, row + 1)
            case 0x0D: (count, column, isAtEdge) = (1, 0, false)
            case 0x08: (count, column) = (1, max(column - 1, 0))
            case 0x00..<0x20: count = 1
            default:
                count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
                guard rest.count >= count else { return }
                for scalar in String(decoding: rest.prefix(count), as: UTF8.self).unicodeScalars {
                    put(scalar)
                }
            }
            if row >= cells.count { scroll() }
            rest.removeFirst(count)
        }
    }

    private mutating func scroll() {
        history.append(Self.text(cells.removeFirst()))
        cells.append(Self.blank(columns))
        (row, isAtEdge) = (cells.count - 1, false)
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = Self.width(of: scalar)
        guard width > 0 else {
            let last = isAtEdge ? column : max(column - 1, 0)
            cells[row][last].unicodeScalars.append(scalar)
            return
        }
        if isAtEdge || column + width > columns {
            (row, column, isAtEdge) = (row + 1, 0, false)
            if row >= cells.count { scroll() }
        }
        cells[row][column] = String(Character(scalar))
        if width == 2, column + 1 < columns { cells[row][column + 1] = "" }
        if column + width >= columns {
            (column, isAtEdge) = (columns - 1, true)
        } else {
            column += width
        }
    }

    private static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x0300...0x036F, 0x200B...0x200F, 0x0900...0x0902, 0x093A, 0x093C, 0x0941...0x0948,
            0x094D, 0xFE00...0xFE0F:
            0
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFF00...0xFF60, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }

    /// Does what the sequence at the beginning asks for.
    ///
    /// - Returns: Its length, or nil where its end has not come.
    private mutating func sequence() -> Int? {
        guard rest.count > 1 else { return nil }
        if rest[1] == UInt8(ascii: "]") {
            return rest.firstIndex { $0 == 0x07 }.map { $0 + 1 }
        }
        guard rest[1] == UInt8(ascii: "[") else {
            unknown.append("Escape \(rest[1])")
            return 2
        }
        guard let end = rest.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            return nil
        }
        let sequence = String(decoding: rest[2...end], as: UTF8.self)
        switch sequence {
        case "H": (row, column, isAtEdge) = (0, 0, false)
        case "K", "0K": erase(row, from: column)
        case "2K": erase(row, from: 0)
        case "J", "0J":
            erase(row, from: column)
            for below in cells.indices.dropFirst(row + 1) { erase(below, from: 0) }
        case _ where sequence.hasSuffix("m"): break
        default: unknown.append(sequence)
        }
        return end + 1
    }

    private mutating func erase(_ row: Int, from column: Int) {
        for index in column..<columns { cells[row][index] = " " }
    }
}
