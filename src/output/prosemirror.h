/*
 * prosemirror.h
 *		What prosemirror.c (a memo's text -> blocks) and prosemirror_node.c (nodes,
 *		marks, text) share.
 */
#ifndef PROSEMIRROR_H
#define PROSEMIRROR_H

#include "json.h"
#include "reader.h"

typedef enum NodeKind
{
	NODE_PLAIN,					/* may be empty */
	NODE_BLOCKS,				/* is never empty */
	NODE_ITEM					/* and begins with a paragraph */
} NodeKind;

typedef struct OpenNode
{
	NodeKind	kind;
	bool		has_content;
} OpenNode;

/* The marks of text, in the order of StarterKit's schema. */
typedef enum MarkKind
{
	MARK_LINK,
	MARK_BOLD,
	MARK_CODE,
	MARK_ITALIC,
	MARK_STRIKE,
	NMARKS
} MarkKind;

/* How text is marked. */
typedef struct Marks
{
	bool		has[NMARKS];
	Slice		href;			/* of the link, as its title */
	Slice		title;
} Marks;

typedef struct Writer
{
	JsonBuild	build;
	const FinishedMemo *memo;
	ReaderLinks *links;
	const ReaderText *source;	/* what is being written */
				VEC(OpenNode) nodes;	/* from the document to the innermost */
	bool		has_line;		/* the innermost takes text */
	bool		is_code;		/* and is a code block */
	int			nesting;		/* open quotes and lists that are written */
	int			skipped;		/* open quotes, lists and items that are too deep */
	int			images;			/* open images, of which only the text is left */
	int			spans[NMARKS];	/* open spans of each mark */
	Slice		href;			/* of the open link, as its title */
	Slice		title;
	int64		link_bytes;		/* of these that may still be written */
	StringInfoData text;		/* held back */
	Marks		marks;			/* of that */
	StringInfoData scratch;
} Writer;

/* An object of a type, node or mark; build_end_object() ends it. */
extern void node_begin_type(Writer *writer, const char *type);
extern void node_begin_attributes(Writer *writer);
extern void node_end_attributes(Writer *writer);

/* A member that is a string; the text is borrowed. */
extern void node_write_pair(Writer *writer, const char *key, Slice text);

/* Begins a block; its attributes follow, then node_open() or its end. */
extern void node_begin_block(Writer *writer, const char *type);
extern void node_open(Writer *writer, NodeKind kind);
extern void node_open_block(Writer *writer, const char *type, NodeKind kind);
extern void node_open_heading(Writer *writer, int level);
extern void node_close(Writer *writer);

/* Opens a paragraph where nothing is open that takes text. */
extern void node_begin_line(Writer *writer);
extern void node_end_line(Writer *writer);

/* Begins a node in the text. */
extern void node_begin_inline(Writer *writer, const char *type);

/* What is appended to writer->text next is marked as the open spans say. */
extern void node_set_marks(Writer *writer);

#endif							/* PROSEMIRROR_H */
