/*
 * markers_internal.h
 *		What the files of markers/ share with nobody else: the readers of ids.
 */
#ifndef MARKERS_INTERNAL_H
#define MARKERS_INTERNAL_H

#include "markers/markers.h"

#define MAX_SRC_ID		2147483647
#endif							/* MARKERS_INTERNAL_H */
