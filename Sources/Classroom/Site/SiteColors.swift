/// The colors of a page, by what they are for. Each text reaches a contrast of 4.5 on each background, as
/// https://www.w3.org/TR/WCAG22/#contrast-minimum wants it.
struct SiteColors {
    typealias Color = (name: String, value: UInt32)
    let texts: [Color]
    let backgrounds: [Color]
    /// Between and beside things; they say nothing.
    let lines: [Color]

    static let light = SiteColors(
        texts: [
            ("text", 0x1D1C1A), ("quiet", 0x57544D), ("link", 0x0B4F9E), ("keyword", 0x8F1F87),
            ("type", 0x3A3A9F), ("string", 0x9A1B1B), ("key", 0x0B5A6B), ("number", 0x1C3FC4),
            ("comment", 0x4A5D26), ("error", 0xA80000), ("inserted", 0x0B5F1E),
        ],
        backgrounds: [
            ("page", 0xFFFFFF), ("side", 0xFAF9F6), ("code", 0xF5F4F0), ("asked", 0xFFF3D4),
            ("marked", 0xFFE9A8),
        ],
        lines: [("line", 0xDDD9D0), ("edge", 0xE3AD1C)])

    static let dark = SiteColors(
        texts: [
            ("text", 0xE9E7E2), ("quiet", 0xB9B5AC), ("link", 0x9CC7FF), ("keyword", 0xFF9FD6),
            ("type", 0xB9C2FF), ("string", 0xFFB08A), ("key", 0x7FD7E3), ("number", 0xD9C97C),
            ("comment", 0xA9C48A), ("error", 0xFFA3A3), ("inserted", 0x93D99F),
        ],
        backgrounds: [
            ("page", 0x19191B), ("side", 0x1F1F22), ("code", 0x242428), ("asked", 0x362D14),
            ("marked", 0x524312),
        ],
        lines: [("line", 0x3D3C40), ("edge", 0xC9A227)])

    /// The declarations that a sheet of styles begins with.
    var variables: String {
        (texts + backgrounds + lines).map { "--\($0.name): \(Self.hexadecimal($0.value));" }
            .joined(separator: " ")
    }

    private static func hexadecimal(_ color: UInt32) -> String {
        let digits = String(color, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
