import Foundation
import Walkthrough

/// The error of a command that cannot read its arguments.
package typealias UsageError = Walkthrough.UsageError

/// A program with commands: `workbook`, `classroom`, `maintain`.
package struct CommandLineProgram: Sendable {
    /// The name of the program, as it is typed after `swift run`.
    package let name: String
    /// The declaration of the program without a command, if it has a meaning.
    package let overview: Usage?
    /// The commands, in the order of the help.
    package var commands: [Command]
    /// The lines below the commands in `help`.
    package let ending: [String]
    /// The function that runs if no argument is typed. Without it, the program then shows its help.
    package let withoutCommand: (@Sendable (WorkbookFolder) async throws -> Bool)?
    /// The commands that another program has, with the text to type in their place.
    package let elsewhere: [String: String]
    /// A function that returns a suggestion for arguments that are no command, for people who know
    /// the command by another name.
    package let meaning: (@Sendable (_ arguments: [String], _ commands: [String]) -> String?)?

    /// Creates a program. The parameters are described at the properties with the same names.
    package init(
        name: String, overview: Usage? = nil, commands: [Command], ending: [String] = [],
        withoutCommand: (@Sendable (WorkbookFolder) async throws -> Bool)? = nil,
        elsewhere: [String: String] = [:],
        meaning: (@Sendable (_ arguments: [String], _ commands: [String]) -> String?)? = nil
    ) {
        self.name = name
        self.overview = overview
        self.commands = commands
        self.ending = ending
        self.withoutCommand = withoutCommand
        self.elsewhere = elsewhere
        self.meaning = meaning
    }

    /// Runs the command in the arguments of the process, and ends the process.
    package func main() async -> Never {
        _ = RunningProgram.location
        Console.prepare()
        Interruption.leavesNothingBehind()
        let code = await run(Array(CommandLine.arguments.dropFirst()))
        // A part of the output may still be in a buffer.
        exit(fflush(nil) == 0 ? code : Self.cannotWrite)
    }

    private static let cannotWrite: Int32 = 74

    /// Runs the command in the arguments, and prints an error to standard error.
    ///
    /// - Parameter arguments: The arguments, without the program's own name.
    /// - Returns: The exit code, as in `sysexits.h`: 64 for arguments that the program does not
    ///   take.
    package func run(_ arguments: [String]) async -> Int32 {
        do {
            return try await perform(arguments) ? ExitCode.success : ExitCode.failure
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

    /// Runs a command, or shows help.
    ///
    /// - Throws: ``UsageError`` for arguments that no command takes, or the error of the command.
    private func perform(_ arguments: [String]) async throws -> Bool {
        var typed = arguments
        if withoutCommand != nil, typed.first == Usage.plain.key {
            Terminal.becomePlain()
            typed.removeFirst()
        }
        guard let name = typed.first else {
            guard let withoutCommand else { return try showHelp(of: nil) }
            return try await withoutCommand(WorkbookFolder.find())
        }
        let remaining = Array(typed.dropFirst())
        if typed.contains("help") || Usage.asksForHelp(typed), typed.contains(Usage.plain.key) {
            Terminal.becomePlain()
        }
        if name == "help" || Usage.asksForHelp([name]) {
            return try showHelp(of: commands.first { remaining.contains($0.name) })
        }
        let command = try command(in: typed)
        if remaining.contains("help") || Usage.asksForHelp(remaining) {
            return try showHelp(of: command)
        }
        let arguments = try command.usage.parse(remaining)
        if arguments.isPlain { Terminal.becomePlain() }
        return try await command.run(arguments, WorkbookFolder.find())
    }

    private func showHelp(of command: Command?) throws -> Bool {
        let note = Terminal.current.isPlain ? ["With each command, type -q after run."] : []
        let all =
            note + (overview.map { [$0.text] } ?? []) + commands.map(\.usage.textInList) + ending
        try Console.print(command.map { [$0.usage.text] } ?? all)
        return true
    }

    /// Returns the command that the arguments name.
    ///
    /// - Throws: ``UsageError`` if there is none. Its description names the command that may be
    ///   meant.
    func command(in arguments: [String]) throws -> Command {
        let word = arguments.first ?? ""
        if let command = commands.first(where: { $0.name == word }) { return command }
        if let replacement = elsewhere[word] {
            throw UsageError(description: "\(word) is \(replacement) now.")
        }
        let kind = word.hasPrefix("-") ? "option" : "command"
        let advice =
            suggestion(for: arguments).map { "Do you mean: \($0)" }
            ?? "swift run \(name) help lists what there is."
        throw UsageError(description: "There is no \(kind) \(word). \(advice)")
    }

    /// Returns a suggestion in place of arguments that are no command, if one can be guessed.
    private func suggestion(for arguments: [String]) -> String? {
        let names = commands.map(\.name) + ["help"]
        if let meaning = meaning?(arguments, names) { return meaning }
        let word = String((arguments.first ?? "").drop { $0 == "-" })
        // An option of one program is no command of another.
        let isOption = arguments.first?.hasPrefix("-") == true
        let allNames = names + (isOption ? [] : elsewhere.keys.sorted())
        guard let similar = SimilarWord.of(word, among: allNames) else { return nil }
        return ([elsewhere[similar] ?? "swift run \(name) \(similar)"] + arguments.dropFirst())
            .joined(separator: " ")
    }
}
