import DecodingExplainer
import Foundation
import Testing

extension ExerciseSuite {
    /// Compares a value with the expected one. If they differ, the test ends with a finding that
    /// shows both.
    ///
    /// The value may have any type, optional or not. So if the learner has changed the type of a
    /// property, the finding says so in a sentence, and the checks still compile.
    ///
    /// - Parameters:
    ///   - actual: The value that the answer made.
    ///   - expected: The value that it should have made.
    ///   - misconception: The mistake of an answer that fails here, and the step of the lesson
    ///     about it.
    /// - Throws: An error that ends the test.
    public func expectEqual<Value: Equatable>(
        _ actual: Any?, _ expected: Value, _ misconception: Misconception,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        if let actual = actual as? Value, actual == expected { return }
        let tree = ValueTree(describing: actual as Any)
        let expectedTree = ValueTree(describing: expected)
        try fail(
            misconception, differing(tree, expectedTree, verb: "It gave"),
            sourceLocation: sourceLocation)
    }

    /// Ends the test with the finding about two trees that differ.
    private func fail(
        _ misconception: Misconception, _ mismatch: Mismatch, sourceLocation: SourceLocation
    ) throws -> Never {
        try fail(
            mismatch.kind.map(misconception.preceded) ?? misconception, mismatch.lines,
            sourceLocation: sourceLocation)
    }

    /// Compares an answer's values for several inputs with the expected ones.
    ///
    /// The inputs are used in their order and then once more in the reverse order, to find an
    /// answer that keeps something from the last call.
    ///
    ///     try expectEach(["4.35": 435], "An amount has its cents \(.moneyIsNotADouble)") {
    ///         try cents(of: $0)
    ///     }
    ///
    /// - Parameters:
    ///   - table: Pairs of an input and the expected value.
    ///   - misconception: The mistake of an answer that fails in the first round.
    ///   - answer: The answer under test.
    /// - Throws: An error that ends the test.
    public func expectEach<Input, Value: Equatable>(
        _ table: KeyValuePairs<Input, Value>, _ misconception: Misconception,
        sourceLocation: SourceLocation = #_sourceLocation,
        of answer: (Input) throws -> Any?
    ) throws {
        try judgeTwice(
            table.map { ($0, $1) }, misconception: misconception, sourceLocation: sourceLocation,
            of: answer
        ) { input, actual, expected in
            if let actual = actual as? Value, actual == expected { return nil }
            return differing(
                ValueTree(describing: actual as Any), ValueTree(describing: expected),
                verb: "For \(input as? String ?? described(input)) it gave")
        }
    }

    /// Compares the values that an answer reads in several documents with the expected ones.
    ///
    /// The expected values are written as JSON: the parts of a value by their names, an array for a
    /// list of values, null for nil. So a property is compared even if it has another type, or if
    /// it is computed. The documents are read in their order and then in the reverse order.
    ///
    ///     try readEach(
    ///         [#"{ "booking_number": "B-12" }"#: #"{ "number": "B-12" }"#], "…"
    ///     ) { ["number": try decodeBooking(from: $0).number] }
    ///
    /// - Parameters:
    ///   - table: Pairs of a document and the expected value, both as JSON.
    ///   - misconception: The mistake of an answer that fails in the first round.
    ///   - answer: A function that runs the answer with a document and returns the parts of its
    ///     value: strings, numbers, flags, nil, and arrays and dictionaries of these. Any other
    ///     value is compared by its description.
    /// - Throws: An error that ends the test.
    public func readEach(
        _ table: KeyValuePairs<String, String>, _ misconception: Misconception,
        sourceLocation: SourceLocation = #_sourceLocation,
        parts answer: (Data) throws -> Any?
    ) throws {
        try readRows(
            table.map { ($0, $1) }, misconception: misconception, sourceLocation: sourceLocation,
            parts: answer)
    }

    /// Compares the values that an answer reads in several documents. The parts of the expected
    /// values have the same names as in the documents.
    public func readEach(
        _ documents: [String], _ misconception: Misconception,
        sourceLocation: SourceLocation = #_sourceLocation,
        parts answer: (Data) throws -> Any?
    ) throws {
        try readRows(
            documents.map { ($0, $0) }, misconception: misconception,
            sourceLocation: sourceLocation, parts: answer)
    }

