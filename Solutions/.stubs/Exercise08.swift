import ExerciseSupport
import Foundation

// Exercise 08 · Two APIs, one timetable
//
// The operator has a new API, and the old one stays for some more years. Your program talks to both.
// What differs is in `userInfo`: a `Feed`. Seven tasks, easiest first. Work from the top: do a task,
// then run
//
//     swift run workbook check 08
//
// The properties of the types are right. Each type decodes or encodes itself: add conformances, enums
// of keys, initializers and methods. The feed in `userInfo` is all that they need, in whatever decoder
// or encoder it is, and without it they throw `MissingContext`. Use no global variable. A value that a
// property needs is required: if it is absent, null or of another type, that is the decoder's own
// error. Keep every string and every list as it is.
// Hints for each task: `Solutions/Exercise08.md`. The lesson: `swift run lesson-08`.

// MARK: - The feed

/// What the caller knows about the API that it talks to. Leave this as it is: the checks make feeds
/// of their own, with other formats, zones and addresses. Two feeds may have the same version.
struct Feed: Sendable {
    let version: Version
    /// Reads and writes the times of this API, in its format and its zone. Do not change it: others
    /// use it too.
    let times: DateFormatter
    /// The address that links are relative to. It ends with a slash.
    let site: URL

    enum Version: Sendable { case v1, v2 }
}

extension CodingUserInfoKey {
    /// Where the feed is in `userInfo`.
    static let feed = CodingUserInfoKey(rawValue: "nighttrain.feed")!
}

/// There should be a value under this key, and there is none of the right type.
struct MissingContext: Error, Equatable {
    let key: CodingUserInfoKey
}

// MARK: - Task 1

/// Task 1, first half. Make a decoder that has the feed in its `userInfo`, under the key above.
/// Each call makes a new decoder: two feeds may be in use at once.
func makeDecoder(for feed: Feed) throws -> JSONDecoder {
    throw TODO("Task 1: make a decoder that has the feed")
}

/// Task 1, second half. The same for an encoder.
func makeEncoder(for feed: Feed) throws -> JSONEncoder {
    throw TODO("Task 1: make an encoder that has the feed")
}

// MARK: - Task 2

/// Task 2. Find the feed and return it as it is. If there is none, or a value of another type is in
/// its place, throw `MissingContext` with the key. Both protocols, `Decoder` and `Encoder`, have a
/// `userInfo` of this type.
func feed(in userInfo: [CodingUserInfoKey: Any]) throws -> Feed {
    throw TODO("Task 2: find the feed or name the key")
}

// MARK: - Task 3

/// One departure. In version 1, `train` is the train's number, and `number` is the number of cars:
///
///     { "train": "NT 40", "number": 12, "departs": "29.03.2025 21:10" }
///
/// In version 2, `number` is the train's number, and `train` is its name:
///
///     { "number": "NT 40", "train": "Donauwalzer", "departs": "2025-03-29T21:10" }
///
/// You need two of the three values. The third one may be anything, or absent.
struct Departure: Equatable {
    /// The train's number, "NT 40" for example.
    let number: String
    let departs: Date
}

/// Task 3. Decode a departure from the API that the feed describes. `Departure` finds the feed in
/// the decoder's `userInfo`.
///
/// The time is a String. Give it to the feed's formatter as it is: the formatter decides what is a
/// time. What it cannot read is an error (dataCorrupted) at `departs`.
func decodeDeparture(from document: Data, of feed: Feed) throws -> Departure {
    throw TODO("Task 3: decode a departure of either version")
}

// MARK: - Task 4

/// Task 4. Write a departure for the API that the feed describes, with the two values that it has,
/// and the time as the feed's formatter writes it:
///
///     { "train": "NT 40", "departs": "29.03.2025 21:10" }         version 1
///     { "number": "NT 40", "departs": "2025-03-29T21:10" }        version 2
func encode(_ departure: Departure, for feed: Feed) throws -> Data {
    throw TODO("Task 4: encode a departure for either version")
}

// MARK: - Task 5

/// A link. In a document it is a String, mostly relative to the feed's site. Here it is the whole
/// address: keep the URL's `absoluteURL`, which has no base.
struct Link: Equatable {
    let url: URL
}

/// A notice for travelers, the same in both versions:
///
///     { "title": "Works near Linz", "page": "notices/linz.html" }
struct Notice: Equatable {
    let title: String
    let page: Link
}

/// Task 5. Decode a notice. On the site https://trains.example/v2/ its page is
/// https://trains.example/v2/notices/linz.html.
///
/// A link may also begin with a slash, have a query ("?lang=de"), or be a whole address of any
/// scheme ("mailto:…"). Give it to `URL` as it is: `URL` decides what is a link. What it cannot
/// read, "" for example, is an error (dataCorrupted) at the link.
func decodeNotice(from document: Data, of feed: Feed) throws -> Notice {
    throw TODO("Task 5: decode a link with the feed's site")
}

// MARK: - Task 6

/// The timetable of a station. Its departures are those of task 3, in either version:
///
///     {
///       "station": "Wien Hbf",
///       "map": "maps/wien.pdf",
///       "departures": [ { "train": "NT 40", "number": 12, "departs": "29.03.2025 21:10" } ]
///     }
struct Timetable: Equatable {
    let station: String
    let map: Link
    let departures: [Departure]
}

/// Task 6, first half. Decode a timetable. It may have no departures: then the list is empty, but it
/// is there. An error in a departure has the whole path, such as `departures[1].departs`.
func decodeTimetable(from document: Data, of feed: Feed) throws -> Timetable {
    throw TODO("Task 6: decode a timetable")
}

/// Task 6, second half. Read a timetable from one API and write it for the other. The link to the
/// map is written as a String with the whole address, as the other API may be on another site: for
/// that, a `Link` needs no feed. An error in the document is thrown, and nothing is written.
func translate(_ document: Data, from source: Feed, to target: Feed) throws -> Data {
    throw TODO("Task 6: translate a timetable")
}

// MARK: - Task 7

/// A message to a station. Its trains are a document of their own, inside a string:
///
///     {
///       "to": "Wien Hbf",
///       "trains": "[{ \"train\": \"NT 40\", \"departs\": \"29.03.2025 21:10\" }]"
///     }
struct Message: Equatable {
    let to: String
    let trains: [Departure]
}

/// Task 7. Decode a message. The inner document is of the same API as the outer one. If it is no list
/// of departures, the message is broken: that is an error.
func decodeMessage(from document: Data, of feed: Feed) throws -> Message {
    throw TODO("Task 7: decode a document inside a string")
}
