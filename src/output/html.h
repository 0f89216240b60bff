/*
 * html.h
 *		A finished memo as one HTML page: what the page shows (MemoPage), and what
 *		the files that write it share.
 *
 * html.c writes the page, html_text.c texts, html_chart.c charts, html_figure.c
 * how well the memo is sourced; html_style.h is the style sheet.
 */
#ifndef HTML_H
#define HTML_H

#include "reader.h"

/* How well a section is cited. */
typedef struct PageGrade
{
	char		letter;			/* 0 = too short for one */
	int			words;
	int			citations;
	int			budget;			/* citations asked for, 0 = none */
} PageGrade;

/* One of the counts between the stages. */
typedef struct PageCheckpoint
{
	const char *name;
	int			open;			/* markers without a decision so far */
	int			live;			/* citations in the text */
	int			notes;
} PageCheckpoint;

/* A question of the committee. */
typedef struct PageQuestion
{
	const char *key;
	const char *question;
	bool		is_critical;
				VEC(const char *) chart_ids;	/* of charts that answer it */
} PageQuestion;

/* All that the page is made of. */
typedef struct MemoPage
{
	FinishedMemo memo;
	int64		deal_id;
	int			revision;
	const char *status;			/* "final", "uncited", "flawed" */
	bool		is_flawed;
	bool		is_uncited;
	const char *notice;			/* "72 of 76 citations had no source", NULL = they had */
	const char *as_of;			/* "2026-06-30" */
	int			stale_days;
	int			citations;		/* rows of the ledger */
	int			kept;
	int			documents;
	int			cited;			/* of these */
	PageGrade  *grades;			/* by section */
	bool	   *is_stale;		/* by note: its source is old */
	bool	   *is_verified;	/* by note: its quote was found in the source */
				VEC(PageCheckpoint) checkpoints;
				VEC(PageQuestion) questions;
	bool		has_vega;		/* charts as Vega-Lite specs */
} MemoPage;

/* html.c: appends the page. */
extern void html_page(const MemoPage *page, StringInfo out);

/* load_page.c: reads what the page needs besides the memo's text. */
extern MemoPage *store_load_page(int64 deal_id, int revision);

/* ------------------------------------------------ what the writers share */

/* html.c: the quote that the nth reference to a note shows, from 1; data NULL = none. */
extern ShownQuote html_shown_quote(const FinishedNote *note, int nth);

/* html.c: a section's title, never empty. */
extern void html_section_title(StringInfo out, const MemoPage *page, int section);

/* A chart of the text that has been written. */
typedef struct WrittenChart
{
	Slice		id;
	int			number;			/* its figure's, from 1 */
} WrittenChart;

typedef struct HtmlWriter
{
	const MemoPage *page;
	StringInfo	out;
	char		prefix[32];		/* of all ids, "memo-42-" */
	int		   *uses;			/* by note: references written so far */
	Slice	   *previews;		/* by note: its source as plain text, escaped */
	int			heading;		/* level of the last heading */
	int			ntables;
	int			nheadings;		/* of the tail */
				VEC(WrittenChart) charts;
} HtmlWriter;

/* html_escape.c */

/* Appends text for an element or an attribute in double quotes. */
extern void html_escape(StringInfo out, Slice text);
extern void html_escape_string(StringInfo out, const char *text);

/* A small label behind a text: kind is its class. */
extern void html_badge(StringInfo out, const char *kind, const char *text);

/* html_text.c */

/* Appends blocks; in_tail: the memo's own tables and lists, not an agent's. */
extern void html_blocks(HtmlWriter *writer, const ReaderText *text, bool in_tail);

/* Appends the contents of a line's paragraph. */
extern void html_line(HtmlWriter *writer, const ReaderText *line);

/* Opens a table in a frame that scrolls, and closes it; title may be empty. */
extern void html_open_table(HtmlWriter *writer, Slice title);
extern void html_close_table(HtmlWriter *writer);

/* html_chart.c: appends a chart's figure; false when its config draws nothing. */
extern bool html_chart(HtmlWriter *writer, const ReaderChart *chart);

/* html_figure.c */

/* Appends grades, coverage and waterfall. */
extern void html_figures(HtmlWriter *writer);
extern void html_grade(HtmlWriter *writer, int section);

/* Appends a bar of up to two parts, in hundredths of its width. */
extern void html_bar(StringInfo out, int from, int to, int then);

#endif							/* HTML_H */
