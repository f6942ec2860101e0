import Foundation

/// `workbook record`: writes the README.md of lessons anew, from a run.
struct Recording {
    let workbook: WorkbookFolder

    init(of workbook: WorkbookFolder) {
        self.workbook = workbook
    }

    /// A lesson that did not run.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameter number: The lesson, or nil for all.
    /// - Returns: True.
    /// - Throws: ``Failure`` where a lesson does not compile or does not run to its end.
    func run(only number: String?) throws -> Bool {
        for number in number.map({ [$0] }) ?? workbook.lessons {
            guard let folder = workbook.lessonFolder(number) else { continue }
            let path = "\(folder)/README.md"
            let result = try Progress.during("Running lesson \(number)") {
                try ChildProcess(
                    executable: "/usr/bin/env",
                    arguments: [
                        "swift", "run", "--quiet", "--scratch-path",
                        workbook.url(".build/workbook").path, "lesson-\(number)", "--markdown",
                    ],
                    unset: ["ANSWERS", "CHECKS", "EXERCISE"], folder: workbook.root
                ).run()
            }
            guard result.ending == .exited(0) else {
                throw Failure(
                    description: "lesson-\(number) did not run, so \(path) is as it was. "
                        + "swift run lesson-\(number) shows why.")
            }
            try Data(result.standardOutput.utf8).write(to: workbook.url(path), options: .atomic)
            print("Recorded \(path)")
        }
        return true
    }
}
