import Foundation

/// Lets one tool at a time use a build folder. The system gives the lock back when the process that
/// holds it ends, however it ends.
struct FolderLock {
    /// The file that is locked. It stays: to delete it would let two in at once.
    let file: URL
    var sayWaiting: @Sendable (String) -> Void = { Console.complain("workbook: \($0)") }

    /// The lock cannot be had at all.
    struct Unavailable: Error, CustomStringConvertible {
        let path: String
        let reason: String
        var description: String { "\(path) cannot be written: \(reason)." }
    }

    /// Waits until nobody else holds the lock, and holds it for the time of the work.
    ///
    /// It cannot be held twice: work that asks for it again waits for itself.
    ///
    /// - Parameters:
    ///   - activity: What another tool that waits should say about this one: `check 09`.
    ///   - work: What needs the folder.
    func hold<Value>(for activity: String, _ work: () throws -> Value) throws -> Value {
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw Unavailable(path: file.path, reason: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 { try waitForTurn(descriptor) }
        let name = Data("\(activity), process \(getpid())".utf8)
        _ = name.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        defer { ftruncate(descriptor, 0) }
        return try work()
    }

    private func waitForTurn(_ descriptor: Int32) throws {
        let isMine = { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }
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
