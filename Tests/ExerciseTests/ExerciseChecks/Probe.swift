import Foundation
import Testing

/// A change that a probe makes to a value of a document.
public enum ProbeWay: Sendable, CaseIterable {
    /// The key is removed, or its value is under another key: `has_cars` for `hasCars`.
    case absent
    /// The value is null.
    case null
    /// The value has another type: a string for a number, a list for an object and so on.
    case otherType
    /// The value is the string "".
    case emptyString
    /// A whole number has a fraction: 12.5 for 12.
    case fraction
    /// An object has an additional key that the answer does not know.
    case unknownKey
}

/// The expected behavior of an answer for a document that a probe has changed.
public enum ProbeExpectation: Sendable {
    /// The answer throws the error that the decoder itself throws in any of the usual ways to read:
    /// keyNotFound at the object for an absent key (or valueNotFound at the key), valueNotFound at
    /// the value for null (some decoders: typeMismatch), typeMismatch at the value for another
    /// type, dataCorrupted at the value for the other changes (for a fraction also at the top
    /// level, or typeMismatch).
    case decodersError
    /// The answer throws this error at a path with `[]` and `*` for the indices and keys of the
    /// changed value.
    case error(DecodingErrorCase, at: String)
    /// The answer throws this error at the changed value.
    case errorThere(DecodingErrorCase)
    /// The answer throws any `DecodingError`.
    case anyDecodingError
    /// The answer throws any error.
    case anyError
    /// The answer returns any value.
    case success
    /// The answer does not get the document.
    case notProbed
}

/// An exception from the behavior that a probe expects for every value.
public struct ProbeRule: Sendable {
    let pattern: CodingPath?
    let ways: [ProbeWay]
    let expectation: ProbeExpectation
    let misconception: Misconception?

    /// Returns a rule for some values.
    ///
    /// - Parameters:
    ///   - path: The values: a path with `[]` for every index and `*` for every key.
    ///   - ways: The changes to them. Without any, the rule is for all changes.
    ///   - expectation: The expected behavior of the answer.
    ///   - misconception: The mistake of an answer with another behavior. By default, the probe's
    ///     own message is used.
    public static func at(
        _ path: String, _ ways: ProbeWay..., expect expectation: ProbeExpectation = .decodersError,
        saying misconception: Misconception? = nil
    ) -> ProbeRule {
        ProbeRule(
            pattern: CodingPath(path), ways: ways, expectation: expectation,
            misconception: misconception)
    }

    /// Returns a rule for every value.
    public static func everywhere(
        _ ways: ProbeWay..., expect expectation: ProbeExpectation = .decodersError,
        saying misconception: Misconception? = nil
    ) -> ProbeRule {
        ProbeRule(
            pattern: nil, ways: ways, expectation: expectation,
            misconception: misconception)
    }
}

