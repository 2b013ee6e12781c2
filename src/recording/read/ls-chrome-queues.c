/* ls-chrome-queues.c: the names of Chromium's queues and of their priorities
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-chrome-events-private.h"

#define MAX_NAME 64

/* Chromium's order (task_priority.h): 0 goes first. */
static const char *const ranks[] = {
  "CONTROL_PRIORITY",
  "HIGHEST_PRIORITY",
  "EXTREMELY_HIGH_PRIORITY",
  "VERY_HIGH_PRIORITY",
  "HIGH_PRIORITY_CONTINUATION",
  "HIGH_PRIORITY",
  "NORMAL_PRIORITY_CONTINUATION",
  "NORMAL_PRIORITY",
  "LOW_PRIORITY_CONTINUATION",
  "LOW_PRIORITY",
  "BEST_EFFORT_PRIORITY",
};

/* Finds the queue that is called @name in a recording, such as "FRAME_THROTTLEABLE_TQ" or "WORKER_WEB_SCHEDULING_TQ". Returns
 * LS_RECORDING_UNKNOWN for other names: there are queues of the browser's own. */
guint8
ls_chrome_queue_from_name (const char *name,
                           gsize       length)
{
  static const char *const prefixes[] = { "worker-", "subthread-" };
  g_autofree char *frame = NULL;
  char copy[MAX_NAME + 1];
  char *queue = copy;
  LsQueueType type;

  if (length == 0 || length > MAX_NAME)
    return LS_RECORDING_UNKNOWN;

  for (gsize i = 0; i < length; i++)
    copy[i] = name[i] == '_' ? '-' : g_ascii_tolower (name[i]);
  copy[length] = '\0';
  if (g_str_has_suffix (queue, "-tq"))
    copy[length - strlen ("-tq")] = '\0';

  for (guint i = 0; i < G_N_ELEMENTS (prefixes); i++)
    if (g_str_has_prefix (queue, prefixes[i]))
      {
        queue += strlen (prefixes[i]);
        break;
      }

  if (ls_queue_type_from_string (queue, &type))
    return type;
  if (g_str_has_prefix (queue, "v8-"))
    return LS_QUEUE_TYPE_V8;

  /* Workers have no frames, so their queues lack the word. */
  frame = g_strconcat ("frame-", queue, NULL);
  return queue != copy && ls_queue_type_from_string (frame, &type) ? type : LS_RECORDING_UNKNOWN;
}

/* Finds the rank of a queue's priority by its name, such as "NORMAL_PRIORITY": 0 goes first. Returns LS_RECORDING_UNKNOWN for others. */
guint8
ls_chrome_rank_from_name (const char *name,
                          gsize       length)
{
  for (guint i = 0; i < G_N_ELEMENTS (ranks); i++)
    if (strlen (ranks[i]) == length && memcmp (ranks[i], name, length) == 0)
      return i;

  return LS_RECORDING_UNKNOWN;
}
