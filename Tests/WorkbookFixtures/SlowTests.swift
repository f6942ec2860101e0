import ExerciseConventions
import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// For a test that builds programs for many seconds, to show that the workbook's tools are right.
    /// It runs with `TESTS=all`, as in `.ci/run`.
    package static var slow: Self {
        .enabled("TESTS=all swift test runs it too") {
            ProcessInfo.processInfo.environment[EnvironmentVariable.tests]
                == EnvironmentVariable.allTests
        }
    }
}
