import Foundation
import Judging

/// A table as a file that a spreadsheet reads: comma-separated values, as RFC 4180 has them.
struct Spreadsheet {
    let rows: [[String]]

    /// The table, with lines that end as the RFC wants.
    var text: String {
        rows.map { $0.map(Self.field).joined(separator: ",") + "\r\n" }.joined()
    }

    /// A field that a spreadsheet shows and never calculates: one that begins like a formula gets an
    /// apostrophe.
    private static func field(_ text: String) -> String {
        let isFormula =
            text.unicodeScalars.first { !$0.properties.isWhitespace }
            .map { "=+-@＝＋－＠".unicodeScalars.contains($0) } ?? false
        let harmless = isFormula ? "'" + text : text
        guard harmless.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else {
            return harmless
        }
        return "\"" + harmless.replacing("\"", with: "\"\"") + "\""
    }

    /// Looks whether a file could be written, before the work is done that fills it.
    ///
    /// - Throws: ``UsageError``.
    static func lookAhead(_ file: URL) throws {
        let name = file.path
        let files = FileManager.default
        let folder = file.deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue,
            files.isWritableFile(atPath: folder)
        else {
            throw UsageError(description: "\(name) cannot be written: is its folder there?")
        }
        guard let type = try? files.attributesOfItem(atPath: name)[.type] as? FileAttributeType
        else { return }
        guard type == .typeRegular else {
            throw UsageError(description: "\(name) is there, and is not an ordinary file.")
        }
    }

    /// Writes all of it or nothing. A mark at the beginning says that it is UTF-8: spreadsheets guess
    /// otherwise, and names with umlauts lose them.
    func write(to file: URL) throws {
        try Data(("\u{FEFF}" + text).utf8).write(to: file, options: .atomic)
    }
}
