import Foundation

/// The Swift toolchain that builds the checks.
package struct Toolchain: Equatable {
    /// The whole path of `swift`.
    package let swift: String

    /// Returns the toolchain that a terminal would use.
    ///
    /// - Parameter path: The value of `PATH`: folders with colons between them.
    /// - Throws: ``CommandFailure``.
    package static func find(
        in path: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
    ) throws -> Toolchain {
        if let swift = program("swift", in: path) { return Toolchain(swift: swift) }
        throw CommandFailure(
            description:
                "There is no swift on your PATH, so nothing can be built. Open a terminal in which "
                + "swift --version answers, or install Swift 6.3 from https://swift.org.")
    }

    /// Returns the path of a program in the folders of a `PATH`, or `nil` if it is in none.
    static func program(_ name: String, in path: String) -> String? {
        path.split(separator: ":").map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Returns the error for a toolchain that cannot build anything.
    ///
    /// - Parameters:
    ///   - reason: The reason.
    ///   - output: The output of the program that shows the reason.
    private static func unusable(_ reason: String, _ output: String = "") -> CommandFailure {
        let lines = output.split(separator: "\n").suffix(3)
        return CommandFailure(
            description: reason + (lines.isEmpty ? "." : ":\n" + lines.joined(separator: "\n")))
    }

    /// The compiler's answer to `-print-target-info`.
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

    /// Returns the compiler of the toolchain.
    ///
    /// The `/usr/bin/swift` of a Mac and the `swift` of a toolchain manager only start another
    /// program. The compiler is beside the libraries whose path that other program prints.
    ///
    /// - Throws: ``CommandFailure``.
    package func compiler() async throws -> Compiler {
        let result = try await Self.run(swift, "-print-target-info")
        guard
            let info = try? JSONDecoder().decode(
                TargetInfo.self, from: Data(result.standardOutput.utf8))
        else {
            throw Self.unusable("\(swift) does not work", result.standardError)
        }
        let libraries = URL(fileURLWithPath: info.paths.runtimeResourcePath)
        let usr = libraries.deletingLastPathComponent().deletingLastPathComponent()
        let link = URL(fileURLWithPath: swift)
        let program = [usr.appendingPathComponent("bin"), link.deletingLastPathComponent()]
            .map { $0.appendingPathComponent("swiftc").path }
            .first(where: FileManager.default.isExecutableFile(atPath:))
        guard let program else {
            throw Self.unusable("There is no swiftc in \(usr.path)/bin")
        }
        #if canImport(Darwin)
            let system = try await Self.system(of: info, libraries)
        #else
            // The compiler on Linux finds Foundation, Testing and the macros beside itself.
            let system: System = ([], [], [])
        #endif
        return Compiler(
            program: program, version: info.compilerVersion, options: system.options,
            runPaths: system.runPaths,
            folders: Set([usr.path, usr.resolvingSymlinksInPath().path] + system.folders)
                .subtracting(["/usr", "/"]).sorted())
    }

    /// The options and folders that depend on this system.
    private typealias System = (options: [String], runPaths: [String], folders: [String])

    #if canImport(Darwin)
        /// Returns the options and folders on a Mac. The compiler does not find the SDK and Testing
        /// by itself. `swift build` takes their paths from `xcrun`, and so does this function.
        private static func system(
            of info: TargetInfo, _ libraries: URL
        ) async throws -> System {
            let path = { (option: String) in
                let result = try await run("/usr/bin/xcrun", "--sdk", "macosx", option)
                guard result.ending == .exited(0) else {
                    throw unusable(
                        "The checks need Xcode. Install it, open it once, and choose it "
                            + "with sudo xcode-select --switch /Applications/Xcode.app",
                        result.standardError)
                }
                return result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            let sdk = try await path("--show-sdk-path")
            let target = Compiler.target(on: info.target.unversionedTriple)
            let exists = FileManager.default.fileExists(atPath:)
            let plugins = libraries.appendingPathComponent("host/plugins/testing").path
            let options =
                ["-target", target, "-sdk", sdk]
                // The macros of Testing are not in the folder where the compiler looks for macros.
                + (exists(plugins) ? ["-plugin-path", plugins] : [])
            // A toolchain from swift.org has its own Testing.
            let testing = libraries.appendingPathComponent("macosx/testing").path
            if exists(testing) {
                return (
                    options: options + ["-I", testing, "-L", testing], runPaths: [testing],
                    folders: [sdk]
                )
            }
            let developer = "\(try await path("--show-sdk-platform-path"))/Developer"
            let frameworks = "\(developer)/Library/Frameworks"
            let developerLibraries = "\(developer)/usr/lib"
            guard exists("\(frameworks)/Testing.framework") else {
                throw unusable(
                    "The checks need Testing, and there is none in \(frameworks). Install "
                        + "Xcode, open it once, and choose it with "
                        + "sudo xcode-select --switch /Applications/Xcode.app")
            }
            return (
                options: options
                    + ["-F", frameworks, "-I", developerLibraries, "-L", developerLibraries],
                // When a program starts, the system looks for libraries in other folders than that
                // of Testing.
                runPaths: [frameworks, developerLibraries],
                // Xcode may be in a folder of the user, which a stranger's program cannot read
                // without this entry.
                folders: [sdk, developer]
            )
        }
    #endif

    private static func run(
        _ program: String, _ arguments: String...
    ) async throws -> ChildProcess.Result {
        try await ChildProcess(
            executable: program, arguments: arguments,
            environment: ChildProcess.environment(adding: [:]),
            folder: FileManager.default.temporaryDirectory
        ).run()
    }
}
