/// A value that was found in a document.
struct FoundValue {
    enum Shape {
        case object
        case array
        case string(Range<Int>)
        case number(Range<Int>)
        case literal(DocumentScanner.JSONLiteral)
    }

    let place: DocumentPlace
    let shape: Shape
    /// How many elements of the path lead to this value.
    let depth: Int
    /// How many elements or keys an array or object has, as far as the document could be read.
    var count = 0
    /// The keys of an object.
    var neighbors: KeyNeighbors
    /// The first keys of an object that hold an array.
    var arrayKeys: [String] = []
}

/// A search for the value that a coding path leads to.
///
/// An exact key wins over one that is equal except for case, underscores and hyphens, which a
/// `keyDecodingStrategy` may have converted; of equal keys the first wins, as it does for
/// `JSONDecoder`.
struct DocumentSearch {
    private enum Element {
        case index(Int)
        case key(KeySpelling)
    }

    private struct Link {
        var hasExactMatch = false
        var hasSimilarMatch = false
    }

    private let path: [Element]
    private let missingKey: KeySpelling?
    /// One link for each open container that is on the path.
    private var chain: [Link] = []
    private var found: FoundValue?
    private var isInsideFound = false

    private init(path: [any CodingKey], missingKey: String?) {
        self.path = path.map { key in
            key.arrayIndex.map(Element.index) ?? .key(KeySpelling(key.stringValue))
        }
        self.missingKey = missingKey.map(KeySpelling.init)
    }

    /// Returns the value that `path` leads to or, if the document has no such value, the deepest
    /// value on the way, and `nil` if there is no value at all.
    ///
    /// - Parameter missingKey: The key whose nearest neighbors are wanted.
    /// - Complexity: O(*n*), where *n* is the number of bytes of the document.
    static func value(
        at path: [any CodingKey], missingKey: String? = nil, in bytes: DocumentBytes
    ) -> FoundValue? {
        var search = DocumentSearch(path: path, missingKey: missingKey)
        return search.run(DocumentScanner(bytes))
    }

    private mutating func run(_ scanner: DocumentScanner) -> FoundValue? {
        var scanner = scanner
        // What comes before a fault is as good as ever, so a fault only ends the search.
        while let token = try? scanner.next() {
            switch token {
            case .key:
                noteKey(in: scanner)
            case .end:
                if leaveContainer(in: scanner) { return found }
            case .beginObject:
                _ = enter(.object, in: scanner)
            case .beginArray:
                noteArray(in: scanner)
                _ = enter(.array, in: scanner)
            case .string:
                let contents = scanner.tokenPlace.offset + 1..<scanner.position - 1
                if enter(.string(contents), in: scanner) { return found }
            case .number:
                let text = scanner.tokenPlace.offset..<scanner.position
                if enter(.number(text), in: scanner) { return found }
            case .literal(let literal):
                if enter(.literal(literal), in: scanner) { return found }
            }
        }
        if isInsideFound { found?.count = scanner.openContainers.last?.count ?? 0 }
        return found
    }

    /// Compares a value with the path, and returns whether the search has come to its end.
    private mutating func enter(_ shape: FoundValue.Shape, in scanner: DocumentScanner) -> Bool {
        let isContainer =
            switch shape {
            case .object, .array: true
            default: false
            }
        let depth = scanner.openContainers.count - (isContainer ? 1 : 0)
        guard depth == chain.count, depth <= path.count else { return false }
        if depth > 0 {
            switch match(path[depth - 1], scanner.openContainers[depth - 1], in: scanner.bytes) {
            case .exact where !chain[depth - 1].hasExactMatch:
                chain[depth - 1].hasExactMatch = true
            case .similar
            where !chain[depth - 1].hasExactMatch
                && !chain[depth - 1].hasSimilarMatch:
                chain[depth - 1].hasSimilarMatch = true
            default:
                return false
            }
        }
        found = FoundValue(
            place: scanner.tokenPlace, shape: shape, depth: depth,
            neighbors: KeyNeighbors(to: depth == path.count ? missingKey : nil))
        isInsideFound = isContainer
        if isContainer, depth < path.count { chain.append(Link()) }
        return !isContainer && isSettled
    }

    /// Whether no later key can be a better match than those that were found.
    private var isSettled: Bool {
        chain.allSatisfy(\.hasExactMatch)
    }

    private func match(
        _ element: Element, _ container: DocumentScanner.OpenContainer, in bytes: DocumentBytes
    ) -> KeySpelling.Match {
        switch element {
        case .index(let index):
            !container.isObject && container.count - 1 == index ? .exact : .none
        case .key(let key):
            container.isObject ? key.match(bytes[container.key]) : .none
        }
    }

    private mutating func noteKey(in scanner: DocumentScanner) {
        guard isInsideFound, let container = scanner.openContainers.last,
            container.place == found?.place
        else { return }
        found?.neighbors.insert(scanner.bytes[container.key])
    }

    private mutating func noteArray(in scanner: DocumentScanner) {
        guard isInsideFound, let container = scanner.openContainers.dropLast().last,
            container.isObject, container.place == found?.place,
            let found, found.arrayKeys.count < 3
        else { return }
        self.found?.arrayKeys.append(KeyText.unescaped(scanner.bytes[container.key].prefix(240)))
    }

    /// Notes the end of a container, and returns whether the search has come to its end.
    private mutating func leaveContainer(in scanner: DocumentScanner) -> Bool {
        guard let closed = scanner.closedContainer else { return false }
        let isFound = isInsideFound && closed.place == found?.place
        if isFound {
            found?.count = closed.count
            isInsideFound = false
        }
        let isOnPath = scanner.openContainers.count < chain.count
        if isOnPath { chain.removeLast() }
        return (isFound || isOnPath) && isSettled
    }
}

extension DocumentSearch {
    /// Returns the coding paths of the tokens at `offsets`, which are in ascending order, and
    /// their places.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes up to the last offset.
    static func paths(
        toOffsets offsets: [Int], in bytes: DocumentBytes
    ) -> [(path: String, place: DocumentPlace)] {
        var results: [(path: String, place: DocumentPlace)] = []
        var scanner = DocumentScanner(bytes)
        while results.count < offsets.count, let token = try? scanner.next() {
            while results.count < offsets.count, scanner.position > offsets[results.count] {
                results.append((path(of: token, in: scanner), scanner.tokenPlace))
            }
        }
        return results
    }

    private static func path(
        of token: DocumentScanner.Token, in scanner: DocumentScanner
    ) -> String {
        var containers = scanner.openContainers[...]
        switch token {
        case .beginObject, .beginArray: containers = containers.dropLast()
        default: break
        }
        var path = ""
        for container in containers {
            if container.isObject {
                path.appendPathComponent(forKey: KeyText.unescaped(scanner.bytes[container.key]))
            } else {
                path += "[\(container.count - 1)]"
            }
        }
        return path
    }
}
