import DecodingExplainer
import Foundation
import Walkthrough

@main
struct Lesson07: Lesson {
    static let title = "Inheritance"
    static let steps = Steps(
        lostWithoutAWord,
        readAndWriteByHand,
        forgettingSuper,
        twoClassesOneKey,
        underAKeyOfItsOwn,
        fourShapesSideBySide,
        aSuperclassThatIsNotCodable,
        anArrayOfPeople,
        compositionInstead
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Member.self, from: document)
    }
}

// MARK: - Lost without a word

/// An employee is a person with one property more. The conformance to `Codable` is inherited, and
/// the program compiles. But what is inherited is the code that the compiler wrote for `Person`. It
/// knows the properties of `Person`, and no others.
///
/// - Teacher: Let them write `PlainEmployee: Person, Codable`. The compiler calls it redundant,
/// which sounds as if all were well.
func lostWithoutAWord() throws {
    let joe = PlainEmployee(name: "Joe")
    joe.id = "emp123"
    // Predict: Two properties. What is written?
    show(try JSONEncoder().encode(joe))

    let document = Data(#"{"name": "Joe", "id": "emp123"}"#.utf8)
    // Predict: The key has the name of the property. What is read?
    show(try JSONDecoder().decode(PlainEmployee.self, from: document))
}

class Person: Codable {
    let name: String

    init(name: String) {
        self.name = name
    }
}

final class PlainEmployee: Person {
    var id = "none"
}

// MARK: - Read and write by hand

/// Give `id` no default value, and the compiler demands an `init(from:)`. It has to be `required`,
/// as a subclass must be readable too. Own properties come first, then `super.init(from:)` reads
/// the rest, from the same decoder. Nobody demands an `encode(to:)`: without one, `id` is not
/// written.
///
/// - Teacher: Demo: delete `encode(to:)`. It compiles, and the id is gone. Demo: delete
/// `init(from:)`. The correction that the compiler offers is a `fatalError`: never take it.
func readAndWriteByHand() throws {
    let document = Data(#"{"name": "Joe", "emp_id": "emp123"}"#.utf8)
    let joe = try JSONDecoder().decode(FlatEmployee.self, from: document)
    show(joe)
    show(try sortedKeys.encode(joe))
}

enum EmployeeKeys: String, CodingKey { case id = "emp_id", person }

final class FlatEmployee: Person {
    let id: String
    init(name: String, id: String) {
        self.id = id
        super.init(name: name)
    }
    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: EmployeeKeys.self)
        id = try container.decode(String.self, forKey: .id)
        try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: EmployeeKeys.self)
        try container.encode(id, forKey: .id)
    }
}

// MARK: - Forgetting super

/// Each class takes care of its own properties and hands the rest up. If `encode(to:)` does not,
/// the superclass is missing from the document. When you read, the compiler insists on an
/// initializer of the superclass, but `super.init()` will do, and reads nothing. Step 2 has both
/// right.
///
/// - Teacher: Demo: put `try super.init(from: decoder)` and `try super.encode(to: encoder)` there.
func forgettingSuper() throws {
    class Worker: Codable {
        var name = "nobody"
    }
    final class Forgetful: Worker {
        let id: String
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: EmployeeKeys.self)
            id = try container.decode(String.self, forKey: .id)
            super.init()
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: EmployeeKeys.self)
            try container.encode(id, forKey: .id)
        }
    }
    let document = Data(#"{"name": "Joe", "emp_id": "emp123"}"#.utf8)
    let joe = try JSONDecoder().decode(Forgetful.self, from: document)
    // Predict: The document has a name. Who was read?
    show(joe)
    joe.name = "Joe"
    // Predict: Now the name is there. Is it written?
    let written = try JSONEncoder().encode(joe)
    show(written)
    attempt { try JSONDecoder().decode(FlatEmployee.self, from: written) }
}

// MARK: - Two classes, one key

/// With `super.encode(to: encoder)` both classes write into one object, and neither knows the keys
/// of the other. If both use the same key, the one that writes last wins. Reading, both get what is
/// there. No error, unless their types differ.
///
/// Rename one of the keys, if the API is yours. If it is not, look at the next step.
///
/// - Teacher: Demo: let `Clerk` call `super.encode(to:)` last. Now the passport wins.
func twoClassesOneKey() throws {
    class Citizen: Codable {
        var passport = "P-7"
        enum CodingKeys: String, CodingKey { case passport = "id" }
        init() {}
    }
    final class Clerk: Citizen {
        var badge = "emp123"
        enum Keys: String, CodingKey { case badge = "id" }
        override init() { super.init() }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            badge = try container.decode(String.self, forKey: .badge)
            try super.init(from: decoder)
        }
        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(badge, forKey: .badge)
        }
    }
    // Predict: Passport P-7, badge emp123, and one key for both.
    let written = try JSONEncoder().encode(Clerk())
    show(written)
    show(try JSONDecoder().decode(Clerk.self, from: written))
}

