import Judging

/// A page of known answers. There are two of them for an exercise: `Tests/KnownAnswers/Exercise07.md` for
/// whoever maintains its checks, and `Solutions/OtherWays/Exercise07.md`, three to five right ones that a
/// learner reads. Below the page's own heading there is a section for each answer:
///
///     ## The broken list is empty
///     Task 3: "A try? makes an empty list of a broken one"
///     Breaks: "A list that is broken is an error"
///     An empty list and a broken one look alike to the caller.
///     ```diff
///     …
///     ```
///
/// The first two lines are those of a wrong answer: which task refuses it, with which words, and what it
/// breaks, a sentence of the stub or a part of one. An answer without them is right. The block says how
/// the answer differs from the solution (``WrittenChange``).
struct KnownAnswers: Sendable {
    /// The answers that can be read, in the order of the page.
    let answers: [KnownAnswer]
    /// What is wrong with the page, a line each, by heading.
    let problems: [String]

    /// Reads a page.
    init(_ page: String) {
        var answers: [KnownAnswer] = []
        var problems: [String] = []
        for section in MarkdownPage(page).sections where section.level > 1 {
            do {
                let answer = try KnownAnswer(section)
                if answers.contains(where: { $0.heading == answer.heading }) {
                    problems.append("\"\(answer.heading)\" is there twice. Rename one of the two.")
                }
                answers.append(answer)
            } catch {
                problems.append("\"\(section.heading)\" \(error.description)")
            }
        }
        self.answers = answers
        self.problems = problems
    }

    /// A page of a maintainer's without answers.
    ///
    /// - Parameters:
    ///   - number: The exercise.
    ///   - title: What the exercise is about: `Rolling stock`.
    static func emptyPage(_ number: String, title: String) -> String {
        """
        # Known answers to exercise \(number) · \(title)

        Small changes of the solution, by which `swift run maintain verify \(number)` tries the checks. One that
        names a task is wrong: the task refuses it with these words, and it breaks these words of the stub.
        Each other one is right.

        """
    }

    /// A learner's page without ideas.
    static func emptyPageOfWays(_ number: String, title: String) -> String {
        """
        # Other ways to solve exercise \(number) · \(title)

        \(LessonFile.toBeWritten): three to five other ideas, each with the lines of the solution that it changes.

        """
    }
}
