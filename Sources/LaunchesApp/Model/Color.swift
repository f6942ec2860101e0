import Foundation

/// A color of the screen, in the museum's form: six hexadecimal digits after "#", sometimes with blanks
/// around them.
public struct Color: Sendable, Equatable, Decodable, CustomStringConvertible {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public var description: String { String(format: "#%02X%02X%02X", red, green, blue) }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let hex = try container.decode(String.self).trimmingCharacters(in: .whitespaces)
        let digits = hex.dropFirst()
        guard hex.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
            let number = UInt32(digits, radix: 16)
        else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "A color has six hexadecimal digits after #.")
        }
        red = UInt8(truncatingIfNeeded: number >> 16)
        green = UInt8(truncatingIfNeeded: number >> 8)
        blue = UInt8(truncatingIfNeeded: number)
    }
}
