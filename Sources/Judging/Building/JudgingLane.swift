import Foundation

/// The folders in which one answer is built and judged. A lane is one judge's alone, and its folder is
/// gone afterwards, also where a signal comes in between.
package struct JudgingLane: Sendable {
    /// `0`, `1` …
    let name: String
    /// The answer: a file `Exercise07.swift`, and nothing else in its folder.
    let answerFile: URL
    /// All of it.
    let folder: URL

    /// Where the lanes are, in the package's folder for builds.
    static let parent = "judging"

    /// Takes a lane that is free, for the time of the work.
    ///
    /// - Parameter answer: The answer, which is written into the lane.
    static func use<Value>(
        for answer: Answer, in workbook: WorkbookFolder, _ work: (JudgingLane) throws -> Value
    ) throws -> Value {
        var number = 0
        while true {
            let folder = workbook.url(".build/\(parent)/\(number)")
            let lock = FolderLock(file: workbook.url(".build/\(parent)/\(number).lock"))
            let value: Value? = try lock.holdIfFree {
                try Interruption.withFolder(folder) {
                    let lane = JudgingLane(name: "\(number)", for: answer, folder)
                    for folder in [
                        lane.answerFile.deletingLastPathComponent(), lane.objects, lane.temporary,
                    ] {
                        try FileManager.default.createDirectory(
                            at: folder, withIntermediateDirectories: true)
                    }
                    try (answer.contents ?? Data()).write(to: lane.answerFile)
                    return try work(lane)
                }
            }
            if let value { return value }
            number += 1
        }
    }

    private init(name: String, for answer: Answer, _ folder: URL) {
        self.name = name
        self.folder = folder
        // An open task says where it stands by the last two parts of its path.
        let parts = answer.path.split(separator: "/")
        let parent = parts.dropLast().last.map(String.init) ?? "Exercises"
        answerFile = folder.appendingPathComponent(parent)
            .appendingPathComponent("Exercise\(answer.number).swift")
    }

    /// Where the compiler writes.
    var objects: URL { folder.appendingPathComponent("objects") }
    /// What the compiler needs for a moment.
    var temporary: URL { objects.appendingPathComponent("tmp") }
    /// Where the program runs.
    var run: URL { folder.appendingPathComponent("run") }
    var executable: URL { objects.appendingPathComponent("checks") }

    func moduleFile(_ number: String) -> URL {
        objects.appendingPathComponent("Exercise\(number).swiftmodule")
    }
    func answerObject(_ number: String) -> URL {
        objects.appendingPathComponent("Exercise\(number).o")
    }
    func checksObject(_ number: String) -> URL {
        objects.appendingPathComponent("Exercise\(number)Tests.o")
    }
}
