import Foundation
import LaunchesApp
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Serves the app's own records over HTTP on the loopback interface, with what can go wrong: the
/// first part of a path says what. It writes its port as a line, and ends when its standard input
/// does.
@main
struct FixtureServer {
    static func main() throws {
        signal(SIGPIPE, SIG_IGN)
        let listener = try Listener()
        print(listener.port)
        fflush(nil)
        Thread.detachNewThread {
            while readLine() != nil {}
            exit(0)
        }
        while true {
            let connection = accept(listener.descriptor, nil, nil)
            guard connection >= 0 else { continue }
            Thread.detachNewThread {
                answer(connection, port: listener.port)
                close(connection)
            }
        }
    }

    /// One request a connection.
    private static func answer(_ connection: Int32, port: Int) {
        guard let (target, head, sent) = readRequest(connection) else { return }
        let names = target.split(separator: "/").map(String.init)
        let trouble = names.first ?? ""
        let rest = names.dropFirst().joined(separator: "/")
        let here = "http://127.0.0.1:\(port)"
        if trouble == "patches" { return answerPatch(connection, names) }
        if trouble == "most" {
            let most = patchesAtOnce.withLock { $0.most }
            return send(connection, Response(Data("\(most)".utf8)))
        }
        if trouble == "reminders" { return answerReminder(connection, sent) }
        var body = document(rest, patches: "\(here)/patches/\(trouble)")
        switch trouble {
        case "hang":
            sleep(300)
        case "html":
            send(connection, Response(page, type: "text/html"))
        case "missing":
            send(
                connection, Response(Data(#"{"error": "Not Found"}"#.utf8), status: "404 Not Found")
            )
        case "down":
            send(connection, Response(page, type: "text/html", status: "503 Service Unavailable"))
        case "short":
            send(connection, Response(body.prefix(200), length: body.count))
        case "torn":
            // A server that says nothing of the length: nobody can know that there is more.
            send(connection, Response(body.prefix(200), length: nil))
        case "busy" where !wasBusy.withLock({ $0 }):
            wasBusy.withLock { $0 = true }
            let headers = ["Retry-After: 0"]
            send(
                connection, Response(Data(), status: "503 Service Unavailable", headers: headers))
        case "keyed" where !head.contains("\r\nAuthorization: Bearer a-key\r\n"):
            send(connection, Response(Data("{}".utf8), status: "401 Unauthorized"))
        case "later" where rest.contains("=crs"):
            send(connection, Response(page, type: "text/html", status: "503 Service Unavailable"))
        case "slow" where rest.contains("=crs"):
            sleep(300)
        case "empty":
            send(connection, Response(Data("[]".utf8)))
        case "moved":
            let headers = ["Location: \(here)/ok/\(rest)"]
            send(connection, Response(Data(), status: "302 Found", headers: headers))
        case "to":
            // A port and a path: another server is another port.
            let headers = ["Location: http://127.0.0.1:\(rest)"]
            send(connection, Response(Data(), status: "302 Found", headers: headers))
        case "gzip":
            body = gzip(body)
            send(connection, Response(body, headers: ["Content-Encoding: gzip"]))
        case "changed":
            let text = String(decoding: body, as: UTF8.self)
            send(connection, Response(Data(text.replacing("rocket_name", with: "name").utf8)))
        case "escape":
            let text = String(decoding: body, as: UTF8.self)
            send(connection, Response(Data(text.replacing("CRS-7", with: #"\u001b[2JCRS-7"#).utf8)))
        default:
            send(connection, Response(body))
        }
    }

    /// A reminder of flight 65 is there already; one after the launch is none.
    private static func answerReminder(_ connection: Int32, _ sent: Data) {
        guard let reminder = try? JSONDecoder().decode(Reminder.self, from: sent) else {
            return send(connection, Response(page, type: "text/html", status: "400 Bad Request"))
        }
        if reminder.minutesBefore < 0 {
            let errors = Data(#"{"errors": {"minutes_before": ["is below 0"]}}"#.utf8)
            send(connection, Response(errors, status: "422 Unprocessable Content"))
        } else if reminder.flight == 65 {
            send(connection, Response(Data(), status: "204 No Content", length: nil))
        } else {
            send(connection, Response(sent, status: "201 Created"))
        }
    }

    /// The picture of FalconSat hangs, Trailblazer's is gone, RatSat's is a page of HTML.
    private static func answerPatch(_ connection: Int32, _ names: [String]) {
        patchesAtOnce.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
        }
        defer { patchesAtOnce.withLock { $0.now -= 1 } }
        // So that several are on their way at once.
        usleep(30_000)
        let name = names.last ?? ""
        switch (names[1], name) {
        case ("trouble", "GypSkayF_o.png"), ("hanging", _):
            sleep(300)
        case ("trouble", "d8UxLh4q_o.png"):
            send(connection, Response(page, type: "text/html", status: "404 Not Found"))
        case ("trouble", "FNjvKlXW_o.png"):
            send(connection, Response(page, type: "text/html"))
        default:
            send(connection, Response(png, type: "image/png"))
        }
    }

    private static let wasBusy = Mutex(false)
    private static let patchesAtOnce = Mutex((now: 0, most: 0))
    private static let page = Data("<!doctype html><title>Please log in</title>".utf8)

    /// The head of a picture of 512 by 512; nobody looks further.
    private static let png = Data(
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
            + Array("IHDR".utf8) + [0, 0, 2, 0, 0, 0, 2, 0, 8, 6, 0, 0, 0])

    private static func document(_ target: String, patches: String) -> Data {
        guard let url = URL(string: "http://localhost/bundled/\(target)"),
            let body = try? BundledRecords.answer(to: url)
        else { return Data("null".utf8) }
        let escaped = patches.replacing("/", with: "\\/")
        let text = String(decoding: body, as: UTF8.self)
            .replacing("https://images2.imgbox.com", with: patches)
            .replacing("https:\\/\\/images2.imgbox.com", with: escaped)
        return Data(text.utf8)
    }

    // MARK: HTTP

    private struct Response {
        var status: String
        var headers: [String]
        var body: Data

        init(
            _ body: Data, type: String = "application/json", status: String = "200 OK",
            headers: [String] = []
        ) {
            self.init(body, type: type, status: status, headers: headers, length: body.count)
        }

        init(
            _ body: Data, type: String = "application/json", status: String = "200 OK",
            headers: [String] = [], length: Int?
        ) {
            self.status = status
            self.body = body
            self.headers =
                headers + ["Content-Type: \(type)", "Connection: close"]
                + (length.map { ["Content-Length: \($0)"] } ?? [])
        }
    }

    private static func send(_ connection: Int32, _ response: Response) {
        let head = (["HTTP/1.1 \(response.status)"] + response.headers + ["", ""])
            .joined(separator: "\r\n")
        var rest = Array(head.utf8) + Array(response.body)
        while !rest.isEmpty {
            let count = write(connection, rest, rest.count)
            guard count > 0 else { return }
            rest.removeFirst(count)
        }
    }

    /// The target of a request, `/ok/launches`, its head, and its body, once all of it has come.
    private static func readRequest(
        _ connection: Int32
    ) -> (target: String, head: String, body: Data)? {
        var bytes = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        let end = Data("\r\n\r\n".utf8)
        while true {
            if let range = bytes.range(of: end) {
                let head = String(decoding: bytes[..<range.upperBound], as: UTF8.self)
                let length = head.firstMatch(of: /\r\nContent-Length: *(\d+)/.ignoresCase())?.1
                let body = bytes[range.upperBound...]
                if body.count >= length.flatMap({ Int($0) }) ?? 0 {
                    let words = head.split(separator: " ")
                    return words.count > 1 ? (String(words[1]), head, Data(body)) : nil
                }
            }
            let count = read(connection, &buffer, buffer.count)
            guard count > 0 else { return nil }
            bytes += buffer.prefix(count)
        }
    }

    /// RFC 1952, around blocks that are stored as they are (RFC 1951, 3.2.4).
    private static func gzip(_ data: Data) -> Data {
        func bytes(_ number: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        let length = UInt32(data.count)
        precondition(data.count < 65536, "One block has no room for that")
        var crc = UInt32.max
        for byte in data {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        let block = [1] + bytes(length, 2) + bytes(~length, 2) + Array(data)
        return Data(head + block + bytes(~crc, 4) + bytes(length, 4))
    }
}

/// A socket of 127.0.0.1, with a port that the system has chosen.
private struct Listener {
    struct Failure: Error { let step: String }

    let descriptor: Int32
    let port: Int

    init() throws {
        #if canImport(Darwin)
            let stream: Int32 = SOCK_STREAM
        #else
            let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        descriptor = socket(AF_INET, stream, 0)
        guard descriptor >= 0 else { throw Failure(step: "socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let (descriptor, length) = (descriptor, size)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 32) == 0
            }
        }
        guard isBound else { throw Failure(step: "bind") }
        let isKnown = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isKnown else { throw Failure(step: "getsockname") }
        port = Int(UInt16(bigEndian: address.sin_port))
    }
}
