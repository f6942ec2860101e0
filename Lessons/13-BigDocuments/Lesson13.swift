import Foundation
import Synchronization
import Walkthrough

@main
struct Lesson13: Lesson {
    static let title = "Big documents"
    static let steps = Steps(
        whatADecodeCosts,
        aThousandSmallDecodes,
        aFormatterForEachDate,
        twoKeysOfForty,
        withoutCodable,
        aFileInPieces,
        whatASliceHolds,
        theEndOfALine,
        aReaderOfLines,
        theLastLine,
        aBrokenLineHasANumber,
        thePeakOfMemory
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Launch.self, from: document)
    }

    /// Memory is measured in a process of its own, which is this program once more: see
    /// ``ChildWork``.
    static func main() async {
        if let work = ChildWork(CommandLine.arguments) {
            work.run()
        }
        await runProgram()
    }
}

// MARK: - What a decode costs

func ratio(
    of first: () throws -> Void, to second: () throws -> Void
) rethrows -> Double {
    var best = (Double.infinity, Double.infinity)
    for _ in 1...15 {
        best.0 = min(best.0, try seconds(of: first))
        best.1 = min(best.1, try seconds(of: second))
    }
    return best.0 / best.1
}

/// What is fast? This lesson measures it when you run it. (README.md has the numbers of the machine
/// that recorded it.) `ratio` gives how many times as long one closure takes as another. The two
/// closures take turns, and the shortest round of each counts: a busy machine can only make a round
/// longer. At the end of the file are `seconds(of:)` and `launches(1...n)`, which makes a JSON
/// array of n launches.
func whatADecodeCosts() throws {
    let small = launches(1...100)
    let large = launches(1...1000)
    let cost = try ratio {
        _ = try JSONDecoder().decode([Launch].self, from: large)
    } to: {
        _ = try JSONDecoder().decode([Launch].self, from: small)
    }
    // Predict: Ten times as many launches. Does that take about 3, 10, or 100 times as long?
    show(measured: cost, "times as long")
    // It is nearer to 10 than to 3: a launch costs about the same in any document. (With 3, it
    // would be cheaper in a large one. With 100, each launch would make all the others more
    // expensive.) So the next steps look for what makes one launch expensive.
}

// MARK: - A thousand small decodes

/// The same thousand launches come in one array, or as a thousand documents. For those, one decoder
/// can be shared, or each gets a new one.
func aThousandSmallDecodes() throws {
    let array = launches(1...1000)
    let documents = (1...1000).map { Data(launch($0).utf8) }
    let shared = JSONDecoder()
    let oneCall = {
        _ = try shared.decode([Launch].self, from: array)
    }
    let calls = {
        for document in documents {
            _ = try shared.decode(Launch.self, from: document)
        }
    }
    let decoders = {
        for document in documents {
            _ = try JSONDecoder().decode(Launch.self, from: document)
        }
    }
    // Predict: In step 1, the time grew with the launches, and here they are the same. Compared
    // with the one call: do a thousand calls take about as long, or about 1,000 times as long?
    show(measured: try ratio(of: calls, to: oneCall), "times: calls")
    show(measured: try ratio(of: decoders, to: calls), "times: decoders")
    // They take nearer to 1, and so do a thousand decoders (Swift 6.3 on Linux). To prepare a call
    // costs less than to decode one of these small launches, and a new decoder is a few settings.
    // Most of the work is in the bytes. You need not build one big array to be fast.
    //
    // Share a decoder anyway, to have its settings in one place. Some settings can be expensive:
    // see the next step.
}

// MARK: - A formatter for each date

/// Three decoders read 100 dates, each with a strategy of its own. `formatterOfLesson03()` sets
/// locale, time zone and format.
func aFormatterForEachDate() throws {
    let made = Mutex(0)
    @Sendable func formatter() -> DateFormatter {
        made.withLock { $0 += 1 }
        return formatterOfLesson03()
    }
    let (custom, formatted, iso) = (JSONDecoder(), JSONDecoder(), JSONDecoder())
    custom.dateDecodingStrategy = .custom { decoder in
        let text = try String(from: decoder)
        return formatter().date(from: text) ?? .distantPast
    }
    formatted.dateDecodingStrategy = .formatted(formatter())
    iso.dateDecodingStrategy = .iso8601
    let dates = dates(100)
    func read(_ decoder: JSONDecoder) -> () throws -> Void {
        { _ = try decoder.decode([Date].self, from: dates) }
    }
    // Predict: How many formatters are made in all when each decoder reads the dates once?
    for decoder in [custom, formatted, iso] { try read(decoder)() }
    show(made.withLock { $0 })
    let (slow, fast) = (read(custom), read(formatted))
    show(measured: try ratio(of: slow, to: fast), "times: custom")
    show(measured: try ratio(of: fast, to: read(iso)), "times: formatted")
    // `custom` makes 100, and `formatted` has 1. To make a formatter costs more than to read a date
    // with it, so make it once. `.iso8601` is the fastest: it knows one format, and goes through
    // the characters without a formatter (Swift 6.3 on Linux).
}

