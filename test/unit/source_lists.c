/*
 * source_lists.c
 *		A list of sources that an agent wrote, and the marks of its numbers -> notes, the
 *		ledger, and whether the list stays.
 *
 * Chapter 3's rows of numbered marks and links, and stage 1 of chapter 4.
 */
#include "unit.h"

/* A row's claims and policy stand behind its body. */
static const char deal[] =
"@policy rescue false\n"
"@document om|Offering Memorandum|https://x.example/om.pdf|pdf|A||\n"
"@document rr|Rent Roll|rr.xlsx|excel|B||\n"
"@document ap|Appraisal|||||\n"
"@section a||||\n";

/* Which titles and entries make a list, and when it leaves. */
static const MemoCase lists[] = {
	{"an entry that says an id with a live marker is that id's definition: a document",
		"NOI rose [SRC:1].\n\n## Sources\n\n- [SRC:1] Rent Roll, p. 4",
		"NOI rose.[^1]",
		"1 = Rent Roll, p. 4. | [SRC:1] -> 1 source_line | [SRC:1] removed source_block @1 | "
		"agent_sources_removed"},
	{"else the agent's note, unverified",
		"NOI rose [SRC:1].\n\n## Sources\n\n- [SRC:1] Seller's broker, call of 3 May",
		"NOI rose.[^1]",
		"1 = Seller's broker, call of 3 May (agent's note, unverified) | [SRC:1] -> 1 | "
		"[SRC:1] removed source_block @1 | agent_note_kept | agent_sources_removed"},
	{"below a bold line", "NOI rose [SRC:1].\n\n**Sources:**\n- SRC:1 — Rent Roll, p. 4",
		"NOI rose.[^1]", "1 = Rent Roll, p. 4. | [SRC:1] -> 1 source_line | agent_sources_removed"},
	{"in any case, numbered (odr_gpt5)", "NOI rose [1].\n\n## 7. SOURCES\n\n[1] Rent Roll, p. 4",
		"NOI rose.[^1]", "1 = Rent Roll, p. 4. | [1] -> 1 | agent_sources_removed"},
	{"References, Footnotes, Citations",
		"A [1].\n\n### References\n\n[1] Rent Roll\n@section b||||\nB [1].\n\n**Footnotes**\n\n"
		"1. Appraisal\n@section c||||\nC [1].\n\n## Citations\n\n1. Rent Roll",
		"A.[^1] // B.[^2] // C.[^1]",
		"1 = Rent Roll. | 2 = Appraisal. | [1] -> 1 | [1] -> 2 | [1] -> 1 | agent_sources_removed x3"},
	{"Bibliography, Works Cited, Source List",
		"A [1].\n\n# Bibliography\n\n1. Rent Roll\n@section b||||\nB [1].\n\n*Works Cited*\n\n"
		"- [1] Appraisal\n@section c||||\nC [1].\n\n## Source List\n\n1) Rent Roll",
		"A.[^1] // B.[^2] // C.[^1]",
		"1 = Rent Roll. | 2 = Appraisal. | [1] -> 1 | [1] -> 2 | [1] -> 1 | agent_sources_removed x3"},
	{"参考文献 (drb_claude37)", "租金上涨[1]。\n\n参考文献：\n[1] Rent Roll",
		"租金上涨。[^1]", "1 = Rent Roll. | [1] -> 1 | agent_sources_removed"},
	{"\"Sources and Uses\" is no such block",
		"NOI rose [SRC:1].\n\n## Sources and Uses\n\n- [SRC:1] Rent Roll\n@claim 1|rr|4",
		"NOI rose.[^1]\n\n### Sources and Uses\n\n- Rent Roll[^1]",
		"1 = Rent Roll, p. 4. | [SRC:1] -> 1 | [SRC:1] -> 1 | heading_shifted | marker_moved"},
	{"nor is one with other text in it",
		"NOI rose [SRC:1].\n\n## Sources\n\n- [SRC:1] Rent Roll\n\nWe read all of these.\n@claim 1|rr|4",
		"NOI rose.[^1]\n\n### Sources\n\n- Rent Roll[^1]\n\nWe read all of these.",
		"1 = Rent Roll, p. 4. | [SRC:1] -> 1 | [SRC:1] -> 1 | heading_shifted | marker_moved"},
	{"entries may be items, definitions, numbered or URL lines",
		"A [SRC:1]. B[^2]. C [SRC:3].\n\n## Sources\n\n* [SRC:1] Rent Roll\n\n[^2]: Appraisal\n\n"
		"3. Offering Memorandum",
		"A.[^1] B.[^2] C.[^3]",
		"1 = Rent Roll. | 2 = Appraisal. | 3 = [Offering Memorandum](https://x.example/om.pdf). | [SRC:1] -> 1 source_line | "
		"[^2] -> 2 | [SRC:3] -> 3 source_line | [SRC:1] removed source_block @1 | agent_sources_removed"},
	{"the id behind its source",
		"A [SRC:1]. B [SRC:2].\n\n## Sources\n\n- Rent Roll, p. 4 [SRC:1]\n- Appraisal, p. 5 [SRC:2]",
		"A.[^1] B.[^2]",
		"1 = Rent Roll, p. 4. | 2 = Appraisal, p. 5. | [SRC:1] -> 1 source_line | "
		"[SRC:2] -> 2 source_line | [SRC:1] removed source_block @1 | [SRC:2] removed source_block @1 | "
		"agent_sources_removed"},
	{"several sources in one item, which leave together",
		"A [SRC:1]. B [SRC:2].\n\n## Sources\n\n- Rent Roll, p. 4 [SRC:1]; Appraisal [SRC:2]\n"
		"@section b||||\nA [SRC:1]. B [SRC:2].\n\n## Sources\n\n- [SRC:1] Rent Roll; [SRC:2] Appraisal",
		"A.[^1] B.[^2] // A.[^3] B.[^2]",
		"1 = Rent Roll, p. 4. | 2 = Appraisal. | 3 = Rent Roll. | [SRC:1] -> 1 source_line | "
		"[SRC:2] -> 2 source_line | [SRC:1] removed source_block @1 | [SRC:2] removed source_block @1 | "
		"[SRC:1] -> 3 source_line | [SRC:2] -> 2 source_line | [SRC:1] removed source_block @1 | "
		"[SRC:2] removed source_block @1 | agent_sources_removed x2 | id_collision"},
	{"an entry over two lines", "A [SRC:1].\n\n## References\n\n1. Rent Roll,\n   p. 4",
		"A.[^1]", "1 = Rent Roll, p. 4. | [SRC:1] -> 1 source_line | agent_sources_removed"},
	{"one that names a document of the deal is in the memo another way, cited or not",
		"A [SRC:1].\n\n## Sources\n\n- [SRC:1] Rent Roll\n- Appraisal",
		"A.[^1]",
		"1 = Rent Roll. | [SRC:1] -> 1 source_line | [SRC:1] removed source_block @1 | "
		"agent_sources_removed"},
	{"it leaves as a whole, event with what left",
		"A [SRC:1].\n\n---\n\n## Sources\n\n- [SRC:1] Rent Roll, p. 4\n",
		"A.[^1]",
		"1 = Rent Roll, p. 4. | [SRC:1] -> 1 source_line | [SRC:1] removed source_block @1 | "
		"agent_sources_removed | leftover_dropped"},
	{"a bank reference that no mark uses stays alone under the heading, event",
		"A [SRC:1].\n\n## Sources\n\n- [SRC:1] Rent Roll\n- First National Bank",
		"A.[^1]\n\n### Sources\n\n- First National Bank",
		"1 = Rent Roll. | [SRC:1] -> 1 source_line | [SRC:1] removed source_block @1 | "
		"agent_sources_kept | agent_sources_removed | heading_shifted"},
	{"\"Figures are unaudited\"",
		"A [SRC:1].\n\n## Sources\n\n- [SRC:1] Rent Roll\n- Figures are unaudited\n@claim 1|rr|4",
		"A.[^1]\n\n### Sources\n\n- Figures are unaudited",
		"1 = Rent Roll, p. 4. | [SRC:1] -> 1 | [SRC:1] removed source_block @1 | agent_sources_kept | "
		"agent_sources_removed | heading_shifted"},
	{"an address without an id",
		"A [SRC:1].\n\n## Sources\n\n- [SRC:1] Rent Roll\n- https://y.example/report",
		"A.[^1]\n\n### Sources\n\n- https://y.example/report",
		"1 = Rent Roll. | [SRC:1] -> 1 source_line | [SRC:1] removed source_block @1 | "
		"agent_sources_kept | agent_sources_removed | heading_shifted"},
	{"an id that no live marker has",
		"A [SRC:1].\n\n## Sources\n\n- [SRC:1] Rent Roll\n- [SRC:2] Broker opinion",
		"A.[^1]\n\n### Sources\n\n- Broker opinion",
		"1 = Rent Roll. | [SRC:1] -> 1 source_line | [SRC:1] removed source_block @1 | "
		"[SRC:2] removed unresolved @4.2 | agent_sources_kept | agent_sources_removed | "
		"citation_removed | heading_shifted | marker_moved"},
	{"for [SRC:n] the claim counts; the differing one is in source_list_contradicts",
		"A [SRC:1].\n\n## Sources\n\n- [SRC:1] Appraisal, p. 4\n@claim 1|rr|9",
		"A.[^1]",
		"1 = Rent Roll, p. 9. | [SRC:1] -> 1 | [SRC:1] removed source_block @1 | agent_sources_removed | "
		"source_list_contradicts"},
	{"lines of one item leave together or stay",
		"A [SRC:1].\n\n## Sources\n\n- [SRC:1] Rent Roll\n[2] First Bank",
		"A.[^1]\n\n### Sources\n\n- Rent Roll\n[2] First Bank[^1]",
		"1 = Rent Roll. | [SRC:1] -> 1 source_line | [SRC:1] -> 1 source_line | agent_sources_kept | "
		"heading_shifted | marker_moved"},
	{"[^n] without a definition is the list's entry n",
		"A[^1]. B[^2].\n\n**References**\n\n1. Rent Roll, p. 4\n2. Sponsor call",
		"A.[^1] B.[^2]",
		"1 = Rent Roll, p. 4. | 2 = Sponsor call (agent's note, unverified) | [^1] -> 1 | [^2] -> 2 | "
		"agent_note_kept | agent_sources_removed"},
	{"what a list's links lead to stays defined",
		"See [it][m] [SRC:1].\n\n## Sources\n\n- [SRC:1] Rent Roll\n\n[m]: https://y.example",
		"See [it][m].[^1]\n\n[m]: https://y.example",
		"1 = Rent Roll. | [SRC:1] -> 1 source_line | [SRC:1] removed source_block @1 | "
		"agent_sources_removed"},
	{"a list governs the numbers between the list before it, or the body's start, and itself",
		"### Income\n\nNOI rose [1].\n\n#### Sources\n\n[1] Rent Roll\n\n### Condition\n\n"
		"Repairs are due [1].\n\n#### Sources\n\n[1] Appraisal",
		"### Income\n\nNOI rose.[^1]\n\n### Condition\n\nRepairs are due.[^2]",
		"1 = Rent Roll. | 2 = Appraisal. | [1] -> 1 | [1] -> 2 | agent_sources_removed x2"},
	{"so do those of [^n]",
		"### Income\n\nNOI rose[^1].\n\n#### References\n\n1. Rent Roll\n\n### Condition\n\n"
		"Repairs are due[^1].\n\n#### References\n\n1. Appraisal",
		"### Income\n\nNOI rose.[^1]\n\n### Condition\n\nRepairs are due.[^2]",
		"1 = Rent Roll. | 2 = Appraisal. | [^1] -> 1 | [^1] -> 2 | agent_sources_removed x2"},
	{"numbers may go on",
		"NOI rose [1].\n\n**Sources**\n\n[1] Rent Roll\n\n### Condition\n\nRepairs are due [2].\n\n"
		"**Sources**\n\n[2] Appraisal",
		"NOI rose.[^1]\n\n### Condition\n\nRepairs are due.[^2]",
		"1 = Rent Roll. | 2 = Appraisal. | [1] -> 1 | [2] -> 2 | agent_sources_removed x2"},
	{"one of two leaves, the other stays",
		"NOI rose [1].\n\n### Sources\n\n[1] Rent Roll\n\n### Debt\n\nIt fell [2]. See [2]: it did.\n\n"
		"### Sources\n\n[2] Appraisal",
		"NOI rose.[^1]\n\n### Debt\n\nIt fell [2]. See [2]: it did.\n\n### Sources\n\n[2] Appraisal",
		"1 = Rent Roll. | [1] -> 1 | agent_sources_kept | agent_sources_removed | unread_citation"},
	{"what stands behind the last list has none",
		"NOI rose [1].\n\n### Sources\n\n1. Rent Roll\n\n### Debt\n\nIt fell [2].",
		"NOI rose.[^1]\n\n### Debt\n\nIt fell [2].",
		"1 = Rent Roll. | [1] -> 1 | agent_sources_removed | unread_citation"},
	{"a number that stands twice in a list with different sources means nothing there, told of",
		"A [1]. B [2].\n\n### Sources\n\n[1] Offering Memorandum\n[1] Rent Roll\n[2] Appraisal",
		"A [1]. B [2].\n\n### Sources\n\n[1] Offering Memorandum\n[1] Rent Roll\n[2] Appraisal",
		"agent_sources_kept | unread_citation"},
	{"an entry is bound by its address first",
		"A [1].\n\n## References\n\n1. OM of the seller: https://x.example/om.pdf",
		"A.[^1]", "1 = [Offering Memorandum](https://x.example/om.pdf). | [1] -> 1 | agent_sources_removed"},
	{"the address of a link, with its page",
		"A [1].\n\n## Sources\n\n[1] [The deck](https://x.example/om.pdf#page=12)",
		"A.[^1]", "1 = [Offering Memorandum](https://x.example/om.pdf#page=12), p. 12. | [1] -> 1 | agent_sources_removed"},
	{"an address at the entry beats claim and list",
		"A [SRC:1].\n\n## Sources\n\n- [SRC:1] https://x.example/om.pdf\n@claim 1|rr|4",
		"A.[^1]",
		"1 = [Offering Memorandum](https://x.example/om.pdf). | [SRC:1] -> 1 source_line | [SRC:1] removed source_block @1 | "
		"claim 1 unplaced not_cited | agent_sources_removed | source_list_contradicts | uncited_claims"},
	{"titles of lists are data: Notes, Endnotes, List of sources, Quellen, Literaturverzeichnis",
		"A [1].\n\n### Notes\n\n1. Rent Roll\n@section b||||\nB [1].\n\n### Endnotes\n\n1. Rent Roll\n"
		"@section c||||\nC [1].\n\n**List of sources**\n\n1. Rent Roll\n@section d||||\nD [1].\n\n"
		"### Quellen\n\n1. Rent Roll\n@section e||||\nE [1].\n\n### Literaturverzeichnis\n\n1. Rent Roll",
		"A.[^1] // B.[^1] // C.[^1] // D.[^1] // E.[^1]",
		"1 = Rent Roll. | [1] -> 1 | [1] -> 1 | [1] -> 1 | [1] -> 1 | [1] -> 1 | agent_sources_removed x5"},
	{"a heading may be underlined", "A [1].\n\nSources\n---\n\n1. Rent Roll",
		"A.[^1]", "1 = Rent Roll. | [1] -> 1 | agent_sources_removed"},
	{"a heading or bold line of sources with nothing below it leaves",
		"A [SRC:1].\n\n**References:**\n@claim 1|rr|4",
		"A.[^1]", "1 = Rent Roll, p. 4. | [SRC:1] -> 1 | leftover_dropped"},
	{"sources of money stay, told of",
		"A [SRC:1].\n\n**Sources**\n- Senior loan: $53.3M\n- Equity: $20M\n@claim 1|rr|4",
		"A.[^1]\n\n**Sources**\n- Senior loan: $53.3M\n- Equity: $20M",
		"1 = Rent Roll, p. 4. | [SRC:1] -> 1 | agent_sources_kept"},
	{"where a mark that could mean its numbers is not read the list and all marks of them stay, told of",
		"A [1]. See [1]: it did.\n\n### Sources\n\n1. Rent Roll",
		"A [1]. See [1]: it did.\n\n### Sources\n\n1. Rent Roll", "agent_sources_kept | unread_citation"},
	{"that may be behind the list, which is also before the text",
		"### Sources\n\n1. Rent Roll\n2. Appraisal\n\n### Debt\n\nIt fell [2].",
		"### Sources\n\n1. Rent Roll\n2. Appraisal\n\n### Debt\n\nIt fell [2].",
		"agent_sources_kept | unread_citation"},
	{"or of a list whose order says the numbers",
		"NOI rose [1]. Costs fell [2].\n\n### Sources\n\n- Rent Roll\n- Appraisal",
		"NOI rose [1]. Costs fell [2].\n\n### Sources\n\n- Rent Roll\n- Appraisal",
		"agent_sources_kept | unread_citation"},
	{"or digits that were raised, where they may be anything",
		"NOI is $4 million.1 It rose 5%.2\n\n### Sources\n\n1. Rent Roll\n2. Appraisal\n@section b||||\n"
		"Pay R<sup>1,2</sup>.\n\n### Sources\n\n1. Rent Roll\n2. Appraisal",
		"NOI is $4 million.1 It rose 5%.2\n\n### Sources\n\n1. Rent Roll\n2. Appraisal // "
		"Pay R<sup>1,2</sup>.\n\n### Sources\n\n1. Rent Roll\n2. Appraisal",
		"agent_sources_kept x2 | unread_citation x2"},
	{"or a number in round brackets where one is raised, which is no citation",
		"NOI rose 5%(1).\n\n### Sources\n\n1. Rent Roll", "NOI rose 5%(1).\n\n### Sources\n\n1. Rent Roll",
		"agent_sources_kept"},
	{"which is none behind a blank or a letter",
		"Yes (1). See f(1).\n\n### Sources\n\n1. Rent Roll", "Yes (1). See f(1).", "agent_sources_removed"},
	{"entries in bold or in round brackets",
		"A [1].\n\n**Sources**\n\n**[1]** Rent Roll\n\n**[2]** Appraisal\n@section b||||\nB [1].\n\n"
		"### Sources\n\n(1) Rent Roll\n(2) Appraisal",
		"A.[^1] // B.[^1]", "1 = Rent Roll. | [1] -> 1 | [1] -> 1 | agent_sources_removed x2"},
};

