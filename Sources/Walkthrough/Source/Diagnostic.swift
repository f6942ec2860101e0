import Foundation

/// One message of the compiler.
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
    /// What the compiler says in one line.
    package let message: String
    /// The message with the lines around its place, as the compiler prints them.
    package let text: String

    /// Finds the messages in the output of a build. The compiler prints some of them twice.
    ///
    /// - Parameters:
    ///   - output: What was printed, without colors.
    ///   - package: The package's folder.
    package static func all(in output: String, of package: URL) -> [Diagnostic] {
        var found: [Diagnostic] = []
        var block: [Substring] = []
        func close() {
            guard let first = block.first, let diagnostic = Diagnostic(first, block, package),
                !found.contains(diagnostic)
            else { return }
            found.append(diagnostic)
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
        return found
    }

    private init?(_ first: Substring, _ block: [Substring], _ package: URL) {
        // A folder may have a colon in its name, so the first place that looks like one counts.
        guard
            let match = first.firstMatch(
                of:
                    #/^(?<file>/.+?\.swift):(?<line>\d+):(?<column>\d+): (?<severity>error|warning): /#
            ),
            let line = Int(match.line), let column = Int(match.column),
            let severity = Severity(rawValue: String(match.severity))
        else { return nil }
        let folder = package.path + "/"
        self.severity = severity
        path = String(
            match.file.hasPrefix(folder) ? match.file.dropFirst(folder.count) : match.file)
        message = first[match.range.upperBound...].trimmingCharacters(in: .whitespaces)
        // The compiler misses a brace at the end of the file, where nobody has to write anything.
        let opening = message.hasPrefix("expected '}'") ? Self.openingBrace(in: block) : nil
        (self.line, self.column) = opening ?? (line, column)
        let heading = "\(path):\(self.line):\(self.column): \(severity.rawValue): \(message)"
        text = ([heading] + block.dropFirst().map(String.init)).joined(separator: "\n")
    }

    /// The place of the brace that has no other one, as a note below its line says.
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
