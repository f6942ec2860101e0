import DecodingExplainer
import Foundation
import Judging

/// The folders of a class: one for each pupil, with the files that they handed in.
struct ClassRoom: Sendable {
    let pupils: [Pupil]

    /// - Parameter folder: The folder of the class. What begins with a dot is not a pupil, nor is a file.
    /// - Throws: ``UsageError`` where it cannot be read, or where it has no folder in it.
    init(_ folder: URL) throws {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw UsageError(
                description: "\(DisplayText.printable(folder.path)) is not a folder that can be "
                    + "read. It should have a folder for each pupil.")
        }
        pupils =
            names
            .filter { name in
                var isFolder: ObjCBool = false
                let path = folder.appendingPathComponent(name).path
                return !name.hasPrefix(".") && name != "__MACOSX"
                    && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                    && isFolder.boolValue
            }
            .sorted { one, other in
                let order = one.localizedStandardCompare(other)
                return order == .orderedSame ? one < other : order == .orderedAscending
            }
            .map { Pupil(name: $0, folder: folder.appendingPathComponent($0)) }
        guard !pupils.isEmpty else {
            throw UsageError(
                description: "\(DisplayText.printable(folder.path)) has no folder in it. It should "
                    + "have one for each pupil, with files such as Exercise01.swift.")
        }
    }

    /// The exercises, among those that there are, of which anybody handed in a file.
    func handedIn(among numbers: [String]) -> [String] {
        numbers.filter { number in pupils.contains { $0.handedIn(number) != nil } }
    }
}

/// Somebody who handed in files.
struct Pupil: Sendable {
    /// As the folder says it. It may hold anything.
    let name: String
    let folder: URL

    /// The file of an exercise, directly inside or below `Exercises`. Nil where there is none, also
    /// where there is a link of that name: it may lead to anything.
    func handedIn(_ number: String) -> URL? {
        let file = "Exercise\(number).swift"
        let exercises = folder.appendingPathComponent("Exercises")
        return [
            folder.appendingPathComponent(file),
            Self.type(of: exercises) == .typeDirectory
                ? exercises.appendingPathComponent(file) : nil,
        ]
        .compactMap(\.self)
        .first { Self.type(of: $0) == .typeRegular }
    }

    private static func type(of url: URL) -> FileAttributeType? {
        (try? FileManager.default.attributesOfItem(atPath: url.path))?[.type] as? FileAttributeType
    }
}
