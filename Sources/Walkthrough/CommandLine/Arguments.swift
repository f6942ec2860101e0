/// The words and the options that were typed behind a command, as its ``Usage`` declares them.
package struct Arguments: Sendable {
    let usage: Usage
    /// The plain words, in their order.
    package internal(set) var words: [String] = []
    /// The values of the options; one that takes none has an empty one.
    var values: [String: String] = [:]

    /// The value of an option; nil where the option was not typed.
    package subscript(name: String) -> String? {
        precondition(usage.form(of: name) != nil, "\(name) is not declared.")
        return values[name]
    }

    /// Returns true where an option was typed.
    package func has(_ name: String) -> Bool { self[name] != nil }

    /// The options without a value that were typed.
    var switches: [String] {
        // The form of an option that takes a value is not its name.
        usage.options.map(\.key).filter { values[$0] != nil }
    }

    /// Reads the value of an option; nil where the option was not typed.
    ///
    /// - Parameters:
    ///   - kind: Words for a value that can be read: `a day`.
    ///   - read: Returns nil for a value that cannot be read.
    /// - Throws: ``UsageError`` for such a value.
    package func value<Value>(
        of name: String, _ kind: String, _ read: (String) -> Value?
    ) throws(UsageError) -> Value? {
        guard let text = self[name] else { return nil }
        if let value = read(text) { return value }
        throw usage.error("\(name) needs \(kind), and not \(text): \(usage.form(of: name) ?? name)")
    }

    /// Reads the value of an option that takes a whole number; nil where the option was not typed.
    ///
    /// - Throws: ``UsageError`` for a value that is no such number.
    package func number(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        let (least, most) = (range.lowerBound, range.upperBound)
        let kind = most == .max ? "of at least \(least)" : "from \(least) to \(most)"
        return try value(of: name, "a number \(kind)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}