    private func readRows(
        _ rows: [(String, String)], misconception: Misconception, sourceLocation: SourceLocation,
        parts answer: (Data) throws -> Any?
    ) throws {
        let answerText = { (document: String) in try answer(Data(document.utf8)) }
        try judgeTwice(
            rows, misconception: misconception, sourceLocation: sourceLocation, of: answerText
        ) { document, actual, expected in
            let expectedTree = ValueTree(try JSON(expected))
            let tree = ValueTree(JSON(describing: actual as Any)).ordered(like: expectedTree)
            if tree.firstDifference(from: expectedTree) == nil { return nil }
            var mismatch = differing(tree, expectedTree, verb: "It read")
            if document != expected {
                let read = ValueTree(try JSON(document))
                mismatch.lines = ["The document:"] + read.excerpt(note: nil) + mismatch.lines
            }
            return mismatch
        }
    }

    /// Runs an answer for each row of a table, forward and backward, up to the first finding.
    private func judgeTwice<Input, Expected, Actual>(
        _ rows: [(Input, Expected)], misconception: Misconception, sourceLocation: SourceLocation,
        of answer: (Input) throws -> Actual,
        finding: (Input, Actual, Expected) throws -> Mismatch?
    ) throws {
        for (round, row) in rows.map({ (1, $0) }) + rows.reversed().map({ (2, $0) }) {
            let (input, expected) = row
            let mismatch: Mismatch?
            switch try Outcome(
                of: { try answer(input) }, for: input as? String ?? described(input))
            {
            case .returned(let actual):
                mismatch = try finding(input, actual, expected)
            case .threw(let error):
                let document = (input as? String).map { Data($0.utf8) }
                let isDocument = document.flatMap { try? JSON($0) } != nil
                mismatch = Mismatch(
                    lines: [isDocument ? "It threw an error:" : "For \(described(input)) it threw:"]
                        + explained(error, in: isDocument ? document : nil))
            }
            guard let mismatch else { continue }
            try fail(
                round == 1 ? misconception : secondCall, mismatch, sourceLocation: sourceLocation)
        }
    }

    private var secondCall: Misconception {
        """
        The first time it was right, and the second time it was not: it keeps something from the \
        last call. Make whatever it needs anew in each call
        """
    }

    /// Runs an answer with documents that it should refuse, each with the same error.
    ///
    /// - Parameters:
    ///   - documents: The documents, in the order in which the answer reads them.
    ///   - expected: The case of the error.
    ///   - codingPath: The path of the error, as the explainer writes it.
    ///   - misconception: The mistake of an answer that accepts one of them. The finding says which
    ///     document it is.
    ///   - otherError: The mistake of an answer that throws another `DecodingError`, if it has a
    ///     message of its own.
    ///   - answer: The answer under test.
    /// - Throws: An error that ends the test.
    public func refuseEach<Value>(
        _ documents: [String],
        _ expected: DecodingErrorCase,
        at codingPath: String? = nil,
        _ misconception: Misconception,
        otherError: Misconception? = nil,
        sourceLocation: SourceLocation = #_sourceLocation,
        with answer: (Data) throws -> Value
    ) throws {
        for document in documents {
            try refuse(
                document, expected, at: codingPath, misconception, otherError: otherError,
                sourceLocation: sourceLocation, with: answer)
        }
    }

    // MARK: - Documents

