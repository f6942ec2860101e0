import Foundation

/// Builds the checks of one exercise again after a change of the answer, without the package manager
/// and without the compiler's driver, which take most of the time of such a build.
///
/// The first build is an ordinary one. As long as nothing but the answer's file has changed since
/// (sources, manifest, flags, environment, compiler: contents decide, never a time stamp), the jobs
/// are run that the driver would run:
///
/// - The answer is compiled to an object file and a module file.
/// - The checks are compiled where the module file is another than before. An object file is a function
///   of its source, the modules that it imports, the flags and the compiler.
/// - The program is linked, to where the ordinary build puts it.
///
/// In every doubt it builds the ordinary way.
struct FrontendBuild {
    let program: ChecksProgram
    private let number: String
    private let workbook: WorkbookFolder

    /// - Parameter program: What to build. It gains something where it has one exercise only.
    init(of program: ChecksProgram) {
        self.program = program
        number = program.numbers.joined(separator: "-")
        workbook = program.workbook
    }

    /// Builds the program, the ordinary way or the short one.
    ///
    /// - Returns: What the compiler said, and where the program is.
    /// - Throws: ``ChecksProgram/BuildFailure``.
    func build() throws -> (diagnostics: [Diagnostic], executable: URL) {
        let executable = built("debug/checks")
        if isOnlyTheAnswerNew(), let diagnostics = try buildWithTheFrontend() {
            return (diagnostics, executable)
        }
        try? FileManager.default.removeItem(at: url(""))
        let before = sources()
        let diagnostics = try program.build()
        // A file that was saved during the build may be in it or not: then nothing is known.
        if let before, let after = sources(), before == after, let products = products() {
            try FileManager.default.createDirectory(
                at: url("modules"), withIntermediateDirectories: true)
            try (after + products).write(to: url("seen"))
        }
        return (diagnostics, executable)
    }

    /// A file of this build's own folder.
    private func url(_ name: String) -> URL {
        built("frontend-\(number)/\(name)")
    }

    /// A file of the ordinary build.
    private func built(_ name: String) -> URL {
        workbook.url("\(program.buildFolder)/\(name)")
    }

    // MARK: - What the last ordinary build saw

    private func isOnlyTheAnswerNew() -> Bool {
        guard program.numbers.count == 1, let seen = try? Data(contentsOf: url("seen")),
            let sources = sources(), let products = products()
        else { return false }
        return seen == sources + products
    }

    /// What a build depends on, apart from the answer; nil where a file cannot be read.
    private func sources() -> Data? {
        let checks = "Tests/ExerciseTests"
        let shared = workbook.names(in: checks).filter { name in
            !name.hasPrefix("Exercise") || !name.hasSuffix("Tests.swift")
                || name == "Exercise\(number)Tests.swift"
        }
        let support = "Sources/ExerciseSupport"
        let paths =
            ["Package.swift"] + shared.map { "\(checks)/\($0)" }
            + workbook.names(in: support).map { "\(support)/\($0)" }
        return contents(of: paths.map(workbook.url)).map { environment + $0 }
    }

    /// The variables that the compiler, the linker and the package manager read.
    private var environment: Data {
        let variables = ProcessInfo.processInfo.environment.filter { name, _ in
            name.hasPrefix("SWIFT") || name.hasPrefix("LD_") || name.hasSuffix("PATH")
                || ["DEVELOPER_DIR", "SDKROOT", "TOOLCHAINS"].contains(name)
        }
        let own = ["ANSWERS=\(program.answers ?? "")", "EXERCISE=\(number)"]
        let lines = own + variables.map { "\($0)=\($1)" }.sorted()
        return Data(lines.joined(separator: "\n").utf8)
    }

