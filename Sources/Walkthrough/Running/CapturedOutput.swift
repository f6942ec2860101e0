import Foundation
import Synchronization

/// The text that the program writes to standard output or standard error while it is kept and not
/// shown.
final class CapturedOutput: Sendable {
    private let descriptor: Int32
    private let original: Int32
    private let file: Int32
    private let takenCount = Mutex<off_t>(0)

    /// The number of bytes that are taken at once. If there are more, the text ends with their number.
    private static let limit = 100_000

    /// Begins to keep the output, or returns nil if no file can be made for it.
    ///
    /// - Parameter descriptor: `STDOUT_FILENO` or `STDERR_FILENO`.
    init?(of descriptor: Int32) {
        fflush(nil)
        let folder = FileManager.default.temporaryDirectory.path
        var template = Array("\(folder)/lesson-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { return nil }
        // Without its name, the file is gone as soon as the program is.
        unlink(template)
        let original = dup(descriptor)
        guard original >= 0, dup2(file, descriptor) >= 0 else {
            close(file)
            return nil
        }
        // A process that the step starts must not inherit them.
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        _ = fcntl(original, F_SETFD, FD_CLOEXEC)
        self.descriptor = descriptor
        self.original = original
        self.file = file
    }

    /// Returns the text that was written since the last call. Bytes that are not UTF-8 are replaced.
    func take() -> String {
        fflush(nil)
        return takenCount.withLock { takenCount in
            let end = lseek(file, 0, SEEK_END)
            let count = Int(end - takenCount)
            guard count > 0 else { return "" }
            var bytes = [UInt8](repeating: 0, count: min(count, Self.limit))
            let readCount = pread(file, &bytes, bytes.count, takenCount)
            takenCount = end
            let output = String(decoding: bytes.prefix(max(readCount, 0)), as: UTF8.self)
            return count > Self.limit ? "\(output)… (\(count) bytes)\n" : output
        }
    }

    /// Sends the output to where it went before. Text that was not taken is lost. It has to be called once.
    func end() {
        fflush(nil)
        dup2(original, descriptor)
        close(original)
        close(file)
    }
}
