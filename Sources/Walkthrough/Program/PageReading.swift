/// A page as a person reads it at a terminal: how much of it is shown, and what the keys do.
struct PageReading {
    /// What the keys do, as far as it is the same on the whole page.
    struct Keys {
        /// What comes after the page, in a word or two.
        var end = ""
        var quit = "quit"
        /// The letters that lead away from the page, besides `q`.
        var letters: [Character: Navigation] = [:]
        /// What the digits from 1 on mean, where they take the place of Return at the end.
        var choices: [String] = []
        /// What is said before everything else, and what is said at the end of the page.
        var note: String?
        var noteAtEnd: String?
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

    /// Lays the page out for a terminal, and shows it down to the next question.
    mutating func fit(_ terminal: Terminal) {
        let renderer = TerminalRenderer(for: terminal)
        (rows, questions, answers) = renderer.rows(of: page)
        let end = answered < answers.count ? answers[answered] : rows.count
        screen.show(Array(rows[..<end]), under: renderer.heading(of: page), on: terminal)
    }

    /// Shows some answers, the newest one below its question, where that takes less than half a screen.
    mutating func show(answers count: Int) {
        (answered, typed) = (count, "")
        fit(screen.terminal)
        let answer = count == 0 ? 0 : answers[count - 1]
        let question = questions.last { $0 < answer && answer - $0 <= screen.half }
        screen.scroll(to: question ?? answer)
    }

    /// Shows all but the last answers, from the end on.
    mutating func showEnd(without hidden: Int = 0) {
        show(answers: max(answers.count - hidden, 0))
        screen.scroll(to: rows.count)
    }

    // MARK: - Keys

    /// Does what a key asks.
    ///
    /// - Returns: The place to which the reader wants to go from the page, or nil where they stay.
    mutating func take(_ key: Key) -> Navigation? {
        switch key {
        case .enter where !typed.isEmpty: return .step(Int(typed) ?? 1)
        case .enter, .onward: return goOn()
        case .back where screen.below == 0: return keys.letters["b"]
        case .up, .down, .back: screen.scroll(with: key, step: screen.half)
        case .delete: _ = typed.popLast()
        case .character("h") where answered > 0: showEnd(without: answers.count - answered + 1)
        case .character("q"), .end: return .end
        case .character(let character): return keys.letters[character] ?? type(character)
        case .report, .other: break
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
        if !keys.letters.isEmpty, typed.count < 3 { typed.append(character) }
        return nil
    }

    private var isAtEnd: Bool { screen.below == 0 && answered == answers.count }

    // MARK: - The foot line

    /// What the keys do now.
    ///
    /// - Parameter changed: The name of the file that has changed, where there is something to build.
    func foot(changed: Substring? = nil) -> String {
        guard typed.isEmpty else { return screen.foot(["Return: step \(typed)"], indent: 3) }
        let quit = "q: \(keys.quit)"
        let first = [
            keys.note, changed.map { "\($0) has changed, press r" }, isAtEnd ? keys.noteAtEnd : nil,
        ]
        let last = [
            screen.hidden.map { "\($0) lines more" },
            answered == 0 || keys.note != nil ? nil : "h: hide", quit,
            keys.letters["b"].map { _ in "b: step back" },
            changed == nil ? keys.letters["r"].map { _ in "r: again" } : nil,
        ]
        return screen.foot(
            first + onward + last, needed: [quit] + onward + [keys.note], indent: 3)
    }

    private var onward: [String?] {
        if screen.below > 0 { return ["Return: more"] }
        if !isAtEnd { return ["Return: what comes out"] }
        if keys.choices.isEmpty { return ["Return: \(keys.end)"] }
        return zip(1..., keys.choices).map { "\($0): \($1)" }
    }
}
