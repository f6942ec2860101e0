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
        fileprivate enum Place {
            case file(URL)
            case entry(String, of: Archive)
        }
        fileprivate let place: Place
        /// The path from the pupil's folder.
        let path: String
    }

    /// A file that may be the answer to an exercise, among others.
    private struct Candidate {
        let file: File
        /// A number that is greater for a more usual name or place.
        let rank: Int
        /// The number of the copy, which is greater for a later download.
        var copy = 0
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
    private var candidates: [String: [Candidate]] = [:]

    /// The greatest size of a file, in bytes.
    static let largestFile = 1_000_000
    /// The number of names of a folder that are looked at.
    private static let mostNames = 500
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
        await choose()
    }

    private static func names(in folder: URL) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Looks at the files of a folder, of its `Exercises`, and of the folders one level deeper.
    private mutating func look(in folder: URL, below path: String, depth: Int) async {
        let names = Self.names(in: folder)
        // A copy of the whole workbook has its answers in one folder.
        let isWorkbook = names.contains("Package.swift")
        if names.count > Self.mostNames {
            refused.append("\(path)\(names.count) files: only \(Self.mostNames) were looked at")
        }
        for name in names.prefix(Self.mostNames) {
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
        let answer = File(place: .file(file), path: path)
        if await take(answer) || isWorkbook { return }
        refused.append("\(path): neither its name nor its first comment is that of an exercise")
    }

    /// Takes a file whose name or first comment is that of an exercise.
    ///
    /// - Returns: False if it belongs to no exercise.
    private mutating func take(_ file: File) async -> Bool {
        guard let name = ExerciseFileName(file.name), !name.isArchive else {
            guard file.name.lowercased().hasSuffix(".swift") || file.name.hasSuffix(".txt"),
                let number = try? await stubs.number(namedIn: file.text())
            else { return false }
            candidates[number, default: []].append(Candidate(file: file, rank: 0))
            return true
        }
        guard stubs.has(name.number) else {
            refused.append("\(file.path): there is no exercise \(name.number)")
            return true
        }
        let isInPlace =
            !file.isOfAnArchive
            && (file.path == file.name || file.path == "Exercises/\(file.name)")
        candidates[name.number, default: []].append(
            Candidate(file: file, rank: name.isUsual ? (isInPlace ? 3 : 2) : 1, copy: name.copy))
        return true
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
                let file = File(place: .entry(entry, of: archive), path: "\(path): \(entry)")
                if await take(file) { isUsed = true }
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
    private mutating func choose() async {
        for (number, candidates) in candidates.sorted(by: { $0.key < $1.key }) {
            var read: [(candidate: Candidate, text: String?, isStub: Bool)] = []
            for candidate in candidates {
                let text = try? await candidate.file.text()
                read.append(
                    (candidate, text, text.map { stubs.untouched($0, of: number) != nil } ?? true))
            }
            let order = read.reversed().sorted { one, other in
                (one.isStub ? 0 : 1, one.candidate.rank, one.candidate.copy) > (
                    other.isStub ? 0 : 1, other.candidate.rank, other.candidate.copy
                )
            }
            let best = order[0].candidate
            for other in order where other.text != order[0].text {
                twice.append(
                    "\(best.file.path) counts for exercise \(number), and not "
                        + other.candidate.file.path
                        + (other.isStub && other.text != nil ? ", the unchanged stub" : ""))
            }
            files[number] = best.file
            if best.rank < 3 || best.copy > 0 {
                taken.append("\(best.file.path) for exercise \(number)")
            }
            if best.file.isUTF16 { taken.append("\(best.file.path), which is UTF-16") }
        }
        candidates = [:]
    }

    /// Returns a Boolean value that indicates whether the file for an exercise is there and is more than
    /// the stub.
    func isChanged(_ number: String) async -> Bool {
        guard let file = files[number] else { return false }
        // A file that cannot be read is there, and the report says what is wrong with it.
        guard let text = try? await file.text() else { return true }
        return stubs.untouched(text, of: number) == nil
    }
}

extension HandedIn.File {
    /// The name of the file, without its folder and its archive.
    fileprivate var name: String {
        let path =
            switch place {
            case .file: path
            case .entry(let entry, _): entry
            }
        return path.split(separator: "/").last.map(String.init) ?? ""
    }

    fileprivate var isOfAnArchive: Bool { if case .entry = place { true } else { false } }

    /// A Boolean value that indicates whether the file begins like UTF-16. It is false for a file of an
    /// archive, for which another program would have to run.
    fileprivate var isUTF16: Bool {
        guard case .file(let file) = place, let handle = try? FileHandle(forReadingFrom: file)
        else { return false }
        defer { try? handle.close() }
        return (try? handle.read(upToCount: 64))??.utf16Encoding != nil
    }

    /// Reads the text of the file.
    func text() async throws -> String { try await contents().handedInText }

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