// MARK: - Two keys of forty

struct Two: Decodable { let flight_number: Int, mission_name: String }

struct All: Decodable {
    let flight_number: Int, mission_name: String
    let t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14: Double
    let t15, t16, t17, t18, t19, t20, t21, t22, t23, t24, t25, t26: Double
    let t27, t28, t29, t30, t31, t32, t33, t34, t35, t36, t37, t38: Double
}

/// A launch has 38 temperatures, `t1` to `t38`, beside its number and name. You need two of the 40
/// values. A model may leave out the rest (lesson 01).
func twoKeysOfForty() throws {
    let document = launches(1...100, with: temperatures)
    let two = { _ = try JSONDecoder().decode([Two].self, from: document) }
    let all = { _ = try JSONDecoder().decode([All].self, from: document) }
    // Predict: `All` asks for 20 times as many values of the same bytes. Does it take 20 times as
    // long, or less?
    show(measured: try ratio(of: all, to: two), "times as long")
    // It takes less: for `Two` too, each byte has to be looked at, to find where a value ends and
    // the next key begins. What is left out is to make a number or a string of it, and to keep it
    // in memory. So what nobody asks for is not fully checked:
    let odd = Data(#"{"flight_number": 65, "mission_name": "", "t1": 01}"#.utf8)
    show(try JSONDecoder().decode(Two.self, from: odd))
    // 01 is not a number in JSON, and the decoder did not look (Swift 6.3 on Linux).
}

// MARK: - Without Codable

func byHand(_ document: Data) throws -> [Two] {
    let objects = try JSONSerialization.jsonObject(with: document)
    return (objects as? [[String: Any]] ?? []).compactMap { object in
        guard let number = object["flight_number"] as? Int,
            let name = object["mission_name"] as? String
        else { return nil }
        return Two(flight_number: number, mission_name: name)
    }
}

/// Articles say that `JSONSerialization` is faster than `Codable`. Here it reads the document of
/// the step before, and `byHand` takes the two values out of what it gives.
func withoutCodable() throws {
    let document = launches(1...100, with: temperatures)
    let two = { _ = try JSONDecoder().decode([Two].self, from: document) }
    let all = { _ = try JSONDecoder().decode([All].self, from: document) }
    let hand = { _ = try byHand(document) }
    // Predict: `JSONSerialization` gets no type. How many values of these 100 launches does it
    // make?
    let objects = try JSONSerialization.jsonObject(with: document)
    show((objects as? [[String: Any]])?.map(\.count).reduce(0, +))
    show(measured: try ratio(of: hand, to: two), "times: by hand, to two")
    show(measured: try ratio(of: hand, to: all), "times: by hand, to all")
    // It makes all 4,000 values, each in an `Any`: without a type, it cannot know what is not
    // needed. `All` makes 4,000 values too, each with its own type and without an `Any`, and `Two`
    // makes 200. The times are those of Swift 6.3 on Linux. On another system, or in another year,
    // they are different: measure on yours.
}

// MARK: - A file in pieces

/// A file may be larger than the memory. `read(upToCount:)` gives the next bytes of a `FileHandle`,
/// and at the end nil, or no bytes. Where each record has a line of its own (newline-delimited
/// JSON), the lines have to be found in the pieces. `file(holding:)` makes a small file.
func aFileInPieces() throws {
    let beers = try file(holding: Data("Endeavor\nLawnmower\nKölsch\n".utf8))
    var pieces: [Data] = []
    while let piece = try beers.read(upToCount: 7), !piece.isEmpty {
        pieces.append(piece)
    }
    // Predict: Seven bytes are a small piece, and the trouble is the same with 65,536. How many of
    // the pieces hold a whole line?
    show(pieces.map { String(decoding: $0, as: UTF8.self) })
    // No piece holds one. The ö has two bytes, one in each of two pieces: both strings are broken.
    // So cut bytes, and make a string of a whole line. What is left over waits for the next piece.
    // (A last line without an end would stay in `rest`: step 10.)
    var (rest, lines) = (Data(), [String]())
    for piece in pieces {
        rest += piece
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(String(decoding: rest[..<end], as: UTF8.self))
            rest = Data(rest[(end + 1)...])
        }
    }
    show(lines)
    // The byte of a line end is never a part of another character: all bytes of an ö are above 127.
}

