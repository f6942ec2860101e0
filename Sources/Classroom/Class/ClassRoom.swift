import DecodingExplainer
import Foundation
import Judging

/// The folder of a class, with the files that each pupil handed in.
struct ClassRoom: Sendable {
    let pupils: [Pupil]
    /// The files that are in no pupil's folder, with the reason why they were not taken.
    let strayFiles: [String]
    /// The stubs of all exercises.
    let stubs: Stubs

    /// Reads the folder of a class.
    ///
    /// - Parameters:
    ///   - folder: The folder. Each folder inside it is a pupil, unless its name begins with a dot. An
    ///     archive is a pupil too: Ada handed in `Ada.zip`. A file is taken if its name is one that a
    ///     learning platform makes, with the pupil in it. Other files are not taken.
    ///   - stubs: The stubs of all exercises. They are read after the folder, because that takes a while.
    /// - Throws: ``UsageError`` if the folder cannot be read or has no pupils.
    init(_ folder: URL, stubs: @autoclosure () async -> Stubs) async throws {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        } catch {
            throw UsageError(
                description: "\(DisplayText.printable(folder.path)) is neither a folder nor an "
                    + "archive (.zip) that can be read. It should have a folder for each pupil.")
        }
        let shown = names.filter { !$0.hasPrefix(".") && $0 != "__MACOSX" }
        let prefix = Self.prefixOfClones(shown, in: folder)
        var places: [Key: [HandedIn.Place]] = [:]
        var strayFiles: [String] = []
        for name in shown.sorted() {
            let place = folder.appendingPathComponent(name)
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder)
            let platform = PlatformName(name)
            let key = platform.map { Key(name: $0.pupil, id: $0.id) }
            if isFolder.boolValue {
                let own = Key(name: String(name.trimmingPrefix(prefix)), id: "")
                let pupil = platform?.file == nil ? key ?? own : own
                places[pupil, default: []].append(.folder(place))
            } else if let key, let file = platform?.file {
                places[key, default: []].append(.file(place, name: file))
            } else if name.lowercased().hasSuffix(".zip"), ExerciseFileName(name) == nil {
                let pupil = Key(name: String(name.dropLast(".zip".count)), id: "")
                places[pupil, default: []].append(.file(place, name: name))
            } else {
                strayFiles.append("\(name): not in a pupil's folder")
            }
        }
        guard !places.isEmpty else {
            throw UsageError(
                description: "\(DisplayText.printable(folder.path)) has no folder in it. It should "
                    + "have one for each pupil, with files such as Exercise01.swift.")
        }
        let stubs = await stubs()
        let counts = Dictionary(places.keys.map { ($0.name, 1) }, uniquingKeysWith: +)
        var pupils: [Pupil] = []
        let sorted = places.sorted { ($0.key.name, $0.key.id) < ($1.key.name, $1.key.id) }
            .sorted { $0.key.name.localizedStandardCompare($1.key.name) == .orderedAscending }
        for (key, places) in sorted {
            pupils.append(
                Pupil(
                    name: counts[key.name] == 1 || key.id.isEmpty
                        ? key.name : "\(key.name) (\(key.id))",
                    handedIn: await HandedIn(places, stubs: stubs)))
        }
        self.stubs = stubs
        self.pupils = pupils
        self.strayFiles = strayFiles
    }

    /// A pupil's name, with the platform's number if there is one, because two may have one name.
    private struct Key: Hashable {
        let name: String
        let id: String
    }

    /// Returns the beginning that the names of all clones share, up to a hyphen. A code host names a
    /// pupil's repository by the class and the pupil: `exercise-05-ada`.
    private static func prefixOfClones(_ names: [String], in folder: URL) -> String {
        let clones = names.filter {
            FileManager.default.fileExists(atPath: folder.appendingPathComponent("\($0)/.git").path)
        }
        guard clones.count > 1 else { return "" }
        let shared = clones.dropFirst().reduce(clones[0]) { $0.commonPrefix(with: $1) }
        return shared.lastIndex(of: "-").map { String(shared[...$0]) } ?? ""
    }

    /// Returns how many pupils handed in a file that is more than the stub, for each exercise that anybody
    /// handed in.
    func counts(of numbers: [String]) -> [String: Int] {
        let counts = numbers.map { number in
            (number, pupils.count { $0.handedIn.isChanged(number) })
        }
        return Dictionary(uniqueKeysWithValues: counts.filter { $0.1 > 0 })
    }
}

/// A pupil, with the files that they handed in.
struct Pupil: Sendable {
    /// The name of the pupil, which may contain any characters.
    let name: String
    let handedIn: HandedIn
}
