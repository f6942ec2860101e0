extension Explanation {
    /// The way from the root of a document to a value: keys of objects and indexes of arrays.
    ///
    /// Its ``description`` is what a reader would write, `launches[3].rocket.name`; the path of the
    /// root is empty.
    public struct Path: Sendable {
        /// One step of the way.
        public enum Component: Sendable, Hashable {
            /// The key of an object.
            case key(String)
            /// The index of an element of an array, from 0.
            case index(Int)
        }

        /// The steps, the first from the root on.
        public let components: [Component]
        /// A Boolean value for each step that indicates whether it is known to be a case of a program's
        /// `CodingKeys`. Such a step tells nothing about the contents of a document.
        package let isDeclared: [Bool]

        /// Creates a path of its steps.
        public init(_ components: [Component]) {
            self.components = components
            isDeclared = components.map { _ in false }
        }

        /// Creates the path that the coding keys of an error make. Of a very long key, 200 characters are
        /// kept.
        ///
        /// - Complexity: O(*n*), where *n* is the length of the path.
        public init(_ codingPath: some Sequence<any CodingKey>) {
            let keys = Array(codingPath)
            components = keys.map { key in
                key.arrayIndex.map(Component.index) ?? .key(DisplayText.clipped(key.stringValue))
            }
            isDeclared = keys.map { key in
                guard key.arrayIndex == nil else { return false }
                let mirror = Mirror(reflecting: key)
                return mirror.displayStyle == .enum && mirror.children.isEmpty
            }
        }

        /// A Boolean value that indicates whether this is the path of the root.
        public var isEmpty: Bool { components.isEmpty }
    }
}

extension Explanation.Path: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        left.components == right.components
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(components)
    }
}

extension Explanation.Path: CustomStringConvertible {
    /// The path as a reader would write it: `launches[3].rocket.name`, or `styles["pale ale"]`.
    public var description: String {
        text { "[\($0)]" }
    }

    /// Returns the path as text.
    ///
    /// - Parameter element: A function that returns the text for an index.
    package func text(_ element: (Int) -> String) -> String {
        var path = ""
        for component in components {
            switch component {
            case .index(let index): path += element(index)
            case .key(let key) where Self.isIdentifier(key): path += path.isEmpty ? key : ".\(key)"
            case .key(let key): path += "[\(DisplayText.quoted(key, limit: .max))]"
            }
        }
        return path
    }

    /// Returns a Boolean value that indicates whether a key can be written without brackets and quotes.
    private static func isIdentifier(_ key: String) -> Bool {
        guard let first = key.first, first.isLetter || first == "_" else { return false }
        return key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}

extension Sequence<any CodingKey> {
    /// The path as a reader would write it: `launches[3].rocket.name`.
    ///
    /// A key that is no identifier stands in brackets and quotes, `styles["pale ale"]`. An element
    /// is an array index when it has the form that `JSONDecoder` gives to one; a dictionary key
    /// that is an integer stays a key, `scores["3"]`. The empty path is `""`.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the path, keys included.
    public var readablePath: String {
        Explanation.Path(self).description
    }
}

extension CodingKey {
    /// The array index that this key stands for, or `nil` if it is the key of an object.
    ///
    /// An integer key of a dictionary has an `intValue` too, so the text decides.
    var arrayIndex: Int? {
        guard let intValue, intValue >= 0, stringValue == "Index \(intValue)" else { return nil }
        return intValue
    }
}
