import Foundation

/// What a query string has at one path: the tree that is read from the text, or written to it.
///
///     mission=Telstar+19V&payloads[0].name=Telstar&payloads[0].mass=7075&patch
///
/// The format is that of web forms
/// (https://url.spec.whatwg.org/#application/x-www-form-urlencoded): pairs with `&` between them,
/// names and values percent-encoded, `+` for a space. It has five rules of its own.
///
/// - A name is a path to a value: `payloads[0].name`. The elements of an array may come in any
///   order, and none may be missing.
/// - A dot, a bracket or a backslash in a name has a backslash before it: `v1\.5`. A path that
///   begins with a dot begins with a name: `.` alone is the empty name.
/// - A name without an equals sign is null: `patch`. With one, it is an empty string: `patch=`.
/// - Empty brackets are an empty array or object: `payloads[]`. So is an empty query.
/// - A single value at the root has an empty path: `=8.9`.
enum QueryValue: Equatable {
    case null
    case text(String)
    case object([String: QueryValue])
    case array([QueryValue])
    case empty  // an empty array or an empty object
}

extension QueryValue {
    /// Reads a query, pair by pair, and makes a tree of the paths.
    ///
    /// - Parameter query: The query, with its percent-encoding and without the question mark.
    /// - Throws: `DecodingError.dataCorrupted` for bad percent-encoding, a bad path, two values at
    ///   one path, an array with a gap.
    /// - Complexity: O(*n*) in the length of the query.
    init(parsing query: String) throws {
        let pairs = query.utf8.split(separator: UInt8(ascii: "&"))
        self = pairs.isEmpty ? .empty : try Self.tree(of: pairs.map(Self.leaf))
    }

    /// A pair of the query.
    private struct Leaf {
        let path: [QueryKey]
        let value: QueryValue
    }

    private static func leaf(of pair: Substring.UTF8View) throws -> Leaf {
        let parts = pair.split(
            separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = decoded(parts[0]), let path = QueryPath(name) else {
            throw corrupted([], "Not a path: \(Substring(parts[0].prefix(80)))")
        }
        if parts.count == 1 {
            return Leaf(path: path.keys, value: path.isOfEmptyValue ? .empty : .null)
        }
        guard let text = decoded(parts[1]), !path.isOfEmptyValue else {
            throw corrupted(path.keys, "Not a value: \(Substring(parts[1].prefix(80)))")
        }
        return Leaf(path: path.keys, value: .text(text))
    }

    /// Undoes the percent-encoding.
    ///
    /// - Returns: nil for a `%` without two digits, and for bytes that are not UTF-8.
    private static func decoded(_ part: Substring.UTF8View) -> String? {
        let bytes = part.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: bytes, as: UTF8.self).removingPercentEncoding
    }

    /// - Parameters:
    ///   - leaves: At least one.
    ///   - depth: How many keys of the paths lead here. They are the same in all paths.
    private static func tree(of leaves: [Leaf], depth: Int = 0) throws -> QueryValue {
        let here = Array(leaves[0].path.prefix(depth))
        if let leaf = leaves.first(where: { $0.path.count == depth }) {
            if leaves.count == 1 { return leaf.value }
            throw corrupted(here, "The query has more than one value here.")
        }
        let parts = try Dictionary(grouping: leaves) { $0.path[depth] }
            .mapValues { try tree(of: $0, depth: depth + 1) }
        let names = parts.filter { $0.key.intValue == nil }
        if names.count == parts.count {
            return .object(Dictionary(uniqueKeysWithValues: names.map { ($0.stringValue, $1) }))
        }
        if !names.isEmpty { throw corrupted(here, "The query has an object and an array here.") }
        return .array(
            try (0..<parts.count).map { index in
                if let element = parts[QueryKey(intValue: index)] { return element }
                throw corrupted(here, "The array has no element [\(index)].")
            })
    }

    private static func corrupted(_ path: [QueryKey], _ description: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: description))
    }
}

// MARK: - Writing

extension QueryValue {
    /// The query, sorted by name. Null has no path at the root, so it is an empty query there.
    ///
    /// Brackets are percent-encoded too. In a URL they are not allowed, and `URL(string:)` encodes a
    /// query that has them a second time.
    var query: String {
        var pairs: [String] = []
        write(to: &pairs, at: "")
        return pairs.joined(separator: "&")
    }

    private func write(to pairs: inout [String], at path: String) {
        switch self {
        case .null:
            pairs.append(Self.encoded(path))
        case .text(let text):
            pairs.append("\(Self.encoded(path))=\(Self.encoded(text))")
        case .object(let members):
            for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                let dot = path.isEmpty && !name.isEmpty ? "" : "."
                member.write(to: &pairs, at: path + dot + QueryPath.escaped(name))
            }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                element.write(to: &pairs, at: "\(path)[\(index)]")
            }
        case .empty:
            if !path.isEmpty { pairs.append(Self.encoded("\(path)[]")) }
        }
    }

    private static let unencoded = CharacterSet.urlQueryAllowed.subtracting(
        CharacterSet(charactersIn: "&=+;"))

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unencoded) ?? ""
    }
}

// MARK: - Paths

/// A name or an index in a query.
struct QueryKey: CodingKey, Hashable {
    let stringValue: String
    let intValue: Int?

    init(stringValue name: String) {
        stringValue = name
        intValue = nil
    }

    init(intValue index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }
}

/// The names and indices of `payloads[0].name`.
struct QueryPath {
    private(set) var keys: [QueryKey] = []
    /// Whether it ends with `[]`.
    private(set) var isOfEmptyValue = false

    /// As deep as `JSONDecoder` goes. Values are read one inside the other, and a program has only
    /// so much room for that.
    static let deepest = 512

    /// - Returns: nil where a bracket is not closed, an index is not a number, or a backslash has
    ///   nothing to act on.
    init?(_ text: String) {
        var rest = text.utf8[...]
        if let first = rest.first, first != UInt8(ascii: "."), first != UInt8(ascii: "[") {
            guard let name = Self.name(from: &rest) else { return nil }
            keys.append(QueryKey(stringValue: name))
        }
        while let mark = rest.popFirst() {
            guard !isOfEmptyValue, keys.count < Self.deepest else { return nil }
            if mark == UInt8(ascii: ".") {
                guard let name = Self.name(from: &rest) else { return nil }
                keys.append(QueryKey(stringValue: name))
            } else {
                guard mark == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]"))
                else { return nil }
                let digits = Substring(rest[..<end])
                rest = rest[end...].dropFirst()
                if digits.isEmpty {
                    isOfEmptyValue = true
                } else if let index = Int(digits), index >= 0, "\(index)" == digits {
                    keys.append(QueryKey(intValue: index))
                } else {
                    return nil
                }
            }
        }
    }

    /// The name as it stands in a path.
    static func escaped(_ name: String) -> String {
        let bytes = name.utf8.flatMap { byte in
            #".[]\"#.utf8.contains(byte) ? [UInt8(ascii: "\\"), byte] : [byte]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Takes a name from the front, up to a dot or a bracket.
    private static func name(from rest: inout Substring.UTF8View) -> String? {
        var name: [UInt8] = []
        while let byte = rest.first, !".[]".utf8.contains(byte) {
            rest.removeFirst()
            if byte != UInt8(ascii: "\\") {
                name.append(byte)
            } else {
                guard let escaped = rest.popFirst() else { return nil }
                name.append(escaped)
            }
        }
        return String(decoding: name, as: UTF8.self)
    }
}
