/// What the program of the checks exits with when it did not come to its end.
public enum EarlyEnd {
    /// A task did not come to an end. timeout(1) says it with the same number.
    public static let hung: Int32 = 124

    /// An answer ended the program in the middle of a task.
    public static let leftEarly: Int32 = 70
}
