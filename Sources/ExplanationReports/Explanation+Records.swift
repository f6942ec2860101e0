import DecodingExplainer
import Foundation

extension Explanation {
    /// Decodes the records of a document that has one on each line, and explains the errors, in the order of
    /// the lines. Lines, columns and bytes are counted in the whole document; blank lines are skipped.
    ///
    /// - Parameters:
    ///   - document: Records with line breaks between them, also known as JSON Lines.
    ///   - source: The name of the document, for ``Explanation/diagnostic``.
    ///   - firstLine: The number of the first line.
    ///   - limit: The greatest number of errors to explain. Decoding goes on after them.
    ///   - decoder: The decoder that `decode` uses, for advice that fits its strategies.
    ///   - decode: Decodes one record. It is called once for each.
    /// - Returns: The explanations, in the order of the lines.
    /// - Complexity: O(*n*), where *n* is the number of bytes, without the calls of `decode`.
    public static func ofDecoding(
        linesOf document: Data, named source: String? = nil, firstLine: Int = 1,
        limit: Int = .max, by decoder: JSONDecoder? = nil, _ decode: (Data) throws -> Void
    ) -> [Explanation] {
        var explanations: [Explanation] = []
        var start = document.startIndex
        var number = firstLine
        while start < document.endIndex {
            let end = document[start...].firstIndex(of: UInt8(ascii: "\n")) ?? document.endIndex
            let line = document[start..<end]
            if !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
                do {
                    try decode(line)
                } catch  where explanations.count < limit {
                    let explanation = Explanation(
                        of: error, in: line, named: source, firstLine: number, by: decoder)
                    explanations.append(explanation.shifted(by: start - document.startIndex))
                } catch {}
            }
            start = end == document.endIndex ? end : end + 1
            number += 1
        }
        return explanations
    }

    private func shifted(by count: Int) -> Explanation {
        let range = byteRange.map { $0.lowerBound + count..<$0.upperBound + count }
        return Explanation(
            kind: kind, code: code, codingPath: codingPath, headline: headline, found: found,
            foundKind: foundKind, expected: expected, isExpectedDeclared: isExpectedDeclared,
            source: source, line: line, column: column, byteRange: range, excerpt: excerpt,
            advice: advice)
    }
}
