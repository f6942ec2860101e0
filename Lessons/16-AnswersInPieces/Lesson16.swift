import DecodingExplainer
import Foundation
import Walkthrough

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@main
struct Lesson16: Lesson {
    static let title = "Answers that arrive in pieces"
    static let steps = Steps(
        piecesAreNotRecords,
        halfALetter,
        serverSentEvents,
        theEndOfAStream,
        argumentsInPieces,
        aDocumentInAFence,
        anAnswerThatWasCut,
        aCallForATool,
        whatTheModelIsTold,
        oneBracketMore,
        aGateBeforeTheDecoder,
        whatALogMaySay
    )

    static func decode(_ document: Data) throws -> Any {
        try decodeOneOrMany(Request.self, from: Gate().checked(document))
    }

    /// Some bytes are decoded in a process of its own, which is this program once more: see
    /// ``ChildDecode``.
    static func main() async {
        if let child = ChildDecode(CommandLine.arguments) {
            child.run()
        }
        await runProgram()
    }
}

// MARK: - Pieces are not records

struct Beer: Decodable {
    let name: String
}

final class PieceReceiver: NSObject, URLSessionDataDelegate {
    let (pieces, continuation) = AsyncThrowingStream<Data, any Error>
        .makeStream()

    func urlSession(
        _: URLSession, dataTask: URLSessionDataTask, didReceive piece: Data
    ) {
        continuation.yield(piece)
    }

    func urlSession(
        _: URLSession, task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        continuation.finish(throwing: error)
    }
}

/// A long answer takes its time, and a server sends what it has as soon as it has it. In the first
/// half of this lesson, such a stream of bytes becomes records. A delegate of `URLSession` gets the
/// bytes as they come. Here a bar sends its menu as JSON Lines: each line is a document of its own.
///
/// `LoopbackServer` is the server of lesson 01. It sends the next piece when `sendNext` asks it to.
func piecesAreNotRecords() async throws {
    let server = try LoopbackServer(sendingInPieces: [
        Data("{\"name\": \"Endeavor\"}\n{\"na".utf8),
        Data("me\": \"Lawnmower\"}".utf8),
        Data("\n".utf8),
    ])
    let receiver = PieceReceiver()
    let session = URLSession(
        configuration: .ephemeral, delegate: receiver, delegateQueue: nil)
    session.dataTask(with: server.url).resume()
    session.finishTasksAndInvalidate()
    var received: [Data] = []
    for try await piece in receiver.pieces {
        show(String(decoding: piece, as: UTF8.self).debugDescription)
        received.append(piece)
        server.sendNext()
    }
    // Predict: The menu has two beers, and came in three pieces. Which of these pieces can the
    // decoder read?
    for piece in received {
        show(try? JSONDecoder().decode(Beer.self, from: piece))
    }
    // It can read none of them. The first piece has a whole record in it, and the beginning of
    // another one. Where the bytes are cut is up to the server, the network and the system, and
    // tells nothing about the records. So a program has to keep what is not whole yet.
    //
    // Apple's systems also have `URLSession.bytes(for:)` and its `lines`. Swift on Linux has
    // neither, so this lesson works by hand, and runs everywhere.
}

// MARK: - Half a letter

struct LineReader {
    private var line = Data()
    private var isAfterReturn = false

    /// Returns the lines that end in this piece.
    mutating func lines(in piece: Data) -> [Data] {
        var lines: [Data] = []
        for byte in piece {
            let isSecondHalf = isAfterReturn && byte == UInt8(ascii: "\n")
            isAfterReturn = byte == UInt8(ascii: "\r")
            if isSecondHalf {
                continue
            } else if isAfterReturn || byte == UInt8(ascii: "\n") {
                lines.append(line)
                line = Data()
            } else {
                line.append(byte)
            }
        }
        return lines
    }
}

