import ExerciseConventions
import Foundation
import Judging
import Walkthrough

/// The part of `maintain record` that writes the names of the lessons' steps for the checks. It
/// also keeps the hints right, which name a step by its number.
struct StepRecording {
    let workbook: WorkbookFolder
    /// A function that returns the titles of a lesson's steps from the last recording.
    var recordedTitles = LessonStep.titles(ofLesson:)

    /// Records the steps.
    ///
    /// - Returns: The paths of the files that were written. The array is empty if no title has
    ///   changed.
    /// - Throws: An error if a file cannot be written.
    func run() throws -> [String] {
        let titles = workbook.lessons.map { number in
            (lesson: number, titles: workbook.lesson(number).titlesOfSteps)
        }
        let changed = titles.filter { $0.titles != recordedTitles($0.lesson) }
        guard !changed.isEmpty else { return [] }
        let hints = workbook.exercises.map(workbook.hintsPath)
        let contents =
            [(LessonStep.path, source(of: titles))]
            + hints.compactMap { path in
                workbook.text(path).map { page in
                    (path, changed.reduce(page) { renumbered($0, ofLesson: $1.lesson, $1.titles) })
                }
            }
        let written = contents.filter { workbook.text($0.0) != $0.1 }
        for (path, text) in written {
            try workbook.write(Data(text.utf8), to: path)
        }
        return written.map(\.0)
    }

    /// Returns the contents of the file with the steps. The lines above the cases are kept.
    private func source(of lessons: [(lesson: String, titles: [String])]) -> String {
        let lines = WrittenChange.lines(of: workbook.text(LessonStep.path) ?? "")
        let declaration = lines.firstIndex { $0.hasPrefix("public enum LessonStep") } ?? 0
        let all = lessons.flatMap(\.titles)
        let groups = lessons.map { lesson, titles in
            let cases = titles.map { title in
                LessonStep.line(
                    forStep: title, ofLesson: lesson,
                    isShared: all.count { $0 == title } > 1)
            }
            return (["// MARK: - Lesson \(lesson)", ""] + cases).map {
                $0.isEmpty ? "" : "    " + $0
            }
        }
        let body = groups.joined(separator: [""])
        return (lines[...declaration] + body + ["}", ""]).joined(separator: "\n")
    }

    /// The form of a place in the hints that names a step: `(lesson 07, step 4)`.
    static var reference: Regex<(Substring, Substring, Substring)> {
        /\(lesson (\d\d), step (\d+|\?)\)/
    }

    /// Returns a page of hints with the current number of each step of a lesson. A step that no
    /// longer exists gets the number "?", so that `verify` names it.
    private func renumbered(
        _ page: String, ofLesson lesson: String, _ titles: [String]
    ) -> String {
        let recorded = recordedTitles(lesson)
        return page.replacing(Self.reference) { match in
            guard match.1 == lesson, let step = Int(match.2), recorded.indices.contains(step - 1)
            else { return String(match.0) }
            let number = titles.firstIndex(of: recorded[step - 1]).map { "\($0 + 1)" } ?? "?"
            return "(lesson \(lesson), step \(number))"
        }
    }
}

extension LessonSource {
    /// The titles of the steps, which are the sections before the closing page.
    var titlesOfSteps: [String] {
        sections.map(\.title).prefix { $0 != Self.closingTitle }.map(\.self)
    }
}
