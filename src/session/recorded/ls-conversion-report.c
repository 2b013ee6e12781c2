/* ls-conversion-report.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-conversion-report-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "ls-break-rule.h"

#define N_SHOWN 4   /* names */

/**
 * LsConversionReport:
 *
 * What became of the changes that [struct@ConversionOptions] ask for: which of them fit no task of the recording, how many tasks
 * yield, and what no yield could cut. It can be used from one thread at a time.
 */

/* Which tasks a pattern fits. */
typedef struct
{
  guint n_fitting;
  guint n_posted;     /* by postTask() */
} Fit;

static Fit
count_fitting (LsRecordedThread *thread,
               const char       *pattern)
{
  Fit fit = { 0 };

  for (guint32 i = 0; i < thread->units->len; i++)
    {
      const LsRecordedUnit *unit = ls_recorded_unit (thread, i);

      if (!ls_break_pattern_match (pattern, ls_recorded_get_name (thread, i)))
        continue;
      fit.n_fitting++;
      if (unit->kind == LS_UNIT_TASK && unit->item != LS_RECORDED_NONE)
        fit.n_posted++;
    }

  return fit;
}

/* What entries of the options are. */
typedef enum
{
  ENTRY_PRIORITY,   /* a rule: a pattern and a priority */
  ENTRY_YIELD,      /* a rule: a pattern and a time */
  ENTRY_PATTERN
} Entry;

static void
check_patterns (LsRecordedThread   *thread,
                const char *const  *entries,
                Entry               kind,
                GStrvBuilder       *warnings)
{
  for (; entries != NULL && *entries != NULL; entries++)
    {
      g_autofree char *pattern = kind == ENTRY_PATTERN ? g_strdup (*entries) : ls_conversion_dup_pattern (*entries);
      const Fit fit = count_fitting (thread, pattern);
      g_autofree char *text = NULL;

      if (fit.n_fitting == 0)
        text = g_strdup_printf (_("No task in the recording has a name that matches “%s”: nothing changes."), pattern);
      else if (kind == ENTRY_PRIORITY && fit.n_posted == 0)
        text = g_strdup_printf (_("No task whose name matches “%s” was posted with a priority: nothing changes."), pattern);
      if (text != NULL)
        g_strv_builder_add (warnings, text);
    }
}

