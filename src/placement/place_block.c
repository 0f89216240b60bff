/*
 * place_block.c
 *		Where in a block of prose a reference can stand: at the end of its first
 *		or last sentence that readers see, before markers that leave.
 */
#include "placement/placement_internal.h"
#include "markdown/markdown.h"
#include "language/language.h"
#include "memo/memo.h"

/* What is near a block. */
typedef struct NearProse
{
	int			before;			/* the nearest blocks with prose, -1 = none */
	int			behind;
	int			headings;		/* up to here, with the block itself */
} NearProse;

/* From one sentence of a block, the nearest that can carry a reference. */
typedef struct NearSentence
{
	const TextBlock *block;
	int			from;
	int			found;
} NearSentence;

/* Looked for once a section, so that many blocks of markers stay linear. */
struct Nearness
{
	NearSentence sentences[2];	/* the last ones found backwards and forwards */
	NearProse  *prose;			/* one a block; NULL = not looked yet */
};

static struct Nearness *
nearness(Section *section)
{
	if (section->places.near == NULL)
		section->places.near = palloc0(sizeof(struct Nearness));
	return section->places.near;
}

bool
is_definition_part(const Section *section, const Marker *marker)
{
	const TextBlock *block = &section->prose->blocks.items[marker->block];

	return block->note_def >= 0 || block->kind == BLOCK_SOURCE_LINE ||
		prose_leaves(section->prose, marker->start);
}

/* Has the block a byte that is no blank, marker, emphasis mark or task's box? */
static bool
find_prose(const Section *section, const TextBlock *block)
{
	const Prose *prose = section->prose;
	int			next = cluster_from(section, block->start);

	if (!block_takes_notes(block))
		return false;
	for (int i = 0; i < block->nlines; i++)
	{
		const Line *line = &prose->lines.items[block->first_line + i];

		if (prose_leaves(prose, line->start))
			continue;
		for (int pos = i == 0 ? line_text_start(section->body.data, block, line) : line->start;
			 pos < line->end;)
		{
			const Cluster *cluster = &section->places.clusters.items[next];

			if (next < section->places.clusters.count && pos >= cluster->start)
			{
				pos = Max(pos, cluster->end);
				next++;
			}
			else if (strchr(" \t\r*_~|:-.,;()[]", section->body.data[pos]) != NULL)
				pos++;
			else if (strncmp(section->body.data + pos, "\xC2\xA0", 2) == 0)
				pos += 2;		/* NBSP */
			else
				return true;
		}
	}
	return false;
}

/* Looked for once a block: every cluster of a block asks. */
bool
block_has_prose(const Section *section, TextBlock *block)
{
	if (!block->is_measured)
		block->has_prose = !block->leaves && find_prose(section, block);
	block->is_measured = true;
	return block->has_prose;
}

/* What is near each block; never in the source list. */
static const NearProse *
near_prose(Section *section)
{
	int			count = section->prose->blocks.count;
	struct Nearness *near = nearness(section);

	if (near->prose == NULL)
	{
		int			before = -1;
		int			behind = -1;
		int			headings = 0;

		near->prose = palloc(sizeof(NearProse) * Max(count, 1));
		for (int i = 0; i < count; i++)
		{
			TextBlock  *block = &section->prose->blocks.items[i];

			headings += block->kind == BLOCK_HEADING && block->note_def < 0;
			near->prose[i] = (NearProse) {before, -1, headings};
			if (!block->is_listed && block_has_prose(section, block))
				before = i;
		}
		for (int i = count - 1; i >= 0; i--)
		{
			TextBlock  *block = &section->prose->blocks.items[i];

			near->prose[i].behind = behind;
			if (!block->is_listed && block_has_prose(section, block))
				behind = i;
		}
	}
	return near->prose;
}

int
block_near(Section *section, const TextBlock *block, bool behind)
{
	const NearProse *near = &near_prose(section)[block - section->prose->blocks.items];

	return behind ? near->behind : near->before;
}

bool
block_is_headed(Section *section, const TextBlock *block)
{
	const NearProse *all = near_prose(section);
	const NearProse *near = &all[block - section->prose->blocks.items];

	return near->before >= 0 && near->behind >= 0 && all[near->before].headings < near->headings &&
		all[near->behind].headings == near->headings;
}

/* The cluster that ends at pos, or around it, NULL when none does. */
static const Cluster *
cluster_before(const Section *section, int pos)
{
	int			low = cluster_from(section, pos - 1);
	const Cluster *cluster = &section->places.clusters.items[low];

	return low < section->places.clusters.count && cluster->start < pos ? cluster : NULL;
}

