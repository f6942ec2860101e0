import Foundation

/// Describes a value as a reader of Swift would write it down.
///
///     describe(Launch(number: 65, patch: nil))   // Launch(number: 65, patch: nil)
///
/// `String(describing:)` will not do on a page: it names a type inside a function by an address
/// that changes from build to build, wraps every optional and lists a dictionary in another order
/// each time. Here optionals are unwrapped, sets and dictionaries are sorted, `Data` is shown as
/// text, a `Date` as ISO 8601, and what does not fit in a line is broken into several.
///
/// - Parameters:
///   - value: Anything. A text, or data that holds text, is given back as it is.
///   - width: How many characters a line may have before it is broken.
/// - Returns: One line or several.
/// - Complexity: O(*n*²) at worst in the nesting of the value, O(*n*) in its size.
package func describe(_ value: Any, width: Int = 72) -> String {
    switch value {
    case let text as String: text
    case let data as Data: String(data: data, encoding: .utf8) ?? hexadecimal(data)
    default: Description(of: value).text(width: width, indent: 0)
    }
}

/// A description that knows its parts, so that it can be written in one line or in several.
private indirect enum Description {
    case atom(String)
    case list(open: String, parts: [(label: String?, value: Description)], close: String)

    init(of value: Any) {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            self = mirror.children.first.map { Description(of: $0.value) } ?? .atom("nil")
            return
        }
        switch value {
        case let text as String:
            self = .atom("\"\(text)\"")
        case let data as Data:
            self = .atom(data.count <= 16 ? hexadecimal(data) : "\(data.count) bytes")
        case let date as Date:
            self = .atom(iso8601(date))
        case let url as URL:
            self = .atom(url.absoluteString)
        case let error as any Error where mirror.displayStyle != .enum:
            self = .atom("\(error)")
        case let describable as any CustomStringConvertible where !isContainer(mirror):
            self = .atom(describable.description)
        default:
            self.init(reflecting: value, in: mirror)
        }
    }

    private init(reflecting value: Any, in mirror: Mirror) {
        let parts = mirror.children.map { (label: $0.label, value: Description(of: $0.value)) }
        let typeName = String(describing: type(of: value))
        switch mirror.displayStyle {
        case .collection:
            self = .list(open: "[", parts: parts.map { (nil, $0.value) }, close: "]")
        case .set:
            let sorted = parts.map { (label: String?.none, value: $0.value) }
                .sorted { $0.value.line < $1.value.line }
            self = .list(open: "[", parts: sorted, close: "]")
        case .dictionary:
            self =
                parts.isEmpty
                ? .atom("[:]")
                : .list(open: "[", parts: Self.entries(of: mirror), close: "]")
        case .tuple:
            let labelled = parts.map { part in
                (label: part.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, value: part.value)
            }
            self = .list(open: "(", parts: labelled, close: ")")
        case .enum:
            self = Self.enumCase(value, parts)
        case .struct, .class, .foreignReference:
            var inherited: [(label: String?, value: Description)] = []
            var ancestor = mirror.superclassMirror
            while let mirror = ancestor {
                inherited =
                    mirror.children.map { ($0.label, Description(of: $0.value)) } + inherited
                ancestor = mirror.superclassMirror
            }
            self = .list(open: "\(typeName)(", parts: inherited + parts, close: ")")
        default:
            self = .atom(String(describing: value))
        }
    }

    private static func entries(of mirror: Mirror) -> [(label: String?, value: Description)] {
        mirror.children.compactMap { child in
            let pair = Mirror(reflecting: child.value).children.map(\.value)
            guard pair.count == 2 else { return nil }
            return (Description(of: pair[0]).line, Description(of: pair[1]))
        }
        .sorted { ($0.label ?? "") < ($1.label ?? "") }
    }

    private static func enumCase(
        _ value: Any, _ parts: [(label: String?, value: Description)]
    ) -> Description {
        guard let payload = parts.first, let name = payload.label else {
            return .atom(".\(value)")
        }
        if case .list("(", let parts, ")") = payload.value {
            return .list(open: ".\(name)(", parts: parts, close: ")")
        }
        return .list(open: ".\(name)(", parts: [(nil, payload.value)], close: ")")
    }

    /// The description in one line.
    var line: String {
        switch self {
        case .atom(let text):
            return text
        case .list(let open, let parts, let close):
            let written = parts.map { part in
                (part.label.map { "\($0): " } ?? "") + part.value.line
            }
            return open + written.joined(separator: ", ") + close
        }
    }

    /// The description, in several lines where it does not fit in one.
    ///
    /// - Parameters:
    ///   - width: How many characters a line may have.
    ///   - indent: How far the lines after the first are indented.
    ///   - label: What stands before the description in its first line.
    func text(width: Int, indent: Int, label: String = "") -> String {
        let line = line
        guard case .list(let open, let parts, let close) = self, !parts.isEmpty,
            indent + label.count + line.count > width
        else { return label + line }
        let margin = String(repeating: " ", count: indent)
        let written = parts.map { part in
            margin + "    "
                + part.value.text(
                    width: width, indent: indent + 4, label: part.label.map { "\($0): " } ?? "")
        }
        return label + open + "\n" + written.joined(separator: ",\n") + "\n" + margin + close
    }
}

/// Whether a value is better shown by its parts than by its own description.
func isContainer(_ mirror: Mirror) -> Bool {
    switch mirror.displayStyle {
    case .collection, .dictionary, .set: true
    default: false
    }
}

private func hexadecimal(_ data: Data) -> String {
    let digits = data.map { byte in
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    return "<\(digits.joined(separator: " "))>"
}

private func iso8601(_ date: Date) -> String {
    let isWhole = date.timeIntervalSinceReferenceDate.truncatingRemainder(dividingBy: 1) == 0
    return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
}
