import Judging
import Walkthrough

/// What learners type who mean a command of `workbook` and think of another word.
enum OtherWords {
    private static let words: [String: Set<String>] = [
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
        "lesson": ["lesson", "lessons", "read", "learn", "page", "step"],
    ]

    /// - Parameters:
    ///   - typed: What was typed behind `swift run workbook`.
    ///   - known: The commands that there are.
    /// - Returns: The whole command that is meant, or nil where nobody knows.
    static func meaning(of typed: [String], among known: [String]) -> String? {
        guard let first = typed.first else { return nil }
        let word = first.lowercased().drop { $0 == "-" }
        let rest = typed.dropFirst()
        // `lesson-3` and `check07` are a word and a number, and `7` is a number alone.
        let letters = word.prefix { !$0.isNumber }
        let name = letters.last == "-" ? letters.dropLast() : letters
        let digits = word.dropFirst(letters.count).prefix { $0.isNumber }
        let numbers =
            (digits.isEmpty ? [] : [String(digits)]) + rest.filter { $0.allSatisfy(\.isNumber) }
        let padded = numbers.filter { !$0.isEmpty }.map { $0.count == 1 ? "0" + $0 : $0 }
        if name.isEmpty || name.hasSuffix("exercise") || name.hasSuffix("/exercise"),
            let number = padded.first
        {
            return "swift run workbook check \(number), or watch \(number) to judge it at each save"
        }
        // It may be one of these words, mistyped; or a command, which is found elsewhere.
        let isCommand = !first.hasPrefix("-") && SimilarWord.of(String(name), among: known) != nil
        let near =
            isCommand
            ? nil : SimilarWord.of(String(name), among: words.values.flatMap(\.self).sorted())
        let wanted = near ?? String(name)
        guard let (command, _) = words.first(where: { $1.contains(wanted) }) else {
            guard !digits.isEmpty, known.contains(String(name)) else { return nil }
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
