/// Loads a value for each item, a few at a time. An error of one item does not stop the others.
///
/// If the task is canceled, no further item is begun.
///
/// - Parameters:
///   - items: The items, which are loaded in this order.
///   - limit: The greatest number of items that are loaded at the same time.
///   - load: Loads the value for one item.
///   - whenDone: Takes the index of an item and its result. The calls come one after the other, where the
///     caller runs.
public nonisolated(nonsending) func loadEach<Item, Value>(
    of items: [Item], atMost limit: Int,
    load: @escaping @Sendable (Item) async throws -> Value,
    whenDone: (Int, Result<Value, any Error>) -> Void
) async where Item: Sendable, Value: Sendable {
    await withTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
        for (index, item) in items.enumerated() {
            if index >= limit, let (done, result) = await group.next() {
                whenDone(done, result)
            }
            if Task.isCancelled { break }
            group.addTask {
                do {
                    return (index, .success(try await load(item)))
                } catch {
                    return (index, .failure(error))
                }
            }
        }
        for await (index, result) in group {
            whenDone(index, result)
        }
    }
}

/// An error that ends work which takes too long.
public struct TookTooLong: Error {
    public init() {}
}

/// Runs some work, and cancels it after a time limit.
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
        guard let value = try await group.next() else {
            throw TookTooLong()
        }
        return value
    }
}
