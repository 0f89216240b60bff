/*
 * metric_table.c
 *		Metrics in tables: a cell's number belongs to the metric of its row's or
 *		its column's header.
 *
 *		| Metric      | Base  | Downside | Weight |
 *		|-------------|-------|----------|--------|
 *		| Levered IRR | 18.5% | 9.0%     | 25%    |
 *
 * 18.5 and 9.0 are levered IRRs, the second in a scenario; a weight is none.
 * A cell that names a metric itself is read as a sentence.  The row is the
 * sentence for anchors.
 */
#include "metrics/metrics_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"

/* A header cell, read once. */
typedef struct Header
{
	Reading		reading;
	bool		is_score;		/* weight, score, change: its numbers are no values */
	bool		has_value;		/* "Exit cap 5.5%": a case, not what the cells hold */
	bool		is_target;		/* "Target": of an IRR no limit */
	MetricContext context;
} Header;

static void
read_cell(MetricCheck *check, const TextBlock *block, const Line *cell, Reading *reading)
{
	reading_init(reading, check, block, cell->start, cell->end);
	reading->in_table = true;
	reading_tokens(reading);
	reading_mentions(reading);
	reading_groups(reading);
	reading_link(reading);
}

static void
read_header(MetricCheck *check, const TextBlock *block, const Line *cell, Header *header)
{
	static const char *const deltas[] = {"change", "delta", "variance", "difference", "spread", "var", "diff", "impact"};

	read_cell(check, block, cell, &header->reading);
	header->context = words_context(&header->reading, 0, header->reading.tokens.count - 1);
	header->is_target = says_target(&header->reading);
	for (int i = 0; i < header->reading.tokens.count; i++)
	{
		const Token *token = &header->reading.tokens.items[i];

		header->is_score |= token->kind == TOKEN_WORD && (token->words & W_SCORE);
		for (int j = 0; j < (int) lengthof(deltas); j++)
			header->is_score |= token_is(&header->reading, i, deltas[j]);
	}
	for (int i = 0; i < header->reading.groups.count; i++)
		header->has_value |= header->reading.groups.items[i].mention >= 0;
	if (header->has_value)
		header->context = CONTEXT_SCENARIO;
	/* a Greek delta */
	for (int i = cell->start; i + 1 < cell->end; i++)
		header->is_score |= memcmp(check->prose->text + i, "\xCE\x94", 2) == 0;
}

/* "| | Levered | Unlevered |", "| Mezzanine |": the variant that a header without a metric
 * gives those of the other header, NULL = none. */
static const char *
header_variant(const Header *header, const MetricKind *kind)
{
	for (int i = 0, last; header != NULL && header->reading.mentions.count == 0 && i < header->reading.tokens.count; i++)
	{
		const char *variant = stray_modifier(&header->reading, i, &last);

		if (variant != NULL && variant_concerns(header->reading.check->memo, kind, variant))
			return variant;
	}
	return NULL;
}

/* Is it a target IRR by its row's or column's header, and no other limit by either? */
static bool
is_target_cell(const Mention *mention, const Header *header, const Header *other)
{
	bool		is_target = other != NULL && other->is_target;

	return strcmp(mention->kind->key, "irr") == 0 && (header->is_target || is_target) &&
		(header->is_target || (header->context != CONTEXT_THRESHOLD && !mention->is_limit)) &&
		(is_target || other == NULL || other->context != CONTEXT_THRESHOLD);
}

/* Gives the cell's numbers the metrics of a header, by unit; true when any. */
static bool
link_header(Reading *cell, const Header *header, const Header *other)
{
	bool		is_linked = false;
	int			used = 0;

	for (int i = 0; i < cell->groups.count && !header->has_value; i++)
	{
		Group	   *group = &cell->groups.items[i];

		for (int j = used; j < header->reading.mentions.count && group->mention < 0; j++)
		{
			const Mention *mention = &header->reading.mentions.items[j];

			if (mention->is_ruled_out || mention->is_delta || !unit_fits(mention, cell, group))
				continue;
			*VEC_PUSH(&cell->mentions) = *mention;
			group->mention = cell->mentions.count - 1;
			group->variant = header_variant(other, mention->kind);
			group->is_target = is_target_cell(mention, header, other);
			group->is_bound |= mention->is_limit && !group->is_target;
			group->context = header->context != CONTEXT_HEADLINE || other == NULL ? header->context : other->context;
			if (group->is_target && group->context == CONTEXT_THRESHOLD)
				group->context = other == NULL || other->context == CONTEXT_THRESHOLD ? CONTEXT_HEADLINE : other->context;
			used = header->reading.mentions.count > 1 ? j + 1 : 0;
			is_linked = true;
		}
		/* the first number is the value, what follows explains it */
		if (is_linked && header->reading.mentions.count == 1)
			break;
	}
	return is_linked;
}

/* Is the cell a number and little more, not a sentence? */
static bool
is_value_cell(const Reading *cell)
{
	int			words = 0;

	for (int i = 0; i < cell->tokens.count; i++)
		words += cell->tokens.items[i].kind == TOKEN_WORD;
	return words <= 6;
}

