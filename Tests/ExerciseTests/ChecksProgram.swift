import ExerciseConventions
import Foundation
import Testing

// The checks as a program, for the workbook's tool. See CHECKS in Package.swift.

@main
struct ChecksProgram {
    /// The file that the tool has put into the current folder, to learn whether the run was
    /// completed.
    private static let seal = RunSeal(
        foundIn: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))

    static func main() async {
        seal?.takeAway()
        // Functions of `atexit` run in the reverse order. So this one runs after the function that
        // looks for running tasks.
        atexit { try? ChecksProgram.seal?.put() }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
