/* ls-conversion.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-conversion-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "ls-break-rule.h"
#include "ls-conversion-report-private.h"
#include "ls-json-private.h"
#include "ls-plain-type-private.h"
#include "ls-preset.h"
#include "ls-session-error.h"

LS_DEFINE_PLAIN_TYPE (LsConversionOptions, ls_conversion_options)

#define MAX_UNITS 250000   /* each has eight JSON values or more */

/* Reads "PATTERN=PRIORITY". The pattern may have an equals sign. */
static gboolean
parse_rule (const char      *rule,
            char           **pattern,
            LsTaskPriority  *priority)
{
  const char *sign = strrchr (rule, '=');

  if (sign == NULL || sign == rule || !ls_task_priority_from_string (sign + 1, priority))
    return FALSE;
  *pattern = g_strndup (rule, sign - rule);
  return TRUE;
}

/* Returns the rule that fits a name, or NULL. */
const char *
ls_conversion_find_rule (const char *const *rules,
                         const char        *name,
                         LsTaskPriority    *priority)
{
  for (; rules != NULL && *rules != NULL; rules++)
    {
      g_autofree char *pattern = NULL;
      LsTaskPriority found;

      if (parse_rule (*rules, &pattern, &found) && ls_break_pattern_match (pattern, name))
        {
          *priority = found;
          return *rules;
        }
    }

  return NULL;
}

/* Returns (transfer full) the pattern of a rule. It may have an equals sign. */
char *
ls_conversion_dup_pattern (const char *rule)
{
  const char *sign = strrchr (rule, '=');

  return sign != NULL ? g_strndup (rule, sign - rule) : g_strdup (rule);
}

/* Reads "PATTERN=MS". */
static gboolean
parse_yield (const char  *rule,
             char       **pattern,
             guint64     *every)
{
  const char *sign = strrchr (rule, '=');
  char *end;
  double ms;

  if (sign == NULL || sign == rule || !(g_ascii_isdigit (sign[1]) || sign[1] == '.') || strpbrk (sign, "xX") != NULL)
    return FALSE;
  ms = g_ascii_strtod (sign + 1, &end);
  if (end == sign + 1 || *end != '\0' || !(ms >= LS_CONVERSION_MIN_YIELD_MS && ms <= LS_CONVERSION_MAX_YIELD_MS))
    return FALSE;
  *pattern = ls_conversion_dup_pattern (rule);
  *every = ms * 1000 + 0.5;
  return TRUE;
}

/* Returns after how many µs a task of that name yields, 0 for never. */
guint64
ls_conversion_get_yield (const LsConversionOptions *options,
                         const char                *name)
{
  for (const char *const *rule = options->yields; rule != NULL && *rule != NULL; rule++)
    {
      g_autofree char *pattern = NULL;
      guint64 every;

      if (parse_yield (*rule, &pattern, &every) && ls_break_pattern_match (pattern, name))
        return every;
    }

  return options->yield_every;
}

/**
 * ls_conversion_options_check:
 * @options: the options
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Checks options that a person gave.
 *
 * Returns: %FALSE with @error set: a rule that is not "PATTERN=PRIORITY" or "PATTERN=MS", an empty pattern, an unknown preset, a scale that is not
 *   from 0 to %LS_CONVERSION_MAX_SCALE
 */
gboolean
ls_conversion_options_check (const LsConversionOptions  *options,
                             GError                    **error)
{
  g_return_val_if_fail (options != NULL, FALSE);

  for (const char *const *rule = options->priorities; rule != NULL && *rule != NULL; rule++)
    {
      g_autofree char *pattern = NULL;
      LsTaskPriority priority;

      if (!parse_rule (*rule, &pattern, &priority))
        {
          g_autofree char *shown = ls_json_quote (*rule);

          g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                       _("found %s, expected a pattern for names of tasks, “=” and a priority, such as “decode*=background”"),
                       shown);
          return FALSE;
        }
    }
  for (const char *const *rule = options->yields; rule != NULL && *rule != NULL; rule++)
    {
      g_autofree char *pattern = NULL;
      guint64 every;

      if (!parse_yield (*rule, &pattern, &every))
        {
          g_autofree char *shown = ls_json_quote (*rule);

          g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                       _("found %s, expected a pattern for names of tasks, “=” and from %g to %.0f milliseconds, such as “onFilter*=5”"),
                       shown, LS_CONVERSION_MIN_YIELD_MS, LS_CONVERSION_MAX_YIELD_MS);
          return FALSE;
        }
    }
  for (const char *const *pattern = options->without; pattern != NULL && *pattern != NULL; pattern++)
    if (**pattern == '\0')
      {
        g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                             _("found an empty pattern, expected one for names of tasks, such as “decode*”"));
        return FALSE;
      }
  if (options->preset != NULL && ls_preset_lookup (options->preset) == NULL)
    {
      g_autofree char *shown = ls_json_quote (options->preset);

      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID, _("found %s, expected the name of a preset"), shown);
      return FALSE;
    }
  if (!(options->work_scale >= 0 && options->work_scale <= LS_CONVERSION_MAX_SCALE))
    {
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID, _("found a scale of %g, expected one from 0 to %d"),
                   options->work_scale, LS_CONVERSION_MAX_SCALE);
      return FALSE;
    }

  return TRUE;
}