/* numbered: a number in brackets where a list says what it is */
static const MemoCase numbered[] = {
	{"[n] is the entry n of the list, read as [^n] is; the list leaves",
		"Rents rose [2]. Vacancy fell to 5%[1].\n\n## Sources\n\n[1] Rent Roll, p. 4\n[2] Appraisal",
		"Rents rose.[^1] Vacancy fell to 5%.[^2]",
		"1 = Appraisal. | 2 = Rent Roll, p. 4. | [2] -> 1 | [1] -> 2 | agent_sources_removed"},
	{"an entry that names no document is the agent's note (odr_gpt5)",
		"Rents rose [1].\n\n### Sources\n\n[1] CBRE Outlook 2026: https://y.example/outlook  \n",
		"Rents rose.[^1]",
		"1 = CBRE Outlook 2026: https://y.example/outlook (agent's note, unverified) | [1] -> 1 | "
		"agent_note_kept | agent_sources_removed"},
	{"titles as links (odr_gpt5)",
		"Rents rose [1].\n\n## Sources\n\n1. [Lo, A.W. (2002)](https://y.example/lo.pdf)",
		"Rents rose.[^1]",
		"1 = [Lo, A.W. (2002)](https://y.example/lo.pdf) (agent's note, unverified) | [1] -> 1 | "
		"agent_note_kept | agent_sources_removed"},
	{"the address first (drb_claude37)",
		"Rents rose [1].\n\nReferences\n[1] https://y.example/a - ElemNet | Reports",
		"Rents rose.[^1]",
		"1 = https://y.example/a - ElemNet &#124; Reports (agent's note, unverified) | [1] -> 1 | "
		"agent_note_kept | agent_sources_removed"},
	{"[n, m] and adjacent ones",
		"A [1, 2]. B [2][1].\n\n**References**\n\n1. Rent Roll, p. 4\n2. Appraisal",
		"A.[^1],[^2] B.[^2],[^1]",
		"1 = Rent Roll, p. 4. | 2 = Appraisal. | [1, 2] 1/2 -> 1 | [1, 2] 2/2 -> 2 | [2] -> 2 | [1] -> 1 | "
		"agent_sources_removed"},
	{"[n] has 1-3 digits: years are text", "Rents rose [1] in [2024].\n\n## Sources\n\n1. Rent Roll",
		"Rents rose[^1] in [2024].", "1 = Rent Roll. | [1] -> 1 | agent_sources_removed"},
	{"no link definition n", "Rents rose [1].\n\n[1]: https://y.example\n\n## Sources\n\n- [1] Rent Roll",
		"Rents rose [1].\n\n[1]: https://y.example\n\n### Sources\n\n- [1] Rent Roll",
		"agent_sources_kept | heading_shifted"},
	{"(n) never", "Rents rose (1).\n\n## Sources\n\n1. Rent Roll",
		"Rents rose (1).", "agent_sources_removed"},
	{"without a list it is text, told of", "Rents rose [1]. Vacancy fell [2][1].",
		"Rents rose [1]. Vacancy fell [2][1].", "unread_citation"},
	{"behind a label where a reference may stand (odr_gpt5)",
		"As in [Lo 2002][1], rents rose.\n\n## Sources\n\n1. Rent Roll",
		"As in [Lo 2002],[^1] rents rose.", "1 = Rent Roll. | [1] -> 1 | agent_sources_removed"},
	{"a claim's number is none in a section with [SRC:n]",
		"Rents rose [SRC:1]. Vacancy fell [1].\n@claim 1|rr|4",
		"Rents rose.[^1] Vacancy fell [1].", "1 = Rent Roll, p. 4. | [SRC:1] -> 1 | unread_citation"},
	{"for every spelling but [SRC:n] the list goes before the claim",
		"Rents rose [1]. Vacancy fell [SRC:1].\n\n## Sources\n\n1. Rent Roll\n@claim 1|ap|9",
		"Rents rose.[^1] Vacancy fell.[^2]",
		"1 = Rent Roll. | 2 = Appraisal, p. 9. | [1] -> 1 | [SRC:1] -> 2 | agent_sources_removed | "
		"source_list_contradicts"},
	{"policy read_numeric", "Rents rose [1].\n\n## Sources\n\n1. Rent Roll\n@policy read_numeric false",
		"Rents rose [1].\n\n### Sources\n\n1. Rent Roll",
		"agent_sources_kept | heading_shifted | unread_citation"},
	{"not behind a letter or digit, as an array has it", "A [1]. See a[1].\n\n### Sources\n\n1. Rent Roll",
		"A.[^1] See a[1].", "1 = Rent Roll. | [1] -> 1 | agent_sources_removed"},
	{"code, images and links are no marks, and keep no list",
		"A [1]. Not `a [1]`, ![1](y.png), [1](https://y.example).\n\n### Sources\n\n1. Rent Roll",
		"A.[^1] Not `a [1]`, ![1](y.png), [1](https://y.example).",
		"1 = Rent Roll. | [1] -> 1 | agent_sources_removed"},
	{"[0] where the list counts from 0 (scholarqa)",
		"A [0][1].\n\n### Sources\n\n[0] Rent Roll\n[1] Appraisal",
		"A.[^1],[^2]", "1 = Rent Roll. | 2 = Appraisal. | [0] -> 1 | [1] -> 2 | agent_sources_removed"},
	{"ranges", "A [1-2].\n\n### Sources\n\n1. Rent Roll\n2. Appraisal",
		"A.[^1],[^2]",
		"1 = Rent Roll. | 2 = Appraisal. | [1-2] 1/2 -> 1 | [1-2] 2/2 -> 2 | agent_sources_removed"},
	{"the spellings of words/numbered.txt",
		"A [Source 1]. B [Doc 1]. C [Ref 1]. D [cite: 1]. E [citation:1]. F [ID:1]. "
		"G【1】. H【1†source】. I [1](#r1). J［1］. K〔1〕. L <cite>1</cite>.\n\n### Sources\n\n1. Rent Roll",
		"A.[^1] B.[^1] C.[^1] D.[^1] E.[^1] F.[^1] G.[^1] H.[^1] I.[^1] J.[^1] K.[^1] L.[^1]",
		"1 = Rent Roll. | [Source 1] -> 1 | [Doc 1] -> 1 | [Ref 1] -> 1 | [cite: 1] -> 1 | "
		"[citation:1] -> 1 | [ID:1] -> 1 | 【1】 -> 1 | 【1†source】 -> 1 | [1](#r1) -> 1 | "
		"［1］ -> 1 | 〔1〕 -> 1 | <cite>1</cite> -> 1 | agent_sources_removed"},
	{"[[n]](address) of the list; the address of a document goes before it",
		"A [[1]](https://y.example/a). B [[1]](https://x.example/om.pdf). C [[7]](https://y.example/c).\n\n"
		"### Sources\n\n1. Rent Roll",
		"A.[^1] B.[^2] C [[7]](https://y.example/c).",
		"1 = Rent Roll. | 2 = [Offering Memorandum](https://x.example/om.pdf). | [[1]](https://y.example/a) -> 1 | "
		"[[1]](https://x.example/om.pdf) -> 2 | agent_sources_removed"},
	{"beside a dash without blanks, as beside one with them",
		"NOI rose\xC2\xB9\xE2\x80\x94" "and rents\xC2\xB2\xE2\x80\x94" "fell.\xC2\xB3\n\n## Sources\n\n"
		"1. Rent Roll\xE2\x80\x94p. 3\n2. Appraisal, May 2026\xE2\x80\x94p. 4\n"
		"3. Memorandum\xE2\x80\x94https://x.example/om.pdf",
		"NOI rose[^1]\xE2\x80\x94" "and rents[^2]\xE2\x80\x94" "fell.[^3]",
		"1 = Rent Roll, p. 3. | 2 = Appraisal, p. 4. | 3 = [Offering Memorandum](https://x.example/om.pdf). | "
		"\xC2\xB9 -> 1 | \xC2\xB2 -> 2 | \xC2\xB3 -> 3 | agent_sources_removed | reference_shortened"},
	{"raised digits behind a full stop or a word; never behind units",
		"Rents rose.¹ Costs fell<sup>2</sup>. It has 12 m².\n\n### Sources\n\n1. Rent Roll\n2. Appraisal",
		"Rents rose.[^1] Costs fell.[^2] It has 12 m².",
		"1 = Rent Roll. | 2 = Appraisal. | ¹ -> 1 | <sup>2</sup> -> 2 | agent_sources_removed"},
	{"of a tag also behind a word of three letters, or a blank",
		"Rent is due<sup>2</sup> and $4 million <sup>1, 2</sup>.\n\n### Sources\n\n1. Rent Roll\n2. Appraisal",
		"Rent is due[^1] and $4 million.[^2],[^1]",
		"1 = Appraisal. | 2 = Rent Roll. | <sup>2</sup> -> 1 | <sup>1, 2</sup> 1/2 -> 2 | "
		"<sup>1, 2</sup> 2/2 -> 1 | agent_sources_removed"},
	{"a table's own notes stay beside it, and no list says what they are",
		"| Method | Witness<sup>1</sup> | Close<sup>2</sup> |\n|---|---|---|\n| APO | 100 WU | 1221 WU |\n\n"
		"<sup>1</sup> *Witness is the same weight for both* \\\n<sup>2</sup> *Total cost*\n\n"
		"Rents rose<sup>1</sup>.\n\n### Sources\n\n1. Rent Roll\n2. Appraisal",
		"| Method | Witness<sup>1</sup> | Close<sup>2</sup> |\n|---|---|---|\n| APO | 100 WU | 1221 WU |\n\n"
		"<sup>1</sup> *Witness is the same weight for both* \\\n<sup>2</sup> *Total cost*\n\n"
		"Rents rose.[^1]",
		"1 = Rent Roll. | <sup>1</sup> -> 1 | agent_sources_removed"},
	{"without a list the section's claim n, where every number of that spelling has one",
		"NOI rose [1]. Costs fell [2].\n@claim 1|rr|4\n@claim 2|ap|5",
		"NOI rose.[^1] Costs fell.[^2]",
		"1 = Rent Roll, p. 4. | 2 = Appraisal, p. 5. | [1] -> 1 | [2] -> 2"},
	{"not where one of them has none, nor at the start of a line",
		"NOI rose [1]. Costs fell [3]. So [Source 1].\n@claim 1|rr|4\n@section b||||\n[1] NOI rose.\n@claim 1|rr|4",
		"NOI rose [1]. Costs fell [3]. So.[^1] // [1] NOI rose.",
		"1 = Rent Roll, p. 4. | [Source 1] -> 1 | claim 1 unplaced not_cited | section_collapsed | "
		"uncited_claims | unread_citation"},
	{"two more spellings", "A [Document 1]. B<sup>[1]</sup>.\n\n### Sources\n\n1. Rent Roll",
		"A.[^1] B.[^1]", "1 = Rent Roll. | [Document 1] -> 1 | <sup>[1]</sup> -> 1 | agent_sources_removed"},
	{"raised digits behind %, a parenthesis or a quotation; never beside another sign, in formulas or units",
		"5%¹ (a)² \"b\"¹ R² 10⁻³ PO₄³⁻ 3 km² x¹² CO₂ rent¹ ab²\n\n### Sources\n\n1. Rent Roll\n2. Appraisal",
		"5%[^1] (a)[^2] \"b\"[^1] R² 10⁻³ PO₄³⁻ 3 km² x¹² CO₂ rent[^1] ab²",
		"1 = Rent Roll. | 2 = Appraisal. | ¹ -> 1 | ² -> 2 | ¹ -> 1 | ¹ -> 1 | agent_sources_removed"},
	{"years, indexes, code, formulas, list numbers and values are no marks where a list has the number",
		"A [1]. In [2019] `x[1]`, v[1] = 2, $w[1]$, f(1), x = [1].\n\n1. One\n2. Two\n\n```\ny = [1]\n```\n\n"
		"### [1](#a)\n\nB [[1, 2]] <b>1</b>.\n\n### Sources\n\n1. Rent Roll",
		"A.[^1] In [2019] `x[1]`, v[1] = 2, $w[1]$, f(1), x = [1].\n\n1. One\n2. Two\n\n```\ny = [1]\n```\n\n"
		"### [1](#a)\n\nB [[1, 2]] <b>1</b>.", "1 = Rent Roll. | [1] -> 1 | agent_sources_removed"},
	{"nor where a claim has it",
		"A rose [Source 1]. In [2019] `x[1]`, v[1] = 2, $w[1]$ and f(1). The cap: [1], x = [1].\n@claim 1|rr|4",
		"A rose.[^1] In [2019] `x[1]`, v[1] = 2, $w[1]$ and f(1). The cap: [1], x = [1].",
		"1 = Rent Roll, p. 4. | [Source 1] -> 1 | unread_citation"},
	{"a section's own footnotes do not keep its list from being read",
		"A [1]. B[^a].\n\n[^a]: Appraisal\n\n### Sources\n\n1. Rent Roll",
		"A.[^1] B.[^2]", "1 = Rent Roll. | 2 = Appraisal. | [1] -> 1 | [^a] -> 2 | agent_sources_removed"},
};

