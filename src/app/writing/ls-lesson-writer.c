/* ls-lesson-writer.c: writes a lesson
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-writer-private.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-json-private.h"
#include "ls-lesson-answers-field.h"
#include "ls-lesson-field.h"
#include "ls-lesson-words.h"
#include "ls-prose-private.h"
#include "ls-session-private.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/**
 * LsLessonWriter:
 *
 * The members of a page of the session's lesson, in fields. Each change is made in the session at once, and can be undone; one that
 * a reader of the file would refuse stays in its field, with the reason. After each change the lesson is held against what the
 * engine does.
 *
 * “turned” is emitted when the window is to go to the moment of the page, “apply” as by [class@LessonView], “flush” when what has
 * been typed in the program is needed, “told” with a text for the user.
 */
G_DEFINE_FINAL_TYPE (LsLessonWriter, ls_lesson_writer, GTK_TYPE_BOX)

/* Returns (transfer none) the session that is written in. */
LsSession *
ls_lesson_writer_get_session (LsLessonWriter *self)
{
  return ls_debugger_get_session (self->debugger);
}

void
ls_lesson_writer_tell (LsLessonWriter *self,
                       const char     *text)
{
  g_signal_emit_by_name (self, "told", text);
}

/* Returns (transfer none) the page that is written, as the session has it. */
JsonNode *
ls_lesson_writer_peek_page (LsLessonWriter *self)
{
  return ls_session_peek_lesson_page (ls_lesson_writer_get_session (self), self->page);
}

static JsonNode *
peek_root (LsLessonWriter *self)
{
  return ls_session_get_document (ls_lesson_writer_get_session (self))->root;
}

static guint
count_pages (LsLessonWriter *self)
{
  LsLesson *lesson = ls_session_get_lesson (ls_lesson_writer_get_session (self));

  return lesson != NULL ? ls_lesson_get_n_pages (lesson) : 0;
}

/* Makes a change. @field: (nullable): where it is typed: what is typed there without a pause is undone at once. @reason: (out)
 * (transfer full) (optional): why not */
gboolean
ls_lesson_writer_edit (LsLessonWriter     *self,
                       const LsLessonEdit *edit,
                       const char         *label,
                       gpointer            field,
                       char              **reason)
{
  g_autoptr (GError) error = NULL;
  const gboolean continues = field != NULL && field == self->edited;

  if (!ls_debugger_edit_lesson (self->debugger, edit, label, continues, &error))
    {
      g_autofree char *why = ls_lesson_edit_dup_reason (error);

      if (reason != NULL)
        *reason = g_steal_pointer (&why);
      else
        ls_lesson_writer_tell (self, why);
      return FALSE;
    }
  self->edited = field;
  ls_lesson_writer_follow (self);
  return TRUE;
}

/* Replaces the page. */
void
ls_lesson_writer_set_page (LsLessonWriter *self,
                           JsonNode       *page,
                           const char     *label)
{
  const LsLessonEdit edit = { .kind = LS_LESSON_EDIT_PAGE, .page = self->page, .value = page };

  ls_lesson_writer_edit (self, &edit, label, NULL, NULL);
}

/* Showing */

static gboolean
has_titles (GListModel  *model,
            char       **titles)
{
  guint i = 0;

  if (model == NULL || g_list_model_get_n_items (model) != g_strv_length (titles))
    return FALSE;
  while (titles[i] != NULL && g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (model), i), titles[i]))
    i++;
  return titles[i] == NULL;
}

