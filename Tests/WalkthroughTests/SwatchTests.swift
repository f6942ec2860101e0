import Testing

@testable import Walkthrough

@Suite("A color is shown where a terminal has colors")
struct SwatchTests {
    struct Paint: Swatch {
        let red: UInt8, green: UInt8, blue: UInt8
        let description: String
    }

    struct Wall {
        let north: Paint
        let others: [Paint]
    }

    static let tan = Paint(red: 0xD2, green: 0xB4, blue: 0x8C, description: "#D2B48C")
    static let gray = Paint(red: 0x69, green: 0x69, blue: 0x69, description: "#696969")
    static let wall = Wall(north: tan, others: [gray])

    /// What the page of a step shows, without its frame.
    private func shown(_ value: any Sendable, on terminal: Terminal) async -> String {
        let results = await StepResult.all { show(value) }
        let renderer = TerminalRenderer(for: terminal)
        return results.flatMap(renderer.rows(of:)).map { $0 + "\n" }.joined()
    }

    private func withoutEscapes(_ text: String) -> String {
        text.replacing(#/\e\[[0-9;]*m/#, with: "")
    }

    @Test("A terminal with every color gets a patch of two blanks in the very color")
    func trueColor() async {
        let terminal = Terminal(width: 80, isColored: true, hasTrueColor: true)
        let text = await shown(Self.tan, on: terminal)
        #expect(text.contains("\u{1B}[48;2;210;180;140m  \u{1B}[0m "))
        #expect(withoutEscapes(text) == " →    #D2B48C\n")
    }

    @Test("A terminal with 256 colors gets the nearest: tan from the cube, gray from the ramp")
    func nearest() async {
        let terminal = Terminal(width: 80, isColored: true)
        #expect(await shown(Self.tan, on: terminal).contains("\u{1B}[48;5;180m  \u{1B}[0m "))
        #expect(await shown(Self.gray, on: terminal).contains("\u{1B}[48;5;242m  \u{1B}[0m "))
    }

    @Test("Plain text and Markdown have the color's text and nothing else")
    func plain() async {
        #expect(await shown(Self.tan, on: Terminal(width: 80)) == " → #D2B48C\n")
        let wall = await shown(Self.wall, on: Terminal(width: 80, hasTrueColor: true))
        #expect(wall == " → Wall(north: #D2B48C, others: [#696969])\n")
        let results = await StepResult.all { show(Self.wall) }
        #expect(results.map(\.value) == ["Wall(north: #D2B48C, others: [#696969])"])
    }

    @Test("Colors inside another value get their patches too")
    func nested() async {
        let terminal = Terminal(width: 80, isColored: true, hasTrueColor: true)
        let text = await shown(Self.wall, on: terminal)
        #expect(withoutEscapes(text) == " → Wall(north:    #D2B48C, others: [   #696969])\n")
        #expect(text.contains("48;2;210;180;140m"))
        #expect(text.contains("48;2;105;105;105m"))
        let list = await shown([Self.tan, Self.gray], on: terminal)
        #expect(withoutEscapes(list) == " → [   #D2B48C,    #696969]\n")
    }

    @Test("A text that reads like a color is not one")
    func text() async {
        let terminal = Terminal(width: 80, isColored: true, hasTrueColor: true)
        let text = await shown(##"{"hex":"#D2B48C"}"##, on: terminal)
        #expect(!text.contains("[48;"))
    }

    @Test("With the patches, a line is still no wider than the terminal", arguments: 12...60)
    func width(_ width: Int) async {
        let terminal = Terminal(width: width, isColored: true, hasTrueColor: true)
        let text = withoutEscapes(await shown(Self.wall, on: terminal))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= width })
    }
}
