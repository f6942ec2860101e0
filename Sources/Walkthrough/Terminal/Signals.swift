import Foundation

/// Installs a handler for a signal.
///
/// - Parameters:
///   - signal: The signal.
///   - flags: The flags of the action.
///   - handler: The handler, or nil for the system's default action.
/// - Returns: The action that was there before.
@discardableResult
func handle(
    _ signal: Int32, flags: Int32 = 0, with handler: (@convention(c) (Int32) -> Void)?
) -> sigaction {
    var action = sigaction()
    var previous = sigaction()
    #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
    #else
        action.__sigaction_handler.sa_handler = handler
    #endif
    action.sa_flags = flags
    sigaction(signal, &action, &previous)
    return previous
}

/// Puts back the actions that signals had before.
func restore(_ actions: [(signal: Int32, action: sigaction)]) {
    for (signal, action) in actions {
        var action = action
        sigaction(signal, &action, nil)
    }
}

/// Starts another program with no signal blocked. A new program inherits the blocked signals of the
/// thread that starts it, and the threads of a pool block nearly all signals.
package func withoutBlockedSignals<Value>(_ start: () throws -> Value) rethrows -> Value {
    var none = sigset_t()
    var previous = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    return try start()
}
