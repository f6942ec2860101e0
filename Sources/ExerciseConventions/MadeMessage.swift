import Foundation

/// A message that the checks made for an answer, whether or not the answer got to hear it.
///
/// A check makes its message before it judges. So a run of the model solution makes nearly all that
/// there are. Where ``EnvironmentVariable/messages`` names a file, each is a line of it, in JSON.
public struct MadeMessage: Codable, Hashable, Sendable {
    /// The message with … in place of what is only known when it is made. The same in each run.
    public let form: String

    /// The message as a learner reads it.
    public let text: String

    public init(form: String, text: String) {
        (self.form, self.text) = (form, text)
    }

    /// Adds a line to a file, which is made where it is not there.
    public func write(to file: URL) throws {
        if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        // The job of a check may write too, from a process of its own.
        try handle.seekToEnd()
        try handle.write(contentsOf: JSONEncoder().encode(self) + Data("\n".utf8))
    }

    /// The messages of a file. A last line that was cut short when the program ended is left out.
    public static func all(in file: URL) -> Set<MadeMessage> {
        let lines = (try? Data(contentsOf: file))?.split(separator: UInt8(ascii: "\n")) ?? []
        return Set(lines.compactMap { try? JSONDecoder().decode(MadeMessage.self, from: $0) })
    }
}
