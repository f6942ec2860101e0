import Foundation

/// The file of a lesson, cut at its marks.
///
///     // MARK: - Take what you need
///
///     struct Mission: Decodable { … }      ← a declaration that the question needs
///
///     /// Prose for the page, in paragraphs: the subject of the step.
///     func takeWhatYouNeed() throws {
///         …                                ← the code of the page
///         // Predict: A question, which
///         // may go on in the next line.
///         show(…)
///         // The explanation of the result. It may have lists, and several paragraphs.
///         //
///         // This is another paragraph.
///     }
///
/// The title is the mark, the prose is the doc comment, and the code is the body of the function that
/// ``Steps`` names. Other declarations of the section are code of the page too: those above the
/// function's comment come before its code, those below it come last. There is no second copy of
/// anything, so a page cannot disagree with the lesson.
///
/// A comment of the form `// …` is prose if it stands between statements, in the column in which the
/// step's statements begin. For declarations outside the function, that is the first column. A comment
/// that is further to the right, follows code on its line, or stands between the lines of one statement
/// stays code; so does `/// …`.
///
/// In prose, an empty `//` line ends a paragraph, `// - ` begins an item of a list, `// |` a row of a
/// table, and five blanks after the slashes make a block of code. A block between fences of backticks is
/// a ``Picture``. `// Predict: ` begins a question. It ends with the comment, at an empty `//` line or at
/// the next `// Predict: `. `// Code: ` asks for code of another file: see ``Quotation``.
package struct LessonSource: Sendable {
    /// One section of the file.
    package struct Section: Sendable {
        /// The title that the mark gives.
        package let title: String
        /// The comment's paragraphs, lists, tables, blocks of code and pictures, without `///`.
        package let prose: [String]
        /// The code with its questions and explanations, in the order of the page.
        package let passages: [Passage]
        /// The code of other files that the page shows.
        package var quotations: [Quotation] {
            passages.compactMap { passage in
                if case .quotation(let quotation, _) = passage { quotation } else { nil }
            }
        }
        /// A Boolean value that indicates whether the section is a step, and not the closing page or the
        /// lesson's finished model.
        package let isStep: Bool
        /// The lines of the file that belong to the section, counted from 1.
        package let lines: Range<Int>

        /// The lines of code, with the indentation of the function taken off.
        package var code: [SourceLine] {
            passages.flatMap { passage -> [SourceLine] in
                if case .statement(let statement) = passage { statement.lines } else { [] }
            }
        }
    }

    /// The mark of the section that closes a lesson.
    package static let closingTitle = "What to take away"

    /// The sections in the order of the file.
    package let sections: [Section]

    /// Cuts the source of a lesson at its marks.
    ///
    /// - Parameters:
    ///   - source: The source. Its lines end as on Unix or as on Windows.
    ///   - package: The package's folder, which has the other files whose code is shown. Without it, no
    ///     code of other files is shown.
    /// - Complexity: O(*n*) in the length of the source and of the other files.
    package init(_ source: String, package: URL? = nil) {
        let lines = Self.lines(of: source)
        let steps = Self.namesOfSteps(in: source)
        let mark = "// MARK: - "
        let starts = lines.indices.filter {
            !lines[$0].isInString && lines[$0].text.hasPrefix(mark)
        }
        let ends = starts.dropFirst() + [lines.count]
        sections = zip(starts, ends).map { start, end in
            Section(
                title: String(lines[start].text.dropFirst(mark.count)),
                lines: lines[(start + 1)..<end], steps: steps, package: package)
        }
    }

    /// Reads a file and cuts it at its marks, or returns nil if the file cannot be read.
    ///
    /// - Parameter filePath: The path of the file.
    package init?(filePath: String) {
        guard let source = try? String(contentsOfFile: filePath, encoding: .utf8) else {
            return nil
        }
        // A copy of a lesson may be outside the package.
        let package = Quotation.package(around: filePath) ?? Quotation.package(around: #filePath)
        self.init(source, package: package)
    }

    /// The closing section, if the file has one.
    package var closing: Section? {
        sections.last { $0.title == Self.closingTitle }
    }

    static func lines(of source: String) -> [SourceLine] {
        var isInString = false
        let lines = source.split(omittingEmptySubsequences: false) {
            $0 == "\n" || $0 == "\r\n" || $0 == "\r"
        }
        return lines.enumerated().map { index, line in
            let line = SourceLine(
                number: index + 1, text: String(line), isInString: isInString)
            let isComment = !isInString && line.text.drop { $0 == " " }.hasPrefix("//")
            if !isComment, line.text.ranges(of: "\"\"\"").count % 2 == 1 { isInString.toggle() }
            return line
        }
    }

    /// Returns the names of the functions that the lesson gives to ``Steps``.
    private static func namesOfSteps(in source: String) -> Set<Substring> {
        guard let list = source.firstMatch(of: /\bSteps\(([^)]*)\)/)?.1 else { return [] }
        return Set(list.matches(of: /\w+/).map(\.0))
    }
}

extension LessonSource.Section {
    /// - Parameters:
    ///   - title: The title that the mark gives.
    ///   - lines: The lines below the mark.
    ///   - steps: The names of the lesson's steps.
    ///   - package: The package's folder, which has the other files whose code is shown.
    fileprivate init(
        title: String, lines: ArraySlice<SourceLine>, steps: Set<Substring>, package: URL?
    ) {
        let numbers = lines.startIndex + 1..<lines.endIndex + 1
        let functions = lines.indices.filter {
            !lines[$0].isInString && lines[$0].text.hasPrefix("func ")
        }
        let isStep = { (index: Int) in
            lines[index].text.prefixMatch(of: /func (\w+)/).map { steps.contains($0.1) } ?? false
        }
        guard let function = functions.first(where: isStep) ?? functions.first else {
            let comment = lines.drop(while: \.isBlank).prefix { $0.text.hasPrefix("//") }
            self.init(
                title: title, prose: Prose.paragraphs(of: comment.map { $0.text.dropFirst(2) }),
                passages: [], isStep: false, lines: numbers)
            return
        }
        // An attribute is between the comment and its function.
        let attributes = lines[..<function].reversed().prefix { $0.text.hasPrefix("@") }
        let start = function - attributes.count
        let above = lines[..<start].reversed().prefix { $0.text.hasPrefix("///") }
        let comment = lines[(start - above.count)..<start]
        let fromFunction = lines[function...]
        let end =
            fromFunction.firstIndex { !$0.isInString && $0.text == "}" } ?? fromFunction.endIndex
        let opening = fromFunction[..<end].firstIndex { $0.text.hasSuffix("{") } ?? function
        let declarations = Array(lines[..<comment.startIndex])
        var body = lines[min(opening + 1, end)..<end].map { $0.shifted(by: 4) }
        if !declarations.allSatisfy(\.isBlank) {
            // The blank line that stands above the function in the file.
            body.insert(SourceLine(number: lines[start].number, text: "", isInString: false), at: 0)
        }
        let below = Array(fromFunction[end...].dropFirst())
        let parts = [declarations, body, below]
        self.init(
            title: title, prose: Prose.paragraphs(of: comment.map { $0.text.dropFirst(3) }),
            passages: parts.flatMap { Passage.passages(of: $0, package: package) }, isStep: true,
            lines: numbers)
    }
}
