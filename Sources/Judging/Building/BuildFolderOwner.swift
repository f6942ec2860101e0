import Foundation

/// For which folder and compiler a build folder was made. What the compiler keeps in it has whole
/// paths inside, so it is of no use for others.
package struct BuildFolderOwner: Codable, Equatable {
    let root: String
    let compiler: Toolchain.Compiler

    init(root: URL, compiler: Toolchain.Compiler) {
        self.root = root.path
        self.compiler = compiler
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
