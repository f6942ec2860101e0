import Foundation
import Walkthrough

@main
struct Lesson06: Lesson {
    static let title = "Unkeyed arrays"
    static let steps = Steps(
        anArrayInANestedObject,
        oneElementAfterAnother,
        theObjectsOfAList,
        twoValuesOfOneObject,
        writeAListBack,
        placesInsteadOfKeys,
        tooFewAndTooMany,
        mixedElements,
        aValueWithThreeShapes,
        elementsThatFail,
        keepWhatYouDrop,
        oneKeyInEachObject
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Painting.self, from: document)
    }
}

// MARK: - An array in a nested object

struct Payload: Decodable {
    let name: String

    enum CodingKeys: String, CodingKey {
        case name = "payload_id"
    }
}

struct Cargo: Decodable {
    let names: String

    enum CodingKeys: String, CodingKey {
        case secondStage = "second_stage"
    }

    enum StageKeys: CodingKey {
        case payloads
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let stage = try container.nestedContainer(
            keyedBy: StageKeys.self, forKey: .secondStage)
        let payloads = try stage.decode([Payload].self, forKey: .payloads)
        names = payloads.map(\.name).joined(separator: ", ")
    }
}

/// A rocket carries several payloads, and a document lists them two levels down. The container of
/// lesson 05 decodes an array like any other value. The screen has one line for all of them, so
/// this model joins their names into one string.
func anArrayInANestedObject() throws {
    let rocket = Data(
        """
        {
          "second_stage": {
            "payloads": [
              { "payload_id": "GRACE-FO" },
              { "payload_id": "Iridium 51, 52" }
            ]
          }
        }
        """.utf8)
    let cargo = try JSONDecoder().decode(Cargo.self, from: rocket)
    show(cargo.names)
    // Predict: To write the payloads back, we cut the string at each ", ". Which payloads come out?
    show(cargo.names.components(separatedBy: ", "))
    // Three payloads come out of two, because one of the names has a comma in it. Whatever
    // separator you take, a name may have it one day. So keep the list in the model, and join it
    // where you show it.
}

// MARK: - One element after another

/// A brewery sends the sizes of its bottles in ounces. A list has no keys, so the container for it
/// has none either: `unkeyedContainer()` gives you a place in the list. It begins at the first
/// element, and each `decode` moves it on. That is why it is a `var`.
///
/// ```list
/// 12.2, 15.9, 25.4, 11.2
/// ^ at the beginning
///       ^ after one `decode`
///                         ^ isAtEnd
/// ```
///
/// The loop below goes on until `isAtEnd` is true. It should keep all bottles of more than 15
/// ounces.
func oneElementAfterAnother() throws {
    let ounces = Data("[12.2, 15.9, 25.4, 11.2]".utf8)
    struct Sizes: Decodable {
        var large: [Double] = []

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd {
                if try container.decode(Double.self) > 15 {
                    large.append(try container.decode(Double.self))
                }
            }
        }
    }
    // Predict: Two of the sizes are over 15. Which sizes does this loop keep?
    show(try JSONDecoder().decode(Sizes.self, from: ounces).large)
    // It keeps 25.4 alone. The condition reads 15.9 and moves on, so the line below it reads the
    // next element. Decode once for each element, and keep the value:
    struct LargeSizes: Decodable {
        var large: [Double] = []

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd {
                let size = try container.decode(Double.self)
                if size > 15 {
                    large.append(size)
                }
            }
        }
    }
    show(try JSONDecoder().decode(LargeSizes.self, from: ounces).large)
}

// MARK: - The objects of a list

enum PaintingKeys: String, CodingKey {
    case colors = "normalizedColors"
}

enum ColorKeys: CodingKey {
    case hex
    case percentage
}

struct HexColors: Decodable {
    var values: [String] = []

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: PaintingKeys.self)
        var list = try container.nestedUnkeyedContainer(forKey: .colors)
        while !list.isAtEnd {
            let color = try list.nestedContainer(keyedBy: ColorKeys.self)
            values.append(try color.decode(String.self, forKey: .hex))
        }
    }
}