    /// Compares the document that an answer wrote with the expected one. The order of the keys and
    /// the spaces between them are not compared, and 25.0 equals 25.
    ///
    /// - Parameters:
    ///   - written: The document that the answer wrote.
    ///   - expected: The expected document.
    ///   - misconception: The mistake of an answer that fails here, and the step of the lesson
    ///     about it.
    ///   - notJSON: The mistake of an answer that wrote something that is not JSON.
    ///   - keysInOrder: True if the order of the keys is compared.
    ///   - digits: True if numbers are compared digit by digit.
    /// - Throws: An error that ends the test.
    public func expectWritten(
        _ written: Data, _ expected: String, _ misconception: Misconception,
        notJSON: Misconception? = nil, keysInOrder: Bool = false, digits: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        guard let expectedJSON = try? JSON(expected) else {
            try fail(
                "The check's own document is not JSON: \(expected)", sourceLocation: sourceLocation)
        }
        guard !written.isEmpty else {
            try fail(
                "It wrote nothing at all", ["Expected:"] + excerpt(of: expected),
                sourceLocation: sourceLocation)
        }
        let writtenJSON: JSON
        do {
            writtenJSON = try JSON(written)
        } catch {
            try fail(
                notJSON
                    ?? """
                    What you wrote is not JSON, so nobody can read it. By hand, each quotation \
                    mark, backslash and line break in a string has to be escaped: let JSONEncoder \
                    write it
                    """,
                explained(ofText: written), sourceLocation: sourceLocation)
        }
        var tree = ValueTree(writtenJSON)
        var expectedTree = ValueTree(expectedJSON)
        if !keysInOrder { tree = tree.ordered(like: expectedTree) }
        if digits {
            tree = tree.withoutMeaning
            expectedTree = expectedTree.withoutMeaning
        }
        if tree.firstDifference(from: expectedTree) == nil { return }
        try fail(
            misconception, differing(tree, expectedTree, verb: "It wrote"),
            sourceLocation: sourceLocation)
    }

    /// Returns an explanation of the error in a written document that is not JSON.
    private func explained(ofText written: Data) -> [String] {
        do {
            _ = try JSONDecoder().decode(Anything.self, from: written)
            return []
        } catch {
            let explanation = Explanation(of: error, in: written, decodedAs: Anything.self)
            return ["What it wrote is broken:", explanation.headline] + explanation.linesOfDocument
        }
    }

    /// Runs an answer that writes values, and compares each document with the expected one, as
    /// ``expectWritten(_:_:_:notJSON:keysInOrder:digits:sourceLocation:)`` does. The values are
    /// written in their order and then in the reverse order.
    ///
    /// - Parameters:
    ///   - table: Pairs of a value and the expected document.
    ///   - misconception: The mistake of an answer that fails here.
    ///   - answer: The answer under test.
    /// - Throws: An error that ends the test.
    public func writeEach<Value>(
        _ table: KeyValuePairs<Value, String>, _ misconception: Misconception,
        notJSON: Misconception? = nil, keysInOrder: Bool = false, digits: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation,
        with answer: (Value) throws -> Data
    ) throws {
        for (value, expected) in Array(table) + table.reversed() {
            let written = try self.value(misconception, sourceLocation: sourceLocation) {
                try answer(value)
            }
            try expectWritten(
                written, expected, misconception, notJSON: notJSON, keysInOrder: keysInOrder,
                digits: digits, sourceLocation: sourceLocation)
        }
    }

    /// Returns the lines of both trees, with a marker under the first difference.
    private func differing(_ actual: ValueTree, _ expected: ValueTree, verb: String) -> Mismatch {
        guard let difference = actual.firstDifference(from: expected) else {
            return Mismatch(lines: [
                "\(verb) \(actual.line(limit: 160)), which looks like what was expected and is "
                    + "not equal to it. Is there an == of its own?"
            ])
        }
        return Mismatch(
            kind: actual.kindOfDifference(from: expected),
            lines: ["\(verb):"] + actual.excerpt(at: difference.actual, note: difference.note)
                + ["Expected:"] + expected.excerpt(at: difference.expected, note: ""))
    }
}

/// The way in which a value differs from the expected one.
private struct Mismatch {
    /// The kind of the difference, as a sentence that comes before the misconception, because the
    /// check's misconception may be about another kind.
    var kind: String?
    /// The details.
    var lines: [String]
}

/// A type that can be decoded from any document, so that only an error in the syntax can occur.
private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
}

extension ValueTree {
    /// A copy of the tree whose leaves are compared by their text.
    var withoutMeaning: ValueTree {
        var tree = self
        tree.meaning = nil
        tree.children = children?.map {
            Child(key: $0.key, label: $0.label, tree: $0.tree.withoutMeaning)
        }
        return tree
    }
}
