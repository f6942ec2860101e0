import Foundation

/// A file that proves that a run of the checks was completed.
///
/// The tool puts the file into the folder in which the checks run. The checks remove it when they
/// start, and put it back at the very end. An answer could write all the records itself and exit,
/// but it does not know the contents of the file.
public struct RunSeal: Sendable {
    private let file: URL
    private let contents: Data

    /// Creates a seal with new contents for a run in a folder. The file is written by ``put()``.
    public init(for folder: URL) {
        file = folder.appendingPathComponent(Self.name)
        contents = Data(UUID().uuidString.utf8)
    }

    /// Reads the seal that the tool has put into a folder. The result is `nil` if there is none.
    public init?(foundIn folder: URL) {
        file = folder.appendingPathComponent(Self.name)
        guard let contents = try? Data(contentsOf: file) else { return nil }
        self.contents = contents
    }

    private static let name = "seal"

    /// Writes the file.
    public func put() throws { try contents.write(to: file) }

    /// Removes the file.
    public func takeAway() { try? FileManager.default.removeItem(at: file) }

    /// A Boolean value that indicates whether the file is in its place with the same contents.
    public var isBack: Bool { (try? Data(contentsOf: file)) == contents }
}
