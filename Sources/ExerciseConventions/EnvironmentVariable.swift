/// The environment variables that choose what is built and how it is judged. Package.swift reads
/// the first four of them by the same names, because it cannot import a module of the package.
public enum EnvironmentVariable {
    /// The folder of the answers under test.
    public static let answers = "ANSWERS"

    /// The numbers of the exercises that are built, with commas between them.
    public static let exercise = "EXERCISE"

    /// The form in which the checks are built and run: ``asProgram``, or as tests if it is not set.
    public static let checks = "CHECKS"

    /// The tests of the workbook itself that are built: ``allTests``, `quick`, or none if it is not
    /// set.
    public static let tests = "TESTS"

    /// The numbers of the tasks that ended the program of the checks in an earlier run, with commas
    /// between them.
    public static let endedTasks = "ENDED_TASKS"

    /// The value of ``checks`` for one program, which is the form that the workbook's tool builds
    /// and runs.
    public static let asProgram = "program"

    /// The value of ``tests`` for all of the workbook's tests.
    public static let allTests = "all"
}
