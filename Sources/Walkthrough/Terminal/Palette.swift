extension Terminal {
    /// The role of a text on a page, which decides its color. Color is never the only sign: a term also
    /// has backticks, an answer has a mark, and a question has a word.
    package enum Role: CaseIterable, Sendable {
        case title, faint, question, term, good, bad, keyword, type, literal
    }

    /// Colors for a background, among those of the 256 that no theme changes. Each has a contrast of
    /// at least 4.5 to it, as WCAG 2 measures (https://www.w3.org/TR/WCAG22/#contrast-minimum).
    package enum Palette: CaseIterable, Sendable {
        /// For a background from black to dark gray.
        case dark
        /// For one from white to light gray.
        case light
        /// For a background that is not known: readable on black and on white.
        case either

        /// Creates the palette for the background that `COLORFGBG` names, such as `15;0`, or nil if it
        /// names none. The last number is one of a terminal's 16 colors.
        init?(colorfgbg: String?) {
            guard let last = colorfgbg?.split(separator: ";").last, let number = Int(last),
                (0...15).contains(number)
            else { return nil }
            self = number == 7 || number > 8 ? .light : .dark
        }

        /// Returns the number of the color, or nil for the terminal's usual color of text.
        package func color(of role: Role) -> Int? {
            let colors: (dark: Int, light: Int, either: Int)
            switch role {
            case .title: return nil
            case .faint: colors = (249, 241, 243)
            case .question: colors = (220, 90, 163)
            case .term: colors = (117, 25, 63)
            case .good: colors = (114, 22, 29)
            case .bad: colors = (210, 124, 131)
            case .keyword: colors = (183, 19, 98)
            case .type: colors = (116, 23, 63)
            case .literal: colors = (180, 94, 29)
            }
            switch self {
            case .dark: return colors.dark
            case .light: return colors.light
            case .either: return colors.either
            }
        }

        /// The colors of the window in a picture of a terminal: that of text without a role, and that of
        /// the background.
        package var window: (text: Int, background: Int) {
            switch self {
            case .dark: (253, 234)
            case .light, .either: (235, 231)
            }
        }

        /// Returns the parameters of the escape sequence that switches the color on. A question is bold,
        /// because it is the most important line of a page.
        package func code(of role: Role) -> String {
            let isBold = role == .title || role == .question
            let color = color(of: role).map { "38;5;\($0)" }
            return [isBold ? "1" : nil, color].compactMap(\.self).joined(separator: ";")
        }
    }
}
