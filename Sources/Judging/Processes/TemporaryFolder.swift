import Foundation

/// A temporary folder of the system, for files that a program needs for a short time.
///
/// It is not in the package's folder, because `swiftc` 6.3.1 crashes if the path of its temporary
/// folder has a letter outside of ASCII.
package enum TemporaryFolder {
    /// Makes a folder for some work, and deletes it afterwards, even if a signal ends the tool.
    package static func use<Value>(_ work: (URL) async throws -> Value) async throws -> Value {
        let usual = FileManager.default.temporaryDirectory.path
        let parent = usual.utf8.allSatisfy { $0 < 0x80 } ? usual : "/tmp"
        let folder = URL(fileURLWithPath: "\(parent)/workbook-\(UUID().uuidString)")
        return try await Interruption.withFolder(folder) { try await work(folder) }
    }
}
