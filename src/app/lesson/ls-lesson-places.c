/* ls-lesson-places.c: the parts of the window that a page of a lesson points to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-places.h"

#include <glib/gi18n.h>

#include "ls-lesson-words.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/**
 * ls_lesson_places_show:
 * @box: a box that wraps
 * @places: [flags@LessonPlaces]
 *
 * Fills @box with a button for each place, which activates “lesson.look”.
 */
void
ls_lesson_places_show (GtkWidget      *box,
                       LsLessonPlaces  places)
{
  ls_widget_remove_children (box);
  for (guint place = LS_LESSON_PLACE_STAGE; place <= LS_LESSON_PLACE_PROGRAM; place <<= 1)
    {
      const char *title = ls_lesson_words_place (place);
      g_autofree char *label = NULL;
      GtkWidget *button;

      if (!(places & place))
        continue;
      button = gtk_button_new_with_label (title);
      gtk_widget_add_css_class (button, "lesson-place");
      /* Translators: %s is a part of the window */
      label = g_strdup_printf (_("Look at: %s"), title);
      ls_widget_set_tooltip (button, label);
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", place);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "lesson.look");
      ls_wrap_box_append (LS_WRAP_BOX (box), button);
    }
  gtk_widget_set_visible (box, places != 0);
}
