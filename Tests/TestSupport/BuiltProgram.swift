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

private final class Marker {}
