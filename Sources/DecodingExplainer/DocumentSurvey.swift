/// What one pass over a document tells about the reasons why `JSONDecoder` may refuse it.
struct DocumentSurvey {
    /// The numbers of one kind: the places of the first ones, and how many there are.
    struct Numbers {
        static let limit = 3
        private(set) var offsets: [Int] = []
        private(set) var count = 0

        mutating func insert(_ offset: Int) {
            count += 1
            if offsets.count < Self.limit { offsets.append(offset) }
        }
    }

    /// A whole number and its place.
    struct Extreme {
        let magnitude: UInt64
        let offset: Int
    }

    /// The scanner at the end of the document, or at the fault.
    private(set) var scanner: DocumentScanner
    /// The fault that no parser can pass.
    private(set) var fault: DocumentFault?
    private(set) var notDouble = Numbers()
    private(set) var notInteger = Numbers()
    private(set) var largest: Extreme?
    private(set) var mostNegative: Extreme?

    /// Reads all of a document.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        scanner = DocumentScanner(bytes)
        do throws(DocumentFault) {
            while let token = try scanner.next() {
                guard case .number(let number?) = token else { continue }
                note(number, at: scanner.tokenPlace.offset)
            }
        } catch {
            fault = error
        }
    }

    private mutating func note(_ number: JSONNumber, at offset: Int) {
        switch number {
        case .integer(let isNegative, let magnitude):
            if isNegative, magnitude > (mostNegative?.magnitude ?? 0) {
                mostNegative = Extreme(magnitude: magnitude, offset: offset)
            } else if !isNegative, magnitude > (largest?.magnitude ?? UInt64(Int8.max)) {
                // Every integer type holds the numbers up to 127.
                largest = Extreme(magnitude: magnitude, offset: offset)
            }
        case .notInteger:
            notInteger.insert(offset)
        case .notDouble:
            notDouble.insert(offset)
        }
    }
}
