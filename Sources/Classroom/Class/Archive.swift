import Foundation
import Judging

/// A zip archive that a pupil handed in. It is not unpacked on the disk: the names are listed, and one
/// file at a time is read from the standard output of `unzip` or `bsdtar`.
struct Archive: Sendable {
    private let file: URL
    private let program: URL
    /// The names of the files in it that are safe: plain letters, and no path out of the archive.
    let entries: [String]

    /// The greatest size of an archive, in bytes.
    private static let largest = 20_000_000
    private static let mostEntries = 2_000
    /// The longest time that a program may take for an archive, in seconds.
    private static let timeLimit = 10

    /// Lists the files of an archive.
    ///
    /// - Throws: ``CommandFailure``, with the reason.
    init(_ file: URL) async throws {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        guard let size = attributes?[.size] as? Int, size <= Self.largest else {
            throw CommandFailure(description: "the archive is larger than 20 megabytes")
        }
        guard let program = Self.program else {
            throw CommandFailure(
                description: "it is an archive, and neither unzip nor bsdtar is there to read it")
        }
        (self.file, self.program) = (file, program)
        let list = program.lastPathComponent == "unzip" ? ["-Z1", file.path] : ["-tf", file.path]
        let names = String(decoding: try await Self.run(program, list), as: UTF8.self)
            .split(separator: "\n")
        guard names.count <= Self.mostEntries else {
            throw CommandFailure(description: "it has more than \(Self.mostEntries) files")
        }
        entries = names.map(String.init).filter { name in
            // A name must not be a pattern or an option, and must not lead out of the archive.
            name.wholeMatch(of: #/[A-Za-z0-9_][A-Za-z0-9_ .()\/-]*/#) != nil
                && !name.split(separator: "/").contains("..")
        }
    }

    /// Reads a file of the archive.
    ///
    /// - Throws: ``CommandFailure``, with the reason.
    func contents(of entry: String) async throws -> Data {
        let isUnzip = program.lastPathComponent == "unzip"
        return try await Self.run(
            program, isUnzip ? ["-p", file.path, entry] : ["-xOf", file.path, entry])
    }

    private static let program: URL? = {
        let folders = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"]
        return ["unzip", "bsdtar"].lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
            .map { URL(fileURLWithPath: $0) }
    }()

    private static func run(_ program: URL, _ arguments: [String]) async throws -> Data {
        let process = ChildProcess(
            executable: program.path, arguments: arguments,
            environment: ChildProcess.environment(adding: ["UNZIP": "", "LC_ALL": "C.UTF-8"]),
            folder: FileManager.default.temporaryDirectory, timeLimit: timeLimit)
        let result = try await process.run()
        guard result.ending == .exited(0) else {
            throw CommandFailure(description: "the archive cannot be read")
        }
        return result.outputBytes
    }
}
