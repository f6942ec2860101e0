import Foundation
import PseudoTerminal
import Testing

@testable import Walkthrough

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

@Suite("A step that takes long")
struct ProgressLineTests {
    @Test("A terminal says how long a step has taken, and nothing of it is left")
    func terminal() throws {
        let terminal = try PseudoTerminal("/bin/sh", ["-c", "tty; read line"])
        let said = try terminal.wait { $0.contains("\n") }
        let name = try #require(said.split(whereSeparator: \.isWhitespace).first)
        let descriptor = open(String(name), O_RDWR | O_NOCTTY)
        defer { close(descriptor) }
        try #require(descriptor >= 0)

        let short = try #require(ProgressLine("Step 1 of 2", on: descriptor))
        short.end()
        let long = try #require(ProgressLine("Step 2 of 2", on: descriptor))
        try terminal.wait(for: "Step 2 of 2 … 1 s")
        long.end()
        Terminal.write("the page\n".utf8, to: descriptor)
        try terminal.wait(for: "the page")
        terminal.type("\n")
        _ = try terminal.end()

        let shown = terminal.output
        #expect(!shown.contains("Step 1 of 2"), "Nobody waits for what is done at once")
        #expect(shown.contains(" s\r\u{1B}[Kthe page"), "The line is gone before the page")
    }

    @Test("Where standard error is not a terminal, nothing is said")
    func noTerminal() {
        let pipe = Pipe()
        #expect(
            ProgressLine("Step 1 of 2", on: pipe.fileHandleForWriting.fileDescriptor) == nil)
    }
}
