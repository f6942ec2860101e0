import Foundation
import Synchronization

/// The behavior of the tool when a signal ends it: it leaves no children and no folders behind.
package enum Interruption {
    /// Makes Ctrl-C, a closed terminal and `kill` end the children, and delete the folders that
    /// would otherwise be left.
    static func leavesNothingBehind() {
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                if number == SIGINT, isLeavingCtrlC.withLock(\.self) { return }
                // While the two locks are held, no child can start and no folder can be made. They
                // are held until the process ends.
                ChildProcess.endAll {
                    folders.withLock { folders in
                        for folder in folders { delete(folder) }
                        lastAction.withLock(\.self)?()
                        _exit(128 + number)
                    }
                }
            }
            source.resume()
            sources.append(source)
        }
    }

    /// Runs some work during which Ctrl-C is for another program at the same terminal.
    package static func leavingCtrlC<Value>(_ work: () -> Value) -> Value {
        isLeavingCtrlC.withLock { $0 = true }
        defer { isLeavingCtrlC.withLock { $0 = false } }
        return work()
    }

    /// Runs some work that has a last action if a signal ends the tool.
    ///
    /// - Parameters:
    ///   - action: The action, which runs at the very end. It cannot start anything and has to
    ///     be quick.
    ///   - work: The work.
    package nonisolated(nonsending) static func saying<Value>(
        _ action: @escaping @Sendable () -> Void, during work: () async throws -> Value
    ) async rethrows -> Value {
        lastAction.withLock { $0 = action }
        defer { lastAction.withLock { $0 = nil } }
        return try await work()
    }

    /// Makes a folder for some work, and deletes it afterwards, even if a signal ends the tool. If
    /// an earlier run was killed and left the folder behind, it is deleted first. No other user can
    /// read the folder.
    ///
    /// - Parameters:
    ///   - folder: The folder. No other work may use it.
    ///   - work: The work.
    /// - Throws: ``CommandFailure`` if the folder cannot be made, or the error of the work.
    package static func withFolder<Value>(
        _ folder: URL, _ work: () async throws -> Value
    ) async throws -> Value {
        try folders.withLock { folders in
            delete(folder)
            try? FileManager.default.createDirectory(
                at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
            guard mkdir(folder.path, 0o700) == 0 else {
                throw CommandFailure(
                    description:
                        "\(folder.path) cannot be made: \(String(cString: strerror(errno))).")
            }
            folders.insert(folder)
        }
        defer {
            folders.withLock { folders in
                delete(folder)
                folders.remove(folder)
            }
        }
        return try await work()
    }

    /// Deletes a folder. Another thread may still write a last file into it, and a folder in it may
    /// not allow its contents to be deleted, so this function changes the permissions and tries
    /// several times.
    private static func delete(_ folder: URL) {
        for _ in 0..<50 {
            try? FileManager.default.removeItem(at: folder)
            if !FileManager.default.fileExists(atPath: folder.path) { return }
            open(folder)
            usleep(2_000)
        }
    }

    /// Gives the owner all permissions for a folder and for the folders in it.
    private static func open(_ folder: URL) {
        let files = FileManager.default
        var folders = [folder]
        while let folder = folders.popLast() {
            try? files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
            folders += ((try? files.contentsOfDirectory(atPath: folder.path)) ?? [])
                .map(folder.appendingPathComponent)
                .filter { content in
                    let type = try? files.attributesOfItem(atPath: content.path)[.type]
                    return type as? FileAttributeType == .typeDirectory
                }
        }
    }

    private static let isLeavingCtrlC = Mutex(false)
    private static let folders = Mutex<Set<URL>>([])
    private static let lastAction = Mutex<(@Sendable () -> Void)?>(nil)
    /// The sources of the signals, which end with their last reference. Only the start of the
    /// program changes them.
    nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
    private static let queue = DispatchQueue(label: "signals")
}
