/*
 * policylist.h
 *		What changes a memo is data: the policy keys, one line each.
 *
 *	POLICY_BOOL(key, default, meaning)
 *	POLICY_INT(key, default, least, most, meaning)
 *	POLICY_CHOICE(key, default, "allowed|values", meaning)
 *
 * Built-in defaults stand here; rows of memocite.policy (by name) and then
 * deal.policy override them.  Each revision stores the effective policy.
 */
POLICY_BOOL(repair_markers, true, "read near misses such as [SRC:1, 2] as markers")
POLICY_BOOL(unescape_markers, true, "read \\[SRC:12\\], as editors write it, as a marker")
POLICY_CHOICE(src_id_scope, "local", "local|global", "whether ids mean the same in every section")
POLICY_CHOICE(agent_notes, "keep", "keep|strip", "what becomes of agents' own footnotes that name no document")
POLICY_BOOL(rescue, true, "give uncited sections one general source")
POLICY_INT(rescue_words, 50, 0, 1000000, "words above which an uncited section is rescued")
POLICY_INT(range_width, 20, 2, 1000, "ids at most that [SRC:1-20] expands to")
POLICY_INT(cluster_cap, 3, 1, 1000, "adjacent source references that stay")
POLICY_CHOICE(dedup_scope, "cluster", "cluster|sentence", "where one note may be cited once only")
POLICY_INT(match_overlap_percent, 60, 1, 100, "share of a claim's content words that its sentence must have")
POLICY_INT(match_words, 4, 1, 100, "content words that stand in for a shared number")
POLICY_INT(stale_days, 180, 1, 100000, "days after which a source counts as stale")
POLICY_INT(low_confidence_percent, 50, 0, 100, "confidence below which a reference is marked")
POLICY_INT(budget_words, 500, 1, 1000000, "words above which a section has a citation budget")
POLICY_INT(budget_per_words, 250, 1, 1000000, "words for which the budget asks one citation")
POLICY_INT(budget_least, 2, 0, 1000, "citations that a budget asks at least")
POLICY_INT(budget_match_words, 5, 1, 100, "content words that a sentence without a number needs to get evidence")
POLICY_INT(max_charts, 3, 0, 1000, "charts that a section gets; those that answer a critical question are not counted")
POLICY_INT(family_cap, 2, 0, 1000, "of these, charts of one family")
POLICY_INT(chart_words, 500, 1, 1000000, "words of a stretch of text: of equally confident charts the one in the emptier stretch is first")
POLICY_INT(keep_revisions, 20, 1, 1000000, "revisions kept of a deal; pinned ones are not counted")
