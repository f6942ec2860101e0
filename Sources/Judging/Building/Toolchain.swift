import Foundation

/// The Swift toolchain that builds the checks.
package struct Toolchain: Equatable {
    /// The whole path of `swift`.
    package let swift: String

    struct Missing: Error, CustomStringConvertible {
        let description =
            "There is no swift on your PATH, so nothing can be built. Open a terminal in which "
            + "swift --version answers, or install Swift 6.3 from https://swift.org."
    }

    /// The one that a terminal would use.
    ///
    /// - Parameter path: Folders with a colon between them.
    /// - Throws: ``Missing``.
    package static func find(
        in path: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
    ) throws -> Toolchain {
        for folder in path.split(separator: ":") {
            let program = "\(folder)/swift"
            if FileManager.default.isExecutableFile(atPath: program) {
                return Toolchain(swift: program)
            }
        }
        throw Missing()
    }

    /// It is there, and nothing can be built with it.
    struct Unusable: Error, CustomStringConvertible {
        let reason: String
        /// What the program wrote that says so.
        let words: String

        var description: String {
            let lines = words.split(separator: "\n").suffix(3)
            return reason + (lines.isEmpty ? "." : ":\n" + lines.joined(separator: "\n"))
        }
    }

    /// What the compiler says of itself with `-print-target-info`.
    private struct TargetInfo: Decodable {
        let compilerVersion: String
        let target: Target
        let paths: Paths

        struct Target: Decodable {
            let unversionedTriple: String
        }

        struct Paths: Decodable {
            /// The folder of the standard library: `…/usr/lib/swift`.
            let runtimeResourcePath: String
        }
    }

    /// Asks for the compiler.
    ///
    /// `/usr/bin/swift` of a Mac, and the one of a toolchain manager, start another program. The compiler
    /// is the one beside the libraries that this other program names.
    ///
    /// - Throws: ``Unusable``, and what starting it throws.
    package func compiler() throws -> Compiler {
        let result = try Self.run(swift, "-print-target-info")
        guard
            let info = try? JSONDecoder().decode(
                TargetInfo.self, from: Data(result.standardOutput.utf8))
        else {
            throw Unusable(reason: "\(swift) does not work", words: result.standardError)
        }
        let libraries = URL(fileURLWithPath: info.paths.runtimeResourcePath)
        let usr = libraries.deletingLastPathComponent().deletingLastPathComponent()
        let link = URL(fileURLWithPath: swift)
        let program = [usr.appendingPathComponent("bin"), link.deletingLastPathComponent()]
            .map { $0.appendingPathComponent("swiftc").path }
            .first(where: FileManager.default.isExecutableFile(atPath:))
        guard let program else {
            throw Unusable(reason: "There is no swiftc in \(usr.path)/bin", words: "")
        }
        let system = try Self.system(of: info, libraries)
        return Compiler(
            program: program, version: info.compilerVersion, options: system.options,
            runPaths: system.runPaths,
            folders: Set([usr.path, usr.resolvingSymlinksInPath().path] + system.folders)
                .subtracting(["/usr", "/"]).sorted())
    }

    /// What the compiler has to be told of this system.
    private typealias System = (options: [String], runPaths: [String], folders: [String])

    #if canImport(Darwin)
        /// A Mac's compiler knows neither the SDK nor Testing by itself: `swift build` tells it, and
        /// takes the same from `xcrun`.
        private static func system(of info: TargetInfo, _ libraries: URL) throws -> System {
            let path = { (what: String) in
                let result = try run("/usr/bin/xcrun", "--sdk", "macosx", what)
                guard result.ending == .exited(0) else {
                    throw Unusable(
                        reason: "The checks need Xcode. Install it, open it once, and choose it "
                            + "with sudo xcode-select --switch /Applications/Xcode.app",
                        words: result.standardError)
                }
                return result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            let sdk = try path("--show-sdk-path")
            let target = Compiler.target(on: info.target.unversionedTriple)
            let exists = FileManager.default.fileExists(atPath:)
            let plugins = libraries.appendingPathComponent("host/plugins/testing").path
            let options =
                ["-target", target, "-sdk", sdk]
                // The macros of Testing are not in the folder where the compiler looks for others.
                + (exists(plugins) ? ["-plugin-path", plugins] : [])
            // A toolchain from swift.org brings a Testing of its own.
            let testing = libraries.appendingPathComponent("macosx/testing").path
            if exists(testing) {
                return (
                    options: options + ["-I", testing, "-L", testing], runPaths: [testing],
                    folders: [sdk]
                )
            }
            let developer = "\(try path("--show-sdk-platform-path"))/Developer"
            let frameworks = "\(developer)/Library/Frameworks"
            let developerLibraries = "\(developer)/usr/lib"
            guard exists("\(frameworks)/Testing.framework") else {
                throw Unusable(
                    reason: "The checks need Testing, and there is none in \(frameworks). Install "
                        + "Xcode, open it once, and choose it with "
                        + "sudo xcode-select --switch /Applications/Xcode.app",
                    words: "")
            }
            return (
                options: options
                    + ["-F", frameworks, "-I", developerLibraries, "-L", developerLibraries],
                // Testing is in none of the folders where the system looks when a program starts.
                runPaths: [frameworks, developerLibraries],
                // Xcode may be in a folder of the user, which a stranger's program must not read.
                folders: [sdk, developer]
            )
        }
    #else
        /// The compiler finds Foundation, Testing and the macros beside itself.
        private static func system(of info: TargetInfo, _ libraries: URL) throws -> System {
            ([], [], [])
        }
    #endif

    private static func run(_ program: String, _ arguments: String...) throws
        -> ChildProcess.Result
    {
        try ChildProcess(
            executable: program, arguments: arguments,
            environment: ChildProcess.environment(adding: [:]),
            folder: FileManager.default.temporaryDirectory
        ).run()
    }
}
