/*
 * blocks_internal.h
 *		What the files of blocks/ share with nobody else.
 */
#ifndef BLOCKS_INTERNAL_H
#define BLOCKS_INTERNAL_H

#include "blocks/blocks.h"

/* A block that stands for a passage that has none. */
static inline bool
block_is_passage(const SourceBlock *block)
{
	return block->kind != NULL && strcmp(block->kind, "passage") == 0;
}

/* Behind all of these bytes from pos on. */
static inline int
skip_any(Slice text, int pos, const char *bytes)
{
	while (pos < text.len && strchr(bytes, text.data[pos]) != NULL)
		pos++;
	return pos;
}

static inline int
skip_blanks(Slice text, int pos)
{
	return skip_any(text, pos, " \t");
}

static inline bool
is_at(Slice text, int pos, char c)
{
	return pos < text.len && text.data[pos] == c;
}

#endif							/* BLOCKS_INTERNAL_H */
