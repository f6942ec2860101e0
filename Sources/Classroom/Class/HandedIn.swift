import Foundation
import Judging

/// What a pupil handed in: the file of each exercise, and what was found beside these.
struct HandedIn: Sendable {
    /// Where the answer to an exercise is.
    struct File: Sendable {
        fileprivate enum Place {
            case file(URL)
            case entry(String, of: Archive)
        }
        fileprivate let place: Place
        /// The path as the pupil's folder has it.
        let path: String
    }

    /// The exercises that were handed in.
    private(set) var files: [String: File] = [:]
    /// The files that were taken though they have another name or place, with the exercise.
    private(set) var taken: [String] = []
    /// The files that were not taken, with the reason.
    private(set) var refused: [String] = []

    private var rank: [String: Int] = [:]

    /// How large a file may be that is handed in, in bytes.
    static let largestFile = 1_000_000
    /// How many names of a folder are looked at.
    private static let mostNames = 500
    /// Folders of the workbook that hold no answers of a pupil's.
    private static let ownFolders: Set = [
        "Solutions", "Tests", "Sources", "Lessons", "__MACOSX", "node_modules",
    ]

    /// - Parameters:
    ///   - folder: The pupil's folder.
    ///   - exercises: The exercises that there are.
    init(folder: URL, exercises: [String]) {
        // A copy of the whole workbook has its answers in one place.
        let isWorkbook = Self.names(in: folder).contains("Package.swift")
        look(in: folder, below: "", exercises, depth: 0, isWorkbook: isWorkbook)
        finish()
    }

    /// - Parameter archive: The archive that is all that the pupil handed in.
    init(archive: URL, exercises: [String]) {
        open(archive, as: archive.lastPathComponent, exercises)
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
        in folder: URL, below path: String, _ exercises: [String], depth: Int, isWorkbook: Bool
    ) {
        let names = Self.names(in: folder)
        if names.count > Self.mostNames {
            refused.append("\(path)\(names.count) files: only \(Self.mostNames) were looked at")
        }
        for name in names.prefix(Self.mostNames) {
            let place = folder.appendingPathComponent(name)
            let own = path + name
            switch Self.type(of: place) {
            case .typeDirectory:
                guard !Self.ownFolders.contains(name), depth < 3,
                    !isWorkbook || name == "Exercises"
                else { continue }
                if depth == 2, name != "Exercises" { continue }
                let isOther = Self.names(in: place).contains("Package.swift")
                look(
                    in: place, below: own + "/", exercises,
                    depth: name == "Exercises" ? 3 : depth + 1, isWorkbook: isOther)
            case .typeRegular:
                consider(place, own, exercises, isWorkbook: isWorkbook)
            case .typeSymbolicLink where !isWorkbook:
                refused.append("\(own): a link, which may lead to anything")
            case nil where !isWorkbook, .some where !isWorkbook:
                refused.append("\(own): no ordinary file")
            default: break
            }
        }
    }

    private mutating func consider(
        _ file: URL, _ path: String, _ exercises: [String], isWorkbook: Bool
    ) {
        let name = ExerciseFileName(file.lastPathComponent)
        if file.pathExtension.lowercased() == "zip" { return open(file, as: path, exercises) }
        guard let name else {
            if !isWorkbook { refused.append("\(path): its name is not that of an exercise") }
            return
        }
        take(File(place: .file(file), path: path), name, exercises)
    }

    private mutating func take(_ file: File, _ name: ExerciseFileName, _ exercises: [String]) {
        guard exercises.contains(name.number) else {
            return refused.append("\(file.path): there is no exercise \(name.number)")
        }
        // The very name in the very place goes first, and of other names the last one, which is the
        // newest download.
        let isInPlace =
            !file.isOfAnArchive
            && (file.path == file.name || file.path == "Exercises/\(file.name)")
        let own = name.isExact ? (isInPlace ? 3 : 2) : 1
        if let other = files[name.number] {
            let wins = own > rank[name.number] ?? 0 || own == 1 && rank[name.number] == 1
            let loser = wins ? other : file
            refused.append("\(loser.path): \(wins ? file.path : other.path) is there too")
            guard wins else { return }
        }
        files[name.number] = file
        rank[name.number] = own
    }

    private mutating func open(_ archive: URL, as path: String, _ exercises: [String]) {
        do {
            let archive = try Archive(archive)
            var isUsed = false
            for entry in archive.entries {
                let parts = entry.split(separator: "/").map(String.init)
                guard let name = parts.last.flatMap(ExerciseFileName.init), !name.isArchive,
                    Self.ownFolders.isDisjoint(with: parts),
                    !parts.contains(where: { $0.hasPrefix(".") })
                else { continue }
                isUsed = true
                let file = File(place: .entry(entry, of: archive), path: "\(path): \(entry)")
                take(file, name, exercises)
            }
            if !isUsed { refused.append("\(path): no file of an exercise is in it") }
        } catch {
            refused.append("\(path): \(error)")
        }
    }

    private mutating func finish() {
        taken = files.sorted { $0.key < $1.key }.filter { rank[$0.key] != 3 }
            .map { "\($0.value.path) for exercise \($0.key)" }
    }
}

extension HandedIn.File {
    fileprivate var name: Substring { path.split(separator: "/").last ?? "" }

    fileprivate var isOfAnArchive: Bool {
        switch place {
        case .file: false
        case .entry: true
        }
    }

    struct TooLarge: Error, CustomStringConvertible {
        let description = "the file is larger than a megabyte"
    }

    /// - Throws: ``TooLarge``, and an error with a description where it cannot be read.
    func contents() throws -> Data {
        let contents: Data
        switch place {
        case .file(let file):
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            contents = try handle.read(upToCount: HandedIn.largestFile + 1) ?? Data()
        case .entry(let entry, let archive):
            contents = try archive.contents(of: entry)
        }
        guard contents.count <= HandedIn.largestFile else { throw TooLarge() }
        return contents
    }
}
