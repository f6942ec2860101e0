import Foundation
import Judging

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A program that has the terminal to itself until it ends: an editor, a lesson.
///
/// Foundation's `Process` puts a program into a group of its own, where it may not read keys.
enum ForegroundProgram {
    /// How a program ended.
    enum Ending: Equatable {
        /// With this exit code, or with 128 and the number of the signal that ended it.
        case exited(Int32)
        /// It could not be started, and why.
        case notStarted(String)
    }

    static func run(_ program: String, _ arguments: [String]) -> Ending {
        do {
            let child = try Spawning.start(
                [program] + arguments, environment: ProcessInfo.processInfo.environment)
            var status: Int32 = 0
            while waitpid(child, &status, 0) == -1, errno == EINTR {}
            return .exited(status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F))
        } catch {
            return .notStarted("\(program) cannot be started: \(error.reason).")
        }
    }
}
