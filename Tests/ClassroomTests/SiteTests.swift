import Foundation
import Testing
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
        let files = try Site(workbook: workbook, arguments: SiteArguments(arguments)).files()
        return Dictionary(uniqueKeysWithValues: files)
    }

    private func files(_ arguments: String...) throws -> [String: String] {
        try Self.files(arguments, of: workbook)
    }

    @Test("An index and a page for each lesson, the same from run to run, without a script")
    func pages() throws {
        let files = try Self.pupils.get()
        #expect(
            files.keys.sorted() == ["index.html"] + workbook.lessons.map { "lesson-\($0).html" })
        #expect(try self.files() == files)
        for (name, text) in files {
            #expect(!text.contains("<script"), "\(name)")
            #expect(!text.contains("<img"), "\(name)")
            #expect(text.contains("<html lang=\"en\">"), "\(name)")
        }
        for number in workbook.lessons {
            #expect(files["index.html"]?.contains("href=\"lesson-\(number).html\"") == true)
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
            #expect(page.matches(of: /<h3>After question [0-9]+<\/h3>/).count == answers)
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
            #expect(page.contains("minutes"))
        }
    }

    @Test("Markdown becomes HTML, and what looks like HTML stays text")
    func markdown() {
        let cases: [(String, String)] = [
            (
                "A `[Tap<Int>]` & **so** *on*",
                "<p>A <code>[Tap&lt;Int&gt;]</code> &amp; <strong>so</strong> <em>on</em></p>"
            ),
            ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
            ("`` a`b ``", "<p><code>a`b</code></p>"),
            ("[a file](Lesson05.swift#L3)", "<p>a file</p>"),
            ("[a page](https://swift.org)", "<p><a href=\"https://swift.org\">a page</a></p>"),
            ("### A demo", "<h3>A demo</h3>"),
            ("- one\n  more\n- two", "<ul>\n<li>one more</li>\n<li>two</li>\n</ul>"),
            ("1. one\n2. two", "<ol>\n<li>one</li>\n<li>two</li>\n</ol>"),
            ("<!-- recorded -->\n<b>no</b>", "<p>&lt;b&gt;no&lt;/b&gt;</p>"),
        ]
        for (text, html) in cases {
            var markdown = MarkdownHTML()
            #expect(
                markdown.html(of: text.split(separator: "\n").map(String.init))
                    .joined(separator: "\n") == html)
        }
    }

    @Test("Swift and JSON are colored, and no character of the code is lost")
    func colors() {
        let code = ["let text = \"\"\"", "  { \"a\": 1 } <", "  \"\"\"", "try run(&text) // end"]
        let html = MarkdownHTML.colored(code, "swift")
        #expect(html.contains("<span class=\"keyword\">let</span>"))
        #expect(html.contains("<span class=\"comment\">// end</span>"))
        let result = MarkdownHTML.colored(["→ {\"a\": 1}", "✘ typeMismatch"], "text")
        #expect(result.contains("<span class=\"key\">&quot;a&quot;</span>"))
        #expect(result.contains("<span class=\"error\">✘ typeMismatch</span>"))
        let plain = html.replacing(/<[^>]+>/, with: "").replacing("&lt;", with: "<")
            .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
        #expect(plain == code.joined(separator: "\n"))
    }

    @Test("Every text reaches a contrast of 4.5 on every background, in light and in dark")
    func contrast() {
        func luminance(_ color: UInt32) -> Double {
            func part(_ shift: UInt32, _ weight: Double) -> Double {
                let value = Double((color >> shift) & 0xFF) / 255
                return weight
                    * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
            }
            return part(16, 0.2126) + part(8, 0.7152) + part(0, 0.0722)
        }
        for palette in [SiteStyle.light, SiteStyle.dark] {
            for text in palette.texts {
                for background in palette.backgrounds {
                    let both = [luminance(text.color), luminance(background.color)].sorted()
                    #expect(
                        (both[1] + 0.05) / (both[0] + 0.05) >= 4.5,
                        "\(text.name) on \(background.name)")
                }
            }
        }
    }

    @Test("What it cannot do, it says in a line, and what else is in the folder stays")
    func refusals() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("site-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let notes = folder.appendingPathComponent("notes.txt")
        try Data("mine".utf8).write(to: notes)
        let site = Site(workbook: workbook, arguments: try SiteArguments([folder.path]))
        #expect(try site.run())
        #expect(try Data(contentsOf: notes) == Data("mine".utf8))
        #expect(
            FileManager.default.fileExists(
                atPath: folder.appendingPathComponent("index.html").path))
        let blocked = Site(workbook: workbook, arguments: try SiteArguments([notes.path]))
        let error = #expect(throws: Site.Refused.self) { try blocked.run() }
        #expect(error?.description.contains("notes.txt cannot be written") == true)
        for wrong in [["--paper"], ["a", "b"], [""]] {
            #expect(throws: UsageError.self) { try SiteArguments(wrong) }
        }
    }
}
