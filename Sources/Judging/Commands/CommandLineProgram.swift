import Foundation
import Walkthrough

package typealias UsageError = Walkthrough.UsageError

/// A program with commands: `workbook`, `classroom`, `maintain`.
package struct CommandLineProgram: Sendable {
    /// As it is typed behind `swift run`.
    package let name: String
    /// What it says before its commands, in `help`.
    package let introduction: [String]
    package let commands: [Command]
    /// What it says behind its commands, in `help`.
    package let ending: [String]
    /// What it does where nothing is typed behind its name. Nil where it shows its help then.
    package let withoutCommand: (@Sendable (WorkbookFolder) throws -> Bool)?
    /// Commands that another program has, with what to type in their place.
    package let elsewhere: [String: String]

    package init(
        name: String, introduction: [String] = [], commands: [Command], ending: [String] = [],
        withoutCommand: (@Sendable (WorkbookFolder) throws -> Bool)? = nil,
        elsewhere: [String: String] = [:]
    ) {
        self.name = name
        self.introduction = introduction
        self.commands = commands
        self.ending = ending
        self.withoutCommand = withoutCommand
        self.elsewhere = elsewhere
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

    private static let helpWords: Set = ["help", "--help", "-h"]

    /// - Throws: ``UsageError`` for words that no command takes, and what the command throws.
    private func perform(_ words: [String]) throws -> Bool {
        guard let name = words.first else {
            guard let withoutCommand else { return try showHelp(of: nil) }
            return try withoutCommand(WorkbookFolder.find())
        }
        let rest = Array(words.dropFirst())
        if Self.helpWords.contains(name) {
            return try showHelp(of: commands.first { rest.contains($0.name) })
        }
        let command = try command(named: name)
        if rest.contains(where: Self.helpWords.contains) { return try showHelp(of: command) }
        return try command.run(rest, WorkbookFolder.find())
    }

    private func showHelp(of command: Command?) throws -> Bool {
        try Console.print(command.map { [$0.help] } ?? introduction + commands.map(\.help) + ending)
        return true
    }

    /// - Throws: ``UsageError`` where there is none. It says what may be meant.
    func command(named word: String) throws -> Command {
        let known = commands.first { $0.name == word || $0.otherNames.contains(word) }
        if let known { return known }
        if let other = elsewhere[word] {
            throw UsageError(description: "\(word) is \(other) now.")
        }
        throw UsageError(description: "There is no command \(word). \(guess(at: word))")
    }

    /// Names the command that differs in the fewest letters, if it is near.
    private func guess(at word: String) -> String {
        let near = commands.map { (name: $0.name, far: $0.name.difference(from: word).count) }
            .min { $0.far < $1.far }
        let meant = near.flatMap { $0.far <= 3 ? $0.name : nil }
        return meant.map { "Is it \($0)? swift run \(name) help lists all." }
            ?? "swift run \(name) help lists what there is."
    }
}
