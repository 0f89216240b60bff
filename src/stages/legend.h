/*
 * legend.h
 *		What the files that read superscripts' sources share: legend.c (the lines
 *		under a table), legend_list.c (what else lists a superscript), legend_leave.c
 *		(what leaves the text).
 */
#ifndef LEGEND_H
#define LEGEND_H

#include "memocite.h"

/* Position behind emphasis at pos, as in "*¹ Rent Roll*". */
extern int	legend_skip_marks(const char *text, int pos, int end);

/* The byte after "¹" or "<sup>1</sup>" and its number; pos when there is none. */
extern int	legend_superscript_end(const char *text, int end, int pos, int64 *id);

/* Does a superscript, or do several, stand at pos, and a text behind them up to end? */
extern bool legend_definition(const char *text, int pos, int end, SuperscriptSource *source);

/* The byte after "*Sources:* ", start when the text does not begin so; or only after
 * titles of notes. */
extern int	legend_title_end(const char *text, int start, int end, bool only_notes);

/* The text of a row without a border, as Markdown takes a line below a table for, or
 * whose other cells are empty; else nothing. */
extern Line legend_row_text(const Prose *prose, const Line *row);

/* Where the blanks, commas, semicolons and "<br>" begin that end at pos. */
extern int	legend_separators_start(const char *text, int low, int pos);

/* Where a legend with ordinary digits may stand. */
typedef struct NumberedLegend
{
	bool		is_below;		/* a table */
	bool		has_title;		/* "Notes:" */
	bool		has_prose;		/* a paragraph between */
} NumberedLegend;

/* Notes what the next block lists with such digits. */
extern void legend_list_numbers(Section *section, const TextBlock *block, NumberedLegend *legend);

/* Notes the superscripts that a block lists; sorts them once all blocks are read. */
extern void legend_list_block(Section *section, const TextBlock *block);
extern void legend_list_end(Section *section);

/* For qsort and bsearch of int64. */
extern int	legend_compare_ids(const void *a, const void *b);

#endif							/* LEGEND_H */
