import Foundation
import Testing

@testable import Walkthrough

@Suite("Code is told apart, to be colored")
struct CodeHighlightingTests {
    /// The parts that are of a kind, line after line.
    private func parts(
        _ kind: CodeHighlighting.Kind, of code: String, _ language: CodeHighlighting.Language
    ) -> [String] {
        var highlighting = CodeHighlighting(language)
        return code.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { highlighting.spans(of: String($0)) }
            .filter { $0.kind == kind }.map(\.text)
    }

    @Test("Keywords of Swift, but no members, labels and names in backticks")
    func keywords() {
        let code = """
            @discardableResult func decode(_ type: any Decoder.Type) throws -> Self? {
                guard let value = try? container.decode(Int.self, in: box) else { return nil }
                decoder.strategy = .default
                switch value { case 1: super.init(`class`) default: break }
                #if os(Linux)
            }
            """
        #expect(
            parts(.keyword, of: code, .swift) == [
                "@discardableResult", "func", "any", "throws", "guard", "let", "try", "self",
                "else", "return", "nil", "switch", "case", "super", "init", "default", "break",
                "#if",
            ])
        #expect(parts(.type, of: code, .swift) == ["Decoder", "Type", "Self", "Int", "Linux"])
    }

    @Test("Strings with escapes, interpolations and hashes")
    func strings() {
        let code = ##"""
            show("a \" b", "", "\(names["x"] ?? "none")!")
            let raw = #"{"id": "\n"}"# + ##"a "# b"##
            """##
        #expect(
            parts(.string, of: code, .swift) == [
                #""a \" b""#, #""""#, #""\(names["x"] ?? "none")!""#, ##"#"{"id": "\n"}"#"##,
                ###"##"a "# b"##"###,
            ])
    }

    @Test("A string of several lines ends where its quotes are, and a comment inside it is text")
    func longStrings() {
        let code = ##"""
            let document = #"""
                { "name": 1 } // no comment
                """
                """# + "end"
            let two = 2
            """##
        #expect(
            parts(.string, of: code, .swift) == [
                ##"#""""##, #"    { "name": 1 } // no comment"#, #"    """"#, ##"    """#"##,
                #""end""#,
            ])
        #expect(parts(.keyword, of: code, .swift) == ["let", "let"])
    }

    @Test("Comments to the end of the line")
    func comments() {
        let code = """
            a // let "one"
            let b = "// two"
            """
        #expect(parts(.comment, of: code, .swift) == ["// let \"one\""])
    }

    @Test("Numbers, and not the dots of a range or digits in a name")
    func numbers() {
        let code = "0x1F_A 1.5e-3 0...9 v2 -7 1_000.count $0"
        #expect(
            parts(.number, of: code, .swift) == ["0x1F_A", "1.5e-3", "0", "9", "7", "1_000"])
    }

    @Test("JSON has keys, strings, numbers and three literals")
    func json() {
        let document = """
            {
              "a \\" b" : ["x", -1.5e+3, true, null],
              "": {}
            }
            """
        #expect(parts(.key, of: document, .json) == [#""a \" b""#, #""""#])
        #expect(parts(.string, of: document, .json) == [#""x""#])
        #expect(parts(.number, of: document, .json) == ["-1.5e+3"])
        #expect(parts(.keyword, of: document, .json) == ["true", "null"])
    }

    @Test("No character is lost, whatever the text is")
    func everything() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let sources = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "swift" }
        #expect(!sources.isEmpty)
        for source in sources {
            let text = try String(contentsOf: source, encoding: .utf8)
            var swift = CodeHighlighting(.swift)
            var json = CodeHighlighting(.json)
            for line in text.split(separator: "\n") {
                #expect(swift.spans(of: String(line)).map(\.text).joined() == line)
                #expect(json.spans(of: String(line)).map(\.text).joined() == line)
            }
        }
    }
}
