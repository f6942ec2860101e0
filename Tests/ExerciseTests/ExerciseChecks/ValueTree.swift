import Foundation

/// A tree of the parts of a value or a document, which can be printed and compared part by part.
///
/// A value is printed as Swift writes it, a document as JSON. Lists and records of both have the
/// same structure.
struct ValueTree {
    struct Child {
        /// The key by which the parts of two trees are matched. It is `nil` in a list, whose
        /// elements are matched by their places.
        let key: String?
        /// The label that is printed before the part: `cars: ` or `"cars": `.
        let label: String
        let tree: ValueTree
    }

    /// The text of a leaf, or the text before the children.
    let open: String
    var close = ""
    var children: [Child]?
    /// The value by which two leaves are compared. Without it, they are compared by their text.
    var meaning: String?
    /// A Boolean value that indicates whether there are spaces inside the brackets.
    var isSpaced = false

    /// The tree on one line.
    var line: String {
        guard let children, !children.isEmpty else { return open + close }
        let blank = isSpaced ? " " : ""
        return open + blank + children.map { $0.label + $0.tree.line }.joined(separator: ", ")
            + blank + close
    }

    /// Returns the tree on one line, shortened to a number of characters.
    func line(limit: Int) -> String {
        let line = line
        return line.count <= limit ? line : line.prefix(limit - 1) + "…"
    }
}

// MARK: - Documents

extension ValueTree {
    init(_ json: JSON) {
        switch json {
        case .array(let elements):
            self.init(
                open: "[", close: "]",
                children: elements.map { Child(key: nil, label: "", tree: ValueTree($0)) })
        case .object(let members):
            self.init(
                open: "{", close: "}",
                children: members.map {
                    Child(
                        key: $0.key, label: "\(JSON.quoted($0.key)): ", tree: ValueTree($0.value))
                },
                isSpaced: true)
        case .number(let digits):
            // 25, 25.0 and 2.5e1 are one number.
            let number = Decimal(string: digits, locale: Locale(identifier: "en_US_POSIX"))
            self.init(open: digits, meaning: number?.description)
        case .null, .bool, .string:
            self.init(open: json.compactText)
        }
    }
}

// MARK: - Values

extension ValueTree {
    /// Creates the tree of a value, as Swift would write it.
    init(describing value: Any, depth: Int = 0) {
        let mirror = Mirror(reflecting: value)
        if let text = Self.text(ofSimple: value) {
            self.init(open: text)
        } else if mirror.displayStyle == .optional {
            guard let wrapped = mirror.children.first?.value else {
                self.init(open: "nil")
                return
            }
            self.init(describing: wrapped, depth: depth)
        } else if depth <= Self.deepest, let tree = Self.tree(ofElements: mirror, depth) {
            self = tree
        } else if value is any CustomStringConvertible {
            self.init(open: "\(value)")
        } else if depth <= Self.deepest, let tree = Self.tree(ofParts: mirror, depth) {
            self = tree
        } else {
            self.init(open: mirror.displayStyle == .enum ? ".\(value)" : "\(value)")
        }
    }

    private static let deepest = 12

    /// Returns the text of a value of a type whose parts are of no interest, or `nil` for other
    /// types.
    private static func text(ofSimple value: Any) -> String? {
        switch value {
        case let string as String: string.debugDescription
        case let data as Data: String(data: data, encoding: .utf8)?.debugDescription ?? "\(data)"
        case let date as Date:
            date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        case is any Error: "\(value)"
        default: nil
        }
    }

    /// Returns the tree of an array, a set or a dictionary, or `nil` for other values.
    private static func tree(ofElements mirror: Mirror, _ depth: Int) -> ValueTree? {
        let below = { (value: Any) in ValueTree(describing: value, depth: depth + 1) }
        switch mirror.displayStyle {
        case .collection:
            return ValueTree(
                open: "[", close: "]",
                children: mirror.children.map {
                    Child(key: nil, label: "", tree: below($0.value))
                })
        case .set:
            return ValueTree(
                open: "[", close: "]",
                children: mirror.children.map { below($0.value) }.sorted { $0.line < $1.line }.map {
                    Child(key: $0.line, label: "", tree: $0)
                })
        case .dictionary:
            let pairs = mirror.children.map { pair in
                let parts = Mirror(reflecting: pair.value).children.map { below($0.value) }
                return (key: parts.first?.line ?? "", value: parts.last ?? ValueTree(open: ""))
            }
            return ValueTree(
                open: pairs.isEmpty ? "[:" : "[", close: "]",
                children: pairs.sorted { $0.key < $1.key }.map {
                    Child(key: $0.key, label: "\($0.key): ", tree: $0.value)
                })
        default: return nil
        }
    }

