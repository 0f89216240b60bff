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
POLICY_INT(lineage_influence_percent, 50, 0, 100, "influence from which an assumption lineage is shown")
POLICY_INT(lineage_per_section, 8, 0, 1000, "assumption lineages at most in a section")
POLICY_INT(lineage_assumptions, 3, 1, 100, "assumptions that a lineage names at most")
POLICY_INT(precedence_user, 100, 0, 1000, "weight of a user's value where sources conflict")
POLICY_INT(precedence_excel, 90, 0, 1000, "weight of the model's value where sources conflict")
POLICY_INT(precedence_costar, 70, 0, 1000, "weight of CoStar's value where sources conflict")
POLICY_INT(precedence_pdf, 50, 0, 1000, "weight of a document's value where sources conflict")
POLICY_INT(precedence_other, 0, 0, 1000, "weight of any other value where sources conflict")
POLICY_CHOICE(enforce_metrics, "flag", "flag|reject|off", "what writing a section that contradicts a canonical metric does")
POLICY_CHOICE(prose_anchors, "evidence", "evidence|tags|any|none", "which markers let a number of the sentence diverge from the canonical metric")
POLICY_BOOL(correct_metrics, true, "rewrite numbers that contradict a canonical metric, with a note on the old one")
POLICY_CHOICE(quote_level, "case", "exact|space|case|typography|linewrap", "how a quote may differ from its passage")
POLICY_INT(quote_least, 20, 0, 1000000, "characters that memo_validate_claims asks of a quote at least")
POLICY_INT(quote_most, 300, 1, 1000000, "characters that memo_validate_claims allows a quote at most")
POLICY_INT(unverified_confidence_percent, 40, 0, 100, "confidence at most of a claim whose quote is not in its passage")
POLICY_INT(keep_revisions, 20, 1, 1000000, "revisions kept of a deal; pinned ones are not counted")
