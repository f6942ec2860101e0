import Foundation
import LaunchesApp
import Walkthrough

/// The subject and the options that a person has typed.
struct Command {
    let subject: Subject
    /// The address of the server; nil for the bundled records.
    let url: URL?
    /// The time that one answer may take.
    let timeLimit: Duration

    /// Reads the arguments.
    ///
    /// - Parameter typed: The words after the name of the program.
    /// - Throws: ``UsageError`` for words or options that the program does not take.
    init(_ typed: [String]) throws {
        let arguments = try Self.usage.parse(typed)
        subject = try Self.subject(arguments.words)
        url = try arguments.value(of: "--url", "an address that begins with http") { typed in
            guard let url = URL(string: typed), url.host != nil else { return nil }
            return ["http", "https"].contains(url.scheme) ? url : nil
        }
        let limit = try arguments.value(of: "--seconds", "a number from 0.01 to 3600") { typed in
            Double(typed).flatMap { (0.01...3600).contains($0) ? $0 : nil }
        }
        timeLimit = .seconds(limit ?? 20)
    }

    private static func subject(_ words: [String]) throws -> Subject {
        if words.isEmpty { return .launches }
        if words[0] == "search" {
            guard words.count > 1 else { throw mistake("search needs words to look for.") }
            return .search(words.dropFirst().joined(separator: " "))
        }
        if words[0] == "museum" {
            let number = words.count == 2 ? words[1].wholeMatch(of: #/[A-Z]{2}-[A-Z]-[\w-]+/#) : nil
            return number.map { .painting(String($0.0)) }
                ?? .gallery(words.dropFirst().joined(separator: " "))
        }
        guard words.count == 1, let number = Int(words[0]), number > 0 else {
            throw mistake("\(words.joined(separator: " ")) is not the number of a flight.")
        }
        return .launch(number)
    }

    private static func mistake(_ problem: String) -> UsageError {
        usage.error("\(problem) swift run launches --help lists what there is.")
    }

    private static let usage = Usage(
        "launches", "[WORD …]",
        help: """
            every launch, from the records in the app;
            the words ask for something else
            """,
        options: [
            "--url URL": """
            the same from a server, for launches with
            their patches: https://api.example.org/v3
            """,
            "--seconds 5": "how long to wait for one answer; 20 if you\nsay nothing",
            "--help": "this page",
        ])

    static let help = """
        \(usage.text)

        The words:
          65                one launch, by its flight number
          search crs        launches with these words in their mission's name
          museum skaters    paintings in a museum that match some words
          museum SK-A-1718  one painting with its colors

        A key for the server is taken from LAUNCHES_KEY.

        It ends with 0 if all went well, with 1 if something could not be loaded, with
        64 if it does not understand you, and with 130 after Ctrl-C.

        """
}
