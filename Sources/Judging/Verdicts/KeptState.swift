import Foundation

/// A place in an answer that keeps something from one call to the next.
///
/// No task needs one. An answer that has one is often right in its first call and wrong later, and what
/// a check says of the later call is about something else.
struct KeptState: Equatable {
    let name: String
    /// The line of the answer, counted from 1.
    let line: Int

    /// Finds them in the source: variables of a file or a type, and constants of these that hold a
    /// reference whose contents may change.
    static func all(in answer: Answer) -> [KeptState] {
        let source = String(decoding: answer.contents ?? Data(), as: UTF8.self)
        let classes = source.matches(of: /\b(?:class|actor) (\w+)/).map(\.1)
        let boxes = ["Mutex", "NSCache", "NSMutable", "UserDefaults"] + classes
        return WrittenChange.lines(of: source).enumerated().compactMap { index, line in
            guard
                let match = line.wholeMatch(
                    of:
                        /(?<indent>\s*)(?<words>(?:[a-z@][\w()]* )*)(?<kind>var|let) (?<name>\w+)(?<rest>.*)/
                )
            else { return nil }
            let isOfAType = match.words.contains("static ")
            guard isOfAType || match.indent.isEmpty else { return nil }
            let isKept =
                match.kind == "var"
                // A `{` without a value makes it a computed one.
                ? match.rest.contains("=") || !match.rest.contains("{")
                : boxes.contains { match.rest.contains("\($0)<") || match.rest.contains("\($0)(") }
            return isKept ? KeptState(name: String(match.name), line: index + 1) : nil
        }
    }

    /// Where the task is right as soon as nothing else runs before it.
    var isReason: String {
        """
        It remembers something from an earlier call: without the other tasks before it, this one is \
        right. \(place)
        """
    }

    /// Where nobody knows.
    var mayBeReason: String {
        "Maybe it remembers something from an earlier call. \(place)"
    }

    private var place: String {
        "`\(name)` in line \(line) keeps its value when a function returns."
    }
}
