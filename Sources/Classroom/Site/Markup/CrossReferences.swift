/// The lessons, steps and exercises to which a text can have links: "lesson 07",
/// "lesson 07, Write the tag", "lesson 07, step 4", "exercise 07".
struct CrossReferences {
    /// The titles of each lesson's steps, by the lesson's number.
    var steps: [String: [String]] = [:]
    /// The numbers of the exercises that have a page.
    var exercises: Set<String> = []
    /// The file of the page on which the text is. The page gets no link to itself.
    var page = ""

    /// Returns the HTML of a text without Markdown, with its links.
    func html(of text: String) -> String {
        // A regular expression is slow, and few texts name a lesson or an exercise.
        guard text.contains("esson") || text.contains("xercise") else {
            return InlineHTML.escaped(text)
        }
        var html = ""
        var remaining = text[...]
        while let match = remaining.firstMatch(of: /\b(?i:(lesson|exercise)(s?)) ([0-9]{2})\b/) {
            html += InlineHTML.escaped(String(remaining[..<match.range.lowerBound]))
            let isLesson = match.1.first?.lowercased() == "l"
            let number = String(match.3)
            remaining = remaining[match.range.upperBound...]
            let step = isLesson ? step(ofLesson: number, at: remaining) : nil
            if let step { remaining = remaining.dropFirst(2 + step.name.count) }
            html += link(
                String(match.0) + (step.map { ", \($0.name)" } ?? ""), isLesson: isLesson,
                number: number, step: step?.number)
            // "lessons 01, 05 and 09"
            while !match.2.isEmpty, step == nil,
                let next = remaining.prefixMatch(of: /(, | and | or | to )([0-9]{2})\b/)
            {
                let number = String(next.2)
                html += next.1 + link(number, isLesson: isLesson, number: number, step: nil)
                remaining = remaining[next.range.upperBound...]
            }
        }
        return html + InlineHTML.escaped(String(remaining))
    }

    /// Returns the step that follows the number of its lesson, by its number or by its title. If several
    /// titles fit, it is the step with the longest one.
    private func step(
        ofLesson number: String, at remaining: Substring
    ) -> (name: String, number: Int)? {
        let titles = steps[number] ?? []
        if let match = remaining.prefixMatch(of: /, (step ([0-9]+))\b/), let step = Int(match.2) {
            return titles.indices.contains(step - 1) ? (String(match.1), step) : nil
        }
        return titles.indices.filter { remaining.hasPrefix(", \(titles[$0])") }
            .max { titles[$0].count < titles[$1].count }.map { (titles[$0], $0 + 1) }
    }

    private func link(
        _ text: String, isLesson: Bool, number: String, step: Int?
    ) -> String {
        let label = InlineHTML.escaped(text)
        guard isLesson ? steps[number] != nil : exercises.contains(number) else { return label }
        let file = "\(isLesson ? "lesson" : "exercise")-\(number).html"
        let anchor = step.map { "#step-\($0)" } ?? ""
        let address = (file == page ? "" : file) + anchor
        return address.isEmpty ? label : "<a href=\"\(address)\">\(label)</a>"
    }
}
