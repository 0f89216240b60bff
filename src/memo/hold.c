/*
 * hold.c
 *		The status of a memo, and what holds it: which of its events are findings of a
 *		reason in policy hold_on.
 *
 * A metric_violation of section "summary" is a finding of "violations": its detail
 * {"found":"17.9%"} becomes {"holds":"violations","found":"17.9%"}, it is counted, and
 * the status is "held".
 */
#include "memo/memo.h"

typedef enum HoldScope
{
	HOLDS_ANY,
	HOLDS_WARNINGS,
	HOLDS_MARKED,
	HOLDS_HEADLINES,
	HOLDS_ANYWHERE
} HoldScope;

static const struct
{
	const char *event;			/* NULL = no event is a finding */
	HoldScope	scope;
}			rules[] = {
#define HOLD(reason, event, scope) {event, HOLDS_##scope},
#include "memo/holdlist.def"
#undef HOLD
};

bool
key_is_headline(const char *section_key)
{
	static const char *const keys[] = {
		"conclusion", "executive_summary", "highlights", "recommendation", "summary", "thesis",
	};

	return slice_in(slice_of(section_key), keys, lengthof(keys));
}

/* Is an event of a rule's code among those that hold? */
static bool
is_in_scope(const Memo *memo, const Event *event, HoldScope scope)
{
	bool		is_listed = event->detail != NULL &&
		strstr(event->detail, "\"listed\":true") != NULL;

	switch (scope)
	{
		case HOLDS_ANY:
			break;
		case HOLDS_WARNINGS:
			return event->warns;
		case HOLDS_MARKED:
			return event->holds;
		case HOLDS_HEADLINES:
			return !is_listed && event->section >= 0 &&
				memo->sections[event->section].is_headline;
		case HOLDS_ANYWHERE:
			return !is_listed;
	}
	return true;
}

/* {"found":"17.9%"} becomes {"holds":"violations","found":"17.9%"}: where memo_holds finds it. */
static void
mark_event(Event *event, HoldReason reason)
{
	const char *rest = event->detail == NULL ? "}" : event->detail + 1;

	event->detail = psprintf("{\"holds\":\"%s\"%s%s", hold_name(reason), *rest == '}' ? "" : ",",
							 rest);
}

const char *
hold_name(HoldReason reason)
{
	static const char *const names[] = {
#define HOLD(reason, event, scope) #reason,
#include "memo/holdlist.def"
#undef HOLD
	};

	return names[reason];
}

bool
memo_holds_on(const Memo *memo, HoldReason reason)
{
	return policy_has(memo->policy.hold_on, hold_name(reason));
}

/* Counts and marks the events that are findings of one reason and of none before. */
static void
count_findings(Memo *memo, HoldReason reason, bool *is_found)
{
	for (int i = 0; i < memo->events.count; i++)
	{
		Event	   *event = &memo->events.items[i];

		if (is_found[i] || strcmp(event_name(event->code), rules[reason].event) != 0 ||
			!is_in_scope(memo, event, rules[reason].scope))
			continue;
		is_found[i] = true;
		mark_event(event, reason);
		memo->outcome.holds[reason]++;
	}
}

void
count_holds(Memo *memo)
{
	bool	   *is_found = palloc0(sizeof(bool) * (memo->events.count + 1));

	for (HoldReason reason = 0; reason < NHOLDS; reason++)
		if (rules[reason].event != NULL && memo_holds_on(memo, reason))
			count_findings(memo, reason, is_found);
	for (int i = 0; i < memo->events.count; i++)
		memo->events.items[i].holds = is_found[i];
	pfree(is_found);
}

int
memo_reasons(const Memo *memo, const char **reasons)
{
	int			count = 0;

	if (memo->outcome.is_flawed)
		reasons[count++] = "flawed";
	if (memo->outcome.is_uncited)
		reasons[count++] = "uncited";
	for (int i = 0; i < NHOLDS; i++)
		if (memo->outcome.holds[i] > 0)
			reasons[count++] = hold_name(i);
	return count;
}

const char *
memo_status(const Memo *memo)
{
	const char *reasons[MOST_REASONS];

	return memo->outcome.is_flawed ? "flawed" : memo->outcome.is_uncited ? "uncited"
		: memo_reasons(memo, reasons) > 0 ? "held" : "final";
}
