import DecodingExplainer
import Foundation
import Judging

/// A text for a pupil to send back: what is right, and what to do about the rest.
struct PupilReply {
    let row: ClassResults.Row
    let exercises: [ClassResults.Exercise]
    let workbook: WorkbookFolder

    /// The lines of the text.
    var lines: [String] {
        let chapters = zip(exercises, row.outcomes).map { exercise, outcome in
            [workbook.exerciseTitle(exercise.number), ""] + lines(for: outcome, of: exercise)
        }
        let files = (row.twice + row.refused).flatMap { prose("Your files: \($0)") }
        return Array((chapters + (files.isEmpty ? [] : [files])).joined(separator: [""]))
    }

    private func lines(
        for outcome: ClassResults.Outcome, of exercise: ClassResults.Exercise
    ) -> [String] {
        switch outcome {
        case .missing: return ["You have not handed it in."]
        case .unchanged(let isEarlier):
            let version = isEarlier ? " of an earlier version" : ""
            return prose(
                "You have handed in the stub\(version), without a change. Have you saved your answer, "
                    + "and was it in another file?")
        case .notJudged(let reason): return prose("It was not judged: \(reason)")
        case .notCompiled(let refusal):
            let place = refusal.line.map { ", line \($0)" } ?? ""
            return prose("It does not compile\(place): \(refusal.message)")
                + (refusal.source.map { ["    \(DisplayText.printable($0))"] } ?? [])
        case .judged(let verdict):
            let tasks = exercise.tasks.flatMap { task -> [String] in
                switch verdict.state(ofTask: task.number) {
                case .right: ["✔ \(task.title)"]
                case .open(let open): ["○ \(task.title): \(open.reason)"]
                case .wrong(let problems): ["✘ \(task.title)"] + problems.prefix(1).flatMap(lines)
                case .notRun: ["? \(task.title): not judged"]
                }
            }
            return tasks
                + (verdict.outside.map { ["✘ Outside of the tasks"] + lines(for: $0) } ?? [])
        }
    }

    private func lines(for problem: TaskVerdict.Problem) -> [String] {
        // The details may show a document, in which each blank counts.
        prose(problem.finding.headline, indent: "    ")
            + problem.finding.details.joined(separator: "\n").split(separator: "\n")
            .prefix(20).map { "    \(DisplayText.printable($0.prefix(400)))" }
            + (problem.advice.map { prose($0, indent: "    ") } ?? [])
            + (problem.answersPlace.map { ["    \($0)"] } ?? [])
            + (problem.finding.step.map { ["    Read again: \($0.command)"] } ?? [])
    }

    private func prose(_ text: String, indent: String = "") -> [String] {
        DisplayText.wrapped(DisplayText.printable(text), width: 76 - indent.count)
            .map { indent + $0 }
    }

    // MARK: - The files

    /// Checks that the texts can be written to a folder. It has to be new or empty, because a teacher may
    /// have added something to the texts of the last time.
    ///
    /// - Throws: ``UsageError``.
    static func lookAhead(_ folder: URL) throws {
        let contents = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        guard folder.fileType == nil || contents == [] else {
            throw UsageError(
                description: "\(DisplayText.printable(folder.path)) is there, and is not an empty "
                    + "folder. Name a new one for the replies.")
        }
        try folder.checkPlace()
    }

    /// Writes a file for each pupil: `Ada Ångström.txt`.
    static func write(_ results: ClassResults, of workbook: WorkbookFolder, to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for row in results.rows {
            let reply = PupilReply(row: row, exercises: results.exercises, workbook: workbook)
            let text = reply.lines.joined(separator: "\n")
            var name = DisplayText.printable(row.pupil)
            // Some disks take "Ada" and "ada" for one name.
            func file() -> URL { folder.appendingPathComponent("\(name).txt") }
            while FileManager.default.fileExists(atPath: file().path) { name += " (2)" }
            try Data((text + "\n").utf8).write(to: file(), options: .atomic)
        }
    }
}
