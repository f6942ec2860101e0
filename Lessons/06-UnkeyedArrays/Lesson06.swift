import Foundation
import Walkthrough

@main
struct Lesson06: Lesson {
    static let title = "Unkeyed arrays"
    static let steps = Steps(
        anArrayInANestedObject,
        oneElementAfterAnother,
        writeAnArrayBack,
        objectsWithoutAType,
        placesInsteadOfKeys,
        tooFewAndTooMany,
        mixedElements,
        aValueWithThreeShapes,
        elementsThatFail,
        keepWhatYouDrop,
        oneKeyInEachObject,
        pagesMadeIntoOneList
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Painting.self, from: document)
    }
}

// MARK: - An array in a nested object

enum RocketKeys: String, CodingKey {
    case stage = "second_stage"
    enum Stage: CodingKey { case payloads }
}

struct Payload: Decodable { let payload_id: String }

struct Cargo: Decodable {
    let names: String
    init(from decoder: any Decoder) throws {
        let rocket = try decoder.container(keyedBy: RocketKeys.self)
        let stage = try rocket.nestedContainer(
            keyedBy: RocketKeys.Stage.self, forKey: .stage)
        let payloads = try stage.decode([Payload].self, forKey: .payloads)
        names = payloads.map(\.payload_id).joined(separator: ", ")
    }
}

/// A nested container decodes an array like any other value. This model joins the names of the
/// payloads into one string, to show it on a screen.
func anArrayInANestedObject() throws {
    let rocket = Data(
        """
        {"second_stage": {"payloads": [
          {"payload_id": "GRACE-FO"}, {"payload_id": "Iridium 51, 52"}]}}
        """.utf8)
    let cargo = try JSONDecoder().decode(Cargo.self, from: rocket)
    show(cargo.names)
    // Predict: To write them back, cut this at each ", ". Which payloads come out?
    show(cargo.names.components(separatedBy: ", "))
    // Three payloads come out of two: one name has a comma in it, and the next may have any
    // separator. Keep the list in the model, and join it where you show it.
}

// MARK: - One element after another

/// An unkeyed container is a place in a list. It moves on as you read, so it is a `var`. This loop
/// should keep the bottles of more than 15 ounces.
func oneElementAfterAnother() throws {
    struct Hasty: Decodable {
        var large: [Double] = []
        init(from decoder: any Decoder) throws {
            var sizes = try decoder.unkeyedContainer()
            while !sizes.isAtEnd {
                if try sizes.decode(Double.self) > 15 {
                    large.append(try sizes.decode(Double.self))
                }
            }
        }
    }
    let ounces = Data("[12.2, 15.9, 25.4, 11.2]".utf8)
    // Predict: Two sizes are over 15. Which ones does this loop keep?
    show(try JSONDecoder().decode(Hasty.self, from: ounces))
    // A `decode` that succeeds moves on: this loop looks at one and keeps the next.
    // Decode once for each element:
    struct Careful: Decodable {
        var large: [Double] = []
        init(from decoder: any Decoder) throws {
            var sizes = try decoder.unkeyedContainer()
            while !sizes.isAtEnd {
                let size = try sizes.decode(Double.self)
                if size > 15 { large.append(size) }
            }
        }
    }
    show(try JSONDecoder().decode(Careful.self, from: ounces))
}

// MARK: - Write an array back

struct BottleSizes: Codable {
    var milliliters: [Int] = []
    init(from decoder: any Decoder) throws {
        var sizes = try decoder.unkeyedContainer()
        while !sizes.isAtEnd {
            let ounces = try sizes.decode(Double.self)
            milliliters.append(Int((ounces * 29.5735).rounded()))
        }
    }
    func encode(to encoder: any Encoder) throws {
        var sizes = encoder.unkeyedContainer()
        for size in milliliters {
            try sizes.encode(Double(size) / 29.5735)
        }
    }
}

