import Foundation

/// The Swift toolchain that builds the checks.
package struct Toolchain: Equatable {
    /// The whole path of `swift`.
    package let swift: String

    struct Missing: Error, CustomStringConvertible {
        let description =
            "There is no swift on your PATH, so nothing can be built. Open a terminal in which "
            + "swift --version answers, or install Swift 6.3 or later from https://swift.org."
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

    /// Asks the compiler which one it is.
    ///
    /// - Throws: ``Unusable``, and what starting it throws.
    func compiler() throws -> Compiler {
        let result = try ChildProcess(
            executable: swift, arguments: ["-print-target-info"],
            environment: ChildProcess.environment(adding: [:]),
            folder: FileManager.default.temporaryDirectory
        ).run()
        let answer = Data(result.standardOutput.utf8)
        guard let compiler = try? JSONDecoder().decode(Compiler.self, from: answer) else {
            throw Unusable(reason: "\(swift) does not work", words: result.standardError)
        }
        return compiler
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

    /// What the compiler says of itself with `-print-target-info`. `/usr/bin/swift` of a Mac, and the
    /// one of a toolchain manager, start another program and stay as they are when that is replaced.
    struct Compiler: Codable, Equatable {
        let compilerVersion: String
        let paths: Paths

        struct Paths: Codable, Equatable {
            /// The folder of the standard library.
            let runtimeResourcePath: String
        }

        /// Where the system has to look for Testing when the checks start. The package manager says
        /// so to the programs of `swift test`, and the checks are not one of them. On Linux it is
        /// beside the standard library; on a Mac it is a part of Xcode, or of a toolchain from
        /// swift.org.
        ///
        /// - Throws: ``Unusable``.
        func runPaths() throws -> [String] {
            #if canImport(Darwin)
                let own = "\(paths.runtimeResourcePath)/macosx/testing"
                let isThere = FileManager.default.fileExists(atPath: own)
                let result = try ChildProcess(
                    executable: "/usr/bin/xcrun",
                    arguments: ["--sdk", "macosx", "--show-sdk-platform-path"],
                    environment: ChildProcess.environment(adding: [:]),
                    folder: FileManager.default.temporaryDirectory
                ).run()
                guard result.ending == .exited(0) else {
                    if isThere { return [own] }
                    throw Unusable(
                        reason: "The checks need Testing, which is a part of Xcode: the Command "
                            + "Line Tools alone do not do. Install Xcode, open it once, and choose "
                            + "it with sudo xcode-select --switch /Applications/Xcode.app",
                        words: result.standardError)
                }
                let platform = result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
                return (isThere ? [own] : [])
                    + ["Library/Frameworks", "usr/lib"].map { "\(platform)/Developer/\($0)" }
            #else
                return []
            #endif
        }
    }
}
