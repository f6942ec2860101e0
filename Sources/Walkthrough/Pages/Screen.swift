/// What a screen shows while it waits for a key.
struct Screen {
    /// What the reader's next key brings.
    enum Next {
        case answer, rest, end
    }

    /// The heading and as much of the page as there is room for, the newest rows last.
    let rows: [String]
    let next: Next
    /// How many questions of the page are answered.
    let answers: Int
}
