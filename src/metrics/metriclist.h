/*
 * metriclist.h
 *		The one catalogue of metrics: prose check, structured slot, lineage
 *		notes and charts read it.
 *
 *	METRIC(key, field, label, unit, least, most)
 *		field is the name in a structured output; least and most its range
 *	METRIC_SPELLING(key, words, rule)
 *		words in lower case with one blank between; a hyphen in prose is a blank
 *		and the last word may be a plural.  What it takes to count:
 *		ANYWHERE	the words
 *		UPPER		the words in upper case, with a number of the metric's unit
 *		SAID		as UPPER, and the section writes the metric's name out, or the sentence
 *					speaks of an IRR, too
 *		MODIFIED	only behind one of the modifiers ("exit cap"), or as in "at a 6% cap"
 *		WITH_IRR	only beside a number of its unit, in a sentence that speaks of an IRR or a
 *					section that says equity multiple
 *		COVER		only beside a multiple, behind another metric of the sentence
 *					or in a section that says DSCR or debt service
 *		TIMES		only right behind a multiple ("1.9x on equity")
 *		LEVER		only beside a percentage, in a section that says LTV or loan-to-value
 *	METRIC_MODIFIER(words, variant)
 *		what stands before a metric and tells it from its cousins
 *
 *	METRIC_NAMED(key, label, words)
 *		a metric that notes speak of, though no prose is checked for it
 *
 * Rows of memocite.metric_kind override label and unit and add spellings
 * (ANYWHERE), or add metrics.
 */
#ifdef METRIC
METRIC(irr, "target_irr_pct", "IRR", "percent", -100, 1000)
METRIC(dscr, "dscr", "DSCR", "multiple", 0, 100)
METRIC(ltv, "ltv_pct", "LTV", "percent", 0, 1000)
METRIC(cap_rate, "cap_rate_pct", "Cap Rate", "percent", 0, 100)
METRIC(debt_yield, "debt_yield_pct", "Debt Yield", "percent", 0, 1000)
METRIC(equity_multiple, "equity_multiple", "Equity Multiple", "multiple", 0, 1000)
#endif

#ifdef METRIC_SPELLING
METRIC_SPELLING(irr, "irr", ANYWHERE)
METRIC_SPELLING(irr, "xirr", ANYWHERE)
METRIC_SPELLING(irr, "internal rate of return", ANYWHERE)
METRIC_SPELLING(irr, "internal rates of return", ANYWHERE)
METRIC_SPELLING(irr, "target irr pct", ANYWHERE)
METRIC_SPELLING(dscr, "dscr", ANYWHERE)
METRIC_SPELLING(dscr, "dcr", UPPER)
METRIC_SPELLING(dscr, "debt service coverage ratio", ANYWHERE)
METRIC_SPELLING(dscr, "debt service coverage", ANYWHERE)
METRIC_SPELLING(dscr, "debt service cover ratio", ANYWHERE)
METRIC_SPELLING(dscr, "debt service cover", ANYWHERE)
METRIC_SPELLING(dscr, "debt coverage ratio", ANYWHERE)
METRIC_SPELLING(dscr, "debt coverage", ANYWHERE)
METRIC_SPELLING(dscr, "debt cover", ANYWHERE)
METRIC_SPELLING(dscr, "coverage", COVER)
METRIC_SPELLING(dscr, "coverage ratio", COVER)
METRIC_SPELLING(dscr, "covered", COVER)
METRIC_SPELLING(dscr, "covers at", COVER)
METRIC_SPELLING(dscr, "covers debt service", ANYWHERE)
METRIC_SPELLING(dscr, "cover debt service", ANYWHERE)
METRIC_SPELLING(dscr, "covers its debt service", ANYWHERE)
METRIC_SPELLING(dscr, "cover its debt service", ANYWHERE)
METRIC_SPELLING(dscr, "covered debt service", ANYWHERE)
METRIC_SPELLING(dscr, "covering debt service", ANYWHERE)
METRIC_SPELLING(dscr, "debt service is covered", ANYWHERE)
METRIC_SPELLING(dscr, "debt service was covered", ANYWHERE)
METRIC_SPELLING(ltv, "ltv", ANYWHERE)
METRIC_SPELLING(ltv, "ltv pct", ANYWHERE)
METRIC_SPELLING(ltv, "loan to value ratio", ANYWHERE)
METRIC_SPELLING(ltv, "loan to value", ANYWHERE)
METRIC_SPELLING(ltv, "leverage", LEVER)
METRIC_SPELLING(cap_rate, "cap rate", ANYWHERE)
METRIC_SPELLING(cap_rate, "cap rate pct", ANYWHERE)
METRIC_SPELLING(cap_rate, "caprate", ANYWHERE)
METRIC_SPELLING(cap_rate, "capitalization rate", ANYWHERE)
METRIC_SPELLING(cap_rate, "capitalisation rate", ANYWHERE)
METRIC_SPELLING(cap_rate, "cap", MODIFIED)
METRIC_SPELLING(cap_rate, "yield", MODIFIED)
METRIC_SPELLING(debt_yield, "debt yield", ANYWHERE)
METRIC_SPELLING(debt_yield, "debt yield pct", ANYWHERE)
METRIC_SPELLING(debt_yield, "dy", UPPER)
METRIC_SPELLING(equity_multiple, "equity multiple", ANYWHERE)
METRIC_SPELLING(equity_multiple, "multiple on invested capital", ANYWHERE)
METRIC_SPELLING(equity_multiple, "multiple of invested capital", ANYWHERE)
METRIC_SPELLING(equity_multiple, "multiple on equity", ANYWHERE)
METRIC_SPELLING(equity_multiple, "moic", ANYWHERE)
METRIC_SPELLING(equity_multiple, "em", SAID)
METRIC_SPELLING(equity_multiple, "their money", ANYWHERE)
METRIC_SPELLING(equity_multiple, "our money", TIMES)
METRIC_SPELLING(equity_multiple, "their capital", TIMES)
METRIC_SPELLING(equity_multiple, "their invested capital", TIMES)
METRIC_SPELLING(equity_multiple, "their equity", TIMES)
METRIC_SPELLING(equity_multiple, "on equity", TIMES)
METRIC_SPELLING(equity_multiple, "on our equity", TIMES)
METRIC_SPELLING(equity_multiple, "on our money", TIMES)
METRIC_SPELLING(equity_multiple, "on invested capital", TIMES)
METRIC_SPELLING(equity_multiple, "on their invested capital", TIMES)
METRIC_SPELLING(equity_multiple, "on their capital", TIMES)
METRIC_SPELLING(equity_multiple, "on their equity", TIMES)
METRIC_SPELLING(equity_multiple, "of invested equity", TIMES)
METRIC_SPELLING(equity_multiple, "of invested capital", TIMES)
METRIC_SPELLING(equity_multiple, "multiple", WITH_IRR)
#endif

