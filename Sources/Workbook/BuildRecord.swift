import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// An answer's file at one moment.
struct AnswerFile: Equatable, Codable {
    /// From the package's folder.
    let path: String
    let contents: Data
    /// When it was saved, in nanoseconds since 1970.
    let saved: Int64
    /// The number of the file on its volume: an editor that saves may put a new file in place.
    let identity: UInt64

    /// Reads the file, or gives nil where that is not possible.
    init?(_ path: String, in workbook: WorkbookFolder) {
        let url = workbook.url(path)
        var status = stat()
        guard let contents = try? Data(contentsOf: url), stat(url.path, &status) == 0 else {
            return nil
        }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        self.path = path
        self.contents = contents
        saved = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        identity = UInt64(status.st_ino)
    }

    /// Whether the build system would see no difference between the two: it looks at the size, the
    /// time stamp and the number of a file.
    func looksLike(_ other: AnswerFile) -> Bool {
        path == other.path && contents.count == other.contents.count && saved == other.saved
            && identity == other.identity
    }
}

/// What the last build of an exercise saw, so that the next one can tell by the contents whether its
/// results are still those of the file. Time stamps can't: some editors, tools and clocks set them.
struct BuildRecord: Codable {
    let answer: AnswerFile
    /// When the build was over, in nanoseconds since 1970; nil where it never was.
    var ended: Int64?
    /// Whether the file was compiled.
    var isComplete = false
    /// What the compiler said about the file. It says so only when it compiles.
    var warnings: [Diagnostic] = []

    /// Whether the results of that build are right for a file.
    func fits(_ answer: AnswerFile) -> Bool {
        isComplete && self.answer.path == answer.path && self.answer.contents == answer.contents
    }

    /// Whether the build system and the compiler's driver would notice by themselves that a file is
    /// another one. The driver compares whole seconds, those of the file then and now too.
    func isNoticed(_ answer: AnswerFile) -> Bool {
        guard let ended, self.answer.path == answer.path else { return false }
        let second: Int64 = 1_000_000_000
        return answer.saved / second > ended / second
            && answer.saved / second != self.answer.saved / second
            && !self.answer.looksLike(answer)
    }

    init(_ answer: AnswerFile) {
        self.answer = answer
    }

    // MARK: - On disk

    init?(contentsOf url: URL) {
        guard let data = try? Data(contentsOf: url),
            let record = try? JSONDecoder().decode(BuildRecord.self, from: data)
        else { return nil }
        self = record
    }

    func write(to url: URL) throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try JSONEncoder().encode(self).write(to: url, options: .atomic)
    }
}
