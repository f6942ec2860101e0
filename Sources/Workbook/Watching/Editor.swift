import Foundation
import Judging

/// The learner's editor, as `$VISUAL` or `$EDITOR` has it, and how it is told a line.
struct Editor {
    private let words: [Substring]

    /// - Returns: Nil where neither variable is set.
    init?(_ environment: [String: String]) {
        let set = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }
            .first { !$0.allSatisfy(\.isWhitespace) }
        guard let set else { return nil }
        words = set.split(separator: " ")
    }

    /// What is started, for a person to read.
    var name: Substring {
        let program = (words.first ?? "").split(separator: "/").last ?? ""
        return program.prefix { $0 != "'" && $0 != "\"" }
    }

    /// Editors with a window of their own. They are not waited for: the screen goes on beside them.
    private static let withWindow: Set<Substring> = [
        "code", "code-insiders", "codium", "cursor", "subl", "zed", "xed", "mate",
    ]

    /// For a shell; its arguments are those of ``arguments(_:line:)``.
    var command: String {
        let isOwnWindow = Self.withWindow.contains(name)
        let kept = words.filter { !(isOwnWindow && ["-w", "--wait"].contains($0)) }
        return kept.joined(separator: " ") + " \"$@\""
    }

    func arguments(_ file: String, line: Int) -> [String] {
        let place =
            switch name {
            case "vi", "vim", "nvim", "nano", "pico", "emacs", "emacsclient", "kak", "joe", "mg":
                ["+\(line)", file]
            case "code", "code-insiders", "codium", "cursor": ["--goto", "\(file):\(line)"]
            case "subl", "zed", "hx", "micro": ["\(file):\(line)"]
            case "xed", "mate": ["--line", "\(line)", file]
            default: [file]
            }
        // The first one is the shell's own name.
        return ["sh"] + place
    }
}
