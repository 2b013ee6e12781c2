/* ls-break-match-agents.c: whether breakpoints about agents and shared memory stop after a record
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-break-matcher-private.h"

#include <string.h>

/* What has no name is called by its number. */
static gboolean
match_named (LsBreakMatcher *self,
             LsBreakCache   *cache,
             const char     *pattern,
             const guint32  *name,
             guint32         id,
             const char     *fallback)
{
  char number[12];

  if (pattern == NULL || *pattern == '\0')
    return TRUE;
  if (name != NULL && *name != 0)
    return ls_break_matcher_match_name (self, cache, pattern, *name);
  g_snprintf (number, sizeof number, "%u", id);
  return ls_break_pattern_match (pattern, fallback != NULL ? fallback : number);
}

gboolean
ls_break_matcher_match_agent (LsBreakMatcher *self,
                              LsBreakMatched *matched,
                              guint32         agent)
{
  return match_named (self, &matched->agent, matched->rule->agent, ls_id_map_get (&self->tracker.agents, agent), agent,
                      agent == 1 ? "main" : NULL);
}

static gboolean
match_place (LsBreakMatcher *self,
             LsBreakMatched *matched,
             guint32         memory,
             guint32         index)
{
  return (matched->rule->index == LS_BREAK_INDEX_ANY || matched->rule->index == index) &&
         match_named (self, &matched->memory, matched->rule->memory, ls_id_map_get (&self->tracker.memories, memory), memory,
                      NULL);
}

static guint32
get_index (const LsRecord *record,
           guint32         byte_index)
{
  return record->queue < LS_N_ELEMENT_TYPES ? byte_index >> (record->queue / 2) : byte_index;
}

/* Reads from the text of a record what an element is after an operation, and whether the operation changed it. */
static const char *
get_value (LsBreakMatcher *self,
           const LsRecord *record,
           gboolean       *is_other)
{
  const char *text = record->text != 0 ? ls_trace_get_text (self->trace, record->text) : NULL;
  const char *value = text != NULL ? strrchr (text, ' ') : NULL;
  const char *was = text != NULL ? strstr (text, ": was ") : NULL;

  *is_other = FALSE;
  if (value == NULL || was == NULL || was >= value)
    return NULL;
  value++;
  was += strlen (": was ");
  *is_other = strncmp (was, value, strlen (value)) != 0 || was[strlen (value)] != ',';
  return value;
}

static void
match_memory (LsBreakMatcher *self,
              const LsRecord *record)
{
  GPtrArray *rules = self->by_kind[LS_BREAK_MEMORY];
  const guint32 agent = ls_break_tracker_get_agent (&self->tracker);
  gboolean is_other;
  const char *value;

  if (rules->len == 0 || !(record->flags & LS_RECORD_FLAG_WROTE))
    return;
  value = get_value (self, record, &is_other);
  if (!is_other)
    return;
  for (guint i = 0; i < rules->len; i++)
    {
      LsBreakMatched *matched = g_ptr_array_index (rules, i);
      const char *wanted = matched->rule->value;

      if ((wanted == NULL || *wanted == '\0' || g_str_equal (wanted, value)) &&
          match_place (self, matched, record->subject, get_index (record, record->object)) &&
          ls_break_matcher_match_agent (self, matched, agent))
        ls_break_matcher_hit (self, matched, agent, LS_BREAK_QUEUE_ANY);
    }
}

static void
match_kind (LsBreakMatcher *self,
            LsBreakKind     kind,
            guint32         agent,
            guint32         memory,
            guint32         index)
{
  for (guint i = 0; i < self->by_kind[kind]->len; i++)
    {
      LsBreakMatched *matched = g_ptr_array_index (self->by_kind[kind], i);

      if ((kind == LS_BREAK_AGENT_RUN || match_place (self, matched, memory, index)) &&
          ls_break_matcher_match_agent (self, matched, agent))
        ls_break_matcher_hit (self, matched, agent, LS_BREAK_QUEUE_ANY);
    }
}

/* Looks for breakpoints about agents and memory that stop after @record, which the tracker has read. */
void
ls_break_matcher_match_agents (LsBreakMatcher *self,
                               const LsRecord *record)
{
  const guint32 agent = ls_break_tracker_get_agent (&self->tracker);
  const LsBreakWaiter *waiter;

  if (self->tracker.has_gone_on)
    match_kind (self, LS_BREAK_AGENT_RUN, agent, 0, 0);
  switch (record->kind)
    {
    case LS_RECORD_WAITER_ADDED:
      match_kind (self, LS_BREAK_AGENT_WAIT, agent, record->object, get_index (record, record->value));
      break;
    case LS_RECORD_WAITER_REMOVED:
      waiter = record->level == 0 ? ls_id_map_get (&self->tracker.waiters, record->subject) : NULL;
      if (waiter != NULL)
        match_kind (self, LS_BREAK_AGENT_NOTIFIED, waiter->agent, waiter->memory, waiter->index);
      break;
    case LS_RECORD_ATOMIC_OPERATION:
      match_memory (self, record);
      if (record->flags & LS_RECORD_FLAG_LOCKED)
        match_kind (self, LS_BREAK_LOCK, agent, record->subject, get_index (record, record->object));
      break;
    default:
      break;
    }
}
