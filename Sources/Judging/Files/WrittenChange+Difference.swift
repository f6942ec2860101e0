extension WrittenChange {
    /// Creates the change that makes one text of another, with as few lines as identify the place:
    /// one line above and one below each change, and more of them if these lines occur in the file
    /// more than once.
    ///
    /// If both texts have the same line endings, `try WrittenChange(from: old, to:
    /// new)?.applied(to: old) == new`. The result is `nil` if the texts do not differ.
    ///
    /// - Complexity: O(*n* · *d*) for *n* lines of which *d* differ.
    package init?(from old: String, to new: String) {
        let oldLines = Self.lines(of: old)
        let newLines = Self.lines(of: new)
        let edits = Self.edits(from: oldLines, to: newLines)
        guard !edits.isEmpty else { return nil }
        var ranges: [Range<Int>] = []
        let surroundings = edits.map { Self.surroundings(of: $0.old, in: oldLines) }
        for range in surroundings.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = ranges.last, last.upperBound >= range.lowerBound {
                ranges[ranges.count - 1] =
                    last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
        places = ranges.map { range in
            var place: Place = []
            var line = range.lowerBound
            for edit in edits where range.contains(edit.old) {
                place += Self.place(.kept, oldLines[line..<edit.old.lowerBound])
                place += Self.place(.removed, oldLines[edit.old])
                place += Self.place(.added, newLines[edit.new])
                line = edit.old.upperBound
            }
            return place + Self.place(.kept, oldLines[line..<range.upperBound])
        }
    }

    private static func place(_ mark: Line.Mark, _ lines: ArraySlice<String>) -> Place {
        lines.map { Line(mark: mark, text: $0) }
    }

    /// A range of old lines and the new lines that replace it. One of the two may be empty.
    private struct Edit {
        var old: Range<Int>
        var new: Range<Int>
    }

    private static func edits(from old: [String], to new: [String]) -> [Edit] {
        let difference = new.difference(from: old)
        var isRemoved = Set<Int>()
        var isInserted = Set<Int>()
        for change in difference {
            switch change {
            case .remove(let offset, _, _): isRemoved.insert(offset)
            case .insert(let offset, _, _): isInserted.insert(offset)
            }
        }
        var edits: [Edit] = []
        var line = (old: 0, new: 0)
        while line.old < old.count || line.new < new.count {
            let start = line
            while isRemoved.contains(line.old) { line.old += 1 }
            while isInserted.contains(line.new) { line.new += 1 }
            if line != start {
                edits.append(Edit(old: start.old..<line.old, new: start.new..<line.new))
            } else {
                line = (line.old + 1, line.new + 1)
            }
        }
        return edits
    }

    /// Returns the smallest range of lines around an edit that occurs in the file only once.
    private static func surroundings(of edit: Range<Int>, in lines: [String]) -> Range<Int> {
        func widened(above: Int, below: Int) -> Range<Int> {
            max(edit.lowerBound - above, 0)..<min(edit.upperBound + below, lines.count)
        }
        func isUnique(_ range: Range<Int>) -> Bool {
            starts(of: lines[range], in: lines).count == 1
        }
        var size = 1
        while !isUnique(widened(above: size, below: size)), size < lines.count { size += 1 }
        let sizes = (1...size).lazy
        let above = sizes.first { isUnique(widened(above: $0, below: size)) } ?? size
        let below = sizes.first { isUnique(widened(above: above, below: $0)) } ?? size
        return widened(above: above, below: below)
    }
}

extension Range<Int> {
    fileprivate func contains(_ other: Range<Int>) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}
