/* ls-story-slices.c: the agents of a story, their slices, and how many tasks wait
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-story-teller-private.h"

const char *
ls_story_get_text (LsStory *self,
                   guint32  text)
{
  return ls_trace_get_text (self->trace, text);
}

/* Agents */

LsStoryAgent *
ls_story_know_agent (LsStory *self,
                     guint32  id)
{
  LsStoryAgent **found = ls_id_map_get (&self->agents, id);
  LsStoryAgent *agent;

  if (found != NULL)
    return *found;
  agent = g_new0 (LsStoryAgent, 1);
  *(LsStoryAgent **) ls_id_map_add (&self->agents, id) = agent;
  return agent;
}

void
ls_story_show_agent (LsStory *self,
                     guint32  id)
{
  self->agent = ls_story_know_agent (self, id);
  self->agent_id = id;
}

LsStoryEvent
ls_story_make_event (LsStory          *self,
                     LsStoryEventKind  kind)
{
  return (LsStoryEvent) { .kind = kind, .agent = self->agent_id, .time = self->last, .priority = LS_TASK_PRIORITY_NONE };
}

void
ls_story_tell_event (LsStory            *self,
                     const LsStoryEvent *event)
{
  self->listener->event (self->data, event);
}

/* Slices */

void
ls_story_tell_pending (LsStory *self)
{
  LsStoryAgent *agent = self->agent;

  if (!agent->is_pending)
    return;
  agent->is_pending = FALSE;
  ls_story_tell_event (self, &agent->open[agent->depth - 1]);
}

/* Begins a slice. It is told with the next record of the agent. */
LsStoryEvent *
ls_story_begin_slice (LsStory      *self,
                      LsStorySlice  slice)
{
  LsStoryAgent *agent = self->agent;

  ls_story_tell_pending (self);
  if (++agent->depth > LS_STORY_MAX_DEPTH)
    return NULL;
  agent->open[agent->depth - 1] = ls_story_make_event (self, LS_STORY_BEGIN);
  agent->open[agent->depth - 1].slice = slice;
  agent->is_pending = TRUE;
  return &agent->open[agent->depth - 1];
}

static void
end_slice (LsStory *self)
{
  LsStoryAgent *agent = self->agent;
  LsStoryEvent event;

  ls_story_tell_pending (self);
  if (agent->depth == 0 || --agent->depth >= LS_STORY_MAX_DEPTH)
    return;
  event = agent->open[agent->depth];
  event.kind = LS_STORY_END;
  event.since = event.time;
  event.time = self->last;
  event.flow = 0;
  ls_story_tell_event (self, &event);
}

/* Ends all slices down to the innermost of this kind. Does nothing where there is none. */
void
ls_story_end_slices_to (LsStory      *self,
                        LsStorySlice  slice)
{
  LsStoryAgent *agent = self->agent;
  guint depth = MIN (agent->depth, LS_STORY_MAX_DEPTH);

  while (depth > 0 && agent->open[depth - 1].slice != slice)
    depth--;
  while (depth > 0 && agent->depth >= depth)
    end_slice (self);
}

static gboolean
is_callback (LsStorySlice slice)
{
  return slice != LS_STORY_SLICE_TURN && slice != LS_STORY_SLICE_MICROTASK && slice != LS_STORY_SLICE_EVENT;
}

void
ls_story_end_callback (LsStory *self)
{
  LsStoryAgent *agent = self->agent;

  for (guint depth = MIN (agent->depth, LS_STORY_MAX_DEPTH); depth > 0; depth--)
    if (is_callback (agent->open[depth - 1].slice))
      {
        ls_story_end_slices_to (self, agent->open[depth - 1].slice);
        return;
      }
}

/* Counts */

void
ls_story_change_count (LsStory *self,
                       guint32  id,
                       guint    count,
                       gint     by)
{
  LsStoryAgent *agent;

  if (count >= LS_N_STORY_COUNTS)
    return;
  agent = ls_story_know_agent (self, id);
  if (by < 0 && agent->counts[count] < (guint) -by)
    agent->counts[count] = 0;
  else
    agent->counts[count] += by;
  agent->counts_changed = TRUE;
}
