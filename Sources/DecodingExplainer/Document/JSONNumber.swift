/// What kind of Swift number the text of a JSON number can become.
enum JSONNumber: Equatable {
    /// A whole number in the range of `Int64` or `UInt64`; `1.0` and `1e3` are whole.
    case integer(isNegative: Bool, magnitude: UInt64)
    /// A number that `Double` holds and that no integer type of 64 bits does.
    case notInteger
    /// A number that is too large for `Double`, or too close to zero.
    case notDouble

    /// Whether each type of the standard library has room for it.
    var fitsEveryType: Bool {
        switch self {
        case .integer(_, 0), .integer(false, ...0x7F): true
        default: false
        }
    }

    /// Reads the text of a number, or returns `nil` if it breaks the rules of JSON.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    init?(_ text: DocumentBytes.SubSequence) {
        var rest = text
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }

        let integer = Self.readDigits(from: &rest)
        let startsWithZero = integer.first == UInt8(ascii: "0")
        guard integer.count == 1 || (integer.count > 1 && !startsWithZero) else { return nil }
        var fraction = rest.prefix(0)
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            fraction = Self.readDigits(from: &rest)
            guard !fraction.isEmpty else { return nil }
        }
        let hasExponent = rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E")
        if hasExponent {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
                rest = rest.dropFirst()
            }
            guard !Self.readDigits(from: &rest).isEmpty else { return nil }
        }
        guard rest.isEmpty else { return nil }

        // The decoder reads the first digits of a very long number, and so does this.
        if !hasExponent, text.count > 1024 {
            let isFraction = fraction.contains { $0 != UInt8(ascii: "0") }
            self = integer.count > 309 ? .notDouble : .notInteger
            if integer.count > 309 || isFraction { return }
        }
        // Every `Double` keeps 15 digits, so a short number without exponent needs no closer look.
        if hasExponent || integer.count + fraction.count > 15 {
            self.init(wellFormed: String(decoding: text, as: UTF8.self))
        } else if fraction.contains(where: { $0 != UInt8(ascii: "0") }) {
            self = .notInteger
        } else {
            let magnitude = integer.reduce(0) { $0 * 10 + UInt64($1 - UInt8(ascii: "0")) }
            self = .integer(isNegative: isNegative, magnitude: magnitude)
        }
    }

    private static func readDigits(
        from text: inout DocumentBytes.SubSequence
    ) -> DocumentBytes.SubSequence {
        let end = text.firstIndex { $0 &- UInt8(ascii: "0") > 9 } ?? text.endIndex
        defer { text = text[end...] }
        return text[..<end]
    }

    /// Judges a number as `JSONDecoder` does: where its text does not read as an integer, the
    /// nearest `Double` decides.
    ///
    /// - Parameter text: A number as `Double` reads it, hexadecimal included.
    init(wellFormed text: String) {
        let isNegative = text.first == "-"
        if let magnitude = UInt64(isNegative ? text.dropFirst() : text[...]) {
            self = Self.integer(isNegative, magnitude)
        } else if let double = Double(text), double.isFinite, !Self.isLost(text, as: double) {
            let magnitude = UInt64(exactly: double.magnitude)
            self = magnitude.map { Self.integer(isNegative, $0) } ?? .notInteger
        } else {
            self = .notDouble
        }
    }

    /// Whether a number is too close to zero for a `Double`, or is a zero that this toolchain's
    /// decoder does not read as a `Double`.
    private static func isLost(_ text: String, as double: Double) -> Bool {
        guard double == 0 else { return false }
        if text.hasPrefix("0e") || text.hasPrefix("0E") {
            return DecoderTraits.refusesZeroWithExponent
        }
        let digits = text.prefix { $0 != "e" && $0 != "E" }
        return digits.contains { ("1"..."9").contains($0) }
    }

    private static func integer(_ isNegative: Bool, _ magnitude: UInt64) -> JSONNumber {
        isNegative && magnitude > Int64.min.magnitude
            ? .notInteger : .integer(isNegative: isNegative, magnitude: magnitude)
    }
}
