/// The lines of a document around a place, with a marker under that place.
public struct Excerpt: Sendable, Hashable {
    /// A line of the document.
    public struct Line: Sendable, Hashable {
        /// The number of the line, from 1.
        public let number: Int
        /// The text of the line, safe to print and with spaces for tabs. Of a very long line, only the part
        /// around the place is kept.
        public let text: String
        let isCutAtStart: Bool
        let isCutAtEnd: Bool
    }

    /// The number of the marked line, from 1.
    public let line: Int
    /// The place of the marker in its line, in characters, from 1.
    public let column: Int
    /// The marked line, and up to two lines before it and one after it.
    public let lines: [Line]
    /// The words beside the marker, or `nil` if there are none.
    public let label: String?
    /// The parts of the marked line before and from the marker on, as printed.
    let textBeforeMarker: String
    let textAfterMarker: String
}

extension Excerpt {
    /// Returns the excerpt as lines to print, each at most `width` columns wide: a gutter with the line
    /// numbers, the text clipped around the marker, and the marker under the very character.
    ///
    /// - Parameter width: The number of columns; at least 24 are used.
    /// - Complexity: O(*n*), where *n* is the length of the lines.
    public func rendered(width: Int = 80) -> [String] {
        let numberWidth = max(5, String(lines.last?.number ?? line).count)
        let gutterWidth = numberWidth + 3
        let textWidth = max(width, 24) - gutterWidth
        let emptyGutter = String(repeating: " ", count: numberWidth) + " │ "
        var rendered: [String] = []
        for line in lines {
            let number = String(line.number)
            let gutter = String(repeating: " ", count: numberWidth - number.count) + number + " │ "
            guard line.number == self.line else {
                rendered.append(trimmed(gutter + clippedText(of: line, width: textWidth)))
                continue
            }
            let (text, markerColumn) = clippedMarkedText(of: line, width: textWidth)
            rendered.append(trimmed(gutter + text))
            rendered += markerLines(at: markerColumn, width: textWidth).map { emptyGutter + $0 }
        }
        return rendered
    }

    private func trimmed(_ text: String) -> String {
        String(text.reversed().drop { $0 == " " }.reversed())
    }

    private func clippedText(of line: Line, width: Int) -> String {
        if !line.isCutAtEnd, DisplayText.width(of: line.text) <= width { return line.text }
        return DisplayText.prefix(of: line.text, width: width - 1) + String(DisplayText.ellipsis)
    }

    /// Returns the marked line clipped to `width` columns, and the number of columns before the marker.
    private func clippedMarkedText(of line: Line, width: Int) -> (text: String, column: Int) {
        let before = textBeforeMarker
        let after = textAfterMarker
        let beforeWidth = DisplayText.width(of: before)
        let afterWidth = DisplayText.width(of: after)
        if !line.isCutAtStart, !line.isCutAtEnd, beforeWidth + afterWidth <= width {
            return (before + after, beforeWidth)
        }
        // Keep a third of the width for what comes before, more if little comes after.
        let ellipsis = String(DisplayText.ellipsis)
        let wantedBefore = max(width / 3, width - 1 - afterWidth - (line.isCutAtEnd ? 1 : 0))
        var text = before
        if line.isCutAtStart || beforeWidth > wantedBefore {
            text = ellipsis + DisplayText.suffix(of: before, width: max(wantedBefore - 1, 0))
        }
        let column = DisplayText.width(of: text)
        if line.isCutAtEnd || column + afterWidth > width {
            text += DisplayText.prefix(of: after, width: max(width - column - 1, 0)) + ellipsis
        } else {
            text += after
        }
        return (text, column)
    }

    /// Returns the marker with the label on its right or left or, if it fits neither, below it.
    private func markerLines(at column: Int, width: Int) -> [String] {
        let indent = String(repeating: " ", count: column)
        guard let label else { return [indent + "▲"] }
        let labelWidth = DisplayText.width(of: label)
        if column + 2 + labelWidth <= width { return [indent + "▲ " + label] }
        if labelWidth + 1 <= column {
            let padding = String(repeating: " ", count: column - labelWidth - 1)
            return [padding + label + " ▲"]
        }
        return [indent + "▲"] + DisplayText.wrapped(label, width: width)
    }
}

extension Excerpt {
    /// The largest number of bytes of a line that are kept on each side of the place.
    private static let keptLength = 2048
    /// The number of bytes on each side in which the ends of the line are searched for.
    private static let searchedLength = 65_536

    /// Cuts the lines around `place` out of a document.
    ///
    /// - Complexity: O(1), as no more than a bounded number of bytes is looked at.
    init(of document: DocumentReading, at place: DocumentPlace, label: String?) {
        let bytes = document.bytes
        let (offset, lineStart) = (place.offset, place.lineStart)
        let end = Self.lineEnd(in: bytes, from: offset)

        let windowStart = DocumentPlace.scalarStart(
            in: bytes, near: max(lineStart, offset - Self.keptLength), limit: offset)
        let windowEnd = min(end, offset + Self.keptLength)
        let before = DisplayText.printable(
            String(decoding: bytes[windowStart..<offset], as: UTF8.self))
        let after = DisplayText.printable(
            String(decoding: bytes[offset..<max(offset, windowEnd)], as: UTF8.self))
        let marked = Line(
            number: place.line, text: before + after,
            isCutAtStart: windowStart > lineStart, isCutAtEnd: windowEnd < end)

        var previous: [Line] = []
        let start = document.start
        if lineStart > start {
            let searched = bytes[start..<lineStart - 1].suffix(Self.searchedLength)
            var lines = searched.split(
                separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...]
            if searched.startIndex > start { lines.removeFirst() }
            lines = lines.suffix(2)
            previous = zip(lines, (place.line - lines.count)...).map(Self.line)
        }
        var next: [Line] = []
        if let newline = bytes[end...].prefix(2).firstIndex(of: UInt8(ascii: "\n")),
            newline + 1 < bytes.count
        {
            let end = Self.lineEnd(in: bytes, from: newline + 1)
            next.append(Self.line(bytes[newline + 1..<end], number: place.line + 1))
        }

        self.init(
            line: place.line, column: place.column, lines: previous + [marked] + next,
            label: label.map(DisplayText.printable), textBeforeMarker: before,
            textAfterMarker: after)
    }

    private static func line(_ bytes: DocumentBytes.SubSequence, number: Int) -> Line {
        let text = String(decoding: bytes.prefix(keptLength), as: UTF8.self)
        let withoutReturn = text.last == "\r" ? text.dropLast() : text[...]
        return Line(
            number: number, text: DisplayText.printable(withoutReturn),
            isCutAtStart: false, isCutAtEnd: bytes.count > keptLength)
    }

    /// Returns the end of the line that `offset` is on, without a carriage return, if it is near enough.
    private static func lineEnd(in bytes: DocumentBytes, from offset: Int) -> Int {
        let searched = bytes[offset...].prefix(searchedLength)
        let end = searched.firstIndex(of: UInt8(ascii: "\n")) ?? searched.endIndex
        return end > offset && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
    }
}
