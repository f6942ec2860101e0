import Foundation

/// A lock that keeps tools from using a folder at the same time. The system releases the lock when
/// the process that holds it ends, even if it crashes.
package struct FolderLock {
    /// The file that is locked. It is never deleted, because two tools could then hold the lock at
    /// the same time.
    let file: URL

    /// Creates a lock.
    ///
    /// - Parameter file: The file that is locked.
    package init(file: URL) {
        self.file = file
    }

    /// Waits until the lock is free, and holds it during some work.
    ///
    /// Work that holds the lock alone must not ask for it again, because it would wait for itself.
    ///
    /// - Parameters:
    ///   - isShared: True if other tools that share the lock may hold it at the same time.
    ///   - activity: The name of the work, which another waiting tool shows: `check 09`.
    ///   - work: The work that needs the folder.
    /// - Returns: The result of the work.
    /// - Throws: The error of the work, ``CommandFailure``, or `CancellationError` during the wait.
    package func hold<Value>(
        isShared: Bool = false, for activity: String, _ work: () async throws -> Value
    ) async throws -> Value {
        let operation = isShared ? LOCK_SH : LOCK_EX
        let descriptor = try opened()
        defer { close(descriptor) }
        if flock(descriptor, operation | LOCK_NB) != 0 {
            try await waitForTurn(descriptor, operation)
        }
        let name = Data("\(activity), process \(getpid())".utf8)
        _ = name.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        defer { ftruncate(descriptor, 0) }
        return try await work()
    }

    /// Holds the lock alone during some work, if the lock is free.
    ///
    /// - Returns: The result of the work, or `nil` if another tool holds the lock.
    func holdIfFree<Value>(_ work: () async throws -> Value) async throws -> Value? {
        let descriptor = try opened()
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
        return try await work()
    }

    private func opened() throws -> Int32 {
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw CommandFailure(
                description: "\(file.path) cannot be written: \(String(cString: strerror(errno))). "
                    + "Copy the workbook into a folder that is yours.")
        }
        return descriptor
    }

    private func waitForTurn(_ descriptor: Int32, _ operation: Int32) async throws {
        let isMine = { flock(descriptor, operation | LOCK_NB) == 0 }
        // The other tool may not have written its name yet.
        var holder = ""
        for _ in 0..<20 where holder.isEmpty {
            if isMine() { return }
            try await Task.sleep(for: .milliseconds(10))
            holder = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        }
        let activity = "Waiting for another workbook" + (holder.isEmpty ? "" : " (\(holder))")
        if !Progress.isShown, Progress.listener == nil {
            Console.complain("\(ProcessInfo.processInfo.processName): \(activity) …")
        }
        try await Progress.during(activity) {
            while !isMine() { try await Task.sleep(for: .milliseconds(50)) }
        }
    }
}
