import Foundation

/// A message of the compiler.
package struct Diagnostic: Equatable, Codable {
    /// A kind of message, by the compiler's word for it.
    package enum Severity: String, Codable {
        case error, warning
    }

    /// The kind of the message.
    package let severity: Severity
    /// The file, from the package's folder.
    package let path: String
    /// The line, counted from 1.
    package let line: Int
    /// The column, counted in bytes, from 1.
    package let column: Int
    /// The message in one line.
    package let message: String
    /// The message with the lines of code around its place, as the compiler prints them.
    package let excerpt: String

    /// Returns the messages in the output of a build, each of them once, because the compiler prints some of
    /// them twice.
    ///
    /// - Parameters:
    ///   - output: The output without colors.
    ///   - package: The package's folder.
    package static func all(in output: String, of package: URL) -> [Diagnostic] {
        // A folder may have a colon in its name, so the shortest path that fits is taken.
        let pattern =
            #/
            (?m)^(?<file>/.+?\.swift):(?<line>\d+):(?<column>\d+):
            \ (?<severity>error|warning):\ (?<message>.*)
            (?<code>(\n[\ \d].*)*)
            /#
        let folder = package.path + "/"
        var diagnostics: [Diagnostic] = []
        for match in output.matches(of: pattern) {
            guard let line = Int(match.line), let column = Int(match.column),
                let severity = Severity(rawValue: String(match.severity))
            else { continue }
            let path =
                match.file.hasPrefix(folder) ? match.file.dropFirst(folder.count) : match.file
            let message = match.message.trimmingCharacters(in: .whitespaces)
            // For a missing brace, the compiler names the end of the file. The mistake is at the opening
            // brace.
            let opening = message.hasPrefix("expected '}'") ? openingBrace(in: match.code) : nil
            let place = opening ?? (line, column)
            let heading = "\(path):\(place.line):\(place.column): \(severity.rawValue): \(message)"
            let diagnostic = Diagnostic(
                severity: severity, path: String(path), line: place.line, column: place.column,
                message: message, excerpt: heading + match.code)
            if !diagnostics.contains(diagnostic) { diagnostics.append(diagnostic) }
        }
        return diagnostics
    }

    /// A note of the compiler below a line of code: often the reason of the message.
    package struct Note {
        /// The line, counted from 1.
        package let line: Int
        /// The code of that line, without the blanks before it.
        package let code: String
        package let message: String
    }

    /// The notes that the excerpt has, the first one of each line: of several corrections, it is the one that
    /// the compiler prefers.
    package var notes: [Note] {
        var source: (line: Int, code: String)?
        return excerpt.split(separator: "\n").compactMap { line in
            if let row = line.wholeMatch(of: #/ *(?<number>\d+) \| (?<code>.*)/#) {
                source = Int(row.number).map { ($0, row.code.trimmingCharacters(in: .whitespaces)) }
            }
            guard let note = line.wholeMatch(of: #/ *\|[ |]*[|`]- note: (?<message>.*)/#) else {
                return nil
            }
            defer { source = nil }
            return source.map { Note(line: $0.line, code: $0.code, message: String(note.message)) }
        }
    }

    /// Returns the place of a brace that is never closed, which a note below its line gives.
    private static func openingBrace(in code: Substring) -> (line: Int, column: Int)? {
        let block = code.split(separator: "\n", omittingEmptySubsequences: false)
        guard
            let index = block.firstIndex(where: { $0.contains("note: to match this opening '{'") }),
            let source = block[..<index].last?.prefixMatch(of: #/ *(?<line>\d+) \| /#),
            let line = Int(source.line),
            let mark = block[index].utf8.firstIndex(of: UInt8(ascii: "`"))
        else { return nil }
        let before = block[index].utf8.distance(from: block[index].startIndex, to: mark)
        return (line, before - source.output.0.utf8.count + 1)
    }
}
