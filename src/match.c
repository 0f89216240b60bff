/*
 * match.c
 *		What a text supports and whom it names: evidence for citations.
 *
 * Two questions, both answered without guessing:
 *
 * Which sentence does a claim stand behind?  The section's sentences are
 * indexed once by content word and number.  For the claim "In-place NOI was
 * $4.2 million" the words {place, noi} and the number 4200000 are looked up,
 * sentences that share any are counted, and the best one is taken when it has
 * all the claim's numbers and enough of its words, and no other does as well.
 *
 * Which document does a text name?  All names of all documents are sorted, so
 * that at each word of the text one binary search finds the names that stand
 * there.
 */
#include "memocite.h"

#include "common/hashfn.h"

/* ----------------------------------------------------- words and numbers */

static const char *const stop_words[] = {
	"about", "above", "after", "all", "also", "and", "any", "are", "based", "been", "before", "being",
	"below", "between", "both", "but", "can", "could", "did", "does", "down", "each", "for", "from",
	"had", "has", "have", "her", "here", "his", "how", "into", "its", "may", "more", "most", "not",
	"now", "off", "only", "other", "our", "out", "over", "own", "per", "same", "shall", "she", "should",
	"some", "such", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this",
	"those", "through", "too", "under", "until", "very", "was", "were", "what", "when", "where", "which",
	"while", "who", "whom", "why", "will", "with", "would", "you", "your",
};

static int
compare_words(const void *a, const void *b)
{
	return strcmp((const char *) a, *(const char *const *) b);
}

static bool
is_stop_word(const char *word, int len)
{
	char		buffer[8];

	if (len >= (int) sizeof(buffer))
		return false;
	memcpy(buffer, word, len);
	buffer[len] = '\0';
	return bsearch(buffer, stop_words, lengthof(stop_words), sizeof(char *), compare_words) != NULL;
}

typedef struct Tokens
{
	const char *text;
	int			len;
	int			pos;
} Tokens;

typedef struct Token
{
	uint64		key;
	bool		is_number;
} Token;

static inline bool
is_word_byte(unsigned char c)
{
	return isalnum(c) || c >= 0x80;
}

/* Powers of ten a unit word or letter behind a number stands for. */
static int
scale_word(const char *text, int len, int *pos)
{
	static const struct
	{
		const char *word;
		int			scale;
	}			scales[] = {
		{"thousand", 3}, {"million", 6}, {"billion", 9}, {"trillion", 12},
		{"mm", 6}, {"bn", 9}, {"k", 3}, {"m", 6}, {"b", 9},
	};
	int			at = *pos;

	if (at < len && text[at] == ' ')
		at++;
	for (int i = 0; i < (int) lengthof(scales); i++)
	{
		int			width = (int) strlen(scales[i].word);

		if (width < 3 && at != *pos)
			continue;			/* letters are glued to the number */
		if (at + width <= len && pg_strncasecmp(text + at, scales[i].word, width) == 0 &&
			(at + width == len || !is_word_byte(text[at + width])))
		{
			*pos = at + width;
			return scales[i].scale;
		}
	}
	return 0;
}

/* "$4.20M", "4,200,000" and "4.2 million" have one key; "12%" and "12 percent". */
static bool
read_number_token(Tokens *tokens, Token *token)
{
	const char *text = tokens->text;
	char		digits[24];
	int			ndigits = 0;
	int			exponent = 0;
	bool		in_fraction = false;
	int			pos = tokens->pos;

	for (; pos < tokens->len; pos++)
	{
		char		c = text[pos];
		bool		digit_follows = pos + 1 < tokens->len && isdigit((unsigned char) text[pos + 1]);

		if (isdigit((unsigned char) c))
		{
			if (ndigits < (int) sizeof(digits) && !(ndigits == 0 && c == '0'))
				digits[ndigits++] = c;
			exponent -= in_fraction;
		}
		else if (c == ',' && digit_follows && !in_fraction)
			continue;
		else if (c == '.' && digit_follows && !in_fraction)
			in_fraction = true;
		else
			break;
	}
	exponent += scale_word(text, tokens->len, &pos);
	while (ndigits > 0 && digits[ndigits - 1] == '0')
		ndigits--, exponent++;
	token->key = hash_bytes_extended((unsigned char *) digits, ndigits, ndigits > 0 ? exponent + 1000 : 0);
	if (pos < tokens->len && text[pos] == '%')
		token->key += 1, pos++;
	else if (pos + 8 <= tokens->len && pg_strncasecmp(text + pos, " percent", 8) == 0)
		token->key += 1, pos += 8;
	token->is_number = true;
	tokens->pos = pos;
	return true;
}

