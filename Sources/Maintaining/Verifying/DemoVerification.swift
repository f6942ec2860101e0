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
        let folders = NumberedFolders(parent: workbook.url(".build/demos"))
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
        let lesson = LessonBuild(number, in: workbook)
        let build = DemoBuild(lesson: lesson, workbook: workbook, timeLimit: timeLimit)
        do {
            return try await folders.withFreeOne { folder in
                try await lesson.prepare()
                let original = try await lesson.program(from: source, in: folder)
                let brokenPromises = try await changed.concurrentMap(atMost: atOnce) { change in
                    try await folders.withFreeOne {
                        try await problem(
                            of: change.demo, source: change.source, build: build,
                            original: original, in: $0)
                    }
                }
                return problems + brokenPromises.compactMap(\.self)
            }
        } catch let failure as BuildFailure {
            return problems + ["The demos cannot be tried. \(failure.firstReason)"]
        }
    }

    private var path: String {
        workbook.path(.lesson, number)
    }

    // MARK: - One demo

    /// Returns the problem of a demo, or `nil` if it keeps its promise.
    ///
    /// - Parameters:
    ///   - demo: The demo.
    ///   - source: The contents of the lesson's file after the change.
    ///   - build: The build of the lesson.
    ///   - original: The program of the unchanged lesson.
    ///   - folder: An empty folder for the build.
    private func problem(
        of demo: TeacherGuide.Demo, source: String, build: DemoBuild, original: URL,
        in folder: URL
    ) async throws -> String? {
        let name = "The demo \"\(demo.name)\""
        switch try await build.page(ofStep: demo.step, source: source, in: folder) {
        case .doesNotEnd:
            return
                "\(name) did not come to an end within \(timeLimit) seconds, so it was "
                + "stopped. A class would wait. Change it, or leave it out."
        case .doesNotCompile(let errors):
            guard demo.promisesError else {
                return "\(name) does not compile, and promises a page. The compiler says:\n"
                    + Self.quoted(errors)
            }
            return PageText.firstMissing(of: demo.promise, in: errors, isWhole: false).map {
                "\(name) promises a line that the compiler does not say: \($0)\nIt says:\n"
                    + Self.quoted(errors)
            }
        case .page(let page):
            if demo.promisesError {
                return "\(name) promises an error of the compiler, and compiles. The page shows:\n"
                    + Self.quoted(Self.results(of: page))
            }
            if let line = PageText.firstMissing(of: demo.promise, in: page, isWhole: true) {
                return "\(name) promises a line that the page does not show there: \(line)\n"
                    + "It shows:\n" + Self.quoted(Self.results(of: page))
            }
            if let wide = LessonSource(source).problems.first(where: {
                $0.contains("columns of code")
            }) {
                return "\(name) is too wide for a page. Line \(wide)."
            }
            let originalPage = try await build.page(ofStep: demo.step, of: original, in: folder)
            guard case .page(let lines) = originalPage,
                PageText.firstMissing(of: demo.promise, in: lines, isWhole: true) == nil
            else { return nil }
            return
                "\(name) promises what the page shows without it too. Promise a line that is new, or "
                + "leave the demo out."
        }
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
}
