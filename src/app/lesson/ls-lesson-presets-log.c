/* ls-lesson-presets-log.c: a log, and the presets that may have printed it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-presets-log.h"

#include <glib/gi18n.h>

#include "ls-preset.h"
#include "ls-text.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/* How many lines are shown from where the logs part. */
#define MAX_LINES 6

/**
 * LsLessonPresetsLog:
 *
 * Shows the lines of a log from where it parts from the others, and below them a choice of presets. “chosen”, with the index of a
 * preset, is emitted when the user chooses one.
 */
struct _LsLessonPresetsLog
{
  GtkBox     parent_instance;

  GtkWidget *title;
  GtkWidget *lines;
  GtkWidget *more;
  GtkWidget *choices;

  gboolean   is_setting;  /* the choice is not the user's */
};

G_DEFINE_FINAL_TYPE (LsLessonPresetsLog, ls_lesson_presets_log, GTK_TYPE_BOX)

static void
on_toggled (LsLessonPresetsLog *self,
            GtkCheckButton     *button)
{
  GtkWidget *child = gtk_widget_get_first_child (self->choices);
  guint index = 0;

  if (self->is_setting || !gtk_check_button_get_active (button))
    return;
  for (; child != GTK_WIDGET (button); child = gtk_widget_get_next_sibling (child))
    index++;
  g_signal_emit_by_name (self, "chosen", index);
}

/**
 * ls_lesson_presets_log_new:
 * @number: which log it is, from 0
 * @presets: (array zero-terminated=1): the names of the presets that may have printed it
 *
 * Returns: a log that nothing is known of yet
 */
GtkWidget *
ls_lesson_presets_log_new (guint               number,
                           const char *const  *presets)
{
  LsLessonPresetsLog *self = g_object_new (LS_TYPE_LESSON_PRESETS_LOG, NULL);
  /* Translators: one of several logs, which are called A, B and so on */
  g_autofree char *title = g_strdup_printf (_("Log %c"), 'A' + number);
  GtkCheckButton *last = NULL;

  gtk_label_set_label (GTK_LABEL (self->title), title);
  for (guint i = 0; presets[i] != NULL; i++)
    {
      GtkWidget *button = gtk_check_button_new_with_label (_(ls_preset_lookup (presets[i])->title));

      gtk_check_button_set_group (GTK_CHECK_BUTTON (button), last);
      last = GTK_CHECK_BUTTON (button);
      g_signal_connect_swapped (button, "toggled", G_CALLBACK (on_toggled), self);
      ls_wrap_box_append (LS_WRAP_BOX (self->choices), button);
    }
  return GTK_WIDGET (self);
}

/**
 * ls_lesson_presets_log_show:
 * @self: a log
 * @lines: (array zero-terminated=1): what was printed
 * @n_common: how many of the lines begin all logs
 *
 * Shows the lines from where the logs part.
 */
void
ls_lesson_presets_log_show (LsLessonPresetsLog *self,
                            const char *const  *lines,
                            guint               n_common)
{
  const guint n_lines = g_strv_length ((char **) lines);
  const guint end = MIN (n_lines, n_common + MAX_LINES);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *more = NULL;

  for (guint i = n_common; i < end; i++)
    {
      g_autofree char *line = ls_text_shorten (lines[i]);

      g_string_append_printf (text, "%s%s", i > n_common ? "\n" : "", line);
    }
  if (end < n_lines)
    more = g_strdup_printf (ngettext ("%u more line", "%u more lines", n_lines - end), n_lines - end);
  else if (n_common >= n_lines)
    more = g_strdup (_("Nothing more is printed."));
  ls_widget_show_text (self->lines, text->len > 0 ? text->str : NULL);
  ls_widget_show_text (self->more, more);
}

/**
 * ls_lesson_presets_log_set_choice:
 * @self: a log
 * @preset: the index of a preset, or %G_MAXUINT for none
 *
 * Shows which preset is said to have printed it.
 */
void
ls_lesson_presets_log_set_choice (LsLessonPresetsLog *self,
                                  guint               preset)
{
  guint i = 0;

  self->is_setting = TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (self->choices); child != NULL; child = gtk_widget_get_next_sibling (child))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (child), i++ == preset);
  self->is_setting = FALSE;
}

/**
 * ls_lesson_presets_log_set_mark:
 * @self: a log
 * @mark: whether the preset is the right one
 * @is_answered: whether the learner has answered, so that nothing can be chosen
 *
 * Marks the log, for eyes and for assistive technology.
 */
void
ls_lesson_presets_log_set_mark (LsLessonPresetsLog *self,
                                LsLogMark           mark,
                                gboolean            is_answered)
{
  const char *text = mark == LS_LOG_MARK_RIGHT   ? _("Your answer, correct")
                     : mark == LS_LOG_MARK_WRONG ? _("Your answer, not correct")
                                                 : NULL;

  ls_widget_set_class (GTK_WIDGET (self), "right", mark == LS_LOG_MARK_RIGHT);
  ls_widget_set_class (GTK_WIDGET (self), "wrong", mark == LS_LOG_MARK_WRONG);
  if (text != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
  gtk_widget_set_sensitive (self->choices, !is_answered);
}

static void
ls_lesson_presets_log_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), LS_TYPE_LESSON_PRESETS_LOG);

  G_OBJECT_CLASS (ls_lesson_presets_log_parent_class)->dispose (object);
}

static void
ls_lesson_presets_log_class_init (LsLessonPresetsLogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_presets_log_dispose;

  /**
   * LsLessonPresetsLog::chosen:
   * @self: a log
   * @preset: the index of a preset
   *
   * The user has chosen a preset.
   */
  g_signal_new ("chosen", LS_TYPE_LESSON_PRESETS_LOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-presets-log.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonPresetsLog, title);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPresetsLog, lines);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPresetsLog, more);
  gtk_widget_class_bind_template_child (widget_class, LsLessonPresetsLog, choices);
}

static void
ls_lesson_presets_log_init (LsLessonPresetsLog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