static bool
read_word_token(Tokens *tokens, Token *token)
{
	char		folded[64];
	int			start = tokens->pos;
	int			letters = 0;
	int			len = 0;

	while (tokens->pos < tokens->len && is_word_byte(tokens->text[tokens->pos]))
	{
		unsigned char c = tokens->text[tokens->pos++];

		letters += (c & 0xC0) != 0x80;
		if (len < (int) sizeof(folded))
			folded[len++] = (char) pg_ascii_tolower(c);
	}
	if (letters < 3 || is_stop_word(folded, len))
		return false;
	token->key = hash_bytes_extended((unsigned char *) folded, len, tokens->pos - start);
	token->is_number = false;
	return true;
}

/* The next content word (3 letters or more, no stop word) or number. */
static bool
next_token(Tokens *tokens, Token *token)
{
	while (tokens->pos < tokens->len)
	{
		unsigned char c = tokens->text[tokens->pos];

		if (isdigit(c))
			return read_number_token(tokens, token);
		if (!is_word_byte(c))
			tokens->pos++;
		else if (read_word_token(tokens, token))
			return true;
	}
	return false;
}

/* Lower case ASCII, runs of blanks as one: how literal matches compare. */
static void
append_folded(StringInfo out, const char *text, int len)
{
	for (int i = 0; i < len; i++)
	{
		char		c = text[i];

		if (c == ' ' || c == '\n' || c == '\t' || c == '\r')
		{
			if (out->len > 0 && out->data[out->len - 1] != ' ')
				appendStringInfoChar(out, ' ');
		}
		else
			appendStringInfoChar(out, (char) pg_ascii_tolower((unsigned char) c));
	}
}

/* --------------------------------------------------------------- evidence */

typedef struct IndexedSentence
{
	int			block;
	int			sentence;
	char	   *folded;			/* its text without markers */
	int			shared_words;	/* with the claim that is looked up */
	int			shared_numbers;
	int			claim;			/* the look-up that the counts are of */
} IndexedSentence;

typedef struct Posting
{
	uint64		key;
	int			sentence;
	int			next;			/* in postings, -1 = last */
} Posting;

struct Evidence
{
				VEC(IndexedSentence) sentences;
				VEC(Posting) postings;
	int		   *buckets;
	uint32		mask;
	int			claim;
};

static bool
has_posting(const Evidence *evidence, uint64 key, int sentence)
{
	for (int i = evidence->buckets[key & evidence->mask]; i >= 0; i = evidence->postings.items[i].next)
	{
		const Posting *posting = &evidence->postings.items[i];

		if (posting->key == key)
			return posting->sentence == sentence;	/* newest first */
	}
	return false;
}

static void
index_sentence(Evidence *evidence, int index, const char *text, int len)
{
	Tokens		tokens = {text, len, 0};
	Token		token;

	while (next_token(&tokens, &token))
	{
		Posting    *posting;
		int		   *bucket;

		if (has_posting(evidence, token.key, index))
			continue;
		bucket = &evidence->buckets[token.key & evidence->mask];
		posting = VEC_PUSH(&evidence->postings);
		posting->key = token.key;
		posting->sentence = index;
		posting->next = *bucket;
		*bucket = evidence->postings.count - 1;
	}
}

/* The sentence's text with its markers left out. */
static void
append_sentence_text(StringInfo out, const Section *section, const TextBlock *block, const Sentence *sentence)
{
	const Marker *markers = section->prose->markers.items + block->first_marker;
	int			pos = sentence->start;

	for (int i = 0; i < block->nmarkers && markers[i].start < sentence->end; i++)
	{
		if (markers[i].start < pos)
			continue;
		append_folded(out, section->body.data + pos, markers[i].start - pos);
		pos = markers[i].start + markers[i].len;
	}
	if (pos < sentence->end)
		append_folded(out, section->body.data + pos, sentence->end - pos);
}

