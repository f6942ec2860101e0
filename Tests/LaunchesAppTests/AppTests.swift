import Foundation
import LaunchesApp
import PseudoTerminal
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("The launches app, as a program")
struct AppTests {
    @Test("Without anything else it lists the records in the app")
    func list() throws {
        let run = try Run([])
        #expect(run.code == 0 && run.errors == "")
        #expect(run.lines.count == 15)
        #expect(run.output.contains("  65  Telstar 19V               2018-07-22  ✔ succeeded\n"))
        #expect(run.output.contains("  24  CRS-7                     2015-06-28  ✘ failed\n"))
        #expect(run.output.contains("Turksat 5A                2020-10-01  … still to come\n"))
        #expect(!run.output.contains("\u{1B}"), "A pipe has no colors")
    }

    @Test("A number shows one launch: timeline, payloads, site and patch")
    func one() throws {
        let run = try Run(["65"])
        #expect(
            run.output == """
                Telstar 19V · flight 65
                Date      2018-07-22 05:50 UTC
                Outcome   ✔ succeeded
                Rocket    Falcon 9
                Site      Cape Canaveral Air Force Station Space Launch Complex 40
                Payloads  Telstar 19V
                Patch     https://images2.imgbox.com/c5/53/5jklZkPz_o.png
                -38:00    go for prop loading
                +0:00     liftoff
                +2:30     meco
                +32:40    payload deploy

                """)
        #expect(run.code == 0 && run.errors == "")
        #expect(try Run(["9"]).output.contains("Payloads  CRS-1, Orbcomm-OG2\n"))
        #expect(try Run(["107"]).output.contains("Patch     none\n"))
    }

    @Test("The museum is a second client: a search, and a painting with its colors")
    func museum() throws {
        let found = try Run(["museum", "landscape", "ice"])
        #expect(
            found.output == "SK-A-1718 Winter Landscape with Ice Skaters, Hendrick Avercamp\n")
        let painting = try Run(["museum", "SK-A-1718"])
        #expect(painting.output.contains("Maker     Hendrick Avercamp (1585–1634)\n"))
        #expect(try Run(["museum", "SK-C-109"]).output.contains("Jan Both (1622–1652)\n"))
        #expect(painting.lines.suffix(3) == ["#D2B48C  37 %", "#696969  20 %", "#F5F5DC  18 %"])
        let nothing = try Run(["museum", "zebra"])
        #expect(nothing.errors == "launches: There is nothing to show: the list is empty.\n")
        #expect(nothing.code == 1 && nothing.output == "")
    }

    @Test(
        "What it does not understand is one line and exit code 64",
        arguments: [
            ["x"], ["0"], ["-5"], ["65", "66"], ["--url"], ["--url", "nowhere"],
            ["--url", "ftp://example.org"], ["--url", "file:///etc"], ["--seconds"],
            ["--seconds", "0"], ["--seconds", "nan"], ["--verbose"], ["\u{1B}[2J"], [""],
            ["--seconds", "5", "--seconds", "6"], ["--help=me"],
        ])
    func mistakes(arguments: [String]) throws {
        let run = try Run(arguments)
        #expect(run.code == 64 && run.output == "")
        #expect(run.errors.hasPrefix("launches: "))
        #expect(run.errors.count { $0 == "\n" } == 1 && !run.errors.contains("\u{1B}"))
    }

    @Test(
        "--help is on standard output, wherever it stands", arguments: [["--help"], ["65", "-h"]])
    func help(arguments: [String]) throws {
        let run = try Run(arguments)
        #expect(run.code == 0 && run.errors == "" && run.output.contains("museum SK-A-1718"))
        for option in ["--url URL", "--seconds 5", "--help"] {
            #expect(run.output.contains("\n  \(option) "))
        }
        #expect(run.lines.allSatisfy { $0.count <= 80 })
    }

    @Test("No line is wider than the terminal", arguments: [20, 21, 30, 31, 39, 40, 46, 80, 200])
    func width(columns: Int) throws {
        let subjects = [[], ["65"], ["21"], ["museum", "landscape"], ["museum", "SK-A-1718"]]
        for subject in subjects {
            let run = try Run(subject, ["COLUMNS": "\(columns)"])
            #expect(run.code == 0)
            for line in run.lines { #expect(line.count <= columns, "\(line)") }
        }
    }

    @Test("A terminal has colors, unless NO_COLOR is there; its width counts")
    func terminal() throws {
        let program = builtProgram("launches").path
        let colored = try PseudoTerminal(
            program, ["museum", "SK-A-1718"], environment: ["NO_COLOR": ""])
        #expect(try colored.end() == 0)
        #expect(colored.output.contains("\u{1B}[48;2;210;180;140m  \u{1B}[0m #D2B48C"))
        let plain = try PseudoTerminal(program, ["65"], columns: 40)
        #expect(try plain.end() == 0)
        #expect(!plain.output.contains("\u{1B}"))
        #expect(plain.output.split(separator: "\r\n").allSatisfy { $0.count <= 40 })
    }
}

