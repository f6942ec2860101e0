import Foundation
import Walkthrough

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A document that is decoded in a process of its own, which is the lesson's program once more. There
/// are bytes that end the process in which a decoder reads them, and this one has more to do.
struct ChildDecode {
    private static let option = "--decode-for"

    private let allowsJSON5: Bool

    /// - Parameter arguments: The command line.
    /// - Returns: nil where it asks for something else.
    init?(_ arguments: [String]) {
        guard arguments.count == 3, arguments[1] == Self.option else { return nil }
        allowsJSON5 = arguments[2] == "JSON5"
    }

    /// Decodes the document of standard input, says what came out, and ends the program.
    func run() -> Never {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = allowsJSON5
        do {
            let document = FileHandle.standardInput.readDataToEndOfFile()
            _ = try decoder.decode([String: Double].self, from: document)
            Terminal.current.write("a value")
        } catch {
            Terminal.current.write("an error")
        }
        exit(ExitCode.success)
    }

    /// Gives a document to a process of its own, and says how that ended: `a value`, `an error`, or
    /// `signal 4` where the process did not come so far.
    ///
    /// - Throws: An error where the process cannot be started.
    static func ending(with document: Data, allowsJSON5: Bool = false) throws -> String {
        let process = Process()
        let input = Pipe()
        let output = Pipe()
        process.executableURL = LessonExecutable.url(ofLesson: "16")
        process.arguments = [option, allowsJSON5 ? "JSON5" : "JSON"]
        // A crash is expected here, so nobody wants its report.
        process.environment = ProcessInfo.processInfo.environment
            .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try withoutBlockedSignals(process.run)
        // The lesson's documents are so short that the pipe takes them before anybody reads.
        input.fileHandleForWriting.write(document)
        try input.fileHandleForWriting.close()
        let said = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationReason == .exit else {
            return "signal \(process.terminationStatus)"
        }
        return said
    }
}
