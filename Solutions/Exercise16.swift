import ExerciseSupport
import Foundation

// Exercise 16 · The night desk, solved. The hints and what to take away: Exercise16.md.

// MARK: - Task 1

enum Part: Equatable {
    case text(String)
    case call(index: Int, name: String?, arguments: String)
    case end
}

extension Part: Decodable {
    enum CodingKeys: CodingKey {
        case type
        case text
        case index
        case name
        case arguments
    }

    enum Kind: String, Decodable {
        case text
        case call
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .type) {
        case .text:
            self = .text(try container.decode(String.self, forKey: .text))
        case .call:
            self = .call(
                index: try container.decode(Int.self, forKey: .index),
                name: try container.decodeIfPresent(String.self, forKey: .name),
                arguments: try container.decode(String.self, forKey: .arguments))
        }
    }
}

func decodePart(from data: Data) throws -> Part {
    guard data != Data("[DONE]".utf8) else { return .end }
    return try JSONDecoder().decode(Part.self, from: data)
}

// MARK: - Task 2

struct Call: Equatable {
    let name: String
    let arguments: String
}

struct Answer: Equatable {
    let text: String
    let calls: [Call]
}

struct AnswerWasCut: Error {}
struct CallWithoutName: Error {}

func answer(from parts: [Part]) throws -> Answer {
    guard let end = parts.firstIndex(of: .end) else { throw AnswerWasCut() }
    var text = ""
    var names: [Int: String] = [:]
    var arguments: [Int: String] = [:]
    for part in parts[..<end] {
        switch part {
        case .text(let words):
            text += words
        case .call(let index, let name, let piece):
            arguments[index, default: ""] += piece
            if let name {
                names[index] = name
            }
        case .end:
            break
        }
    }
    let calls = try arguments.keys.sorted().map { index in
        guard let name = names[index] else { throw CallWithoutName() }
        return Call(name: name, arguments: arguments[index, default: ""])
    }
    return Answer(text: text, calls: calls)
}

// MARK: - Task 3

struct NoDocument: Error {}

func document(in text: String) throws -> Data {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let fences = lines.indices.filter { lines[$0].hasPrefix("```") }
    let document: Data
    switch fences.count {
    case 0:
        document = Data(text.utf8)
    case 2:
        let inside = lines[fences[0]..<fences[1]].dropFirst()
        document = Data(inside.joined(separator: "\n").utf8)
    default:
        throw NoDocument()
    }
    _ = try JSONSerialization.jsonObject(with: document)
    return document
}

// MARK: - Task 4

let cars = ["Sleeper 1", "Sleeper 2", "Couchettes"]

enum Order: Equatable {
    case book(train: String, car: String, berth: Int)
    case cancel(booking: String)
}

struct Booking: Decodable {
    let train: String
    let car: String
    let berth: Int

    enum CodingKeys: CodingKey {
        case train
        case car
        case berth
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        train = try container.decode(String.self, forKey: .train)
        let place = try container.decode(Int.self, forKey: .car)
        guard cars.indices.contains(place) else {
            throw DecodingError.dataCorruptedError(
                forKey: .car, in: container, debugDescription: "The cars are \(cars.indices).")
        }
        car = cars[place]
        berth = try container.decode(Int.self, forKey: .berth)
        guard (1...36).contains(berth) else {
            throw DecodingError.dataCorruptedError(
                forKey: .berth, in: container, debugDescription: "The berths are 1 to 36.")
        }
    }
}

struct Cancellation: Decodable {
    let booking: String
}

enum Tool: String, CaseIterable {
    case book = "book_berth"
    case cancel = "cancel_booking"
}

struct UnknownTool: Error {}

func order(from call: Call) throws -> Order {
    guard let tool = Tool(rawValue: call.name) else { throw UnknownTool() }
    let document = Data(call.arguments.utf8)
    switch tool {
    case .book:
        let booking = try JSONDecoder().decode(Booking.self, from: document)
        return .book(train: booking.train, car: booking.car, berth: booking.berth)
    case .cancel:
        let cancellation = try JSONDecoder().decode(Cancellation.self, from: document)
        return .cancel(booking: cancellation.booking)
    }
}

// MARK: - Task 5

struct Reply: Equatable {
    let isError: Bool
    let text: String
}

func reply(to call: Call, desk: (Order) throws -> String) throws -> Reply {
    let order: Order
    do {
        order = try Exercise16.order(from: call)
    } catch is UnknownTool {
        let names = Tool.allCases.map(\.rawValue).joined(separator: ", ")
        return Reply(isError: true, text: "There is no such tool. The tools are: \(names)")
    } catch {
        return Reply(isError: true, text: "The arguments do not fit: \(error)")
    }
    return Reply(isError: false, text: try desk(order))
}

let knownKeys: Set = ["train", "car", "berth", "booking", "wishes"]

func logLine(for error: any Error) throws -> String {
    switch error {
    case DecodingError.keyNotFound(_, let context):
        logLine("keyNotFound", context)
    case DecodingError.valueNotFound(_, let context):
        logLine("valueNotFound", context)
    case DecodingError.typeMismatch(_, let context):
        logLine("typeMismatch", context)
    case DecodingError.dataCorrupted(let context):
        logLine("dataCorrupted", context)
    default:
        "other"
    }
}

func logLine(_ name: String, _ context: DecodingError.Context) -> String {
    let keys = context.codingPath.map(\.stringValue).map { knownKeys.contains($0) ? $0 : "*" }
    return keys.isEmpty ? name : "\(name) at \(keys.joined(separator: "."))"
}

// MARK: - Task 6

struct Frame: Equatable {
    let event: String
    let data: Data
}

struct FrameReader {
    private var line = Data()
    private var event = "message"
    private var data: [Data] = []

    mutating func frames(in piece: Data) throws -> [Frame] {
        var frames: [Frame] = []
        for byte in piece {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") {
                line.removeLast()
            }
            if let frame = frame(endedBy: line) {
                frames.append(frame)
            }
            line = Data()
        }
        return frames
    }

    private mutating func frame(endedBy line: Data) -> Frame? {
        guard !line.isEmpty else {
            defer {
                event = "message"
                data = []
            }
            guard !data.isEmpty else { return nil }
            return Frame(event: event, data: Data(data.joined(separator: Data("\n".utf8))))
        }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") {
            value.removeFirst()
        }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event":
            event = String(decoding: value, as: UTF8.self)
        case "data":
            data.append(value)
        default:
            break
        }
        return nil
    }
}

// MARK: - Task 7

enum Refusal: Error {
    case tooManyBytes
    case notUTF8
    case tooDeep
}

func checked(_ bytes: Data) throws -> Data {
    guard bytes.count <= 100_000 else { throw Refusal.tooManyBytes }
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
        throw Refusal.notUTF8
    }
    var level = 0
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
        switch UnicodeScalar(byte) {
        case "\"":
            skipString(&rest)
        case "[", "{":
            level += 1
        case "]", "}":
            level -= 1
        default:
            break
        }
        guard level <= 20 else { throw Refusal.tooDeep }
    }
    return bytes
}

func skipString(_ rest: inout Data.Iterator) {
    while let byte = rest.next(), byte != UInt8(ascii: "\"") {
        if byte == UInt8(ascii: "\\") {
            _ = rest.next()
        }
    }
}
