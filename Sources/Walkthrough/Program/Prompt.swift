import DecodingExplainer

/// The last row of a screen: what the keys do.
struct Prompt {
    /// What comes after the last screen, in a word or two.
    var end = ""
    var quit = "quit"
    /// What is said before everything else.
    var note: String?
    /// Whether steps can be gone to, and built again.
    var isLesson = true
    /// The exercise that comes after the last screen.
    var exercise: String?
    /// Whether Return goes on with it.
    var goesOn = false
    /// Whether a key goes on with it on each screen.
    var canWatch = false
    /// What the digits from 1 on mean, where they take the place of Return on the last screen.
    var choices: [String] = []

    // What is so on one screen.
    var next = Screen.Next.end
    var typed = ""
    var canHide = false
    /// The name of the file that has changed.
    var changed: Substring?
    /// How many rows are above those that are shown, and how many below.
    var above = 0
    var scrolled = 0

    /// As many of the words as there is room for.
    func text(width: Int) -> String {
        guard typed.isEmpty else { return "Return: step \(typed)" }
        let exercise = next == .end ? exercise : nil
        let onward =
            switch next {
            case .answer: "what comes out"
            case .rest: "more"
            case .end: exercise.flatMap { goesOn ? "exercise \($0)" : nil } ?? end
            }
        let chosen = next == .end ? zip(1..., choices).map { "\($0): \($1)" } : []
        let first = [
            note, changed.map { "\($0) has changed, press r" },
            scrolled > 0 ? "↓ \(scrolled) lines more" : nil,
            exercise.flatMap { goesOn ? nil : "e: exercise \($0)" },
        ]
        let last = [
            above > 0 && note == nil ? "↑ \(above) lines more" : nil,
            canHide && note == nil ? "h: hide" : nil, "q: \(quit)",
            isLesson ? "b: step back" : nil, isLesson && changed == nil ? "r: again" : nil,
        ]
        let words = first + (chosen.isEmpty ? ["Return: \(onward)"] : chosen) + last
        return words.compactMap(\.self).reduce("") { text, word in
            let longer = text.isEmpty ? word : "\(text) · \(word)"
            return DisplayText.width(of: longer) <= width ? longer : text
        }
    }
}
