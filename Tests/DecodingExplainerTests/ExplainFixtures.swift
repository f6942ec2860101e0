import DecodingExplainer
import Foundation
import Testing

/// Decodes `json`, which has to fail, and explains the error.
func explain<Value: Decodable>(
    _ type: Value.Type,
    _ json: String,
    configure: (JSONDecoder) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Explanation {
    try explain(type, Data(json.utf8), configure: configure, sourceLocation: sourceLocation)
}

func explain<Value: Decodable>(
    _ type: Value.Type,
    _ document: Data,
    configure: (JSONDecoder) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Explanation {
    let decoder = JSONDecoder()
    configure(decoder)
    let error = try #require(throws: DecodingError.self, sourceLocation: sourceLocation) {
        try decoder.decode(type, from: document)
    }
    return Explanation(of: error, in: document)
}

/// Decodes `json`, which has to fail, and explains the error with the type and the decoder.
func explainAll<Value: Decodable>(
    _ type: Value.Type, _ json: String, configure: (JSONDecoder) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> Explanation {
    let decoder = JSONDecoder()
    configure(decoder)
    let document = Data(json.utf8)
    let error = try #require(throws: (any Error).self, sourceLocation: sourceLocation) {
        try decoder.decode(type, from: document)
    }
    return Explanation(of: error, in: document, decodedAs: type, by: decoder)
}

extension Explanation {
    /// The printed text from the very column of the marker on.
    func markedText(width: Int = 80) -> String? {
        let lines = lines(width: width)
        guard let index = lines.firstIndex(where: { $0.contains("▲") }), index > 0,
            let marker = lines[index].firstIndex(of: "▲")
        else { return nil }
        var column = ExplainFixtures.columns(of: lines[index][..<marker])
        var rest = lines[index - 1][...]
        while column > 0, let character = rest.popFirst() {
            column -= ExplainFixtures.columns(of: String(character)[...])
        }
        return column == 0 ? String(rest) : nil
    }
}

/// Documents to explain errors of, and the types that they decode as.
enum ExplainFixtures {
    struct Launch: Decodable {
        struct Rocket: Decodable {
            let rocketID: String
            let cores: [Core]

            enum CodingKeys: String, CodingKey {
                case rocketID = "rocket_id"
                case cores
            }
        }

        struct Core: Decodable {
            let serial: String
            let flight: Int?
            let reused: Bool
        }

        let flightNumber: Int
        let missionName: String
        let rocket: Rocket
        let links: [String: URL]

        enum CodingKeys: String, CodingKey {
            case flightNumber = "flight_number"
            case missionName = "mission_name"
            case rocket
            case links
        }
    }

    struct MuseumObject: Decodable {
        struct Artist: Decodable {
            let name: String
            let born: Int
        }

        let id: Int
        let title: String
        let artist: Artist
        let width: Double
        let tags: [String]
    }

    struct BeerList: Decodable {
        struct Beer: Decodable {
            let name: String
            let strength: Double
            let style: Style
        }

        enum Style: String, Decodable {
            case ale
            case lager
        }

        let page: UInt
        let next: String?
        let beers: [Beer]
    }

    static let launch = """
        {
          "flight_number": 65,
          "mission_name": "Telstar 19V",
          "rocket": {
            "rocket_id": "falcon9",
            "cores": [
              {"serial": "B1047", "flight": 1, "reused": false},
              {"serial": "B1046", "flight": null, "reused": true}
            ]
          },
          "links": {"article": "https:\\/\\/spacenews.example\\/telstar"}
        }

        """

    static let museumObject =
        #"{"id":4127,"title":"日本の橋 🌉 \u00e9tude","artist":"#
        + #"{"name":"Jan \"the Elder\"","born":1568},"width":40.25,"#
        + #""tags":["winter","skaters \ud83d\udc46"]}"#

    static let beerList = """
        {"page": 1, "next": null,\r
        \t"beers": [\r
        \t\t{"name": "Dark Ale", "strength": 4.5, "style": "ale"},\r
        \t\t{"name": "Märzen", "strength": 58e-1, "style": "lager"}\r
        \t]\r
        }
        """

    /// The columns of a text whose wide characters are all Chinese, Japanese, Korean or emoji.
    static func columns(of text: Substring) -> Int {
        text.reduce(0) { sum, character in
            let isWide = character.unicodeScalars.contains { scalar in
                (0x2E80...0xFFE6).contains(scalar.value) && scalar.value < 0xFB00
                    || (0x1F1E6...0x1FAFF).contains(scalar.value)
            }
            return sum + (isWide ? 2 : 1)
        }
    }
}