// MARK: - Under a key of its own

/// `superEncoder()` opens an object for the superclass, under the key "super". To choose the key,
/// write `superEncoder(forKey: .person)`; `NamedEmployee`, at the end of `Lesson07.swift`, does.
/// Reading has the same two: `superDecoder()` and `superDecoder(forKey:)`. Where the key is
/// missing, they give a decoder that holds null, so the error is valueNotFound.
///
/// - Teacher: Write the two pairs on the board. The two of a pair stand or fall together.
func underAKeyOfItsOwn() throws {
    show(try sortedKeys.encode(SuperEmployee(name: "Joe", id: "emp123")))
    show(try sortedKeys.encode(NamedEmployee(name: "Joe", id: "emp123")))
    let flat = Data(#"{"name": "Joe", "emp_id": "emp123"}"#.utf8)
    // Predict: There is no key "super". keyNotFound?
    attempt { try JSONDecoder().decode(SuperEmployee.self, from: flat) }
}

final class SuperEmployee: Person {
    let id: String
    init(name: String, id: String) {
        self.id = id
        super.init(name: name)
    }
    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: EmployeeKeys.self)
        id = try container.decode(String.self, forKey: .id)
        try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: EmployeeKeys.self)
        try container.encode(id, forKey: .id)
        try super.encode(to: container.superEncoder())
    }
}

// MARK: - Four shapes side by side

/// One employee, written in four ways: the id lost, flat, under "super", under "person". Then a row
/// for each document, with four readings in the same order. On the diagonal, reading fits writing.
/// One mismatch is silent: the plain employee takes a flat document and loses the id.
///
/// - Teacher: Draw the empty table. Let them fill in the errors and the paths first.
func fourShapesSideBySide() throws {
    let (name, id) = ("Joe", "emp123")
    let plain = PlainEmployee(name: name)
    plain.id = id
    let employees: [any Employee] = [
        plain, FlatEmployee(name: name, id: id),
        SuperEmployee(name: name, id: id), NamedEmployee(name: name, id: id),
    ]
    let documents = try employees.map { try sortedKeys.encode($0) }
    for document in documents { show(document) }
    func cell(_ type: (some Employee).Type, _ document: Data) -> String {
        do {
            let read = try JSONDecoder().decode(type, from: document)
            return "\(read.name) \(read.id)"
        } catch {
            return caseAndPath(of: error)
        }
    }
    let types = employees.map { type(of: $0) }
    // Predict: Four times four. How many of them succeed?
    for document in documents {
        show(types.map { cell($0, document) }.joined(separator: " | "))
    }
}

// MARK: - A superclass that is not Codable

/// A superclass of somebody else cannot be made `Decodable`: that takes a required initializer in
/// the class itself, which no extension can add. If it has an `init()`, the compiler writes the
/// code for the subclass and leaves the superclass out. By hand, its properties are keys of yours.
///
/// - Teacher: Ask what happens if `Visitor` gets another property. Nobody will tell you. Demo: with
/// `init()` as its only initializer, Swift calls it even if you do not write `super.init()` at all.
func aSuperclassThatIsNotCodable() throws {
    class Visitor {
        let name: String
        init() { name = "nobody" }
        init(name: String) { self.name = name }
    }
    final class Hasty: Visitor, Codable { var badge = "" }
    let document = Data(#"{"name": "Joe", "badge": "V-12"}"#.utf8)
    // Predict: Both keys are there. Who was read?
    show(try JSONDecoder().decode(Hasty.self, from: document))
    final class Guest: Visitor, Codable {
        let badge: String
        enum CodingKeys: CodingKey { case name, badge }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            badge = try container.decode(String.self, forKey: .badge)
            super.init(name: try container.decode(String.self, forKey: .name))
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(badge, forKey: .badge)
        }
    }
    let guest = try JSONDecoder().decode(Guest.self, from: document)
    show(guest)
    show(try sortedKeys.encode(guest))
}

// MARK: - An array of people

/// Writing asks each element what it is. Reading makes what you name: `[Person]` gives people and
/// nothing else. Let the document say what stands there, with a type tag. Read the tag, then hand
/// the same decoder to the class. A tag that nobody knows is an error. The other half of `Member`,
/// which writes the tag, is at the end of `Lesson07.swift`.
///
/// - Teacher: Ask what is wrong with trying `Employee` first. A broken employee becomes a person.
func anArrayOfPeople() throws {
    let people = [Person(name: "Ann"), FlatEmployee(name: "Joe", id: "emp123")]
    let written = try sortedKeys.encode(people)
    show(written)
    // Predict: Joe's id is in the document. Is Joe an employee again?
    show(try JSONDecoder().decode([Person].self, from: written))

    let tagged = try sortedKeys.encode(people.map(Member.init(person:)))
    show(tagged)
    show(try JSONDecoder().decode([Member].self, from: tagged).map(\.person))
}

