import Foundation
import Synchronization

/// What is left behind when the tool is ended by a signal: nothing.
enum Interruption {
    /// Makes Ctrl-C, a closed terminal and `kill` end the children and delete the folders that would
    /// outlive the tool.
    static func leavesNothingBehind() {
        for number in [SIGINT, SIGTERM, SIGHUP] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                ChildProcess.endAll()
                folders.withLock { folders in
                    for folder in folders { try? FileManager.default.removeItem(at: folder) }
                }
                _exit(128 + number)
            }
            source.resume()
            sources.withLock { $0.append(Retained(source: source)) }
        }
    }

    /// Makes a folder, deletes it at the end, and also when a signal comes in between. What an
    /// earlier run that was killed has left there goes first.
    ///
    /// - Parameter folder: The folder. Nobody else may use it.
    static func withFolder<Value>(_ folder: URL, _ work: () throws -> Value) throws -> Value {
        try? FileManager.default.removeItem(at: folder)
        folders.withLock { _ = $0.insert(folder) }
        defer {
            try? FileManager.default.removeItem(at: folder)
            folders.withLock { _ = $0.remove(folder) }
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try work()
    }

    private struct Retained: @unchecked Sendable {
        let source: any DispatchSourceSignal
    }
    private static let folders = Mutex<Set<URL>>([])
    private static let sources = Mutex<[Retained]>([])
    private static let queue = DispatchQueue(label: "signals")
}
