/// What the text of a number tells of it.
struct JSONNumber {
    /// A Boolean value that indicates whether the number is known to fit every type of numbers in the
    /// standard library. It is `nil` if the text breaks the rules of JSON.
    private(set) var fitsEveryType: Bool?
    let hasLeadingZero: Bool

    /// Reads the text of a number.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    init(_ text: DocumentBytes.SubSequence) {
        var rest = text
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }

        let integer = Self.readDigits(from: &rest)
        hasLeadingZero = integer.count > 1 && integer.first == UInt8(ascii: "0")
        guard !integer.isEmpty, !hasLeadingZero else { return }
        var isWhole = true
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            let fraction = Self.readDigits(from: &rest)
            guard !fraction.isEmpty else { return }
            isWhole = fraction.allSatisfy { $0 == UInt8(ascii: "0") }
        }
        let hasExponent = rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E")
        if hasExponent {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
                rest = rest.dropFirst()
            }
            guard !Self.readDigits(from: &rest).isEmpty else { return }
        }
        guard rest.isEmpty else { return }
        // A whole number below 128, such as 7, 1.0 or 1e1. One that reads as zero and has an exponent may be
        // too close to zero for any type.
        if text.count > 20 {
            fitsEveryType = false
        } else if hasExponent {
            let number = Double(String(decoding: text, as: UTF8.self)) ?? 0
            fitsEveryType = number > 0 && number <= 127 && number.rounded() == number
        } else {
            let magnitude = integer.prefix(4).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            fitsEveryType = isWhole && magnitude <= (isNegative ? 0 : 127)
        }
    }

    private static func readDigits(
        from text: inout DocumentBytes.SubSequence
    ) -> DocumentBytes.SubSequence {
        let end = text.firstIndex { $0 &- UInt8(ascii: "0") > 9 } ?? text.endIndex
        defer { text = text[end...] }
        return text[..<end]
    }
}
