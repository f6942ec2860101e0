import DecodingExplainer
import Testing

@testable import Walkthrough

@Suite("Rows in a terminal, and the line below them")
struct TerminalScreenTests {
    private func screen(_ count: Int, columns: Int = 80) -> TerminalScreen {
        let terminal = Terminal(width: columns, height: 24)
        var screen = TerminalScreen(on: terminal)
        screen.show((1...count).map { "row \($0)" }, on: terminal)
        return screen
    }

    @Test("Arrows scroll by a row and page keys by a page, as far as there are rows")
    func scrolls() {
        var screen = screen(60)
        #expect(screen.hidden == "↓ 37 more lines")
        let cases: [(Key, String)] = [
            (.down, "↑ 1 ↓ 36"), (.onward, "↑ 23 ↓ 14"), (.onward, "↑ 37"), (.down, "↑ 37"),
            (.back, "↑ 15 ↓ 22"), (.up, "↑ 14 ↓ 23"), (.back, "↓ 37"), (.enter, "↓ 37"),
        ]
        for (key, hidden) in cases {
            screen.scroll(with: key)
            #expect(screen.hidden == "\(hidden) more lines")
        }
        screen.reveal(30..<32)
        #expect(screen.hidden == "↑ 9 ↓ 28 more lines")
        #expect(self.screen(23).hidden == nil)
    }

    @Test("The foot line keeps what is needed, then what comes first, and fits", arguments: 8...90)
    func foot(width: Int) {
        let words = ["Building the checks …", "h: hint", "q: quit", "e: exercises", "l: lesson"]
        let line = screen(1, columns: width).foot(words, needed: ["q: quit", words[0]])
        #expect(DisplayText.width(of: line) < width)
        #expect(line.contains("q: quit"))
        #expect(line.contains(" …") == (width > 18))
        #expect((line == words.joined(separator: " · ")) == (width > 68))
    }
}
