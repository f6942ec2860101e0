import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A key as the reader of a lesson has use for it.
package enum Key: Equatable {
    case enter
    /// The space bar, page down, or the arrow to the right; a clicker has one of them.
    case onward
    /// Page up, or the arrow to the left.
    case back
    /// A printable character of ASCII, in lower case.
    case character(Character)
    case delete
    /// The input has ended.
    case end
    /// Something that the terminal answers, without its frame.
    case report(String)
    /// Anything else.
    case other
}

extension Key {
    /// Takes the first key from what the terminal sent, or gives nil where more of it has to come.
    /// Keys with a name come as sequences that begin with Escape
    /// (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html).
    ///
    /// - Parameters:
    ///   - bytes: What was sent. What the key takes is removed.
    ///   - isAll: Whether nothing follows, so that Escape is the key of that name.
    static func take(from bytes: inout ArraySlice<UInt8>, isAll: Bool) -> Key? {
        guard let first = bytes.first else { return nil }
        if first == escape {
            if let key = sequence(&bytes) { return key }
            if isAll { bytes = [] }
            return isAll ? .other : nil
        }
        bytes.removeFirst()
        switch first {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .enter
        case UInt8(ascii: " "): return .onward
        case 0x7F, 0x08: return .delete
        case 0x04: return .end
        case 0x21...0x7E:
            return .character(Character(Character(Unicode.Scalar(first)).lowercased()))
        default: return .other
        }
    }

    private static let escape: UInt8 = 0x1B

    /// A sequence from Escape on, or nil where its end is not there.
    private static func sequence(_ bytes: inout ArraySlice<UInt8>) -> Key? {
        let rest = bytes.dropFirst(2)
        guard let kind = bytes.dropFirst().first else { return nil }
        switch kind {
        case UInt8(ascii: "["):
            guard let end = rest.firstIndex(where: { (0x40...0x7E).contains($0) }) else {
                return nil
            }
            // The console of Linux sends one letter more for some keys.
            let isLong = end == rest.startIndex && rest[end] == UInt8(ascii: "[")
            defer { bytes = rest[end...].dropFirst(isLong ? 2 : 1) }
            let parameters = String(decoding: rest[..<end], as: UTF8.self)
            switch (rest[end], parameters.split(separator: ";").first) {
            case (UInt8(ascii: "C"), _), (UInt8(ascii: "~"), "6"): return .onward
            case (UInt8(ascii: "D"), _), (UInt8(ascii: "~"), "5"): return .back
            case (UInt8(ascii: "c"), _): return .report(parameters)
            default: return .other
            }
        case UInt8(ascii: "O"):
            guard let letter = rest.first else { return nil }
            bytes = rest.dropFirst()
            switch letter {
            case UInt8(ascii: "C"): return .onward
            case UInt8(ascii: "D"): return .back
            case UInt8(ascii: "M"): return .enter
            default: return .other
            }
        case UInt8(ascii: "]"):
            guard let end = rest.firstIndex(where: { $0 == 0x07 || $0 == escape }) else {
                return nil
            }
            bytes = rest[end...].dropFirst(rest[end] == escape ? 2 : 1)
            return .report(String(decoding: rest[..<end], as: UTF8.self))
        default:
            // Escape and a letter: the letter with another key held down.
            bytes = kind == escape ? bytes.dropFirst() : rest
            return .other
        }
    }
}

/// The keys that a person presses. The terminal must be in ``RawMode``.
package final class Keyboard {
    package init() {}

    private var bytes: ArraySlice<UInt8> = []
    private var keys: [Key] = []

    /// How long the rest of a sequence may take, in milliseconds.
    private static let pause: Int32 = 100

    /// Waits for a key.
    ///
    /// - Parameters:
    ///   - pause: After how many milliseconds ``hasChanged`` is asked again.
    ///   - hasChanged: What else ends the waiting.
    /// - Returns: The key, or nil where something else ended it.
    package func next(within pause: Int32 = 200, unless hasChanged: () -> Bool) -> Key? {
        while true {
            if !keys.isEmpty { return keys.removeFirst() }
            if let key = Key.take(from: &bytes, isAll: false) { return key }
            if hasChanged() { return nil }
            if !read(within: bytes.isEmpty ? pause : Self.pause), !bytes.isEmpty {
                return Key.take(from: &bytes, isAll: true)
            }
        }
    }

    /// Asks the terminal for its background, and keeps what is typed meanwhile.
    ///
    /// Each terminal answers the second question, which ends the waiting for the first. One that
    /// answers too late does no harm: an answer is a key that nobody has use for.
    func palette() -> Terminal.Palette? {
        guard Terminal.send("\u{1B}]11;?\u{1B}\\\u{1B}[c", to: STDOUT_FILENO) else { return nil }
        let end = Date(timeIntervalSinceNow: 0.3)
        var palette: Terminal.Palette?
        while Date() < end {
            guard let key = Key.take(from: &bytes, isAll: false) else {
                _ = read(within: 50)
                if keys.last == .end { break }
                continue
            }
            guard case .report(let report) = key else {
                keys.append(key)
                continue
            }
            guard report.hasPrefix("11;") else { break }
            palette = Terminal.Palette(report: report)
        }
        return palette
    }

    /// Reads what is there or comes soon, in milliseconds.
    private func read(within time: Int32) -> Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&input, 1, time) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 256)
        #if canImport(Darwin)
            let count = Darwin.read(STDIN_FILENO, &buffer, buffer.count)
        #else
            let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
        #endif
        if count > 0 {
            bytes += buffer[..<count]
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            keys.append(.end)
        }
        return true
    }
}

extension Terminal.Palette {
    /// The palette for a background such as `11;rgb:1e1e/1e1e/1e1e`, with one to four digits a
    /// share.
    init?(report: String) {
        guard let colon = report.firstIndex(of: ":") else { return nil }
        let shares = report[colon...].dropFirst().split(separator: "/").compactMap { digits in
            Double(Int(digits, radix: 16) ?? 0) / (pow(16, Double(digits.count)) - 1)
        }
        guard shares.count == 3 else { return nil }
        self = shares[0] * 0.3 + shares[1] * 0.6 + shares[2] * 0.1 > 0.5 ? .light : .dark
    }
}
