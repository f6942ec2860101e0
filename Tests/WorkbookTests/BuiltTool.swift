import Foundation
import Testing

/// The `workbook` program that was built with the tests.
enum BuiltTool {
    static func find() throws -> URL {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        while folder.pathComponents.count > 1 {
            let tool = folder.appendingPathComponent("workbook")
            if FileManager.default.isExecutableFile(atPath: tool.path) { return tool }
            folder.deleteLastPathComponent()
        }
        return try #require(nil as URL?, "the tool is not where the tests are")
    }
}
