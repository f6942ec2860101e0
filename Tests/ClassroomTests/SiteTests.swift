import Foundation
import Testing
import Walkthrough
import WorkbookFixtures

@testable import Classroom
@testable import Judging

@Suite("The lessons as pages for a browser and for paper")
struct SiteTests {
    let workbook: WorkbookFolder

    init() throws { workbook = try WorkbookFolder.find() }

    /// The pages without an option, made once for all tests.
    private static let pupils = Result { try Self.files([], of: try WorkbookFolder.find()) }

    private static func files(
        _ arguments: [String], of workbook: WorkbookFolder
    ) throws -> [String: String] {
        let site = try Site(workbook: workbook, arguments: SiteArguments(arguments))
        return Dictionary(uniqueKeysWithValues: site.files().map { ($0.name, $0.contents) })
    }

    private func files(_ arguments: String...) throws -> [String: String] {
        try Self.files(arguments, of: workbook)
    }

    @Test("Each page is complete in itself, asks for nothing from elsewhere, and stays small")
    func pages() throws {
        let files = try Self.pupils.get()
        let numbers = workbook.lessons
        let expected =
            ["index.html"] + numbers.flatMap { ["lesson-\($0).html", "exercise-\($0).html"] }
        #expect(Set(expected).isSubset(of: files.keys))
        #expect(try self.files() == files)
        let notFound = try #require(files["404.html"])
        #expect(!notFound.contains(/<script|<link| src=/), "It has to work at any address")
        for (name, text) in files where name.hasSuffix(".html") && name != "404.html" {
            #expect(text.matches(of: /<script/).count == 1, "\(name)")
            #expect(text.contains("<script src=\"site.js\" defer></script>"), "\(name)")
            #expect(text.contains("<link rel=\"stylesheet\" href=\"site.css\">"), "\(name)")
            let own = text.replacing(#/<img class="page" src="page.svg"/#, with: "")
            #expect(own.matches(of: /<(img|iframe|object|video)| src=/).count == 1, "\(name)")
            #expect(text.contains("<html lang=\"en\">"), "\(name)")
            #expect(text.utf8.count < 110_000, "\(name)")
            #expect(!text.contains(/<(title|h1|h2)>[^\n]*`/), "\(name)")
        }
    }

    @Test("The index says what each lesson is about and how long it and its exercise take")
    func index() throws {
        let index = try #require(try Self.pupils.get()["index.html"])
        for number in workbook.lessons {
            let item = try #require(
                index.components(separatedBy: "<li><span class=\"number\">")
                    .first { $0.hasPrefix("\(number)</span>") })
            #expect(item.contains("href=\"lesson-\(number).html\""))
            #expect(item.contains("href=\"exercise-\(number).html\""))
            #expect(item.matches(of: /[0-9]+ minutes/).count == 2, "\(number)")
            let guide = workbook.text(workbook.path(.guide, number)) ?? ""
            let goal = try #require(
                TeacherGuide.goal(in: MarkdownPage(guide).sections.first?.paragraphs ?? []))
            #expect(item.contains("<p>\(goal.prefix(20))"), "\(number)")
        }
    }

    @Test("Code in the prose of a lesson is code on its page, and on the sheet that is printed")
    func codeInProse() throws {
        let files = try Self.pupils.get()
        for number in workbook.lessons {
            let record = try #require(workbook.text(workbook.path(.pages, number)))
            let page = try #require(files["lesson-\(number).html"])
            let outside = SiteText.text(
                of: page.replacing(/<pre>.*?<\/pre>/.dotMatchesNewlines(), with: ""))
            var isFenced = false
            for line in record.split(separator: "\n") {
                if line.hasPrefix("```") { isFenced.toggle() }
                guard !isFenced, line.hasPrefix("    ") else { continue }
                let code = line.split(separator: " ").joined(separator: " ")
                #expect(SiteText.text(of: page).contains(code), "lesson \(number): \(code)")
                #expect(code.count < 8 || !outside.contains(code), "lesson \(number): \(code)")
            }
        }
    }

    @Test("An exercise's page asks for each task; hints and other ways wait behind a click")
    func exercises() throws {
        let files = try Self.pupils.get()
        for number in workbook.exercises {
            let page = try #require(files["exercise-\(number).html"])
            let hints = Hints(try #require(workbook.text(workbook.hintsPath(number)))).tasks
            for (task, hints) in hints {
                #expect(page.contains("<h2 id=\"task-\(task)\">"), "\(number)")
                let summaries = page.matches(
                    of: /<summary>Hint [0-9]<span class="unseen"> for task ([0-9])/)
                #expect(
                    summaries.count { $0.1 == "\(task)" } == hints.count, "\(number), task \(task)")
            }
            #expect(!page.contains("<details open"))
            let open = page.replacing(/<details.*?<\/details>/.dotMatchesNewlines(), with: "")
            #expect(!open.contains("-ways.html"))
            let ways = try #require(files["exercise-\(number)-ways.html"])
            #expect(ways.contains("<ins"))
            #expect(ways.matches(of: /<li>(Task [0-9] · )?<a href="#way-/).count >= 3, "\(number)")
        }
        let title = "Task 4 · A nil that keeps its reason"
        #expect(files["exercise-01-ways.html"]?.contains(title) == true)
        #expect(try self.files("--answers")["exercise-07.html"]?.contains("<details open") == false)
    }

    @Test("A sheet of mixed questions, another one for each seed, its answers at the end")
    func review() throws {
        func sheet(_ words: String...) throws -> SitePage {
            try Site(workbook: workbook, arguments: SiteArguments(words)).review { _ in }
        }
        func questions(_ sheet: SitePage) -> [String] { sheet.parts.flatMap(\.html) }
        func lessons(_ sheet: SitePage) -> [Substring] {
            sheet.parts.compactMap { $0.title.firstMatch(of: #/^Lesson (\d+), step \d+ · /#)?.1 }
        }
        let (first, second) = (try sheet("--review"), try sheet("--seed", "2"))
        #expect(questions(first) == questions(try sheet("--review", "--seed", "1")))
        #expect(questions(first) != questions(second))
        #expect((first.file, second.file) == ("review-1.html", "review-2.html"))
        for sheet in [first, second, try sheet("--count", "12")] {
            let count = lessons(sheet).count
            #expect(count >= 3)
            let text = questions(sheet).joined(separator: "\n")
            #expect(text.matches(of: /<strong>Question [0-9]+\.<\/strong>/).count == count)
            let open = text.replacing(/<details.*?<\/details>/.dotMatchesNewlines(), with: "")
            #expect(!open.contains("<summary>"))
            let answers = sheet.end.joined(separator: "\n")
            #expect(
                answers.contains("<section class=\"sheet\" id=\"answers\">"), "A sheet of their own"
            )
            let heading = /<h3>After question [0-9]+ · Lesson [0-9]+, step [0-9]+<\/h3>/
            #expect(answers.matches(of: heading).count == count)
        }
        #expect(try sheet("--count", "12").parts.count == 12)
        // Many lessons have a type of this name, and no question names it without its declaration.
        for part in try sheet("--count", "100").parts {
            let code = SiteText.text(of: part.html.joined(separator: "\n"))
            #expect(!code.contains("Launch(") || code.contains("struct Launch"), "\(part.title)")
        }
        #expect(Set(lessons(try sheet("--until", "3"))).isSubset(of: ["01", "02", "03"]))
        #expect(try !Self.pupils.get().keys.contains { $0.hasPrefix("review") })
        for words in [
            ["--seed"], ["--seed", "x"], ["--until"], ["--revew"], ["--count", "0"],
        ] {
            #expect(throws: UsageError.self) { try SiteArguments(words) }
        }
    }

    @Test("The search finds what comes out without showing it, and finds no hint and no other way")
    func search() throws {
        var markdown = MarkdownHTML()
        let html = markdown.html(of: [
            "Read `[12.2]`.", "", "<details><summary>What comes out</summary>", "", "```text",
            "→ [12.20687,15.9]", "```", "", "</details>",
        ])
        let hint = ["<details class=\"hint\">", "<p>super.init</p>", "</details>"]
        let part = SitePage.Part(anchor: "step-1", title: "1. Write", html: html, hints: hint)
        let page = SitePage(
            file: "lesson-06.html", number: "06", title: "Lesson 06 · Arrays", introduction: [],
            parts: [part])
        let entry = try #require(SearchIndex([page]).entries.last)
        #expect(entry.place == "lesson-06.html#step-1")
        #expect(entry.text == "Read [12.2].")
        #expect(entry.results.contains("12.20687"))
        #expect(!entry.results.contains("super"))
        let index = try #require(try Self.pupils.get()["search-index.js"])
        #expect(!index.contains("-ways.html"))
        for number in workbook.lessons {
            #expect(index.contains("\"lesson-\(number).html#step-1\""))
        }
    }

    @Test("Every question of the recorded page is there, and what comes out is closed until opened")
    func questions() throws {
        let files = try Self.pupils.get()
        let open = try self.files("--answers")
        for number in workbook.lessons {
            let folder = try #require(workbook.lessonFolder(number))
            let record = try #require(workbook.text("\(folder)/README.md"))
            let page = try #require(files["lesson-\(number).html"])
            let questions = record.matches(of: /(?m)^> \*\*Predict:/).count
            #expect(page.matches(of: /<p class="question">/).count == questions)
            let answers = record.matches(of: /(?m)^<details>/).count
            #expect(page.matches(of: /<details>/).count == answers)
            #expect(page.matches(of: /<h3>After question [0-9]+[b-e]?<\/h3>/).count == answers)
            // What an answer leads to may be above the next question, on the other sheet.
            let sheet = page.components(separatedBy: "id=\"answers\"").last ?? ""
            #expect(sheet.matches(of: /:<\/p>\n(?:<h3>|<\/section>)/).isEmpty)
            let openPage = try #require(open["lesson-\(number).html"])
            #expect(openPage.matches(of: /<details open>/).count == answers)
            #expect(!openPage.contains("After question"))
        }
    }

    @Test("The teacher's notes are there with --teacher, and only then")
    func notes() throws {
        let pupils = try Self.pupils.get()
        let teachers = try files("--teacher")
        for number in workbook.lessons {
            let folder = try #require(workbook.lessonFolder(number))
            guard workbook.exists("\(folder)/Teacher.md") else { continue }
            let name = "lesson-\(number).html"
            #expect(pupils[name]?.contains("<aside") == false)
            let page = try #require(teachers[name])
            let steps = page.matches(of: /<h2 id="step-/).count - 1
            #expect(page.matches(of: #/<aside /#).count >= steps)
            #expect(page.contains("<strong>Ask:</strong>") && !page.contains("Promises:"))
            // The clock ends with the last step, and the exercise is not in it.
            let times = page.matches(of: #/minutes?:</strong> (\d+):(\d\d) to (\d+):(\d\d)</#)
            let ends = times.map { (Int($0.3) ?? 0) * 60 + (Int($0.4) ?? 0) }
            #expect(times.count == steps + 1 && ends == ends.sorted(), "\(number)")
            let time = LessonTime(
                MarkdownPage(workbook.text("\(folder)/Teacher.md") ?? "")
                    .sections[0].paragraphs)
            #expect(ends.last == time?.minutes, "\(number)")
            let section = page.components(separatedBy: "What goes wrong in the exercise").last ?? ""
            let places = section.matches(of: /Back to &quot;.*?&quot; \(<a href="#step-[0-9]+">/)
            #expect(section.matches(of: /Back to &quot;/).count == places.count, "\(number)")
        }
        let withSheet = try files("--teacher", "--review")
        #expect(withSheet["review-1.html"]?.contains("<p class=\"name\">Name</p>") == true)
        #expect(withSheet["index.html"]?.contains("href=\"review-1.html\"") == true)
    }

    @Test("What it cannot do, it says in a line, and what else is in the folder stays")
    func refusals() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("site-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let notes = folder.appendingPathComponent("notes.txt")
        try Data("mine".utf8).write(to: notes)
        let site = try Site(workbook: workbook, arguments: SiteArguments([folder.path]))
        let sheets = ["2", "3"].map { seed in
            (folder.appendingPathComponent("review-\(seed).html"), seed)
        }
        for (_, seed) in sheets {
            let arguments = try SiteArguments([folder.path, "--seed", seed])
            #expect(try Site(workbook: workbook, arguments: arguments).run())
        }
        #expect(try site.run())
        #expect(try Data(contentsOf: notes) == Data("mine".utf8))
        for (sheet, _) in sheets { #expect(try sheet.checkResourceIsReachable()) }
        #expect(
            FileManager.default.fileExists(
                atPath: folder.appendingPathComponent("index.html").path))
        let blocked = try Site(workbook: workbook, arguments: SiteArguments([notes.path]))
        let error = #expect(throws: CommandFailure.self) { try blocked.run() }
        #expect(error?.description.contains("notes.txt cannot be written") == true)
        for wrong in [["--paper"], ["a", "b"], [""]] {
            #expect(throws: UsageError.self) { try SiteArguments(wrong) }
        }
    }
}

extension SiteArguments {
    fileprivate init(_ words: [String]) throws { try self.init(Self.usage.parse(words)) }
}
