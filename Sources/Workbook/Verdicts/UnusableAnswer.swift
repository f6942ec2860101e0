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
    /// Some functions are not declared as the stub does it.
    case differs([(own: Declaration, stub: Declaration)])
    /// Something else, in the compiler's words.
    case other([String])

    /// A declaration and its first line, counted from 1.
    struct Declaration {
        let line: Int
        let text: String

        /// Returns a Boolean value that indicates whether a caller can use it in place of another one: the
        /// names of parameters inside the function do not matter, and it may throw less.
        func serves(for other: Declaration) -> Bool {
            let (own, wanted) = (Self.forCaller(text), Self.forCaller(other.text))
            return own == wanted || own == wanted.replacing(" throws", with: "")
        }

        private static func forCaller(_ text: String) -> String {
            text.replacing(#/(\w+) \w+:/#) { "\($0.1):" }
        }
    }

    /// Returns the functions that a file declares, by their names, each up to its brace. A name that is
    /// declared several times is left out.
    fileprivate static func functions(in source: String) -> [String: Declaration] {
        let lines = WrittenChange.lines(of: source)
        var found: [String: [Declaration]] = [:]
        for (index, line) in lines.enumerated() where line.contains("func ") {
            guard let name = name(in: line) else { continue }
            let rest = lines[index...].joined(separator: "\n").prefix { $0 != "{" }
            let text = rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            found[name, default: []].append(Declaration(line: index + 1, text: text))
        }
        return found.compactMapValues { $0.count == 1 ? $0[0] : nil }
    }

    /// Returns the name that a line declares, if it declares one.
    fileprivate static func name(in line: String) -> String? {
        let form =
            #/\s*(?:[@a-z]+\s+)*?(?:func|struct|class|enum|actor|protocol|typealias|let|var|case)\s+(\w+)/#
        return line.prefixMatch(of: form).map { String($0.1) }
    }

    fileprivate static func declaration(in line: String) -> String {
        let text = line.trimmingCharacters(in: .whitespaces)
        return text.hasSuffix(" {") ? String(text.dropLast(2)) : text
    }
}

extension Check {
    /// Compares the answer with its stub, after the checks could not be built with it.
    func unusableAnswer(after failure: BuildFailure) -> UnusableAnswer {
        let messages = failure.messagesAboutChecks
        let built = failure.answer.map { String(decoding: $0, as: UTF8.self) }
        guard let answer = built ?? workbook.text(path) else { return .other(messages) }
        if answer.allSatisfy(\.isWhitespace) { return .empty }
        if let named = WorkbookFolder.exerciseNumber(namedIn: answer), named != number {
            return .otherExercise(named)
        }
        let names = Set(WrittenChange.lines(of: answer).compactMap(UnusableAnswer.name))
        let stubLines = WrittenChange.lines(of: workbook.text(stub) ?? "")
        let missing = zip(1..., stubLines).filter { _, text in
            // The compiler puts each name that it does not find in quotes.
            UnusableAnswer.name(in: text).map { name in
                !names.contains(name) && messages.contains { $0.contains("'\(name)'") }
            } ?? false
        }.map { (line: $0, declaration: UnusableAnswer.declaration(in: $1)) }
        if !missing.isEmpty { return .lacks(missing) }
        let own = UnusableAnswer.functions(in: answer)
        let stub = UnusableAnswer.functions(in: workbook.text(stub) ?? "")
        let changed = stub.compactMap { name, declaration in
            own[name].flatMap { $0.serves(for: declaration) ? nil : (own: $0, stub: declaration) }
        }
        return changed.isEmpty
            ? .other(messages) : .differs(changed.sorted { $0.stub.line < $1.stub.line })
    }
}
