import DecodingExplainer
import Foundation
import Testing

@testable import Lesson07

@Suite("Lesson 07 · Inheritance")
struct Lesson07Tests {
    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        try await checkPages(of: Lesson07.self)
    }

    @Test("A shared object is written twice and read as two")
    func sharedObjects() throws {
        let ann = Person(name: "Ann")
        let written = try JSONEncoder().encode([ann, ann])
        let read = try JSONDecoder().decode([Person].self, from: written)
        #expect(read.map(\.name) == ["Ann", "Ann"])
        #expect(read.first !== read.last)
    }

    // MARK: - What the compiler demands

    @Test("The conformance is inherited: declaring it again is an error")
    func redundantConformance() throws {
        #expect(try compiles(person + #"class Employee: Person { var id = "" }"#))
        #expect(try !compiles(person + #"class Employee: Person, Codable { var id = "" }"#))
    }

    @Test("A property without a default value makes the compiler demand init(from:)")
    func initializerIsDemanded() throws {
        func employee(_ initializer: String) -> String {
            person + """
                class Employee: Person {
                    let id: String
                    \(initializer)
                }

                """
        }
        let demanded = """
            required init(from decoder: any Decoder) throws {
                id = ""
                try super.init(from: decoder)
            }
            """
        #expect(try compiles(employee(demanded)))
        #expect(try !compiles(employee("")))
    }

    @Test("An initializer of one's own makes the compiler demand init(from:), also with defaults")
    func ownInitializer() throws {
        func employee(_ initializer: String) -> String {
            person + """
                class Employee: Person {
                    var id = "none"
                    \(initializer)
                }

                """
        }
        #expect(try compiles(employee("")))
        #expect(try !compiles(employee(#"init(id: String) { super.init(name: "Joe") }"#)))
    }

    @Test("init(from:) has to be required, also in a final class, and encode(to:) an override")
    func requiredAndOverride() throws {
        func employee(_ kind: String, _ required: String, _ override: String) -> String {
            person + """
                \(kind) Employee: Person {
                    var id = ""
                    \(required) init(from decoder: any Decoder) throws {
                        try super.init(from: decoder)
                    }
                    \(override) func encode(to encoder: any Encoder) throws {}
                }
                """
        }
        #expect(try compiles(employee("class", "required", "override")))
        #expect(try !compiles(employee("class", "", "override")))
        #expect(try !compiles(employee("final class", "override", "override")))
        #expect(try !compiles(employee("class", "required", "")))
    }

    @Test("Own properties come before super.init(from:), and some super.init there has to be")
    func orderOfInitialization() throws {
        // Only a real build sees this kind of error, so the program says whether it was built.
        func said(_ lines: String) throws -> String {
            try SwiftProgram(
                person + """
                    class Employee: Person {
                        let id: String
                        required init(from decoder: any Decoder) throws {
                            \(lines)
                        }
                    }
                    print("built")
                    """
            ).run()
        }
        let own = #"id = "emp123""#
        let above = "try super.init(from: decoder)"
        #expect(try said("\(own)\n\(above)") == "built\n")
        #expect(try said("\(above)\n\(own)") != "built\n")
        #expect(try said(own) != "built\n")
    }

    @Test("super.init() compiles only where the superclass has an init()")
    func superInit() throws {
        func employee(of superclass: String) -> String {
            superclass + """
                class Employee: Person {
                    required init(from decoder: any Decoder) throws { super.init() }
                }
                """
        }
        #expect(try !compiles(employee(of: person)))
        #expect(try compiles(employee(of: #"class Person: Codable { var name = "" };"#)))
    }

    // MARK: - Keys

    @Test("Where its key is absent, superDecoder() throws nothing and holds null", .swift63OnLinux)
    func absentSuper() throws {
        struct Empty: Decodable {
            let unnamed: Bool
            let named: Bool

            enum CodingKeys: CodingKey { case person }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                unnamed = try container.superDecoder().singleValueContainer().decodeNil()
                let person = try container.superDecoder(forKey: .person)
                named = try person.singleValueContainer().decodeNil()
            }
        }
        let empty = try decode(Empty.self, "{}")
        #expect(empty.unnamed)
        #expect(empty.named)
    }

    // MARK: - A superclass that is not Codable

    @Test("Outside of its framework, only an open class has subclasses")
    func openClasses() throws {
        // `AnyKeyPath` is public and not open, and `JSONDecoder` is open.
        func messages(ofSubclass superclass: String) throws -> [String] {
            try SwiftProgram.messages(
                about: "import Foundation\nclass Mine: \(superclass) {}", []
            ).map(\.message)
        }
        #expect(try messages(ofSubclass: "AnyKeyPath").contains { $0.contains("non-open class") })
        #expect(try !messages(ofSubclass: "JSONDecoder").contains { $0.contains("non-open class") })
    }

    @Test("No extension can make a class Decodable that others inherit from, a final one it can")
    func decodableInAnExtension() throws {
        let convenience = """
            extension Visitor: Decodable {
                convenience init(from decoder: any Decoder) throws { self.init() }
            }
            """
        let required = """
            extension Visitor: Decodable {
                required init(from decoder: any Decoder) throws {}
            }
            """
        for remedy in ["extension Visitor: Decodable {}", convenience, required] {
            #expect(try !compiles("class Visitor { var name = \"\" }\n" + remedy))
        }
        #expect(try compiles("final class Visitor { var name = \"\" }\n" + convenience))
    }

    @Test("The compiler writes the code for the subclass only if the superclass has an init()")
    func synthesisNeedsInit() throws {
        func guest(_ initializer: String) -> String {
            """
            class Visitor { let name: String; \(initializer) }
            final class Guest: Visitor, Codable { var badge = "" }
            """
        }
        #expect(try compiles(guest(#"init() { name = "" }"#)))
        #expect(try !compiles(guest("init(name: String) { self.name = name }")))
        #expect(try !compiles(guest(#"init(name: String = "") { self.name = name }"#)))
    }

    @Test("Above a superclass that cannot be decoded, a final class needs no required")
    func requiredOfAFinalClass() throws {
        func guest(_ kind: String) -> String {
            """
            class Visitor { init() {} }
            \(kind) Guest: Visitor, Decodable {
                init(from decoder: any Decoder) throws { super.init() }
            }
            """
        }
        #expect(try compiles(guest("final class")))
        #expect(try !compiles(guest("class")))
    }

    // MARK: - Classes and structs

    @Test("An init(from:) inside a struct takes away the initializer that Swift writes")
    func memberwiseInitializer() throws {
        func member(_ inside: String, _ outside: String) -> String {
            """
            struct Member { let name: String; \(inside) }
            extension Member: Decodable { \(outside) }
            let joe = Member(name: "Joe")
            """
        }
        let initializer = #"init(from decoder: any Decoder) throws { name = "" }"#
        #expect(try !compiles(member(initializer, "")))
        #expect(try compiles(member("", initializer)))
    }

    @Test("Without encode(to:) of one's own, a part that has no key is not written")
    func partWithoutAKey() throws {
        struct Part: Codable {
            let name: String
        }
        struct Whole: Codable {
            let part: Part
            let id: String

            enum CodingKeys: String, CodingKey {
                case id = "emp_id"
            }

            init(from decoder: any Decoder) throws {
                part = try Part(from: decoder)
                let container = try decoder.container(keyedBy: CodingKeys.self)
                id = try container.decode(String.self, forKey: .id)
            }
        }
        let whole = try decode(Whole.self, #"{"emp_id":"emp123","name":"Joe"}"#)
        #expect(whole.part.name == "Joe")
        let written = try JSONEncoder().encode(whole)
        #expect(
            try JSONDecoder().decode([String: String].self, from: written) == ["emp_id": "emp123"])
    }

    // MARK: - The finished model

    @Test("--decode takes one member or a list, each of the class that its tag says")
    func decodeOneOrMany() throws {
        let employee = #"{"type":"employee","name":"Joe","emp_id":"emp123"}"#
        let person = #"{"type":"person","name":"Ann","emp_id":"not read"}"#
        let one = try #require(try Lesson07.decode(Data(employee.utf8)) as? Member)
        #expect((one.person as? Employee)?.id == "emp123")
        #expect(one.person.name == "Joe")
        let list = Data("[\(person), \(employee)]".utf8)
        let many = try #require(try Lesson07.decode(list) as? [Member])
        #expect(many.map { $0.person is Employee } == [false, true])
    }

    @Test(
        "A tag that nobody knows, no tag, and an employee without an id are errors",
        arguments: [
            (#"[{"type":"robot","name":"R"}]"#, Explanation.Kind.dataCorrupted, "[0].type"),
            (#"[{"name":"R"}]"#, .keyNotFound, "[0]"),
            (#"[{"type":"employee","name":"R"}]"#, .keyNotFound, "[0]"),
        ])
    func brokenMembers(_ document: String, kind: Explanation.Kind, codingPath: String) {
        let failure = failure { try decode([Member].self, document) }
        #expect(failure?.kind == kind)
        #expect(failure?.codingPath.description == codingPath)
    }
}

/// A superclass for programs of the compiler tests.
private let person = """
    class Person: Codable { let name: String; init(name: String) { self.name = name } }

    """

private func decode<Value: Decodable>(_ type: Value.Type, from document: Data) throws -> Value {
    try JSONDecoder().decode(type, from: document)
}
