/*
 * verify_zone.c
 *		The edit script gives the agent's body, and code and HTML are untouched.
 */
#include "audit/audit_internal.h"

static bool
sha256_is(Slice text, const uint8 *expected)
{
	uint8		digest[PG_SHA256_DIGEST_LENGTH];

	sha256(text.data, text.len, digest);
	return memcmp(digest, expected, sizeof(digest)) == 0;
}

/* The body is the one that was finalized. */
void
check_hash(Audit *audit, Fault *fault)
{
	for (int i = 0; i < audit->input->nsections; i++)
	{
		SectionReading *section = &audit->sections[i];

		CHECK_FOR_INTERRUPTS();
		if (!sha256_is(section->final->text, section->row->body_sha256))
			FAULT(fault, "section \"%.*s\": the body does not have the stored hash",
				  KEY(section));
	}
}

/* Applied backwards, the edits give what the agent wrote. */
void
check_edits(Audit *audit, Fault *fault)
{
	for (int i = 0; i < audit->input->nsections; i++)
	{
		SectionReading *section = &audit->sections[i];

		CHECK_FOR_INTERRUPTS();
		if (section->problem)
			FAULT(fault, "section \"%.*s\": %s", KEY(section), section->problem);
		else if (!sha256_is(section->agent->text, section->row->agent_sha256))
			FAULT(fault, "section \"%.*s\": the edits do not give a body with the "
				  "agent's hash", KEY(section));
	}
}

static ByteClass
opaque_class(uint8 byte)
{
	ByteClass	class = byte & BYTE_CLASS;

	return class == BYTE_CODE || class == BYTE_HTML ? class : BYTE_SYNTAX;
}

/* A run of bytes that both bodies have: each must be in the same kind of zone. */
static void
compare_run(SectionReading *section, int final_pos, int agent_pos, int len, Fault *fault)
{
	const uint8 *final = section->final->bytes + final_pos;
	const uint8 *agent = section->agent->bytes + agent_pos;
	const char *text = section->final->text.data + final_pos;

	for (int i = 0; i < len; i++)
	{
		ByteClass	was = opaque_class(agent[i]);

		if (was == opaque_class(final[i]) || is_blank(text[i]) || text[i] == '\n')
			continue;
		FAULT(fault, "section \"%.*s\": byte %d was %s and is %s", KEY(section),
			  final_pos + i,
			  was == BYTE_CODE ? "code" : was == BYTE_HTML ? "HTML" : "text",
			  opaque_class(final[i]) == BYTE_CODE ? "code" :
			  opaque_class(final[i]) == BYTE_HTML ? "HTML" : "text");
		return;
	}
}

/* All runs between the edits, which both bodies have. */
static void
compare_runs(SectionReading *section, Fault *fault)
{
	const StoredSection *row = section->row;
	int			final_pos = 0;
	int			agent_pos = 0;

	for (int i = 0; i < row->nchanges; i++)
	{
		CHECK_FOR_INTERRUPTS();
		compare_run(section, final_pos, agent_pos,
					section->final_at[i] - final_pos, fault);
		final_pos = section->final_at[i] + row->changes[i].inserted.len;
		agent_pos = section->agent_at[i] + row->changes[i].removed.len;
	}
	compare_run(section, final_pos, agent_pos,
				section->final->text.len - final_pos, fault);
}

/* Zones first .. first + count of a reading. */
typedef struct ZoneRun
{
	const Reading *reading;
	int			first;
	int			count;
} ZoneRun;

static Slice
zone_text(const ZoneRun *run, int i)
{
	const OpaqueZone *zone = &run->reading->zones.items[run->first + i];

	return (Slice) {run->reading->text.data + zone->start, zone->end - zone->start};
}

/*
 * An edit may take whole zones away (a removed source block), bring HTML (a
 * chart, the end of an open comment) or carry zones along unchanged.
 */
static bool
is_fair_exchange(const ZoneRun *removed, const ZoneRun *inserted)
{
	if (removed->count == 0)
	{
		for (int i = 0; i < inserted->count; i++)
		{
			if (inserted->reading->zones.items[inserted->first + i].class == BYTE_CODE)
				return false;
		}
		return true;
	}
	if (inserted->count != 0 && inserted->count != removed->count)
		return false;
	for (int i = 0; i < inserted->count; i++)
	{
		if (!same_bytes(zone_text(removed, i), zone_text(inserted, i)))
			return false;
	}
	return true;
}

/*
 * Moves run on to the zones within [start, end).  False when a zone is only
 * partly in it, or start = end is inside of one.
 */
static bool
zones_within(ZoneRun *run, int start, int end)
{
	const OpaqueZone *zones = run->reading->zones.items;
	int			nzones = run->reading->zones.count;
	int			i = run->first + run->count;
	bool		is_whole = true;

	while (i < nzones && zones[i].end <= start)
		i++;
	run->first = i;
	for (; i < nzones && zones[i].start < end; i++)
	{
		if (zones[i].start < start || zones[i].end > end)
			is_whole = false;
	}
	run->count = i - run->first;
	if (start == end && run->count > 0)
	{
		run->count = 0;
		return false;
	}
	return is_whole;
}

/* Edits take whole zones of code or HTML, or none. */
static void
check_edited_zones(SectionReading *section, Fault *fault)
{
	const StoredSection *row = section->row;
	ZoneRun		removed = {section->agent, 0, 0};
	ZoneRun		inserted = {section->final, 0, 0};

	for (int i = 0; i < row->nchanges; i++)
	{
		int			agent_at = section->agent_at[i];
		int			final_at = section->final_at[i];
		bool		is_whole;

		CHECK_FOR_INTERRUPTS();
		is_whole = zones_within(&removed, agent_at, agent_at + row->changes[i].removed.len);
		/* What inserted text does to its neighbours, compare_runs sees. */
		if (!zones_within(&inserted, final_at, final_at + row->changes[i].inserted.len))
			inserted.count = 0;
		if (!is_whole)
			FAULT(fault, "section \"%.*s\": edit %d at character %d changes code or HTML",
				  KEY(section), i + 1, row->changes[i].offset);
		else if (!is_fair_exchange(&removed, &inserted))
			FAULT(fault, "section \"%.*s\": edit %d at character %d replaces code or HTML",
				  KEY(section), i + 1, row->changes[i].offset);
	}
}

/* What is code or HTML was that before, byte for byte. */
void
check_opaque(Audit *audit, Fault *fault)
{
	for (int i = 0; i < audit->input->nsections; i++)
	{
		SectionReading *section = &audit->sections[i];

		if (section->agent == NULL)
			continue;			/* edits_restore says why */
		check_edited_zones(section, fault);
		compare_runs(section, fault);
	}
}
