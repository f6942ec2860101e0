import DecodingExplainer
import Foundation
import Judging

/// A zip archive that a pupil handed in. It is not unpacked on the disk: the names are listed, and one
/// file at a time is read from the standard output of `unzip` or `bsdtar`.
struct Archive: Sendable {
    private let file: URL
    /// The names of the files in it that are safe: plain letters, and no path out of the archive.
    let entries: [String]

    /// The greatest size of an archive, in bytes.
    private static let largest = 20_000_000
    private static let mostEntries = 2_000

    /// Lists the files of an archive.
    ///
    /// - Throws: ``CommandFailure``, with the reason.
    init(_ file: URL) async throws {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        guard let size = attributes?[.size] as? Int, size <= Self.largest else {
            throw CommandFailure(description: "the archive is larger than 20 megabytes")
        }
        self.file = file
        let names = try await Self.names(in: file)
        guard names.count <= Self.mostEntries else {
            throw CommandFailure(description: "it has more than \(Self.mostEntries) files")
        }
        entries = names.filter { name in
            // A name must not be a pattern or an option, and must not lead out of the archive.
            name.wholeMatch(of: #/[A-Za-z0-9_][A-Za-z0-9_ .()\/-]*/#) != nil
                && !name.split(separator: "/").contains("..")
        }
    }

    /// Reads a file of the archive.
    ///
    /// - Throws: ``CommandFailure``, with the reason.
    func contents(of entry: String) async throws -> Data {
        try await Self.output(
            unzip: ["-p", file.path, entry], bsdtar: ["-xOf", file.path, entry])
    }

    // MARK: - The archive of a whole class

    /// The greatest size of what a class handed in, in bytes.
    private static let largestClass = 2_000_000_000

    /// Unpacks the archive that a learning platform made of what a class handed in, for some work, and
    /// deletes what was unpacked afterwards. A pupil's own archive in it stays packed.
    ///
    /// - Parameters:
    ///   - file: The archive, or a folder, which is used as it is.
    ///   - work: The work with the folder.
    /// - Throws: ``CommandFailure``, or the error of the work.
    static func unpacking<Value>(
        _ file: URL, for work: (URL) async throws -> Value
    ) async throws -> Value {
        guard file.fileType == .typeRegular, file.pathExtension.lowercased() == "zip" else {
            return try await work(file)
        }
        return try await TemporaryFolder.use { folder in
            let result = try await run(
                unzip: ["-qq", "-o", file.path, "-d", folder.path],
                bsdtar: ["-xf", file.path, "-C", folder.path], in: folder, timeLimit: 600,
                spaceLimit: largestClass)
            // unzip exits with 1 if it has only warned, and of some archives it garbles the names.
            guard [.exited(0), .exited(isUnzip ? 1 : 0)].contains(result.ending),
                case let names = try await names(in: file),
                names.allSatisfy({
                    FileManager.default.fileExists(
                        atPath: folder.appendingPathComponent($0).path)
                })
            else {
                throw CommandFailure(
                    description:
                        "\(DisplayText.printable(file.path)) cannot be unpacked with all its names. "
                        + "Unpack it yourself, and name the folder.")
            }
            return try await work(pupilsFolder(in: folder))
        }
    }

    /// Returns the folder of the pupils: the folder itself, or the only one in it, if that one has folders
    /// and no file of its own. A file manager packs a folder that way.
    private static func pupilsFolder(in folder: URL) throws -> URL {
        func contents(of folder: URL) throws -> [URL] {
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { !$0.hasPrefix(".") && $0 != "__MACOSX" }
                .map(folder.appendingPathComponent)
        }
        let outer = try contents(of: folder)
        guard outer.count == 1, outer[0].fileType == .typeDirectory,
            PlatformName(outer[0].lastPathComponent) == nil,
            case let inner = try contents(of: outer[0]), inner.count > 1,
            inner.allSatisfy({
                $0.fileType == .typeDirectory && $0.lastPathComponent != "Exercises"
            })
        else { return folder }
        return outer[0]
    }

    // MARK: - The program

    private static func names(in file: URL) async throws -> [String] {
        let list = try await output(unzip: ["-Z1", file.path], bsdtar: ["-tf", file.path])
        return String(decoding: list, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static let program: String? = {
        let folders = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin"]
        return ["unzip", "bsdtar"].lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()
    private static let isUnzip = program?.hasSuffix("unzip") == true

    /// Runs the program that is there, with its arguments.
    private static func run(
        unzip: [String], bsdtar: [String], in folder: URL, timeLimit: Int, spaceLimit: Int? = nil
    ) async throws -> ChildProcess.Result {
        guard let program else {
            throw CommandFailure(
                description: "neither unzip nor bsdtar is there to read the archive. Unpack it "
                    + "yourself, and name the folder.")
        }
        return try await ChildProcess(
            executable: program, arguments: isUnzip ? unzip : bsdtar,
            environment: ChildProcess.environment(adding: ["UNZIP": "", "LC_ALL": "C.UTF-8"]),
            folder: folder, timeLimit: timeLimit, spaceLimit: spaceLimit
        ).run()
    }

    private static func output(unzip: [String], bsdtar: [String]) async throws -> Data {
        let result = try await run(
            unzip: unzip, bsdtar: bsdtar, in: FileManager.default.temporaryDirectory,
            timeLimit: 10)
        guard result.ending == .exited(0) else {
            throw CommandFailure(description: "the archive cannot be read")
        }
        return result.outputBytes
    }
}