/// This record came in two pieces. An ö has two bytes in UTF-8, and the cut is between them. The
/// first program makes a string of each piece, and joins the strings. The second one uses
/// `LineReader`.
func halfALetter() throws {
    let record = Data("{\"name\": \"Kölsch\"}\n".utf8)
    let received = [record.prefix(12), record.dropFirst(12)]
    let text = received.map { String(decoding: $0, as: UTF8.self) }.joined()
    // Predict: The decoder gets this text. What comes out for the beer that was cut?
    attempt { try JSONDecoder().decode(Beer.self, from: Data(text.utf8)) }
    // It says nothing, and the beer has another name now. Half a letter is no text, so `String`
    // puts a mark in the place of each half. Nobody can find out later what was there.
    //
    // So keep bytes until a line is whole. `LineReader` looks for the byte of the line feed, which
    // is part of no other letter in UTF-8. A line may also end with a carriage return, or with
    // both, and then the second of the two may be in the next piece. Here the record is cut at
    // every byte:
    var readings: Set<[String]> = []
    for cut in 0...record.count {
        var reader = LineReader()
        let first = reader.lines(in: record.prefix(cut))
        let lines = first + reader.lines(in: record.dropFirst(cut))
        readings.insert(lines.map { String(decoding: $0, as: UTF8.self) })
    }
    show(readings)
    // A set holds equal values once, so each of the cuts has given this one line.
}

// MARK: - Server-sent events

struct ServerEvent {
    var name = "message"
    var lines: [Data] = []
    var data: Data { Data(lines.joined(separator: Data("\n".utf8))) }
}

struct EventReader {
    private var lines = LineReader()
    private var event = ServerEvent()

    mutating func events(in piece: Data) -> [ServerEvent] {
        lines.lines(in: piece).compactMap { read($0) }
    }

    private mutating func read(_ line: Data) -> ServerEvent? {
        guard !line.isEmpty else {
            defer { event = ServerEvent() }
            return event.lines.isEmpty ? nil : event
        }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") {
            value.removeFirst()
        }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": event.name = String(decoding: value, as: UTF8.self)
        case "data": event.lines.append(value)
        default: break
        }
        return nil
    }
}

/// Most assistants answer in server-sent events, a format of the Web. A line has a field, an empty
/// line ends an event, and a line that begins with a colon is a comment.
func serverSentEvents() throws {
    let stream = """
        : one moment, please

        event: order
        data: {"tap": 1,
        data:  "glasses": 2}


        """
    show(stream.components(separatedBy: "\n\n").count)
    let other = stream.replacing("\n", with: "\r\n")
    // Predict: Some servers end their lines with "\r\n". In how many parts does that stream fall?
    show(other.components(separatedBy: "\n\n").count)
    // It is one part, because a carriage return stands between the two line feeds. `EventReader`
    // goes from line to line instead, and joins the data of an event with a line feed:
    var reader = EventReader()
    for event in reader.events(in: Data(other.utf8)) {
        show([event.name, String(decoding: event.data, as: UTF8.self)])
    }
}

// MARK: - The end of a stream

struct Words: Decodable {
    let text: String
}

func words(of stream: Data) -> String {
    var reader = EventReader()
    var answer = ""
    for event in reader.events(in: stream) {
        let words = try? JSONDecoder().decode(Words.self, from: event.data)
        answer += words?.text ?? ""
    }
    return answer
}

/// An assistant sends a few words at a time. Many end with an event whose data is `[DONE]`.
func theEndOfAStream() throws {
    let whole = Data(
        """
        data: {"text": "We close at one"}

        data: {"text": " if nobody is here."}

        data: [DONE]


        """.utf8)
    let done = Data("[DONE]".utf8)
    attempt(done) { try JSONDecoder().decode(Words.self, from: done) }
    // That is no JSON, so `words` skips it, as it skips all that it cannot decode.
    show(words(of: whole))
    // Predict: The connection broke off in the second event, after 60 bytes. What does the function
    // give now?
    show(words(of: whole.prefix(60)))
    // It gives half of the answer as if it were all, and that says something else. What was skipped
    // was the only proof that the answer is whole. So look for the mark before you decode, and
    // throw an error if it never comes:
    struct BrokenOff: Error {}
    func answer(from stream: Data) throws -> String {
        var reader = EventReader()
        var answer = ""
        for event in reader.events(in: stream) {
            if event.data == done { return answer }
            let words = try JSONDecoder().decode(Words.self, from: event.data)
            answer += words.text
        }
        throw BrokenOff()
    }
    attempt { try answer(from: whole) }
    attempt { try answer(from: whole.prefix(60)) }
    // Not every API sends `[DONE]`: others end with an event of another name, or with a key that
    // says why the answer ends. Find out what yours does.
}

