import Judging

/// Other right answers to an exercise: the page `Solutions/OtherWays/Exercise07.md`, for people who have
/// solved it and for the tool. After its own heading it has one section for each way:
///
///     ## A type for decoding alone
///
///     The model stays free of what the document looks like. It costs a second type.
///
///     ```diff
///     …
///     ```
///
/// The sentences say what the way gains and what it costs; the block says how it differs from the solution,
/// or from the stub where that is shorter (``WrittenChange``).
struct OtherWays: Sendable {
    /// One way.
    struct Way: Sendable {
        let heading: String
        let note: String
        let change: WrittenChange

        /// The way as it stands on the page.
        var markdown: String { "## \(heading)\n\n\(note)\n\n\(change.markdown)\n" }
    }

    /// The ways that can be read, in the order of the page.
    let ways: [Way]
    /// What is wrong with the page, a line each, by heading.
    let problems: [String]

    /// Reads a page.
    ///
    /// - Parameter text: The page.
    init(_ text: String) {
        var ways: [Way] = []
        var problems: [String] = []
        for section in MarkdownPage(text).sections where section.level == 2 {
            if ways.contains(where: { $0.heading == section.heading }) {
                problems.append("\"\(section.heading)\" is there twice. Rename one of the two.")
            }
            do {
                ways.append(try Way(section))
            } catch {
                problems.append("\"\(section.heading)\" \(error.description)")
            }
        }
        self.ways = ways
        self.problems = problems
    }

    /// What a way may be a change of: the solution, and the stub.
    static func bases(of number: String, in workbook: WorkbookFolder) -> [String] {
        [workbook.solutionPath(number), workbook.stubPath(number)].compactMap(workbook.text)
    }

    /// A page without ways.
    ///
    /// - Parameters:
    ///   - number: The exercise.
    ///   - title: What the exercise is about: `Rolling stock`.
    static func emptyPage(_ number: String, title: String) -> String {
        """
        # Other ways to solve exercise \(number) · \(title)

        Each of these is right too, and is written as what changes in the stub or in the solution.
        Read them when your own answer is right: what would you take over?
        `swift run maintain verify \(number)` judges them all.

        """
    }
}

extension OtherWays.Way {
    fileprivate init(_ section: MarkdownPage.Section) throws(IncompleteSection) {
        heading = section.heading
        note = section.paragraphs.joined(separator: "\n\n")
        if note.isEmpty {
            throw IncompleteSection(
                description: "does not say what it gains and what it costs. Add two sentences "
                    + "above its block.")
        }
        change = try section.change()
    }
}
