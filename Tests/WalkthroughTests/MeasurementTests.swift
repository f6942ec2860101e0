import Foundation
import LessonChecks
import Testing

@testable import Walkthrough

@Suite("Numbers that are measured")
struct MeasurementTests {
    private static let lesson = LessonDescription(
        title: "Here", steps: Steps(filePath: "/gone/Lesson77.swift"))

    private func page(_ results: [StepResult]) -> Page {
        Page(
            lesson: "", position: "", step: 1, title: "Speed", prose: ["Prose of 4 words."],
            location: nil, elements: [.code("show(1)")] + results.map { .result($0) })
    }

    private func result(_ number: Double, _ words: String = "times as long") async -> [StepResult] {
        await StepResult.all { show(measured: number, words) }
    }

    @Test(
        "A measured number is short, and has its words behind it",
        arguments: [
            (4.2391, "4"), (0.04, "0.0"), (1.94, "1.9"), (1.96, "2"), (12.4, "12"), (19.4, "19"),
            (19.6, "20"), (34, "30"), (160_123, "160120"), (1, "1.0"), (.infinity, "inf"),
        ])
    func text(number: Double, text: String) async {
        let page = page(await result(number))
        let renderer = TerminalRenderer(for: Terminal(width: 80))
        #expect(renderer.text(of: page).hasSuffix(" → \(text) times as long\n"))
        let markdown = MarkdownRenderer().text(of: Self.lesson, pages: [page])
        #expect(markdown.contains("\n→ \(text) times as long\n"))
    }

    @Test("A record may have other measured numbers, and no other change")
    func record() async {
        let pages = [page(await result(1.2) + result(160, "MB"))]
        let renderer = MarkdownRenderer()
        let record = renderer.text(of: Self.lesson, pages: pages)
        func isRecord(_ old: String, _ new: String) -> Bool {
            #expect(record.contains(old))
            let text = record.replacingOccurrences(of: old, with: new)
            return renderer.isRecord(text, of: Self.lesson, pages: pages)
        }
        #expect(isRecord("1.2", "1.2"))
        #expect(isRecord("1.2", "37"))
        #expect(isRecord("160", "9.9"))
        #expect(!isRecord("1.2", "four"))
        #expect(!isRecord("1.2", ""))
        #expect(!isRecord("1.2", "1.25 or so"))
        #expect(!isRecord("times as long", "times as short"))
        #expect(!isRecord("MB", "kB"))
        #expect(!isRecord("show(1)", "show(2)"))
        #expect(!isRecord("4 words", "5 words"), "Numbers of the prose are not measured")
        #expect(!isRecord("→ 160 MB\n", ""))
    }
}
