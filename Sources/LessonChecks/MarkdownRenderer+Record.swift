import Foundation
import Walkthrough

extension MarkdownRenderer {
    /// Returns a Boolean value that indicates whether a record has the same text as the pages. Only the
    /// measured numbers may differ.
    ///
    /// - Parameters:
    ///   - record: The text of a README.md.
    ///   - lesson: The lesson's description.
    ///   - pages: Its pages, as ``LessonDescription/pages()`` makes them.
    package func isRecord(_ record: String, of lesson: LessonDescription, pages: [Page]) -> Bool {
        let markdown = text(of: lesson, pages: pages.map(\.withAnyNumbers))
        let expected = markdown.components(separatedBy: "\n")
        let lines = record.components(separatedBy: "\n")
        return lines.count == expected.count && zip(lines, expected).allSatisfy(Self.fits)
    }

    private static func fits(_ line: String, _ expected: String) -> Bool {
        let parts = expected.components(separatedBy: Page.anyNumber)
        guard parts.count == 2 else { return line == expected }
        guard line.hasPrefix(parts[0]), line.dropFirst(parts[0].count).hasSuffix(parts[1]) else {
            return false
        }
        let number = line.dropFirst(parts[0].count).dropLast(parts[1].count)
        return number.wholeMatch(of: #/[0-9]+(\.[0-9])?/#) != nil
    }
}

extension Page {
    /// The sign for any number.
    fileprivate static let anyNumber = "\u{FFFC}"

    /// The page with a sign for the number of each measurement.
    fileprivate var withAnyNumbers: Page {
        var page = self
        page.elements = elements.map { element in
            guard case .result(let result) = element, let unit = result.unit else {
                return element
            }
            let content = StepResult.Content.measurement(Self.anyNumber, of: unit)
            return .result(StepResult(line: result.line, content: content))
        }
        return page
    }
}