void
ls_conversion_free (LsConversion *self)
{
  g_clear_pointer (&self->thread, ls_recorded_thread_free);
  g_clear_object (&self->session);
  g_clear_pointer (&self->units, g_hash_table_unref);
  g_clear_pointer (&self->pieces, g_hash_table_unref);
  g_clear_pointer (&self->report, ls_conversion_report_free);
  g_free (self);
}

static void
fail_as_too_long (LsRecordedThread           *thread,
                  const LsConversionOptions  *options,
                  GError                    **error)
{
  if (options->yield_every > 0 || options->yields != NULL)
    {
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT,
                   _("%u tasks ran on this thread: with all yields that is more than fits into a session; yield more rarely, or record "
                     "a shorter time"),
                   thread->units->len);
      return;
    }
  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT,
               _("%u tasks ran on this thread: that is more than fits into a session; record a shorter time"),
               thread->units->len);
}

static gboolean
check_size (LsRecordedThread           *thread,
            const LsConversionOptions  *options,
            GError                    **error)
{
  if (thread->units->len == 0)
    {
      g_set_error_literal (error, LS_SESSION_ERROR, LS_SESSION_ERROR_INVALID,
                           _("no task of an event loop was recorded on this thread"));
      return FALSE;
    }
  if (thread->units->len > MAX_UNITS)
    {
      fail_as_too_long (thread, options, error);
      return FALSE;
    }

  return TRUE;
}

LsConversion *
ls_conversion_new (LsRecording                *recording,
                   guint                       thread,
                   const LsConversionOptions  *options,
                   GCancellable               *cancellable,
                   GError                    **error)
{
  static const LsConversionOptions defaults = LS_CONVERSION_OPTIONS_INIT;
  g_autoptr (LsConversion) self = g_new0 (LsConversion, 1);
  g_autoptr (GError) local_error = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (options == NULL)
    options = &defaults;
  if (!ls_conversion_options_check (options, error))
    return NULL;
  self->thread = ls_recorded_thread_new (recording, thread, cancellable, error);
  if (self->thread == NULL || !check_size (self->thread, options, error))
    return NULL;
  ls_recorded_infer (self->thread);
  self->units = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->pieces = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->report = ls_conversion_report_new (self->thread, options);
  text = ls_conversion_write (self, options, &length);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (text != NULL)
    self->session = ls_session_new_from_data (_("recording"), text, length, &local_error);
  if (self->session != NULL)
    return g_steal_pointer (&self);
  if (text == NULL || g_error_matches (local_error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT))
    fail_as_too_long (self->thread, options, error);
  else
    g_propagate_error (error, g_steal_pointer (&local_error));
  return NULL;
}

/**
 * ls_recording_to_session:
 * @recording: a recording
 * @threads: (array length=n_threads): the threads that are looked at
 * @n_threads: how many, at least 1
 * @options: (nullable): what is to be different from the recording
 * @cancellable: (nullable): cancels it
 * @error: return location for an error of %LS_SESSION_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Makes a session of what ran on the first of @threads: a program of steps, in which each task works as long as it did and posts
 * what it posted when it did. What nobody known posted (frames, input, loading, messages of other threads) comes at the time at
 * which it began in the recording, and runs at once. It can be called from any thread.
 *
 * Returns: (transfer full): a session, or %NULL with @error set: there is no such thread, nothing ran on it, more than fits into a
 *   session, or the options are wrong
 */
LsSession *
ls_recording_to_session (LsRecording                *recording,
                         const guint                *threads,
                         guint                       n_threads,
                         const LsConversionOptions  *options,
                         GCancellable               *cancellable,
                         GError                    **error)
{
  return ls_recording_to_session_with_report (recording, threads, n_threads, options, NULL, cancellable, error);
}

/**
 * ls_recording_to_session_with_report:
 * @recording: a recording
 * @threads: (array length=n_threads): the threads that are looked at
 * @n_threads: how many, at least 1
 * @options: (nullable): what is to be different from the recording
 * @report: (out) (optional) (transfer full): return location for what became of @options; free it with ls_conversion_report_free()
 * @cancellable: (nullable): cancels it
 * @error: return location for an error of %LS_SESSION_ERROR, or %G_IO_ERROR_CANCELLED
 *
 * Does what ls_recording_to_session() does, and says which of the options had nothing to change. It can be called from any thread.
 *
 * Returns: (transfer full): a session, or %NULL with @error set
 */
LsSession *
ls_recording_to_session_with_report (LsRecording                *recording,
                                     const guint                *threads,
                                     guint                       n_threads,
                                     const LsConversionOptions  *options,
                                     LsConversionReport        **report,
                                     GCancellable               *cancellable,
                                     GError                    **error)
{
  g_autoptr (LsConversion) conversion = NULL;

  g_return_val_if_fail (LS_IS_RECORDING (recording), NULL);
  g_return_val_if_fail (threads != NULL && n_threads > 0, NULL);
  g_return_val_if_fail (threads[0] < ls_recording_get_n_threads (recording), NULL);

  conversion = ls_conversion_new (recording, threads[0], options, cancellable, error);
  if (conversion == NULL)
    return NULL;
  if (report != NULL)
    *report = g_steal_pointer (&conversion->report);
  return g_steal_pointer (&conversion->session);
}
