/// The order of a page's elements: each result under the statement that made it, and an error or a
/// crash that ended the step under the statement where it ended.
struct PageLayout {
    /// The parts of the step.
    let passages: [Passage]
    /// The results of the step.
    let results: [StepResult]
    /// The path of the lesson's file. Without it, no line gives the place of the code.
    var file: String?

    /// The elements that the page shows below its prose.
    var elements: [Page.Element] {
        var due: [Int: [Page.Element]] = [:]
        var trailing: [Page.Element] = []
        var end = passages.endIndex
        for (index, result) in results.enumerated() {
            if result.endsStep {
                let ending = ending(result, after: results[..<index])
                end = ending.place ?? end
                if let place = ending.place {
                    due[place, default: []] += ending.elements
                } else {
                    trailing += ending.elements
                }
            } else if let place = place(ofResult: index) {
                due[place, default: []].append(.result(result))
            } else {
                trailing.append(.result(result))
            }
        }

        var elements: [Page.Element] = []
        var isMarked = false
        var shownPath: String?
        func addPlace(of line: SourceLine?, in path: String?) {
            guard let path, let line, path != shownPath else { return }
            shownPath = path
            while case .code("") = elements.last { elements.removeLast() }
            elements.append(.place("\(path):\(line.number)"))
        }
        for (index, passage) in passages.enumerated() {
            addPlace(of: firstLine(from: index), in: file)
            switch passage {
            case .quotation(let quotation, _):
                if let problem = quotation.problem { elements.append(.remark(problem)) }
                shownPath = nil
                addPlace(of: quotation.lines.first, in: quotation.path)
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
        return elements + trailing
    }

    /// Returns the lines of a statement without blank lines beside prose. The renderers set prose off
    /// from the code by themselves.
    private func code(of statement: Statement, after last: Page.Element?) -> [Page.Element] {
        var keepsBlanks =
            switch last {
            case nil, .explanation, .prediction, .place: false
            default: true
            }
        return statement.lines.compactMap { line in
            if line.isBlank, !line.isInString, !keepsBlanks { return nil }
            keepsBlanks = true
            return .code(line.isBlank && !line.isInString ? "" : line.text)
        }
    }

    /// Returns the next line of the lesson's own code, or nil if something else comes before it.
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

    /// Returns the index of the statement that holds a line of the file.
    private func place(ofLine line: Int?) -> Int? {
        passages.indices.first { index in
            statement(at: index)?.lines.contains { $0.number == line } ?? false
        }
    }

    private func place(ofResult index: Int) -> Int? {
        guard case .printed = results[index].content else {
            return place(ofLine: results[index].line)
        }
        // Nothing tells which line printed this. It was printed after the result before it and
        // before the result after it.
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
        guard suspects.count > 1 else { return (suspects.last, [.result(result)]) }
        let numbers = suspects.compactMap { statement(at: $0)?.number }.map(String.init)
        let list = numbers.dropLast().joined(separator: ", ") + " or " + (numbers.last ?? "")
        return (suspects.last, [.result(result), .remark("Line \(list) threw this.")])
    }

    /// Returns the indices of the statements in which a step can have ended: those after the last one
    /// that showed something, up to the first one that would have shown something.
    private func span(after results: ArraySlice<StepResult>) -> [Int] {
        let places = results.compactMap { place(ofLine: $0.line) }
        var span: [Int] = []
        var next = 0
        if let last = places.last(where: { statement(at: $0)?.isDeclaration == false }) {
            next = statement(at: last)?.isControlFlow == true ? last : last + 1
        }
        for index in passages.indices.dropFirst(next) {
            guard let statement = statement(at: index), !statement.isDeclaration else { continue }
            span.append(index)
            if statement.shows { break }
        }
        return span
    }

    /// Returns a result in which a crash without a line of the lesson has the lines between which it
    /// happened.
    private func located(_ result: StepResult, in span: [Int]) -> StepResult {
        guard case .crash(var crash) = result.content, crash.line == nil,
            let start = span.first.flatMap(statement(at:))?.number,
            let end = span.last.flatMap(statement(at:))?.lines.last?.number
        else { return result }
        crash.place = start == end ? " in line \(start)" : " between line \(start) and line \(end)"
        return StepResult(line: nil, content: .crash(crash))
    }
}
