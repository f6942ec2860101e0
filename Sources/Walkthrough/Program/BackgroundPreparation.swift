import Foundation

/// A process of the workbook's program that builds the modules for the first verdict, while a person
/// reads the last page of a lesson.
///
/// It ends when this program ends, even after a crash: it reads from a pipe, and it ends when the pipe
/// is closed.
final class BackgroundPreparation: Sendable {
    private let pipe: Pipe

    /// Starts the process, or returns nil if the workbook's program has not been built yet or cannot be
    /// started.
    ///
    /// - Parameters:
    ///   - exercise: The number of the exercise.
    ///   - package: The folder of the package.
    init?(of exercise: String, in package: URL) {
        guard let program = RunningProgram.neighbor("workbook") else { return nil }
        pipe = Pipe()
        // If this program is replaced by another one, the pipe has to be closed.
        _ = fcntl(pipe.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        let process = Process()
        process.executableURL = program
        process.arguments = ["prepare", exercise, "--background"]
        process.currentDirectoryURL = package
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? withoutBlockedSignals(process.run)) != nil else { return nil }
    }
}
