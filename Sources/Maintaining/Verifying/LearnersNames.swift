/// Names that learners may give to their own types and functions. None of them may break the
/// checks, which see the declarations of the learner's file.
enum LearnersNames {
    private static let types = [
        "Answer", "Attachment", "Box", "Bug", "Check", "Code", "CodingPath", "Comment",
        "Comparison", "Confirmation", "Container", "DecodingErrorCase", "Document", "Element",
        "Entry", "Event", "Exercise", "Exit", "Expectation", "Explanation", "Failure", "Finding",
        "Helper", "Index", "Issue", "Item", "JSON", "JSONValue", "Key", "Keys", "Kind",
        "LessonStep", "Line", "List", "MadeMessage", "MeasuredJob", "Message", "Misconception",
        "Model", "Name", "Node", "Options", "Outcome", "Path", "Payload", "Point", "Probe",
        "ProbeRule", "Record", "Request", "Response", "Root", "RoundTrip", "Row", "Runner",
        "Section", "SourceLocation", "State", "Step", "Suite", "Table", "Tag", "Task2", "Test",
        "TestResult", "Text", "Trait", "Unit", "Value", "ValueTree", "Warning", "Wrapper",
    ]

    private static let functions = [
        "check", "codingPath", "described", "document", "error", "excerpt", "expect", "explained",
        "fail", "json", "message", "parts", "read", "readEach", "record", "refuse", "report",
        "require", "show", "test", "text", "value", "wanted",
    ]

    /// Words of the checks that no learner gives to a type: Swift keeps them for itself, they name
    /// the modules that the checks import, or nobody has heard of them outside of the checks.
    private static let reserved: Set = [
        "Any", "Darwin", "ExerciseChecks", "ExerciseConventions", "ExerciseSuite",
        "ExerciseSupport", "Foundation", "Glibc", "Protocol", "Self", "Swift", "Testing", "Type",
    ]

    /// Returns a right answer with types and functions of these names, and with a type for each type
    /// that the checks name, those of the standard library and of Foundation too. Names that the
    /// answer uses itself are left out.
    static func added(to solution: String, checks: String) -> String {
        let used = Set(solution.matches(of: /\w+/).map { String($0.0) }).union(reserved)
        let named = checks.matches(of: /\b[A-Z]\w*[a-z]\w*/).map { String($0.0) }
        let types = Set(types + named).subtracting(used).sorted().map {
            "struct \($0) { var own = 1 }"
        }
        let functions = functions.filter { !used.contains($0) }.map { "func \($0)() {}" }
        return ([solution] + types + functions).joined(separator: "\n") + "\n"
    }
}
