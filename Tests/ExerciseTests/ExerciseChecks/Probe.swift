import Foundation
import Testing

/// What a probe does to a value of a document.
public enum ProbeWay: Sendable, CaseIterable {
    /// The key is taken away, or has another spelling: `has_cars` for `hasCars`.
    case absent
    /// The value is null.
    case null
    /// The value is of another type: a string for a number, a list for an object and so on.
    case otherType
    /// The value is the string "".
    case emptyString
    /// A whole number gets a fraction: 12 is 12.5.
    case fraction
    /// An object gets a key that nobody asked for.
    case unknownKey
}

/// What an answer should do with a document that a probe has changed.
public enum ProbeExpectation: Sendable {
    /// Throw the error that the decoder throws by any of the usual ways to read: keyNotFound at the
    /// object for an absent key (or valueNotFound at the key), valueNotFound at the value for null
    /// (some decoders: typeMismatch), typeMismatch at the value for another type, dataCorrupted at the
    /// value for the rest (a fraction: or at the top level, or typeMismatch).
    case decodersError
    /// Throw this error, at a path with `[]` and `*` for the indices and keys of the changed value.
    case error(DecodingErrorCase, at: String)
    /// Throw this error at the changed value.
    case errorThere(DecodingErrorCase)
    /// Throw a `DecodingError`, whichever it is.
    case anyDecodingError
    /// Throw something.
    case anyError
    /// Return something.
    case success
    /// Nothing: the document is not asked about.
    case notProbed
}

/// An exception from what a probe expects of every value.
public struct ProbeRule: Sendable {
    let pattern: CodingPath?
    let ways: [ProbeWay]
    let expectation: ProbeExpectation
    let misconception: Misconception?

    /// - Parameters:
    ///   - path: The values: a path with `[]` for every index and `*` for every key.
    ///   - ways: What is done to them; nothing for all of it.
    ///   - expectation: What the answer should do then.
    ///   - misconception: What an answer got wrong that does something else; the probe's own words
    ///     unless it is given.
    public static func at(
        _ path: String, _ ways: ProbeWay..., expect expectation: ProbeExpectation = .decodersError,
        saying misconception: Misconception? = nil
    ) -> ProbeRule {
        ProbeRule(
            pattern: CodingPath(path), ways: ways, expectation: expectation,
            misconception: misconception)
    }

    /// The same for every value.
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
    /// Asks an answer about a right document in which one value after the other is wrong.
    ///
    /// Every key at every depth is absent once, null once and of each other type once; every element
    /// of a list, the first and the last, is null and of another type. What the decoder does by
    /// itself is expected, unless the parameters say otherwise. The most telling finding is
    /// recorded, and no other: an answer that returns something goes before one that throws
    /// something else.
    ///
    ///     try probe(
    ///         #"[{ "train": "NT 40", "delay": 25 }]"#, optional: ["[].delay"],
    ///         "Only a delay may be missing \(.absentNullOrTheWrongType)",
    ///         with: decodeDepartures)
    ///
    /// - Parameters:
    ///   - document: A right document, with as many keys as may be there.
    ///   - misconception: What an answer got wrong that takes one of the changed documents, and which step
    ///     of the lesson has it. It goes before what happened: "Without `cars` it still returned …".
    ///   - wrongType: The same where a value of another type or a fraction was taken; `misconception` unless
    ///     it is given.
    ///   - refused: What an answer got wrong that refuses a document which is right, with a key that
    ///     may be absent for example; `misconception` unless it is given.
    ///   - optional: The values that may be absent and may be null.
    ///   - mayBeAbsent: The values that may be absent and not null.
    ///   - mayBeNull: The values that may be null and not absent.
    ///   - notEmpty: The strings for which "" is an error.
    ///   - whole: The numbers that may not have a fraction.
    ///   - unknownKeys: Whether each object is read too with a key that nobody asked for.
    ///   - rules: Other exceptions; the first one that fits a change decides.
    ///   - answer: The answer under test.
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
            if case .success = expectation, change.otherSpelling != nil { continue }
            let data = Data(change.text.utf8)
            let isAboutType = change.way == .otherType || change.way == .fraction
            let found = finding(
                try Outcome { try answer(data) }, change, expectation,
                returned: rule?.misconception ?? (isAboutType ? wrongType : nil) ?? misconception,
                refused: rule?.misconception ?? refused ?? misconception)
            if let found { findings.append(found) }
            // Nothing says more than this.
            if findings.last?.rank == 0 { break }
        }
        guard let first = findings.min(by: { $0.rank < $1.rank }) else { return }
        try fail(first.misconception, first.lines, sourceLocation: sourceLocation)
    }

    private func finding<Value>(
        _ outcome: Outcome<Value>, _ change: Probe.Change, _ expectation: ProbeExpectation,
        returned: Misconception, refused: Misconception
    ) -> Probe.Finding? {
        let expected = expectation.errors(for: change)
        let wanted =
            expected.first.map { "\($0.0.rawValue) \($0.1.place)" } ?? "an error of the decoder"
        switch (outcome, expectation) {
        case (.returned, .success), (.threw, .anyError):
            return nil
        case (.returned(let value), _):
            return Probe.Finding(
                rank: 0, misconception: returned,
                lines: ["\(change.words) it still returned \(described(value)):"]
                    + change.excerpt)
        case (.threw(let error), .success):
            return Probe.Finding(
                rank: 1, misconception: refused,
                lines: ["\(change.words) it threw, and this document is right:"]
                    + explained(error, in: Data(change.text.utf8)))
        case (.threw(let error as DecodingError), _):
            let isExpected =
                expected.isEmpty
                || expected.contains { errorCase, path in
                    DecodingErrorCase(error) == errorCase && path.matches(codingPathKeys(of: error))
                }
            if isExpected { return nil }
            let isRightCase = expected.contains { $0.0 == DecodingErrorCase(error) }
            return Probe.Finding(
                rank: 3,
                misconception: isRightCase
                    ? "\(rightCaseWrongPath): expected was \(wanted)"
                    : """
                    \(change.words) it threw another error than the decoder throws by itself: \
                    expected was \(wanted)
                    """,
                lines: ["\(change.words) it threw:"]
                    + explained(error, in: Data(change.text.utf8)))
        case (.threw(let error), _):
            return Probe.Finding(
                rank: 2, misconception: Misconception(foreign(error, wanted)),
                lines: ["\(change.words):"] + change.excerpt)
        }
    }
}

