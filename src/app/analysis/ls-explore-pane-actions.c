/* ls-explore-pane-actions.c: actions on a finding
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-explore-pane-private.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-explore-report.h"
#include "ls-finding-text.h"

static const LsFoundSchedule *
get_found (LsExplorePane *self,
           GVariant      *parameter)
{
  return ls_exploration_get_finding (self->exploration, g_variant_get_uint32 (parameter));
}

static LsSession *
make_session (LsExplorePane *self,
              guint          index)
{
  const LsFoundSchedule *found = ls_exploration_get_finding (self->exploration, index);
  g_autoptr (GError) error = NULL;
  LsSession *session = found != NULL ? ls_exploration_make_session (self->exploration, index, &error) : NULL;
  g_autofree char *title = NULL;

  if (found == NULL)
    return NULL;
  if (session == NULL)
    {
      g_signal_emit_by_name (self, "report", error->message);
      return NULL;
    }
  /* Translators: the title of a session, and what goes wrong in it, such as Deadlock */
  title = g_strdup_printf (_("%s: %s"), ls_session_get_title (session), ls_finding_get_title (found->finding));
  ls_session_set_title (session, *ls_session_get_title (session) != '\0' ? title : ls_finding_get_title (found->finding));
  return session;
}

static void
step_through_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  LsExplorePane *self = LS_EXPLORE_PANE (widget);
  g_autoptr (LsSession) session = make_session (self, g_variant_get_uint32 (parameter));

  if (session != NULL)
    g_signal_emit_by_name (self, "open-session", session);
}

static void
use_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  LsExplorePane *self = LS_EXPLORE_PANE (widget);
  const LsFoundSchedule *found = get_found (self, parameter);
  LsSession *session = ls_debugger_get_session (self->debugger);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  if (found == NULL || session == NULL || !ls_exploration_is_about (self->exploration, session))
    return;
  /* Translators: what goes wrong, such as Deadlock */
  text = g_strdup_printf (_("The session now uses the schedule of: %s"), ls_finding_get_title (found->finding));
  if (!ls_debugger_take_schedule (self->debugger, (const guint32 *) (gpointer) found->schedule->data, found->schedule->len,
                                  _("use a schedule"), &error))
    {
      g_signal_emit_by_name (self, "report", error->message);
      return;
    }
  g_signal_emit_by_name (self, "used", text);
}

static void
copy_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  const LsFoundSchedule *found = get_found (LS_EXPLORE_PANE (widget), parameter);
  g_autofree char *text = found != NULL ? ls_explore_report_format_schedule (found) : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

/* The session to save. The pane makes it before the user chooses a file, because the user may explore something else meanwhile. */
typedef struct
{
  LsExplorePane *pane;
  LsSession     *session;
} Saving;

static void
save (LsExplorePane *self,
      LsSession     *session,
      GFile         *file)
{
  g_autoptr (GError) error = NULL;

  if (ls_session_save (session, file, &error))
    g_signal_emit_by_name (self, "saved");
  else
    g_signal_emit_by_name (self, "report", error->message);
}

static void
on_place_chosen (GFile    *file,
                 gpointer  user_data)
{
  Saving *saving = user_data;

  if (file != NULL && saving->pane->debugger != NULL)
    save (saving->pane, saving->session, file);
  g_object_unref (saving->session);
  g_object_unref (saving->pane);
  g_free (saving);
}

static void
save_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  LsExplorePane *self = LS_EXPLORE_PANE (widget);
  LsSession *session = make_session (self, g_variant_get_uint32 (parameter));
  GFile *file = self->debugger != NULL ? ls_debugger_get_file (self->debugger) : NULL;
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;
  g_autofree char *file_name = NULL;
  Saving *saving;

  if (session == NULL)
    return;
  file_name = g_strconcat (ls_session_get_title (session), LS_SESSION_SUFFIX, NULL);
  g_strdelimit (file_name, "/", '-');
  saving = g_new0 (Saving, 1);
  saving->pane = g_object_ref (self);
  saving->session = session;
  ls_compat_save_file (GTK_WINDOW (gtk_widget_get_root (widget)), _("Save Session"), file_name, folder, on_place_chosen, saving);
}

/**
 * ls_explore_pane_save_to:
 * @self: a pane
 * @index: index of a finding, from 0
 * @file: the file to write
 *
 * Saves a session that shows a finding.
 */
void
ls_explore_pane_save_to (LsExplorePane *self,
                         guint          index,
                         GFile         *file)
{
  g_autoptr (LsSession) session = make_session (self, index);

  if (session != NULL)
    save (self, session, file);
}

/* Installs the actions that the rows of findings activate. */
void
ls_explore_pane_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "explore.step-through", "u", step_through_action);
  gtk_widget_class_install_action (widget_class, "explore.use", "u", use_action);
  gtk_widget_class_install_action (widget_class, "explore.save", "u", save_action);
  gtk_widget_class_install_action (widget_class, "explore.copy", "u", copy_action);
}
