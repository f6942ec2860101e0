/// The exit codes of the program of the checks when it stops before all checks are done.
public enum EarlyEnd {
    /// A task ran too long and was stopped. `timeout(1)` uses the same number.
    public static let hung: Int32 = 124

    /// An answer ended the program in the middle of a task, with `exit()` for example.
    public static let leftEarly: Int32 = 70
}
