/* ls-application.c: the application and its windows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-application.h"

#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>

#include "ls-compat.h"
#include "ls-window.h"

/**
 * LsApplication:
 *
 * Opens windows, one for each session.
 */
struct _LsApplication
{
  AdwApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (LsApplication, ls_application, ADW_TYPE_APPLICATION)

typedef struct
{
  const char *action;
  const char *accelerators[3];
} Accelerators;

static const Accelerators accelerators[] = {
  { "app.new-window", { "<Control>n" } },
  { "app.quit", { "<Control>q" } },
  { "win.open", { "<Control>o" } },
  { "win.save", { "<Control>s" } },
  { "win.save-as", { "<Control><Shift>s" } },
  { "win.undo", { "<Control>z" } },
  { "win.redo", { "<Control><Shift>z" } },
  { "win.find-here", { "<Control>f" } },
  { "win.step", { "F10" } },
  { "win.step-back", { "<Shift>F10" } },
  { "win.step-task", { "<Control>F10" } },
  { "win.step-task-back", { "<Control><Shift>F10" } },
  { "win.step-statement", { "F11" } },
  { "win.step-statement-back", { "<Shift>F11" } },
  { "win.step-over", { "F12" } },
  { "win.step-over-back", { "<Shift>F12" } },
  { "win.step-out", { "<Control>F12" } },
  { "win.step-out-back", { "<Control><Shift>F12" } },
  { "win.to-breakpoint", { "F5" } },
  { "win.to-breakpoint-back", { "<Shift>F5" } },
  { "win.run-to-cursor", { "<Control>F5" } },
  { "win.run-to-cursor-back", { "<Control><Shift>F5" } },
  { "win.run-again", { "<Control>r" } },
  { "win.stop", { "<Control><Shift>r" } },
  { "win.toggle-breakpoint", { "<Control>b" } },
  { "win.edit-breakpoint", { "<Control><Shift>b" } },
  { "win.replace", { "<Control>h" } },
  { "win.find-next", { "<Control>g", "F3" } },
  { "win.find-previous", { "<Control><Shift>g", "<Shift>F3" } },
  { "win.go-to-line", { "<Control>l" } },
  { "win.next-script", { "<Alt>Page_Down" } },
  { "win.previous-script", { "<Alt>Page_Up" } },
  { "win.evaluate", { "<Control>e" } },
  { "win.bookmark", { "<Control>d" } },
  { "win.note", { "<Control><Shift>d" } },
  { "win.next-mark", { "F2" } },
  { "win.previous-mark", { "<Shift>F2" } },
  { "win.show-program", { "F9" } },
  { "win.show-inspector", { "<Shift>F9" } },
  { "win.show-events", { "<Control>F9" } },
  { "window.close", { "<Control>w" } },
};

static void
new_window_action (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  LsWindow *window = ls_window_new (GTK_APPLICATION (user_data));

  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-empty", NULL);
}

static void
about_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (user_data));

  if (window != NULL)
    ls_compat_present_about (GTK_WIDGET (window), LS_VERSION);
}

/* Asks each window to close: those with changes ask the user. */
static void
quit_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (user_data)));

  for (GList *link = windows; link != NULL; link = link->next)
    gtk_window_close (link->data);
}

static const GActionEntry entries[] = {
  { "new-window", new_window_action },
  { "about", about_action },
  { "quit", quit_action },
};

static void
ls_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    window = GTK_WINDOW (ls_window_new (GTK_APPLICATION (application)));
  gtk_window_present (window);
}

static void
ls_application_open (GApplication  *application,
                     GFile        **files,
                     int            n_files,
                     const char    *hint)
{
  for (int i = 0; i < n_files; i++)
    {
      GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

      if (!LS_IS_WINDOW (window) || ls_window_has_session (LS_WINDOW (window)))
        window = GTK_WINDOW (ls_window_new (GTK_APPLICATION (application)));
      gtk_window_present (window);
      ls_window_open (LS_WINDOW (window), files[i]);
    }
}

static void
ls_application_startup (GApplication *application)
{
  G_APPLICATION_CLASS (ls_application_parent_class)->startup (application);
  gtk_source_init ();

  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries), application);
  for (guint i = 0; i < G_N_ELEMENTS (accelerators); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (application), accelerators[i].action,
                                           accelerators[i].accelerators);
  gtk_window_set_default_icon_name (LS_APP_ID);
}

static void
ls_application_class_init (LsApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->activate = ls_application_activate;
  application_class->open = ls_application_open;
  application_class->startup = ls_application_startup;
}

static void
ls_application_init (LsApplication *self)
{
}

LsApplication *
ls_application_new (void)
{
  return g_object_new (LS_TYPE_APPLICATION,
                       "application-id", LS_APP_ID,
                       "flags", G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", "/io/github/loopscope/Loopscope",
                       NULL);
}
