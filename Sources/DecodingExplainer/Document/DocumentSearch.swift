/// A value that was found in a document.
struct FoundValue {
    /// The offsets of its bytes, as far as the document could be read.
    var range: Range<Int>
    let kind: Explanation.ValueKind
    /// The number of elements of the path that lead to this value.
    let depth: Int
    /// The number of elements or keys of an array or object, as far as the document could be read.
    var count = 0
    /// The keys of an object.
    var neighbors: KeyNeighbors
    /// The first objects and arrays that are values of an object's keys.
    var members: [Member] = []
    /// The first break of the rules of JSON in a string or number of the document.
    var documentFault: DocumentFault?
    /// The keys of an object by which servers report an error.
    var errorKeys: [String] = []
    /// A key of the path that its object has twice.
    var duplicate: DuplicateKey?
    /// Another place of the missing key.
    var movedKey: MovedKey?
}

extension FoundValue {
    /// An object or array under a key of an object.
    struct Member {
        let key: String
        let isObject: Bool
        /// Its bytes, as far as the document could be read.
        var range: Range<Int>
    }
}

/// A key that an object has twice. `JSONDecoder` reads the first of them.
struct DuplicateKey {
    let key: String
    /// The offsets at which the two begin.
    let first: Int
    let second: Int
}

/// The place of a key that another object should have.
struct MovedKey {
    /// The number of levels by which it is further in (greater than zero) or further out (less than zero).
    let levels: Int
    /// The path of the object that has the key.
    let path: Explanation.Path
}

/// A search for the value that a coding path leads to.
///
/// An exact key wins over one that is equal except for case, underscores and hyphens, which a
/// `keyDecodingStrategy` may have converted; of equal keys the first wins, as it does for
/// `JSONDecoder`. Where the strategy is known, the converted key has to be equal.
struct DocumentSearch {
    private enum Element {
        case index(Int)
        case key(KeySpelling)
    }

    private struct Link {
        var match = KeySpelling.Match.none
        /// The offset at which the exact key begins.
        var keyStart: Int?
    }

    private let document: DocumentReading
    private let codingPath: [any CodingKey]
    private let path: [Element]
    private let missingKey: KeySpelling?
    /// The indices of those elements of the path that are keys of a dictionary.
    private let dictionaryDepths: Set<Int>
    /// One link for each open container that is on the path.
    private var chain: [Link] = []
    private var found: FoundValue?
    private var isInsideFound = false
    /// The offset at which the latest key begins.
    private var latestKey = 0

    private init(path: [any CodingKey], missingKey: String?, in document: DocumentReading) {
        self.document = document
        codingPath = path
        self.path = path.map { key in
            key.arrayIndex.map(Element.index) ?? .key(KeySpelling(key.stringValue))
        }
        self.missingKey = missingKey.map(KeySpelling.init)
        dictionaryDepths = Set(path.indices.filter { Holder([path[$0]]) == .dictionaryValue })
    }

    /// Returns the value that `path` leads to or, if the document has no such value, the deepest
    /// value on the way, and `nil` if there is no value at all.
    ///
    /// - Parameter missingKey: The key whose nearest neighbors are wanted.
    /// - Complexity: O(*n*), where *n* is the number of bytes of the document.
    static func value(
        at path: [any CodingKey], missingKey: String? = nil, in document: DocumentReading
    ) -> FoundValue? {
        var search = DocumentSearch(path: path, missingKey: missingKey, in: document)
        return search.run()
    }

    private mutating func run() -> FoundValue? {
        var scanner = DocumentScanner(document)
        // What comes before a fault is as good as ever, so a fault only ends the search.
        while let token = try? scanner.next() {
            switch token {
            case .key:
                latestKey = scanner.tokenStart
                noteKey(in: scanner)
            case .value(let kind):
                if !kind.isScalar { noteMember(in: scanner) }
                enter(kind, in: scanner)
            case .number:
                enter(.number, in: scanner)
            case .end(let closed):
                leave(closed, in: scanner)
            }
        }
        if isInsideFound, let found {
            self.found?.count = scanner.openContainers.last?.count ?? 0
            self.found?.range = found.range.lowerBound..<scanner.position
        }
        found?.documentFault = scanner.toleratedFault ?? scanner.loneSurrogate
        return found
    }

    /// Compares a value with the path.
    private mutating func enter(_ kind: Explanation.ValueKind, in scanner: DocumentScanner) {
        let isContainer = !kind.isScalar
        let depth = scanner.openContainers.count - (isContainer ? 1 : 0)
        guard depth == chain.count, depth <= path.count else { return }
        if depth > 0 {
            switch match(path[depth - 1], scanner.openContainers[depth - 1], depth - 1) {
            case .exact where chain[depth - 1].match != .exact:
                chain[depth - 1] = Link(match: .exact, keyStart: latestKey)
            case .exact:
                noteDuplicate(in: scanner.openContainers[depth - 1], chain[depth - 1].keyStart)
                return
            case .similar where chain[depth - 1].match == .none:
                chain[depth - 1].match = .similar
            default:
                return
            }
        }
        var value = FoundValue(
            range: scanner.tokenStart..<scanner.position, kind: kind, depth: depth,
            neighbors: KeyNeighbors(to: depth == path.count ? missingKey : nil))
        value.duplicate = found?.duplicate
        if let moved = found?.movedKey, moved.levels < 0 { value.movedKey = moved }
        found = value
        isInsideFound = isContainer
        if isContainer, depth < path.count { chain.append(Link()) }
    }

