import Foundation

/// A message of the compiler.
package struct Diagnostic: Equatable, Codable {
    /// The severity of a message.
    package enum Severity: String, Codable {
        case error, warning
    }

    package let severity: Severity
    /// The path of the file, from the package's folder.
    package let path: String
    package let line: Int
    /// The column, counted in bytes from 1.
    package let column: Int
    package let message: String
    /// The message with the lines of code around its place, as the compiler prints them.
    package let excerpt: String

    /// Returns the messages in the output of a build, each of them once, because the compiler
    /// prints some of them twice.
    package static func all(in output: String, _ workbook: WorkbookFolder) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        var block: [Substring] = []
        func close() {
            guard let diagnostic = Diagnostic(block, in: workbook),
                !diagnostics.contains(diagnostic)
            else { return }
            diagnostics.append(diagnostic)
        }
        for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("/"), line.contains(": error: ") || line.contains(": warning: ") {
                close()
                block = [line]
            } else if line.first?.isNumber == true || line.first == " ", !block.isEmpty {
                block.append(line)
            } else {
                close()
                block = []
            }
        }
        close()
        return diagnostics
    }

    private init?(_ block: [Substring], in workbook: WorkbookFolder) {
        // A folder may have a colon in its name, so the first part that looks like a place is used.
        guard let first = block.first,
            let match = first.firstMatch(
                of:
                    #/^(?<file>/.+?\.swift):(?<line>\d+):(?<column>\d+): (?<severity>error|warning): /#
            ),
            let line = Int(match.line), let column = Int(match.column),
            let severity = Severity(rawValue: String(match.severity))
        else { return nil }
        self.severity = severity
        path = workbook.relative(String(match.file))
        message = first[match.range.upperBound...].trimmingCharacters(in: .whitespaces)
        // The compiler reports a missing brace at the end of the file. The learner has to look at
        // the brace that is not closed.
        let opening = message.hasPrefix("expected '}'") ? Self.openingBrace(in: block) : nil
        (self.line, self.column) = opening ?? (line, column)
        let heading = "\(path):\(self.line):\(self.column): \(severity.rawValue): \(message)"
        excerpt = ([heading] + block.dropFirst().map(String.init)).joined(separator: "\n")
    }

    /// Returns the place of the brace that is not closed, which a note below the message names.
    private static func openingBrace(in block: [Substring]) -> (line: Int, column: Int)? {
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
