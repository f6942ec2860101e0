import DecodingExplainer

extension Explanation.Path {
    /// The path as a JSON Pointer (RFC 6901): `/launches/3/rocket/name`; empty for the root.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the path.
    public var pointer: String {
        components.map { component in
            switch component {
            case .index(let index):
                "/\(index)"
            case .key(let key):
                "/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
            }
        }
        .joined()
    }

    /// The path without its indexes, for grouping: `launches[].rocket.name`. The same problem in every
    /// element of a list has one path.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the path.
    public var withoutIndexes: String {
        text { _ in "[]" }
    }
}