/* Where a cluster is cut, or, when it begins a line, where the line before ends:
 * the mark of a quote may stand between. */
static int
before_cluster(const Prose *prose, const Cluster *cluster, int start)
{
	const Marker *marker = &prose->markers.items[cluster->first];
	const Line *line = &prose->lines.items[marker->line];

	if (cluster->start == line->start && line[-1].end > start &&
		marker->line > prose->blocks.items[marker->block].first_line)
		return line[-1].end;
	return cluster->start;
}

/* Steps back over markers and blanks that end the sentence. */
int
sentence_anchor(const Section *section, const Sentence *sentence)
{
	const char *text = section->body.data;
	int			pos = sentence->end;

	for (;;)
	{
		int			before = pos;
		const Cluster *cluster;

		while (pos > sentence->start && (is_line_blank(text[pos - 1]) || text[pos - 1] == '\n'))
			pos--;
		cluster = cluster_before(section, pos);
		if (cluster != NULL && cluster->start > sentence->start)
			pos = before_cluster(section->prose, cluster, sentence->start);
		else
			pos = skip_blanks_back(text, sentence->start, pos);
		if (pos == before)
			break;
	}
	return cluster_before(section, pos - 1) == NULL
		? before_definition(text, sentence->start, pos) : pos;
}

int
before_definition(const char *text, int start, int pos)
{
	return pos - 2 > start && text[start] == '[' && text[pos - 1] == ':' && text[pos - 2] == ']'
		? pos - 1 : pos;
}

/* Not at a line of markers alone that has no cell border, nor unseen. */
static bool
takes_reference(Section *section, const TextBlock *block, const Sentence *sentence)
{
	const Cluster *cluster = cluster_before(section, sentence_anchor(section, sentence));

	return sentence_is_shown(section, block, sentence) &&
		(cluster == NULL || cluster->start > sentence->start ||
		 (sentence->start > 0 && section->body.data[sentence->start - 1] == '|'));
}

/* Clusters ask from first to last: what one has looked at, the next need not. */
int
nearest_sentence(Section *section, TextBlock *block, int index, int step)
{
	NearSentence *near = &nearness(section)->sentences[step > 0];
	Sentence   *sentences = prose_sentences(section->prose, block);
	int			i;

	for (i = index; i >= 0 && i < block->nsentences; i += step)
	{
		if (near->block == block && Min(near->from, near->found) <= i &&
			i <= Max(near->from, near->found))
		{
			i = near->found;
			break;
		}
		if (takes_reference(section, block, &sentences[i]))
			break;
	}
	*near = (NearSentence) {block, index, i};
	return i;
}

/* A table's first reference goes into its body, not its header. */
int
block_anchor(Section *section, int index, bool last)
{
	TextBlock  *block = &section->prose->blocks.items[index];
	Sentence   *sentences = prose_sentences(section->prose, block);
	int			chosen = last ? block->nsentences - 1 : 0;

	if (block->nsentences <= 0)
		return -1;
	while (last && chosen > 0 && !takes_reference(section, block, &sentences[chosen]))
		chosen--;
	if (block->kind == BLOCK_TABLE && !last && block->nlines > 2)
	{
		int			body = section->prose->lines.items[block->first_line + 2].start;

		while (chosen < block->nsentences - 1 && sentences[chosen].start < body)
			chosen++;
	}
	while (!last && chosen < block->nsentences - 1 &&
		   !takes_reference(section, block, &sentences[chosen]))
		chosen++;
	return takes_reference(section, block, &sentences[chosen])
			   ? sentence_anchor(section, &sentences[chosen])
			   : -1;
}

int
note_anchor(Section *section, const Sentence *sentence)
{
	const TextBlock *block = section_block_at(section, sentence->start);
	int			below;

	if (block == NULL || block->kind != BLOCK_HEADING)
		return sentence_anchor(section, sentence);
	below = block_near(section, block, true);
	return below < 0 ? -1 : block_anchor(section, below, false);
}

int
place_at_end(Section *section, bool in_tables)
{
	Prose	   *prose = section->prose;

	for (int i = prose->blocks.count - 1; i >= 0; i--)
	{
		int			anchor;

		if (prose->blocks.items[i].is_listed ||
			(prose->blocks.items[i].kind == BLOCK_TABLE && !in_tables) ||
			!block_has_prose(section, &prose->blocks.items[i]))
			continue;
		anchor = block_anchor(section, i, true);
		if (anchor >= 0)
			return anchor;
	}
	return -1;
}
