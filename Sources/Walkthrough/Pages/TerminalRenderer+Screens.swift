import DecodingExplainer

/// Rows that are not cut, if there is room for them.
struct RowGroup {
    let rows: [String]
    var beginsBlock = false
    var isQuestion = false
}

extension TerminalRenderer {
    /// The page as screens that follow each other: one for each question, with the answer to the
    /// one before it, and more where there is no room for all that is new.
    ///
    /// A screen keeps what was above, as far as there is room, under the heading; a question and
    /// its code stay with the answer. What is new is cut between two blocks, and only where that
    /// would leave half a screen empty, above another row.
    ///
    /// - Parameters:
    ///   - page: What to show.
    ///   - height: How many rows the terminal has, the last for a prompt; nil for any number.
    func screens(of page: Page, height: Int?) -> [Screen] {
        var sections: [[RowGroup]] = [[]]
        for block in blocks(of: page) {
            var gap = block.hasGap ? [""] : []
            var isFirst = true
            for piece in block.pieces {
                if piece.isAnswer { sections.append([]) }
                for rows in block.isProse ? [piece.rows] : piece.rows.map({ [$0] }) {
                    sections[sections.count - 1].append(
                        RowGroup(
                            rows: gap + rows, beginsBlock: isFirst,
                            isQuestion: isFirst && block.isQuestion))
                    (gap, isFirst) = ([], false)
                }
            }
        }
        return screens(heading: heading(of: page), sections, height: height)
    }

    /// Sections of rows as screens. Each section but the first answers a question.
    func screens(heading: [String], _ sections: [[RowGroup]], height: Int?) -> [Screen] {
        let room = height.map { max($0 - heading.count - 1, 1) } ?? .max
        var screens: [Screen] = []
        var gone: [RowGroup] = []
        var shown: [RowGroup] = []
        for (answers, section) in sections.enumerated() {
            var kept = shown.lastIndex(where: \.isQuestion).map { Array(shown[$0...]) } ?? []
            if answers == 0 || Self.height(of: kept) > room / 2 { kept = [] }
            var rest = section.flatMap { group in
                group.rows.count <= room ? [group] : group.rows.map { RowGroup(rows: [$0]) }
            }[...]
            repeat {
                let new = Self.beginning(of: rest, below: kept, room: room)
                rest = rest.dropFirst(new.count)
                shown += new
                while Self.height(of: shown) > room { gone.append(shown.removeFirst()) }
                let below = Self.rows(of: shown)
                let isLast = answers == sections.count - 1
                screens.append(
                    Screen(
                        heading: heading,
                        above: Self.rows(of: gone + shown).dropLast(below.count), below: below,
                        next: !rest.isEmpty ? .rest : isLast ? .end : .answer, answers: answers))
                kept = []
            } while !rest.isEmpty
        }
        return screens
    }

    /// As many of the groups as there is room for, one at least.
    private static func beginning(
        of groups: ArraySlice<RowGroup>, below kept: [RowGroup], room: Int
    ) -> ArraySlice<RowGroup> {
        var count = groups.count
        while count > 1, height(of: kept + groups.prefix(count)) > room { count -= 1 }
        guard count < groups.count else { return groups }
        var cut = count
        while cut > 0, !groups[groups.startIndex + cut].beginsBlock { cut -= 1 }
        let isHalf = cut > 0 && height(of: kept + groups.prefix(cut)) >= room / 2
        return groups.prefix(isHalf ? cut : count)
    }

    private static func rows(of groups: [RowGroup]) -> [String] {
        Array(groups.flatMap(\.rows).drop(while: \.isEmpty))
    }

    private static func height(of groups: [RowGroup]) -> Int {
        rows(of: groups).count
    }
}

extension TerminalRenderer {
    /// The compiler's errors as screens, each under its line of code.
    func screens(
        of errors: [Rebuild.CompilerError], under page: Page, height: Int?
    ) -> [Screen] {
        let groups = errors.enumerated().map { index, error in
            var highlighting = CodeHighlighting(.swift)
            var rows = index == 0 ? [] : [""]
            rows += DisplayText.cut(error.location, width: width).map { terminal.paint($0, .faint) }
            if !error.code.isEmpty { rows += self.rows(ofCode: error.code, &highlighting) }
            if !error.code.isEmpty, error.column < width - 3 {
                rows.append("   " + String(repeating: " ", count: error.column) + "▲")
            }
            rows += failure(DisplayText.wrapped(error.message, width: width - 3))
            return RowGroup(rows: rows, beginsBlock: true)
        }
        return screens(heading: heading(of: page), [groups], height: height)
    }
}
