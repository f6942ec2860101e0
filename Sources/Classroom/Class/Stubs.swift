import Foundation
import Judging

/// The stubs of the exercises, with which the files that a class handed in are compared.
struct Stubs: Sendable {
    /// The texts of the stubs, by the numbers of the exercises.
    private let texts: [String: String]
    /// The words of the versions of each stub, by the same numbers. The current one comes first.
    private let words: [String: [[Substring]]]

    /// Creates stubs.
    ///
    /// - Parameter versions: The texts of the versions of each stub, by the numbers of the exercises. The
    ///   current one comes first.
    init(_ versions: [String: [String]]) {
        texts = versions.compactMapValues(\.first)
        words = versions.mapValues { $0.map(Self.words) }
    }

    /// Reads the stubs of a workbook. If it is a clone, git knows the earlier ones too.
    init(of workbook: WorkbookFolder) async {
        let paths = workbook.exercises.map(workbook.stubPath)
        let earlier = await Self.versions(of: paths, in: workbook)
        let versions = paths.map { [workbook.text($0) ?? ""] + earlier[$0, default: []] }
        self.init(Dictionary(uniqueKeysWithValues: zip(workbook.exercises, versions)))
    }

    /// Returns the texts that some files had in any commit, by their paths, or none if git cannot tell.
    private static func versions(
        of paths: [String], in workbook: WorkbookFolder
    ) async -> [String: [String]] {
        let script = """
            git rev-list --all --objects -- "$@" | grep '[.]swift$' \
            | git cat-file --batch='%(objectsize) %(rest)'
            """
        let process = ChildProcess(
            executable: "/bin/sh", arguments: ["-c", script, "sh"] + paths,
            environment: ChildProcess.environment(adding: [:]), folder: workbook.root,
            timeLimit: 10)
        guard var output = try? await process.run().outputBytes else { return [:] }
        var versions: [String: [String]] = [:]
        // A line with the size and the path comes before each text, and a line break after it.
        while let end = output.firstIndex(of: UInt8(ascii: "\n")),
            case let head = String(decoding: output[..<end], as: UTF8.self).split(separator: " "),
            head.count == 2, let size = Int(head[0]), output[end...].count >= size + 2
        {
            let text = String(decoding: output[(end + 1)...].prefix(size), as: UTF8.self)
            versions[String(head[1]), default: []].append(text)
            output = output[(end + 1)...].dropFirst(size + 1)
        }
        return versions
    }

    /// Returns a Boolean value that indicates whether there is an exercise with a number.
    func has(_ number: String) -> Bool { texts[number] != nil }

    /// A stub that nobody has changed.
    enum Untouched {
        case current
        /// It is the stub of an earlier version of the workbook.
        case earlier
    }

    /// Returns which stub a text is, or nil if it is more than a stub. Blanks and the ends of lines
    /// do not count, because programs change them by themselves.
    func untouched(_ text: String, of number: String) -> Untouched? {
        words[number]?.firstIndex(of: Self.words(of: text)).map { $0 == 0 ? .current : .earlier }
    }

    private static func words(of text: String) -> [Substring] {
        text.split(whereSeparator: \.isWhitespace)
    }

    /// Returns the number of the exercise to which a text belongs, as its first comment says.
    func number(namedIn text: String) -> String? {
        WorkbookFolder.exerciseNumber(namedIn: text).flatMap { has($0) ? $0 : nil }
    }

    /// Returns why a file is no answer to its exercise, if it is the file of another one.
    func mistakenFile(_ text: String, handedInFor number: String) -> String? {
        guard let named = self.number(namedIn: text), named != number else { return nil }
        return "it is the file of exercise \(named). Hand it in as Exercise\(named).swift"
    }

    /// Returns a note about a file that does not compile, if it has a hole that the current stub does not
    /// have: then it was made from the stub of another version.
    func otherVersion(of text: String, handedInFor number: String) -> String? {
        let hole = #/TODO\("(Task [^"]*)"/#
        let holes = Set(texts[number, default: ""].matches(of: hole).map(\.1))
        return text.matches(of: hole).first { !holes.contains($0.1) }.map {
            "it is made from the stub of another version, with “\($0.1)”"
        }
    }
}

extension Data {
    /// The text of a file that was handed in, which is UTF-8 in most cases.
    var handedInText: String {
        if let utf16Encoding, let text = String(data: self, encoding: utf16Encoding) { return text }
        let text = String(decoding: self, as: UTF8.self)
        return text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    }
}
