/// A page of Markdown, cut at its headings: as much of the format as the workbook's own pages use.
///
/// The format is defined at https://spec.commonmark.org. Headings begin with `#`, blocks of code stand
/// between fences of backticks.
package struct MarkdownPage: Sendable {
    /// What stands between two headings.
    package struct Section: Sendable {
        /// The heading without its `#`.
        package let heading: String
        /// How many `#` it has.
        package let level: Int
        /// Its lines in the page, the heading with them, counted from 0.
        package fileprivate(set) var lines: Range<Int>
        /// The text, a paragraph an element, without line breaks.
        package fileprivate(set) var paragraphs: [String] = []
        /// The text, a line an element, without empty lines.
        package fileprivate(set) var text: [String] = []
        package fileprivate(set) var blocks: [Block] = []
    }

    /// A block of code between fences.
    package struct Block: Sendable {
        /// The word behind the fence: `diff`, `swift`.
        package let language: String
        package fileprivate(set) var lines: [String] = []
        /// Whether the fence that ends it is there.
        package fileprivate(set) var isClosed = false

        fileprivate let fence: Int
    }

    package let lines: [String]
    /// The sections in their order. What stands above the first heading is in none.
    package let sections: [Section]

    package init(_ text: String) {
        lines = WrittenChange.lines(of: text)
        var sections: [Section] = []
        // What stands above the first heading is read too, as it may hold a fence.
        var section = Section(heading: "", level: 0, lines: 0..<0)
        var paragraph: [String] = []
        func endParagraph() {
            if !paragraph.isEmpty { section.paragraphs.append(paragraph.joined(separator: " ")) }
            paragraph = []
        }
        func endSection(before line: Int) {
            endParagraph()
            section.lines = section.lines.lowerBound..<line
            if section.level > 0 { sections.append(section) }
        }
        for (index, line) in lines.enumerated() {
            let text = line.trimmingPrefix { $0 == " " }
            let ticks = text.prefix { $0 == "`" }.count
            let rest = String(text.dropFirst(ticks)).trimmingSuffix { $0 == " " || $0 == "\t" }
            let mayBeFence = ticks >= 3 && line.count - text.count <= 3
            if let block = section.blocks.last, !block.isClosed {
                let last = section.blocks.count - 1
                if mayBeFence, ticks >= block.fence, rest.isEmpty {
                    section.blocks[last].isClosed = true
                } else {
                    section.blocks[last].lines.append(line)
                }
            } else if mayBeFence, !rest.contains("`") {
                endParagraph()
                section.blocks.append(Block(language: rest, fence: ticks))
            } else if let match = line.wholeMatch(of: /(#{1,6}) +(.*?)[ \t]*/) {
                endSection(before: index)
                section = Section(
                    heading: String(match.2), level: match.1.count, lines: index..<index)
            } else if text.allSatisfy(\.isWhitespace) {
                endParagraph()
            } else {
                let words = text.trimmingSuffix { $0 == " " || $0 == "\t" }
                paragraph.append(words)
                section.text.append(words)
            }
        }
        endSection(before: lines.count)
        self.sections = sections
    }
}

extension StringProtocol {
    /// The text without the characters at its end for which the condition holds.
    fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> String {
        guard let last = lastIndex(where: { !condition($0) }) else { return "" }
        return String(self[...last])
    }
}
