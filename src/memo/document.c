/*
 * document.c
 *		What a document is called: by its title, else its path, address or id.
 *
 * Documents of one title are told apart by what follows it in parentheses, their
 * files' names where each has another, else their ids:
 *
 *		Lease (acme-2024.pdf)
 *		Lease (beta-2025.pdf)
 *
 * What shows alike is one title: "Rent Roll", "rent  roll ".
 */
#include "memo/memo.h"

bool
name_shows(const char *name)
{
	while (name != NULL && ((*name > 0 && *name <= ' ') || *name == 0x7F))
		name++;
	return name != NULL && *name != '\0';
}

const char *
document_name(const Document *doc)
{
	if (doc->name != NULL)
		return doc->name;
	if (name_shows(doc->title))
		return doc->title;
	return name_shows(doc->path) ? doc->path : doc->url != NULL ? doc->url : doc->doc_id;
}

const char *
document_url(const Document *doc)
{
	const char *url = doc->url != NULL ? doc->url : doc->path;

	return url != NULL && (pg_strncasecmp(url, "https://", 8) == 0 ||
						   pg_strncasecmp(url, "http://", 7) == 0) ? url : NULL;
}

const char *
file_name(const char *path)
{
	const char *slash = path == NULL ? NULL : strrchr(path, '/');

	if (path != NULL && slash == NULL)
		slash = strrchr(path, '\\');
	if (slash != NULL)
		path = slash + 1;
	return path == NULL || *path == '\0' ? NULL : path;
}

const char *const source_type_labels[NSOURCE_TYPES] = {
	"User", "Excel", "CoStar", "PDF", "Web", "Other"
};

int
source_type_of(const char *source_type)
{
	int			type = 0;

	while (type < NSOURCE_TYPES - 1 &&
		   (source_type == NULL || pg_strcasecmp(source_type_labels[type], source_type) != 0))
		type++;
	return type;
}

/* Documents are in C order of doc_id. */
Document *
memo_document(const Memo *memo, const char *doc_id, int len)
{
	Slice		wanted = {doc_id, len};
	int			low;

#define ID(i)	((Slice) {memo->documents[i].doc_id, memo->documents[i].doc_id_len})
	LOWER_BOUND(low, memo->ndocuments, i, slice_compare(ID(i), wanted) < 0);
	return low < memo->ndocuments && slice_equal(ID(low), wanted) ? &memo->documents[low] : NULL;
}

/* A document with its name as it shows: folded, without blanks around it. */
typedef struct ShownName
{
	char	   *folded;
	Document   *doc;
} ShownName;

static int
compare_shown(const void *a, const void *b)
{
	const ShownName *x = a;
	const ShownName *y = b;
	int			order = strcmp(x->folded, y->folded);

	return order != 0 ? order : x->doc->index - y->doc->index;
}

static int
compare_files(const void *a, const void *b)
{
	return strcmp(*(const char *const *) a, *(const char *const *) b);
}

/* Has each document a file of another name, and none the title that it makes? */
static bool
have_files(const ShownName *names, int count, const ShownName *all, int nall)
{
	const char **files = palloc(sizeof(char *) * count);
	bool		differ = true;

	for (int i = 0; i < count && differ; i++)
		differ = (files[i] = file_name(names[i].doc->path)) != NULL;
	for (int i = 0; i < count && differ; i++)
	{
		char	   *made = folded_copy(psprintf("%s (%s)", names[i].folded, files[i]));
		int			low;

		LOWER_BOUND(low, nall, j, strcmp(all[j].folded, made) < 0);
		differ = low == nall || strcmp(all[low].folded, made) != 0;
	}
	if (differ)
		qsort(files, count, sizeof(char *), compare_files);
	for (int i = 1; i < count && differ; i++)
		differ = strcmp(files[i - 1], files[i]) != 0;
	pfree(files);
	return differ;
}

/* "Rent Roll (2025-03.xlsx)" and "Rent Roll (2025-04.xlsx)", else with their ids. */
void
tell_documents_apart(Memo *memo)
{
	ShownName  *names = palloc(sizeof(ShownName) * (memo->ndocuments + 1));

	for (int i = 0; i < memo->ndocuments; i++)
	{
		const char *name = document_name(&memo->documents[i]);
		int			len;

		names[i] = (ShownName) {folded_copy(name + strspn(name, " \t\r\n")), &memo->documents[i]};
		len = (int) strlen(names[i].folded);
		if (len > 0 && names[i].folded[len - 1] == ' ')
			names[i].folded[len - 1] = '\0';
	}
	qsort(names, memo->ndocuments, sizeof(ShownName), compare_shown);
	for (int from = 0, to; from < memo->ndocuments; from = to)
	{
		bool		by_file;

		for (to = from + 1;
			 to < memo->ndocuments && strcmp(names[to].folded, names[from].folded) == 0; to++)
			;
		by_file = to - from > 1 && have_files(names + from, to - from, names, memo->ndocuments);
		for (int i = from; i < to && to - from > 1; i++)
		{
			Document   *doc = names[i].doc;

			if (by_file || strcmp(document_name(doc), doc->doc_id) != 0)
				doc->name = psprintf("%s (%s)", document_name(doc),
									 by_file ? file_name(doc->path) : doc->doc_id);
		}
	}
	for (int i = 0; i < memo->ndocuments; i++)
		pfree(names[i].folded);
	pfree(names);
}
