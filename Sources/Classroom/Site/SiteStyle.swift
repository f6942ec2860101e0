/// How the pages of a site look, on a screen and on paper.
enum SiteStyle {
    static let sheet = [colors, text, code, frame, index, search, paper].joined(separator: "\n")

    private static let colors = """
        :root { color-scheme: light dark; \(SiteColors.light.variables)
          --measure: 43rem; --bar: 3.25rem; --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
        @media (prefers-color-scheme: dark) { :root { \(SiteColors.dark.variables) } }
        """

    private static let text = """
        * { box-sizing: border-box; }
        html { scroll-padding-top: calc(var(--bar) + 1rem); text-size-adjust: 100%; -webkit-text-size-adjust: 100%; }
        body { margin: 0; background: var(--page); color: var(--text); overflow-wrap: break-word;
          font: 1.0625rem/1.62 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif; }
        h1, h2, h3 { line-height: 1.25; text-wrap: balance; letter-spacing: -0.01em; }
        h1 { font-size: 2.1rem; margin: 0 0 1rem; } h2 { font-size: 1.45rem; margin: 3.5rem 0 0.75rem; }
        h3 { font-size: 1.1rem; margin: 1.75rem 0 0.5rem; }
        h1 .number { display: block; font-size: 1rem; font-weight: 600; letter-spacing: 0; color: var(--quiet); margin-bottom: 0.25rem; }
        p, ul, ol, h1, h2, h3 { max-width: var(--measure); } p, ul, ol { margin: 0.85rem 0; } li { margin: 0.3rem 0; }
        a { color: var(--link); text-underline-offset: 0.15em; text-decoration-thickness: 1px; } a:hover { text-decoration-thickness: 2px; }
        h2 > a { color: inherit; text-decoration: none; } h2 > a:hover { text-decoration: underline; }
        .lead { font-size: 1.15rem; } .facts { color: var(--quiet); font-size: 0.95rem; }
        .question { background: var(--asked); border-left: 4px solid var(--edge); border-radius: 0 6px 6px 0;
          max-width: none; padding: 0.75rem 1rem; margin: 1.25rem 0; }
        summary { cursor: pointer; width: fit-content; padding: 0.3rem 0.9rem; color: var(--link); font-weight: 600;
          border: 1px solid var(--line); border-radius: 6px; } summary:hover { background: var(--code); }
        details { margin: 1rem 0; } details[open] > summary { margin-bottom: 1rem; }
        .afterwards { margin-top: 3.5rem; padding-top: 0.5rem; border-top: 1px solid var(--line); }
        aside { border: 2px dashed var(--quiet); border-radius: 6px; padding: 0 1rem; margin: 1.25rem 0; }
        table { border-collapse: collapse; max-width: 100%; margin: 1rem 0; font-size: 0.97rem; } td { overflow-wrap: anywhere; }
        th, td { border-bottom: 1px solid var(--line); padding: 0.45rem 1rem 0.45rem 0; text-align: left; vertical-align: top; }
        .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        .skip { position: fixed; left: -99rem; z-index: 3; background: var(--page); padding: 0.5rem 1rem; } .skip:focus { left: 0.5rem; top: 0.4rem; }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
        .blank, .sheet { display: none; }
        """

