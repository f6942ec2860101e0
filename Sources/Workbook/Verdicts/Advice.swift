import Judging

/// Advice about a learner's file. It stays true after the learner has committed the file.
struct Advice {
    /// The path of the file, from the package's folder.
    let path: String
    /// A Boolean value that indicates whether the reader has the keys of `workbook watch`.
    var hasKeys = false

    /// Advice for a file that cannot be read.
    func missing(in workbook: WorkbookFolder) -> String {
        if !workbook.exists("Package.swift") {
            return
                "The folder of the workbook is gone or has another name. Leave, go to it with cd, and "
                + "begin again there."
        }
        return workbook.exists(path)
            ? "\(path) is there, but it cannot be read as a file. Rename it; then \(bringBack)"
            : "\(path) is not there. \(bringBack)"
    }

    /// The way to get the stub again.
    var bringBack: String {
        (hasKeys ? "r" : "swift run workbook reset \(number)") + " puts the stub in its place."
    }

    /// The path of the stub, which shows how everything was declared.
    var stub: String { "Solutions/.stubs/Exercise\(number).swift" }

    private var number: Substring { path.dropLast(".swift".count).suffix(2) }
}
