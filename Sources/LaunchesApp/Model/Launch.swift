import Foundation

/// A launch in the form that the app needs.
public struct Launch: Sendable, Equatable {
    public let number: Int, mission: String, date: Date
    public let outcome: Outcome, rocket: String, site: String
    public let payloads: [String], patch: URL?, timeline: [Event]

    public enum Outcome: Sendable { case succeeded, failed, stillToCome }

    /// An event, with its time in seconds after liftoff.
    public struct Event: Sendable, Equatable {
        public let name: String, seconds: Int
    }
}

extension Launch: Decodable {
    /// A launch in the form of version 3 of the API. No other code of the app uses this form.
    private struct Document: Decodable {
        let flight_number: Int, mission_name: String
        let launch_date_unix: Double, launch_success: Bool?
        let rocket: Rocket, launch_site: Site, links: Links
        let timeline: [String: Int?]?

        struct Rocket: Decodable {
            let rocket_name: String, second_stage: Stage
        }
        struct Stage: Decodable { let payloads: [Payload] }
        struct Payload: Decodable { let payload_id: String }
        struct Site: Decodable { let site_name_long: String }
        struct Links: Decodable { let mission_patch: URL? }
    }

    public init(from decoder: any Decoder) throws {
        let document = try Document(from: decoder)
        number = document.flight_number
        mission = document.mission_name
        date = Date(timeIntervalSince1970: document.launch_date_unix)
        outcome = Outcome(isSuccess: document.launch_success)
        rocket = document.rocket.rocket_name
        site = document.launch_site.site_name_long
        payloads = document.rocket.second_stage.payloads.map(\.payload_id)
        patch = document.links.mission_patch
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
