/// The title of a check's test: `Task 4 · What may be absent or null`.
public enum TaskTitle {
    /// Returns the number of the task, or `nil` if the title does not begin with one.
    public static func number(in title: String) -> Int? {
        guard title.hasPrefix("Task ") else { return nil }
        return Int(title.dropFirst("Task ".count).prefix(while: \.isNumber))
    }
}
