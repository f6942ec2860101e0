import Foundation

/// The keys that a person presses. The terminal must be in ``RawMode``.
package final class Keyboard {
    package init() {}

    private var bytes: ArraySlice<UInt8> = []
    private var keys: [Key] = []

    /// The longest pause inside the bytes of one key, in milliseconds.
    private static let pause: Int32 = 100

    /// Waits for a key.
    ///
    /// - Parameters:
    ///   - pause: The milliseconds after which `hasChanged` is called again.
    ///   - hasChanged: Returns true if there is no need to wait any longer.
    /// - Returns: The key, or nil if `hasChanged` ended the waiting.
    package func next(within pause: Int32 = 200, unless hasChanged: () -> Bool) -> Key? {
        while true {
            if !keys.isEmpty { return keys.removeFirst() }
            if let key = Key.take(from: &bytes, isAll: false) { return key }
            if hasChanged() { return nil }
            if !receive(within: bytes.isEmpty ? pause : Self.pause), !bytes.isEmpty {
                return Key.take(from: &bytes, isAll: true)
            }
        }
    }

    /// Discards the keys that were pressed and not used yet, because they were for another screen.
    package func forget() {
        (bytes, keys) = ([], [])
    }

    /// Asks the terminal for its background. Keys that are pressed meanwhile are discarded, because no page is
    /// shown yet.
    ///
    /// Every terminal answers the second question, so that answer ends the waiting for the first. An
    /// answer that comes too late does no harm, because it is read as a key that does nothing.
    ///
    /// - Parameter handlesSignals: The same as for ``RawMode/begin(handlesSignals:)``.
    /// - Returns: The palette, or nil if the terminal cannot be asked or does not answer.
    func palette(handlesSignals: Bool) -> Terminal.Palette? {
        guard Terminal.current.tellsBackground else { return nil }
        RawMode.begin(handlesSignals: handlesSignals)
        defer {
            RawMode.end()
            forget()
        }
        guard Terminal.write("\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8, to: STDOUT_FILENO) == nil else {
            return nil
        }
        let end = Date(timeIntervalSinceNow: 0.3)
        var palette: Terminal.Palette?
        while let key = next(within: 50, unless: { Date() > end }), key != .end {
            guard case .report(let report) = key else { continue }
            guard report.hasPrefix("11;") else { break }
            palette = Terminal.Palette(report: report)
        }
        return palette
    }

    /// Reads the bytes that are there or that come within some milliseconds.
    ///
    /// - Returns: False if there are none.
    private func receive(within time: Int32) -> Bool {
        guard LinePrompt.hasInput(within: time) else { return false }
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count > 0 {
            bytes += buffer[..<count]
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            keys.append(.end)
        }
        return true
    }
}

extension Terminal.Palette {
    /// Creates the palette for a background such as `11;rgb:1e1e/1e1e/1e1e`, whose shares of red, green
    /// and blue have one to four digits each.
    init?(report: String) {
        guard let colon = report.firstIndex(of: ":") else { return nil }
        let shares = report[colon...].dropFirst().split(separator: "/").compactMap { digits in
            Double(Int(digits, radix: 16) ?? 0) / (pow(16, Double(digits.count)) - 1)
        }
        guard shares.count == 3 else { return nil }
        self = shares[0] * 0.3 + shares[1] * 0.6 + shares[2] * 0.1 > 0.5 ? .light : .dark
    }
}
