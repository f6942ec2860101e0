import Foundation
import Judging
import Testing

/// A toolchain that is the machine's, but for one program in it.
package struct OtherToolchain {
    /// The folder of its programs.
    package let programs: URL

    /// - Parameters:
    ///   - folder: An empty folder for it.
    ///   - script: What `swift` does, in the words of a shell. `$real` is the folder of the machine's
    ///     programs, and `$own` that of these.
    ///   - compiler: What `swiftc` does, where it is another one.
    package init(in folder: URL, swift script: String, compiler: String? = nil) throws {
        let swift = URL(fileURLWithPath: try Toolchain.find().swift).resolvingSymlinksInPath()
        let real = swift.deletingLastPathComponent()
        programs = folder.appendingPathComponent("usr/bin")
        let beginning = """
            #!/bin/sh
            real='\(real.path)' own='\(programs.path)'
            """
        // Were they written by this process, a child of another test could hold them open for writing,
        // and nobody could run them.
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = [
            "-ec",
            """
            rm -rf "$1" && mkdir -p "$1/usr/bin"
            for file in "$2"/../*; do
                [ "${file##*/}" = bin ] || ln -s "$file" "$1/usr/"
            done
            ln -s "$2"/* "$1/usr/bin/"
            write() { rm "$1"; printf '%s\\n' "$2" >"$1"; chmod +x "$1"; }
            write "$1/usr/bin/swift" "$3"
            [ -z "$4" ] || write "$1/usr/bin/swiftc" "$4"
            """,
            "sh", folder.path, real.path, "\(beginning)\n\(script)",
            compiler.map { "\(beginning)\n\($0)" } ?? "",
        ]
        try shell.run()
        shell.waitUntilExit()
        try #require(shell.terminationStatus == 0)
    }

    /// The variables with which a terminal finds it first.
    package var environment: [String: String] {
        ["PATH": "\(programs.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"]
    }
}
