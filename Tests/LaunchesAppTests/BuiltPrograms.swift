import Foundation
import TestSupport

/// The server of the folder FixtureServer, for as long as somebody holds it.
final class FixtureServerProcess: Sendable {
    let url: URL
    private let process: Process
    private let input: Pipe

    struct DoesNotStart: Error {}

    init() throws {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = builtProgram("FixtureServer")
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8)
        {
            line += byte
        }
        guard let url = URL(string: "http://127.0.0.1:\(String(decoding: line, as: UTF8.self))")
        else { throw DoesNotStart() }
        (self.url, self.process, self.input) = (url, process, input)
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

/// What the built app says and how it ends.
struct Run {
    let output: String
    let errors: String
    let code: Int32

    var lines: [Substring] { output.split(separator: "\n") }

    init(_ arguments: [String], _ environment: [String: String] = [:]) throws {
        let (process, output, errors) = (Process(), Pipe(), Pipe())
        process.executableURL = builtProgram("launches")
        process.arguments = arguments
        process.environment = environment.merging(["PATH": "/usr/bin:/bin"]) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        let complained = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        self.output = String(decoding: said, as: UTF8.self)
        self.errors = String(decoding: complained, as: UTF8.self)
        code = process.terminationStatus
    }
}
