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
        var path = Array("\(parent)/workbook-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else {
            throw CommandFailure(
                description:
                    "No folder can be made in \(parent): \(String(cString: strerror(errno))).")
        }
        // The path is valid UTF-8, because it was made from a string.
        let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = URL(fileURLWithPath: name)
        return try await Interruption.deleting(folder) { try await work(folder) }
    }
}
