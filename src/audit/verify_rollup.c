/*
 * verify_rollup.c
 *		Do Sources Consulted and Data Source Notes say what the stored rows say?
 *
 * Both are read from front to end, and each line must be the one that is due:
 *
 *		| Rent Roll | Excel | 3, 12 | 1, 4 | 5 | 2026-05-01 |
 *
 * is right when the next document by its first note is Rent Roll, its notes are 1
 * and 4, on these pages, and have five references; "- Excel: 1 document, 5
 * references; ingested 2026-05-01." when it is the only workbook that is cited.  How
 * many documents the deal had is in no row: "3 of 4 documents not cited" is right
 * when one is cited.
 */
#include "audit/audit_internal.h"


/* A note that cites a document. */
typedef struct CitingNote
{
	const StoredNote *note;
	int			number;
	int			first;			/* number of its document's first note */
} CitingNote;

typedef VEC(CitingNote) CitingNotes;

/* Cited documents of one type. */
typedef struct TypeCount
{
	int			documents;
	int			references;
	int			stale;
	int			undated;
	const StoredNote *oldest;	/* NULL = no date is known */
	const StoredNote *newest;
} TypeCount;

static const char *const types[][2] = {
	{"user", "User"}, {"excel", "Excel"}, {"costar", "CoStar"}, {"pdf", "PDF"}, {"web", "Web"}, {"other", "Other"},
};

/* ---------------------------------------------------------- cited documents */

static int
compare_documents(const void *a, const void *b)
{
	const CitingNote *x = a;
	const CitingNote *y = b;
	int			order = strcmp(x->note->doc_id, y->note->doc_id);

	return order != 0 ? order : x->number - y->number;
}

static int
compare_firsts(const void *a, const void *b)
{
	const CitingNote *x = a;
	const CitingNote *y = b;

	return x->first != y->first ? x->first - y->first : x->number - y->number;
}

/* Notes by document, documents by their first note. */
static CitingNotes
read_citing_notes(const StoredMemo *input)
{
	CitingNotes notes = {0};

	for (int i = 0; i < input->nnotes; i++)
		if (input->notes[i].doc_id != NULL)
			*VEC_PUSH(&notes) = (CitingNote) {&input->notes[i], i + 1, i + 1};
	if (notes.count == 0)
		return notes;
	qsort(notes.items, notes.count, sizeof(CitingNote), compare_documents);
	for (int i = 1; i < notes.count; i++)
		if (strcmp(notes.items[i].note->doc_id, notes.items[i - 1].note->doc_id) == 0)
			notes.items[i].first = notes.items[i - 1].first;
	qsort(notes.items, notes.count, sizeof(CitingNote), compare_firsts);
	return notes;
}

/* Where the notes of the document end that begin at from. */
static int
document_end(const CitingNotes *notes, int from)
{
	int			to = from + 1;

	while (to < notes->count && notes->items[to].first == notes->items[from].first)
		to++;
	return to;
}

static int
document_references(const CitingNotes *notes, int from, int to)
{
	int			references = 0;

	for (int i = from; i < to; i++)
		references += notes->items[i].note->refs;
	return references;
}

/* ------------------------------------------------------------- what is taken */

static bool
take_int(Slice *text, int number)
{
	char		digits[12];

	snprintf(digits, sizeof(digits), "%d", number);
	return slice_take(text, digits);
}

static int
compare_ints(const void *a, const void *b)
{
	return *(const int *) a < *(const int *) b ? -1 : *(const int *) a > *(const int *) b;
}

/* Takes "3, 12": the numbers above 0, each once, ascending. */
static bool
take_numbers(Slice *text, int *numbers, int count)
{
	bool		is_first = true;

	qsort(numbers, count, sizeof(int), compare_ints);
	for (int i = 0; i < count; i++)
	{
		if (numbers[i] <= 0 || (i > 0 && numbers[i] == numbers[i - 1]))
			continue;
		if (!(is_first || slice_take(text, ", ")) || !take_int(text, numbers[i]))
			return false;
		is_first = false;
	}
	return true;
}

/* Takes a number and says which. */
static bool
read_int(Slice *text, int *number)
{
	const char *digits = text->data;

	if (!take_digits(text, 1, 9))
		return false;
	*number = atoi(digits);
	return true;
}

/* Takes "1 document" or "2 documents". */
static bool
take_count(Slice *text, int count, const char *noun)
{
	return take_int(text, count) && slice_take(text, " ") && slice_take(text, noun) && (count == 1 || slice_take(text, "s"));
}

/* --------------------------------------------------------- Sources Consulted */

