import DecodingExplainer
import Foundation

/// A value as a reader of Swift would write it down.
///
///     ValueDescription(of: Launch(number: 65, patch: nil)).text()
///     // Launch(number: 65, patch: nil)
///
/// `String(describing:)` is not good enough for a page: it names a type inside a function by an address
/// that changes from build to build, wraps every optional, and lists a dictionary in another order each
/// time. Here optionals are unwrapped, sets and dictionaries are sorted, `Data` is shown as text and a
/// `Date` as ISO 8601. A description that does not fit in a line is broken into several. Characters that
/// a terminal would act on, such as an escape sequence, are written as Swift escapes them.
package struct ValueDescription {
    /// The colors in the value, by the texts that stand for them in its description.
    package let swatches: [String: any Swatch]

    private let root: Part

    /// Creates the description of a value of any type.
    ///
    /// - Complexity: O(*n*) in the size of the value.
    package init(of value: Any) {
        var reader = ValueReader()
        switch value {
        case let string as String:
            root = ValueReader.atom(string)
        case let data as Data:
            root = ValueReader.atom(
                String(data: data, encoding: .utf8) ?? ValueReader.hexadecimal(data))
        default:
            root = reader.part(value)
        }
        swatches = reader.swatches
    }

    /// Returns the description in one line, or in several if it does not fit. A string, or data that
    /// holds one, keeps its lines.
    ///
    /// - Parameter width: The number of columns that a line may have before it is broken.
    /// - Complexity: O(*n*) in the size of the value times the depth of its nesting.
    package func text(width: Int = 72) -> String {
        root.text(width: width, indent: 0)
    }
}

/// A description that knows its parts, so that it can be written in one line or in several.
private indirect enum Part {
    case atom(String)
    case list(open: String, [(label: String?, part: Part)], close: String)

    /// The description in one line.
    var line: String { text(width: .max, indent: 0) }

    /// Returns the description, in several lines if it does not fit in one.
    ///
    /// - Parameters:
    ///   - width: The number of columns that a line may have.
    ///   - indent: The number of columns by which the lines after the first are indented.
    ///   - label: The text before the description in its first line.
    func text(width: Int, indent: Int, label: String = "") -> String {
        switch self {
        case .atom(let description):
            return label + description
        case .list(let open, let parts, let close):
            func elements(width: Int, indent: Int) -> [String] {
                parts.map { label, part in
                    part.text(width: width, indent: indent, label: Self.prefix(for: label))
                }
            }
            let written: String = elements(width: .max, indent: 0).joined(separator: ", ")
            let line: String = label + open + written + close
            if parts.isEmpty || indent + DisplayText.width(of: line) <= width { return line }
            let margin = String(repeating: " ", count: indent)
            let lines: [String] = elements(width: width, indent: indent + 4)
                .map { "\(margin)    \($0)" }
            return "\(label)\(open)\n\(lines.joined(separator: ",\n"))\n\(margin)\(close)"
        }
    }

    private static func prefix(for label: String?) -> String {
        label.map { "\($0): " } ?? ""
    }
}

/// Reads the parts of a value, and collects the colors among them.
private struct ValueReader {
    private typealias LabeledPart = (label: String?, part: Part)

    /// The depth of nesting below which a value is shown as an ellipsis.
    private static let deepestNesting = 128

    var swatches: [String: any Swatch] = [:]
    private var depth = 0
    /// The objects around the value that is read at the moment. An object that is a part of itself would
    /// have no end.
    private var enclosingObjects: Set<ObjectIdentifier> = []

