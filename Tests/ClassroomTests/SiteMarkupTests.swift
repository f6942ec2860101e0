import Foundation
import Testing

@testable import Classroom
@testable import Judging

@Suite("What is on a page of the site, as HTML")
struct SiteMarkupTests {
    private static let references = CrossReferences(
        steps: [
            "06": ["Elements that fail"], "07": ["Forgetting super", "Forgetting super twice"],
        ],
        exercises: ["07"], page: "lesson-06.html")

    private func html(_ text: String, _ references: CrossReferences = Self.references) -> String {
        var markdown = MarkdownHTML(references: references)
        return markdown.html(of: text.components(separatedBy: "\n")).joined(separator: "\n")
    }

    @Test("A lesson, a step and an exercise that a text names are links")
    func references() {
        let cases: [(String, String)] = [
            (
                "(lesson 07, Forgetting super)",
                "(<a href=\"lesson-07.html#step-1\">lesson 07, Forgetting super</a>)"
            ),
            (
                "See lesson 07, Forgetting super twice.",
                "See <a href=\"lesson-07.html#step-2\">lesson 07, Forgetting super twice</a>."
            ),
            ("Lesson 07, or not", "<a href=\"lesson-07.html\">Lesson 07</a>, or not"),
            (
                "lessons 01, 06 and 07",
                "lessons 01, 06 and <a href=\"lesson-07.html\">07</a>"
            ),
            (
                "lesson 06, Elements that fail",
                "<a href=\"#step-1\">lesson 06, Elements that fail</a>"
            ),
            ("lesson 06 & lesson 99", "lesson 06 &amp; lesson 99"),
            ("*exercise 07*", "<em><a href=\"exercise-07.html\">exercise 07</a></em>"),
            ("`lesson 07` lesson-07", "<code>lesson 07</code> lesson-07"),
            ("[lesson 07](https://swift.org)", "<a href=\"https://swift.org\">lesson 07</a>"),
        ]
        for (text, result) in cases { #expect(html(text) == "<p>\(result)</p>") }
    }

    @Test("A change in a guide begins at the left, where the column of a printed guide is narrow")
    func changes() {
        var markdown = MarkdownHTML()
        markdown.isGuide = true
        let html = markdown.html(of: ["```diff", "-        a", "+            b", " ", "```"])
        let text = SiteText.text(of: html.joined(separator: "\n"))
        #expect(text.contains("-a") && text.contains("+ b"))
    }

    @Test("The labels of a guide are bold, and a promise is what a teacher will see")
    func labels() {
        var markdown = MarkdownHTML()
        markdown.isGuide = true
        let lines = ["Good answer: nil.", "", "Promises:", "", "Noted: nothing."]
        #expect(
            markdown.html(of: lines) == [
                "<p><strong>Good answer:</strong> nil.</p>",
                "<p><strong>You will see:</strong></p>",
                "<p>Noted: nothing.</p>",
            ])
        #expect(html("Ask: so?") == "<p>Ask: so?</p>")
    }

