/// The way in which a lesson shows its pages, as the options behind its name say.
struct LessonOptions: Sendable {
    private let arguments: Arguments
    /// The only step to show, or nil for the whole lesson.
    let step: Int?
    /// The step to begin with.
    let first: Int

    /// A Boolean value that indicates whether results wait for Return, with and without a terminal.
    var hidesResults: Bool { arguments.has("--pause") }
    /// A Boolean value that indicates whether nothing waits for a key, not even at a terminal.
    var isWhole: Bool { arguments.has("--all") }
    /// A Boolean value that indicates whether the background is light.
    var isLight: Bool { arguments.has("--light") }
    /// A Boolean value that indicates whether another program shows the lesson and goes on after it.
    var goesBack: Bool { arguments.has("--back") }

    /// Reads the options of a lesson.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, as ``usage(ofLesson:)`` declares them.
    ///   - steps: The number of steps of the lesson.
    /// - Throws: ``UsageError`` for a step that the lesson does not have.
    init(_ arguments: Arguments, steps: Int) throws(UsageError) {
        self.arguments = arguments
        step = try arguments.number("--step", in: 1...max(steps, 1))
        // The closing page comes after the last step.
        first = try arguments.number("--from", in: 1...steps + 1) ?? 1
    }

    /// Returns the arguments for a program that goes on at a place.
    func arguments(at place: Int) -> [String] {
        arguments.switches + [step == nil ? "--from" : "--step", "\(place)"]
    }

    /// Returns the declaration of a lesson's options.
    static func usage(ofLesson number: String) -> Usage {
        Usage(
            "lesson-\(number)", help: "read it: each question waits for a key",
            options: [
                "--list": "the number and title of every step",
                "--step 3": "step 3 alone",
                "--from 3": "step 3 and what comes after it",
                "--all": "everything at once, without waiting",
                "--pause": """
                wait where there is no terminal too, line by
                line; for a class: its end starts no exercise
                """,
                "--light": "colors for a light background",
                "--decode FILE": """
                decode a JSON document of your own with the
                lesson's finished model, up to \(DecodeCommand.largest / 1_000_000) MB;
                - reads standard input
                """,
                "--markdown": "the whole lesson as Markdown",
                "--back": "for a program that shows the lesson: at the\nend, go back to it",
                "--help": "this page",
            ], apart: [["--pause", "--all"], ["--step", "--from"]],
            alone: ["--decode", "--list", "--markdown"], takesPlain: true)
    }

    static func help(for lesson: LessonDescription) -> String {
        let terminal = Terminal.current
        let usage =
            "\(terminal.heading(lesson.heading))\n\n\(usage(ofLesson: lesson.number).text)\n"
        if terminal.isPlain {
            return usage + "At a terminal, each prompt names its keys, and ? names all of them.\n"
        }
        return """
            \(usage)

            At a terminal these keys work:

            Return, space, page down, →       go on: to the answer, then to the next step
            h                                 hide the last answer again
            ↑ and ↓                           show what has scrolled away, and come back
            page up, ←                        scroll up, and from the top back a step
            b                                 back a step
            5 Return                          to step 5
            r                                 build the lesson again and show this step,
                                              after you have changed and saved its file
            e                                 watch the lesson's exercise, if it has one
            q                                 quit

            The Terminal of a Mac keeps page up and page down for itself. With --plain, type a letter or a
            number, and then Return.

            """
    }
}