/* Returns (transfer full) a report on options that the program of a thread has not been written with yet. */
LsConversionReport *
ls_conversion_report_new (LsRecordedThread          *thread,
                          const LsConversionOptions *options)
{
  g_autoptr (GStrvBuilder) warnings = g_strv_builder_new ();
  LsConversionReport *self = g_new0 (LsConversionReport, 1);

  check_patterns (thread, options->priorities, ENTRY_PRIORITY, warnings);
  check_patterns (thread, options->yields, ENTRY_YIELD, warnings);
  check_patterns (thread, options->without, ENTRY_PATTERN, warnings);
  self->warnings = g_strv_builder_end (warnings);
  for (guint i = 0; i < LS_N_UNCUT; i++)
    self->uncut[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

/* Notes µs of a task that cannot yield. */
void
ls_conversion_report_add_uncut (LsConversionReport *self,
                                const char         *name,
                                guint64             duration,
                                LsUncutReason       reason)
{
  guint64 *longest = g_hash_table_lookup (self->uncut[reason], name);

  if (longest == NULL)
    {
      longest = g_new0 (guint64, 1);
      g_hash_table_insert (self->uncut[reason], ls_recorded_make_name (name), longest);
    }
  *longest = MAX (*longest, duration);
}

/**
 * ls_conversion_report_copy: (skip)
 * @self: a report
 *
 * Makes a copy.
 *
 * Returns: (transfer full): a copy
 */
LsConversionReport *
ls_conversion_report_copy (const LsConversionReport *self)
{
  LsConversionReport *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_new0 (LsConversionReport, 1);
  *copy = *self;
  copy->warnings = g_strdupv (self->warnings);
  for (guint i = 0; i < LS_N_UNCUT; i++)
    g_hash_table_ref (copy->uncut[i]);
  return copy;
}

/**
 * ls_conversion_report_free:
 * @self: (transfer full): a report
 *
 * Frees it.
 */
void
ls_conversion_report_free (LsConversionReport *self)
{
  g_strfreev (self->warnings);
  for (guint i = 0; i < LS_N_UNCUT; i++)
    g_hash_table_unref (self->uncut[i]);
  g_free (self);
}

/**
 * ls_conversion_report_get_n_yielding:
 * @self: a report
 * @n_yields: (out) (optional): return location for how often they do so together
 *
 * Tells how many tasks yield because the options say so.
 *
 * Returns: how many tasks yield because the options say so
 */
guint
ls_conversion_report_get_n_yielding (const LsConversionReport *self,
                                     guint64                  *n_yields)
{
  g_return_val_if_fail (self != NULL, 0);

  if (n_yields != NULL)
    *n_yields = self->n_yields;
  return self->n_cut;
}

/**
 * ls_conversion_report_list_warnings:
 * @self: a report
 *
 * Lists the changes that fit nothing in the recording.
 *
 * Returns: (transfer full) (array zero-terminated=1): a sentence for each change that fits nothing in the recording, in the
 *   language of the locale
 */
char **
ls_conversion_report_list_warnings (const LsConversionReport *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_strdupv (self->warnings);
}

typedef struct
{
  const char *name;
  guint64     duration;
} Uncut;

static int
compare_uncut (gconstpointer a,
               gconstpointer b)
{
  const Uncut *one = a;
  const Uncut *two = b;

  if (one->duration != two->duration)
    return one->duration > two->duration ? -1 : 1;
  return g_strcmp0 (one->name, two->name);
}

/* Returns (transfer full) the longest of them. */
static char *
list_names (GHashTable *uncut)
{
  g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (Uncut));
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer name, duration;

  g_hash_table_iter_init (&iter, uncut);
  while (g_hash_table_iter_next (&iter, &name, &duration))
    {
      Uncut each = { .name = name, .duration = *(guint64 *) duration };

      g_array_append_val (sorted, each);
    }
  g_array_sort (sorted, compare_uncut);
  for (guint i = 0; i < sorted->len; i++)
    /* Translators: the name of a task, and for how long it does not yield */
    g_ptr_array_add (names, g_strdup_printf (_("“%s” (%.1f ms)"), g_array_index (sorted, Uncut, i).name,
                                             g_array_index (sorted, Uncut, i).duration / 1000.));
  return ls_recorded_list_names (names, N_SHOWN);
}

/**
 * ls_conversion_report_list_uncut:
 * @self: a report
 *
 * Says what of the tasks that were to yield takes longer than asked for nevertheless, and why no yield can be there.
 *
 * Returns: (transfer full) (array zero-terminated=1): sentences in the language of the locale
 */
char **
ls_conversion_report_list_uncut (const LsConversionReport *self)
{
  static const char *const formats[LS_N_UNCUT] = {
    N_("Cannot yield, because it is the frame’s own rendering work: %s."),
    N_("Cannot yield, because a script waits for this style and layout: %s."),
    N_("Cannot yield, because it is the browser’s own work, or the recording names no script: %s."),
  };
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < LS_N_UNCUT; i++)
    if (g_hash_table_size (self->uncut[i]) > 0)
      {
        g_autofree char *names = list_names (self->uncut[i]);
        g_autofree char *line = NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        line = g_strdup_printf (_(formats[i]), names);
#pragma GCC diagnostic pop
        g_strv_builder_add (lines, line);
      }

  return g_strv_builder_end (lines);
}

/**
 * ls_conversion_report_describe:
 * @self: a report
 *
 * Tells how many tasks yield, and what cannot.
 *
 * Returns: (transfer full): how many tasks yield, and what cannot: some lines in the language of the locale, empty if no yields
 *   were asked for
 */
char *
ls_conversion_report_describe (const LsConversionReport *self)
{
  GString *out = g_string_new (NULL);
  g_auto (GStrv) uncut = NULL;

  g_return_val_if_fail (self != NULL, g_string_free (out, FALSE));

  uncut = ls_conversion_report_list_uncut (self);
  if (self->n_cut > 0)
    {
      /* Translators: two numbers */
      g_string_append_printf (out, _("Tasks that yield now: %u; yields in them: %" PRIu64 "."), self->n_cut, self->n_yields);
      g_string_append_c (out, '\n');
    }
  for (char **line = uncut; *line != NULL; line++)
    g_string_append_printf (out, "%s\n", *line);
  return g_string_free (out, FALSE);
}