/// The document has ounces, the model has whole milliliters. To write an array, encode a Swift
/// array, or open an unkeyed container, as here.
func writeAnArrayBack() throws {
    let ounces = Data("[12.2, 15.9]".utf8)
    let sizes = try JSONDecoder().decode(BottleSizes.self, from: ounces)
    show(sizes.milliliters)
    // Predict: 12.2 went in, and nobody changed the sizes. Why does another number come out?
    show(try JSONEncoder().encode(sizes))
    // 361 milliliters are not 12.2 ounces: the model has rounded them. Keep the ounces in the
    // model, and round where you show them. Or, as this document has one digit after the point,
    // write one:
    show((Double(361) / 29.5735 * 10).rounded() / 10)
}

// MARK: - Objects without a type

enum ColorKeys: String, CodingKey { case hex, share = "percentage" }

/// An unkeyed container opens keyed containers, one element after another. So these objects need no
/// type of their own. `Mixed` opens a container for each key that it reads. (The space in the
/// second color is in the document.)
func objectsWithoutAType() throws {
    struct Mixed: Decodable {
        let share: Int, hex: String
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            share = try list.nestedContainer(keyedBy: ColorKeys.self)
                .decode(Int.self, forKey: .share)
            hex = try list.nestedContainer(keyedBy: ColorKeys.self)
                .decode(String.self, forKey: .hex)
        }
    }
    let colors = Data(
        """
        [{"percentage":37,"hex":"#D2B48C"}, {"percentage":20,"hex":" #696969"}]
        """.utf8)
    // Predict: The share is from the first object. From which one is the color?
    show(try JSONDecoder().decode(Mixed.self, from: colors))
    // The color is from the second: a list moves on when you open a container, as it does with
    // `decode`. Open one for each element, and read all its keys from it:
    //
    //     let color = try list.nestedContainer(keyedBy: ColorKeys.self)
    //
    // `Palette`, at the end of `Lesson06.swift`, does that in a loop, and removes the space.
    show(try JSONDecoder().decode(Palette.self, from: colors).shares)
}

// MARK: - Places instead of keys

struct Position: Decodable, Equatable {
    let latitude: Double, longitude: Double, height: Double?
    init(from decoder: any Decoder) throws {
        var place = try decoder.unkeyedContainer()
        longitude = try place.decode(Double.self)
        latitude = try place.decode(Double.self)
        height = place.isAtEnd ? nil : try place.decode(Double.self)
        guard place.isAtEnd else {
            throw DecodingError.dataCorruptedError(
                in: place, debugDescription: "2 or 3 numbers wanted.")
        }
    }
}

/// A position in GeoJSON has two numbers, sometimes three, and the place of each says what it
/// means. This launch pad is in Florida, 28 degrees north.
func placesInsteadOfKeys() throws {
    let launchPad = Data("[-80.577, 28.562]".utf8)
    let pair = try JSONDecoder().decode([Double].self, from: launchPad)
    // Predict: People say "latitude and longitude", so the next line prints pair[0] and pair[1] in
    // that order. Is it north or south of the equator now?
    show("latitude \(pair[0]), longitude \(pair[1])")
    // It is far in the south, and nothing was thrown: both are numbers. GeoJSON begins with the
    // longitude. A type that reads the places once, in the document's order, cannot mix them up
    // later:
    show(try JSONDecoder().decode(Position.self, from: launchPad).latitude)
    // Under a key, the keyed container opens the list, to read it or to write it:
    //
    //     var place = try pad.nestedUnkeyedContainer(forKey: .place)
    //     var place = pad.nestedUnkeyedContainer(forKey: .place)
}

// MARK: - Too few and too many

