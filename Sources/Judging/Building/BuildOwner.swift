import Foundation

/// The package folder and the compiler for which the judge's build folder was made. The compiler's
/// files in it contain whole paths, so they are of no use for another folder or compiler.
struct BuildOwner: Codable, Equatable {
    /// The path of the package's folder.
    let root: String
    /// The path of the `swift` that a terminal would start.
    let swift: String
    /// The settings that lead from there to the compiler: environment variables, and the link that
    /// `xcode-select` sets.
    let choices: [String: String]
    let compiler: Compiler
    /// The compiler's options in the current version of the tool.
    let options: [String]
    /// The version of the folder's contents. Raise it when something else changes that affects the
    /// result of a build.
    let format: Int
    /// The compiler's size and date, because another compiler with the same name may replace it.
    let program: String

    private static let file = "\(SharedBuild.path)/made-for.json"

    /// Returns the owner of the build folder, if the folder was made for this package and nothing
    /// has changed since then that leads from a terminal to the compiler.
    ///
    /// No program is started to find that out. So a toolchain manager that now chooses another
    /// compiler behind the same name goes unnoticed.
    ///
    /// - Returns: The owner, or `nil` if the folder has to be made again.
    /// - Throws: ``CommandFailure``.
    static func current(in workbook: WorkbookFolder) throws -> BuildOwner? {
        let swift = try Toolchain.find().swift
        guard let data = try? Data(contentsOf: workbook.url(file)),
            let owner = try? JSONDecoder().decode(BuildOwner.self, from: data)
        else { return nil }
        let now = BuildOwner(of: workbook, swift: swift, compiler: owner.compiler)
        return owner == now ? owner : nil
    }

    /// Claims the build folder for this package and for the compiler that a terminal would use now.
    /// A folder that was made for another owner is deleted.
    ///
    /// - Throws: ``CommandFailure``, or the error of a file that cannot be written.
    static func claim(_ workbook: WorkbookFolder) async throws -> BuildOwner {
        if let owner = try current(in: workbook) { return owner }
        let toolchain = try Toolchain.find()
        let owner = BuildOwner(
            of: workbook, swift: toolchain.swift, compiler: try await toolchain.compiler())
        let folder = workbook.url(SharedBuild.path)
        if FileManager.default.fileExists(atPath: folder.path) {
            try FileManager.default.removeItem(at: folder)
        }
        try workbook.write(JSONEncoder().encode(owner), to: file)
        return owner
    }

    private init(of workbook: WorkbookFolder, swift: String, compiler: Compiler) {
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
