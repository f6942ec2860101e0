/// The keys of one object that are nearest to a missing key, the nearest first.
///
/// Without a missing key these are the first keys of the object. The list is bounded, so that
/// an object of a million keys takes no more memory than one of ten.
struct KeyNeighbors {
    static let limit = 8
    /// The number of keys of an object that are compared letter by letter. Of the others, only a key that
    /// differs in nothing but case, underscores and hyphens counts.
    private static let comparedKeys = 4096

    private let missing: KeySpelling?
    private let target: [UInt8]
    private var neighbors: [(key: String, distance: Int)] = []
    /// The number of keys, those that are not kept included.
    private(set) var count = 0

    init(to missing: KeySpelling?) {
        self.missing = missing
        target = Array((missing?.folded ?? []).prefix(KeySpelling.comparedLength))
    }

    /// The nearest keys, at most `limit`.
    var keys: [String] {
        neighbors.map(\.key)
    }

    /// The nearest key, if it is so near that a slip of spelling is likely.
    var likelyKey: String? {
        guard let nearest = neighbors.first else { return nil }
        return nearest.distance <= (target.count + 1) / 3 ? nearest.key : nil
    }

    /// A Boolean value that indicates whether the nearest key differs by one letter, in a word that is
    /// long enough for that to be a slip.
    var isOneLetterAway: Bool {
        neighbors.first?.distance == 1 && target.count >= 4
    }

    /// Takes a key of the object, given as the bytes between its quotes.
    ///
    /// - Complexity: O(1), since a key is compared by a bounded number of bytes.
    mutating func insert(_ key: DocumentBytes.SubSequence) {
        count += 1
        guard missing != nil else {
            if neighbors.count < Self.limit { keep(key, distance: 0) }
            return
        }
        let isFull = neighbors.count == Self.limit
        let bound = isFull ? neighbors[Self.limit - 1].distance : Int.max
        guard bound > 0 else { return }
        let form = KeySpelling.comparedForm(of: key)
        // The difference of the lengths is a lower bound of the edit distance.
        guard abs(form.count - target.count) < bound else { return }
        guard count <= Self.comparedKeys || form == target else { return }
        let distance = Spelling.slips(from: form, to: target, bound: bound)
        guard distance < bound else { return }
        keep(key, distance: distance)
    }

    private mutating func keep(_ key: DocumentBytes.SubSequence, distance: Int) {
        let index = neighbors.firstIndex { $0.distance > distance } ?? neighbors.endIndex
        neighbors.insert((KeyText.kept(key), distance), at: index)
        if neighbors.count > Self.limit { neighbors.removeLast() }
    }
}
