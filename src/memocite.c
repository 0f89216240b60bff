/*
 * memocite.c
 *		Library entry: magic block and settings.
 */
#include "memocite.h"

#include "fmgr.h"
#include "utils/guc.h"

PG_MODULE_MAGIC;

bool		notify_enabled = true;

void		_PG_init(void);

void
_PG_init(void)
{
	DefineCustomBoolVariable("memocite.notify",
							 "Notify channel \"memocite\" when a memo is finalized.",
							 "Notifying commits wait for each other; turn it off where nobody listens.",
							 &notify_enabled, true, PGC_USERSET, 0, NULL, NULL, NULL);
	MarkGUCPrefixReserved("memocite");
}