static const char *
type_label(Slice type)
{
	for (int i = 0; i < (int) lengthof(types); i++)
		if (slice_says(type, types[i][0]))
			return types[i][1];
	return "Other";
}

static bool
take_source_row(Slice *text, const CitingNotes *notes, int from, int to)
{
	const StoredNote *document = notes->items[from].note;
	int		   *pages = palloc(sizeof(int) * (to - from));
	int		   *numbers = palloc(sizeof(int) * (to - from));

	for (int i = from; i < to; i++)
	{
		pages[i - from] = notes->items[i].note->page;
		numbers[i - from] = notes->items[i].number;
	}
	return slice_take(text, "| ") && take_text(text, slice_of(document->doc_name)) &&
		slice_take(text, " | ") && slice_take(text, type_label(slice_of(document->source_type))) &&
		slice_take(text, " | ") && take_numbers(text, pages, to - from) &&
		slice_take(text, " | ") && take_numbers(text, numbers, to - from) &&
		slice_take(text, " | ") && take_int(text, document_references(notes, from, to)) &&
		slice_take(text, " | ") && (document->ingested == NULL || take_text(text, slice_of(document->ingested))) &&
		slice_take(text, " |\n");
}

/* Takes the table; false when the rest cannot be read. */
static bool
take_sources(Slice *text, const CitingNotes *notes, Fault *fault)
{
	if (notes->count == 0)
		return true;
	if (!slice_take(text, "## Sources Consulted\n\n| Document | Type | Pages | Notes | References | Ingested |\n"
					"| --- | --- | --- | --- | ---: | --- |\n"))
	{
		FAULT(fault, "notes cite documents, and Sources Consulted is missing");
		return false;
	}
	for (int from = 0, to; from < notes->count; from = to)
	{
		Slice		name = slice_of(notes->items[from].note->doc_name);

		CHECK_FOR_INTERRUPTS();
		to = document_end(notes, from);
		if (!take_source_row(text, notes, from, to))
		{
			FAULT(fault, "Sources Consulted does not say of \"%.*s\" what its notes do", name.len, name.data ? name.data : "");
			return false;
		}
	}
	if (slice_take(text, "\n"))
		return true;
	FAULT(fault, "Sources Consulted goes on behind the documents that notes cite");
	return false;
}

/* --------------------------------------------------------- Data Source Notes */

static TypeCount
count_type(const CitingNotes *notes, const char *label)
{
	TypeCount	count = {0};

	for (int from = 0, to; from < notes->count; from = to)
	{
		const StoredNote *document = notes->items[from].note;

		to = document_end(notes, from);
		if (strcmp(type_label(slice_of(document->source_type)), label) != 0)
			continue;
		count.documents++;
		count.references += document_references(notes, from, to);
		count.stale += document->stale_since != NULL;
		count.undated += document->ingested == NULL;
		if (document->ingested == NULL)
			continue;
		if (count.oldest == NULL || document->ingested_day < count.oldest->ingested_day)
			count.oldest = document;
		if (count.newest == NULL || document->ingested_day > count.newest->ingested_day)
			count.newest = document;
	}
	return count;
}

static bool
take_type(Slice *text, const char *label, const TypeCount *count)
{
	if (!(slice_take(text, "- ") && slice_take(text, label) && slice_take(text, ": ") &&
		  take_count(text, count->documents, "document") && slice_take(text, ", ") &&
		  take_count(text, count->references, "reference")))
		return false;
	if (count->oldest != NULL && !(slice_take(text, "; ingested ") && take_text(text, slice_of(count->oldest->ingested))))
		return false;
	if (count->oldest != NULL && count->oldest->ingested_day < count->newest->ingested_day &&
		!(slice_take(text, " to ") && take_text(text, slice_of(count->newest->ingested))))
		return false;
	if (count->oldest != NULL && count->undated > 0 &&
		!(slice_take(text, "; ") && take_int(text, count->undated) && slice_take(text, " of unknown date")))
		return false;
	if (count->stale > 0 && !(slice_take(text, "; ") && take_int(text, count->stale) && slice_take(text, " older than ") &&
							  take_digits(text, 1, 10) && slice_take(text, " days")))
		return false;
	return slice_take(text, ".\n");
}

/* Takes "- 3 of 4 documents not cited."; a deal without documents has no such line. */
static bool
take_uncited(Slice *text, int cited)
{
	Slice		rest = *text;
	int			uncited;
	int			all;

	if (!(slice_take(&rest, "- ") && read_int(&rest, &uncited) && slice_take(&rest, " of ") && read_int(&rest, &all)))
		return cited == 0;
	*text = rest;
	return slice_take(text, all == 1 ? " document" : " documents") && slice_take(text, " not cited.\n") &&
		all - uncited == cited;
}