// MARK: - What a slice holds

/// `rest[(end + 1)...]` is a slice: a view, with the indices of the bytes that it was cut from. The
/// step before made a new `Data` of it. Here are two ways without one; `removeSubrange` moves what
/// is left to the front.
func whatASliceHolds() throws {
    let piece = Data("Endeavor\nLawnmower\n".utf8)
    var (slice, rest) = (Data(), Data())
    for _ in 1...1000 {
        slice += piece
        while let end = slice.firstIndex(of: UInt8(ascii: "\n")) {
            slice = slice[(end + 1)...]
        }
        rest += piece
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            rest.removeSubrange(...end)
        }
    }
    show([slice.count, rest.count])
    // Predict: All lines are found, and no bytes are left in either. At which index does each
    // begin?
    show([slice.startIndex, rest.startIndex])
    // The slice begins behind all the bytes that it was cut from, and keeps them in memory. Here
    // 19,000 bytes are kept for nothing, and of a large file it would be all of it. With
    // `removeSubrange`, the next piece uses the same memory. `Data(slice)` copies only the slice.
    //
    // Two rules follow. The first index of a `Data` may be any number: write `startIndex`, not 0.
    // And copy a line that you keep for long, or it keeps the bytes around it.
}

// MARK: - The end of a line

func lengthOfLine(_ bytes: Data) -> Int? {
    bytes.withUnsafeBytes { memory in
        guard let start = memory.baseAddress,
            let end = memchr(start, 10, memory.count)
        else { return nil }
        return start.distance(to: UnsafeRawPointer(end))
    }
}

/// A line end is the byte 10. In a file of 100 MB, a hundred million bytes are looked at to find
/// all of them. `firstIndex(of:)` works with every collection. `memchr` is a function of C, and
/// needs the address of the bytes: `withUnsafeBytes` gives it to its closure; it is not valid after
/// that. A lesson is built for debugging, and its own code is slow. `memchr` is always optimized.
func theEndOfALine() throws {
    let line = Data((String(repeating: "x", count: 100_000) + "\n").utf8)
    show([line.firstIndex(of: 10), lengthOfLine(line)])
    let search = ratio {
        _ = line.firstIndex(of: 10)
    } to: {
        _ = lengthOfLine(line)
    }
    // Predict: Both look at the same bytes and find the same place. Which of them has to call a
    // function for each byte?
    show(measured: search, "times as long")
    // `firstIndex(of:)` does: it asks the collection for one element after the other. `memchr`
    // looks at many bytes at once. A loop over every byte can take longer than to decode the line.
    // (In a release build too, it takes more than a hundred times as long, with Swift 6.3 on
    // Linux.)
    //
    // `memchr` counts from the address that it gets: in a slice, add `startIndex`.
}

// MARK: - A reader of lines

struct LineReader {
    let file: FileHandle
    var pieceSize = 65_536
    private(set) var held = Data(), start = 0

    mutating func next() throws -> Data? {
        while true {
            if let length = lengthOfLine(held[start...]) {
                defer { start += length + 1 }
                return held[start..<start + length]
            }
            held.removeSubrange(..<start)
            start = 0
            let piece = try file.read(upToCount: pieceSize) ?? Data()
            held += piece
            if piece.isEmpty {
                start = held.count
                return held.isEmpty ? nil : held
            }
        }
    }
}

/// `held` is never a slice. Its bytes before `start` are used up. `mostHeld` reads lines of 10
/// bytes in pieces of 64.
func aReaderOfLines() throws {
    // Predict: A file of 1,000 bytes, and one of 100,000. Are more bytes held at once for the
    // second?
    show(try mostHeld(lines: 100))
    show(try mostHeld(lines: 10_000))
    // No more are held: a piece, and what was left of a line. The lines are slices: copy one that
    // you keep. (A line of many pieces is searched again and again.)
}

// MARK: - The last line

func tap(in line: Data) throws -> [String: Double] {
    try JSONDecoder().decode([String: Double].self, from: line)
}

