import Foundation
import Synchronization

/// What is left behind when the tool is ended by a signal: nothing.
package enum Interruption {
    /// Makes Ctrl-C, a closed terminal and `kill` end the children and delete the folders that would
    /// outlive the tool.
    static func leavesNothingBehind() {
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                if number == SIGINT, isLeavingCtrlC.withLock(\.self) { return }
                // Nothing starts, and no folder is made, while either lock is held: until the end.
                ChildProcess.endAll {
                    folders.withLock { folders in
                        for folder in folders { delete(folder) }
                        lastWords.withLock(\.self)?()
                        _exit(128 + number)
                    }
                }
            }
            source.resume()
            sources.withLock { $0.append(Retained(source: source)) }
        }
    }

    /// Does something during which Ctrl-C is for another program at the same terminal.
    package static func leavingCtrlC<Value>(_ work: () -> Value) -> Value {
        isLeavingCtrlC.withLock { $0 = true }
        defer { isLeavingCtrlC.withLock { $0 = false } }
        return work()
    }

    /// Runs something that has more to say than nothing when a signal ends it.
    ///
    /// - Parameters:
    ///   - words: What to do then, at the very end. It cannot start anything and has to be quick.
    ///   - work: What to run.
    package static func saying<Value>(
        _ words: @escaping @Sendable () -> Void, during work: () throws -> Value
    ) rethrows -> Value {
        lastWords.withLock { $0 = words }
        defer { lastWords.withLock { $0 = nil } }
        return try work()
    }

    /// Makes a folder, deletes it at the end, and also when a signal comes in between. What an
    /// earlier run that was killed has left there goes first.
    ///
    /// - Parameter folder: The folder. Nobody else may use it.
    package static func withFolder<Value>(_ folder: URL, _ work: () throws -> Value) throws -> Value
    {
        try folders.withLock { folders in
            try? FileManager.default.removeItem(at: folder)
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            folders.insert(folder)
        }
        return try deleting(folder, work)
    }

    /// Does some work in a folder that is there, and deletes the folder at the end, and also when a signal
    /// comes in between.
    static func deleting<Value>(_ folder: URL, _ work: () throws -> Value) rethrows -> Value {
        folders.withLock { _ = $0.insert(folder) }
        defer {
            folders.withLock { folders in
                delete(folder)
                folders.remove(folder)
            }
        }
        return try work()
    }

    /// Deletes a folder into which another thread may be writing a last file, and in which a folder
    /// may be closed.
    private static func delete(_ folder: URL) {
        for _ in 0..<50 {
            try? FileManager.default.removeItem(at: folder)
            if !FileManager.default.fileExists(atPath: folder.path) { return }
            open(folder)
            usleep(2_000)
        }
    }

    /// Lets the owner into each folder below one.
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

    private struct Retained: @unchecked Sendable {
        let source: any DispatchSourceSignal
    }
    private static let isLeavingCtrlC = Mutex(false)
    private static let folders = Mutex<Set<URL>>([])
    private static let lastWords = Mutex<(@Sendable () -> Void)?>(nil)
    private static let sources = Mutex<[Retained]>([])
    private static let queue = DispatchQueue(label: "signals")
}