    /// Returns the tree of a value with properties, or of a case of an enum with its associated
    /// values. The result is `nil` for other values.
    private static func tree(ofParts mirror: Mirror, _ depth: Int) -> ValueTree? {
        switch mirror.displayStyle {
        case .struct, .class, .tuple:
            return ValueTree(
                open: (mirror.displayStyle == .tuple ? "" : name(of: mirror)) + "(", close: ")",
                children: properties(of: mirror, depth: depth))
        case .enum:
            guard let child = mirror.children.first else { return nil }
            let payload = Mirror(reflecting: child.value)
            let parts =
                payload.displayStyle == .tuple
                ? properties(of: payload, depth: depth)
                : [
                    Child(
                        key: nil, label: "",
                        tree: ValueTree(describing: child.value, depth: depth + 1))
                ]
            return ValueTree(open: ".\(child.label ?? "")(", close: ")", children: parts)
        default: return nil
        }
    }

    private static func name(of mirror: Mirror) -> String {
        "\(mirror.subjectType)".components(separatedBy: " #1").first ?? ""
    }

    /// Returns the stored properties. Those of superclasses come first.
    private static func properties(of mirror: Mirror, depth: Int) -> [Child] {
        let inherited = mirror.superclassMirror.map { properties(of: $0, depth: depth) } ?? []
        return inherited
            + mirror.children.map { child in
                let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
                return Child(
                    key: label, label: label.map { "\($0): " } ?? "",
                    tree: ValueTree(describing: child.value, depth: depth + 1))
            }
    }
}

// MARK: - Difference

/// The first place where two trees differ.
struct Difference {
    /// The path of the place in each of the two trees, as indices of children.
    var actual: [Int] = []
    var expected: [Int] = []
    /// The text beside the marker in the actual tree.
    var note: String
}

extension ValueTree {
    /// Returns the tree with the children of its records in the order of another tree, as far as
    /// both trees have them.
    func ordered(like model: ValueTree) -> ValueTree {
        guard let children, let modelChildren = model.children else { return self }
        var result = self
        if children.allSatisfy({ $0.key != nil }) {
            let keys = modelChildren.compactMap(\.key)
            let shared = modelChildren.compactMap { modelChild in
                children.first { $0.key == modelChild.key }
            }
            let additional = children.filter { child in !keys.contains { $0 == child.key } }
            // A key that occurs twice stays in the tree twice.
            let doubles = children.filter { child in
                keys.contains { $0 == child.key }
                    && children.filter { $0.key == child.key }.count > 1
            }
            result.children = doubles.isEmpty ? shared + additional : children
        }
        result.children = result.children?.enumerated().map { index, child in
            let match =
                child.key == nil
                ? (modelChildren.indices.contains(index) ? modelChildren[index] : nil)
                : modelChildren.first { $0.key == child.key }
            guard let match else { return child }
            return Child(
                key: child.key, label: child.label, tree: child.tree.ordered(like: match.tree))
        }
        return result
    }

    /// Returns the first difference from the expected tree, or `nil` if the trees are equal.
    func firstDifference(from expected: ValueTree) -> Difference? {
        guard let children, let expectedChildren = expected.children,
            open == expected.open || isSpaced
        else {
            let isSame =
                children == nil && expected.children == nil
                && (meaning ?? open) == (expected.meaning ?? expected.open)
            return isSame ? nil : Difference(note: "expected \(expected.line(limit: 50))")
        }
        for index in 0..<max(children.count, expectedChildren.count) {
            guard children.indices.contains(index) else {
                return Difference(
                    expected: [index],
                    note: expectedChildren[index].key == nil
                        ? "[\(index)] is missing: expected \(expected.counted)"
                        : "\(expectedChildren[index].name) is missing")
            }
            guard expectedChildren.indices.contains(index) else {
                return Difference(
                    actual: [index],
                    note: children[index].key == nil
                        ? "one too many: expected \(expected.counted)"
                        : "\(children[index].name) is not expected")
            }
            let expectedChild = expectedChildren[index]
            guard children[index].key == expectedChild.key else {
                if !children.contains(where: { $0.key == expectedChild.key }) {
                    return Difference(
                        expected: [index], note: "\(expectedChild.name) is missing")
                }
                return Difference(
                    actual: [index], expected: [index],
                    note: "expected \(expectedChild.name) here")
            }
            if var difference = children[index].tree.firstDifference(from: expectedChild.tree) {
                difference.actual.insert(index, at: 0)
                difference.expected.insert(index, at: 0)
                return difference
            }
        }
        return nil
    }

    /// Returns a sentence about the first difference from the expected tree, if it is of a kind that
    /// can be known whatever the check is about: a list in another order, or a value of another
    /// type. Otherwise the result is `nil`.
    func kindOfDifference(from expected: ValueTree) -> String? {
        guard let children, let expectedChildren = expected.children else {
            guard let type = jsonType, let expectedType = expected.jsonType, type != expectedType
            else { return nil }
            return "A value is \(type), and expected is \(expectedType)"
        }
        if isList, expected.isList, children.count == expectedChildren.count {
            var missing = expectedChildren.map(\.tree)
            for child in children {
                guard let index = missing.firstIndex(where: { child.tree.isEqual(to: $0) }) else {
                    break
                }
                missing.remove(at: index)
            }
            if missing.isEmpty { return "Everything is there, in another order" }
        }
        for (child, expectedChild) in zip(children, expectedChildren) {
            guard child.key == expectedChild.key else { return nil }
            if !child.tree.isEqual(to: expectedChild.tree) {
                return child.tree.kindOfDifference(from: expectedChild.tree)
            }
        }
        return nil
    }

