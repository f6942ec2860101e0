/// A reader that shows pages to a person at a terminal, and waits for the keys that lead away from them.
package struct PageReader: Sendable {
    private let palette: Terminal.Palette?
    private let handlesSignals: Bool

    /// Creates a reader, and asks the terminal for its background unless it is known.
    ///
    /// - Parameters:
    ///   - keyboard: The keyboard.
    ///   - isLight: True if the background is known to be light.
    ///   - handlesSignals: True if a signal that ends the program puts the terminal back by itself; see
    ///     ``RawMode/begin(handlesSignals:)``.
    package init(_ keyboard: Keyboard, isLight: Bool = false, handlesSignals: Bool = true) {
        self.handlesSignals = handlesSignals
        palette = isLight ? .light : keyboard.palette(handlesSignals: handlesSignals)
    }

    /// The terminal as it is now, because a window may be resized.
    var terminal: Terminal {
        var terminal = Terminal.current
        terminal.palette = palette ?? terminal.palette
        return terminal
    }

    /// Shows a page until a key leads away from it.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - keyboard: The keyboard.
    ///   - keys: The meaning of the keys on this page.
    ///   - reading: The place in the page where the person left it, or nil for its beginning.
    ///   - changed: Returns the name of a file that has changed, if there is something new to build.
    /// - Returns: The place to which the key leads.
    func read(
        _ page: Page, _ keyboard: Keyboard, _ keys: PageReading.Keys,
        goingOnIn reading: inout PageReading?, changed: () -> Substring? = { nil }
    ) -> Navigation {
        RawMode.begin(handlesSignals: handlesSignals)
        defer {
            // The next step may take a long time, or end the program.
            terminal.write("\r\u{1B}[2K")
            RawMode.end()
        }
        var current = reading ?? PageReading(page, keys, on: terminal)
        defer { reading = current }
        while true {
            let file = changed()
            // A blank separates the cursor from the line.
            let foot = current.foot(changed: file) + " "
            let key = current.screen.key(from: keyboard, foot: foot) { changed() != file }
            if key == nil { current.fit(terminal) }
            if let navigation = key.flatMap({ current.take($0) }) { return navigation }
        }
    }

    /// Shows a page with a question, and its answer after a key. Then it waits for one of some digits.
    ///
    /// - Parameters:
    ///   - keyboard: The keyboard.
    ///   - page: The page.
    ///   - choices: The meanings of the digits from 1 on.
    /// - Returns: The digit, or nil if the person wants to leave.
    package func choice(_ keyboard: Keyboard, on page: Page, _ choices: [String]) -> Int? {
        var reading: PageReading?
        let keys = PageReading.Keys(choices: choices)
        let navigation = read(page, keyboard, keys, goingOnIn: &reading)
        return if case .step(let digit) = navigation { digit } else { nil }
    }

    /// Shows a page with a question, and its answer after a key. Then it waits for another key.
    ///
    /// - Parameters:
    ///   - keyboard: The keyboard.
    ///   - page: The page.
    ///   - end: The place after the page, in a word or two.
    /// - Returns: True if the person wants to go on.
    package func goesOn(_ keyboard: Keyboard, from page: Page, to end: String) -> Bool {
        var reading: PageReading?
        return read(page, keyboard, PageReading.Keys(end: end), goingOnIn: &reading) == .onward
    }
}
