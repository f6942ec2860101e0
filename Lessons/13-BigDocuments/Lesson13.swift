import Foundation
import Walkthrough

@main
struct Lesson13: Lesson {
    static let title = "Big documents"
    static let steps = Steps(
        whatADecodeCosts,
        aThousandSmallDecodes,
        whatAFormatterCosts,
        twoValuesOfForty,
        aMappedFile,
        whatASliceHolds,
        aFileInPieces,
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
        if ChildWork.current != nil {
            ChildWork.run {
                try aMappedFile()
                try thePeakOfMemory()
            }
        }
        await runProgram()
    }
}

// MARK: - What a decode costs

struct Launch: Codable, Equatable {
    let flightNumber: Int
    let missionName: String

    enum CodingKeys: String, CodingKey {
        case flightNumber = "flight_number"
        case missionName = "mission_name"
    }
}

func ratio(
    of first: () throws -> Void, to second: () throws -> Void
) rethrows -> Double {
    var shortestOfFirst = Double.infinity
    var shortestOfSecond = Double.infinity
    for _ in 1...15 {
        shortestOfFirst = min(shortestOfFirst, try seconds(of: first))
        shortestOfSecond = min(shortestOfSecond, try seconds(of: second))
    }
    return shortestOfFirst / shortestOfSecond
}

/// What is fast, and what is slow? This lesson measures it while you read, on your machine.
/// README.md has the numbers of the machine that recorded it, and what the sentences say about time
/// and memory is so with Swift 6.3 on Linux.
///
/// `ratio` says how many times as long one closure takes as another. The two take turns, and the
/// shortest round of each counts, because whatever else runs on the machine can only make a round
/// longer. `seconds(of:)` gives the processor time of a closure, and `launches(1...n)` makes a JSON
/// array of n launches.
func whatADecodeCosts() throws {
    let hundred = launches(1...100)
    let thousand = launches(1...1000)
    func decodeHundred() throws {
        _ = try JSONDecoder().decode([Launch].self, from: hundred)
    }
    func decodeThousand() throws {
        _ = try JSONDecoder().decode([Launch].self, from: thousand)
    }
    // Predict: Ten times as many launches take longer. Is that about 3, 10 or 100 times as long?
    let thousandToHundred = try ratio(of: decodeThousand, to: decodeHundred)
    show(measured: thousandToHundred, "times as long")
    // It is about 10 times as long, so a launch costs the same in a document of any size. If the
    // number were 3, a launch would be cheaper in a large document, and if it were 100, each launch
    // would make all others more expensive. The next steps look for what makes one launch
    // expensive.
}

// MARK: - A thousand small decodes

/// A thousand launches can come as one array, or as a thousand documents with one launch each. The
/// array takes one call of `decode`, and the documents take a thousand.
func aThousandSmallDecodes() throws {
    let array = launches(1...1000)
    let documents = (1...1000).map { Data(launch($0).utf8) }
    let decoder = JSONDecoder()
    func decodeArray() throws {
        _ = try decoder.decode([Launch].self, from: array)
    }
    func decodeDocuments() throws {
        for document in documents {
            _ = try decoder.decode(Launch.self, from: document)
        }
    }
    func makeDecoders() throws {
        for document in documents {
            _ = try JSONDecoder().decode(Launch.self, from: document)
        }
    }
    // Predict: Both decode the same launches. How many times as long do the thousand calls take:
    // about 1.5, 15 or 150 times?
    let documentsToArray = try ratio(of: decodeDocuments, to: decodeArray)
    show(measured: documentsToArray, "times as long")
    // A call has something to prepare, and that is less work than one of these small launches. Most
    // of the time goes into the bytes, whatever documents they come in. So nobody has to build one
    // large array to be fast.
    //
    // `makeDecoders` makes a decoder for each document, too:
    let newToShared = try ratio(of: makeDecoders, to: decodeDocuments)
    show(measured: newToShared, "times as long")
    // A new decoder costs little, because it is a few settings and no more. Share one anyway, so
    // that its settings stand in one place. And some of the settings can be expensive, as the next
    // step shows.
}

// MARK: - What a formatter costs

