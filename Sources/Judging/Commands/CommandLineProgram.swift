import Foundation
import Walkthrough

package typealias UsageError = Walkthrough.UsageError

/// A program with commands: `workbook`, `classroom`, `maintain`.
package struct CommandLineProgram: Sendable {
    /// As it is typed behind `swift run`.
    package let name: String
    /// What it says before its commands, in `help`.
    package let introduction: [String]
    package var commands: [Command]
    /// What it says behind its commands, in `help`.
    package let ending: [String]
    /// What it does where nothing is typed behind its name. Nil where it shows its help then.
    package let withoutCommand: (@Sendable (WorkbookFolder) throws -> Bool)?
    /// Commands that another program has, with what to type in their place.
    package let elsewhere: [String: String]
    /// What to type in place of words that are no command, for those who think of other words.
    package let meaning: (@Sendable (_ words: [String], _ commands: [String]) -> String?)?

    package init(
        name: String, introduction: [String] = [], commands: [Command], ending: [String] = [],
        withoutCommand: (@Sendable (WorkbookFolder) throws -> Bool)? = nil,
        elsewhere: [String: String] = [:],
        meaning: (@Sendable (_ words: [String], _ commands: [String]) -> String?)? = nil
    ) {
        self.name = name
        self.introduction = introduction
        self.commands = commands
        self.ending = ending
        self.withoutCommand = withoutCommand
        self.elsewhere = elsewhere
        self.meaning = meaning
    }

    /// Runs what was typed, and ends the process.
    package func main() -> Never {
        Console.prepare()
        Interruption.leavesNothingBehind()
        let code = run(Array(CommandLine.arguments.dropFirst()))
        // What was printed may still wait in a buffer.
        exit(fflush(nil) == 0 ? code : Self.cannotWrite)
    }

    private static let cannotWrite: Int32 = 74

    /// Runs what was typed, and says on standard error what is in its way.
    ///
    /// - Returns: The exit code, as `sysexits.h` names them: 64 for words that it does not take.
    package func run(_ words: [String]) -> Int32 {
        do {
            return try perform(words) ? ExitCode.success : ExitCode.failure
        } catch let error as UsageError {
            Console.complain("\(name): \(error.description)")
            return ExitCode.usage
        } catch let error as Console.CannotWrite {
            if !error.isClosed { Console.complain("\(name): \(error)") }
            return Self.cannotWrite
        } catch {
            Console.complain("\(name): \(error)")
            return ExitCode.failure
        }
    }

    /// - Throws: ``UsageError`` for words that no command takes, and what the command throws.
    private func perform(_ words: [String]) throws -> Bool {
        guard let name = words.first else {
            guard let withoutCommand else { return try showHelp(of: nil) }
            return try withoutCommand(WorkbookFolder.find())
        }
        let rest = Array(words.dropFirst())
        if name == "help" || Usage.asksForHelp([name]) {
            return try showHelp(of: commands.first { rest.contains($0.name) })
        }
        let command = try command(in: words)
        if rest.contains("help") || Usage.asksForHelp(rest) { return try showHelp(of: command) }
        return try command.run(command.usage.parse(rest), WorkbookFolder.find())
    }

    private func showHelp(of command: Command?) throws -> Bool {
        let all = introduction + commands.map(\.usage.text) + ending
        try Console.print(command.map { [$0.usage.text] } ?? all)
        return true
    }

    /// - Throws: ``UsageError`` where there is none. It says what may be meant.
    func command(in words: [String]) throws -> Command {
        let word = words.first ?? ""
        if let known = commands.first(where: { $0.name == word }) { return known }
        if let other = elsewhere[word] {
            throw UsageError(description: "\(word) is \(other) now.")
        }
        let kind = word.hasPrefix("-") ? "option" : "command"
        let advice =
            meant(by: words).map { "Do you mean: \($0)" }
            ?? "swift run \(name) help lists what there is."
        throw UsageError(description: "There is no \(kind) \(word). \(advice)")
    }

    /// What to type in place of some words, if anybody can guess it.
    private func meant(by words: [String]) -> String? {
        let own = commands.map(\.name) + ["help"]
        if let meaning = meaning?(words, own) { return meaning }
        let word = String((words.first ?? "").drop { $0 == "-" })
        let known = own + elsewhere.keys.sorted()
        guard let near = SimilarWord.of(word, among: known) else { return nil }
        return ([elsewhere[near] ?? "swift run \(name) \(near)"] + words.dropFirst())
            .joined(separator: " ")
    }
}
