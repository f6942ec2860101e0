import Foundation
import LaunchesApp
import Synchronization
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("The parts of the launches app")
struct LibraryTests {
    @Test("The records in the app hold every case of a real list")
    func records() async throws {
        let launches = try await Server.bundled.send(.launches)
        #expect(launches.count >= 12)
        #expect(launches.contains { $0.outcome == .failed })
        #expect(launches.contains { $0.payloads.count > 1 })
        let open = try #require(launches.first { $0.outcome == .stillToCome })
        #expect(open.patch == nil && open.timeline.isEmpty)
        let telstar = try await Server.bundled.send(.launch(65))
        #expect(launches.contains(telstar))
        #expect(telstar.date == Date(timeIntervalSince1970: 1_532_238_600))
        #expect(telstar.timeline.map(\.seconds) == [-2280, 0, 150, 1960])
    }

    @Test("An event without a time is left out, and no payload is no payload")
    func nulls() throws {
        let document = Data(
            #"""
            {"flight_number": 59, "mission_name": "A", "launch_date_unix": 0.5,
             "launch_success": null, "rocket": {"rocket_name": "B",
             "second_stage": {"payloads": []}}, "launch_site": {"site_name_long": "C"},
             "links": {"mission_patch": null},
             "timeline": {"meco": null, "sep_1": 3, "liftoff": 0}}
            """#.utf8)
        let launch = try JSONDecoder().decode(Launch.self, from: document)
        #expect(launch.timeline.map(\.name) == ["liftoff", "sep 1"])
        #expect(launch.payloads == [] && launch.date == Date(timeIntervalSince1970: 0.5))
    }

    @Test("Short names get lines of their own length, long ones are cut")
    func widths() async throws {
        let launches = try await Server.bundled.send(.launches)
        let telstar = launches.filter { $0.number == 65 }
        #expect(
            text(of: telstar, on: Display(width: 60))
                == "  65  Telstar 19V  2018-07-22  ✔ succeeded\n")
        let falcon = launches.filter { $0.number == 55 }
        #expect(text(of: falcon, on: Display(width: 50)).hasPrefix("  55  Falcon Heavy T…  2018"))
        #expect(
            text(of: falcon, on: Display(width: 20))
                == "  55 Falcon Heavy T…\n     2018-02-06\n     ✔ succeeded\n")
    }

    @Test("A color is six hexadecimal digits, with blanks around it at most")
    func colors() throws {
        let good = try JSONDecoder().decode([Color].self, from: Data(##"[" #f5F5DC "]"##.utf8))
        #expect(good.map(\.description) == ["#F5F5DC"])
        for text in ["F5F5DC", "#F5F5D", "#F5F5DCC", "#+5F5DC", "# F5F5DC", "#F5F5DÇ", ""] {
            #expect(throws: DecodingError.self, "\(text)") {
                try JSONDecoder().decode([Color].self, from: JSONEncoder().encode([text]))
            }
        }
    }

    @Test("A painter may have no dates, and a date that is none is an error")
    func years() throws {
        func painting(_ maker: String) throws -> Painting {
            let document = #"""
                {"artObject": {"objectNumber": "A", "title": "B", "principalOrFirstMaker": "C",
                 "principalMakers": [\#(maker)], "normalizedColors": []}}
                """#
            return try JSONDecoder().decode(Painting.self, from: Data(document.utf8))
        }
        let both = try painting(#"{"dateOfBirth": "1622", "dateOfDeath": "1652-08-09"}"#)
        #expect(both.born == 1622 && both.died == 1652)
        #expect(text(of: both, on: Display(width: 80)).contains("C (1622–1652)"))
        for nobody in ["", "{}", #"{"dateOfBirth": null, "dateOfDeath": null}"#] {
            #expect(try painting(nobody).born == nil)
        }
        #expect(throws: DecodingError.self) { try painting(#"{"dateOfBirth": "soon"}"#) }
    }

    @Test(
        "Offline are only the codes that mean it",
        arguments: [
            (URLError.Code.notConnectedToInternet, Failure.offline), (.cannotFindHost, .offline),
            (.cannotConnectToHost, .offline), (.timedOut, .tookTooLong), (.cancelled, .unknown),
            (.unsupportedURL, .unknown), (.secureConnectionFailed, .unknown), (.unknown, .unknown),
            (.networkConnectionLost, .unknown),
        ])
    func offline(code: URLError.Code, failure: Failure) {
        #expect(Failure(URLError(code)) == failure)
    }

    @Test("A request goes to its path below the server's address, or to its own address")
    func addresses() async throws {
        let asked = Mutex<[String]>([])
        let url = try #require(URL(string: "https://api.example/v3"))
        let server = Server(url) { request in
            asked.withLock { $0.append(request.url?.absoluteString ?? "") }
            throw URLError(.notConnectedToInternet)
        }
        let patch = try #require(URL(string: "https://patches.example/65.png"))
        _ = try? await server.send(.launch(65))
        _ = try? await server.send(.paintings("ice & snow"))
        _ = try? await server.send(.patch(at: patch))
        #expect(
            asked.withLock { $0 } == [
                "https://api.example/v3/launches/65",
                "https://api.example/v3/collection?q=ice%20%26%20snow",
                "https://patches.example/65.png",
            ])
        let file = try #require(URL(string: "file:///etc/passwd"))
        await #expect(throws: URLError.self) { try await server.send(.patch(at: file)) }
        #expect(asked.withLock { $0.count } == 3, "A file is not on a server")
    }

    @Test("Each item is asked for once, whatever the bound", arguments: [1, 2, 3, 100])
    func loadEachItem(limit: Int) async {
        let seen = Mutex((now: 0, most: 0))
        var results: [Int: Int] = [:]
        await loadEach(of: Array(10..<20), atMost: limit) { item in
            seen.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            try await Task.sleep(for: .milliseconds(5))
            seen.withLock { $0.now -= 1 }
            if item == 13 { throw TookTooLong() }
            return item
        } whenDone: { index, result in
            results[index] = (try? result.get()) ?? -1
        }
        #expect(seen.withLock { $0.most } <= limit)
        let wanted = [0: 10, 1: 11, 2: 12, 3: -1, 4: 14, 5: 15, 6: 16, 7: 17, 8: 18, 9: 19]
        #expect(results == wanted)
    }

    @Test("Who is canceled asks for nothing more")
    func cancellation() async {
        let asked = Mutex(0)
        let work = Task {
            await loadEach(of: Array(0..<50), atMost: 2) { _ in
                asked.withLock { $0 += 1 }
                try await Task.sleep(for: .seconds(300))
            } whenDone: { _, _ in
            }
        }
        while asked.withLock({ $0 }) < 2 { await Task.yield() }
        work.cancel()
        await work.value
        #expect(asked.withLock { $0 } == 2)
    }

    @Test("A time limit gives up what takes too long, and lets everything else through")
    func timeLimit() async throws {
        await #expect(throws: TookTooLong.self) {
            try await within(.milliseconds(10)) { try await Task.sleep(for: .seconds(300)) }
        }
        #expect(try await within(.seconds(300)) { 42 } == 42)
        await #expect(throws: AnswerError.status(404)) {
            try await within(.seconds(300)) { throw AnswerError.status(404) }
        }
    }

    @Test("Only a GET that is told when to come again is sent again, so often and no more")
    func askingAgain() async throws {
        let url = try #require(URL(string: "https://api.example/v3"))
        func requests(_ status: Int, _ header: String?, post: Bool = false) async -> Int {
            let count = Mutex(0)
            let server = Server(url) { request in
                count.withLock { $0 += 1 }
                let headers = header.map { ["Retry-After": $0] }
                guard
                    let response = HTTPURLResponse(
                        url: url, statusCode: status, httpVersion: nil, headerFields: headers)
                else { throw URLError(.badServerResponse) }
                return (Data(), response)
            }.askingAgain(atMost: 2) { _ in }
            if post {
                _ = try? await server.post([1], to: "x", as: Int.self)
            } else {
                _ = try? await server.send(.launches)
            }
            return count.withLock { $0 }
        }
        for (status, header) in [(503, "7"), (429, "7"), (503, "0"), (429, "60")] {
            #expect(await requests(status, header) == 3)
            #expect(await requests(status, header, post: true) == 1)
        }
        let date = "Fri, 31 Dec 2027 23:59:59 GMT"
        for header in [nil, "soon", "-1", "61", "9999", "1.5", date] {
            #expect(await requests(503, header) == 1)
        }
        for status in [404, 428, 430, 500, 502, 504] {
            #expect(await requests(status, "1") == 1)
        }
    }

    @Test("A key goes to the scheme, host and port of its server, and nowhere else")
    func sameServer() throws {
        let server = try #require(URL(string: "https://api.example:8443/v3"))
        for address in ["https://api.example:8443/v4/launches?page=2", "https://api.example:8443"] {
            #expect(isSameServer(URL(string: address), server), "\(address)")
        }
        for address in [
            "http://api.example:8443/v3", "https://api.example/v3", "https://api.example:84430/v3",
            "https://evil-api.example:8443/v3", "https://api.example.evil.example:8443/v3",
            "https://api.example:8443@evil.example/v3", "https://example:8443/v3",
        ] {
            #expect(!isSameServer(URL(string: address), server), "\(address)")
        }
    }

    @Test("The shelf keeps so many patches, and loads none twice")
    @MainActor
    func shelf() async throws {
        let asked = Mutex(0)
        let picture = Data(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
                + Array("IHDR".utf8) + [0, 0, 2, 0, 0, 0, 2, 0, 8, 6, 0, 0, 0])
        let shelf = PatchShelf(
            Server(Server.bundled.url) { request in
                asked.withLock { $0 += 1 }
                let response = URLResponse(
                    url: Server.bundled.url, mimeType: nil, expectedContentLength: -1,
                    textEncodingName: nil)
                return (picture, response)
            }, keeping: 2)
        let rows = try await Server.bundled.send(.launches).filter { $0.patch != nil }.prefix(3)
        for row in rows {
            shelf.appeared(row)
            shelf.appeared(row)
            await shelf.settle()
        }
        #expect(shelf.patches.keys.sorted() == rows.suffix(2).map(\.number))
        #expect(asked.withLock { $0 } == 3)

        // A row that leaves before its patch is there.
        let kept = shelf.patches.keys.sorted()
        shelf.appeared(rows[rows.startIndex])
        shelf.disappeared(rows[rows.startIndex])
        await shelf.settle()
        #expect(shelf.patches.keys.sorted() == kept)
    }

    @Test("A search that fails keeps the list, and one that is canceled brings it back")
    @MainActor
    func store() async throws {
        let isDown = Mutex(false)
        let store = LaunchesStore(
            Server(Server.bundled.url) { request in
                if isDown.withLock({ $0 }) { throw URLError(.notConnectedToInternet) }
                return try await Server.bundled.transport(request)
            })
        await store.search("crs")
        let found = store.state.launches
        #expect(found.count == 3 && store.state == .loaded(found))
        isDown.withLock { $0 = true }
        await store.search("falcon")
        #expect(store.state == .failed(found, .offline))
        let search = Task { await store.search("falcon") }
        search.cancel()
        await search.value
        #expect(store.state == .loaded(found))
    }

    @Test("The controller says what it knows: nothing yet, an error, or the launches")
    func controller() async throws {
        let url = try #require(URL(string: "https://api.example/v3"))
        let broken = LaunchesController(Server(url) { _ in throw URLError(.timedOut) })
        guard case .nothingYet = await broken.state else { throw TookTooLong() }
        await broken.load()
        guard case .failed(let error) = await broken.state else { throw TookTooLong() }
        #expect(Failure(error) == .tookTooLong)
        let canceled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await broken.load()
        }
        await canceled.value
        guard case .nothingYet = await broken.state else { throw TookTooLong() }

        let controller = LaunchesController(.bundled)
        await controller.load(launch: 65)
        guard case .loaded(let launches) = await controller.state else { throw TookTooLong() }
        #expect(launches.map(\.number) == [65])
        await controller.loadPatches()
        let patch = try #require(await controller.patches[65])
        #expect(throws: AnswerError.status(404)) { try patch.get() }
    }
}
