import Testing

@testable import Walkthrough

@Suite("Keys, as a terminal sends them")
struct KeyTests {
    private func keys(_ text: String, isAll: Bool = true) -> [Key] {
        var bytes = Array(text.utf8)[...]
        var keys: [Key] = []
        while let key = Key.take(from: &bytes, isAll: isAll) { keys.append(key) }
        return keys
    }

    @Test("Those that a lesson knows")
    func known() {
        #expect(keys("\r\n") == [.enter, .enter])
        #expect(
            keys(" \u{1B}[6~\u{1B}[C\u{1B}OC\u{1B}[1;2C") == Array(repeating: .onward, count: 5))
        #expect(keys("\u{1B}[5~\u{1B}[D\u{1B}OD") == Array(repeating: .back, count: 3))
        #expect(keys("\u{1B}[A\u{1B}OA\u{1B}[1;2A") == [.up, .up, .up])
        #expect(keys("\u{1B}[B\u{1B}OB") == [.down, .down])
        #expect(keys("bQ1") == [.character("b"), .character("q"), .character("1")])
        #expect(keys("\u{7F}\u{4}") == [.delete, .end])
        #expect(
            keys("\u{1B}]11;rgb:0/0/0\u{7}\u{1B}[?62;4c") == [
                .report("11;rgb:0/0/0"), .report("?62;4"),
            ])
    }

    @Test(
        "Any other is one key that nobody has use for",
        arguments: [
            "\u{1B}", "\u{1B}[15~", "\u{1B}[[B", "\u{1B}OP", "\u{1B}q",
            "\u{1B}[<0;1;1M",
            "\u{1B}[I", "\t", "\u{1}",
        ])
    func unknown(text: String) {
        #expect(keys(text) == [.other])
        #expect(keys(text + "q").last == .character("q") || text == "\u{1B}")
    }

    @Test(
        "A sequence whose end has not come is waited for",
        arguments: ["\u{1B}", "\u{1B}[6", "\u{1B}[[", "\u{1B}]11;"])
    func incomplete(text: String) {
        #expect(keys(text, isAll: false) == [])
    }
}
