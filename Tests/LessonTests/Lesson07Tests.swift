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

    @Test("Another kind of container from the same encoder ends the program")
    func twoKindsOfContainer() throws {
        let program = try SwiftProgram(
            """
            import Foundation
            struct Mixed: Encodable {
                enum Keys: CodingKey { case id }
                func encode(to encoder: any Encoder) throws {
                    var keyed = encoder.container(keyedBy: Keys.self)
                    try keyed.encode(1, forKey: .id)
                    print("before" + "hand")
                    var unkeyed = encoder.unkeyedContainer()
                    try unkeyed.encode(2)
                    print("after" + "wards")
                }
            }
            _ = try? JSONEncoder().encode(Mixed())
            print("after" + "wards")
            """)
        #expect(program.errors == 0)
        #expect(try !program.run().contains("afterwards"))
    }

    @Test("superEncoder() of an unkeyed container makes its next element")
    func superEncoderOfAnArray() throws {
        struct Row: Encodable {
            func encode(to encoder: any Encoder) throws {
                var row = encoder.unkeyedContainer()
                try row.encode(1)
                try 2.encode(to: row.superEncoder())
            }
        }
        #expect(try JSONDecoder().decode([Int].self, from: JSONEncoder().encode(Row())) == [1, 2])
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
                    init(id: String) { self.id = id; super.init(name: "Joe") }
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

    /// Which of the two writes last is up to the test.
    private class Citizen: Codable {
        var passport: String
        enum CodingKeys: String, CodingKey { case passport = "id" }
        init(passport: String) { self.passport = passport }
    }

    private final class Clerk: Citizen {
        enum Keys: CodingKey { case id }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode("emp123", forKey: .id)
            try super.encode(to: encoder)
        }
    }

    @Test("If the superclass writes last, its value is the one that stays")
    func superclassWritesLast() throws {
        let written = try JSONEncoder().encode(Clerk(passport: "P-7"))
        #expect(try texts(in: written) == ["id": "P-7"])
    }

    @Test("One key and two types: reading is an error")
    func oneKeyTwoTypes() {
        final class Numbered: Citizen {
            enum Keys: CodingKey { case id }
            required init(from decoder: any Decoder) throws {
                _ = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .id)
                try super.init(from: decoder)
            }
        }
        for document in [#"{"id":7}"#, #"{"id":"7"}"#] {
            let failure = failure { try decode(Numbered.self, document) }
            #expect(failure?.kind == .typeMismatch)
            #expect(failure?.codingPath.description == "id")
        }
    }

    @Test(
        "A superclass that is missing, null, incomplete or something else is an error under its key",
        arguments: [
            (#"{"emp_id":"x"}"#, Explanation.Kind.valueNotFound),
            (#"{"emp_id":"x","KEY":null}"#, .valueNotFound),
            (#"{"emp_id":"x","KEY":{}}"#, .keyNotFound),
            (#"{"emp_id":"x","KEY":3}"#, .typeMismatch),
        ])
    func missingSuperclass(_ template: String, kind: Explanation.Kind) {
        let document = { (key: String) in template.replacing("KEY", with: key) }
        let unnamed = failure { try decode(SuperEmployee.self, document("super")) }
        #expect(unnamed?.kind == kind)
        #expect(unnamed?.codingPath.description == "super")
        let named = failure { try decode(NamedEmployee.self, document("person")) }
        #expect(named?.kind == kind)
        #expect(named?.codingPath.description == "person")
    }

    @Test("Where its key is absent, superDecoder() throws nothing and holds null", .swift63OnLinux)
    func absentSuper() throws {
        struct Empty: Codable {
            let unnamed: Bool, named: Bool
            enum CodingKeys: CodingKey { case person }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                unnamed = try container.superDecoder().singleValueContainer().decodeNil()
                named = try container.superDecoder(forKey: .person).singleValueContainer()
                    .decodeNil()
            }
            func encode(to encoder: any Encoder) throws {
                _ = encoder.container(keyedBy: CodingKeys.self)
            }
            init() { (unnamed, named) = (false, false) }
        }
        let fromJSON = try decode(Empty.self, "{}")
        #expect(fromJSON.unnamed && fromJSON.named)
        let list = try PropertyListEncoder().encode(Empty())
        let fromList = try PropertyListDecoder().decode(Empty.self, from: list)
        #expect(fromList.unnamed && fromList.named)
    }

    @Test("super.init(from: superDecoder()) reads exactly what superEncoder() wrote")
    func roundTrips() throws {
        let unnamed = try decode(
            SuperEmployee.self, from: JSONEncoder().encode(SuperEmployee(name: "Ann", id: "e1")))
        #expect(unnamed.name == "Ann" && unnamed.id == "e1")
        let named = try decode(
            NamedEmployee.self, from: JSONEncoder().encode(NamedEmployee(name: "Ann", id: "e1")))
        #expect(named.name == "Ann" && named.id == "e1")
    }

    // MARK: - A superclass that is not Codable

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

    @Test("The compiler's code does not write the superclass either")
    func synthesisWritesNoSuperclass() throws {
        class Visitor { var name = "nobody" }
        final class Hasty: Visitor, Codable { var badge = "V-12" }
        let hasty = Hasty()
        hasty.name = "Joe"
        #expect(try texts(in: JSONEncoder().encode(hasty)) == ["badge": "V-12"])
    }

    @Test("A superclass with nothing but an init() is made up, also without a super.init()")
    func superInitLeftOut() throws {
        class Visitor { var name = "nobody" }
        final class Guest: Visitor, Decodable {
            let badge: String
            enum CodingKeys: CodingKey { case badge }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                badge = try container.decode(String.self, forKey: .badge)
            }
        }
        let guest = try decode(Guest.self, #"{"name":"Joe","badge":"V-12"}"#)
        #expect(guest.badge == "V-12")
        #expect(guest.name == "nobody")
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
        let delegating = #"init(from decoder: any Decoder) throws { self.init(name: "") }"#
        #expect(try compiles(member("", delegating)))
    }

    @Test("A class that is open to subclasses and to every thread cannot be Sendable, a struct can")
    func sendable() throws {
        #expect(try !compiles(#"class Person: Sendable { let name = "" }"#))
        #expect(try compiles(#"struct Person: Sendable, Equatable { let name = "" }"#))
    }

    // MARK: - The finished model

    @Test("--decode takes one member or a list, each of the class that its tag says")
    func decodeOneOrMany() throws {
        let employee = #"{"type":"employee","name":"Joe","emp_id":"emp123"}"#
        let person = #"{"type":"person","name":"Ann","emp_id":"not read"}"#
        let one = try #require(try Lesson07.decode(Data(employee.utf8)) as? Member)
        #expect((one.person as? FlatEmployee)?.id == "emp123")
        #expect(one.person.name == "Joe")
        let list = Data("[\(person), \(employee)]".utf8)
        let many = try #require(try Lesson07.decode(list) as? [Member])
        #expect(many.map { $0.person is FlatEmployee } == [false, true])
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

/// A document as an object of strings.
private func texts(in document: Data) throws -> [String: String] {
    try JSONDecoder().decode([String: String].self, from: document)
}