/// Two decoders read the same hundred dates in the same format. `makeFormatter()` gives a
/// `DateFormatter` with a locale, a time zone and a format, as in lesson 03.
func whatAFormatterCosts() throws {
    let document = dates(100)
    let custom = JSONDecoder()
    custom.dateDecodingStrategy = .custom { decoder in
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = makeFormatter().date(from: text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "This is not a date.")
        }
        return date
    }
    let formatted = JSONDecoder()
    formatted.dateDecodingStrategy = .formatted(makeFormatter())
    func readCustom() throws {
        _ = try custom.decode([Date].self, from: document)
    }
    func readFormatted() throws {
        _ = try formatted.decode([Date].self, from: document)
    }
    // Predict: `custom` makes a formatter for each date, and `formatted` has one for all dates.
    // Which is more work: to make a formatter, or to read a date with it?
    let customToFormatted = try ratio(of: readCustom, to: readFormatted)
    show(measured: customToFormatted, "times as long")
    // Making it is about twice as much work: `custom` makes and reads, and takes 3 times as long as
    // reading alone. So make a formatter once, and not for each value. The closure of `custom`
    // could use one that was made outside of it.
    //
    // A decoder with the strategy `.iso8601` reads these dates too:
    let iso8601 = JSONDecoder()
    iso8601.dateDecodingStrategy = .iso8601
    func readISO8601() throws {
        _ = try iso8601.decode([Date].self, from: document)
    }
    let formattedToISO8601 = try ratio(of: readFormatted, to: readISO8601)
    show(measured: formattedToISO8601, "times as long")
    // The shared formatter takes many times as long as that. `.iso8601` knows one format, so it
    // needs no formatter, and reads the characters one after another.
}

// MARK: - Two values of forty

struct LaunchWithTemperatures: Codable, Equatable {
    let flightNumber: Int
    let missionName: String
    let temperatures: [Double]

    enum CodingKeys: String, CodingKey {
        case flightNumber = "flight_number"
        case missionName = "mission_name"
        case temperatures
    }
}

/// In this document, each launch has a list of 38 temperatures beside its number and its name.
/// `Launch` has no property for them, so it leaves them out.
func twoValuesOfForty() throws {
    let document = launches(1...100, with: temperatures)
    func decodeTwo() throws {
        _ = try JSONDecoder().decode([Launch].self, from: document)
    }
    func decodeForty() throws {
        _ = try JSONDecoder()
            .decode([LaunchWithTemperatures].self, from: document)
    }
    // Predict: The second type asks for 20 times as many values of the same bytes. Does it take
    // about 2, 5 or 20 times as long?
    let fortyToTwo = try ratio(of: decodeForty, to: decodeTwo)
    show(measured: fortyToTwo, "times as long")
    // It is far from 20 times. For `Launch` too, the decoder looks at every byte, because it has to
    // find out where a value ends and where the next one begins. It only saves turning those bytes
    // into numbers and keeping them.
    //
    // Articles say that `JSONSerialization` is faster than `Codable`. It gets no type, and this
    // function takes the two values out of what it gives:
    //
    // Code: Lessons/13-BigDocuments/Lesson13.swift, func launchesByHand
    func decodeByHand() throws {
        _ = try launchesByHand(in: document)
    }
    // Predict: Does `decodeByHand` take as long as `decodeTwo`, or as `decodeForty`?
    let handToTwo = try ratio(of: decodeByHand, to: decodeTwo)
    show(measured: handToTwo, "times as long as for two values")
    let handToForty = try ratio(of: decodeByHand, to: decodeForty)
    show(measured: handToForty, "times as long as for forty")
    // It takes as long as the type that asks for everything. `JSONSerialization` makes all 40
    // values, because nobody has told it which two are needed. So before you give up your types for
    // speed, measure.
}

// MARK: - A mapped file

let newline = UInt8(ascii: "\n")

func firstLaunch(
    in url: URL, options: Data.ReadingOptions
) throws -> Launch {
    let document = try Data(contentsOf: url, options: options)
    let line = document.prefix { $0 != newline }
    return try JSONDecoder().decode(Launch.self, from: line)
}

func countLineEnds(in url: URL) throws -> Int {
    let document = try Data(contentsOf: url, options: .alwaysMapped)
    let bytes = document.span
    var count = 0
    for index in bytes.indices where bytes[index] == newline {
        count += 1
    }
    return count
}

