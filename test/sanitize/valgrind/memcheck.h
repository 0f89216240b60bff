/* See valgrind.h. */
#ifndef SANITIZE_MEMCHECK_H
#define SANITIZE_MEMCHECK_H

#include "valgrind.h"

#include <sanitizer/asan_interface.h>

#define VALGRIND_MAKE_MEM_DEFINED(address, size) ASAN_UNPOISON_MEMORY_REGION(address, size)
#define VALGRIND_MAKE_MEM_UNDEFINED(address, size) ASAN_UNPOISON_MEMORY_REGION(address, size)
#define VALGRIND_MAKE_MEM_NOACCESS(address, size) ASAN_POISON_MEMORY_REGION(address, size)
#define VALGRIND_CHECK_MEM_IS_DEFINED(address, size) ((void) 0)

/* A freed chunk is poisoned by MAKE_MEM_NOACCESS, for assertions wipe it. */
#define VALGRIND_CREATE_MEMPOOL(pool, redzone, zeroed) ((void) 0)
#define VALGRIND_DESTROY_MEMPOOL(pool) ((void) 0)
#define VALGRIND_MEMPOOL_ALLOC(pool, address, size) ASAN_UNPOISON_MEMORY_REGION(address, size)
#define VALGRIND_MEMPOOL_FREE(pool, address) ((void) 0)
#define VALGRIND_MEMPOOL_CHANGE(pool, old, address, size) ASAN_UNPOISON_MEMORY_REGION(address, size)
#define VALGRIND_MEMPOOL_TRIM(pool, address, size) ((void) 0)

#endif
