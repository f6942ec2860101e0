import Foundation
import Testing
import WorkbookFixtures

@testable import Judging

/// The toolchain's own language server, asked as an editor asks it
/// (https://microsoft.github.io/language-server-protocol).
@Suite("What an editor knows of an exercise", .slow)
struct LanguageServerTests {
    @Test("An error at the learner's line, and a completion, in a clone that nobody has built")
    func exercise() throws {
        let fixture = try FixtureWorkbook("editor")
        let scratch = fixture.folder.url(".build/index-build")
        try? FileManager.default.removeItem(at: scratch)
        let file = fixture.folder.url("Exercises/Exercise01.swift")
        let text = FixtureWorkbook.stub("01") + "let wrong: Itn = 1\nlet decoder = JSONDec\n"
        let lines = WrittenChange.lines(of: text)
        let wrong = try #require(lines.firstIndex(of: "let wrong: Itn = 1"))
        let server = try LanguageServer(in: fixture.folder.root)
        defer { server.end() }
        _ = try server.ask(
            "initialize",
            ["rootUri": fixture.folder.root.absoluteString, "capabilities": [String: Any]()])
        try server.tell("initialized", [:])
        let document = ["uri": file.absoluteString]
        try server.tell(
            "textDocument/didOpen",
            [
                "textDocument": [
                    "uri": file.absoluteString, "languageId": "swift", "version": 1, "text": text,
                ]
            ])
        var found: [(line: Int, message: String)] = []
        let end = Date(timeIntervalSinceNow: 180)
        repeat {
            usleep(500_000)
            let report = try server.ask("textDocument/diagnostic", ["textDocument": document])
            let items = report["items"] as? [[String: Any]] ?? []
            found = items.map { item in
                let range = item["range"] as? [String: [String: Int]]
                return (range?["start"]?["line"] ?? -1, item["message"] as? String ?? "")
            }
            // For some seconds, the modules below the exercise are not built yet.
        } while Date() < end && (found.isEmpty || found.contains { $0.message.contains("module") })
        #expect(found.contains { $0.line == wrong && $0.message.contains("'Itn'") }, "\(found)")
        let completion = try server.ask(
            "textDocument/completion",
            [
                "textDocument": document,
                "position": ["line": wrong + 1, "character": lines[wrong + 1].count],
            ])
        let labels = (completion["items"] as? [[String: Any]] ?? []).compactMap {
            $0["label"] as? String
        }
        #expect(labels.contains { $0.hasPrefix("JSONDecoder") }, "\(labels.prefix(9))")
    }
}

/// A language server and the messages that go to it and come from it.
private final class LanguageServer {
    struct Silent: Error {}

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var asked = 0

    init(in folder: URL) throws {
        let swift = URL(fileURLWithPath: try Toolchain.find().swift).resolvingSymlinksInPath()
        process.executableURL = swift.deletingLastPathComponent()
            .appendingPathComponent("sourcekit-lsp")
        process.currentDirectoryURL = folder
        // The fixture has no lessons that could be built.
        process.environment = ProcessInfo.processInfo.environment
            .merging(["EXERCISE": "01"]) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func end() {
        process.terminate()
        process.waitUntilExit()
    }

    func tell(_ method: String, _ parameters: [String: Any]) throws {
        try send(["jsonrpc": "2.0", "method": method, "params": parameters])
    }

    /// Asks for something and waits for the answer. The server's own questions get an empty one.
    func ask(_ method: String, _ parameters: [String: Any]) throws -> [String: Any] {
        asked += 1
        try send(["jsonrpc": "2.0", "id": asked, "method": method, "params": parameters])
        while true {
            let message = try receive()
            if message["method"] == nil, message["id"] as? Int == asked {
                return message["result"] as? [String: Any] ?? [:]
            }
            if message["method"] != nil, let id = message["id"] {
                try send(["jsonrpc": "2.0", "id": id, "result": NSNull()])
            }
        }
    }

    private func send(_ message: [String: Any]) throws {
        let body = try JSONSerialization.data(withJSONObject: message)
        let heading = Data("Content-Length: \(body.count)\r\n\r\n".utf8)
        try input.fileHandleForWriting.write(contentsOf: heading + body)
    }

    private func receive() throws -> [String: Any] {
        var heading = Data()
        while !heading.suffix(4).elementsEqual(Data("\r\n\r\n".utf8)) {
            guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty
            else {
                throw Silent()
            }
            heading += byte
        }
        let text = String(decoding: heading, as: UTF8.self)
        let length = text.firstMatch(of: #/(?i)Content-Length: (\d+)/#).flatMap { Int($0.1) } ?? 0
        var body = Data()
        while body.count < length {
            let more = try output.fileHandleForReading.read(upToCount: length - body.count)
            guard let more, !more.isEmpty else { throw Silent() }
            body += more
        }
        return try JSONSerialization.jsonObject(with: body) as? [String: Any] ?? [:]
    }
}