extension ExerciseSuite {
    /// Runs an answer with copies of a right document in each of which one value is wrong.
    ///
    /// Every key at every depth is absent once, null once and of each other type once. In every
    /// list, the first and the last element are null and of another type. The answer should behave
    /// as the decoder itself, unless the parameters say otherwise. Only the most important finding
    /// is recorded: an answer that returns a value is more important than one that throws another
    /// error.
    ///
    ///     try probe(
    ///         #"[{ "train": "NT 40", "delay": 25 }]"#, optional: ["[].delay"],
    ///         "Only a delay may be missing \(.absentNullOrTheWrongType)",
    ///         with: decodeDepartures)
    ///
    /// - Parameters:
    ///   - document: A right document, with all keys that may be there.
    ///   - optional: The values that may be absent and may be null.
    ///   - mayBeAbsent: The values that may be absent and not null.
    ///   - mayBeNull: The values that may be null and not absent.
    ///   - notEmpty: The strings for which "" is an error.
    ///   - whole: The numbers that may not have a fraction.
    ///   - unknownKeys: True if the answer also reads each object with an additional key that it
    ///     does not know.
    ///   - rules: Other exceptions. The first one that matches a change is used.
    ///   - misconception: The mistake of an answer that accepts one of the changed documents, and
    ///     the step of the lesson about it. It is shown above the details: "Without `cars` it still
    ///     returned …".
    ///   - wrongType: The mistake of an answer that accepts a value of another type or a fraction.
    ///     By default, it is `misconception`.
    ///   - refused: The mistake of an answer that refuses a right document, with a key that may be
    ///     absent for example. By default, it is `misconception`.
    ///   - answer: The answer under test.
    /// - Throws: An error that ends the test.
    public func probe<Value>(
        _ document: String,
        optional: [String] = [],
        mayBeAbsent: [String] = [],
        mayBeNull: [String] = [],
        notEmpty: [String] = [],
        whole: [String] = [],
        unknownKeys: Bool = true,
        rules: [ProbeRule] = [],
        _ misconception: Misconception,
        wrongType: Misconception? = nil,
        refused: Misconception? = nil,
        sourceLocation: SourceLocation = #_sourceLocation,
        with answer: (Data) throws -> Value
    ) throws {
        guard let json = try? JSON(document) else {
            try fail(
                "The check's own document is not JSON: \(document)", sourceLocation: sourceLocation)
        }
        let allowances =
            rules
            + (optional + mayBeAbsent).map { .at($0, .absent, expect: .success) }
            + (optional + mayBeNull).map { .at($0, .null, expect: .success) }
            + notEmpty.map { .at($0, .emptyString, expect: .decodersError) }
            + whole.map { .at($0, .fraction, expect: .decodersError) }
            + [
                .everywhere(.emptyString, .fraction, expect: .notProbed),
                .everywhere(
                    .unknownKey, expect: unknownKeys ? .success : .notProbed,
                    saying: "Keys that nobody asks for are passed over, whatever they hold"),
            ]
        var findings: [Probe.Finding] = []
        for change in Probe.changes(of: json) {
            let rule = allowances.first { $0.covers(change) }
            let expectation = rule?.expectation ?? .decodersError
            if case .notProbed = expectation { continue }
            if change.otherKey != nil {
                if case .success = expectation { continue }
                if !unknownKeys { continue }
            }
            let data = Data(change.source.utf8)
            let isAboutType = change.way == .otherType || change.way == .fraction
            let finding = finding(
                of: try Outcome(of: { try answer(data) }, for: change.source), for: change,
                expecting: expectation,
                returned: rule?.misconception ?? (isAboutType ? wrongType : nil) ?? misconception,
                refused: rule?.misconception ?? refused ?? misconception)
            if let finding { findings.append(finding) }
            // No other finding is more important than this one.
            if findings.last?.rank == 0 { break }
        }
        guard let first = findings.min(by: { $0.rank < $1.rank }) else { return }
        try fail(first.misconception, first.lines, sourceLocation: sourceLocation)
    }

    private func finding<Value>(
        of outcome: Outcome<Value>, for change: Probe.Change,
        expecting expectation: ProbeExpectation, returned: Misconception, refused: Misconception
    ) -> Probe.Finding? {
        let expected = expectation.errors(for: change)
        let expectedError =
            expected.first.map { "\($0.0.rawValue) \($0.1.place)" } ?? "an error of the decoder"
        switch (outcome, expectation) {
        case (.returned, .success), (.threw, .anyError):
            return nil
        case (.returned(let value), _):
            return Probe.Finding(
                rank: 0, misconception: returned,
                lines: ["\(change.situation), your code still returned \(described(value)):"]
                    + change.excerpt)
        case (.threw(let error), .success):
            return Probe.Finding(
                rank: 1, misconception: refused,
                lines: ["\(change.situation), it threw, and this document is right:"]
                    + explained(error, in: Data(change.source.utf8)))
        case (.threw(let error as DecodingError), _):
            let isExpected =
                expected.isEmpty
                || expected.contains { errorCase, path in
                    DecodingErrorCase(error) == errorCase && path.matches(codingPathKeys(of: error))
                }
            if isExpected { return nil }
            // The case that the message names, and not another one that is accepted too.
            let isRightCase = expected.first?.0 == DecodingErrorCase(error)
            return Probe.Finding(
                rank: 3,
                misconception: isRightCase
                    ? "\(wrongPath(of: error)): expected was \(expectedError)"
                    : """
                    \(change.situation), it threw another error than the decoder throws by itself: \
                    expected was \(expectedError)
                    """,
                lines: ["\(change.situation), it threw:"]
                    + explained(error, in: Data(change.source.utf8)))
        case (.threw(let error), _):
            // Where a container is used after `decode` has returned, Foundation's own error for a
            // number comes out as it is.
            if change.way == .fraction, isFoundationsOwn(error) { return nil }
            return Probe.Finding(
                rank: 2, misconception: Misconception(foreign(error, expectedError)),
                lines: ["\(change.situation):"] + change.excerpt)
        }
    }
}

