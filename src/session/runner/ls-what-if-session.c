/* ls-what-if-session.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-what-if.h"

#include <glib/gi18n-lib.h>

#include "ls-action-private.h"
#include "ls-preset.h"
#include "ls-session-private.h"

#include <string.h>

/* Makes copies of sessions in which something is different. */

/**
 * ls_what_if_can_change:
 * @state: the moment
 * @signal: the number of a signal
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Checks whether a signal's priority can be another one from a moment on: the signal exists then, it is a controller's that is not
 * aborted, and its name finds it.
 *
 * Returns: %FALSE with @error set to why not
 */
gboolean
ls_what_if_can_change (LsState  *state,
                       guint32   signal,
                       GError  **error)
{
  g_autofree char *name = NULL;
  g_autofree char *source = NULL;
  const LsSignalState *data, *other;
  const char *problem = NULL;

  g_return_val_if_fail (state != NULL, FALSE);

  data = signal != 0 ? ls_state_get_signal (state, signal) : NULL;
  if (data == NULL || data->id == 0 || !data->exists)
    return ls_action_name_signal (state, signal, error) != NULL;

  name = ls_action_quote_signal (state, data);
  if (!(data->flags & LS_RECORD_FLAG_TASK_SIGNAL) || !ls_task_priority_is_valid (data->priority))
    problem = _("%s is an AbortSignal, which has no priority");
  else if (data->flags & (LS_RECORD_FLAG_FIXED | LS_RECORD_FLAG_INTERNAL))
    problem = _("%s has a fixed priority, which never changes");
  else if (data->source != 0 && (other = ls_state_get_signal (state, data->source)) != NULL)
    {
      source = ls_action_quote_signal (state, other);
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN,
                   _("%s follows the priority of %s; change that one instead"), name, source);
      return FALSE;
    }
  else if (!(data->flags & LS_RECORD_FLAG_CONTROLLER))
    problem = _("%s has no controller to change its priority");
  else if (data->aborted)
    problem = _("%s is aborted: it has no tasks left to change");

  if (problem == NULL)
    return ls_action_name_signal (state, signal, error) != NULL;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, problem, name);
#pragma GCC diagnostic pop
  return FALSE;
}

/**
 * ls_what_if_find_signal:
 * @state: the moment
 * @name: the name of a signal or its controller
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Finds a signal by its name at a moment.
 *
 * Returns: the number of the last signal of this name, of the main agent if it has one; 0 with @error set if there is none
 */
guint32
ls_what_if_find_signal (LsState     *state,
                        const char  *name,
                        GError     **error)
{
  g_autofree char *controller = NULL;
  g_autofree char *quoted = NULL;
  guint32 found = 0;

  g_return_val_if_fail (state != NULL, 0);
  g_return_val_if_fail (name != NULL, 0);

  if (g_str_has_suffix (name, ".signal"))
    controller = g_strndup (name, strlen (name) - strlen (".signal"));
  for (guint32 id = ls_state_get_n_signals (state); id > 0; id--)
    {
      const LsSignalState *signal = ls_state_get_signal (state, id);
      const char *known = NULL;

      if (signal != NULL && signal->id != 0 && signal->exists)
        known = ls_trace_get_text (ls_state_get_trace (state), signal->name);
      if (known == NULL || (!g_str_equal (known, name) && g_strcmp0 (known, controller) != 0))
        continue;
      if (signal->agent == 1)
        return id;
      found = found != 0 ? found : id;
    }
  if (found != 0)
    return found;

  quoted = ls_json_quote (name);
  g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN, _("There is no signal named %s at this position"), quoted);
  return 0;
}

/* Adds an action without dropping those that come later. */
static gboolean
insert_action (LsSession      *session,
               const LsStamp  *stamp,
               LsStep         *step,
               GError        **error)
{
  JsonObject *root = json_node_get_object (ls_session_get_document (session)->root);
  JsonArray *old = ls_json_peek_array (root, "actions");
  JsonArray *array = json_array_new ();
  gboolean is_in = FALSE;

  for (guint i = 0; i < ls_session_get_n_actions (session); i++)
    {
      LsStamp at;

      ls_action_get_stamp (ls_session_get_action (session, i), &at);
      if (!is_in && ls_stamp_compare (&at, stamp) > 0)
        {
          json_array_add_element (array, ls_action_make (stamp, step));
          is_in = TRUE;
        }
      json_array_add_element (array, json_node_ref (json_array_get_element (old, i)));
    }
  if (!is_in)
    json_array_add_element (array, ls_action_make (stamp, step));

  return ls_session_set_member (session, "actions", ls_json_take_array (array), error);
}

static gboolean
change_priority (LsSession             *session,
                 LsState               *state,
                 const LsWhatIfChange  *change,
                 GError               **error)
{
  g_autoptr (LsStep) step = NULL;
  const char *name;
  LsStamp stamp;

  if (!ls_task_priority_is_valid (change->priority))
    {
      g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN,
                   _("found no priority for the signal, expected “user-blocking”, “user-visible” or “background”"));
      return FALSE;
    }
  if (!ls_what_if_can_change (state, change->signal, error))
    return FALSE;

  name = ls_action_name_signal (state, change->signal, error);
  if (name == NULL)
    return FALSE;
  ls_stamp_init_for_action (&stamp, state);
  step = ls_step_new_set_priority (name, change->priority);
  return insert_action (session, &stamp, step, error);
}

