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
    /// What a call returns, or the error that it throws.
    init(_ call: () async throws -> Success) async {
        do { self = .success(try await call()) } catch { self = .failure(error) }
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
        guard let one = try await group.next() else { throw TookTooLong() }
        return one
    }
}
