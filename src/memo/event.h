/*
 * event.h
 *		What operators are told of a memo, and how its citations were counted; memo.h
 *		includes it.
 *
 * Example: memo_event(memo, EVENT_ambiguous_tag, 2, tag, NULL) is the row "ambiguous_tag",
 * WARNING, of section 2 and of the stage that runs.
 */
#ifndef MEMO_EVENT_H
#define MEMO_EVENT_H

#include "base/base.h"

struct Memo;

typedef enum EventCode
{
#define EVENT(code, severity, meaning) EVENT_##code,
#include "memo/eventlist.def"
#undef EVENT
	NEVENTS
} EventCode;

typedef struct Event
{
	EventCode	code;
	bool		warns;			/* a WARNING, whatever its code is usually */
	bool		holds;			/* of a code some of whose events hold a memo: does this one? */
	const char *stage;
	int			section;		/* -1 = the memo */
	char	   *subject;
	char	   *detail;			/* a JSON object */
} Event;

typedef enum HoldReason
{
#define HOLD(reason, event, scope) HOLD_##reason,
#include "memo/holdlist.def"
#undef HOLD
	NHOLDS
} HoldReason;

#define NCHECKPOINTS	9
typedef struct Checkpoint
{
	const char *name;
	const char *stage;
	int			open;			/* evidence markers still undecided */
	int			live;			/* citations kept so far */
	int			notes;
	int			insights;
} Checkpoint;

/* Adds an event of the running stage, which is returned until the next one; detail is
 * printf-like JSON, NULL = "{}".  The subject is copied. */
extern Event *memo_event(struct Memo *memo, EventCode code, int section, Slice subject,
					   const char *detail,...) pg_attribute_printf(5, 6);
extern const char *event_name(EventCode code);

/* Does policy hold_on name a reason?  Counts the findings among the events, into
 * memo->outcome.holds, and marks them. */
extern const char *hold_name(HoldReason reason);

/* Does a section of that key speak for the deal, unless section_kind.headline says else? */
extern bool key_is_headline(const char *section_key);
extern bool memo_holds_on(const struct Memo *memo, HoldReason reason);
extern void count_holds(struct Memo *memo);
extern const char *event_severity(const Event *event);	/* "INFO", "WARNING", "ERROR" */

#endif							/* MEMO_EVENT_H */
