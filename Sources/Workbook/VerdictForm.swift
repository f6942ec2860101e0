import Judging
import Walkthrough

/// How a verdict is written: for people, or with `--format xcode` for the programs that read a compiler's
/// messages.
enum VerdictForm {
    case prose, compilers

    /// Takes `--format xcode` from what was typed behind a command.
    ///
    /// - Throws: ``UsageError`` where it names another form.
    static func take(from words: inout [String], of command: String) throws -> VerdictForm {
        guard let option = words.firstIndex(where: { $0.hasPrefix("--format") }) else {
            return .prose
        }
        var given = words.remove(at: option).dropFirst("--format".count)
        if given.isEmpty, words.indices.contains(option) { given = words.remove(at: option)[...] }
        guard given == "xcode" || given == "=xcode" else {
            throw UsageError(
                description: "There is one form beside the usual: \(command) --format xcode, "
                    + "a line path:line:column: error: … for each finding, for editors.")
        }
        return .compilers
    }

    /// Refuses what looks like an option.
    static func refuseOptions(in words: [String], of command: String, known: [String]) throws {
        guard let option = words.first(where: { $0.hasPrefix("-") }) else { return }
        let meant = SimilarWord.of(option, among: known).map { " Do you mean \($0)?" }
        throw UsageError(
            description: "\(command) does not take \(option)."
                + (meant ?? " swift run workbook help \(command) shows what it takes."))
    }
}
