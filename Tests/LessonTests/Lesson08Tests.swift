import DecodingExplainer
import Foundation
import Testing

@testable import Lesson08

@Suite("Lesson 08 · userInfo")
struct Lesson08Tests {
    @Test("The pages are in order, not too long, and recorded")
    func pages() async throws {
        try await checkPages(of: Lesson08.self)
    }

    // MARK: - Keys and values

    @Test(
        "A key takes every text",
        arguments: ["", " ", "a.b", "partner api", "\u{0}", "🚂"])
    func keys(_ text: String) {
        #expect(CodingUserInfoKey(rawValue: text)?.rawValue == text)
    }

    @Test("userInfo is empty until somebody fills it")
    func emptyUserInfo() {
        #expect(JSONDecoder().userInfo.isEmpty)
        #expect(JSONEncoder().userInfo.isEmpty)
    }

    // MARK: - The missing context

    @Test("Missing options are an error that names the key, in both directions")
    func missingOptions() throws {
        let wanted = MissingContext(key: .api)
        #expect(throws: wanted) { try JSONDecoder().decode(Customer.self, from: first) }
        #expect(throws: wanted) { try JSONDecoder().decode([Customer].self, from: list(first)) }
        let customer = try decoder(.v1).decode(Customer.self, from: first)
        #expect(throws: wanted) { try JSONEncoder().encode(customer) }
        #expect(throws: wanted) { try JSONEncoder().encode(["a": [customer]]) }
    }

