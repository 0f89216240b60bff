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

/* ------------------------------------------------------- queue.c */

/* Forgets that this transaction enqueued the deal. */
extern void queue_forget(int64 deal_id);

#endif							/* SERVER_SERVER_H */
