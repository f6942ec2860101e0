import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A server for a step of a lesson, on this machine alone, so that the lesson needs no network.
///
/// It answers one request, whatever that asks for, and then it is gone. It waits ten seconds for the
/// request.
package struct LoopbackServer: Sendable {
    /// The address at which it answers.
    package let url: URL
    private let received = Received()

    /// The first line of the request, `GET /launches HTTP/1.1`, or an empty text before it has come.
    package var requestLine: String { received.line.withLock { $0 } }

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - status: The status of its answer.
    ///   - body: The bytes of its answer.
    ///   - host: The address of this machine at which it listens.
    /// - Throws: `NoPort` if this machine gives it no port.
    package init(
        status: Int = 200, sending body: Data, at host: UInt32 = INADDR_LOOPBACK
    ) throws {
        // Where the reader's settings name a proxy, the session would ask that one for an address on this
        // machine. The lesson asks nobody else, so the reader's own list of exceptions is not needed.
        setenv("no_proxy", "127.0.0.1", 1)
        let listener = try LoopbackServer.openListener(at: host)
        guard let url = LoopbackServer.address(of: listener) else {
            let failure = NoPort()
            close(listener)
            throw failure
        }
        self.url = url
        let head = """
            HTTP/1.1 \(status) Status\r
            Content-Length: \(body.count)\r
            Connection: close\r
            \r

            """
        Thread.detachNewThread { [received] in
            defer { close(listener) }
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { return }
            defer { close(connection) }
            LoopbackServer.answer(connection, with: Data(head.utf8) + body, noting: received)
        }
    }

    private final class Received: Sendable {
        let line = Mutex("")
    }

    /// The error of a server that gets no port, with what the system says of its last call.
    package struct NoPort: Error, CustomStringConvertible {
        private let reason = String(cString: strerror(errno))

        package var description: String {
            "this machine gives the server of the lesson no port: \(reason)"
        }
    }

    /// Opens a socket that listens at a port of its own.
    private static func openListener(at host: UInt32) throws -> Int32 {
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
        let isListening = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                    && listen(listener, 1) == 0
            }
        }
        guard isListening else {
            let failure = NoPort()
            close(listener)
            throw failure
        }
        return listener
    }

    private static func address(of listener: Int32) -> URL? {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isKnown = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(listener, $0, &size) == 0
            }
        }
        guard isKnown else { return nil }
        return URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/")
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

    /// Reads a request to the end of its headers, and sends the response.
    private static func answer(
        _ connection: Int32, with response: Data, noting received: Received
    ) {
        limitWaiting(of: connection)
        var request = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while request.range(of: Data("\r\n\r\n".utf8)) == nil {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            request += buffer.prefix(count)
        }
        let line = String(decoding: request.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        received.line.withLock { $0 = line }
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var remaining = Array(response)[...]
        while !remaining.isEmpty {
            let count = remaining.withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, flags)
            }
            guard count > 0 else { return }
            remaining = remaining.dropFirst(count)
        }
    }
}
