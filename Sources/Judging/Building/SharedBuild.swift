import Foundation
import Synchronization

/// What the checks of all answers share: modules and objects that the package manager builds once, and
/// the commands for the rest, which it writes down. It never sees an answer.
///
/// Whether a build is up to date is decided by contents (sources, manifest, environment, compiler), never
/// by a time stamp.
package struct SharedBuild: Sendable {
    let workbook: WorkbookFolder

    /// The folder of the build, from the package's folder. It is not the one of `swift test`: the two
    /// build different things and would undo each other's work.
    static let path = ".build/judge"

    var folder: URL { workbook.url(Self.path) }

    /// Does some work while the build is there and up to date, and stays so. Builds it before, where it
    /// has to.
    ///
    /// - Parameters:
    ///   - activity: What another tool that waits says about this one: `check 09`.
    ///   - work: What needs the build. Others may do such work at the same time.
    /// - Throws: ``BuildFailure``, what the work throws, and an error with a description where there is
    ///   no toolchain.
    package static func use<Value>(
        in workbook: WorkbookFolder, for activity: String, _ work: (SharedBuild) throws -> Value
    ) throws -> Value {
        let build = SharedBuild(workbook: workbook)
        let lock = FolderLock(file: workbook.url(path + ".lock"))
        for _ in 0..<5 {
            let done: Value? = try lock.hold(.shared, for: activity) {
                build.isUpToDate ? try work(build) : nil
            }
            if let done { return done }
            try lock.hold(.alone, for: activity) {
                if !build.isUpToDate { try build.build() }
            }
        }
        throw BuildFailure(
            diagnostics: [], output: "",
            ending: "The sources of the checks change again and again. Try again in a moment.")
    }

    private var isUpToDate: Bool {
        guard let seen = try? Data(contentsOf: seenFile), let compiler = Self.compiler(in: seen)
        else { return false }
        return seen == surroundings(compiler)
    }

    private var seenFile: URL { folder.appendingPathComponent("seen") }

    private func build() throws {
        let toolchain = try Toolchain.find()
        let compiler = try toolchain.compiler()
        let owner = BuildFolderOwner(root: workbook.root, compiler: compiler)
        try owner.clear(folder)
        for name in ["seen", "commands", "checks"] {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
        let before = sources()
        let isFirst = !FileManager.default.fileExists(
            atPath: folder.appendingPathComponent("debug").path)
        let runPaths = try compiler.runPaths()
        var result = try runPackageManager(toolchain, runPaths, isFirst: isFirst)
        if !result.isComplete, BuildFolderOwner.isForeign(result.output) {
            try FileManager.default.removeItem(at: folder)
            try owner.clear(folder)
            result = try runPackageManager(toolchain, runPaths, isFirst: true)
        }
        guard result.isComplete else {
            // No answer is in it, so nothing that it says is about one.
            throw BuildFailure(diagnostics: [], output: result.output)
        }
        // Where the commands are others than known, each answer is built the ordinary way.
        let commands = try? BuildCommands(buildFolder: folder).arguments("checks", "module")
        let program = commands?.first ?? toolchain.swift
        // A file that was saved during the build may be in it or not: then nothing is known.
        if before == sources() { try surroundings(program)?.write(to: seenFile, options: .atomic) }
    }

    private func runPackageManager(
        _ toolchain: Toolchain, _ runPaths: [String], isFirst: Bool
    ) throws -> OrdinaryBuild.Result {
        // The same folder each time: another name would make the manifest be read anew.
        let temporary = workbook.url(Self.path + ".tmp")
        let steps = Mutex("")
        // Short, so that the step stands beside it on a narrow terminal.
        let what = isFirst ? "First build of the checks" : "Building the checks again"
        let activity = { @Sendable in what + steps.withLock(\.self) }
        var build = OrdinaryBuild(
            workbook: workbook, number: nil, answers: "Solutions", folder: folder,
            temporary: temporary)
        build.onStep = { done, all in
            steps.withLock { $0 = ": step \(done) of \(all)" }
            Progress.listener?(activity())
        }
        return try Progress.during(saying: activity) {
            try Interruption.withFolder(temporary) { try build.run(with: toolchain, runPaths) }
        }
    }

    // MARK: - What the build depends on

    /// The compiler and what it sees of an environment, and all sources; nil where a file cannot be read.
    ///
    /// The compiler is the one that the commands name. Where another one has been chosen since, this one
    /// and what it built still belong together.
    ///
    /// - Parameter compiler: Its whole path.
    private func surroundings(_ compiler: String) -> Data? {
        let program = URL(fileURLWithPath: compiler).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: program)
        guard let size = attributes?[.size], let date = attributes?[.modificationDate],
            let sources = sources()
        else { return nil }
        let variables = ChildProcess.environment(adding: [:]).map { "\($0.key)=\($0.value)" }
        let notes = [compiler, "\(program) \(size) \(date)"] + variables.sorted()
        return Data(notes.joined(separator: "\n").utf8) + sources
    }

    private static func compiler(in seen: Data) -> String? {
        seen.firstIndex(of: UInt8(ascii: "\n")).flatMap {
            String(data: seen[..<$0], encoding: .utf8)
        }
    }

    /// What a program that the compiler built has to read: it has the libraries of the language. A link
    /// in `/usr/bin` may lead there.
    var toolchainFolders: [URL] {
        let compiler = (try? Data(contentsOf: seenFile)).flatMap(Self.compiler)
            .map { URL(fileURLWithPath: $0) }
        return Set([compiler, compiler?.resolvingSymlinksInPath()].compactMap(\.self)).map {
            $0.deletingLastPathComponent().deletingLastPathComponent()
        }
        .filter { $0.path != "/usr" && $0.path != "/" }
    }

    private func sources() -> Data? {
        let files = ["Sources", "Tests/ExerciseTests"].flatMap(swiftFiles)
        return try? (["Package.swift"] + files).reduce(into: Data()) { all, file in
            let data = try Data(contentsOf: workbook.url(file))
            all += Data("\n\(file) \(data.count)\n".utf8) + data
        }
    }

    /// The sources in a folder, apart from the checks of single exercises: of these, the package manager
    /// compiles nothing.
    private func swiftFiles(in folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: workbook.url(folder).path)
        return (names?.allObjects ?? []).compactMap { $0 as? String }
            .filter {
                $0.hasSuffix(".swift") && $0.wholeMatch(of: #/Exercise\d\dTests\.swift/#) == nil
            }
            .sorted().map { "\(folder)/\($0)" }
    }
}

extension ChildProcess.Result {
    /// All that a program printed.
    package var output: String { standardOutput + "\n" + standardError }
}
