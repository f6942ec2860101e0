import Judging

extension SiteLesson.Page {
    /// Returns a teacher's guide with what the site can tell besides: when a step begins and ends,
    /// and the numbers of steps and questions.
    ///
    /// - Parameters:
    ///   - page: The recorded page of the lesson.
    ///   - titles: The titles of its parts, without their numbers.
    func guide(to page: SiteLesson.Page, titles: [String]) -> SiteLesson.Page {
        var minute = 0
        var guide = self
        guide.parts = parts.map { part in
            var lines = part.lines.filter { $0 != TeacherGuide.noQuestion }
            // The exercise may be in another hour.
            if part.title != TeacherGuide.exerciseTitle,
                let line = lines.firstIndex(where: { !$0.isEmpty }),
                let minutes = TeacherGuide.minutes(in: lines[line])
            {
                let begin = Self.clock(minute)
                minute += minutes
                lines[line] = "**\(lines[line].dropLast()):** \(begin) to \(Self.clock(minute))"
            }
            var text = Self.withSteps(lines.joined(separator: "\n"), titles)
            if let step = titles.firstIndex(of: part.title) {
                text = Self.withQuestions(text, of: page.parts[step], step: step + 1)
            }
            return SiteLesson.Part(title: part.title, lines: WrittenChange.lines(of: text))
        }
        return guide
    }

    /// Returns a time from the beginning of the lesson: `0:05`.
    private static func clock(_ minutes: Int) -> String {
        "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }

    /// Returns a text with the number of each step to go back to, as a link.
    private static func withSteps(_ text: String, _ titles: [String]) -> String {
        text.replacing(#/Back\s+to\s+"([^"]+)"/#) { match in
            let title = match.1.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let step = titles.firstIndex(of: title).map { " ([step \($0 + 1)](#step-\($0 + 1)))" }
            return match.0 + (step ?? "")
        }
    }

    /// Returns the notes for a step, in which each answer to a question on the page has the number of that
    /// question.
    private static func withQuestions(
        _ text: String, of part: SiteLesson.Part, step: Int
    ) -> String {
        let questions = part.lines.count { $0.hasPrefix("> **Predict:** ") }
        return text.replacing(#/To\s+the\s+(first\s+|second\s+|)question(?:\s+on\s+the\s+page)?:/#)
        { match in
            // With several questions, an answer to "the question" may be to any of them.
            if match.1.isEmpty, questions > 1 { return String(match.0) }
            let question = match.1.hasPrefix("second") ? 1 : 0
            return "To question \(MarkdownHTML.name(ofQuestion: question, in: step)):"
        }
    }
}