/// Memory is a cost too. `Data(contentsOf:)` copies a whole file into it. With the option
/// `.alwaysMapped`, the system maps the file instead: each part of it comes into memory when
/// somebody looks at its bytes, and not before.
///
/// `peak` starts a new process, which makes a file of launches with a line for each, and calls the
/// closure with the file's URL. It gives the most memory that the process has held, in MB. An empty
/// program holds some 20.
func aMappedFile() throws {
    let copied = try peak(megabytes: 100) { url in
        try firstLaunch(in: url, options: [])
    }
    let mapped = try peak(megabytes: 100) { url in
        try firstLaunch(in: url, options: .alwaysMapped)
    }
    show(measured: copied, "MB to copy 100 MB and decode the first line")
    show(measured: mapped, "MB to map 100 MB and decode the first line")
    let counted = try peak(megabytes: 100) { url in
        try countLineEnds(in: url)
    }
    // Predict: `countLineEnds` maps the file too, and goes through all of its bytes. How many MB
    // does that process hold at its peak?
    show(measured: counted, "MB to map 100 MB and count the lines")
    // It holds the whole file, because it has looked at every part of it. The system may take these
    // parts away again when memory gets short, because they are in the file anyway. Until then they
    // count, and whatever you make of them counts too.
    //
    // The usual option is `.mappedIfSafe`. It maps a file only if that file is sure to stay, for
    // example on a disk that nobody can pull out:
    let ifSafe = try peak(megabytes: 100) { url in
        try firstLaunch(in: url, options: .mappedIfSafe)
    }
    show(measured: ifSafe, "MB with .mappedIfSafe")
    // Linux calls no file safe, so this number is the one of a copy. Apple's systems map the file.
    //
    // A mapped file has a danger: if somebody makes it shorter while you read it, the program ends.
    // And what comes out of a pipe or over a network cannot be mapped. A program has to read that
    // piece by piece, as step 7 does.
}

// MARK: - What a slice holds

func offsetOfLineEnd(in bytes: Data) -> Int? {
    let span = bytes.span
    for offset in span.indices where span[offset] == newline {
        return offset
    }
    return nil
}

/// In a file of records, each record has a line of its own, and the lines have to be found.
/// `document[a..<b]` is a slice: a `Data` that shows a part of another one, and copies nothing.
/// `span` shows the bytes of a `Data`, and the compiler does not let you keep it longer than that
/// `Data`. (It needs Swift 6.2 to compile, and runs from macOS 10.14.4 and iOS 12.2 on.)
func whatASliceHolds() throws {
    let document = Data("Endeavor\nLawnmower\nKölsch\n".utf8)
    guard let end = offsetOfLineEnd(in: document) else { return }
    show(String(decoding: document[..<end], as: UTF8.self))
    let rest = document[(end + 1)...]
    guard let secondEnd = offsetOfLineEnd(in: rest) else { return }
    show(secondEnd)
    // Predict: The rest begins with Lawnmower, which has nine letters. How many bytes are in
    // `rest[..<secondEnd]`?
    show(rest[..<secondEnd].count)
    // There are none, because a slice keeps the indices of the `Data` that it was cut from:
    show(rest.startIndex)
    // This slice begins at 9, so nothing of it comes before 9. A span counts from 0, also that of a
    // slice. So never write 0 for the first index of a `Data`, and add `startIndex` to what you
    // count in a span:
    //
    // Code: Lessons/13-BigDocuments/Lesson13.swift, func indexOfLineEnd
    guard let index = indexOfLineEnd(in: rest) else { return }
    show(String(decoding: rest[..<index], as: UTF8.self))
    // A slice keeps something else: all the bytes of the `Data` that it was cut from stay in memory
    // as long as the slice does. Whoever keeps one line of a large file should keep `Data(line)`,
    // which copies the bytes of that line and nothing else.
    //
    // In older code, `bytes.withUnsafeBytes { $0.firstIndex(of: newline) }` finds the same offset.
    // `bytes.firstIndex(of: newline)` finds the index, and in a release build takes many times as
    // long, because it asks the `Data` for one byte after another.
}

// MARK: - A file in pieces