Evidence *
evidence_index(Section *section)
{
	Evidence   *evidence = palloc0(sizeof(Evidence));
	Prose	   *prose = section->prose;
	uint32		size = 256;

	while (size < (uint32) prose->len / 4 && size < 1 << 22)
		size *= 2;
	evidence->mask = size - 1;
	evidence->buckets = palloc(sizeof(int) * size);
	memset(evidence->buckets, 0xFF, sizeof(int) * size);
	for (int i = 0; i < prose->blocks.count && i < section->source_block; i++)
	{
		TextBlock  *block = &prose->blocks.items[i];
		Sentence   *sentences;

		CHECK_FOR_INTERRUPTS();
		if (!block_takes_notes(block))
			continue;
		sentences = prose_sentences(prose, block);
		for (int j = 0; j < block->nsentences; j++)
		{
			IndexedSentence *entry;
			StringInfoData folded;

			if (!sentence_is_shown(section, block, &sentences[j]))
				continue;
			entry = VEC_PUSH(&evidence->sentences);
			initStringInfo(&folded);
			append_sentence_text(&folded, section, block, &sentences[j]);
			entry->block = i;
			entry->sentence = j;
			entry->folded = folded.data;
			index_sentence(evidence, evidence->sentences.count - 1, folded.data, folded.len);
		}
	}
	return evidence;
}

typedef struct ClaimTokens
{
				VEC(Token) items;
	int			words;
	int			numbers;
} ClaimTokens;

static void
read_claim_tokens(const char *folded, int len, ClaimTokens *claim)
{
	Tokens		tokens = {folded, len, 0};
	Token		token;

	memset(claim, 0, sizeof(*claim));
	while (next_token(&tokens, &token))
	{
		bool		seen = false;

		for (int i = 0; i < claim->items.count && !seen && i < 256; i++)
			seen = claim->items.items[i].key == token.key;
		if (seen)
			continue;
		*VEC_PUSH(&claim->items) = token;
		if (token.is_number)
			claim->numbers++;
		else
			claim->words++;
	}
}

/* Counts, per sentence, what it shares with the claim; lists those it touched. */
static int *
count_shared(Evidence *evidence, const ClaimTokens *claim, int *ntouched)
{
	VEC(int)	touched = {NULL, 0, 0};

	evidence->claim++;
	for (int i = 0; i < claim->items.count; i++)
	{
		const Token *token = &claim->items.items[i];

		for (int j = evidence->buckets[token->key & evidence->mask]; j >= 0;
			 j = evidence->postings.items[j].next)
		{
			IndexedSentence *entry = &evidence->sentences.items[evidence->postings.items[j].sentence];

			if (evidence->postings.items[j].key != token->key)
				continue;
			if (entry->claim != evidence->claim)
			{
				entry->claim = evidence->claim;
				entry->shared_words = entry->shared_numbers = 0;
				*VEC_PUSH(&touched) = (int) (entry - evidence->sentences.items);
			}
			if (token->is_number)
				entry->shared_numbers++;
			else
				entry->shared_words++;
		}
	}
	*ntouched = touched.count;
	return touched.items;
}

static bool
supports(const IndexedSentence *entry, const ClaimTokens *claim, const Policy *policy)
{
	if (entry->shared_numbers < claim->numbers)
		return false;
	if (entry->shared_words * 100 < claim->words * policy->match_overlap_percent)
		return false;
	return entry->shared_numbers > 0 || entry->shared_words >= policy->match_words;
}

static EvidenceMatch
match_result(const IndexedSentence *entry, float score, const char *reason)
{
	EvidenceMatch match = {-1, -1, -1, reason};

	if (reason == NULL)
	{
		match.block = entry->block;
		match.sentence = entry->sentence;
		match.score = score;
	}
	return match;
}

