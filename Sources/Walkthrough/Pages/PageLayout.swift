/// Sets each outcome under the statement that made it, and what ended a step where it ended.
struct PageLayout {
    private let passages: [Passage]
    private let outcomes: [Outcome]
    private let file: String?

    /// - Parameters:
    ///   - passages: The parts of the step.
    ///   - outcomes: What came out.
    ///   - file: The path of the lesson's file. Without it, no line says where the code stands.
    init(_ passages: [Passage], _ outcomes: [Outcome], file: String? = nil) {
        self.passages = passages
        self.outcomes = outcomes
        self.file = file
    }

    /// The lines of the page.
    var lines: [Page.Line] {
        var due: [Int: [Page.Line]] = [:]
        var last: [Page.Line] = []
        var end = passages.endIndex
        for (index, outcome) in outcomes.enumerated() {
            if outcome.endsStep {
                let ending = ending(outcome, after: outcomes[..<index])
                end = ending.place ?? end
                if let place = ending.place {
                    due[place, default: []] += ending.lines
                } else {
                    last += ending.lines
                }
            } else if let place = place(ofOutcome: index) {
                due[place, default: []].append(.outcome(outcome))
            } else {
                last.append(.outcome(outcome))
            }
        }

        var lines: [Page.Line] = []
        var isMarked = false
        var shown: String?
        func say(_ path: String?, _ line: Statement.Line?) {
            guard let path, let line, path != shown else { return }
            shown = path
            while case .code("") = lines.last { lines.removeLast() }
            lines.append(.place("\(path):\(line.number)"))
        }
        for (index, passage) in passages.enumerated() {
            say(file, firstLine(from: index))
            switch passage {
            case .quotation(let quotation, _):
                if let problem = quotation.problem { lines.append(.remark(problem)) }
                shown = nil
                say(quotation.path, quotation.lines.first)
                lines += quotation.lines.map { .code($0.text) }
            case .statement(let statement) where index > end && !statement.isDeclaration:
                if !isMarked { lines.append(.remark("What follows was not run.")) }
                isMarked = true
                lines += statement.lines.filter { !$0.isBlank || $0.isInString }
                    .map { .notRun($0.text) }
            case .statement(let statement):
                lines += code(of: statement, after: lines.last)
            case .question(let question, _) where index < end:
                lines.append(.prediction(question))
            case .explanation(let paragraphs, _) where index < end:
                while case .code("") = lines.last { lines.removeLast() }
                lines.append(.explanation(paragraphs))
            case .question, .explanation:
                break
            }
            lines += due[index] ?? []
        }
        return lines + last
    }

    /// Prose has its own distance from the code, so a blank line beside it says nothing.
    private func code(of statement: Statement, after last: Page.Line?) -> [Page.Line] {
        var isOpen =
            switch last {
            case nil, .explanation, .prediction, .place: false
            default: true
            }
        return statement.lines.compactMap { line in
            if line.isBlank, !line.isInString, !isOpen { return nil }
            isOpen = true
            return .code(line.isBlank && !line.isInString ? "" : line.text)
        }
    }

    /// The next line of the lesson's own code, unless something else comes before it.
    private func firstLine(from index: Int) -> Statement.Line? {
        for passage in passages[index...] {
            switch passage {
            case .statement(let statement): return statement.lines.first { !$0.isBlank }
            case .question, .explanation, .quotation: return nil
            }
        }
        return nil
    }

    // MARK: Where an outcome stands

    private func statement(at index: Int) -> Statement? {
        guard passages.indices.contains(index), case .statement(let statement) = passages[index]
        else { return nil }
        return statement
    }

    /// The passage that holds a line of the file.
    private func place(ofLine line: Int?) -> Int? {
        passages.indices.first { index in
            statement(at: index)?.lines.contains { $0.number == line } ?? false
        }
    }

    private func place(ofOutcome index: Int) -> Int? {
        guard case .printed = outcomes[index].content else {
            return place(ofLine: outcomes[index].line)
        }
        // What was printed does not say by which line. It was printed after what came before it,
        // and not after what came next.
        let before = place(ofLine: outcomes[..<index].last { $0.line != nil }?.line)
        let after = place(ofLine: outcomes[index...].first { $0.line != nil }?.line)
        let span = (before ?? 0)...max(after ?? passages.endIndex, before ?? 0)
        let prints = span.filter {
            statement(at: $0).map { $0.prints && !$0.isDeclaration } ?? false
        }
        return prints.last ?? after ?? before
    }

    // MARK: Where a step ended

    private func ending(
        _ outcome: Outcome, after outcomes: ArraySlice<Outcome>
    ) -> (place: Int?, lines: [Page.Line]) {
        if case .crash(let crash) = outcome.content, let place = place(ofLine: crash.line),
            statement(at: place)?.isDeclaration == false
        {
            return (place, [.outcome(outcome)])
        }
        let span = span(after: outcomes)
        guard case .failure = outcome.content else {
            return (span.last, [.outcome(located(outcome, in: span))])
        }
        let suspects = span.filter { statement(at: $0)?.mayThrow ?? false }
        switch suspects.count {
        case 0: return (nil, [.outcome(outcome)])
        case 1: return (suspects.last, [.outcome(outcome)])
        default:
            let numbers = suspects.compactMap { statement(at: $0)?.number }.map(String.init)
            let list = numbers.dropLast().joined(separator: ", ") + " or " + (numbers.last ?? "")
            return (suspects.last, [.outcome(outcome), .remark("Line \(list) threw this.")])
        }
    }

    /// The statements in which a step can have ended: those after the last one that showed
    /// something, up to the first one that would have.
    private func span(after outcomes: ArraySlice<Outcome>) -> [Int] {
        let shown = outcomes.compactMap { place(ofLine: $0.line) }
        var span: [Int] = []
        var next = 0
        if let last = shown.last(where: { statement(at: $0)?.isDeclaration == false }) {
            next = statement(at: last)?.isControlFlow == true ? last : last + 1
        }
        for index in passages.indices.dropFirst(next) {
            guard let statement = statement(at: index), !statement.isDeclaration else { continue }
            span.append(index)
            if statement.shows { break }
        }
        return span
    }

    /// A crash that names no line of the lesson is between two of them.
    private func located(_ outcome: Outcome, in span: [Int]) -> Outcome {
        guard case .crash(var crash) = outcome.content, crash.line == nil,
            let start = span.first.flatMap(statement(at:))?.number,
            let end = span.last.flatMap(statement(at:))?.lines.last?.number
        else { return outcome }
        crash.place = start == end ? " in line \(start)" : " between line \(start) and line \(end)"
        return Outcome(line: nil, content: .crash(crash))
    }
}
