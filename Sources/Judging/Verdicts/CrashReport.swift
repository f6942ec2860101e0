import Foundation

/// What is left of a program that trapped.
package struct CrashReport {
    /// The runtime's crash log as JSON. The format is described in the Swift repository's
    /// docs/Backtracing.rst.
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

    /// How many frames the log holds at most. More than that is a function that calls itself.
    static let mostFrames = 200

    /// What `SWIFT_BACKTRACE` should say. The log's name has no folder: a comma in one would end it.
    static let settings =
        "enable=yes,interactive=no,color=no,threads=crashed,registers=none,images=none,"
        + "limit=\(mostFrames),top=0,format=json,output-to=\(logName)"
    static let logName = "crash.json"

    private let signal: Int32
    private let log: Log?
    private let standardError: String

    /// - Parameters:
    ///   - signal: What ended the program.
    ///   - folder: Where it ran, and where its log is if there is one.
    ///   - standardError: What it wrote there.
    init(signal: Int32, folder: URL, standardError: String) {
        self.signal = signal
        self.standardError = standardError
        log = (try? Data(contentsOf: folder.appendingPathComponent(Self.logName))).flatMap {
            try? JSONDecoder().decode(Log.self, from: $0)
        }
    }

    /// What happened in words, and where in the learner's file.
    ///
    func problem(in answer: Answer) -> TaskVerdict.Problem {
        let path = answer.path
        let said = lastWords()
        let frames = log?.threads.first { $0.crashed == true }?.frames ?? []
        // A full stack leaves no room for the runtime to write a log. On a Mac the signal is SIGBUS
        // where the stack is not that of the main thread.
        let isDeep =
            frames.count >= Self.mostFrames || (log == nil && [SIGSEGV, SIGBUS].contains(signal))
        let reason =
            said?.reason
            ?? (isDeep ? "a function called itself until the stack was full" : nil)
            ?? log?.description ?? "the program was ended by signal \(signal)"
        let name = "Exercise\(answer.number).swift"[...]
        let line =
            said?.file?.split(separator: "/").last == name
            ? said?.line
            : frames.compactMap(\.sourceLocation).first { location in
                // Code that the compiler wrote has line 0.
                location.line > 0 && location.file.split(separator: "/").last == name
            }?.line
        let place = line.map { "\(path):\($0)" } ?? Self.casts(reason, answer)
        return TaskVerdict.Problem(
            kind: .crashed,
            message: "It crashed: \(Self.sentence(reason))", place: place,
            advice: Self.advice(on: reason))
    }

    private static func sentence(_ reason: String) -> String {
        let text = reason.replacing("Swift runtime failure: ", with: "")
        return text.hasSuffix(".") ? text : text + "."
    }

    /// The last line in which the runtime says why it stops: the code may have printed others.
    private func lastWords() -> (reason: String, file: Substring?, line: Int?)? {
        for line in standardError.split(separator: "\n").reversed() {
            if let match = line.firstMatch(
                of:
                    #/^(?:(.+\.swift):(\d+): )?(Fatal error|Precondition failed|Assertion failed)(?:: (.*))?$/#
            ) {
                let kind = String(match.3)
                let words = match.4.map(String.init) ?? ""
                let isOwn = kind != "Fatal error"
                let reason =
                    words.isEmpty ? Self.nameless(kind) : isOwn ? "\(kind): \(words)" : words
                return (reason, match.1, match.2.flatMap { Int($0) })
            }
            if let match = line.firstMatch(
                of: #/^Could not cast value of type '(.+)' \(0x\w+\) to '(.+)' \(0x\w+\)/#)
            {
                return ("\(Self.forcedCast) could not make a \(match.2) of a \(match.1)", nil, nil)
            }
        }
        return nil
    }

    /// How a reason begins that tells of a cast which must not fail and did.
    private static let forcedCast = "a forced cast"

    private static func nameless(_ kind: String) -> String {
        kind == "Fatal error" ? "fatalError was called" : "\(kind), and nothing says why"
    }

    /// The runtime does not say where a cast failed, but there are few in a file.
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
        let cannotThrow =
            "Code that cannot throw, such as many closures, has to return something in every case."
        return switch reason {
        case let text where text.contains("has not been implemented"):
            "The compiler's own correction does that. Write the initializer."
        case let text where text.hasPrefix("a function called itself"):
            "Look for a function, an initializer or a property that calls itself with the same "
                + "value."
        case let text where text.hasPrefix("failed to allocate"):
            "There was no memory left. Look for a loop that never ends and keeps what it makes, or for "
                + "a count that comes from the document."
        case let text where text.hasPrefix(forcedCast):
            "Use as? in place of as!, and throw an error where it gives nil. \(cannotThrow)"
        case let text where text.contains("'try!' expression"):
            "Write try in place of try!, so that the error reaches the caller."
        case let text where text.contains("nil while"):
            "Take the value out with guard let, and throw an error where there is none. "
                + cannotThrow
        case let text where text.contains("out of range") || text.contains("out of bounds"):
            "Ask how many there are before you take one (an index can be below 0 too), and throw an "
                + "error where there are too few. \(cannotThrow)"
        default:
            "Throw an error in place of a trap: a caller can handle an error, nobody can handle a "
                + "crash. \(cannotThrow)"
        }
    }
}
