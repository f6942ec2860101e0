import Foundation

/// A file that tells a run of the checks which came to its end from one that only reports it.
///
/// The tool puts it into the folder in which the checks run. They take it away when they start, and
/// put it back at the very end. An answer that writes the records itself and leaves does not know what
/// was in it.
public struct RunSeal: Sendable {
    private let file: URL
    private let contents: Data

    /// A seal that nobody knows yet, for a run in a folder.
    public init(for folder: URL) {
        file = folder.appendingPathComponent(Self.name)
        contents = Data(UUID().uuidString.utf8)
    }

    /// The seal that the tool has put into a folder, or nil where there is none.
    public init?(foundIn folder: URL) {
        file = folder.appendingPathComponent(Self.name)
        guard let contents = try? Data(contentsOf: file) else { return nil }
        self.contents = contents
    }

    private static let name = "seal"

    public func put() throws { try contents.write(to: file) }

    public func takeAway() { try? FileManager.default.removeItem(at: file) }

    /// Whether the seal is where it was put, and is the same.
    public var isBack: Bool { (try? Data(contentsOf: file)) == contents }
}
