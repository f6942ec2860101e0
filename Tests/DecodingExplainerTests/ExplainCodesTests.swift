import DecodingExplainer
import ExplanationReports
import Foundation
import Testing

@Suite("The table of codes")
struct ExplainCodes {
    private struct Row {
        let code: String
        let type: String
        let document: String
    }

    private struct Beer: Decodable { let name: String }
    private enum Style: String, Decodable { case ale }
    private struct Even: Decodable, Sendable {
        init(from decoder: any Decoder) throws {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "Odd."))
        }
    }
    private struct Tap: Decodable {
        init(from decoder: any Decoder) throws {
            throw CancellationError()
        }
    }
    private struct Pair: Decodable, Sendable {
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            _ = try (container.decode(Int.self), container.decode(Int.self))
        }
    }

    private static let types: [String: any (Decodable & Sendable).Type] = [
        "Int": Int.self, "String": String.self, "Date": Date.self, "URL": URL.self,
        "Data": Data.self, "UUID": UUID.self, "Beer": Beer.self, "Style": Style.self,
        "Even": Even.self, "Pair": Pair.self, "Tap": Tap.self,
    ]

    private func rows() throws -> [Row] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent(
                "../../Sources/DecodingExplainer/DecodingExplainer.docc/Codes.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            let cells = line.split(separator: "|").map {
                String($0.trimmingCharacters(in: [" "]).drop { $0 == "`" })
            }
            func code(_ index: Int) -> String {
                cells[index].hasSuffix("`") ? String(cells[index].dropLast()) : cells[index]
            }
            return Row(code: code(0), type: code(2), document: code(3))
        }
    }

    @Test("Every code is in it, in their order")
    func complete() throws {
        #expect(try rows().map(\.code) == Explanation.Code.all.map(\.rawValue))
    }

    @Test("Each example has its code")
    func examples() throws {
        for row in try rows() where !row.type.isEmpty {
            let type = try #require(Self.types[row.type], "\(row)")
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            let document = Data(row.document.utf8)
            let error = try #require(throws: (any Error).self, "\(row)") {
                try decoder.decode(type, from: document)
            }
            let explanation = Explanation(of: error, in: document, decodedAs: type, by: decoder)
            #expect(explanation.code.rawValue == row.code, "\(row)")
        }
    }

    @Test("Those that no line of a table shows")
    func others() throws {
        let nan = try #require(throws: EncodingError.self) {
            try JSONEncoder().encode([Double.nan])
        }
        #expect(Explanation(of: nan).code == .cannotEncode)
        #expect(try explain(String.self, Data([0x22, 0xE9, 0x22])).code == .invalidUTF8)
        #expect(try explain(String.self, "\"\t\"").code == .controlCharacter)
        let wide = try #require("[1]".data(using: .utf32))
        #expect(try explain([Int].self, wide).code == .wrongEncoding)
        #expect(try explain(Int.self, String(repeating: "[", count: 600)).code == .tooDeep)
        #expect(try explain(Int.self, Data([0x1F, 0x8B, 8])).code == .binaryData)
        #expect(try explain(Int.self, "```json\n1\n```").code == .fence)
        #expect(try explain(Even.self, "3").code == .refusedValue)
        #expect(try explain([Int].self, "[1.5, 2.5]").code == .refusedDocument)
    }

    @Test("A code of a later version is read, and keeps its name")
    func laterCode() throws {
        let code = try JSONDecoder().decode(Explanation.Code.self, from: Data("\"brand-new\"".utf8))
        #expect(code.rawValue == "brand-new")
        #expect(!Explanation.Code.all.contains(code))
        #expect(Explanation.Code(rawValue: "null") == .null)
    }

    @Test("Each has words of its own for a log")
    func summaries() {
        let summaries = Explanation.Code.all.map(\.summary)
        #expect(Set(summaries).count == summaries.count)
    }
}
