import ExerciseConventions
import Foundation
import Testing

@testable import ExerciseChecks

@Suite("The process that judges")
struct ExerciseTraitTests {
    @Test("An answer that ends the process, in a task or between two, does not end it well")
    func exits() async {
        await #expect(processExitsWith: .exitCode(EarlyEnd.leftEarly)) {
            JudgedTasks.begin("Exercise 01", changesFolder: false)
            JudgedTasks.begin("Task 1", changesFolder: false)
            exit(0)
        }
        await #expect(processExitsWith: .exitCode(EarlyEnd.leftEarly)) {
            JudgedTasks.begin("Exercise 01", changesFolder: false)
            JudgedTasks.begin("Task 1", changesFolder: false)
            JudgedTasks.end("Task 1")
            exit(0)
        }
        await #expect(processExitsWith: .exitCode(0)) {
            JudgedTasks.begin("Exercise 01", changesFolder: false)
            JudgedTasks.end("Exercise 01")
            exit(0)
        }
    }

    @Test("A file that an answer writes by a relative path is gone after the last task")
    func folder() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let files = FileManager.default
            let before = files.currentDirectoryPath
            JudgedTasks.begin("Exercise 01", changesFolder: true)
            JudgedTasks.begin("Task 1", changesFolder: true)
            let own = files.currentDirectoryPath
            guard own != before, files.createFile(atPath: "draft.json", contents: Data()) else {
                exit(1)
            }
            JudgedTasks.end("Task 1")
            guard files.currentDirectoryPath == own else { exit(2) }
            JudgedTasks.end("Exercise 01")
            guard files.currentDirectoryPath == before else { exit(3) }
            exit(files.fileExists(atPath: own) ? 4 : 0)
        }
    }
}
