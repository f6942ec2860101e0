import Foundation
import Testing

/// Builds a package that depends on this one, with the very lines that README.md gives, and runs it: half
/// a minute's work.
@Suite(
    "In a package of one's own", .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["TESTS"] == "all"))
struct ExplainerPackageTests {
    enum Origin: CaseIterable {
        /// A folder beside the package.
        case path
        /// A version of a Git repository, as packages are published.
        case version
    }

    @Test("The lines of README.md are all that it takes", arguments: Origin.allCases)
    func package(origin: Origin) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("explainer-\(UUID().uuidString)")
        let package = folder.appendingPathComponent("Launches")
        let sources = package.appendingPathComponent("Sources/Launches")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        let (manifest, code) = try readme()
        try copyThisPackage(to: folder.appendingPathComponent("codable-workbook"))
        var lines = manifest
        if origin == .version {
            let script = """
                git init -q . && git add -A && git -c user.name=A -c user.email=a@b.example \
                -c commit.gpgsign=false commit -qm 1 && git tag 1.0.0
                """
            try run(["bash", "-c", script], in: folder.appendingPathComponent("codable-workbook"))
            lines = lines.map { line in
                line.replacing(
                    #"path: "../codable-workbook""#,
                    with: #"url: "file://\#(folder.path)/codable-workbook", from: "1.0.0""#)
            }
        }
        let head = ["// swift-tools-version: 6.3", "import PackageDescription"]
        let all = head + ["let package = Package(", #"    name: "Launches","#] + lines + [")", ""]
        try all.joined(separator: "\n").write(
            to: package.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
        let program = """
            import Foundation
            \(code[0])
            let document = Data("[\\n {\\"name\\": 1}]".utf8)
            do {
                _ = try JSONDecoder().decode([[String: String]].self, from: document)
            } catch {
                \(code[1])
                let parts = Explanation(of: error, in: document)
                print(parts.kind, parts.codingPath, parts.line ?? 0, parts.column ?? 0)
                print(parts.found ?? "", parts.expected ?? "", parts.advice != nil, separator: ", ")
            }

            """
        try program.write(
            to: sources.appendingPathComponent("main.swift"), atomically: true, encoding: .utf8)
        let output = try run(
            ["swift", "run", "--quiet", "--disable-dependency-cache", "--cache-path", "../cache"],
            in: package)
        #expect(output.contains("typeMismatch at [0].name: expected String, found the number 1\n"))
        #expect(output.contains("    2 │  {\"name\": 1}]\n"))
        #expect(output.contains("\ntypeMismatch [0].name 2 11\n"))
        #expect(output.contains("\nthe number 1, String, true\n"))
        #expect(!output.contains("warning:"))
    }

    /// The three lines of a manifest and the two lines of code in the chapter of README.md.
    private func readme() throws -> (manifest: [String], code: [String]) {
        let text = try String(
            contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        let start = try #require(text.range(of: "\n## In your own project\n"))
        let chapter = text[start.upperBound...].split(separator: "\n## ")[0]
        let code = chapter.split(separator: "\n").filter { $0.hasPrefix("    ") }
            .map { String($0.dropFirst(4)) }
        try #require(code.count >= 5)
        return (Array(code[..<3]), Array(code[3..<5]))
    }

    private static var root: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
    }

    private func copyThisPackage(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = "tar -cf - --exclude=.build --exclude=.git . | tar -xf - -C '\(folder.path)'"
        try run(["bash", "-c", script], in: Self.root)
    }

    @discardableResult
    private func run(_ command: [String], in folder: URL) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.filter { name, _ in
            !["ANSWERS", "EXERCISE", "CHECKS", "TESTS"].contains(name) && !name.hasPrefix("GIT_")
        }
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(
            decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(command.joined(separator: " "))\n\(output)")
        return output
    }
}