EvidenceMatch
evidence_find(Evidence *evidence, const Memo *memo, const char *text)
{
	StringInfoData folded;
	ClaimTokens claim;
	IndexedSentence *literal = NULL;
	IndexedSentence *best = NULL;
	bool		is_tie = false;
	int			nliteral = 0;
	int			ntouched;
	int		   *touched;

	initStringInfo(&folded);
	append_folded(&folded, text, (int) strlen(text));
	while (folded.len > 0 && strchr(" .", folded.data[folded.len - 1]) != NULL)
		folded.data[--folded.len] = '\0';
	read_claim_tokens(folded.data, folded.len, &claim);
	touched = count_shared(evidence, &claim, &ntouched);
	for (int i = 0; i < ntouched; i++)
	{
		IndexedSentence *entry = &evidence->sentences.items[touched[i]];

		if (entry->shared_words == claim.words && entry->shared_numbers == claim.numbers &&
			strstr(entry->folded, folded.data) != NULL)
		{
			literal = entry;
			nliteral++;
		}
		if (!supports(entry, &claim, &memo->policy))
			continue;
		if (best == NULL || entry->shared_words > best->shared_words)
		{
			best = entry;
			is_tie = false;
		}
		else if (entry->shared_words == best->shared_words)
			is_tie = true;
	}
	pfree(folded.data);			/* thousands of texts may be looked up */
	if (touched != NULL)
		pfree(touched);
	if (claim.items.items != NULL)
		pfree(claim.items.items);
	if (nliteral == 1)
		return match_result(literal, 1.0f, NULL);
	if (nliteral > 1 || is_tie)
		return match_result(NULL, -1, "ambiguous");
	if (best == NULL)
		return match_result(NULL, -1, "not_found");
	return match_result(best, claim.words == 0 ? 1.0f : (float) best->shared_words / claim.words, NULL);
}

/* ------------------------------------------------------------------ names */

typedef struct DocName
{
	char	   *folded;
	int			len;
	Document   *doc;			/* NULL: several documents have the name */
} DocName;

struct NameIndex
{
				VEC(DocName) names;
};

static int
compare_names(const void *a, const void *b)
{
	return strcmp(((const DocName *) a)->folded, ((const DocName *) b)->folded);
}

static void
add_name(NameIndex *index, Document *doc, const char *text)
{
	StringInfoData folded;
	DocName    *name;

	if (text == NULL || strlen(text) < 4)
		return;					/* too short to mean a document for certain */
	initStringInfo(&folded);
	append_folded(&folded, text, (int) strlen(text));
	name = VEC_PUSH(&index->names);
	name->folded = folded.data;
	name->len = folded.len;
	name->doc = doc;
}

NameIndex *
name_index(const Memo *memo)
{
	NameIndex  *index = palloc0(sizeof(NameIndex));

	for (int i = 0; i < memo->ndocuments; i++)
	{
		Document   *doc = &memo->documents[i];
		const char *slash = doc->path == NULL ? NULL : strrchr(doc->path, '/');

		add_name(index, doc, doc->title);
		add_name(index, doc, doc->doc_id);
		add_name(index, doc, doc->path);
		if (slash != NULL)
			add_name(index, doc, slash + 1);
	}
	qsort(index->names.items, index->names.count, sizeof(DocName), compare_names);
	for (int i = 1; i < index->names.count; i++)
	{
		DocName    *before = &index->names.items[i - 1];
		DocName    *name = &index->names.items[i];

		if (strcmp(before->folded, name->folded) == 0 && before->doc != name->doc)
			before->doc = name->doc = NULL;
	}
	return index;
}

/* The longest name that is a prefix of text and ends at a word's end. */
static const DocName *
name_at(const NameIndex *index, const char *text, int len)
{
	while (len > 0)
	{
		const DocName *name;
		int			low = 0;
		int			high = index->names.count;
		int			same = 0;

		while (low < high)
		{
			int			middle = (low + high) / 2;
			int			order;

			name = &index->names.items[middle];
			order = strncmp(name->folded, text, len);
			if (order == 0 && name->len > len)
				order = 1;
			if (order <= 0)
				low = middle + 1;
			else
				high = middle;
		}
		if (low == 0)
			return NULL;
		name = &index->names.items[low - 1];
		while (same < len && same < name->len && name->folded[same] == text[same])
			same++;
		if (same == name->len)
		{
			if (!is_word_byte(text[same]) || !is_word_byte(text[same - 1]))
				return name;
			same--;
		}
		len = same;
	}
	return NULL;
}

