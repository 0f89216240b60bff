/*
 * charttypelist.h
 *		The chart types, one line each.
 *
 *	CHART_TYPE(name, shape, rules, what a point is)
 *
 * shape	which members a point has:
 *	CATEGORY	x a label or number, y a number
 *	NUMBERS		x and y numbers
 *	BUBBLE		x and y numbers, size a number from 0
 *	SPAN		x a label or number; start and end both numbers or both days
 *	CELL		x and y labels or numbers, value a number
 *	RANGE		x a label or number; y, or low and high: numbers
 * rules	ONE_SERIES, EQUAL_LENGTHS of all series, NOT_NEGATIVE, KIND_PER_SERIES,
 *			RISING percentiles, UNIQUE labels in a series (another point would be
 *			drawn over it or onto it); 0 = none
 */
CHART_TYPE(bar, CATEGORY, UNIQUE, "a bar at x as high as y; series side by side")
CHART_TYPE(horizontal_bar, CATEGORY, UNIQUE, "a bar at x as long as y; series side by side")
CHART_TYPE(line, CATEGORY, 0, "a point of the line that its series is")
CHART_TYPE(pie, CATEGORY, ONE_SERIES | NOT_NEGATIVE | UNIQUE, "a slice named x in proportion to y")
CHART_TYPE(donut, CATEGORY, ONE_SERIES | NOT_NEGATIVE | UNIQUE, "a slice named x in proportion to y")
CHART_TYPE(stacked_bar, CATEGORY, EQUAL_LENGTHS | UNIQUE, "a part as high as y of the bar at x")
CHART_TYPE(horizontal_stacked_bar, CATEGORY, EQUAL_LENGTHS | UNIQUE, "a part as long as y of the bar at x")
CHART_TYPE(scatter, NUMBERS, 0, "a dot at x, y; label names it")
CHART_TYPE(area, CATEGORY, 0, "a point of the upper edge of its series")
CHART_TYPE(stacked_area, CATEGORY, EQUAL_LENGTHS | UNIQUE, "a point of its series, stacked on those before")
CHART_TYPE(waterfall, CATEGORY, ONE_SERIES | UNIQUE, "a step from the running total by y; with total true, a bar from 0 to y")
CHART_TYPE(heatmap, CELL, UNIQUE, "a cell in column x and row y, coloured by value")
CHART_TYPE(combo, CATEGORY, KIND_PER_SERIES | UNIQUE, "a point of its series, whose kind is bar, line or area and whose axis left or right")
CHART_TYPE(bubble, BUBBLE, 0, "a circle at x, y with an area in proportion to size; label names it")
CHART_TYPE(gantt, SPAN, 0, "a task x from start to end, numbers or days like 2026-06-30")
CHART_TYPE(tornado, RANGE, EQUAL_LENGTHS | UNIQUE, "a driver x: one bar from low to high, or the effect y with a series for each side")
CHART_TYPE(comparison, CATEGORY, EQUAL_LENGTHS | UNIQUE, "a labelled bar at x as high as y; series side by side")
CHART_TYPE(outcome_distribution, CATEGORY, RISING | UNIQUE, "an outcome y at a percentile x: P5, P50, P95")
CHART_TYPE(capital_stack, CATEGORY, NOT_NEGATIVE | UNIQUE, "a layer x of amount y, from the bottom up; a column for each series")