// MARK: - Arguments in pieces

struct CallPiece: Decodable {
    let index: Int
    let arguments: String
}

struct Wish: Decodable {
    let tap: Int
    let glasses: Int

    enum CodingKeys: CodingKey, CaseIterable {
        case tap
        case glasses
    }
}

/// An assistant can ask the program to do something for it: it calls a tool. The arguments of the
/// call are JSON inside a string, and they come in pieces too. Here are the data of four events, in
/// which an assistant orders twice.
func argumentsInPieces() throws {
    let events = [
        #"{"index": 0, "arguments": "{\"tap\": 1, \"gla"}"#,
        #"{"index": 1, "arguments": "{\"tap\": 0, "}"#,
        #"{"index": 0, "arguments": "sses\": 2}"}"#,
        #"{"index": 1, "arguments": "\"glasses\": \"one\"}"}"#,
    ]
    let received = try events.map {
        try JSONDecoder().decode(CallPiece.self, from: Data($0.utf8))
    }
    let joined = received.map(\.arguments).joined()
    // Predict: All four events were decoded without an error. We join the arguments in the order in
    // which they came. What does the decoder say to the result?
    attempt(Data(joined.utf8)) {
        try JSONDecoder().decode(Wish.self, from: Data(joined.utf8))
    }
    // The pieces of two documents are mixed. The index says to which call a piece belongs. It comes
    // from outside, and could be any number, so it is a key here, and no place in an array:
    var arguments: [Int: String] = [:]
    for piece in received {
        arguments[piece.index, default: ""] += piece.arguments
    }
    for (_, json) in arguments.sorted(by: { $0.key < $1.key }) {
        let call = Data(json.utf8)
        attempt(call) { try JSONDecoder().decode(Wish.self, from: call) }
    }
    // The second call is wrong, and the path of the error is one in its arguments. The events that
    // brought them are good. So there are two documents, of two authors: a broken event is the
    // server's mistake, and broken arguments are the model's. Decode them one after the other, and
    // you know whose error it is.
}

// MARK: - A document in a fence

func betweenBraces(_ answer: String) -> Data? {
    guard let first = answer.firstIndex(of: "{"),
        let last = answer.lastIndex(of: "}"), first < last
    else { return nil }
    return Data(answer[first...last].utf8)
}

struct NoDocument: Error {}

func document(in answer: String) throws -> Data {
    let lines = answer.split(
        separator: "\n", omittingEmptySubsequences: false)
    let fences = lines.indices.filter { lines[$0].hasPrefix("```") }
    guard !fences.isEmpty else {
        return Data(answer.utf8)
    }
    guard fences.count == 2 else { throw NoDocument() }
    let inside = lines[fences[0]..<fences[1]].dropFirst()
    return Data(inside.joined(separator: "\n").utf8)
}

/// In the second half, the bytes are all here, and the question is what they are: the sender is a
/// stranger. A language model is one, because nobody knows what it will write. It was asked for
/// JSON, and it answers as people do:
func aDocumentInAFence() throws {
    let answer = """
        Here is the {order}:
        ```json
        {"tap": 1, "glasses": 2}
        ```
        Anything else?
        """
    // Predict: The first program takes what is between the first brace and the last one. What does
    // the decoder get to read?
    show(betweenBraces(answer))
    // Braces in a sentence are braces too. The model has marked the document with a fence, two
    // lines that begin with three backticks. So `document(in:)` takes what is between them, or the
    // whole answer where there is no fence:
    let order = try document(in: answer)
    attempt(order) { try JSONDecoder().decode(Wish.self, from: order) }
    let two = answer + "\n```json\n{\"tap\": 0, \"glasses\": 1}\n```"
    attempt { try document(in: two) }
    // Of two documents, a program cannot know which one is meant, and throws an error. Some APIs
    // promise that an answer has the form of a schema that you send along. Use that where you can,
    // and decode with the same care.
}

// MARK: - An answer that was cut

func mended(_ answer: Substring) -> Data {
    let quotes = answer.count { $0 == "\"" }
    let isInString = !quotes.isMultiple(of: 2)
    return Data((answer + (isInString ? "\"}" : "}")).utf8)
}

