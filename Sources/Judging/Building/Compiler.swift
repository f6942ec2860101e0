import Foundation

/// The compiler, and all the options with which it builds what is judged.
///
/// They make what `swift test` would make of the same files, and they are options of `swiftc` alone: how
/// the package manager builds changes with the toolchain.
package struct Compiler: Codable, Equatable, Sendable {
    /// The whole path of `swiftc`.
    let program: String
    /// What it says of itself: `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
    let version: String
    /// What it has to be told of this system.
    let options: [String]
    /// Where a program has to look for Testing when it starts.
    let runPaths: [String]
    /// Folders that a program which it builds has to read: they have the libraries of the language.
    let folders: [String]

    /// The oldest system of a Mac for which the workbook is built, as in the manifest.
    static let oldestMac = "15.0"

    /// The target on a Mac, which decides what an answer may call.
    ///
    /// - Parameter triple: What the compiler calls this Mac: `arm64-apple-macosx`.
    static func target(on triple: String) -> String { triple + oldestMac }

    /// All that decides what the compiler makes of a file. What was made with other options is of no use.
    var allOptions: [String] {
        let nowhere = URL(fileURLWithPath: "/")
        let modules = [
            Module(name: "", sources: [], imports: [], moduleFile: nowhere, object: nowhere),
            Module(name: "", sources: [], imports: [], moduleFile: nowhere, hasLines: true),
        ]
        return modules.flatMap { arguments(for: $0, moduleCache: nowhere) }
            + arguments(forProgram: nowhere, of: [])
    }

    /// What is compiled, and to what.
    struct Module {
        let name: String
        let sources: [String]
        /// Where the modules are that it imports.
        let imports: [URL]
        /// Where its module file goes, if others import it.
        var moduleFile: URL?
        /// Where its object file goes. Without one, there is one for each source, in the folder in which
        /// the compiler runs.
        var object: URL?
        /// Whether a crash in it has a line.
        var hasLines = false
        /// How many files are compiled at once.
        var jobs = 1
    }

    /// The arguments that compile a module.
    ///
    /// - Parameter moduleCache: Where the compiler keeps what it makes of the system's modules. In a
    ///   sandbox it can keep nothing, and needs a cache that somebody has filled before.
    func arguments(for module: Module, moduleCache: URL) -> [String] {
        var arguments = [
            // As in the manifest.
            "-swift-version", "6",
            // As for `swift test`: no optimization, and names that are not public can be imported.
            "-Onone", "-enable-testing", "-D", "DEBUG", "-D", "SWIFT_PACKAGE",
            // Declarations in any order, and no statements: the file of a package, and no script.
            "-parse-as-library",
            // What is `package` in one module can be used in the others.
            "-package-name", "codable_workbook",
            "-module-cache-path", moduleCache.path,
            // A Mac's compiler makes a sandbox for each macro, and none can be made inside another.
            "-disable-sandbox",
            "-module-name", module.name,
        ]
        arguments += options
        arguments += module.imports.flatMap { ["-I", $0.path] }
        arguments += [module.hasLines ? "-gline-tables-only" : "-gnone"]
        if let moduleFile = module.moduleFile {
            arguments += ["-emit-module", "-emit-module-path", moduleFile.path]
        }
        if let object = module.object {
            // All sources at once make one object. The module file is made in the same go: a job of its
            // own would take as long as all of it.
            arguments += ["-wmo", "-c", "-o", object.path]
            if module.moduleFile != nil { arguments.append("-no-emit-module-separately-wmo") }
        } else {
            arguments += ["-enable-batch-mode", "-j\(module.jobs)", "-c"]
        }
        return arguments + module.sources
    }

    /// The arguments that make a program of objects.
    func arguments(forProgram program: URL, of objects: [URL]) -> [String] {
        var arguments = options
        #if !canImport(Darwin)
            // The ordinary linker takes twice as long.
            arguments.append("-use-ld=lld")
        #endif
        arguments += runPaths.flatMap { ["-Xlinker", "-rpath", "-Xlinker", $0] }
        return arguments + ["-o", program.path] + objects.map(\.path)
    }
}