/// `read(upToCount:)` gives the next bytes of a `FileHandle`, and at the end of the file nil, or no
/// bytes. So a program can read a file of any size with little memory. Here the pieces have seven
/// bytes, to fit the page. `temporaryFile(holding:)` makes the file.
func aFileInPieces() throws {
    let beers = Data("Endeavor\nLawnmower\nKölsch\n".utf8)
    let file = try temporaryFile(holding: beers)
    var pieces: [Data] = []
    while let piece = try file.read(upToCount: 7), !piece.isEmpty {
        pieces.append(piece)
    }
    // Predict: The file has three lines. How many of the pieces hold a whole line?
    show(pieces.map { String(decoding: $0, as: UTF8.self) })
    // None of them does, and with pieces of 65,536 bytes there are still lines that are cut in two.
    // The ö has two bytes, which came in two pieces, so both strings are broken. A program has to
    // cut bytes, and to make a string only of a whole line. What is left over waits for the next
    // piece:
    var rest = Data()
    var lines: [String] = []
    for piece in pieces {
        rest = Data(rest) + piece
        while let end = indexOfLineEnd(in: rest) {
            lines.append(String(decoding: rest[..<end], as: UTF8.self))
            rest = rest[(end + 1)...]
        }
    }
    show(lines)
    // `Data(rest) + piece` copies what is left, and lets go of all the bytes before it. A `\n` is
    // safe to look for, because in UTF-8 all bytes of an ö are above 127, and a `\n` is 10.
}

// MARK: - A reader of lines

struct LineReader {
    let file: FileHandle
    private var held = Data()

    init(_ file: FileHandle) {
        self.file = file
    }

    mutating func next() throws -> Data? {
        while true {
            if let end = indexOfLineEnd(in: held) {
                let line = held[..<end]
                held = held[(end + 1)...]
                return line
            }
            let piece = try file.read(upToCount: 65_536) ?? Data()
            if piece.isEmpty {
                break
            }
            held = Data(held) + piece
        }
        defer { held = Data() }
        return held.isEmpty ? nil : held
    }
}

/// The loop of the step before becomes a type. `next()` gives one line for each call, and nil at
/// the end of the file. What follows the last line end is a line too.
func aReaderOfLines() throws {
    let beers = Data(String(repeating: "Lawnmower\n", count: 10_000).utf8)
    let file = try temporaryFile(holding: beers)
    var reader = LineReader(file)
    show(try reader.next())
    // Predict: The file has 100,000 bytes. How many of them has the reader read by now?
    show(try file.offset())
    // It has read one piece. For the next 6,552 lines it does not ask the file at all, and after
    // them it asks for the next piece. It holds a piece and the beginning of a line at most,
    // however long the file is.
    var count = 1
    while try reader.next() != nil {
        count += 1
    }
    show(count)
    // The lines are slices of a piece, so copy one that you keep. When a line has many pieces, this
    // reader searches it from its beginning for each of them. A reader for such files remembers how
    // far it has searched.
    //
    // Apple's systems have this ready: `for try await line in url.lines` gives the lines of a file,
    // and `URLSession.shared.bytes(from: url)` those of a download. Linux has neither. Before you
    // count lines with them, try a file with an empty line: people report that they leave it out.
}

// MARK: - The last line

struct Tap: Decodable, Equatable {
    let abv: Double
}

/// Files from Windows end their lines with two bytes, `\r` and `\n`. Some files have empty lines.
/// And the last line of a file may have no end. This text has all of that.
func theLastLine() throws {
    let text = #"{"abv": 8.9}"# + "\r\n" + "\n" + #"{"abv": 4.9}"#
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
    // Predict: There are three lines in this string, and the second one is empty. How many parts
    // does `split` find?
    show(parts.count)
    // It finds two. A string is made of Characters, and for Swift `\r\n` is one Character, which is
    // not equal to `\n`. (`\.isNewline` is true for both of them, and also for a character that may
    // stand inside a JSON string.) A reader of bytes finds all three lines:
    var reader = LineReader(try temporaryFile(holding: Data(text.utf8)))
    var lines: [Data] = []
    while let line = try reader.next() {
        lines.append(Data(line))
    }
    show(lines.map { String(decoding: $0, as: UTF8.self) })
    // Predict: Each of these lines goes to a decoder as it is. Which of them does it refuse?
    show(lines.map { try? JSONDecoder().decode(Tap.self, from: $0) })
    // It refuses the empty one, because a document has to hold a value. A `\r` at the end is white
    // space, and JSON allows that. But an empty line from Windows has a `\r` in it, so `isEmpty`
    // does not find it. Take the `\r` away first:
    //
    // Code: Lessons/13-BigDocuments/Lesson13.swift, func withoutReturn
    //
    // The last line is good here. In a file that is still being written, it may be half a record.
}

