/// The words of a text and of a query, and which of them mean the same.
package enum SearchWords {
    /// Words that say nothing of what a page is about.
    static let fillers: Set = [
        "a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from", "has",
        "have", "how", "i", "in", "is", "it", "my", "of", "on", "or", "so", "that", "the", "this",
        "to", "use", "vs", "versus", "what", "when", "where", "which", "why", "with", "you",
    ]

    /// The cases of the decoder's errors. Whoever pastes a whole error asks for its case.
    static let errorCases: Set = [
        "datacorrupted", "invalidvalue", "keynotfound", "typemismatch", "valuenotfound",
    ]

    /// What people ask for under another name than that of the pages.
    static let synonyms = [
        "anycodable": ["any"],
        "associated": ["values"],
        "camelcase": ["snake", "codingkeys"],
        "datacorrupted": ["refused", "wrong"],
        "different": ["mixed", "kinds"],
        "flatten": ["levels"],
        "generic": ["envelope"],
        "heterogeneous": ["mixed"],
        "ignore": ["choose", "leave"],
        "inheritance": ["subclass", "superclass"],
        "int": ["number", "numbers"],
        "integer": ["number", "numbers"],
        "keynotfound": ["missing"],
        "large": ["big"],
        "lossy": ["fail", "drop"],
        "missing": ["absent"],
        "nil": ["null"],
        "optional": ["absent", "null"],
        "partial": ["cut", "pieces"],
        "plist": ["property"],
        "polymorphic": ["mixed", "kinds", "people"],
        "polymorphism": ["mixed", "kinds", "people"],
        "positional": ["places"],
        "rename": ["names"],
        "sse": ["events"],
        "streaming": ["pieces"],
        "time": ["day", "moment"],
        "timestamp": ["dates", "moment"],
        "truncated": ["cut"],
        "typemismatch": ["wrong"],
        "types": ["kinds"],
        "undefined": ["absent"],
        "unix": ["1970"],
        "valuenotfound": ["null"],
    ]

    /// The endings in which forms of the same word differ.
    static let endings = ["ies", "ing", "es", "ed", "s", "e", "y"]

    /// Returns the words of a text, in small letters. A name such as `decodeIfPresent` is a word, and
    /// so is each of its parts.
    package static func words(of text: String) -> [String] {
        text.split { !$0.isLetter && !$0.isNumber }.flatMap { word in
            [word.lowercased()] + parts(of: word)
        }
    }

    /// Returns the words that a query asks for.
    package static func words(ofQuery query: String) -> [String] {
        let words = query.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
        if words.count > 6, let name = words.first(where: errorCases.contains) { return [name] }
        let important = words.filter { !fillers.contains($0) }
        return important.isEmpty ? words : important
    }

    /// Returns how much a word of a page has to do with a word of a query: 1 if they are the same, 0 if
    /// they are not related.
    static func likeness(of word: String, to wanted: String) -> Double {
        if word == wanted { return 1 }
        if stem(word) == stem(wanted) { return 0.9 }
        if synonyms[wanted, default: []].contains(word) { return 0.7 }
        return wanted.count > 3 && word.hasPrefix(wanted) ? 0.3 : 0
    }

    /// Returns whether two words of at least four letters differ in one letter, or in the order of two.
    static func isSlip(_ word: String, of wanted: String) -> Bool {
        guard word.count > 3, wanted.count > 3 else { return false }
        let start = zip(word, wanted).prefix { $0 == $1 }.count
        let left = word.dropFirst(start)
        let right = wanted.dropFirst(start)
        return left.dropFirst() == right || left == right.dropFirst()
            || left.dropFirst() == right.dropFirst()
            || left.dropFirst(2) == right.dropFirst(2)
                && left.prefix(2) == String(right.prefix(2).reversed())
    }

    private static func stem(_ word: String) -> Substring {
        let ending = endings.first { word.count > $0.count + 2 && word.hasSuffix($0) }
        return word.dropLast(ending?.count ?? 0)
    }

    /// Returns the parts of a name in camel case, in small letters, or none for an ordinary word.
    private static func parts(of name: Substring) -> [String] {
        let parts = name.matches(of: /[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/).map { $0.0.lowercased() }
        return parts.count > 1 ? parts : []
    }
}
