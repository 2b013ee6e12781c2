/* ls-lesson-places.c: the parts of the window that a page of a lesson points to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-places.h"

#include <glib/gi18n.h>

#include "ls-widget.h"
#include "ls-wrap-box.h"

static const struct
{
  LsLessonPlaces  place;
  const char     *title;
} place_titles[] = {
  { LS_LESSON_PLACE_STAGE, N_("Stage") },
  { LS_LESSON_PLACE_MAIN_THREAD, N_("Main Thread") },
  { LS_LESSON_PLACE_SIGNALS, N_("Signals") },
  { LS_LESSON_PLACE_WHY, N_("Why") },
  { LS_LESSON_PLACE_INSPECTOR, N_("Inspector") },
  { LS_LESSON_PLACE_TIMELINE, N_("Timeline") },
  { LS_LESSON_PLACE_EVENTS, N_("Events") },
  { LS_LESSON_PLACE_LOG, N_("Log") },
  { LS_LESSON_PLACE_PROGRAM, N_("Program") },
};

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
  for (guint i = 0; i < G_N_ELEMENTS (place_titles); i++)
    {
      const char *title = _(place_titles[i].title);
      g_autofree char *label = NULL;
      GtkWidget *button;

      if (!(places & place_titles[i].place))
        continue;
      button = gtk_button_new_with_label (title);
      gtk_widget_add_css_class (button, "lesson-place");
      /* Translators: %s is a part of the window */
      label = g_strdup_printf (_("Look at: %s"), title);
      ls_widget_set_tooltip (button, label);
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", place_titles[i].place);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "lesson.look");
      ls_wrap_box_append (LS_WRAP_BOX (box), button);
    }
  gtk_widget_set_visible (box, places != 0);
}