struct Member: Decodable {
    let person: Person
    enum CodingKeys: CodingKey { case type }
    enum Kind: String, Codable { case person, employee }
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .type) {
        case .person: person = try Person(from: decoder)
        case .employee: person = try FlatEmployee(from: decoder)
        }
    }
}

// MARK: - Composition instead

/// An employee can have a person instead of being one. Then the person is an object of its own, and
/// the compiler writes everything. Flat takes a line each way: hand the same decoder or encoder to
/// the property. Code that wants anybody with a name can have a protocol.
///
/// - Teacher: Ask what else a struct gives: `Equatable` and `Sendable` for the asking. The compiler
/// refuses `Sendable` to a class that others can inherit from.
func compositionInstead() throws {
    struct Identity: Codable { let name: String }
    struct Nested: Codable {
        let person: Identity, id: String
        enum CodingKeys: String, CodingKey { case person, id = "emp_id" }
    }
    let named = try sortedKeys.encode(NamedEmployee(name: "Joe", id: "emp123"))
    show(try JSONDecoder().decode(Nested.self, from: named))
    let flat = try sortedKeys.encode(FlatEmployee(name: "Joe", id: "emp123"))
    // Predict: Does it read the flat document too?
    attempt { try JSONDecoder().decode(Nested.self, from: flat) }
    struct Flat: Codable {
        let person: Identity, id: String
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: EmployeeKeys.self)
            id = try container.decode(String.self, forKey: .id)
            person = try Identity(from: decoder)
        }
        func encode(to encoder: any Encoder) throws {
            try person.encode(to: encoder)
            var container = encoder.container(keyedBy: EmployeeKeys.self)
            try container.encode(id, forKey: .id)
        }
    }
    let joe = try JSONDecoder().decode(Flat.self, from: flat)
    show(try sortedKeys.encode(joe))
}

// MARK: - What to take away

// | Rule                                                        | Step |
// |-------------------------------------------------------------|------|
// | An inherited conformance knows the superclass only          | 1    |
// | `init(from:)` is demanded and required, `encode(to:)` not   | 2    |
// | Own properties first, then `super.init(from:)`              | 2    |
// | `super.init()` compiles, and reads nothing                  | 3    |
// | In one object, the last writer of a key wins                | 4    |
// | No object for the superclass is valueNotFound               | 5    |
// | Read in the shape that you write                            | 6    |
// | The properties of a superclass can be keys of yours         | 7    |
// | `[Person]` makes people: read a type tag first              | 8    |
// | A struct that has a person needs none of this               | 9    |
//
// Where do the properties of the superclass go?
//
// | Shape         | `super.encode(to:)` takes | `super.init(from:)` takes |
// |---------------|---------------------------|---------------------------|
// | flat          | `encoder`                 | `decoder`                 |
// | under "super" | `superEncoder()`          | `superDecoder()`          |
// | under a key   | `superEncoder(forKey:)`   | `superDecoder(forKey:)`   |
//
// Left out here: telling a type from outside what shape its document has (lesson 08), keeping an
// element whose tag nobody knows (lesson 09), decoders of your own behind all this (lesson 12).
//
// Now you: open `Exercises/Exercise07.swift`. To judge it:
//
//     swift run workbook check 07

// MARK: - Under the key person

/// `SuperEmployee` with two words more: the key that the superclass is read from and written to.
final class NamedEmployee: Person {
    let id: String

    init(name: String, id: String) {
        self.id = id
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: EmployeeKeys.self)
        id = try container.decode(String.self, forKey: .id)
        try super.init(from: container.superDecoder(forKey: .person))
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: EmployeeKeys.self)
        try container.encode(id, forKey: .id)
        try super.encode(to: container.superEncoder(forKey: .person))
    }
}

/// What the four shapes have in common.
protocol Employee: Person {
    var id: String { get }
}

extension PlainEmployee: Employee {}
extension FlatEmployee: Employee {}
extension SuperEmployee: Employee {}
extension NamedEmployee: Employee {}

/// What an error is, and where.
func caseAndPath(of error: any Error) -> String {
    let found = Explanation(of: error)
    let path = found.codingPath
    return path.isEmpty ? found.kind.rawValue : "\(found.kind.rawValue) at \(path)"
}

/// An encoder whose output can be shown: the order of the keys is always the same.
var sortedKeys: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
}

// MARK: - The finished model

/// Writes the tag and the person side by side into one object. `swift run lesson-07 --decode FILE`
/// decodes one member, or a list:
///
///     [ { "type": "employee", "name": "Joe", "emp_id": "emp123" } ]
extension Member: Encodable {
    init(person: Person) {
        self.person = person
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        // An employee is a person too, so ask for the employee first.
        try container.encode(person is FlatEmployee ? Kind.employee : .person, forKey: .type)
        try person.encode(to: encoder)
    }
}
