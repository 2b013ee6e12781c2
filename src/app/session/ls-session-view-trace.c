/* ls-session-view-trace.c: writes what ran to files that other tools open
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-session-view-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-session-recording.h"
#include "ls-task-thread-private.h"
#include "ls-trace-export.h"

/* The view says that it writes a file if that takes longer. */
#define PATIENCE_MS 300

/* A kind of file. */
typedef struct
{
  const char          *id;         /* parameter of the action */
  const char          *title;      /* of the dialog */
  LsTraceExportFormat  format;
} Format;

static const Format formats[] = {
  { "trace", N_("Save Trace"), LS_TRACE_EXPORT_TRACE },
  { "chrome", N_("Export for DevTools"), LS_TRACE_EXPORT_CHROME_GZIP },
  { "perfetto", N_("Export for Perfetto"), LS_TRACE_EXPORT_PERFETTO },
  { "sysprof", N_("Export for Sysprof"), LS_TRACE_EXPORT_SYSPROF },
};

/* A file that is being written. */
typedef struct
{
  const Format  *format;
  LsTrace       *trace;
  GFile         *file;
  char          *session;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_object (&job->trace);
  g_clear_object (&job->file);
  g_free (job->session);
  g_free (job);
}

static void
write_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  const Job *job = task_data;
  GError *error = NULL;

  if (ls_trace_export (job->trace, job->format->format, job->session, job->file, NULL, NULL, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static gboolean
say_cb (gpointer user_data)
{
  LsSessionView *self = user_data;

  self->writing_source = 0;
  g_set_weak_pointer (&self->writing_toast,
                      ls_session_view_tell (self, _("Writing the file…"), _("_Cancel"), "win.cancel-trace", G_MAXUINT));
  return G_SOURCE_REMOVE;
}

static void
end_writing (LsSessionView *self)
{
  AdwToast *toast = self->writing_toast;

  g_clear_handle_id (&self->writing_source, g_source_remove);
  g_clear_object (&self->writing);
  g_clear_weak_pointer (&self->writing_toast);
  if (toast != NULL)
    adw_toast_dismiss (toast);
}

/* The marks of a recording are saved with its trace, unless they have changed meanwhile. */
static void
take_written (LsSessionView *self,
              const Job     *job)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  g_autofree char *now = NULL;

  if (session == NULL || job->format->format != LS_TRACE_EXPORT_TRACE || !ls_debugger_is_recorded (self->debugger))
    return;
  now = ls_session_to_trace_data (session, NULL);
  if (g_str_equal (now, job->session))
    ls_session_set_modified (session, FALSE);
}

static void
written_cb (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  LsSessionView *self = LS_SESSION_VIEW (object);
  const Job *job = g_task_get_task_data (G_TASK (result));
  g_autofree char *name = g_file_get_basename (job->file);
  g_autofree char *shown = g_filename_display_name (name);
  /* Translators: %s is the name of a file */
  g_autofree char *text = g_strdup_printf (_("Saved “%s”"), shown);
  g_autoptr (GError) error = NULL;

  /* A view that has been closed shows nothing any more. */
  if (self->writing == NULL)
    return;
  end_writing (self);
  if (g_task_propagate_boolean (G_TASK (result), &error))
    {
      take_written (self, job);
      ls_session_view_tell (self, text, NULL, NULL, 0);
    }
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ls_session_view_report (self, error->message);
}

static const Format *
find_format (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (formats[i].id, id))
      return &formats[i];
  return NULL;
}

/**
 * ls_session_view_write_trace:
 * @self: a view with a session
 * @format: "trace" for a trace file, "chrome", "perfetto" or "sysprof"
 * @file: where to
 *
 * Writes what the session has run so far, and says so when it is done. The user may go on meanwhile.
 */
void
ls_session_view_write_trace (LsSessionView *self,
                             const char    *format,
                             GFile         *file)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  g_autoptr (GTask) task = NULL;
  Job *job;

  g_return_if_fail (find_format (format) != NULL);

  if (self->writing != NULL || session == NULL || ls_player_get_trace (self->player) == NULL)
    return;
  self->writing = g_cancellable_new ();
  self->writing_source = g_timeout_add (PATIENCE_MS, say_cb, self);
  job = g_new0 (Job, 1);
  job->format = find_format (format);
  job->trace = g_object_ref (ls_player_get_trace (self->player));
  job->file = g_object_ref (file);
  job->session = ls_session_to_trace_data (session, NULL);
  task = g_task_new (self, self->writing, written_cb, NULL);
  g_task_set_source_tag (task, ls_session_view_write_trace);
  g_task_set_task_data (task, job, job_free);
  /* What was written is there, even if somebody cancels just then. */
  g_task_set_check_cancellable (task, FALSE);
  ls_task_run_in_thread (task, write_thread);
}

/* Gives up what is being written, because the view closes. */
void
ls_session_view_stop_writing (LsSessionView *self)
{
  if (self->writing != NULL)
    g_cancellable_cancel (self->writing);
  end_writing (self);
}

static void
on_place_chosen (GFile    *file,
                 gpointer  user_data)
{
  g_autoptr (GTask) question = user_data;

  if (file != NULL)
    ls_session_view_write_trace (g_task_get_source_object (question), g_task_get_task_data (question), file);
}

/* Returns (transfer full) the name that a file gets unless the user chooses another: that of the session's file. */
static char *
suggest_name (LsSessionView *self,
              const char    *suffix)
{
  static const char *const suffixes[] = { ".gz", ".json", ".trace", LS_SESSION_SUFFIX, ".js", ".mjs", ".ts", ".pftrace",
                                          ".perfetto-trace" };
  g_autofree char *name = ls_session_file_dup_base_name (self->file);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (name, suffixes[i]) && strlen (name) > strlen (suffixes[i]))
      name[strlen (name) - strlen (suffixes[i])] = '\0';
  return g_strconcat (*name != '\0' ? name : _("run"), suffix, NULL);
}

static void
save_trace_action (LsSessionView *self,
                   const char    *name,
                   GVariant      *parameter)
{
  const char *id = parameter != NULL ? g_variant_get_string (parameter, NULL) : "trace";
  const Format *format = find_format (id);
  g_autofree char *file_name = NULL;
  GFile *file = ls_debugger_get_file (self->debugger);
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;
  GTask *question;

  if (format == NULL)
    return;
  file_name = suggest_name (self, ls_trace_export_format_get_suffix (format->format));
  question = g_task_new (self, NULL, NULL, NULL);
  g_task_set_source_tag (question, save_trace_action);
  g_task_set_task_data (question, g_strdup (format->id), g_free);
  ls_compat_save_file (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _(format->title), file_name, folder, on_place_chosen,
                       question);
}

static void
cancel_action (LsSessionView *self,
               const char    *name,
               GVariant      *parameter)
{
  if (self->writing != NULL)
    g_cancellable_cancel (self->writing);
}

const LsActionEntry ls_session_view_trace_actions[] = {
  { "save-trace", NULL, LS_NEEDS_SESSION | LS_NEEDS_WHOLE, G_CALLBACK (save_trace_action) },
  { "export-trace", "s", LS_NEEDS_SESSION | LS_NEEDS_WHOLE, G_CALLBACK (save_trace_action) },
  { "cancel-trace", NULL, 0, G_CALLBACK (cancel_action) },
  { NULL },
};
