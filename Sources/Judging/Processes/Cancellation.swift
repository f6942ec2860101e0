import Synchronization

/// Lets somebody else end a piece of work whose result nobody waits for any more. The work ends its
/// programs and throws ``Cancelled``.
package final class Cancellation: Sendable {
    package struct Cancelled: Error {}

    /// The one that the work of this thread belongs to.
    @TaskLocal package static var current: Cancellation?

    private let wish = Mutex(false)

    package init() {}

    package func cancel() { wish.withLock { $0 = true } }

    var isCancelled: Bool { wish.withLock(\.self) }

    /// - Throws: ``Cancelled`` where nobody waits for this thread's work any more.
    package static func check() throws {
        if current?.isCancelled == true { throw Cancelled() }
    }
}
