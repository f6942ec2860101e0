import ExerciseConventions
import Foundation
import Judging

/// One answer of a learner.
struct ReviewAnswer {
    let day: Day
    let step: LessonStep
    /// The question, as its step names it.
    let question: String
    let recall: Recall
}

/// The file in which a learner's answers stand, one line each: date, step, question, key, with tabs
/// between them. A line is added at the end, and nothing is ever written anew. So two terminals, a full
/// disk or Ctrl-C lose no more than the last line.
struct ReviewRecord {
    static let path = "Exercises/.review"

    /// By their days.
    private(set) var answers: [ReviewAnswer] = []
    /// The lines that are no answer, a message each.
    private(set) var problems: [String] = []

    /// - Parameter former: The steps that were renamed, see ``LessonStep``.
    /// - Throws: ``CommandFailure``.
    init(in workbook: WorkbookFolder, former: [String: LessonStep] = LessonStep.former) throws {
        let known = try? Data(contentsOf: workbook.url(Self.path))
        guard let data = known ?? (workbook.exists(Self.path) ? nil : Data()) else {
            throw CommandFailure(
                description: "\(Self.path) cannot be read, so nobody knows what is due.")
        }
        let lines = WrittenChange.lines(of: String(decoding: data, as: UTF8.self))
        for (number, line) in zip(1..., lines) where !line.isEmpty {
            let form = /([^\t]+)\t(lesson \d\d, [^\t]+)\t([^\t]+)\t([123])/
            if let (_, day, step, question, key) = line.wholeMatch(of: form)?.output,
                let day = Day(String(day)), let recall = Int(key).flatMap(Recall.init)
            {
                // Of a step that is gone, nobody is asked.
                guard let step = LessonStep(named: String(step), former: former) else { continue }
                answers.append(
                    ReviewAnswer(day: day, step: step, question: String(question), recall: recall))
            } else {
                problems.append("\(Self.path):\(number) is no answer, and is passed over.")
            }
        }
        answers.sort { $0.day.number < $1.day.number }
    }

    /// - Throws: ``CommandFailure``.
    static func append(_ answer: ReviewAnswer, in workbook: WorkbookFolder) throws {
        let words = [answer.day.text, answer.step.rawValue, answer.question].joined(separator: "\t")
        let flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC
        let (file, reason) = (open(workbook.url(path).path, flags, 0o644), errno)
        defer { close(file) }
        // The last line may be half a line: the disk was full.
        var last = UInt8(ascii: "\n")
        pread(file, &last, 1, lseek(file, 0, SEEK_END) - 1)
        let start = last == UInt8(ascii: "\n") ? "" : "\n"
        let line = "\(start)\(words)\t\(answer.recall.rawValue)\n"
        if let code = file < 0 ? reason : Console.write(Data(line.utf8), to: file) {
            throw CommandFailure(
                description: "\(path) cannot be written: \(String(cString: strerror(code))). "
                    + "What was answered before is kept.")
        }
    }
}
