/* ls-chrome-node.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <string.h>

#include "ls-chrome-node-private.h"
#include "ls-chrome-number-private.h"
#include "ls-recording-sort-private.h"

#define HOOKS "node.async_hooks"
#define CALLBACK "_CALLBACK"

struct _LsChromeNode
{
  LsRecordingBuilder *builder;
  GArray *notes;   /* guint32: phases of the loop and callbacks, as their numbers in the builder */
};

static const LsChromeSpec resource = { NULL, LS_CHROME_ASYNC, LS_RECORDING_EVENT_RESOURCE, .is_node = TRUE };
static const LsChromeSpec callback = { NULL, LS_CHROME_ASYNC, LS_RECORDING_EVENT_RESOURCE_CALLBACK, .is_node = TRUE };

LsChromeNode *
ls_chrome_node_new (LsRecordingBuilder *builder)
{
  LsChromeNode *self = g_new0 (LsChromeNode, 1);

  self->builder = builder;
  self->notes = g_array_new (FALSE, FALSE, sizeof (guint32));

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
  guint32 note = (guint32) index;

  if (made->kind != LS_RECORDING_EVENT_RESOURCE)
    g_array_append_val (self->notes, note);
}

/* An event that has been found to be no task is a phase still. */
static gboolean
is_phase (const LsRecordingEvent *event)
{
  return event->kind != LS_RECORDING_EVENT_RESOURCE_CALLBACK;
}

static int
compare_notes (gconstpointer a,
               gconstpointer b,
               gpointer      user_data)
{
  LsRecordingBuilder *builder = user_data;
  const LsRecordingEvent *x = ls_recording_builder_peek_event (builder, *(const guint32 *) a);
  const LsRecordingEvent *y = ls_recording_builder_peek_event (builder, *(const guint32 *) b);

  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  if (x->time != y->time)
    return (gint64) x->time < (gint64) y->time ? -1 : 1;
  return is_phase (x) == is_phase (y) ? 0 : is_phase (x) ? -1 : 1;
}

static LsRecordingEvent *
get_noted (LsChromeNode *self,
           guint         i)
{
  return ls_recording_builder_peek_event (self->builder, g_array_index (self->notes, guint32, i));
}

/* Whether a callback begins while the phase lasts. The next note is the next thing that begins on its thread. */
static gboolean
runs_something (LsChromeNode *self,
                guint         i)
{
  const LsRecordingEvent *phase = get_noted (self, i);
  const LsRecordingEvent *next = i + 1 < self->notes->len ? get_noted (self, i + 1) : NULL;

  return next != NULL && !is_phase (next) && next->thread == phase->thread && next->time - phase->time <= phase->duration;
}

/* All events are there. A phase that runs no callback is no task. Returns whether the recording is one of Node.js. */
gboolean
ls_chrome_node_end (LsChromeNode *self)
{
  if (self->notes->len == 0)
    return FALSE;

  ls_recording_sort (self->notes->data, self->notes->len, sizeof (guint32), compare_notes, self->builder);
  for (guint i = 0; i < self->notes->len; i++)
    if (is_phase (get_noted (self, i)) && !runs_something (self, i))
      get_noted (self, i)->kind = LS_RECORDING_EVENT_NONE;

  ls_recording_builder_add_lack (self->builder, _("Node.js has no prioritised queues; its callbacks come from timers, immediates, "
                                                  "ticks, promises and the system."));
  ls_recording_builder_add_lack (self->builder, _("Node.js records neither the delays of timers nor the names of functions."));
  return TRUE;
}
