/// A key to compare the keys of a document with, exactly and by its spelling.
struct KeySpelling {
    enum Match {
        case exact
        /// Equal except for case, underscores and hyphens.
        case similar
        case none
    }

    /// The largest number of bytes of the folded form by which keys are compared.
    static let comparedLength = 64

    let text: String
    private let utf8: [UInt8]
    /// The key in lowercase, without underscores and hyphens.
    let folded: [UInt8]

    init(_ text: String) {
        self.text = text
        utf8 = Array(text.utf8)
        // A longer key is not a misspelled one: it is the same, or it is another.
        folded = utf8.count > 1000 ? [] : Self.folded(text)
    }

    /// Returns a key in lowercase, without underscores, hyphens and invisible characters.
    private static func folded(_ text: String) -> [UInt8] {
        var visible = String.UnicodeScalarView()
        visible.append(
            contentsOf: text.unicodeScalars.filter { !DocumentCharacter.isInvisible($0) })
        return String(visible).lowercased().utf8.filter {
            $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-")
        }
    }

    /// Returns a Boolean value that indicates whether a key of the document is short enough to be this one,
    /// even if every character is an escape and there are some more underscores.
    func mayMatch(_ key: DocumentBytes.SubSequence) -> Bool {
        key.count <= 6 * utf8.count + 240
    }

    /// Compares this key with a key of the document, given as the bytes between its quotes.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    func match(_ key: DocumentBytes.SubSequence) -> Match {
        guard mayMatch(key) else { return .none }
        guard key.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\\") }) else {
            let other = KeyText.unescaped(key)
            if other == text { return .exact }
            guard !folded.isEmpty else { return .none }
            return Self.folded(other) == folded ? .similar : .none
        }
        if key.elementsEqual(utf8) { return .exact }
        let isSimilar = key.lazy.compactMap(KeyText.foldedASCII).elementsEqual(folded)
        return isSimilar && !folded.isEmpty ? .similar : .none
    }

    /// Returns the folded form of a key of the document, cut to `comparedLength`.
    static func comparedForm(of key: DocumentBytes.SubSequence) -> [UInt8] {
        let plain = key.prefix { $0 < 0x80 && $0 != UInt8(ascii: "\\") }
        let form = Array(plain.lazy.compactMap(KeyText.foldedASCII).prefix(comparedLength))
        if plain.count == key.count || form.count == comparedLength { return form }
        let start = KeyText.unescaped(key.prefix(4 * comparedLength))
        return Array(folded(start).prefix(comparedLength))
    }
}