@Suite("The launches app and a server", .serialized)
struct ServerTests {
    private let server: FixtureServerProcess

    init() throws {
        server = try FixtureServerProcess()
    }

    private func run(_ trouble: String, _ arguments: [String] = []) throws -> Run {
        let url = server.url.appending(path: trouble).absoluteString
        return try Run(["--seconds", "1", "--url", url] + arguments)
    }

    @Test(
        "A list comes as it is, through a redirect, and in gzip",
        arguments: ["ok", "moved", "gzip"])
    func list(trouble: String) throws {
        let run = try run(trouble)
        #expect(run.code == 0 && run.errors == "")
        #expect(run.lines.first == "   1  FalconSat                 2006-03-24  ✘ failed")
        #expect(run.output.contains("\nPatches\n   1      512 × 512 pixels, 29 bytes\n"))
        #expect(run.lines.count == 15 + 1 + 14, "All launches but one have a patch")
    }

    @Test("The same request type fetches one launch, a search and a painting")
    func others() throws {
        let launch = try run("ok", ["65"])
        #expect(launch.output.hasSuffix("\nPatches\n  65      512 × 512 pixels, 29 bytes\n"))
        let gallery = try run("ok", ["museum", "jan", "both"])
        #expect(gallery.output == "SK-C-109  Italian Landscape with a Draughtsman, Jan Both\n")
        #expect(try run("gzip", ["museum", "SK-A-1718"]).lines.last == "#F5F5DC  18 %")
    }

    @Test(
        "Each failure is one sentence on standard error and exit code 1",
        arguments: [
            ("missing", "The server does not know that. Check the number or the address."),
            ("down", "The server answers with error 503. Try again later."),
            ("html", "The answer is a page for people and not data. Check the address."),
            ("short", "Something went wrong. Try again later."),
            ("torn", "The answer breaks off or is not data. Try again later."),
            ("empty", "There is nothing to show: the list is empty."),
            (
                "changed",
                "The form of the data has changed at [0].rocket.rocket_name. Update this app."
            ),
            ("hang", "The server takes too long. Try again later."),
        ])
    func failures(trouble: String, sentence: String) throws {
        let run = try run(trouble)
        #expect(run.errors == "launches: \(sentence)\n")
        #expect(run.code == 1 && run.output == "")
    }

    @Test("A canceled request throws, and its error is not the one of who is offline")
    func canceled() async throws {
        let hanging = Server(
            server.url.appending(path: "hang"), transport: networkTransport())
        let work = Task { try await hanging.send(.launches) }
        try await Task.sleep(for: .milliseconds(200))
        work.cancel()
        let result = await work.result
        guard case .failure(let error) = result else {
            Issue.record("The server never answers, and yet there is a \(result)")
            return
        }
        #expect((error as? URLError)?.code == .cancelled)
        #expect(Failure(error) != .offline)
    }

    @Test("Nobody listens: a refused connection, and a name that nobody has")
    func offline() throws {
        // A port that was free a moment ago.
        let port = try {
            try #require(FixtureServerProcess().url.port)
        }()
        for url in ["http://127.0.0.1:\(port)", "http://nobody.invalid"] {
            let run = try Run(["--seconds", "5", "--url", url])
            #expect(run.errors == "launches: The server cannot be reached. Are you online?\n")
            #expect(run.code == 1 && run.output == "")
        }
    }

