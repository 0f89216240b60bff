/*
 * settle.c
 *		Where references stand once it is known which ones there are.
 *
 * A cluster has one anchor, and stages ask by that what a reference cites.  Two things keep
 * references apart from it in the text:
 *
 *		NOI rose [SRC:1] and [SRC:2].		rose[^1] and[^2].	the joint "and" stays
 *		NOI rose. [SRC:1] shows 4%.			rose. [^1] shows 4%.	a subject stays
 *
 * If [SRC:2] lost its source, or was one too many, "and" goes with it, and [^1] stands behind
 * the full stop, where the anchor is.
 */
#include "placement/placement_internal.h"

/* The part of a cluster, between its joints, that has a marker. */
static int
part_of(const Cluster *cluster, int marker)
{
	int			part = 0;

	while (part < cluster->joints.count && cluster->joints.items[part].marker <= marker)
		part++;
	return part;
}

/* Where a joint that stays ends: "and[^2].", but "and [^2] show". */
int
joint_end(const Cluster *cluster, int index)
{
	return cluster->stays ? cluster->joints.items[index].behind : cluster->joints.items[index].end;
}

/* The byte behind the joint before a part, of the first where the text before it ends. */
static int
part_place(const Section *section, const Cluster *cluster, int part)
{
	if (part > 0 && cluster->joints.items[part - 1].is_kept)
		return joint_end(cluster, part - 1);
	if (part > 0)
		return part_place(section, cluster, part - 1);
	return cluster->stays ? cluster->mark_start
		: skip_blanks_back(section->body.data, 0, cluster->start);
}

/* Settles the cluster whose references are list[0] and on, by anchor; those of others, at the
 * same anchor, do not stand before them.  Returns how many there are. */
static int
settle_cluster(const Memo *memo, const Section *section, Cluster *cluster, Citation **list,
			   int count)
{
	bool	   *has_reference = palloc0(cluster->joints.count + 1);
	bool		has_one;
	int			nparts = 0;
	int			last = -1;
	int			n = 0;

	for (; n < count && list[n]->anchor == cluster->anchor; n++)
	{
		const Citation *owner = &memo->citations.items[list[n]->order];

		if (owner->marker >= cluster->first && owner->marker <= cluster->last)
			has_reference[part_of(cluster, owner->marker)] = true;
	}
	for (int i = 0; i <= cluster->joints.count; i++)
		nparts += has_reference[i];
	cluster->stays = cluster->is_subject && nparts > 0;
	has_one = has_reference[0];
	for (int i = 0; i < cluster->joints.count; i++)
	{
		/* a joint stays before a part with a reference when one has stood before */
		cluster->joints.items[i].is_kept = has_one && has_reference[i + 1];
		has_one |= has_reference[i + 1];
	}
	for (int i = 0; i < n && (cluster->stays || nparts > 1); i++)
	{
		const Citation *owner = &memo->citations.items[list[i]->order];

		if (owner->marker >= cluster->first && owner->marker <= cluster->last)
			list[i]->stands = last = part_place(section, cluster, part_of(cluster, owner->marker));
		else
			list[i]->stands = Max(list[i]->stands, last);
	}
	pfree(has_reference);
	return n;
}

void
settle_places(Memo *memo, Section *section)
{
	int			count;
	Citation  **list = section_references(memo, section, &count);

	for (int i = 0; i < count; i++)
		list[i]->stands = list[i]->anchor;
	for (int i = 0; i < section->places.clusters.count; i++)
	{
		Cluster    *cluster = &section->places.clusters.items[i];
		int			low;

		CHECK_FOR_INTERRUPTS();
		if (!cluster->is_subject && (cluster->joints.count == 0 || !cluster->is_near))
			continue;
		LOWER_BOUND(low, count, j, list[j]->anchor < cluster->anchor);
		(void) settle_cluster(memo, section, cluster, list + low, count - low);
	}
	pfree(list);
}