/// Files differ: on Windows a line ends with two bytes, `\r\n`. For a string, these two are one
/// Character. Some files have empty lines. And the last line may have no end.
func theLastLine() throws {
    let text = "{\"abv\": 8.9}\r\n\n{\"abv\": 4.9}"
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
    // Predict: Three lines are in this string, and one is empty. `split` compares Characters. How
    // many parts does it find?
    show(parts.count)
    // It finds two: `\r\n` is one Character, and not equal to `\n`. So only one `\n` is there.
    // (`\.isNewline` is true for both, but also for U+2028, and a JSON string may contain that.)
    // Bytes have no such surprise:
    var reader = LineReader(file: try file(holding: Data(text.utf8)))
    var lines: [Data] = []
    while let line = try reader.next() { lines.append(Data(line)) }
    show(lines.map { String(decoding: $0, as: UTF8.self) })
    // Predict: Which of these does the decoder refuse: the one with `\r`, the empty one, or the
    // last?
    show(lines.map { try? tap(in: $0) })
    // It refuses the empty one. A `\r` at the end is white space, and JSON allows that. But an
    // empty line from Windows holds one byte, 13 for `\r`, so `isEmpty` does not find it. To take
    // it away: `line.last == 13 ? line.dropLast() : line`.
    //
    // The last line is good here. In a file that is still being written, it may be half a record.
}

// MARK: - A broken line has a number

let stock = "{\"abv\": 8.9}\n\n{\"abv\": \"strong\"}\n{\"abv\": 4.9}\n"

/// One wrong value spoils a whole array (lesson 06). A broken line can be left out, and its number
/// told to somebody with an editor. An empty line is not a record, and `split` leaves it out.
func aBrokenLineHasANumber() throws {
    let kept = stock.split(separator: "\n").map { Data($0.utf8) }
    let indices = kept.indices.filter { (try? tap(in: kept[$0])) == nil }
    // Predict: An editor shows a 3 beside the broken line. Which number is in `indices`?
    show(indices)
    var reader = LineReader(file: try file(holding: Data(stock.utf8)))
    var (number, taps, broken) = (0, [[String: Double]](), [Int]())
    while let line = try reader.next() {
        number += 1
        if line.isEmpty || line == Data("\r".utf8) { continue }
        do { taps.append(try tap(in: line)) } catch is DecodingError {
            broken.append(number)
        }
    }
    show(broken)
    // The index is 1: it counts from 0, and the empty line is not counted. Count every line that is
    // read, from 1. The `try` of `next()` is outside of `do`: a disk that fails is not a broken
    // line, and its error has to get out. With `try?` there, half of a file would look like all of
    // it.
}

// MARK: - The peak of memory

func countArray(_ file: FileHandle) throws -> Int {
    let document = try file.readToEnd() ?? Data()
    return try JSONDecoder().decode([Launch].self, from: document).count
}

func countLines(_ file: FileHandle) throws -> Int {
    var (count, reader) = (0, LineReader(file: file))
    while let line = try reader.next() {
        _ = try JSONDecoder().decode(Launch.self, from: line)
        count += 1
    }
    return count
}

/// `peak` makes a file of launches, and a new process counts them in one of these ways. It gives
/// the most memory that the process has had, in millions of bytes. An empty program has some, too,
/// and not the same on every system.
func thePeakOfMemory() throws {
    // Predict: Each way reads a file of 10 MB and one of 100 MB. Which of the four peaks stands
    // out?
    for way in [Way.array, .lines] {
        show(measured: try peak(way, megabytes: 10), "MB: \(way) of 10 MB")
        show(measured: try peak(way, megabytes: 100), "MB: \(way) of 100 MB")
    }
    // The large array stands out: all bytes of the file, a list of where each value begins, and all
    // launches are in memory at once. The small array already needs more than the lines. The lines
    // need as much for 100 MB as for 10: a piece, a line and a launch, and the program itself. That
    // is true as long as you keep a sum or a count. Whoever keeps every launch has an array again.
}

// MARK: - What to take away

// | Rule                                                            | Step  |
// |-----------------------------------------------------------------|-------|
// | Measure on your machine; the shortest of several rounds counts  | 1     |
// | A record costs the same in a large document and in a small one  | 1, 2  |
// | Make a formatter once, and not for each value                   | 3     |
// | What your type does not ask for is looked at, and not made      | 4     |
// | `JSONSerialization` makes everything                            | 5     |
// | Cut bytes, and not strings; what is left over waits             | 6     |
// | A slice keeps its indices, and all bytes around it              | 7     |
// | Let the system look for the line ends                           | 8     |
// | Hold a piece and a line, and not the file                       | 9, 12 |
// | `\r\n` is one Character; the last line may have no end          | 10    |
// | Count every line, from 1; an error of the file must get out     | 11    |
//
// On a Mac, objects that Foundation gives you may wait in memory until an autorelease pool is
// emptied: put the body of a long loop into `autoreleasepool { … }`. Linux does not have it.
//
// Newline-delimited JSON is for records that stand alone. The decoder gives nothing of an array
// before it has all of it. To find or change a few records among many, again and again, use a
// database.
//
// Left out here: records of several versions in one file (lesson 10), documents that come over a
// network (lesson 11), formats other than JSON (lesson 12).
//
// Now you: open `Exercises/Exercise13.swift`. To judge it:
//
//     swift run workbook check 13

