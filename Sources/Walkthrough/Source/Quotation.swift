import Foundation

/// Code of another file of the package, which a page shows unchanged:
///
///     // Code: Sources/LaunchesApp/Server/Request.swift, struct Request
///     // Code: Sources/LaunchesApp/Server/Request.swift, MARK: - Sending
///
/// The path begins at the package's folder. After the comma comes the beginning of a declaration,
/// without its modifiers, or a mark, whose section is shown up to the next mark. The file has to be
/// one that the lesson is built with.
package struct Quotation: Sendable {
    /// The path of the file, from the package's folder.
    package let path: String
    /// The location of the file.
    let file: URL
    /// The lines, with the indentation of the first one taken off; none if there is a problem.
    package let lines: [SourceLine]
    /// The reason why there are no lines.
    package let problem: String?

    /// The beginning of a comment that asks for code of another file.
    static let mark = "// Code: "

    /// Reads the file.
    ///
    /// - Parameters:
    ///   - request: The text behind the mark: a path, a comma, a name.
    ///   - package: The package's folder.
    /// - Complexity: O(*n*) in the length of the file.
    init(_ request: some StringProtocol, in package: URL) {
        let parts = request.split(separator: ", ", maxSplits: 1)
        path = parts.first.map { String($0) } ?? ""
        file = package.appendingPathComponent(path)
        let name = parts.dropFirst().first.map { String($0) } ?? ""
        let source = try? String(contentsOf: file, encoding: .utf8)
        let all = LessonSource.lines(of: source ?? "")
        let starts = all.indices.filter { !name.isEmpty && all[$0].begins(with: name) }
        lines = starts.count == 1 ? Self.lines(atStartOf: all[starts[0]...]) : []
        problem =
            switch starts.count {
            case _ where name.isEmpty:
                "after \"\(Self.mark)\" stand a path, a comma and how a declaration begins"
            case _ where source == nil: "\(path) cannot be read"
            case 0: "\(path) has no \"\(name)\""
            case 1: nil
            default:
                "\(path) has \(starts.count) places that begin with \"\(name)\": say more of the one"
            }
    }

    /// Returns the declaration or the section with which the end of a file begins.
    private static func lines(atStartOf remaining: ArraySlice<SourceLine>) -> [SourceLine] {
        guard let first = remaining.first else { return [] }
        let isMark = first.text.drop { $0 == " " }.hasPrefix("//")
        let indentation = first.text.prefix { $0 == " " }.count
        let isInside = { (line: SourceLine) in
            line.isBlank || line.isInString || line.text.hasPrefix(first.text.prefix(indentation))
        }
        let shifted = remaining.dropFirst(isMark ? 1 : 0).prefix(while: isInside)
            .map { $0.shifted(by: indentation) }
        let lines =
            isMark
            ? shifted.prefix { $0.isInString || !$0.text.hasPrefix("// MARK: -") }
            : shifted.prefix(1) + shifted.dropFirst().prefix { $0.isBlank || $0.continuesStatement }
        return lines.drop(while: \.isBlank).reversed().drop(while: \.isBlank).reversed()
    }

    /// Returns the folder of the package that holds a file, or nil if the file is in no package.
    ///
    /// - Parameter filePath: The path of the file.
    static func package(around filePath: String) -> URL? {
        var folder = URL(fileURLWithPath: filePath)
        repeat {
            guard folder.pathComponents.count > 1 else { return nil }
            folder.deleteLastPathComponent()
        } while !FileManager.default.fileExists(
            atPath: folder.appendingPathComponent("Package.swift").path)
        return folder
    }
}

extension SourceLine {
    /// Returns a Boolean value that indicates whether the line begins with a declaration or a mark, after
    /// its modifiers.
    ///
    /// - Parameter name: The beginning of the declaration, or the mark without its slashes.
    fileprivate func begins(with name: some StringProtocol) -> Bool {
        guard !isInString else { return false }
        var code = text.drop { $0 == " " }
        if code.hasPrefix("// MARK: - ") {
            return code == "// \(name)"
        }
        while !code.hasPrefix(name), let word = code.split(separator: " ").first,
            word.hasPrefix("@") || Statement.modifiers.contains(word)
        {
            code = code.dropFirst(word.count).drop { $0 == " " }
        }
        guard code.hasPrefix(name) else { return false }
        let next = code.dropFirst(name.count).first
        return !(next.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false)
    }
}
