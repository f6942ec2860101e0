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
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        let environment = ProcessInfo.processInfo.environment
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, program, nil, &attributes, &words, &variables)
        guard code == 0 else {
            return .notStarted("\(program) cannot be started: \(String(cString: strerror(code))).")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        return .exited(status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F))
    }
}
