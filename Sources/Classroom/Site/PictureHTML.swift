import Walkthrough

/// The HTML of a picture in the prose of a lesson. It is lists, which a screen reader can read out, and
/// `site.css` draws the lines.
struct PictureHTML {
    private let picture: Picture
    private let inline: InlineHTML

    init(_ picture: Picture, _ inline: InlineHTML) {
        self.picture = picture
        self.inline = inline
    }

    var html: String {
        switch picture {
        case .tree(let nodes):
            "<div class=\"picture tree\" role=\"group\" aria-label=\"Tree of the document\">"
                + html(of: nodes) + "</div>"
        }
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