    @Test("A patch that hangs, one that is gone and one that is HTML spoil nothing else")
    func patches() throws {
        let run = try run("trouble")
        #expect(run.code == 0 && run.errors == "", "No progress line where nobody watches")
        #expect(run.lines.count == 15 + 1 + 14)
        #expect(
            Array(run.lines[15..<21]) == [
                "Patches",
                "   1      The server takes too long. Try again later.",
                "   3      The server does not know that. Check the number or the address.",
                "   4      The answer is not a picture.",
                "   6      512 × 512 pixels, 29 bytes", "   9      512 × 512 pixels, 29 bytes",
            ])
    }

    @Test("A few patches are on their way at once: three, and never four")
    func bound() async throws {
        #expect(try run("ok").code == 0)
        let most = try Data(contentsOf: server.url.appending(path: "most"))
        #expect(String(decoding: most, as: UTF8.self) == "3")
    }

    @Test("A search shows the launches of its words, and the whole list where it fails")
    func search() throws {
        let found = try run("ok", ["search", "crs"])
        #expect(found.code == 0 && found.errors == "" && found.lines.count == 3)
        let failed = try run("later", ["search", "crs"])
        #expect(failed.code == 1 && failed.lines.count == 15)
        #expect(failed.errors == "launches: The server answers with error 503. Try again later.\n")
        #expect(try Run(["search", "telstar"]).lines.count == 1)
        #expect(try Run(["search", "zebra"]).code == 1)
        #expect(try Run(["search"]).code == 64)
    }

    @Test("On a terminal a line says what is on the screen while a search is under way")
    func searching() throws {
        let url = server.url.appending(path: "slow").absoluteString
        let terminal = try PseudoTerminal(
            builtProgram("launches").path, ["--seconds", "300", "--url", url, "search", "crs"])
        try terminal.wait(for: "15 launches, searching")
        terminal.type("\u{3}")
        #expect(try terminal.end() == 130)
        #expect(!terminal.output.contains("launches:"))
    }

    @Test("A server that is busy is asked again")
    func busy() throws {
        #expect(try run("busy", ["search", "crs"]).lines.count == 3)
    }

    @Test("A key from the environment goes to the server, and into no text")
    func key() throws {
        let url = server.url.appending(path: "keyed").absoluteString
        let arguments = ["--seconds", "60", "--url", url, "search", "crs"]
        let without = try Run(arguments)
        #expect(without.errors == "launches: The server answers with error 401. Try again later.\n")
        let wrong = try Run(arguments, ["LAUNCHES_KEY": "another-key"])
        #expect(wrong.code == 1 && !(wrong.output + wrong.errors).contains("another-key"))
        let right = try Run(arguments, ["LAUNCHES_KEY": "a-key"])
        #expect(right.code == 0 && right.lines.count == 3)
    }

    @Test("A redirect takes the key along to the same server, and to no other")
    func redirect() async throws {
        let key = try #require(APIKey(environment: ["LAUNCHES_KEY": "a-key"]))
        func send(to port: Int?) async throws -> Int {
            let port = try #require(port)
            let url = server.url.appending(path: "to/\(port)/keyed")
            let moved = Server(url, transport: networkTransport()).withKey(key)
            return try await moved.send(.launches).count
        }
        #expect(try await send(to: server.url.port) == 15)
        let stranger = try FixtureServerProcess()
        await #expect(throws: AnswerError.status(401)) { try await send(to: stranger.url.port) }
    }

    #if canImport(FoundationNetworking)
        @Test("URLSession alone takes the key along to any server (Swift 6.3 on Linux)")
        func redirectOfURLSession() async throws {
            let stranger = try FixtureServerProcess()
            let port = try #require(stranger.url.port)
            var request = URLRequest(url: server.url.appending(path: "to/\(port)/keyed/launches"))
            request.setValue("Bearer a-key", forHTTPHeaderField: "Authorization")
            let (_, response) = try await URLSession(configuration: .ephemeral).data(for: request)
            #expect((response as? HTTPURLResponse)?.statusCode == 200)
        }
    #endif

    @Test("A reminder is made, is there already, or is refused field by field")
    func reminders() async throws {
        let server = Server(server.url, transport: networkTransport())
        func post(_ flight: Int, _ minutes: Int) async throws -> Reminder? {
            try await server.post(
                Reminder(flight: flight, minutesBefore: minutes), to: "reminders")
        }
        #expect(try await post(107, 20) == Reminder(flight: 107, minutesBefore: 20))
        #expect(try await post(65, 20) == nil)
        await #expect(throws: Refusal(errors: ["minutes_before": ["is below 0"]])) {
            try await post(107, -5)
        }
    }

    @Test("What a terminal obeys never reaches it")
    func escape() throws {
        let run = try run("escape")
        #expect(run.code == 0 && !run.output.contains("\u{1B}"))
        #expect(run.output.contains("[2JCRS-7"))
    }

    @Test("On a terminal a line counts the patches, and goes when they are there")
    func progress() throws {
        let terminal = try PseudoTerminal(
            builtProgram("launches").path,
            ["--url", server.url.appending(path: "ok").absoluteString])
        #expect(try terminal.end() == 0)
        #expect(terminal.output.contains("\r\u{1B}[KPatches: 1 of 14"))
        #expect(terminal.output.contains("\r\u{1B}[KPatches: 14 of 14\r\u{1B}[K"))
        #expect(!terminal.screen.hasSuffix("of 14"))
    }

    @Test(
        "Ctrl-C ends it at once with 130, while it waits for the list or for patches",
        arguments: [("hang", ""), ("hanging", "Turksat")])
    func interrupt(trouble: String, shown: String) throws {
        let url = server.url.appending(path: trouble).absoluteString
        let terminal = try PseudoTerminal(
            builtProgram("launches").path, ["--seconds", "300", "--url", url])
        if shown.isEmpty {
            // Nothing is on the screen that one could wait for.
            Thread.sleep(forTimeInterval: 1)
        } else {
            try terminal.wait(for: shown)
        }
        terminal.type("\u{3}")
        #expect(try terminal.end() == 130)
        #expect(!terminal.output.contains("launches:"), "Who ends it knows that it has ended")
    }
}
