import Foundation

/// A build of one exercise's checks with an answer, made by the compiler alone:
///
/// - The answer is compiled to an object file and a module file.
/// - The checks are compiled, unless an earlier answer had the same module file. Then the object
///   file of that time is used again, because an object file depends only on its source, the
///   modules that it imports, the options and the compiler.
/// - The program is linked.
struct AnswerBuild {
    let shared: SharedBuild
    let answer: Answer
    /// The folder in which the program is built.
    let folder: JudgingFolder
    /// The limits for the compiler, if the answer is a stranger's.
    let confinement: Confinement?

    private var number: String { answer.number }
    private var workbook: WorkbookFolder { shared.workbook }

    /// Builds the program.
    ///
    /// - Returns: The compiler's messages about the answer.
    /// - Throws: ``BuildFailure``.
    func build() async throws -> [Diagnostic] {
        try await Progress.during("Building exercise \(number)") {
            let diagnostics = try await compile(
                Compiler.Module(
                    name: "Exercise\(number)", sources: [folder.answerFile.path],
                    imports: [shared.modules], moduleFile: folder.moduleFile,
                    object: folder.answerObject, hasLines: true))
            try await buildChecks()
            try await link()
            return diagnostics
        }
    }

    private func compile(_ module: Compiler.Module) async throws -> [Diagnostic] {
        try await call(shared.compiler.arguments(for: module, moduleCache: shared.moduleCache))
    }

    private func call(_ arguments: [String]) async throws -> [Diagnostic] {
        try await shared.call(
            arguments, in: folder.objects, for: (answer.path, folder.answerFile),
            confinement: confinement)
    }

    private func link() async throws {
        let objects =
            [folder.answerObject, folder.checksObject]
            + shared.objects(of: SharedModule.ofChecks)
        _ = try await call(shared.compiler.arguments(forProgram: folder.executable, of: objects))
        #if canImport(Darwin)
            try await allowInspection(of: folder.executable)
        #endif
    }

    #if canImport(Darwin)
        /// Signs the program again, so that the runtime can read its memory and tell the line of a
        /// crash. The signature of a Mac's linker does not allow that to any other program. If
        /// signing fails, only that line is lost.
        private func allowInspection(of program: URL) async throws {
            let rights = folder.objects.appendingPathComponent("rights.plist")
            try PropertyListSerialization.data(
                fromPropertyList: ["com.apple.security.get-task-allow": true], format: .xml,
                options: 0
            ).write(to: rights)
            _ = try? await ChildProcess(
                executable: "/usr/bin/codesign",
                arguments: [
                    "--force", "--sign", "-", "--entitlements", rights.path, program.path,
                ],
                environment: ChildProcess.environment(adding: [:]), folder: folder.objects
            ).run()
        }
    #endif

    // MARK: - The checks

    /// Returns a Boolean value that indicates whether the current checks of an exercise have
    /// already been compiled with an answer that is not a stranger's. The compiled checks are
    /// deleted when a shared module changes.
    static func hasCompiledChecks(_ number: String, in shared: SharedBuild) -> Bool {
        let folder = SharedBuild.checks(number)
        let checks = shared.workbook.text(shared.workbook.checksPath(number))
        return shared.workbook.names(in: folder).contains {
            shared.workbook.text("\(folder)/\($0)/source") == checks
        }
    }

    /// The largest number of compiled checks that are kept for an exercise, one for each module
    /// file of an answer.
    private static let mostVariants = 8

    private func compileChecks() async throws {
        _ = try await compile(
            Compiler.Module(
                name: "Exercise\(number)Tests",
                sources: [workbook.url(workbook.checksPath(number)).path],
                imports: [shared.modules, folder.objects],
                object: folder.checksObject))
    }

    private func buildChecks() async throws {
        // An object that depends on a stranger's answer must not be used for other people.
        guard confinement == nil else { return try await compileChecks() }
        let source = try Data(contentsOf: workbook.url(workbook.checksPath(number)))
        let module = try Data(contentsOf: folder.moduleFile)
        let files = FileManager.default
        let variantsFolder = workbook.url(SharedBuild.checks(number))
        // Their names are the times at which they were made.
        let variants = workbook.names(in: SharedBuild.checks(number))
            .map(variantsFolder.appendingPathComponent)
        for variant in variants {
            let contents = { (name: String) in
                try? Data(contentsOf: variant.appendingPathComponent(name))
            }
            if contents("source") == source, contents("module") == module,
                let object = contents("object")
            {
                return try object.write(to: folder.checksObject)
            }
        }
        if let last = variants.last {
            // If the compiler finds an object equal to the one that it would write, it skips the
            // last third of its work.
            try? files.copyItem(
                at: last.appendingPathComponent("object"), to: folder.checksObject)
        }
        try await compileChecks()
        // Another judge may read the folder at the same time, so the variant is completed elsewhere
        // and then moved.
        let new = folder.objects.appendingPathComponent("variant")
        try files.createDirectory(at: new, withIntermediateDirectories: true)
        try module.write(to: new.appendingPathComponent("module"))
        try source.write(to: new.appendingPathComponent("source"))
        try files.copyItem(
            at: folder.checksObject, to: new.appendingPathComponent("object"))
        try files.createDirectory(at: variantsFolder, withIntermediateDirectories: true)
        for old in variants.dropLast(Self.mostVariants - 1) { try? files.removeItem(at: old) }
        try? files.moveItem(
            at: new, to: variantsFolder.appendingPathComponent("\(Date().timeIntervalSince1970)"))
    }
}
