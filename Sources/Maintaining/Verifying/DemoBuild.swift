import Foundation
import Judging

/// Builds a lesson from a copy of its file, and runs it. Modules and objects that the copy shares with
/// the lesson come from an ordinary build; the rest is one call of the compiler.
struct DemoBuild {
    /// A lesson that does not compile as it is, or whose build is not as this type knows it.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// What came of a copy.
    enum Outcome {
        /// The lines of the page, the empty ones left out.
        case page([String])
        /// The errors of the compiler, a line each.
        case doesNotCompile([String])
        case doesNotEnd
    }

    /// How long a step may run, in seconds.
    var timeLimit = 10

    private let number: String
    private let workbook: WorkbookFolder
    /// The path of the lesson's file, from the package's folder.
    private let file: String
    private let toolchain: Toolchain
    private let compiler: String
    private let sources: [String]
    private let options: [String]

    /// Builds the lesson the ordinary way.
    ///
    /// - Parameter temporary: A folder for what the build leaves behind.
    /// - Throws: ``Failure``.
    init(_ number: String, in workbook: WorkbookFolder, temporary: URL) throws {
        self.number = number
        self.workbook = workbook
        file = "\(workbook.lessonFolder(number) ?? "")/Lesson\(number).swift"
        toolchain = try Toolchain.find()
        let result = try ChildProcess(
            executable: toolchain.swift, arguments: ["build", "--product", "lesson-\(number)"],
            environment: ChildProcess.environment(adding: ["TMPDIR": temporary.path]),
            folder: workbook.root
        ).run()
        guard result.ending == .exited(0) else {
            let output = result.standardOutput + "\n" + result.standardError
            let errors = Diagnostic.all(in: output, workbook).filter { $0.severity == .error }
            let first = errors.first.map { "\($0.path):\($0.line): \($0.message)" }
            throw Failure(description: first ?? "swift build --product lesson-\(number) fails.")
        }
        do {
            let commands = try BuildCommands(buildFolder: workbook.url(".build"))
            let module = try commands.arguments("Lesson\(number)", "module")
            let product = try commands.arguments("lesson-\(number)", "exe")
            let ofSources = "/Lesson\(number).build/sources"
            guard let list = module.first(where: { $0.hasSuffix(ofSources) }),
                let objects = product.first(where: { $0.hasSuffix("/Objects.LinkFileList") })
            else { throw BuildCommands.Unknown() }
            compiler = module[0]
            sources = try BuildCommands.paths(inFileOf: list)
            let shared = try BuildCommands.paths(inFileOf: objects).filter {
                !$0.contains("/Lesson\(number).build/") && !$0.hasSuffix(".swiftmodule.o")
            }
            options =
                Self.options(ofModule: module.dropFirst().filter { $0 != list })
                + Self.options(ofProduct: product.dropFirst().filter { $0 != objects }) + shared
        } catch {
            throw Failure(
                description: "The commands of swift build are not known to this tool: \(error)")
        }
    }

    private static func options(ofModule command: [String]) -> [String] {
        BuildCommands.arguments(
            command,
            without: [
                "-c", "-incremental", "-enable-batch-mode", "-parseable-output",
                "-emit-dependencies", "-emit-module", "-emit-objc-header",
                "-serialize-diagnostics",
            ],
            pairs: [
                "-output-file-map", "-emit-module-path", "-emit-objc-header-path",
                "-index-store-path",
            ]) + ["-whole-module-optimization"]
    }

    private static func options(ofProduct command: [String]) -> [String] {
        #if canImport(Darwin)
            let linker: [String] = []
        #else
            let linker = ["-use-ld=lld"]
        #endif
        // What a debugger needs takes a third of the time.
        return BuildCommands.arguments(command, without: [], pairs: ["-o", "-module-name"])
            + linker + ["-gnone"]
    }

    /// The page of the lesson as it is.
    func page(ofStep step: Int, in folder: URL) throws -> Outcome {
        try run(workbook.url(".build/debug/lesson-\(number)"), step, in: folder)
    }

    /// The page of a step after a change.
    ///
    /// - Parameters:
    ///   - text: The lesson's file after the change.
    ///   - folder: An empty folder for the copy and what is made of it.
    func page(ofStep step: Int, _ text: String, in folder: URL) throws -> Outcome {
        // The page names the last three parts of the path.
        let copy = folder.appendingPathComponent(file)
        try FileManager.default.createDirectory(
            at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: copy)
        let program = folder.appendingPathComponent("lesson-\(number)")
        let sources = sources.map { $0.hasSuffix("/Lesson\(number).swift") ? copy.path : $0 }
        let result = try ChildProcess(
            executable: compiler, arguments: options + ["-o", program.path] + sources,
            environment: environment(folder), folder: folder, timeLimit: 120
        ).run()
        guard result.ending == .exited(0) else {
            let said = result.standardError + "\n" + result.standardOutput
            let errors = Diagnostic.all(in: said, workbook).filter { $0.severity == .error }
            return .doesNotCompile(
                errors.isEmpty
                    ? Self.lines(of: said) : errors.map { "error: \($0.message) (line \($0.line))" }
            )
        }
        return try run(program, step, in: folder)
    }

    private func run(_ program: URL, _ step: Int, in folder: URL) throws -> Outcome {
        let result = try ChildProcess(
            executable: program.path, arguments: ["--step", "\(step)"],
            environment: environment(folder), folder: workbook.root, timeLimit: timeLimit
        ).run()
        return result.ending == .outOfTime
            ? .doesNotEnd : .page(Self.lines(of: result.standardOutput))
    }

    /// Without a backtrace, which takes longer than the rest and is not on the page.
    private func environment(_ folder: URL) -> [String: String] {
        ChildProcess.environment(adding: ["TMPDIR": folder.path, "SWIFT_BACKTRACE": "enable=no"])
    }

    private static func lines(of text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }
}
