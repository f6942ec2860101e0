import DecodingExplainer
import Foundation

/// A renderer that writes pages for somebody who hears them: words stand in place of lines, boxes and
/// arrows. Each paragraph is one line, because a screen reader pauses at the end of a line.
package struct PlainRenderer: Sendable {
    /// The number of columns of a document's line that are told around a place.
    private static let columnsOfDocument = 160

    package init() {}

    /// Returns the page in parts. Each part but the first begins with the answer to a question.
    package func parts(of page: Page) -> [String] {
        let place = page.position.isEmpty ? "" : ", \(page.position)"
        var body = Body(lines: [Self.heading(page.lesson) + place, page.title])
        body.add(prose: prose(page.prose))
        if let location = page.location {
            // The folder is the same for all steps, so it is told once.
            let file =
                page.step == 1 ? location : location.split(separator: "/").last.map(String.init)
            body.code.place = file.map(self.place)
        }
        for element in page.elements { add(element, to: &body) }
        body.endCode()
        return (body.parts + [body.lines]).map { part in part.map { $0 + "\n" }.joined() }
    }

    /// The lines of a page, and the lines of code that have no heading yet.
    private struct Body {
        private(set) var parts: [[String]] = []
        private(set) var lines: [String]
        /// The code that comes next.
        var code = Code()
        var isAsked = false

        static let endOfCode = "End of the code."

        init(lines: [String]) { self.lines = lines }

        /// Adds prose. If it comes after lines of code, a line between them says so.
        mutating func add(prose: [String]) {
            if prose.isEmpty { return }
            if endCode() > 1 { lines.append(Self.endOfCode) }
            lines += prose
        }

        /// Adds lines that begin with a word for what they are.
        mutating func add(_ lines: [String]) {
            endCode()
            self.lines += lines
        }

        mutating func add(code line: String, isRun: Bool = true) {
            if code.isRun != isRun {
                endCode()
                code.isRun = isRun
            }
            code.lines.append(line)
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

        /// Writes the code.
        ///
        /// - Returns: The number of its lines.
        @discardableResult
        mutating func endCode() -> Int {
            let (told, count) = (code.told, code.shown.count)
            lines += told
            // A place is told with the first line of code that comes after it.
            code = count == 0 ? Code(place: code.place) : Code()
            return count
        }
    }

    /// Lines of code that belong together.
    private struct Code {
        /// The file and the line where they are, or nil if that was told before.
        var place: String?
        var isRun = true
        var lines: [String] = []

        /// The lines without the blank ones around them.
        var shown: [String] {
            lines.drop(while: \.isEmpty).reversed().drop(while: \.isEmpty).reversed()
        }

        /// The code with the words for it. Code of several lines has its heading in a line of its own, which
        /// says how many there are.
        var told: [String] {
            let shown = shown
            if shown.isEmpty { return [] }
            let isOne = shown.count == 1
            let heading = [
                isRun ? "Code" : "Code that was not run", isOne ? nil : "\(shown.count) lines",
                place,
            ]
            .compactMap(\.self).joined(separator: ", ")
            return isOne
                ? ["\(heading): \(shown[0].trimmingCharacters(in: .whitespaces))"]
                : ["\(heading):"] + shown
        }
    }

    private func add(_ element: Page.Element, to body: inout Body) {
        switch element {
        case .code(let line): body.add(code: line)
        case .notRun(let line): body.add(code: line, isRun: false)
        case .place(let place):
            body.endCode()
            body.code.place = self.place(place)
        case .prediction(let question):
            body.add(["Question: \(question)"])
            body.isAsked = true
        case .result(let result): body.add(result: lines(of: result))
        case .explanation(let paragraphs): body.add(prose: prose(paragraphs))
        case .remark(let remark): body.add(prose: [remark])
        case .change(let lines): body.add(lines.map(change))
        }
    }

    /// Returns a place in words: `Lessons/…/Lesson02.swift, line 41`.
    private func place(_ place: String) -> String { place.replacing(":", with: ", line ") }

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

    // MARK: - Prose

    private func prose(_ paragraphs: [String]) -> [String] {
        paragraphs.flatMap(lines(ofParagraph:))
    }

    private func lines(ofParagraph paragraph: String) -> [String] {
        if paragraph.hasPrefix("|") { return table(paragraph) }
        if let picture = try? Picture(paragraph) { return ["Picture:"] + lines(of: picture) }
        if let command = paragraph.wholeMatch(of: #/ {4}swift run (?<program>.+)/#) {
            return ["Command: \(Terminal.current.command(String(command.program)))"]
        }
        if paragraph.hasPrefix("    ") {
            let code = Code(lines: paragraph.split(separator: "\n").map { String($0.dropFirst(4)) })
            return code.told + (code.shown.count > 1 ? [Body.endOfCode] : [])
        }
        if Picture.isBlock(paragraph) { return paragraph.split(separator: "\n").map(String.init) }
        return [paragraph]
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
        return ["Table:"] + named.map { "- \($0)" }
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
        if let failure = result.failure {
            let told = Self.told(failure)
            return ["\(StepResult.Form.error.rawValue): \(told[0])"] + told.dropFirst()
        }
        return result.lines(widthOfErrors: .max).flatMap { form, lines in
            let safe = lines.map { DisplayText.escaped($0, keepsLines: true) }
            let told = form == .error ? Self.toldError(safe) : safe
            let isBeside = form == .error || told.count == 1
            return isBeside
                ? ["\(form.rawValue): \(told[0])"] + told.dropFirst() : ["\(form.rawValue):"] + told
        }
    }

    // MARK: - Explanations and excerpts

    /// Returns an explanation in words: what is wrong, the place in the document, and the advice.
    package static func told(_ explanation: Explanation) -> [String] {
        let excerpt = explanation.excerpt?.rendered(width: columnsOfDocument) ?? []
        return [explanation.headline] + told(excerpt)
            + (explanation.advice.map { ["Advice: \($0)"] } ?? [])
    }

    /// Returns the lines of a recorded explanation in words. What comes below the document is the advice.
    private static func toldError(_ lines: [String]) -> [String] {
        let isDocument = { (line: String) in line.contains(" │") }
        guard let first = lines.firstIndex(where: isDocument),
            let last = lines.lastIndex(where: isDocument)
        else { return lines }
        let advice = lines[(last + 1)...].joined(separator: " ")
        return [lines[..<first].joined(separator: " ")] + told(Array(lines[first...last]))
            + (advice.isEmpty ? [] : ["Advice: \(advice)"])
    }

    /// Returns lines in which the excerpts of documents are told in words: first the document, and then what is
    /// marked in it.
    ///
    /// The messages of the checks and the recorded pages have their excerpts as lines: `3 │ [1, "2"]`, and
    /// below it `│     ▲ a string`.
    package static func told(_ lines: [String]) -> [String] {
        var told: [String] = []
        var document: [(number: Substring, text: Substring)] = []
        var marked: (line: Substring, place: String)?
        var notes: [String] = []
        func tellMark() {
            if let (line, place) = marked {
                told.append("Marked\(document.count > 1 ? " in line \(line)" : ""): \(place)")
            }
            told += notes
            (marked, notes) = (nil, [])
        }
        for line in lines {
            guard let row = line.wholeMatch(of: #/ *(?<number>\d*) │ ?(?<text>.*)/#) else {
                tellMark()
                document = []
                told.append(line)
                continue
            }
            if !row.number.isEmpty {
                document.append((row.number, row.text))
                told.append("Line \(row.number): \(row.text)")
                continue
            }
            var label = row.text[...]
            if let marker = row.text.firstIndex(of: "▲"), let last = document.last {
                if marked != nil { tellMark() }
                let column = DisplayText.width(of: row.text[..<marker])
                marked = (last.number, value(at: column, of: last.text))
                label.remove(at: marker)
            }
            let note = label.trimmingCharacters(in: .whitespaces)
            if !note.isEmpty, note != marked?.place {
                notes.append(notes.isEmpty ? "Note: \(note)" : note)
            }
        }
        tellMark()
        return told
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
            ? PlainRenderer().parts(of: self) : TerminalRenderer(for: terminal).parts(of: self)
    }
}
