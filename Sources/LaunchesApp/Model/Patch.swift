import Foundation

/// The size of a mission's picture, which its first bytes give. A terminal shows no more of it.
public struct Patch: Sendable, Equatable {
    public let width: Int
    public let height: Int
    public let bytes: Int

    /// Reads the size of a picture.
    ///
    /// - Parameter png: A picture in the format of https://www.w3.org/TR/png/: eight bytes that are
    ///   always the same, and then a first chunk with the size.
    /// - Throws: ``AnswerError/notAPicture`` if the data are something else.
    public init(png: Data) throws {
        let head = Array(png.prefix(24))
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard head.count == 24, head.starts(with: signature) else { throw AnswerError.notAPicture }
        width = head[16..<20].reduce(0) { $0 << 8 | Int($1) }
        height = head[20..<24].reduce(0) { $0 << 8 | Int($1) }
        bytes = png.count
    }
}
