import DecodingExplainer
import Foundation

/// A renderer that writes pages for somebody who hears them: words stand in place of lines, boxes and
/// arrows.
package struct PlainRenderer: Sendable {
    private let width: Int

    /// Creates a renderer.
    ///
    /// - Parameter width: The number of columns between whose words prose is broken. Code is not broken.
    package init(width: Int) {
        self.width = width
    }

    /// Returns the page in parts. Each part but the first begins with the answer to a question.
    package func parts(of page: Page) -> [String] {
        let place = page.position.isEmpty ? "" : ", \(page.position)"
        var body = Body(lines: wrapped(Self.heading(page.lesson) + place) + wrapped(page.title))
        body.add(prose(page.prose))
        if let location = page.location { body.heading = heading(ofPlace: location) }
        for element in page.elements { add(element, to: &body) }
        body.endCode()
        return (body.parts + [body.lines]).map { part in part.map { $0 + "\n" }.joined() }
    }

    /// The lines of a page, and the lines of code that have no heading yet.
    private struct Body {
        private(set) var parts: [[String]] = []
        private(set) var lines: [String]
        /// The line above the code that comes next.
        var heading = Self.code
        private var code: [String] = []
        var isAsked = false

        static let code = "Code:"

        init(lines: [String]) { self.lines = lines }

        /// Adds lines with a blank line above them.
        mutating func add(_ lines: [String]) {
            endCode()
            if !lines.isEmpty { self.lines += [""] + lines }
        }

        mutating func add(code line: String, under heading: String) {
            if heading != Self.code, self.heading != heading {
                endCode()
                self.heading = heading
            }
            code.append(line)
        }

        /// Adds the lines of a result. The first one after a question begins a part of the page.
        mutating func add(result lines: [String]) {
            endCode()
            if isAsked {
                parts.append(self.lines)
                self.lines = []
            }
            isAsked = false
            self.lines += lines
        }

        /// Writes the code below its heading, without blank lines around it.
        mutating func endCode() {
            let shown = code.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed()
            if !shown.isEmpty { lines += ["", heading] + shown }
            if !code.isEmpty { heading = Self.code }
            code = []
        }
    }

    private func add(_ element: Page.Element, to body: inout Body) {
        switch element {
        case .code(let line): body.add(code: line, under: Body.code)
        case .notRun(let line): body.add(code: line, under: "Code that was not run:")
        case .place(let place):
            body.endCode()
            body.heading = heading(ofPlace: place)
        case .prediction(let question):
            body.add(wrapped("Question: \(question)"))
            body.isAsked = true
        case .result(let result): body.add(result: lines(of: result))
        case .explanation(let paragraphs): body.add(prose(paragraphs))
        case .remark(let remark): body.add(wrapped(remark))
        case .change(let lines): body.add(lines.map(change))
        }
    }

    /// Returns the line above code, with its place: `Code, Lessons/…/Lesson02.swift, line 41:`.
    private func heading(ofPlace place: String) -> String {
        "Code, \(place.replacing(":", with: ", line ")):"
    }

    private func change(_ line: String) -> String {
        switch line.first {
        case "-": "Removed: \(line.dropFirst())"
        case "+": "Added: \(line.dropFirst())"
        case "@": "Further down:"
        default: "Unchanged: \(line.dropFirst())"
        }
    }

    /// Returns a heading with a colon in place of the dot: `Lesson 05: Nested keys`.
    static func heading(_ text: String) -> String { text.replacing(" · ", with: ": ") }

    private func wrapped(_ text: String) -> [String] { DisplayText.wrapped(text, width: width) }

    // MARK: - Prose

    private func prose(_ paragraphs: [String]) -> [String] {
        let groups = Prose.groups(of: paragraphs).map { $0.flatMap(lines(ofParagraph:)) }
        return Array(groups.joined(separator: [""]))
    }

    private func lines(ofParagraph paragraph: String) -> [String] {
        if paragraph.hasPrefix("|") { return table(paragraph) }
        if let picture = try? Picture(paragraph) { return ["Picture:"] + lines(of: picture) }
        if paragraph.hasPrefix("    ") || Picture.isBlock(paragraph) {
            return paragraph.split(separator: "\n").map(String.init)
        }
        return wrapped(paragraph)
    }

    /// Returns a line for each row below the heading. The first cell names the row, and each of the others has
    /// the name of its column.
    private func table(_ source: String) -> [String] {
        let rows = source.split(separator: "\n").map(TerminalRenderer.cells(of:))
            .filter { !TerminalRenderer.isRule($0) }
        let named = rows.dropFirst().map { row in
            let others = zip(rows[0], row).dropFirst().map { name, cell in
                name.isEmpty ? cell : "\(name): \(cell)"
            }
            let cells = row.prefix(1) + others
            // Who hears a row has no columns, so each cell is a sentence.
            let ended = cells.dropLast().map { cell in
                cell.last.map(".:;!?".contains) == true ? cell : cell + "."
            }
            return (ended + cells.suffix(1)).joined(separator: " ")
        }
        return ["Table:"]
            + named.flatMap { DisplayText.wrapped("- \($0)", width: width, indent: "  ") }
    }

    private func lines(of picture: Picture) -> [String] {
        switch picture {
        case .tree(let nodes):
            nodes.map { node in
                "Level \(node.level + 1): \(node.text)" + (node.mark.map { ", here: \($0)" } ?? "")
            }
        case .list(let list):
            [list.line]
                + list.arrows.map { arrow in
                    list.elements.indices.contains(arrow.index)
                        ? "At \(list.elements[arrow.index]): \(arrow.caption)"
                        : "Behind the last one: \(arrow.caption)"
                }
        }
    }

    // MARK: - Results

    /// Returns the lines of a result after the word for its kind. The lines of a value or of an output belong
    /// together, so the word stands above them.
    private func lines(of result: StepResult) -> [String] {
        result.lines(widthOfErrors: width - "Error: ".count).flatMap { form, lines in
            let told = Self.told(lines.map { DisplayText.escaped($0, keepsLines: true) })
            let isBeside = form == .error || told.count == 1
            return isBeside
                ? ["\(form.rawValue): \(told[0])"] + told.dropFirst() : ["\(form.rawValue):"] + told
        }
    }

    // MARK: - Excerpts

    /// Returns lines in which the excerpts of documents are told in words.
    ///
    /// The messages of the checks and the recorded pages have their excerpts as lines: `3 │ [1, "2"]`, and
    /// below it `│     ▲ a string`.
    package static func told(_ lines: [String]) -> [String] {
        var document: Substring = ""
        return lines.map { line in
            guard let row = line.wholeMatch(of: #/ *(?<number>\d*) │ ?(?<text>.*)/#) else {
                return line
            }
            if !row.number.isEmpty {
                document = row.text
                return "Line \(row.number): \(row.text)"
            }
            guard let marker = row.text.firstIndex(of: "▲") else {
                return row.text.trimmingCharacters(in: .whitespaces)
            }
            let column = DisplayText.width(of: row.text[..<marker])
            let words = row.text[..<marker] + row.text[marker...].dropFirst()
            let label = words.trimmingCharacters(in: .whitespaces)
            let place = value(at: column, of: document)
            return "Marked: \(place)" + (label.isEmpty || label == place ? "" : ", \(label)")
        }
    }

    /// Returns the value that begins at a column. Of an object or an array, it is the beginning.
    private static func value(at column: Int, of line: Substring) -> String {
        var columns = 0
        let rest = line.drop { character in
            defer { columns += DisplayText.width(of: character) }
            return columns < column
        }
        guard let first = rest.first else { return "the end of the line" }
        let value =
            switch first {
            case "\"": rest.prefixMatch(of: #/"(?:[^"\\]|\\.)*"?/#).map { String($0.output) } ?? ""
            case "{":
                rest.prefixMatch(of: #/{\s*("[^"]*")/#).map {
                    "the object that begins with \($0.1)"
                }
                    ?? "the object"
            case "[": "the array"
            default: String(rest.prefix { !",]} ".contains($0) })
            }
        return value.count > 60 ? "\(value.prefix(60)) …" : value
    }
}

extension Page {
    /// Returns the page as a terminal shows it line by line, in parts. Each part but the first begins with
    /// the answer to a question.
    package func parts(on terminal: Terminal) -> [String] {
        terminal.isPlain
            ? PlainRenderer(width: min(terminal.width, TerminalRenderer.widest)).parts(of: self)
            : TerminalRenderer(for: terminal).parts(of: self)
    }
}
