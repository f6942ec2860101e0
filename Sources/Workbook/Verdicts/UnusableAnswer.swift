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

    /// Compares the file with its stub, after the build of the checks has failed.
    init(of check: Check, after failure: BuildFailure) {
        let messages = failure.messagesAboutChecks
        let built = failure.answer.map { String(decoding: $0, as: UTF8.self) }
        guard let answer = built ?? check.workbook.text(check.path) else {
            self = .other(messages)
            return
        }
        if answer.allSatisfy(\.isWhitespace) {
            self = .empty
            return
        }
        if let named = WorkbookFolder.exerciseNumber(namedIn: answer), named != check.number {
            self = .otherExercise(named)
            return
        }
        let names = Set(WrittenChange.lines(of: answer).compactMap(Self.name))
        let stub = check.workbook.text(check.stub) ?? ""
        let missing = zip(1..., WrittenChange.lines(of: stub)).filter { _, text in
            // The compiler puts each name that it does not find in quotes.
            Self.name(in: text).map { name in
                !names.contains(name) && messages.contains { $0.contains("'\(name)'") }
            } ?? false
        }.map { (line: $0, declaration: Self.declaration(in: $1)) }
        self = missing.isEmpty ? .other(messages) : .lacks(missing)
    }

    /// Returns the name that a line declares, if it declares one.
    private static func name(in line: String) -> String? {
        let form =
            #/\s*(?:[@a-z]+\s+)*?(?:func|struct|class|enum|actor|protocol|typealias|let|var|case)\s+(\w+)/#
        return line.prefixMatch(of: form).map { String($0.1) }
    }

    private static func declaration(in line: String) -> String {
        let text = line.trimmingCharacters(in: .whitespaces)
        return text.hasSuffix(" {") ? String(text.dropLast(2)) : text
    }
}
