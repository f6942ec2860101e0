import Judging

/// How the pages of a site look, on a screen and on paper.
enum SiteStyle {
    /// The colors of a page, by what they are for. Each text reaches a contrast of 4.5 on each
    /// background, as https://www.w3.org/TR/WCAG22/#contrast-minimum wants it.
    struct Palette {
        let texts: [(name: String, color: UInt32)]
        let backgrounds: [(name: String, color: UInt32)]
    }

    static let light = Palette(
        texts: [
            ("text", 0x1B1B1F), ("faint", 0x55555C), ("link", 0x0A4FA3), ("keyword", 0x9B2393),
            ("type", 0x3A3A9F), ("string", 0xA31515), ("key", 0x0B5A6B), ("number", 0x1C3FC4),
            ("comment", 0x4F6228), ("error", 0xA80000), ("inserted", 0x0B5F1E),
        ],
        backgrounds: [("page", 0xFFFFFF), ("code-back", 0xF5F5F7), ("asked", 0xFFF3D1)])

    static let dark = Palette(
        texts: [
            ("text", 0xE8E8EC), ("faint", 0xB4B4BD), ("link", 0x9CC7FF), ("keyword", 0xFF9FD6),
            ("type", 0xB9C2FF), ("string", 0xFFB08A), ("key", 0x7FD7E3), ("number", 0xD9C97C),
            ("comment", 0xA9C48A), ("error", 0xFFA3A3), ("inserted", 0x93D99F),
        ],
        backgrounds: [("page", 0x1B1B1F), ("code-back", 0x26262C), ("asked", 0x3A3115)])

    static let sheet = """
        :root { color-scheme: light dark; \(variables(light)) }
        @media (prefers-color-scheme: dark) { :root { \(variables(dark)) } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; padding: 1rem; max-width: 50rem; background: var(--page);
          color: var(--text); font: 1.0625rem/1.55 system-ui, sans-serif; }
        a { color: var(--link); }
        nav ul { list-style: none; padding: 0; } h1 { line-height: 1.2; } h2 { margin-top: 3rem; line-height: 1.25; }
        code, pre { font: 0.9375rem/1.45 ui-monospace, Menlo, Consolas, monospace; }
        p code, li code, td code, h2 code { background: var(--code-back); padding: 0 0.2em;
          overflow-wrap: anywhere; }
        pre { overflow-x: auto; padding: 0.6rem 0.8rem; margin: 0.75rem 0;
          background: var(--code-back); border-left: 3px solid var(--faint); }
        pre.output { border-left-style: dotted; }
        .keyword { color: var(--keyword); font-weight: 600; } .type { color: var(--type); }
        .string { color: var(--string); } .key { color: var(--key); }
        .number { color: var(--number); } .comment { color: var(--comment); font-style: italic; }
        .error { color: var(--error); font-weight: 600; }
        ins { color: var(--inserted); text-decoration: none; font-weight: 600; }
        del { color: var(--error); text-decoration: none; }
        .question { background: var(--asked); border-left: 5px solid var(--text);
          padding: 0.6rem 0.8rem; font-size: 1.125rem; }
        summary { cursor: pointer; padding: 0.4rem 0; color: var(--link); font-weight: 600; }
        aside { border: 2px dashed var(--faint); padding: 0 1rem; margin: 1rem 0; }
        .faint { color: var(--faint); } .wide { overflow-x: auto; } table { border-collapse: collapse; }
        th, td { border-bottom: 1px solid var(--faint); padding: 0.3rem 0.8rem 0.3rem 0;
          text-align: left; vertical-align: top; }
        .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden;
          clip-path: inset(50%); white-space: nowrap; }
        .skip { position: absolute; left: -9999px; } .skip:focus { position: static; }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
        .blank, .sheet { display: none; }
        @media print {
          :root { color-scheme: light; \(variables(light)) }
          body { max-width: none; padding: 0; font-size: 10.5pt; }
          nav, .skip { display: none; }
          pre, pre code { font-size: 8.5pt; } pre { white-space: pre-wrap; overflow-wrap: anywhere; break-inside: avoid; }
          h1, h2, h3 { break-after: avoid; } h2 { margin-top: 1.5rem; }
          .question, .question + pre { break-inside: avoid; break-after: avoid; }
          .question { font-size: 11.5pt; } section > p:has(+ pre), h2 + p { break-after: avoid; }
          .blank { display: block; break-inside: avoid; margin-bottom: 1rem; }
          .blank span { display: block; height: 1.9rem; border-bottom: 1px solid #777; }
          .worksheet details { display: none; }
          .worksheet .sheet { display: block; break-before: page; }
          .answered summary { display: none; } .answered .blank { display: none; }
        }
        """

    private static func variables(_ palette: Palette) -> String {
        (palette.texts + palette.backgrounds).map { "--\($0.name): \(hexadecimal($0.color));" }
            .joined(separator: " ")
    }

    private static func hexadecimal(_ color: UInt32) -> String {
        let digits = String(color, radix: 16)
        return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
