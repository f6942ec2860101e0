import Foundation

/// The system's program that runs another one with few rights: no network, a few folders to read,
/// and one folder to write.
package struct Sandbox: Equatable, Sendable {
    /// The whole path of `bwrap`, or of `sandbox-exec`.
    let program: String

    private static func missing(_ reason: String) -> CommandFailure {
        CommandFailure(
            description:
                "\(reason) What was handed in is code of others, so it runs in a sandbox only. If "
                + "you have read every file, --trust runs them without one.")
    }

    #if canImport(Darwin)
        static let name = "sandbox-exec"
        private static let remedy = "It is a part of macOS, in /usr/bin."
    #else
        static let name = "bwrap"
        private static let remedy =
            "Install it: sudo apt-get install bubblewrap, or sudo dnf install bubblewrap."
    #endif

    /// Returns the sandbox, after a test that it works.
    ///
    /// - Parameter path: The value of `PATH`: folders with colons between them.
    /// - Throws: ``CommandFailure``.
    package static func find(
        in path: String = ProcessInfo.processInfo.environment["PATH"] ?? ""
    ) async throws -> Sandbox {
        guard let program = Toolchain.program(name, in: path) else {
            throw missing("\(name) is not there. \(remedy)")
        }
        let sandbox = Sandbox(program: program)
        try await sandbox.tryOut()
        return sandbox
    }

    /// Tests in the sandbox what the checks and an answer do: opens the report, writes a file, and
    /// replaces it by way of another file, as Foundation's `.atomic` does.
    ///
    /// - Throws: ``CommandFailure``.
    private func tryOut() async throws {
        let script = """
            echo report >"$1" && echo old >file && mkdir -p "$2" && echo new >"$2/file" \
            && mv "$2/file" file && rmdir "$2"
            """
        let result = try await TemporaryFolder.use { folder in
            let replacement = Self.replacements ?? folder
            return try await Confinement(sandbox: self).run(
                ChildProcess(
                    executable: "/bin/sh",
                    arguments: [
                        "-c", script, "sh", ChildProcess.eventsPath,
                        replacement.appendingPathComponent("NSIRD_checks_\(getpid())").path,
                    ],
                    environment: ["TMPDIR": folder.path], folder: folder, timeLimit: 30,
                    quietLimit: 30),
                writable: [folder])
        }
        if result.ending == .exited(0), result.events == Data("report\n".utf8) { return }
        let causes = BuildFailure.reasons(in: result.standardError).suffix(2)
        throw Self.missing(
            "\(Self.name) is there but cannot make a sandbox in which an answer can be judged: "
                + "\(causes.joined(separator: " ")).")
    }

    /// The folder in which Foundation makes a new file before it replaces an old one. On a Mac, it
    /// is a folder of the system that all programs share. On Linux there is none, because the new
    /// file is beside the old one.
    private static let replacements: URL? = {
        #if canImport(Darwin)
            // Foundation makes the folder even with `create: false`.
            let files = FileManager.default
            let folder = try? files.url(
                for: .itemReplacementDirectory, in: .userDomainMask,
                appropriateFor: files.temporaryDirectory, create: false)
            if let folder { try? files.removeItem(at: folder) }
            return folder?.deletingLastPathComponent()
        #else
            return nil
        #endif
    }()

    /// Returns the arguments that run a command in the sandbox.
    ///
    /// - Parameters:
    ///   - command: A program with its arguments.
    ///   - readable: The files and folders that it may read besides the system's.
    ///   - writable: The folders that it may read and write. It runs in the first one.
    func arguments(
        _ command: [String], readable: [URL], writable: [URL]
    ) -> [String] {
        #if canImport(Darwin)
            return ["-p", Self.profile(readable: readable, writable: writable)] + command
        #else
            let system = [
                "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/nix/store", "/gnu/store",
                "/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime",
            ]
            // The parent folders exist only in memory. They are made read-only too.
            var options = ["--unshare-all", "--die-with-parent", "--new-session"]
            options += ["--proc", "/proc", "--dev", "/dev"]
            for path in system { options += ["--ro-bind-try", path, path] }
            for folder in readable { options += ["--ro-bind", folder.path, folder.path] }
            for folder in writable { options += ["--bind", folder.path, folder.path] }
            options += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", writable[0].path]
            return options + ["--"] + command
        #endif
    }

    /// Returns the profile for `sandbox-exec`, in the form of Apple's own profiles in
    /// `/System/Library/Sandbox`. If several rules match, the last one decides.
    static func profile(readable: [URL], writable: [URL]) -> String {
        func path(_ url: URL) -> String {
            // The function resolvingSymlinksInPath() cannot be used here, because it makes /tmp of
            // /private/tmp, and no rule matches that.
            let real = realpath(url.path, nil)
            defer { free(real) }
            let path = real.map { String(cString: $0) } ?? url.path
            return "\"\(path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        }
        func subpaths(_ folders: [URL]) -> String {
            folders.map { "(subpath \(path($0)))" }.joined(separator: " ")
        }
        // Other programs also have folders there, which this one must not read, so the rule matches
        // only the names that the checks and the compiler use.
        let replacement = replacements.map { folder in
            let name = String(path(folder).dropFirst().dropLast())
            let parent = NSRegularExpression.escapedPattern(for: name)
            return "(regex #\"^\(parent)/NSIRD_(checks|swift-driver|swift-frontend)_\")"
        }
        let changeable = [subpaths(writable), replacement].compactMap(\.self).joined(separator: " ")
        return """
            (version 1)
            (allow default)
            (deny network*)
            (deny appleevent-send)
            (deny signal (target others))
            (deny file-read-data (subpath "/Users") (subpath "/Volumes") (subpath "/private/tmp") \
            (subpath "/private/var/folders"))
            (allow file-read* \(subpaths(readable)) \(changeable))
            (deny file-write*)
            (allow file-write* \(changeable) (literal "/dev/null") (subpath "/dev/fd"))
            """
    }
}
