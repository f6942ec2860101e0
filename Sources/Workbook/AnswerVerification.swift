import Foundation

/// Whether the checks say of each answer what they should: of the stub, of the solution, and of
/// every wrong answer.
struct AnswerVerification {
    /// How many wrong answers an exercise should know.
    static let fewestWrongAnswers = 10

    let number: String
    let workbook: WorkbookFolder
    let catalogue: WrongAnswerCatalogue
    private let judge: AnswerJudge

    init(
        _ number: String, _ catalogue: WrongAnswerCatalogue, in workbook: WorkbookFolder, lane: Int
    ) {
        self.number = number
        self.workbook = workbook
        self.catalogue = catalogue
        judge = AnswerJudge(number, in: workbook, lane: lane)
    }

    func problems() throws -> [String] {
        let solution = workbook.text(workbook.solutionPath(number)) ?? ""
        let ofTheModels = try problemsOfStub() + problems(ofSolution: solution)
        return try ofTheModels + problemsOfWrongAnswers(against: solution)
    }

    private func problemsOfStub() throws -> [String] {
        let path = workbook.exercisePath(number)
        switch try judge.judge(workbook.text(path) ?? "") {
        case .doesNotCompile(let errors):
            return [doesNotCompile(path, errors)]
        case .judged(let verdict, let warnings):
            return warnings.map {
                "The stub gives a warning, so mend it: \(path):\($0.line): \($0.message)"
            }
                + verdict.tasks.filter { !$0.isOpen }.map {
                    "Task \($0.number) of the stub is not open. Make it throw TODO(\"Task "
                        + "\($0.number): …\")."
                }
                + ending(of: verdict, path)
        }
    }

    private func problems(ofSolution text: String) throws -> [String] {
        let path = workbook.solutionPath(number)
        switch try judge.judge(text) {
        case .doesNotCompile(let errors):
            return [doesNotCompile(path, errors)]
        case .judged(let verdict, let warnings):
            return warnings.map {
                "The solution gives a warning: \(path):\($0.line): \($0.message)"
            }
                + verdict.tasks.filter { !$0.isRight }.map { task in
                    let said = task.problems.first?.message ?? "it is still open"
                    return
                        "The solution fails task \(task.number). Mend the one or the other: \(said)"
                }
                + ending(of: verdict, path)
        }
    }

    private func ending(of verdict: ExerciseVerdict, _ path: String) -> [String] {
        if verdict.tasks.isEmpty {
            return ["No task was judged. Do the checks have tests titled \"Task 1 · …\"?"]
        }
        return verdict.outside.map { ["\(path) did not run to its end: \($0.message)"] } ?? []
    }

    private func doesNotCompile(_ path: String, _ errors: [Diagnostic]) -> String {
        "\(path) does not compile with the checks. \(Self.first(of: errors))"
    }

    private static func first(of errors: [Diagnostic]) -> String {
        errors.first.map { "\($0.path):\($0.line): \($0.message)" } ?? "swift build failed."
    }

    // MARK: - Wrong answers

    private func problemsOfWrongAnswers(against solution: String) throws -> [String] {
        var problems: [String] = []
        var refused: [(entry: WrongAnswerCatalogue.Entry, refusal: Refusal)] = []
        var notCompiling: [(error: String, headings: [String])] = []
        for entry in catalogue.entries {
            let answer: String
            do {
                answer = try entry.change.applied(to: solution)
            } catch {
                problems.append(
                    "\"\(entry.heading)\" no longer fits \(workbook.solutionPath(number)). "
                        + error.description)
                continue
            }
            switch try judge.judge(answer) {
            case .doesNotCompile(let errors):
                let error = errors.first.map(\.message) ?? "swift build failed."
                if let index = notCompiling.firstIndex(where: { $0.error == error }) {
                    notCompiling[index].headings.append(entry.heading)
                } else {
                    notCompiling.append((error, [entry.heading]))
                }
            case .judged(let verdict, _):
                guard let refusal = Refusal(verdict) else {
                    problems.append(
                        "\"\(entry.heading)\" passes. Add a check to task \(entry.task) that it "
                            + "fails, or delete it.")
                    continue
                }
                refused.append((entry, refusal))
            }
        }
        for (error, headings) in notCompiling {
            let names = headings.map { "\"\($0)\"" }
            let some = names.count > 3 ? names.prefix(2) + ["\(names.count - 2) more"] : names[...]
            problems.append(
                "\(some.formatted(.list(type: .and).locale(Locale(identifier: "en_US")))) "
                    + "\(names.count == 1 ? "does" : "do") not compile with the checks: \(error)")
        }
        let messages = CheckMessages(in: workbook.text(workbook.checksPath(number)) ?? "").headlines
            .union(refused.map(\.refusal.headline))
        return problems
            + refused.compactMap { problem(of: $0.entry, $0.refusal, among: messages) }
    }

    private func problem(
        of entry: WrongAnswerCatalogue.Entry, _ refusal: Refusal, among messages: Set<String>
    ) -> String? {
        guard refusal.task == entry.task else {
            return
                "\"\(entry.heading)\" is refused by task \(refusal.task) first, and says task "
                + "\(entry.task). Mend the answer or its line. A learner reads: \(refusal.headline)"
        }
        guard refusal.says(entry.words) else {
            return
                "\"\(entry.heading)\" is refused, but not with the words \"\(entry.words)\". A "
                + "learner reads: \(refusal.headline)"
        }
        let words = Refusal.normalized(entry.words)
        let others = messages.subtracting([refusal.headline]).filter { $0.contains(words) }
        guard let other = others.min(), refusal.headline.contains(words) else { return nil }
        return
            "\"\(entry.heading)\": more than one message has the words \"\(entry.words)\". Name "
            + "more of \"\(refusal.headline)\" than is in \"\(other)\"."
    }
}
