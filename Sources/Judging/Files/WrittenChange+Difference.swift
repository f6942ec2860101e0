extension WrittenChange {
    /// Creates the change that makes one text of another, with one line above and one below each
    /// place, and with more of them if these lines occur in the file more than once.
    ///
    /// If both texts have the same line endings, `try WrittenChange(from: old, to:
    /// new)?.applied(to: old) == new`. The result is `nil` if the texts do not differ.
    package init?(from old: String, to new: String) {
        let lines = Self.difference(from: Self.lines(of: old), to: Self.lines(of: new))
        guard lines.contains(where: { $0.mark != .kept }) else { return nil }
        // The whole file is unique, so some size fits.
        let changes = lines.indices.lazy.map { Self(of: lines, surroundedBy: $0 + 1) }
        guard let change = changes.first(where: { (try? $0.applied(to: old)) != nil }) else {
            return nil
        }
        self = change
    }

    /// Creates the change with the changed lines of a file and some lines around them.
    private init(of lines: [Line], surroundedBy size: Int) {
        let ranges = lines.indices.split { index in
            lines[max(index - size, 0)...min(index + size, lines.count - 1)]
                .allSatisfy { $0.mark == .kept }
        }
        places = ranges.map { Array(lines[$0]) }
    }

    /// Returns the lines of both texts, with their marks.
    private static func difference(from old: [String], to new: [String]) -> [Line] {
        var isRemoved = Set<Int>()
        var isAdded = Set<Int>()
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): isRemoved.insert(offset)
            case .insert(let offset, _, _): isAdded.insert(offset)
            }
        }
        var lines: [Line] = []
        var oldIndex = 0
        var newIndex = 0
        while oldIndex < old.count || newIndex < new.count {
            if isRemoved.contains(oldIndex) {
                lines.append(Line(mark: .removed, text: old[oldIndex]))
                oldIndex += 1
            } else if isAdded.contains(newIndex) {
                lines.append(Line(mark: .added, text: new[newIndex]))
                newIndex += 1
            } else {
                lines.append(Line(mark: .kept, text: old[oldIndex]))
                oldIndex += 1
                newIndex += 1
            }
        }
        return lines
    }
}
