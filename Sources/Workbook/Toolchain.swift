import Foundation

/// The Swift toolchain that builds the checks.
struct Toolchain: Equatable {
    /// The whole path of `swift`.
    let swift: String

    struct Missing: Error, CustomStringConvertible {
        let description =
            "There is no swift on your PATH, so nothing can be built. Open a terminal in which "
            + "swift --version answers, or install Swift 6.3 or later from https://swift.org."
    }

    /// What a program that this toolchain built has to read: it has the libraries of the language. A link
    /// in `/usr/bin` may lead there.
    static var folders: [URL] {
        let swift = (try? find()).map { URL(fileURLWithPath: $0.swift) }
        return Set([swift, swift?.resolvingSymlinksInPath()].compactMap(\.self)).map {
            $0.deletingLastPathComponent().deletingLastPathComponent()
        }
        .filter { $0.path != "/usr" && $0.path != "/" }
    }

    /// The one that a terminal would use.
    ///
    /// - Parameter path: Folders with a colon between them.
    /// - Throws: ``Missing``.
    static func find(
        in path: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
    ) throws -> Toolchain {
        for folder in path.split(separator: ":") {
            let program = "\(folder)/swift"
            if FileManager.default.isExecutableFile(atPath: program) {
                return Toolchain(swift: program)
            }
        }
        throw Missing()
    }
}

/// For which folder and toolchain a build folder was made. What the compiler keeps in it has whole
/// paths inside, so it is of no use for others.
struct BuildFolderOwner: Codable, Equatable {
    let root: String
    let swift: String
    let installed: Date?

    init(root: URL, toolchain: Toolchain) {
        let program = URL(fileURLWithPath: toolchain.swift).resolvingSymlinksInPath()
        self.root = root.path
        swift = program.path
        let attributes = try? FileManager.default.attributesOfItem(atPath: program.path)
        installed = attributes?[.modificationDate] as? Date
    }

    /// Deletes a build folder that was made for another owner, and signs it.
    func clear(_ folder: URL) throws {
        let file = folder.appendingPathComponent("made-for.json")
        let owner = (try? Data(contentsOf: file)).flatMap {
            try? JSONDecoder().decode(BuildFolderOwner.self, from: $0)
        }
        if owner == self { return }
        if owner != nil { try FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try JSONEncoder().encode(self).write(to: file, options: .atomic)
    }

    /// Whether a build failed as its folder holds what another toolchain or another folder made.
    static func isForeign(_ output: String) -> Bool {
        ["module cache path", "precompiled file", "was created by a different version", "PCH was"]
            .contains(where: output.contains)
    }
}
