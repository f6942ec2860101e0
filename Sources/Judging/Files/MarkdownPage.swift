/// A page of Markdown, divided at its headings. It reads only the part of the format that the
/// workbook's pages use: headings that begin with `#`, and blocks of code between fences of
/// backticks.
///
/// The format is defined at https://spec.commonmark.org.
package struct MarkdownPage: Sendable {
    /// A heading and the content up to the next heading.
    package struct Section: Sendable {
        /// The heading without its `#`.
        package let heading: String
        /// The level of the heading, which is the number of its `#`.
        package let level: Int
        /// The range of its lines in the page, with the heading, counted from 0.
        package fileprivate(set) var lines: Range<Int>
        /// The paragraphs, without line breaks.
        package fileprivate(set) var paragraphs: [String] = []
        /// The lines of text outside of blocks, without empty lines.
        package fileprivate(set) var textLines: [String] = []
        /// The blocks of code.
        package fileprivate(set) var blocks: [Block] = []
    }

    /// A block of code between fences.
    package struct Block: Sendable {
        /// The word after the opening fence: `diff`, `swift`.
        package let language: String
        /// The lines between the fences.
        package fileprivate(set) var lines: [String] = []
        /// A Boolean value that indicates whether the block has its closing fence.
        package fileprivate(set) var isClosed = false

        fileprivate let fence: Int
    }

    /// The lines of the page.
    package let lines: [String]
    /// The sections, in the order of the page. Text above the first heading is in none of them.
    package let sections: [Section]

    /// Reads a page.
    package init(_ source: String) {
        lines = WrittenChange.lines(of: source)
        var sections: [Section] = []
        // The text above the first heading is read too, because it may contain a fence.
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
            let content = line.trimmingPrefix { $0 == " " }
            let ticks = content.prefix { $0 == "`" }.count
            let afterTicks = String(WrittenChange.withoutBlanks(content.dropFirst(ticks)))
            let mayBeFence = ticks >= 3 && line.count - content.count <= 3
            if let block = section.blocks.last, !block.isClosed {
                let last = section.blocks.count - 1
                if mayBeFence, ticks >= block.fence, afterTicks.isEmpty {
                    section.blocks[last].isClosed = true
                } else {
                    section.blocks[last].lines.append(line)
                }
            } else if mayBeFence, !afterTicks.contains("`") {
                endParagraph()
                section.blocks.append(Block(language: afterTicks, fence: ticks))
            } else if line.hasPrefix("#"),  // Most lines end here, and the expression is slow.
                let match = line.wholeMatch(of: /(#{1,6}) +(.*?)[ \t]*/)
            {
                endSection(before: index)
                section = Section(
                    heading: String(match.2), level: match.1.count, lines: index..<index)
            } else if content.allSatisfy(\.isWhitespace) {
                endParagraph()
            } else {
                let textLine = String(WrittenChange.withoutBlanks(content))
                paragraph.append(textLine)
                section.textLines.append(textLine)
            }
        }
        endSection(before: lines.count)
        self.sections = sections
    }
}
