import Foundation
import Judging

/// A table as a file that a spreadsheet reads: comma-separated values, as RFC 4180 has them.
struct Spreadsheet {
    let rows: [[String]]

    /// The contents of the file, with the line ends of the RFC.
    var contents: String {
        rows.map { $0.map(Self.field).joined(separator: ",") + "\r\n" }.joined()
    }

    /// Returns a field that a spreadsheet shows and never calculates: if it begins like a formula, it gets
    /// an apostrophe.
    private static func field(_ value: String) -> String {
        let isFormula =
            value.unicodeScalars.first { !$0.properties.isWhitespace }
            .map { "=+-@＝＋－＠".unicodeScalars.contains($0) } ?? false
        let harmless = isFormula ? "'" + value : value
        guard harmless.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else {
            return harmless
        }
        return "\"" + harmless.replacing("\"", with: "\"\"") + "\""
    }

    /// Checks that a file can be written, before the long work for its contents begins.
    ///
    /// - Throws: ``UsageError`` if it cannot be written.
    static func lookAhead(_ file: URL) throws {
        try file.checkPlace()
        guard [nil, .typeRegular].contains(file.fileType) else {
            throw UsageError(description: "\(file.path) is there, and is not an ordinary file.")
        }
    }

    /// Writes the whole file or nothing. A mark at the beginning says that it is UTF-8. Without it,
    /// a spreadsheet may guess another encoding, and show umlauts as other characters.
    func write(to file: URL) throws {
        try Data(("\u{FEFF}" + contents).utf8).write(to: file, options: .atomic)
    }
}
