import Foundation

/// The system's program that lets another one see and change little: no network, a few folders to read,
/// one to write.
package struct Sandbox: Equatable, Sendable {
    /// The whole path of `bwrap`, or of `sandbox-exec`.
    let program: String

    /// There is none here, or it does not work.
    struct Missing: Error, CustomStringConvertible {
        let reason: String

        var description: String {
            "\(reason) What was handed in is code of others, so it runs in a sandbox only. If you "
                + "have read every file, --trust runs them without one."
        }
    }

    #if canImport(Darwin)
        static let name = "sandbox-exec"
        private static let remedy = "It is a part of macOS, in /usr/bin."
    #else
        static let name = "bwrap"
        private static let remedy =
            "Install it: sudo apt-get install bubblewrap, or sudo dnf install bubblewrap."
    #endif

    /// Finds the sandbox, and tries it.
    ///
    /// - Parameter path: Folders with a colon between them.
    /// - Throws: ``Missing``.
    package static func find(
        in path: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
    ) throws -> Sandbox {
        let programs = path.split(separator: ":").map { "\($0)/\(name)" }
        guard
            let program = programs.first(where: { FileManager.default.isExecutableFile(atPath: $0) }
            )
        else {
            throw Missing(reason: "\(name) is not there. \(remedy)")
        }
        let sandbox = Sandbox(program: program)
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sandbox-\(UUID().uuidString)")
        let result = try Interruption.withFolder(folder) {
            try Confinement(sandbox: sandbox).run(
                ChildProcess(
                    executable: "/bin/sh", arguments: ["-c", "exit 0"],
                    environment: ["TMPDIR": folder.path], folder: folder, timeLimit: 30),
                writable: folder)
        }
        guard result.ending == .exited(0) else {
            let words = BuildFailure.reasons(in: result.standardError).prefix(2)
            throw Missing(
                reason: "\(name) is there but cannot make a sandbox: "
                    + "\(words.joined(separator: " ")).")
        }
        return sandbox
    }

    /// The arguments that run a command inside.
    ///
    /// - Parameters:
    ///   - command: A program with its arguments.
    ///   - readable: What may be read beside the system itself.
    ///   - writable: What may be read and written, and the folder in which it runs.
    func arguments(
        _ command: [String], readable: [URL], writable: URL
    ) -> [String] {
        #if canImport(Darwin)
            return ["-p", Self.profile(readable: readable, writable: writable)] + command
        #else
            let system = [
                "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store",
                "/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime",
            ]
            // The folders in between are in memory, so they are closed too.
            return [
                "--unshare-all", "--die-with-parent", "--new-session",
                "--proc", "/proc", "--dev", "/dev",
            ]
                + system.flatMap { ["--ro-bind-try", $0, $0] }
                + readable.flatMap { ["--ro-bind", $0.path, $0.path] }
                + ["--bind", writable.path, writable.path]
                + ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", writable.path, "--"]
                + command
        #endif
    }

    /// The profile for `sandbox-exec`, in the form of Apple's own in `/System/Library/Sandbox`. The last
    /// rule that fits decides.
    static func profile(readable: [URL], writable: URL) -> String {
        func path(_ url: URL) -> String {
            // Not resolvingSymlinksInPath(): that writes /tmp for /private/tmp, which no rule fits.
            let real = realpath(url.path, nil)
            defer { free(real) }
            let path = real.map { String(cString: $0) } ?? url.path
            return "\"\(path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        }
        let own = (readable + [writable]).map { "(subpath \(path($0)))" }.joined(separator: " ")
        return """
            (version 1)
            (allow default)
            (deny network*)
            (deny appleevent-send)
            (deny signal (target others))
            (deny file-read-data (subpath "/Users") (subpath "/Volumes") (subpath "/private/tmp") \
            (subpath "/private/var/folders"))
            (allow file-read* \(own))
            (deny file-write*)
            (allow file-write* (subpath \(path(writable))) (literal "/dev/null"))
            """
    }
}
