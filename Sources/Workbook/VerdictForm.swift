import Walkthrough

/// How a verdict is written: for people, or with `--format xcode` for the programs that read a compiler's
/// messages.
enum VerdictForm {
    case prose, compilers

    /// - Throws: ``UsageError`` for the name of another form.
    init(_ arguments: Arguments) throws {
        let read = { (text: String) in text == "xcode" ? Self.compilers : nil }
        self = try arguments.value(of: "--format", "the word xcode", read) ?? .prose
    }
}
