/// Sets each result under the statement that made it, and what ended a step where it ended.
struct PageLayout {
    private let passages: [Passage]
    private let results: [StepResult]
    private let file: String?

    /// - Parameters:
    ///   - passages: The parts of the step.
    ///   - results: What came out.
    ///   - file: The path of the lesson's file. Without it, no line says where the code stands.
    init(_ passages: [Passage], _ results: [StepResult], file: String? = nil) {
        self.passages = passages
        self.results = results
        self.file = file
    }

    /// What the page shows below its prose.
    var elements: [Page.Element] {
        var due: [Int: [Page.Element]] = [:]
        var last: [Page.Element] = []
        var end = passages.endIndex
        for (index, result) in results.enumerated() {
            if result.endsStep {
                let ending = ending(result, after: results[..<index])
                end = ending.place ?? end
                if let place = ending.place {
                    due[place, default: []] += ending.elements
                } else {
                    last += ending.elements
                }
            } else if let place = place(ofResult: index) {
                due[place, default: []].append(.result(result))
            } else {
                last.append(.result(result))
            }
        }

        var elements: [Page.Element] = []
        var isMarked = false
        var shown: String?
        func say(_ path: String?, _ line: SourceLine?) {
            guard let path, let line, path != shown else { return }
            shown = path
            while case .code("") = elements.last { elements.removeLast() }
            elements.append(.place("\(path):\(line.number)"))
        }
        for (index, passage) in passages.enumerated() {
            say(file, firstLine(from: index))
            switch passage {
            case .quotation(let quotation, _):
                if let problem = quotation.problem { elements.append(.remark(problem)) }
                shown = nil
                say(quotation.path, quotation.lines.first)
                elements += quotation.lines.map { .code($0.text) }
            case .statement(let statement) where index > end && !statement.isDeclaration:
                if !isMarked { elements.append(.remark("What follows was not run.")) }
                isMarked = true
                elements += statement.lines.filter { !$0.isBlank || $0.isInString }
                    .map { .notRun($0.text) }
            case .statement(let statement):
                elements += code(of: statement, after: elements.last)
            case .question(let question, _) where index < end:
                elements.append(.prediction(question))
            case .explanation(let paragraphs, _) where index < end:
                while case .code("") = elements.last { elements.removeLast() }
                elements.append(.explanation(paragraphs))
            case .question, .explanation:
                break
            }
            elements += due[index] ?? []
        }
        return elements + last
    }

    /// Prose has its own distance from the code, so a blank line beside it says nothing.
    private func code(of statement: Statement, after last: Page.Element?) -> [Page.Element] {
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
    private func firstLine(from index: Int) -> SourceLine? {
        for passage in passages[index...] {
            switch passage {
            case .statement(let statement): return statement.lines.first { !$0.isBlank }
            case .question, .explanation, .quotation: return nil
            }
        }
        return nil
    }

    // MARK: Where a result stands

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

    private func place(ofResult index: Int) -> Int? {
        guard case .printed = results[index].content else {
            return place(ofLine: results[index].line)
        }
        // What was printed does not say by which line. It was printed after what came before it,
        // and not after what came next.
        let before = place(ofLine: results[..<index].last { $0.line != nil }?.line)
        let after = place(ofLine: results[index...].first { $0.line != nil }?.line)
        let span = (before ?? 0)...max(after ?? passages.endIndex, before ?? 0)
        let prints = span.filter {
            statement(at: $0).map { $0.prints && !$0.isDeclaration } ?? false
        }
        return prints.last ?? after ?? before
    }

    // MARK: Where a step ended

    private func ending(
        _ result: StepResult, after results: ArraySlice<StepResult>
    ) -> (place: Int?, elements: [Page.Element]) {
        if case .crash(let crash) = result.content, let place = place(ofLine: crash.line),
            statement(at: place)?.isDeclaration == false
        {
            return (place, [.result(result)])
        }
        let span = span(after: results)
        guard case .failure = result.content else {
            return (span.last, [.result(located(result, in: span))])
        }
        let suspects = span.filter { statement(at: $0)?.mayThrow ?? false }
        switch suspects.count {
        case 0: return (nil, [.result(result)])
        case 1: return (suspects.last, [.result(result)])
        default:
            let numbers = suspects.compactMap { statement(at: $0)?.number }.map(String.init)
            let list = numbers.dropLast().joined(separator: ", ") + " or " + (numbers.last ?? "")
            return (suspects.last, [.result(result), .remark("Line \(list) threw this.")])
        }
    }

    /// The statements in which a step can have ended: those after the last one that showed
    /// something, up to the first one that would have.
    private func span(after results: ArraySlice<StepResult>) -> [Int] {
        let shown = results.compactMap { place(ofLine: $0.line) }
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
    private func located(_ result: StepResult, in span: [Int]) -> StepResult {
        guard case .crash(var crash) = result.content, crash.line == nil,
            let start = span.first.flatMap(statement(at:))?.number,
            let end = span.last.flatMap(statement(at:))?.lines.last?.number
        else { return result }
        crash.place = start == end ? " in line \(start)" : " between line \(start) and line \(end)"
        return StepResult(line: nil, content: .crash(crash))
    }
}
