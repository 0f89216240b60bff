/*
 * check.h
 *		What the engine calls in place of the server's CHECK_FOR_INTERRUPTS().
 */
extern void check_for_interrupts(void);
#define CHECK_FOR_INTERRUPTS() check_for_interrupts()
