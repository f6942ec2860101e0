#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Installs a handler for a signal, or with nil what the system does without one.
///
/// - Returns: The action that was there before.
@discardableResult
func handle(
    _ signal: Int32, flags: Int32 = 0, with handler: (@convention(c) (Int32) -> Void)?
) -> sigaction {
    var action = sigaction()
    var old = sigaction()
    #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
    #else
        action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = flags
    sigaction(signal, &action, &old)
    return old
}

/// Starts another program with no signal blocked. A program begins with those that the thread blocks
/// that starts it, and the threads of a pool block nearly all.
package func withoutBlockedSignals<Value>(_ start: () throws -> Value) rethrows -> Value {
    var none = sigset_t()
    var old = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
    return try start()
}

/// Whether the program was started with a signal ignored.
func isIgnored(_ action: sigaction) -> Bool {
    #if canImport(Darwin)
        let handler = action.__sigaction_u.__sa_handler
    #else
        let handler = action.__sigaction_handler.sa_handler
    #endif
    // `SIG_IGN` is the address 1, which no function has.
    return handler.map { unsafeBitCast($0, to: Int.self) == 1 } ?? false
}
