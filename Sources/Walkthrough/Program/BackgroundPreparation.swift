import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Lets the workbook's program build what the first verdict needs, while somebody reads the last page of a
/// lesson.
///
/// It ends with this program, however this one ends: it reads from a pipe, and ends when nobody holds the
/// other end any more.
final class BackgroundPreparation: Sendable {
    private let pipe: Pipe

    /// - Parameter package: The folder of the package.
    /// - Returns: nil where the workbook's program has not been built yet.
    init?(of exercise: String, in package: URL) {
        guard let program = RunningProgram.neighbor("workbook") else { return nil }
        pipe = Pipe()
        // Another program may go on in the place of this one.
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
