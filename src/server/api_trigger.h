/*
 * api_trigger.h
 *		What trigger functions have in common.
 */
#ifndef API_TRIGGER_H
#define API_TRIGGER_H

#include "commands/trigger.h"
#include "fmgr.h"

/* An error unless the function was called as a trigger. */
static inline TriggerData *
trigger_data(FunctionCallInfo fcinfo, const char *name)
{
	if (!CALLED_AS_TRIGGER(fcinfo))
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("%s is a trigger function", name)));
	return (TriggerData *) fcinfo->context;
}

/* The row that the event leaves behind; the old one of a delete. */
static inline HeapTuple
new_row(const TriggerData *trigger)
{
	return TRIGGER_FIRED_BY_UPDATE(trigger->tg_event) ? trigger->tg_newtuple : trigger->tg_trigtuple;
}

#endif							/* API_TRIGGER_H */
