/// The words of a text and of a query, and which of them mean the same.
enum SearchWords {
    /// Words that say nothing of what a page is about.
    static let fillers: Set = [
        "a", "am", "an", "and", "are", "as", "at", "be", "because", "been", "but", "by", "can",
        "cannot", "could", "do", "does", "for", "from", "get", "has", "have", "how", "i", "if",
        "in", "into", "is", "it", "its", "me", "must", "my", "no", "not", "of", "on", "or", "s",
        "should", "so", "t", "that", "the", "there", "this", "to", "too", "use", "versus", "vs",
        "want", "was", "were", "what", "when", "where", "which", "why", "will", "with", "would",
        "you", "your",
    ]

    /// The cases of the errors of decoders and encoders.
    static let errorCases: Set = [
        "datacorrupted", "invalidvalue", "keynotfound", "typemismatch", "valuenotfound",
    ]

    /// The words that stand in every printed error, whatever it says.
    static let errorForm: Set = [
        "associated", "codingkeys", "codingpath", "context", "debug", "debugdescription", "decode",
        "decodingerror", "description", "encodingerror", "error", "expected", "found", "index",
        "instead", "intvalue", "jsonkey", "key", "nil", "optional", "path", "stringvalue", "swift",
        "type", "underlyingerror", "value",
    ]

    /// How many words of a query are looked up, with the parts of names.
    static let most = 100

    /// What people and compilers say, and what the pages say in its place.
    static let synonyms = [
        "ai": ["assistant"],
        "alias": ["names"],
        "anycodable": ["any"],
        "associated": ["values"],
        "background": ["waits"],
        "blocking": ["waits"],
        "boolean": ["bool"],
        "camelcase": ["snake", "codingkeys"],
        "chatgpt": ["assistant"],
        "conform": ["compiler"],
        "conformance": ["compiler"],
        "currency": ["money"],
        "datacorrupted": ["refused", "wrong"],
        "depth": ["deep"],
        "different": ["mixed", "kinds", "other"],
        "discriminator": ["tag"],
        "epoch": ["1970"],
        "extra": ["ignores", "know"],
        "fast": ["cost"],
        "flatten": ["levels"],
        "generic": ["envelope"],
        "heterogeneous": ["mixed"],
        "ignore": ["choose", "leave"],
        "inheritance": ["subclass", "superclass"],
        "initial": ["default", "beginning"],
        "int": ["number", "numbers"],
        "integer": ["number", "numbers"],
        "invalid": ["bad", "broken"],
        "jsonl": ["lines"],
        "kebab": ["custom"],
        "keynotfound": ["missing"],
        "large": ["big"],
        "llm": ["assistant"],
        "lossy": ["fail", "drop"],
        "markdown": ["fence"],
        "missing": ["absent"],
        "ndjson": ["lines"],
        "nested": ["levels", "inside"],
        "nil": ["null"],
        "optional": ["absent", "null"],
        "overflow": ["fit"],
        "partial": ["cut", "pieces"],
        "performance": ["cost"],
        "plist": ["property"],
        "polymorphic": ["mixed", "kinds", "people"],
        "polymorphism": ["mixed", "kinds", "people"],
        "positional": ["places"],
        "precision": ["digits"],
        "price": ["money"],
        "rename": ["names"],
        "retry": ["again"],
        "rfc3339": ["8601"],
        "skip": ["fail", "drop", "bad"],
        "slow": ["cost"],
        "sse": ["events"],
        "streaming": ["pieces"],
        "synthesize": ["compiler"],
        "thread": ["actor"],
        "time": ["day", "moment"],
        "timestamp": ["dates", "moment"],
        "timezone": ["zone"],
        "top": ["root"],
        "truncated": ["cut"],
        "tuple": ["places"],
        "typemismatch": ["wrong"],
        "types": ["kinds"],
        "undefined": ["absent"],
        "unexpected": ["html"],
        "unix": ["1970"],
        "upload": ["send"],
        "utc": ["gmt"],
        "valuenotfound": ["null"],
    ]

    /// The endings in which forms of the same word differ.
    static let endings = ["ies", "ing", "es", "ed", "s", "e", "y"]

    /// Returns the words of a text, in small letters. A name such as `decodeIfPresent` is a word, and
    /// so is each of its parts.
    static func words(of text: String) -> [String] {
        names(in: text).flatMap { [$0.word] + $0.parts }
    }

    /// Returns the first names that a query asks for, each once.
    static func names(inQuery query: String) -> [Name] {
        let names = names(in: query)
        let isError = names.contains { errorCases.contains($0.word) }
        var known = isError ? fillers.union(errorForm) : fillers
        var left = most
        return names.filter { known.insert($0.word).inserted }.filter { name in
            left -= 1 + name.parts.count
            return left >= 0
        }
    }

    private static func names(in text: String) -> [Name] {
        text.split { !$0.isLetter && !$0.isNumber }.map(Name.init)
    }

    /// A word, and its parts if it is a name in camel case, all in small letters.
    struct Name {
        let word: String
        let parts: [String]

        init(_ name: Substring) {
            word = name.lowercased()
            var parts: [String] = []
            var remaining = name
            while !remaining.isEmpty {
                let capitals = remaining.prefix { $0.isUppercase }
                let others = remaining.dropFirst(capitals.count).prefix { !$0.isUppercase }
                // The last capital of `URLSession` begins the next part.
                let isWhole = capitals.count < 2 || others.first?.isLetter != true
                let length = isWhole ? capitals.count + others.count : capitals.count - 1
                parts.append(remaining.prefix(length).lowercased())
                remaining = remaining.dropFirst(length)
            }
            self.parts = parts.count > 1 ? parts : []
        }
    }

    /// A word of a query, to compare words of pages with.
    struct Wanted {
        private let word: String
        private let stem: Substring
        private let synonyms: [String]

        init(_ word: String) {
            self.word = word
            stem = SearchWords.stem(word)
            synonyms = SearchWords.synonyms[word, default: []]
        }

        /// Returns how much a word of a page has to do with this one: 1 if they mean the same, 0 if
        /// they are not related.
        func likeness(of other: String) -> Double {
            if other == word || synonyms.contains(other) { return 1 }
            // The pages write the numbers of lessons with two digits.
            if word.count == 1, other == "0\(word)" { return 1 }
            guard other.hasPrefix(stem) else { return 0 }
            if SearchWords.stem(other) == stem { return 0.9 }
            return word.count > 3 && other.hasPrefix(word) ? 0.3 : 0
        }
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
}
