import Foundation
import Judging

/// The files that a pupil handed in: one for each exercise, and those that were not taken.
struct HandedIn: Sendable {
    /// Something that a pupil handed in.
    enum Place: Sendable {
        case folder(URL)
        /// A file, with the name that the pupil gave it. It may be an archive.
        case file(URL, name: String)
    }

    /// An answer to an exercise.
    struct File: Sendable {
        /// The path from the pupil's folder.
        let path: String
        /// A number that is greater for a more usual name or place.
        fileprivate let rank: Int
        /// The number of the copy, which is greater for a later download.
        fileprivate let copy: Int
        /// The bytes, or the reason why they cannot be read.
        let contents: Result<Data, any Error>
        /// The stub that nobody has changed, if the file is one.
        let stub: Stubs.Untouched?

        /// Returns the text of the file.
        func text() throws -> String { try contents.get().handedInText }

        /// A Boolean value that indicates whether it can be read and is more than the stub.
        fileprivate var isChanged: Bool { stub == nil && (try? contents.get()) != nil }

        fileprivate var isUTF16: Bool { (try? contents.get().utf16Encoding) != nil }
    }

    /// The files by the numbers of their exercises.
    private(set) var files: [String: File] = [:]
    /// The files that were taken although they do not have the usual name or place, with the exercise.
    private(set) var taken: [String] = []
    /// The files that were not taken, with the reason.
    private(set) var refused: [String] = []
    /// The exercises that were handed in more than once, with the file that counts.
    private(set) var twice: [String] = []

    private let stubs: Stubs
    private var candidates: [String: [File]] = [:]

    /// The greatest size of a file, in bytes.
    static let largestFile = 1_000_000
    /// The number of files of an archive that are read because their names say nothing.
    private static let mostUnknown = 20
    /// Names of folders in which no answers of a pupil are.
    private static let foldersWithoutAnswers: Set = [
        "Solutions", "Tests", "Sources", "Lessons", "__MACOSX", "node_modules",
    ]

    /// Looks for the files of a pupil.
    ///
    /// - Parameters:
    ///   - places: What the pupil handed in.
    ///   - stubs: The stubs of all exercises.
    init(_ places: [Place], stubs: Stubs) async {
        self.stubs = stubs
        for place in places {
            switch place {
            case .folder(let folder): await look(in: folder, below: "", depth: 0)
            case .file(let file, let name):
                await consider(file, at: name, isWorkbook: false)
            }
        }
        choose()
    }

    /// Looks at the files of a folder, of its `Exercises`, and of the folders one level deeper.
    private mutating func look(in folder: URL, below path: String, depth: Int) async {
        let contents = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let names = contents.filter { !$0.hasPrefix(".") }.sorted()
        // A copy of the whole workbook has its answers in one folder.
        let isWorkbook = names.contains("Package.swift")
        for name in names {
            let place = folder.appendingPathComponent(name)
            let filePath = path + name
            if place.fileType == .typeDirectory {
                let isLast = name == "Exercises"
                guard !Self.foldersWithoutAnswers.contains(name),
                    isLast ? depth < 3 : depth < 2 && !isWorkbook
                else { continue }
                await look(in: place, below: filePath + "/", depth: isLast ? 3 : depth + 1)
            } else {
                await consider(place, at: filePath, isWorkbook: isWorkbook)
            }
        }
    }

    // MARK: - One file

    private mutating func consider(_ file: URL, at path: String, isWorkbook: Bool) async {
        guard file.fileType == .typeRegular else {
            if !isWorkbook { refused.append("\(path): a link, or no ordinary file") }
            return
        }
        if path.lowercased().hasSuffix(".zip") { return await open(file, as: path) }
        let isTaken = await take(path) {
            try FileHandle(forReadingFrom: file).read(upToCount: Self.largestFile + 1) ?? Data()
        }
        if isTaken || isWorkbook { return }
        refused.append("\(path): neither its name nor its first comment is that of an exercise")
    }

