import DecodingExplainer
import Walkthrough

extension LessonSource {
    /// The number of columns that a line of code may have on a page.
    package static let columnsOfCode = 76

    /// The problems of the file according to the rules for pages: one line for each, with the line of
    /// the file if there is one. Rules that need a run, such as the length of a page, are not checked
    /// here.
    ///
    /// - Complexity: O(*n*) in the length of the file.
    package var problems: [String] {
        let end = sections.firstIndex { $0.title == Self.closingTitle }
        let steps = sections[..<(end ?? sections.endIndex)]
        var problems: [String] = []
        if end == nil {
            problems.append("there is no closing page: add \"// MARK: - \(Self.closingTitle)\"")
        }
        if !(6...16).contains(steps.count) {
            problems.append("there are \(steps.count) steps: a lesson has 6 to 16")
        }
        let questions = steps.map(\.questions).reduce(0, +)
        if questions < 3 {
            problems.append("there are \(questions) questions: a lesson asks 3 at least")
        }
        let titles = steps.map(\.title) + (end == nil ? [] : [Self.closingTitle])
        for title in Set(titles) where titles.count(where: { $0 == title }) > 1 {
            problems.append("two pages have the title \"\(title)\"")
        }
        return problems + steps.flatMap(\.problems) + sections.flatMap(\.problemsOfPictures)
    }
}

extension LessonSource.Section {
    fileprivate var questions: Int {
        passages.count { if case .question = $0 { true } else { false } }
    }

    fileprivate var problems: [String] {
        guard isStep else { return ["\(lines.lowerBound - 1): \"\(title)\" has no function"] }
        var problems: [String] = []
        if prose.isEmpty {
            problems.append(
                "\(lines.lowerBound): \"\(title)\" does not say what there is to find out: "
                    + "add a doc comment")
        }
        problems += code.compactMap { Self.tooWide($0.text, at: "\($0.number):") }
        for passage in passages {
            guard case .quotation(let quotation, let number) = passage else { continue }
            if let problem = quotation.problem { problems.append("\(number): \(problem)") }
            problems += quotation.lines.compactMap {
                Self.tooWide($0.text, at: "\(number): \(quotation.path):\($0.number) has")
            }
        }
        return problems + problemsOfOrder
    }

    /// Returns the problem of a line of code that is too wide for a page, or `nil` if it is not.
    private static func tooWide(_ line: some StringProtocol, at place: String) -> String? {
        let width = DisplayText.width(of: String(line))
        if width <= LessonSource.columnsOfCode { return nil }
        return "\(place) \(width) columns of code; "
            + "a page has room for \(LessonSource.columnsOfCode)"
    }

    /// The mistakes in the pictures of the prose, and the pictures that are too wide.
    fileprivate var problemsOfPictures: [String] {
        let explanations: [([String], Int)] = passages.compactMap { passage in
            guard case .explanation(let paragraphs, let line) = passage else { return nil }
            return (paragraphs, line)
        }
        return ([(prose, lines.lowerBound)] + explanations).flatMap { paragraphs, line in
            paragraphs.filter(Picture.isBlock).compactMap { block -> String? in
                do throws(Picture.Mistake) {
                    let width = try Picture(block).width
                    if width <= Picture.columns { return nil }
                    return "\(line): a picture has \(width) columns; "
                        + "a page has room for \(Picture.columns)"
                } catch {
                    return "\(line): \(error.message)"
                }
            }
        }
    }

    /// The problems with the order of questions, results and explanations: a result has to answer each
    /// question, and the explanation belongs below the result.
    private var problemsOfOrder: [String] {
        var problems: [String] = []
        var openQuestion: Int?
        var hasResult = false
        for passage in passages {
            switch passage {
            case .question(_, let line):
                if let openQuestion { problems.append(Self.unanswered(openQuestion)) }
                openQuestion = line
            case .explanation(_, let line):
                if openQuestion != nil {
                    problems.append(
                        "\(line): this comment stands between a question and its result; "
                            + "what it explains belongs below the result")
                }
            case .quotation:
                break
            case .statement(let statement):
                if statement.mentionsResult, !statement.isDeclaration {
                    (openQuestion, hasResult) = (nil, true)
                }
                if statement.prints, !statement.isDeclaration {
                    problems.append(
                        "\(statement.number): a lesson shows its results with show, not with print")
                }
            }
        }
        if let openQuestion { problems.append(Self.unanswered(openQuestion)) }
        if !hasResult {
            problems.append("\(lines.lowerBound): \"\(title)\" has no result: use show or attempt")
        }
        return problems
    }

    private static func unanswered(_ line: Int) -> String {
        "\(line): no result answers this question"
    }
}

extension Statement {
    /// A Boolean value that indicates whether the statement can show a result.
    fileprivate var mentionsResult: Bool {
        code.contains(/\b(show|attempt)\b/)
    }
}
