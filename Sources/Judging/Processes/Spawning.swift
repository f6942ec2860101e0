import Foundation

/// Functions that start a program with no signal blocked and none ignored, even if this program
/// blocks or ignores some.
package enum Spawning {
    #if canImport(Darwin)
        package typealias FileActions = posix_spawn_file_actions_t?
    #else
        package typealias FileActions = posix_spawn_file_actions_t
    #endif

    /// An error of the system.
    package struct SystemError: Error {
        /// The value of `errno`.
        let number: Int32
        /// The meaning of the number, in words.
        package var reason: String { String(cString: strerror(number)) }
    }

    /// Starts a program. By default, it is in the process group of this one, with the same open
    /// files.
    ///
    /// - Parameters:
    ///   - command: The whole path of the program, then its arguments.
    ///   - environment: The whole environment of the program.
    ///   - fileActions: The files that are opened for it.
    ///   - leadsGroup: True if the program leads a new process group. It then has no open files but
    ///     the first three and those of the actions.
    /// - Returns: The identifier of its process.
    /// - Throws: ``SystemError``.
    package static func start(
        _ command: [String], environment: [String: String],
        fileActions: UnsafePointer<FileActions>? = nil, leadsGroup: Bool = false
    ) throws(SystemError) -> pid_t {
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
        var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        if leadsGroup {
            posix_spawnattr_setpgroup(&attributes, 0)
            flags |= POSIX_SPAWN_SETPGROUP
            #if canImport(Darwin)
                flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
            #endif
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let arguments = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for string in arguments + variables { free(string) } }
        var child: pid_t = 0
        let number = posix_spawn(
            &child, command[0], fileActions, &attributes, arguments, variables)
        guard number == 0 else { throw SystemError(number: number) }
        return child
    }
}