/* Takes the line that names the notes of analysts and model. */
static bool
take_insights(Slice *text, const StoredMemo *input)
{
	int		   *numbers = palloc_array_huge(input->nnotes + 1, sizeof(int));
	int			count = 0;

	for (int i = 0; i < input->nnotes; i++)
		if (input->notes[i].doc_id == NULL && !slice_says(slice_of(input->notes[i].kind), "agent"))
			numbers[count++] = i + 1;
	if (count == 0)
		return true;
	if (!slice_take(text, "- ") || !take_count(text, count, "note"))
		return false;
	while (text->len > 0 && *text->data != '\n' && !slice_take(text, ": "))
		text->data++, text->len--;
	return take_numbers(text, numbers, count) && slice_take(text, ".\n");
}

/* Takes the line that says that no quote was checked. */
static bool
take_unchecked(Slice *text, const StoredMemo *input)
{
	bool		is_due = false;
	bool		has_verified = false;

	for (int i = 0; i < input->ncitations; i++)
	{
		is_due |= input->citations[i].shows_quote && input->citations[i].is_unchecked;
		has_verified |= input->citations[i].shows_quote && !input->citations[i].is_unchecked;
	}
	return slice_take(text, "- The quotes in the notes were not checked: no passage of their documents is stored.\n") ==
		(is_due && !has_verified);
}

/* Takes the meaning of the mark at weak references. */
static bool
take_weak(Slice *text, const StoredMemo *input)
{
	char		line[100];
	bool		has_weak = false;

	for (int i = 0; i < input->ncitations && !has_weak; i++)
		has_weak = slice_says(slice_of(input->citations[i].fate), "kept") && input->citations[i].confidence >= 0 &&
			input->citations[i].confidence < input->weak;
	snprintf(line, sizeof(line), "- \xE2\x80\xA0 marks a reference whose own citation has a confidence below 0.%02d.\n", input->weak / 10);
	return slice_take(text, line) == has_weak;
}

/* Takes the meaning of the mark at corrected figures: due when the memo was
 * corrected, also right when an agent wrote one. */
static bool
take_verified(Slice *text, const StoredMemo *input)
{
	static const char mark[] = "[VERIFIED:";
	bool		is_due = false;
	bool		is_right = false;

	for (int i = 0; i < input->nsections && !is_due; i++)
	{
		const StoredSection *section = &input->sections[i];

		if (strstr(section->body, mark) == NULL)
			continue;
		is_right = true;
		for (int j = 0; j < section->nchanges && !is_due; j++)
			is_due = memmem(section->changes[j].inserted.data, section->changes[j].inserted.len, mark, strlen(mark)) != NULL;
	}
	return slice_take(text, "- \\[VERIFIED: corrected from N per source data\\] stands after a figure that was corrected to its"
					  " canonical value.\n") ? is_right : !is_due;
}

static void
take_data_notes(Slice *text, const CitingNotes *notes, const StoredMemo *input, Fault *fault)
{
	int			cited = 0;

	if (!slice_take(text, "## Data Source Notes\n\n"))
	{
		if (notes->count > 0 || !take_insights(text, input))
			FAULT(fault, "Data Source Notes is missing");
		return;
	}
	for (int i = 0; i < (int) lengthof(types); i++)
	{
		TypeCount	count = count_type(notes, types[i][1]);

		cited += count.documents;
		if (count.documents > 0 && !take_type(text, types[i][1], &count))
		{
			FAULT(fault, "Data Source Notes does not say of documents of type %s what their rows do", types[i][1]);
			return;
		}
	}
	if (!take_uncited(text, cited))
		FAULT(fault, "Data Source Notes does not leave %d documents that are cited", cited);
	else if (!take_insights(text, input))
		FAULT(fault, "Data Source Notes does not name the notes that cite no document");
	else if (!take_unchecked(text, input))
		FAULT(fault, "Data Source Notes says that no quote was checked, and one was, or the reverse");
	else if (!take_weak(text, input) || !take_verified(text, input))
		FAULT(fault, "Data Source Notes explains a mark that is not in the text, or does not explain one that is");
	else
		(void) slice_take(text, "\n");
}

void
check_rollups(Audit *audit, Fault *fault)
{
	Slice		text = slice_of(audit->input->tail);
	CitingNotes notes = read_citing_notes(audit->input);

	if (!take_sources(&text, &notes, fault))
		return;
	take_data_notes(&text, &notes, audit->input, fault);
	if (fault->count == 0 && text.len > 0)
		FAULT(fault, "the notes on sources go on: %.*s", line_end(text, 0), text.data);
}
