/// The distance between the spellings of two words.
package enum Spelling {
    /// Returns the number of letters that are superfluous, missing, wrong, or swapped with their neighbor.
    ///
    /// - Parameter bound: The largest number that matters. It may be returned for any larger one.
    /// - Complexity: O(*m* × *n*), where *m* and *n* are the lengths of the words.
    package static func slips<Letter: Equatable>(
        from word: [Letter], to other: [Letter], bound: Int = .max
    ) -> Int {
        var rows = [Array(0...other.count)]
        for (index, letter) in word.enumerated() {
            var row = [index + 1]
            for (column, wanted) in other.enumerated() {
                var least = min(rows[index][column + 1], row[column]) + 1
                least = min(least, rows[index][column] + (letter == wanted ? 0 : 1))
                if index > 0, column > 0, letter == other[column - 1], word[index - 1] == wanted {
                    least = min(least, rows[index - 1][column - 1] + 1)
                }
                row.append(least)
            }
            guard row.contains(where: { $0 < bound }) else { return bound }
            rows.append(row)
        }
        return rows[word.count][other.count]
    }
}
