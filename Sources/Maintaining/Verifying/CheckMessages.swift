import ExerciseConventions
import Judging

/// The messages of an exercise's checks, as far as they are known from the answers that were judged.
///
/// A check makes its message before it judges, so the model solution makes nearly all of them, though
/// it hears none. What a check says only after it has looked at what is wrong is known when an answer
/// hears it. A message that is neither is not known: it stands behind something that no answer got
/// wrong.
struct CheckMessages {
    /// The first line of each, with … for what differs from run to run.
    private(set) var headlines: Set<String> = []
    private var heard: Set<String> = []
    private var headlineByText: [String: String] = [:]

    /// - Parameter isHeard: Whether what the verdict says counts as heard by a wrong answer.
    mutating func add(_ verdict: ExerciseVerdict, isHeard: Bool) {
        for message in verdict.messages {
            let headline = Finding.headline(of: message.form)
            headlines.insert(headline)
            headlineByText[Finding.headline(of: message.text)] = headline
        }
        guard isHeard else { return }
        for problem in verdict.tasks.flatMap(\.problems) {
            if let headline = headlineByText[Finding.headline(of: problem.message)] {
                heard.insert(headline)
            }
        }
    }

    /// Those that no wrong answer has heard.
    var unheard: [String] { headlines.subtracting(heard).sorted() }

    /// All but the one that a learner reads in a refusal.
    func others(than finding: Finding) -> Set<String> {
        headlines.subtracting([headlineByText[finding.headline] ?? finding.headline])
    }
}
