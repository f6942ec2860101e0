import DecodingExplainer
import Foundation

/// A picture in the prose of a lesson: the tree of a document, with the containers at hand marked, or a
/// list, with an arrow that moves along it.
///
///     ```tree                               ```list
///     launch                                "wien-hbf", "linz-hbf"
///       mission_name: "Telstar 19V"                     ^ currentIndex 1
///       rocket  <- container                                       ^ isAtEnd
///         payloads: [ … ]                   ```
///     ```
///
/// In a tree, two blanks make a level, and `<- ` comes before the name of a container. In a list, `^`
/// stands below the element that is next, or behind the last one, and its caption follows.
package enum Picture: Sendable {
    case tree([Node])
    case list(List)

    /// A line of a tree.
    package struct Node: Sendable {
        package let level: Int
        package let text: String
        /// The name of the container, if the line is marked.
        package let mark: String?
    }

    /// A list with arrows, each in a line of its own.
    package struct List: Sendable {
        let line: String
        package private(set) var elements: [String] = []
        package private(set) var arrows: [Arrow] = []
    }

    /// An arrow below a list.
    package struct Arrow: Sendable {
        /// The index of the element that is next. At the end, it is the number of the elements.
        package let index: Int
        package let caption: String
        let column: Int
    }

    /// A mistake in the notation.
    package struct Mistake: Error {
        package let message: String
    }

    /// A line that is drawn with characters.
    package struct Row: Sendable {
        /// The branches that lead to the text.
        var branches = ""
        var text = ""
        /// The mark, with the blanks before it.
        var mark = ""
        package var line: String { branches + text + mark }
    }

    /// The number of columns that a picture may have on a page.
    package static let columns = 80

    /// Returns a Boolean value that indicates whether a word after a fence begins a picture.
    package static func isKind(_ word: String) -> Bool { word == "tree" || word == "list" }

    /// Returns a Boolean value that indicates whether a paragraph is a block between fences.
    package static func isBlock(_ paragraph: String) -> Bool { paragraph.hasPrefix("```") }

    /// Reads a block with its fences, as it stands in a comment.
    package init(_ block: String) throws(Mistake) {
        let lines = block.split(separator: "\n", omittingEmptySubsequences: false)
        let fence = lines.first ?? ""
        guard lines.count > 1, lines.last == "```" else {
            throw Mistake(message: "the block \(fence) has no end: add a line ```")
        }
        try self.init(fence.dropFirst(3), lines.dropFirst().dropLast().map(String.init))
    }

    /// Reads the lines of a block that was drawn, as a recorded page has them.
    ///
    /// - Parameters:
    ///   - kind: The word after the opening fence.
    ///   - drawn: The lines.
    package init?(_ kind: String, drawn: [String]) {
        let source = drawn.map { line in
            let branches = line.prefixMatch(of: /(├─ |└─ |│  |   )+/)?.0 ?? ""
            let level = String(repeating: "  ", count: branches.count / 3)
            if kind == "list" { return line.replacing(/^( *)▲/) { "\($0.1)^" } }
            return level + line.dropFirst(branches.count).replacing(" ◄ ", with: " <- ")
        }
        guard let picture = try? Self(kind[...], source) else { return nil }
        self = picture
    }

    private init(_ kind: Substring, _ lines: [String]) throws(Mistake) {
        switch kind {
        case "tree": self = .tree(try Self.nodes(lines))
        case "list": self = .list(try List(lines))
        default:
            throw Mistake(message: "a block ```\(kind) is no picture: write ```tree or ```list")
        }
    }

    private static func nodes(_ lines: [String]) throws(Mistake) -> [Node] {
        guard !lines.isEmpty else { throw Mistake(message: "a tree without a line") }
        var nodes: [Node] = []
        for line in lines {
            let content = line.drop { $0 == " " }
            let (level, rest) = (line.count - content.count).quotientAndRemainder(dividingBy: 2)
            let parts = content.split(separator: "<-", maxSplits: 1)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard !content.isEmpty else { throw Mistake(message: "a tree with an empty line") }
            guard rest == 0, level <= (nodes.last?.level ?? -1) + 1 else {
                throw Mistake(
                    message: "\"\(line)\" is not on a level of the tree: indent it by two blanks "
                        + "more than the line above it, or by as many as an earlier line")
            }
            guard !content.contains("<-") || parts.count == 2 && !parts.contains("") else {
                throw Mistake(
                    message: "\"\(line)\" has a mark without a name: write \"key  <- container\"")
            }
            nodes.append(Node(level: level, text: parts[0], mark: parts.dropFirst().first))
        }
        return nodes
    }

    /// The picture, drawn with characters.
    package var rows: [Row] {
        switch self {
        case .tree(let nodes): Self.rows(of: nodes)
        case .list(let list):
            [Row(text: list.line)]
                + list.arrows.map { arrow in
                    let blanks = String(repeating: " ", count: arrow.column)
                    return Row(mark: "\(blanks)▲ \(arrow.caption)")
                }
        }
    }

    /// Returns the rows of a tree. The marks have a column of their own.
    private static func rows(of nodes: [Node]) -> [Row] {
        let rows = nodes.indices.map { index in
            Row(branches: branches(to: index, in: nodes), text: nodes[index].text)
        }
        let column = rows.map { DisplayText.width(of: $0.line) }.max() ?? 0
        return zip(rows, nodes).map { row, node in
            guard let mark = node.mark else { return row }
            let blanks = String(repeating: " ", count: column - DisplayText.width(of: row.line))
            return Row(branches: row.branches, text: row.text, mark: "\(blanks)  ◄ \(mark)")
        }
    }

    /// The number of columns of the longest row.
    package var width: Int { rows.map { DisplayText.width(of: $0.line) }.max() ?? 0 }

    private static func branches(to index: Int, in nodes: [Node]) -> String {
        let level = nodes[index].level
        guard level > 0 else { return "" }
        let goesOn = (1...level).map { level in
            nodes[(index + 1)...].first { $0.level <= level }?.level == level
        }
        return goesOn.dropLast().map { $0 ? "│  " : "   " }.joined()
            + (goesOn.last == true ? "├─ " : "└─ ")
    }

    /// Returns a block as a recorded page has it: drawn, between the same fences. A block with a mistake
    /// stays as it is.
    static func drawn(_ block: String) -> String {
        guard let picture = try? Picture(block) else { return block }
        let fence = String(block.prefix { $0 != "\n" })
        return ([fence] + picture.rows.map(\.line) + ["```"]).joined(separator: "\n")
    }
}

