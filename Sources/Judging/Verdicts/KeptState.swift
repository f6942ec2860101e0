import Foundation

/// A variable or constant of an answer that keeps a value from one call to the next.
///
/// No task needs one. An answer that has one is often right at its first call and wrong later, and
/// the check's message about the later call does not name this reason.
struct KeptState: Equatable {
    /// The name of the variable or constant.
    let name: String
    /// The line of the answer, counted from 1.
    let line: Int

    /// Returns the declarations of an answer that keep a value: variables of the file or of a type,
    /// and constants whose value is a reference to something that can change.
    static func all(in answer: Answer) -> [KeptState] {
        let source = String(decoding: answer.contents ?? Data(), as: UTF8.self)
        let classes = source.matches(of: /\b(?:class|actor) (\w+)/).map(\.1)
        let boxes = ["Mutex", "NSCache", "NSMutable", "UserDefaults"] + classes
        return WrittenChange.lines(of: source).enumerated().compactMap { index, line in
            guard
                let match = line.wholeMatch(
                    of:
                        /(?<indent>\s*)(?<modifiers>(?:[a-z@][\w()]* )*)(?<kind>var|let) (?<name>\w+)(?<tail>.*)/
                )
            else { return nil }
            let isOfAType = match.modifiers.contains("static ")
            guard isOfAType || match.indent.isEmpty else { return nil }
            let isKept =
                match.kind == "var"
                // A `{` without a value makes it a computed variable.
                ? match.tail.contains("=") || !match.tail.contains("{")
                : boxes.contains { match.tail.contains("\($0)<") || match.tail.contains("\($0)(") }
            return isKept ? KeptState(name: String(match.name), line: index + 1) : nil
        }
    }

    /// The remark for a task that is right as soon as nothing else runs before it.
    var certainReason: String {
        """
        It remembers something from an earlier call: without the other tasks before it, this one is \
        right. \(place)
        """
    }

    /// The remark for a task of which that is not known.
    var possibleReason: String {
        "Maybe it remembers something from an earlier call. \(place)"
    }

    private var place: String {
        "`\(name)` in line \(line) keeps its value when a function returns."
    }
}