/// A museum counts the colors of each painting, and we want a list of their hex values. A type for
/// the objects would do, but we need one string of each, and no more. An unkeyed container can open
/// the objects too.
///
/// ```tree
/// painting  <- container
///   normalizedColors  <- list
///     0  <- color
///       percentage: 37
///       hex: "#D2B48C"
///     1
///       percentage: 20
///       hex: "#696969"
/// ```
func theObjectsOfAList() throws {
    let painting = Data(
        """
        {
          "normalizedColors": [
            { "percentage": 37, "hex": "#D2B48C" },
            { "percentage": 20, "hex": "#696969" }
          ]
        }
        """.utf8)
    // Predict: For this painting, how often is each of the three containers opened?
    show(try JSONDecoder().decode(HexColors.self, from: painting).values)
    // `container` and `list` are opened once, and `color` once for each object of the list. The
    // keys of an object may be read in any order, so `container` and `color` can be a `let`. `list`
    // is a `var`, because it moves.
}

// MARK: - Two values of one object

/// Now we want the percentage and the hex value of the first color. This type opens a container for
/// each of the two keys.
func twoValuesOfOneObject() throws {
    let painting = Data(
        """
        {
          "normalizedColors": [
            { "percentage": 37, "hex": "#D2B48C" },
            { "percentage": 20, "hex": "#696969" }
          ]
        }
        """.utf8)
    struct FirstColor: Decodable {
        let percentage: Int
        let hex: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: PaintingKeys.self)
            var list = try container.nestedUnkeyedContainer(forKey: .colors)
            percentage = try list.nestedContainer(keyedBy: ColorKeys.self)
                .decode(Int.self, forKey: .percentage)
            hex = try list.nestedContainer(keyedBy: ColorKeys.self)
                .decode(String.self, forKey: .hex)
        }
    }
    // Predict: What does it make of this painting?
    show(try JSONDecoder().decode(FirstColor.self, from: painting))
    // The percentage is that of the first color, and the hex value that of the second: a list moves
    // on whenever you open a container in it, as it does when you decode. So open one container for
    // each object, give it a name, and read all its keys from it:
    struct OneColor: Decodable {
        let percentage: Int
        let hex: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: PaintingKeys.self)
            var list = try container.nestedUnkeyedContainer(forKey: .colors)
            let color = try list.nestedContainer(keyedBy: ColorKeys.self)
            percentage = try color.decode(Int.self, forKey: .percentage)
            hex = try color.decode(String.self, forKey: .hex)
        }
    }
    show(try JSONDecoder().decode(OneColor.self, from: painting))
}

// MARK: - Write a list back

struct BottleSizes: Codable {
    var milliliters: [Int] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            let ounces = try container.decode(Double.self)
            milliliters.append(Int((ounces * 29.5735).rounded()))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for size in milliliters {
            try container.encode(Double(size) / 29.5735)
        }
    }
}

/// An encoder has an unkeyed container as well. Each `encode` adds one element at the end of the
/// list. Here the document has ounces, and the model has whole milliliters, so `init(from:)` and
/// `encode(to:)` calculate.
func writeAListBack() throws {
    let ounces = Data("[12.2, 15.9]".utf8)
    let sizes = try JSONDecoder().decode(BottleSizes.self, from: ounces)
    show(sizes.milliliters)
    // Predict: Nobody has changed the sizes. Which list is written?
    show(try JSONEncoder().encode(sizes))
    // The model has rounded 12.2 ounces to 361 milliliters, and 361 milliliters are a little more
    // than 12.2 ounces. What a model throws away, it cannot write. Keep the number as it came, and
    // calculate where you show it.
    //
    // Where the list has a key, or its elements are objects, the same calls as in step 3 open the
    // containers for writing. Each of them is a `var` then, and opening one needs no `try`:
    //
    //     var container = encoder.container(keyedBy: PaintingKeys.self)
    //     var list = container.nestedUnkeyedContainer(forKey: .colors)
    //     for value in values {
    //         var color = list.nestedContainer(keyedBy: ColorKeys.self)
    //         try color.encode(value, forKey: .hex)
    //     }
}

// MARK: - Places instead of keys

