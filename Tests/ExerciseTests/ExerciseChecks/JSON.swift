import Foundation

/// A JSON document as the checks change and compare it: keys in their order, numbers as they are
/// written, so that no digit is lost.
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
    }

    /// Reads a document.
    ///
    /// - Throws: Foundation's error where the bytes are not JSON.
    init(_ document: Data) throws {
        // Foundation has judged the bytes, so what follows can trust them.
        _ = try JSONSerialization.jsonObject(with: document, options: .fragmentsAllowed)
        var reader = Reader(rest: Array(document)[...])
        self = try reader.value()
    }

    init(_ document: String) throws {
        try self.init(Data(document.utf8))
    }

    /// The document without blanks.
    var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let digits): digits
        case .string(let text): JSON.quoted(text)
        case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\(JSON.quoted($0.key)):\($0.value.text)" }.joined(separator: ","))}"
        }
    }

    /// A string as JSON writes it.
    static func quoted(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        guard let data = try? encoder.encode(text) else { return "\"\(text)\"" }
        return String(decoding: data, as: UTF8.self)
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func value() throws -> JSON {
            skipBlanks()
            switch rest.first {
            case UInt8(ascii: "{"):
                return .object(
                    try list(until: UInt8(ascii: "}")) { reader in
                        let key = try reader.string()
                        reader.skipBlanks()
                        reader.rest.removeFirst()
                        return Member(key: key, value: try reader.value())
                    })
            case UInt8(ascii: "["):
                return .array(try list(until: UInt8(ascii: "]")) { try $0.value() })
            case UInt8(ascii: "\""):
                return .string(try string())
            default:
                let end =
                    rest.firstIndex { ",]} \t\r\n".utf8.contains($0) } ?? rest.endIndex
                let word = String(decoding: rest[..<end], as: UTF8.self)
                rest = rest[end...]
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
            rest.removeFirst()
            skipBlanks()
            while let first = rest.first, first != close {
                elements.append(try element(&self))
                skipBlanks()
                if rest.first == UInt8(ascii: ",") { rest.removeFirst() }
                skipBlanks()
            }
            rest = rest.dropFirst()
            return elements
        }

        private mutating func string() throws -> String {
            var end = rest.startIndex + 1
            while rest[end] != UInt8(ascii: "\"") {
                end += rest[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            let token = Data(rest[rest.startIndex...end])
            rest = rest[(end + 1)...]
            return try JSONDecoder().decode(String.self, from: token)
        }

        private mutating func skipBlanks() {
            rest = rest.drop { " \t\r\n".utf8.contains($0) }
        }
    }
}

// MARK: - Values

extension JSON {
    /// The parts of a value as a document. What JSON has no form for is a string: its description.
    init(describing value: Any) {
        // First, as a cast looks through an optional and a description does not.
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle != .optional else {
            self = mirror.children.first.map { JSON(describing: $0.value) } ?? .null
            return
        }
        switch value {
        case let text as String:
            self = .string(text)
        case let flag as Bool where type(of: value) == Bool.self:
            self = .bool(flag)
        case let number as any BinaryInteger:
            self = .number("\(number)")
        case is Double, is Float, is Decimal:
            let text = "\(value)"
            self =
                text.contains(where: \.isLetter) && !text.contains("e")
                ? .string(text) : .number(text)
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
    /// The value at a path, or nil where there is none.
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

    /// The document with another value at a path, or without the key there.
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
    /// A path as the indices of members and elements, as far as it is there.
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

/// The way to a value of a document, written as the explainer writes it: `trains[0].cars`, and
/// `scores["3 a"]` for a key that is no name.
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

    init(_ text: String) {
        steps = []
        var rest = text[...]
        while let first = rest.first {
            if first == ".", rest.count > 1 { rest.removeFirst() }
            if rest.hasPrefix("[\""), let end = rest.firstRange(of: "\"]") {
                steps.append(
                    .key(String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end.lowerBound])))
                rest = rest[end.upperBound...]
            } else if rest.first == "[", let end = rest.firstIndex(of: "]") {
                let digits = rest[..<end].dropFirst()
                steps.append(Int(digits).map(Step.index) ?? .anyIndex)
                rest = rest[end...].dropFirst()
            } else {
                let end = rest.dropFirst().firstIndex { $0 == "." || $0 == "[" } ?? rest.endIndex
                let name = String(rest[..<end])
                steps.append(name == "*" ? .anyKey : .key(name))
                rest = rest[end...]
            }
        }
    }

    /// The path as the explainer writes it; empty at the root.
    var text: String {
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

    /// `at trains[0].cars`, or `at the top level`.
    var place: String { steps.isEmpty ? "at the top level" : "at \(text)" }

    /// Whether this is the path of an error.
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

    /// Whether this pattern has the path among those it stands for.
    func covers(_ path: CodingPath) -> Bool {
        steps.count == path.steps.count
            && zip(steps, path.steps).allSatisfy { pattern, step in
                switch (pattern, step) {
                case (.anyIndex, .index), (.anyKey, .key): true
                default: pattern == step
                }
            }
    }

    /// The pattern with the indices and keys of a path in place of its `[]` and `*`.
    func filled(from path: CodingPath) -> CodingPath {
        CodingPath(
            steps.indices.map { index in
                let isOpen = steps[index] == .anyIndex || steps[index] == .anyKey
                return isOpen && path.steps.indices.contains(index)
                    ? path.steps[index] : steps[index]
            })
    }
}
