import Foundation

/// Keeps tools out of each other's way in a folder. The system gives a lock back when the process that
/// holds it ends, however it ends.
package struct FolderLock {
    /// The file that is locked. It stays: to delete it would let two in at once.
    let file: URL
    private let sayWaiting: @Sendable (String) -> Void

    package init(file: URL) {
        self.init(file: file) {
            Console.complain("\(ProcessInfo.processInfo.processName): \($0)")
        }
    }

    /// - Parameter sayWaiting: Tells a person that another tool has to end first.
    init(file: URL, sayWaiting: @escaping @Sendable (String) -> Void) {
        self.file = file
        self.sayWaiting = sayWaiting
    }

    /// Who may hold the lock at the same time.
    package enum Use: Sendable {
        /// Nobody else.
        case alone
        /// All who share it.
        case shared

        fileprivate var operation: Int32 { self == .alone ? LOCK_EX : LOCK_SH }
    }

    /// The lock cannot be had at all.
    struct Unavailable: Error, CustomStringConvertible {
        let path: String
        let reason: String
        var description: String { "\(path) cannot be written: \(reason)." }
    }

    /// Waits until the lock is free, and holds it for the time of the work.
    ///
    /// It cannot be held twice alone: work that asks for it again waits for itself.
    ///
    /// - Parameters:
    ///   - use: Who else may hold it.
    ///   - activity: What another tool that waits should say about this one: `check 09`.
    ///   - work: What needs the folder.
    package func hold<Value>(
        _ use: Use = .alone, for activity: String, _ work: () throws -> Value
    ) throws -> Value {
        let descriptor = try opened()
        defer { close(descriptor) }
        if flock(descriptor, use.operation | LOCK_NB) != 0 { try waitForTurn(descriptor, use) }
        let name = Data("\(activity), process \(getpid())".utf8)
        _ = name.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        defer { ftruncate(descriptor, 0) }
        return try work()
    }

    /// Holds the lock alone for the time of the work, where nobody else holds it.
    ///
    /// - Returns: Nil where somebody does.
    func holdIfFree<Value>(_ work: () throws -> Value) throws -> Value? {
        let descriptor = try opened()
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
        return try work()
    }

    private func opened() throws -> Int32 {
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw Unavailable(path: file.path, reason: String(cString: strerror(errno)))
        }
        return descriptor
    }

    private func waitForTurn(_ descriptor: Int32, _ use: Use) throws {
        let isMine = { flock(descriptor, use.operation | LOCK_NB) == 0 }
        // The other one may not have written its name yet.
        var holder = ""
        for _ in 0..<20 where holder.isEmpty {
            if isMine() { return }
            usleep(10_000)
            holder = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        }
        let activity = "Waiting for another workbook" + (holder.isEmpty ? "" : " (\(holder))")
        if !Progress.isShown, Progress.listener == nil { sayWaiting("\(activity) …") }
        try Progress.during(activity) {
            while !isMine() {
                try Cancellation.check()
                usleep(50_000)
            }
        }
    }
}
