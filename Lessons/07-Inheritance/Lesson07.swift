import Foundation
import Walkthrough

@main
struct Lesson07: Lesson {
    static let title = "Inheritance"
    static let steps = Steps(
        whatASubclassInherits,
        whatTheCompilerDemands,
        writeTheOtherHalf,
        forgettingSuper,
        twoClassesOneKey,
        underAKeyOfItsOwn,
        underANameThatYouChoose,
        fourShapesSideBySide,
        aSuperclassThatIsNotCodable,
        anArrayOfPeople,
        writeTheTag,
        compositionInstead
    )

    /// `swift run lesson-07 --decode FILE` decodes one member, or a list:
    ///
    ///     [ { "type": "employee", "name": "Joe", "emp_id": "emp123" } ]
    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Member.self, from: document)
    }
}

// MARK: - What a subclass inherits

class Person: Codable {
    let name: String

    init(name: String) {
        self.name = name
    }
}

final class PlainEmployee: Person {
    var id = "none"
}

/// An employee is a person with one more property. The subclass inherits everything from `Person`,
/// and so it is `Codable` too. This compiles without a warning.
func whatASubclassInherits() throws {
    let joe = PlainEmployee(name: "Joe")
    joe.id = "emp123"
    // Predict: The compiler wrote encode(to:) when it read the class `Person`. What is written for
    // Joe?
    show(try JSONEncoder().encode(joe))
    let document = Data(#"{"name": "Joe", "id": "emp123"}"#.utf8)
    show(try JSONDecoder().decode(PlainEmployee.self, from: document))
    // What is inherited is the code for `Person`. It knows the properties of `Person` and no
    // others. The id is lost both ways, without an error and without a warning.
}

// MARK: - What the compiler demands

enum EmployeeKeys: String, CodingKey { case id = "emp_id", person }

class HalfEmployee: Person {
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
}

/// Now `id` has no default value, so the class needs an initializer. A class with one of its own
/// inherits none, so the compiler demands an `init(from:)` too. Swift wants your own properties to
/// have values before `super.init`. So `id` is read first, and then `super.init(from:)` reads the
/// rest from the same decoder. (The key `person` is for step 7.)
func whatTheCompilerDemands() throws {
    let document = Data(#"{"name": "Joe", "emp_id": "emp123"}"#.utf8)
    let joe = try JSONDecoder().decode(HalfEmployee.self, from: document)
    show(joe)
    // Predict: The compiler accepts this class. What comes out when Joe is written?
    show(try JSONEncoder().encode(joe))
    // The id is lost again. `encode(to:)` is still inherited, so nothing demands one here, and the
    // one of `Person` runs. The compiler gives no error and no warning for that, at most a note.
    // The word `required` is there because `Person` promises that all its subclasses can be
    // decoded.
}

// MARK: - Write the other half

final class FlatEmployee: HalfEmployee {
    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: EmployeeKeys.self)
        try container.encode(id, forKey: .id)
    }
}

/// Two classes write here, one after the other: the inherited code asks the encoder for a
/// container, and then this class asks for one. In step 2, the two classes opened a container each,
/// and both read the same object. An encoder makes one value. (`sortedKeys` is an encoder with that
/// setting, from lesson 01.)
func writeTheOtherHalf() throws {
    let joe = FlatEmployee(name: "Joe", id: "emp123")
    // Predict: Are there two objects now, or one with both keys?
    let written = try sortedKeys.encode(joe)
    show(written)
    // There is one object with both keys: every keyed container
    // that you ask it for writes into that one. (An unkeyed container from the same encoder ends
    // the program.) So Joe can be read again:
    show(try JSONDecoder().decode(FlatEmployee.self, from: written))
}

// MARK: - Forgetting super

/// Each class takes care of its own properties and hands the rest up. Here the superclass has
/// values for all its properties, and an `init()`. This subclass does not hand anything up.
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
    // Predict: The document has a name, and all of this compiles. Which name does the employee
    // have?
    show(joe)
    joe.name = "Joe"
    show(try JSONEncoder().encode(joe))
    // The name was "nobody": any initializer of the superclass will do for the compiler, and
    // `super.init()` reads nothing. Nobody demands `super.encode(to:)`: without it, the superclass
    // is not in the document. Step 3 has both right.
}

// MARK: - Two classes, one key

