import Judging
import Walkthrough

@testable import Maintaining

extension KnownAnswerAddition {
    init(_ words: [String], in workbook: WorkbookFolder) throws {
        let arguments = try Self.usage("refuse", help: "").parse(words)
        try self.init(arguments, isRight: false, in: workbook)
    }
}
