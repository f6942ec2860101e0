import Foundation
import Walkthrough

@main
struct Lesson07: Lesson {
    static let title = "Inheritance"
    static let steps = Steps(
        whatASubclassInherits,
        whatTheCompilerDemands,
        writeTheOtherHalf,
        whatTheSuperclassDoes,
        twoClassesOneKey,
        underAKeyOfItsOwn,
        aSuperclassThatIsNotCodable,
        anArrayOfPeople,
        writeTheTag,
        beingAPersonOrHavingOne,
        twoPartsInOneObject
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

/// Most models need no subclass. Where a list holds things of several kinds, an enum has a case for
/// each kind (lesson 06, step 8). Where several types have something in common, each of them can
/// have a property for it, as the last two steps of this lesson show. But you will meet subclasses
/// all the same: in frameworks that were made for Objective-C, in large programs that are older
/// than `Codable`, in somebody else's library. So it is good to know how they are read and written.
///
/// Here, an employee is a person with one more property. A subclass inherits what its superclass
/// has, and so `Employee` is `Codable` too. All of this compiles without a warning.
func whatASubclassInherits() throws {
    final class Employee: Person {
        var id = "none"
    }
    let joe = Employee(name: "Joe")
    joe.id = "emp123"
    // Predict: This code has no `encode(to:)` of its own. What does the encoder write for Joe?
    show(try JSONEncoder().encode(joe))
    let document = Data(#"{"name": "Joe", "id": "emp123"}"#.utf8)
    show(try JSONDecoder().decode(Employee.self, from: document))
    // The compiler wrote the code for `Person`, and `Employee` inherits it. That code knows the
    // properties of `Person` and no others. So the id is lost both ways, without an error.
}

// MARK: - What the compiler demands

/// Now `id` is a `let` without a value, so something has to give it one, and the class needs an
/// initializer of its own. Such a class inherits no initializers. But `Person` is `Decodable`,
/// which is a promise that all its subclasses can be decoded. So the compiler demands an
/// `init(from:)` from each of them, and that is what `required` says.
///
/// Swift wants your own properties to have values before `super.init` runs. So `id` is read first.
/// Then `super.init(from:)` reads the rest from the same decoder.
func whatTheCompilerDemands() throws {
    final class Employee: Person {
        let id: String

        enum CodingKeys: String, CodingKey {
            case id = "emp_id"
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            try super.init(from: decoder)
        }
    }
    let document = Data(#"{"name": "Joe", "emp_id": "emp123"}"#.utf8)
    let joe = try JSONDecoder().decode(Employee.self, from: document)
    show(joe)
    // Predict: Name and id are there, and the compiler accepts this class. What comes out when Joe
    // is written again?
    show(try JSONEncoder().encode(joe))
    // The id is lost again: `encode(to:)` is still the one of `Person`. The compiler demanded an
    // `init(from:)` because `id` had no value. When Joe is written, every property has one, and so
    // nothing demands an `encode(to:)`.
}

// MARK: - Write the other half

final class Employee: Person {
    let id: String

    enum CodingKeys: String, CodingKey {
        case id = "emp_id"
    }

    init(name: String, id: String) {
        self.id = id
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
    }
}

/// Two classes write here, one after the other. First `super.encode(to:)` runs the code for
/// `Person`, which asks the encoder for a container. Then `Employee` asks the same encoder for a
/// container too.
func writeTheOtherHalf() throws {
    let joe = Employee(name: "Joe", id: "emp123")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Predict: One encoder is asked for a container twice. What does the document look like?
    let written = try encoder.encode(joe)
    show(written)
    // It is one object with both keys. An encoder makes one value, and every keyed container that
    // you ask it for writes into that value. So the two classes share an object when they write, as
    // they do when they read:
    show(try JSONDecoder().decode(Employee.self, from: written))
}

// MARK: - What the superclass does

/// This superclass gives its property a default value. So Swift writes an `init()` for it, and a
/// subclass may call that one too. `Driver` reads and writes the property that it adds.
func whatTheSuperclassDoes() throws {
    class Worker: Codable {
        var name = "nobody"
    }

    final class Driver: Worker {
        let license: String

        enum CodingKeys: CodingKey {
            case license
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            license = try container.decode(String.self, forKey: .license)
            super.init()
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(license, forKey: .license)
        }
    }
    let document = Data(#"{"name": "Joe", "license": "B"}"#.utf8)
    let driver = try JSONDecoder().decode(Driver.self, from: document)
    // Predict: The document has a name, and all of this compiles. Which name does the driver have?
    show(driver.name)
    // For the compiler, any initializer of the superclass will do. This one gives the name its
    // default value and reads nothing. The line has to be `try super.init(from: decoder)`.
    driver.name = "Joe"
    // Predict: Now the driver has his name. What is in his document?
    show(try JSONEncoder().encode(driver))
    // The license is in it, and nothing else. Nobody demands a `super.encode(to: encoder)`, but
    // without it the superclass does not write. A class takes care of what it adds, and hands the
    // rest up, both ways. Step 3 has both calls.
}

// MARK: - Two classes, one key

/// Both classes write into one object, and neither of them knows the keys of the other. By
/// accident, each of these two has a property whose key is "id".
func twoClassesOneKey() throws {
    class Citizen: Codable {
        var passport = "P-7"

        enum CodingKeys: String, CodingKey {
            case passport = "id"
        }
    }

    final class Clerk: Citizen {
        var badge = "emp123"

        enum CodingKeys: String, CodingKey {
            case badge = "id"
        }

        override func encode(to encoder: any Encoder) throws {
            try super.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(badge, forKey: .badge)
        }
    }
    // Predict: The passport is "P-7", the badge is "emp123", and each class writes its own. What
    // becomes of them: is one of them written, are both, or is it an error?
    let written = try JSONEncoder().encode(Clerk())
    show(written)
    // The badge is written. The encoder keeps an object as a dictionary until it is done, so the
    // class that writes last wins, and the passport is lost without an error. Whoever reads a
    // citizen from this document takes the badge for a passport:
    show(try JSONDecoder().decode(Citizen.self, from: written))
    // Give one of the two keys another name. Where the document has both under the same name, the
    // superclass needs an object of its own, as in the next step.
}

// MARK: - Under a key of its own

/// A superclass can have an object of its own in the document. The container's `superEncoder()`
/// gives you an encoder that writes under the key "super". Its `superDecoder()` gives you a decoder
/// that reads what is under that key. If the key is not there, `superDecoder()` gives you a decoder
/// all the same, and that one holds null.
func underAKeyOfItsOwn() throws {
    final class Employee: Person {
        let id: String

        enum CodingKeys: String, CodingKey {
            case id = "emp_id"
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try super.encode(to: container.superEncoder())
        }
    }
    let document = Data(
        #"{"emp_id": "emp123", "super": {"name": "Joe"}}"#.utf8)
    let joe = try JSONDecoder().decode(Employee.self, from: document)
    show(joe)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    show(try encoder.encode(joe))

    let flat = Data(#"{"emp_id": "emp123", "name": "Joe"}"#.utf8)
    // Predict: This is the document of step 3. It has no "super". Which error does `Person` throw?
    attempt(flat) { try JSONDecoder().decode(Employee.self, from: flat) }
    // `Person` throws valueNotFound, because it wants an object and its decoder holds null. The
    // class reads the shape that it writes, and no other. So choose one shape, and use the same one
    // on both sides: whoever reads from a `superDecoder()` writes to a `superEncoder()`.
}

// MARK: - A superclass that is not Codable

open class Visitor {
    public let name: String

    public init() {
        name = "nobody"
    }

    public init(name: String) {
        self.name = name
    }
}

/// `Visitor` comes from a framework. It is `open`, because otherwise nobody outside of the
/// framework could inherit from it. It is not `Codable`, and no extension can change that. In a
/// class with subclasses, `init(from:)` has to be `required`, and a `required` initializer has to
/// be inside the class. But a subclass of yours can be `Codable`.
func aSuperclassThatIsNotCodable() throws {
    final class Guest: Visitor, Codable {
        var badge = ""
    }
    let document = Data(#"{"name": "Joe", "badge": "V-12"}"#.utf8)
    // Predict: The compiler writes `init(from:)` for `Guest`. Which values does it read?
    show(try JSONDecoder().decode(Guest.self, from: document))
    // It reads the badge alone. The compiler's code knows what `Guest` adds, and for the rest it
    // calls `init()` of `Visitor`. (Without that `init()`, it would be an error of the compiler.)
    // To read the name too, write the code by hand, where the properties of the superclass are keys
    // of yours:
    final class Supplier: Visitor, Codable {
        let badge: String

        enum CodingKeys: CodingKey {
            case name
            case badge
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            badge = try container.decode(String.self, forKey: .badge)
            let name = try container.decode(String.self, forKey: .name)
            super.init(name: name)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(badge, forKey: .badge)
        }
    }
    show(try JSONDecoder().decode(Supplier.self, from: document))
    // There is nothing to override, and no `super` to call but `super.init(name:)`. If a later
    // version of the framework has a new property, nothing tells you that it is not in your keys.
}

// MARK: - An array of people

/// A list of people may contain employees. Each element is written by the `encode(to:)` of its own
/// class.
func anArrayOfPeople() throws {
    let people = [Person(name: "Ann"), Employee(name: "Joe", id: "emp123")]
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let written = try encoder.encode(people)
    show(written)
    // Predict: Now the document is read again. What does `[Person].self` make of Joe?
    show(try JSONDecoder().decode([Person].self, from: written))
    // Joe is a `Person`, because that is the type that you named, and a decoder does not look for
    // subclasses. So a document with several kinds has to say of each element what it is. An enum
    // reads such a tag in lesson 06, step 8. If the classes are there and have to stay, a struct
    // reads the tag, and hands the same decoder to the class that it names:
    //
    // Code: Lessons/07-Inheritance/Lesson07.swift, struct Member
    let tagged = Data(
        """
        [{"type": "person", "name": "Ann"},
         {"type": "employee", "name": "Joe", "emp_id": "emp123"}]
        """.utf8)
    show(try JSONDecoder().decode([Member].self, from: tagged).map(\.person))
}

// MARK: - Write the tag

extension Member: Encodable {
    init(person: Person) {
        self.person = person
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        // An employee is a person too, so ask for the employee first.
        let kind: Kind = person is Employee ? .employee : .person
        try container.encode(kind, forKey: .type)
        try person.encode(to: encoder)
    }
}

/// `Member` writes the tag, and then the person writes into the same object. `Member` has an
/// `init(from:)` inside, so Swift writes no `init(person:)` (lesson 02). Here it is by hand.
func writeTheTag() throws {
    let tagged = Data(
        """
        [{"type": "employee", "name": "Joe", "emp_id": "emp123"},
         {"type": "person", "name": "Ann"}]
        """.utf8)
    let members = try JSONDecoder().decode([Member].self, from: tagged)
    let people = members.map(\.person)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Predict: `Member` has read the tags, and now we write `people`. Which keys are written for
    // Joe?
    show(try encoder.encode(people))
    // The key `type` is missing. Only `Member` knows it, and a person without a `Member` around it
    // has no tag. So put each person into a `Member` again before you write it:
    for person in people {
        show(try encoder.encode(Member(person: person)))
    }
}

// MARK: - Being a person, or having one

/// "super" is a word of Swift, and other programs have another name for that object. With `forKey:`
/// you choose the key, for example `person`. The key is a case of your enum, though the class has
/// no such property.
func beingAPersonOrHavingOne() throws {
    final class Employee: Person {
        let id: String

        enum CodingKeys: String, CodingKey {
            case person
            case id = "emp_id"
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
            try super.init(from: container.superDecoder(forKey: .person))
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try super.encode(to: container.superEncoder(forKey: .person))
        }
    }
    let document = Data(
        #"{"emp_id": "emp123", "person": {"name": "Joe"}}"#.utf8)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let employee = try JSONDecoder().decode(Employee.self, from: document)
    show(try encoder.encode(employee))
    // For the class, an employee is a person. In the document, an employee has a person. So does
    // this struct:
    struct Colleague: Codable {
        let person: Person
        let id: String

        enum CodingKeys: String, CodingKey {
            case person
            case id = "emp_id"
        }
    }
    // Predict: This type has no `init(from:)` and no `encode(to:)`, like the subclass of step 1.
    // Which values come out?
    let colleague = try JSONDecoder().decode(Colleague.self, from: document)
    show(colleague)
    show(try encoder.encode(colleague))
    // Both are read, and both are written. When the compiler writes the code for a struct, it knows
    // all of its properties, so none can be forgotten. You write the keys, and no `required`, no
    // `override` and no call of `super`. It does not matter that `Person` is still the class of
    // step 1.
}

// MARK: - Two parts in one object

/// Here is the flat document of step 3 once more. The keys of the person and of the employee are in
/// one object, which looks like a reason for a subclass. But there are only structs to read it.
func twoPartsInOneObject() throws {
    struct Person: Codable {
        let name: String
    }

    struct Colleague: Codable {
        let person: Person
        let id: String

        enum CodingKeys: String, CodingKey {
            case person
            case id = "emp_id"
        }
    }
    let flat = Data(#"{"emp_id": "emp123", "name": "Joe"}"#.utf8)
    // Predict: The compiler has written the code for `Colleague`. Which key does it miss?
    attempt { try JSONDecoder().decode(Colleague.self, from: flat) }
    // It misses `person`: that code reads each property under a key of its own. Here the person has
    // none, so hand the decoder itself on to it, and later the encoder:
    struct FlatColleague: Codable {
        let person: Person
        let id: String

        enum CodingKeys: String, CodingKey {
            case id = "emp_id"
        }

        init(from decoder: any Decoder) throws {
            person = try Person(from: decoder)
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(String.self, forKey: .id)
        }

        func encode(to encoder: any Encoder) throws {
            try person.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
        }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let colleague = try JSONDecoder().decode(FlatColleague.self, from: flat)
    show(colleague)
    show(try encoder.encode(colleague))
    // Here too, both halves are yours: without `encode(to:)`, the compiler writes one for the keys
    // of the enum, and the person is lost. But a struct can have several such parts, where a class
    // has one superclass. For a list of persons and colleagues, use an array of an enum: its
    // `switch` cannot forget a case.
    //
    // Hand the decoder to types of your own only: `Date(from: decoder)` goes past the strategies of
    // the decoder (lesson 03, step 10).
}

// MARK: - What to take away

// | Rule                                                        | Step   |
// |-------------------------------------------------------------|--------|
// | An inherited conformance knows the superclass only          | 1      |
// | Own properties first, then `super.init(from:)`              | 2      |
// | `init(from:)` is demanded, `encode(to:)` is not             | 2      |
// | All keyed containers of an encoder write into one object    | 3      |
// | `super.init()` compiles, and reads nothing                  | 4      |
// | In one object, the last writer of a key wins                | 5      |
// | If "super" is absent, the decoder for it holds null         | 6      |
// | Read in the shape that you write                            | 6      |
// | The properties of a superclass can be keys of yours         | 7      |
// | `[Person]` makes people: read a tag first                   | 8      |
// | `[Person]` writes no tags: write them too                   | 9      |
// | Have a person instead of being one, nested or flat          | 10, 11 |
//
// | Superclass    | `super.encode(to:)` takes | `super.init(from:)` takes |
// |---------------|---------------------------|---------------------------|
// | flat          | `encoder`                 | `decoder`                 |
// | under "super" | `superEncoder()`          | `superDecoder()`          |
// | under a key   | `superEncoder(forKey:)`   | `superDecoder(forKey:)`   |
//
// All that this lesson says of decoders was tried with Swift 6.3 on Linux.
//
// Left out here: telling a type with `userInfo` what shape its document has (lesson 08), keeping an
// element whose tag nobody knows (lesson 09), decoders of your own (lesson 12), a list of any kinds
// of things (lesson 15).
//
// Now you: open `Exercises/Exercise07.swift`. To have it judged each time you save it:
//
//     swift run workbook watch 07

// MARK: - The finished model

/// A person or an employee, as the tag of the element says.
struct Member: Decodable {
    let person: Person

    enum CodingKeys: CodingKey {
        case type
    }

    enum Kind: String, Codable {
        case person
        case employee
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .type) {
        case .person:
            person = try Person(from: decoder)
        case .employee:
            person = try Employee(from: decoder)
        }
    }
}
