/// What kind of Swift number the text of a JSON number can become.
enum JSONNumber: Equatable {
    /// A whole number in the range of `Int64` or `UInt64`; `1.0` and `1e3` are whole.
    case integer(isNegative: Bool, magnitude: UInt64)
    /// A number that `Double` holds and that no integer type does.
    case notInteger
    /// A number that is too large for `Double`, or too close to zero.
    case notDouble
}

extension JSONNumber {
    /// Reads the text of a number, or returns `nil` if it breaks the rules of JSON.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    init?(_ text: UnsafeBufferPointer<UInt8>.SubSequence) {
        var digits = Digits()
        var rest = text
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative { rest = rest.dropFirst() }

        let startsWithZero = rest.first == UInt8(ascii: "0")
        let integerCount = digits.read(from: &rest, isFraction: false)
        guard integerCount == 1 || (integerCount > 1 && !startsWithZero) else { return nil }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits.read(from: &rest, isFraction: true) > 0 else { return nil }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            guard digits.readExponent(from: &rest) else { return nil }
        }
        guard rest.isEmpty else { return nil }
        self = digits.number(isNegative: isNegative, text: text)
    }

    /// The digits of a number from the first that is not zero on, and where its point stands.
    private struct Digits {
        private var count = 0
        /// How many digits stand before the point once the exponent is applied; may be negative.
        private var integerLength = 0
        /// The number of digits up to the last one that is not zero.
        private var significantCount = 0
        /// The same among the first 15, which every `Double` keeps.
        private var exactCount = 0
        /// The value of the first 19 digits, which `UInt64` always holds.
        private var leading: UInt64 = 0

        /// Reads digits and returns how many there were.
        mutating func read(
            from text: inout UnsafeBufferPointer<UInt8>.SubSequence,
            isFraction: Bool
        ) -> Int {
            var length = 0
            for byte in text {
                let digit = byte &- UInt8(ascii: "0")
                guard digit <= 9 else { break }
                length += 1
                if count == 0 && digit == 0 {
                    if isFraction { integerLength -= 1 }
                    continue
                }
                count += 1
                if !isFraction { integerLength += 1 }
                if count <= 19 { leading = leading * 10 + UInt64(digit) }
                if digit != 0 {
                    significantCount = count
                    if count <= 15 { exactCount = count }
                }
            }
            text = text.dropFirst(length)
            return length
        }

        /// Reads what follows the `e`, and returns whether there was a digit.
        mutating func readExponent(
            from text: inout UnsafeBufferPointer<UInt8>.SubSequence
        ) -> Bool {
            let isNegative = text.first == UInt8(ascii: "-")
            if isNegative || text.first == UInt8(ascii: "+") { text = text.dropFirst() }
            var exponent = 0
            var length = 0
            for byte in text {
                let digit = byte &- UInt8(ascii: "0")
                guard digit <= 9 else { break }
                length += 1
                exponent = min(exponent * 10 + Int(digit), 1 << 50)
            }
            text = text.dropFirst(length)
            integerLength += isNegative ? -exponent : exponent
            return length > 0
        }

        func number(
            isNegative: Bool,
            text: UnsafeBufferPointer<UInt8>.SubSequence
        ) -> JSONNumber {
            if count == 0 { return .integer(isNegative: isNegative, magnitude: 0) }
            if integerLength >= 309 || integerLength < -305 {
                let double = Double(String(decoding: text, as: UTF8.self)) ?? 0
                return double.isFinite && double != 0 ? .notInteger : .notDouble
            }
            if exactCount > integerLength || integerLength > 20 { return .notInteger }

            let magnitude: UInt64?
            if significantCount <= integerLength {
                magnitude = wholeMagnitude(text: text)
            } else {
                // The decoder rounds to a Double first, so 1.00000000000000000001 becomes 1, but
                // trusts it only as far as a Double tells each integer from the next.
                let double = Double(String(decoding: text, as: UTF8.self))?.magnitude ?? 0.5
                magnitude = double < 0x1p53 ? UInt64(exactly: double) : nil
            }
            guard let magnitude, !isNegative || magnitude <= Int64.min.magnitude else {
                return .notInteger
            }
            return .integer(isNegative: isNegative, magnitude: magnitude)
        }

        private func wholeMagnitude(text: UnsafeBufferPointer<UInt8>.SubSequence) -> UInt64? {
            let shift = integerLength - min(count, 19)
            if count > 19 && significantCount > 19 {
                return UInt64(String(decoding: text, as: UTF8.self))
            }
            var magnitude = leading
            for _ in 0..<max(shift, 0) {
                let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
                if overflow { return nil }
                magnitude = product
            }
            for _ in 0..<max(-shift, 0) { magnitude /= 10 }
            return magnitude
        }
    }
}
