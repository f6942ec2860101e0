import Synchronization

/// A request to stop a piece of work whose result is no longer needed. The work then ends its
/// programs and throws ``Cancelled``.
package final class Cancellation: Sendable {
    /// The error of canceled work.
    package struct Cancelled: Error {}

    /// The cancellation of this thread's work, if there is one.
    @TaskLocal package static var current: Cancellation?

    private let isRequested = Mutex(false)

    package init() {}

    /// Requests the end of the work.
    package func cancel() { isRequested.withLock { $0 = true } }

    var isCancelled: Bool { isRequested.withLock(\.self) }

    /// Throws an error if this thread's work has been canceled.
    ///
    /// - Throws: ``Cancelled``.
    package static func check() throws {
        if current?.isCancelled == true { throw Cancelled() }
    }
}
