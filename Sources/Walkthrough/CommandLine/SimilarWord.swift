/// What somebody meant who mistyped a word.
package enum SimilarWord {
    /// The word that is nearest by its spelling, or begins like it, if it is so near that a slip is likely.
    ///
    ///     SimilarWord.of("--setp", among: ["--step", "--list"])  // "--step"
    package static func of(_ word: String, among known: [String]) -> String? {
        let typed = Array(word.lowercased())
        let letters = typed.count { $0 != "-" }
        guard letters > 0 else { return nil }
        if letters > 1, let longer = known.first(where: { $0.hasPrefix(word.lowercased()) }) {
            return longer
        }
        let nearest = known.map { (word: $0, slips: slips(from: typed, to: Array($0))) }
            .min { $0.slips < $1.slips }
        return nearest.flatMap { $0.slips <= max(1, letters / 2) ? $0.word : nil }
    }

    /// How many letters are too much, missing, wrong or swapped with their neighbor.
    private static func slips(from word: [Character], to other: [Character]) -> Int {
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
            rows.append(row)
        }
        return rows[word.count][other.count]
    }
}
