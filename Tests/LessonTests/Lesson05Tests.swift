import DecodingExplainer
import Foundation
import Testing

@testable import Lesson05

@Suite("Lesson 05 · Nested and dynamic keys")
struct Lesson05Tests {
    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        try await checkPages(of: Lesson05.self, stepsThatDiffer: [9])
    }

    // MARK: - Nested containers

    @Test(
        "A parent that is null, absent or of another type is three errors",
        arguments: [
            (#"{"mission_name":"A","rocket":null}"#, Explanation.Kind.valueNotFound, "rocket"),
            (#"{"mission_name":"A"}"#, .keyNotFound, ""),
            (#"{"mission_name":"A","rocket":9}"#, .typeMismatch, "rocket"),
            (#"{"mission_name":"A","rocket":{}}"#, .keyNotFound, "rocket"),
        ])
    func parents(_ document: String, kind: Explanation.Kind, codingPath: String) {
        struct Flight: Decodable {
            enum CodingKeys: CodingKey { case rocket }
            enum RocketKeys: CodingKey { case name }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                let rocket = try container.nestedContainer(
                    keyedBy: RocketKeys.self, forKey: .rocket)
                _ = try rocket.decode(String.self, forKey: .name)
            }
        }
        let failure = failure { try decode(Flight.self, document) }
        #expect(failure?.kind == kind)
        #expect(failure?.codingPath.description == codingPath)
    }

    @Test("decodeNil throws where there is no key")
    func decodeNilWithoutAKey() {
        struct AskedAtOnce: Decodable {
            let isNull: Bool
            init(from decoder: any Decoder) throws {
                isNull = try decoder.container(keyedBy: AnyKey.self)
                    .decodeNil(forKey: AnyKey(stringValue: "rocket"))
            }
        }
        #expect(failure { try decode(AskedAtOnce.self, "{}") }?.kind == .keyNotFound)
    }

    @Test("An optional of a small type takes null and absent, and nothing else")
    func smallTypes() throws {
        struct Typed: Decodable {
            let rocket: Rocket?
            struct Rocket: Decodable { let name: String }
        }
        #expect(try decode(Typed.self, #"{"rocket":null}"#).rocket == nil)
        #expect(try decode(Typed.self, "{}").rocket == nil)
        #expect(try decode(Typed.self, #"{"rocket":{"name":"A"}}"#).rocket?.name == "A")
        let failure = failure { try decode(Typed.self, #"{"rocket":{"name":null}}"#) }
        #expect(failure?.kind == .valueNotFound)
    }

    @Test("The compiler refuses a key that is asked of the wrong level, and takes one enum for all")
    func keysOfTheWrongLevel() throws {
        let nested = """
            enum Keys: CodingKey { case rocket }
            enum RocketKeys: CodingKey { case name }
            """
        func reading(_ key: String) -> String {
            """
            struct Launch: Decodable {
                let name: String
                init(from decoder: any Decoder) throws {
                    let container = try decoder.container(keyedBy: Keys.self)
                    name = try container.decode(String.self, forKey: .\(key))
                }
            }
            """
        }
        #expect(try compiles(nested + "\n" + reading("rocket")))
        #expect(try !compiles(nested + "\n" + reading("name")))
        #expect(
            try compiles("enum Keys: CodingKey { case rocket, name }\n" + reading("name")))
    }

    @Test("A container to write into has to be a var, and opening one needs no try")
    func containersToWriteInto() throws {
        func writing(_ introducer: String) -> String {
            """
            struct Launch: Encodable {
                enum Keys: CodingKey { case rocket, name }
                func encode(to encoder: any Encoder) throws {
                    var container = encoder.container(keyedBy: Keys.self)
                    \(introducer) rocket = container.nestedContainer(
                        keyedBy: Keys.self, forKey: .rocket)
                    try rocket.encode("Falcon 9", forKey: .name)
                }
            }
            """
        }
        #expect(try compiles(writing("var")))
        #expect(try !compiles(writing("let")))
    }

    @Test("A hand-written encode(to:) writes null for nil, encodeIfPresent leaves the key out")
    func nothingToWrite() throws {
        struct StepResult: Encodable {
            enum CodingKeys: CodingKey { case written, leftOut }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(Bool?.none, forKey: .written)
                try container.encodeIfPresent(Bool?.none, forKey: .leftOut)
            }
        }
        let written = try JSONEncoder().encode(StepResult())
        #expect(try JSONDecoder().decode([String: Bool?].self, from: written) == ["written": nil])
    }

    @Test("A beer can make its brewery of a string, and the brewery stays an object elsewhere")
    func breweryOfTheBeer() throws {
        struct Brewery: Decodable { let name: String }
        struct Beer: Decodable {
            let brewery: Brewery
            enum CodingKeys: CodingKey { case brewery }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                brewery = Brewery(name: try container.decode(String.self, forKey: .brewery))
            }
        }
        let beer = try decode(Beer.self, #"{"brewery":"Saint Arnold"}"#)
        #expect(beer.brewery.name == "Saint Arnold")
        #expect(try decode(Brewery.self, #"{"name":"Saint Arnold"}"#).name == "Saint Arnold")
    }

    // MARK: - Keys that are data

    @Test("The order of allKeys changes from one decoder to the next")
    func orderOfAllKeys() throws {
        struct Open: Decodable {
            let container: KeyedDecodingContainer<AnyKey>
            init(from decoder: any Decoder) throws {
                container = try decoder.container(keyedBy: AnyKey.self)
            }
        }
        let document = #"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8}"#
        // Held on to, as the memory of one that is gone may serve the next, order and all.
        let open = try (1...100).map { _ in try decode(Open.self, document) }
        let orders = Set(open.map { $0.container.allKeys.map(\.stringValue) })
        #expect(orders.count > 1)
    }

    @Test("convertFromSnakeCase rewrites the keys of a container, and not those of a dictionary")
    func snakeCaseAndKeysThatAreData() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let document = Data(#"{"imperial_stout":9.5}"#.utf8)
        struct Styles: Decodable {
            let names: [String]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                names = container.allKeys.map(\.stringValue)
            }
        }
        #expect(try decoder.decode(Styles.self, from: document).names == ["imperialStout"])
        let dictionary = try decoder.decode([String: Double].self, from: document)
        #expect(dictionary == ["imperial_stout": 9.5])
    }

    @Test("superDecoder(forKey:) knows its path, and one for an absent key holds null")
    func superDecoders() throws {
        struct Album: Decodable {
            let photo: Photo
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                let key = AnyKey(stringValue: "12")
                photo = try Photo(id: "12", from: container.superDecoder(forKey: key))
            }
        }
        let photo = try decode(Album.self, #"{"12":{"src":"a"}}"#).photo
        #expect(photo.id == "12")
        #expect(photo.src == "a")
        let wrong = failure { try decode(Album.self, #"{"12":{"src":9}}"#) }
        #expect(wrong?.kind == .typeMismatch)
        #expect(wrong?.codingPath.description == #"["12"].src"#)
        let absent = failure { try decode(Album.self, "{}") }
        #expect(absent?.kind == .valueNotFound)
        #expect(absent?.codingPath.description == #"["12"]"#)
    }

    @Test("Only String and Int become the keys of an object by themselves")
    func keysOfDictionaries() throws {
        func isArray(_ dictionary: some Encodable) throws -> Bool {
            let document = try JSONEncoder().encode(dictionary)
            return try JSONSerialization.jsonObject(with: document) is [Any]
        }
        #expect(try !isArray(["a": 1]))
        #expect(try !isArray([7: 1]))
        #expect(try isArray([UUID(): 1]))
        #expect(try isArray([Date(): 1]))
        #expect(try isArray([#require(URL(string: "https://a.example")): 1]))
        #expect(try isArray([Int8(7): 1]))
        #expect(try isArray([true: 1]))
    }

    @Test("With CodingKeyRepresentable, the array of before is no longer read")
    func dictionariesOfBefore() throws {
        enum Plain: String, Codable { case ipa }
        enum Tap: String, Codable, CodingKeyRepresentable { case ipa }
        let before = try JSONEncoder().encode([Plain.ipa: 4])
        #expect(try JSONDecoder().decode([Plain: Int].self, from: before) == [.ipa: 4])
        let failure = failure { try JSONDecoder().decode([Tap: Int].self, from: before) }
        #expect(failure?.kind == .typeMismatch)
    }

    @Test("At the top level, the path has no last key")
    func pathAtTheTop() throws {
        struct Picture: Decodable {
            let id: String?
            init(from decoder: any Decoder) throws {
                id = decoder.codingPath.last?.stringValue
            }
        }
        #expect(try decode(Picture.self, "{}").id == nil)
        #expect(try decode([String: Picture].self, #"{"456":{}}"#)["456"]?.id == "456")
    }

    @Test("An object may be opened twice, for the keys that are known and for the others")
    func keysBesideOthers() throws {
        struct Menu: Decodable {
            let brewery: String
            var styles: [String: Double] = [:]
            enum CodingKeys: CodingKey { case brewery }
            init(from decoder: any Decoder) throws {
                let known = try decoder.container(keyedBy: CodingKeys.self)
                brewery = try known.decode(String.self, forKey: .brewery)

                let container = try decoder.container(keyedBy: AnyKey.self)
                for key in container.allKeys where CodingKeys(stringValue: key.stringValue) == nil {
                    styles[key.stringValue] = try container.decode(Double.self, forKey: key)
                }
            }
        }
        let menu = try decode(Menu.self, #"{"brewery":"A","stout":8.1,"ipa":6.5}"#)
        #expect(menu.brewery == "A")
        #expect(menu.styles == ["stout": 8.1, "ipa": 6.5])
    }

    // MARK: - The finished model

    @Test("The list of launches decodes, with its nulls and with several payloads on one flight")
    func launchesDecode() throws {
        let list = try JSONDecoder().decode([Launch].self, from: launches)
        #expect(list.map(\.flightNumber) == [65, 59, 3, 900])
        #expect(list.map(\.succeeded) == [true, true, false, nil])
        #expect(
            list.map(\.payloads) == [
                ["Telstar 19V"], ["GRACE-FO 1", "GRACE-FO 2", "Iridium NEXT 6"],
                ["Trailblazer", "PRESat"], [],
            ])

        let telstar = try #require(list.first)
        #expect(telstar.mission == "Telstar 19V")
        #expect(telstar.date == Date(timeIntervalSince1970: 1_532_238_600))
        #expect(telstar.rocketID == "falcon9")
        #expect(telstar.rocket == "Falcon 9")
        #expect(telstar.site == "Cape Canaveral Air Force Station Space Launch Complex 40")
        #expect(
            telstar.patch?.absoluteString == "https://images2.imgbox.com/c5/53/5jklZkPz_o.png")
        #expect(
            telstar.timeline == [
                "go_for_prop_loading": -2280, "liftoff": 0, "meco": 150, "payload_deploy": 1960,
            ])

        let toCome = try #require(list.last)
        #expect(toCome.succeeded == nil)
        #expect(toCome.patch == nil)
        #expect(toCome.timeline == nil)
        #expect(list[1].timeline?["second_stage_restart"] == .some(nil))
    }

    @Test("The list of launches survives a round trip, in the shape that it had")
    func launchesRoundTrip() throws {
        let list = try JSONDecoder().decode([Launch].self, from: launches)
        let written = try JSONEncoder().encode(list)
        #expect(try JSONDecoder().decode([Launch].self, from: written) == list)

        let shape = try paths(in: launches)
        #expect(shape.contains("[0].rocket.second_stage.payloads[0].payload_id"))
        #expect(shape.contains("[3].links.mission_patch: null"))
        #expect(try paths(in: written) == shape)
        // The values too: nothing but the order of the keys and the blanks may differ.
        let before = try JSONSerialization.jsonObject(with: launches) as? NSArray
        let after = try JSONSerialization.jsonObject(with: written) as? NSArray
        #expect(before == after)
    }

    @Test("A launch may leave out what it may give as null")
    func launchWithoutOptionalKeys() throws {
        let document = """
            {"flight_number":1,"mission_name":"A","launch_date_unix":0,"links":{},
             "launch_site":{"site_name_long":"B"},
             "rocket":{"rocket_id":"c","rocket_name":"C","second_stage":{"payloads":[]}}}
            """
        let launch = try decode(Launch.self, document)
        #expect(launch.succeeded == nil)
        #expect(launch.patch == nil)
        #expect(launch.timeline == nil)
    }

    @Test("A broken payload is reported with the whole way to it")
    func brokenPayload() {
        let document = """
            {"flight_number":1,"mission_name":"A","launch_date_unix":0,"links":{},
             "launch_site":{"site_name_long":"B"},
             "rocket":{"rocket_id":"c","rocket_name":"C","second_stage":{"payloads":[
               {"payload_id":"D"},{"payload_id":null}]}}}
            """
        let failure = failure { try decode(Launch.self, document) }
        #expect(failure?.kind == .valueNotFound)
        #expect(failure?.codingPath.description == "rocket.second_stage.payloads[1].payload_id")
    }

    @Test("--decode takes one launch or a list")
    func decodeOneOrMany() throws {
        let one = try Lesson05.decode(telstar) as? Launch
        let many = try Lesson05.decode(launches) as? [Launch]
        #expect(one != nil)
        #expect(many?.count == 4)
        #expect(many?.first == one)
    }
}

/// The way to each value of a document, and whether it is null.
private func paths(in document: Data) throws -> Set<String> {
    func paths(of value: Any, at path: String) -> [String] {
        switch value {
        case let object as [String: Any]:
            object.flatMap { paths(of: $0.value, at: path + ".\($0.key)") } + [path + "{}"]
        case let array as [Any]:
            array.enumerated().flatMap { paths(of: $0.element, at: path + "[\($0.offset)]") }
                + [path + "[]"]
        case is NSNull:
            [path + ": null"]
        default:
            [path]
        }
    }
    return Set(paths(of: try JSONSerialization.jsonObject(with: document), at: ""))
}
