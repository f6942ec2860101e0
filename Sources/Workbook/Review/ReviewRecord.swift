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
    let answers: [ReviewAnswer]
    /// The lines that are no answer, a message each.
    let problems: [String]

    /// The file cannot be read or written.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameter former: The steps that were renamed, see ``LessonStep``.
    /// - Throws: ``Failure``.
    init(
        in workbook: WorkbookFolder, former: [String: LessonStep] = LessonStep.former
    ) throws {
        let data: Data
        do {
            data = try Data(contentsOf: workbook.url(Self.path))
        } catch CocoaError.fileReadNoSuchFile {
            data = Data()
        } catch {
            throw Failure(description: "\(Self.path) cannot be read, so nobody knows what is due.")
        }
        var answers: [ReviewAnswer] = []
        var problems: [String] = []
        let lines = WrittenChange.lines(of: String(decoding: data, as: UTF8.self))
        for (index, line) in lines.enumerated() where !line.isEmpty {
            let fields = line.components(separatedBy: "\t")
            guard fields.count == 4, let day = Day(fields[0]),
                let recall = Int(fields[3]).flatMap(Recall.init),
                fields[1].wholeMatch(of: /lesson \d\d, .+/) != nil
            else {
                problems.append("\(Self.path):\(index + 1) is no answer, and is passed over.")
                continue
            }
            // Of a step that is gone, nobody is asked.
            guard let step = LessonStep(named: fields[1], former: former) else { continue }
            answers.append(
                ReviewAnswer(day: day, step: step, question: fields[2], recall: recall))
        }
        self.answers = answers.enumerated()
            .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }.map(\.element)
        self.problems = problems
    }

    /// Adds an answer; without one, finds out whether it could be added.
    ///
    /// - Throws: ``Failure``.
    static func append(_ answer: ReviewAnswer?, in workbook: WorkbookFolder) throws {
        let file = open(workbook.url(path).path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        defer { if file >= 0 { close(file) } }
        var code = file < 0 ? errno : nil
        if code == nil, let answer {
            var last: UInt8 = 0
            let end = lseek(file, 0, SEEK_END)
            // The last line may be half a line: the disk was full.
            let isOpen = end > 0 && pread(file, &last, 1, end - 1) == 1 && last != 0x0A
            let fields = ["\(answer.day)", answer.step.rawValue, answer.question]
            let line = (fields + ["\(answer.recall.rawValue)"]).joined(separator: "\t") + "\n"
            code = Console.write(Data(((isOpen ? "\n" : "") + line).utf8), to: file)
        }
        guard let code else { return }
        throw Failure(
            description: "\(path) cannot be written: \(String(cString: strerror(code))). "
                + "What was answered before is kept.")
    }
}
