/* ls-departures-text.c: departures as text and as JSON
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-departures.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "ls-json-writer-private.h"
#include "ls-trace-names-private.h"

static const struct
{
  const char *name;
  const char *sentence;
} reasons[LS_N_DEPARTURE_REASONS] = {
  [LS_DEPARTURE_PRIORITY_CHANGE] = {
    "priority-change", N_("A priority changed while the task waited, and the recording does not say when."),
  },
  [LS_DEPARTURE_DELAY_LATE] = {
    "delay-late", N_("The delay of the expected task had just ended: browsers notice that up to 3 ms late."),
  },
  [LS_DEPARTURE_JUST_QUEUED] = {
    "just-queued", N_("The expected task was queued less than 1 ms before: the browser may have chosen already."),
  },
  [LS_DEPARTURE_ANTI_STARVATION] = {
    "anti-starvation", N_("Delayed and immediate work of the same rank take turns."),
  },
  [LS_DEPARTURE_FRAME] = {
    "frame", N_("Browsers raise frames that have waited long, or that follow input."),
  },
  [LS_DEPARTURE_RANK] = {
    "rank", N_("The recording gives the queue a different rank from the preset's table."),
  },
  [LS_DEPARTURE_IDLE_PERIOD] = {
    "idle-period", N_("The browser had reserved time for idle work."),
  },
  [LS_DEPARTURE_INTERNAL] = {
    "internal", N_("The browser ran an internal task: the recording lacks its delay and rank."),
  },
  [LS_DEPARTURE_OTHER] = {
    "other", N_("No likely reason is known."),
  },
};

/**
 * ls_departure_reason_to_string:
 * @reason: a likely reason
 *
 * Gets the name of a likely reason.
 *
 * Returns: (transfer none): its name in JSON, stable over releases
 */
const char *
ls_departure_reason_to_string (LsDepartureReason reason)
{
  return (guint) reason < LS_N_DEPARTURE_REASONS ? reasons[reason].name : "unknown";
}

/**
 * ls_departure_reason_get_sentence:
 * @reason: a likely reason
 *
 * Says a likely reason in a sentence.
 *
 * Returns: (transfer none): a sentence for people
 */
const char *
ls_departure_reason_get_sentence (LsDepartureReason reason)
{
  g_return_val_if_fail ((guint) reason < LS_N_DEPARTURE_REASONS, NULL);

  return _(reasons[reason].sentence);
}

/* Whether the queue of the task that was selected at @position follows from what it did. */
static gboolean
is_chosen_inferred (LsTrace *trace,
                    gsize    position,
                    guint32  id)
{
  LsRecord record = { 0 };

  /* A record before may say that its queue had another rank for this choice. */
  for (guint i = 0; i < 2 && position + i < ls_trace_get_length (trace) && record.kind != LS_RECORD_TASK_SELECTED; i++)
    ls_trace_get_record (trace, position + i, &record);
  return record.kind == LS_RECORD_TASK_SELECTED && record.subject == id && record.clause == LS_CLAUSE_INFERRED_QUEUE;
}

/* Says that the queue of a task, and so its rank, follows from what it did. */
static void
append_inferred (GString           *text,
                 LsState           *state,
                 const LsDeparture *departure,
                 guint32            id)
{
  g_autofree char *name = NULL;

  if (!ls_state_infers_queue (state, id) && !is_chosen_inferred (ls_state_get_trace (state), departure->position, id))
    return;
  name = ls_names_say_numbered (state, id);
  /* Translators: a task */
  g_string_append_c (text, ' ');
  g_string_append_printf (text, _("The queue of %s is inferred from what it did."), name);
}

