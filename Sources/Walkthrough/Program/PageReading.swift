/// The state of a page while a person reads it at a terminal: the part that is shown, and the meaning of the
/// keys.
struct PageReading {
    /// The meaning of the keys, as far as it is the same on the whole page.
    struct Keys {
        /// The place after the page, in a word or two.
        var end = ""
        /// The meaning of `q`.
        var quit = "quit"
        /// The letters that lead away from the page, besides `q`.
        var letters: [Character: Navigation] = [:]
        /// The meanings of the digits from 1 on, if they replace Return at the end.
        var choices: [String] = []
        /// A note of the foot line that is shown only at the end of the page.
        var noteAtEnd: String?
        /// The number of the last step to which a number leads, or 0 if there are no steps.
        var lastStep = 0
    }

    private let page: Page
    private let keys: Keys
    private(set) var screen: TerminalScreen
    private var rows: [String] = []
    private var questions: [Int] = []
    private var answers: [Int] = []
    /// The number of answers that are shown.
    private var answered = 0
    /// The digits of a step's number.
    private var typed = ""

    init(_ page: Page, _ keys: Keys, on terminal: Terminal) {
        self.page = page
        self.keys = keys
        screen = TerminalScreen(on: terminal, keepsEnd: true)
        fit(terminal)
        screen.scroll(to: 0)
    }

    /// Arranges the page for a terminal, and shows it down to the next question.
    mutating func fit(_ terminal: Terminal) {
        let renderer = TerminalRenderer(for: terminal)
        (rows, questions, answers) = renderer.rows(of: page)
        let end = answered < answers.count ? answers[answered] : rows.count
        screen.show(Array(rows[..<end]), under: renderer.heading(of: page), on: terminal)
    }

    /// Shows some answers. If the question of the newest one takes less than half a screen, it is visible
    /// too.
    mutating func show(answers count: Int) {
        (answered, typed) = (count, "")
        fit(screen.terminal)
        let answer = count == 0 ? 0 : answers[count - 1]
        let question = questions.last { $0 < answer && answer - $0 <= screen.half }
        screen.scroll(to: question ?? answer)
    }

    // MARK: - Keys

    /// Handles a key.
    ///
    /// - Returns: The place to which the key leads, or nil if the reader stays on the page.
    mutating func take(_ key: Key) -> Navigation? {
        switch key {
        case .enter where !typed.isEmpty:
            if let step = typedStep { return .step(step) }
            typed = ""
        case .enter, .onward: return goOn()
        case .back where screen.above == 0: return keys.letters["b"]
        case .up, .down, .back: screen.scroll(with: key, step: screen.half)
        case .delete: _ = typed.popLast()
        case .character("h") where answered > 0:
            show(answers: answered - 1)
            screen.scroll(to: rows.count)
        case .character("q"), .end: return .end
        case .character(let character): return keys.letters[character] ?? type(character)
        case .other: typed = ""
        case .report: break
        }
        return nil
    }

    private mutating func goOn() -> Navigation? {
        if screen.below > 0 {
            screen.scroll(with: .onward)
        } else if answered < answers.count {
            show(answers: answered + 1)
        } else if keys.choices.isEmpty {
            return .onward
        }
        return nil
    }

    private mutating func type(_ character: Character) -> Navigation? {
        guard let digit = character.wholeNumberValue else { return nil }
        if isAtEnd, keys.choices.indices.contains(digit - 1) { return .step(digit) }
        if keys.lastStep > 0, typed.count < 3 { typed.append(character) }
        return nil
    }

    /// The step of the digits, or nil if there is none with this number.
    private var typedStep: Int? {
        Int(typed).flatMap { (1...max(keys.lastStep, 1)).contains($0) ? $0 : nil }
    }

    private var isAtEnd: Bool { screen.below == 0 && answered == answers.count }

    // MARK: - The foot line

    /// Returns the foot line, which names the keys that have a meaning now.
    ///
    /// - Parameter changed: The name of a file that has changed, if there is something to build.
    func foot(changed: Substring? = nil) -> String {
        guard typed.isEmpty else {
            let meaning =
                typedStep.map { "Return: step \($0)" }
                ?? "There is no step \(typed), the last one is \(keys.lastStep)"
            return screen.foot([meaning, "Escape: stay here"], indent: 3)
        }
        let quit = "q: \(keys.quit)"
        let first = [
            changed.map { "\($0) has changed, press r" }, isAtEnd ? keys.noteAtEnd : nil,
        ]
        let last = [
            screen.hidden,
            answered == 0 ? nil : "h: hide", quit,
            keys.letters["b"].map { _ in "b: step back" },
            changed == nil ? keys.letters["r"].map { _ in "r: again" } : nil,
        ]
        return screen.foot(
            first + onward + last, needed: [quit] + onward, indent: 3)
    }

    private var onward: [String?] {
        if screen.below > 0 { return ["Return: more"] }
        if !isAtEnd { return ["Return: what comes out"] }
        if keys.choices.isEmpty { return ["Return: \(keys.end)"] }
        return zip(1..., keys.choices).map { "\($0): \($1)" }
    }
}