struct Position: Decodable, Equatable {
    let latitude: Double
    let longitude: Double

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        longitude = try container.decode(Double.self)
        latitude = try container.decode(Double.self)
    }
}

/// In some lists, the elements are not alike: the place of an element says what it means. A
/// position on a map is often sent in this way. GeoJSON, a format for maps, writes two numbers for
/// it. This launch pad is in Florida, 28 degrees north of the equator.
func placesInsteadOfKeys() throws {
    let launchPad = Data("[-80.577, 28.562]".utf8)
    let pair = try JSONDecoder().decode([Double].self, from: launchPad)
    // Predict: People say "latitude and longitude", so the next line takes the two numbers in that
    // order. Where on the map is the launch pad now?
    show("latitude \(pair[0]), longitude \(pair[1])")
    // It is 80 degrees south, on the ice of Antarctica, and nothing was thrown, because both are
    // numbers. GeoJSON begins with the longitude. Let one type read the places in the order of the
    // document. From then on they have names, and nobody can mix them up:
    show(try JSONDecoder().decode(Position.self, from: launchPad))
}

// MARK: - Too few and too many

/// A list can be shorter than you think, or longer. In Swift, `pair[1]` ends the program if the
/// array has only one number. What does the `Position` of step 6 do?
func tooFewAndTooMany() throws {
    let few = Data("[-80.577]".utf8)
    attempt(few) { try JSONDecoder().decode(Position.self, from: few) }
    // A container at its end has no value to give, so it throws. In a positional list the second
    // number has to be there, and so the error is right.
    let many = Data("[-80.577, 28.562, 3, 150]".utf8)
    // Predict: Here are four numbers. What does `Position` say to the last two?
    attempt(many) { try JSONDecoder().decode(Position.self, from: many) }
    // It says nothing: nobody asks for the rest of the list. GeoJSON allows a third number, the
    // height. To take it, and to refuse what follows, ask `isAtEnd`:
    struct Place: Decodable {
        let longitude: Double
        let latitude: Double
        let height: Double?

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            longitude = try container.decode(Double.self)
            latitude = try container.decode(Double.self)
            height = container.isAtEnd ? nil : try container.decode(Double.self)
            guard container.isAtEnd else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "A position has two or three numbers.")
            }
        }
    }
    attempt(many) { try JSONDecoder().decode(Place.self, from: many) }
}

// MARK: - Mixed elements in one list

enum Entry: Decodable, Equatable {
    case burn(seconds: Int)
    case note(String)

    enum Kind: String, Codable {
        case burn
        case note
    }

    enum CodingKeys: CodingKey {
        case kind
        case seconds
        case text
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .burn:
            let seconds = try container.decode(Int.self, forKey: .seconds)
            self = .burn(seconds: seconds)
        case .note:
            let text = try container.decode(String.self, forKey: .text)
            self = .note(text)
        }
    }
}

/// The log of a flight has two kinds of elements in one list. Such a list is an array of an enum in
/// Swift, and each case carries the values of its kind. The compiler can write `Codable` for such
/// an enum, as for `LogEntry` below. Does that code fit this log?
func mixedElements() throws {
    let log = Data(
        #"[{"kind": "burn", "seconds": 150}, {"kind": "note", "text": "Go"}]"#
            .utf8)
    enum LogEntry: Codable {
        case burn(seconds: Int)
        case note(text: String)
    }
    show(try JSONEncoder().encode([LogEntry.burn(seconds: 150)]))
    // Predict: The compiler reads an enum in the form in which it writes one. So which keys does it
    // look for in the first element of the log?
    attempt(log) { try JSONDecoder().decode([LogEntry].self, from: log) }
    // It looks for `burn` or `note` as the only key of the object, and this API puts the kind into
    // a value. `Entry` above does by hand what the API needs: it reads `kind`, the tag, and then
    // the keys that belong to that kind.
    show(try JSONDecoder().decode([Entry].self, from: log))
    // A kind that is none of the two is an error. Lesson 09 shows how to keep it.
}

// MARK: - A value with three shapes

struct Person: Codable, Equatable {
    let name: String
    let born: Int
}

