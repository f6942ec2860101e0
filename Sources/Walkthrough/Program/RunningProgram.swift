import Foundation

/// The program that runs.
package enum RunningProgram {
    /// The location of the program's file. A link to its folder is followed, because the other programs
    /// of the same build are in the real folder.
    ///
    /// Read it when the program begins: after the file has gone, Foundation ends the program that asks for
    /// it first.
    package static let location = Bundle.main.executableURL?.resolvingSymlinksInPath()

    /// Returns the location of another program of the same build, if it is there.
    package static func neighbor(_ name: String) -> URL? {
        location.map { $0.deletingLastPathComponent().appendingPathComponent(name) }
            .flatMap { FileManager.default.isExecutableFile(atPath: $0.path) ? $0 : nil }
    }

    /// The date of the newest files from which this program was built, if the program that built it gave
    /// that date.
    static let builtFrom: Date? = {
        defer { unsetenv(variable) }
        return ProcessInfo.processInfo.environment[variable].flatMap(Double.init)
            .map(Date.init(timeIntervalSinceReferenceDate:))
    }()

    /// Replaces this program by another one. It returns only if that is not possible.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - date: The date of the newest files from which the other program was built, if it is known.
    static func become(_ command: [String], builtFrom date: Date? = nil) {
        if let date { setenv(variable, "\(date.timeIntervalSinceReferenceDate)", 1) }
        var pointers = command.map { strdup($0) } + [nil]
        _ = withoutBlockedSignals { execv(command[0], &pointers) }
        for pointer in pointers { free(pointer) }
    }

    private static let variable = "LESSON_BUILT_FROM"
}
