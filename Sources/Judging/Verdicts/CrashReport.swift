import ExerciseConventions
import Foundation

/// The report of a program that crashed.
package struct CrashReport {
    /// The runtime's crash log as JSON. The format is described in docs/Backtracing.rst of the
    /// Swift repository.
    private struct Log: Decodable {
        let description: String?
        let threads: [Thread]

        struct Thread: Decodable {
            let crashed: Bool?
            let frames: [Frame]
        }
        struct Frame: Decodable {
            let sourceLocation: Location?
        }
        struct Location: Decodable {
            let file: String
            let line: Int
        }
    }

    /// The largest number of frames in the log. A function that calls itself endlessly has more
    /// than that.
    static let mostFrames = 200

    /// The value of `SWIFT_BACKTRACE`. The name of the log has no folder, because a comma in the
    /// folder's name would end the value.
    static let settings =
        "enable=yes,interactive=no,color=no,threads=crashed,registers=none,images=none,"
        + "limit=\(mostFrames),top=0,format=json,output-to=\(logName)"
    static let logName = "crash.json"

    /// The number of lines of a message that are kept behind its first one.
    private static let mostLines = 8

    /// The signal that ended the program.
    let signal: Int32
    /// The folder in which the program ran, with its log if there is one.
    let folder: URL
    /// The error output of the program.
    let standardError: String
    /// The input with which the answer was run, in lines for the learner.
    var input: [String] = []

    private var log: Log? {
        let data = try? Data(contentsOf: folder.appendingPathComponent(Self.logName))
        return data.flatMap { try? JSONDecoder().decode(Log.self, from: $0) }
    }

    /// Returns the crash as a problem for the learner, with its line in the learner's file if that
    /// is known.
    func problem(in answer: Answer) -> TaskVerdict.Problem {
        let path = answer.path
        let stop = stopMessage()
        let log = log
        let frames = log?.threads.first { $0.crashed == true }?.frames ?? []
        // If the stack is full, the runtime has no room to write a log. On a Mac, the signal is
        // SIGBUS if the stack is not that of the main thread.
        let isDeep =
            frames.count >= Self.mostFrames || (log == nil && [SIGSEGV, SIGBUS].contains(signal))
        // A library has no lines here, and gives no reason for a trap. The lines of an answer do both.
        let isInLibrary =
            [SIGILL, SIGTRAP].contains(signal)
            && frames.first.map { $0.sourceLocation == nil } == true
        let reason =
            stop?.reason
            ?? (isDeep ? "a function called itself until the stack was full" : nil)
            ?? (isInLibrary ? Self.stopOfLibrary : nil)
            ?? log?.description ?? "the program was ended by signal \(signal)"
        let name = "Exercise\(answer.number).swift"[...]
        let line =
            stop?.file?.split(separator: "/").last == name
            ? stop?.line
            : frames.compactMap(\.sourceLocation).first { location in
                // Code that the compiler generated has line 0.
                location.line > 0 && location.file.split(separator: "/").last == name
            }?.line
        let place = line.map { "\(path):\($0)" } ?? Self.casts(reason, answer)
        return TaskVerdict.Problem(
            kind: .crashed,
            finding: CheckFinding("It crashed: \(Self.sentence(reason))", details: input),
            place: place, advice: Self.advice(on: reason))
    }

    private static func sentence(_ reason: String) -> String {
        let sentence = reason.replacing("Swift runtime failure: ", with: "")
        return sentence.last.map(".:!?".contains) == true ? sentence : sentence + "."
    }

    /// Returns the last message in which the runtime says why it stops. The earlier lines may come
    /// from the learner's code.
    private func stopMessage() -> (reason: String, file: Substring?, line: Int?)? {
        let lines = standardError.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated().reversed() {
            if let match = line.firstMatch(
                of:
                    #/^(?:(.+\.swift):(\d+): )?(Fatal error|Precondition failed|Assertion failed)(?:: (.*))?$/#
            ) {
                let kind = String(match.3)
                // The message of a fatalError may go on, until the runtime writes about itself.
                let more = lines[(index + 1)...].prefix(Self.mostLines).prefix { line in
                    !line.isEmpty
                        && !["*** Signal", "swift-runtime: "].contains(where: line.hasPrefix)
                }
                let message = match.4.map { ([$0] + more).joined(separator: "\n") } ?? ""
                return (
                    Self.reason(kind: kind, message: message), match.1,
                    match.2.flatMap { Int($0) }
                )
            }
            if let match = line.firstMatch(
                of: #/^Could not cast value of type '(.+)' \(0x\w+\) to '(.+)' \(0x\w+\)/#)
            {
                return ("\(Self.forcedCast) could not make a \(match.2) of a \(match.1)", nil, nil)
            }
        }
        return nil
    }

    /// The beginning of the reason for a failed `as!`.
    private static let forcedCast = "a forced cast"

    /// The reason for a trap in a library.
    private static let stopOfLibrary = "a library stopped the program, and gave no reason"

    private static func reason(kind: String, message: String) -> String {
        switch (kind, message) {
        case ("Fatal error", ""): "fatalError was called"
        case ("Fatal error", _): message
        case (_, ""): "\(kind), and nothing says why"
        default: "\(kind): \(message)"
        }
    }

    /// Returns the lines with a forced cast, if a failed cast is the reason. The runtime does not
    /// say where a cast failed, but a file has only a few of them.
    private static func casts(_ reason: String, _ answer: Answer) -> String? {
        guard reason.hasPrefix(forcedCast) else { return nil }
        let path = answer.path
        let source = String(data: answer.contents ?? Data(), encoding: .utf8) ?? ""
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { $0.element.contains("as!") }.map { $0.offset + 1 }
        switch lines.count {
        case 0: return nil
        case 1: return "\(path):\(lines[0])"
        default:
            return "\(path), on one of the lines \(lines.map(String.init).joined(separator: ", "))"
        }
    }

    private static func advice(on reason: String) -> String {
        switch reason {
        case _ where reason.contains("has not been implemented"):
            "The compiler's own correction does that. Write the initializer."
        case _ where reason.hasPrefix("a function called itself"):
            "Look for a function, an initializer or a property that calls itself with the same "
                + "value."
        case _ where reason.hasPrefix("failed to allocate"):
            "There was no memory left. Look for a loop that never ends and keeps what it makes, or for "
                + "a count that comes from the document."
        case stopOfLibrary:
            "Look at the call in your line: a library stops the program where it is used in a way that it "
                + "does not allow. An encoder, for example, gives one value one container of one kind."
        case _ where reason.hasPrefix(forcedCast):
            "Use as? in place of as!, and throw an error where it gives nil."
        case _ where reason.contains("'try!' expression"):
            "Write try in place of try!, so that the error reaches the caller."
        case _ where reason.contains("nil while"):
            "Ask before you take it: with guard let, or with ?? where there is a value to begin with. "
                + "Throw an error if you cannot go on without it."
        case _ where reason.contains("out of range") || reason.contains("out of bounds"):
            "Ask how many there are before you take one (an index can be below 0 too), and throw an "
                + "error where there are too few."
        default:
            "Throw an error in place of a trap: a caller can handle an error, nobody can handle a "
                + "crash."
        }
    }
}
