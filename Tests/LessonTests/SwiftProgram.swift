import Foundation

/// A program for claims about the compiler: what it says about some lines, and what they do.
struct SwiftProgram {
    /// How many errors the compiler found.
    let errors: Int
    /// How many warnings the compiler gave.
    let warnings: Int
    private let files: [String]
    private let module: String

    /// Type-checks a program.
    ///
    /// - Parameters:
    ///   - files: The texts of its files; the first is `main.swift`.
    ///   - module: Its name, where the program says it.
    ///   - languageMode: The mode in which the compiler reads it.
    /// - Throws: What Foundation throws when the compiler cannot be started.
    init(files: [String], module: String = "Program", languageMode: Int = 6) throws {
        self.files = files
        self.module = module
        // Of two modes, the last one counts.
        let said = try Self.compile(
            files, ["-typecheck", "-module-name", module, "-swift-version", "\(languageMode)"])
        errors = said.matches(of: #/\.swift:\d+:\d+: error: /#).count
        warnings = said.matches(of: #/\.swift:\d+:\d+: warning: /#).count
    }

    /// Type-checks a program of one file.
    init(_ text: String, languageMode: Int = 6) throws {
        try self.init(files: [text], languageMode: languageMode)
    }

    /// Builds and runs the program, and gives what it printed.
    ///
    /// - Parameter options: What else to tell the compiler.
    func run(_ options: [String] = []) throws -> String {
        let program = FileManager.default.temporaryDirectory
            .appendingPathComponent("program-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: program) }
        _ = try Self.compile(
            files, ["-suppress-warnings", "-o", program.path, "-module-name", module] + options)
        return try Self.output(of: [program.path])
    }

    /// What the compiler says about a file that is not a main one, with the lines that it says it of.
    static func messages(
        about text: String, _ options: [String]
    ) throws -> [(line: Int, message: String)] {
        let said = try compile(["", text], ["-typecheck"] + options)
        return said.matches(of: #/File1\.swift:(\d+):\d+: ((?:error|warning): .*)/#).map {
            (Int($0.1) ?? 0, String($0.2))
        }
    }

    private static func compile(_ files: [String], _ options: [String]) throws -> String {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("lesson-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = files.indices.map { index in
            folder.appendingPathComponent(index == 0 ? "main.swift" : "File\(index).swift").path
        }
        for (path, text) in zip(paths, files) {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }
        return try output(of: ["swiftc", "-swift-version", "6"] + options + paths)
    }

    /// Runs a command, and gives all that it printed.
    static func output(
        of command: [String], in folder: URL = FileManager.default.temporaryDirectory
    ) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = folder
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}

/// Whether the compiler accepts a module of these files.
func compiles(_ files: String...) throws -> Bool {
    try SwiftProgram(files: files).errors == 0
}
