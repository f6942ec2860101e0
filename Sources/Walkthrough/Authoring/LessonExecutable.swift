import Foundation

/// The program of a lesson, which a lesson starts once more for what needs a process of its own.
package enum LessonExecutable {
    /// Returns the program `lesson-13`: the one that runs, or in a test the one beside the tests.
    package static func url(ofLesson number: String) -> URL {
        let name = "lesson-\(number)"
        let own = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        if own.lastPathComponent == name { return own }
        #if canImport(Darwin)
            let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            let folder = (tests?.bundleURL ?? own).deletingLastPathComponent()
        #else
            let folder = own.resolvingSymlinksInPath().deletingLastPathComponent()
        #endif
        return folder.appendingPathComponent(name)
    }
}
