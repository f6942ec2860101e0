import LessonChecks
import Testing
import Walkthrough

@Suite("A picture of a terminal")
struct TerminalPictureTests {
    private func rows(_ text: String) -> [Substring] {
        TerminalPicture("A title", of: text).svg.split(separator: "\n")
            .filter { $0.hasPrefix("<text ") }
    }

    @Test("A role is a class, and what is not painted is plain")
    func roles() {
        let terminal = TerminalPicture.terminal
        for role in Terminal.Role.allCases {
            let row = rows("  " + terminal.paint("one", role) + " two")[0]
            #expect(row.hasSuffix(">  <tspan class=\"\(role)\">one</tspan> two</text>"))
        }
    }

    @Test("Each row is as wide as its columns, and stands below the one before it")
    func places() {
        let rows = rows("ab\n\n日本\n")
        #expect(rows.count == 2)
        #expect(rows[0].contains(#"y="28.75" textLength="16.8""#))
        #expect(rows[1].contains(#"y="62.75" textLength="33.6""#))
    }

    @Test("What moves the cursor is left out, and what XML needs is escaped")
    func cursor() {
        let row = rows("\u{1B}[H\u{1B}[2K[Int] & <b>\u{1B}[J")
        #expect(row.count == 1 && row[0].hasSuffix(">[Int] &amp; &lt;b&gt;</text>"))
    }

    @Test("It has the terminal's colors for a light and for a dark screen")
    func colors() {
        let svg = TerminalPicture("1 < 2", of: "").svg
        #expect(svg.contains("<title>1 &lt; 2</title>"))
        let parts = svg.components(separatedBy: "@media (prefers-color-scheme: dark) {")
        #expect(parts.count == 2 && parts[0].contains(".term { fill: #005faf; }"))
        #expect(parts.last?.contains(".term { fill: #87d7ff; }") == true)
    }
}
