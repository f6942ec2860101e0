import Foundation
import Judging

/// The reason why the checks cannot use an answer that compiles.
enum UnusableAnswer {
    /// The file has nothing but blanks in it.
    case empty
    /// The file belongs to another exercise, as its first comment says.
    case otherExercise(String)
    /// Some declarations of the stub, which the checks use, are not in the file.
    case lacks([(line: Int, declaration: String)])
    /// Something else, in the compiler's words.
    case other([String])

    /// Compares the file with its stub.
    ///
    /// - Parameters:
    ///   - number: The number of the exercise.
    ///   - answer: The text of the file, or nil if it cannot be read.
    ///   - stub: The text of the stub.
    ///   - messages: The compiler's messages about the checks.
    init(of number: String, _ answer: String?, stub: String, messages: [String]) {
        guard let answer else {
            self = .other(messages)
            return
        }
        if answer.allSatisfy(\.isWhitespace) {
            self = .empty
            return
        }
        if let named = WorkbookFolder.exerciseNumber(namedIn: answer), named != number {
            self = .otherExercise(named)
            return
        }
        let names = Set(WrittenChange.lines(of: answer).compactMap { Self.name(in: String($0)) })
        let missing = zip(1..., WrittenChange.lines(of: stub)).compactMap { line, text in
            // The compiler puts each name that it does not find in quotes.
            let isMissing = Self.name(in: String(text)).map { name in
                !names.contains(name) && messages.contains { $0.contains("'\(name)'") }
            }
            return isMissing == true ? (line: line, declaration: Self.declaration(in: text)) : nil
        }
        self = missing.isEmpty ? .other(messages) : .lacks(missing)
    }

    /// Returns the name that a line declares, if it declares one.
    private static func name(in line: String) -> String? {
        let form =
            #/\s*(?:[@a-z]+\s+)*?(?:func|struct|class|enum|actor|protocol|typealias|let|var|case)\s+(\w+)/#
        return line.prefixMatch(of: form).map { String($0.1) }
    }

    private static func declaration(in line: some StringProtocol) -> String {
        let text = line.trimmingCharacters(in: .whitespaces)
        return text.hasSuffix(" {") ? String(text.dropLast(2)) : text
    }
}
