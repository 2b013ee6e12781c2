/* ls-opening-page.c: the page that a window shows while it reads a session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-opening-page.h"

#include <glib/gi18n.h>

#include "ls-compat.h"

/**
 * LsOpeningPage:
 *
 * Shows which session a window reads and the progress, and offers to cancel it. The page is empty until the caller reveals it, so
 * that nothing flashes while a short session opens.
 */
struct _LsOpeningPage
{
  AdwBin     parent_instance;

  GtkWidget *content;
  GtkWidget *label;
  GtkWidget *progress;
  GtkWidget *cancel;

  LsOpening *opening;
  guint      tick;
};

G_DEFINE_FINAL_TYPE (LsOpeningPage, ls_opening_page, ADW_TYPE_BIN)

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LsOpeningPage *self = LS_OPENING_PAGE (widget);
  double fraction = self->opening != NULL ? ls_opening_get_fraction (self->opening) : 0;

  if (fraction != gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (self->progress)))
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), fraction);
  return G_SOURCE_CONTINUE;
}

static void
stop_ticking (LsOpeningPage *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
}

static void
ls_opening_page_dispose (GObject *object)
{
  LsOpeningPage *self = LS_OPENING_PAGE (object);

  stop_ticking (self);
  g_clear_object (&self->opening);

  G_OBJECT_CLASS (ls_opening_page_parent_class)->dispose (object);
}

static void
ls_opening_page_class_init (LsOpeningPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_opening_page_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-opening-page.ui");
  gtk_widget_class_bind_template_child (widget_class, LsOpeningPage, content);
  gtk_widget_class_bind_template_child (widget_class, LsOpeningPage, label);
  gtk_widget_class_bind_template_child (widget_class, LsOpeningPage, progress);
  gtk_widget_class_bind_template_child (widget_class, LsOpeningPage, cancel);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.cancel-opening", NULL);
}

static void
ls_opening_page_init (LsOpeningPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_opening_page_set_opening:
 * @self: a page
 * @opening: (nullable): the session to read
 *
 * Sets the session. The page stays empty until ls_opening_page_reveal().
 */
void
ls_opening_page_set_opening (LsOpeningPage *self,
                             LsOpening     *opening)
{
  stop_ticking (self);
  gtk_widget_set_visible (self->content, FALSE);
  g_set_object (&self->opening, opening);
}

/**
 * ls_opening_page_reveal:
 * @self: a page with a session to read
 *
 * Shows the content of the page, because reading takes a while.
 */
void
ls_opening_page_reveal (LsOpeningPage *self)
{
  /* Translators: %s is the name of a file */
  g_autofree char *text = g_strdup_printf (_("Opening “%s”…"), ls_opening_get_name (self->opening));

  gtk_label_set_label (GTK_LABEL (self->label), text);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), ls_opening_get_fraction (self->opening));
  gtk_widget_set_visible (self->content, TRUE);
  gtk_widget_grab_focus (self->cancel);
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
  ls_compat_announce (GTK_WIDGET (self), text);
}