static void
show_pages (LsLessonWriter *self)
{
  LsLesson *lesson = ls_session_get_lesson (ls_lesson_writer_get_session (self));
  const guint n_pages = ls_lesson_get_n_pages (lesson);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) titles = NULL;
  g_autoptr (GtkStringList) model = NULL;

  for (guint i = 0; i < n_pages; i++)
    {
      /* Translators: a page of a lesson: its number, its title */
      g_autofree char *title = g_strdup_printf (_("%u. %s"), i + 1, ls_lesson_get_page (lesson, i)->title);
      g_autofree char *markup = ls_prose_to_markup (title);
      g_autofree char *plain = NULL;

      pango_parse_markup (markup, -1, 0, NULL, &plain, NULL, NULL);
      g_strv_builder_add (builder, plain != NULL ? plain : title);
    }
  titles = g_strv_builder_end (builder);
  /* While a page is chosen, the list has to stay. */
  if (!has_titles (gtk_drop_down_get_model (GTK_DROP_DOWN (self->pages)), titles))
    {
      model = gtk_string_list_new ((const char *const *) titles);
      gtk_drop_down_set_model (GTK_DROP_DOWN (self->pages), G_LIST_MODEL (model));
    }
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->pages), self->page);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "writer.up", self->page > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "writer.down", self->page + 1 < n_pages);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "writer.remove", n_pages > 1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "writer.add", n_pages < LS_LESSON_MAX_PAGES);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "writer.moment", n_pages < LS_LESSON_MAX_PAGES);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "writer.copy", n_pages < LS_LESSON_MAX_PAGES);
}

static void
show_places (LsLessonWriter *self)
{
  const guint look = ls_lesson_get_page (ls_session_get_lesson (ls_lesson_writer_get_session (self)), self->page)->look;
  guint place = LS_LESSON_PLACE_STAGE;

  for (GtkWidget *child = gtk_widget_get_first_child (self->places); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      gtk_check_button_set_active (GTK_CHECK_BUTTON (child), (look & place) != 0);
      place <<= 1;
    }
}

static void
show_solution (LsLessonWriter *self,
               JsonNode       *page)
{
  const gboolean is_golf = ls_lesson_page_peek (page, "golf") != NULL;
  JsonNode *actions = ls_lesson_page_peek (page, is_golf ? "golf/solution/actions" : "task/solution/actions");
  const gboolean has_actions = actions != NULL && JSON_NODE_HOLDS_ARRAY (actions);
  const guint n_actions = has_actions ? json_array_get_length (json_node_get_array (actions)) : 0;
  g_autofree char *text = n_actions > 0 ? g_strdup_printf (ngettext ("The solution has %u action", "The solution has %u actions",
                                                                     n_actions), n_actions)
                                        : g_strdup (_("No solution yet"));

  gtk_label_set_label (GTK_LABEL (self->solution), text);
}

static void
show_page (LsLessonWriter *self)
{
  LsSession *session = ls_lesson_writer_get_session (self);
  JsonNode *page = ls_lesson_writer_peek_page (self);
  JsonObject *root = json_node_get_object (peek_root (self));

  self->is_showing = TRUE;
  show_pages (self);
  ls_lesson_field_show (LS_LESSON_FIELD (self->lesson_title), json_object_get_member (root, "title"));
  ls_lesson_field_show (LS_LESSON_FIELD (self->description), json_object_get_member (root, "description"));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->minutes), ls_lesson_get_minutes (ls_session_get_lesson (session)));
  for (GtkWidget *child = gtk_widget_get_first_child (self->fields); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (LS_IS_LESSON_FIELD (child))
      {
        LsLessonField *field = LS_LESSON_FIELD (child);

        ls_lesson_field_show (field, ls_lesson_page_peek (page, ls_lesson_field_get_path (field)));
      }
  ls_lesson_writer_show_asks (self, page);
  ls_lesson_writer_show_moment (self, page);
  show_places (self);
  show_solution (self, page);
  self->is_showing = FALSE;
}

/* Forgets what is typed in fields and is not part of the lesson. */
void
ls_lesson_writer_clear_fields (LsLessonWriter *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (self->fields); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (LS_IS_LESSON_FIELD (child))
      ls_lesson_field_set_problem (LS_LESSON_FIELD (child), NULL);
  ls_lesson_answers_field_show (LS_LESSON_ANSWERS_FIELD (self->answers), NULL);
  self->edited = NULL;
}

