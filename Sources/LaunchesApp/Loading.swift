/// Loads something for each item, a few at a time. An error belongs to its item alone.
///
/// - Parameters:
///   - items: What to load something for, in this order.
///   - limit: How many are on their way at once, at most.
///   - load: Loads one.
///   - whenDone: Is told the position of an item and what came of it, one after the other.
public func loadEach<Item: Sendable, Value: Sendable>(
    of items: [Item], atMost limit: Int,
    load: @escaping @Sendable (Item) async throws -> Value,
    whenDone: @Sendable (Int, Result<Value, any Error>) async -> Void
) async {
    await withTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
        func start(_ index: Int) {
            guard items.indices.contains(index), !Task.isCancelled else { return }
            let item = items[index]
            group.addTask {
                do { return (index, .success(try await load(item))) } catch {
                    return (index, .failure(error))
                }
            }
        }
        for index in 0..<limit { start(index) }
        var next = limit
        for await (index, result) in group {
            start(next)
            next += 1
            await whenDone(index, result)
        }
    }
}

/// Somebody has waited long enough.
public struct TookTooLong: Error {
    public init() {}
}

/// Does some work, and gives it up when the time is over.
public func within<Value: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw TookTooLong()
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw TookTooLong() }
        return first
    }
}
