/* ls-glow.c: points at a part of a window for a moment
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-glow.h"

#include "ls-widget.h"

/* As long as the animation takes in the style sheet. Without animations the ring is there for so long, and then it is gone. */
#define GLOW_MS 2400

/* The key of a glowing widget's source. */
#define GLOW_KEY "ls-glow"

static gboolean
fade_cb (gpointer user_data)
{
  GtkWidget *widget = user_data;

  gtk_widget_remove_css_class (widget, "glow");
  gtk_widget_remove_css_class (widget, "glow-again");
  g_object_steal_data (G_OBJECT (widget), GLOW_KEY);
  return G_SOURCE_REMOVE;
}

static void
forget_source (gpointer data)
{
  g_source_remove (GPOINTER_TO_UINT (data));
}

/**
 * ls_glow:
 * @widget: a widget
 *
 * Lets a ring around @widget come and go. If there is one already, it begins anew.
 */
void
ls_glow (GtkWidget *widget)
{
  gboolean again = gtk_widget_has_css_class (widget, "glow");

  /* An animation begins anew if it has another name. */
  ls_widget_set_class (widget, "glow", !again);
  ls_widget_set_class (widget, "glow-again", again);
  g_object_set_data_full (G_OBJECT (widget), GLOW_KEY, GUINT_TO_POINTER (g_timeout_add (GLOW_MS, fade_cb, widget)), forget_source);
}
