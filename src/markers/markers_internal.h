/*
 * markers_internal.h
 *		What the files of markers/ share with nobody else: the readers of ids and places.
 */
#ifndef MARKERS_INTERNAL_H
#define MARKERS_INTERNAL_H

#include "markers/markers.h"

#define MAX_SRC_ID		2147483647
/* --------------------------------------------------------- locator.c */

/* The byte after the (folded) name that a text begins with, quoted or emphasized, -1 = it does not.
 */
extern int	locator_name_end(Slice text, Slice name);

#define LONGEST_PLACE	120			/* bytes beside a name */

#endif							/* MARKERS_INTERNAL_H */
