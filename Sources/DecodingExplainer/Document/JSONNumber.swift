/// The text of a number.
enum JSONNumber {
    /// Returns a Boolean value that indicates whether a number is known to fit every type of numbers in the
    /// standard library. The result is `nil` if its text breaks the rules of JSON.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    static func fitsEveryType(_ text: DocumentBytes.SubSequence) -> Bool? {
        var rest = text
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }

        let integer = readDigits(from: &rest)
        guard let first = integer.first, integer.count == 1 || first != UInt8(ascii: "0")
        else { return nil }
        var isWhole = true
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            let fraction = readDigits(from: &rest)
            guard !fraction.isEmpty else { return nil }
            isWhole = fraction.allSatisfy { $0 == UInt8(ascii: "0") }
        }
        let hasExponent = rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E")
        if hasExponent {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
                rest = rest.dropFirst()
            }
            guard !readDigits(from: &rest).isEmpty else { return nil }
        }
        guard rest.isEmpty else { return nil }
        // A whole number below 128, such as 7, 1.0 or 1e1. One that reads as zero and has an exponent may be
        // too close to zero for any type.
        guard text.count <= 20, isWhole || hasExponent,
            let number = Double(String(decoding: text, as: UTF8.self))
        else { return false }
        return (0...127).contains(number) && number.rounded() == number
            && !(hasExponent && number == 0)
    }

    private static func readDigits(
        from text: inout DocumentBytes.SubSequence
    ) -> DocumentBytes.SubSequence {
        let end = text.firstIndex { $0 &- UInt8(ascii: "0") > 9 } ?? text.endIndex
        defer { text = text[end...] }
        return text[..<end]
    }
}
