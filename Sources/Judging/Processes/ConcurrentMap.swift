import Foundation
import Synchronization

/// How much is done at once: as much as the machine has cores, and four at most.
package let mostAtOnce = min(ProcessInfo.processInfo.activeProcessorCount, 4)

extension Array where Element: Sendable {
    /// Works on the elements side by side.
    ///
    /// What is done side by side does not say on the terminal what it is busy with: there is one line for
    /// all of it.
    ///
    /// - Parameters:
    ///   - most: How many are worked on at once, at most.
    ///   - work: What is made of an element.
    /// - Returns: What was made of the elements, in their order.
    /// - Throws: What the work throws for the first element for which it throws.
    package func concurrentMap<Result: Sendable>(
        atMost most: Int = mostAtOnce, _ work: @escaping @Sendable (Element) throws -> Result
    ) throws -> [Result] {
        let next = Mutex(0)
        let results = Mutex<[Int: Swift.Result<Result, any Error>]>([:])
        let listener = Progress.listener ?? { _ in }
        // What holds for this thread holds for the others.
        let cancellation = Cancellation.current
        let takeOneByOne = { @Sendable in
            while true {
                let index = next.withLock { index in
                    defer { index += 1 }
                    return index
                }
                guard index < count else { return }
                let result = Swift.Result {
                    try Progress.$listener.withValue(listener) {
                        try Cancellation.$current.withValue(cancellation) { try work(self[index]) }
                    }
                }
                results.withLock { $0[index] = result }
            }
        }
        // Dispatch has no more threads for this than there are cores.
        let others = DispatchGroup()
        for _ in 0..<Swift.max(Swift.min(most, count) - 1, 0) {
            others.enter()
            Thread {
                takeOneByOne()
                others.leave()
            }.start()
        }
        takeOneByOne()
        others.wait()
        return try results.withLock { results in
            try indices.compactMap { try results[$0]?.get() }
        }
    }
}