    mutating func part(_ value: Any) -> Part {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            return mirror.children.first.map { part($0.value) } ?? .atom("nil")
        }
        if let color = value as? any Swatch, !color.description.isEmpty {
            swatches[color.description] = color
        }
        switch value {
        case let string as String:
            return .atom("\"\(DisplayText.escaped(string))\"")
        case let data as Data:
            return .atom(data.count <= 16 ? Self.hexadecimal(data) : "\(data.count) bytes")
        case let date as Date:
            return .atom(Self.iso8601(date))
        case let url as URL:
            return Self.atom(url.absoluteString)
        case let error as any Error where mirror.displayStyle != .enum:
            return Self.atom("\(error)")
        case let describable as any CustomStringConvertible
        where !Self.isCollection(mirror.displayStyle):
            return Self.atom(describable.description)
        default:
            return container(value, mirror)
        }
    }

    private mutating func container(_ value: Any, _ mirror: Mirror) -> Part {
        let object = mirror.displayStyle == .class ? ObjectIdentifier(value as AnyObject) : nil
        let isRepeated = object.map { !enclosingObjects.insert($0).inserted } ?? false
        guard !isRepeated, depth < Self.deepestNesting else {
            return .atom(isRepeated ? "\(type(of: value))(…)" : "…")
        }
        depth += 1
        defer {
            depth -= 1
            if let object { enclosingObjects.remove(object) }
        }
        switch mirror.displayStyle {
        case .collection:
            return .list(open: "[", parts(of: mirror), close: "]")
        case .set:
            let elements = parts(of: mirror).sorted { Self.precedes($0.part.line, $1.part.line) }
            return .list(open: "[", elements, close: "]")
        case .dictionary:
            let entries = entries(of: mirror)
            return entries.isEmpty ? .atom("[:]") : .list(open: "[", entries, close: "]")
        case .tuple:
            return .list(open: "(", parts(of: mirror), close: ")")
        case .enum:
            return enumCase(value, mirror)
        case .struct, .class:
            return .list(open: "\(type(of: value))(", parts(of: mirror), close: ")")
        default:
            return Self.atom(String(describing: value))
        }
    }

    /// Returns the parts of a value. Those that a class inherits come first.
    private mutating func parts(of mirror: Mirror) -> [LabeledPart] {
        let inherited = mirror.superclassMirror.map { parts(of: $0) } ?? []
        return inherited
            + mirror.children.map { child in
                // The elements of a tuple that have no name are called .0, .1 and so on.
                (child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }, part(child.value))
            }
    }

    private mutating func entries(of mirror: Mirror) -> [LabeledPart] {
        var entries: [LabeledPart] = []
        for child in mirror.children {
            let pair = Mirror(reflecting: child.value).children.map(\.value)
            guard pair.count == 2 else { continue }
            entries.append((part(pair[0]).line, part(pair[1])))
        }
        return entries.sorted { Self.precedes($0.label ?? "", $1.label ?? "") }
    }

    private mutating func enumCase(_ value: Any, _ mirror: Mirror) -> Part {
        guard let payload = mirror.children.first, let name = payload.label else {
            return Self.atom(".\(value)")
        }
        let part = part(payload.value)
        if case .list("(", let parts, ")") = part {
            return .list(open: ".\(name)(", parts, close: ")")
        }
        return .list(open: ".\(name)(", [(nil, part)], close: ")")
    }

    // MARK: - Single values

    static func atom(_ description: String) -> Part {
        .atom(DisplayText.escaped(description, keepsLines: true))
    }

    /// Returns a Boolean value that indicates whether a value is better shown by its parts than by its own
    /// description.
    private static func isCollection(_ style: Mirror.DisplayStyle?) -> Bool {
        style == .collection || style == .dictionary || style == .set
    }

    /// Returns a Boolean value that indicates whether one description comes before another. Numbers come
    /// first, by their size; all others follow as text.
    private static func precedes(_ first: String, _ second: String) -> Bool {
        let numbers = (Double(first), Double(second))
        switch numbers {
        case (let first?, let second?) where first != second: return first < second
        case (.some, nil): return true
        case (nil, .some): return false
        default: return first < second
        }
    }

    static func hexadecimal(_ data: Data) -> String {
        let digits = data.map { String(format: "%02x", $0) }
        return "<\(digits.joined(separator: " "))>"
    }

    private static func iso8601(_ date: Date) -> String {
        let isWhole = date.timeIntervalSinceReferenceDate.truncatingRemainder(dividingBy: 1) == 0
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
    }
}
