import ExerciseSupport
import Foundation

// Exercise 09 · Disruptions, solved. The hints and what to take away: Exercise09.md.

// MARK: - Task 1

enum Fault: Equatable {
    case missingKey(String)
    case null
    case wrongType
    case corrupted
    case unwritable
    case other
}

func fault(of work: () throws -> Void) throws -> Fault? {
    do {
        try work()
        return nil
    } catch DecodingError.keyNotFound(let key, _) {
        return .missingKey(key.stringValue)
    } catch DecodingError.valueNotFound {
        return .null
    } catch DecodingError.typeMismatch {
        return .wrongType
    } catch DecodingError.dataCorrupted {
        return .corrupted
    } catch EncodingError.invalidValue {
        return .unwritable
    } catch {
        return .other
    }
}

func isJSON(_ document: Data) throws -> Bool {
    (try? JSONSerialization.jsonObject(with: document)) != nil
}

// MARK: - Task 2

func place(of error: DecodingError) throws -> String {
    switch error {
    case .keyNotFound(let key, let context):
        readable(context.codingPath + [key])
    case .valueNotFound(_, let context), .typeMismatch(_, let context),
        .dataCorrupted(let context):
        readable(context.codingPath)
    @unknown default:
        readable([])
    }
}

func readable(_ codingPath: [any CodingKey]) -> String {
    guard !codingPath.isEmpty else { return "the whole document" }
    var path = ""
    for (position, key) in codingPath.enumerated() {
        // A name such as "5" has an intValue too. Foundation calls an index "Index 5".
        if let index = key.intValue, key.stringValue == "Index \(index)" {
            path += "[\(index)]"
        } else {
            path += position == 0 ? key.stringValue : ".\(key.stringValue)"
        }
    }
    return path
}

// MARK: - Task 3

enum Status: Codable, Equatable {
    case delayed
    case cancelled
    case diverted
    case unknown(String)

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self =
            switch text {
            case "delayed": .delayed
            case "cancelled": .cancelled
            case "diverted": .diverted
            default: .unknown(text)
            }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .delayed: try container.encode("delayed")
        case .cancelled: try container.encode("cancelled")
        case .diverted: try container.encode("diverted")
        case .unknown(let text): try container.encode(text)
        }
    }
}

struct Report: Codable, Equatable {
    let train: String
    let status: Status
}

func decodeReports(from document: Data) throws -> [Report] {
    try JSONDecoder().decode([Report].self, from: document)
}

func encodeReports(_ reports: [Report]) throws -> Data {
    try JSONEncoder().encode(reports)
}

// MARK: - Task 4

struct Delay: Decodable, Equatable {
    let train: String
    let minutes: Int

    enum CodingKeys: CodingKey { case train, minutes, delay }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        train = try container.decode(String.self, forKey: .train)
        do {
            minutes = try container.decode(Int.self, forKey: .minutes)
        } catch DecodingError.keyNotFound {
            minutes = try container.decode(Int.self, forKey: .delay)
        } catch DecodingError.typeMismatch {
            let text = try container.decode(String.self, forKey: .minutes)
            guard let number = Int(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .minutes, in: container,
                    debugDescription: "not a number of minutes: \(text)")
            }
            minutes = number
        }
    }
}

func decodeDelays(from document: Data) throws -> [Delay] {
    try JSONDecoder().decode([Delay].self, from: document)
}

// MARK: - Task 5

struct Closure: Decodable, Equatable {
    let line: String
    let firstKilometer: Int
    let lastKilometer: Int

    enum CodingKeys: CodingKey { case line, firstKilometer, lastKilometer }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        line = try container.decode(String.self, forKey: .line)
        firstKilometer = try container.decode(Int.self, forKey: .firstKilometer)
        lastKilometer = try container.decode(Int.self, forKey: .lastKilometer)
        guard firstKilometer <= lastKilometer else {
            throw DecodingError.dataCorruptedError(
                forKey: .lastKilometer, in: container,
                debugDescription: "The closure ends before kilometer \(firstKilometer).")
        }
    }
}

func decodeClosures(from document: Data) throws -> [Closure] {
    try JSONDecoder().decode([Closure].self, from: document)
}

// MARK: - Task 6

func sentenceForTraveler(about error: any Error) throws -> String {
    switch error {
    case is URLError:
        "We cannot reach the timetable, so please check your connection and try again."
    case is DecodingError:
        "We cannot show the disruptions right now, so please look at the station's boards."
    default:
        "Something went wrong on our side, so please try again later."
    }
}

func lineForLog(about error: any Error) throws -> String {
    let line =
        switch error {
        case let error as DecodingError:
            "\(caseName(of: error)) at \(try place(of: error))"
        default:
            "\(error)"
        }
    return String(line.map { $0.isNewline ? " " : $0 })
}

private func caseName(of error: DecodingError) -> String {
    switch error {
    case .keyNotFound: "keyNotFound"
    case .valueNotFound: "valueNotFound"
    case .typeMismatch: "typeMismatch"
    case .dataCorrupted: "dataCorrupted"
    @unknown default: "another case"
    }
}
