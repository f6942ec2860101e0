import Foundation
import Judging

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// The command `workbook reset 07`, which puts the stub back and keeps a copy of the learner's file.
///
/// The stub comes from `Solutions/.stubs`, so that a folder that was downloaded without git has it
/// too. `maintain verify` compares that copy with the exercise.
struct Reset {
    let number: String
    let workbook: WorkbookFolder

    /// The folder of the files that were kept. Git and the package manager ignore it.
    static let keptFolder = "Exercises/.kept"

    /// Puts the stub back.
    ///
    /// - Parameter time: The time for the name of the file that is kept.
    /// - Returns: True.
    /// - Throws: ``CommandFailure`` if a file cannot be read or written. Then the learner's file has not
    ///   changed.
    func run(at time: Date = Date()) throws -> Bool {
        let path = workbook.exercisePath(number)
        guard let stub = try? Data(contentsOf: workbook.url(workbook.stubPath(number))) else {
            throw CommandFailure(
                description: "\(workbook.stubPath(number)) cannot be read, so \(path) is as it was."
            )
        }
        let answer = workbook.exists(path) ? try read(path) : nil
        if answer == stub {
            try Console.print(["\(path) is the stub already."])
            return true
        }
        let folder = workbook.url(Self.keptFolder)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(
                description: "\(Self.keptFolder) cannot be made, so \(path) is as it was. "
                    + "Are you allowed to write in Exercises?")
        }
        let kept = try answer.map { try keep($0, at: time) }
        do {
            try place(stub)
        } catch {
            // The learner's file has not changed, so a copy of it is of no use.
            if let kept { unlink(workbook.url(kept).path) }
            throw error
        }
        ExerciseMemory(number: number, workbook: workbook).forget()
        try Console.print(
            ["\(path) is the stub again."] + (kept.map { ["Your file is kept: \($0)"] } ?? []))
        return true
    }

    private func read(_ path: String) throws -> Data {
        do {
            return try Data(contentsOf: workbook.url(path))
        } catch {
            throw CommandFailure(
                description: "\(path) cannot be read and so cannot be kept. It is as it was.")
        }
    }

    /// Writes the learner's file under a new name.
    ///
    /// - Returns: The path of the copy.
    private func keep(_ data: Data, at time: Date) throws -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "yyyy-MM-dd-HHmmss"
        let name = "\(Self.keptFolder)/Exercise\(number)-\(format.string(from: time))"
        for count in 1...100 {
            let path = name + (count == 1 ? "" : "-\(count)") + ".swift"
            let descriptor = open(workbook.url(path).path, O_WRONLY | O_CREAT | O_EXCL, 0o644)
            if descriptor < 0, errno == EEXIST { continue }
            try write(data, to: descriptor, at: path)
            return path
        }
        throw failure(name, EEXIST)
    }

    /// Puts the stub in place in one step, so that another program sees either the whole old file or the
    /// whole new one.
    private func place(_ stub: Data) throws {
        let path = "\(Self.keptFolder)/Exercise\(number).new"
        try write(
            stub, to: open(workbook.url(path).path, O_WRONLY | O_CREAT | O_TRUNC, 0o644), at: path)
        let exercise = workbook.exercisePath(number)
        guard rename(workbook.url(path).path, workbook.url(exercise).path) == 0 else {
            let code = errno
            unlink(workbook.url(path).path)
            throw failure(exercise, code)
        }
    }

    /// Writes a whole new file to the disk, or removes it again if that fails.
    private func write(_ data: Data, to descriptor: Int32, at path: String) throws {
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { close(descriptor) }
        let code = Console.write(data, to: descriptor) ?? (fsync(descriptor) == 0 ? nil : errno)
        guard let code else { return }
        unlink(workbook.url(path).path)
        throw failure(path, code)
    }

    private func failure(_ path: String, _ code: Int32) -> CommandFailure {
        CommandFailure(
            description: "\(path) cannot be written: \(String(cString: strerror(code))). "
                + "\(workbook.exercisePath(number)) is as it was.")
    }
}
