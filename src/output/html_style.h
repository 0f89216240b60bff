/*
 * html_style.h
 *		The style sheet of a memo's page, as one string.
 *
 * Colours are variables, so that dark mode and print only name others; text on
 * its background has a contrast of 4.5 or more (WCAG AA) in each.  The text of a
 * note is shown below its reference as generated content, across the section,
 * whatever the width of the window.
 */
#ifndef HTML_STYLE_H
#define HTML_STYLE_H

#define HTML_STYLE \
	":root {\n" \
	"color-scheme: light dark;\n" \
	"--paper: #ffffff; --ink: #1c2530; --muted: #556170; --line: #d7dde4; --soft: #f3f5f8; --accent: #1f4e79;\n" \
	"--bar: #1f4e79; --rest: #9fb4ca; --note: #ffffff; --shadow: 0 4px 18px rgb(20 30 45 / .22);\n" \
	"--good: #17572c; --good-soft: #e3f3e8; --warn: #7a4100; --warn-soft: #fdf0dc; --bad: #8f1d1d; --bad-soft: #fbe7e7;\n" \
	"--heat1: #eef3f8; --heat2: #d5e3f0; --heat3: #b5cfe5; --heat4: #92b9d8; --heat5: #6fa3cb;\n" \
	"--text: Charter, \"Bitstream Charter\", \"Sitka Text\", Cambria, \"Liberation Serif\", Georgia, serif;\n" \
	"--sans: system-ui, -apple-system, \"Segoe UI\", Roboto, \"Helvetica Neue\", \"Liberation Sans\", Arial, sans-serif;\n" \
	"}\n" \
	"@media (prefers-color-scheme: dark) {\n" \
	":root {\n" \
	"--paper: #14181d; --ink: #e3e8ee; --muted: #a5b0bd; --line: #343c46; --soft: #1d232a; --accent: #8fc0ee;\n" \
	"--bar: #6ea8dc; --rest: #3c566f; --note: #222a33; --shadow: 0 4px 18px rgb(0 0 0 / .6);\n" \
	"--good: #9bdcae; --good-soft: #173323; --warn: #f2c17c; --warn-soft: #3a2a10; --bad: #f5a9a9; --bad-soft: #431c1c;\n" \
	"--heat1: #1b242d; --heat2: #213444; --heat3: #27455d; --heat4: #2d5676; --heat5: #33678f;\n" \
	"}\n" \
	"}\n" \
	"* { box-sizing: border-box; }\n" \
	"html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }\n" \
	"body { margin: 0 auto; padding: 2.5rem 1.25rem 5rem; max-width: 46rem; background: var(--paper); color: var(--ink);\n" \
	"font: 1.0625rem/1.6 var(--text); overflow-wrap: break-word; }\n" \
	"header, nav, h1, h2, h3, h4, h5, h6, table, figcaption, .facts, .legend, .badge, .grade, .warning, .skip { font-family: var(--sans); }\n" \
	"p, li, h1, h2, h3, h4, h5, h6, td, th, figcaption { unicode-bidi: plaintext; }\n" /* each by its own first letter */ \
	"h1, h2, h3, h4, h5, h6 { line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; }\n" \
	"h1 { margin: 0 0 .4rem; font-size: 2.1rem; letter-spacing: -.01em; }\n" \
	"h2 { margin: 0 0 .5rem; font-size: 1.5rem; color: var(--accent); }\n" \
	"h3 { margin: 2rem 0 .5rem; font-size: 1.15rem; }\n" \
	"h4 { margin: 1.6rem 0 .4rem; font-size: 1rem; }\n" \
	"h5, h6 { margin: 1.4rem 0 .3rem; font-size: .93rem; color: var(--muted); }\n" \
	"p, ul, ol, blockquote, pre, figure { margin: 0 0 1rem; }\n" \
	"li { margin: .2rem 0; }\n" \
	"li > p { margin-bottom: .5rem; }\n" \
	"a { color: var(--accent); text-underline-offset: .15em; text-decoration-thickness: from-font; }\n" \
	"a:focus-visible, summary:focus-visible, .wide:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }\n" \
	"hr { margin: 2rem 0; border: 0; border-top: 1px solid var(--line); }\n" \
	"blockquote { padding: .1rem 0 .1rem 1rem; border-left: 3px solid var(--line); color: var(--muted); }\n" \
	"blockquote > :last-child { margin-bottom: 0; }\n" \
	"code { font: .88em ui-monospace, \"SF Mono\", Menlo, Consolas, \"Liberation Mono\", monospace; background: var(--soft); padding: .1em .3em; border-radius: 3px; overflow-wrap: anywhere; }\n" \
	"pre { padding: .8rem 1rem; background: var(--soft); border-radius: 6px; line-height: 1.45; white-space: pre-wrap; }\n" \
	"pre code { padding: 0; background: none; }\n" \
	"img { max-width: 100%; height: auto; }\n" \
	"header { padding-bottom: 1.2rem; border-bottom: 3px solid var(--accent); }\n" \
	".facts { color: var(--muted); font-size: .87rem; }\n" \
	"header .facts { margin: 0; }\n" \
	".warning { margin: 1rem 0 0; padding: .6rem .9rem; background: var(--bad-soft); color: var(--bad); border-radius: 6px; font-size: .93rem; }\n" \
	".skip { position: absolute; left: -100rem; top: .5rem; padding: .4rem .8rem; background: var(--paper); }\n" \
	".skip:focus { left: .5rem; }\n" \
	"nav { margin: 1.4rem 0 0; font-size: .93rem; }\n" \
	"nav ol { margin: 0; padding: 0; list-style: none; columns: 2 16rem; column-gap: 2rem; }\n" \
	"nav li { break-inside: avoid; margin: 0; }\n" \
	"nav a { display: block; padding: .2rem 0; text-decoration: none; }\n" \
	"nav a:hover { text-decoration: underline; }\n" \
	".part { position: relative; margin-top: 3.2rem; }\n" \
	".part > :last-child { margin-bottom: 0; }\n" \
	".part h2:not(:first-child) { margin-top: 2.6rem; }\n" \
	".grade { display: inline-block; min-width: 1.7em; padding: 0 .5em; border-radius: 1em; font-size: .8rem; font-weight: 600; text-align: center;\n" \
	"background: var(--soft); color: var(--ink); }\n" \
	".grade-A, .grade-B { background: var(--good-soft); color: var(--good); }\n" \
	".grade-C { background: var(--warn-soft); color: var(--warn); }\n" \
	".grade-D { background: var(--bad-soft); color: var(--bad); }\n" \
	".badge { display: inline-block; padding: 0 .5em; border-radius: 3px; font-size: .76rem; line-height: 1.5; vertical-align: .08em; }\n" \
	".verified { background: var(--good-soft); color: var(--good); }\n" \
	".stale, .critical { background: var(--warn-soft); color: var(--warn); }\n" \
	".badge.weak, .badge.unchecked { background: var(--bad-soft); color: var(--bad); }\n" \
	".wide { margin: 0 0 1.2rem; overflow-x: auto; }\n" \
	"table { width: 100%; border-collapse: collapse; font-size: .87rem; line-height: 1.4; font-variant-numeric: tabular-nums lining-nums; }\n" \
	"th, td { padding: .42rem .6rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }\n" \
	"th:first-child, td:first-child { padding-left: .2rem; }\n" \
	"thead th, thead td { border-bottom: 2px solid var(--line); color: var(--muted); font-weight: 600; vertical-align: bottom; }\n" \
	"tbody th { font-weight: 500; }\n" \
	".right { text-align: right; }\n" \
	".date { white-space: nowrap; }\n" \
	".center { text-align: center; }\n" \
	".left { text-align: left; }\n" \
	".heat1 { background: var(--heat1); } .heat2 { background: var(--heat2); } .heat3 { background: var(--heat3); }\n" \
	".heat4 { background: var(--heat4); } .heat5 { background: var(--heat5); }\n" \
	".bar { display: block; width: 100%; min-width: 4rem; height: 5px; margin: .25rem 0 .1rem; }\n" \
	".bar rect { fill: var(--bar); }\n" \
	".bar .rest { fill: var(--rest); }\n" \
	"figure { margin: 1.6rem 0; padding: 1rem 1.1rem .9rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); }\n" \
	"figure .wide, figure .wide:last-child { margin-bottom: 0; }\n" \
	"figcaption { margin-bottom: .7rem; }\n" \
	"figcaption p { margin: 0; }\n" \
	".title { font-weight: 650; }\n" \
	".insight { font-size: .93rem; }\n" \
	".question { margin-top: .15rem; color: var(--muted); font-size: .84rem; }\n" \
	"summary { font: 600 .87rem var(--sans); color: var(--accent); cursor: pointer; }\n" \
	".ref { font: .72em/0 var(--sans); vertical-align: super; white-space: nowrap; }\n" \
	".ref a { padding: 0 .1em; text-decoration: none; }\n" \
	".ref a:hover, .ref a:target { text-decoration: underline; }\n" \
	".ref::before { content: \"\\2060\"; }\n" \
	".ref.next::before { content: \"\\2060,\"; }\n" \
	".ref .weak { text-decoration: none; color: var(--bad); }\n" \
	".ref a:target, li:target { background: var(--warn-soft); }\n" \
	".ref a:hover::after, .ref a:focus-visible::after { content: attr(data-note); position: absolute; z-index: 1; left: 0; right: 0;\n" \
	"width: fit-content; max-width: 34rem; margin: 1.5rem auto 0; padding: .6rem .8rem; border: 1px solid var(--line); border-left: 3px solid var(--accent);\n" \
	"border-radius: 4px; background: var(--note); color: var(--ink); box-shadow: var(--shadow); font: .87rem/1.45 var(--sans); text-align: left;\n" \
	"white-space: normal; overflow-wrap: anywhere; text-decoration: none; }\n" \
	".notes { font-size: .93rem; }\n" \
	".notes h3 { margin: 1.6rem 0 .3rem; font-size: .95rem; color: var(--muted); }\n" \
	".notes ol { margin: 0; padding-left: 2.6rem; }\n" \
	".notes li { margin: .35rem 0; }\n" \
	".notes li::marker { font-family: var(--sans); font-size: .85em; color: var(--muted); }\n" \
	".notes a[role=\"doc-backlink\"] { padding: 0 .15em; text-decoration: none; font-family: var(--sans); white-space: nowrap; }\n" \
	".notes a[role=\"doc-backlink\"] sup { font-size: .68em; line-height: 0; }\n" \
	".legend { margin: 0 0 1rem; padding: 0; list-style: none; color: var(--muted); font-size: .84rem; }\n" \
	"@media (min-width: 78rem) {\n" \
	"body { display: grid; grid-template-columns: 14rem minmax(0, 46rem); column-gap: 4rem; justify-content: center; max-width: none; }\n" \
	"header, main { grid-column: 2; }\n" \
	"nav { grid-column: 1; grid-row: 1 / span 2; position: sticky; top: 2.5rem; align-self: start; max-height: calc(100vh - 5rem); overflow-y: auto; margin: 0; font-size: .87rem; }\n" \
	"nav ol { columns: auto; }\n" \
	"}\n" \
	"@media (max-width: 30rem) {\n" \
	"body { padding: 1.4rem 1rem 4rem; font-size: 1rem; }\n" \
	"h1 { font-size: 1.65rem; }\n" \
	"h2 { font-size: 1.3rem; }\n" \
	"figure { padding: .8rem .8rem .7rem; }\n" \
	".notes ol { padding-left: 2rem; }\n" \
	"}\n" \
	"@media print {\n" \
	"@page { margin: 20mm 18mm; @bottom-right { content: counter(page) \" / \" counter(pages); font: 8pt sans-serif; } }\n" \
	":root { --paper: #fff; --ink: #000; --muted: #444; --line: #bbb; --soft: #f3f3f3; --accent: #1f4e79; --bar: #1f4e79; --rest: #9fb4ca;\n" \
	"--good: #17572c; --good-soft: #fff; --warn: #7a4100; --warn-soft: #fff; --bad: #8f1d1d; --bad-soft: #fff; --heat1: #eef3f8; --heat2: #d5e3f0; --heat3: #b5cfe5; --heat4: #92b9d8; --heat5: #6fa3cb; }\n" \
	"body { display: block; max-width: none; padding: 0; font-size: 10.5pt; line-height: 1.45; print-color-adjust: exact; -webkit-print-color-adjust: exact; }\n" \
	"nav, .skip, .notes a[role=\"doc-backlink\"], summary { display: none; }\n" \
	".ref a::after { display: none; }\n" \
	"a { color: inherit; text-decoration: none; }\n" \
	".part a[href^=\"http\"]::after, .part a[href^=\"mailto\"]::after { content: \" <\" attr(href) \">\"; font-size: .85em; color: var(--muted); overflow-wrap: anywhere; }\n" \
	".part { margin-top: 2rem; }\n" \
	".sourcing, .notes { break-before: page; margin-top: 0; }\n" \
	"h1, h2, h3, h4, h5, h6, .facts, figcaption { break-after: avoid; }\n" \
	"p, li { orphans: 3; widows: 3; }\n" \
	"tr, figure, blockquote, .notes li { break-inside: avoid; }\n" \
	"thead { display: table-header-group; }\n" \
	".wide { overflow: visible; }\n" \
	"table { font-size: 8.5pt; }\n" \
	"th, td { padding: .25rem .5rem; }\n" \
	"figure { margin: 1rem 0; padding: .7rem .8rem; }\n" \
	".grade, .badge { border: 1px solid; }\n" \
	"}\n"

#endif							/* HTML_STYLE_H */
