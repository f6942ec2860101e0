import Foundation

/// The compiler, with the options that it gets for an answer, its checks and the shared modules.
///
/// The options give the same result as `swift test` with the same files. They are options of
/// `swiftc` alone, because the package manager's way to build changes with the toolchain.
package struct Compiler: Codable, Equatable, Sendable {
    /// The whole path of `swiftc`.
    let program: String
    /// The version, in the compiler's own words: `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
    let version: String
    /// The options that describe this system.
    let options: [String]
    /// The folders in which a program looks for Testing when it starts.
    let runPaths: [String]
    /// The folders with the libraries of the language, which a built program has to read.
    let folders: [String]

    /// The oldest version of macOS for which the workbook is built, as in the manifest.
    static let oldestMac = "15.0"

    /// Returns the target on a Mac. It decides which system functions an answer may call.
    ///
    /// - Parameter triple: The compiler's name for this Mac: `arm64-apple-macosx`.
    static func target(on triple: String) -> String { triple + oldestMac }

    /// All options that affect the result of a compilation. A file that was made with other options
    /// cannot be used.
    var allOptions: [String] {
        let nowhere = URL(fileURLWithPath: "/")
        let modules = [
            Module(name: "", sources: [], imports: [], moduleFile: nowhere, object: nowhere),
            Module(name: "", sources: [], imports: [], moduleFile: nowhere, hasLines: true),
        ]
        return modules.flatMap { arguments(for: $0, moduleCache: nowhere) }
            + arguments(forProgram: nowhere, of: [])
    }

    /// A module to compile, and the places of its results.
    struct Module {
        let name: String
        let sources: [String]
        /// The folders with the modules that it imports.
        let imports: [URL]
        /// The place of the module file, if other modules import this one.
        var moduleFile: URL?
        /// The place of the object file. Without it, the compiler writes an object file for each
        /// source into the folder in which it runs.
        var object: URL?
        /// A Boolean value that indicates whether a crash in the module is reported with its line.
        var hasLines = false
        /// The number of files that are compiled at the same time.
        var jobs = 1
    }

    /// Returns the arguments that compile a module.
    ///
    /// - Parameter moduleCache: The folder in which the compiler keeps its compiled form of the
    ///   system's modules. A sandboxed compiler cannot write there, so the cache has to be filled
    ///   before.
    func arguments(for module: Module, moduleCache: URL) -> [String] {
        var arguments = [
            // As in the manifest.
            "-swift-version", "6",
            // As for `swift test`: no optimization, and `@testable import` gives access to internal
            // names.
            "-Onone", "-enable-testing", "-D", "DEBUG", "-D", "SWIFT_PACKAGE",
            // The file is part of a package and not a script, so it has declarations in any order,
            // and no statements.
            "-parse-as-library",
            // With the same package name, the modules can use each other's `package` declarations.
            "-package-name", "codable_workbook",
            "-module-cache-path", moduleCache.path,
            // A Mac's compiler runs each macro in a sandbox, and a sandbox cannot be made inside
            // another one.
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
            // Whole-module compilation makes one object of all sources. It also writes the module
            // file, because a separate job for that would take as long as the rest.
            arguments += ["-wmo", "-c", "-o", object.path]
            if module.moduleFile != nil { arguments.append("-no-emit-module-separately-wmo") }
        } else {
            arguments += ["-enable-batch-mode", "-j\(module.jobs)", "-c"]
        }
        return arguments + module.sources
    }

    /// Returns the arguments that link objects to a program.
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