    @Test("A guide has a clock, the numbers of questions, and links to the steps to go back to")
    func guide() {
        let page = SiteLesson.Page(
            "# Lesson\n\n## 1. One\n\n> **Predict:** a\n\n> **Predict:** b\n\n## 2. Two\n\n> **Predict:** c"
        )
        let guide = SiteLesson.Page(
            """
            # Teaching

            ## One

            59 minutes.

            - To the second question: no.
            - To the question on the page: yes.

            ## Two

            2 minutes.

            - To the question on the
              page: yes.

            ## What goes wrong in the exercise

            40 minutes.

            - "Why": because. Back
              to "Two".
            """
        ).guide(to: page, titles: ["One", "Two"])
        let texts = guide.parts.map { $0.lines.joined(separator: " ") }
        #expect(texts[0].contains("**59 minutes:** 0:00 to 0:59"))
        #expect(texts[0].contains("- To question 1b: no. - To the question on the page: yes."))
        #expect(
            texts[1].contains("**2 minutes:** 0:59 to 1:01")
                && texts[1].contains("To question 2: yes."))
        #expect(texts[2].contains("40 minutes.") && texts[2].contains("([step 2](#step-2))."))
    }

    @Test("A tree is a list in a list, which a screen reader can read out")
    func tree() {
        let html = html("```tree\nlaunch            ◄ `a` & b\n└─ rocket\n   └─ <name>\n```\n\nSo.")
        #expect(
            html == """
                <div class="picture tree" role="group" aria-label="Tree of the document"><ul>
                <li><span>launch</span><span class="unseen">, open as </span> \
                <strong><code>a</code> &amp; b</strong><ul>
                <li><span>rocket</span><ul>
                <li><span>&lt;name&gt;</span></li>
                </ul></li>
                </ul></li>
                </ul></div>
                <p>So.</p>
                """)
        #expect(SiteText.text(of: html) == "launch, open as a & b rocket <name> So.")
        #expect(self.html("```tree\n\n```").hasPrefix("<div class=\"block tree short\">"))
    }

    @Test("An arrow of a list says below which element it stands")
    func list() {
        let html = html(
            "```list\n\"<a>\", 2\n       ▲ `next`\n       ▲ again\n         ▲ done\n```")
        #expect(
            html == """
                <div class="picture list" role="group" aria-label="List with an arrow" \
                style="--n:2">
                <code style="--upright:1/2">&quot;&lt;a&gt;&quot;</code>
                <code style="--upright:2/4">2</code>
                <p style="--at:2;--row:2;--upright:2"><span class="unseen">Arrow at 2: </span>\
                <code>next</code></p>
                <p style="--at:2;--row:3;--upright:3"><span class="unseen">Arrow at 2: </span>\
                again</p>
                <p style="--at:3;--row:4;--upright:4"><span class="unseen">Arrow at the end: </span>\
                done</p>
                </div>
                """)
        #expect(
            SiteText.text(of: html)
                == "\"<a>\" 2 Arrow at 2: next Arrow at 2: again Arrow at the end: done")
    }

    @Test(
        "Lines with four blanks in front are code, and the place in the file stands above its code")
    func code() {
        let indented = html("Write both:\n\n    try one()\n\n    try two()\n\nSo.")
        #expect(
            indented.hasPrefix("<p>Write both:</p>\n<div class=\"block swift short\"><pre><code>"))
        #expect(indented.contains("one()\n\n"))
        #expect(indented.hasSuffix("two()</code></pre></div>\n<p>So.</p>"))
        #expect(html("    { \"a\": 1 }").contains("<span class=\"key\">"))
        #expect(html("    swift run lesson-07").contains("<code>swift run lesson-07</code>"))
        #expect(
            html("[Lesson06.swift, line 3](Lesson06.swift#L3)\n\n```swift\n1\n```").contains(
                "<p class=\"place\">Lesson06.swift, line 3</p><pre>"))
    }

    @Test("A long line keeps its characters and goes on further in; a sentence is whole again")
    func longLines() {
        let line = "    names = payloads.map(\\.payload_id).joined(separator: \"<\")"
        let code = CodeHTML(language: "swift").html(of: [line, "}"])
        #expect(code.hasPrefix("<span class=\"w\" style=\"--i:4\">    names"))
        #expect(code.hasSuffix("\n</span>}"))
        let advice = "  " + Array(repeating: "word", count: 18).joined(separator: " ")
        let error = CodeHTML(language: "text").html(of: [
            "✘ keyNotFound", advice, "  more", "  end",
        ])
        #expect(error.contains("word more\n</span>  end"))
    }

    @Test("What the sign below a document points at is marked in it")
    func mark() {
        let lines = ["✘ typeMismatch", "      1 │ {\"abv\": true}", "        │         ▲ a flag"]
        let html = CodeHTML(language: "text").html(of: lines)
        #expect(html.contains("<mark><span class=\"keyword\">true</span></mark>"))
        #expect(html.contains("│ <span class=\"pad\">        </span>▲ a flag"))
        let text = html.replacing(/<[^>]+>/, with: "").replacing("&quot;", with: "\"")
        #expect(text == lines.joined(separator: "\n"))
    }

    @Test("A stub becomes prose and code, part for part")
    func stub() throws {
        let stub = """
            import Foundation

            // Exercise 07 · Rolling stock
            //
            // Do this:
            //
            //     swift run workbook check 07

            // MARK: - Task 1

            /// A car.
            class Car {
                /// Its number.
                let number: Int
            }
            """
        let parts = SiteExercise.parts(of: stub)
        #expect(parts.map(\.title) == ["", "Task 1"])
        #expect(parts[0].lines.contains("    swift run workbook check 07"))
        let lines = parts[1].lines.drop { $0.isEmpty }
        #expect(lines.prefix(4) == ["A car.", "", "```swift", "class Car {"])
        #expect(lines.contains("    /// Its number."))
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
            ("See [a file](Lesson05.swift#L3).", "<p>See a file.</p>"),
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
        let html = CodeHTML(language: "swift").html(of: code)
        #expect(html.contains("<span class=\"keyword\">let</span>"))
        #expect(html.contains("<span class=\"comment\">// end</span>"))
        let result = CodeHTML(language: "text").html(of: ["→ {\"a\": 1}"])
        #expect(result.contains("<span class=\"key\">&quot;a&quot;</span>"))
        let plain = html.replacing(/<[^>]+>/, with: "").replacing("&lt;", with: "<")
            .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
        #expect(plain == code.joined(separator: "\n"))
    }

    @Test("Every text reaches a contrast of 4.5 on every background, in light and in dark")
    func contrast() throws {
        func luminance(_ color: UInt32) -> Double {
            func part(_ shift: UInt32, _ weight: Double) -> Double {
                let value = Double((color >> shift) & 0xFF) / 255
                return weight
                    * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
            }
            return part(16, 0.2126) + part(8, 0.7152) + part(0, 0.0722)
        }
        let style = try #require(
            WorkbookFolder.find().text("Sources/Classroom/Site/site.css"))
        let colors = style.matches(
            of: /--([a-z]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\)/)
        let names = Set(colors.map { String($0.1) })
        let backgrounds: Set = ["page", "side", "code", "asked", "marked"]
        try #require(colors.count == names.count && backgrounds.isSubset(of: names))
        var light: [String: UInt32] = [:]
        var dark: [String: UInt32] = [:]
        for color in colors {
            light[String(color.1)] = UInt32(color.2, radix: 16)
            dark[String(color.1)] = UInt32(color.3, radix: 16)
        }
        for palette in [light, dark] {
            for text in names.subtracting(backgrounds).subtracting(["line", "edge"]) {
                for background in backgrounds {
                    let both = [text, background].map { luminance(palette[$0] ?? 0) }.sorted()
                    #expect((both[1] + 0.05) / (both[0] + 0.05) >= 4.5, "\(text) on \(background)")
                }
            }
        }
    }
}
