import Foundation
import Synchronization

/// What answers share: modules and objects that are compiled once. It never sees an answer.
///
/// Whether a build is up to date is decided by contents (sources, compiler, options), never by the time
/// stamp of a source.
package struct SharedBuild: Sendable {
    let workbook: WorkbookFolder
    let compiler: Compiler

    /// The folder of the build, from the package's folder.
    static let path = ".build/judge"

    private var folder: URL { workbook.url(Self.path) }
    /// Where the modules are that others import.
    var modules: URL { folder.appendingPathComponent("modules") }
    /// Where the compiler keeps what it makes of the system's modules.
    var moduleCache: URL { folder.appendingPathComponent("module-cache") }
    /// The folder of the compiled checks of an exercise.
    func checks(_ number: String) -> URL { folder.appendingPathComponent("variants/\(number)") }

    /// The objects of modules.
    func objects(of modules: [SharedModule]) -> [URL] {
        modules.flatMap { module in
            let path = "\(Self.path)/\(module.name)"
            return workbook.names(in: path).filter { $0.hasSuffix(".o") }
                .map { workbook.url("\(path)/\($0)") }
        }
    }

    /// Does some work while modules are built and up to date, and stay so. Builds them before, where it
    /// has to.
    ///
    /// - Parameters:
    ///   - modules: What is needed, in the order in which it is built.
    ///   - activity: What another tool that waits says about this one: `check 09`.
    ///   - work: What needs the build. Others may do such work at the same time.
    /// - Throws: ``BuildFailure``, ``CompilerCall/Unexplained``, what the work throws, and an error with
    ///   a description where there is no toolchain.
    static func use<Value>(
        _ modules: [SharedModule] = SharedModule.ofChecks, in workbook: WorkbookFolder,
        for activity: String, _ work: (SharedBuild) throws -> Value
    ) throws -> Value {
        let lock = FolderLock(file: workbook.url(path + ".lock"))
        for _ in 0..<5 {
            let value: Value? = try lock.hold(.shared, for: activity) {
                try current(modules, in: workbook).map(work)
            }
            if let value { return value }
            try lock.hold(.alone, for: activity) {
                if try current(modules, in: workbook) == nil {
                    try build(modules, in: workbook)
                }
            }
        }
        throw BuildFailure(
            diagnostics: [], output: "",
            ending: "The sources of the checks change again and again. Try again in a moment.")
    }

    /// Whether nothing has to be built before the checks of an answer.
    ///
    /// - Throws: An error with a description where there is no toolchain.
    package static func isCurrent(in workbook: WorkbookFolder) throws -> Bool {
        try current(SharedModule.ofChecks, in: workbook) != nil
    }

    /// The build, if it is up to date.
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

    /// What each module is made of, and what those before it are made of.
    private func contents(of modules: [SharedModule]) throws -> [Data] {
        var all = Data()
        return try modules.map { module in
            all += try module.contents(in: workbook)
            return all
        }
    }

    /// The file that says what a module was made of. Without it, the module counts as not built.
    private func stamp(of module: SharedModule) -> URL {
        folder.appendingPathComponent("\(module.name)/contents")
    }

    // MARK: - Building

    private static func build(_ modules: [SharedModule], in workbook: WorkbookFolder) throws {
        let compiler = try BuildOwner.claim(workbook).compiler
        let build = SharedBuild(workbook: workbook, compiler: compiler)
        let contents = try build.contents(of: modules)
        let needed = Array(
            zip(modules, contents).drop { module, contents in build.isCurrent(module, contents) })
        let isFirst = needed.allSatisfy { !build.hasStamp($0.0) }
        // What imports another module has to be compiled after it.
        let files = FileManager.default
        for (module, _) in needed { try? files.removeItem(at: build.stamp(of: module)) }
        try? files.removeItem(at: build.folder.appendingPathComponent("variants"))
        let step = Mutex(0)
        // Short, so that the step stands beside it on a narrow terminal.
        let what = isFirst ? "First build of the checks" : "Building the checks again"
        let activity = { @Sendable in
            "\(what): step \(step.withLock(\.self)) of \(needed.count)"
        }
        try Progress.during(saying: activity) {
            for (module, contents) in needed {
                step.withLock { $0 += 1 }
                Progress.listener?(activity())
                try build.compile(module)
                // A file that was saved during the build may be in it or not: then nothing is known.
                guard try build.contents(of: modules).contains(contents) else { return }
                try contents.write(to: build.stamp(of: module), options: .atomic)
            }
        }
    }

    private func hasStamp(_ module: SharedModule) -> Bool {
        FileManager.default.fileExists(atPath: stamp(of: module).path)
    }

    private func compile(_ module: SharedModule) throws {
        let objects = folder.appendingPathComponent(module.name)
        try? FileManager.default.removeItem(at: objects)
        for folder in [objects, modules] {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
        }
        var sources = module.sources(in: workbook).map { workbook.url($0).path }
        if let documents = module.documents {
            let resources = objects.appendingPathComponent("PackageResources.swift")
            try EmbeddedDocuments(in: workbook.url(documents)).source.write(to: resources)
            sources.append(resources.path)
        }
        let moduleFile = modules.appendingPathComponent("\(module.name).swiftmodule")
        let compilation = Compiler.Module(
            name: module.name, sources: sources, imports: [modules],
            moduleFile: module.isImported ? moduleFile : nil, jobs: mostAtOnce)
        do {
            _ = try CompilerCall(
                arguments: compiler.arguments(for: compilation, moduleCache: moduleCache),
                compiler: compiler, folder: objects, workbook: workbook
            ).run()
        } catch let unexplained as CompilerCall.Unexplained
            where Self.isForeign(unexplained.output)
        {
            // The next attempt finds an empty folder.
            try? FileManager.default.removeItem(at: folder)
            throw unexplained
        }
    }

    /// Whether the compiler failed as its cache holds what another one has made.
    private static func isForeign(_ output: String) -> Bool {
        ["module cache path", "precompiled file", "PCH was"].contains(where: output.contains)
    }
}

extension ChildProcess.Result {
    /// All that a program printed.
    package var output: String { standardOutput + "\n" + standardError }
}