// MARK: - A broken line has a number

let stock = """
    {"abv": 8.9}

    {"abv": "strong"}
    {"abv": 4.9}

    """

/// One wrong value spoils a whole array, as lesson 06 has shown. With a record in each line, a
/// program can leave out the broken line, and tell its number to somebody who has the file open in
/// an editor.
func aBrokenLineHasANumber() throws {
    let parts = stock.split(separator: "\n").map { Data($0.utf8) }
    let indices = parts.indices.filter { index in
        (try? JSONDecoder().decode(Tap.self, from: parts[index])) == nil
    }
    // Predict: `split` leaves out what is empty. The editor shows a 3 beside the broken line. Which
    // number does this program find?
    show(indices)
    // It finds 1, because an index counts from 0, and because the empty line is not counted. Count
    // every line that is read, from 1:
    var reader = LineReader(try temporaryFile(holding: Data(stock.utf8)))
    var number = 0
    var taps: [Tap] = []
    var brokenLines: [Int] = []
    while let line = try reader.next() {
        number += 1
        let record = withoutReturn(line)
        if record.isEmpty {
            continue
        }
        do {
            taps.append(try JSONDecoder().decode(Tap.self, from: record))
        } catch is DecodingError {
            brokenLines.append(number)
        }
    }
    show(brokenLines)
    // The `try` of `next()` is outside of the `do`, because a disk that fails is no broken line.
    // That error has to reach the caller. With a `try?` in its place, half of a file would look
    // like the whole of it.
}

// MARK: - The peak of memory

func countArray(in url: URL) throws -> Int {
    let document = try Data(contentsOf: url)
    return try JSONDecoder().decode([Launch].self, from: document).count
}

func countLines(in url: URL) throws -> Int {
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    var reader = LineReader(file)
    var count = 0
    while let line = try reader.next() {
        _ = try JSONDecoder().decode(Launch.self, from: line)
        count += 1
    }
    return count
}

/// Two programs count launches. One decodes a file that holds an array, and the other one decodes a
/// file with a launch in each line. `peak` is the one of step 5, and can make both kinds of file.
func thePeakOfMemory() throws {
    let smallArray = try peak(megabytes: 10, of: .array, countArray)
    show(measured: smallArray, "MB for an array of 10 MB")
    // Predict: An empty program holds some 20 MB. For an array of 100 MB, does the same program
    // hold about 40, 160 or 400?
    let largeArray = try peak(megabytes: 100, of: .array, countArray)
    show(measured: largeArray, "MB for an array of 100 MB")
    // What grows with the file are its bytes, a list of where each value begins, and the launches.
    // They are in memory at once. The 20 MB of the program itself do not grow. With a launch in
    // each line, nothing grows:
    let smallFile = try peak(megabytes: 10, countLines)
    let largeFile = try peak(megabytes: 100, countLines)
    show(measured: smallFile, "MB for lines of 10 MB")
    show(measured: largeFile, "MB for lines of 100 MB")
    // The program holds a piece, a line and a launch. That is true as long as you keep a sum or a
    // count. Whoever keeps every launch has an array again.
}

// MARK: - What to take away

// | Rule                                                            | Step  |
// |-----------------------------------------------------------------|-------|
// | Measure on your machine; the shortest of several rounds counts  | 1     |
// | A record costs the same in a large document and in a small one  | 1, 2  |
// | Make a formatter once, and not for each value                   | 3     |
// | What your type does not ask for is looked at, and not made      | 4     |
// | A mapped file comes into memory where you look at it            | 5     |
// | A slice keeps its indices, and all bytes around it              | 6     |
// | Cut bytes, and not strings; what is left over waits             | 7     |
// | Hold a piece and a line, and not the file                       | 8, 11 |
// | `\r\n` is one Character; the last line may have no end          | 9     |
// | Count every line, from 1; an error of the file must get out     | 10    |
//
// On a Mac, objects that Foundation gives you may stay in memory until an autorelease pool is
// emptied: put the body of a long loop into `autoreleasepool { … }`. Linux does not have it.
//
// Records with a line for each are called newline-delimited JSON. They have to stand alone. The
// decoder gives nothing of an array before it has all of it. To find or change a few records among
// many, again and again, use a database.
//
// Left out here: records of several versions in one file (lesson 10), documents that come over a
// network (lesson 11), formats other than JSON (lesson 12).
//
// Now you: open `Exercises/Exercise13.swift`. To have it judged each time you save it:
//
//     swift run workbook watch 13