    /// A line that goes on below is a box: its second line begins further in than the first.
    private static let code = """
        code, pre, .place { font-family: var(--mono); }
        p code, li code, td code, th code, h2 code, h3 code, summary code { font-size: 0.87em; background: var(--code); border-radius: 4px;
          padding: 0.1em 0.3em; overflow-wrap: anywhere; }
        .block { margin: 1rem 0; background: var(--code); border-radius: 6px; }
        pre { margin: 0; padding: 0.8rem 1rem; font-size: 0.88rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
        .w { display: block; padding-left: calc((var(--i) + 2) * 1ch); text-indent: calc((var(--i) + 2) * -1ch); }
        .place { margin: 0; max-width: none; padding: 0.4rem 1rem; font-size: 0.84rem; border-bottom: 1px solid var(--line); }
        .block.text { background: var(--page); border: 1px solid var(--line); border-left: 3px solid var(--inserted); }
        .block.text:has(.error) { border-left-color: var(--error); }
        .block.swift:has(+ .block.text) { margin-bottom: 0; border-radius: 6px 6px 0 0; } .block.swift + .block.text { margin-top: 0; border-radius: 0 0 6px 6px; }
        .keyword { color: var(--keyword); font-weight: 600; } .type { color: var(--type); } .string { color: var(--string); } .key { color: var(--key); }
        .number { color: var(--number); } .comment { color: var(--comment); font-style: italic; } .error { color: var(--error); font-weight: 600; }
        mark { background: var(--marked); color: inherit; border-radius: 2px; }
        ins { color: var(--inserted); text-decoration: none; } del { color: var(--error); text-decoration: none; }
        .copy { float: right; margin: 0.6rem 0.6rem 0 0.75rem; padding: 0.05rem 0.6rem; font-size: 0.8rem; }
        .copy:has(+ .place) { margin: 0.32rem 0.6rem 0 0.75rem; }
        button { font: inherit; color: var(--link); background: var(--page); border: 1px solid var(--line); border-radius: 5px; cursor: pointer; }
        @media (max-width: 44rem) { .pad { display: none; } pre, .place { padding: 0.7rem 0.75rem; font-size: 0.82rem; } .place { padding: 0.4rem 0.75rem; } }
        """

    /// The bar, the contents beside the text or folded away, and the ways on.
    private static let frame = """
        body > header { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: 0.75rem; height: var(--bar);
          padding: 0 1rem; background: var(--page); border-bottom: 1px solid var(--line); }
        .home { color: var(--text); font-weight: 700; text-decoration: none; margin-right: auto; line-height: 1.2; }
        body > header button, body > header label { padding: 0.3rem 0.8rem; font-size: 0.95rem; }
        body > header label { border: 1px solid var(--line); border-radius: 5px; color: var(--link); cursor: pointer; }
        #contents-open { position: fixed; opacity: 0; pointer-events: none; }
        #contents-open:focus-visible ~ header label { outline: 3px solid var(--link); outline-offset: 2px; }
        #contents { background: var(--side); overflow-y: auto; padding: 1rem 1rem 2rem; font-size: 0.94rem; line-height: 1.4; }
        #contents ul { list-style: none; margin: 0; padding: 0; } #contents li { margin: 0; }
        #contents a { display: block; padding: 0.28rem 0.6rem; color: var(--text); text-decoration: none; border-radius: 5px; }
        #contents a:hover { background: var(--code); text-decoration: underline; } #contents .lesson span { color: var(--quiet); margin-right: 0.35rem; font-variant-numeric: tabular-nums; }
        #contents .exercise { padding-left: 2.1rem; }
        #contents ul ul { margin: 0.1rem 0 0.6rem 1.1rem; padding-left: 0.7rem; border-left: 1px solid var(--line); } #contents ul ul a { color: var(--quiet); }
        #contents [aria-current] { color: var(--link); font-weight: 600; } #contents ul ul [aria-current] { color: var(--link); }
        main { padding: 2.25rem 3rem 1rem; max-width: 56rem; width: 100%; margin: 0 auto; }
        body > footer { max-width: 56rem; width: 100%; margin: 0 auto; padding: 2rem 3rem 4rem; }
        footer nav { display: flex; flex-wrap: wrap; gap: 1rem; }
        footer a { flex: 1 1 12rem; padding: 0.7rem 1rem; border: 1px solid var(--line); border-radius: 8px; text-decoration: none; font-weight: 600; line-height: 1.35; }
        footer a:hover { background: var(--code); } footer a[rel=next] { text-align: right; } footer span { display: block; color: var(--quiet); font-size: 0.88rem; font-weight: 400; }
        @media (min-width: 66rem) {
          body { display: grid; grid-template: auto 1fr auto / 18.5rem minmax(0, 1fr); min-height: 100vh; }
          body > header { grid-column: 1 / 3; } body > header label, #contents-open { display: none; }
          #contents { grid-area: 2 / 1 / 4 / 2; position: sticky; top: var(--bar); height: calc(100vh - var(--bar)); border-right: 1px solid var(--line); }
          main, body > footer { grid-column: 2; }
        }
        @media (max-width: 65.99rem) {
          #contents { display: none; position: fixed; z-index: 2; top: var(--bar); bottom: 0; width: min(22rem, 100%); border-right: 1px solid var(--line); }
          #contents-open:checked ~ #contents { display: block; }
          main, body > footer { padding-left: 1.5rem; padding-right: 1.5rem; }
        }
        @media (max-width: 30rem) {
          main, body > footer { padding-left: 1rem; padding-right: 1rem; } main { padding-top: 1.25rem; }
          h1 { font-size: 1.7rem; } h2 { font-size: 1.25rem; margin-top: 2.5rem; } .home { font-size: 0.9rem; }
          body > header { gap: 0.5rem; padding: 0 0.75rem; } body > header button, body > header label { padding: 0.3rem 0.5rem; }
          th, td { padding-right: 0.5rem; font-size: 0.88rem; }
        }
        """

