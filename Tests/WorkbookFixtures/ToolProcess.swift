import Foundation
import Judging
import TestSupport

extension FixtureWorkbook {
    /// Starts a program of the workbook as it was built with the tests.
    package func start(
        _ arguments: [String], of program: String = "workbook", answers: String? = nil,
        environment others: [String: String] = [:]
    ) throws -> Process {
        let process = Process()
        process.executableURL = builtProgram(program)
        process.arguments = arguments
        process.currentDirectoryURL = folder.root
        var environment = ProcessInfo.processInfo.environment
        environment["ANSWERS"] = answers
        environment.merge(others) { $1 }
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = Pipe()
        process.standardError = Pipe()
        try process.run()
        return process
    }
}

extension Process {
    /// Waits for the end, and gives what the process printed.
    package func end() -> (code: Int32, output: String, errors: String) {
        let text = { (stream: Any?) in
            let data = (stream as? Pipe)?.fileHandleForReading.readDataToEndOfFile()
            return String(decoding: data ?? Data(), as: UTF8.self)
        }
        let (output, errors) = (text(standardOutput), text(standardError))
        waitUntilExit()
        return (terminationStatus, output, errors)
    }
}

/// Whether there is a process with these words in its command. Where nobody can say, there is none.
package func isRunning(_ words: String...) -> Bool {
    let command = Data(words.joined(separator: "\0").utf8)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.filter { Int($0) != nil }.contains { process in
        let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
        return line?.range(of: command) != nil
    }
}
