import DecodingExplainer
import Foundation
import Testing
import Walkthrough

@testable import Lesson16

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Lesson 16 · Answers that arrive in pieces")
struct Lesson16Tests {
    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        try await checkPages(of: Lesson16.self)
    }

    @Test("A receiver gets all bytes of a response, and the error of one that is not there")
    func receiver() async throws {
        let pieces = [Data("a".utf8), Data(repeating: 7, count: 100_000), Data("b".utf8)]
        let server = try LoopbackServer(sendingInPieces: pieces)
        for _ in pieces { server.sendNext() }
        #expect(try await receive(server.url) == Data(pieces.joined()))
        await #expect(throws: URLError.self) { try await receive(server.url) }
    }

    @Test(
        "A reader finds the same lines, whatever ends them and wherever they are cut",
        arguments: ["\n", "\r\n", "\r"])
    func lines(end: String) {
        let document = Data("a\(end)\(end)Kölsch 🚂\(end)b".utf8)
        for cut in 0...document.count {
            var reader = LineReader()
            let lines =
                reader.lines(in: document.prefix(cut))
                + reader.lines(in: document.dropFirst(cut))
            #expect(lines == ["a", "", "Kölsch 🚂"].map { Data($0.utf8) }, "cut after \(cut)")
        }
    }

    @Test("Events have a name, joined data and an end")
    func events() {
        let stream = """
            data: lost without data: no
            :comment
            datas: x

            event: only a name

            data
            event:e
            data:  two

            data: without an end
            """
        for cut in 0...stream.utf8.count {
            var reader = EventReader()
            let bytes = Data(stream.utf8)
            let events =
                reader.events(in: bytes.prefix(cut))
                + reader.events(in: bytes.dropFirst(cut))
            #expect(events.map(\.name) == ["message", "e"])
            #expect(
                events.map { String(decoding: $0.data, as: UTF8.self) }
                    == ["lost without data: no", "\n two"])
        }
    }

    @Test("A document is the whole answer, or what is in one fence")
    func documents() throws {
        #expect(try document(in: "[1]") == Data("[1]".utf8))
        #expect(try document(in: "a\n```\n[\n1]\n```") == Data("[\n1]".utf8))
        for answer in ["```\n[1]", "```\n[1]\n```\n```", "```"] {
            #expect(throws: NoDocument.self) { try document(in: answer) }
        }
    }

    @Test("What is no whole object is refused, wherever it was cut")
    func cutObjects() {
        let object = Data(#"{"tap": 1, "glasses": 12, "note": "}{"}"#.utf8)
        for length in 0..<object.count {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(Wish.self, from: object.prefix(length))
            }
        }
        #expect(throws: Never.self) { try JSONDecoder().decode(Int.self, from: Data("1".utf8)) }
    }

    @Test(
        "A number that is out of its range is refused at its key",
        arguments: [
            (#"{"tap": -1, "glasses": 1}"#, "tap"), (#"{"tap": 2, "glasses": 1}"#, "tap"),
            (#"{"tap": 0, "glasses": 0}"#, "glasses"), (#"{"tap": 0, "glasses": 13}"#, "glasses"),
        ])
    func contract(arguments: String, path: String) {
        let failure = failure { try decode(Pour.self, arguments) }
        #expect(failure?.kind == .dataCorrupted)
        #expect(failure?.codingPath.description == path)
        #expect(reply(to: arguments).contains(path))
    }

    @Test(
        "Bytes that end the decoder: 513 times [, 512 objects and [, and a sign of JSON5",
        .swift63OnLinux)
    func bytesThatEndTheDecoder() throws {
        let objects = String(repeating: #"{"a":"#, count: 512)
        let fatal = [String(repeating: "[", count: 513), objects + "["]
        let utf16 = try #require(fatal[0].data(using: .utf16LittleEndian))
        for document in fatal.map({ Data($0.utf8) }) + [utf16] {
            #expect(try ChildDecode.ending(with: document).hasPrefix("signal "))
            #expect(throws: Gate.Refusal.self) { try Gate().checked(document) }
        }
        for harmless in [fatal[0] + " ", fatal[0] + "[", objects + "{"] {
            #expect(try ChildDecode.ending(with: Data(harmless.utf8)) == "an error")
        }
        let exponent = Data("{a:1e+}".utf8)
        let ending = try ChildDecode.ending(with: exponent, allowsJSON5: true)
        #expect(ending.hasPrefix("signal "))
        #expect(try ChildDecode.ending(with: exponent) == "an error")
        #expect(throws: Never.self) { try Gate().checked(exponent) }
        #expect(try ChildDecode.ending(with: Data(#"{"a": 1}"#.utf8)) == "a value")
    }

    @Test("The gate counts bytes and levels, and knows where a string ends")
    func gate() throws {
        let gate = Gate(bytes: 30, levels: 2)
        let passing = [
            "[[1], [2], [3]]", #"{"a": "[[[[", "b": [1]}"#, #"["\"[[[["]"#, #"["\\", [1]]"#, "]]]",
            "",
            String(repeating: "1", count: 30),
        ]
        for document in passing {
            #expect(try gate.checked(Data(document.utf8)) == Data(document.utf8))
        }
        let refused = ["[[[", #"["\\", [[1]]]"#, String(repeating: "1", count: 31), "[1]\0"]
        for document in refused {
            #expect(throws: Gate.Refusal.self) { try gate.checked(Data(document.utf8)) }
        }
        #expect(throws: Gate.Refusal.self) { try gate.checked(Data([0x22, 0xFF, 0x22])) }
    }

    @Test("A decoder reads UTF-16, and passes over a key that is not UTF-8", .swift63OnLinux)
    func otherEncodings() throws {
        let wide = try #require(#"{"tap": 1, "glasses": 2}"#.data(using: .utf16LittleEndian))
        #expect(try JSONDecoder().decode(Wish.self, from: wide).glasses == 2)
        let broken =
            Data(#"{"tap": 1, "glasses": 2, "x": ""#.utf8) + Data([0xFF]) + Data("\"}".utf8)
        #expect(try JSONDecoder().decode(Wish.self, from: broken).glasses == 2)
    }

    @Test("A decoder's text may quote what it has read")
    func textsQuote() {
        enum Kind: String, Decodable {
            case guest
        }
        do {
            _ = try decode([Kind].self, #"["my password"]"#)
        } catch {
            #expect("\(error)".contains("my password"))
            #expect(logLine(for: error) { "\($0.count)" } == "dataCorrupted at 1")
        }
    }

    @Test("The finished model reads a call, and looks at the bytes first")
    func finishedModel() throws {
        let call = #"{"name": "pour", "arguments": "{\"tap\": 1, \"glasses\": 2}"}"#
        let request = try #require(try Lesson16.decode(Data(call.utf8)) as? Request)
        guard case .pour(let pour) = request.call else {
            Issue.record("\(request.call)")
            return
        }
        #expect(pour.beer == "Kölsch")
        #expect(pour.glasses == 2)
        let list = try Lesson16.decode(Data(#"[{"name": "bill", "arguments": ""}]"#.utf8))
        #expect((list as? [Request])?.count == 1)
        let deep = Data(String(repeating: "[", count: 65).utf8)
        #expect(throws: Gate.Refusal.self) { try Lesson16.decode(deep) }
    }

    private func receive(_ url: URL) async throws -> Data {
        let receiver = PieceReceiver()
        let session = URLSession(
            configuration: .ephemeral, delegate: receiver, delegateQueue: nil)
        session.dataTask(with: url).resume()
        session.finishTasksAndInvalidate()
        var received = Data()
        for try await piece in receiver.pieces {
            received += piece
        }
        return received
    }
}