/* link: to the address of a document of the deal */
static const MemoCase links[] = {
	{"a link whose address is a document's is a citation of it; its title alone in brackets leaves",
		"NOI rose ([Offering Memorandum](https://x.example/om.pdf#page=12)).",
		"NOI rose.[^1]",
		"1 = [Offering Memorandum](https://x.example/om.pdf#page=12), p. 12. | [Offering Memorandum](https://x.example/om.pdf#page=12) -> 1"},
	{"so does a number", "NOI rose [[1]](https://x.example/om.pdf).",
		"NOI rose.[^1]", "1 = [Offering Memorandum](https://x.example/om.pdf). | [[1]](https://x.example/om.pdf) -> 1"},
	{"its host, too; scheme, www., the last slash and tracking do not matter",
		"NOI rose [x.example](http://www.X.example/om.pdf/?utm_source=a).",
		"NOI rose.[^1]",
		"1 = [Offering Memorandum](https://x.example/om.pdf). | [x.example](http://www.X.example/om.pdf/?utm_source=a) -> 1"},
	{"any other label stays as text, the reference behind it",
		"NOI rose, says [the deck](https://x.example/om.pdf), in 2025.",
		"NOI rose, says [the deck](https://x.example/om.pdf),[^1] in 2025.",
		"1 = [Offering Memorandum](https://x.example/om.pdf). | [the deck](https://x.example/om.pdf) -> 1"},
	{"with more than the title in brackets",
		"NOI rose ([Offering Memorandum, 2026](https://x.example/om.pdf)).",
		"NOI rose ([Offering Memorandum, 2026](https://x.example/om.pdf)).[^1]",
		"1 = [Offering Memorandum](https://x.example/om.pdf). | [Offering Memorandum, 2026](https://x.example/om.pdf) -> 1"},
	{"its reference stands behind the stop that a blank stands before",
		"Sources: https://x.example/om.pdf ; costs fell.",
		"Sources: https://x.example/om.pdf ;[^1] costs fell.",
		"1 = [Offering Memorandum](https://x.example/om.pdf). | https://x.example/om.pdf -> 1"},
	{"a footnote of the same document behind the link is its citation",
		"See [the deck](https://x.example/om.pdf).[^2],[^1]\n\n[^1]: [Deck](https://x.example/om.pdf).\n[^2]: Rent Roll",
		"See [the deck](https://x.example/om.pdf).[^1],[^2]",
		"1 = Rent Roll. | 2 = [Offering Memorandum](https://x.example/om.pdf). | [^2] -> 1 | [^1] -> 2"},
	{"an address alone in brackets leaves, or behind a sentence's end; amid one it stays",
		"NOI rose [https://x.example/om.pdf]. Costs fell. <https://x.example/om.pdf>\n\n"
		"Rents <https://x.example/om.pdf> rose.",
		"NOI rose.[^1] Costs fell.[^1]\n\nRents <https://x.example/om.pdf>[^1] rose.",
		"1 = [Offering Memorandum](https://x.example/om.pdf). | https://x.example/om.pdf -> 1 | <https://x.example/om.pdf> -> 1 | "
		"<https://x.example/om.pdf> -> 1"},
	{"a heading or list of links is navigation",
		"### [OM](https://x.example/om.pdf)\n\n- [OM](https://x.example/om.pdf)\n\nNOI rose.",
		"### [OM](https://x.example/om.pdf)\n\n- [OM](https://x.example/om.pdf)\n\nNOI rose.", ""},
	{"code, images and other addresses are none",
		"A `https://x.example/om.pdf` ![1](https://x.example/om.pdf) [1](https://x.example/other.pdf).",
		"A `https://x.example/om.pdf` ![1](https://x.example/om.pdf) [1](https://x.example/other.pdf).",
		""},
	{"a footnote that ends with an address is that document's",
		"NOI rose[^1].\n\n[^1]: Deck of the seller: https://x.example/om.pdf",
		"NOI rose.[^1]", "1 = [Offering Memorandum](https://x.example/om.pdf). | [^1] -> 1"},
};

