/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ls-application.h"

#include <glib/gi18n.h>

#include "config.h"

struct _LsApplication
{
  AdwApplication parent_instance;
};

G_DEFINE_FINAL_TYPE (LsApplication, ls_application, ADW_TYPE_APPLICATION)

static void
ls_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    {
      window = g_object_new (ADW_TYPE_APPLICATION_WINDOW,
                             "application", application,
                             "title", _("Loopscope"),
                             "default-width", 1360,
                             "default-height", 860,
                             NULL);
      adw_application_window_set_content (ADW_APPLICATION_WINDOW (window), adw_header_bar_new ());
    }

  gtk_window_present (window);
}

static void
ls_application_class_init (LsApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->activate = ls_application_activate;
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
