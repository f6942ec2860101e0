import ExerciseSupport
import Foundation

// Exercise 13 · A year of trains
//
// The operator keeps one line of JSON for each run of each train, and a year of them is a file of
// 200 MB. You read it piece by piece, use what is right, and say which lines are broken. Seven
// tasks, easiest first. Work from the top: do a task, then run
//
//     swift run workbook check 13
//
// Up to task 6, the checks do not look at a clock. They count work: how often you ask for bytes, how
// many you ask for at once, how many you hold and have not used yet, and how many parsers you make.
// Hints for each task: `Solutions/Exercise13.md`. The lesson: `swift run lesson-13`.

// MARK: - Task 1

/// One run of a train. Its line (in the file it is a single line, and `stops` is very long):
///
///     { "train": "NT 40", "departs": "2025-03-30T22:40:00Z", "delay": 25, "stops": […] }
struct Run: Equatable {
    let train: String
    /// When it departs, as the document says it. Keep the string.
    let departs: String
    /// Minutes, less than 0 where a train is early.
    let delay: Int
}

/// Task 1. Decode one line. Each of the three keys has to be there with a value of the right type.
/// If one is absent, null or of another type, let the decoder throw its own error. A line that is not
/// JSON is an error too. Nobody needs the other keys: they may hold anything.
func decodeRun(from line: Data) throws -> Run {
    throw TODO("Task 1: decode one line")
}

// MARK: - Task 2

/// A line of a document, without its end. Its bytes are as they are in the document, and stay so.
struct Line: Equatable {
    /// The first line has the number 1.
    let number: Int
    let bytes: Data
}

/// Task 2. Take a document apart into its lines. Only "\n" and "\r\n" end a line, and the last line
/// may end with nothing. Leave out the lines that are empty, but count them: "a\n\nb" has the lines 1
/// and 3. A line of spaces is not empty. A "\r" at the very end of the document may stay or go. The
/// document may be any `Data`, a slice of a longer one too.
func lines(of document: Data) throws -> [Line] {
    throw TODO("Task 2: take a document apart into its lines")
}

// MARK: - Task 3

/// Where the bytes of a long document come from, piece by piece.
protocol RecordSource {
    /// Gives the next bytes.
    ///
    /// - Parameter count: How many bytes at most. You may get fewer, also before the end.
    /// - Returns: The bytes; they may be a slice of a longer `Data`. At the end of the document nil, or
    ///   no bytes.
    func read(upToCount count: Int) throws -> Data?
}

/// Task 3. Read a source to its end, and call `body` for each line, by the rules of task 2. Call it as
/// soon as the line is whole, before you ask for more bytes. A piece may end anywhere: within a line,
/// within a letter, between "\r" and "\n". A line may be longer than many pieces: an answer that
/// searches it from its beginning for each piece is right, but slow. If the source or `body` throws,
/// that error should reach the caller, and neither of them is called again: half a line is not a line.
///
/// Ask for 65,536 bytes at once, at most. And ask rarely: the slow version below asks for each byte.
/// Where the source gives as many bytes as you ask for, 100,000 bytes may take 100 calls at most, and
/// the call that finds the end counts too.
func forEachLine(of source: any RecordSource, _ body: (Line) throws -> Void) throws {
    throw TODO("Task 3: find the lines in the pieces of a source")
}

// MARK: - Task 4

/// What is wrong with a line.
enum Fault: Equatable {
    /// The decoder says `dataCorrupted`: the line is not JSON, or a number does not fit, such as 12.5.
    case corrupted
    /// The decoder says `keyNotFound`. The name of the key.
    case missing(String)
    /// The decoder says `typeMismatch` or `valueNotFound`: a value is of another type or null. The
    /// name of its key, and "" if the whole line is not an object.
    case wrongValue(String)
}

/// A line that is not a run.
struct BrokenLine: Equatable {
    let number: Int
    let fault: Fault
}

/// Task 4. Read a source to its end: the runs in their order, and the lines that are not runs, in
/// their order too. Two equal lines are two runs. Of several faults in a line, report the one that
/// your decoder names. A broken line stops nothing. But an error of the source is not a broken line:
/// it should reach the caller.
func readRuns(of source: any RecordSource) throws -> (runs: [Run], broken: [BrokenLine]) {
    throw TODO("Task 4: skip the broken lines and report them")
}

// MARK: - The slow version

/// A year in numbers.
struct Summary: Equatable {
    /// How many lines are runs.
    var runs = 0
    /// The minutes of delay of all runs of a month, added up, also where that makes 0. A month
    /// without runs is not in it.
    var delayByMonth: [Int: Int] = [:]
    /// The lines that are not runs, in their order.
    var broken: [BrokenLine] = []
}

/// Says to which month a departure belongs. After midnight, a night train still belongs to the
/// evening before, by the operator's own clock and calendar: a parser knows such things, so don't
/// read the month from the string yourself.
///
/// It takes long to make one, as with a `DateFormatter`. To ask it is quick.
protocol ServiceDayParser {
    /// - Returns: The month, 1 to 12.
    /// - Throws: An error if the string is not a departure.
    func month(of departure: String) throws -> Int
}

/// This is given, and it works as soon as tasks 1 and 2 are done. The operator has it today. Where
/// every departure is good it counts right, but three things make it slow: it asks for one byte at a
/// time, it keeps the whole document, and it makes a parser for each run. And it does not say which
/// lines are broken.
func slowSummary(
    of source: any RecordSource, makeParser: () -> any ServiceDayParser
) throws -> Summary {
    var document = Data()
    while let byte = try source.read(upToCount: 1), !byte.isEmpty {
        document += byte
    }
    var summary = Summary()
    for line in try lines(of: document) {
        guard let run = try? decodeRun(from: line.bytes) else { continue }
        let parser = makeParser()
        summary.runs += 1
        summary.delayByMonth[try parser.month(of: run.departs), default: 0] += run.delay
    }
    return summary
}

// MARK: - Task 5

/// Task 5. The months of these runs, one for each run, in their order. Make the parser with
/// `makeParser` in this call; do not keep one from a call before. The slow version makes one for each
/// run: make one for all, and one or none where there are no runs. If the parser throws, its error
/// should reach the caller.
func months(of runs: [Run], makeParser: () -> any ServiceDayParser) throws -> [Int] {
    throw TODO("Task 5: one parser for all runs")
}

// MARK: - Task 6

/// Task 6. Do what the slow version does, in one pass. Read as in task 3, and make one parser for the
/// whole document, or none if there are no runs. Use each run as soon as its line is there, before you
/// ask for more bytes, and keep none of them. Report broken lines as in task 4. If the parser refuses
/// the departure of a run, with any error, that line is broken too: `.wrongValue("departs")`, and it
/// does not count as a run.
func summary(of source: any RecordSource, makeParser: () -> any ServiceDayParser) throws -> Summary
{
    throw TODO("Task 6: sum up in one pass")
}

// MARK: - Task 7

/// Task 7. Do the same for a file. A file that cannot be opened or read is an error. Close the file,
/// also after an error. When no other task is wrong, the check makes a file of 200 MB, and a process of
/// its own sums it up. It may need 64 MB of memory and 60 seconds of work, at most. What it has read of
/// a mapped file counts as memory.
///
/// On a Mac, what `FileHandle` gives may stay in memory until the end of an `autoreleasepool { … }`:
/// put the inside of your loop in task 3 into one. Linux has no such function, and does not need it.
func summary(ofFileAt url: URL, makeParser: () -> any ServiceDayParser) throws -> Summary {
    throw TODO("Task 7: sum up a file")
}
