import DecodingExplainer
import Foundation
import Testing

/// A document that this test writes, with one fault in it, whose place is therefore known.
struct PlantedFault: CustomTestStringConvertible {
    var document = ""
    var kind = Explanation.Kind.typeMismatch
    /// The character of the document that is to be marked; its count for the end.
    var offset = 0
    /// What the headline has to contain.
    var headline = ""
    var type: any Decodable.Type = Node.self

    var testDescription: String { "\(kind) in \(document.debugDescription)" }

    /// The line and the column of the fault, counted by the characters before it.
    var place: (line: Int, column: Int) {
        let before = document.prefix(offset)
        let line = before.split(omittingEmptySubsequences: false) { $0.isNewline }.last ?? ""
        return (before.count { $0.isNewline } + 1, line.count + 1)
    }
}

/// Any document of the shape that the generator writes: objects with a required `id`.
private struct Node: Decodable {
    let id: Int
    let name: String?
    let flag: Bool?
    let ratio: Double?
    let list: [Int8]?
    let nodes: [Node]?
    let child: Box?
    let home: URL?
    let style: Style?

    enum CodingKeys: String, CodingKey {
        case id, name, flag, ratio, list, nodes, home, style
        case child = "the \"child\" 🧒"
    }

    final class Box: Decodable {
        let node: Node
        init(from decoder: any Decoder) throws { node = try Node(from: decoder) }
    }

    enum Style: String, Decodable { case ale }
}

/// Writes a document with one fault. The same seed gives the same document.
struct FaultPlanter {
    enum Fault: CaseIterable {
        case wrongType, null, missingKey, unknownCase, badURL, fraction, tooLarge
        case missingComma, missingColon, secondComma, wrongBracket, noQuotes, cut
        case badEscape, rawTab, python
    }

    private var generator: SplitMix
    private let fault: Fault
    private let newline: String
    private let indent: String
    private var planted = PlantedFault()
    /// How many nodes are still to be written before the one with the fault.
    private var nodesBefore: Int
    private var isDone = false
    private var depth = 0

    init(seed: UInt64, fault: Fault) {
        generator = SplitMix(state: seed)
        self.fault = fault
        newline = ["", "\n", "\r\n", "\n"].randomElement(using: &generator) ?? ""
        indent = ["", "  ", "\t", " \t"].randomElement(using: &generator) ?? ""
        nodesBefore = Int.random(in: 0...6, using: &generator)
    }

    static func plant(seed: UInt64, fault: Fault) -> PlantedFault {
        var planter = FaultPlanter(seed: seed, fault: fault)
        let isList = Bool.random(using: &planter.generator)
        planter.planted.type = isList ? [Node].self : Node.self
        if isList { planter.write("[") }
        repeat {
            planter.breakLine()
            planter.writeNode(isLast: !isList)
            // The nodes of a list go on until the fault is in one of them.
            if isList, !planter.isDone { planter.write(",") }
        } while !planter.isDone
        planter.breakLine()
        if isList { planter.write("]") }
        if fault == .cut {
            let whole = planter.planted.document
            let end = whole.lastIndex { $0 == "}" || $0 == "]" } ?? whole.endIndex
            let start = whole[..<end].lastIndex { !$0.isWhitespace } ?? whole.startIndex
            planter.planted.document = String(whole[...start])
            planter.planted.offset = planter.planted.document.count
        }
        return planter.planted
    }

    private mutating func write(_ text: String) { planted.document += text }

    private mutating func breakLine() {
        write(newline + String(repeating: indent, count: depth))
    }

    private mutating func space() {
        if Int.random(in: 0...2, using: &generator) == 0 { write(" ") }
    }

    private mutating func mark(_ kind: Explanation.Kind, _ headline: String) {
        planted.kind = kind
        planted.headline = headline
        planted.offset = planted.document.count
        isDone = true
    }

    private mutating func key(_ key: String) {
        // Keys may be written with escapes: they are the same keys.
        let escaped = key.unicodeScalars.map { scalar -> String in
            if scalar == "\"" { return "\\\"" }
            guard scalar.value < 0x80, Int.random(in: 0...5, using: &generator) == 0 else {
                return String(scalar)
            }
            return "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
        }
        write("\"\(escaped.joined())\"")
        space()
        write(":")
        space()
    }

