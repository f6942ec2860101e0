import ExerciseConventions
import Foundation
import Testing
import Walkthrough
import WorkbookFixtures

@testable import Judging
@testable import Workbook

@Suite("Hints, one more each time", .serialized)
struct HintTests {
    let workbook: WorkbookFolder
    let hint: Hint

    init() throws {
        workbook = try FixtureWorkbook("hints").folder
        hint = Hint(number: "01", workbook: workbook)
        ExerciseMemory(number: "01", workbook: workbook).forget()
    }

    private func next(of task: Int) throws -> String {
        try hint.next(of: task).joined(separator: "\n")
    }

    @Test("Each time the next one; the last points to the solution and comes again")
    func order() throws {
        #expect(try next(of: 1) == "Exercise 01, task 1, hint 1 of 3\n  Think of a number.")
        #expect(try next(of: 2).hasPrefix("Exercise 01, task 2, hint 1 of 2"))
        #expect(try next(of: 1).contains("It is small. It is odd."))
        for _ in 1...2 {
            let last = try next(of: 1)
            #expect(last.hasPrefix("Exercise 01, task 1, hint 3 of 3") && last.contains("return 1"))
            #expect(last.hasSuffix("The whole answer: Solutions/Exercise01.swift"))
        }
        #expect(try next(of: 2).hasPrefix("Exercise 01, task 2, hint 2 of 2"))
    }

    @Test("One goes back as far as the first one, and on again from there")
    func back() throws {
        func before(_ task: Int) throws -> String {
            try hint.next(of: task, goingBack: true).joined(separator: "\n")
        }
        for _ in 1...3 { _ = try next(of: 1) }
        #expect(try before(1).contains("hint 2 of 3") && before(1).contains("hint 1 of 3"))
        #expect(try before(1).contains("hint 1 of 3") && next(of: 1).contains("hint 2 of 3"))
    }

    @Test("The hints of a task name the step to read")
    func step() throws {
        let package = try WorkbookFolder.find()
        let step = Hint(number: "05", workbook: package).step(of: 1)
        #expect(step?.lesson == "05" && step?.number == 1)
        #expect(hint.step(of: 1) == nil && hint.step(of: 9) == nil)
    }

    @Test("A memory that is lost or damaged begins again")
    func lost() throws {
        for damage in ["{}", "nonsense", "{\"shown\": {\"1\": -7}}"] {
            _ = try next(of: 1)
            let names = workbook.names(in: ".build/hints")
            #expect(names == ["Exercise01.json"])
            try Data(damage.utf8).write(to: workbook.url(".build/hints/Exercise01.json"))
            #expect(try next(of: 1).hasPrefix("Exercise 01, task 1, hint 1 of 3"))
        }
    }

    @Test("A task without hints is named with those that have some")
    func none() {
        let error = #expect(throws: UsageError.self) { try next(of: 9) }
        #expect(error?.description.hasSuffix("There are hints for: 1, 2, 3, 4, 5, 6.") == true)
    }

    @Test("Each task of each exercise has hints that can be shown one by one")
    func pages() throws {
        let package = try WorkbookFolder.find()
        for number in package.exercises {
            let page = try #require(package.text(package.hintsPath(number)))
            let headings = page.matches(of: #/\n## Task /#).count
            let tasks = Hints(page).tasks
            #expect(tasks.count == headings)
            let items = page.matches(of: #/\n\d+\. /#).count
            #expect(tasks.values.map(\.count).reduce(0, +) == items)
        }
    }
}
