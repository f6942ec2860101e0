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
        atMost most: Int = mostAtOnce, _ work: @Sendable (Element) throws -> Result
    ) throws -> [Result] {
        let next = Mutex(0)
        let results = Mutex<[Int: Swift.Result<Result, any Error>]>([:])
        let listener = Progress.listener ?? { _ in }
        DispatchQueue.concurrentPerform(iterations: Swift.min(most, count)) { _ in
            while true {
                let index = next.withLock { index in
                    defer { index += 1 }
                    return index
                }
                guard index < count else { return }
                let result = Swift.Result {
                    try Progress.$listener.withValue(listener) { try work(self[index]) }
                }
                results.withLock { $0[index] = result }
            }
        }
        return try results.withLock { results in
            try indices.compactMap { try results[$0]?.get() }
        }
    }
}
