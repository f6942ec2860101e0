/// The holder of a value in a type, from which follows the declaration that an advice is about.
enum Holder {
    case wholeDocument
    case property
    case element
    case dictionaryValue

    init(_ codingPath: [any CodingKey]) {
        guard let last = codingPath.last else {
            self = .wholeDocument
            return
        }
        // The decoder has a key of its own for `super` too.
        let type = String(describing: Swift.type(of: last))
        let isDictionary =
            type == "_DictionaryCodingKey" || type == "_CodingKey" && last.stringValue != "super"
        self = last.arrayIndex != nil ? .element : isDictionary ? .dictionaryValue : .property
    }

    /// The words for the declaration: `the property`, `the elements`.
    var plural: String {
        switch self {
        case .wholeDocument, .property: "the property"
        case .element: "the elements"
        case .dictionaryValue: "the values"
        }
    }

    /// Returns an advice to declare a type: `Declare the elements as Bool, as in [Bool].`
    func declaration(_ type: String) -> String {
        switch self {
        case .wholeDocument: "Decode \(type).self."
        case .property: "Declare the property as \(type)."
        case .element: "Declare the elements as \(type), as in [\(type)]."
        case .dictionaryValue: "Declare the values as \(type), as in [String: \(type)]."
        }
    }

    /// Returns an advice for null.
    func optional(_ type: String) -> String {
        let isName = type.allSatisfy { $0.isLetter || $0.isNumber }
        let example = isName && !type.isEmpty ? "\(type)?" : "T?"
        switch self {
        case .wholeDocument:
            return "If the document may be null, decode an optional type, such as \(example).self."
        case .property:
            return "If the value may be null, use an optional property or decodeIfPresent."
        case .element:
            return "If an element may be null, make the elements optional, as in [\(example)]."
        case .dictionaryValue:
            return "If a value may be null, make the values optional, as in [String: \(example)]."
        }
    }
}