#ifdef METRIC_MODIFIER
METRIC_MODIFIER("levered", "levered")
METRIC_MODIFIER("leveraged", "levered")
METRIC_MODIFIER("unlevered", "unlevered")
METRIC_MODIFIER("unleveraged", "unlevered")
METRIC_MODIFIER("project", "project")
METRIC_MODIFIER("project level", "project")
METRIC_MODIFIER("going in", "going_in")
METRIC_MODIFIER("entry", "going_in")
METRIC_MODIFIER("acquisition", "going_in")
METRIC_MODIFIER("purchase", "going_in")
METRIC_MODIFIER("exit", "exit")
METRIC_MODIFIER("terminal", "exit")
METRIC_MODIFIER("reversion", "exit")
METRIC_MODIFIER("reversionary", "exit")
METRIC_MODIFIER("residual", "exit")
METRIC_MODIFIER("stabilized", "stabilized")
METRIC_MODIFIER("stabilised", "stabilized")
METRIC_MODIFIER("as stabilized", "stabilized")
METRIC_MODIFIER("in place", "in_place")
METRIC_MODIFIER("trailing", "trailing")
METRIC_MODIFIER("t-12", "trailing")
METRIC_MODIFIER("t12", "trailing")
METRIC_MODIFIER("ttm", "trailing")
METRIC_MODIFIER("forward", "forward")
METRIC_MODIFIER("net", "net")
METRIC_MODIFIER("gross", "gross")
METRIC_MODIFIER("sponsor", "sponsor")
METRIC_MODIFIER("gp", "gp")
METRIC_MODIFIER("lp", "lp")
METRIC_MODIFIER("fund", "fund")
METRIC_MODIFIER("fund level", "fund")
METRIC_MODIFIER("portfolio", "portfolio")
METRIC_MODIFIER("combined", "combined")
METRIC_MODIFIER("mezzanine", "mezzanine")
METRIC_MODIFIER("mezz", "mezzanine")
METRIC_MODIFIER("senior", "senior")
METRIC_MODIFIER("refinance", "refinance")
METRIC_MODIFIER("refinancing", "refinance")
METRIC_MODIFIER("nominal", "nominal")
METRIC_MODIFIER("real", "real")
METRIC_MODIFIER("after tax", "after_tax")
METRIC_MODIFIER("pre tax", "pre_tax")
METRIC_MODIFIER("interest only", "interest_only")
METRIC_MODIFIER("io", "interest_only")
METRIC_MODIFIER("amortizing", "amortizing")
METRIC_MODIFIER("tax adjusted", "tax_adjusted")
#endif

#ifdef METRIC_NAMED
METRIC_NAMED("noi", "NOI", "net operating income")
#endif