/* named: documents and passages in brackets */
static const MemoCase named[] = {
	{"[x], [[x]], [cite:x], 【x】, {{SRC:x}}: passage, doc_id, tag or file name, case folded",
		"@document om-1|Offering Memorandum|om.pdf|pdf|A-1||\n@passage om-12|om-1|12||NOI.\n"
		"@section a||||\n"
		"A [om-12]. B [[om-1]]. C [cite: OM.pdf]. D【a-1】. E {{SRC:om-12}}.",
		"A.[^1] B.[^2] C.[^2] D.[^2] E.[^1]",
		"1 = Offering Memorandum, p. 12. | 2 = Offering Memorandum. | [om-12] -> 1 | [[om-1]] -> 2 | "
		"[cite: OM.pdf] -> 2 | 【a-1】 -> 2 | {{SRC:om-12}} -> 1"},
	{"[SRC:x, p. 4]: with its page", "A [SRC:rr.xlsx, p. 4]. B [SRC:nobody.pdf, p. 4].",
		"A.[^1] B [SRC:nobody.pdf, p. 4].",
		"1 = Rent Roll, p. 4. | [SRC:rr.xlsx, p. 4] -> 1 | unrecognized_bracket"},
	{"<cite source=\"x\">: its element leaves, what is in it stays",
		"A rose. <cite source=\"rr.xlsx\">NOI was $4.2M</cite>.\n\n"
		"C <cite source=\"RR.xlsx\"/>.",
		"A rose. NOI was $4.2M.[^1]\n\nC.[^1]",
		"1 = Rent Roll. | <cite source=\"rr.xlsx\"> -> 1 | <cite source=\"RR.xlsx\"/> -> 1"},
	{"an empty element, or one that is not closed, takes no other one's end",
		"A <cite source=\"rr.xlsx\"/>. B <cite source='om.pdf'>rose</cite>. C <cite source=\"rr.xlsx\">. D "
		"<cite source=\"om.pdf\">fell</cite>.",
		"A.[^1] B rose.[^2] C.[^1] D fell.[^2]",
		"1 = Rent Roll. | 2 = [Offering Memorandum](https://x.example/om.pdf). | <cite source=\"rr.xlsx\"/> -> 1 | "
		"<cite source='om.pdf'> -> 2 | <cite source=\"rr.xlsx\"> -> 1 | <cite source=\"om.pdf\"> -> 2"},
	{"[ID: x](name) ends in its own bracket, and what it names may stand behind a blank",
		"A [ID: 3] rose, as in [Deck](rr.xlsx). B [ID: 3] (rr.xlsx). C【ID: 3】(rr.xlsx). D [ID: rr.xlsx].",
		"A [ID: 3] rose, as in [Deck](rr.xlsx). B.[^1] C.[^1] D.[^1]",
		"1 = Rent Roll. | [ID: 3] (rr.xlsx) -> 1 | 【ID: 3】(rr.xlsx) -> 1 | [ID: rr.xlsx] -> 1 | unread_citation"},
	{"[SRC:x] of a passage, as of a document",
		"@document om|Offering Memorandum|om.pdf|pdf|A||\n@passage om-12|om|12||NOI.\n@section a||||\n"
		"A [SRC:om-12]. B [SRC:om.pdf].", "A.[^1] B.[^2]",
		"1 = Offering Memorandum, p. 12. | 2 = Offering Memorandum. | [SRC:om-12] -> 1 named | "
		"[SRC:om.pdf] -> 2 named"},
	{"not of a title, or without a digit or sign, or of nothing",
		"@document om|10-K|om.pdf|pdf|A||\n@section a||||\n"
		"A [10-K]. B [om]. C [x-1]. D [om.pdf](https://y.example).",
		"A [10-K]. B [om]. C [x-1]. D [om.pdf](https://y.example).", ""},
};

void
unit_tests(void)
{
	memo_cases(deal, lists, lengthof(lists));
	memo_cases(deal, numbered, lengthof(numbered));
	memo_cases(deal, links, lengthof(links));
	memo_cases(deal, named, lengthof(named));
}
