/* break-rules.h: breakpoints for tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "ls-break-rule.h"

#define ANY LS_TASK_PRIORITY_NONE
#define BG LS_TASK_PRIORITY_BACKGROUND
#define UV LS_TASK_PRIORITY_USER_VISIBLE
#define UB LS_TASK_PRIORITY_USER_BLOCKING

static inline LsBreakRule *
rule_of (LsBreakKind    kind,
         const char    *task,
         const char    *signal,
         LsTaskPriority priority)
{
  LsBreakRule *rule = ls_break_rule_new (kind);

  rule->task = g_strdup (task);
  rule->signal = g_strdup (signal);
  rule->priority = priority;
  return rule;
}

static inline LsBreakRule *
time_rule (LsBreakKind kind,
           guint64     time)
{
  LsBreakRule *rule = ls_break_rule_new (kind);

  rule->time = time;
  return rule;
}

static inline LsBreakRule *
length_rule (int            queue,
             guint32        count,
             const char    *signal,
             LsTaskPriority priority)
{
  LsBreakRule *rule = rule_of (LS_BREAK_QUEUE_LENGTH, NULL, signal, priority);

  rule->queue = queue;
  rule->count = count;
  return rule;
}
