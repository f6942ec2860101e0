// The index, and the pages of lessons.
extension Site {
    var index: SitePage {
        let inline = InlineHTML(references: references(on: "index.html"))
        let rows = lessons.flatMap { lesson -> [String] in
            let steps = lesson.page.parts.enumerated().prefix { $1.title.first?.isNumber == true }
            let links = steps.map { position, part in
                let title = InlineHTML().html(of: lesson.stepTitles[position])
                return "<li><a href=\"\(lesson.file)#step-\(position + 1)\">\(title)</a></li>"
            }
            return [
                "<li><span class=\"number\">\(lesson.number)</span>",
                "<h2><a href=\"\(lesson.file)\">\(InlineHTML().html(of: lesson.name))</a></h2>",
                lesson.goal.map { "<p>\(inline.html(of: $0))</p>" } ?? "",
                times(of: lesson),
                "<details class=\"hint\"><summary>\(links.count) steps",
                "<span class=\"unseen\"> of lesson \(lesson.number)</span></summary><ol>",
            ] + links + ["</ol></details></li>"]
        }
        let introduction = """
            <p class="lead">Read a lesson, answer each question before you open what comes out, and then \
            do the exercise of the same number in your copy of the workbook.</p>
            <p><strong>Before you begin:</strong> it is for people who have written some Swift: structs, \
            enums, optionals, <code>throws</code>. Begin with lesson 01, or open the steps of a lesson \
            and see whether you know them. Here, you can only read. To run it, you need Swift 6.3 or \
            later: in the workbook's folder, <code>swift run lesson-01</code> shows the same pages in a \
            terminal, and its last page goes on to the exercise.</p>
            """
        let review =
            "<p>For the first minutes of an hour: "
            + "<a href=\"\(reviewFile)\">a sheet of mixed questions</a>.</p>"
        let image = """
            <p><img class="page" src="page.svg" alt="A page of a lesson in a terminal: a few sentences, \
            Swift code with what came out of it, a question, and an error with its place in the document"></p>
            """
        return SitePage(
            file: "index.html", number: nil, title: "\(Self.title): a workbook",
            introduction: [introduction] + (arguments.hasReview ? [review] : [])
                + ["<ol class=\"lessons\">"] + rows + ["</ol>"]
                + (picture == nil ? [] : [image]))
    }

    func page(of lesson: SiteLesson) -> SitePage {
        let references = references(on: lesson.file)
        let inline = InlineHTML(references: references)
        var markdown = MarkdownHTML(showsAnswers: arguments.showsAnswers, references: references)
        let guide = arguments.isForTeacher ? lesson.guide : nil
        func aside(_ lines: [String], _ name: String, isDemo: Bool = false) -> [String] {
            var markdown = MarkdownHTML(references: references)
            markdown.isGuide = true
            // On paper, a short note is never cut.
            let kinds = [isDemo ? "demo" : nil, lines.count <= 20 ? "short" : nil]
                .compactMap(\.self).joined(separator: " ")
            return ["<aside class=\"\(kinds)\" aria-label=\"\(InlineHTML.escaped(name))\">"]
                + markdown.html(of: lines) + ["</aside>"]
        }
        let goal = lesson.goal.map { "<p class=\"lead\">\(inline.html(of: $0))</p>" }
        var introduction = [goal, times(of: lesson)].compactMap(\.self)
        introduction += markdown.html(of: lesson.page.introduction)
        if !arguments.printsAnswers {
            introduction.append(
                """
                <p class="paper">Write your answer to a question. Then read what comes out, under its \
                number on the sheet of answers, because the next step builds on it.</p>
                \(Self.linkToAnswers)
                """)
        }
        if let guide {
            introduction.append(Self.linkToNotes)
            introduction += aside(guide.introduction, "Notes for the lesson")
        }
        let titles = lesson.stepTitles
        var parts = lesson.page.parts.enumerated().map { position, part in
            let title = titles[position]
            markdown.step = position + 1
            let note = guide?.parts.first { $0.title == title }?.lines ?? []
            // A demo comes after the code that it changes.
            let starts = note.indices.filter { note[$0].hasPrefix("### ") }
            let demos = zip(starts, starts.dropFirst() + [note.endIndex]).map { note[$0..<$1] }
            let before = note[..<(starts.first ?? note.endIndex)]
            return SitePage.Part(
                anchor: "step-\(position + 1)", title: InlineHTML().html(of: part.title),
                html: (before.isEmpty ? [] : aside(Array(before), "Notes for \(title)"))
                    + markdown.html(of: part.lines)
                    + demos.flatMap { aside(Array($0), "A demo for \(title)", isDemo: true) })
        }
        var end: [String] = []
        for note in guide?.parts ?? [] where !titles.contains(note.title) {
            end += aside(["## \(note.title)"] + note.lines, note.title)
        }
        // On paper, what to take away comes after the answers, because it has them too.
        if !arguments.printsAnswers, !parts.isEmpty {
            parts[parts.count - 1].above = answerSheet(markdown)
        }
        return SitePage(
            file: lesson.file, number: lesson.number, title: lesson.page.title,
            description: lesson.goal.map { SiteText.text(of: InlineHTML().html(of: $0)) }
                ?? Self.description,
            introduction: introduction, parts: parts, end: end)
    }

    /// Returns the times for a lesson and its exercise.
    private func times(of lesson: SiteLesson) -> String {
        let times = [
            lesson.time.map { "\($0.minutes) minutes" },
            exercise(lesson.number).map { exercise in
                "<a href=\"\(exercise.file)\">Exercise: \(InlineHTML().html(of: exercise.name))</a>"
                    + (lesson.time.map { ", \($0.minutesOfExercise) minutes" } ?? "")
            },
        ]
        return "<p class=\"facts\">\(times.compactMap(\.self).joined(separator: " · "))</p>"
    }

    /// A line about printing, which is not printed.
    static let linkToAnswers =
        "<p class=\"facts\">Printed, this page is a worksheet. "
        + "<a href=\"#answers\">Show the answers, to print them</a>.</p>"

    /// A line about printing, which is the target of its own link and is not printed.
    private static let linkToNotes = """
        <p class="facts" id="notes"><span class="whole">Printed, this page is the lesson with your notes. \
        <a href="#notes">Choose the notes alone</a>, to print them for your desk.</span>\
        <span class="alone">Printed, this page is your notes alone now. \
        <a href="#main">Choose the whole page</a> again.</span></p>
        """

    /// Returns the results, for the last sheet of paper.
    ///
    /// - Parameter places: For each question the place in the lessons, where its number does not say it.
    func answerSheet(_ markdown: MarkdownHTML, places: [String] = []) -> [String] {
        var lines = [
            "<section class=\"sheet\" id=\"answers\">", "<h2>What comes out</h2>",
        ]
        for (index, answer) in markdown.answers.enumerated() {
            let place = places.indices.contains(index) ? " · \(places[index])" : ""
            lines.append("<h3>After question \(answer.question)\(place)</h3>")
            lines += answer.html
            // The code that it leads to is above the next question.
            if answer.html.last?.hasSuffix(":</p>") == true {
                lines.append("<p class=\"paper\">(This code is on the sheet of questions.)</p>")
            }
        }
        return lines + ["</section>"]
    }
}
