import DecodingExplainer
import Foundation
import Testing

@testable import Lesson15

@Suite("Lesson 15 · Types of every shape")
struct Lesson15Tests {
    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        try await checkPages(of: Lesson15.self)
    }

    // MARK: - What the compiler accepts

    @Test("A struct may hold an array of itself, and an enum itself if it is indirect")
    func typesThatHoldThemselves() throws {
        #expect(try compiles("struct Comment: Codable { let replies: [Comment] }"))
        #expect(try !compiles("struct Comment: Codable { let reply: Comment? }"))
        #expect(try !compiles("enum Cause: Codable { case wind, hold(after: Cause) }"))
        #expect(try compiles("indirect enum Cause: Codable { case wind, hold(after: Cause) }"))
    }

    @Test("Ids of two owners are two types")
    func identifiers() throws {
        let id = "struct ID<Owner>: Hashable { let rawValue: String }"
        let program = "enum Beer {}; enum Brewery {}; func pour(_ id: ID<Beer>) {}"
        #expect(try compiles(id + "\n" + program + "; pour(ID<Beer>(rawValue: \"\"))"))
        #expect(try !compiles(id + "\n" + program + "; pour(ID<Brewery>(rawValue: \"\"))"))
    }

    @Test("A page of what cannot be decoded cannot be decoded")
    func genericTypes() throws {
        let page = "struct Page<Item> { let items: [Item] }"
        let decodable = page + "\nextension Page: Decodable where Item: Decodable {}\n"
        #expect(try compiles(decodable + "_ = Page<Int>.self as any Decodable.Type"))
        #expect(try !compiles(decodable + "_ = Page<Any>.self as any Decodable.Type"))
        #expect(try !compiles("struct Page<Item>: Decodable { let items: [Item] }"))
    }

    @Test("Neither tuples nor arrays of any kind of thing can be decoded")
    func whatIsNeverCodable() throws {
        #expect(try !compiles("struct Place: Codable { let place: (Double, Double) }"))
        #expect(
            try !compiles(
                "protocol Part: Codable {}\nstruct Rocket: Decodable { let parts: [any Part] }"))
    }

    @Test("For a type and a protocol of others, the compiler warns without @retroactive")
    func retroactive() throws {
        let body = "{ public init(from decoder: any Decoder) throws { self = \"a\" } }"
        let without = try SwiftProgram("extension Character: Decodable \(body)")
        let with = try SwiftProgram("extension Character: @retroactive Decodable \(body)")
        #expect(without.errors == 0 && without.warnings == 1)
        #expect(with.errors == 0 && with.warnings == 0)
    }

    @Test("Two modules with the same conformance build without a warning, and one of them is used")
    func twoModules() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("lesson-15-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func compile(_ name: String, _ text: String, _ options: [String]) throws -> String {
            let file = folder.appendingPathComponent("\(name).swift")
            try Data(text.utf8).write(to: file)
            let swiftc = ["swiftc", "-swift-version", "6", "-I.", "-module-name", name]
            return try SwiftProgram.output(of: swiftc + options + [file.path], in: folder)
        }
        for name in ["One", "Two"] {
            let said = try compile(
                name,
                """
                extension Character: @retroactive Encodable {
                    public func encode(to encoder: any Encoder) throws {
                        var container = encoder.singleValueContainer()
                        try container.encode("\(name)")
                    }
                }
                """, ["-parse-as-library", "-emit-module", "-emit-object", "-o", "\(name).o"])
            #expect(said == "")
        }
        let said = try compile(
            "Both",
            """
            import Foundation
            import One
            import Two
            let letters: [Character] = ["a"]
            print(String(decoding: try JSONEncoder().encode(letters), as: UTF8.self))
            """, ["One.o", "Two.o", "-o", "both"])
        #expect(said == "")
        let printed = try SwiftProgram.output(
            of: [folder.appendingPathComponent("both").path], in: folder)
        #expect([#"["One"]"#, #"["Two"]"#].contains { printed.hasPrefix($0) })
    }

    // MARK: - Any JSON

    @Test(
        "Any JSON comes back worth the same",
        arguments: [
            "null", "true", "[]", "{}", #""Ü\u0000\n""#, "9007199254740993", "0.1",
            "123456789012345678901234567890", "-12345678901234567890123456789012345678",
            "18446744073709551616", "1e100", "1e-100",
            #"{"":[null,{"a_b":{"c":[1,true,"1"]}}]}"#,
        ])
    func anyJSON(_ document: String) throws {
        let value = try decode(JSONValue.self, document)
        let again = try decode(JSONValue.self, String(decoding: try written(value), as: UTF8.self))
        #expect(again == value)
        if case .number(let number) = value {
            #expect(number == Decimal(string: document, locale: Locale(identifier: "en_US_POSIX")))
        }
    }

    @Test("How a number was written cannot be kept", arguments: ["1.0", "1e0", "1", "10e-1"])
    func formsOfNumbers(_ document: String) throws {
        let text = String(decoding: try written(decode(JSONValue.self, document)), as: UTF8.self)
        #expect(text == "1")
    }

    @Test("A Decimal has 38 digits, and a number beyond its exponents is an error")
    func edgesOfDecimal() throws {
        let digits = String(repeating: "7", count: 45)
        let value = try decode(JSONValue.self, digits)
        #expect(String(decoding: try written(value), as: UTF8.self) != digits)
        for document in ["1e400", "[1e200]", #"{"a":[1e-400]}"#] {
            #expect(failure { try decode(JSONValue.self, document) } != nil)
        }
    }

    @Test("An Int makes 0 of a number that is too small, and a Decimal refuses it", .swift63OnLinux)
    func orderOfTheTries() throws {
        #expect(try decode(Int.self, "1e-400") == 0)
        #expect(failure { try decode(Decimal.self, "1e-400") }?.kind == .dataCorrupted)
    }

    // MARK: - Documents from strangers

    @Test("JSONDecoder reads 512 levels, and JSONEncoder writes 511", .swift63OnLinux)
    func levels() async {
        let outcomes = await withCheckedContinuation { continuation in
            // So deep, the stack of a Mac's other threads does not reach.
            let thread = Thread {
                let outcomes = [511, 512, 513].map { levels in
                    let document =
                        String(repeating: "[", count: levels)
                        + String(repeating: "]", count: levels)
                    guard let value = try? decode(JSONValue.self, document) else { return "" }
                    return (try? written(value)) == nil ? "read" : "read and written"
                }
                continuation.resume(returning: outcomes)
            }
            thread.stackSize = 16 << 20
            thread.start()
        }
        #expect(outcomes == ["read and written", "read", ""])
    }

    @Test("On a stack of 512 KB, 256 levels of JSONValue end a program", .swift63OnLinux)
    func smallStack() throws {
        let lesson = try String(
            contentsOf: URL(fileURLWithPath: Lesson15.steps.filePath), encoding: .utf8)
        let value = try #require(declaration("enum JSONValue", in: lesson))
        let key = try #require(declaration("struct AnyKey", in: lesson))
        let program = try SwiftProgram(
            """
            import Foundation
            \(key)
            indirect \(value)
            for levels in [32, 256] {
                let text = String(repeating: #"{"a":["#, count: levels / 2)
                    + String(repeating: "]}", count: levels / 2)
                let done = DispatchSemaphore(value: 0)
                let thread = Thread {
                    _ = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
                    done.signal()
                }
                thread.stackSize = 512 * 1024
                thread.start()
                done.wait()
                FileHandle.standardOutput.write(Data("read \\(levels)".utf8))
            }
            """)
        #expect(program.errors == 0)
        let printed = try program.run()
        #expect(printed.contains("read " + "32"))
        #expect(!printed.contains("read " + "256"))
    }

    @Test("Limits are kept before anybody decodes")
    func limits() throws {
        func refused(_ document: Data, _ limits: Limits = Limits()) -> Limits.Excess? {
            #expect(throws: Limits.Excess.self) { try limits.checked(document) }
            do { _ = try limits.checked(document) } catch { return error as? Limits.Excess }
            return nil
        }
        let levels = { String(repeating: #"{"a":["#, count: $0 / 2) }
        #expect(refused(Data(levels(34).utf8)) == .brackets)
        #expect(refused(Data(String(repeating: "[", count: 100_000).utf8)) == .brackets)
        #expect(refused(Data(count: 1_000_001)) == .bytes)
        let keys = (0..<1_000_000).map { #""\#($0)":0"# }.joined(separator: ",")
        #expect(refused(Data("{\(keys)}".utf8)) == .bytes)
        for encoding in [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32] {
            #expect(refused(try #require("[1]".data(using: encoding))) == .encoding)
        }
        let accepted = [
            levels(32), #"["[[[[\"[[[[\\"]"#, #"{"\\\"[[":"[["}"#, "]]]]", "",
            "[" + String(repeating: "[],", count: 100) + "1]",
        ]
        for document in accepted {
            var limits = Limits()
            if document != accepted[0] { limits.brackets = 2 }
            #expect(throws: Never.self) { try limits.checked(Data(document.utf8)) }
        }
    }

    @Test("The same documents are explained, and none ends the program")
    func explained() {
        let keys = (0..<20_000).map { #""\#($0)":\#($0)"# }.joined(separator: ",")
        let documents = [
            String(repeating: "[", count: 100_000), String(repeating: #"{"a":"#, count: 100_000),
            "{\(keys)}", #"{"id":"a","id":7}"#, #"{"current":-9223372036854775809}"#,
            "\u{FEFF}[", #"{"a":"\ud800"}"#, "",
        ]
        for document in documents {
            let data = Data(document.utf8)
            do {
                _ = try JSONDecoder().decode([Report].self, from: data)
                Issue.record("\(document.prefix(20)) should be refused")
            } catch {
                let explanation = Explanation(of: error, in: data)
                #expect(!explanation.headline.isEmpty)
                #expect(explanation.lines(width: 76).count < 20)
            }
        }
    }

    @Test("Of a key that is there twice, two readers take two values", .swift63OnLinux)
    func keyTwice() throws {
        let document = #"{"role":"guest","role":"admin"}"#
        #expect(try decode([String: String].self, document) == ["role": "guest"])
        #expect(try decode(JSONValue.self, document) == .object(["role": .string("guest")]))
    }

    @Test("An index, a product and a count that do not fit end a program")
    func numbersThatEndAProgram() throws {
        for statement in [
            #"print(["a"][number])"#, "print((Int.max + number) * 60)",
            #"print(Array(repeating: "a", count: number))"#,
        ] {
            let program = try SwiftProgram(
                """
                import Foundation
                let number = try JSONDecoder().decode(Int.self, from: Data("-1".utf8))
                FileHandle.standardOutput.write(Data(("before" + "hand").utf8))
                \(statement)
                print("after" + "wards")
                """)
            let printed = try program.run()
            #expect(printed.contains("beforehand") && !printed.contains("afterwards"))
        }
    }

    @Test("UserDefaults ends the program for a struct and for a null")
    func userDefaults() throws {
        for value in ["Size()", #"["label": NSNull()]"#] {
            let program = try SwiftProgram(
                """
                import Foundation
                struct Size { let size = 1.5 }
                let defaults = UserDefaults(suiteName: "lesson-15-\\(UUID())")
                FileHandle.standardOutput.write(Data(("before" + "hand").utf8))
                defaults?.set(\(value), forKey: "size")
                print("after" + "wards")
                """)
            let printed = try program.run()
            #expect(printed.contains("beforehand") && !printed.contains("afterwards"))
        }
    }

    // MARK: - The finished model

    @Test("A report comes back with all that this program does not know")
    func finishedModel() throws {
        let document = Data(
            #"""
            [{"id":"65","outcome":{"kind":"delayed","minutes":5},"comments":[],"price":0.1},
             {"id":"66","outcome":{"kind":"towed","by":["tug",9007199254740993]},
              "comments":[{"text":"a","replies":[{"text":"b","replies":[]}]}]}]
            """#.utf8)
        let reports = try #require(try Lesson15.decode(document) as? [Report])
        #expect(reports[0].ending == .delayed(minutes: 5))
        #expect(reports[0].others == ["price": .number(Decimal(1) / 10)])
        #expect(reports[1].comments[0].replies[0].text == "b")
        let before = try JSONDecoder().decode(JSONValue.self, from: document)
        #expect(try JSONDecoder().decode(JSONValue.self, from: written(reports)) == before)
    }

    @Test(
        "A report with a mistake is refused, and a known kind with one is not an unknown kind",
        arguments: [
            (#"{"outcome":{"kind":"landed"},"comments":[]}"#, Explanation.Kind.keyNotFound, ""),
            (#"{"id":7,"outcome":{"kind":"landed"},"comments":[]}"#, .typeMismatch, "id"),
            (#"{"id":"7","outcome":{"kind":"delayed"},"comments":[]}"#, .keyNotFound, "outcome"),
            (#"{"id":"7","outcome":{"kind":7},"comments":[]}"#, .typeMismatch, "outcome.kind"),
        ])
    func refusedReports(_ document: String, kind: Explanation.Kind, codingPath: String) {
        let failure = failure { try Lesson15.decode(Data(document.utf8)) }
        #expect(failure?.kind == kind)
        #expect(failure?.codingPath.description == codingPath)
    }

    @Test("Eight comments may be one inside the other, and nine may not")
    func depthOfComments() throws {
        func report(_ comments: Int) -> Data {
            let thread = String(decoding: thread(comments), as: UTF8.self)
            return Data(#"{"id":"7","outcome":{"kind":"landed"},"comments":[\#(thread)]}"#.utf8)
        }
        #expect(throws: Never.self) { try Lesson15.decode(report(8)) }
        let failure = failure { try Lesson15.decode(report(9)) }
        #expect(failure?.kind == .dataCorrupted)
        let replies = String(repeating: "[0].replies", count: 8)
        #expect(failure?.codingPath.description == "comments\(replies)[0]")
        #expect(throws: Limits.Excess.self) { try Lesson15.decode(report(200)) }
    }

    // MARK: - Helpers

    /// A declaration at the top level of a file, to its closing brace.
    private func declaration(_ start: String, in text: String) -> String? {
        guard let first = text.range(of: "\n\(start)"),
            let end = text.range(of: "\n}\n", range: first.upperBound..<text.endIndex)
        else { return nil }
        return String(text[text.index(after: first.lowerBound)..<end.upperBound])
    }
}
