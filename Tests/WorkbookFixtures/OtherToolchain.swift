import Foundation
import Judging
import TestSupport

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
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
        try Self.link(real.deletingLastPathComponent(), into: programs.deletingLastPathComponent())
        try Self.link(real, into: programs)
        for (name, script) in [("swift", script), ("swiftc", compiler)] {
            guard let script else { continue }
            try writeProgram(
                """
                real='\(real.path)' own='\(programs.path)'
                \(script)
                """, to: programs.appendingPathComponent(name))
        }
    }

    /// Links what is in a folder, but for what is there already.
    private static func link(_ folder: URL, into other: URL) throws {
        for file in try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        {
            let link = other.appendingPathComponent(file.lastPathComponent)
            if (try? link.checkResourceIsReachable()) == true { continue }
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        }
    }

    /// The variables with which a terminal finds it first.
    package var environment: [String: String] {
        ["PATH": "\(programs.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"]
    }
}
