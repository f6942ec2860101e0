import Foundation

/// What went wrong, where, and what to do about it.
///
///     do {
///         beers = try JSONDecoder().decode([Beer].self, from: data)
///     } catch {
///         print(Explanation(of: error, in: data))
///     }
public struct Explanation: Sendable, CustomStringConvertible {
    /// The kind of an error, by the name of its case in `DecodingError` or `EncodingError`.
    public enum Kind: String, Sendable {
        case typeMismatch
        case valueNotFound
        case keyNotFound
        case dataCorrupted
        case invalidValue
        /// Any other error.
        case other
    }

    /// The kind of the error.
    public let kind: Kind
    /// The path that the error names, such as `launches[3].rocket.name`; `""` at the root.
    public let codingPath: String
    /// What went wrong, in one line that begins with the kind.
    public let headline: String
    /// The lines of the document around the place, or `nil` if there is no such place.
    public let excerpt: Excerpt?
    /// The likely cause and what to do about it, if there is anything to say.
    public let advice: String?

    /// Creates an explanation of an error.
    ///
    /// - Parameters:
    ///   - error: A `DecodingError`, an `EncodingError` or any other error.
    ///   - document: The bytes that were decoded, if they are known: JSON in UTF-8, UTF-16 or
    ///     UTF-32. Without them there is no excerpt.
    /// - Complexity: O(*n*), where *n* is the number of bytes. Beyond a copy of a document in
    ///   UTF-16 or UTF-32, memory grows with the depth of the nesting only.
    public init(of error: any Error, in document: Data? = nil) {
        let account: Account
        switch error {
        case let error as DecodingError:
            (kind, codingPath) = Self.kindAndPath(of: error)
            account = DocumentText.withUTF8(of: document) { Account(of: error, in: $0) }
        case EncodingError.invalidValue(let value, let context):
            kind = .invalidValue
            codingPath = context.codingPath.readablePath
            account = Account(ofInvalidValue: value, context)
        default:
            kind = .other
            codingPath = ""
            account = Account(ofOther: error)
        }
        headline = DisplayText.printable("\(kind.rawValue)\(account.headline)")
        excerpt = account.excerpt
        advice = account.advice.map(DisplayText.printable)
    }

    /// The explanation as lines to print: the headline, the excerpt and the advice.
    ///
    /// - Parameter width: The number of columns that a line may take; at least 24 are used.
    /// - Complexity: O(*n*), where *n* is the length of the explanation.
    public func lines(width: Int = 80) -> [String] {
        let width = max(width, 24)
        var lines = DisplayText.wrapped(headline, width: width)
        if let excerpt { lines += excerpt.rendered(width: width) }
        if let advice { lines += DisplayText.wrapped(advice, width: width) }
        return lines
    }

    /// The lines for a width of 80 columns, joined by line breaks.
    public var description: String {
        lines().joined(separator: "\n")
    }

    private static func kindAndPath(of error: DecodingError) -> (Kind, String) {
        switch error {
        case .typeMismatch(_, let context):
            (.typeMismatch, context.codingPath.readablePath)
        case .valueNotFound(_, let context):
            (.valueNotFound, context.codingPath.readablePath)
        case .keyNotFound(_, let context):
            (.keyNotFound, context.codingPath.readablePath)
        case .dataCorrupted(let context):
            (.dataCorrupted, context.codingPath.readablePath)
        @unknown default:
            (.other, "")
        }
    }
}

extension Explanation {
    /// The parts of an explanation that depend on the error.
    struct Account {
        /// The headline from the end of the kind on.
        var headline: String
        var excerpt: Excerpt?
        var advice: String?
    }
}

extension Explanation.Account {
    init(of error: DecodingError, in bytes: UnsafeBufferPointer<UInt8>?) {
        switch error {
        case .typeMismatch(let type, let context):
            self.init(ofTypeMismatch: type, context, in: bytes)
        case .valueNotFound(let type, let context):
            self.init(ofMissingValue: type, context, in: bytes)
        case .keyNotFound(let key, let context):
            self.init(ofMissingKey: key.stringValue, context, in: bytes)
        case .dataCorrupted(let context):
            if let bytes, context.codingPath.isEmpty {
                self.init(ofRefusedDocument: bytes, context)
            } else {
                self.init(ofCorruptedValue: context, in: bytes)
            }
        @unknown default:
            self.init(ofOther: error)
        }
    }

    init(ofInvalidValue value: Any, _ context: EncodingError.Context) {
        let text = String(describing: value)
        let shown = text.prefix(60) + (text.count > 60 ? "…" : "")
        headline =
            "\(Self.place(context.codingPath)): cannot encode \(shown)."
            + Self.sentence(context.debugDescription)
        if let number = value as? any FloatingPoint, !number.isFinite {
            advice =
                "JSON has no NaN and no infinity. Encode nil or leave the value out, or "
                + "choose strings for them: encoder.nonConformingFloatEncodingStrategy = "
                + ".convertToString(positiveInfinity: \"inf\", negativeInfinity: \"-inf\", "
                + "nan: \"nan\")."
        }
    }

    init(ofOther error: any Error) {
        let type = String(describing: Swift.type(of: error))
        switch error {
        case let error as CocoaError:
            let file = error.filePath.map { " (\($0))" } ?? ""
            let detail = error.userInfo["NSDebugDescription"].map { " \($0)" } ?? ""
            headline =
                ": CocoaError \(error.code.rawValue): \(error.localizedDescription)"
                + detail + file
        case let error as any LocalizedError:
            headline = ": \(type): \(error.errorDescription ?? String(describing: error))"
        case let error as NSError:
            let detail = error.userInfo["NSDebugDescription"].map { " \($0)" } ?? ""
            headline = ": \(error.domain) \(error.code): \(error.localizedDescription)\(detail)"
        default:
            headline = ": \(type): \(String(describing: error))"
        }
    }
}