/// `Position` should refuse both of these lists: in one the second number is missing, in the other
/// there are four. (GeoJSON only advises against a fourth.) With a Swift array, `pair[1]` of the
/// first would end the program. Compare `Loose` with the `Position` of step 5.
func tooFewAndTooMany() throws {
    struct Loose: Decodable {
        let longitude: Double, latitude: Double
        init(from decoder: any Decoder) throws {
            var place = try decoder.unkeyedContainer()
            longitude = try place.decode(Double.self)
            latitude = try place.decode(Double.self)
        }
    }
    let few = Data("[-80.577]".utf8)
    attempt { try JSONDecoder().decode(Loose.self, from: few) }
    // If the number must be there, do not follow this advice: the error is right.
    let many = Data("[-80.577, 28.562, 3, 150]".utf8)
    // Predict: Here are four. What does `Loose` make of them?
    show(try JSONDecoder().decode(Loose.self, from: many))
    // `Loose` takes the first two, and nobody notices: what a container does not read is lost.
    // `Position` asks `isAtEnd` after the last number that it knows:
    attempt(many) { try JSONDecoder().decode(Position.self, from: many) }
}

// MARK: - Mixed elements in one list

enum Entry: Decodable, Equatable {
    case burn(Int), note(String)
    enum Kind: String, Codable { case burn, note }
    enum CodingKeys: CodingKey { case kind, seconds, text }
    init(from decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: CodingKeys.self)
        switch try row.decode(Kind.self, forKey: .kind) {
        case .burn: self = try .burn(row.decode(Int.self, forKey: .seconds))
        case .note: self = try .note(row.decode(String.self, forKey: .text))
        }
    }
}

/// In this log, the key `kind` says what an element is: in Swift, an enum whose cases carry values.
/// The compiler can write `Codable` for such an enum, but in another form (see `Automatic`).
/// `Entry` does it by hand: it reads `kind`, the tag, first.
func mixedElements() throws {
    let log = Data(
        #"[{"kind":"burn","seconds":150},{"kind":"note","text":"Go"}]"#.utf8)
    enum Automatic: Codable { case burn(seconds: Int), note(text: String) }
    show(try JSONEncoder().encode([Automatic.burn(seconds: 150)]))
    // Predict: `Automatic` reads what it writes. Which keys does it look for?
    attempt { try JSONDecoder().decode([Automatic].self, from: log) }
    show(try JSONDecoder().decode([Entry].self, from: log))
    // `Automatic` wants one key, `burn` or `note`, and found none (Swift 6.3 on Linux). `Entry`
    // refuses an unknown kind (lesson 09 keeps it). To write a case:
    //
    //     var row = encoder.container(keyedBy: CodingKeys.self)
    //     try row.encode(Kind.burn, forKey: .kind)
    //     try row.encode(seconds, forKey: .seconds)
}

// MARK: - A value with three shapes

struct Person: Codable, Equatable { let name: String, born: Int }

enum Makers: Decodable, Equatable {
    case name(String), names([String]), person(Person)
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let name = try? value.decode(String.self) {
            self = .name(name)
        } else if (try? decoder.unkeyedContainer()) != nil {
            self = try .names(value.decode([String].self))
        } else {
            self = try .person(value.decode(Person.self))
        }
    }
}

/// A maker is a string, a list or an object. `Guessing` tries object, then string.
func aValueWithThreeShapes() throws {
    struct Guessing: Decodable {
        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if (try? value.decode(Person.self)) != nil { return }
            _ = try value.decode(String.self)
        }
    }
    let quoted = Data(#"{"name": "Jan Both", "born": "1622"}"#.utf8)
    // Predict: The year in quotes is wrong. Which mistake does `Guessing` report?
    attempt { try JSONDecoder().decode(Guessing.self, from: quoted) }
    attempt { try JSONDecoder().decode(Makers.self, from: quoted) }
    // `Guessing` treats a mistake inside one shape as another shape. Use `try?` to ask for the
    // shape, and `try` for what is in it.
}

// MARK: - Elements that fail

struct Beer: Codable, Equatable { let name: String }

