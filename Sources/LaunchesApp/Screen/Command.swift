import Foundation

/// What the command line asks for.
public struct Command: Sendable, Equatable {
    public enum Subject: Sendable, Equatable {
        case launches
        case launch(Int)
        case search(String)
        case gallery(String)
        case painting(String)
        case help
    }

    public var subject = Subject.launches
    /// Where the server is; nil for the bundled records.
    public var url: URL?
    /// How long one answer may take.
    public var timeLimit = Duration.seconds(20)

    /// An option or a word that the app does not know, in one line.
    public struct Mistake: Error, CustomStringConvertible {
        public let description: String
    }

    /// - Parameter arguments: The words after the name of the program.
    /// - Throws: ``Mistake``.
    public init(_ arguments: [String]) throws {
        var words: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h":
                subject = .help
                return
            case "--url":
                guard let text = rest.popFirst(), let url = URL(string: text), url.host != nil,
                    ["http", "https"].contains(url.scheme)
                else { throw Self.mistake("--url needs an address that begins with http") }
                self.url = url
            case "--seconds":
                guard let seconds = rest.popFirst().flatMap(Double.init), (0.01...3600) ~= seconds
                else { throw Self.mistake("--seconds needs a number from 0.01 to 3600") }
                timeLimit = .seconds(seconds)
            case _ where word.hasPrefix("-"): throw Self.mistake("there is no option \(word)")
            default: words.append(word)
            }
        }
        subject = try Self.subject(words)
    }

    private static func subject(_ words: [String]) throws -> Subject {
        if words.isEmpty { return .launches }
        if words[0] == "search" {
            guard words.count > 1 else { throw mistake("search needs words to look for") }
            return .search(words.dropFirst().joined(separator: " "))
        }
        if words[0] == "museum" {
            let number = words.count == 2 ? words[1].wholeMatch(of: #/[A-Z]{2}-[A-Z]-[\w-]+/#) : nil
            return number.map { .painting(String($0.0)) }
                ?? .gallery(words.dropFirst().joined(separator: " "))
        }
        guard words.count == 1, let number = Int(words[0]), number > 0 else {
            throw mistake("\(words.joined(separator: " ").printable) is not the number of a flight")
        }
        return .launch(number)
    }

    private static func mistake(_ text: String) -> Mistake {
        Mistake(description: "launches: \(text.printable). launches --help lists what there is.")
    }

    public static let help = """
        launches                        every launch, from the records in the app
        launches 65                     one launch, by its flight number
        launches search crs             launches with these words in their mission's name
        launches museum skaters         paintings in a museum that match some words
        launches museum SK-A-1718       one painting with its colors
        launches --url URL …            the same from a server, for launches with their patches:
                                        launches --url https://api.example.org/v3
        launches --seconds 5 …          how long to wait for one answer; 20 if you say nothing
        launches --help                 this page

        A key for the server is taken from LAUNCHES_KEY.

        It ends with 0 if all went well, with 1 if something could not be loaded, with 64 if it does
        not understand you, and with 130 after Ctrl-C.

        """
}
