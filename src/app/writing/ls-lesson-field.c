/* ls-lesson-field.c: a text of a lesson that its author types
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-field.h"

#include <string.h>

#include "ls-lesson-form.h"
#include "ls-widget.h"

/**
 * LsLessonField:
 *
 * A caption, a text below it, and what is wrong with that. “edited” is emitted when the user has changed the text. Its properties
 * say which member of a page it has, in which form, and on which kinds of pages it is of use.
 */
struct _LsLessonField
{
  GtkBox         parent_instance;

  GtkWidget     *caption;
  GtkWidget     *frame;
  GtkWidget     *text;
  GtkTextBuffer *buffer;
  GtkWidget     *advice;
  GtkWidget     *problem;

  char          *path;
  char          *asks;
  LsLessonForm   form;
  JsonNode      *value;       /* (nullable): that was shown last */
  gboolean       is_showing;
};

enum
{
  PROP_0,
  PROP_PATH,
  PROP_FORM,
  PROP_ASKS,
  PROP_CAPTION,
  PROP_ADVICE
};

G_DEFINE_FINAL_TYPE (LsLessonField, ls_lesson_field, GTK_TYPE_BOX)

static char *
dup_text (LsLessonField *self)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (self->buffer, &start, &end);
  return gtk_text_buffer_get_text (self->buffer, &start, &end, FALSE);
}

static void
on_changed (LsLessonField *self)
{
  if (!self->is_showing)
    g_signal_emit_by_name (self, "edited");
}

static void
set_caption (LsLessonField *self,
             const char    *caption)
{
  gtk_label_set_label (GTK_LABEL (self->caption), caption);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->text), GTK_ACCESSIBLE_PROPERTY_LABEL, caption, -1);
}

static void
ls_lesson_field_set_property (GObject      *object,
                              guint         id,
                              const GValue *value,
                              GParamSpec   *spec)
{
  LsLessonField *self = LS_LESSON_FIELD (object);

  switch (id)
    {
    case PROP_PATH:
      self->path = g_value_dup_string (value);
      break;
    case PROP_FORM:
      self->form = ls_lesson_form_from_name (g_value_get_string (value));
      ls_widget_set_class (self->text, "monospace", self->form == LS_LESSON_FORM_CLAIM || self->form == LS_LESSON_FORM_CLAIMS);
      break;
    case PROP_ASKS:
      self->asks = g_value_dup_string (value);
      break;
    case PROP_CAPTION:
      set_caption (self, g_value_get_string (value));
      break;
    case PROP_ADVICE:
      ls_widget_show_text (self->advice, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    }
}

static gboolean
fit_cb (GtkWidget     *widget,
        GdkFrameClock *clock,
        gpointer       user_data)
{
  if (gtk_widget_get_width (widget) == 0)
    return G_SOURCE_CONTINUE;
  gtk_widget_queue_resize (widget);
  return G_SOURCE_REMOVE;
}

/* A text view knows its height only once it has its width; the first time, it asks for that of one letter on each line. */
static void
on_mapped (LsLessonField *self)
{
  gtk_widget_add_tick_callback (self->text, fit_cb, NULL, NULL);
}

static void
ls_lesson_field_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), LS_TYPE_LESSON_FIELD);

  G_OBJECT_CLASS (ls_lesson_field_parent_class)->dispose (object);
}

static void
ls_lesson_field_finalize (GObject *object)
{
  LsLessonField *self = LS_LESSON_FIELD (object);

  g_clear_pointer (&self->value, json_node_unref);
  g_free (self->path);
  g_free (self->asks);

  G_OBJECT_CLASS (ls_lesson_field_parent_class)->finalize (object);
}

static void
install_property (GObjectClass *klass,
                  guint         id,
                  const char   *name,
                  const char   *initial)
{
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS | (initial != NULL ? 0 : G_PARAM_CONSTRUCT_ONLY);

  g_object_class_install_property (klass, id, g_param_spec_string (name, NULL, NULL, initial, flags));
}

