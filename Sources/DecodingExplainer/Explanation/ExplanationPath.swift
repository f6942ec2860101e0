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
        /// Which of the steps are known to be cases of a program's `CodingKeys`, and so say nothing of
        /// what is in a document.
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

        /// Whether this is the path of the root.
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
        var path = ""
        for component in components {
            switch component {
            case .index(let index): path += "[\(index)]"
            case .key(let key): path.appendPathComponent(forKey: key)
            }
        }
        return path
    }
}
