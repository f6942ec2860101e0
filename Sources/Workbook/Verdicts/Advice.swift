import Judging

/// Advice about a learner's file. It stays true after the learner has committed the file.
enum Advice {
    static func missing(_ path: String) -> String { "\(path) is not there. \(bringBack(path))" }

    static func bringBack(_ path: String) -> String {
        "swift run workbook reset \(number(in: path)) puts the stub in its place."
    }

    /// Returns the path of the stub, which shows how everything was declared.
    static func stub(_ path: String) -> String {
        "Solutions/.stubs/Exercise\(number(in: path)).swift"
    }

    private static func number(in path: String) -> Substring {
        path.dropLast(".swift".count).suffix(2)
    }
}