    private mutating func string() -> String {
        let pieces = [
            "a", "日本", "🍺", "e\u{301}", "👩‍🚀", "\\n", "\\\"", "\\ud83d\\ude00", "ß", "{", "]", ",",
            "//",
            "  ", "'", "ﷺ", "👍🏽", "🇨🇿",
        ]
        let count = Int.random(in: 0...8, using: &generator)
        return (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    private mutating func comma() {
        write(",")
        if Bool.random(using: &generator) { breakLine() } else { space() }
    }

    /// Writes a node, with the fault in it if enough nodes came before.
    private mutating func writeNode(isLast: Bool) {
        let isFaulty = nodesBefore <= 0
        nodesBefore -= 1
        let start = planted.document.count
        write("{")
        depth += 1
        breakLine()
        if isFaulty, fault == .missingKey {
            planted.offset = start
            planted.kind = .keyNotFound
            planted.headline = "keyNotFound: no key \"id\""
            isDone = true
        } else {
            key("id")
            write("\(Int.random(in: -9...99, using: &generator))")
            comma()
        }
        key("name")
        write("\"\(string())\"")
        comma()
        key("unknown \(string().filter { $0.isLetter })")
        write("[[], {}, \"\(string())\", [{\"id\": null}]]")
        if Bool.random(using: &generator) {
            comma()
            // The first of two equal keys counts.
            key("name")
            write("true")
        }
        if isFaulty, fault != .missingKey {
            plantFault()
        } else if !isDone, isLast || Int.random(in: 0...2, using: &generator) == 0 {
            comma()
            writeChildren(isLast: isLast)
        }
        depth -= 1
        breakLine()
        if isFaulty, fault == .wrongBracket {
            mark(.dataCorrupted, "a ] is where a } is needed")
            write("]")
        } else {
            write("}")
        }
    }

    private mutating func writeChildren(isLast: Bool) {
        if Bool.random(using: &generator) {
            key("the \"child\" 🧒")
            writeNode(isLast: isLast)
        } else {
            key("nodes")
            write("[")
            let count = Int.random(in: 1...3, using: &generator)
            for index in 1...count {
                if index > 1 { comma() }
                writeNode(isLast: isLast && index == count)
                if isDone { break }
            }
            write("]")
        }
    }

    private mutating func plantFault() {
        switch fault {
        case .wrongType:
            comma()
            key("flag")
            mark(.typeMismatch, "expected Bool, found")
            write(["\"\(string())\"", "1", "[true]", "{}"].randomElement(using: &generator) ?? "")
        case .null:
            comma()
            key("list")
            write("[1, ")
            mark(.valueNotFound, "expected Int8, found null")
            write("null, 3]")
        case .unknownCase:
            comma()
            key("style")
            mark(.dataCorrupted, "found the string")
            write("\"x\(string())\"")
        case .badURL:
            comma()
            key("home")
            mark(.dataCorrupted, "found the string \"\". Invalid URL")
            write("\"\"")
        case .fraction:
            comma()
            key("list")
            write("[1, ")
            mark(.dataCorrupted, "the number 7.25 at")
            write("7.25]")
        case .tooLarge:
            comma()
            key("list")
            write("[127, -128, ")
            mark(.dataCorrupted, "the number 300 at")
            write("300]")
        case .missingComma:
            space()
            write(" ")
            mark(.dataCorrupted, "a comma is missing")
            write("\"flag\": true")
        case .missingColon:
            comma()
            write("\"flag\" ")
            mark(.dataCorrupted, "a colon is missing")
            write("true")
        case .secondComma:
            comma()
            mark(.dataCorrupted, "a key is missing")
            write(", \"flag\": true")
        case .noQuotes:
            comma()
            mark(.dataCorrupted, "the key flag has no quotes")
            write("flag: true")
        case .badEscape:
            comma()
            key("name")
            // The name that counts is the first, so the value is read where it is the only one.
            write("null")
            comma()
            key("home")
            write("\"日本")
            mark(.dataCorrupted, "the escape \\q does not exist")
            write("\\q\"")
        case .rawTab:
            comma()
            key("home")
            write("\"🍺 ")
            mark(.dataCorrupted, "a raw tab in a string")
            write("\t\"")
        case .python:
            comma()
            key("flag")
            mark(.dataCorrupted, "True is not a JSON value")
            write("True")
        case .cut:
            mark(.dataCorrupted, "the document ends too early")
        case .missingKey, .wrongBracket:
            isDone = true
        }
    }
}

@Suite("A fault that the test has planted is marked at its very place")
struct ExplainFaultTable {
    @Test("In every document", arguments: FaultPlanter.Fault.allCases)
    func places(fault: FaultPlanter.Fault) throws {
        for seed in UInt64(1)...32 {
            let planted = FaultPlanter.plant(seed: seed, fault: fault)
            try check(planted)
        }
    }

    private func check(_ planted: PlantedFault) throws {
        let data = Data(planted.document.utf8)
        let error = try #require(throws: DecodingError.self, "\(planted.document)") {
            try JSONDecoder().decode(planted.type, from: data)
        }
        let explanation = Explanation(of: error, in: data, decodedAs: planted.type)
        let comment: Comment = "\(explanation)\n\(planted.document)"
        #expect(explanation.kind == planted.kind, comment)
        #expect(explanation.headline.contains(planted.headline), comment)
        #expect(explanation.line == planted.place.line, comment)
        #expect(explanation.column == planted.place.column, comment)
        // The marker is printed under the very character, whatever is cut away.
        guard planted.offset < planted.document.count else { return }
        let marked = Array(planted.document)[planted.offset]
        for width in [30, 80] {
            let text = try #require(explanation.markedText(width: width), comment)
            #expect(text.first == (marked == "\t" ? " " : marked), comment)
        }
    }
}
