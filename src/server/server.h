/*
 * server.h
 *		What SQL calls: functions, triggers, the queue.
 *
 * Example: memo_finalize() checks its arguments, loads, runs the engine, saves.
 *
 * Owns: memory contexts of a call.
 * Never knows: how others do their work; it is thin.
 */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "base/base.h"

/* -------------------------------------------------------- finalize.c */

extern bool notify_enabled;		/* memocite.notify */

/* -------------------------------------------------------- triggers.c */

extern bool is_restoring;		/* memocite.restoring: rows are as they were stored */

/* ----------------------------------------------------------- queue.c */

/* Forgets that this transaction enqueued the deal. */
extern void queue_forget(int64 deal_id);

#endif							/* SERVER_SERVER_H */
