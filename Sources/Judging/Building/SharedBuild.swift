import Foundation

/// The build of the modules that all answers share. They are compiled once, and no answer is part
/// of them.
///
/// A module is up to date if its sources, the compiler and the options are the same as at its last
/// build. Dates of files are not compared.
package struct SharedBuild: Sendable {
    let workbook: WorkbookFolder
    let compiler: Compiler

    /// The path of the build folder, from the package's folder.
    static let path = ".build/judge"

    private var folder: URL { workbook.url(Self.path) }
    /// The folder of the modules that other modules import.
    var modules: URL { folder.appendingPathComponent("modules") }
    /// The folder in which the compiler keeps its compiled form of the system's modules.
    var moduleCache: URL { folder.appendingPathComponent("module-cache") }
    /// Returns the path of the folder with the compiled checks of an exercise, from the package's
    /// folder.
    static func checks(_ number: String) -> String { "\(path)/variants/\(number)" }

    /// Returns the object files of some modules.
    func objects(of modules: [SharedModule]) -> [URL] {
        modules.flatMap { module in
            let path = "\(Self.path)/\(module.name)"
            return workbook.names(in: path).filter { $0.hasSuffix(".o") }
                .map { workbook.url("\(path)/\($0)") }
        }
    }

    /// Runs some work while modules are up to date, and keeps them unchanged during the work.
    /// Modules that are not up to date are built first.
    ///
    /// - Parameters:
    ///   - modules: The modules that the work needs, in the order in which they are built.
    ///   - workbook: The package's folder.
    ///   - activity: The name of the work, which another waiting tool shows: `check 09`.
    ///   - work: The work. Several such pieces of work may run at the same time.
    /// - Returns: The result of the work.
    /// - Throws: ``BuildFailure``, the error of the work, or an error with a description if there is
    ///   no toolchain.
    static func use<Value>(
        _ modules: [SharedModule] = SharedModule.ofChecks, in workbook: WorkbookFolder,
        for activity: String, _ work: (SharedBuild) async throws -> Value
    ) async throws -> Value {
        let lock = FolderLock(file: workbook.url(path + ".lock"))
        for _ in 0..<5 {
            let value: Value? = try await lock.hold(isShared: true, for: activity) {
                guard let build = try current(modules, in: workbook) else { return nil }
                return try await work(build)
            }
            if let value { return value }
            try await lock.hold(for: activity) {
                if try current(modules, in: workbook) == nil {
                    try await build(modules, in: workbook)
                }
            }
        }
        throw BuildFailure(
            diagnostics: [], output: "",
            ending: "The sources of the checks change again and again. Try again in a moment.")
    }

    /// Returns a Boolean value that indicates whether the checks' modules are up to date.
    ///
    /// - Throws: An error with a description if there is no toolchain.
    package static func isCurrent(in workbook: WorkbookFolder) throws -> Bool {
        try current(SharedModule.ofChecks, in: workbook) != nil
    }

    /// Returns the build if it is up to date, else `nil`.
    private static func current(
        _ modules: [SharedModule], in workbook: WorkbookFolder
    ) throws -> SharedBuild? {
        guard let owner = try BuildOwner.current(in: workbook) else { return nil }
        let build = SharedBuild(workbook: workbook, compiler: owner.compiler)
        guard let contents = try? build.contents(of: modules) else { return nil }
        return zip(modules, contents).allSatisfy(build.isCurrent) ? build : nil
    }

    private func isCurrent(_ module: SharedModule, _ contents: Data) -> Bool {
        (try? Data(contentsOf: stamp(of: module))) == contents
    }

    /// Returns for each module the contents of its sources and of those of the modules before it.
    private func contents(of modules: [SharedModule]) throws -> [Data] {
        var all = Data()
        return try modules.map { module in
            all += try module.contents(in: workbook)
            return all
        }
    }

    /// Returns the place of the file with the contents from which a module was built. A module
    /// without this file counts as not built.
    private func stamp(of module: SharedModule) -> URL {
        folder.appendingPathComponent("\(module.name)/contents")
    }

    // MARK: - Building

    private static func build(
        _ modules: [SharedModule], in workbook: WorkbookFolder
    ) async throws {
        let compiler = try await BuildOwner.claim(workbook).compiler
        let build = SharedBuild(workbook: workbook, compiler: compiler)
        let contents = try build.contents(of: modules)
        let needed = Array(
            zip(modules, contents).drop { module, contents in build.isCurrent(module, contents) })
        let isFirst = needed.allSatisfy { module, _ in
            !FileManager.default.fileExists(atPath: build.stamp(of: module).path)
        }
        // A module has to be compiled after those that it imports, so all modules after the first
        // changed one are built again.
        let files = FileManager.default
        for (module, _) in needed { try? files.removeItem(at: build.stamp(of: module)) }
        try? files.removeItem(at: build.folder.appendingPathComponent("variants"))
        // This text is short, so that the step fits beside it on a narrow terminal.
        let title = isFirst ? "First build of the checks" : "Building the checks again"
        for (step, (module, contents)) in zip(1..., needed) {
            try await Progress.during("\(title): step \(step) of \(needed.count)") {
                try await build.compile(module)
            }
            // If a file was saved during the build, the version in the module is unknown. Without
            // the stamp it is built again.
            guard try build.contents(of: modules).contains(contents) else { return }
            try contents.write(to: build.stamp(of: module), options: .atomic)
        }
    }

    private func compile(_ module: SharedModule) async throws {
        let objects = folder.appendingPathComponent(module.name)
        try? FileManager.default.removeItem(at: objects)
        for folder in [objects, modules] {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
        }
        var sources = module.sources(in: workbook).map { workbook.url($0).path }
        if let documents = module.documents {
            let resources = objects.appendingPathComponent("PackageResources.swift")
            try workbook.embeddedDocuments(in: documents).write(to: resources)
            sources.append(resources.path)
        }
        let moduleFile = modules.appendingPathComponent("\(module.name).swiftmodule")
        let compilation = Compiler.Module(
            name: module.name, sources: sources, imports: [modules],
            moduleFile: moduleFile, jobs: mostAtOnce)
        try await call(
            compiler.arguments(for: compilation, moduleCache: moduleCache), in: objects)
    }
}

extension ChildProcess.Result {
    /// The whole output of the program: standard output, then standard error.
    package var output: String { standardOutput + "\n" + standardError }
}