/// An answer has a greatest length, and what is too long is cut. The end of a document is easy to
/// add: `mended` closes the string that is open, and then the object.
func anAnswerThatWasCut() throws {
    let answer = #"{"tap": 1, "glasses": 12}"#
    // Predict: The model wanted twelve glasses. The answer may have been cut behind any of its
    // letters. Which orders does the bar get?
    for length in 0..<answer.count {
        let document = mended(answer.prefix(length))
        if let wish = try? JSONDecoder().decode(Wish.self, from: document) {
            show(wish)
        }
    }
    // It gets an order of twelve glasses, and one of a single glass, which was cut inside the 12.
    // Nothing can tell the two apart: a mended text decodes, and says what nobody has written.
    // Without mending, how many of these answers does the decoder take?
    let taken = (0..<answer.count).filter { length in
        let document = Data(answer.prefix(length).utf8)
        return (try? JSONDecoder().decode(Wish.self, from: document)) != nil
    }
    show(taken.count)
    // It takes none, because an object says where it ends. A number alone does not: of a 12 that
    // was cut, a 1 is left. So always ask for an object or a list. If an answer was cut, ask for it
    // once more, and allow more room for it.
}

// MARK: - A call for a tool

let taps = ["Endeavor", "Kölsch"]

enum ToolCall {
    case pour(Pour)
    case bill

    init(name: String, arguments: Data) throws {
        switch name {
        case "pour":
            let pour = try JSONDecoder().decode(Pour.self, from: arguments)
            self = .pour(pour)
        case "bill":
            self = .bill
        default:
            throw UnknownTool(name: name)
        }
    }
}

/// The bar has two taps, and a call says which one by its number. `taps[wish.tap]` ends the program
/// where there is no such element, so the bar makes a test first.
func aCallForATool() throws {
    // Predict: The test is `wish.tap < taps.count`. Which number passes it, and ends the program
    // all the same?
    show([-1, 0, 1, 2].filter { $0 < taps.count })
    // It is -1, which passes the test and is no index. Ask `indices`, and ask it where the number
    // is read, so that no other part of the program ever sees a wrong one:
    //
    // Code: Lessons/16-AnswersInPieces/Lesson16.swift, struct Pour
    //
    // Such a type is a contract: what it decodes can be poured. The number of glasses has its rule
    // there too, because `glasses * 400` ends the program if the number is large enough.
    let pour = Data(#"{"tap": 1, "glasses": 2}"#.utf8)
    attempt { try ToolCall(name: "pour", arguments: pour) }
    attempt { try ToolCall(name: "open_till", arguments: pour) }
    // The name of a tool leads to a case of an enum. A name that is none of yours is an error, so
    // nothing happens that you have not written.
}

// MARK: - What the model is told

func reply(to arguments: String) -> String {
    let document = Data(arguments.utf8)
    do {
        let pour = try JSONDecoder().decode(Pour.self, from: document)
        return "Poured: \(pour.glasses) \(pour.beer)"
    } catch {
        let explanation = Explanation(
            of: error, in: document, decodedAs: Pour.self)
        return explanation.lines(includesAdvice: false)
            .joined(separator: "\n")
    }
}

/// A call that does not fit is not carried out. It is no reason to give up either: the result of a
/// tool goes back to the model as text, and an error can be that text. `localizedDescription` says
/// too little for that (lesson 09). `Explanation` is what this workbook makes of an error. It is in
/// the module `DecodingExplainer`, which you can use too.
func whatTheModelIsTold() throws {
    // The model of this page is a script with three answers.
    let answers = [
        #"{"tap": "Kölsch", "glasses": 20}"#,
        #"{"tap": 1, "glasses": 20}"#,
        #"{"tap": 1, "glasses": 2}"#,
    ]
    // Predict: Two things are wrong with the first answer. Which of them does the model hear of?
    show(reply(to: answers[0]))
    // It hears of the tap alone, because `Pour` reads that first, and a decoder stops at the first
    // error. The model mends that, and hears of the next:
    show(reply(to: answers[1]))
    show(reply(to: answers[2]))
    // The reply has the place, what was found and what is expected. All of that is the model's own
    // text and your rules, so nothing is given away. Each round costs time and money: after three,
    // say to the guest that it did not work.
}

// MARK: - One bracket more

/// A stranger decides how deep a document is. The decoder reads 512 levels at most. These documents
/// are brackets that nobody closes.
///
/// `ChildDecode.ending` gives a document to a process of its own, which decodes it, and gives what
/// the process printed before it ended, or else the signal that ended it.
func oneBracketMore() throws {
    func brackets(_ count: Int) -> Data {
        Data(String(repeating: "[", count: count).utf8)
    }
    show(try ChildDecode.ending(with: brackets(512)))
    show(try ChildDecode.ending(with: brackets(514)))
    // Predict: 512 brackets are an error, and so are 514. What comes of 513?
    show(try ChildDecode.ending(with: brackets(513)))
    let exponent = Data("{a:1e+}".utf8)
    show(try ChildDecode.ending(with: exponent, allowsJSON5: true))
    // With Swift 6.3 on Linux, 513 brackets end the process, and so do seven bytes of JSON5. No
    // `catch` runs, because nothing was thrown: something happens that the decoder takes for
    // impossible, and Swift stops the program. In a server, that is the end of all requests. A
    // later version may have mended both, and then you see an error above. The next stranger finds
    // something else.
}

// MARK: - A gate before the decoder

struct Gate {
    enum Refusal: Error {
        case tooManyBytes
        case otherEncoding
        case tooDeep
    }

    var bytes = 1_000_000
    var levels = 64

    func checked(_ document: Data) throws -> Data {
        guard document.count <= bytes else { throw Refusal.tooManyBytes }
        guard !document.contains(0),
            String(validating: document, as: UTF8.self) != nil
        else { throw Refusal.otherEncoding }

        var level = 0
        var rest = document.makeIterator()
        while let byte = rest.next() {
            switch UnicodeScalar(byte) {
            case "\"": skipString(&rest)
            case "[", "{": level += 1
            case "]", "}": level -= 1
            default: break
            }
            guard level <= levels else { throw Refusal.tooDeep }
        }
        return document
    }

    private func skipString(_ rest: inout Data.Iterator) {
        while let byte = rest.next(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                _ = rest.next()
            }
        }
    }
}

