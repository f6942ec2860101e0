import Foundation
import Walkthrough

/// A lesson that goes wrong in every way, for the tests of the pages.
@main
struct Lesson00: Lesson {
    static let title = "What goes wrong"
    static let steps = Steps(prints, throwsInShow, crashes, indexOutOfRange, recursesForever)

    static func decode(_ document: Data) throws -> Any {
        document.count
    }
}

// MARK: - Prints

/// What is printed is on the page.
func prints() throws {
    print("printed first")
    show("shown")
    // What is printed last has no result below it.
    print("printed last")
}

// MARK: - Throws in show

/// An error leaves the step.
func throwsInShow() throws {
    show("before")
    let document = Data("[]".utf8)
    // Predict: Does it throw?
    show(try JSONDecoder().decode([String: Int].self, from: document))
    // Nobody reads this.
    show("after")
}

// MARK: - Crashes

/// The runtime names a line of the lesson.
func crashes() throws {
    show("before")
    let nothing = Int("no number")
    show(nothing!)
    show("after")
}

// MARK: - Index out of range

/// The runtime names a line of its own.
func indexOutOfRange() throws {
    show("before")
    let empty = [Int](repeating: 0, count: 0)
    print("printed before the crash")
    show(empty[empty.count])
    show("after")
}

// MARK: - Recurses forever

/// The stack overflows.
func recursesForever() throws {
    func depth(_ value: Int) -> Int { value < 0 ? 0 : depth(value + 1) + depth(value + 2) }
    show("before")
    show(depth(0))
}
