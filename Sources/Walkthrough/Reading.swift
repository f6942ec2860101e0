import Foundation

/// Shows the pages of a lesson: all at once, or one at a time to a person.
struct Reading {
    private let lesson: LessonDescription
    private let hidesResults: Bool
    private let reader = Reader()

    init(_ lesson: LessonDescription, hidesResults: Bool) {
        self.lesson = lesson
        self.hidesResults = hidesResults
    }

    /// What a reader wants after a prompt.
    private enum Wish {
        case onward, back, end
        case step(Int)
    }

    /// Whether anybody can answer a prompt. Once standard input has ended, nobody can, so nothing
    /// is hidden any more.
    private final class Reader {
        var isThere = true
    }

    /// - Parameter step: The only step to show, or nil for the lesson.
    /// - Returns: The exit code: not 0 where a step ended with an error.
    func run(only step: Int?) async -> Int32 {
        let last = lesson.steps.functions.count
        var current = step ?? 1
        var exitCode = ExitCode.success
        while current <= last {
            // Between two pages, a window may be resized and a file changed.
            let terminal = Terminal.current
            let lesson = lesson.reread
            guard !lesson.complainsAboutChangedSource() else { return ExitCode.failure }
            let waits = step == nil && (hidesResults || terminal.isInteractive)
            let page = await lesson.page(
                step: current,
                onCrash: { page in
                    if waits { terminal.clear() }
                    terminal.write(TerminalRenderer(for: terminal).text(of: page))
                })
            if waits { terminal.clear() }
            if page.endsEarly { exitCode = ExitCode.failure }
            var wish = reveal(page, on: terminal, asOneScreen: !waits || !terminal.isInteractive)
            if step != nil { break }
            if case .onward = wish {
                // On a terminal the row is needed: a page and its prompt make one screen.
                if !terminal.isInteractive { terminal.write("\n") }
                let next = current < last ? "step \(current + 1)" : "the end"
                if waits { wish = ask("Return: \(next) · b: back · q: quit", on: terminal) }
            }
            switch wish {
            case .onward: current += 1
            case .back: current = max(current - 1, 1)
            case .step(let number): current = min(max(number, 1), last)
            case .end: return exitCode
            }
        }
        if step == nil, let closing = lesson.closingPage {
            let terminal = Terminal.current
            if hidesResults || terminal.isInteractive { terminal.clear() }
            _ = reveal(closing, on: terminal, asOneScreen: !terminal.isInteractive)
        }
        return exitCode
    }

    /// Writes a page, and waits between its screens, and before each answer if results are hidden.
    private func reveal(_ page: Page, on terminal: Terminal, asOneScreen: Bool) -> Wish {
        let renderer = TerminalRenderer(for: terminal)
        let screens = renderer.screens(of: page, height: asOneScreen ? nil : terminal.height)
        for (index, screen) in screens.enumerated() {
            if index > 0 {
                let wish = ask("Return: more · b: back · q: quit", on: terminal)
                guard case .onward = wish else { return wish }
                terminal.clear()
            }
            for (index, part) in screen.enumerated() {
                if index > 0, hidesResults {
                    let wish = ask("Return shows what comes out", on: terminal)
                    guard case .onward = wish else { return wish }
                }
                terminal.write(part)
            }
        }
        return .onward
    }

    private func ask(_ question: String, on terminal: Terminal) -> Wish {
        guard reader.isThere else { return .onward }
        terminal.write(terminal.paint("   \(question) ", .faint))
        guard let answer = readLine() else {
            terminal.write("\n")
            reader.isThere = false
            return terminal.isInteractive ? .end : .onward
        }
        if terminal.isInteractive { terminal.takeBackLine() } else { terminal.write("\n") }
        switch answer.lowercased().filter({ !$0.isWhitespace }) {
        case "q", "quit": return .end
        case "b", "back": return .back
        case let text: return Int(text).map(Wish.step) ?? .onward
        }
    }
}
