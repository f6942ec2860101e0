import Foundation
import Synchronization

/// Work that is done side by side, each lane in a folder of its own.
package enum Lanes {
    /// One for each core of the machine, and four at most.
    package static let ofTheMachine = Array(0..<min(ProcessInfo.processInfo.activeProcessorCount, 4))

    /// Works on some values, in as many lanes at once as there are.
    ///
    /// - Parameters:
    ///   - lanes: What each lane works with.
    ///   - work: What is made of a value.
    /// - Returns: What was made of the values, in their order.
    /// - Throws: What the work throws for the first value for which it throws.
    package static func map<Lane: Sendable, Value: Sendable, Result: Sendable>(
        _ lanes: [Lane], _ values: [Value],
        _ work: @Sendable (Lane, Value) throws -> Result
    ) throws -> [Result] {
        let next = Mutex(0)
        let results = Mutex<[Int: Swift.Result<Result, any Error>]>([:])
        DispatchQueue.concurrentPerform(iterations: min(lanes.count, values.count)) { lane in
            while true {
                let index = next.withLock { index in
                    defer { index += 1 }
                    return index
                }
                guard index < values.count else { return }
                let result = Swift.Result { try work(lanes[lane], values[index]) }
                results.withLock { $0[index] = result }
            }
        }
        return try results.withLock { results in
            try values.indices.compactMap { try results[$0]?.get() }
        }
    }
}