/* Returns how many numbers the cell has. */
static int
check_cell(MetricCheck *check, const TextBlock *block, const Line *row, const Line *line, const Header *head, const Header *column)
{
	Reading		cell;
	bool		has_own = false;

	read_cell(check, block, line, &cell);
	for (int i = 0; i < cell.groups.count; i++)
		has_own |= cell.groups.items[i].mention >= 0;
	if (!has_own && cell.groups.count > 0 && cell.mentions.count == 0 && is_value_cell(&cell) &&
		!(column != NULL && column->is_score) && !(head != NULL && head->is_score))
	{
		if (head == NULL || !link_header(&cell, head, column))
		{
			if (column != NULL)
				(void) link_header(&cell, column, head);
		}
	}
	reading_findings(check, &cell, row->start, row->end);
	return cell.groups.count;
}

/* Checks the cells of a row below the header; returns the index of its value when
 * that is its only number, of a metric that the first cell names, else -1. */
static int
check_row(MetricCheck *check, const TextBlock *block, const Line *row, const Header *columns, int ncolumns)
{
	Header		head;
	Line		cell;
	int			first = check->findings.count;
	int			numbers = 0;
	int			column = 0;		/* of a number */

	memset(&head, 0, sizeof(head));
	for (int i = 0, pos = -1; i < ncolumns && syntax_row_cell(check->prose->text, *row, &pos, &cell); i++)
	{
		int			count;

		if (cell.start == cell.end)
			continue;
		if (i == 0)
			read_header(check, block, &cell, &head);
		count = check_cell(check, block, row, &cell, i == 0 ? NULL : &head, &columns[i]);
		numbers += count;
		column = count > 0 ? i : column;
	}
	return numbers == 1 && column > 0 && check->findings.count == first + 1 && head.reading.mentions.count > 0 ? first : -1;
}

/* A row's value is what the title, the headings and the lead-in say that it is. */
static void
set_row_value(MetricFinding *finding, const Scene *scene)
{
	bool		is_target = scene->is_target && strcmp(finding->kind->key, "irr") == 0;

	finding->is_row_value = true;
	if (finding->context != CONTEXT_HEADLINE)
		return;
	if (scene->is_market && !is_return(finding->kind))
		finding->context = CONTEXT_MARKET;
	else if (scene->context != CONTEXT_THRESHOLD || !is_target)
		finding->context = scene->context;
	finding->is_target |= is_target;
	if (finding->context == CONTEXT_THRESHOLD)
		finding->role = ROLE_BOUND;
}

/* "| Exit cap rate | 5.00% | 5.50% |" as the header: cases, values of the first
 * cell's metric, unless those stand in its column: "| 5.75% | 14.6% | 16.1% |". */
static void
link_header_row(MetricCheck *check, const TextBlock *block, Header *headers, int columns, const Line *lines)
{
	Reading		first;
	Line		cell;
	int			pos = -1;

	if (block->nlines > 2 && syntax_row_cell(check->prose->text, lines[2], &pos, &cell))
	{
		read_cell(check, block, &cell, &first);
		if (first.groups.count == 1 && headers[0].reading.mentions.count == 1 && unit_fits(&headers[0].reading.mentions.items[0], &first, &first.groups.items[0]))
			return;
	}
	for (int i = 1; i < columns; i++)
	{
		Header	   *header = &headers[i];

		if (header->reading.groups.count != 1 || header->reading.mentions.count > 0 || headers[0].reading.mentions.count != 1 ||
			headers[0].has_value || !link_header(&header->reading, &headers[0], NULL))
			continue;
		header->has_value = true;
		header->context = CONTEXT_SCENARIO;
		header->reading.groups.items[0].context = CONTEXT_SCENARIO;
		reading_findings(check, &header->reading, lines[0].start, lines[0].end);
	}
}

/* Rows of a table without a spelling in it or in the headers cost one look. */
void
check_table(MetricCheck *check, TextBlock *block, Setting *setting)
{
	const Prose *prose = check->prose;
	const Line *lines = prose->lines.items + block->first_line;
	int			columns = Min(block->columns, 200);
	Header	   *headers = palloc0(sizeof(Header) * (columns + 1));
	bool		any_column = false;
	Scene		scene;
	bool		has_scene = false;
	Line		cell;

	for (int i = 0, pos = -1; i < columns && syntax_row_cell(prose->text, lines[0], &pos, &cell); i++)
	{
		if (cell.start < cell.end)
		{
			read_header(check, block, &cell, &headers[i]);
			reading_findings(check, &headers[i].reading, lines[0].start, lines[0].end);
		}
		any_column |= headers[i].reading.mentions.count > 0;
	}
	link_header_row(check, block, headers, columns, lines);
	for (int i = 2; i < block->nlines; i++)
	{
		int			value;

		CHECK_FOR_INTERRUPTS();
		if (!any_column && !spelling_in(check, lines[i].start, lines[i].end))
			continue;
		value = check_row(check, block, &lines[i], headers, columns);
		if (value < 0)
			continue;
		if (!has_scene)
			table_scene(check, setting, &scene);
		has_scene = true;
		set_row_value(&check->findings.items[value], &scene);
	}
	pfree(headers);
}
