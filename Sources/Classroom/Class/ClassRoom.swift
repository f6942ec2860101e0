import DecodingExplainer
import Foundation
import Judging

/// The folders of a class: one for each pupil, with the files that they handed in.
struct ClassRoom: Sendable {
    let pupils: [Pupil]
    /// The files that are in no pupil's folder, with the reason why they were not taken.
    let strayFiles: [String]

    /// Reads the folder of a class.
    ///
    /// - Parameters:
    ///   - folder: The folder. Each folder inside it is a pupil, unless its name begins with a dot. An
    ///     archive is a pupil too: Ada handed in `Ada.zip`. Other files are not taken.
    ///   - numbers: The numbers of all exercises.
    /// - Throws: ``UsageError`` if the folder cannot be read or has no pupils.
    init(_ folder: URL, exercises numbers: [String]) async throws {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw UsageError(
                description: "\(DisplayText.printable(folder.path)) is not a folder that can be "
                    + "read. It should have a folder for each pupil.")
        }
        let shown = names.filter { !$0.hasPrefix(".") && $0 != "__MACOSX" }
        let sorted = shown.sorted { first, second in
            let order = first.localizedStandardCompare(second)
            return order == .orderedSame ? first < second : order == .orderedAscending
        }
        var pupils: [Pupil] = []
        var strayFiles: [String] = []
        for name in sorted {
            let place = folder.appendingPathComponent(name)
            var isFolder: ObjCBool = false
            let isThere = FileManager.default.fileExists(
                atPath: place.path, isDirectory: &isFolder)
            let bare = String(name.dropLast(".zip".count))
            if isThere, isFolder.boolValue {
                pupils.append(
                    Pupil(name: name, handedIn: await HandedIn(folder: place, exercises: numbers)))
            } else if name.lowercased().hasSuffix(".zip"), !shown.contains(bare),
                ExerciseFileName(name) == nil
            {
                pupils.append(
                    Pupil(name: bare, handedIn: await HandedIn(archive: place, exercises: numbers)))
            } else {
                strayFiles.append(
                    "\(name): not in a pupil's folder" + (isThere ? "" : ", and a link to nothing"))
            }
        }
        guard !pupils.isEmpty else {
            throw UsageError(
                description: "\(DisplayText.printable(folder.path)) has no folder in it. It should "
                    + "have one for each pupil, with files such as Exercise01.swift.")
        }
        self.pupils = pupils
        self.strayFiles = strayFiles
    }

    /// Returns the exercises for which at least one pupil handed in a file.
    func handedIn(among numbers: [String]) -> [String] {
        numbers.filter { number in pupils.contains { $0.handedIn.files[number] != nil } }
    }
}

/// A pupil, with the files that they handed in.
struct Pupil: Sendable {
    /// The name of the pupil's folder, which may contain any characters.
    let name: String
    let handedIn: HandedIn
}
