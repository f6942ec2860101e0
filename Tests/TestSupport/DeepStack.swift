import Foundation
import Synchronization

/// Does something on a thread whose stack is as large as that of a main thread. The threads on which
/// tests run have 512 KB on a Mac.
///
/// What goes wrong in it is not known to belong to a test: give back what there is to expect.
package func onDeepStack<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
) throws -> Value {
    let outcome = Outcome<Value>()
    let isOver = DispatchSemaphore(value: 0)
    let thread = Thread {
        let result = Result { try work() }
        outcome.result.withLock { $0 = result }
        isOver.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    isOver.wait()
    guard let result = outcome.result.withLock(\.self) else { throw CancellationError() }
    return try result.get()
}

private final class Outcome<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
}