/// Returns a Boolean value that indicates whether an error has a type that Foundation keeps for itself.
private func isFoundationsOwn(_ error: any Error) -> Bool {
    String(reflecting: type(of: error)).hasPrefix("Foundation")
}

extension ProbeRule {
    func covers(_ change: Probe.Change) -> Bool {
        (ways.isEmpty || ways.contains(change.way)) && pattern?.covers(change.path) ?? true
    }
}

extension ProbeExpectation {
    /// Returns the errors of which one should be thrown, the usual one first. The result is empty
    /// if any error is accepted.
    func errors(for change: Probe.Change) -> [(DecodingErrorCase, CodingPath)] {
        switch self {
        case .decodersError:
            switch change.way {
            // A superDecoder(forKey:) and a configuration read nil for an absent key. Then it is
            // the decoder that throws.
            case .absent:
                [
                    (.keyNotFound, CodingPath(change.path.steps.dropLast())),
                    (.valueNotFound, change.path),
                ]
            // Foundation on Linux throws typeMismatch for a Bool that is null.
            case .null: [(.valueNotFound, change.path), (.typeMismatch, change.path)]
            case .otherType: [(.typeMismatch, change.path)]
            // A number that fits no type is reported without its path. An answer that tries a
            // string after the number gets the decoder's typeMismatch.
            case .fraction:
                [
                    (.dataCorrupted, change.path), (.dataCorrupted, CodingPath([])),
                    (.typeMismatch, change.path),
                ]
            case .emptyString, .unknownKey: [(.dataCorrupted, change.path)]
            }
        case .error(let errorCase, let path):
            [(errorCase, CodingPath(path).filled(from: change.path))]
        case .errorThere(let errorCase):
            [(errorCase, change.path)]
        case .anyDecodingError, .anyError, .success, .notProbed:
            []
        }
    }
}

/// The documents of a probe.
enum Probe {
    struct Finding {
        /// The rank of the finding. The most important ones have rank 0.
        let rank: Int
        let misconception: Misconception
        let lines: [String]
    }

    /// A copy of a document with a change to one value.
    struct Change {
        let path: CodingPath
        let way: ProbeWay
        let document: JSON
        /// The description of the new value: `a string`.
        var replacement = ""
        /// The key in place of the removed one, if the value is still there.
        var otherKey: String?

        /// The change as the beginning of a sentence: ``Without `cars` ``.
        var situation: String {
            guard !path.steps.isEmpty else {
                return way == .unknownKey
                    ? "With an unknown key at the top level"
                    : "With \(way == .null ? "null" : replacement) as the whole document"
            }
            let place = "`\(path.readablePath)`"
            return switch way {
            case .absent: "Without \(place)" + (otherKey.map { ", but with `\($0)`" } ?? "")
            case .null: "With \(place) null"
            case .otherType: "With \(place) as \(replacement)"
            case .emptyString: "With \(place) an empty string"
            case .fraction: "With a fraction in \(place)"
            case .unknownKey: "With an unknown key in \(place)"
            }
        }

        /// The lines of the document around the changed value.
        var excerpt: [String] {
            let missing: String? =
                if way == .absent, case .key(let key)? = path.steps.last { key } else { nil }
            return ValueTree(document).excerpt(
                at: document.indices(of: path),
                note: missing.map { "no \(JSON.quoted($0)) here" } ?? "here")
        }

        /// The document, in lines that are short enough for an excerpt.
        var source: String { ValueTree(document).lines.joined(separator: "\n") }
    }

