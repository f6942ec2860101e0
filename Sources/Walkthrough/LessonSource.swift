import Foundation

/// A lesson's own file, cut at its marks.
///
///     // MARK: - Take what you need
///
///     /// Prose for the page, in paragraphs.
///     ///
///     /// - Teacher: What to ask, what to demonstrate.
///     func takeWhatYouNeed() throws {
///         …                        ← the code of the page
///     }
///
/// The title is the mark, the prose is the doc comment, and the code is what stands in the
/// function. Other declarations of the section are code of the page too. There is no second copy of
/// anything, so a page cannot disagree with the lesson.
package struct LessonSource: Sendable {
    /// One section of the file.
    package struct Section: Sendable {
        /// What the mark says.
        package let title: String
        /// The comment's paragraphs, lists, tables and blocks of code, without `///`.
        package let prose: [String]
        /// What the comment says to a teacher, one note an element.
        package let teacherNotes: [String]
        /// The lines of code, with the indentation of the function taken off.
        package let code: [(line: Int, text: String)]
        /// The lines of the file that belong to the section, counted from 1.
        package let lines: Range<Int>
    }

    /// The mark of the section that closes a lesson.
    package static let closingTitle = "What to take away"

    /// The sections in the order of the file.
    package let sections: [Section]

    /// Cuts a text at its marks.
    ///
    /// - Parameter text: The source of a lesson.
    /// - Complexity: O(*n*) in the length of the text.
    package init(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let mark = "// MARK: - "
        let starts = lines.indices.filter { lines[$0].hasPrefix(mark) }
        let ends = starts.dropFirst() + [lines.count]
        sections = zip(starts, ends).map { start, end in
            Section(
                title: String(lines[start].dropFirst(mark.count)),
                lines: lines, in: start + 1..<end)
        }
    }

    /// Reads a file and cuts it at its marks, or gives nil where the file cannot be read.
    ///
    /// - Parameter filePath: Where the file is.
    package init?(filePath: String) {
        guard let text = try? String(contentsOfFile: filePath, encoding: .utf8) else { return nil }
        self.init(text)
    }

    /// The closing section, if the file has one.
    package var closing: Section? {
        sections.last { $0.title == Self.closingTitle }
    }
}

extension LessonSource.Section {
    /// - Parameters:
    ///   - title: What the mark says.
    ///   - lines: All lines of the file.
    ///   - range: The indices of the lines below the mark.
    fileprivate init(title: String, lines: [String], in range: Range<Int>) {
        let function = range.first { lines[$0].hasPrefix("func ") }
        let comment: Range<Int>
        if let function {
            comment = Self.comment("///", before: function, in: lines, from: range.lowerBound)
        } else {
            let start = range.first { !lines[$0].isEmpty } ?? range.upperBound
            let end = range.first { $0 >= start && !lines[$0].hasPrefix("//") }
            comment = start..<(end ?? range.upperBound)
        }

        var code: [(line: Int, text: String)] = []
        func add(_ indices: Range<Int>, indentation: Int) {
            code += indices.map { index in
                let blanks = lines[index].prefix { $0 == " " }.count
                return (index + 1, String(lines[index].dropFirst(min(blanks, indentation))))
            }
        }
        if let function {
            let rest = function..<range.upperBound
            let end = rest.first { lines[$0] == "}" } ?? range.upperBound
            let opening = rest.first { $0 < end && lines[$0].hasSuffix("{") } ?? function
            add(range.lowerBound..<comment.lowerBound, indentation: 0)
            add(opening + 1..<max(end, opening + 1), indentation: 4)
            add(min(end + 1, range.upperBound)..<range.upperBound, indentation: 0)
        }

        let marker = function == nil ? "//" : "///"
        let paragraphs = Self.paragraphs(of: lines[comment].map { $0.dropFirst(marker.count) })
        let note = "- Teacher: "
        self.init(
            title: title,
            prose: paragraphs.filter { !$0.hasPrefix(note) },
            teacherNotes: paragraphs.filter { $0.hasPrefix(note) }
                .map { String($0.dropFirst(note.count)) },
            code: Self.trimmed(code),
            lines: range.lowerBound + 1..<range.upperBound + 1
        )
    }

    private static func comment(
        _ marker: String, before end: Int, in lines: [String], from lowest: Int
    ) -> Range<Int> {
        var start = end
        while start > lowest, lines[start - 1].hasPrefix(marker) { start -= 1 }
        return start..<end
    }

    /// Joins the lines of a paragraph, and of an item of a list. Rows of a table and blocks of code
    /// keep their lines.
    private static func paragraphs(of lines: [Substring]) -> [String] {
        var paragraphs: [String] = []
        var isOpen = false
        for line in lines {
            let text = line.drop { $0 == " " }
            let indentation = line.count - text.count
            if text.isEmpty {
                isOpen = false
            } else if isOpen, indentation >= 5, paragraphs.last?.hasPrefix("    ") == true {
                paragraphs[paragraphs.count - 1] += "\n" + line.dropFirst()
            } else if !isOpen, indentation >= 5 {
                paragraphs.append(String(line.dropFirst()))
                isOpen = true
            } else if text.hasPrefix("|"), isOpen, paragraphs.last?.hasPrefix("|") == true {
                paragraphs[paragraphs.count - 1] += "\n" + text
            } else if !isOpen || text.hasPrefix("- ") || text.hasPrefix("|") {
                paragraphs.append(String(text))
                isOpen = true
            } else {
                paragraphs[paragraphs.count - 1] += " " + text
            }
        }
        return paragraphs
    }

    private static func trimmed(_ code: [(line: Int, text: String)]) -> [(line: Int, text: String)]
    {
        let isBlank = { (line: (line: Int, text: String)) in
            line.text.allSatisfy(\.isWhitespace)
        }
        guard let first = code.firstIndex(where: { !isBlank($0) }),
            let last = code.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return Array(code[first...last])
    }
}
