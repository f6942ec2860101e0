import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// For a test that builds programs for many seconds, to show that the workbook's tools are right.
    /// Who learns does not wait for it: it runs where `EVERY_TEST` is set, as `.ci/run` does.
    static var slow: Self {
        .enabled("EVERY_TEST=1 swift test runs it too") {
            ProcessInfo.processInfo.environment["EVERY_TEST"] != nil
        }
    }
}
