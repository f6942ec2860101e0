import Foundation
import Synchronization

/// The number of pieces of work that run at the same time: one for each core of the machine, and at
/// most four.
package let mostAtOnce = min(ProcessInfo.processInfo.activeProcessorCount, 4)

extension Array where Element: Sendable {
    /// Returns an array with the results of a function for the elements, which run at the same
    /// time.
    ///
    /// During the work, the terminal does not show what each element's work is busy with, because
    /// there is only one line for all of them.
    ///
    /// - Parameters:
    ///   - most: The largest number of elements that are worked on at the same time.
    ///   - work: The function that makes a result of an element.
    /// - Returns: The results, in the order of the elements.
    /// - Throws: The error for the first element whose work throws one.
    package func concurrentMap<Result: Sendable>(
        atMost most: Int = mostAtOnce, _ work: @escaping @Sendable (Element) throws -> Result
    ) throws -> [Result] {
        let next = Mutex(0)
        let results = Mutex<[Int: Swift.Result<Result, any Error>]>([:])
        let listener = Progress.listener ?? { _ in }
        // The other threads belong to the same work, so they have the same cancellation.
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
        // Dispatch would not use more threads than there are cores.
        let otherThreads = DispatchGroup()
        for _ in 0..<Swift.max(Swift.min(most, count) - 1, 0) {
            otherThreads.enter()
            Thread {
                takeOneByOne()
                otherThreads.leave()
            }.start()
        }
        takeOneByOne()
        otherThreads.wait()
        return try results.withLock { results in
            try indices.compactMap { try results[$0]?.get() }
        }
    }
}
