import Foundation

extension Explanation {
    /// Creates an explanation of an error for a document that is text.
    ///
    /// ``byteRange`` counts the bytes of the text in UTF-8. The other parameters are those of
    /// ``init(of:in:named:firstLine:decodedBy:decodeAgain:)``.
    public init(
        of error: any Error,
        in document: String,
        named source: String? = nil,
        firstLine: Int = 1,
        decodedBy decoder: JSONDecoder? = nil,
        decodeAgain: ((Data) throws -> Void)? = nil
    ) {
        self.init(
            of: error, in: Array(document.utf8), named: source, firstLine: firstLine,
            decodedBy: decoder, decodeAgain: decodeAgain)
    }

    /// Creates an explanation of an error for a document in bytes of any kind, such as `[UInt8]` or
    /// `UnsafeRawBufferPointer`. They are not copied.
    ///
    /// The other parameters are those of ``init(of:in:named:firstLine:decodedBy:decodeAgain:)``.
    public init(
        of error: any Error,
        in document: some ContiguousBytes,
        named source: String? = nil,
        firstLine: Int = 1,
        decodedBy decoder: JSONDecoder? = nil,
        decodeAgain: ((Data) throws -> Void)? = nil
    ) {
        self = document.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else {
                return Explanation(
                    of: error, in: Data(), named: source, firstLine: firstLine, decodedBy: decoder,
                    decodeAgain: decodeAgain)
            }
            let data = Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: base), count: bytes.count,
                deallocator: .none)
            return Explanation(
                of: error, in: data as Data?, named: source, firstLine: firstLine,
                decodedBy: decoder, decodeAgain: decodeAgain)
        }
    }
}