/// Both classes write into one object, and neither knows which keys the other uses. Here is an
/// accident: both have a property with the key "id".
func twoClassesOneKey() throws {
    class Citizen: Codable {
        var passport = "P-7"
        enum CodingKeys: String, CodingKey { case passport = "id" }
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
    // Predict: The passport is "P-7", the badge "emp123", and both go to one key. The encoder keeps
    // keys in a dictionary (lesson 01). What is written?
    let written = try JSONEncoder().encode(Clerk())
    show(written)
    show(try JSONDecoder().decode(Clerk.self, from: written))
    // The badge is written: the class that writes last wins, and both classes read what it wrote.
    // Reading fails only if one wants another type there. Rename a key, or give the superclass an
    // object of its own.
}

// MARK: - Under a key of its own

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

/// `superEncoder()` writes under the key "super", and `superDecoder()` reads there. If nothing is
/// there, its decoder holds null (Swift 6.3 on Linux).
func underAKeyOfItsOwn() throws {
    show(try sortedKeys.encode(SuperEmployee(name: "Joe", id: "emp123")))
    let flat = Data(#"{"name": "Joe", "emp_id": "emp123"}"#.utf8)
    // Predict: This document has no "super". Which error does `Person` throw?
    attempt(flat) { try JSONDecoder().decode(SuperEmployee.self, from: flat) }
    // `Person` throws valueNotFound: it wants an object, and its decoder holds null. (In other
    // formats, `superDecoder()` may throw keyNotFound.)
}

// MARK: - Under a name that you choose

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

/// "super" is a Swift word: `forKey:` chooses a key that other programs know.
func underANameThatYouChoose() throws {
    show(try sortedKeys.encode(NamedEmployee(name: "Joe", id: "emp123")))
    let last = try sortedKeys.encode(SuperEmployee(name: "Joe", id: "emp123"))
    // Predict: `NamedEmployee` reads this document, which says "super". Which key does the error
    // name?
    attempt(last) { try JSONDecoder().decode(NamedEmployee.self, from: last) }
    // It names `person`, which was asked for. Write with `superEncoder(forKey:)`, read with
    // `superDecoder(forKey:)` and the same key. Old documents keep their old key.
}

// MARK: - Four shapes side by side

/// One employee, written in four ways. Then each document is read in the same four ways. A reading
/// shows the id, or ✘ for an error.
func fourShapesSideBySide() throws {
    let plain = PlainEmployee(name: "Joe")
    plain.id = "emp123"
    let documents = [
        try sortedKeys.encode(plain),
        try sortedKeys.encode(FlatEmployee(name: "Joe", id: "emp123")),
        try sortedKeys.encode(SuperEmployee(name: "Joe", id: "emp123")),
        try sortedKeys.encode(NamedEmployee(name: "Joe", id: "emp123")),
    ]
    for document in documents { show(document) }
    let decoder = JSONDecoder()
    func readings(_ json: Data) -> [String] {
        [
            (try? decoder.decode(PlainEmployee.self, from: json))?.id ?? "✘",
            (try? decoder.decode(FlatEmployee.self, from: json))?.id ?? "✘",
            (try? decoder.decode(SuperEmployee.self, from: json))?.id ?? "✘",
            (try? decoder.decode(NamedEmployee.self, from: json))?.id ?? "✘",
        ]
    }
    // Predict: Which of the sixteen readings give no id and no error?
    for document in documents { show(readings(document)) }
    // The two with "none" do: document 1 has no id at all, and in document 2 `PlainEmployee`
    // does not read it. The other classes read only what they wrote.
}

// MARK: - A superclass that is not Codable

/// `Visitor` belongs to a framework. It is not final, so an `init(from:)` has to be `required` and
/// inside of the class: no extension can make it `Decodable`. But a subclass of yours can be
/// `Codable`.
func aSuperclassThatIsNotCodable() throws {
    class Visitor {
        let name: String
        init() { name = "nobody" }
        init(name: String) { self.name = name }
    }
    final class Quick: Visitor, Codable { var badge = "" }
    let document = Data(#"{"name": "Joe", "badge": "V-12"}"#.utf8)
    // Predict: The compiler writes init(from:) for `Quick`. What does it read?
    show(try JSONDecoder().decode(Quick.self, from: document))
    final class Guest: Visitor, Codable {
        let badge: String
        enum CodingKeys: CodingKey { case name, badge }
        init(from decoder: any Decoder) throws {
            let guest = try decoder.container(keyedBy: CodingKeys.self)
            badge = try guest.decode(String.self, forKey: .badge)
            super.init(name: try guest.decode(String.self, forKey: .name))
        }
        func encode(to encoder: any Encoder) throws {
            var guest = encoder.container(keyedBy: CodingKeys.self)
            try guest.encode(name, forKey: .name)
            try guest.encode(badge, forKey: .badge)
        }
    }
    show(try JSONDecoder().decode(Guest.self, from: document))
    // `Quick` reads the badge alone, and calls `init()` of `Visitor`; without one, it does not
    // compile. By hand, the properties of `Visitor` are keys of yours. `required` is not needed:
    // `Guest` is final and inherits no `init(from:)`.
}

// MARK: - An array of people

/// Each element of a list is written by the `encode(to:)` of its own class.
func anArrayOfPeople() throws {
    let people = [Person(name: "Ann"), FlatEmployee(name: "Joe", id: "emp123")]
    let written = try sortedKeys.encode(people)
    show(written)
    // Predict: The document does not say who is an employee. What does [Person].self make of Joe?
    show(try JSONDecoder().decode([Person].self, from: written))
    // Joe is a `Person`: you named that type. A tag in the document can say what an element
    // is: `Member`, below, reads it and hands the same decoder to the class.
    let tagged = Data(
        """
        [{"type": "person", "name": "Ann"},
         {"type": "employee", "name": "Joe", "emp_id": "emp123"}]
        """.utf8)
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

// MARK: - Write the tag

extension Member: Encodable {
    init(person: Person) { self.person = person }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        // An employee is a person too, so ask for the employee first.
        let kind: Kind = person is FlatEmployee ? .employee : .person
        try container.encode(kind, forKey: .type)
        try person.encode(to: encoder)
    }
}

/// Now `Member` can write too. (Its `init(from:)` took away the initializer that Swift writes for a
/// struct, so here is one. With `init(from:)` in an extension, the struct keeps Swift's, and can
/// call it: `self.init(person: …)`.)
func writeTheTag() throws {
    let tagged = Data(
        """
        [{"type": "employee", "name": "Joe", "emp_id": "emp123"},
         {"type": "person", "name": "Ann"}]
        """.utf8)
    let members = try JSONDecoder().decode([Member].self, from: tagged)
    let people = members.map(\.person)
    // Predict: `people` is a list of persons, and not of members. Which keys are written for Joe?
    show(try sortedKeys.encode(people))
    // The key `type` is missing: only `Member` knows it, and a person without a `Member` around it
    // has none. So put each person into a `Member` again:
    for person in people { show(try sortedKeys.encode(Member(person: person))) }
}

// MARK: - Composition instead

/// An employee can have a person instead of being one. For `Nested`, you write the keys, and the
/// compiler writes the rest.
func compositionInstead() throws {
    struct Identity: Codable { let name: String }
    struct Nested: Codable {
        let person: Identity, id: String
        enum CodingKeys: String, CodingKey { case person, id = "emp_id" }
    }
    let named = try sortedKeys.encode(NamedEmployee(name: "Joe", id: "emp123"))
    show(try JSONDecoder().decode(Nested.self, from: named))
    let flat = try sortedKeys.encode(FlatEmployee(name: "Joe", id: "emp123"))
    // Predict: Now a flat document. Which key does the compiler's code miss?
    attempt { try JSONDecoder().decode(Nested.self, from: flat) }
    struct Flat: Decodable {
        let person: Identity, id: String
        init(from decoder: any Decoder) throws {
            let employee = try decoder.container(keyedBy: EmployeeKeys.self)
            id = try employee.decode(String.self, forKey: .id)
            person = try Identity(from: decoder)
        }
    }
    show(try JSONDecoder().decode(Flat.self, from: flat).person.name)
    // The key `person` is missing. `Flat` hands its decoder on to the property. Do this only with
    // your own types: `Date(from: decoder)` goes past the decoder's strategies (lesson 03).
}

// MARK: - What to take away

// | Rule                                                        | Step |
// |-------------------------------------------------------------|------|
// | An inherited conformance knows the superclass only          | 1    |
// | `init(from:)` is demanded, `encode(to:)` is not             | 2    |
// | Own properties first, then `super.init(from:)`              | 2    |
// | All keyed containers of an encoder write into one object    | 3    |
// | `super.init()` compiles, and reads nothing                  | 4    |
// | In one object, the last writer of a key wins                | 5    |
// | If the superclass's object is absent, it is valueNotFound   | 6    |
// | Read in the shape that you write                            | 7, 8 |
// | The properties of a superclass can be keys of yours         | 9    |
// | `[Person]` makes people: read a type tag first              | 10   |
// | `[Person]` writes no types: write the tag too               | 11   |
// | If an employee has a person, write at most the keys         | 12   |
//
// | Superclass    | `super.encode(to:)` takes | `super.init(from:)` takes |
// |---------------|---------------------------|---------------------------|
// | flat          | `encoder`                 | `decoder`                 |
// | under "super" | `superEncoder()`          | `superDecoder()`          |
// | under a key   | `superEncoder(forKey:)`   | `superDecoder(forKey:)`   |
//
// `superEncoder()` of an unkeyed container makes its next element. An object that two others share
// is written twice, and becomes two objects when it is read.
//
// Left out here: telling a type with `userInfo` what shape its document has (lesson 08), keeping an
// element whose tag nobody knows (lesson 09), decoders of your own behind all this (lesson 12).
//
// Now you: open `Exercises/Exercise07.swift`. To judge it:
//
//     swift run workbook check 07

// MARK: - Helpers

/// An encoder whose output can be shown: the order of the keys is always the same.
var sortedKeys: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
}
