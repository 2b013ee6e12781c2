/* ls-reading-bar.c: tells that the rest of a recording is still being read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-reading-bar.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-widget.h"

/**
 * LsReadingBar:
 *
 * Stands above the beginning of a large recording while the rest is read: it tells how far that is, and offers to stop it. It is
 * hidden when nothing is read.
 */
struct _LsReadingBar
{
  AdwBin     parent_instance;

  GtkWidget *revealer;
  GtkWidget *label;
  GtkWidget *progress;
  GtkWidget *stop;

  LsOpening *opening;
  guint      tick;
};

G_DEFINE_FINAL_TYPE (LsReadingBar, ls_reading_bar, ADW_TYPE_BIN)

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  LsReadingBar *self = LS_READING_BAR (widget);
  const double fraction = ls_opening_get_fraction (self->opening);

  if (fraction != gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (self->progress)))
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), fraction);
  return G_SOURCE_CONTINUE;
}

static void
ls_reading_bar_dispose (GObject *object)
{
  LsReadingBar *self = LS_READING_BAR (object);

  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  g_clear_object (&self->opening);

  G_OBJECT_CLASS (ls_reading_bar_parent_class)->dispose (object);
}

static void
ls_reading_bar_class_init (LsReadingBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_reading_bar_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-reading-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, LsReadingBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, LsReadingBar, label);
  gtk_widget_class_bind_template_child (widget_class, LsReadingBar, progress);
  gtk_widget_class_bind_template_child (widget_class, LsReadingBar, stop);
}

static void
ls_reading_bar_init (LsReadingBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_reading_bar_set_opening:
 * @self: a bar
 * @opening: (nullable): what is being read, and has brought its beginning; %NULL hides the bar
 *
 * Shows how far the reading is.
 */
void
ls_reading_bar_set_opening (LsReadingBar *self,
                            LsOpening    *opening)
{
  if (!g_set_object (&self->opening, opening))
    return;

  gtk_widget_set_visible (GTK_WIDGET (self), opening != NULL);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), opening != NULL);
  gtk_widget_set_sensitive (self->stop, opening != NULL);
  if (opening == NULL && self->tick != 0)
    {
      gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
      self->tick = 0;
    }
  else if (opening != NULL)
    {
      /* Translators: %s is the name of a file */
      g_autofree char *text = g_strdup_printf (_("This is the beginning of “%s”. Loopscope is reading the rest."),
                                               ls_opening_get_name (opening));

      ls_widget_show_text (self->label, text);
      gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), ls_opening_get_fraction (opening));
      if (self->tick == 0)
        self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
      ls_compat_announce (self->label, text);
    }
}
