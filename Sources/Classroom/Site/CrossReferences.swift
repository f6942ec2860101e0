/// Makes links of what a text names: "lesson 07", "lesson 07, Forgetting super", "lesson 07, step 4",
/// "exercise 07".
struct CrossReferences {
    /// The titles of each lesson's steps, by the lesson's number.
    var steps: [String: [String]] = [:]
    /// The numbers of the exercises that have a page.
    var exercises: Set<String> = []
    /// The file of the page on which the text stands. What names the whole page is no link there.
    var page = ""

    /// The HTML of a text that has no marks of its own.
    func html(of text: String) -> String {
        // A regular expression is slow, and few texts name anything.
        guard text.contains("esson"), !steps.isEmpty || !exercises.isEmpty else {
            return text.contains("xercise") ? linked(text) : InlineHTML.escaped(text)
        }
        return linked(text)
    }

    private func linked(_ text: String) -> String {
        var html = ""
        var rest = text[...]
        while let match = rest.firstMatch(of: /\b(?i:(lesson|exercise)(s?)) ([0-9]{2})\b/) {
            html += InlineHTML.escaped(String(rest[..<match.range.lowerBound]))
            let isLesson = match.1.first?.lowercased() == "l"
            let number = String(match.3)
            rest = rest[match.range.upperBound...]
            let step = isLesson ? step(ofLesson: number, at: rest) : nil
            if let step { rest = rest.dropFirst(2 + step.words.count) }
            html += link(
                String(match.0) + (step.map { ", \($0.words)" } ?? ""), isLesson, number,
                step: step?.number)
            // "lessons 01, 05 and 09"
            while !match.2.isEmpty, step == nil,
                let other = rest.prefixMatch(of: /(, | and | or | to )([0-9]{2})\b/)
            {
                html += other.1 + link(String(other.2), isLesson, String(other.2), step: nil)
                rest = rest[other.range.upperBound...]
            }
        }
        return html + InlineHTML.escaped(String(rest))
    }

    /// The step that follows the number of its lesson, by its number or by its title; the longest title,
    /// where several fit.
    private func step(
        ofLesson number: String, at rest: Substring
    ) -> (words: String, number: Int)? {
        let titles = steps[number] ?? []
        if let match = rest.prefixMatch(of: /, (step ([0-9]+))\b/), let step = Int(match.2) {
            return titles.indices.contains(step - 1) ? (String(match.1), step) : nil
        }
        return titles.indices.filter { rest.hasPrefix(", \(titles[$0])") }
            .max { titles[$0].count < titles[$1].count }.map { (titles[$0], $0 + 1) }
    }

    private func link(
        _ text: String, _ isLesson: Bool, _ number: String, step: Int?
    ) -> String {
        let label = InlineHTML.escaped(text)
        guard isLesson ? steps[number] != nil : exercises.contains(number) else { return label }
        let file = "\(isLesson ? "lesson" : "exercise")-\(number).html"
        let anchor = step.map { "#step-\($0)" } ?? ""
        let address = (file == page ? "" : file) + anchor
        return address.isEmpty ? label : "<a href=\"\(address)\">\(label)</a>"
    }
}