/* Returns FALSE, and shows it, where something is typed that is not part of the lesson. */
gboolean
ls_lesson_writer_may_leave (LsLessonWriter *self)
{
  GtkWidget *const others[] = { self->lesson_title, self->description };
  GtkWidget *found = NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (self->fields); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    if (LS_IS_LESSON_FIELD (child) && gtk_widget_get_visible (child) && ls_lesson_field_has_problem (LS_LESSON_FIELD (child)))
      found = child;
  for (guint i = 0; i < G_N_ELEMENTS (others) && found == NULL; i++)
    if (ls_lesson_field_has_problem (LS_LESSON_FIELD (others[i])))
      found = others[i];
  if (found == NULL && !ls_lesson_answers_field_has_problem (LS_LESSON_ANSWERS_FIELD (self->answers)))
    return TRUE;
  if (found != NULL)
    ls_lesson_field_focus (LS_LESSON_FIELD (found));
  else
    ls_lesson_answers_field_focus (LS_LESSON_ANSWERS_FIELD (self->answers));
  ls_lesson_writer_tell (self, _("Correct this text first: the reason is below it"));
  return FALSE;
}

/* Changing */

/* Makes a member of the page, or of the session, what is typed in a field. */
static void
take_field (LsLessonWriter *self,
            LsLessonField  *field,
            gboolean        is_of_session)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) value = ls_lesson_field_read (field, &error);
  g_autoptr (JsonNode) page = NULL;
  g_autofree char *reason = error != NULL ? ls_lesson_edit_dup_reason (error) : NULL;
  const char *path = ls_lesson_field_get_path (field);
  LsLessonEdit edit = { .kind = LS_LESSON_EDIT_TEXT, .member = path, .page = self->page, .value = value };

  ls_lesson_field_set_problem (field, reason);
  if (error != NULL)
    return;
  if (!is_of_session)
    {
      page = ls_lesson_page_with (ls_lesson_writer_peek_page (self), path, value);
      edit.kind = LS_LESSON_EDIT_PAGE;
      edit.value = page;
    }
  if (!ls_lesson_writer_edit (self, &edit, _("edit the lesson"), field, &reason))
    ls_lesson_field_set_problem (field, reason);
}

static void
on_edited (LsLessonWriter *self,
           LsLessonField  *field)
{
  if (!self->is_showing)
    take_field (self, field, GTK_WIDGET (field) == self->lesson_title || GTK_WIDGET (field) == self->description);
}

static void
on_answers_edited (LsLessonWriter *self)
{
  LsLessonAnswersField *field = LS_LESSON_ANSWERS_FIELD (self->answers);
  g_autoptr (JsonNode) answers = ls_lesson_answers_field_read (field);
  g_autoptr (JsonNode) page = ls_lesson_page_with (ls_lesson_writer_peek_page (self), "question/answers", answers);
  g_autofree char *reason = NULL;
  const LsLessonEdit edit = { .kind = LS_LESSON_EDIT_PAGE, .page = self->page, .value = page };

  ls_lesson_answers_field_set_problem (field, NULL);
  if (!ls_lesson_writer_edit (self, &edit, _("edit the lesson"), field, &reason))
    ls_lesson_answers_field_set_problem (field, reason);
}

static void
on_minutes_changed (LsLessonWriter *self)
{
  const int minutes = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->minutes));
  g_autoptr (JsonNode) value = minutes > 0 ? json_node_init_int (json_node_alloc (), minutes) : NULL;
  const LsLessonEdit edit = { .kind = LS_LESSON_EDIT_MEMBER, .member = "minutes", .value = value };

  if (!self->is_showing)
    ls_lesson_writer_edit (self, &edit, _("edit the lesson"), self->minutes, NULL);
}

