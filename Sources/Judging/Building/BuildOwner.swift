import Foundation

/// For which folder and compiler the judge's build folder was made. What the compiler keeps in it has
/// whole paths inside, so it is of no use for others.
struct BuildOwner: Codable, Equatable {
    /// The package's folder.
    let root: String
    /// What a terminal would start.
    let swift: String
    /// What leads from there to the compiler: variables, and the link that `xcode-select` sets.
    let choices: [String: String]
    let compiler: Compiler
    /// The compiler's options, as the tool has them now.
    let options: [String]
    /// Raise it where something else changes that decides what is built.
    let format: Int
    /// The compiler's size and date: it may be replaced by another one with the same name.
    let program: String

    private static let file = "\(SharedBuild.path)/made-for.json"

    /// Who owns the folder, if it was made for this package, and nothing has changed since that leads from
    /// a terminal to the compiler. No program is started to find that out: a toolchain manager that now
    /// chooses another compiler behind the same name is not seen.
    ///
    /// - Throws: ``Toolchain/Missing``.
    static func current(in workbook: WorkbookFolder) throws -> BuildOwner? {
        let swift = try Toolchain.find().swift
        guard let data = try? Data(contentsOf: workbook.url(file)),
            let owner = try? JSONDecoder().decode(BuildOwner.self, from: data)
        else { return nil }
        let now = BuildOwner(workbook, swift, owner.compiler)
        return owner == now ? owner : nil
    }

    /// Makes the folder this package's own and that of the compiler that a terminal would use now. What
    /// was made for others is deleted.
    ///
    /// - Throws: ``Toolchain/Missing``, ``Toolchain/Unusable``, and what writing throws.
    static func claim(_ workbook: WorkbookFolder) throws -> BuildOwner {
        if let owner = try current(in: workbook) { return owner }
        let toolchain = try Toolchain.find()
        let owner = BuildOwner(workbook, toolchain.swift, try toolchain.compiler())
        let folder = workbook.url(SharedBuild.path)
        if FileManager.default.fileExists(atPath: folder.path) {
            try FileManager.default.removeItem(at: folder)
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try JSONEncoder().encode(owner).write(to: workbook.url(file), options: .atomic)
        return owner
    }

    private init(_ workbook: WorkbookFolder, _ swift: String, _ compiler: Compiler) {
        root = workbook.root.path
        self.swift = swift
        self.compiler = compiler
        options = compiler.allOptions
        format = 1
        var choices = ProcessInfo.processInfo.environment.filter {
            ["DEVELOPER_DIR", "TOOLCHAINS", "LD_LIBRARY_PATH"].contains($0.key)
        }
        choices["xcode-select"] = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/var/db/xcode_select_link")
        self.choices = choices
        let path = URL(fileURLWithPath: compiler.program).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let date = attributes?[.modificationDate] as? Date
        program = "\(attributes?[.size] ?? 0) \(date?.timeIntervalSince1970 ?? 0)"
    }
}
