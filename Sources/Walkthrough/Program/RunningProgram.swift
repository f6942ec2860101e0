import Foundation

/// The program that runs.
package enum RunningProgram {
    /// Where it lies. A link to its folder is followed: what was built with it lies beside it there.
    package static var location: URL? {
        Bundle.main.executableURL?.resolvingSymlinksInPath()
    }

    /// A program that was built with this one, if it is there.
    package static func neighbor(_ name: String) -> URL? {
        location.map { $0.deletingLastPathComponent().appendingPathComponent(name) }
            .flatMap { FileManager.default.isExecutableFile(atPath: $0.path) ? $0 : nil }
    }

    /// The dates up to which the files of the lesson are in this program, as the one said that had it
    /// built; nil where nobody has said it.
    static let builtFrom: Date? = {
        defer { unsetenv(variable) }
        return ProcessInfo.processInfo.environment[variable].flatMap(Double.init)
            .map(Date.init(timeIntervalSinceReferenceDate:))
    }()

    /// Becomes another program. It returns only where that is not possible.
    ///
    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - date: The dates up to which the files of the lesson are in it, if that is known.
    static func become(_ words: [String], builtFrom date: Date? = nil) {
        if let date { setenv(variable, "\(date.timeIntervalSinceReferenceDate)", 1) }
        var pointers = words.map { strdup($0) } + [nil]
        _ = withoutBlockedSignals { execv(words[0], &pointers) }
        for pointer in pointers { free(pointer) }
    }

    private static let variable = "LESSON_BUILT_FROM"
}