static void
on_place_toggled (LsLessonWriter *self)
{
  JsonArray *look = json_array_new ();
  g_autoptr (JsonNode) value = NULL, page = NULL;
  guint place = LS_LESSON_PLACE_STAGE;

  for (GtkWidget *child = gtk_widget_get_first_child (self->places); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      if (gtk_check_button_get_active (GTK_CHECK_BUTTON (child)))
        json_array_add_string_element (look, ls_lesson_place_to_string (place));
      place <<= 1;
    }
  value = ls_json_take_array (look);
  if (self->is_showing)
    return;
  page = ls_lesson_page_with (ls_lesson_writer_peek_page (self), "look", json_array_get_length (look) > 0 ? value : NULL);
  ls_lesson_writer_set_page (self, page, _("choose where to look"));
}

static void
on_asks_changed (LsLessonWriter *self)
{
  if (!self->is_showing && self->debugger != NULL)
    ls_lesson_writer_set_asks (self, gtk_drop_down_get_selected (GTK_DROP_DOWN (self->asks)));
}

static void
on_page_chosen (LsLessonWriter *self)
{
  const guint page = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->pages));

  if (self->is_showing || self->debugger == NULL || page == self->page || page == GTK_INVALID_LIST_POSITION)
    return;
  if (ls_lesson_writer_turn_to (self, page))
    return;
  self->is_showing = TRUE;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->pages), self->page);
  self->is_showing = FALSE;
}

static void
writer_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  LsLessonWriter *self = LS_LESSON_WRITER (widget);

  if (self->debugger != NULL)
    ls_lesson_writer_act (self, name + strlen ("writer."));
}

static void
ls_lesson_writer_dispose (GObject *object)
{
  LsLessonWriter *self = LS_LESSON_WRITER (object);

  ls_lesson_writer_end_check (self);
  g_clear_object (&self->debugger);
  g_clear_pointer (&self->shown, json_node_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), LS_TYPE_LESSON_WRITER);

  G_OBJECT_CLASS (ls_lesson_writer_parent_class)->dispose (object);
}

