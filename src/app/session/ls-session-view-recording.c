/* ls-session-view-recording.c: what the user can do with recordings of other tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>

#include "ls-inspector.h"
#include "ls-source-pane.h"
#include "ls-stage.h"

#define HELPER "/io/github/loopscope/Loopscope/recording-helper.js"

/* Copies the script that makes a page tell its signals to a recording. */
static void
copy_helper_action (LsSessionView *self,
                    const char    *name,
                    GVariant      *parameter)
{
  g_autoptr (GBytes) bytes = g_resources_lookup_data (HELPER, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autofree char *text = NULL;

  g_return_if_fail (bytes != NULL);

  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  ls_session_view_tell (self, _("Copied. Run the script before the page’s own scripts, then record."), NULL, NULL, 0);
}

/* Tells of what is wrong with the file, wherever the pane that says more is. */
void
ls_session_view_tell_problems (LsSessionView *self)
{
  LsRecording *recording = ls_debugger_get_recording (self->debugger);
  const char *const *problems = recording != NULL ? ls_recording_list_problems (recording) : NULL;
  const guint n_problems = problems != NULL ? g_strv_length ((GStrv) problems) : 0;
  g_autofree char *first = NULL;
  g_autofree char *text = NULL;

  /* The pane beside the stage says it already, without covering anything. */
  if (n_problems == 0 || gtk_widget_get_mapped (self->recording))
    return;
  first = g_utf8_make_valid (problems[0], -1);
  /* Translators: a problem of a file, then how many more there are */
  text = n_problems == 1 ? g_strdup (first)
                         : g_strdup_printf (ngettext ("%s (And %u more.)", "%s (And %u more.)", n_problems - 1), first, n_problems - 1);
  ls_session_view_tell (self, text, _("_Details"), "win.show-recording", 0);
}

static void
show_recording_action (LsSessionView *self,
                       const char    *name,
                       GVariant      *parameter)
{
  ls_session_view_show_pane (self, "show-program");
  gtk_widget_child_focus (self->recording, GTK_DIR_TAB_FORWARD);
}

/* The script that was shown belongs to the page that was. */
static void
on_session_changed (LsSessionView *self)
{
  ls_source_pane_close (LS_SOURCE_PANE (self->source));
}

/* Lets panes look for the scripts of recorded pages. */
void
ls_session_view_connect_sources (LsSessionView *self)
{
  g_autoptr (LsSources) sources = ls_sources_new (self->debugger);

  ls_source_pane_set_sources (LS_SOURCE_PANE (self->source), sources);
  ls_inspector_set_sources (LS_INSPECTOR (self->inspector), sources);
  g_signal_connect_object (self->debugger, "session-changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
}

static void
show_source_action (LsSessionView *self,
                    const char    *name,
                    GVariant      *parameter)
{
  ls_session_view_show_pane (self, "show-program");
  ls_source_pane_show_place (LS_SOURCE_PANE (self->source), g_variant_get_string (parameter, NULL));
}

/* Says why the key of an action does nothing, if that is because a recording or what is watched has no program. */
static void
say_refusal_action (LsSessionView *self,
                    const char    *name,
                    GVariant      *parameter)
{
  g_autoptr (GPtrArray) groups = ls_session_view_list_actions (self);
  guint needs = 0;

  for (guint i = 0; i < groups->len; i++)
    needs |= ls_actions_get_needs (g_ptr_array_index (groups, i), g_variant_get_string (parameter, NULL));
  if (ls_debugger_is_recorded (self->debugger) && (needs & (LS_NEEDS_PROGRAM | LS_NEEDS_SCRIPT)) != 0)
    ls_session_view_tell (self, ls_debugger_get_live_run (self->debugger) != NULL ? _("Not possible in what is watched")
                                                                                  : _("Not possible in a recording"),
                          NULL, NULL, 0);
}

/* Looks for the first choice among tasks of the scheduler. @user_data: (type gsize): how many records have been looked at */
static gboolean
find_choice (LsTrace  *trace,
             gsize    *position,
             gpointer  user_data)
{
  gsize *n_looked = user_data;
  const gsize length = ls_trace_get_length (trace);

  for (; *n_looked < length; ++*n_looked)
    {
      LsRecord record;

      ls_trace_get_record (trace, *n_looked, &record);
      if (record.kind != LS_RECORD_TASK_SELECTED || record.object == 0)
        continue;
      *position = *n_looked;
      return TRUE;
    }
  return FALSE;
}

/* Goes to where there is something to see: before the first task of the scheduler runs, if there is one. */
void
ls_session_view_show_beginning (LsSessionView *self)
{
  LsRecording *recording = ls_debugger_get_recording (self->debugger);
  gsize n_tasks = 0;
  const guint *threads;
  guint n_threads;

  if (!ls_session_view_has_part (self))
    ls_session_view_tell_problems (self);
  ls_player_get_recording (self->player, &threads, &n_threads);
  for (guint i = 0; recording != NULL && i < n_threads; i++)
    n_tasks += ls_recording_get_thread (recording, threads[i])->n_scheduler_tasks;
  /* Without tasks of the scheduler its queues are empty all the time. */
  if (recording != NULL && n_threads == 1 && n_tasks == 0)
    ls_stage_show_page (LS_STAGE (self->stage), "thread");
  if (n_tasks > 0)
    ls_player_seek_when_found (self->player, find_choice, g_new0 (gsize, 1), g_free);
  else
    ls_player_step_by (self->player, LS_STEPPING_TURN, FALSE);
}

/* Shows another thread of the recording, with those that belong to it, in place of the one that is shown. Nothing is read again. */
void
ls_session_view_show_thread (LsSessionView *self,
                             guint          thread)
{
  LsRecording *recording = ls_debugger_get_recording (self->debugger);
  g_autoptr (GError) error = NULL;
  guint n_threads = 0;
  const guint *threads;

  if (recording == NULL)
    return;
  threads = ls_recording_list_agents_of (recording, thread, &n_threads);
  if (n_threads == 0)
    return;
  if (ls_debugger_show_threads (self->debugger, threads, n_threads, &error))
    ls_session_view_show_beginning (self);
  else
    ls_session_view_report (self, error->message);
}

const LsActionEntry ls_session_view_recording_actions[] = {
  { "say-refusal", "s", LS_NEEDS_SESSION, G_CALLBACK (say_refusal_action) },
  { "show-source", "s", LS_NEEDS_SESSION, G_CALLBACK (show_source_action) },
  { "show-recording", NULL, LS_NEEDS_RECORDING, G_CALLBACK (show_recording_action) },
  { "copy-recording-helper", NULL, 0, G_CALLBACK (copy_helper_action) },
  { NULL },
};
