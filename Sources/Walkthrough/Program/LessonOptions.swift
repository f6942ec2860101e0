/// What a reader asked a lesson for.
enum LessonOptions {
    case pages(Pages)
    case list
    case markdown
    case decode(String)
    case help

    /// How pages are shown.
    struct Pages {
        /// The only step, or nil for the lesson.
        var step: Int?
        /// The step to begin with.
        var first = 1
        /// Whether results wait for Return, wherever the program is run.
        var hidesResults = false
        /// Whether nothing waits, not even at a terminal.
        var isWhole = false
        /// Whether the background is light.
        var isLight = false
        /// Whether another program shows the lesson, and goes on when it ends.
        var goesBack = false

        /// The arguments of a program that goes on at a place.
        func arguments(at place: Int) -> [String] {
            let options = [
                (hidesResults, "--pause"), (isWhole, "--all"), (isLight, "--light"),
                (goesBack, "--back"),
            ]
            return options.filter(\.0).map(\.1) + [step == nil ? "--from" : "--step", "\(place)"]
        }
    }

    /// - Parameters:
    ///   - arguments: The command line without the program's name.
    ///   - steps: How many steps the lesson has.
    /// - Throws: ``UsageError``.
    init(_ arguments: [String], steps: Int) throws {
        var rest = arguments[...]
        var pages = Pages()
        var seen: Set<String> = []
        while let argument = rest.popFirst() {
            if !seen.insert(argument).inserted {
                throw Self.error("\(argument) is there twice.")
            }
            switch argument {
            case "--pause": pages.hidesResults = true
            case "--all": pages.isWhole = true
            case "--light": pages.isLight = true
            case "--back": pages.goesBack = true
            case "--step", "--from":
                guard let text = rest.popFirst() else {
                    throw Self.error("\(argument) needs a number from 1 to \(steps).")
                }
                // Behind the last step there is the closing page.
                let end = argument == "--from" ? steps + 1 : steps
                guard let number = Int(text), (1...max(end, 1)).contains(number) else {
                    throw Self.error("There is no step \(text): the steps are 1 to \(steps).")
                }
                if argument == "--step" { pages.step = number } else { pages.first = number }
            case "--decode":
                guard arguments.count == 2, let path = rest.first else {
                    throw Self.error(
                        "--decode takes one file, or - for standard input, and nothing else.")
                }
                self = .decode(path)
                return
            case "--list", "--markdown", "--help", "-h":
                guard arguments.count == 1 else { throw Self.error("\(argument) stands alone.") }
                self = argument == "--list" ? .list : argument == "--markdown" ? .markdown : .help
                return
            default:
                let meant = SimilarWord.of(argument, among: Self.names)
                throw Self.error(
                    "There is no option \(argument)." + (meant.map { " Is it \($0)?" } ?? ""))
            }
        }
        for (one, other) in [("--pause", "--all"), ("--step", "--from")]
        where seen.isSuperset(of: [one, other]) {
            throw Self.error("\(one) and \(other) do not go together.")
        }
        self = .pages(pages)
    }

    private static let names = [
        "--pause", "--all", "--light", "--back", "--step", "--from", "--decode", "--list",
        "--markdown", "--help",
    ]

    private static func error(_ problem: String) -> UsageError {
        UsageError(description: "\(problem) --help lists what there is.")
    }

    static func help(for lesson: LessonDescription) -> String {
        let name = "lesson-\(lesson.number)"
        return """
            \(lesson.heading)

            swift run \(name)                 read it: each question waits for a key
            swift run \(name) --list          the number and title of every step
            swift run \(name) --step 3        step 3 alone
            swift run \(name) --from 3        step 3 and what comes after it
            swift run \(name) --all           everything at once, without waiting
            swift run \(name) --pause         wait where there is no screen too: with
                                                TERM=dumb, for a screen reader, it asks
                                                line by line
            swift run \(name) --light         colors for a light background
            swift run \(name) --decode FILE   decode a JSON document of your own with
                                                the lesson's finished model, up to
                                                \(DecodeCommand.largest / 1_000_000) MB; - reads standard input
            swift run \(name) --markdown      the whole lesson as Markdown
            swift run \(name) --back          for a program that shows the lesson: at
                                                the end, go back to it
            swift run \(name) --help          this page

            At a terminal these keys work:

            Return, space, page down, →       go on: to the answer, then to the next step
            h                                 hide the last answer again
            ↑ and ↓                           show what has scrolled away, and come back
            b, page up, ←                     back a step
            5 Return                          to step 5
            r                                 build the lesson again and show this step,
                                              after you have changed and saved its file
            e                                 watch the lesson's exercise, if it has one
            q                                 quit

            The Terminal of a Mac keeps page up and page down for itself.

            """
    }
}
