import Foundation
import Testing

@testable import Walkthrough

@Suite("Colors that can be read on a projector")
struct PaletteTests {
    /// A color of the 256 from number 16 on, as all terminals have them.
    private func shares(_ number: Int) -> [Double] {
        Terminal.shares(ofColor: number).map(Double.init)
    }

    /// The relative luminance (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance).
    private func luminance(_ shares: [Double]) -> Double {
        let parts = shares.map { share in
            let part = share / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    private func contrast(_ one: [Double], _ other: [Double]) -> Double {
        let both = [luminance(one), luminance(other)].sorted()
        return (both[1] + 0.05) / (both[0] + 0.05)
    }

    private static let black = [0.0, 0, 0]
    private static let white = [255.0, 255, 255]

    @Test(
        "Every color has a contrast of 4.5 on the backgrounds of its palette",
        arguments: [
            // Black, and the dark grays and blues that terminals come with.
            (
                Terminal.Palette.dark,
                [black, [30, 30, 30], [40, 44, 52], [46, 52, 64], [0, 43, 54]]
            ),
            // White, and the light grays and yellows.
            (.light, [white, [238, 238, 238], [253, 246, 227]]),
            (.either, [black, white]),
        ])
    func contrast(palette: Terminal.Palette, backgrounds: [[Double]]) throws {
        for role in Terminal.Role.allCases {
            guard let color = palette.color(of: role) else { continue }
            #expect(color >= 16, "A theme changes the first 16")
            for background in backgrounds {
                let contrast = contrast(shares(color), background)
                #expect(contrast >= 4.5, "\(role) in \(palette) on \(background)")
            }
        }
    }

    @Test("A picture of a terminal is as easy to read", arguments: [Terminal.Palette.dark, .light])
    func window(palette: Terminal.Palette) {
        let window = palette.window
        let colors = Terminal.Role.allCases.compactMap(palette.color) + [window.text]
        for color in colors {
            #expect(contrast(shares(color), shares(window.background)) >= 4.5, "\(color)")
        }
    }

    @Test("The fixed colors are those that every terminal has")
    func fixedColors() {
        let known = [16: [0, 0, 0], 117: [135, 215, 255], 231: [255, 255, 255], 232: [8, 8, 8]]
        for (number, shares) in known { #expect(Terminal.shares(ofColor: number) == shares) }
    }

    @Test("The question is bold and has a color of its own", arguments: Terminal.Palette.allCases)
    func question(palette: Terminal.Palette) throws {
        let color = try #require(palette.color(of: .question))
        #expect(palette.code(of: .question) == "1;38;5;\(color)")
        for role in Terminal.Role.allCases where role != .question {
            #expect(palette.color(of: role) != color)
        }
    }

    @Test("COLORFGBG and the terminal's answer tell the background")
    func background() {
        #expect(Terminal.Palette(colorfgbg: "15;0") == .dark)
        #expect(Terminal.Palette(colorfgbg: "0;default;15") == .light)
        #expect(Terminal.Palette(colorfgbg: "12;8") == .dark)
        #expect(Terminal.Palette(colorfgbg: "default;default") == nil)
        #expect(Terminal.Palette(colorfgbg: nil) == nil)
        #expect(Terminal.Palette(report: "11;rgb:ffff/ffff/ffff") == .light)
        #expect(Terminal.Palette(report: "11;rgb:1e/1e/1e") == .dark)
        #expect(Terminal.Palette(report: "11;") == nil)
    }
}
