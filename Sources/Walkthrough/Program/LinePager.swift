/// A pager that writes the pages of a lesson one below the other. If results are hidden, it waits for a line
/// of input before each of them, and after each page.
struct LinePager {
    private let lesson: LessonDescription
    private let options: LessonOptions.Pages
    /// A Boolean value that indicates whether the pager waits for input. After the end of standard input, it
    /// no longer waits, and nothing is hidden.
    private var isAsking: Bool

    init(_ lesson: LessonDescription, _ options: LessonOptions.Pages) {
        self.lesson = lesson
        self.options = options
        isAsking = options.hidesResults
    }

    /// Writes the pages.
    ///
    /// - Returns: The exit code, which is not 0 if a step ended with an error.
    mutating func run() async -> Int32 {
        let last = lesson.steps.functions.count
        var current = options.step ?? options.first
        var exitCode = ExitCode.success
        while current <= last {
            // Between two pages, the window may be resized, and a file may change.
            let terminal = terminal
            let lesson = lesson.reread
            guard lesson.isCurrent(options.arguments(at: current)) else { return ExitCode.failure }
            let page = await lesson.page(step: current) { page in
                terminal.write(TerminalRenderer(for: terminal).text(of: page))
            }
            if page.endsEarly { exitCode = ExitCode.failure }
            var navigation = show(page, on: terminal)
            if options.step != nil { return exitCode }
            if navigation == .onward {
                terminal.write("\n")
                let next = current < last ? "step \(current + 1)" : "the end"
                navigation = ask("Return: \(next) · b: back · q: quit", on: terminal)
            }
            switch navigation {
            case .onward: current += 1
            case .back: current = max(current - 1, 1)
            case .step(let number): current = min(max(number, 1), last)
            case .again, .end, .exercise: return exitCode
            }
        }
        if let closing = lesson.closingPage { _ = show(closing, on: terminal) }
        return exitCode
    }

    private var terminal: Terminal {
        var terminal = Terminal.current
        if options.isLight { terminal.palette = .light }
        return terminal
    }

    private mutating func show(_ page: Page, on terminal: Terminal) -> Navigation {
        for (index, part) in TerminalRenderer(for: terminal).parts(of: page).enumerated() {
            let answer = index == 0 ? .onward : ask("Return shows what comes out", on: terminal)
            guard answer == .onward else { return answer }
            terminal.write(part)
        }
        return .onward
    }

    private mutating func ask(_ question: String, on terminal: Terminal) -> Navigation {
        guard isAsking else { return .onward }
        terminal.write(terminal.paint("   \(question) ", .faint))
        let answer = readLine()
        terminal.write("\n")
        isAsking = answer != nil
        switch (answer ?? "").lowercased().filter({ !$0.isWhitespace }) {
        case "q", "quit": return .end
        case "b", "back": return .back
        case let number: return Int(number).map(Navigation.step) ?? .onward
        }
    }
}
