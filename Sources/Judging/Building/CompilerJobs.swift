import Foundation

/// The commands that build the checks of one exercise with an answer: what the compiler's driver would
/// run for the commands that the package manager wrote down, as scripts for a shell.
///
/// They hold the paths of one ``JudgingFolder``, and are translated for others.
package struct CompilerJobs: Codable, Sendable {
    /// Compiles the answer to an object file and a module file.
    let answer: String
    /// Compiles the checks.
    let checks: String
    /// Links the program.
    let link: String
    /// The name of the folder whose paths they hold.
    private let folder: String

    /// The commands of an exercise. The driver is asked once for each build that they belong to.
    ///
    /// - Parameter own: Where the commands put their files. The answer's file is there.
    /// - Throws: ``BuildCommands/Unknown`` where the commands are others than expected.
    static func of(
        _ number: String, in build: SharedBuild, for own: JudgingFolder
    ) throws -> CompilerJobs {
        // They also hold the name of the folder that the answer comes from, in the shell's quotes where
        // it needs some.
        let parent = own.answerFile.deletingLastPathComponent().lastPathComponent
        let file = build.folder.appendingPathComponent("commands/\(number) of \(parent).json")
        if let data = try? Data(contentsOf: file),
            let known = try? JSONDecoder().decode(CompilerJobs.self, from: data)
        {
            return known.translated(to: own.name)
        }
        let jobs = try CompilerJobs(number, build, own)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try JSONEncoder().encode(jobs).write(to: file, options: .atomic)
        return jobs
    }

    private func translated(to other: String) -> CompilerJobs {
        let own = { (script: String) in
            script.replacing(
                "/\(JudgingFolder.parent)/\(folder)/", with: "/\(JudgingFolder.parent)/\(other)/")
        }
        return CompilerJobs(
            answer: own(answer), checks: own(checks), link: own(link), folder: other)
    }

    private init(answer: String, checks: String, link: String, folder: String) {
        (self.answer, self.checks, self.link, self.folder) = (answer, checks, link, folder)
    }

    private init(_ number: String, _ build: SharedBuild, _ own: JudgingFolder) throws {
        let commands = try BuildCommands(buildFolder: build.folder)
        let module = "Exercise\(number)"
        let command = { (name: String, source: URL) in
            try commands.arguments(name, "module").map { argument in
                argument.hasSuffix("/\(name).build/sources") ? source.path : argument
            }
        }
        let driver = Driver(folder: own.objects, temporary: own.temporary)
        // One job for both files, so that the answer is read and checked once.
        answer = try driver.frontendJob(
            of: try command(module, own.answerFile),
            with: [
                "-whole-module-optimization", "-no-emit-module-separately-wmo", "-emit-module",
                "-emit-module-path", own.moduleFile(number).path,
                "-o", own.answerObject(number).path,
            ])
        checks = try driver.frontendJob(
            of: try command(
                "\(module)Tests", build.workbook.url(build.workbook.checksPath(number))),
            // A line that a debugger could show is wanted of the answer, and of nothing else.
            with: ["-gnone", "-I", own.objects.path, "-o", own.checksObject(number).path])
        var linking = try commands.arguments("checks", "exe")
        guard let index = linking.firstIndex(where: { $0.hasSuffix("/Objects.LinkFileList") }),
            let output = linking.firstIndex(of: "-o"), output + 1 < linking.count
        else { throw BuildCommands.Unknown() }
        linking[output + 1] = own.executable.path
        let list = try BuildCommands.paths(inFileOf: linking.remove(at: index))
        #if canImport(Darwin)
            let linker: [String] = []
        #else
            let linker = ["-use-ld=lld"]
        #endif
        // The linker's own file of options is put where the first object is, so that is an own one. The
        // debugger's copies of the modules are left out.
        let objects =
            [own.answerObject(number).path, own.checksObject(number).path]
            + list.filter { !$0.hasSuffix(".swiftmodule.o") }
        let jobs = try driver.jobs(of: linking + linker + objects)
        link = (jobs + Self.signing(of: own.executable, in: own.objects)).joined(separator: "\n")
        folder = own.name
    }

    /// What comes after the linker. The one of a Mac signs a program so that no other program may look
    /// into it, not even the runtime's own that tells the line of a crash. The package manager signs
    /// once more for that reason. Where it cannot be done, only that line is lost.
    private static func signing(of program: URL, in folder: URL) -> [String] {
        #if canImport(Darwin)
            let quoted = { (url: URL) in "'\(url.path.replacing("'", with: #"'\''"#))'" }
            let rights = folder.appendingPathComponent("rights.plist")
            return [
                """
                printf %s '<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>\
                <key>com.apple.security.get-task-allow</key><true/></dict></plist>' >\(quoted(rights))
                /usr/bin/codesign --force --sign - --entitlements \(quoted(rights)) \
                \(quoted(program)) 2>/dev/null || :
                """
            ]
        #else
            return []
        #endif
    }

    /// The compiler's driver, which is asked for its jobs and does none.
    private struct Driver {
        let folder: URL
        let temporary: URL

        /// The one job of the frontend that compiles a module.
        func frontendJob(of command: [String], with options: [String]) throws -> String {
            let unwanted: Set = [
                "-incremental", "-enable-batch-mode", "-parseable-output", "-emit-dependencies",
                "-serialize-diagnostics", "-emit-objc-header", "-emit-module",
            ]
            let unwantedPairs: Set = [
                "-output-file-map", "-emit-module-path", "-emit-objc-header-path",
            ]
            let rest = BuildCommands.arguments(
                command.dropFirst(), without: unwanted, pairs: unwantedPairs)
            // One sandbox cannot be made in another, and a stranger's answer is in one. On a Mac the
            // compiler makes one for each macro that is a program of its own.
            let sandboxOptions = ["-disable-sandbox"]
            // What is no frontend job packs the module for the debugger.
            let jobs = try jobs(of: Array(command.prefix(1)) + rest + options + sandboxOptions)
                .filter { $0.contains(" -frontend ") }
            guard jobs.count == 1 else { throw BuildCommands.Unknown() }
            return jobs[0]
        }

        /// The jobs, which the driver prints in the form of a shell.
        func jobs(of command: [String]) throws -> [String] {
            guard let compiler = command.first else { throw BuildCommands.Unknown() }
            let result = try ChildProcess(
                executable: compiler, arguments: ["-driver-print-jobs"] + command.dropFirst(),
                environment: ChildProcess.environment(adding: ["TMPDIR": temporary.path]),
                folder: folder
            ).run()
            guard result.ending == .exited(0) else { throw BuildCommands.Unknown() }
            return result.standardOutput.split(separator: "\n").map(String.init)
        }
    }
}
