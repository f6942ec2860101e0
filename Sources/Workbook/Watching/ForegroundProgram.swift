import Foundation
import Judging
import Walkthrough

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A program that has the terminal to itself until it ends, such as an editor or a lesson.
///
/// Foundation's `Process` puts a program into a group of its own, where it may not read keys.
enum ForegroundProgram {
    /// The way in which a program ended.
    enum Ending: Equatable {
        /// It ended with an exit code, or by a signal: then the code is 128 and the signal's number.
        case exited(Int32)
        /// It could not be started. The value is the reason.
        case notStarted(String)
    }

    /// Runs a program in place of the screen, which is in ``RawMode``.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - arguments: Its arguments.
    ///   - keyboard: The keyboard. What was typed for the program is forgotten afterwards.
    ///   - words: A line to show until the program writes something.
    static func runInFront(
        _ program: String, _ arguments: [String], _ keyboard: Keyboard, saying words: String = ""
    ) throws -> Ending {
        let hasScreen = Terminal.current.hasScreen
        RawMode.end()
        let top = hasScreen ? "\u{1B}[H\u{1B}[J" : ""
        try Console.write(top + (words.isEmpty ? "" : words + "\n"))
        let ending = Interruption.leavingCtrlC { run(program, arguments) }
        if hasScreen { RawMode.begin(handlesSignals: false) }
        keyboard.forget()
        return ending
    }

    private static func run(_ program: String, _ arguments: [String]) -> Ending {
        do {
            let child = try Spawning.start(
                [program] + arguments, environment: ProcessInfo.processInfo.environment)
            var status: Int32 = 0
            while waitpid(child, &status, 0) == -1, errno == EINTR {}
            return .exited(status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F))
        } catch {
            return .notStarted("\(program) cannot be started: \(error.reason).")
        }
    }
}