// MARK: - The finished model

/// A launch, with what this lesson needs of it. `swift run lesson-13 --decode FILE` decodes one of
/// these, or a list.
struct Launch: Codable, Equatable {
    let flight_number: Int
    let mission_name: String
}

// MARK: - A clock

/// How long a closure has a processor to itself, in seconds. What other programs do meanwhile is
/// not counted, and sleep is not either.
func seconds(of work: () throws -> Void) rethrows -> Double {
    func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
    let start = now()
    try work()
    return now() - start
}

// MARK: - Documents and files to measure with

/// A launch as JSON, on one line.
///
/// - Parameter more: More keys, with a comma before the first.
func launch(_ number: Int, with more: String = "") -> String {
    #"{"flight_number": \#(number), "mission_name": "Telstar \#(number)V"\#(more)}"#
}

/// A document with an array of launches.
func launches(_ numbers: ClosedRange<Int>, with more: String = "") -> Data {
    Data("[\(numbers.map { launch($0, with: more) }.joined(separator: ",\n"))]".utf8)
}

/// The keys `t1` to `t38` of a launch.
let temperatures = (1...38).map { #", "t\#($0)": \#($0).5"# }.joined()

/// A document with an array of equal dates.
func dates(_ count: Int) -> Data {
    let date = #""2018-07-22T05:50:00Z""#
    return Data("[\(repeatElement(date, count: count).joined(separator: ","))]".utf8)
}

/// A formatter for such a date, right under any settings of the machine.
func formatterOfLesson03() -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ssXXXXX"
    return formatter
}

/// An open file that has no name any more. The system deletes it as soon as nobody has it open,
/// however the program ends.
func temporaryFile() throws -> FileHandle {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("lesson-13-\(getpid())-\(UUID().uuidString)")
    try Data().write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try FileHandle(forUpdating: url)
}

/// A file without a name that holds some bytes, to be read from the first one on.
func file(holding bytes: Data) throws -> FileHandle {
    let file = try temporaryFile()
    try file.write(contentsOf: bytes)
    try file.seek(toOffset: 0)
    return file
}

/// How many bytes a reader has at most while it reads a file of lines of 10 bytes, in pieces of 64.
func mostHeld(lines count: Int) throws -> Int {
    let beers = Data(String(repeating: "Lawnmower\n", count: count).utf8)
    var reader = LineReader(file: try file(holding: beers), pieceSize: 64)
    var most = 0
    while try reader.next() != nil { most = max(most, reader.held.count) }
    return most
}

/// How launches are counted in a process of its own. With `nothing`, they are not.
enum Way: String {
    case nothing, array, lines

    func count(_ file: FileHandle) throws -> Int {
        switch self {
        case .array: try countArray(file)
        case .lines: try countLines(file)
        case .nothing: 0
        }
    }
}

/// The most memory that a process has while it counts launches, in millions of bytes.
///
/// - Parameters:
///   - way: How it counts. For an array, the file has one array, and else a launch on each line.
///   - megabytes: How large the file is, in millions of bytes.
func peak(_ way: Way, megabytes: Int) throws -> Double {
    let details = #", "details": "\#(String(repeating: "On time. ", count: 50))""#
    let (opening, separator, closing) = way == .array ? ("[", ",\n", "]") : ("", "\n", "\n")
    let launches = (1...2000).map { launch($0, with: details) }.joined(separator: separator)
    let blocks = megabytes * 1_000_000 / launches.utf8.count

    let file = try temporaryFile()
    try file.write(contentsOf: Data((opening + launches).utf8))
    let next = Data((separator + launches).utf8)
    for _ in 1..<blocks { try file.write(contentsOf: next) }
    try file.write(contentsOf: Data(closing.utf8))
    try file.seek(toOffset: 0)

    let result = try ChildWork.peakMemory(of: way, on: file)
    guard way == .nothing || result.count == blocks * 2000 else {
        throw CocoaError(.fileReadCorruptFile)
    }
    return Double(result.bytes) / 1_000_000
}
