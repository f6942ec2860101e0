/// Loads a value for each item, a few at a time. An error of one item does not stop the others.
///
/// - Parameters:
///   - items: The items, which are loaded in this order.
///   - limit: The greatest number of items that are loaded at the same time.
///   - load: Loads the value for one item.
///   - whenDone: Takes the position of an item and its result. The calls come one after the other.
public func loadEach<Item: Sendable, Value: Sendable>(
    of items: [Item], atMost limit: Int,
    load: @escaping @Sendable (Item) async throws -> Value,
    whenDone: @Sendable (Int, Result<Value, any Error>) async -> Void
) async {
    await withTaskGroup(of: (Int, Result<Value, any Error>).self) { group in
        for (index, item) in items.enumerated() {
            if index >= limit, let (done, result) = await group.next() {
                await whenDone(done, result)
            }
            if Task.isCancelled { break }
            group.addTask { (index, await Result { try await load(item) }) }
        }
        for await (index, result) in group { await whenDone(index, result) }
    }
}

extension Result where Failure == any Error {
    /// Creates a result with the value that a call returns, or with the error that it throws.
    init(_ call: () async throws -> Success) async {
        do { self = .success(try await call()) } catch { self = .failure(error) }
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
        guard let one = try await group.next() else { throw TookTooLong() }
        return one
    }
}
