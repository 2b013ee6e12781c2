/* ls-lesson-hints.c: hints of a page of a lesson, one by one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-hints.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-lesson-scroll.h"
#include "ls-widget.h"

static GtkWidget *
add_hint (GtkWidget   *box,
          const char  *hint,
          guint        number)
{
  /* Translators: the number of a hint, and the hint */
  g_autofree char *text = g_strdup_printf (_("Hint %u: %s"), number, hint);
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "hexpand", TRUE, NULL);

  ls_widget_wrap (label);
  gtk_widget_add_css_class (label, "lesson-hint");
  gtk_box_append (GTK_BOX (box), label);
  ls_widget_show_prose (label, text);
  return label;
}

static void
update (GtkWidget *box,
        GtkWidget *button,
        guint      n_hints,
        guint      n_shown)
{
  gtk_widget_set_visible (box, n_shown > 0);
  gtk_widget_set_visible (button, n_hints > 0);
  /* The keyboard goes on beside a button that has done all it can. */
  if (n_shown >= n_hints && gtk_widget_is_focus (button))
    gtk_widget_child_focus (gtk_widget_get_parent (button), GTK_DIR_TAB_FORWARD);
  gtk_widget_set_sensitive (button, n_shown < n_hints);
  gtk_button_set_label (GTK_BUTTON (button), n_shown == 0 ? _("_Hint") : _("Next _Hint"));
}

/**
 * ls_lesson_hints_show:
 * @box: where hints are shown
 * @button: shows the next one
 * @hints: (array zero-terminated=1) (nullable): all of a page
 * @n_shown: how many of them the learner has asked for before
 *
 * Shows the first hints in the place of those of another page.
 */
void
ls_lesson_hints_show (GtkWidget  *box,
                      GtkWidget  *button,
                      char      **hints,
                      guint       n_shown)
{
  const guint n_hints = hints != NULL ? g_strv_length (hints) : 0;

  ls_widget_remove_children (box);
  for (guint i = 0; i < MIN (n_shown, n_hints); i++)
    add_hint (box, hints[i], i + 1);
  update (box, button, n_hints, MIN (n_shown, n_hints));
}

/**
 * ls_lesson_hints_next:
 * @box: where hints are shown
 * @button: shows the next one
 * @hints: (array zero-terminated=1): all of a page
 * @n_shown: how many of them are shown
 *
 * Shows one more, if there is one.
 *
 * Returns: how many are shown then
 */
guint
ls_lesson_hints_next (GtkWidget  *box,
                      GtkWidget  *button,
                      char      **hints,
                      guint       n_shown)
{
  const guint n_hints = g_strv_length (hints);
  GtkWidget *label;

  if (n_shown >= n_hints)
    return n_shown;
  label = add_hint (box, hints[n_shown], n_shown + 1);
  update (box, button, n_hints, n_shown + 1);
  ls_compat_announce (box, gtk_label_get_text (GTK_LABEL (label)));
  ls_lesson_scroll_to (label, label);
  return n_shown + 1;
}
