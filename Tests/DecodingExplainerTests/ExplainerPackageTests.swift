import Foundation
import Testing

/// Builds a package that depends on this one, with the very lines that its README.md gives, and runs it: half
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

    @Test(
        "A package that uses every part builds, whatever the environment says, and so do the articles"
    )
    func everyPart() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("explainer-\(UUID().uuidString)")
        let package = folder.appendingPathComponent("EveryPart")
        defer { try? FileManager.default.removeItem(at: folder) }
        try copyThisPackage(to: folder.appendingPathComponent("codable-workbook"))

        let snippets = try articleSnippets()
        try #require(snippets.count >= 6)
        var sources = snippets.enumerated().map {
            ("Snippet\($0.offset)/Snippet.swift", $0.element)
        }
        sources.append(("EveryPart/main.swift", Self.everyPart))
        let check = try #require(snippets.first { $0.contains("func isSafeToDecode") })
        sources.append(("EveryPart/Check.swift", check))
        for (path, text) in sources {
            let file = package.appendingPathComponent("Sources/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let product = #".product(name: "DecodingExplainer", package: "codable-workbook")"#
        let targets = snippets.indices.map {
            #"        .target(name: "Snippet\#($0)", dependencies: [\#(product)]),"#
        }
        let manifest = """
            // swift-tools-version: 6.3
            import PackageDescription
            let package = Package(
                name: "EveryPart", platforms: [.macOS(.v15)],
                dependencies: [.package(path: "../codable-workbook")],
                targets: [
            \(targets.joined(separator: "\n"))
                    .executableTarget(name: "EveryPart", dependencies: [\(product)]),
                ])
            """
        try manifest.write(
            to: package.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
        // Names that somebody's environment may have, with values that this package would refuse.
        let environment = [
            "EXERCISE": "1", "CHECKS": "program", "TESTS": "1", "ANSWERS": "/no/such/folder",
        ]
        try run(["swift", "build", "--quiet"], in: package, environment)
        let output = try run(["swift", "run", "--quiet", "EveryPart"], in: package, environment)
        #expect(output.hasSuffix("every part\n"), "\(output)")
        #expect(!output.contains("warning:"))
    }

    /// The code in the articles, each with imports of its own.
    private func articleSnippets() throws -> [String] {
        let catalog = Self.root.appendingPathComponent(
            "Sources/DecodingExplainer/DecodingExplainer.docc")
        let names = try FileManager.default.contentsOfDirectory(atPath: catalog.path).sorted()
        return try names.filter { $0.hasSuffix(".md") }.flatMap { name in
            let text = try String(
                contentsOf: catalog.appendingPathComponent(name), encoding: .utf8)
            return text.components(separatedBy: "```swift\n").dropFirst()
                .map { $0.components(separatedBy: "```")[0] }
        }
    }

    private static let everyPart = """
        import DecodingExplainer
        import ExplanationReports
        import Foundation

        struct Sold: LocalizedError {
            var recoverySuggestion: String? { "Leave it out." }
        }
        let text = "[1,\\n 1.5]"
        let document = Data(text.utf8)
        let decoder = JSONDecoder()
        do {
            _ = try decoder.decode([Int].self, from: document)
        } catch {
            let all = [
                Explanation(of: error), Explanation(of: error, in: document),
                Explanation(of: error, in: text),
                Explanation(of: error, in: document, named: "a", firstLine: 3, by: decoder),
                Explanation(of: error, in: document, decodedAs: [Int].self, by: decoder),
                Explanation(of: Sold()),
            ]
            for copy in all {
                let parts: [Any?] = [
                    copy.kind, copy.code, copy.code.summary, copy.headline, copy.found, copy.foundKind,
                    copy.expected, copy.source, copy.line, copy.column, copy.byteRange, copy.advice,
                    copy.excerpt?.label, copy.excerpt?.lines.map(\\.text), copy.excerpt?.rendered(width: 60),
                    copy.codingPath.components, copy.codingPath.pointer,
                    copy.codingPath.withoutIndexes, copy.codingPath.description, copy.codingPath.isEmpty,
                    copy.lines(width: 60, includesAdvice: false), copy.redacted.diagnostic,
                ]
                precondition(parts.count == 22)
            }
            precondition(all[3].line == 4 && all[5].advice == "Leave it out.")
        }
        let everything = Explanation.all(in: document, decodedAs: [Int].self, by: decoder, limit: 3)
        precondition(everything.count == 1)
        do throws(Explanation) {
            _ = try decoder.decode([Int].self, explaining: document, named: "a")
        } catch {
            precondition(error.line == 2 && error.recoverySuggestion != nil)
        }
        func isSafe(_ text: String) -> Bool { isSafeToDecode(Data(text.utf8)) }
        precondition(isSafe(#"[1e+5, -2, "[[+\\"+", {"a": 1e-7}]"#) && isSafe("+1"))
        precondition(!isSafe("[1e+]") && !isSafe("{a:1e+}") && !isSafe("1e-") && !isSafe("[-]"))
        precondition(isSafe(String(repeating: "[", count: 100)))
        precondition(!isSafe(String(repeating: "[", count: 101)))
        print("every part")

        """

    /// The three lines of a manifest and the two lines of code in the explainer's README.md.
    private func readme() throws -> (manifest: [String], code: [String]) {
        let text = try String(
            contentsOf: Self.root.appendingPathComponent("Sources/DecodingExplainer/README.md"),
            encoding: .utf8)
        let code = text.split(separator: "\n").filter { $0.hasPrefix("    ") }
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
    private func run(
        _ command: [String], in folder: URL, _ environment: [String: String] = [:]
    ) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.filter { name, _ in
            !["ANSWERS", "EXERCISE", "CHECKS", "TESTS"].contains(name) && !name.hasPrefix("GIT_")
        }
        .merging(environment) { $1 }
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
