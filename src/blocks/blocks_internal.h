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

/* ---------------------------------------------------------- answer.c */

/* Takes the name of a block off a text: BLOCK_CITE_ID_ in any case, and all letters and
 * digits behind it; a name that no block can have gives id -1. */
extern bool take_block_name(Slice *text, AnswerCite *cite);

#endif							/* BLOCKS_INTERNAL_H */
