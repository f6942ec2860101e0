import Foundation

/// Writes a program in the words of a shell, its first line aside, in place of what the file was.
///
/// A child of another test inherits what this process holds open for writing, and for as long as it does
/// nobody can run that file. So the file is written by a process of its own.
package func writeProgram(_ script: String, to file: URL) throws {
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
        "-ec",
        #"mkdir -p "${1%/*}"; rm -f "$1"; printf '#!/bin/sh\n%s\n' "$2" >"$1"; chmod +x "$1""#,
        "sh", file.path, script,
    ]
    try shell.run()
    shell.waitUntilExit()
    guard shell.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
}
