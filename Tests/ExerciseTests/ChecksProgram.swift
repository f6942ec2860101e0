import ExerciseConventions
import Foundation
import Testing

// The checks as a program of their own, for the workbook's tool. See CHECKS in Package.swift.

@main
struct ChecksProgram {
    /// What the tool has put into the current folder, to learn that the run came to its end.
    private static let seal = RunSeal(
        foundIn: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))

    static func main() async {
        seal?.takeAway()
        // What is registered first is done last: after the look at tasks that are running.
        atexit { try? ChecksProgram.seal?.put() }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
