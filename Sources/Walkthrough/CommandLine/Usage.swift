import DecodingExplainer

/// The plain words and the options of a command, declared once, in the form in which the help shows them.
///
/// From the declaration follow how its words are read, its help, its refusals and its suggestions.
package struct Usage: Sendable {
    /// The command as it is typed behind `swift run`: `workbook check`.
    private let command: String
    /// The plain words: `FOLDER [07 …]` is one that has to be there, and any number of others.
    private let words: String
    /// A text that says what the command does, in lines of 46 characters at most.
    private let help: String
    /// The lines of help by the options: `--all`, or `--step 3` for one that takes a value.
    package let options: KeyValuePairs<String, String>
    /// Names that do not go together. The plain words go by their form.
    private let apart: [Set<String>]
    /// The names of options that go together with nothing.
    private let alone: Set<String>

    /// Declares a command.
    package init(
        _ command: String, _ words: String = "", help: String,
        options: KeyValuePairs<String, String> = [:], apart: [Set<String>] = [],
        alone: Set<String> = []
    ) {
        (self.command, self.words, self.help) = (command, words, help)
        (self.options, self.apart, self.alone) = (options, apart, alone)
    }

    /// Returns true where `--help` or `-h` stands anywhere.
    package static func asksForHelp(_ typed: [String]) -> Bool {
        typed.contains("--help") || typed.contains("-h")
    }

    /// The last word of the command: `check`.
    package var name: String { String(command.reversed().prefix { $0 != " " }.reversed()) }

    // MARK: - Reading

    /// Reads what was typed behind the command.
    ///
    /// - Throws: ``UsageError`` for what the declaration does not have.
    package func parse(_ typed: [String]) throws(UsageError) -> Arguments {
        var arguments = Arguments(usage: self)
        var rest = typed[...]
        while let word = rest.popFirst() {
            // A heading may begin with a hyphen; the name of an option has no blank in it.
            guard let option = word.wholeMatch(of: #/(-[^\s=]*)(?:=([\s\S]*))?/#) else {
                arguments.words.append(word)
                continue
            }
            let name = String(option.1)
            if arguments.values[name] != nil {
                throw error("\(name) is there twice: once is enough.")
            }
            arguments.values[name] = try value(of: name, option.2.map(String.init), &rest)
        }
        try checkWords(arguments.words)
        try checkCompany(in: arguments)
        return arguments
    }

    /// - Parameters:
    ///   - joined: The text behind the sign of equality, where there is one.
    ///   - rest: The words behind the option. Without such a text, its value is the first of them.
    private func value(
        of name: String, _ joined: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let form = form(of: name) else {
            throw error("There is no option \(name). \(advice(on: name))")
        }
        if form == name {
            guard joined == nil else { throw error("\(name) takes no value.") }
            return ""
        }
        // Where another option follows, the value has been forgotten.
        guard let value = joined ?? rest.popFirst(), !value.isEmpty, self.form(of: value) == nil
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
        let given = names.filter(arguments.has) + (arguments.words.isEmpty ? [] : [words])
        for one in given {
            for other in given where other != one {
                guard alone.contains(one) || apart.contains([one, other]) else { continue }
                let typed = other == words ? arguments.words[0] : other
                throw error("\(one) and \(typed) do not go together: choose one of them.")
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

    /// Returns the option that is meant by one that is not declared, else the way to the help.
    private func advice(on name: String) -> String {
        SimilarWord.of(name, among: names + ["--help"]).map { "Do you mean \($0)?" }
            ?? "swift run \(command) --help lists what there is."
    }

    /// Returns a refusal in one line, as what was typed may have anything in it.
    package func error(_ problem: String) -> UsageError {
        UsageError(description: DisplayText.escapedLine(problem))
    }

    // MARK: - Help

    /// The command with its plain words.
    private var form: String { "swift run \(command)" + (words.isEmpty ? "" : " \(words)") }

    /// The help: a row for the command, and one for each option.
    package var text: String {
        let rows = [(form, help)] + options.map { ("  \($0.key)", $0.value) }
        return rows.flatMap(Self.row).joined(separator: "\n")
    }

    /// Returns two columns, the right one below the left one where that is too wide.
    private static func row(_ left: String, _ right: String) -> [String] {
        let column = 34
        let rows = right.split(separator: "\n").map { String(repeating: " ", count: column) + $0 }
        let width = DisplayText.width(of: left)
        guard width <= column - 2, let first = rows.first else { return [left] + rows }
        return [left + first.dropFirst(width)] + rows.dropFirst()
    }
}
