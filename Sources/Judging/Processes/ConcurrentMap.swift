import Foundation

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
    /// - Throws: The first error that the work throws. The work for the other elements is canceled.
    package func concurrentMap<Result: Sendable>(
        atMost most: Int = mostAtOnce, _ work: @escaping @Sendable (Element) async throws -> Result
    ) async throws -> [Result] {
        try await Progress.$listener.withValue(Progress.listener ?? { _ in }) {
            try await withThrowingTaskGroup(of: (Int, Result).self) { group in
                var results = [Result?](repeating: nil, count: count)
                for (index, element) in enumerated() {
                    if index >= most, let done = try await group.next() { results[done.0] = done.1 }
                    group.addTask { (index, try await work(element)) }
                }
                for try await (index, result) in group { results[index] = result }
                return results.compactMap(\.self)
            }
        }
    }
}