/// One bad element makes the whole list fail. So people decode each element with `try?` in a loop.
func elementsThatFail() throws {
    struct Stuck: Decodable {
        var beers: [Beer] = [], rounds = 0
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            while !list.isAtEnd, rounds < 1_000 {
                rounds += 1
                if let beer = try? list.decode(Beer.self) { beers.append(beer) }
            }
        }
    }
    let list = Data(#"[{"name": "Endeavor"}, 7, {"name": "Lager"}]"#.utf8)
    attempt { try JSONDecoder().decode([Beer].self, from: list) }
    // Predict: A `decode` that succeeds moves on (step 2). After how many rounds does this loop
    // stop?
    show(try JSONDecoder().decode(Stuck.self, from: list))
    // It stops after a thousand: it finds one beer, and then it reads the 7 again and again, as
    // JSONDecoder does not move on when something fails. A `nestedContainer` or a `decodeIfPresent`
    // that fails does not move on either. Without its bound, this loop would never end.
}

// MARK: - Keep what you drop

struct Lossy<Element: Decodable>: Decodable {
    var elements: [Element] = []
    var dropped: [(index: Int, error: any Error)] = []
    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
            let index = list.currentIndex
            let element = try list.superDecoder()
            do {
                let value = try element.singleValueContainer()
                elements.append(try value.decode(Element.self))
            } catch {
                dropped.append((index, error))
            }
        }
    }
}

/// `superDecoder()` makes a decoder for the element at the current place. (Lesson 07 explains the
/// name.) It moves on whatever the element is, and fails only at the end of the list.
func keepWhatYouDrop() throws {
    let list = Data(#"[{"name": "Endeavor"}, 7, {"name": "Lager"}]"#.utf8)
    let lossy = try JSONDecoder().decode(Lossy<Beer>.self, from: list)
    // Predict: The 7 is no beer, as in step 9. Which beers does `Lossy` find?
    show(lossy.elements)
    show(lossy.dropped.map(\.index))
    // It finds both: the list has moved on before the 7 fails. A list that gets shorter in silence
    // is a lie: keep index and error. `[Beer?]` adds only null:
    attempt { try JSONDecoder().decode([Beer?].self, from: list) }
}

// MARK: - One key in each object

struct Tap: Codable { let abv: Double }

/// This API wraps each beer in an object with one key, the name of the beer.
func oneKeyInEachObject() throws {
    let menu = Data(
        #"[{"Endeavor": {"abv": 8.9}}, {"Lawnmower": {"abv": 4.9}}]"#.utf8)
    // Predict: We want the beers with their names. Why is [String: Tap] the wrong type for this
    // document?
    attempt { try JSONDecoder().decode([String: Tap].self, from: menu) }
    let taps = try JSONDecoder().decode([[String: Tap]].self, from: menu)
    show(taps.flatMap { $0.map { "\($0.key) \($0.value.abv)" } })
    // The outermost value is a list. Give the document its type as it is, and make one list of many
    // with `flatMap` afterwards. The list keeps the order; one dictionary would lose it.
}

// MARK: - Pages made into one list

struct Page: Decodable {
    let breweries: [Brewery], meta: Meta
    struct Brewery: Decodable { let id: Int }
    struct Meta: Decodable { let total: Int }
}

/// Other APIs send a long list in pages. Between these two requests, somebody has added a brewery
/// at the beginning of the list, so each element is now one place later.
func pagesMadeIntoOneList() throws {
    let pages = try [
        #"{"meta": {"total": 3}, "breweries": [{"id": 1234}, {"id": 52892}]}"#,
        #"{"meta": {"total": 4}, "breweries": [{"id": 52892}, {"id": 77}]}"#,
    ].map { try JSONDecoder().decode(Page.self, from: Data($0.utf8)) }
    let breweries = pages.flatMap(\.breweries)
    // Predict: The API now counts 4 breweries. What is wrong with these?
    show("\(breweries.count) of \(pages[1].meta.total)")
    show(breweries.map(\.id))
    // The number is right, and the list is not: one brewery came twice, and the new one is missing.
    // Count the ids (`insert` says whether an id is new), and compare the totals:
    var seen: Set<Int> = []
    show(breweries.map(\.id).filter { seen.insert($0).inserted })
    show(Set(pages.map(\.meta.total)).count == 1)
    // There are three ids, the total is 4, and it was 3 before. After a deletion, there may be as
    // many ids as the second total says: then only a comparison of the two totals shows it. Then
    // load the pages again. The second try can go wrong too. If the API has pages that begin after
    // an id, use those.
}

// MARK: - What to take away

// | Rule                                                         | Step  |
// |--------------------------------------------------------------|-------|
// | A nested container decodes an array like any other value     | 1     |
// | An unkeyed container is a place in a list, so it is a `var`  | 2     |
// | Decode once for each element, and keep the value             | 2     |
// | Keep the number as it came, and round where you show it      | 3     |
// | Open a nested container once for each element                | 4     |
// | In a positional array, the order is the meaning              | 5     |
// | Ask `isAtEnd` to refuse what is left over                    | 6     |
// | Read the tag first, then the keys that belong to it          | 7     |
// | `try?` asks for a shape, `try` reads what is in it           | 8     |
// | A `decode` that fails does not move on                       | 9     |
// | `superDecoder()` moves on: keep index and error              | 10    |
// | `flatMap` makes one list of many                             | 11    |
// | Of pages, compare the ids and the totals                     | 12    |
//
// The `encode(to:)` of these types is at the end of `Lesson06.swift`. (`Cargo` and `Lossy` have
// none: they lost something.) JSONDecoder stays where a `decode` failed. Other decoders may move
// on: nothing in `Decoder` says which. If a key holds one value or a list, read it as in step 8.
//
// Left out here: `superDecoder()` in a keyed container and lists of classes (lesson 07), settings
// that reach each element (lesson 08), what to do with the errors you kept (lesson 09), any JSON and
// what the compiler writes for an enum (lesson 15).
//
// Now you: open `Exercises/Exercise06.swift`. To judge it:
//
//     swift run workbook check 06

// MARK: - Colors without a type, and the way back

struct Palette: Decodable {
    var shares: [(hex: String, percentage: Int)] = []
    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
            let color = try list.nestedContainer(keyedBy: ColorKeys.self)
            let hex = try color.decode(String.self, forKey: .hex)
            let share = try color.decode(Int.self, forKey: .share)
            shares.append((hex.trimmingCharacters(in: .whitespaces), share))
        }
    }
}

