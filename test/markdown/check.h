/*
 * check.h
 *		What the engine calls in place of the server's CHECK_FOR_INTERRUPTS(), and memory
 *		as a server's: what grows by much is not copied.
 */
#define PLAIN_MEMORY
extern void check_for_interrupts(void);
#define CHECK_FOR_INTERRUPTS() check_for_interrupts()
