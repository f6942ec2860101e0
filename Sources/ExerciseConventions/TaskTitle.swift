/// The title of a check's test: `Task 4 · What may be absent or null`.
public enum TaskTitle {
    /// Returns the number of the task, or `nil` if the title does not begin with one.
    public static func number(in title: String) -> Int? {
        guard title.hasPrefix("Task ") else { return nil }
        return Int(title.dropFirst("Task ".count).prefix(while: \.isNumber))
    }

    /// Returns tasks as the beginning of a sentence: `Task 3 is`, `Tasks 2, 3 and 6 are`.
    ///
    /// - Parameter numbers: The numbers of the tasks, at least one.
    public static func subject(_ numbers: [Int]) -> String {
        let names = numbers.map(\.description)
        let others = names.dropLast().joined(separator: ", ")
        return names.count == 1
            ? "Task \(names[0]) is" : "Tasks \(others) and \(names.last ?? "") are"
    }
}
