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

    @Test("A typing error in a key makes nil of a good document, without a word")
    func beforeCodable() async {
        let outcomes = await lesson.outcomes(ofStep: 1)
        #expect(outcomes.map(\.value) == ["65: Telstar 19V", "nil"])
    }

    @Test("Decodable finds the same typing error and names the key")
    func typingError() async {
        let outcomes = await lesson.outcomes(ofStep: 2)
        #expect(outcomes.first?.value == #"Launch(flight_number: 65, mission_name: "Telstar 19V")"#)
        #expect(outcomes.dropFirst().first?.failure?.kind == .keyNotFound)
        #expect(outcomes.dropFirst().first?.failure?.codingPath == "")
        #expect(outcomes.last?.value == "nil", "With try? nothing is left of the error")
    }

    @Test("Keys without a property are passed over")
    func unknownKeys() async throws {
        let keys = try JSONSerialization.jsonObject(with: telstar) as? [String: Any]
        #expect(keys?.count == 9, "The page says that there are nine keys")
        let outcomes = await lesson.outcomes(ofStep: 3)
        #expect(outcomes.compactMap(\.failure).isEmpty)
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

    @Test("An unknown raw value is dataCorrupted, for an optional property too")
    func unknownRawValue() async {
        let failure = await lesson.outcomes(ofStep: 4).last?.failure
        #expect(failure?.kind == .dataCorrupted)
        #expect(failure?.codingPath == "style")
    }

    @Test("Nested objects become nested types")
    func nested() async {
        let outcomes = await lesson.outcomes(ofStep: 5)
        #expect(outcomes.last?.value == "https://museum.example/skaters.jpg")
    }

    @Test("Absent, null and wrong, against required, optional and defaulted")
    func matrix() async {
        let rows = await lesson.outcomes(ofStep: 6).compactMap(\.value)
        #expect(
            rows == [
                #"["keyNotFound", "MayBeAbsent(abv: nil)", "keyNotFound"]"#,
                #"["valueNotFound", "MayBeAbsent(abv: nil)", "valueNotFound"]"#,
                #"["typeMismatch", "typeMismatch", "typeMismatch"]"#,
            ])
    }

    @Test("A constant with a value is never decoded, and the compiler only warns")
    func constantWithAValue() throws {
        let program = try SwiftProgram(
            """
            import Foundation
            struct Beer: Decodable { let abv = 7.0 }
            let beer = try JSONDecoder().decode(Beer.self, from: Data(#"{"abv": 8.9}"#.utf8))
            print(beer.abv)
            """)
        #expect(program.warnings == 1)
        #expect(program.errors == 0)
        #expect(try program.run() == "7.0\n")
    }

    @Test("A list taken for an object and an object taken for a list are both typeMismatch")
    func arraysAndWrappers() async {
        let failures = await lesson.outcomes(ofStep: 7).compactMap(\.failure)
        #expect(failures.map(\.kind) == [.typeMismatch, .typeMismatch])
        #expect(failures.map(\.codingPath) == ["", ""])
    }

    @Test("Keys come in any order, slashes escaped and nil left out, unless one asks otherwise")
    func backToJSON() async throws {
        let outcomes = await lesson.outcomes(ofStep: 8).compactMap(\.value)
        let sorted = try #require(outcomes.dropFirst().first)
        let pretty = try #require(outcomes.last)
        #expect(outcomes.first == "more than one")
        #expect(sorted.contains(#"https:\/\/"#) && !sorted.contains("video"))
        #expect(pretty.contains("https://") && pretty.contains("\n"))
    }

    @Test("Two texts of one timeline differ, their values do not")
    func compareValues() async {
        let outcomes = await lesson.outcomes(ofStep: 9)
        #expect(outcomes.prefix(2).map(\.value) == ["false", "true"])
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
