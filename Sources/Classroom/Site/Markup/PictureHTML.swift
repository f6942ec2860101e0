import Walkthrough

/// The HTML of a picture in the prose of a lesson. A screen reader can read it out: a tree is a list in a
/// list, and an arrow says below what it stands. `site.css` draws the lines.
struct PictureHTML {
    let picture: Picture
    let inline: InlineHTML

    var html: String {
        switch picture {
        case .tree(let nodes):
            "<div class=\"picture tree\" role=\"group\" aria-label=\"Tree of the document\">"
                + html(of: nodes) + "</div>"
        case .list(let list): html(of: list)
        }
    }

    /// The number of columns for which a narrow window has room. A longer list stands upright there.
    private static let narrow = 26

    private func html(of list: Picture.List) -> String {
        let elements = list.elements.map(InlineHTML.escaped)
        let isLong = list.elements.reduce(0) { $0 + $1.count + 2 } > Self.narrow
        // The rows of a list that stands upright: each arrow needs one of its own beside its element.
        var rows = [1]
        for index in elements.indices {
            rows.append(rows[index] + max(list.arrows.count { $0.index == index }, 1))
        }
        let cells = elements.enumerated().map { index, element in
            "<code style=\"--upright:\(rows[index])/\(rows[index + 1])\">\(element)</code>\n"
        }
        let arrows = zip(2..., list.arrows).map { row, arrow in
            defer { rows[arrow.index] += 1 }
            let place = arrow.index < elements.count ? elements[arrow.index] : "the end"
            return "<p style=\"--at:\(arrow.index + 1);--row:\(row);"
                + "--upright:\(rows[arrow.index])\"><span class=\"unseen\">Arrow at \(place): </span>"
                + inline.html(of: arrow.caption) + "</p>\n"
        }
        return "<div class=\"picture list\(isLong ? " long" : "")\" role=\"group\" "
            + "aria-label=\"List with an arrow\" style=\"--n:\(elements.count)\">\n"
            + cells.joined() + arrows.joined() + "</div>"
    }

    private func html(of nodes: [Picture.Node]) -> String {
        var html = ""
        var last = -1
        for node in nodes {
            html += node.level > last ? "<ul>\n" : end(of: last - node.level) + "</li>\n"
            let text = "<span>\(InlineHTML.escaped(node.text))</span>"
            let mark = node.mark.map {
                "<span class=\"unseen\">, open as </span> <strong>\(inline.html(of: $0))</strong>"
            }
            html += "<li>" + text + (mark ?? "")
            last = node.level
        }
        return html + end(of: last + 1)
    }

    private func end(of levels: Int) -> String {
        String(repeating: "</li>\n</ul>", count: levels)
    }
}
