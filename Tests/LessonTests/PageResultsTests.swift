import Testing

@Suite("The comparison of recorded pages on every system")
struct PageResultsTests {
    private let record = """
        # Lesson 00 · A fixture

        ## 1. Values

        Some of these come on every system.

        ```text
        → [
              "Endeavor",
          ]
        ```

        > **Predict:** Which date is it?

        ```text
        → 2018-07-22
        ```

        This is Swift 6.3 on Linux.

        ```text
        → 9.5 times as long
        ```

        ## 2. Errors

        <details><summary>What comes out</summary>

        ```text
        ✘ keyNotFound: no key "abv" in taps[0]
          If the key may be absent, use an optional property.
        ✘ dataCorrupted at [0].style: found the string "lager". No style of that name.
              1 │ {"style": "lager"}
        ✘ other: TooStrong: TooStrong()
        ```

        </details>

        """

    @Test(
        "A result that changed is found, and its step is named",
        arguments: [
            ("Endeavor", "Lawnmower", "1. Values"),
            ("→ 9.5 times as long", "→ 9.5 times as short", "1. Values"),
            ("→ 9.5 times as long\n", "", "1. Values"),
            ("no key \"abv\"", "no key \"name\"", "2. Errors"),
            ("in taps[0]", "in taps[1]", "2. Errors"),
            ("✘ dataCorrupted at [0].style", "✘ typeMismatch at [0].style", "2. Errors"),
            ("✘ dataCorrupted at [0].style", "✘ dataCorrupted at [1].style", "2. Errors"),
            ("✘ dataCorrupted at [0].style", "✘ dataCorrupted", "2. Errors"),
            ("TooStrong()", "TooWeak()", "2. Errors"),
            ("✘ other", "→ other", "2. Errors"),
        ])
    func changes(_ recorded: String, now: String, step: String) {
        let differences = results(of: record.replacing(recorded, with: now))
            .differences(from: results(of: record))
        #expect(differences.count == 1)
        #expect(differences.allSatisfy { $0.hasPrefix(step) })
    }

    @Test(
        "What differs between systems is not compared",
        arguments: [
            ("2018-07-22", "2018-07-23"), ("→ 9.5 times", "→ 12 times"),
            ("found the string \"lager\". No style of that name.", "Not a style: lager."),
            ("use an optional property", "use decodeIfPresent"), ("1 │ {", "7 │ {"),
        ])
    func systems(_ recorded: String, now: String) {
        let other = record.replacing(recorded, with: now)
        #expect(other != record)
        #expect(results(of: other).differences(from: results(of: record)) == [])
    }

    @Test("A step that is named is not compared, and the others are")
    func namedSteps() {
        let other = results(of: record.replacing("Endeavor", with: "Lawnmower"))
        #expect(other.differences(from: results(of: record), exceptSteps: [1]) == [])
        #expect(other.differences(from: results(of: record), exceptSteps: [2]).count == 1)
    }

    private func results(of markdown: String) -> PageResults {
        PageResults(of: markdown, measured: ["times as long"])
    }
}
