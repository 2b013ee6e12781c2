/* ls-chrome-events.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "ls-chrome-events-private.h"
#include "ls-chrome-map-private.h"
#include "ls-chrome-node-private.h"
#include "ls-chrome-number-private.h"
#include "ls-chrome-pages-private.h"
#include "ls-chrome-pairs-private.h"

/* Markers have room for that much of a hash. */
#define NAME_MASK ((1 << 24) - 1)

struct _LsChromeEvents
{
  LsRecordingBuilder *builder;
  LsChromePairs      *slices;    /* by thread */
  LsChromePairs      *async;     /* by id */
  LsChromePages      *pages;
  LsChromeNode       *node;
  LsChromeCounts      counts;
};

/* Prepares for the events of a file, which go to @builder. */
LsChromeEvents *
ls_chrome_events_new (LsRecordingBuilder *builder)
{
  LsChromeEvents *self = g_new0 (LsChromeEvents, 1);

  self->builder = builder;
  self->slices = ls_chrome_pairs_new ();
  self->async = ls_chrome_pairs_new ();
  self->pages = ls_chrome_pages_new (builder);
  self->node = ls_chrome_node_new (builder);

  return self;
}

void
ls_chrome_events_free (LsChromeEvents *self)
{
  ls_chrome_pairs_free (self->slices);
  ls_chrome_pairs_free (self->async);
  ls_chrome_pages_free (self->pages);
  ls_chrome_node_free (self->node);
  g_free (self);
}

/* One number for category, name and id, and the process if the id is its own. */
static guint64
make_key (const LsChromeEvent *event)
{
  guint64 key = ls_chrome_hash (event->id, event->category, event->category_length);

  key = ls_chrome_hash (key, event->name, event->name_length);
  if (event->id_scope == LS_CHROME_ID_LOCAL)
    key = ls_chrome_hash (key, (const char *) &event->pid, sizeof event->pid);

  return key;
}

/* Adds what there is to make of an event. Returns its index, or LS_CHROME_NO_EVENT. */
static guint32
add (LsChromeEvents     *self,
     LsChromeEvent      *event,
     const LsChromeSpec *spec,
     guint32             thread)
{
  gsize index = ls_recording_builder_get_n_events (self->builder);
  LsRecordingEvent made;

  if (!ls_chrome_map (self->builder, &self->counts, event, spec, thread, &made))
    return LS_CHROME_NO_EVENT;
  if (spec->is_node)
    ls_chrome_node_map (self->node, event, &made);

  ls_recording_builder_add (self->builder, &made);
  if (ls_recording_builder_get_n_events (self->builder) == index)
    return LS_CHROME_NO_EVENT;
  if (spec->is_node)
    ls_chrome_node_note (self->node, &made, index);
  return (guint32) index;
}

static void
add_slice (LsChromeEvents     *self,
           LsChromeEvent      *event,
           const LsChromeSpec *spec,
           guint32             thread)
{
  gboolean is_pair = event->phase == 'B' || event->phase == 'E';
  gboolean is_event = spec != NULL && spec->kind != LS_RECORDING_EVENT_NONE;
  LsChromeMarker marker = { .key = thread, .time = event->time, .event = LS_CHROME_NO_EVENT };

  if (event->phase != 'E' && is_event)
    marker.event = add (self, event, spec, thread);

  if (!is_pair)
    return;

  marker.name = event->name_length > 0 ? (ls_chrome_hash (1, event->name, event->name_length) | 1) & NAME_MASK : 0;
  if (event->phase == 'E')
    {
      marker.is_end = TRUE;
      marker.event = thread;
      marker.kind = is_event ? spec->kind : LS_RECORDING_EVENT_NONE;
      marker.is_inner = is_event && spec->is_inner;
    }
  ls_chrome_pairs_add (self->slices, &marker);
}

