import Foundation
import Judging

/// The learner's editor, as `$VISUAL` or `$EDITOR` names it.
struct Editor {
    private let words: [Substring]

    /// Creates the editor that the environment names, or returns nil if neither variable is set.
    init?(_ environment: [String: String]) {
        let set = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }
            .first { !$0.allSatisfy(\.isWhitespace) }
        guard let set else { return nil }
        words = set.split(separator: " ")
    }

    /// The name of the program, for a person to read.
    var name: Substring {
        let program = (words.first ?? "").split(separator: "/").last ?? ""
        return program.prefix { $0 != "'" && $0 != "\"" }
    }

    /// The editors with a window of their own. The screen goes on beside them, so nobody waits for them.
    private static let withWindow: Set<Substring> = [
        "code", "code-insiders", "codium", "cursor", "subl", "zed", "xed", "mate",
    ]

    /// The command for a shell, which gets the arguments of ``arguments(_:line:)``.
    var command: String {
        let isOwnWindow = Self.withWindow.contains(name)
        let kept = words.filter { !(isOwnWindow && ["-w", "--wait"].contains($0)) }
        return kept.joined(separator: " ") + " \"$@\""
    }

    /// Returns the arguments that open a file at a line, if the editor is known to take a line.
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
