import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// What the program writes to one of its own outputs, kept for a while in place of being shown.
final class CapturedOutput: Sendable {
    private let descriptor: Int32
    private let original: Int32
    private let file: Int32
    private let taken = Mutex<off_t>(0)
    private let isOpen = Mutex(true)

    /// How many bytes are taken at once. Whoever prints more gets to know how much more it was.
    private static let limit = 100_000

    /// Begins to keep what is written, or gives nil where there is no room for it.
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
        // A process that the step starts has no use for them.
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        _ = fcntl(original, F_SETFD, FD_CLOEXEC)
        self.descriptor = descriptor
        self.original = original
        self.file = file
    }

    /// What was written since the last time. Bytes that are not UTF-8 are replaced.
    func take() -> String {
        fflush(nil)
        return taken.withLock { taken in
            let end = lseek(file, 0, SEEK_END)
            let count = Int(end - taken)
            guard count > 0 else { return "" }
            var bytes = [UInt8](repeating: 0, count: min(count, Self.limit))
            let read = pread(file, &bytes, bytes.count, taken)
            taken = end
            let text = String(decoding: bytes.prefix(max(read, 0)), as: UTF8.self)
            return count > Self.limit ? "\(text)… (\(count) bytes)\n" : text
        }
    }

    /// Gives the output back. What was not taken is lost.
    func end() {
        isOpen.withLock { isOpen in
            guard isOpen else { return }
            isOpen = false
            fflush(nil)
            dup2(original, descriptor)
            close(original)
            close(file)
        }
    }

    deinit { end() }
}
