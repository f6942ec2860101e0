import Foundation

/// The words of all pages, and how much each page is about them. The site's search and
/// `workbook find` look them up in the same way.
package struct SearchIndex: Sendable {
    /// A part of a page that can be found.
    package struct Entry: Sendable {
        /// The place to which the search leads: an address, or a command.
        package let place: String
        /// The title of the page.
        package let page: String
        /// The title of the part.
        package let title: String
        /// The text that a reader sees without answering a question.
        package let text: String
        /// The text of the results. A search finds the part by it and does not show it.
        package let results: String
        /// How much its words weigh. The earlier a lesson is, the more, because it introduces what later ones
        /// use.
        let prominence: Double

        /// - Parameter lesson: The number of the lesson to which the part belongs, if there is one.
        package init(
            place: String, page: String, title: String, text: String, results: String,
            lesson: String?
        ) {
            self.place = place
            self.page = page
            self.title = title
            self.text = text
            self.results = results
            prominence = 1 + 0.7 / (lesson.flatMap(Double.init) ?? .infinity)
        }
    }

    package let entries: [Entry]
    /// For each word, the entries that have it, by their numbers, and the weight of the word there.
    /// A word that few entries have weighs more.
    private let weights: [String: [Int: Double]]

    package init(_ entries: [Entry]) {
        var weights: [String: [Int: Double]] = [:]
        for (number, entry) in entries.enumerated() {
            let parts = [
                (entry.title, 8.0), (entry.page, 5.0), (entry.text, 1.0), (entry.results, 0.5),
            ]
            for (text, weight) in parts {
                let counts = Dictionary(
                    SearchWords.words(of: text).map { ($0, 1.0) }, uniquingKeysWith: +)
                for (word, count) in counts {
                    // The tenth time, a word says little more than the second time.
                    weights[word, default: [:]][number, default: 0] +=
                        weight * (1 + log(count)) * entry.prominence
                }
            }
        }
        self.entries = entries
        self.weights = weights.mapValues { places in
            let rarity = Self.rarity(of: places, among: entries)
            return places.mapValues { ($0 * rarity * 10).rounded() }
        }
    }

    private static func rarity(of places: [Int: Double], among entries: [Entry]) -> Double {
        log(1 + Double(entries.count) / Double(max(places.count, 1)))
    }

    /// Returns the entries that are about the words of a query, those first that are about most of
    /// them. A word that few entries have counts more.
    package func entries(for query: String) -> [Entry] {
        var scores: [Int: (score: Double, matched: Double)] = [:]
        for name in SearchWords.names(inQuery: query) {
            let places = places(of: name)
            let rarity = Self.rarity(of: places, among: entries)
            // The case of an error says more than the keys that it names.
            let factor = SearchWords.errorCases.contains(name.word) ? 2.0 : 1
            for (number, weight) in places {
                let (score, matched) = scores[number] ?? (0, 0)
                scores[number] = (score + weight * factor, matched + rarity * factor)
            }
        }
        let ranks = scores.mapValues { $0.score * $0.matched }
        return ranks.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map { entries[$0.key] }
    }

    /// Returns the entries that have a name, and those that have all of its parts.
    private func places(of name: SearchWords.Name) -> [Int: Double] {
        var found = places(of: name.word)
        let parts = name.parts.map { places(of: $0) }
        for number in entries.indices {
            let weights = parts.compactMap { $0[number] }
            if weights.count == parts.count, let least = weights.min() {
                found[number] = max(found[number] ?? 0, least * 0.6)
            }
        }
        return found
    }

    /// Returns the entries that have a word, another form of it or a synonym. If there is none, it
    /// returns those that have a word with one slip in it.
    private func places(of word: String) -> [Int: Double] {
        let wanted = SearchWords.Wanted(word)
        let found = places { wanted.likeness(of: $0) }
        return found.isEmpty ? places { SearchWords.isSlip($0, of: word) ? 1 : 0 } : found
    }

    private func places(likeness: (String) -> Double) -> [Int: Double] {
        var found: [Int: Double] = [:]
        for (word, places) in weights {
            let likeness = likeness(word)
            if likeness == 0 { continue }
            found.merge(places.mapValues { $0 * likeness }, uniquingKeysWith: max)
        }
        return found
    }

    /// The index as a script for a browser, where `site.js` does what ``entries(for:)`` does.
    package var script: String {
        struct Script: Encodable {
            let entries: [[String]]
            let weights: [String: [Int]]
            let synonyms: [String: [String]]
            let fillers: [String]
            let errorCases: [String]
            let errorForm: [String]
            let most: Int
            let endings: [String]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        let script = Script(
            entries: entries.map { [$0.place, $0.page, $0.title, $0.text] },
            weights: weights.mapValues { places in
                places.sorted { $0.key < $1.key }.flatMap { [$0.key, Int($0.value)] }
            },
            synonyms: SearchWords.synonyms, fillers: SearchWords.fillers.sorted(),
            errorCases: SearchWords.errorCases.sorted(),
            errorForm: SearchWords.errorForm.sorted(), most: SearchWords.most,
            endings: SearchWords.endings)
        // Strings and whole numbers can always be encoded.
        let data = (try? encoder.encode(script)) ?? Data("{}".utf8)
        return "globalThis.searchIndex = " + String(decoding: data, as: UTF8.self) + ";\n"
    }
}
