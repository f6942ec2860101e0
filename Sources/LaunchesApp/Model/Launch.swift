import Foundation

/// A launch in the form that the app needs.
public struct Launch: Sendable, Equatable {
    public let number: Int
    public let mission: String
    public let date: Date
    public let outcome: Outcome
    public let rocket: String
    public let site: String
    public let payloads: [String]
    public let patch: URL?
    public let timeline: [Event]

    public enum Outcome: Sendable {
        case succeeded
        case failed
        case stillToCome
    }

    /// An event, with its time in seconds after liftoff.
    public struct Event: Sendable, Equatable {
        public let name: String
        public let seconds: Int
    }
}

extension Launch {
    /// Creates a launch without a document, for example for a preview.
    public init(
        flight number: Int, mission: String, date: Date, outcome: Outcome, rocket: String,
        site: String, payloads: [String], patch: URL? = nil, timeline: [Event] = []
    ) {
        self.number = number
        self.mission = mission
        self.date = date
        self.outcome = outcome
        self.rocket = rocket
        self.site = site
        self.payloads = payloads
        self.patch = patch
        self.timeline = timeline
    }
}

extension Launch: Decodable {
    /// A launch in the form of version 3 of the API. No other code of the app uses this form.
    private struct Document: Decodable {
        let number: Int
        let mission: String
        let seconds: Double
        let isSuccess: Bool?
        let rocket: Rocket
        let site: Site
        let links: Links
        let timeline: [String: Int?]?

        enum CodingKeys: String, CodingKey {
            case number = "flight_number"
            case mission = "mission_name"
            case seconds = "launch_date_unix"
            case isSuccess = "launch_success"
            case rocket
            case site = "launch_site"
            case links
            case timeline
        }
    }

    private struct Rocket: Decodable {
        let name: String
        let secondStage: SecondStage

        enum CodingKeys: String, CodingKey {
            case name = "rocket_name"
            case secondStage = "second_stage"
        }
    }

    private struct SecondStage: Decodable {
        let payloads: [Payload]
    }

    private struct Payload: Decodable {
        let name: String

        enum CodingKeys: String, CodingKey {
            case name = "payload_id"
        }
    }

    private struct Site: Decodable {
        let name: String

        enum CodingKeys: String, CodingKey {
            case name = "site_name_long"
        }
    }

    private struct Links: Decodable {
        let patch: URL?

        enum CodingKeys: String, CodingKey {
            case patch = "mission_patch"
        }
    }

    public init(from decoder: any Decoder) throws {
        let document = try Document(from: decoder)
        number = document.number
        mission = document.mission
        date = Date(timeIntervalSince1970: document.seconds)
        outcome = Outcome(isSuccess: document.isSuccess)
        rocket = document.rocket.name
        site = document.site.name
        payloads = document.rocket.secondStage.payloads.map(\.name)
        patch = document.links.patch
        timeline = Self.events(in: document.timeline ?? [:])
    }

    /// Returns the events in their order, without those whose time was not measured.
    private static func events(in timeline: [String: Int?]) -> [Event] {
        let events = timeline.compactMap { name, seconds in
            seconds.map { Event(name: name.replacing("_", with: " "), seconds: $0) }
        }
        return events.sorted { ($0.seconds, $0.name) < ($1.seconds, $1.name) }
    }
}

extension Launch.Outcome {
    fileprivate init(isSuccess: Bool?) {
        self =
            switch isSuccess {
            case true?: .succeeded
            case false?: .failed
            case nil: .stillToCome
            }
    }
}
