/// Shows pages to a person at a terminal, and waits for the keys that ask for something else.
package struct PageReader: Sendable {
    private let palette: Terminal.Palette?
    private let handlesSignals: Bool

    /// Asks the terminal for its background, unless somebody has said that it is light.
    ///
    /// - Parameter handlesSignals: True where a signal that ends the program puts the terminal back by
    ///   itself; see ``RawMode``.
    package init(_ keyboard: Keyboard, isLight: Bool = false, handlesSignals: Bool = true) {
        self.handlesSignals = handlesSignals
        palette = isLight ? .light : keyboard.palette(handlesSignals: handlesSignals)
    }

    /// The terminal as it is now: a window may be resized.
    var terminal: Terminal {
        var terminal = Terminal.current
        terminal.palette = palette ?? terminal.palette
        return terminal
    }

    /// Shows a page until a person wants something else.
    ///
    /// - Parameters:
    ///   - fromEnd: True to begin with the end of the whole page.
    ///   - changed: The name of the file that has changed, where there is something new to build.
    func read(
        _ page: Page, _ keyboard: Keyboard, _ keys: PageReading.Keys, fromEnd: Bool = false,
        changed: () -> Substring? = { nil }
    ) -> Navigation {
        RawMode.begin(handlesSignals: handlesSignals)
        defer {
            // A step may take its time, or end the program.
            terminal.write("\r\u{1B}[2K")
            RawMode.end()
        }
        var reading = PageReading(page, keys, on: terminal)
        if fromEnd { reading.showEnd() }
        while true {
            let file = changed()
            // The cursor stands apart from the words.
            let foot = reading.foot(changed: file) + " "
            let key = reading.screen.key(from: keyboard, foot: foot) { changed() != file }
            if key == nil { reading.fit(terminal) }
            if let navigation = key.flatMap({ reading.take($0) }) { return navigation }
        }
    }

    /// Shows a page with a question, its answer when a person asks for it, and then waits for one of
    /// some digits.
    ///
    /// - Parameter choices: What the digits from 1 on say of the answer.
    /// - Returns: The digit, or nil where the person wants to leave.
    package func choice(_ keyboard: Keyboard, on page: Page, _ choices: [String]) -> Int? {
        let navigation = read(page, keyboard, PageReading.Keys(choices: choices))
        return if case .step(let digit) = navigation { digit } else { nil }
    }

    /// Shows the end of a page once more, with some words beside what the keys do.
    ///
    /// - Returns: True where the person wants to go on.
    package func goesOn(_ keyboard: Keyboard, from page: Page, saying words: String) -> Bool {
        read(page, keyboard, PageReading.Keys(end: "go on", note: words), fromEnd: true) == .onward
    }
}
