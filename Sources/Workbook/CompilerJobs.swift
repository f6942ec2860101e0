import Foundation

/// The jobs that build the checks of one exercise again: what the compiler's driver would run for the
/// commands that the package manager wrote down at the last build.
///
/// They put their files into a folder of their own, and the program where the package manager puts
/// it.
struct CompilerJobs {
    /// The driver.
    let compiler: String
    /// What is linked and is the same for all answers.
    let sharedObjects: [String]
    /// What all commands of the build read, with a slash at the end of a folder.
    let inputs: Set<String>

    private let environment: [String: String]
    private let module: String
    private let folder: URL
    private let answer: [String]
    private let checks: [String]
    private let link: [String]
    private let sandboxOptions: [String]

    /// - Parameters:
    ///   - number: The exercise.
    ///   - buildFolder: The folder of the ordinary build.
    ///   - folder: Where the jobs put their files.
    ///   - environment: What the driver sees of an environment.
    ///   - answerFile: The answer, where it is not the one of the ordinary build.
    ///   - executable: The program, where it is not to replace the one of the ordinary build.
    /// - Throws: An error where the commands are others than expected.
    init(
        _ number: String, buildFolder: URL, folder: URL, environment: [String: String],
        answerFile: URL? = nil, executable: URL? = nil
    ) throws {
        let commands = try BuildCommands(buildFolder: buildFolder)
        inputs = try commands.inputs()
        self.folder = folder
        self.environment = environment
        // One sandbox cannot be made in another, and an answer of somebody else is in one. On a Mac
        // the compiler makes one for each macro that is a program of its own.
        sandboxOptions = answerFile == nil ? [] : ["-disable-sandbox"]
        module = "Exercise\(number)"
        answer = try commands.arguments(module, "module").map { argument in
            argument.hasSuffix("/Exercise\(number).build/sources")
                ? answerFile?.path ?? argument : argument
        }
        checks = try commands.arguments("\(module)Tests", "module")
        var link = try commands.arguments("checks", "exe")
        guard let compiler = answer.first,
            let index = link.firstIndex(where: { $0.hasSuffix("/Objects.LinkFileList") })
        else { throw BuildCommands.Unknown() }
        let list = try BuildCommands.paths(inFileOf: link.remove(at: index))
        if let executable {
            guard let output = link.firstIndex(of: "-o"), output + 1 < link.count else {
                throw BuildCommands.Unknown()
            }
            link[output + 1] = executable.path
        }
        self.compiler = compiler
        self.link = link
        // Without the debugger's copies of the modules.
        let objects = list.filter { !$0.hasSuffix(".swiftmodule.o") }
        let own = ["/\(module).build/", "/\(module)Tests.build/"]
        sharedObjects = objects.filter { object in !own.contains { object.contains($0) } }
    }

    var moduleFile: URL { folder.appendingPathComponent("\(module).swiftmodule") }
    var checksObject: URL { folder.appendingPathComponent("\(module)Tests.o") }
    private var answerObject: URL { folder.appendingPathComponent("\(module).o") }

    /// A script each: compiles the answer, compiles the checks, links the program.
    func scripts() throws -> (answer: String, checks: String, link: String) {
        #if canImport(Darwin)
            let linker: [String] = []
        #else
            let linker = ["-use-ld=lld"]
        #endif
        // The linker's own file of options is put where the first object is, so that is an own one.
        let objects = [answerObject.path, checksObject.path] + sharedObjects
        return (
            // One job for both files, so that the answer is read and checked once.
            try script(
                compiling: answer,
                with: [
                    "-whole-module-optimization", "-no-emit-module-separately-wmo", "-emit-module",
                    "-emit-module-path", moduleFile.path, "-o", answerObject.path,
                ]),
            try script(
                compiling: checks, with: ["-I", folder.path, "-o", checksObject.path]),
            try (jobs(of: link + linker + objects) + signing()).joined(separator: "\n")
        )
    }

    /// What comes after the linker. The one of a Mac signs a program so that no other program may look
    /// into it, not even the runtime's own that tells the line of a crash. The package manager signs
    /// once more for that reason. Where it cannot be done, only that line is lost.
    private func signing() -> [String] {
        #if canImport(Darwin)
            guard let output = link.firstIndex(of: "-o"), output + 1 < link.count else { return [] }
            let rights = folder.appendingPathComponent("rights.plist").path
            return [
                """
                printf %s '<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>\
                <key>com.apple.security.get-task-allow</key><true/></dict></plist>' >\(Self.quoted(rights))
                /usr/bin/codesign --force --sign - --entitlements \(Self.quoted(rights)) \
                \(Self.quoted(link[output + 1])) 2>/dev/null || :
                """
            ]
        #else
            return []
        #endif
    }

    #if canImport(Darwin)
        /// A text as a shell takes it for one word.
        private static func quoted(_ text: String) -> String {
            "'\(text.replacing("'", with: #"'\''"#))'"
        }
    #endif

    private func script(compiling command: [String], with options: [String]) throws -> String {
        let unwanted: Set = [
            "-incremental", "-enable-batch-mode", "-parseable-output", "-emit-dependencies",
            "-serialize-diagnostics", "-emit-objc-header", "-emit-module",
        ]
        let unwantedPairs: Set = [
            "-output-file-map", "-emit-module-path", "-emit-objc-header-path",
        ]
        let rest = BuildCommands.arguments(
            command.dropFirst(), without: unwanted, pairs: unwantedPairs)
        let arguments = Array(command.prefix(1)) + options + sandboxOptions + rest
        // What is no frontend job packs the module for the debugger.
        let jobs = try jobs(of: arguments).filter { $0.contains(" -frontend ") }
        guard jobs.count == 1 else { throw BuildCommands.Unknown() }
        return jobs[0]
    }

    /// Asks the driver for its jobs, which it prints in the form of a shell.
    private func jobs(of command: [String]) throws -> [String] {
        let result = try ChildProcess(
            executable: compiler, arguments: ["-driver-print-jobs"] + command.dropFirst(),
            environment: environment, folder: folder
        ).run()
        guard result.ending == .exited(0) else { throw BuildCommands.Unknown() }
        return result.standardOutput.split(separator: "\n").map(String.init)
    }
}
