import Foundation
import Judging
import LessonChecks
import Walkthrough

/// The verification that each demo of a teacher's guide still keeps its promise. The change of the
/// demo is made in a copy of the lesson, the step is built and run, and the promised lines are
/// searched for on the page.
struct DemoVerification {
    let number: String
    let workbook: WorkbookFolder
    let guide: TeacherGuide
    /// The number of demos that are tried at the same time.
    let atOnce: Int
    /// The longest time that a step may run, in seconds.
    var timeLimit = 10

    /// Returns the problems of the demos.
    ///
    /// - Throws: An error if nothing can be built on this system.
    func problems() async throws -> [String] {
        guard !guide.demos.isEmpty else { return [] }
        let folders = workbook.url(".build/demos")
        let source = workbook.text(path) ?? ""
        var problems: [String] = []
        var changed: [(demo: TeacherGuide.Demo, source: String)] = []
        for demo in guide.demos {
            do {
                changed.append((demo, try demo.change.applied(to: source)))
            } catch {
                problems.append(
                    "The demo \"\(demo.name)\" no longer fits \(path). \(error.description)")
            }
        }
        do {
            return try await NumberedFolders.withFreeOne(in: folders) { folder in
                let original = try await lesson.program(from: source, in: folder)
                let brokenPromises = try await changed.concurrentMap(atMost: atOnce) { change in
                    try await NumberedFolders.withFreeOne(in: folders) {
                        try await problem(
                            of: change.demo, source: change.source, original: original, in: $0)
                    }
                }
                return problems + brokenPromises.compactMap(\.self)
            }
        } catch let failure as BuildFailure {
            return problems + ["The demos cannot be tried. \(failure.firstReason)"]
        }
    }

    private var path: String { workbook.path(.lesson, number) }
    private var lesson: LessonBuild { LessonBuild(number, in: workbook) }

    // MARK: - One demo

    /// Returns the problem of a demo, or `nil` if it keeps its promise.
    ///
    /// - Parameters:
    ///   - demo: The demo.
    ///   - source: The contents of the lesson's file after the change.
    ///   - original: The program of the unchanged lesson.
    ///   - folder: An empty folder for the build.
    private func problem(
        of demo: TeacherGuide.Demo, source: String, original: URL, in folder: URL
    ) async throws -> String? {
        let name = "The demo \"\(demo.name)\""
        switch try await outcome(ofStep: demo.step, source: source, in: folder) {
        case .doesNotEnd:
            return
                "\(name) did not come to an end within \(timeLimit) seconds, so it was "
                + "stopped. A class would wait. Change it, or leave it out."
        case .doesNotCompile(let errors):
            guard demo.promisesError else {
                return "\(name) does not compile, and promises a page. The compiler says:\n"
                    + Self.quoted(errors)
            }
            return Self.firstMissing(of: demo.promise, in: errors, isWhole: false).map {
                "\(name) promises a line that the compiler does not say: \($0)\nIt says:\n"
                    + Self.quoted(errors)
            }
        case .page(let page):
            if demo.promisesError {
                return "\(name) promises an error of the compiler, and compiles. The page shows:\n"
                    + Self.quoted(Self.results(of: page))
            }
            if let line = Self.firstMissing(of: demo.promise, in: page, isWhole: true) {
                return "\(name) promises a line that the page does not show there: \(line)\n"
                    + "It shows:\n" + Self.quoted(Self.results(of: page))
            }
            if let wide = LessonSource(source).problems.first(where: {
                $0.contains("columns of code")
            }) {
                return "\(name) is too wide for a page. Line \(wide)."
            }
            let originalPage = try await outcome(ofStep: demo.step, of: original, in: folder)
            guard case .page(let lines) = originalPage,
                Self.firstMissing(of: demo.promise, in: lines, isWhole: true) == nil
            else { return nil }
            return
                "\(name) promises what the page shows without it too. Promise a line that is new, or "
                + "leave the demo out."
        }
    }

    /// Returns the first line of a quotation that does not follow the lines before it, or `nil` if
    /// all of them are there in this order.
    ///
    /// - Parameters:
    ///   - quotation: The quoted lines.
    ///   - lines: The lines of the page.
    ///   - isWhole: True if a quoted line has to be a whole line, false if a part of a line is
    ///     enough.
    private static func firstMissing(
        of quotation: [String], in lines: [String], isWhole: Bool
    ) -> String? {
        var remaining = lines.map { $0.trimmingCharacters(in: .whitespaces) }[...]
        for quoted in quotation {
            let index = remaining.firstIndex {
                isWhole ? isQuoted($0, quoted) : $0.contains(quoted)
            }
            guard let index else { return quoted }
            remaining = remaining[(index + 1)...]
        }
        return nil
    }

    /// Returns a Boolean value that indicates whether a line matches its quotation. An ellipsis in
    /// the quotation stands for text that may differ.
    private static func isQuoted(_ line: String, _ quoted: String) -> Bool {
        guard let gap = quoted.firstIndex(of: "…") else { return line == quoted }
        let parts = [quoted[..<gap], quoted[gap...].dropFirst()]
            .map { $0.trimmingCharacters(in: .whitespaces) }
        return line.count >= parts[0].count + parts[1].count && line.hasPrefix(parts[0])
            && line.hasSuffix(parts[1])
    }

    /// Returns the results on a page, without its code and its prose. If there are none, it returns
    /// the last lines.
    private static func results(of page: [String]) -> [String] {
        let results = page.filter { line in
            [" →", " ✘", "   "].contains { line.hasPrefix($0) }
        }
        return results.isEmpty ? page.suffix(4) : results
    }

    private static func quoted(_ lines: [String]) -> String {
        let shown = lines.prefix(8).map { $0.hasPrefix(" ") ? "│\($0)" : "│ \($0)" }
        return (shown + (lines.count > 8 ? ["│ …"] : [])).joined(separator: "\n")
    }

    // MARK: - A step

    /// The outcome of a step.
    private enum Outcome {
        /// The lines of the page, without empty lines.
        case page([String])
        /// The errors of the compiler, a line for each.
        case doesNotCompile([String])
        /// The step took longer than the time limit.
        case doesNotEnd
    }

    /// Builds the lesson's program and runs a step of it.
    ///
    /// - Parameters:
    ///   - step: The number of the step, counted from 1.
    ///   - source: The contents of the lesson's file after the change.
    ///   - folder: An empty folder for the copy and for the results of the build.
    /// - Throws: An error if nothing can be built on this system.
    private func outcome(
        ofStep step: Int, source: String, in folder: URL
    ) async throws -> Outcome {
        do {
            return try await outcome(
                ofStep: step, of: lesson.program(from: source, in: folder), in: folder)
        } catch let failure as BuildFailure {
            return .doesNotCompile(
                failure.diagnostics.isEmpty
                    ? failure.reasons
                    : failure.diagnostics.map { "error: \($0.message) (line \($0.line))" })
        }
    }

    /// Runs a step of a program.
    private func outcome(
        ofStep step: Int, of program: URL, in folder: URL
    ) async throws -> Outcome {
        let result = try await ChildProcess(
            executable: program.path, arguments: ["--step", "\(step)"],
            // There is no backtrace, because it takes longer than the rest and is not on the page.
            environment: ChildProcess.environment(
                adding: ["TMPDIR": folder.path, "SWIFT_BACKTRACE": "enable=no"]),
            folder: workbook.root, timeLimit: timeLimit
        ).run()
        return result.ending == .outOfTime
            ? .doesNotEnd
            : .page(result.standardOutput.split(separator: "\n").map(String.init))
    }
}
