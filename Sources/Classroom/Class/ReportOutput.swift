import DecodingExplainer
import Foundation
import Judging
import Walkthrough

/// What becomes of the results of a class: a report on the screen, and the files that were asked for.
struct ReportOutput: Sendable {
    private let workbook: WorkbookFolder
    private let showsAll: Bool
    /// The file for a spreadsheet.
    private let spreadsheet: URL?
    /// The folder for the texts to send back.
    private let replies: URL?

    /// Reads the options, and checks that each file can be written, before the long work begins.
    ///
    /// - Throws: ``UsageError``.
    init(_ arguments: Arguments, in workbook: WorkbookFolder) throws {
        self.workbook = workbook
        showsAll = arguments.has("--messages")
        spreadsheet = arguments["--csv"].map(URL.typed)
        replies = arguments["--replies"].map(URL.typed)
        if let spreadsheet { try Spreadsheet.lookAhead(spreadsheet) }
        if let replies { try PupilReply.lookAhead(replies) }
    }

    /// Returns the report on results.
    func report(on results: ClassResults) -> ClassReport {
        ClassReport(results: results, workbook: workbook, showsAll: showsAll)
    }

    /// Prints the report, and writes the files.
    func write(_ results: ClassResults) throws {
        let report = report(on: results)
        try Console.print(report.lines)
        try spreadsheet.map(report.spreadsheet.write(to:))
        if let replies { try PupilReply.write(results, of: workbook, to: replies) }
    }
}

/// The command `classroom report`, which puts the parts of a class together.
enum ClassReporting {
    static let usage = Usage(
        "classroom report", "FILE …",
        help: """
            the report on a class that was judged in
            parts, from their files of results
            """,
        options: [
            "--messages": "cut no list of messages or names short",
            "--csv FILE": "write the table for a spreadsheet, too",
            "--replies FOLDER": "write a text for each pupil, too",
        ])

    static func run(_ arguments: Arguments, in workbook: WorkbookFolder) throws -> Bool {
        let output = try ReportOutput(arguments, in: workbook)
        let parts = try arguments.words.map { word in
            (DisplayText.printable(word), try ClassPart(from: .typed(word)))
        }
        try output.write(ClassPart.joined(parts))
        return true
    }
}
