import Foundation

/// One line of Swift Testing's event stream. The format is versioned, so whatever is not needed
/// here is left alone, and whatever may be missing is optional.
///
/// The format is defined in swift-testing's Documentation/ABI/JSON.md.
struct EventRecord: Decodable {
    let kind: String
    let payload: Payload

    struct Payload: Decodable {
        /// `suite` and `function` of a test; `testStarted`, `issueRecorded` and others of an event.
        let kind: String
        let id: String?
        let displayName: String?
        let name: String?
        let sourceLocation: Location?
        let testID: String?
        let issue: Issue?
        let messages: [Message]?
    }

    struct Issue: Decodable {
        let isKnown: Bool
        let sourceLocation: Location?
    }

    struct Location: Decodable {
        let filePath: String?
        let line: Int
    }

    struct Message: Decodable {
        let symbol: String
        let text: String
    }

    /// Decodes a file of records, one a line. A last line that a crash cut short is left out.
    static func records(in data: Data) -> [EventRecord] {
        let decoder = JSONDecoder()
        return data.split(separator: UInt8(ascii: "\n")).compactMap { line in
            try? decoder.decode(EventRecord.self, from: line)
        }
    }
}
