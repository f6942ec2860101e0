/// What a lesson's Markdown shows that came out, as far as it is the same on every system.
///
/// Values are there in full, without the numbers of measurements. Of an error there is the case and
/// the path, and the rest of the line only where the workbook itself or the lesson wrote it: the
/// decoder's words are those of a system. Results are left out if the paragraph below them, which
/// explains them, says that they are those of Linux, or that Apple's systems have others.
struct PageResults {
    /// The results by the heading of their step, such as `3. Keys that are data`.
    private(set) var steps: [String: [String]] = [:]

    private var step = ""
    /// The results that no paragraph has explained so far.
    private var unexplained: [String] = []
    private let measured: Set<String>

    /// - Parameters:
    ///   - markdown: What is recorded of a lesson, or what would be.
    ///   - measured: What the lesson's measurements count, such as `times as long`.
    init(of markdown: String, measured: Set<String> = []) {
        self.measured = measured
        var language: Substring?
        for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                language = language == nil ? line.dropFirst(3) : nil
            } else if language == "text" {
                add(result: line)
            } else if language == nil, !line.isEmpty {
                add(block: line)
            }
        }
        keep()
    }

    /// The steps whose results are others than those of a record, each with both.
    ///
    /// - Parameters:
    ///   - record: What was recorded.
    ///   - numbers: The numbers of steps that are not compared.
    func differences(from record: PageResults, exceptSteps numbers: Set<Int> = []) -> [String] {
        let headings = Set(steps.keys).union(record.steps.keys).filter { heading in
            !numbers.contains { heading.hasPrefix("\($0). ") }
        }
        return headings.sorted().compactMap { heading in
            let (here, there) = (steps[heading] ?? [], record.steps[heading] ?? [])
            if here == there { return nil }
            return "\(heading): recorded \(there), now \(here)"
        }
    }

    private mutating func add(result line: Substring) {
        if line.hasPrefix("→ ") {
            let words = line.split(separator: " ", maxSplits: 2).dropFirst(2).joined()
            unexplained.append(measured.contains(words) ? "→ … \(words)" : String(line))
        } else if line.hasPrefix("✘ ") {
            let ownWords = #/✘ (keyNotFound|other): .*/#
            let caseAndPath = #/✘ \w+( at [^:]*)?/#
            let match = line.prefixMatch(of: ownWords)?.0 ?? line.prefixMatch(of: caseAndPath)?.0
            unexplained.append(String(match ?? line))
        } else if let value = unexplained.popLast() {
            unexplained.append(value.hasPrefix("→ ") ? "\(value)\n\(line)" : value)
        }
    }

    /// Reads a heading, a question, a paragraph, or what says nothing about results.
    private mutating func add(block line: Substring) {
        if line.hasPrefix("## ") {
            keep()
            step = String(line.dropFirst(3))
        } else if line.hasPrefix("> ") {
            keep()
        } else if !line.hasPrefix("<"), !line.hasPrefix("[") {
            if line.contains(#/Linux|Apple's systems/#) { unexplained = [] }
            keep()
        }
    }

    private mutating func keep() {
        steps[step, default: []] += unexplained
        unexplained = []
    }
}
