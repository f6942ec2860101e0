import ExerciseSupport
import Foundation

// Exercise 09 · Disruptions
//
// You name errors and find their places, recover where that is right, and tell travelers and the log
// what each of them needs. Six tasks, easiest first. Work from the top: do a task, then run
//
//     swift run workbook check 09
//
// The properties and cases of the types are right: add conformances, `init(from:)` and `encode(to:)`,
// and what else you need. Every value that a document shows is required, unless a task says something
// else: if it is absent, null or of another type, let the decoder's own error pass. Keep every string,
// every number and every list as it is.
// Hints for each task: `Solutions/Exercise09.md`. The lesson: `swift run lesson-09`.

// MARK: - Task 1

/// What can be wrong with a document or a value.
enum Fault: Equatable {
    /// A key is absent. The String is that key alone, without the path to it.
    case missingKey(String)
    /// There is no value: it is null, or a list has come to its end.
    case null
    /// A value has another type.
    case wrongType
    /// A value is not allowed, or the document is not JSON at all.
    case corrupted
    /// A value cannot be written as JSON.
    case unwritable
    /// Every error that is neither a `DecodingError` nor an `EncodingError`.
    case other
}

/// Task 1, first half. Run the work that you are given, once, and name the error that it throws. If
/// it throws none, return nil. The work decodes a type with the properties train: String,
/// minutes: Int and link: URL, from documents such as these:
///
///     { "minutes": 25, "link": "https://train.example" }                       .missingKey("train")
///     { "train": "NT 40", "minutes": null, "link": "https://train.example" }   .null
///     { "train": "NT 40", "minutes": "25", "link": "https://train.example" }   .wrongType
///     { "train": "NT 40", "minutes": 25, "link": "" }                          .corrupted
///     <html><body>The service is closed.</body></html>                         .corrupted
///
/// It may also decode another type, encode something, read a file or ask a server. The text of an
/// error may say anything, and an error may carry another one inside: neither changes what the error
/// itself is. `fault` throws no error itself.
func fault(of work: () throws -> Void) throws -> Fault? {
    throw TODO("Task 1: name the error")
}

/// Task 1, second half. The decoder says "not valid JSON" also of a number that does not fit, such as
/// 25.5 for `minutes`. Is the document JSON, an object or a list, whatever it holds?
func isJSON(_ document: Data) throws -> Bool {
    throw TODO("Task 1: tell a bad number from bad JSON")
}

// MARK: - Task 2

/// Task 2. Say where an error is, so that a person can read it:
///
///     disruptions[2].minutes
///
/// Names are joined by dots, and each name is written unchanged. The index of an element is written
/// in brackets. A name may look like a number or like an index, and it may be empty:
///
///     { "stops": { "5": { "Index 2": … } } }   stops.5.Index 2
///     { "stops": { "[5]": … } }                stops.[5]
///     { "": { "stops": … } }                   .stops
///
/// If a key is missing, the place is where it should have been, with the key. If there is neither a
/// path nor a key, return "the whole document".
func place(of error: DecodingError) throws -> String {
    throw TODO("Task 2: write the coding path")
}

// MARK: - Task 3

/// What has happened to a train: "delayed", "cancelled" or "diverted", and next year something else.
enum Status: Equatable {
    case delayed
    case cancelled
    case diverted
    /// Any other String, as the document has it: "Delayed", " delayed" and "" are unknown too.
    case unknown(String)
}

/// What the operator reports of a train:
///
///     [
///       { "train": "NT 40", "status": "cancelled" },
///       { "train": "NT 61", "status": "waiting for snow plow" }
///     ]
struct Report: Equatable {
    let train: String
    let status: Status
}

/// Task 3, first half. Decode the reports. A status that nobody knows is kept. A status that is
/// absent, null or of another type than String is still the decoder's own error.
func decodeReports(from document: Data) throws -> [Report] {
    throw TODO("Task 3: decode a status that nobody knows")
}

/// Task 3, second half. Write the reports as they came: each status is a String, also an unknown
/// one.
func encodeReports(_ reports: [Report]) throws -> Data {
    throw TODO("Task 3: encode a status that nobody knows")
}

// MARK: - Task 4

/// How late a train is. The API has changed twice. All three forms are still sent:
///
///     [
///       { "train": "NT 40", "minutes": 25 },
///       { "train": "NT 61", "minutes": "25" },
///       { "train": "NT 7", "delay": 25 }
///     ]
struct Delay: Equatable {
    let train: String
    /// A train that is early has a negative number.
    let minutes: Int
}

/// Task 4. Decode the delays.
///
/// - `minutes` is a whole number, or a String that is one: "25", "-5" and "+5", but not "", " 25 ",
///   "25 min" or "25.9". Every other String is an error (dataCorrupted) at `minutes`.
/// - `delay` is the old key, and its value is always a whole number. It counts only if the key
///   `minutes` is absent. If both are absent, that is the decoder's own error: it may name either
///   key.
/// - A number with a fraction is the decoder's own error.
/// - If `minutes` is null, the operator has withdrawn the number. That is an error (valueNotFound)
///   at `minutes`, even if there is a `delay` too.
func decodeDelays(from document: Data) throws -> [Delay] {
    throw TODO("Task 4: decode a value that changed")
}

// MARK: - Task 5

/// A part of a line that is closed. Kilometers may be negative: they count from a city in the
/// middle of the line.
///
///     { "line": "Tauernbahn", "firstKilometer": 12, "lastKilometer": 34 }
struct Closure: Equatable {
    let line: String
    let firstKilometer: Int
    let lastKilometer: Int
}

/// Task 5. Decode a list of closures. The last kilometer cannot be less than the first one: throw an
/// error (dataCorrupted) at `lastKilometer`, with the whole path. They may be equal.
func decodeClosures(from document: Data) throws -> [Closure] {
    throw TODO("Task 5: refuse a closure that ends before it begins")
}

// MARK: - Task 6

/// Task 6, first half. One or two sentences for the traveler, whatever the error is. They are about
/// the trip and not about the program: no name and no text of an error, no keys, no digits, no JSON,
/// no "decoding". A `URLError` gets another text than a `DecodingError`, as a traveler can do
/// something about the first.
func sentenceForTraveler(about error: any Error) throws -> String {
    throw TODO("Task 6: write a sentence for the traveler")
}

/// Task 6, second half. One line for the log. For a `DecodingError` it has the name of the case,
/// such as keyNotFound, and the place as in task 2. For any other error, an `EncodingError` too, it
/// has the text of the error, "\(error)". Put one space in place of each line break, in a text or in
/// a key (`\r\n` is one line break).
func lineForLog(about error: any Error) throws -> String {
    throw TODO("Task 6: write a line for the log")
}
