import DecodingExplainer
import Foundation
import Testing

/// A small generator whose numbers are the same in each run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Explains the error of decoding `document`, if there is one, and checks what always holds.
private func checkExplanation<Value: Decodable>(
    decoding type: Value.Type,
    from document: Data,
    width: Int = 80
) throws {
    do {
        _ = try JSONDecoder().decode(type, from: document)
    } catch {
        let explanation = Explanation(of: error, in: document)
        try #require(
            explanation.headline.hasPrefix(explanation.kind.rawValue + ":")
                || explanation.headline.hasPrefix(explanation.kind.rawValue + " at "))
        try #require(!explanation.lines(width: width).isEmpty)
        guard let excerpt = explanation.excerpt, !startsLikeWideEncoding(document) else { return }
        let lines = document.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        try #require(lines.indices.contains(excerpt.line - 1), "\(explanation)")
        let characters = String(decoding: lines[excerpt.line - 1], as: UTF8.self).count
        try #require((1...characters + 1).contains(excerpt.column), "\(explanation)")
    }
}

private func startsLikeWideEncoding(_ document: Data) -> Bool {
    document.prefix(4).contains { $0 == 0 || $0 >= 0xFE }
}

@Suite struct ExplainRobustness {
    private static let alphabet =
        Array("{}[],:\"\\ \n\t-+.eE019tfnuax_'/<".utf8) + [0, 0x80, 0xE9, 0xFF]

    private static func mutate(_ document: Data, using generator: inout SplitMix) -> Data {
        var bytes = Array(document)
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &generator)
            let byte = alphabet[Int.random(in: alphabet.indices, using: &generator)]
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes.remove(at: index)
            case 1: bytes.insert(byte, at: index)
            case 2: bytes.removeSubrange(index..<min(index + 20, bytes.count))
            case 3: bytes.insert(contentsOf: bytes[index..<min(index + 20, bytes.count)], at: index)
            case 4: bytes.removeLast(bytes.count - index)
            default: bytes[index] = byte
            }
        }
        return Data(bytes)
    }

    @Test func mutatedDocuments() throws {
        var generator = SplitMix(state: 2025)
        let launch = Data(ExplainFixtures.launch.utf8)
        let museumObject = Data(ExplainFixtures.museumObject.utf8)
        let page = Data(ExplainFixtures.beerList.utf8)
        #expect(throws: Never.self) {
            _ = try JSONDecoder().decode(ExplainFixtures.Launch.self, from: launch)
            _ = try JSONDecoder().decode(ExplainFixtures.MuseumObject.self, from: museumObject)
            _ = try JSONDecoder().decode(ExplainFixtures.BeerList.self, from: page)
        }
        let isQuick = ProcessInfo.processInfo.environment["TESTS"] != "all"
        for _ in 0..<(isQuick ? 340 : 3_400) {
            try checkExplanation(
                decoding: ExplainFixtures.Launch.self, from: Self.mutate(launch, using: &generator))
            try checkExplanation(
                decoding: ExplainFixtures.MuseumObject.self,
                from: Self.mutate(museumObject, using: &generator))
            try checkExplanation(
                decoding: ExplainFixtures.BeerList.self, from: Self.mutate(page, using: &generator))
        }
    }

    @Test func everyPrefix() throws {
        let document = Data(ExplainFixtures.launch.utf8)
        let end = try #require(document.lastIndex(of: UInt8(ascii: "}")))
        for length in 1..<end {
            let explanation = try explain(ExplainFixtures.Launch.self, document.prefix(length))
            #expect(explanation.headline.contains("ends too early"))
            try checkExplanation(
                decoding: ExplainFixtures.Launch.self, from: document.prefix(length))
        }
    }

    @Test func errorsInADocumentThatIsNotTheirs() throws {
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode(
                [ExplainFixtures.Launch].self,
                from: Data("[\(ExplainFixtures.launch), {\"flight_number\": 1}]".utf8))
        }
        for document in [
            ExplainFixtures.launch, ExplainFixtures.museumObject, ExplainFixtures.beerList, "", "7",
            "[[[", "[1, {",
        ] {
            #expect(
                Explanation(of: error, in: Data(document.utf8)).headline
                    == #"keyNotFound: no key "mission_name" in [1]"#)
        }
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
    func deepNestingUnclosed(opening: String) throws {
        let document = String(repeating: opening, count: 100_000)
        let explanation = try explain([Int].self, document)
        #expect(explanation.code == .tooDeep)
        #expect(explanation.column == opening.count * (opening == "[{\"a\":" ? 256 : 512) + 1)
    }

    @Test(arguments: [("[", "", "]"), ("{\"a\":", "0", "}")])
    func deepNestingClosed(opening: String, inner: String, closing: String) throws {
        let document =
            String(repeating: opening, count: 100_000) + inner
            + String(repeating: closing, count: 100_000)
        let explanation = try explain([Int].self, document)
        #expect(explanation.headline.contains("nested deeper than 512 levels"))
    }

    @Test func randomBytes() throws {
        var generator = SplitMix(state: 7)
        for round in 0..<1_000 {
            let count = Int.random(in: 0...40, using: &generator)
            let bytes = (0..<count).map { _ in
                round.isMultiple(of: 2)
                    ? UInt8.random(in: .min ... .max, using: &generator)
                    : Self.alphabet[Int.random(in: Self.alphabet.indices, using: &generator)]
            }
            try checkExplanation(decoding: [String: Int].self, from: Data(bytes), width: 10)
        }
    }
}
