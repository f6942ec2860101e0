import ExerciseSupport
import Foundation

// Exercise 16 · The night desk
//
// At night, an assistant answers the railway's travelers: a language model, whose answers arrive in
// pieces. It can book a berth, and nobody knows what it will write. Seven tasks, easiest first. Work
// from the top: do a task, then run
//
//     swift run workbook check 16
//
// Keep the names and the types that are here, as the checks use them, and add what you need:
// conformances, properties, types, functions. Hints for each task: `Solutions/Exercise16.md`. The lesson:
// `swift run lesson-16`.
//
// Unless a task says something else, every key that a document shows has to be there with a value of
// the right type. If one is absent, null or of another type, let the decoder throw its own error. Pass
// over keys that the task does not show. Keep every string as it is.

// MARK: - Task 1

/// What one event of the assistant brings. Its data is one of these:
///
///     { "type": "text", "text": "Good evening" }
///     { "type": "call", "index": 0, "name": "book_berth", "arguments": "{ \"train\":" }
///     { "type": "call", "index": 0, "arguments": " \"NT 40\" }" }
///     [DONE]
enum Part: Equatable {
    case text(String)
    case call(index: Int, name: String?, arguments: String)
    case end
}

/// Task 1. Decode the data of one event. The six bytes `[DONE]` alone are the end, and nothing else is.
/// The name of a call may be absent or null. Any other type than the two is an error. Each type has the
/// keys that are shown for it: pass over those of the other type too.
func decodePart(from data: Data) throws -> Part {
    throw TODO("Task 1: decode the data of one event")
}

// MARK: - Task 2

/// A call of a tool. Its arguments are a document of their own.
struct Call: Equatable {
    let name: String
    let arguments: String
}

/// What the assistant has answered.
struct Answer: Equatable {
    let text: String
    let calls: [Call]
}

/// Task 2. Make one answer of all parts. Join the texts in their order. The parts of a call have the
/// same index: join their arguments in their order. One of them has the name, and if none has, that is
/// an error. The calls are in the order of their indexes, the smallest first. An index may be any `Int`.
///
/// Pass over the parts after the first `.end`. If there is no `.end`, the answer was cut: an error.
func answer(from parts: [Part]) throws -> Answer {
    throw TODO("Task 2: make one answer of all parts")
}

// MARK: - Task 3

/// Task 3. Find the one document in a text of the assistant. Either the text is the document and nothing
/// else, or the document is in a fence, between two lines that begin with three backticks:
///
///     Here is your {booking}:
///     ```json
///     { "train": "NT 40" }
///     ```
///     Good night!
///
/// A document is a JSON object or list. Return its bytes; white space around it may stay or go. In all
/// other cases throw an error: if there is no document, if it was cut or is not JSON, if a fence is not
/// closed, if there are two fences. Never mend anything. Lines end with "\n".
func document(in text: String) throws -> Data {
    throw TODO("Task 3: find the document")
}

// MARK: - Task 4

/// The cars of each train. A call names a car by its place in this list, counted from 0.
let cars = ["Sleeper 1", "Sleeper 2", "Couchettes"]

/// What the assistant may do, and the arguments of each tool:
///
///     book_berth       { "train": "NT 40", "car": 2, "berth": 14 }
///     cancel_booking   { "booking": "B-17" }
enum Order: Equatable {
    /// `car` is the name of the car: here "Couchettes".
    case book(train: String, car: String, berth: Int)
    case cancel(booking: String)
}

/// Task 4. Make an order of a call. A car that is no place in the list is an error (dataCorrupted) at
/// `car`, and never a crash. The berths are 1 to 36, and any other number is an error (dataCorrupted) at
/// `berth`. The name of another tool is an error. Each tool has the arguments that are shown for it: pass
/// over all others.
func order(from call: Call) throws -> Order {
    throw TODO("Task 4: make an order of a call")
}

// MARK: - Task 5

/// What goes back to the model as the result of its call.
struct Reply: Equatable {
    let isError: Bool
    let text: String
}

/// Task 5, first half. Carry out a call. If it fits, give the order to the desk, once: what the desk
/// returns is the text. If the desk throws, that is not the model's mistake: let its error reach the
/// caller.
///
/// If the call does not fit (task 4), never ask the desk. Reply with `isError`, and with a text by which
/// the model can mend the call: it has the name of the argument that is wrong or missing, such as
/// `berth`, and for another tool the names of both tools that there are. It is never empty.
func reply(to call: Call, desk: (Order) throws -> String) throws -> Reply {
    throw TODO("Task 5: carry out a call, or say why not")
}

/// The keys that a log may show. Any other key may be a secret of a stranger.
let knownKeys: Set = ["train", "car", "berth", "booking", "wishes"]

/// Task 5, second half. Write an error for the log: the name of its case and the keys of its path, with
/// dots between them: `typeMismatch at wishes.*.car`. In place of a key that is not known, and of an
/// index, there is a star. Where the path is empty, there is the case alone: `keyNotFound`. The path of
/// keyNotFound does not have the key that is missing. Any other error than a `DecodingError` is `other`.
func logLine(for error: any Error) throws -> String {
    throw TODO("Task 5: write an error for the log")
}

// MARK: - Task 6

/// An event of a stream of server-sent events.
struct Frame: Equatable {
    let event: String
    let data: Data
}

/// Task 6. Read frames from the pieces of a stream. A piece may end anywhere, within a letter too, and
/// may be a slice of a longer `Data`. Return the frames that end in this piece, and keep the rest for
/// the next call. There may be several readers at once.
///
///     : good evening
///
///     event: berth
///     data: { "train":
///     data: "NT 40" }
///     id: 7
///
///     data: [DONE]
///
/// - A line ends with "\n" or with "\r\n". "\r" is nowhere else.
/// - What is before the first colon of a line is its field, and what follows the colon its value. Of a
///   value, take away one space at its beginning, if there is one. Each line has a colon, or is empty.
/// - `event` names the frame; without it, the name is "message". `data` is the data; several are joined
///   with "\n". All other lines are passed over, also one that begins with a colon.
/// - An empty line ends the frame. If it has no `data`, it is no frame, and its name is forgotten.
///
/// The example has two frames: "berth" with two lines of data, and "message".
struct FrameReader {
    mutating func frames(in piece: Data) throws -> [Frame] {
        throw TODO("Task 6: read frames from pieces")
    }
}

// MARK: - Task 7

/// Task 7. Look at the bytes of a stranger before any decoder does, and return them as they are. Throw an
/// error if there are more than 100,000 bytes, if they are not UTF-8, if there is a zero byte, or if the
/// document goes deeper than 20 levels. Each "{" and each "[" begins a level, and "}" and "]" end it; in
/// a string of JSON, they are letters.
///
/// Whether the bytes are JSON is for the decoder to say: within the limits, what is no JSON may pass or be
/// refused, but never end the program. JSON has to pass.
func checked(_ bytes: Data) throws -> Data {
    throw TODO("Task 7: look at the bytes of a stranger")
}
