import Foundation
import Judging

/// The command `workbook reset 07`, which puts the stub back and keeps a copy of the learner's file.
///
/// The stub comes from `Solutions/.stubs`, so that a folder that was downloaded without git has it
/// too. `maintain verify` compares that copy with the exercise.
struct Reset {
    let number: String
    let workbook: WorkbookFolder

    /// The folder of the files that were kept. Git and the package manager ignore it.
    static let keptFolder = "Exercises/.kept"

    /// Puts the stub back.
    ///
    /// - Parameter time: The time for the name of the file that is kept.
    /// - Returns: The lines that say what was done.
    /// - Throws: ``CommandFailure`` if a file cannot be read or written. Then the learner's file has not
    ///   changed.
    func putStubBack(at time: Date = Date()) throws -> [String] {
        let path = workbook.exercisePath(number)
        let stubPath = workbook.stubPath(number)
        let stub = try attempt("\(stubPath) cannot be read") {
            try Data(contentsOf: workbook.url(stubPath))
        }
        let answer = Answer.contents(of: workbook.url(path))
        if answer == nil, workbook.exists(path) {
            throw CommandFailure(
                description:
                    "\(path) cannot be read as a file, so it cannot be kept. Rename it, and "
                    + "type this again.")
        }
        if answer == stub { return ["\(path) is the stub already."] }
        let kept = try answer.map { answer in
            let kept = freePath(at: time)
            try attempt("\(kept) cannot be written") { try workbook.write(answer, to: kept) }
            return kept
        }
        do {
            // Another program sees either the whole old file or the whole new one.
            try attempt("\(path) cannot be written") {
                try stub.write(to: workbook.url(path), options: .atomic)
            }
        } catch {
            // The learner's file has not changed, so a copy of it is of no use.
            if let kept { try? FileManager.default.removeItem(at: workbook.url(kept)) }
            throw error
        }
        ExerciseMemory(number: number, workbook: workbook).forget()
        return ["\(path) is the stub again."] + (kept.map { ["Your file is kept: \($0)"] } ?? [])
    }

    /// Returns the path of a copy of the learner's file, at which there is no file yet.
    private func freePath(at time: Date) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "yyyy-MM-dd-HHmmss"
        let name = "\(Self.keptFolder)/Exercise\(number)-\(format.string(from: time))"
        var (path, count) = ("\(name).swift", 1)
        while workbook.exists(path) {
            count += 1
            path = "\(name)-\(count).swift"
        }
        return path
    }

    /// Takes a step before which the learner's file has not changed.
    ///
    /// - Throws: ``CommandFailure`` if the step fails.
    private func attempt<Value>(_ failure: String, _ step: () throws -> Value) throws -> Value {
        do {
            return try step()
        } catch {
            throw CommandFailure(
                description: "\(failure): \(error.localizedDescription) "
                    + "\(workbook.exercisePath(number)) is as it was.")
        }
    }
}
