import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A folder of the system's for what a program needs for a moment.
///
/// `swiftc` 6.3.1 traps where the path of such a folder has a letter outside ASCII, as the package's own
/// folder may have. So it is somewhere else.
package enum TemporaryFolder {
    /// No such folder can be made.
    struct Unavailable: Error, CustomStringConvertible {
        let parent: String
        let reason: String
        var description: String { "No folder can be made in \(parent): \(reason)." }
    }

    /// Makes a folder, and deletes it at the end, and also when a signal comes in between.
    package static func use<Value>(_ work: (URL) throws -> Value) throws -> Value {
        let usual = FileManager.default.temporaryDirectory.path
        let parent = usual.utf8.allSatisfy { $0 < 0x80 } ? usual : "/tmp"
        var path = Array("\(parent)/workbook-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else {
            throw Unavailable(parent: parent, reason: String(cString: strerror(errno)))
        }
        // swift-format-ignore: the path is made of text.
        let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = URL(fileURLWithPath: name)
        return try Interruption.deleting(folder) { try work(folder) }
    }
}
