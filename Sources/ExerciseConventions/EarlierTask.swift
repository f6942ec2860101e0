/// How an open task says that it waits for an earlier one.
public enum EarlierTask {
    /// The beginning of what is to be done, where a task is judged with what an earlier one returns.
    ///
    /// - Parameter number: The earlier task.
    public static func comesFirst(_ number: Int) -> String { "Task \(number) comes first" }

    /// The earlier task for which an open task waits, or nil where it waits for none.
    public static func number(in text: String) -> Int? {
        text.firstMatch(of: #/Task ([0-9]+) comes first/#).flatMap { Int($0.1) }
    }
}
