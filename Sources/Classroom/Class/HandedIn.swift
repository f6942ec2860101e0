import Foundation
import Judging

/// The files that a pupil handed in: one for each exercise, and those that were not taken.
struct HandedIn: Sendable {
    /// The place of the answer to an exercise.
    struct File: Sendable {
        fileprivate enum Place {
            case file(URL)
            case entry(String, of: Archive)
        }
        fileprivate let place: Place
        /// The path from the pupil's folder.
        let path: String
    }

    /// The files by the numbers of their exercises.
    private(set) var files: [String: File] = [:]
    /// The files that were taken although they do not have the usual name or place, with the exercise.
    private(set) var taken: [String] = []
    /// The files that were not taken, with the reason.
    private(set) var refused: [String] = []

    /// The numbers of all exercises.
    private let exercises: [String]
    private var ranks: [String: Int] = [:]

    /// The greatest size of a file, in bytes.
    static let largestFile = 1_000_000
    /// The number of names of a folder that are looked at.
    private static let mostNames = 500
    /// Names of folders in which no answers of a pupil are.
    private static let foldersWithoutAnswers: Set = [
        "Solutions", "Tests", "Sources", "Lessons", "__MACOSX", "node_modules",
    ]

    /// Looks for the files in a pupil's folder.
    ///
    /// - Parameters:
    ///   - folder: The pupil's folder.
    ///   - exercises: The numbers of all exercises.
    init(folder: URL, exercises: [String]) async {
        self.exercises = exercises
        // A copy of the whole workbook has its answers in one folder.
        let isWorkbook = Self.names(in: folder).contains("Package.swift")
        await look(in: folder, below: "", depth: 0, isWorkbook: isWorkbook)
        finish()
    }

    /// Looks for the files in an archive.
    ///
    /// - Parameters:
    ///   - archive: The archive, which is the only file that the pupil handed in.
    ///   - exercises: The numbers of all exercises.
    init(archive: URL, exercises: [String]) async {
        self.exercises = exercises
        await open(archive, as: archive.lastPathComponent)
        finish()
    }

    private static func names(in folder: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    private static func type(of url: URL) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: url.path))?[.type] as? FileAttributeType
    }

    /// Looks at the files of a folder, of its `Exercises`, and of the folders one level deeper.
    private mutating func look(
        in folder: URL, below path: String, depth: Int, isWorkbook: Bool
    ) async {
        let names = Self.names(in: folder)
        if names.count > Self.mostNames {
            refused.append("\(path)\(names.count) files: only \(Self.mostNames) were looked at")
        }
        for name in names.prefix(Self.mostNames) {
            let place = folder.appendingPathComponent(name)
            let filePath = path + name
            switch Self.type(of: place) {
            case .typeDirectory:
                guard !Self.foldersWithoutAnswers.contains(name), depth < 3,
                    !isWorkbook || name == "Exercises"
                else { continue }
                if depth == 2, name != "Exercises" { continue }
                let isInnerWorkbook = Self.names(in: place).contains("Package.swift")
                await look(
                    in: place, below: filePath + "/",
                    depth: name == "Exercises" ? 3 : depth + 1, isWorkbook: isInnerWorkbook)
            case .typeRegular:
                await consider(place, at: filePath, isWorkbook: isWorkbook)
            case .typeSymbolicLink where !isWorkbook:
                refused.append("\(filePath): a link, which may lead to anything")
            case nil where !isWorkbook, .some where !isWorkbook:
                refused.append("\(filePath): not an ordinary file")
            default: break
            }
        }
    }

    private mutating func consider(_ file: URL, at path: String, isWorkbook: Bool) async {
        let name = ExerciseFileName(file.lastPathComponent)
        if file.pathExtension.lowercased() == "zip" { return await open(file, as: path) }
        guard let name else {
            if !isWorkbook { refused.append("\(path): its name is not that of an exercise") }
            return
        }
        take(File(place: .file(file), path: path), name)
    }

    private mutating func take(_ file: File, _ name: ExerciseFileName) {
        guard exercises.contains(name.number) else {
            return refused.append("\(file.path): there is no exercise \(name.number)")
        }
        // The usual name in the usual place is best. Among other names, the last one wins, because it is
        // the newest download.
        let isInPlace =
            !file.isOfAnArchive
            && (file.path == file.name || file.path == "Exercises/\(file.name)")
        let rank = name.isExact ? (isInPlace ? 3 : 2) : 1
        if let earlier = files[name.number] {
            let wins = rank > ranks[name.number] ?? 0 || rank == 1 && ranks[name.number] == 1
            let loser = wins ? earlier : file
            refused.append("\(loser.path): \(wins ? file.path : earlier.path) is there too")
            guard wins else { return }
        }
        files[name.number] = file
        ranks[name.number] = rank
    }

    private mutating func open(_ archive: URL, as path: String) async {
        do {
            let archive = try await Archive(archive)
            var isUsed = false
            for entry in archive.entries {
                let parts = entry.split(separator: "/").map(String.init)
                guard let name = parts.last.flatMap(ExerciseFileName.init), !name.isArchive,
                    Self.foldersWithoutAnswers.isDisjoint(with: parts),
                    !parts.contains(where: { $0.hasPrefix(".") })
                else { continue }
                isUsed = true
                let file = File(place: .entry(entry, of: archive), path: "\(path): \(entry)")
                take(file, name)
            }
            if !isUsed { refused.append("\(path): it has no file of an exercise") }
        } catch {
            refused.append("\(path): \(error)")
        }
    }

    private mutating func finish() {
        taken = files.sorted { $0.key < $1.key }.filter { ranks[$0.key] != 3 }
            .map { "\($0.value.path) for exercise \($0.key)" }
    }
}

extension HandedIn.File {
    fileprivate var name: Substring { path.split(separator: "/").last ?? "" }

    fileprivate var isOfAnArchive: Bool { if case .entry = place { true } else { false } }

    /// Reads the file.
    ///
    /// - Throws: An error with a description if the file is too large or cannot be read.
    func contents() async throws -> Data {
        let contents: Data
        switch place {
        case .file(let file):
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            contents = try handle.read(upToCount: HandedIn.largestFile + 1) ?? Data()
        case .entry(let entry, let archive):
            contents = try await archive.contents(of: entry)
        }
        guard contents.count <= HandedIn.largestFile else {
            throw CommandFailure(description: "the file is larger than a megabyte")
        }
        return contents
    }
}
