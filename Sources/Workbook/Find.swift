import Foundation
import Judging
import Walkthrough

/// The command `workbook find`, which names the steps that teach what somebody asks for.
struct Find {
    static let usage = Usage(
        "workbook find", "[WORDS …]",
        help: """
            the steps that teach what you ask for: a word,
            a name, an error from your work; without
            words, paste the error and press Ctrl-D
            """, takesPlain: true)

    private static let most = 5
    /// How much of a text is read, in bytes. Any error is shorter.
    private static let longest = 10_000

    let workbook: WorkbookFolder

    /// Prints the steps that fit best.
    ///
    /// - Returns: True.
    /// - Throws: ``CommandFailure`` if there is none.
    func run(_ words: [String]) throws -> Bool {
        var query = words.joined(separator: " ")
        if words.isEmpty {
            if isatty(STDIN_FILENO) == 1 {
                Console.complain("Paste the error, then press Return and Ctrl-D.")
            }
            // A folder has nothing to read.
            let input = try? FileHandle.standardInput.read(upToCount: Self.longest)
            query = String(decoding: input ?? Data(), as: UTF8.self)
        }
        query = String(decoding: query.utf8.prefix(Self.longest), as: UTF8.self)
        let entries = SearchIndex(of: workbook).entries(for: query).prefix(Self.most)
        if entries.isEmpty {
            throw CommandFailure(
                description: "No step has any of these words. Try one word, such as \"null\" or "
                    + "\"keyNotFound\"; \(Terminal.current.command("lesson-01 --list")) names all "
                    + "steps of a lesson.")
        }
        let terminal = Terminal.current
        try Console.print(
            entries.flatMap {
                ["\(terminal.heading($0.page)): \($0.title)", "    \(terminal.command($0.place))"]
            })
        return true
    }
}

extension SearchIndex {
    /// Reads the steps of all lessons, as they were recorded.
    init(of workbook: WorkbookFolder) {
        self.init(
            workbook.lessons.flatMap { number -> [Entry] in
                let page = MarkdownPage(workbook.text(workbook.path(.pages, number)) ?? "")
                let title = page.sections.first { $0.level == 1 }?.heading ?? ""
                let steps = page.sections.filter {
                    $0.level == 2 && $0.heading.first?.isNumber == true
                }
                return steps.enumerated().map { index, section in
                    let results = section.blocks.filter { $0.language == "text" }
                    let code = section.blocks.filter { $0.language != "text" }
                    return Entry(
                        place: "lesson-\(number) --step \(index + 1)", page: title,
                        title: String(section.heading.drop { $0 != " " }.dropFirst()),
                        text: (section.textLines + code.flatMap(\.lines)).joined(separator: "\n"),
                        results: results.flatMap(\.lines).joined(separator: "\n"),
                        lesson: number)
                }
            })
    }
}