static void
ls_lesson_field_class_init (LsLessonFieldClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = ls_lesson_field_set_property;
  object_class->dispose = ls_lesson_field_dispose;
  object_class->finalize = ls_lesson_field_finalize;

  install_property (object_class, PROP_PATH, "path", NULL);
  install_property (object_class, PROP_FORM, "form", "text");
  install_property (object_class, PROP_ASKS, "asks", NULL);
  install_property (object_class, PROP_CAPTION, "caption", "");
  install_property (object_class, PROP_ADVICE, "advice", "");

  /**
   * LsLessonField::edited:
   * @self: a field
   *
   * The user has changed the text.
   */
  g_signal_new ("edited", LS_TYPE_LESSON_FIELD, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-field.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonField, caption);
  gtk_widget_class_bind_template_child (widget_class, LsLessonField, frame);
  gtk_widget_class_bind_template_child (widget_class, LsLessonField, text);
  gtk_widget_class_bind_template_child (widget_class, LsLessonField, buffer);
  gtk_widget_class_bind_template_child (widget_class, LsLessonField, advice);
  gtk_widget_class_bind_template_child (widget_class, LsLessonField, problem);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_mapped);
}

static void
ls_lesson_field_init (LsLessonField *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_lesson_field_get_path:
 * @self: a field
 *
 * Returns: (nullable): which member it has: names with “/” between them
 */
const char *
ls_lesson_field_get_path (LsLessonField *self)
{
  return self->path;
}

/**
 * ls_lesson_field_is_asked:
 * @self: a field
 * @asks: what a page asks for, such as “choice”
 *
 * Returns: whether the field is of use on such a page
 */
gboolean
ls_lesson_field_is_asked (LsLessonField *self,
                          const char    *asks)
{
  g_auto (GStrv) kinds = self->asks != NULL ? g_strsplit (self->asks, " ", -1) : NULL;

  return kinds == NULL || g_strv_contains ((const char *const *) kinds, asks);
}

/**
 * ls_lesson_field_show:
 * @self: a field
 * @value: (nullable): what the file has
 *
 * Shows it. A text that the user is typing, and that says the same, stays as it is, and so does one that has a problem.
 */
void
ls_lesson_field_show (LsLessonField *self,
                      JsonNode      *value)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) typed = ls_lesson_field_read (self, &error);
  g_autofree char *text = NULL;
  JsonNode *shown = value != NULL ? json_node_ref (value) : NULL;

  g_clear_pointer (&self->value, json_node_unref);
  self->value = shown;
  if (ls_lesson_field_has_problem (self))
    return;
  if (error == NULL && (typed == value || (typed != NULL && value != NULL && json_node_equal (typed, value))))
    return;
  text = ls_lesson_form_write (self->form, value);
  self->is_showing = TRUE;
  gtk_text_buffer_set_text (self->buffer, text, -1);
  self->is_showing = FALSE;
}

/**
 * ls_lesson_field_read:
 * @self: a field
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): what the user has typed; %NULL without an error if nothing is there
 */
JsonNode *
ls_lesson_field_read (LsLessonField  *self,
                      GError        **error)
{
  g_autofree char *text = dup_text (self);

  return ls_lesson_form_read (self->form, text, error);
}

/**
 * ls_lesson_field_set_problem:
 * @self: a field
 * @problem: (nullable): what is wrong with the text
 *
 * Says why the text is not part of the lesson.
 */
void
ls_lesson_field_set_problem (LsLessonField *self,
                             const char    *problem)
{
  ls_widget_show_text (self->problem, problem != NULL ? problem : "");
  ls_widget_set_class (self->frame, "error", problem != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->text),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, problem != NULL ? problem : "", -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->text), GTK_ACCESSIBLE_STATE_INVALID,
                               problem != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

/**
 * ls_lesson_field_has_problem:
 * @self: a field
 *
 * Returns: whether the text is not part of the lesson
 */
gboolean
ls_lesson_field_has_problem (LsLessonField *self)
{
  return gtk_widget_has_css_class (self->frame, "error");
}

/**
 * ls_lesson_field_restore:
 * @self: a field
 *
 * Takes back what the user has typed, if that is not part of the lesson.
 *
 * Returns: whether it was so
 */
gboolean
ls_lesson_field_restore (LsLessonField *self)
{
  if (!ls_lesson_field_has_problem (self))
    return FALSE;
  ls_lesson_field_set_problem (self, NULL);
  ls_lesson_field_show (self, self->value);
  return TRUE;
}

/**
 * ls_lesson_field_focus:
 * @self: a field
 *
 * Gives it the focus.
 */
void
ls_lesson_field_focus (LsLessonField *self)
{
  gtk_widget_grab_focus (self->text);
}
