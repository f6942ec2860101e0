import Synchronization

/// Lets somebody else end a piece of work whose result nobody waits for any more. The work ends its
/// programs and throws ``Cancelled``.
final class Cancellation: Sendable {
    struct Cancelled: Error {}

    /// The one that the work of this thread belongs to.
    @TaskLocal static var current: Cancellation?

    private let wish = Mutex(false)

    func cancel() { wish.withLock { $0 = true } }

    var isCancelled: Bool { wish.withLock(\.self) }

    /// - Throws: ``Cancelled`` where nobody waits for this thread's work any more.
    static func check() throws {
        if current?.isCancelled == true { throw Cancelled() }
    }
}