static void
add_async (LsChromeEvents     *self,
           LsChromeEvent      *event,
           const LsChromeSpec *spec,
           guint32             thread)
{
  LsChromeMarker marker = { .key = make_key (event), .name = 0, .time = event->time, .event = LS_CHROME_NO_EVENT };

  /* Each thread of Node.js counts its resources itself. */
  if (spec->is_node)
    marker.key = ls_chrome_hash (marker.key, (const char *) &thread, sizeof thread);

  if (event->phase == 'b' || event->phase == 'S')
    {
      marker.event = add (self, event, spec, thread);
      if (marker.event == LS_CHROME_NO_EVENT)
        return;
    }
  else
    {
      marker.is_end = TRUE;
      marker.event = thread;
      marker.kind = spec->kind;
    }
  ls_chrome_pairs_add (self->async, &marker);
}

static void
add_flow (LsChromeEvents *self,
          LsChromeEvent  *event,
          guint32         thread)
{
  ls_recording_builder_add (self->builder, &(LsRecordingEvent) {
    .time = (guint64) event->time,
    .id = make_key (event),
    .text = ls_recording_builder_intern (self->builder, event->name, event->name_length),
    .thread = thread,
    .kind = event->phase == 's' ? LS_RECORDING_EVENT_FLOW_BEGIN :
            event->phase == 't' ? LS_RECORDING_EVENT_FLOW_STEP : LS_RECORDING_EVENT_FLOW_END,
    .priority = LS_TASK_PRIORITY_NONE,
    .queue = LS_RECORDING_UNKNOWN,
  });
  self->counts.n_flows++;
}

/* Takes an event of the file, which may be any, and of which ls_chrome_find_spec() found @spec (nullable). */
void
ls_chrome_events_add_known (LsChromeEvents     *self,
                            LsChromeEvent      *event,
                            const LsChromeSpec *spec)
{
  LsChromePhases phases = ls_chrome_get_phases (event->phase);
  guint32 thread;

  if (!ls_chrome_spec_is_wanted (spec, event->phase))
    return;

  thread = event->phase == 'M' ? ls_recording_builder_know_thread (self->builder, event->pid, event->tid)
                               : ls_recording_builder_get_thread (self->builder, event->pid, event->tid);
  if (spec != NULL && spec->subject != LS_CHROME_SUBJECT_EVENT && event->phase != 'E')
    ls_chrome_pages_add (self->pages, event, spec->subject, thread);

  if (phases == LS_CHROME_SLICES || phases == LS_CHROME_INSTANTS)
    add_slice (self, event, spec, thread);
  else if (phases == LS_CHROME_ASYNC)
    add_async (self, event, spec, thread);
  else if (phases == LS_CHROME_FLOWS)
    add_flow (self, event, thread);
}

/* Says whether an event is worth to be read at all. */
gboolean
ls_chrome_events_wants (const char *name,
                        gsize       name_length,
                        const char *category,
                        gsize       category_length,
                        char        phase)
{
  return ls_chrome_spec_is_wanted (ls_chrome_find_spec (name, name_length, category, category_length, phase), phase);
}

/* Takes an event of the file, which may be any. */
void
ls_chrome_events_add (LsChromeEvents *self,
                      LsChromeEvent  *event)
{
  ls_chrome_events_add_known (self, event, ls_chrome_find_spec (event->name, event->name_length, event->category,
                                                                event->category_length, event->phase));
}

/* All events are there: pairs begins and ends, and says what the recording lacks.
 *
 * @has_ids: the file has ids of its own, each of which should be there once */
void
ls_chrome_events_end (LsChromeEvents *self,
                      gboolean        has_ids)
{
  guint64 n_within;
  guint64 n_without_end = ls_chrome_pairs_end (self->slices, self->builder, &n_within);

  if (n_without_end > 0)
    ls_recording_builder_complain (self->builder, ngettext ("%" PRIu64 " event has a beginning, but no end.",
                                                            "%" PRIu64 " events have beginnings, but no ends.", n_without_end),
                                   n_without_end);
  /* What is asynchronous may go on beyond the recording. */
  ls_chrome_pairs_end (self->async, self->builder, &n_within);
  if (has_ids)
    ls_chrome_check_ids (self->builder, n_within);
  ls_chrome_pages_end (self->pages);
  if (!ls_chrome_node_end (self->node))
    ls_chrome_list_lacks (self->builder, &self->counts);
}
