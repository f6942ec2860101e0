import Foundation

/// A JSON document, in the form in which the checks change and compare it. The keys keep their
/// order, and numbers are stored as they are written, so that no digit is lost.
enum JSON: Equatable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])

    struct Member: Equatable {
        let key: String
        var value: JSON

        fileprivate var compactText: String { "\(JSON.quoted(key)):\(value.compactText)" }
    }

    /// Reads a document.
    ///
    /// - Throws: Foundation's error if the bytes are not JSON.
    init(_ document: Data) throws {
        // Foundation has checked the bytes, so the reader below can trust them.
        _ = try JSONSerialization.jsonObject(with: document, options: .fragmentsAllowed)
        var reader = Reader(remaining: Array(document)[...])
        self = try reader.value()
    }

    init(_ document: String) throws {
        try self.init(Data(document.utf8))
    }

    /// The document without spaces.
    var compactText: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let digits): digits
        case .string(let string): JSON.quoted(string)
        case .array(let elements): "[\(elements.map(\.compactText).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map(\.compactText).joined(separator: ","))}"
        }
    }

    /// Returns a string as JSON writes it.
    static func quoted(_ string: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        guard let data = try? encoder.encode(string) else { return "\"\(string)\"" }
        return String(decoding: data, as: UTF8.self)
    }

    private struct Reader {
        var remaining: ArraySlice<UInt8>

        mutating func value() throws -> JSON {
            skipBlanks()
            switch remaining.first {
            case UInt8(ascii: "{"):
                return .object(
                    try list(until: UInt8(ascii: "}")) { reader in
                        let key = try reader.string()
                        reader.skipBlanks()
                        reader.remaining.removeFirst()
                        return Member(key: key, value: try reader.value())
                    })
            case UInt8(ascii: "["):
                return .array(try list(until: UInt8(ascii: "]")) { try $0.value() })
            case UInt8(ascii: "\""):
                return .string(try string())
            default:
                let end =
                    remaining.firstIndex { ",]} \t\r\n".utf8.contains($0) } ?? remaining.endIndex
                let word = String(decoding: remaining[..<end], as: UTF8.self)
                remaining = remaining[end...]
                switch word {
                case "null": return .null
                case "true", "false": return .bool(word == "true")
                default: return .number(word)
                }
            }
        }

        private mutating func list<Element>(
            until close: UInt8, _ element: (inout Reader) throws -> Element
        ) throws -> [Element] {
            var elements: [Element] = []
            remaining.removeFirst()
            skipBlanks()
            while let first = remaining.first, first != close {
                elements.append(try element(&self))
                skipBlanks()
                if remaining.first == UInt8(ascii: ",") { remaining.removeFirst() }
                skipBlanks()
            }
            remaining = remaining.dropFirst()
            return elements
        }

        private mutating func string() throws -> String {
            var end = remaining.startIndex + 1
            while remaining[end] != UInt8(ascii: "\"") {
                end += remaining[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            let token = Data(remaining[remaining.startIndex...end])
            remaining = remaining[(end + 1)...]
            return try JSONDecoder().decode(String.self, from: token)
        }

        private mutating func skipBlanks() {
            remaining = remaining.drop { " \t\r\n".utf8.contains($0) }
        }
    }
}

// MARK: - Values

extension JSON {
    /// Creates a document of the parts of a value. A part that JSON has no form for becomes a
    /// string with its description.
    init(describing value: Any) {
        // This comes first, because a cast unwraps an optional and a description does not.
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle != .optional else {
            self = mirror.children.first.map { JSON(describing: $0.value) } ?? .null
            return
        }
        switch value {
        case let string as String:
            self = .string(string)
        case let flag as Bool where type(of: value) == Bool.self:
            self = .bool(flag)
        case let number as any BinaryInteger:
            self = .number("\(number)")
        case is Double, is Float, is Decimal:
            let digits = "\(value)"
            self =
                digits.contains(where: \.isLetter) && !digits.contains("e")
                ? .string(digits) : .number(digits)
        case let members as [String: Any?]:
            self = .object(
                members.sorted { $0.key < $1.key }.map {
                    Member(key: $0.key, value: JSON(describing: $0.value as Any))
                })
        case let elements as [Any?]:
            self = .array(elements.map { JSON(describing: $0 as Any) })
        default:
            self = .string("\(value)")
        }
    }
}

// MARK: - Places

extension JSON {
    /// Returns the value at a path, or `nil` if there is none.
    subscript(path: ArraySlice<CodingPath.Step>) -> JSON? {
        guard let step = path.first else { return self }
        switch (self, step) {
        case (.array(let elements), .index(let index)) where elements.indices.contains(index):
            return elements[index][path.dropFirst()]
        case (.object(let members), .key(let key)):
            return members.first { $0.key == key }?.value[path.dropFirst()]
        default:
            return nil
        }
    }

    /// Returns the document with another value at a path, or without the last key of the path if
    /// the value is `nil`.
    func replacing(_ path: ArraySlice<CodingPath.Step>, with value: JSON?) -> JSON {
        guard let step = path.first else { return value ?? self }
        switch (self, step) {
        case (.array(var elements), .index(let index)) where elements.indices.contains(index):
            elements[index] = elements[index].replacing(path.dropFirst(), with: value)
            return .array(elements)
        case (.object(var members), .key(let key)):
            guard let index = members.firstIndex(where: { $0.key == key }) else {
                return .object(members + (value.map { [Member(key: key, value: $0)] } ?? []))
            }
            if path.count == 1, value == nil {
                members.remove(at: index)
            } else {
                members[index].value = members[index].value.replacing(
                    path.dropFirst(), with: value)
            }
            return .object(members)
        default:
            return self
        }
    }
}

extension JSON {
    /// Returns a path as indices of members and elements, as far as the document has it.
    func indices(of path: CodingPath) -> [Int] {
        var value = self
        var indices: [Int] = []
        for step in path.steps {
            switch (value, step) {
            case (.array(let elements), .index(let index)) where index < elements.count:
                indices.append(index)
                value = elements[index]
            case (.object(let members), .key(let key)):
                guard let index = members.firstIndex(where: { $0.key == key }) else {
                    return indices
                }
                indices.append(index)
                value = members[index].value
            default:
                return indices
            }
        }
        return indices
    }
}

/// The path of a value in a document, in the form of the explainer: `trains[0].cars`, and
/// `scores["3 a"]` for a key that is not a name.
///
/// In a pattern, `[]` stands for every index and `*` for every key.
struct CodingPath: Hashable {
    enum Step: Hashable {
        case key(String)
        case index(Int)
        case anyIndex
        case anyKey
    }

    var steps: [Step]

    init(_ steps: [Step]) { self.steps = steps }

    init(_ path: String) {
        steps = []
        var remaining = path[...]
        while let first = remaining.first {
            if first == ".", remaining.count > 1 { remaining.removeFirst() }
            if remaining.hasPrefix("[\""), let end = remaining.firstRange(of: "\"]") {
                let key = remaining[..<end.lowerBound].dropFirst(2)
                steps.append(.key(String(key)))
                remaining = remaining[end.upperBound...]
            } else if remaining.first == "[", let end = remaining.firstIndex(of: "]") {
                let digits = remaining[..<end].dropFirst()
                steps.append(Int(digits).map(Step.index) ?? .anyIndex)
                remaining = remaining[end...].dropFirst()
            } else {
                let end =
                    remaining.dropFirst().firstIndex { $0 == "." || $0 == "[" }
                    ?? remaining.endIndex
                let name = String(remaining[..<end])
                steps.append(name == "*" ? .anyKey : .key(name))
                remaining = remaining[end...]
            }
        }
    }

    /// The path as the explainer writes it. It is empty at the root.
    var readablePath: String {
        steps.reduce("") { path, step in
            switch step {
            case .index(let index): return "\(path)[\(index)]"
            case .anyIndex: return "\(path)[]"
            case .anyKey: return path + (path.isEmpty ? "*" : ".*")
            case .key(let key):
                if key.allSatisfy(\.isWholeNumber) { return "\(path)[\(key)]" }
                let isName = key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
                return isName ? (path.isEmpty ? key : "\(path).\(key)") : "\(path)[\"\(key)\"]"
            }
        }
    }

    /// The path as a place in a sentence: `at trains[0].cars`, or `at the top level`.
    var place: String { steps.isEmpty ? "at the top level" : "at \(readablePath)" }

    /// Returns a Boolean value that indicates whether this is the path of an error.
    func matches(_ codingPath: [any CodingKey]) -> Bool {
        codingPath.count == steps.count
            && zip(steps, codingPath).allSatisfy { step, key in
                switch step {
                case .index(let index): key.intValue == index
                case .key(let name):
                    key.stringValue == name || key.intValue.map(String.init) == name
                case .anyIndex: key.intValue != nil
                case .anyKey: true
                }
            }
    }

    /// Returns a Boolean value that indicates whether the pattern matches a path.
    func covers(_ path: CodingPath) -> Bool {
        steps.count == path.steps.count
            && zip(steps, path.steps).allSatisfy { pattern, step in
                switch (pattern, step) {
                case (.anyIndex, .index), (.anyKey, .key): true
                default: pattern == step
                }
            }
    }

    /// Returns the pattern with the indices and keys of a path in place of its `[]` and `*`.
    func filled(from path: CodingPath) -> CodingPath {
        CodingPath(
            steps.indices.map { index in
                let isOpen = steps[index] == .anyIndex || steps[index] == .anyKey
                return isOpen && path.steps.indices.contains(index)
                    ? path.steps[index] : steps[index]
            })
    }
}