static void
ls_lesson_writer_class_init (LsLessonWriterClass *klass)
{
  static const char *const actions[] = {
    "writer.add", "writer.moment", "writer.copy", "writer.up", "writer.down", "writer.remove", "writer.use-moment",
    "writer.take-start", "writer.take-end", "writer.take-solution", "writer.show-start", "writer.show-solution"
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lesson_writer_dispose;

  g_signal_new ("turned", LS_TYPE_LESSON_WRITER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("flush", LS_TYPE_LESSON_WRITER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("apply", LS_TYPE_LESSON_WRITER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_BOOLEAN, 2,
                LS_TYPE_SESSION, G_TYPE_STRING);
  g_signal_new ("told", LS_TYPE_LESSON_WRITER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (LS_TYPE_LESSON_ANSWERS_FIELD);
  g_type_ensure (LS_TYPE_LESSON_FIELD);
  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lesson-writer.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLessonWriter, pages);
  gtk_widget_class_bind_template_child (widget_class, LsLessonWriter, body);
  gtk_widget_class_bind_template_child (widget_class, LsLessonWriter, fields);
  gtk_widget_class_bind_template_child (widget_class, LsLessonWriter, lesson_title);
  gtk_widget_class_bind_template_child (widget_class, LsLessonWriter, description);
  gtk_widget_class_bind_template_child (widget_class, LsLessonWriter, minutes);
  gtk_widget_class_bind_template_child (widget_class, LsLessonWriter, moment);
  gtk_widget_class_bind_template_child (widget_class, LsLessonWriter, places);
  gtk_widget_class_bind_template_child (widget_class, LsLessonWriter, asks);
  gtk_widget_class_bind_template_child (widget_class, LsLessonWriter, answers);
  gtk_widget_class_bind_template_child (widget_class, LsLessonWriter, program_box);
  gtk_widget_class_bind_template_child (widget_class, LsLessonWriter, solution_box);
  gtk_widget_class_bind_template_child (widget_class, LsLessonWriter, solution);
  gtk_widget_class_bind_template_child (widget_class, LsLessonWriter, state);
  gtk_widget_class_bind_template_child (widget_class, LsLessonWriter, problems);
  gtk_widget_class_bind_template_callback (widget_class, on_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_answers_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_minutes_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_asks_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_page_chosen);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, writer_action);
}

static void
ls_lesson_writer_init (LsLessonWriter *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->is_showing = TRUE;
  ls_lesson_writer_init_asks (self);
  self->is_showing = FALSE;
  for (guint place = LS_LESSON_PLACE_STAGE; place <= LS_LESSON_PLACE_PROGRAM; place <<= 1)
    {
      GtkWidget *button = gtk_check_button_new_with_label (ls_lesson_words_place (place));

      g_signal_connect_object (button, "toggled", G_CALLBACK (on_place_toggled), self, G_CONNECT_SWAPPED);
      ls_wrap_box_append (LS_WRAP_BOX (self->places), button);
    }
  ls_compat_name_parts (GTK_WIDGET (self), _("Lesson"));
}

/**
 * ls_lesson_writer_begin:
 * @self: a writer
 * @debugger: the debugger whose session has a lesson
 * @page: the page to begin with
 *
 * Begins to write.
 */
void
ls_lesson_writer_begin (LsLessonWriter *self,
                        LsDebugger     *debugger,
                        guint           page)
{
  g_set_object (&self->debugger, debugger);
  self->page = MIN (page, count_pages (self) - 1);
  ls_lesson_writer_clear_fields (self);
  ls_lesson_writer_follow (self);
  ls_lesson_writer_show_run (self, FALSE);
}

/**
 * ls_lesson_writer_end:
 * @self: a writer
 *
 * Ends writing. The session keeps the run of the page.
 *
 * Returns: %FALSE if something is typed that is not part of the lesson; the user is told so
 */
gboolean
ls_lesson_writer_end (LsLessonWriter *self)
{
  if (self->debugger == NULL)
    return TRUE;
  if (count_pages (self) > 0 && !ls_lesson_writer_may_leave (self))
    return FALSE;
  ls_lesson_writer_abandon (self);
  return TRUE;
}

/**
 * ls_lesson_writer_abandon:
 * @self: a writer
 *
 * Ends writing where the session is gone.
 */
void
ls_lesson_writer_abandon (LsLessonWriter *self)
{
  ls_lesson_writer_end_check (self);
  g_clear_pointer (&self->shown, json_node_unref);
  g_clear_object (&self->debugger);
}

/**
 * ls_lesson_writer_follow:
 * @self: a writer
 *
 * Shows the page as the session has it now.
 */
void
ls_lesson_writer_follow (LsLessonWriter *self)
{
  JsonNode *root = self->debugger != NULL ? peek_root (self) : NULL;

  if (root == NULL || root == self->shown || count_pages (self) == 0)
    return;
  g_clear_pointer (&self->shown, json_node_unref);
  self->shown = json_node_ref (root);
  /* Undo takes pages away, or brings some back. */
  if (count_pages (self) != self->n_pages)
    ls_lesson_writer_clear_fields (self);
  self->n_pages = count_pages (self);
  self->page = MIN (self->page, self->n_pages - 1);
  show_page (self);
  ls_lesson_writer_follow_run (self);
  ls_lesson_writer_check_soon (self);
}

/**
 * ls_lesson_writer_turn_to:
 * @self: a writer
 * @page: a page
 *
 * Shows another page, and its run.
 *
 * Returns: %FALSE if something is typed that is not part of the lesson; the user is told so
 */
gboolean
ls_lesson_writer_turn_to (LsLessonWriter *self,
                          guint           page)
{
  if (self->debugger == NULL || !ls_lesson_writer_may_leave (self))
    return FALSE;
  self->page = MIN (page, count_pages (self) - 1);
  ls_lesson_writer_clear_fields (self);
  show_page (self);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->body)), 0);
  ls_lesson_writer_show_run (self, FALSE);
  return TRUE;
}

/**
 * ls_lesson_writer_get_page:
 * @self: a writer
 *
 * Returns: the page that is written
 */
guint
ls_lesson_writer_get_page (LsLessonWriter *self)
{
  return self->page;
}