extension ProbeRule {
    func covers(_ change: Probe.Change) -> Bool {
        (ways.isEmpty || ways.contains(change.way)) && pattern?.covers(change.path) ?? true
    }
}

extension ProbeExpectation {
    /// The errors of which one should be thrown, the usual one first; none where any will do.
    func errors(for change: Probe.Change) -> [(DecodingErrorCase, CodingPath)] {
        switch self {
        case .decodersError:
            switch change.way {
            // A superDecoder(forKey:) and a configuration give nil for an absent key, and it is the
            // decoder that throws then.
            case .absent:
                [
                    (.keyNotFound, CodingPath(change.path.steps.dropLast())),
                    (.valueNotFound, change.path),
                ]
            // Foundation on Linux throws typeMismatch for a Bool that is null.
            case .null: [(.valueNotFound, change.path), (.typeMismatch, change.path)]
            case .otherType: [(.typeMismatch, change.path)]
            // A number that fits no type is reported without its path.
            // Who tries a string after the number gets the decoder's typeMismatch.
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
        /// 0 tells most.
        let rank: Int
        let misconception: Misconception
        let lines: [String]
    }

    /// A document in which one value is not as it was.
    struct Change {
        let path: CodingPath
        let way: ProbeWay
        let document: JSON
        /// What is in the place of the value: `a string`.
        var stand = ""
        /// The key in place of the one that was taken away.
        var otherSpelling: String?

        /// ``Without `cars` ``, as the beginning of a sentence.
        var words: String {
            guard !path.steps.isEmpty else {
                return way == .unknownKey
                    ? "With an unknown key at the top level"
                    : "With \(way == .null ? "null" : stand) as the whole document"
            }
            let place = "`\(path.text)`"
            return switch way {
            case .absent: "Without \(place)" + (otherSpelling.map { ", but with `\($0)`," } ?? "")
            case .null: "With \(place) null"
            case .otherType: "With \(place) as \(stand)"
            case .emptyString: "With \(place) an empty string"
            case .fraction: "With a fraction in \(place)"
            case .unknownKey: "With an unknown key in \(place)"
            }
        }

        /// The lines of the document around the place.
        var excerpt: [String] {
            let missing: String? =
                if way == .absent, case .key(let key)? = path.steps.last { key } else { nil }
            return ValueTree(document).excerpt(
                at: document.indices(of: path),
                note: missing.map { "no \(JSON.quoted($0)) here" } ?? "here")
        }

        /// The document in lines that are short enough to be shown around a place.
        var text: String { ValueTree(document).lines.joined(separator: "\n") }
    }

    /// Every change of a document: all that are absent first, then null, then the other types.
    static func changes(of document: JSON) -> [Change] {
        var seen: [CodingPath: [CodingPath]] = [:]
        var order: [CodingPath] = []
        func visit(_ value: JSON, _ path: CodingPath) {
            // Of the elements of a list the first that has a value there counts, and the last.
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
        func change(_ new: JSON?, _ stand: String = "") -> Change {
            Change(
                path: path, way: way, document: document.replacing(path.steps[...], with: new),
                stand: stand)
        }
        switch (way, value) {
        case (.absent, _):
            guard case .key(let key)? = path.steps.last else { return [] }
            return [change(nil)] + otherSpellings(of: key, value, in: change(nil))
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

    /// The change without a key, with the key in a spelling that a key strategy would accept.
    private static func otherSpellings(
        of key: String, _ value: JSON, in change: Change
    ) -> [Change] {
        let snakeCase = key.replacing(#/[A-Z]/#) { "_" + $0.output.lowercased() }
        guard snakeCase != key, let first = key.first, first.isLowercase else { return [] }
        let object = change.path.steps.dropLast()
        guard case .object(let members)? = change.document[object] else { return [] }
        let renamed = JSON.object([JSON.Member(key: snakeCase, value: value)] + members)
        return [
            Change(
                path: change.path, way: .absent,
                document: change.document.replacing(object, with: renamed),
                otherSpelling: snakeCase)
        ]
    }

    /// What is tempting first: the number in quotes, the list's only element.
    private static func otherTypes(than value: JSON) -> [(JSON, String)] {
        let all: [(JSON, String)] = [
            (.string("x"), "a string"), (.number("7"), "a number"), (.bool(true), "true"),
            (.array([]), "an empty list"), (.object([]), "an empty object"),
        ]
        switch value {
        case .null: return []
        case .string(let text):
            return (Double(text) == nil ? [] : [(.number(text), "a number")])
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
