/* ls-choices.c: where the loop of a player's recording chose otherwise than its preset
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-choices.h"

#include <glib/gi18n.h>

#include "ls-text.h"
#include "ls-trace-reader.h"

/* A loop starts after this many records at most: those that make the agents. */
#define MAX_BEFORE_START 256

/**
 * LsChoices:
 *
 * Finds the choices of a recorded loop that its preset would not have made, when nothing else is to be done, for all views of a
 * player at once. An engine always chooses as its preset says: of its runs nothing is read.
 */
struct _LsChoices
{
  GObject        parent_instance;

  LsPlayer      *player;       /* which owns this */
  LsTraceReader *reader;
  LsDepartures  *departures;
  GHashTable    *by_task;      /* index of a departure plus 1, by the task that ran */
  guint          n_known;      /* departures in @by_task */
};

enum
{
  SIGNAL_CHANGED,
  SIGNAL_FOUND,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LsChoices, ls_choices, G_TYPE_OBJECT)

static void
ls_choices_finalize (GObject *object)
{
  LsChoices *self = LS_CHOICES (object);

  g_clear_pointer (&self->reader, ls_trace_reader_free);
  g_clear_object (&self->departures);
  g_hash_table_unref (self->by_task);

  G_OBJECT_CLASS (ls_choices_parent_class)->finalize (object);
}

static void
ls_choices_class_init (LsChoicesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_choices_finalize;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", LS_TYPE_CHOICES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                          G_TYPE_BOOLEAN);
  signals[SIGNAL_FOUND] = g_signal_new ("found", LS_TYPE_CHOICES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ls_choices_init (LsChoices *self)
{
  self->by_task = g_hash_table_new (NULL, NULL);
}

/* Whether the trace is of something recorded, as its loop says when it starts. */
static gboolean
is_recorded (LsTrace *trace)
{
  const gsize start = ls_trace_get_start (trace);

  for (gsize i = start; i < MIN (ls_trace_get_length (trace), start + MAX_BEFORE_START); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_LOOP_STARTED)
        return (record.flags & LS_RECORD_FLAG_RECORDED) != 0;
    }
  return FALSE;
}

static gboolean
advance_cb (gsize    max_records,
            gpointer user_data)
{
  LsChoices *self = user_data;

  return is_recorded (ls_departures_get_trace (self->departures)) && ls_departures_advance (self->departures, max_records);
}

static void
changed_cb (gboolean is_new,
            gpointer user_data)
{
  LsChoices *self = user_data;
  const guint n_before = is_new ? 0 : self->n_known;

  if (is_new)
    {
      g_hash_table_remove_all (self->by_task);
      self->n_known = 0;
      g_clear_object (&self->departures);
      self->departures = ls_departures_new (ls_player_get_trace (self->player));
    }
  for (; self->n_known < ls_departures_get_n_kept (self->departures); self->n_known++)
    g_hash_table_insert (self->by_task, GUINT_TO_POINTER (ls_departures_get (self->departures, self->n_known)->chosen),
                         GUINT_TO_POINTER (self->n_known + 1));
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0, is_new);
  if (self->n_known > n_before)
    g_signal_emit (self, signals[SIGNAL_FOUND], 0);
}

/**
 * ls_choices_of:
 * @player: a player
 *
 * Returns: (transfer none): the choices in the player's trace, the same object each time; valid as long as @player
 */
LsChoices *
ls_choices_of (LsPlayer *player)
{
  LsChoices *self;

  g_return_val_if_fail (LS_IS_PLAYER (player), NULL);

  self = g_object_get_data (G_OBJECT (player), "ls-choices");
  if (self != NULL)
    return self;
  self = g_object_new (LS_TYPE_CHOICES, NULL);
  self->player = player;
  g_object_set_data_full (G_OBJECT (player), "ls-choices", self, g_object_unref);
  self->reader = ls_trace_reader_new (player, advance_cb, changed_cb, self);
  return self;
}

/**
 * ls_choices_get_departures:
 * @self: choices
 *
 * Returns: (transfer none): what is known so far of the player's present trace; valid until “changed” with another trace
 */
LsDepartures *
ls_choices_get_departures (LsChoices *self)
{
  g_return_val_if_fail (LS_IS_CHOICES (self), NULL);

  return self->departures;
}

/**
 * ls_choices_find_task:
 * @self: choices
 * @task: a task
 *
 * Returns: (transfer none) (nullable): the choice of this task, if it is known that the preset would not have made it; valid until
 *   “changed”
 */
const LsDeparture *
ls_choices_find_task (LsChoices *self,
                      guint32    task)
{
  guint index;

  g_return_val_if_fail (LS_IS_CHOICES (self), NULL);

  index = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_task, GUINT_TO_POINTER (task)));
  return index != 0 ? ls_departures_get (self->departures, index - 1) : NULL;
}

/**
 * ls_choices_describe:
 * @self: choices
 * @task: a task
 *
 * Returns: (transfer full) (nullable): sentences with both choices and the likely reason; %NULL if the preset would have chosen
 *   @task, too, or nobody knows
 */
char *
ls_choices_describe (LsChoices *self,
                     guint32    task)
{
  const LsDeparture *departure = ls_choices_find_task (self, task);
  g_autofree char *chosen = NULL, *expected = NULL;
  LsState *names;

  if (departure == NULL || departure->position < ls_player_get_start (self->player))
    return NULL;
  names = ls_player_get_names (self->player, departure->position);
  chosen = ls_text_format_task (names, departure->chosen);
  expected = ls_text_format_task (names, departure->expected);
  /* Translators: the task that ran, the one that the preset would have chosen, a sentence with the likely reason */
  return g_strdup_printf (_("The browser chose “%s”, the preset would have chosen “%s”. Likely reason: %s"), chosen, expected,
                          ls_departure_reason_get_sentence (departure->reason));
}