enum Makers: Equatable {
    case name(String)
    case names([String])
    case person(Person)
}

/// The maker of a painting is a string in one document, a list of strings in the next, and an
/// object in a third. The type has to find out from the value which case it is. A program can try
/// one shape after the other. `try?` gives nil where a shape does not fit. The last shape has a
/// `try`, so it throws if none fits.
func aValueWithThreeShapes() throws {
    struct Attribution: Decodable {
        let makers: Makers

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let person = try? container.decode(Person.self) {
                makers = .person(person)
            } else if let names = try? container.decode([String].self) {
                makers = .names(names)
            } else {
                makers = .name(try container.decode(String.self))
            }
        }
    }
    let both = Data(#"{ "name": "Jan Both", "born": "1622" }"#.utf8)
    // Predict: The year stands in quotes, and `born` is an `Int`. Which mistake does the error
    // name?
    attempt(both) { try JSONDecoder().decode(Attribution.self, from: both) }
    // It says that a string was expected, and nothing of the year. `try?` gives nil for another
    // shape, and it gives nil for the right shape with a mistake inside. So ask for the shape alone
    // with `try?`, and read what is inside with `try`:
    //
    // Code: Lessons/06-UnkeyedArrays/Lesson06.swift, extension Makers: Decodable
    attempt(both) { try JSONDecoder().decode(Makers.self, from: both) }
}

// MARK: - Elements that fail

struct Beer: Codable, Equatable {
    let name: String
}

/// One bad element makes a whole list fail. A user would rather see the other beers, so a program
/// decodes one element at a time with `try?`, and goes on. This loop does that, and counts its
/// rounds.
func elementsThatFail() throws {
    let list = Data(
        #"[{ "name": "Endeavor" }, 7, { "name": "Lager" }]"#.utf8)
    attempt(list) { try JSONDecoder().decode([Beer].self, from: list) }
    struct Menu: Decodable {
        var beers: [Beer] = []
        var rounds = 0

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd, rounds < 1_000 {
                rounds += 1
                if let beer = try? container.decode(Beer.self) {
                    beers.append(beer)
                }
            }
        }
    }
    // Predict: The second element is no beer. Which beers does the loop find?
    show(try JSONDecoder().decode(Menu.self, from: list))
    // It finds the first beer, and then it tries the 7 again and again, because a `decode` that
    // fails stays where it is. Only our limit of 1,000 rounds has ended it. Without a limit, such a
    // loop never ends.
    //
    // `decodeIfPresent` and `nestedContainer` stay too, if they fail. All this is so for
    // `JSONDecoder`: the protocol does not say it, and another decoder may move on.
}

// MARK: - Keep what you drop

struct LossyList<Element: Decodable>: Decodable {
    var elements: [Element] = []
    var dropped: [(index: Int, error: any Error)] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            let index = container.currentIndex
            let elementDecoder = try container.superDecoder()
            do {
                let element = try elementDecoder.singleValueContainer()
                elements.append(try element.decode(Element.self))
            } catch {
                dropped.append((index, error))
            }
        }
    }
}

