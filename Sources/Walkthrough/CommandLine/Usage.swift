import DecodingExplainer

/// The plain words and the options of a command, declared once, in the form in which the help shows them.
///
/// The parsing of the words, the help, the refusals and the suggestions all follow from the declaration.
package struct Usage: Sendable {
    /// The command as it is typed behind `swift run`: `workbook check`.
    private let command: String
    /// The plain words: `FOLDER [07 …]` is one that is required, and then any number of others.
    private let words: String
    /// A description of the command, in lines of 46 characters at most.
    private let help: String
    /// The lines of help by the options: `--all`, or `--step 3` for one that takes a value.
    package let options: [(key: String, value: String)]
    /// Sets of names that cannot be combined. The name of the plain words is their form.
    private let apart: [Set<String>]
    /// The names of options that cannot be combined with anything.
    private let alone: Set<String>

    /// The option of the commands that show pages or verdicts. It goes together with every other one.
    package static let plain = (
        key: "--plain",
        value: """
        words in place of lines and arrows, and
        questions line by line: for a screen reader;
        TERM=dumb does the same
        """
    )

    /// Creates the declaration of a command.
    ///
    /// - Parameter takesPlain: True if it has the option `--plain`.
    package init(
        _ command: String, _ words: String = "", help: String,
        options: KeyValuePairs<String, String> = [:], apart: [Set<String>] = [],
        alone: Set<String> = [], takesPlain: Bool = false
    ) {
        (self.command, self.words, self.help) = (command, words, help)
        self.options = Array(options) + (takesPlain ? [Self.plain] : [])
        (self.apart, self.alone) = (apart, alone)
    }

    /// Returns a Boolean value that indicates whether `--help` or `-h` was typed anywhere.
    package static func asksForHelp(_ typed: [String]) -> Bool {
        typed.contains("--help") || typed.contains("-h")
    }

    /// The last word of the command: `check`.
    package var name: String { String(command.reversed().prefix { $0 != " " }.reversed()) }

    // MARK: - Reading

    /// Returns the words and the options that were typed behind the command.
    ///
    /// - Throws: ``UsageError`` for a word or an option that the declaration does not have.
    package func parse(_ typed: [String]) throws(UsageError) -> Arguments {
        var arguments = Arguments(usage: self)
        var remaining = typed[...]
        while let word = remaining.popFirst() {
            // A heading may begin with a hyphen; the name of an option has no blank in it.
            guard let option = word.wholeMatch(of: #/(-[^\s=]*)(?:=([\s\S]*))?/#) else {
                arguments.words.append(word)
                continue
            }
            let name = String(option.1)
            if arguments.values[name] != nil {
                throw error("\(name) is there twice: once is enough.")
            }
            arguments.values[name] = try value(
                of: name, joined: option.2.map(String.init), or: &remaining)
        }
        try checkWords(arguments.words)
        try checkCompany(in: arguments)
        return arguments
    }

    /// Returns the value of an option, or an empty one if the option takes none.
    ///
    /// - Parameters:
    ///   - name: The name of the option.
    ///   - joined: The text behind an equals sign, if there is one.
    ///   - remaining: The words behind the option. Without such a text, the first of them is the value,
    ///     and it is removed.
    /// - Throws: ``UsageError`` if the option is not declared or its value is not right.
    private func value(
        of name: String, joined: String?, or remaining: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let form = form(of: name) else {
            throw error("There is no option \(name). \(advice(on: name))")
        }
        if form == name {
            guard joined == nil else { throw error("\(name) takes no value.") }
            return ""
        }
        // If another option follows, the value was forgotten.
        guard let value = joined ?? remaining.popFirst(), !value.isEmpty,
            self.form(of: value) == nil
        else { throw error("\(name) needs a value: \(form)") }
        return value
    }

    private func checkWords(_ typed: [String]) throws(UsageError) {
        let places = words.split(separator: " ").filter { !$0.hasPrefix("…") }
        let least = places.count { !$0.hasPrefix("[") }
        if typed.count < least || typed.prefix(places.count).contains("") {
            throw error("A word is missing. It is typed: \(form)")
        }
        guard typed.count > places.count, !words.contains("…") else { return }
        let word = typed[places.count]
        let advice = words.isEmpty ? advice(on: "--\(word)") : "It is typed: \(form)"
        throw error("There is no place for \(word). \(advice)")
    }

    private func checkCompany(in arguments: Arguments) throws(UsageError) {
        let given =
            names.filter { $0 != Self.plain.key && arguments.has($0) }
            + (arguments.words.isEmpty ? [] : [words])
        for name in given {
            for companion in given where companion != name {
                guard alone.contains(name) || apart.contains([name, companion]) else { continue }
                let typed = companion == words ? arguments.words[0] : companion
                throw error("\(name) and \(typed) do not go together: choose one of them.")
            }
        }
    }

    private var names: [String] { options.map { Self.name(of: $0.key) } }

    private static func name(of form: String) -> String { String(form.prefix { $0 != " " }) }

    /// Returns an option with its value, as the help shows it.
    func form(of name: String) -> String? {
        options.first { Self.name(of: $0.key) == name }?.key
    }

    // MARK: - Refusals

    /// Returns a sentence about an option that is not declared. It suggests a similar one, or the help.
    private func advice(on name: String) -> String {
        SimilarWord.of(name, among: names + ["--help"]).map { "Do you mean \($0)?" }
            ?? "swift run \(command) --help lists what there is."
    }

    /// Returns a refusal in one line. Line breaks and control characters are escaped, because a typed
    /// word may contain any character.
    package func error(_ problem: String) -> UsageError {
        UsageError(description: DisplayText.escapedLine(problem))
    }

    // MARK: - Help

    /// The command with its plain words.
    private var form: String { "swift run \(command)" + (words.isEmpty ? "" : " \(words)") }

    /// The help: a row for the command, and one for each option.
    package var text: String { text(of: options) }

    /// The help without the option that many commands have, for a list of them.
    package var textInList: String { text(of: options.filter { $0.key != Self.plain.key }) }

    private func text(of options: [(key: String, value: String)]) -> String {
        let rows = [(form, help)] + options.map { ("  \($0.key)", $0.value) }
        if Terminal.current.isPlain {
            return rows.map { left, right in
                "\(left.trimmingPrefix("  ")): \(right.replacing("\n", with: " "))"
            }.joined(separator: "\n")
        }
        return rows.flatMap(Self.row).joined(separator: "\n")
    }

    /// Returns the rows of two columns. If the left one is too wide, the right one begins below it.
    private static func row(_ left: String, _ right: String) -> [String] {
        let column = 34
        let rows = right.split(separator: "\n").map { String(repeating: " ", count: column) + $0 }
        let width = DisplayText.width(of: left)
        guard width <= column - 2, let first = rows.first else { return [left] + rows }
        return [left + first.dropFirst(width)] + rows.dropFirst()
    }
}