    /// Returns all changes of a document: first all absent keys, then all null values, then the
    /// other types.
    static func changes(of document: JSON) -> [Change] {
        var seen: [CodingPath: [CodingPath]] = [:]
        var order: [CodingPath] = []
        func visit(_ value: JSON, _ path: CodingPath) {
            // All elements of a list have the same pattern. A pattern is probed at the first and at
            // the last element that have a value there.
            let pattern = CodingPath(
                path.steps.map { if case .index = $0 { .anyIndex } else { $0 } })
            if seen[pattern] == nil { order.append(pattern) }
            seen[pattern, default: []].append(path)
            switch value {
            case .array(let elements):
                for (index, element) in elements.enumerated() {
                    visit(element, CodingPath(path.steps + [.index(index)]))
                }
            case .object(let members):
                for member in members {
                    visit(member.value, CodingPath(path.steps + [.key(member.key)]))
                }
            default: break
            }
        }
        visit(document, CodingPath([]))
        let places = order.flatMap { pattern -> [CodingPath] in
            let paths = seen[pattern] ?? []
            return paths.count > 1 ? [paths[0], paths[paths.count - 1]] : paths
        }
        return ProbeWay.allCases.flatMap { way in
            places.flatMap { changes(of: document, at: $0, way) }
        }
    }

    private static func changes(
        of document: JSON, at path: CodingPath, _ way: ProbeWay
    ) -> [Change] {
        guard let value = document[path.steps[...]] else { return [] }
        func change(_ new: JSON?, _ replacement: String = "") -> Change {
            Change(
                path: path, way: way, document: document.replacing(path.steps[...], with: new),
                replacement: replacement)
        }
        switch (way, value) {
        case (.absent, _):
            guard case .key(let key)? = path.steps.last else { return [] }
            return [change(nil)] + otherKeys(than: key, value, in: change(nil))
        case (.null, _):
            return value == .null ? [] : [change(.null)]
        case (.otherType, _):
            return otherTypes(than: value).map { change($0.0, $0.1) }
        case (.emptyString, .string):
            return [change(.string(""))]
        case (.fraction, .number(let digits)) where !digits.contains(where: ".eE".contains):
            return [change(.number(digits + ".5"))]
        case (.unknownKey, .object(let members)):
            return [
                change(.object([JSON.Member(key: "unknown", value: .array([]))] + members))
            ]
        default:
            return []
        }
    }

    /// Returns the change without a key, but with the value under another key: in a spelling that a
    /// key strategy would accept, and under a key that has nothing in common with it.
    private static func otherKeys(
        than key: String, _ value: JSON, in change: Change
    ) -> [Change] {
        let object = change.path.steps.dropLast()
        guard case .object(let members)? = change.document[object] else { return [] }
        let snakeCase = key.replacing(#/[A-Z]/#) { "_" + $0.output.lowercased() }
        let isSpelled = snakeCase != key && key.first?.isLowercase == true
        return ((isSpelled ? [snakeCase] : []) + ["another"]).map { otherKey in
            let renamed = JSON.object([JSON.Member(key: otherKey, value: value)] + members)
            return Change(
                path: change.path, way: .absent,
                document: change.document.replacing(object, with: renamed), otherKey: otherKey)
        }
    }

    /// Returns values of other types. The values that an answer accepts most easily come first: the
    /// number in quotes, the only element of the list.
    private static func otherTypes(than value: JSON) -> [(JSON, String)] {
        let all: [(JSON, String)] = [
            (.string("x"), "a string"), (.number("7"), "a number"), (.bool(true), "true"),
            (.array([]), "an empty list"), (.object([]), "an empty object"),
        ]
        switch value {
        case .null: return []
        case .string(let string):
            return (Double(string) == nil ? [] : [(.number(string), "a number")])
                + [all[1], all[2], all[3], all[4], (.array([value]), "a list of it")]
        case .number(let digits):
            return [(.string(digits), "a string"), all[2], all[3], all[4]]
        case .bool(let flag):
            return [
                (.string("\(flag)"), "a string"), (.number(flag ? "1" : "0"), "a number"), all[3],
                all[4],
            ]
        case .array(let elements):
            let wrapper = JSON.object([JSON.Member(key: "list", value: value)])
            return (elements.first.map { [($0, "its first element alone")] } ?? [])
                .filter { if case .array = $0.0 { false } else { true } }
                + [(wrapper, "an object around the list"), all[0], all[1], all[2], all[4]]
        case .object:
            return [(.array([value]), "a list around the object"), all[0], all[1], all[2], all[3]]
        }
    }
}
