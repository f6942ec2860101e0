import Foundation
import Testing

// The checks as a program of their own, for the workbook's tool. See CHECKS in Package.swift.

@main
struct ChecksProgram {
    static func main() async {
        Seal.takeAway()
        await Testing.__swiftPMEntryPoint() as Never
    }
}

/// The tool's file in the current folder, which tells it that a run came to its end: it goes when the
/// program starts, and comes back when the program ends and no task is running any more.
private enum Seal {
    private static let file = URL(fileURLWithPath: "seal").absoluteURL
    private static let contents = try? Data(contentsOf: file)

    static func takeAway() {
        guard contents != nil else { return }
        try? FileManager.default.removeItem(at: file)
        // What is registered first is done last: after the look at tasks that are running.
        atexit { try? Seal.contents?.write(to: Seal.file) }
    }
}
