import Foundation

extension Data {
    /// The encoding of a text, if it is UTF-16. That is known by its first two bytes, or by the zeros that it
    /// has beside plain letters.
    package var utf16Encoding: String.Encoding? {
        let start = Array(prefix(64))
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return .utf16 }
        let zeros = start.indices.filter { start[$0] == 0 }
        guard zeros.count >= 8 else { return nil }
        return zeros[0] == 1 ? .utf16LittleEndian : .utf16BigEndian
    }
}