    /// Reads and takes a file whose name or first comment is that of an exercise.
    ///
    /// - Parameters:
    ///   - path: The path from the pupil's folder, or inside an archive.
    ///   - archive: The path of the archive, if the file is in one.
    ///   - read: Returns the bytes of the file, or more of them than it may have.
    /// - Returns: False if it belongs to no exercise.
    private mutating func take(
        _ path: String, of archive: String? = nil, _ read: () async throws -> Data
    ) async -> Bool {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let shownPath = archive.map { "\($0): \(path)" } ?? path
        let exercise = ExerciseFileName(name)
        if let exercise, !stubs.has(exercise.number) {
            refused.append("\(shownPath): there is no exercise \(exercise.number)")
            return true
        }
        guard exercise != nil || name.lowercased().hasSuffix(".swift") || name.hasSuffix(".txt")
        else { return false }
        let contents = await Self.contents(read)
        let text = try? contents.get().handedInText
        guard let number = exercise?.number ?? text.flatMap(stubs.number) else { return false }
        let isInPlace = archive == nil && (path == name || path == "Exercises/\(name)")
        let rank = exercise.map { $0.isUsual ? (isInPlace ? 3 : 2) : 1 } ?? 0
        let stub = text.flatMap { stubs.untouched($0, of: number) }
        candidates[number, default: []].append(
            File(
                path: shownPath, rank: rank, copy: exercise?.copy ?? 0, contents: contents,
                stub: stub))
        return true
    }

    private static func contents(
        _ read: () async throws -> Data
    ) async -> Result<Data, any Error> {
        do {
            let contents = try await read()
            guard contents.count <= largestFile else {
                throw CommandFailure(description: "the file is larger than a megabyte")
            }
            return .success(contents)
        } catch {
            return .failure(error)
        }
    }

    private mutating func open(_ archive: URL, as path: String) async {
        do {
            let archive = try await Archive(archive)
            var isUsed = false
            var unknown = 0
            for entry in archive.entries {
                let parts = entry.split(separator: "/").map(String.init)
                guard let name = parts.last, !name.lowercased().hasSuffix(".zip"),
                    Self.foldersWithoutAnswers.isDisjoint(with: parts),
                    !parts.contains(where: { $0.hasPrefix(".") })
                else { continue }
                if ExerciseFileName(name) == nil { unknown += 1 }
                guard unknown <= Self.mostUnknown else { continue }
                let isTaken = await take(entry, of: path) {
                    try await archive.contents(of: entry)
                }
                if isTaken { isUsed = true }
            }
            if !isUsed { refused.append("\(path): it has no file of an exercise") }
        } catch {
            refused.append("\(path): \(error)")
        }
    }

    // MARK: - The file that counts

    /// Chooses a file for each exercise. A changed file goes before the stub, and the usual name in the
    /// usual place before others. Of several copies, the one with the greatest number wins, and of other
    /// names the last one, because it is the newest download.
    private mutating func choose() {
        for (number, candidates) in candidates.sorted(by: { $0.key < $1.key }) {
            let order = candidates.reversed().sorted { one, other in
                (one.isChanged ? 1 : 0, one.rank, one.copy)
                    > (other.isChanged ? 1 : 0, other.rank, other.copy)
            }
            let best = order[0]
            let text = try? best.text()
            for other in order where (try? other.text()) != text {
                twice.append(
                    "\(best.path) counts for exercise \(number), and not \(other.path)"
                        + (other.stub == nil ? "" : ", the unchanged stub"))
            }
            files[number] = best
            if best.rank < 3 || best.copy > 0 {
                taken.append("\(best.path) for exercise \(number)")
            }
            if best.isUTF16 { taken.append("\(best.path), which is UTF-16") }
        }
        candidates = [:]
    }

    /// Returns the changed files for other exercises, each with that exercise, where there is no file for
    /// any of some exercises. Many a pupil hands in a file that the teacher has not asked for.
    func filesInPlace(of numbers: [String]) -> [String] {
        guard numbers.allSatisfy({ files[$0] == nil }) else { return [] }
        return files.filter(\.value.isChanged).sorted { $0.key < $1.key }.map { number, file in
            "\(file.path): the file of exercise \(number), in place of "
                + numbers.joined(separator: " or ")
        }
    }

    /// Returns a Boolean value that indicates whether the file for an exercise is there and is more than
    /// the stub. If it cannot be read, the report says what is wrong with it.
    func isChanged(_ number: String) -> Bool {
        files[number].map { $0.stub == nil } ?? false
    }
}
