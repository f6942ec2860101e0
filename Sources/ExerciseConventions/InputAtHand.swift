import Foundation

/// The input with which an answer is being run: the checks note it, and the tool shows it if the program
/// crashes or hangs.
public struct InputAtHand: Sendable {
    private let file: URL

    /// The length of an input that is kept, in characters.
    public static let longest = 600

    /// - Parameter folder: The folder in which the checks run.
    public init(in folder: URL) {
        file = folder.appendingPathComponent(".input-at-hand")
    }

    /// The first lines of the input of the call that did not return, for a learner. There are none if no
    /// call is under way.
    public var lines: [String] {
        let text = (try? Data(contentsOf: file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard !text.isEmpty else { return [] }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return ["It was given:"] + lines.prefix(8).map { "    \($0)" }
            + (lines.count > 8 ? ["    …"] : [])
    }

    /// Opens the file for notes. It stays open, because there is one for each call of an answer.
    ///
    /// - Throws: An error if the file cannot be written.
    public func open() throws -> FileHandle {
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }
}

extension FileHandle {
    /// Notes an input, or that there is none any more, in the file of an ``InputAtHand``.
    public func note(_ input: String?) {
        try? truncate(atOffset: 0)
        guard let input else { return }
        let isCut = input.count > InputAtHand.longest
        let text = input.prefix(InputAtHand.longest) + (isCut ? "…" : "")
        try? write(contentsOf: Data(text.utf8))
    }
}
