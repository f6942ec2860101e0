import Foundation
import Synchronization

/// A server for a step of a lesson, on this machine alone, so that the lesson needs no network.
///
/// It answers one request, whatever that asks for, and then it is gone. It waits ten seconds for the
/// request.
package final class LoopbackServer: Sendable {
    /// The address at which it answers.
    package let url: URL
    private let received = Mutex("")
    private let next = DispatchSemaphore(value: 0)

    /// The first line of the request, `GET /launches HTTP/1.1`, or an empty text before it has come.
    package var requestLine: String { received.withLock { $0 } }

    /// Starts a server that sends its answer at once.
    ///
    /// - Parameters:
    ///   - status: The status of its answer.
    ///   - body: The bytes of its answer.
    ///   - host: The address of this machine at which it listens.
    /// - Throws: `NoPort` if this machine gives it no port.
    package convenience init(
        status: Int = 200, sending body: Data, at host: UInt32 = INADDR_LOOPBACK
    ) throws {
        let head = """
            HTTP/1.1 \(status) Status\r
            Content-Length: \(body.count)\r
            Connection: close\r
            \r

            """
        try self.init([Data(head.utf8) + body], at: host)
    }

    /// Starts a server that sends its answer in pieces. The lesson says when the next piece comes, so
    /// that its pages show the same pieces each time.
    ///
    /// - Parameter pieces: The pieces of the body. The first one is sent at once, each other one after
    ///   a call of `sendNext()`, or after two seconds.
    /// - Throws: `NoPort` if this machine gives it no port.
    package convenience init(sendingInPieces pieces: [Data]) throws {
        let head = """
            HTTP/1.1 200 OK\r
            Content-Type: application/jsonl\r
            Transfer-Encoding: chunked\r
            Connection: close\r
            \r

            """
        var chunks = (pieces + [Data()]).map(LoopbackServer.chunk)
        chunks[0] = Data(head.utf8) + chunks[0]
        try self.init(chunks, at: INADDR_LOOPBACK)
    }

    /// Lets the server send the next piece, or end its answer after the last one.
    package func sendNext() {
        next.signal()
    }

    private init(_ pieces: [Data], at host: UInt32) throws {
        // Where the reader's settings name a proxy, the session would ask that one for an address on this
        // machine. The lesson asks nobody else, so the reader's own list of exceptions is not needed.
        setenv("no_proxy", "127.0.0.1", 1)
        let (listener, url) = try LoopbackServer.openListener(at: host)
        self.url = url
        Thread.detachNewThread { [self] in
            defer { close(listener) }
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            defer { close(connection) }
            LoopbackServer.limitWaiting(of: connection)
            guard let line = LoopbackServer.readRequest(of: connection) else { return }
            received.withLock { $0 = line }
            for (index, piece) in pieces.enumerated() {
                if index > 0 { _ = next.wait(timeout: .now() + 2) }
                LoopbackServer.transmit(piece, to: connection)
            }
        }
    }

    /// The error of a server that gets no port, with what the system says of its last call.
    package struct NoPort: Error, CustomStringConvertible {
        private let reason = String(cString: strerror(errno))

        package var description: String {
            "this machine gives the server of the lesson no port: \(reason)"
        }
    }

    /// Opens a socket that listens at a port of its own.
    private static func openListener(
        at host: UInt32
    ) throws -> (listener: Int32, url: URL) {
        #if canImport(Darwin)
            let stream: Int32 = SOCK_STREAM
        #else
            let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        let listener = socket(AF_INET, stream, 0)
        guard listener >= 0 else { throw NoPort() }
        limitWaiting(of: listener)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = host.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 1) == 0
                    && getsockname(listener, $0, &size) == 0
            }
        }
        let port = UInt16(bigEndian: address.sin_port)
        guard isListening, let url = URL(string: "http://127.0.0.1:\(port)/") else {
            let failure = NoPort()
            close(listener)
            throw failure
        }
        return (listener, url)
    }

    /// Ends each wait at a socket after ten seconds, and sends no signal where nobody reads.
    private static func limitWaiting(of socket: Int32) {
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
        setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
        #if canImport(Darwin)
            var on: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// Returns a piece as HTTP sends it where nobody knows how long the body will be. One without bytes
    /// ends the body.
    private static func chunk(of piece: Data) -> Data {
        let size = String(piece.count, radix: 16)
        return Data("\(size)\r\n".utf8) + piece + Data("\r\n".utf8)
    }

    /// Reads a request to the end of its headers.
    ///
    /// - Returns: Its first line, or nil if no whole request comes.
    private static func readRequest(of connection: Int32) -> String? {
        var request = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while request.range(of: Data("\r\n\r\n".utf8)) == nil {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            request += buffer.prefix(count)
        }
        return String(decoding: request.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }

    private static func transmit(_ bytes: Data, to connection: Int32) {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var remaining = Array(bytes)[...]
        while !remaining.isEmpty {
            let count = remaining.withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, flags)
            }
            guard count > 0 else { return }
            remaining = remaining.dropFirst(count)
        }
    }
}
