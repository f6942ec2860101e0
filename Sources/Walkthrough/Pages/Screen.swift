/// What a screen shows while it waits for a key.
struct Screen {
    /// What the reader's next key brings.
    enum Next {
        case answer, rest, end
    }

    /// The rows that stand at the top whatever else is shown.
    let heading: [String]
    /// The rows of the page that there was no room for any more.
    let above: [String]
    /// As much of the page as there is room for, the newest rows last.
    let below: [String]
    let next: Next
    /// How many questions of the page are answered.
    let answers: Int

    /// The heading and the newest part of the page.
    var rows: [String] { heading + below }

    /// The heading and a part of the page.
    ///
    /// - Parameters:
    ///   - scrolled: How many rows further up the part is than the newest one.
    ///   - height: How many rows there are, the last for a prompt; nil for any number.
    func rows(scrolled: Int, height: Int?) -> [String] {
        let room = max((height ?? .max) - 1, 0)
        let part = (above + below).dropLast(scrolled).suffix(max(room - heading.count, below.count))
        // A very small terminal has no room for the heading.
        return Array((heading + part).suffix(room))
    }
}