    private mutating func noteDuplicate(
        in container: DocumentScanner.OpenContainer, _ first: Int?
    ) {
        guard container.isObject, found?.duplicate == nil, let first else { return }
        let key = KeyText.kept(document.bytes[container.key])
        found?.duplicate = DuplicateKey(key: key, first: first, second: latestKey)
    }

    /// Compares an element of the path with a key or an index of a container.
    ///
    /// - Parameter depth: The number of elements of the path that lead to the container.
    private func match(
        _ element: Element, _ container: DocumentScanner.OpenContainer, _ depth: Int
    ) -> KeySpelling.Match {
        switch element {
        case .index(let index):
            !container.isObject && container.count - 1 == index ? .exact : .none
        case .key(let key):
            container.isObject ? match(key, document.bytes[container.key], depth) : .none
        }
    }

    private func match(
        _ key: KeySpelling, _ bytes: DocumentBytes.SubSequence, _ depth: Int
    ) -> KeySpelling.Match {
        // The keys of a dictionary are values, and no strategy changes them.
        guard document.convertsKeys, !dictionaryDepths.contains(depth) else {
            let match = key.match(bytes)
            return document.keepsKeys && match == .similar ? .none : match
        }
        guard key.mayMatch(bytes) else { return .none }
        let converted = document.converted(
            KeyText.unescaped(bytes), in: Array(codingPath.prefix(depth)))
        return converted == key.text ? .exact : .none
    }

    private mutating func noteKey(in scanner: DocumentScanner) {
        guard let depth = found?.depth, let container = scanner.openContainers.last
        else { return }
        if isInsideFound, container.start == found?.range.lowerBound {
            found?.neighbors.insert(document.bytes[container.key])
            noteErrorKey(document.bytes[container.key])
        }
        guard let missingKey else { return }
        let level = scanner.openContainers.count - 1
        let isFurtherIn =
            isInsideFound && depth == path.count && level > depth && level <= depth + 2
        let isFurtherOut = level < chain.count && level < path.count
        guard isFurtherIn || isFurtherOut,
            case let levels = level - path.count,
            found?.movedKey.map({ Self.rank($0.levels) > Self.rank(levels) }) ?? true,
            match(missingKey, document.bytes[container.key], level) == .exact
        else { return }
        let steps = Self.path(of: scanner.openContainers.dropLast(), in: document.bytes)
        found?.movedKey = MovedKey(levels: levels, path: steps)
    }

    /// Returns the rank of another place of the missing key. A near place is likelier than a far one, and a
    /// place further in is likelier than one further out.
    private static func rank(_ levels: Int) -> Int {
        levels > 0 ? 2 * levels : -2 * levels + 1
    }

    private mutating func noteMember(in scanner: DocumentScanner) {
        let parent = scanner.openContainers.count - 2
        guard isInsideFound, parent == found?.depth,
            case let container = scanner.openContainers[parent],
            container.isObject, container.start == found?.range.lowerBound,
            found?.members.count ?? 16 < 16
        else { return }
        let key = KeyText.kept(document.bytes[container.key])
        let isObject = scanner.openContainers[parent + 1].isObject
        let start = scanner.tokenStart
        found?.members.append(.init(key: key, isObject: isObject, range: start..<start))
    }

    private static let errorKeys = ["error", "errors", "fault", "detail", "message"]

    private mutating func noteErrorKey(_ key: DocumentBytes.SubSequence) {
        let name = Self.errorKeys.first { key.elementsEqual($0.utf8) }
        if let name, found?.errorKeys.contains(name) == false { found?.errorKeys.append(name) }
    }

    private mutating func leave(
        _ closed: DocumentScanner.OpenContainer, in scanner: DocumentScanner
    ) {
        let range = closed.start..<scanner.position
        if isInsideFound, closed.start == found?.range.lowerBound {
            found?.count = closed.count
            found?.range = range
            isInsideFound = false
        } else if isInsideFound, let last = found?.members.indices.last,
            found?.members[last].range.lowerBound == closed.start
        {
            found?.members[last].range = range
        }
        if scanner.openContainers.count < chain.count { chain.removeLast() }
    }
}

extension DocumentSearch {
    /// Returns the path into the last of some containers, each of which is inside the one before it.
    static func path(
        of containers: some Sequence<DocumentScanner.OpenContainer>, in bytes: DocumentBytes
    ) -> Explanation.Path {
        Explanation.Path(
            containers.map {
                $0.isObject ? .key(KeyText.kept(bytes[$0.key])) : .index($0.count - 1)
            })
    }
}
