import Foundation

/// The place of a program that the package manager has put beside the tests.
///
/// On a Mac the process of the tests is a helper that is a part of Xcode, so its own path says
/// nothing.
package func builtProgram(_ name: String) -> URL {
    #if canImport(Darwin)
        let tests = Bundle(for: Marker.self).bundleURL
    #else
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    #endif
    return tests.deletingLastPathComponent().appendingPathComponent(name)
}

/// Lets a lesson's program take its source for what it was built from, whatever their dates say. It would ask
/// the package manager, and that is busy while it runs tests.
package var asBuilt: [String: String] {
    ["LESSON_BUILT_FROM": "\(Date().timeIntervalSinceReferenceDate)"]
}

private final class Marker {}