static char *
make_sentence (LsState           *state,
               const LsDeparture *departure)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *chosen = NULL, *expected = NULL, *time = NULL, *rank = NULL, *expected_rank = NULL;

  ls_state_seek (state, departure->position);
  chosen = ls_names_say_numbered (state, departure->chosen);
  expected = ls_names_say_numbered (state, departure->expected);
  time = ls_names_say_duration (departure->time);
  rank = ls_names_say_rank (state, departure->chosen_rank);
  expected_rank = ls_names_say_rank (state, departure->expected_rank);
  if (ls_state_is_of_glib (state))
    /* Translators: a source of GLib, a time, another source */
    g_string_printf (text, _("%s was dispatched at %s; by GLib's rule, %s would have been first."), chosen, time, expected);
  else if (departure->chosen_rank == departure->expected_rank)
    /* Translators: a task, a time, another task, the rank of both */
    g_string_printf (text, _("%s ran at %s; by the preset, %s would have run first (both have %s)."), chosen, time, expected, rank);
  else
    /* Translators: a task, its rank, a time, another task, its rank */
    g_string_printf (text, _("%s of %s ran at %s; by the preset, %s of %s would have run first."), chosen, rank, time, expected,
                     expected_rank);
  ls_names_capitalize (text, 0);
  append_inferred (text, state, departure, departure->chosen);
  append_inferred (text, state, departure, departure->expected);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * ls_departures_get_sentence:
 * @self: departures
 * @index: less than ls_departures_get_n_kept()
 *
 * Gets a sentence that says what ran, and what the preset would have chosen.
 *
 * Returns: (transfer full) (nullable): a sentence that says what ran, and what the preset would have chosen
 */
char *
ls_departures_get_sentence (LsDepartures *self,
                            guint         index)
{
  g_autoptr (LsState) state = NULL;
  const LsDeparture *departure;

  g_return_val_if_fail (LS_IS_DEPARTURES (self), NULL);

  departure = ls_departures_get (self, index);
  if (departure == NULL)
    return NULL;
  state = ls_state_new (ls_departures_get_trace (self));
  return make_sentence (state, departure);
}

static void
append_table (LsDepartures *self,
              GString      *text)
{
  for (guint i = 0; i < LS_N_DEPARTURE_REASONS; i++)
    if (ls_departures_get_n_of_reason (self, i) > 0)
      g_string_append_printf (text, "%8" PRIu64 "  %-16s  %s\n", ls_departures_get_n_of_reason (self, i),
                              ls_departure_reason_to_string (i), ls_departure_reason_get_sentence (i));
}

static void
append_counts (LsDepartures *self,
               GString      *text)
{
  const guint64 n_choices = ls_departures_get_n_choices (self), n_unknown = ls_departures_get_n_unknown (self);
  const guint64 n_departures = ls_departures_get_n_departures (self);

  g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE,
                                             "%" PRIu64 " time, the loop selected a task while it could have selected another "
                                             "one.\n",
                                             "%" PRIu64 " times, the loop selected a task while it could have selected another "
                                             "one.\n", n_choices),
                          n_choices);
  g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE,
                                             "%" PRIu64 " time, the preset would have chosen another task.\n",
                                             "%" PRIu64 " times, the preset would have chosen another task.\n", n_departures),
                          n_departures);
  if (n_unknown > 0)
    g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE,
                                               "%" PRIu64 " time, the recording does not say enough about what waited.\n",
                                               "%" PRIu64 " times, the recording does not say enough about what waited.\n", n_unknown),
                            n_unknown);
}

static void
append_counts_of_sources (LsDepartures *self,
                          GString      *text)
{
  const guint64 n_choices = ls_departures_get_n_choices (self), n_unknown = ls_departures_get_n_unknown (self);
  const guint64 n_departures = ls_departures_get_n_departures (self);

  g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " source was dispatched while another one waited.\n",
                                             "%" PRIu64 " sources were dispatched while others waited.\n", n_choices), n_choices);
  g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, "%" PRIu64 " time, GLib's rule would have chosen another one.\n",
                                             "%" PRIu64 " times, GLib's rule would have chosen another one.\n", n_departures), n_departures);
  if (n_unknown > 0)
    g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE,
                                               "%" PRIu64 " time, the recording does not say whether the other one was ready in time.\n",
                                               "%" PRIu64 " times, the recording does not say whether the other one was ready in time.\n",
                                               n_unknown), n_unknown);
}

