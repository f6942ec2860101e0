import Judging

/// Advice about a learner's file. It stays true after the learner has committed the file.
enum Advice {
    static func missing(_ path: String) -> String {
        "\(path) is not there. swift run workbook reset \(number(in: path)) puts the stub in its place."
    }

    static func compareWithStub(_ path: String) -> String {
        "Solutions/.stubs/Exercise\(number(in: path)).swift shows how the stub had it."
    }

    private static func number(in path: String) -> Substring {
        path.dropLast(".swift".count).suffix(2)
    }
}
