/// Returns the result of a search as text.
public func text(of gallery: Gallery, on display: Display) -> String {
    let lines = gallery.hits.flatMap { hit in
        display.field(hit.number, "\(hit.title), \(hit.maker)")
    }
    return lines.map { $0 + "\n" }.joined()
}

/// Returns a painting with its colors as text. If the output has colors, there is a patch of each.
public func text(of painting: Painting, on display: Display) -> String {
    var lines = painting.title.printable.wrapped(to: display.width)
        .map { display.paint($0, .bold) }
    lines += display.field("Maker", painting.maker + painting.years)
    lines += display.field("Number", painting.number)
    for share in painting.colors {
        let percentage = String(share.percentage).leftPadded(to: 4)
        lines.append("\(display.swatch(share.color))\(share.color)\(percentage) %")
    }
    return lines.map { $0 + "\n" }.joined()
}

extension Painting {
    /// The years of the maker's life in brackets, `(1622–1652)`, or an empty text.
    fileprivate var years: String {
        guard let born, let died else { return "" }
        return " (\(born)–\(died))"
    }
}
