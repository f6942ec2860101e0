import DecodingExplainer
import Foundation

extension Explanation {
    /// Decodes a document and explains the error, if there is one.
    ///
    ///     for try await line in log.lines {
    ///         number += 1
    ///         let explanation = Explanation.ofDecoding(Data(line.utf8), named: "log", firstLine: number) {
    ///             events.append(try decoder.decode(Event.self, from: $0))
    ///         }
    ///         if let explanation { print(explanation.diagnostic) }
    ///     }
    ///
    /// - Parameters:
    ///   - document: The bytes to decode.
    ///   - source: The name of the document, for ``Explanation/diagnostic``.
    ///   - firstLine: The number of the first line.
    ///   - decoder: The decoder that `decode` uses, for advice that fits its strategies.
    ///   - decode: Decodes the bytes. It is called once.
    /// - Returns: The explanation, or `nil` if `decode` throws no error.
    public static func ofDecoding(
        _ document: Data, named source: String? = nil, firstLine: Int = 1,
        by decoder: JSONDecoder? = nil, _ decode: (Data) throws -> Void
    ) -> Explanation? {
        do {
            try decode(document)
            return nil
        } catch {
            return Explanation(
                of: error, in: document, named: source, firstLine: firstLine, decodedBy: decoder)
        }
    }

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
            let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            if !isBlank,
                let explanation = result(
                    of: decode, line, explanations.count < limit,
                    {
                        Explanation(
                            of: $0, in: line, named: source, firstLine: number, decodedBy: decoder)
                    })
            {
                explanations.append(explanation.shifted(by: start - document.startIndex))
            }
            start = end == document.endIndex ? end : end + 1
            number += 1
        }
        return explanations
    }

    /// Decodes one record after the other, and explains the errors, in the order of the records.
    ///
    /// - Parameters:
    ///   - records: The records. The first one has the line `firstLine`, and each has the line after the
    ///     last line of the record before it.
    ///   - source: The name of the whole list, for ``Explanation/diagnostic``.
    ///   - firstLine: The number of the first line of the first record.
    ///   - limit: The greatest number of errors to explain. Decoding goes on after them.
    ///   - decoder: The decoder that `decode` uses, for advice that fits its strategies.
    ///   - decode: Decodes one record. It is called once for each.
    public static func ofDecoding(
        records: some Sequence<Data>, named source: String? = nil, firstLine: Int = 1,
        limit: Int = .max, by decoder: JSONDecoder? = nil, _ decode: (Data) throws -> Void
    ) -> [Explanation] {
        var explanations: [Explanation] = []
        var number = firstLine
        for record in records {
            let explanation = result(of: decode, record, explanations.count < limit) {
                Explanation(
                    of: $0, in: record, named: source, firstLine: number, decodedBy: decoder)
            }
            if let explanation { explanations.append(explanation) }
            number += 1 + record.count { $0 == UInt8(ascii: "\n") }
        }
        return explanations
    }

    private static func result(
        of decode: (Data) throws -> Void, _ record: Data, _ isExplained: Bool,
        _ explain: (any Error) -> Explanation
    ) -> Explanation? {
        do {
            try decode(record)
            return nil
        } catch {
            return isExplained ? explain(error) : nil
        }
    }

    private func shifted(by count: Int) -> Explanation {
        let range = byteRange.map { $0.lowerBound + count..<$0.upperBound + count }
        return Explanation(
            kind: kind, code: code, codingPath: codingPath, headline: headline, found: found,
            foundKind: foundKind, expected: expected, source: source, line: line, column: column,
            byteRange: range, excerpt: excerpt, advice: advice)
    }
}