    private func isEqual(to other: ValueTree) -> Bool { firstDifference(from: other) == nil }

    private var isList: Bool { children?.allSatisfy { $0.key == nil } == true && open == "[" }

    /// The type of a leaf, in words, if it is one of a document.
    private var jsonType: String? {
        switch open {
        case _ where children != nil: return nil
        case "null", "nil": return open
        case "true", "false": return "a Bool"
        default: break
        }
        guard let first = open.first else { return nil }
        return first == "\"" ? "a string" : first == "-" || first.isNumber ? "a number" : nil
    }

    /// The number of elements, in words: `3 elements`.
    private var counted: String {
        children?.count == 1 ? "1 element" : "\(children?.count ?? 0) elements"
    }
}

extension ValueTree.Child {
    var name: String { key.map { $0.hasPrefix("\"") ? $0 : "`\($0)`" } ?? tree.line(limit: 40) }
}

// MARK: - Excerpts

extension ValueTree {
    /// Returns the tree as lines with their numbers, and with a marker under one of its parts. The
    /// explainer shows documents in the same form.
    ///
    /// - Parameters:
    ///   - place: The path of the part, as indices of children. If there is no such part, the
    ///     nearest one above it is marked.
    ///   - note: The text beside the marker, or `nil` for no marker.
    func excerpt(at place: [Int] = [], note: String?) -> [String] {
        let page = Page(self)
        var place = place
        while page.places[place] == nil, !place.isEmpty { place.removeLast() }
        let (line, column) = page.places[place] ?? (0, 0)
        // A short document is shown as a whole, and a long one only around the place.
        let shown =
            page.lines.count <= 12
            ? page.lines.startIndex..<page.lines.endIndex
            : max(0, line - 3)..<min(page.lines.count, line + 3)
        return shown.flatMap { index -> [String] in
            let number = String(index + 1)
            let gutter = String(repeating: " ", count: max(0, 5 - number.count)) + number + " │ "
            let isMarked = index == line && note != nil
            let (visible, markerColumn) = Self.clipped(
                page.lines[index], around: isMarked ? column : 0)
            guard isMarked, let note else { return [gutter + visible] }
            let blank = "      │ " + String(repeating: " ", count: markerColumn)
            let fits = markerColumn + 2 + note.count <= Self.width
            return [gutter + visible]
                + (fits || note.isEmpty
                    ? [blank + (note.isEmpty ? "▲" : "▲ \(note)")]
                    : note.count < markerColumn
                        ? ["      │ " + note.leftPadded(to: markerColumn - 1) + " ▲"]
                        : [blank + "▲", "      │ \(note)"])
        }
    }

    /// The number of columns of an excerpt, to the right of the gutter.
    private static let width = 68

    private static func clipped(_ line: String, around column: Int) -> (String, Int) {
        guard line.count > width else { return (line, column) }
        let start = column < width - 12 ? 0 : column - width / 3
        let tail = line.dropFirst(start)
        let end = tail.count > width ? "…" : ""
        let visible = (start > 0 ? "…" : "") + tail.dropFirst(start > 0 ? 1 : 0).prefix(width - 1)
        return (visible + end, column - start)
    }

    /// The tree as lines that are short enough for an excerpt.
    var lines: [String] { Page(self).lines }

    private struct Page {
        var lines: [String] = [""]
        /// The beginning of each part, by its path as indices of children.
        var places: [[Int]: (line: Int, column: Int)] = [:]

        init(_ tree: ValueTree) { write(tree, at: [], label: "", indent: 0) }

        private mutating func write(_ tree: ValueTree, at place: [Int], label: String, indent: Int)
        {
            places[place] = (lines.count - 1, lines[lines.count - 1].count + label.count)
            append(label)
            let children = tree.children ?? []
            let fits = lines[lines.count - 1].count + tree.line.count <= ValueTree.width
            guard !fits, !children.isEmpty else {
                append(tree.open)
                if tree.isSpaced, !children.isEmpty { append(" ") }
                for (index, child) in children.enumerated() {
                    write(child.tree, at: place + [index], label: child.label, indent: indent)
                    append(index == children.count - 1 ? (tree.isSpaced ? " " : "") : ", ")
                }
                append(tree.close)
                return
            }
            append(tree.open)
            for (index, child) in children.enumerated() {
                lines.append(String(repeating: " ", count: indent + 2))
                write(child.tree, at: place + [index], label: child.label, indent: indent + 2)
                if index < children.count - 1 { append(",") }
            }
            lines.append(String(repeating: " ", count: indent))
            append(tree.close)
        }

        private mutating func append(_ text: String) { lines[lines.count - 1] += text }
    }
}

extension String {
    fileprivate func leftPadded(to length: Int) -> String {
        String(repeating: " ", count: max(0, length - count)) + self
    }
}
