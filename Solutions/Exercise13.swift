import ExerciseSupport
import Foundation

// Exercise 13 · A year of trains, solved. The hints and what to take away: Exercise13.md.

// MARK: - Task 1

struct Run: Decodable, Equatable {
    let train: String
    let departs: String
    let delay: Int
}

func decodeRun(from line: Data) throws -> Run {
    try JSONDecoder().decode(Run.self, from: line)
}

// MARK: - Task 2

struct Line: Equatable {
    let number: Int
    let bytes: Data
}

func lines(of document: Data) throws -> [Line] {
    var splitter = LineSplitter()
    var lines: [Line] = []
    splitter.append(document)
    while let line = splitter.next() { lines.append(line) }
    if let line = splitter.last() { lines.append(line) }
    return lines
}

/// Finds the lines in pieces of a document, and keeps what follows the last whole line.
struct LineSplitter {
    private static let lineEnd = Data("\n".utf8)

    private var rest = Data()
    /// The part of `rest` that is not in a line yet.
    private var start = 0
    /// Up to here, there is no end of a line.
    private var searched = 0
    private var number = 0

    mutating func append(_ piece: Data) {
        // A Data of its own: a slice keeps the memory of the whole.
        rest = Data(rest[start...])
        searched -= start
        start = 0
        rest.append(piece)
    }

    /// The next line that is whole and not empty.
    mutating func next() -> Line? {
        while let end = rest.range(of: Self.lineEnd, in: searched..<rest.endIndex) {
            let line = line(upTo: end.lowerBound)
            start = end.upperBound
            searched = start
            if let line { return line }
        }
        searched = rest.endIndex
        return nil
    }

    /// What is left when no piece follows.
    mutating func last() -> Line? {
        line(upTo: rest.endIndex)
    }

    private mutating func line(upTo end: Int) -> Line? {
        number += 1
        var bytes = rest[start..<end]
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes.isEmpty ? nil : Line(number: number, bytes: Data(bytes))
    }
}

// MARK: - Task 3

protocol RecordSource {
    func read(upToCount count: Int) throws -> Data?
}

func forEachLine(of source: any RecordSource, _ body: (Line) throws -> Void) throws {
    var splitter = LineSplitter()
    var isAtEnd = false
    while !isAtEnd {
        try withPool {
            if let piece = try source.read(upToCount: 65_536), !piece.isEmpty {
                splitter.append(piece)
            } else {
                isAtEnd = true
            }
            while let line = splitter.next() { try body(line) }
        }
    }
    if let line = splitter.last() { try body(line) }
}

/// On a Mac, what Foundation gives may stay until the end of a pool.
func withPool(_ work: () throws -> Void) rethrows {
    #if canImport(ObjectiveC)
        try autoreleasepool(invoking: work)
    #else
        try work()
    #endif
}

// MARK: - Task 4

enum Fault: Equatable {
    case corrupted
    case missing(String)
    case wrongValue(String)

    init?(_ error: DecodingError) {
        switch error {
        case .dataCorrupted:
            self = .corrupted
        case .keyNotFound(let key, _):
            self = .missing(key.stringValue)
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            self = .wrongValue(context.codingPath.last?.stringValue ?? "")
        @unknown default:
            return nil
        }
    }
}

struct BrokenLine: Equatable {
    let number: Int
    let fault: Fault
}

func readRuns(of source: any RecordSource) throws -> (runs: [Run], broken: [BrokenLine]) {
    var runs: [Run] = []
    var broken: [BrokenLine] = []
    try forEachLine(of: source) { line in
        do {
            runs.append(try decodeRun(from: line.bytes))
        } catch let error as DecodingError {
            guard let fault = Fault(error) else { throw error }
            broken.append(BrokenLine(number: line.number, fault: fault))
        }
    }
    return (runs, broken)
}

// MARK: - Task 5

struct Summary: Equatable {
    var runs = 0
    var delayByMonth: [Int: Int] = [:]
    var broken: [BrokenLine] = []
}

protocol ServiceDayParser {
    func month(of departure: String) throws -> Int
}

func months(of runs: [Run], makeParser: () -> any ServiceDayParser) throws -> [Int] {
    let parser = makeParser()
    return try runs.map { try parser.month(of: $0.departs) }
}

// MARK: - Task 6

func summary(of source: any RecordSource, makeParser: () -> any ServiceDayParser) throws -> Summary
{
    let parser = makeParser()
    var summary = Summary()
    try forEachLine(of: source) { line in
        let run: Run
        do {
            run = try decodeRun(from: line.bytes)
        } catch let error as DecodingError {
            guard let fault = Fault(error) else { throw error }
            summary.broken.append(BrokenLine(number: line.number, fault: fault))
            return
        }
        guard let month = try? parser.month(of: run.departs) else {
            summary.broken.append(BrokenLine(number: line.number, fault: .wrongValue("departs")))
            return
        }
        summary.runs += 1
        summary.delayByMonth[month, default: 0] += run.delay
    }
    return summary
}

// MARK: - Task 7

extension FileHandle: RecordSource {}

func summary(ofFileAt url: URL, makeParser: () -> any ServiceDayParser) throws -> Summary {
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    return try summary(of: file, makeParser: makeParser)
}