// MARK: - Functions that a step shows later

/// Returns the index of the first line end.
func indexOfLineEnd(in bytes: Data) -> Int? {
    guard let offset = offsetOfLineEnd(in: bytes) else {
        return nil
    }
    return bytes.startIndex + offset
}

/// Returns a line without the `\r` of an end from Windows.
func withoutReturn(_ line: Data) -> Data {
    line.last == UInt8(ascii: "\r") ? line.dropLast() : line
}

func launchesByHand(in document: Data) throws -> [Launch] {
    let json = try JSONSerialization.jsonObject(with: document)
    guard let objects = json as? [[String: Any]] else {
        throw CocoaError(.coderReadCorrupt)
    }
    return try objects.map { object in
        guard let number = object["flight_number"] as? Int,
            let name = object["mission_name"] as? String
        else {
            throw CocoaError(.coderReadCorrupt)
        }
        return Launch(flightNumber: number, missionName: name)
    }
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

/// The 38 temperatures of a launch.
let temperatures: String = {
    let numbers = (1...38).map { "\($0).5" }
    return #", "temperatures": [\#(numbers.joined(separator: ", "))]"#
}()

/// A document with an array of equal dates.
func dates(_ count: Int) -> Data {
    let date = #""2018-07-22T05:50:00Z""#
    return Data("[\(repeatElement(date, count: count).joined(separator: ","))]".utf8)
}

/// A formatter for such a date, right under any settings of the machine.
func makeFormatter() -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ssXXXXX"
    return formatter
}

/// A file that holds some bytes, to be read from the first one on. It has no name any more: the
/// system deletes it as soon as nobody has it open, however the program ends.
func temporaryFile(holding bytes: Data) throws -> FileHandle {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("lesson-13-\(getpid())-\(UUID().uuidString)")
    try bytes.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try FileHandle(forReadingFrom: url)
}

/// The form of a file of launches.
enum Form {
    /// A launch on each line, and nothing else.
    case lines
    /// One JSON array.
    case array
}

/// The most memory that a new process holds while it works with a file of launches, in millions of
/// bytes.
///
/// - Parameters:
///   - megabytes: How large the file is, in millions of bytes.
///   - form: What is in it.
///   - work: What the process does with the URL of the file.
func peak(
    megabytes: Int, of form: Form = .lines, line: Int = #line, _ work: (URL) throws -> Any
) throws -> Double {
    let measurement = "\(line)-\(megabytes)"
    guard let child = ChildWork.current else {
        return Double(try ChildWork.peakMemory(of: measurement)) / 1_000_000
    }
    guard child.measurement == measurement else {
        return 0
    }
    child.perform { url in
        try writeLaunches(to: url, megabytes: megabytes, as: form)
    } _: { url in
        _ = try work(url)
    }
}

/// Writes a file of launches that have a long key which nobody needs.
func writeLaunches(to url: URL, megabytes: Int, as form: Form) throws {
    let details = #", "details": "\#(String(repeating: "On time. ", count: 50))""#
    let separator = form == .array ? ",\n" : "\n"
    let launches = (1...200).map { launch($0, with: details) }.joined(separator: separator)
    let blocks = megabytes * 1_000_000 / launches.utf8.count

    try Data((form == .array ? "[" : "").utf8).write(to: url)
    let file = try FileHandle(forWritingTo: url)
    defer { try? file.close() }
    try file.seekToEnd()
    try file.write(contentsOf: Data(launches.utf8))
    let next = Data((separator + launches).utf8)
    for _ in 1..<blocks {
        try file.write(contentsOf: next)
    }
    try file.write(contentsOf: Data((form == .array ? "]" : "\n").utf8))
}
