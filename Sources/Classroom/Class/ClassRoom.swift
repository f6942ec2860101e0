import DecodingExplainer
import Foundation
import Judging

/// The folders of a class: one for each pupil, with the files that they handed in.
struct ClassRoom: Sendable {
    let pupils: [Pupil]
    /// What lies beside the pupils' folders and is not taken, with the reason.
    let strayFiles: [String]

    /// - Parameters:
    ///   - folder: The folder of the class. What begins with a dot is not a pupil, nor is a file, unless
    ///     it is an archive: `Ada.zip` is what Ada handed in.
    ///   - numbers: The exercises that there are.
    /// - Throws: ``UsageError`` where it cannot be read, or where no pupil is in it.
    init(_ folder: URL, exercises numbers: [String]) throws {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw UsageError(
                description: "\(DisplayText.printable(folder.path)) is not a folder that can be "
                    + "read. It should have a folder for each pupil.")
        }
        let shown = names.filter { !$0.hasPrefix(".") && $0 != "__MACOSX" }
        let sorted = shown.sorted { one, other in
            let order = one.localizedStandardCompare(other)
            return order == .orderedSame ? one < other : order == .orderedAscending
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
                    Pupil(name: name, handedIn: HandedIn(folder: place, exercises: numbers)))
            } else if name.lowercased().hasSuffix(".zip"), !shown.contains(bare),
                ExerciseFileName(name) == nil
            {
                pupils.append(
                    Pupil(name: bare, handedIn: HandedIn(archive: place, exercises: numbers)))
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

    /// The exercises, among those that there are, of which anybody handed in a file.
    func handedIn(among numbers: [String]) -> [String] {
        numbers.filter { number in pupils.contains { $0.handedIn.files[number] != nil } }
    }
}

/// Somebody who handed in files.
struct Pupil: Sendable {
    /// As the folder says it. It may hold anything.
    let name: String
    let handedIn: HandedIn
}