    @Test("A value of another type in the place of the options is the same error")
    func optionsOfAnotherType() {
        let decoder = JSONDecoder()
        decoder.userInfo[.api] = "v1"
        #expect(throws: MissingContext(key: .api)) {
            try decoder.decode(Customer.self, from: first)
        }
    }

    @Test("A forced cast of missing options ends the program")
    func forcedCast() throws {
        let program = try SwiftProgram(
            """
            import Foundation
            struct Customer: Decodable {
                init(from decoder: any Decoder) throws {
                    guard let key = CodingUserInfoKey(rawValue: "api") else { return }
                    print("before")
                    print(decoder.userInfo[key] as! Int)
                    print("after")
                }
            }
            _ = try? JSONDecoder().decode(Customer.self, from: Data("{}".utf8))
            print("after")
            """)
        #expect(program.errors == 0)
        #expect(try !program.run().contains("after"))
    }

    @Test("A default writes the wrong version, and nothing is thrown")
    func defaultOnTheWayOut() throws {
        struct Hopeful: Encodable {
            func encode(to encoder: any Encoder) throws {
                let api = encoder.userInfo[.api] as? API ?? .v2
                var customer = encoder.container(keyedBy: CustomerKeys.self)
                try customer.encode("Acme, Inc", forKey: api.nameKey)
            }
        }
        let written = try JSONEncoder().encode(Hopeful())
        #expect(
            try JSONDecoder().decode([String: String].self, from: written) == ["name": "Acme, Inc"])
    }

    // MARK: - Nested types

    @Test("Properties, elements, dictionaries, optionals and super decoders see the userInfo")
    func everywhere() throws {
        struct Listener: Decodable {
            let heard: Int
            init(from decoder: any Decoder) throws {
                guard let heard = decoder.userInfo[.api] as? Int else {
                    throw MissingContext(key: .api)
                }
                self.heard = heard
            }
        }
        struct Whole: Decodable {
            let property: Listener, elements: [Listener], values: [String: Listener]
            let optional: Listener?, other: Listener
            enum CodingKeys: CodingKey { case property, elements, values, optional, other }
            init(from decoder: any Decoder) throws {
                let whole = try decoder.container(keyedBy: CodingKeys.self)
                property = try whole.decode(Listener.self, forKey: .property)
                elements = try whole.decode([Listener].self, forKey: .elements)
                values = try whole.decode([String: Listener].self, forKey: .values)
                optional = try whole.decodeIfPresent(Listener.self, forKey: .optional)
                other = try Listener(from: whole.superDecoder(forKey: .other))
            }
        }
        let decoder = JSONDecoder()
        decoder.userInfo[.api] = 7
        let document = #"{"property":1,"elements":[1,2],"values":{"a":1},"optional":1,"other":1}"#
        let whole = try decoder.decode(Whole.self, from: Data(document.utf8))
        #expect(whole.property.heard == 7)
        #expect(whole.elements.map(\.heard) == [7, 7])
        #expect(whole.values["a"]?.heard == 7)
        #expect(whole.optional?.heard == 7)
        #expect(whole.other.heard == 7)
    }

    @Test("A new decoder inside has no userInfo")
    func newDecoderInside() throws {
        struct Inside: Decodable {
            let keys: [String]
            init(from decoder: any Decoder) throws {
                keys = decoder.userInfo.keys.map(\.rawValue)
            }
        }
        struct Outside: Decodable {
            let here: [String], inside: [String]
            init(from decoder: any Decoder) throws {
                here = decoder.userInfo.keys.map(\.rawValue)
                inside = try JSONDecoder().decode(Inside.self, from: Data("{}".utf8)).keys
            }
        }
        let decoder = JSONDecoder()
        decoder.userInfo[.api] = API.v1
        let outside = try decoder.decode(Outside.self, from: Data("{}".utf8))
        #expect(outside.here == ["partner.api"])
        #expect(outside.inside.isEmpty)
    }

    @Test(
        "A base that ends with a slash is continued, one that does not loses its last part",
        arguments: [
            ("https://api.somehost.com/v1/", "a.jpg", "https://api.somehost.com/v1/a.jpg"),
            ("https://api.somehost.com/v1", "a.jpg", "https://api.somehost.com/a.jpg"),
            ("https://api.somehost.com/v1/", "/a.jpg", "https://api.somehost.com/a.jpg"),
            ("https://api.somehost.com/v1/", "//b.com/a.jpg", "https://b.com/a.jpg"),
            ("https://api.somehost.com/v1/", "http://b.com/a.jpg", "http://b.com/a.jpg"),
            ("https://api.somehost.com/v1", "?lang=de", "https://api.somehost.com/v1?lang=de"),
            ("https://api.somehost.com/v1", "#top", "https://api.somehost.com/v1#top"),
        ])
    func links(base: String, text: String, address: String) throws {
        let decoder = JSONDecoder()
        decoder.userInfo[.base] = URL(string: base)
        let links = try decoder.decode([Link].self, from: JSONEncoder().encode([text]))
        #expect(links.map(\.url) == [try #require(URL(string: address))])
    }

    @Test("A URL with a base is not equal to the same address without one; absoluteURL is")
    func baseIsRemembered() throws {
        let base = try #require(URL(string: "https://api.somehost.com/v1/"))
        let url = try #require(URL(string: "a.jpg", relativeTo: base))
        let whole = try #require(URL(string: "https://api.somehost.com/v1/a.jpg"))
        #expect(url != whole)
        #expect(url.absoluteURL == whole)
    }

    @Test("An empty link is an error with its path, and a link without a base names the key")
    func badLinks() throws {
        let decoder = JSONDecoder()
        let document = Data(#"["a.jpg",""]"#.utf8)
        #expect(throws: MissingContext(key: .base)) {
            try decoder.decode([Link].self, from: document)
        }
        decoder.userInfo[.base] = URL(string: "https://api.somehost.com/")
        let failure = failure { try decoder.decode([Link].self, from: document) }
        #expect(failure?.kind == .dataCorrupted)
        #expect(failure?.codingPath.description == "[1]")
    }

    // MARK: - Swift 6

    @Test("What is not Sendable is a warning in userInfo, and what is Sendable is none")
    func sendable() throws {
        func warnings(_ declaration: String, _ value: String) throws -> Int {
            let program = try SwiftProgram(
                """
                import Foundation
                \(declaration)
                func prepare(_ decoder: JSONDecoder, _ key: CodingUserInfoKey) {
                    decoder.userInfo[key] = \(value)
                }
                """)
            #expect(program.errors == 0)
            return program.warnings
        }
        let changing = "final class Options { var version = 1 }"
        #expect(try warnings(changing, "Options()") == 1)
        #expect(try warnings("", "{ (text: String) in text }") == 1)
        #expect(try warnings("", "{ @Sendable (text: String) in text }") == 0)
        #expect(try warnings("final class Options: Sendable { let version = 1 }", "Options()") == 0)
        #expect(try warnings("struct Options { var version = 1 }", "Options()") == 0)
        #expect(try warnings("", "DateFormatter()") == 0)
    }

    @Test("One entry of another userInfo is an error as Any; the whole userInfo is a warning")
    func userInfoHandedOn() throws {
        func handsOn(_ statement: String) throws -> SwiftProgram {
            try SwiftProgram(
                """
                import Foundation
                func prepare(
                    _ inner: JSONDecoder, from decoder: any Decoder, _ key: CodingUserInfoKey
                ) {
                    \(statement)
                }
                """)
        }
        let entry = try handsOn("inner.userInfo[key] = decoder.userInfo[key]")
        #expect(entry.errors == 1)
        let value = try handsOn("inner.userInfo[key] = decoder.userInfo[key] as? URL")
        #expect(value.errors == 0 && value.warnings == 0)
        let whole = try handsOn("inner.userInfo = decoder.userInfo")
        #expect(whole.errors == 0 && whole.warnings == 1)
    }

    @Test("A static var is refused in language mode 6 only; behind a lock it compiles")
    func globals() throws {
        let changing = "enum Options { static var version = 1 }"
        #expect(try SwiftProgram(changing).errors == 1)
        #expect(try SwiftProgram(changing, languageMode: 5).errors == 0)
        let locked = try SwiftProgram(
            "import Synchronization\nenum Options { static let version = Mutex(1) }")
        #expect(locked.errors == 0)
        #expect(locked.warnings == 0)
    }

    // MARK: - The typed alternative

    @Test("Without a configuration it does not compile, with one of another type neither")
    func configurationIsAsked() throws {
        func compiles(_ call: String) throws -> Bool {
            try SwiftProgram(
                """
                import Foundation
                struct Client: CodableWithConfiguration {
                    init(from decoder: any Decoder, configuration: Int) throws {}
                    func encode(to encoder: any Encoder, configuration: Int) throws {}
                }
                func read(_ data: Data, _ client: Client) throws {
                    \(call)
                }
                """
            ).errors == 0
        }
        let decode = "_ = try JSONDecoder().decode"
        #expect(try compiles("\(decode)(Client.self, from: data, configuration: 1)"))
        #expect(try compiles("\(decode)([Client].self, from: data, configuration: 1)"))
        #expect(try !compiles("\(decode)(Client.self, from: data)"))
        #expect(try !compiles("\(decode)(Client.self, from: data, configuration: \"1\")"))
        #expect(try compiles("_ = try JSONEncoder().encode(client, configuration: 1)"))
        #expect(try !compiles("_ = try JSONEncoder().encode(client)"))
        #expect(try !compiles("struct Order: Codable { let client: Client }"))
    }

    @Test("A type around it hands the configuration on to its container")
    func handedOn() throws {
        struct Order: DecodableWithConfiguration {
            let clients: [Client]
            enum CodingKeys: CodingKey { case clients }
            init(from decoder: any Decoder, configuration: String) throws {
                let order = try decoder.container(keyedBy: CodingKeys.self)
                clients = try order.decode(
                    [Client].self, forKey: .clients, configuration: configuration)
            }
        }
        let order = try JSONDecoder().decode(
            Order.self, from: Data(#"{"clients":[1,2]}"#.utf8), configuration: "v1")
        #expect(order.clients.map(\.heard) == ["v1", "v1"])
    }

    // MARK: - The finished model

    @Test("A customer survives the way from one version to the other and back")
    func roundTrip() throws {
        let customer = try decoder(.v1).decode(Customer.self, from: first)
        #expect(customer.name == "Acme, Inc")
        #expect(customer.migrated == Date(timeIntervalSince1970: 814_492_800))
        #expect(try decoder(.v2).decode(Customer.self, from: second) == customer)
        for api in [API.v1, .v2] {
            let encoder = JSONEncoder()
            encoder.userInfo[.api] = api
            let written = try encoder.encode([customer])
            #expect(try decoder(api).decode([Customer].self, from: written) == [customer])
        }
    }

    @Test("A day in the format of the other version is an error at its key")
    func wrongDay() {
        let document =
            #"{"name":"A","migration_date":"Oct-24-1995"}"#
        let failure = failure {
            try decoder(.v2).decode(Customer.self, from: Data(document.utf8))
        }
        #expect(failure?.kind == .dataCorrupted)
        #expect(failure?.codingPath.description == "migration_date")
    }

    @Test("--decode takes either version, one customer or a list")
    func decodeOneOrMany() throws {
        let one = try Lesson08.decode(first) as? Customer
        #expect(one != nil)
        #expect(try Lesson08.decode(second) as? Customer == one)
        #expect(try (Lesson08.decode(list(second)) as? [Customer])?.first == one)
    }
}

/// A type that keeps its configuration, whatever the document has in its place.
private struct Client: CodableWithConfiguration {
    let heard: String

    init(from decoder: any Decoder, configuration: String) throws {
        heard = configuration
    }

    func encode(to encoder: any Encoder, configuration: String) throws {
        var container = encoder.singleValueContainer()
        try container.encode(configuration)
    }
}

private enum Fixed: DecodingConfigurationProviding, EncodingConfigurationProviding {
    static let decodingConfiguration = "read"
    static let encodingConfiguration = "written"
}

private func decoder(_ api: API) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.userInfo[.api] = api
    return decoder
}

private func list(_ document: Data) -> Data {
    Data("[".utf8) + document + Data("]".utf8)
}
