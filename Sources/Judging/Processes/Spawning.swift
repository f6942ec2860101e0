import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// How a program is started: with no signal blocked and none passed over, whatever the program that
/// starts it does with its own.
package enum Spawning {
    #if canImport(Darwin)
        typealias FileActions = posix_spawn_file_actions_t?
    #else
        typealias FileActions = posix_spawn_file_actions_t
    #endif

    /// The system's number of an error, with what it means.
    package struct SystemError: Error {
        let number: Int32
        package var reason: String { String(cString: strerror(number)) }
    }

    /// Starts a program in the group of this one, with this one's files.
    ///
    /// - Returns: The number of its process.
    package static func start(
        _ command: [String], environment: [String: String]
    ) throws(SystemError) -> pid_t {
        try start(command, environment: environment, fileActions: nil, leadsGroup: false)
    }

    /// - Parameter leadsGroup: Whether the program is the head of a process group of its own. It then
    ///   has no file but those of the actions and the first three.
    static func start(
        _ command: [String], environment: [String: String],
        fileActions: UnsafePointer<FileActions>?, leadsGroup: Bool
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

        let words = CStrings(command)
        let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
        var child: pid_t = 0
        let number = posix_spawn(
            &child, command[0], fileActions, &attributes, words.pointers, variables.pointers)
        guard number == 0 else { throw SystemError(number: number) }
        return child
    }

    /// Strings as C wants them, for as long as this value lives.
    private final class CStrings {
        let pointers: [UnsafeMutablePointer<CChar>?]

        init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }
        deinit { for pointer in pointers { free(pointer) } }
    }
}
