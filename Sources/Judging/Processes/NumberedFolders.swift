import Foundation

/// Folders `0`, `1` … for pieces of work that run at the same time, in one process or in several.
package enum NumberedFolders {
    /// Runs some work in the first folder that is not in use. The folder is empty, and is deleted
    /// afterwards.
    ///
    /// - Parameters:
    ///   - parent: The folder that contains the folders.
    ///   - work: The work, which gets its folder.
    /// - Returns: The result of the work.
    /// - Throws: The error of the work, or an error if the folder cannot be made.
    package static func withFreeOne<Value>(
        in parent: URL, _ work: (URL) async throws -> Value
    ) async throws -> Value {
        var number = 0
        while true {
            let folder = parent.appendingPathComponent("\(number)")
            let lock = FolderLock(file: parent.appendingPathComponent("\(number).lock"))
            let value: Value? = try await lock.holdIfFree {
                try await Interruption.withFolder(folder) { try await work(folder) }
            }
            if let value { return value }
            number += 1
        }
    }
}