    /// What an ordinary build left: its commands, its compiler, and what all answers share.
    private func products() -> Data? {
        guard let commands = try? commands(), let compiler = commands.answer.first else {
            return nil
        }
        let tool = URL(fileURLWithPath: compiler).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: tool)
        guard let size = attributes?[.size], let date = attributes?[.modificationDate] else {
            return nil
        }
        let own = ["Exercise\(number).build", "Exercise\(number)Tests.build"]
        let shared = commands.objects.filter { object in
            !own.contains { object.contains("/\($0)/") }
        }
        let modules = workbook.names(in: "\(program.buildFolder)/debug/Modules")
            .filter { $0.hasSuffix(".swiftmodule") && !$0.hasPrefix("Exercise\(number)") }
        let files =
            [built("debug.yaml")] + modules.map { built("debug/Modules/\($0)") }
            + shared.map { URL(fileURLWithPath: $0) }
        return contents(of: files).map { Data("\(tool) \(size) \(date)".utf8) + $0 }
    }

    private func contents(of files: [URL]) -> Data? {
        try? files.reduce(into: Data()) { all, file in
            let data = try Data(contentsOf: file)
            all += Data("\n\(file.path) \(data.count)\n".utf8) + data
        }
    }

    // MARK: - The short way

    /// - Returns: What the compiler said, or nil where the ordinary build has to say it.
    private func buildWithTheFrontend() throws -> [Diagnostic]? {
        guard (try? prepareJobs()) != nil, let diagnostics = try run("answer") else { return nil }
        let module = "Exercise\(number).swiftmodule"
        let checks = "Exercise\(number)Tests.o"
        guard let bytes = try? Data(contentsOf: url(module)) else { return nil }
        let known = workbook.names(in: "\(program.buildFolder)/frontend-\(number)/modules")
        if let folder = known.first(where: { name in
            (try? Data(contentsOf: url("modules/\(name)/\(module)"))) == bytes
        }) {
            try copy("modules/\(folder)/\(checks)", to: checks)
        } else {
            guard try run("checks") != nil else { return nil }
            // The first one is that of the stub or of the solution, which others are likely to have.
            let folder = "modules/\(known.count < 8 ? known.count : 7)"
            try? FileManager.default.removeItem(at: url(folder))
            try FileManager.default.createDirectory(
                at: url(folder), withIntermediateDirectories: true)
            try copy(checks, to: "\(folder)/\(checks)")
            try copy(module, to: "\(folder)/\(module)")
        }
        return try run("link") == nil ? nil : diagnostics
    }

    private func copy(_ name: String, to other: String) throws {
        try Data(contentsOf: url(name)).write(to: url(other))
    }

    /// Runs some of the driver's jobs.
    ///
    /// - Returns: What they said, or nil where one failed without a word about a line.
    private func run(_ script: String) throws -> [Diagnostic]? {
        let result = try ChildProcess(
            executable: "/bin/sh", arguments: ["-e", url(script).path], folder: workbook.root
        ).run()
        let output = result.standardOutput + "\n" + result.standardError
        let diagnostics = Diagnostic.all(in: output, workbook)
        if result.ending == .exited(0) { return diagnostics }
        let errors = diagnostics.filter { $0.severity == .error }
        guard result.ending == .exited(1), !errors.isEmpty else { return nil }
        throw ChecksProgram.BuildFailure(diagnostics: errors, output: output)
    }

    // MARK: - The driver's jobs

    private struct Commands {
        var answer: [String]
        var checks: [String]
        var link: [String]
        /// The object files that are linked.
        var objects: [String]
    }

    /// The driver's commands, as the package manager wrote them down for its build system.
    private func commands() throws -> Commands {
        let manifest = try String(contentsOf: built("debug.yaml"), encoding: .utf8)
        func arguments(_ name: String, _ kind: String) throws -> [String] {
            guard
                let command = manifest.ranges(of: "\n  \"C.\(name)-").first(where: {
                    manifest[$0.upperBound...].prefix { $0 != "\n" }.hasSuffix(".\(kind)\":")
                }),
                let start = manifest[command.upperBound...].firstRange(of: "\n    args: ")
            else { throw CocoaError(.fileReadCorruptFile) }
            let line = manifest[start.upperBound...].prefix { $0 != "\n" }
            return try JSONDecoder().decode([String].self, from: Data(line.utf8))
        }
        var link = try arguments("checks", "exe")
        guard let index = link.firstIndex(where: { $0.hasSuffix("/Objects.LinkFileList") }) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        let list = try String(contentsOfFile: String(link[index].dropFirst()), encoding: .utf8)
        link.remove(at: index)
        return Commands(
            answer: try arguments("Exercise\(number)", "module"),
            checks: try arguments("Exercise\(number)Tests", "module"), link: link,
            objects: list.split(separator: "\n").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: "'"))
            })
    }

    /// Asks the driver once for its jobs, and keeps them beside what the ordinary build saw.
    private func prepareJobs() throws {
        guard !FileManager.default.fileExists(atPath: url("link").path) else { return }
        let commands = try commands()
        let module = "Exercise\(number)"
        try write(
            "answer", compiling: commands.answer,
            with: [
                // One job for both files: it reads and checks the answer once.
                "-whole-module-optimization", "-no-emit-module-separately-wmo", "-emit-module",
                "-emit-module-path",
                url("\(module).swiftmodule").path, "-o", url("\(module).o").path,
            ])
        try write(
            "checks", compiling: commands.checks,
            with: ["-I", url("").path, "-o", url("\(module)Tests.o").path])
        // The debugger's copies of the modules are left out.
        let objects = commands.objects.filter { !$0.hasSuffix(".swiftmodule.o") }.map { object in
            let own = [module, "\(module)Tests"].first { object.contains("/\($0).build/") }
            return own.map { url("\($0).o").path } ?? object
        }
        #if os(Linux)
            let linker = ["-use-ld=lld"]
        #else
            let linker: [String] = []
        #endif
        try write("link", jobs(of: commands.link + linker + objects))
    }

    private func write(
        _ name: String, compiling command: [String], with options: [String]
    ) throws {
        let unwanted: Set = [
            "-incremental", "-enable-batch-mode", "-parseable-output", "-emit-dependencies",
            "-serialize-diagnostics", "-emit-objc-header", "-emit-module",
        ]
        let unwantedPairs: Set = [
            "-output-file-map", "-emit-module-path", "-emit-objc-header-path",
        ]
        var rest = command.dropFirst()[...]
        var arguments: [String] = Array(command.prefix(1)) + options
        while let argument = rest.popFirst() {
            if unwantedPairs.contains(argument) {
                _ = rest.popFirst()
            } else if !unwanted.contains(argument) {
                arguments.append(argument)
            }
        }
        try write(name, jobs(of: arguments).filter { $0.contains(" -frontend ") })
    }

    private func write(_ name: String, _ jobs: [String]) throws {
        guard !jobs.isEmpty else { throw CocoaError(.featureUnsupported) }
        try Data(jobs.joined(separator: "\n").utf8).write(to: url(name), options: .atomic)
    }

    /// The driver prints its jobs in the shell's form.
    private func jobs(of command: [String]) throws -> [String] {
        let result = try ChildProcess(
            executable: command[0], arguments: ["-driver-print-jobs"] + command.dropFirst(),
            folder: workbook.root
        ).run()
        guard result.ending == .exited(0) else { throw CocoaError(.featureUnsupported) }
        return result.standardOutput.split(separator: "\n").map(String.init)
    }
}
