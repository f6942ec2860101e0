import Foundation

@testable import Workbook

extension FixtureWorkbook {
    /// Starts the tool as it was built with the tests.
    func start(_ arguments: [String], answers: String? = nil) throws -> Process {
        let runner = URL(fileURLWithPath: CommandLine.arguments[0])
        var folder = runner.deletingLastPathComponent()
        while folder.pathComponents.count > 1,
            !FileManager.default.fileExists(
                atPath: folder.appendingPathComponent("workbook").path)
        {
            folder.deleteLastPathComponent()
        }
        let process = Process()
        process.executableURL = folder.appendingPathComponent("workbook")
        process.arguments = arguments
        process.currentDirectoryURL = self.folder.root
        var environment = ProcessInfo.processInfo.environment
        environment["ANSWERS"] = answers
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
    func end() -> (code: Int32, output: String, errors: String) {
        let text = { (stream: Any?) in
            let data = (stream as? Pipe)?.fileHandleForReading.readDataToEndOfFile()
            return String(decoding: data ?? Data(), as: UTF8.self)
        }
        let (output, errors) = (text(standardOutput), text(standardError))
        waitUntilExit()
        return (terminationStatus, output, errors)
    }
}
