import Foundation

/// Builds the checks of one exercise with an answer, by the compiler alone:
///
/// - The answer is compiled to an object file and a module file.
/// - The checks are compiled where no answer before had the same module file. An object file is a function
///   of its source, the modules that it imports, the options and the compiler.
/// - The program is linked.
struct AnswerBuild {
    let shared: SharedBuild
    let answer: Answer
    /// Where it is built.
    let own: JudgingFolder
    /// What the compiler may not do, where the answer is a stranger's.
    let confinement: Confinement?

    private var number: String { answer.number }
    private var workbook: WorkbookFolder { shared.workbook }

    /// - Returns: What the compiler said about the answer.
    /// - Throws: ``BuildFailure``, ``CompilerCall/Unexplained``.
    func build() throws -> [Diagnostic] {
        let diagnostics = try compile(
            Compiler.Module(
                name: "Exercise\(number)", sources: [own.answerFile.path],
                imports: [shared.modules], moduleFile: own.moduleFile(number),
                object: own.answerObject(number), hasLines: true))
        try buildChecks()
        try link()
        return diagnostics
    }

    private func compile(_ module: Compiler.Module) throws -> [Diagnostic] {
        try call(shared.compiler.arguments(for: module, moduleCache: shared.moduleCache))
    }

    private func call(_ arguments: [String]) throws -> [Diagnostic] {
        var call = CompilerCall(
            arguments: arguments, compiler: shared.compiler, folder: own.objects,
            workbook: workbook)
        call.confinement = confinement
        call.readable = [
            workbook.url(SharedBuild.path), workbook.url("Tests/ExerciseTests"),
            own.answerFile.deletingLastPathComponent(),
        ]
        // What is said of the copy is said of the answer's own file.
        return try call.run { [own, answer, workbook] output in
            output.replacing(own.answerFile.path, with: workbook.url(answer.path).path)
        }
    }

    private func link() throws {
        let objects =
            [own.answerObject(number), own.checksObject(number)]
            + shared.objects(of: SharedModule.ofChecks)
        _ = try call(shared.compiler.arguments(forProgram: own.executable, of: objects))
        #if canImport(Darwin)
            try letOthersLookInto(own.executable)
        #endif
    }

    #if canImport(Darwin)
        /// Signs the program anew. A Mac's linker signs it so that no other program may look into it, not
        /// even the runtime's own that tells the line of a crash. Where it cannot be done, only that line
        /// is lost.
        private func letOthersLookInto(_ program: URL) throws {
            let rights = own.objects.appendingPathComponent("rights.plist")
            try PropertyListSerialization.data(
                fromPropertyList: ["com.apple.security.get-task-allow": true], format: .xml,
                options: 0
            ).write(to: rights)
            _ = try? ChildProcess(
                executable: "/usr/bin/codesign",
                arguments: [
                    "--force", "--sign", "-", "--entitlements", rights.path, program.path,
                ],
                environment: ChildProcess.environment(adding: [:]), folder: own.objects
            ).run()
        }
    #endif

    // MARK: - The checks

    /// Whether the checks of this exercise, as they are, have been compiled with an answer of our own
    /// since what all answers share was built.
    static func hasCompiledChecks(_ number: String, in shared: SharedBuild) -> Bool {
        let folder = "\(SharedBuild.path)/variants/\(number)"
        let checks = shared.workbook.text(shared.workbook.checksPath(number))
        return shared.workbook.names(in: folder).contains {
            shared.workbook.text("\(folder)/\($0)/source") == checks
        }
    }

    /// How many variants of the checks are kept, one for each module file of an answer.
    private static let mostVariants = 8

    private func compileChecks() throws {
        _ = try compile(
            Compiler.Module(
                name: "Exercise\(number)Tests",
                sources: [workbook.url(workbook.checksPath(number)).path],
                imports: [shared.modules, own.objects], object: own.checksObject(number)))
    }

    private func buildChecks() throws {
        // What a stranger's answer has made goes to nobody else.
        guard confinement == nil else { return try compileChecks() }
        let source = try Data(contentsOf: workbook.url(workbook.checksPath(number)))
        let module = try Data(contentsOf: own.moduleFile(number))
        let files = FileManager.default
        let folder = shared.checks(number)
        let variants =
            (try? files.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: [.contentModificationDateKey])) ?? []
        var usable: [URL] = []
        for variant in variants {
            let contents = { (name: String) in
                try? Data(contentsOf: variant.appendingPathComponent(name))
            }
            guard contents("source") == source else {
                // The checks have changed since.
                try? files.removeItem(at: variant)
                continue
            }
            usable.append(variant)
            if contents("module") == module, let object = contents("object") {
                try object.write(to: own.checksObject(number))
                try? files.setAttributes([.modificationDate: Date()], ofItemAtPath: variant.path)
                return
            }
        }
        // Those that were of use last are likely to be of use again.
        usable.sort { lastUse(of: $0) > lastUse(of: $1) }
        if let last = usable.first {
            // Where the compiler finds what it would write, it spares itself the last third of its work.
            try? files.copyItem(
                at: last.appendingPathComponent("object"), to: own.checksObject(number))
        }
        try compileChecks()
        // Whole or not at all: another judge may look at the same time.
        let new = own.objects.appendingPathComponent("variant")
        try files.createDirectory(at: new, withIntermediateDirectories: true)
        try module.write(to: new.appendingPathComponent("module"))
        try source.write(to: new.appendingPathComponent("source"))
        try files.copyItem(
            at: own.checksObject(number), to: new.appendingPathComponent("object"))
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        for unused in usable.dropFirst(Self.mostVariants - 1) { try? files.removeItem(at: unused) }
        try? files.moveItem(
            at: new, to: folder.appendingPathComponent("\(Date().timeIntervalSince1970)"))
    }

    private func lastUse(of variant: URL) -> Date {
        let values = try? variant.resourceValues(forKeys: [.contentModificationDateKey])
        return values?.contentModificationDate ?? .distantPast
    }
}
