import Foundation

/// An answer to an exercise: the contents that its file had when it was read.
package struct Answer: Equatable, Sendable {
    /// The number of the exercise: `07`.
    let number: String
    /// The contents of the file, or `nil` if there is no file.
    package let contents: Data?
    /// A Boolean value that indicates whether something is in the place of the file that cannot be read as
    /// one.
    private let isBlocked: Bool
    /// The path by which messages name the file, from the package's folder.
    let path: String

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - number: The number of the exercise: `07`.
    ///   - contents: The contents of a file `Exercise07.swift`, or `nil` if there is no file.
    ///   - path: The path by which messages name the file.
    package init(_ number: String, _ contents: Data?, path: String) {
        self.init(number, contents, path: path, isBlocked: false)
    }

    private init(_ number: String, _ contents: Data?, path: String, isBlocked: Bool) {
        self.number = number
        self.contents = contents
        self.path = path
        self.isBlocked = isBlocked
    }

    /// Reads the answer to an exercise from a folder of answers.
    package init(_ number: String, in folder: AnswersFolder, of workbook: WorkbookFolder) {
        let path = folder.answerPath(number)
        let contents = Self.contents(of: workbook.url(path))
        self.init(
            number, contents, path: path, isBlocked: contents == nil && workbook.exists(path))
    }

    /// Returns the contents of a file, or `nil` if there is no file that can be read. To read a pipe would
    /// take as long as nobody writes into it.
    package static func contents(of file: URL) -> Data? {
        var status = stat()
        guard stat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return try? Data(contentsOf: file)
    }

    /// The reason why no program can be built from the answer, whatever the compiler would say of it. It is
    /// nil if there is none.
    var obstacle: String? {
        guard let contents else { return nil }
        if contents.utf16Encoding != nil {
            return "\(path) is in UTF-16, and the compiler reads UTF-8. Save it as UTF-8."
        }
        guard let text = String(data: contents, encoding: .utf8) else {
            return
                "\(path) has bytes that are not UTF-8, and the compiler reads UTF-8. Save it as UTF-8."
        }
        let lines =
            text
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard let line = lines.firstIndex(where: { $0.hasPrefix("@main") }) else { return nil }
        return "\(path):\(line + 1) has @main, but an exercise is no program of its own. "
            + "Take it out."
    }

    /// Returns a Boolean value that indicates whether the answer is the same as the exercise's
    /// stub.
    func isStub(in workbook: WorkbookFolder) -> Bool {
        guard let contents else { return false }
        return contents == (try? Data(contentsOf: workbook.url(workbook.stubPath(number))))
    }
}
