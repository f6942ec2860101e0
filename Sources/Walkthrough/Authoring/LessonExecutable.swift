import Foundation

/// The program of a lesson, which a lesson starts once more for what needs a process of its own.
package enum LessonExecutable {
    /// Returns the program `lesson-13`: the one that runs, or in a test the one beside the tests.
    package static func url(ofLesson number: String) -> URL {
        #if canImport(Darwin)
            let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        #else
            let tests: URL? = nil
        #endif
        let program = RunningProgram.location ?? URL(fileURLWithPath: CommandLine.arguments[0])
        return (tests ?? program).deletingLastPathComponent()
            .appendingPathComponent("lesson-\(number)")
    }
}
