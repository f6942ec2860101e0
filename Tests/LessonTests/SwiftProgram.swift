import Foundation

/// A program for claims about the compiler: what it says about some lines, and what they do.
struct SwiftProgram {
    /// How many errors the compiler found.
    let errors: Int
    /// How many warnings the compiler gave.
    let warnings: Int
    private let source: URL

    /// Type-checks a program.
    ///
    /// - Parameter text: The lines of its only file.
    /// - Throws: What Foundation throws when the compiler cannot be started.
    init(_ text: String) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("lesson-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        source = folder.appendingPathComponent("main.swift")
        try Data(text.utf8).write(to: source)
        let said = try Self.output(of: ["swiftc", "-typecheck", source.path])
        errors = said.matches(of: #/main\.swift:\d+:\d+: error: /#).count
        warnings = said.matches(of: #/main\.swift:\d+:\d+: warning: /#).count
    }

    /// Builds and runs the program, once, and gives what it printed.
    func run() throws -> String {
        let folder = source.deletingLastPathComponent()
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appendingPathComponent("program").path
        _ = try Self.output(of: ["swiftc", "-suppress-warnings", source.path, "-o", program])
        return try Self.output(of: [program])
    }

    private static func output(of command: [String]) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