/**
 * ls_departures_to_text:
 * @self: departures
 *
 * How many choices there were, a table of reasons, and a line for each departure that is kept.
 *
 * Returns: (transfer full): lines, each with a line feed
 */
char *
ls_departures_to_text (LsDepartures *self)
{
  GString *text = g_string_new (NULL);
  g_autoptr (LsState) state = NULL;

  g_return_val_if_fail (LS_IS_DEPARTURES (self), g_string_free (text, FALSE));

  state = ls_state_new (ls_departures_get_trace (self));
  ls_state_seek (state, G_MAXSIZE);
  if (ls_state_is_of_glib (state))
    append_counts_of_sources (self, text);
  else
    append_counts (self, text);
  append_table (self, text);
  for (guint i = 0; i < ls_departures_get_n_kept (self); i++)
    {
      const LsDeparture *departure = ls_departures_get (self, i);
      g_autofree char *sentence = make_sentence (state, departure);

      g_string_append_printf (text, "%s\n    %s\n", sentence, ls_departure_reason_get_sentence (departure->reason));
    }
  return g_string_free (text, FALSE);
}

static void
append_task (LsJsonWriter *json,
             const char   *name,
             LsState      *state,
             guint32       id,
             guint         rank)
{
  const LsTaskState *task = ls_state_get_task (state, id);

  ls_json_begin (json, name, '{', FALSE);
  ls_json_int (json, "task", id);
  ls_json_string (json, "name", task != NULL ? ls_trace_get_text (ls_state_get_trace (state), task->name) : NULL);
  ls_json_string (json, "queue", task != NULL ? ls_queue_type_to_string (task->queue_type) : NULL);
  ls_json_int (json, "rank", rank);
  ls_json_end (json, '}');
}

/**
 * ls_departures_to_json:
 * @self: departures
 *
 * An object with choices, departures and unknown (how many), reasons (an object with a number for each of
 * ls_departure_reason_to_string()) and list: an array with an object for each departure that is kept: position, time
 * (milliseconds), agent, chosen and expected (objects with task, name, queue and rank), reason and text.
 *
 * Returns: (transfer full): JSON, with a line for each departure, without a line feed at the end
 */
char *
ls_departures_to_json (LsDepartures *self)
{
  g_autoptr (LsState) state = NULL;
  LsJsonWriter json;

  g_return_val_if_fail (LS_IS_DEPARTURES (self), NULL);

  state = ls_state_new (ls_departures_get_trace (self));
  ls_json_writer_init (&json);
  ls_json_begin (&json, NULL, '{', TRUE);
  ls_json_int (&json, "choices", ls_departures_get_n_choices (self));
  ls_json_int (&json, "departures", ls_departures_get_n_departures (self));
  ls_json_int (&json, "unknown", ls_departures_get_n_unknown (self));
  ls_json_begin (&json, "reasons", '{', FALSE);
  for (guint i = 0; i < LS_N_DEPARTURE_REASONS; i++)
    ls_json_int (&json, ls_departure_reason_to_string (i), ls_departures_get_n_of_reason (self, i));
  ls_json_end (&json, '}');
  ls_json_begin (&json, "list", '[', TRUE);
  for (guint i = 0; i < ls_departures_get_n_kept (self); i++)
    {
      const LsDeparture *departure = ls_departures_get (self, i);
      g_autofree char *sentence = make_sentence (state, departure);

      ls_json_begin (&json, NULL, '{', FALSE);
      ls_json_int (&json, "position", departure->position);
      ls_json_time (&json, "time", departure->time);
      ls_json_int (&json, "agent", departure->agent);
      append_task (&json, "chosen", state, departure->chosen, departure->chosen_rank);
      append_task (&json, "expected", state, departure->expected, departure->expected_rank);
      ls_json_string (&json, "reason", ls_departure_reason_to_string (departure->reason));
      ls_json_string (&json, "text", sentence);
      ls_json_end (&json, '}');
    }
  ls_json_end (&json, ']');
  ls_json_end (&json, '}');
  return ls_json_writer_finish (&json);
}
