import DecodingExplainer

/// Shows screens to a person at a terminal, and waits for the keys that ask for something else.
package struct ScreenReader: Sendable {
    private let palette: Terminal.Palette?
    /// Whether a signal that ends the program puts the terminal back by itself; see ``RawMode``.
    private let handlesSignals: Bool

    package init(_ keyboard: Keyboard, isLight: Bool = false, handlesSignals: Bool = true) {
        self.handlesSignals = handlesSignals
        if isLight {
            palette = .light
        } else if Terminal.current.tellsBackground {
            RawMode.begin(handlesSignals: handlesSignals)
            palette = keyboard.palette()
            RawMode.end()
        } else {
            palette = nil
        }
    }

    /// The terminal as it is now: a window may be resized.
    var terminal: Terminal {
        var terminal = Terminal.current
        terminal.palette = palette ?? terminal.palette
        return terminal
    }

    /// Shows screens until a person wants something else.
    ///
    /// - Parameters:
    ///   - base: What the keys do, as far as it is the same on each screen.
    ///   - fromEnd: Whether to begin with the last screen.
    ///   - screens: Makes the screens for a renderer and a height.
    ///   - changed: The name of the file that has changed, where there is something new to build.
    func read(
        _ keyboard: Keyboard, _ base: Prompt, fromEnd: Bool = false,
        _ screens: (TerminalRenderer, Int?) -> [Screen], changed: () -> Substring? = { nil }
    ) -> Navigation {
        RawMode.begin(handlesSignals: handlesSignals)
        var terminal = terminal
        defer {
            // A step may take its time, or end the program.
            terminal.write("\r\u{1B}[2K")
            RawMode.end()
        }
        var all = screens(TerminalRenderer(for: terminal), terminal.height)
        var current = fromEnd ? all.count - 1 : 0
        var typed = ""
        var scrolled = 0
        while true {
            let changedFile = changed()
            scrolled = min(max(scrolled, 0), all[current].above.count)
            let question = all[..<current].lastIndex { $0.next == .answer }
            var prompt = base
            prompt.next = all[current].next
            prompt.typed = typed
            prompt.canHide = question != nil
            prompt.above = all[current].above.count - scrolled
            prompt.scrolled = scrolled
            prompt.changed = changedFile
            draw(all[current], scrolled: scrolled, prompt, on: terminal)

            let key = keyboard.next {
                RawMode.takeResumed() || changed() != changedFile
                    || !Terminal.current.hasSize(of: terminal)
            }
            let isLast = current == all.count - 1
            switch key {
            case .enter where !typed.isEmpty: return .step(Int(typed) ?? 1)
            case .enter, .onward:
                if !isLast {
                    current += 1
                    (typed, scrolled) = ("", 0)
                } else if base.choices.isEmpty {
                    return base.goesOn ? .exercise : .onward
                }
            case .up: scrolled += half(of: terminal)
            case .down: scrolled -= half(of: terminal)
            case .back where base.isLesson, .character("b") where base.isLesson: return .back
            case .character("r") where base.isLesson: return .again
            case .character("e") where base.canWatch: return .exercise
            case .character("h"): (current, scrolled) = (question ?? current, 0)
            case .character(let digit) where "0"..."9" ~= digit:
                let number = digit.wholeNumberValue ?? 0
                if isLast, base.choices.indices.contains(number - 1) {
                    return .step(number)
                }
                if base.isLesson, typed.count < 3 { typed.append(digit) }
            case .delete: _ = typed.popLast()
            case .character("q"), .end: return .end
            case nil:
                let old = all[current]
                terminal = self.terminal
                all = screens(TerminalRenderer(for: terminal), terminal.height)
                current =
                    all.firstIndex { $0.answers == old.answers && $0.next == old.next }
                    ?? all.lastIndex { $0.answers == old.answers } ?? 0
            case .back, .character, .report, .other: break
            }
        }
    }

    /// How far an arrow scrolls: what was just above is seen beside what is just below it.
    private func half(of terminal: Terminal) -> Int {
        max((terminal.height ?? 24) / 2, 1)
    }

    private func draw(
        _ screen: Screen, scrolled: Int, _ prompt: Prompt, on terminal: Terminal
    ) {
        let rows = screen.rows(scrolled: scrolled, height: terminal.height)
        let text = rows.map { "\u{1B}[2K\($0)\n" }.joined()
        let line = "   \(prompt.text(width: terminal.width - 5)) "
        terminal.write("\u{1B}[H\(text)\u{1B}[J" + terminal.paint(line, .faint))
    }
}

// MARK: - A page that asks

extension ScreenReader {
    /// Shows a page with a question, its answer when a person asks for it, and then waits for one of
    /// some digits.
    ///
    /// - Parameters:
    ///   - page: The page. The last question on it is asked.
    ///   - choices: What the digits from 1 on say of the answer.
    /// - Returns: The digit, or nil where the person wants to leave.
    package func choice(
        _ keyboard: Keyboard, on page: Page, _ choices: [String]
    ) -> Int? {
        let prompt = Prompt(isLesson: false, choices: choices)
        let navigation = read(keyboard, prompt, { $0.screens(of: page, height: $1) })
        if case .step(let digit) = navigation { return digit }
        return nil
    }

    /// Shows the end of a page once more, with some words beside what the keys do.
    ///
    /// - Returns: Whether the person wants to go on.
    package func goesOn(
        _ keyboard: Keyboard, from page: Page, saying words: String
    ) -> Bool {
        let prompt = Prompt(end: "go on", note: words, isLesson: false)
        let navigation = read(
            keyboard, prompt, fromEnd: true, { $0.screens(of: page, height: $1) })
        if case .onward = navigation { return true }
        return false
    }
}
