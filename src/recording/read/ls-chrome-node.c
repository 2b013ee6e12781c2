/* ls-chrome-node.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-chrome-node-private.h"
#include "ls-chrome-number-private.h"

#define HOOKS "node.async_hooks"
#define CALLBACK "_CALLBACK"

/* 32 bytes each. */
#define MAX_NOTES 4000000

/* A phase of the loop, or a callback. */
typedef struct
{
  guint64 time;
  gsize index;
  guint32 thread;
  gboolean is_phase;
} Note;

struct _LsChromeNode
{
  LsRecordingBuilder *builder;
  GArray *notes;
};

static const LsChromeSpec resource = { NULL, LS_CHROME_ASYNC, LS_RECORDING_EVENT_RESOURCE, .is_node = TRUE };
static const LsChromeSpec callback = { NULL, LS_CHROME_ASYNC, LS_RECORDING_EVENT_RESOURCE_CALLBACK, .is_node = TRUE };

LsChromeNode *
ls_chrome_node_new (LsRecordingBuilder *builder)
{
  LsChromeNode *self = g_new0 (LsChromeNode, 1);

  self->builder = builder;
  self->notes = g_array_new (FALSE, FALSE, sizeof (Note));

  return self;
}

void
ls_chrome_node_free (LsChromeNode *self)
{
  g_array_unref (self->notes);
  g_free (self);
}

/* The type of a resource has no list: whatever is in the category is one. */
const LsChromeSpec *
ls_chrome_node_find_spec (const char     *name,
                          gsize           name_length,
                          const char     *category,
                          gsize           category_length,
                          LsChromePhases  phases)
{
  gsize length = strlen (CALLBACK);

  if (phases != LS_CHROME_ASYNC || memmem (category, category_length, HOOKS, strlen (HOOKS)) == NULL)
    return NULL;

  return name_length > length && memcmp (name + name_length - length, CALLBACK, length) == 0 ? &callback : &resource;
}

/* Sets what only events of Node.js have. */
void
ls_chrome_node_map (LsChromeNode     *self,
                    LsChromeEvent    *event,
                    LsRecordingEvent *made)
{
  gsize length = event->name_length;

  ls_recording_builder_set_format (self->builder, LS_RECORDING_FORMAT_NODE);
  if (made->kind == LS_RECORDING_EVENT_TASK)
    {
      /* A phase of the loop: what it is called says which callbacks it runs. */
      made->priority = LS_RECORDING_UNKNOWN;
      made->place = ls_recording_builder_intern (self->builder, event->name, (gssize) length);
      return;
    }

  if (made->kind == LS_RECORDING_EVENT_RESOURCE_CALLBACK)
    length -= strlen (CALLBACK);
  made->id = event->id;
  made->text = ls_recording_builder_intern (self->builder, event->name, (gssize) length);
  made->value = ls_chrome_saturate (ls_chrome_event_get_number (event, LS_CHROME_ARG_EXECUTION_ASYNC_ID));
  made->other = ls_chrome_saturate (ls_chrome_event_get_number (event, LS_CHROME_ARG_TRIGGER_ASYNC_ID));
}

/* An event has been added to the recording. */
void
ls_chrome_node_note (LsChromeNode           *self,
                     const LsRecordingEvent *made,
                     gsize                   index)
{
  Note note = { .time = made->time, .index = index, .thread = made->thread, .is_phase = made->kind == LS_RECORDING_EVENT_TASK };

  if (made->kind != LS_RECORDING_EVENT_RESOURCE && self->notes->len < MAX_NOTES)
    g_array_append_val (self->notes, note);
}

static int
compare_notes (gconstpointer a,
               gconstpointer b)
{
  const Note *x = a;
  const Note *y = b;

  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  if (x->time != y->time)
    return (gint64) x->time < (gint64) y->time ? -1 : 1;
  return x->is_phase == y->is_phase ? 0 : x->is_phase ? -1 : 1;
}

/* Whether a callback begins while the phase lasts. The next note is the next thing that begins on its thread. */
static gboolean
runs_something (LsChromeNode *self,
                guint         i)
{
  const Note *phase = &g_array_index (self->notes, Note, i);
  const LsRecordingEvent *event = ls_recording_builder_peek_event (self->builder, phase->index);
  const Note *next = i + 1 < self->notes->len ? &g_array_index (self->notes, Note, i + 1) : NULL;

  return next != NULL && !next->is_phase && next->thread == phase->thread && next->time - phase->time <= event->duration;
}

/* All events are there. A phase that runs no callback is no task. Returns whether the recording is one of Node.js. */
gboolean
ls_chrome_node_end (LsChromeNode *self)
{
  if (self->notes->len == 0)
    return FALSE;

  g_array_sort (self->notes, compare_notes);
  for (guint i = 0; i < self->notes->len; i++)
    if (g_array_index (self->notes, Note, i).is_phase && !runs_something (self, i))
      ls_recording_builder_peek_event (self->builder, g_array_index (self->notes, Note, i).index)->kind = LS_RECORDING_EVENT_NONE;

  ls_recording_builder_add_lack (self->builder, _("Node.js has no prioritised queues; its callbacks come from timers, immediates, "
                                                  "ticks, promises and the system."));
  ls_recording_builder_add_lack (self->builder, _("Node.js records neither the delays of timers nor the names of functions."));
  return TRUE;
}
