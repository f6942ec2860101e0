import Foundation

/// An exercise's file as somebody has written it: its bytes, whatever becomes of the file afterwards.
package struct Answer: Sendable {
    /// The exercise: `07`.
    let number: String
    /// Nil where there is no file.
    package let contents: Data?
    /// What the file is called where something is said of it, from the package's folder.
    let path: String

    /// - Parameters:
    ///   - contents: The whole text of a file `Exercise07.swift`.
    ///   - path: What the file is called.
    package init(_ number: String, _ contents: Data?, path: String) {
        self.number = number
        self.contents = contents
        self.path = path
    }

    /// Reads the answer to an exercise.
    package init(_ number: String, in folder: AnswersFolder, of workbook: WorkbookFolder) {
        let path = folder.answerPath(number)
        self.init(number, try? Data(contentsOf: workbook.url(path)), path: path)
    }

    /// Whether nobody has changed anything since the exercise was handed out.
    func isStub(in workbook: WorkbookFolder) -> Bool {
        guard let contents else { return false }
        return contents == (try? Data(contentsOf: workbook.url(workbook.stubPath(number))))
    }
}
