import Foundation

/// Folders `0`, `1` … for pieces of work that go on at the same time, also in several processes.
package struct NumberedFolders: Sendable {
    /// The folder that they are in.
    let parent: URL

    package init(parent: URL) {
        self.parent = parent
    }

    /// Does some work in the first folder that nobody else uses. It is empty, and gone afterwards.
    package func withFreeOne<Value>(_ work: (URL) throws -> Value) throws -> Value {
        var number = 0
        while true {
            let folder = parent.appendingPathComponent("\(number)")
            let lock = FolderLock(file: parent.appendingPathComponent("\(number).lock"))
            let value: Value? = try lock.holdIfFree {
                try Interruption.withFolder(folder) { try work(folder) }
            }
            if let value { return value }
            number += 1
        }
    }
}
