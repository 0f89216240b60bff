/*
 * host.c
 *		What the engine has from a server: memory that is freed as a whole, and
 *		two functions that libpgcommon lacks.
 *
 * Each block is one of malloc, of the size that was asked for, so that
 * AddressSanitizer sees every byte beyond its end; its header is poisoned, for
 * those before its start.  repalloc always moves, so that it also sees who keeps
 * a pointer to what grew.  With PLAIN_MEMORY it is malloc's, for what measures.
 */
#include "fuzz.h"

#include "common/unicode_norm.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1	/* as gcc says it */
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif
#ifndef ASAN_POISON_MEMORY_REGION
#define ASAN_POISON_MEMORY_REGION(address, size) ((void) 0)
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void) 0)
#endif

typedef struct Block
{
	struct Block *next;
	struct Block *before;
	size_t		size;
	size_t		unused;			/* malloc's alignment stays */
} Block;

unsigned char memory_fill = 0xA5;

static Block *blocks = NULL;

/* ------------------------------------------------------------------ blocks */

static void *
block_create(size_t size)
{
	Block	   *block;

#ifdef PLAIN_MEMORY
	return malloc(size);
#endif
	block = malloc(sizeof(Block) + size);
	if (block == NULL)
		abort();
	*block = (Block) {blocks, NULL, size, 0};
	if (blocks != NULL)
	{
		ASAN_UNPOISON_MEMORY_REGION(blocks, sizeof(Block));
		blocks->before = block;
		ASAN_POISON_MEMORY_REGION(blocks, sizeof(Block));
	}
	blocks = block;
	ASAN_POISON_MEMORY_REGION(block, sizeof(Block));
	memset(block + 1, memory_fill, size);
	return block + 1;
}

/* The header of a block, which may then be read. */
static Block *
block_open(void *memory)
{
	Block	   *block = (Block *) memory - 1;

	ASAN_UNPOISON_MEMORY_REGION(block, sizeof(Block));
	return block;
}

static void
block_free(void *memory)
{
	Block	   *block;

#ifdef PLAIN_MEMORY
	free(memory);
	return;
#endif
	block = block_open(memory);
	if (block->next != NULL)
	{
		ASAN_UNPOISON_MEMORY_REGION(block->next, sizeof(Block));
		block->next->before = block->before;
		ASAN_POISON_MEMORY_REGION(block->next, sizeof(Block));
	}
	if (block->before != NULL)
	{
		ASAN_UNPOISON_MEMORY_REGION(block->before, sizeof(Block));
		block->before->next = block->next;
		ASAN_POISON_MEMORY_REGION(block->before, sizeof(Block));
	}
	else
		blocks = block->next;
	free(block);
}

/* The list of those blocks is forgotten: their headers end the next one. */
void
memory_keep(void)
{
	for (Block *block = blocks, *next; block != NULL; block = next)
	{
		next = block_open(block + 1)->next;
		block->next = block->before = NULL;
	}
	blocks = NULL;
}

void
memory_release(void)
{
#ifndef PLAIN_MEMORY
	while (blocks != NULL)
		block_free(blocks + 1);
#endif
}

/* --------------------------------------------- what libpgcommon would have */

void *
palloc(Size size)
{
	return block_create(size);
}

void *
palloc0(Size size)
{
	return memset(block_create(size), 0, size);
}

void *
palloc_extended(Size size, int flags)
{
	return (flags & MCXT_ALLOC_ZERO) != 0 ? palloc0(size) : palloc(size);
}

void *
repalloc(void *memory, Size size)
{
	Block	   *block;
	size_t		kept;
	void	   *moved;

#ifdef PLAIN_MEMORY
	return realloc(memory, size);
#endif
	block = block_open(memory);
	kept = Min(block->size, size);
	ASAN_POISON_MEMORY_REGION(block, sizeof(Block));
	moved = memcpy(block_create(size), memory, kept);
	block_free(memory);
	return moved;
}

void
pfree(void *memory)
{
	block_free(memory);
}

char *
pstrdup(const char *text)
{
	return memcpy(palloc(strlen(text) + 1), text, strlen(text) + 1);
}

char *
pnstrdup(const char *text, Size size)
{
	Size		len = strnlen(text, size);
	char	   *copy = memcpy(palloc(len + 1), text, len);

	copy[len] = '\0';
	return copy;
}

void *
pg_malloc(size_t size)
{
	return palloc(size);
}

void *
pg_malloc0(size_t size)
{
	return palloc0(size);
}

void *
pg_malloc_extended(size_t size, int flags)
{
	return palloc_extended(size, flags);
}

void *
pg_realloc(void *memory, size_t size)
{
	return memory == NULL ? palloc(size) : repalloc(memory, size);
}

char *
pg_strdup(const char *text)
{
	return pstrdup(text);
}

void
pg_free(void *memory)
{
	if (memory != NULL)
		pfree(memory);
}

/* ------------------------------------------------- what only servers have */

extern char *asc_tolower(const char *text, size_t size);

__attribute__((weak)) char *
asc_tolower(const char *text, size_t size)
{
	char	   *lower = pnstrdup(text, size);

	for (char *c = lower; *c != '\0'; c++)
		*c = (char) pg_ascii_tolower((unsigned char) *c);
	return lower;
}

/* Who asks then normalizes, and compares. */
extern UnicodeNormalizationQC unicode_is_normalized_quickcheck(UnicodeNormalizationForm form, const pg_wchar *text);

__attribute__((weak)) UnicodeNormalizationQC
unicode_is_normalized_quickcheck(UnicodeNormalizationForm form pg_attribute_unused(),
								 const pg_wchar *text pg_attribute_unused())
{
	return UNICODE_NORM_QC_MAYBE;
}