/* "..., p. 12", "page 12": the page behind a name. */
static int
page_behind(const char *text)
{
	static const char *const words[] = {"page ", "pp. ", "pp.", "p. ", "p.", "pg. "};

	while (*text == ',' || *text == ' ' || *text == '(' || *text == '"' || *text == '*')
		text++;
	for (int i = 0; i < (int) lengthof(words); i++)
		if (strncmp(text, words[i], strlen(words[i])) == 0 &&
			isdigit((unsigned char) text[strlen(words[i])]))
		{
			long		page = strtol(text + strlen(words[i]), NULL, 10);

			return page > 0 && page < 1000000 ? (int) page : 0;
		}
	return 0;
}

/* The one document that folded text names; NULL when none, or several. */
static Document *
find_in_folded(const NameIndex *index, StringInfo folded, int *page)
{
	Document   *found = NULL;

	*page = 0;
	for (int pos = 0; pos < folded->len;)
	{
		const DocName *name = NULL;

		if (pos == 0 || !is_word_byte(folded->data[pos - 1]))
			name = name_at(index, folded->data + pos, folded->len - pos);
		if (name == NULL)
		{
			pos++;
			continue;
		}
		if (name->doc == NULL || (found != NULL && found != name->doc))
			return NULL;		/* two documents: no guess */
		if (found == NULL || *page == 0)
			*page = page_behind(folded->data + pos + name->len);
		found = name->doc;
		pos += name->len;
	}
	return found;
}

Document *
name_find(const NameIndex *index, Slice text, int *page)
{
	StringInfoData folded;
	Document   *found;

	initStringInfo(&folded);
	append_folded(&folded, text.data, text.len);
	found = find_in_folded(index, &folded, page);
	pfree(folded.data);
	return found;
}

/* Tags and paths, sorted: made at the first look-up. */
struct ExactName
{
	Slice		text;
	Document   *doc;			/* NULL: ambiguous */
};

static int
compare_exact(const void *a, const void *b)
{
	Slice		x = ((const struct ExactName *) a)->text;
	Slice		y = ((const struct ExactName *) b)->text;
	int			order = memcmp(x.data, y.data, Min(x.len, y.len));

	return order != 0 ? order : x.len - y.len;
}

/* One entry a text; doc NULL: several documents have it.  So that a look-up
 * never walks along equal ones. */
static void
merge_exact(Memo *memo)
{
	int			kept = 0;

	for (int i = 1; i < memo->nexact; i++)
	{
		if (compare_exact(&memo->exact[kept], &memo->exact[i]) != 0)
			memo->exact[++kept] = memo->exact[i];
		else if (memo->exact[kept].doc != memo->exact[i].doc)
			memo->exact[kept].doc = NULL;
	}
	memo->nexact = Min(memo->nexact, kept + 1);
}

static void
exact_index(Memo *memo)
{
	memo->exact = palloc(sizeof(struct ExactName) * (2 * memo->ndocuments + 1));
	for (int i = 0; i < memo->ndocuments; i++)
	{
		Document   *doc = &memo->documents[i];

		if (doc->tag != NULL)
			memo->exact[memo->nexact++] = (struct ExactName) {slice_of(doc->tag), doc};
		if (doc->path != NULL)
			memo->exact[memo->nexact++] = (struct ExactName) {slice_of(doc->path), doc};
	}
	qsort(memo->exact, memo->nexact, sizeof(struct ExactName), compare_exact);
	merge_exact(memo);
}

Document *
name_exact(Memo *memo, Slice text, bool *is_ambiguous)
{
	struct ExactName wanted = {text, memo_document(memo, text.data, text.len)};
	struct ExactName *found;

	*is_ambiguous = false;
	if (wanted.doc != NULL)
		return wanted.doc;
	if (memo->exact == NULL)
		exact_index(memo);
	found = bsearch(&wanted, memo->exact, memo->nexact, sizeof(wanted), compare_exact);
	*is_ambiguous = found != NULL && found->doc == NULL;
	return found == NULL ? NULL : found->doc;
}