/// An unkeyed container has a method `superDecoder()`, which gives you a decoder for the next
/// element. Its name comes from lesson 07, where it decodes the superclass of a class. Here it
/// helps to lose nothing.
func keepWhatYouDrop() throws {
    let list = Data(
        #"[{ "name": "Endeavor" }, 7, { "name": "Lager" }]"#.utf8)
    let menu = try JSONDecoder().decode(LossyList<Beer>.self, from: list)
    // Predict: The 7 fails here too, and this loop ends. Which line moves it on?
    show(menu.elements)
    show(menu.dropped.map(\.index))
    // `superDecoder()` moves on, whatever the element is, and the error comes afterwards. A list
    // that gets shorter and does not say so is a lie, and so `LossyList` keeps the index and the
    // error of what it dropped.
    //
    // An array of optionals does not help: it accepts null, and still fails at the 7.
    attempt(list) { try JSONDecoder().decode([Beer?].self, from: list) }
}

// MARK: - One key in each object

struct Tap: Codable {
    let abv: Double
}

/// This API has no key for the name of a beer: the name is the only key of each object, as in
/// lesson 05. Read the document from the outside to the inside: what is its type?
func oneKeyInEachObject() throws {
    let menu = Data(
        """
        [
          { "Endeavor": { "abv": 8.9 } },
          { "Lawnmower": { "abv": 4.9 } }
        ]
        """.utf8)
    // Predict: We want the beers with their names. What does the decoder say to [String: Tap]?
    attempt(menu) { try JSONDecoder().decode([String: Tap].self, from: menu) }
    // The outermost value is a list, and its elements are the dictionaries. Decode the document as
    // it is. Then `flatMap` makes one list of many, and keeps the order of the document, which one
    // large dictionary would lose:
    let taps = try JSONDecoder().decode([[String: Tap]].self, from: menu)
    for (name, tap) in taps.flatMap(\.self) {
        show("\(name) \(tap.abv)")
    }
}

// MARK: - What to take away

// | Rule                                                         | Step  |
// |--------------------------------------------------------------|-------|
// | A nested container decodes an array like any other value     | 1     |
// | An unkeyed container is a place in a list, so it is a `var`  | 2     |
// | Decode once for each element, and keep the value             | 2     |
// | Three calls lead to a value in an object of a list           | 3     |
// | Open one container for each object, and read all keys of it  | 4     |
// | Keep the number as it came, and calculate where you show it  | 5     |
// | In a positional array, the order is the meaning              | 6     |
// | Ask `isAtEnd` to refuse what is left over                    | 7     |
// | Read the tag first, then the keys that belong to it          | 8     |
// | `try?` asks for a shape, `try` reads what is in it           | 9     |
// | A `decode` that fails does not move on                       | 10    |
// | `superDecoder()` moves on: keep index and error              | 11    |
// | `flatMap` makes one list of many                             | 12    |
//
// Left out here: `superDecoder()` in a keyed container and lists of classes (lesson 07), settings
// that reach each element (lesson 08), what to do with the errors you kept (lesson 09), any JSON
// and what the compiler writes for an enum (lesson 15).
//
// Now you: open `Exercises/Exercise06.swift`. To have it judged each time you save it:
//
//     swift run workbook watch 06

// MARK: - The finished model

/// One painting: its maker in any of three shapes, and its colors.
/// `swift run lesson-06 --decode FILE` decodes one of these, or a list.
struct Painting: Codable {
    let objectNumber: String
    let title: String
    let makers: Makers
    let palette: Palette

    enum CodingKeys: String, CodingKey {
        case objectNumber
        case title
        case makers = "principalOrFirstMaker"
        case palette = "normalizedColors"
    }
}

extension Makers: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let name = try? container.decode(String.self) {
            self = .name(name)
        } else if (try? decoder.unkeyedContainer()) != nil {
            self = .names(try container.decode([String].self))
        } else {
            self = .person(try container.decode(Person.self))
        }
    }
}

extension Makers: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .name(let name):
            try container.encode(name)
        case .names(let names):
            try container.encode(names)
        case .person(let person):
            try container.encode(person)
        }
    }
}

/// The colors of a painting. Their objects need no type of their own in the document.
struct Palette: Codable {
    var shares: [(hex: String, percentage: Int)] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            let color = try container.nestedContainer(keyedBy: ColorKeys.self)
            let hex = try color.decode(String.self, forKey: .hex)
            let percentage = try color.decode(Int.self, forKey: .percentage)
            // The museum's real documents have a space before some of the values.
            shares.append((hex.trimmingCharacters(in: .whitespaces), percentage))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for share in shares {
            var color = container.nestedContainer(keyedBy: ColorKeys.self)
            try color.encode(share.hex, forKey: .hex)
            try color.encode(share.percentage, forKey: .percentage)
        }
    }
}

extension Position: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(longitude)
        try container.encode(latitude)
    }
}

extension Entry: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .burn(let seconds):
            try container.encode(Kind.burn, forKey: .kind)
            try container.encode(seconds, forKey: .seconds)
        case .note(let text):
            try container.encode(Kind.note, forKey: .kind)
            try container.encode(text, forKey: .text)
        }
    }
}
