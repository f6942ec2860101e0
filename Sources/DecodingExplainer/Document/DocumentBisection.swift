import Foundation

/// A search for the value that a decoder refuses without a word: it decodes the document again, with
/// half of the suspects replaced by a harmless value, until one is left.
///
/// The suspects are the numbers that some type has no room for and the strings that break a rule. For
/// *n* of them it takes log *n* + 3 decodes, and one copy of the document at a time.
struct DocumentBisection {
    /// The value that the decoder refuses.
    struct Culprit {
        let offset: Int
        /// The rule of JSON that it breaks, if it does.
        let fault: DocumentFault?
        /// The type that was to be decoded, where it is known.
        let type: (any Any.Type)?
    }

    private let document: DocumentReading
    private let decodeAgain: (Data) throws -> Void

    /// - Returns: `nil` where nobody knows how to decode the document again.
    init?(_ document: DocumentReading) {
        guard let decodeAgain = document.decodeAgain else { return nil }
        self.document = document
        self.decodeAgain = decodeAgain
    }

    /// Returns the value that alone makes the decoder refuse the document, or `nil` if there is none.
    ///
    /// - Complexity: O(log *n*) decodes of the document, where *n* is the number of its numbers.
    func culprit() -> Culprit? {
        var suspects = 0..<0
        forEachSuspect { index, _, _ in suspects = 0..<index + 1 }
        guard !suspects.isEmpty, !isRefused(keeping: 0..<0) else { return nil }
        while suspects.count > 1 {
            let middle = suspects.lowerBound + suspects.count / 2
            let firstHalf = suspects.lowerBound..<middle
            suspects = isRefused(keeping: firstHalf) ? firstHalf : middle..<suspects.upperBound
        }
        guard isRefused(keeping: suspects) else { return nil }
        var culprit: Culprit?
        forEachSuspect { index, range, fault in
            guard index == suspects.lowerBound else { return }
            culprit = Culprit(offset: range.lowerBound, fault: fault, type: type(at: range))
        }
        return culprit
    }

    /// Calls `body` with the number of each suspect, its bytes, and the rule that it breaks.
    private func forEachSuspect(_ body: (Int, Range<Int>, DocumentFault?) -> Void) {
        var scanner = DocumentScanner(document.bytes, firstLine: document.firstLine)
        var index = 0
        while let token = try? scanner.next() {
            switch token {
            case .number(.integer(false, ...0x7F)?): continue
            case .number: break
            case .string where scanner.tokenFault != nil: break
            default: continue
            }
            body(index, scanner.tokenPlace.offset..<scanner.position, scanner.tokenFault)
            index += 1
        }
    }

    /// Whether the decoder refuses the document if the other suspects are replaced.
    private func isRefused(keeping kept: Range<Int>) -> Bool {
        DecoderTraits.isRefusal(error(keeping: kept, replacement: "0", "\"\""))
    }

    private func error(
        keeping kept: Range<Int>, replacement number: String, _ string: String
    ) -> (any Error)? {
        var copy = Data(document.bytes)
        forEachSuspect { index, range, _ in
            guard !kept.contains(index) || isDangerous(range) else { return }
            let isString = document.bytes[range.lowerBound] == UInt8(ascii: "\"")
            Self.replace(range, of: &copy, by: isString ? string : number)
        }
        return error(of: copy)
    }

    /// Whether a number ends in the sign of its exponent. A `JSONDecoder` with `allowsJSON5` traps on it
    /// (Swift 6.3), so no decoder gets to see it again.
    private func isDangerous(_ range: Range<Int>) -> Bool {
        let last = document.bytes[range.upperBound - 1]
        return last == UInt8(ascii: "+") || last == UInt8(ascii: "-")
    }

    private static func replace(_ range: Range<Int>, of copy: inout Data, by value: String) {
        let blanks = repeatElement(UInt8(ascii: " "), count: max(range.count - value.utf8.count, 0))
        copy.replaceSubrange(range, with: Array(value.utf8) + blanks)
    }

    private func error(of copy: Data) -> (any Error)? {
        do {
            try decodeAgain(copy)
            return nil
        } catch {
            return error
        }
    }

    /// The type that a value is decoded as: what the decoder says if it finds an array in its place.
    private func type(at range: Range<Int>) -> (any Any.Type)? {
        var copy = Data(document.bytes)
        forEachSuspect { _, other, _ in
            let isString = document.bytes[other.lowerBound] == UInt8(ascii: "\"")
            let value = other == range ? "[]" : isString ? "\"\"" : "0"
            Self.replace(other, of: &copy, by: value)
        }
        guard case DecodingError.typeMismatch(let type, let context)? = error(of: copy),
            let (path, _) = DocumentSearch.paths(toOffsets: [range.lowerBound], in: document).first,
            path.components.count == context.codingPath.count
        else { return nil }
        return type
    }
}