extension Palette: Encodable {
    func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for share in shares {
            var color = list.nestedContainer(keyedBy: ColorKeys.self)
            try color.encode(share.hex, forKey: .hex)
            try color.encode(share.percentage, forKey: .share)
        }
    }
}

extension Position: Encodable {
    func encode(to encoder: any Encoder) throws {
        var place = encoder.unkeyedContainer()
        try place.encode(longitude)
        try place.encode(latitude)
        if let height { try place.encode(height) }
    }
}

extension Entry: Encodable {
    func encode(to encoder: any Encoder) throws {
        var entry = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .burn(let seconds):
            try entry.encode(Kind.burn, forKey: .kind)
            try entry.encode(seconds, forKey: .seconds)
        case .note(let text):
            try entry.encode(Kind.note, forKey: .kind)
            try entry.encode(text, forKey: .text)
        }
    }
}

extension Makers: Encodable {
    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .name(let name): try value.encode(name)
        case .names(let names): try value.encode(names)
        case .person(let person): try value.encode(person)
        }
    }
}

// MARK: - The finished model

/// One painting: its maker in any of three shapes, its colors without a type of their own.
/// `swift run lesson-06 --decode FILE` decodes one of these, or a list.
struct Painting: Codable {
    let objectNumber: String
    let title: String
    let makers: Makers
    let colors: Palette

    enum CodingKeys: String, CodingKey {
        case objectNumber, title
        case makers = "principalOrFirstMaker"
        case colors = "normalizedColors"
    }
}
