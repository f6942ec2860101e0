import Foundation
import Testing

@testable import Lesson02

@Suite("Lesson 02 · Coding keys")
struct Lesson02Tests {
    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        try await checkPages(of: Lesson02.self)
    }

    // MARK: Convert from snake case

    @Test("The first key that is missed is that of the first property")
    func firstPropertyIsMissedFirst() {
        struct Launch: Decodable {
            let flightNumber: Int
            let rocketId: String
        }
        let telstar = Data(#"{"rocket_id": "falcon9", "flight_number": 65}"#.utf8)
        let missed = missedKey { try JSONDecoder().decode(Launch.self, from: telstar) }
        #expect(missed == "flightNumber")
    }

    // MARK: Where the conversion ends

    @Test("A word gets one capital, a digit hides no letter, an underscore at the beginning stays")
    func namesOnTheWayIn() throws {
        func name(of key: String) throws -> String? {
            struct Names: Decodable {
                let names: [String]

                init(from decoder: any Decoder) throws {
                    let container = try decoder.container(keyedBy: AnyKey.self)
                    names = container.allKeys.map(\.stringValue)
                }
            }
            let document = Data("{\"\(key)\": 1}".utf8)
            return try snakeCaseDecoder().decode(Names.self, from: document).names.first
        }
        #expect(try name(of: "image_url") == "imageUrl")
        #expect(try name(of: "image_URL") == "imageUrl")
        #expect(try name(of: "address_1") == "address1")
        #expect(try name(of: "flight_2nd") == "flight2Nd")
        #expect(try name(of: "_id") == "_id")
        #expect(try name(of: "payload_i_ds") == "payloadIDs")
        #expect(try name(of: "u_rl_path") != "URLPath")
    }

    @Test("On the way out, imageUrl and imageURL are both image_url, and URLPath is u_rl_path")
    func namesOnTheWayOut() throws {
        func key(of name: String) throws -> [String] {
            struct Named: Encodable {
                let name: String

                func encode(to encoder: any Encoder) throws {
                    var container = encoder.container(keyedBy: AnyKey.self)
                    try container.encode(1, forKey: AnyKey(stringValue: name))
                }
            }
            return try keys(of: snakeCaseEncoder().encode(Named(name: name)))
        }
        #expect(try key(of: "imageUrl") == ["image_url"])
        #expect(try key(of: "imageURL") == ["image_url"])
        #expect(try key(of: "URLPath") == ["u_rl_path"])
        #expect(try key(of: "payloadIDs") == ["payload_i_ds"])
        #expect(try key(of: "flight2Nd") == ["flight2_nd"])
    }

    @Test("With the key imageUrl, a property imageURL survives the strategies both ways")
    func acronymWithAKey() throws {
        struct Patch: Codable {
            let imageURL: Int

            enum CodingKeys: String, CodingKey {
                case imageURL = "imageUrl"
            }
        }
        let document = Data(#"{"image_url": 1}"#.utf8)
        let patch = try snakeCaseDecoder().decode(Patch.self, from: document)
        #expect(try keys(of: snakeCaseEncoder().encode(patch)) == ["image_url"])
    }

    // MARK: Keys that are data

    @Test("The keys of a CodingKeyRepresentable enum are converted, both ways", .swift63OnLinux)
    func keysOfEnums() throws {
        enum Event: String, Codable, CodingKeyRepresentable { case payloadDeploy }
        let timeline = Data(#"{"payload_deploy": 1960}"#.utf8)
        let events = try snakeCaseDecoder().decode([Event: Int].self, from: timeline)
        #expect(events == [.payloadDeploy: 1960])
        #expect(try keys(of: snakeCaseEncoder().encode(events)) == ["payload_deploy"])
    }

    @Test("Keys of a key type of your own are converted, both ways")
    func dynamicKeysAreConverted() throws {
        struct Timeline: Codable {
            let events: [String]
            init(from decoder: any Decoder) throws {
                events = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                for event in events {
                    try container.encode(0, forKey: AnyKey(stringValue: event))
                }
            }
        }
        let document = Data(#"{"payload_deploy": 1960}"#.utf8)
        let timeline = try snakeCaseDecoder().decode(Timeline.self, from: document)
        #expect(timeline.events == ["payloadDeploy"])
        #expect(try keys(of: snakeCaseEncoder().encode(timeline)) == ["payload_deploy"])
    }

    // MARK: Names that say what you mean

    @Test("By hand, the enum of keys may have any name; a half that is not by hand has CodingKeys")
    func namesOfEnumsByHand() throws {
        #expect(
            try compiles(
                """
                struct Beer: Codable {
                    let name: String
                    enum Names: CodingKey { case name }
                    init(from decoder: any Decoder) throws {
                        let beer = try decoder.container(keyedBy: Names.self)
                        name = try beer.decode(String.self, forKey: .name)
                    }
                }
                """))
    }

    @Test("An enum without raw values needs no String, one with a renamed key does")
    func rawTypeOfCodingKeys() throws {
        func type(_ cases: String) -> String {
            "struct Beer: Codable { let name: String; enum CodingKeys: \(cases) } }"
        }
        #expect(try compiles(type("CodingKey { case name")))
        #expect(try compiles(type(#"String, CodingKey { case name = "title""#)))
        #expect(try !compiles(type(#"CodingKey { case name = "title""#)))
    }

    // MARK: What the compiler writes for you

    @Test("decode(String?.self) allows null")
    func decodingAnOptionalAllowsNull() throws {
        struct Insistent: Decodable {
            let style: String?
            enum CodingKeys: CodingKey { case style }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                style = try container.decode(String?.self, forKey: .style)
            }
        }
        let null = Data(#"{"style": null}"#.utf8)
        #expect(try JSONDecoder().decode(Insistent.self, from: null).style == nil)
        let ipa = Data(#"{"style": "ipa"}"#.utf8)
        #expect(try JSONDecoder().decode(Insistent.self, from: ipa).style == "ipa")
    }

    @Test("encodeIfPresent and the compiler leave nil out; encode writes a null")
    func whatTheCompilerWrites() throws {
        struct Automatic: Encodable {
            let name: String
            let style: String?
        }
        struct ByHand: Encodable {
            let name: String
            let style: String?
            let encodesNull: Bool

            enum CodingKeys: CodingKey {
                case name
                case style
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(name, forKey: .name)
                if encodesNull {
                    try container.encode(style, forKey: .style)
                } else {
                    try container.encodeIfPresent(style, forKey: .style)
                }
            }
        }
        let encoder = JSONEncoder()
        #expect(try keys(of: encoder.encode(Automatic(name: "A", style: nil))) == ["name"])
        let withoutStyle = try encoder.encode(ByHand(name: "A", style: nil, encodesNull: false))
        #expect(try keys(of: withoutStyle) == ["name"])
        let withNull = try encoder.encode(ByHand(name: "A", style: nil, encodesNull: true))
        let object = try JSONSerialization.jsonObject(with: withNull) as? [String: Any]
        #expect(object?["style"] is NSNull)
    }

    // MARK: Two traps that compile

    @Test("An enum of another name is ignored when the type is read, too")
    func enumOfAnotherNameIsIgnored() {
        struct OtherName: Decodable {
            let mission: String
            enum Keys: String, CodingKey { case mission = "mission_name" }
        }
        let telstar = Data(#"{"mission_name": "Telstar 19V"}"#.utf8)
        #expect(missedKey { try JSONDecoder().decode(OtherName.self, from: telstar) } == "mission")
    }

    @Test("With the strategy set, a raw value that is converted is found")
    func strategyAndRawValue() throws {
        struct CamelCase: Decodable {
            let mission: String
            enum CodingKeys: String, CodingKey { case mission = "missionName" }
        }
        let telstar = Data(#"{"mission_name": "Telstar 19V"}"#.utf8)
        let launch = try snakeCaseDecoder().decode(CamelCase.self, from: telstar)
        #expect(launch.mission == "Telstar 19V")
    }

    @Test("The encoder writes mission_name for either raw value, so writing hides the mistake")
    func encoderHidesTheRawValue() throws {
        struct SnakeCase: Encodable {
            let mission = "Telstar 19V"
            enum CodingKeys: String, CodingKey { case mission = "mission_name" }
        }
        struct CamelCase: Encodable {
            let mission = "Telstar 19V"
            enum CodingKeys: String, CodingKey { case mission = "missionName" }
        }
        #expect(try keys(of: snakeCaseEncoder().encode(SnakeCase())) == ["mission_name"])
        #expect(try keys(of: snakeCaseEncoder().encode(CamelCase())) == ["mission_name"])
    }

    @Test("Misspelt as Keys it compiles; misspelt as CodingKey, it does not")
    func misspeltEnums() throws {
        func type(with name: String) -> String {
            """
            struct Launch: Codable {
                let mission: String
                enum \(name): String, CodingKey { case mission = "mission_name" }
            }
            """
        }
        #expect(try compiles(type(with: "CodingKeys")))
        #expect(try compiles(type(with: "Keys")))
        #expect(try !compiles(type(with: "CodingKey")))
    }

    // MARK: Choose and leave out

    @Test("A property without a case is neither written nor read: a favorite is lost on the way")
    func propertyOutsideTheDocument() throws {
        struct Beer: Codable {
            let name: String
            var isFavorite = false
            enum CodingKeys: CodingKey { case name }
        }
        let favorite = try JSONEncoder().encode(Beer(name: "Endeavor", isFavorite: true))
        #expect(try keys(of: favorite) == ["name"])
        let document = Data(#"{"name": "Endeavor", "isFavorite": true}"#.utf8)
        #expect(try JSONDecoder().decode(Beer.self, from: document).isFavorite == false)
    }

    @Test("A property without a case needs a value already: a default, or the nil of a var")
    func propertyWithoutACaseNeedsADefault() throws {
        func beer(_ property: String) -> String {
            """
            struct Beer: Decodable {
                let name: String
                \(property)
                enum CodingKeys: String, CodingKey { case name }
            }
            """
        }
        #expect(try compiles(beer("var isFavorite = false")))
        #expect(try !compiles(beer("var isFavorite: Bool")))
        #expect(try compiles(beer("var style: String?")))
        #expect(try !compiles(beer("let style: String?")))
    }

    // MARK: Where init(from:) is written

    @Test("A type with init(from:) in its body has no memberwise initializer")
    func initializerInTheBody() throws {
        let initializer = "init(from decoder: any Decoder) throws { name = \"\" }"
        let use = "let beer = Beer(name: \"Endeavor\")"
        let inTheBody = "struct Beer: Decodable { let name: String; \(initializer) }"
        #expect(try compiles(inTheBody))
        #expect(try !compiles(inTheBody + "\n" + use))
        let inAnExtension = """
            struct Beer { let name: String }
            extension Beer: Decodable { \(initializer) }
            """
        #expect(try compiles(inAnExtension + "\n" + use))
        #expect(try compiles("struct Beer: Decodable { let name: String }\n" + use))
    }

    @Test("In another file, the compiler writes no conformance; one by hand may stand there")
    func extensionInAnotherFile() throws {
        let type = "struct Beer { let name: String }"
        let automatic = "extension Beer: Codable {}"
        let byHand = """
            extension Beer: Codable {
                enum CodingKeys: CodingKey { case name }
                init(from decoder: any Decoder) throws {
                    let container = try decoder.container(keyedBy: CodingKeys.self)
                    self.init(name: try container.decode(String.self, forKey: .name))
                }
                func encode(to encoder: any Encoder) throws {}
            }
            """
        #expect(try compiles(type + "\n" + automatic))
        #expect(try !compiles(type, automatic))
        #expect(try compiles(type, byHand))
        let half = byHand.replacing("func encode(to encoder: any Encoder) throws {}", with: "")
        #expect(try compiles(type + "\n" + half))
        #expect(try !compiles(type, half))
    }

    // MARK: A strategy of your own

    @Test("The path of a custom strategy is never empty, and inside an array it has an index in it")
    func pathOfACustomStrategy() throws {
        let decoder = JSONDecoder()
        // The key that comes out tells what went in.
        decoder.keyDecodingStrategy = .custom { path in
            let places = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return AnyKey(stringValue: places.joined(separator: "/"))
        }
        struct AllKeys: Decodable {
            let keys: [String]
            init(from decoder: any Decoder) throws {
                keys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
            }
        }
        let object = Data(#"{"Meta": 1}"#.utf8)
        #expect(try decoder.decode(AllKeys.self, from: object).keys == ["Meta"])
        let array = Data(#"[{"Meta": 1}]"#.utf8)
        #expect(try decoder.decode([AllKeys].self, from: array).map(\.keys) == [["0/Meta"]])
    }

    @Test("What lowered and raised do to id does not come back as it was")
    func loweredAndRaised() throws {
        struct Brewery: Codable {
            let id: Int
        }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .custom { path in lowered(path[path.count - 1]) }
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .custom { path in raised(path[path.count - 1]) }
        for document in [#"{"id": 1234}"#, #"{"Id": 1234}"#] {
            let brewery = try decoder.decode(Brewery.self, from: Data(document.utf8))
            #expect(try keys(of: encoder.encode(brewery)) == ["Id"])
        }
    }

    // MARK: Two names for one property

    @Test("decodeIfPresent lets a null give way to the old name; contains is true for a null")
    func nullUnderTheNewName() throws {
        struct Customer: Decodable {
            let name: String
            let hasNewName: Bool

            init(from decoder: any Decoder) throws {
                let names = try decoder.container(keyedBy: Names.self)
                hasNewName = names.contains(.name)
                let new = try names.decodeIfPresent(String.self, forKey: .name)
                name = try new ?? names.decode(String.self, forKey: .oldName)
            }
        }
        func read(_ document: String) throws -> Customer {
            try JSONDecoder().decode(Customer.self, from: Data(document.utf8))
        }
        let null = try read(#"{"name": null, "customer_name": "Acme"}"#)
        #expect(null.name == "Acme")
        #expect(null.hasNewName)
        #expect(try read(#"{"customer_name": "Acme"}"#).name == "Acme")
        #expect(try read(#"{"name": "Ajax", "customer_name": "Acme"}"#).name == "Ajax")
        #expect(throws: DecodingError.self) { try read(#"{"name": 7, "customer_name": "Acme"}"#) }
        #expect(throws: DecodingError.self) { try read("{}") }
    }

    // MARK: Other keys out than in

    @Test("A case of CodingKeys that is not a property does not compile")
    func caseWithoutAProperty() throws {
        func type(_ cases: String) -> String {
            "struct Customer: Codable { let name: String; enum CodingKeys: CodingKey { \(cases) } }"
        }
        #expect(try compiles(type("case name")))
        #expect(try !compiles(type("case name, oldName")))
    }

    // MARK: The finished model

    @Test("The finished model takes the whole record, and gives the API its own names back")
    func finishedModel() throws {
        let launch = try #require(try Lesson02.decode(telstar) as? Launch)
        #expect(launch.number == 65)
        #expect(launch.mission == "Telstar 19V")
        #expect(launch.secondsSince1970 == 1_532_238_600)
        #expect(launch.time == "2018-07-22T05:50:00.000Z")
        #expect(launch.succeeded == true)
        #expect(launch.rocket.id == "falcon9")
        #expect(launch.rocket.name == "Falcon 9")
        #expect(launch.rocket.secondStage.payloads.map(\.id) == ["Telstar 19V"])
        #expect(launch.site.name.hasPrefix("Cape Canaveral"))
        #expect(launch.links.patchURL?.host() == "images2.imgbox.com")
        #expect(launch.timeline?.propellantLoading == -2280)
        #expect(launch.timeline?.liftoff == 0)
        #expect(launch.timeline?.mainEngineCutoff == 150)
        #expect(launch.timeline?.payloadDeployment == 1960)

        let written = try JSONEncoder().encode(launch)
        #expect(try keys(of: written) == keys(of: telstar))
        #expect(try JSONDecoder().decode(Launch.self, from: written) == launch)
    }

    @Test("The finished model takes the nulls of the real API, several payloads, and a list")
    func finishedModelTakesNulls() throws {
        let list = Data(
            """
            [{ "flight_number": 110, "mission_name": "To come", "launch_date_unix": 1,
               "launch_date_utc": "2030-01-01T00:00:00.000Z", "launch_success": null,
               "rocket": { "rocket_id": "falcon9", "rocket_name": "Falcon 9", "second_stage": {
                 "payloads": [{ "payload_id": "A" }, { "payload_id": "B" }] } },
               "launch_site": { "site_name_long": "Cape" },
               "links": { "mission_patch": null }, "timeline": null }]
            """.utf8)
        let launches = try #require(try Lesson02.decode(list) as? [Launch])
        let launch = try #require(launches.first)
        #expect(launch.succeeded == nil)
        #expect(launch.links.patchURL == nil)
        #expect(launch.timeline == nil)
        #expect(launch.rocket.secondStage.payloads.map(\.id) == ["A", "B"])
    }
}

/// The record of lesson 01.
private let telstar = Data(
    """
    { "flight_number": 65, "mission_name": "Telstar 19V", "launch_date_unix": 1532238600,
      "launch_date_utc": "2018-07-22T05:50:00.000Z", "launch_success": true,
      "rocket": { "rocket_id": "falcon9", "rocket_name": "Falcon 9", "second_stage": {
        "payloads": [{ "payload_id": "Telstar 19V" }] } },
      "launch_site": {
        "site_name_long": "Cape Canaveral Air Force Station Space Launch Complex 40" },
      "links": { "mission_patch": "https://images2.imgbox.com/c5/53/5jklZkPz_o.png" },
      "timeline": {
        "go_for_prop_loading": -2280, "liftoff": 0, "meco": 150, "payload_deploy": 1960 } }
    """.utf8)

private func snakeCaseDecoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
}

private func snakeCaseEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return encoder
}

/// The keys of the object at a document's root, sorted.
private func keys(of document: Data) throws -> [String] {
    let object = try JSONSerialization.jsonObject(with: document) as? [String: Any]
    return object?.keys.sorted() ?? []
}

/// The key that a `keyNotFound` names; nil for any other error, and for none.
private func missedKey<Value>(_ body: () throws -> Value) -> String? {
    do {
        _ = try body()
        return nil
    } catch DecodingError.keyNotFound(let key, _) {
        return key.stringValue
    } catch {
        return nil
    }
}