    private static let index = """
        .lessons { list-style: none; padding: 0; margin: 2rem 0 0; }
        .lessons li { display: grid; grid-template-columns: 3.25rem minmax(0, 1fr); padding: 1.3rem 0; margin: 0; border-top: 1px solid var(--line); }
        .lessons .number { grid-row: 1 / 4; font-size: 1.3rem; line-height: 1.5; font-weight: 600; color: var(--quiet); font-variant-numeric: tabular-nums; }
        .lessons h2 { font-size: 1.3rem; line-height: 1.5; margin: 0; } .lessons h2 a { color: var(--link); }
        .lessons p { grid-column: 2; margin: 0.3rem 0 0; }
        """

    private static let search = """
        dialog { width: min(42rem, calc(100vw - 1.5rem)); max-height: 80vh; margin: 8vh auto auto; padding: 1rem 1.25rem; overflow-y: auto;
          background: var(--page); color: var(--text); border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 1rem 4rem #0006; }
        dialog::backdrop { background: #0007; } dialog form { display: flex; gap: 0.5rem; align-items: end; margin: 0; } dialog label { flex: 1; font-size: 0.9rem; color: var(--quiet); }
        dialog input { display: block; width: 100%; font: inherit; font-size: 1.1rem; padding: 0.5rem 0.7rem; color: var(--text); background: var(--page); border: 1px solid var(--quiet); border-radius: 6px; }
        dialog button { padding: 0.5rem 0.8rem; } dialog [role=status] { color: var(--quiet); font-size: 0.9rem; margin: 0.6rem 0; }
        dialog ol { list-style: none; padding: 0; margin: 0; max-width: none; } dialog li { margin: 0; border-top: 1px solid var(--line); }
        dialog li a { display: block; padding: 0.6rem 0.3rem; color: inherit; text-decoration: none; } dialog li a:hover { background: var(--code); }
        dialog li strong { display: block; color: var(--link); } dialog li span { display: block; font-size: 0.92rem; color: var(--quiet); overflow-wrap: anywhere; } dialog li mark { color: var(--text); }
        """

    private static let paper = """
        @media print {
          :root { color-scheme: light; \(SiteColors.light.variables) }
          body { display: block; font-size: 10.5pt; line-height: 1.5; } main { max-width: none; padding: 0; margin: 0; } p, ul, ol, h1, h2, h3 { max-width: none; }
          body > header, #contents, #contents-open, body > footer, .skip, .facts, .lead, .copy, dialog, .hint, .afterwards { display: none !important; }
          pre, .place { font-size: 8.5pt; padding: 0.5rem 0.7rem; } .block { break-inside: avoid; border-left: 3px solid var(--line); } .pad { display: inline; }
          h1 { font-size: 20pt; } h2 { font-size: 14pt; } h1, h2, h3, .place { break-after: avoid; } h2 { margin-top: 1.5rem; }
          h2 > a, p > a { color: inherit; text-decoration: none; }
          .question, .question + .block, .block.diff, p:has(+ .block.diff) { break-inside: avoid; break-after: avoid; }
          .question { font-size: 11.5pt; } section > p:has(+ .block), h2 + p { break-after: avoid; } h2 + p { break-inside: avoid; }
          .blank { display: block; break-inside: avoid; margin-bottom: 1rem; } section[id^="question-"] { break-inside: avoid; }
          .blank span { display: block; height: 1.9rem; border-bottom: 1px solid #777; }
          .worksheet details { display: none; }
          .worksheet .sheet { display: block; break-before: page; }
          .answered summary { display: none; } .answered .blank { display: none; }
        }
        """
}