/// So a small type looks at the bytes of a stranger before any decoder does: how many there are,
/// whether they are UTF-8, and how deep they go. In a string, a bracket is a letter, and so is a
/// quote after a backslash.
func aGateBeforeTheDecoder() throws {
    let brackets = String(repeating: "[", count: 513)
    attempt { try Gate().checked(Data(brackets.utf8)) }
    let json5 = Data(#"{note: '"', taps: \#(brackets)"#.utf8)
    // Predict: JSON5 has strings in single quotes too. Here one of them has a quote in it, and
    // after it come the same brackets. What does the gate do?
    attempt { try Gate().checked(json5).count }
    // It lets all 531 bytes pass, because for the gate the quote begins a string, which never ends.
    // A gate has to read as the decoder does, or it is none. So ask strangers for strict JSON, and
    // never set `allowsJSON5` for them. The next document passes each gate:
    let twice = Data(#"{"role": "guest", "role": "admin"}"#.utf8)
    show(try JSONDecoder().decode([String: String].self, from: twice))
    show(try JSONSerialization.jsonObject(with: twice) as? [String: String])
    // A key is there twice, and two readers take two values (Swift 6.3 on Linux). So pass on the
    // value that you have checked, and not the bytes.
}

// MARK: - What a log may say

func logLine(
    for error: any Error, place: ([any CodingKey]) -> String
) -> String {
    switch error {
    case DecodingError.keyNotFound(_, let context):
        "keyNotFound at \(place(context.codingPath))"
    case DecodingError.valueNotFound(_, let context):
        "valueNotFound at \(place(context.codingPath))"
    case DecodingError.typeMismatch(_, let context):
        "typeMismatch at \(place(context.codingPath))"
    case DecodingError.dataCorrupted(let context):
        "dataCorrupted at \(place(context.codingPath))"
    default:
        "another error"
    }
}

/// Many people read a log. So a line has the case of an error and its place, and no text of the
/// error, because a decoder may quote there what it has read. In this document, a key is the code
/// with which a guest pays, and its value is the wish. This guest has put a secret in the wrong
/// place.
func whatALogMaySay() throws {
    let wishes = Data(
        #"{"code-4f1e": {"tap": "my password", "glasses": 1}}"#.utf8)
    let result = Result {
        try JSONDecoder().decode([String: Wish].self, from: wishes)
    }
    guard case .failure(let error) = result else { return }
    func joined(_ codingPath: [any CodingKey]) -> String {
        codingPath.map(\.stringValue).joined(separator: ".")
    }
    // Predict: This line has the case and the path. What of the guest's own text is in it?
    show(logLine(for: error, place: joined))
    // The code is in it. The key of a dictionary comes from the document, as a value does, and a
    // key of your own type comes from you. So write the keys that you know, and a star for each
    // other:
    func starred(_ codingPath: [any CodingKey]) -> String {
        let known = Set(Wish.CodingKeys.allCases.map(\.stringValue))
        return codingPath.map(\.stringValue)
            .map { known.contains($0) ? $0 : "*" }
            .joined(separator: ".")
    }
    show(logLine(for: error, place: starred))
    // A list of what may be said is safe, and a list of what may not be said never is, because
    // nobody knows all secrets. An `Explanation` has such a form too, which is called `redacted`.
}

// MARK: - What to take away

// | Rule                                                            | Step  |
// |-----------------------------------------------------------------|-------|
// | Pieces end anywhere: keep what is not whole                     | 1     |
// | Keep bytes, and make text of what is whole                      | 2     |
// | Read events line by line, with each of the three line ends      | 3     |
// | Look for the end mark before you decode; without it, throw      | 4     |
// | Join the arguments of a call by its index, then decode them     | 5     |
// | Events are the server's, arguments are the model's              | 5     |
// | Find the document, or say that there is none                    | 6     |
// | Never mend what was cut                                         | 7     |
// | A `Decodable` is the contract of a tool, its numbers too        | 8     |
// | What does not fit is not carried out, and goes back as text     | 9     |
// | Some bytes end the program that decodes them                    | 10    |
// | Bound bytes and levels before you decode, and read strict JSON  | 11    |
// | The log gets the case and the keys that you know                | 12    |
//
// Left out here: how to go on where a connection broke off (`id` and `retry` of an event), the mark
// of UTF-8 with which a stream may begin, how to wait between two tries (lesson 14), lines of a
// large file (lesson 13), any JSON for arguments that you only pass on (lesson 15). Each key has
// bytes, so a limit on bytes limits the keys too.
//
// Now you: open `Exercises/Exercise16.swift`. To have it judged each time you save it:
//
//     swift run workbook watch 16
//
// This was the last lesson. To read next: the proposals SE-0166 and SE-0295, which say why
// `Codable` is as it is; the source of `JSONDecoder`, in swift-foundation; and "Server-sent events"
// in the HTML standard. To build next: a client for an API that you use, with its records as tests;
// a `Decoder` for a format of yours (lesson 12); or an assistant with two tools, whose server is a
// script like the one of step 1. And give `Sources/DecodingExplainer` of this workbook to your own
// program, and read its errors.

// MARK: - The contract of the tools

struct Pour: Decodable {
    let beer: String
    let glasses: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Wish.CodingKeys.self)
        let tap = try container.decode(Int.self, forKey: .tap)
        guard taps.indices.contains(tap) else {
            throw DecodingError.dataCorruptedError(
                forKey: .tap, in: container,
                debugDescription: "The taps are \(taps.indices).")
        }
        beer = taps[tap]
        glasses = try container.decode(Int.self, forKey: .glasses)
        guard (1...12).contains(glasses) else {
            throw DecodingError.dataCorruptedError(
                forKey: .glasses, in: container,
                debugDescription: "One to twelve glasses, please.")
        }
    }
}

struct UnknownTool: Error {
    let name: String
}

// MARK: - The finished model

/// A call of a tool as an event brings it, with its arguments in a string. `swift run lesson-16
/// --decode FILE` decodes one of these, or a list, and looks at the bytes first.
struct Request: Decodable {
    let call: ToolCall

    enum CodingKeys: CodingKey {
        case name
        case arguments
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .name)
        let arguments = try container.decode(String.self, forKey: .arguments)
        call = try ToolCall(name: name, arguments: Gate().checked(Data(arguments.utf8)))
    }
}
