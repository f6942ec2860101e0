/// The words and the options that were typed behind a command, as its ``Usage`` declares them.
package struct Arguments: Sendable {
    let usage: Usage
    /// The plain words, in their order.
    package internal(set) var words: [String] = []
    /// The values of the options; one that takes none has an empty one.
    var values: [String: String] = [:]

    /// The value of an option, or nil if the option was not typed.
    package subscript(name: String) -> String? {
        precondition(usage.form(of: name) != nil, "\(name) is not declared.")
        return values[name]
    }

    /// Returns a Boolean value that indicates whether an option was typed.
    package func has(_ name: String) -> Bool { self[name] != nil }

    /// A Boolean value that indicates whether the user asked for plain output; see ``Terminal/isPlain``.
    package var isPlain: Bool { values[Usage.plain.key] != nil }

    /// The options without a value that were typed.
    var switches: [String] {
        // The form of an option that takes a value is not its name.
        usage.options.map(\.key).filter { values[$0] != nil }
    }

    /// Returns the value of an option, or nil if the option was not typed.
    ///
    /// - Parameters:
    ///   - name: The name of the option.
    ///   - kind: The kind of value that the option takes: `a day`.
    ///   - read: Returns the value for the typed text, or nil if the text is not of that kind.
    /// - Throws: ``UsageError`` if `read` returns nil.
    package func value<Value>(
        of name: String, _ kind: String, _ read: (String) -> Value?
    ) throws(UsageError) -> Value? {
        guard let typed = self[name] else { return nil }
        if let value = read(typed) { return value }
        throw usage.error(
            "\(name) needs \(kind), and not \(typed): \(usage.form(of: name) ?? name)")
    }

    /// Returns the value of an option that takes a whole number, or nil if the option was not typed.
    ///
    /// - Throws: ``UsageError`` for a value that is not a number in the range.
    package func number(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        let (least, most) = (range.lowerBound, range.upperBound)
        let kind = most == .max ? "of at least \(least)" : "from \(least) to \(most)"
        return try value(of: name, "a number \(kind)") { typed in
            Int(typed).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}
