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

#endif							/* BLOCKS_INTERNAL_H */
