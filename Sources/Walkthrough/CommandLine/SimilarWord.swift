import DecodingExplainer

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
        let nearest = candidates.map {
            (word: $0, slips: Spelling.slips(from: typed, to: Array($0)))
        }
        .min { $0.slips < $1.slips }
        return nearest.flatMap { $0.slips <= max(1, letters / 2) ? $0.word : nil }
    }
}
