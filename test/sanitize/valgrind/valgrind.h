/*
 * What PostgreSQL tells valgrind of its memory contexts, told to
 * AddressSanitizer instead: a server built with USE_VALGRIND and this directory
 * first in the include path (test/scripts/sanitize.sh) reports a read behind a
 * palloc'd chunk, or of a freed one, as if it came from malloc.
 */
#ifndef SANITIZE_VALGRIND_H
#define SANITIZE_VALGRIND_H

#define RUNNING_ON_VALGRIND 0
#define VALGRIND_COUNT_ERRORS 0
#define VALGRIND_PRINTF(...) ((void) 0)
#define VALGRIND_DISABLE_ERROR_REPORTING ((void) 0)
#define VALGRIND_ENABLE_ERROR_REPORTING ((void) 0)

#endif
