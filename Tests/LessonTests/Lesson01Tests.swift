import Foundation
import Testing
import Walkthrough

@testable import Lesson01

@Suite("Lesson 01 · Basic mapping")
struct Lesson01Tests {
    let lesson = LessonDescription(Lesson01.self)

    @Test("The pages are in order, fit a screen and are recorded")
    func pages() async throws {
        try await checkPages(of: Lesson01.self)
    }

    @Test("A misspelled key makes nil of a good document, without a word")
    func beforeCodable() async {
        let outcomes = await lesson.outcomes(ofStep: 1)
        #expect(outcomes.map(\.value) == ["65: Telstar 19V", "nil"])
    }

    @Test("Decodable finds the same mistake and names the key")
    func typingError() async {
        let outcomes = await lesson.outcomes(ofStep: 2)
        #expect(outcomes.first?.value == #"Launch(flight_number: 65, mission_name: "Telstar 19V")"#)
        #expect(outcomes.dropFirst().first?.failure?.kind == .keyNotFound)
        #expect(outcomes.dropFirst().first?.failure?.codingPath == "")
        #expect(outcomes.last?.value == "nil", "With try? nothing is left of the error")
    }

    @Test("A key more harms nobody; a renamed key, a removed one and another type do")
    func changesOfAnAPI() async throws {
        let keys = try JSONSerialization.jsonObject(with: telstar) as? [String: Any]
        #expect(keys?.count == 9, "The page says that there are nine keys")
        let outcomes = await lesson.outcomes(ofStep: 3)
        #expect(outcomes[0].value == #"Mission(mission_name: "Telstar 19V")"#)
        #expect(outcomes[1].value == #"Mission(mission_name: "Telstar 20V")"#)
        #expect(outcomes[2].failure?.kind == .keyNotFound)

        struct Mission: Decodable { let mission_name: String }
        for broken in ["{}", #"{"mission_name": 20}"#] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(Mission.self, from: Data(broken.utf8))
            }
        }
    }

    @Test("Each type that the page promises decodes without further work")
    func typesForFree() throws {
        enum Size: Int, Decodable { case small = 1 }
        struct Everything: Decodable {
            let int: Int, double: Double, bool: Bool, string: String
            let date: Date, url: URL, data: Data, uuid: UUID
            let array: [Int], set: Set<Int>, dictionary: [String: Int], optional: Int?, size: Size
        }
        let document = Data(
            """
            { "int": 1, "double": 1.5, "bool": true, "string": "x", "date": 0, "url": "https://a.example",
              "data": "AQI=", "uuid": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "array": [1, 2],
              "set": [1, 1], "dictionary": {"a": 1}, "optional": null, "size": 1 }
            """.utf8)
        let everything = try JSONDecoder().decode(Everything.self, from: document)
        #expect(everything.data == Data([1, 2]))
        #expect(everything.date == Date(timeIntervalSinceReferenceDate: 0))
        #expect(everything.set == [1])
        #expect(everything.size == .small)
        #expect(everything.optional == nil)
    }

    @Test("The name of a case is not its raw value, and optional does not help")
    func unknownRawValue() async throws {
        let outcomes = await lesson.outcomes(ofStep: 4)
        let beer = #"Beer(website: https://beer.example, hops: ["Columbus"], style: .paleAle)"#
        #expect(outcomes.first?.value == beer)
        #expect(outcomes.last?.failure?.kind == .dataCorrupted)
        #expect(outcomes.last?.failure?.codingPath == "style")

        enum Style: String, Decodable { case paleAle = "pale ale", stout }
        struct Styled: Decodable { let style: Style? }
        let documents = [#"{"style": "stout"}"#, "{}", #"{"style": null}"#]
        let styles = try documents.map { document in
            try JSONDecoder().decode(Styled.self, from: Data(document.utf8)).style
        }
        #expect(styles == [.stout, nil, nil], "A case has its own name as raw value")
    }

    @Test("A type sees the keys of one object, so each level is a type of its own")
    func nested() async {
        let outcomes = await lesson.outcomes(ofStep: 5)
        #expect(outcomes.first?.failure?.kind == .keyNotFound)
        #expect(outcomes.first?.failure?.headline.contains("artObjects[0]") == true)
        #expect(outcomes.last?.value == "https://museum.example/w.jpg")
    }

    @Test("A type is decodable only if the types of its properties are")
    func typesOfProperties() throws {
        let work = "struct Work: Decodable { let webImage: Image }"
        #expect(try SwiftProgram("struct Image: Decodable {}\n\(work)").errors == 0)
        #expect(try SwiftProgram("struct Image {}\n\(work)").errors == 1)
    }

    @Test("Absent, null and wrong, against required and optional")
    func matrix() async {
        let outcomes = await lesson.outcomes(ofStep: 6)
        let kinds = outcomes.map(\.failure?.kind)
        #expect(
            kinds == [.keyNotFound, .valueNotFound, .typeMismatch, nil, nil, .typeMismatch])
        #expect(outcomes[3].value == "MayBeAbsent(abv: nil)")
        #expect(outcomes[4].value == "MayBeAbsent(abv: nil)")
    }

    @Test("A property with a default value is still required; ?? is the way to have one")
    func defaultValue() async throws {
        let outcomes = await lesson.outcomes(ofStep: 7)
        #expect(outcomes.map(\.value) == ["5.0", nil, "5.0"])
        #expect(outcomes[1].failure?.kind == .keyNotFound)
    }

    @Test("A constant with a value is never decoded, and the compiler only warns")
    func constantWithAValue() throws {
        let program = try SwiftProgram(
            """
            import Foundation
            struct Beer: Decodable { let abv = 5.0 }
            let beer = try JSONDecoder().decode(Beer.self, from: Data(#"{"abv": 8.9}"#.utf8))
            print(beer.abv)
            """)
        #expect(program.warnings == 1)
        #expect(program.errors == 0)
        #expect(try program.run() == "5.0\n")
    }

    @Test("An object is a type with properties or a dictionary; a list is an array")
    func arraysAndWrappers() async throws {
        let outcomes = await lesson.outcomes(ofStep: 8)
        #expect(outcomes.map(\.failure?.kind) == [nil, .typeMismatch, nil, nil, .typeMismatch])
        #expect(outcomes[2].value == #"Menu(beers: [Beer(name: "Endeavor")])"#)
        #expect(outcomes[3].value == #"["beers": [Beer(name: "Endeavor")]]"#)

        struct Menu: Decodable { let beers: [String] }
        let renamed = Data(#"{"drinks": []}"#.utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Menu.self, from: renamed)
        }
        #expect(throws: Never.self, "A dictionary takes any key") {
            try JSONDecoder().decode([String: [String]].self, from: renamed)
        }
    }

    @Test("Keys come in any order, and nil is left out")
    func backToJSON() async {
        let values = await lesson.outcomes(ofStep: 9).map(\.value)
        #expect(values.first == "not always the same one")
        #expect(
            values.last
                == #"{"mission":"Telstar 19V","number":65,"patch":"https://images.example/o.png","#
                + #""rocket":"Falcon 9","site":"SLC 40"}"#)
    }

    @Test("Slashes are escaped and keys share a line, unless one asks otherwise")
    func outputFormatting() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let plain = try encoder.encode(["a": "/", "b": ""])
        #expect(plain == Data(#"{"a":"\/","b":""}"#.utf8))
        #expect(try JSONDecoder().decode([String: String].self, from: plain)["a"] == "/")
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        let lines = try encoder.encode(["a": 1, "b": 2]).split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == 4)
    }

    @Test("An optional property hides a misspelled key; two ways to write a timeline are equal")
    func testWhatYouDecode() async {
        let outcomes = await lesson.outcomes(ofStep: 10)
        #expect(
            outcomes.map(\.value) == [
                #"Report(mission_name: "Telstar 19V", launch_sucess: nil)"#, "false", "true",
            ])
    }

    @Test("The whole record of Telstar 19V decodes, property by property")
    func telstarDecodes() throws {
        let launch = try JSONDecoder().decode(Launch.self, from: telstar)
        #expect(launch.flight_number == 65)
        #expect(launch.mission_name == "Telstar 19V")
        #expect(launch.launch_date_unix == 1_532_238_600)
        #expect(launch.launch_date_utc == "2018-07-22T05:50:00.000Z")
        #expect(launch.launch_success == true)
        #expect(launch.rocket.rocket_id == "falcon9")
        #expect(launch.rocket.rocket_name == "Falcon 9")
        #expect(launch.rocket.second_stage.payloads.map(\.payload_id) == ["Telstar 19V"])
        #expect(launch.launch_site.site_name_long.hasPrefix("Cape Canaveral"))
        #expect(launch.links.mission_patch?.host == "images2.imgbox.com")
        #expect(launch.timeline?.go_for_prop_loading == -2280)
        #expect(launch.timeline?.liftoff == 0)
        #expect(launch.timeline?.meco == 150)
        #expect(launch.timeline?.payload_deploy == 1960)
    }

    @Test("--decode takes one launch or a list, with the nulls of the real API")
    func finishedModel() throws {
        let planned = try #require(
            String(data: telstar, encoding: .utf8)?
                .replacing(#""launch_success": true"#, with: #""launch_success": null"#)
                .replacing(#/"mission_patch": "[^"]+"/#, with: #""mission_patch": null"#)
                .replacing(#/"timeline": \{[^}]+\}/#, with: #""timeline": null"#))
        let list = Data("\n [\(planned), ".utf8) + telstar + Data("]".utf8)
        let launches = try #require(try Lesson01.decode(list) as? [Launch])
        #expect(launches.map(\.launch_success) == [nil, true])
        #expect(launches.map { $0.links.mission_patch == nil } == [true, false])
        #expect(launches.map { $0.timeline == nil } == [true, false])
        #expect(try Lesson01.decode(telstar) as? Launch == launches[1])
    }
}
