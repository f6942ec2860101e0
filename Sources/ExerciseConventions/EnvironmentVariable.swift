/// The variables of the environment that choose what is built and how it is judged. Package.swift,
/// which can import nothing of the package, reads the first four of them by the same names.
public enum EnvironmentVariable {
    /// The folder of the answers under test.
    public static let answers = "ANSWERS"

    /// The numbers of the exercises that are built, with commas between them.
    public static let exercise = "EXERCISE"

    /// How the checks are built and run: ``asProgram``, or as tests.
    public static let checks = "CHECKS"

    /// Which of the workbook's own tests are built: ``allTests``, `quick`, or none.
    public static let tests = "TESTS"

    /// The value of ``checks`` with which the workbook's tool builds and runs them.
    public static let asProgram = "program"

    /// The value of ``tests`` for all of them.
    public static let allTests = "all"
}
