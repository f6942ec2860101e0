import Judging

/// The messages in the source of an exercise's checks.
struct CheckMessages {
    /// The first line of each, as a learner reads it.
    let headlines: Set<String>

    /// Collects the strings of a source. A message is a string; what else is one, a document or a
    /// title, shares no words with it. What is put together at run time is known when it is judged.
    init(in source: String) {
        // Swift joins the lines of such a string where a backslash ends one.
        let blocks = source.matches(of: #/"""\n([\s\S]*?)"""/#).map { match in
            String(match.1.replacing(#/\\\n\s*/#, with: ""))
        }
        let rest = source.replacing(#/"""[\s\S]*?"""/#, with: "")
        let strings = rest.matches(of: #/"((?:[^"\\\n]|\\.)*)"/#).map { String($0.1) }
        headlines = Set(
            (blocks + strings).map { text in
                Refusal.headline(
                    of: text.replacing("\\\"", with: "\"").replacing("\\n", with: "\n"))
            }
            .filter { $0.contains(" ") && !$0.hasPrefix("Task ") && !$0.contains("\\(") })
    }
}
