import DecodingExplainer
import Foundation
import Testing

extension ExerciseSuite {
    /// Compares a value with the one that was expected, and shows both where they differ.
    ///
    /// The value may be of any type, optional or not, so that a property whose type the learner has
    /// changed is refused here with a sentence, and not by the compiler in the checks.
    ///
    /// - Parameters:
    ///   - found: What the answer made.
    ///   - expected: What it should have made.
    ///   - misconception: What an answer that fails here got wrong, and which step of the lesson
    ///     has it.
    public func expectEqual<Value: Equatable>(
        _ found: Any?, _ expected: Value, _ misconception: Misconception,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        if let found = found as? Value, found == expected { return }
        let tree = ValueTree(describing: found as Any)
        let wanted = ValueTree(describing: expected)
        try fail(
            misconception, differing(tree, wanted, verb: "It gave"), sourceLocation: sourceLocation)
    }

    /// Compares what an answer makes of several inputs with what was expected of each.
    ///
    /// The inputs are asked about in their order and then once more in the reverse order, so that an
    /// answer which remembers something of the last call is found.
    ///
    ///     try expectEach(["red": 1, "blue": 2], "Each color has its number \(.aColorInAString)") {
    ///         try number(of: $0)
    ///     }
    ///
    /// - Parameters:
    ///   - table: Pairs of an input and what is expected of it.
    ///   - misconception: What an answer that fails in the first round got wrong.
    ///   - answer: The answer under test.
    public func expectEach<Input, Value: Equatable>(
        _ table: KeyValuePairs<Input, Value>, _ misconception: Misconception,
        sourceLocation: SourceLocation = #_sourceLocation,
        of answer: (Input) throws -> Any?
    ) throws {
        try twice(table.map { ($0, $1) }, misconception, sourceLocation, answer) {
            input, found, expected in
            if let found = found as? Value, found == expected { return nil }
            return differing(
                ValueTree(describing: found as Any), ValueTree(describing: expected),
                verb: "For \(input as? String ?? described(input)) it gave")
        }
    }

    /// Compares what an answer reads in several documents with what was expected of each.
    ///
    /// What was expected is written as JSON: the parts of the value by their names, an array for a
    /// list of values, null for nil. So a property of another type, or one that is computed, is
    /// compared all the same. The documents are read in their order and then in the reverse order.
    ///
    ///     try readEach(
    ///         [#"{ "booking_number": "B-12" }"#: #"{ "number": "B-12" }"#], "…"
    ///     ) { ["number": try decodeBooking(from: $0).number] }
    ///
    /// - Parameters:
    ///   - table: Pairs of a document and what is expected of it, both as JSON.
    ///   - misconception: What an answer that fails in the first round got wrong.
    ///   - answer: Gives the parts of what the answer made of a document: strings, numbers, flags,
    ///     nil, and arrays and dictionaries of these. Of anything else the description counts.
    public func readEach(
        _ table: KeyValuePairs<String, String>, _ misconception: Misconception,
        sourceLocation: SourceLocation = #_sourceLocation,
        parts answer: (Data) throws -> Any?
    ) throws {
        try readRows(table.map { ($0, $1) }, misconception, sourceLocation, answer)
    }

    /// Compares what an answer reads in several documents, where the parts of what was expected are
    /// called as in the document.
    public func readEach(
        _ documents: [String], _ misconception: Misconception,
        sourceLocation: SourceLocation = #_sourceLocation,
        parts answer: (Data) throws -> Any?
    ) throws {
        try readRows(documents.map { ($0, $0) }, misconception, sourceLocation, answer)
    }

    private func readRows(
        _ rows: [(String, String)], _ misconception: Misconception,
        _ sourceLocation: SourceLocation,
        _ answer: (Data) throws -> Any?
    ) throws {
        let answerText = { (document: String) in try answer(Data(document.utf8)) }
        try twice(rows, misconception, sourceLocation, answerText) {
            document, found, expected in
            let wanted = ValueTree(try JSON(expected))
            let tree = ValueTree(JSON(describing: found as Any)).ordered(like: wanted)
            if tree.firstDifference(from: wanted) == nil { return nil }
            let read = try JSON(document)
            return
                (document == expected ? [] : ["The document:"] + ValueTree(read).excerpt(note: nil))
                + differing(tree, wanted, verb: "It read")
        }
    }

    /// Runs an answer for each row of a table, forwards and backwards, up to the first finding.
    private func twice<Input, Expected, Found>(
        _ rows: [(Input, Expected)], _ misconception: Misconception,
        _ sourceLocation: SourceLocation,
        _ answer: (Input) throws -> Found,
        finding: (Input, Found, Expected) throws -> [String]?
    ) throws {
        for (round, row) in rows.map({ (1, $0) }) + rows.reversed().map({ (2, $0) }) {
            let (input, expected) = row
            let lines: [String]?
            switch try Outcome(of: { try answer(input) }) {
            case .returned(let found):
                lines = try finding(input, found, expected)
            case .threw(let error):
                let document = (input as? String).map { Data($0.utf8) }
                let isDocument = document.flatMap { try? JSON($0) } != nil
                lines =
                    [isDocument ? "It threw an error:" : "For \(described(input)) it threw:"]
                    + explained(error, in: isDocument ? document : nil)
            }
            guard let lines else { continue }
            try fail(
                round == 1 ? misconception : secondCall, lines, sourceLocation: sourceLocation)
        }
    }

