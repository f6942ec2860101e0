import ExerciseConventions
import Foundation
import Judging

/// One answer of a learner.
struct ReviewAnswer {
    let day: Day
    let step: LessonStep
    /// The name of the question in its step.
    let question: String
    let recall: Recall
}

/// The file of a learner's answers. Each line is one answer: date, step, question and key, with tabs
/// between them. New lines are added at the end, and the other lines are never written again. So with two
/// terminals, a full disk or Ctrl-C, no more than the last line is lost.
struct ReviewRecord {
    static let path = "Exercises/.review"

    /// The answers in the order of their days.
    private(set) var answers: [ReviewAnswer] = []
    /// A message for each line that is not an answer.
    private(set) var problems: [String] = []

    /// Reads the record, which is empty if there is no file.
    ///
    /// - Parameters:
    ///   - workbook: The folder of the workbook.
    ///   - former: The steps that were renamed, see ``LessonStep``.
    /// - Throws: ``CommandFailure`` if the file cannot be read.
    init(in workbook: WorkbookFolder, former: [String: LessonStep] = LessonStep.former) throws {
        let contents = try? Data(contentsOf: workbook.url(Self.path))
        guard let data = contents ?? (workbook.exists(Self.path) ? nil : Data()) else {
            throw CommandFailure(
                description: "\(Self.path) cannot be read, so it is not known what is due.")
        }
        let lines = WrittenChange.lines(of: String(decoding: data, as: UTF8.self))
        for (number, line) in zip(1..., lines) where !line.isEmpty {
            let form = /([^\t]+)\t(lesson \d\d, [^\t]+)\t([^\t]+)\t([123])/
            if let (_, day, step, question, key) = line.wholeMatch(of: form)?.output,
                let day = Day(String(day)), let recall = Int(key).flatMap(Recall.init)
            {
                // There are no questions about a step that is no longer there.
                guard let step = LessonStep(named: String(step), former: former) else { continue }
                answers.append(
                    ReviewAnswer(day: day, step: step, question: String(question), recall: recall))
            } else {
                problems.append("\(Self.path):\(number) is not an answer, so it is ignored.")
            }
        }
        answers.sort { $0.day.number < $1.day.number }
    }

    /// Adds an answer at the end of the file.
    ///
    /// - Throws: ``CommandFailure`` if the file cannot be written.
    static func append(_ answer: ReviewAnswer, in workbook: WorkbookFolder) throws {
        let fields = [answer.day.date, answer.step.rawValue, answer.question]
            .joined(separator: "\t")
        let flags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC
        let (file, reason) = (open(workbook.url(path).path, flags, 0o644), errno)
        defer { close(file) }
        // The last line may have no end, because the disk was full.
        var last = UInt8(ascii: "\n")
        pread(file, &last, 1, lseek(file, 0, SEEK_END) - 1)
        let start = last == UInt8(ascii: "\n") ? "" : "\n"
        let line = "\(start)\(fields)\t\(answer.recall.rawValue)\n"
        if let code = file < 0 ? reason : Console.write(line, to: file) {
            throw CommandFailure(
                description: "\(path) cannot be written: \(String(cString: strerror(code))). "
                    + "What was answered before is kept.")
        }
    }
}
