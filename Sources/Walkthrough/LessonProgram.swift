import Foundation

/// A lesson as a program: reads the options, shows the pages, gives the exit code.
struct LessonProgram {
    let lesson: LessonDescription
    let decode: (Data) throws -> Any
    let terminal: Terminal

    init(
        _ lesson: LessonDescription, decode: @escaping (Data) throws -> Any,
        terminal: Terminal = .current
    ) {
        self.lesson = lesson
        self.decode = decode
        self.terminal = terminal
    }

    /// Exit codes by their names in `sysexits.h`.
    private enum ExitCode {
        static let success: Int32 = 0
        static let failure: Int32 = 1
        static let usage: Int32 = 64
    }

    func run(_ arguments: [String]) async -> Int32 {
        do {
            switch try LessonOptions(arguments, steps: lesson.steps.functions.count) {
            case .help:
                terminal.write(LessonOptions.help(for: lesson))
            case .list:
                complainAboutMissingSource()
                for (index, title) in lesson.stepTitles.enumerated() {
                    terminal.write("\(index + 1)  \(title)\n")
                }
            case .markdown:
                let pages = await lesson.pages()
                terminal.write(MarkdownRenderer().text(of: lesson, pages: pages))
            case .decode(let path):
                return DocumentReading(of: lesson, on: terminal, decode: decode).run(path)
            case .pages(let step, let hidesResults):
                complainAboutMissingSource()
                return await Reading(lesson, on: terminal, hidesResults: hidesResults)
                    .run(only: step)
            }
            return ExitCode.success
        } catch {
            Terminal.complain("lesson-\(lesson.number): \(error)")
            return ExitCode.usage
        }
    }

    private func complainAboutMissingSource() {
        guard lesson.source == nil else { return }
        Terminal.complain(
            "lesson-\(lesson.number): no code is shown, because \(lesson.steps.filePath) "
                + "is not there any more. Run swift run lesson-\(lesson.number) in the package.")
    }
}

/// What a reader asked a lesson for.
enum LessonOptions {
    case pages(step: Int?, hidesResults: Bool)
    case list
    case markdown
    case decode(String)
    case help

    /// Arguments that a lesson does not take. Its description is one line that says what to do.
    struct UsageError: Error, CustomStringConvertible {
        let description: String

        init(_ problem: String) {
            description = "\(problem) --help lists what there is."
        }
    }

    /// - Parameters:
    ///   - arguments: The command line without the program's name.
    ///   - steps: How many steps the lesson has.
    /// - Throws: ``UsageError``.
    init(_ arguments: [String], steps: Int) throws {
        var rest = arguments[...]
        var step: Int?
        var hidesResults = false
        while let argument = rest.popFirst() {
            switch argument {
            case "--pause":
                hidesResults = true
            case "--step":
                guard let text = rest.popFirst() else {
                    throw UsageError("--step needs a number from 1 to \(steps).")
                }
                guard let number = Int(text), (1...max(steps, 1)).contains(number) else {
                    throw UsageError("There is no step \(text): the steps are 1 to \(steps).")
                }
                step = number
            case "--list", "--markdown", "--help", "-h", "--decode":
                guard arguments.count == (argument == "--decode" ? 2 : 1) else {
                    throw UsageError(
                        argument == "--decode"
                            ? "--decode takes one file, or - for standard input, and nothing else."
                            : "\(argument) stands alone.")
                }
                switch argument {
                case "--list": self = .list
                case "--markdown": self = .markdown
                case "--decode": self = .decode(rest.first ?? "-")
                default: self = .help
                }
                return
            default:
                throw UsageError("There is no option \(argument).")
            }
        }
        self = .pages(step: step, hidesResults: hidesResults)
    }

    static func help(for lesson: LessonDescription) -> String {
        let name = "lesson-\(lesson.number)"
        return """
            \(lesson.heading)

            swift run \(name)                 read it, a page at a time on a terminal
            swift run \(name) --list          the number and title of every step
            swift run \(name) --step 3        step 3 alone
            swift run \(name) --pause         each result is hidden until you press Return: for a class
            swift run \(name) --decode FILE   decode a JSON document of your own with the lesson's
                                            finished model; - reads standard input
            swift run \(name) --markdown      the whole lesson as Markdown
            swift run \(name) --help          this page

            --step and --pause go together. At a prompt: Return goes on, b goes back a step, a number
            goes to that step, q ends.

            """
    }
}

/// Shows the pages of a lesson: all at once, or one at a time to a person.
struct Reading {
    let lesson: LessonDescription
    let terminal: Terminal
    let hidesResults: Bool
    private let renderer: TerminalRenderer

    init(_ lesson: LessonDescription, on terminal: Terminal, hidesResults: Bool) {
        self.lesson = lesson
        self.terminal = terminal
        self.hidesResults = hidesResults
        renderer = TerminalRenderer(for: terminal)
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
        let reader = Reader()
        let last = lesson.steps.functions.count
        let waits = step == nil && (hidesResults || terminal.isInteractive)
        var current = step ?? 1
        var hasFailed = false
        while current <= last {
            let page = await lesson.page(step: current)
            if waits { terminal.clear() }
            hasFailed = hasFailed || page.endsWithError
            var wish = reveal(page, to: reader)
            if step != nil { break }
            if case .onward = wish {
                // On a terminal the row is needed: a page and its prompt make one screen.
                if !terminal.isInteractive { terminal.write("\n") }
                let next = current < last ? "step \(current + 1)" : "the end"
                if waits { wish = ask("Return: \(next) · b: back · q: quit", reader) }
            }
            switch wish {
            case .onward: current += 1
            case .back: current = max(current - 1, 1)
            case .step(let number): current = min(max(number, 1), last)
            case .end: return hasFailed ? 1 : 0
            }
        }
        if step == nil, let closing = lesson.closingPage {
            if waits { terminal.clear() }
            terminal.write(renderer.text(of: closing))
        }
        return hasFailed ? 1 : 0
    }

    /// Writes a page, and waits before each result if results are hidden.
    private func reveal(_ page: Page, to reader: Reader) -> Wish {
        let parts = renderer.parts(of: page)
        terminal.write(parts[0])
        for part in parts.dropFirst() {
            if hidesResults {
                let wish = ask("Return shows what comes out", reader)
                guard case .onward = wish else { return wish }
            }
            terminal.write(part)
        }
        return .onward
    }

    private func ask(_ question: String, _ reader: Reader) -> Wish {
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

extension Page {
    /// Whether the step threw an error that it did not attempt.
    var endsWithError: Bool {
        if case .outcome(let outcome) = lines.last { outcome.line == nil } else { false }
    }
}
