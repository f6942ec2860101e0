/// A suggestion for a mistyped word.
package enum SimilarWord {
    /// Returns the candidate whose spelling is nearest to a word, or that begins with it. The result is
    /// nil if no candidate is so near that a slip is likely.
    ///
    ///     SimilarWord.of("--setp", among: ["--step", "--list"])  // "--step"
    package static func of(_ word: String, among candidates: [String]) -> String? {
        let typed = Array(word.lowercased())
        let letters = typed.count { $0 != "-" }
        guard letters > 0 else { return nil }
        if letters > 1, let longer = candidates.first(where: { $0.hasPrefix(word.lowercased()) }) {
            return longer
        }
        let nearest = candidates.map { (word: $0, slips: slips(from: typed, to: Array($0))) }
            .min { $0.slips < $1.slips }
        return nearest.flatMap { $0.slips <= max(1, letters / 2) ? $0.word : nil }
    }

    /// Returns the number of letters that are superfluous, missing, wrong or swapped with their neighbor.
    private static func slips(from word: [Character], to candidate: [Character]) -> Int {
        var rows = [Array(0...candidate.count)]
        for (index, letter) in word.enumerated() {
            var row = [index + 1]
            for (column, wanted) in candidate.enumerated() {
                let isSwapped =
                    index > 0 && column > 0 && letter == candidate[column - 1]
                    && word[index - 1] == wanted
                var least = min(rows[index][column + 1], row[column]) + 1
                least = min(least, rows[index][column] + (letter == wanted ? 0 : 1))
                if isSwapped { least = min(least, rows[index - 1][column - 1] + 1) }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[word.count][candidate.count]
    }
}
