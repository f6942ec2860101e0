import DecodingExplainer
import Testing

@testable import Walkthrough

@Suite("A line in rows that a terminal has room for")
struct TerminalRowsTests {
    private func plain(_ row: String) -> String { row.replacing(#/\x{1B}\[[\d;]*m/#, with: "") }

    @Test("It breaks between words, and goes on where the line began")
    func words() {
        #expect(Terminal.rows(of: "one two three", width: 7) == ["one two", "three"])
        #expect(Terminal.rows(of: "  one two three", width: 9) == ["  one two", "  three"])
        #expect(Terminal.rows(of: "abcdefghij", width: 4) == ["abcd", "efgh", "ij"])
        #expect(Terminal.rows(of: "日本太郎", width: 5) == ["日本", "太郎"])
        #expect(Terminal.rows(of: "", width: 5) == [""])
        #expect(Terminal.rows(of: "fits", width: 4) == ["fits"])
    }

    @Test("Each row has the colors of its words, and ends without")
    func colors() {
        let terminal = Terminal(width: 8, isColored: true)
        let line = "  " + terminal.paint("one two three", .bad) + " four"
        let rows = Terminal.rows(of: line, width: 8)
        #expect(rows.map(plain) == ["  one", "  two", "  three", "  four"])
        for row in rows.prefix(3) {
            #expect(row.contains(terminal.palette.code(of: .bad)) && row.hasSuffix("\u{1B}[0m"))
        }
        #expect(!rows[3].contains("\u{1B}"))
    }

    @Test("No width, and no line, loses anything but blanks", arguments: 1...40)
    func whole(width: Int) {
        let line = "   ✘ Task 1 · A delay that may be absent or null → \"Ada Ångström\" 日本   end"
        let rows = Terminal.rows(of: line, width: width)
        #expect(rows.allSatisfy { DisplayText.width(of: $0) <= max(width, 2) })
        #expect(rows.joined().filter { $0 != " " } == line.filter { $0 != " " })
    }
}
