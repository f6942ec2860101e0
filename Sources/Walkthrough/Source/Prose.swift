/// The prose of comments: paragraphs, items of lists, tables, blocks of code and pictures.
enum Prose {
    /// Returns the paragraphs of a comment. The lines of a paragraph and of an item of a list are joined;
    /// tables, blocks of code and pictures keep their lines, and pictures their fences.
    ///
    /// - Parameter lines: The lines of a comment after its slashes.
    static func paragraphs(of lines: [Substring]) -> [String] {
        var paragraphs: [String] = []
        var isOpen = false
        var isInFence = false
        for line in lines {
            if isInFence {
                let row = line.dropFirst()
                paragraphs[paragraphs.count - 1] += "\n" + row
                isInFence = row != "```"
                continue
            }
            let content = line.drop { $0 == " " }
            let indentation = line.count - content.count
            if content.isEmpty {
                isOpen = false
            } else if line.hasPrefix(" ```") {
                paragraphs.append(String(content))
                (isOpen, isInFence) = (false, true)
            } else if isOpen, indentation >= 5, paragraphs.last?.hasPrefix("    ") == true {
                paragraphs[paragraphs.count - 1] += "\n" + line.dropFirst()
            } else if !isOpen, indentation >= 5 {
                paragraphs.append(String(line.dropFirst()))
                isOpen = true
            } else if content.hasPrefix("|"), isOpen, paragraphs.last?.hasPrefix("|") == true {
                paragraphs[paragraphs.count - 1] += "\n" + content
            } else if !isOpen || content.hasPrefix("- ") || content.hasPrefix("|") {
                paragraphs.append(String(content))
                isOpen = true
            } else {
                paragraphs[paragraphs.count - 1] += " " + content
            }
        }
        return paragraphs
    }

    /// Returns the paragraphs in groups: the items of a list are one group, and any other paragraph is a
    /// group by itself.
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
