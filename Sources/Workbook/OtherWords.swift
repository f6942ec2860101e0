import Judging
import Walkthrough

/// Words that learners type when they mean a command of `workbook` with another name.
enum OtherWords {
    private static let synonyms: [String: Set<String>] = [
        "check": [
            "test", "tests", "run", "judge", "grade", "build", "compile", "try", "swift", "all",
            "exercise", "submit", "done",
        ],
        "": [
            "next", "list", "status", "overview", "show", "start", "begin", "progress", "ls",
            "exercises", "continue", "where", "menu", "todo", "home",
        ],
        "hint": ["solve", "solution", "solutions", "answer", "answers", "clue", "tip", "stuck"],
        "reset": ["undo", "restart", "revert", "clear", "clean", "stub", "restore", "again"],
        "watch": ["follow", "live", "loop", "auto", "edit", "open"],
        "review": ["quiz", "repeat", "practice", "practise", "recall", "revise", "questions"],
        "find": ["search", "grep", "index", "topic", "explain", "error"],
        "lesson": ["lesson", "lessons", "read", "learn", "page", "step"],
    ]

    /// Returns the command that a learner means.
    ///
    /// - Parameters:
    ///   - typed: The words that were typed behind `swift run workbook`.
    ///   - commands: The names of all commands.
    /// - Returns: The whole command that is meant, or nil if it cannot be guessed.
    static func meaning(of typed: [String], among commands: [String]) -> String? {
        guard let first = typed.first else { return nil }
        if let match = typed.lazy.compactMap({ $0.wholeMatch(of: #/(?i:lesson)-?(\d\d?)/#) }).first
        {
            return "swift run lesson-\(match.1.count == 1 ? "0" : "")\(match.1)"
        }
        let word = first.lowercased().drop { $0 == "-" }
        // `check07` is a word and a number, and `7` is a number alone.
        let letters = word.prefix { !$0.isNumber }
        let name = letters.last == "-" ? letters.dropLast() : letters
        let digits = word.dropFirst(letters.count).prefix { $0.isNumber }
        let padded = ([String(digits)] + typed.dropFirst())
            .filter { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
            .map { $0.count == 1 ? "0" + $0 : $0 }
        if name.isEmpty || name.hasSuffix("exercise") || name.hasSuffix("/exercise"),
            let number = padded.first
        {
            return "swift run workbook check \(number), or watch \(number) to judge it at each save"
        }
        // It may be a mistyped synonym. A mistyped command gets its suggestion from the program.
        let isCommand =
            !first.hasPrefix("-") && SimilarWord.of(String(name), among: commands) != nil
        let near =
            isCommand
            ? nil : SimilarWord.of(String(name), among: synonyms.values.flatMap(\.self).sorted())
        // A slip is seldom in the first letter: `version` is no `lesson`.
        let wanted = near.flatMap { $0.first == name.first ? $0 : nil } ?? String(name)
        guard let (command, _) = synonyms.first(where: { $1.contains(wanted) }) else {
            guard !digits.isEmpty, commands.contains(String(name)) else { return nil }
            return (["swift run workbook", String(name)] + padded).joined(separator: " ")
        }
        switch command {
        case "lesson": return "swift run lesson-\(padded.first ?? "01")"
        case "": return "swift run workbook"
        case "check" where wanted == "all": return "swift run workbook check --all"
        default:
            let exercise = command == "reset" && padded.isEmpty ? ["01"] : padded
            return (["swift run workbook", command] + exercise).joined(separator: " ")
        }
    }
}
