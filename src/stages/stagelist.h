/*
 * stagelist.h
 *		The 36 stages of the footnote pipeline, in the order they run.
 *
 * The order is this list's, not the labels': 6.4 runs before 6.6 because a
 * reference must be marked before it is numbered.  Prototypes, the table that
 * the runner walks, the assertion that there are 36 and memo_stages() are all
 * made from these lines (pipeline.c, memocite.h).
 *
 *	STAGE(label, name, function, needs, checkpoint, description)
 *
 * label		what operators and the ledger call the stage
 * function		void function(Memo *memo); its name starts with its group's file
 * needs		context without which the stage has nothing to do, NULL when
 *				sections are enough
 * checkpoint	the waterfall count taken after the stage, NULL for most
 *
 * Two more checkpoints stand outside the lines: pre_pipeline before the
 * first, final after the last; before_stage_6_dedup is the one after 5.8.
 */

/* stage 0: normalization */
STAGE("0a-strip", "strip_canonical", stage0_strip_canonical, NULL, NULL,
	  "delete [CANONICAL: ...] and one blank before it")
STAGE("0a", "offset_sections", stage0_offset_sections, NULL, NULL,
	  "give each section's ids a range of provisional global ids")
STAGE("0b", "rescue_uncited", stage0_rescue_uncited, NULL, NULL,
	  "note sections of more than 50 words without any citation as rescue candidates")
STAGE("0c", "convert_legacy_tags", stage0_convert_legacy_tags, "documents", NULL,
	  "[CoStar], [Excel], [PDF] become the claim or the only document of that type")
STAGE("0d", "convert_source_tags", stage0_convert_source_tags, "documents", NULL,
	  "[SOURCE-X] becomes the document with that tag")
STAGE("0e", "normalize_global_ids", stage0_normalize_global_ids, NULL, NULL,
	  "tell legitimate reuse of an id from a collision and give colliding hosts fresh ids")
STAGE("0.5", "sanitize_positions", stage0_sanitize_positions, NULL, NULL,
	  "decide where each marker's reference will stand")

/* stages 1 and 2: aggregation and injection */
STAGE("1", "aggregate", stage1_aggregate, NULL, NULL,
	  "take agents' definitions, source lines and source blocks out of the text")
STAGE("1.5", "table_superscripts", stage1_table_superscripts, NULL, NULL,
	  "superscripts in table cells become the sources that their section defines")
STAGE("2", "inject_claims", stage2_inject_claims, NULL, "after_stage_2_claim_injection",
	  "place claims by their marker, else at the one sentence they support")
STAGE("2.3", "consolidate_sources", stage2_consolidate_sources, NULL, NULL,
	  "one note for each source identity")
STAGE("2.5", "citation_budget", stage2_citation_budget, NULL, "after_stage_2.5_budget",
	  "long sections below their citation budget get evidence that supports a sentence")
STAGE("2.7", "ic_notes", stage2_ic_notes, "insights", "after_stage_2.7_insights",
	  "analysts' notes as footnotes")
STAGE("2.8", "model_warnings", stage2_model_warnings, "insights", "after_stage_2.8_model_warnings",
	  "red flags about the model's quality as footnotes")
STAGE("2.85", "source_conflicts", stage2_source_conflicts, "insights", "after_stage_2.85_conflicts",
	  "conflicting sources, the winner by precedence and the losers, as footnotes")
STAGE("2.9", "assumption_lineage", stage2_assumption_lineage, "insights", "after_stage_2.9_lineage",
	  "the assumptions that drive a metric as footnotes")

/* stages 3 and 4: fallback and quality */
STAGE("3", "section_headers", stage3_section_headers, NULL, NULL,
	  "permanently skipped: headings are structure, not claims")
STAGE("4", "src_fallback", stage4_src_fallback, NULL, NULL,
	  "resolve the remaining [SRC:n] where their id is deal-wide")
STAGE("4.2", "strip_orphans", stage4_strip_orphans, NULL, NULL,
	  "remove markers that no source stands behind, with the reason")
STAGE("4.4", "strip_unrecognized", stage4_strip_unrecognized, NULL, NULL,
	  "resolve what names exactly one source, remove the rest, rescue uncited sections")
STAGE("4.6", "collect_coherence", stage4_collect_coherence, "metrics", NULL,
	  "find one metric with two headline values in two sections")
STAGE("4.7", "inject_coherence", stage4_inject_coherence, "metrics", NULL,
	  "a conflict note at the later of the two")
STAGE("4.9", "freshness", stage4_freshness, "documents", NULL,
	  "mark sources ingested long before the memo's date")
STAGE("4.95", "grade_sections", stage4_grade_sections, NULL, NULL,
	  "citation quality grade A to D of each section")

/* stage 5: what definitions and rollups say */
STAGE("5", "definitions", stage5_definitions, NULL, NULL,
	  "the definition of each note: document, page or locator, quote")
STAGE("5.2", "data_source_notes", stage5_data_source_notes, NULL, NULL,
	  "source types, freshness, legend of marks, documents not cited")
STAGE("5.4", "consolidate_definitions", stage5_consolidate_definitions, NULL, NULL,
	  "definitions together, last in the memo")
STAGE("5.6", "sources_consulted", stage5_sources_consulted, NULL, NULL,
	  "the table of cited documents")
STAGE("5.8", "cluster_by_source", stage5_cluster_by_source, NULL, "before_stage_6_dedup",
	  "the document cluster of each definition")

/* stages 6 and 7: clean up, number, validate */
STAGE("6", "dedup_references", stage6_dedup_references, NULL, NULL,
	  "the same note twice in one cluster or table cell: the first stays")
STAGE("6.2", "cap_clusters", stage6_cap_clusters, NULL, NULL,
	  "at most three adjacent source references, the most confident stay")
STAGE("6.4", "mark_low_confidence", stage6_mark_low_confidence, NULL, NULL,
	  "a dagger at references whose own citation is weak")
STAGE("6.6", "renumber", stage6_renumber, NULL, NULL,
	  "1..N by first appearance in reading order")
STAGE("6.8", "reverify_density", stage6_reverify_density, NULL, NULL,
	  "sections that fell below their budget get new evidence, once")
STAGE("7", "validate", stage7_validate, NULL, NULL,
	  "references, definitions, numbers, open markers and ledger agree")
STAGE("7.1", "repair_orphans", stage7_repair_orphans, NULL, NULL,
	  "repair what validation found, else the memo is flawed")
