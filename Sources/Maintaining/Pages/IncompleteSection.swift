import Judging

/// The error of an incomplete section of a page. Its description follows the section's heading.
struct IncompleteSection: Error, CustomStringConvertible {
    let description: String
}

extension MarkdownPage.Section {
    /// Returns the change in the section's block that is marked diff.
    ///
    /// - Throws: ``IncompleteSection`` if there is not exactly one such block, or if it cannot be
    ///   read.
    func change() throws(IncompleteSection) -> WrittenChange {
        let blocks = blocks.filter { $0.language == "diff" }
        guard let block = blocks.first, blocks.count == 1 else {
            throw IncompleteSection(
                description: "has \(blocks.count) blocks marked diff. It needs one, which says how "
                    + "the answer differs from the solution.")
        }
        guard block.isClosed else {
            throw IncompleteSection(
                description: "has a block that never ends. Add the fence below it.")
        }
        do {
            return try WrittenChange(lines: block.lines)
        } catch {
            throw IncompleteSection(description: "cannot be read. \(error.description)")
        }
    }
}