extension Picture.List {
    fileprivate init(_ lines: [String]) throws(Picture.Mistake) {
        line = lines.first ?? ""
        // A comma in a string or in another list separates nothing.
        var (ends, depth, isInString, isEscaped): ([Int], Int, Bool, Bool) = ([], 0, false, false)
        for (column, character) in line.enumerated() {
            switch character {
            case _ where isEscaped: isEscaped = false
            case "\\": isEscaped = isInString
            case "\"": isInString.toggle()
            case _ where isInString: break
            case "[", "{": depth += 1
            case "]", "}": depth -= 1
            case "," where depth == 0: ends.append(column)
            default: break
            }
        }
        ends.append(line.count)
        elements = zip([-1] + ends, ends).map { start, end in
            line.prefix(end).dropFirst(start + 1).trimmingCharacters(in: .whitespaces)
        }
        guard depth == 0, !isInString, !elements.contains("") else {
            throw Picture.Mistake(
                message: "\"\(line)\" is no list: write its elements with commas between them")
        }
        for line in lines.dropFirst() {
            let column = line.prefix { $0 == " " }.count
            let caption = line.dropFirst(column + 1).trimmingCharacters(in: .whitespaces)
            guard line.dropFirst(column).hasPrefix("^"), !caption.isEmpty else {
                throw Picture.Mistake(
                    message: "\"\(line)\" is no arrow: write \"^ words\" below an element of the "
                        + "list or behind the last one")
            }
            let index = ends.firstIndex { column < $0 } ?? elements.count
            arrows.append(Picture.Arrow(index: index, caption: caption, column: column))
        }
    }
}