    private var secondCall: Misconception {
        """
        The first time it was right, and the second time it was not: it keeps something from the \
        last call. Make whatever it needs anew in each call
        """
    }

    /// Runs an answer on documents that it should refuse, each with the same error.
    ///
    /// - Parameters:
    ///   - documents: What the answer reads, one after the other.
    ///   - expected: The case that the error should be.
    ///   - codingPath: Where it should point, as the explainer writes it.
    ///   - misconception: What an answer that takes one of them got wrong. Which one is said.
    ///   - other: The same for an answer that throws another `DecodingError`.
    ///   - answer: The answer under test.
    public func refuseEach<Value>(
        _ documents: [String],
        _ expected: DecodingErrorCase,
        at codingPath: String? = nil,
        _ misconception: Misconception,
        otherError other: Misconception? = nil,
        sourceLocation: SourceLocation = #_sourceLocation,
        with answer: (Data) throws -> Value
    ) throws {
        for document in documents {
            try refuse(
                document, expected, at: codingPath, misconception, otherError: other,
                sourceLocation: sourceLocation, with: answer)
        }
    }

    // MARK: - Documents

    /// Compares what an answer wrote with the document that was expected, as documents: the order of
    /// the keys and the blanks between them do not count, nor does 25.0 for 25.
    ///
    /// - Parameters:
    ///   - written: What the answer wrote.
    ///   - expected: The document that was expected.
    ///   - misconception: What an answer that fails here got wrong, and which step of the lesson
    ///     has it.
    ///   - notJSON: The same for an answer that wrote something which nobody can read.
    ///   - keysInOrder: Whether the order of the keys counts.
    ///   - digits: Whether numbers have to be written digit for digit.
    public func expectWritten(
        _ written: Data, _ expected: String, _ misconception: Misconception,
        notJSON: Misconception? = nil, keysInOrder: Bool = false, digits: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        guard let wanted = try? JSON(expected) else {
            try fail(
                "The check's own document is not JSON: \(expected)", sourceLocation: sourceLocation)
        }
        guard !written.isEmpty else {
            try fail(
                "It wrote nothing at all", ["Expected:"] + excerpt(of: expected),
                sourceLocation: sourceLocation)
        }
        let found: JSON
        do {
            found = try JSON(written)
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
        var tree = ValueTree(found)
        var wantedTree = ValueTree(wanted)
        if !keysInOrder { tree = tree.ordered(like: wantedTree) }
        if digits {
            tree = tree.withoutMeaning
            wantedTree = wantedTree.withoutMeaning
        }
        if tree.firstDifference(from: wantedTree) == nil { return }
        try fail(
            misconception, differing(tree, wantedTree, verb: "It wrote"),
            sourceLocation: sourceLocation)
    }

    /// What is wrong with something written that is not JSON.
    private func explained(ofText written: Data) -> [String] {
        do {
            _ = try JSONDecoder().decode(Anything.self, from: written)
            return []
        } catch {
            let explanation = Explanation(of: error, in: written, decodedAs: Anything.self)
            return ["What it wrote is broken:"]
                + explanation.lines(width: lineWidth, includesAdvice: false)
        }
    }

    /// Runs an answer that writes values, and compares each document with what was expected, as
    /// ``expectWritten(_:_:_:notJSON:keysInOrder:digits:sourceLocation:)`` does. The values are
    /// written in their order and then in the reverse order.
    ///
    /// - Parameters:
    ///   - table: Pairs of a value and the document that was expected.
    ///   - misconception: What an answer that fails here got wrong.
    ///   - answer: The answer under test.
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

    /// Both trees, with a marker under the first place where they differ.
    private func differing(_ found: ValueTree, _ expected: ValueTree, verb: String) -> [String] {
        guard let difference = found.firstDifference(from: expected) else {
            return [
                "\(verb) \(found.text(limit: 160)), which looks like what was expected and is "
                    + "not equal to it. Is there an == of its own?"
            ]
        }
        return ["\(verb):"] + found.excerpt(at: difference.found, note: difference.note)
            + ["Expected:"] + expected.excerpt(at: difference.expected, note: "")
    }
}

/// Reads any document, so that nothing but its syntax can be wrong.
private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
}

extension ValueTree {
    /// The tree with its leaves compared by their text.
    var withoutMeaning: ValueTree {
        var tree = self
        tree.meaning = nil
        tree.children = children?.map {
            Child(key: $0.key, label: $0.label, tree: $0.tree.withoutMeaning)
        }
        return tree
    }
}
