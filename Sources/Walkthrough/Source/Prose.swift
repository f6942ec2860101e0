/// Text for a person, as a comment holds it: paragraphs, items of lists, tables, blocks of code.
enum Prose {
    /// Joins the lines of a paragraph, and of an item of a list. Rows of a table and blocks of code
    /// keep their lines.
    ///
    /// - Parameter lines: The lines of a comment after its slashes.
    static func paragraphs(of lines: [Substring]) -> [String] {
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

    /// What stands together: the items of a list are one group, any other paragraph is its own.
    static func groups(of paragraphs: [String]) -> [[String]] {
        var groups: [[String]] = []
        for paragraph in paragraphs {
            if isItem(paragraph), let previous = groups.last?.last, isItem(previous) {
                groups[groups.count - 1].append(paragraph)
            } else {
                groups.append([paragraph])
            }
        }
        return groups
    }

    static func isItem(_ paragraph: String) -> Bool {
        paragraph.hasPrefix("- ")
    }
}
