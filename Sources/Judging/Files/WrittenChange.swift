/// A small change to a file, as a page of Markdown shows it: a block of code marked `diff` with the
/// removed lines, the added lines, and some lines around them.
///
///     func decodeTrains(from document: Data) throws -> [Train] {
///    -    try JSONDecoder().decode([Train].self, from: document)
/// +    [] @@
///     …
///
/// A line `@@` ends one place of the file and begins the next. There are no line numbers. The kept
/// and removed lines of a place have to be in the file exactly once before the change. An empty
/// line of the block is an empty line of the file. Spaces and tabs at the end of a line are not
/// compared, because editors remove them.
package struct WrittenChange: Equatable, Sendable {
    /// A line of a place.
    struct Line: Equatable, Sendable {
        /// What becomes of the line, by its first character in the block.
        enum Mark: Character {
            case kept = " "
            case removed = "-"
            case added = "+"
        }

        let mark: Mark
        /// The line without its first character.
        let text: String
    }

    /// A place in the file: lines that follow each other.
    typealias Place = [Line]

    /// The places, in any order.
    let places: [Place]

    /// Reads the lines of a block.
    ///
    /// - Throws: ``CommandFailure`` if a line does not begin with a space, `-`, `+` or `@@`, or if a
    ///   place changes nothing.
    package init(lines: some Sequence<some StringProtocol>) throws(CommandFailure) {
        var places: [Place] = [[]]
        for line in lines {
            if line.hasPrefix("@@") {
                places.append([])
                continue
            }
            guard let mark = Line.Mark(rawValue: line.first ?? " ") else {
                throw CommandFailure(
                    description: "Begin each line of the block with a space, \"-\" or \"+\", not "
                        + "like this one: \(line)")
            }
            places[places.count - 1].append(Line(mark: mark, text: String(line.dropFirst())))
        }
        for place in places {
            guard place.contains(where: { $0.mark != .added }) else {
                throw CommandFailure(
                    description: "A place has no line that is in the file already. Add the line "
                        + "above it, with a space before it.")
            }
            guard place.contains(where: { $0.mark != .kept }) else {
                throw CommandFailure(
                    description: "A place changes nothing. Begin what goes away with \"-\", what "
                        + "comes with \"+\": \(place.first?.text ?? "")")
            }
        }
        self.places = places
    }

    /// The lines of the block, as ``init(lines:)`` reads them.
    package var lines: [String] {
        let written = places.map { place in
            place.map { line in
                line.mark == .kept && line.text.isEmpty ? "" : "\(line.mark.rawValue)\(line.text)"
            }
        }
        return Array(written.joined(separator: ["@@"]))
    }

    /// The block with its fence, which is longer than any fence in the change.
    package var markdown: String {
        let longest = lines.map { $0.drop { $0 == " " }.prefix { $0 == "`" }.count }.max() ?? 0
        let fence = String(repeating: "`", count: max(3, longest + 1))
        return (["\(fence)diff"] + lines + [fence]).joined(separator: "\n")
    }

    // MARK: - Use

    /// Returns the file after the change.
    ///
    /// - Parameter source: The contents of the file before the change.
    /// - Returns: The contents after it, with the same line endings.
    /// - Throws: ``CommandFailure`` if the lines of a place are not in the file exactly once, or if
    ///   two places overlap.
    package func applied(to source: String) throws(CommandFailure) -> String {
        var lines = Self.lines(of: source)
        var replacements: [(range: Range<Int>, place: Place)] = []
        for (index, place) in places.enumerated() {
            let name = places.count == 1 ? "" : "Place \(index + 1) of \(places.count): "
            let range = try Self.range(of: place, in: lines, name)
            if replacements.contains(where: { $0.range.overlaps(range) }) {
                throw CommandFailure(
                    description: "\(name)It changes lines that another place changes too: "
                        + "\(place.first?.text ?? "")")
            }
            replacements.append((range, place))
        }
        replacements.sort { $0.range.lowerBound > $1.range.lowerBound }
        for (range, place) in replacements {
            var old = lines[range].makeIterator()
            let new = place.compactMap { line -> String? in
                switch line.mark {
                // A kept line stays as it is in the file, with the spaces at its end.
                case .kept: return old.next()
                case .removed:
                    _ = old.next()
                    return nil
                case .added: return line.text
                }
            }
            lines.replaceSubrange(range, with: new)
        }
        return lines.joined(separator: source.contains("\r\n") ? "\r\n" : "\n")
    }

    private static func range(
        of place: Place, in lines: [String], _ name: String
    ) throws(CommandFailure) -> Range<Int> {
        let old = place.filter { $0.mark != .added }.map(\.text)
        let starts = starts(of: old, in: lines)
        guard let start = starts.first else {
            throw CommandFailure(description: name + difference(of: old, from: lines))
        }
        guard starts.count == 1 else {
            let numbers = starts.map { "\($0 + 1)" }.joined(separator: " and ")
            throw CommandFailure(
                description: "\(name)These lines are in the file \(starts.count) times, at lines "
                    + "\(numbers). Add lines from around the right place:\n"
                    + quoted(old.prefix(3)))
        }
        return start..<start + old.count
    }

    /// Returns a message with the lines that are not in the file and the place where the others fit
    /// best.
    private static func difference(of old: [String], from lines: [String]) -> String {
        let last = max(lines.count - old.count, 0)
        let missing = { (start: Int) in
            old.indices.filter { index in
                let line = start + index
                return !lines.indices.contains(line) || !isSame(old[index], lines[line])
            }
        }
        let best = (0...last).min { missing($0).count < missing($1).count } ?? 0
        let unfit = missing(best)
        guard unfit.count < old.count else {
            return "Nothing like these lines is in the file any more:\n" + quoted(old.prefix(6))
        }
        let nearest = unfit.map { best + $0 }.filter(lines.indices.contains)
        return "These lines are not in the file:\n" + quoted(unfit.prefix(6).map { old[$0] })
            + "\nThe nearest is line \((nearest.first ?? best) + 1):\n"
            + quoted(nearest.prefix(6).map { lines[$0] })
    }

    private static func quoted(_ lines: some Sequence<String>) -> String {
        lines.map { "│ \($0)" }.joined(separator: "\n")
    }

    // MARK: - Lines

    /// Returns the lines of a text. If the text ends with a line break, the last line is empty.
    package static func lines(of text: String) -> [String] {
        text.replacing("\r\n", with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns the indices at which some lines begin among others.
    private static func starts(of part: [String], in lines: [String]) -> [Int] {
        guard !part.isEmpty, part.count <= lines.count else { return [] }
        return (0...lines.count - part.count).filter { start in
            zip(part, lines[start...]).allSatisfy { isSame($0, $1) }
        }
    }

    private static func isSame(_ line: String, _ other: String) -> Bool {
        line == other || withoutBlanks(line) == withoutBlanks(other)
    }

    /// Returns a line without the spaces and tabs at its end.
    static func withoutBlanks<Line: StringProtocol>(_ line: Line) -> Line.SubSequence {
        let last = line.lastIndex { $0 != " " && $0 != "\t" }
        return last.map { line[...$0] } ?? line.prefix(0)
    }
}