static gboolean
change_settings (LsSession             *session,
                 const LsWhatIfChange  *change,
                 GError               **error)
{
  g_autoptr (LsSettings) settings = ls_settings_copy (ls_session_get_settings (session));

  if (change->preset != NULL)
    {
      if (!g_strv_contains (ls_settings_list_presets (), change->preset))
        {
          g_set_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_RUN,
                       _("found the preset “%s”, expected “blink”, “spec”, “blink-2021”, “gecko” or “fair”"), change->preset);
          return FALSE;
        }
      g_free (settings->preset);
      settings->preset = g_strdup (change->preset);
    }
  if (change->sets_edition)
    settings->edition = change->edition;
  if (change->sets_experiments)
    settings->experiments = change->experiments & LS_EXPERIMENTS_ALL;
  if (change->ranks != NULL)
    {
      memcpy (settings->queue_ranks, change->ranks->queue_ranks, sizeof settings->queue_ranks);
      memcpy (settings->effective_ranks, change->ranks->effective_ranks, sizeof settings->effective_ranks);
    }
  /* What if is a question: the answer is not to wait for a clock. */
  settings->clock = LS_CLOCK_VIRTUAL;
  ls_session_set_settings (session, settings);
  return TRUE;
}

/**
 * ls_session_new_what_if:
 * @session: a session, which is not touched
 * @state: (nullable): the moment, in the trace of a run of @session; needed for a change of a signal
 * @change: what is to be different
 * @error: return location for an error of %LS_SESSION_ERROR
 *
 * Makes a copy of a session in which something is different. An action at the moment changes a signal's priority, as the user
 * could do it; later actions stay. The copy runs with the virtual clock.
 *
 * Returns: (transfer full): the copy, or %NULL with @error set: there is no such signal, or its priority cannot be changed,
 *   or no such preset, or the session shows a recording
 */
LsSession *
ls_session_new_what_if (LsSession             *session,
                        LsState               *state,
                        const LsWhatIfChange  *change,
                        GError               **error)
{
  g_autoptr (LsSession) copy = NULL;

  g_return_val_if_fail (LS_IS_SESSION (session), NULL);
  g_return_val_if_fail (change != NULL, NULL);
  g_return_val_if_fail (change->signal == 0 || state != NULL, NULL);

  if (ls_session_refuse_recorded (session, error))
    return NULL;
  copy = ls_session_copy (session);
  if (change->signal != 0 && !change_priority (copy, state, change, error))
    return NULL;
  if (!change_settings (copy, change, error))
    return NULL;
  return g_steal_pointer (&copy);
}

static void
append_comma (GString *out)
{
  if (out->len > 0)
    g_string_append (out, ", ");
}

/**
 * ls_what_if_describe:
 * @state: (nullable): the moment
 * @change: what is to be different
 *
 * Says in a few words what is different, as a title: “gallery” user-blocking from 27.02 ms on.
 *
 * Returns: (transfer full): a title in the language of the locale
 */
char *
ls_what_if_describe (LsState              *state,
                     const LsWhatIfChange *change)
{
  g_autoptr (GString) out = NULL;

  g_return_val_if_fail (change != NULL, NULL);

  out = g_string_new (NULL);
  if (change->signal != 0 && state != NULL)
    {
      const LsSignalState *signal = ls_state_get_signal (state, change->signal);
      g_autofree char *name = signal != NULL ? ls_action_quote_signal (state, signal)
                                             : g_strdup_printf (_("Signal %u"), change->signal);

      /* Translators: what if: a signal, its priority, and the time from which on it has it */
      g_string_append_printf (out, _("%s %s from %.15g ms on"), name, ls_task_priority_to_string (change->priority),
                              ls_state_get_time (state) / 1000.0);
    }
  if (change->preset != NULL)
    {
      const LsPreset *preset = ls_preset_lookup (change->preset);

      append_comma (out);
      /* Translators: the title of a preset, such as Firefox */
      g_string_append_printf (out, _("preset %s"), preset != NULL ? _(preset->title) : change->preset);
    }
  if (change->sets_edition)
    {
      append_comma (out);
      /* Translators: an edition of the specification, such as 2025 */
      g_string_append_printf (out, _("edition %s"), ls_edition_to_string (change->edition));
    }
  if (change->sets_experiments)
    {
      g_autofree char *names = ls_experiments_to_string (change->experiments);

      append_comma (out);
      if (names == NULL)
        g_string_append (out, _("no experiments"));
      else
        /* Translators: the names of experiments, such as “wait, render” */
        g_string_append_printf (out, _("experiments %s"), names);
    }
  if (change->ranks != NULL)
    {
      append_comma (out);
      g_string_append (out, _("other ranks"));
    }
  if (out->len == 0)
    g_string_append (out, _("no change"));

  return g_string_free (g_steal_pointer (&out), FALSE);
}
