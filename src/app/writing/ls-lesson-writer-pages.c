/* ls-lesson-writer-pages.c: adds, moves and removes pages, and takes into them what the run has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lesson-writer-private.h"

#include <glib/gi18n.h>

#include "ls-json-private.h"

/* Puts a page behind the one that is written, and goes on there. */
static void
insert (LsLessonWriter *self,
        JsonNode       *page,
        const char     *label)
{
  const LsLessonEdit edit = { .kind = LS_LESSON_EDIT_INSERT, .page = self->page + 1, .value = page };

  if (ls_lesson_writer_may_leave (self) && ls_lesson_writer_edit (self, &edit, label, NULL, NULL))
    ls_lesson_writer_turn_to (self, self->page + 1);
}

/* Returns (transfer full) a page that its author fills in. */
static JsonNode *
make_page (void)
{
  JsonObject *page = json_object_new ();
  JsonArray *text = json_array_new ();

  json_array_add_string_element (text, _("Say what has happened, and what waits."));
  json_object_set_string_member (page, "title", _("New page"));
  json_object_set_array_member (page, "text", text);
  return ls_json_take_object (page);
}

/* A new page begins where this one does, and looks where this one looks. */
static void
add_page (LsLessonWriter *self)
{
  static const char *const members[] = { "at", "actions", "look" };
  g_autoptr (JsonNode) page = make_page ();

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      JsonNode *member = ls_lesson_page_peek (ls_lesson_writer_peek_page (self), members[i]);

      ls_lesson_page_set (&page, members[i], member != NULL ? json_node_ref (member) : NULL);
    }
  insert (self, page, _("add a page"));
}

static void
make_moment (LsLessonWriter *self)
{
  g_autoptr (JsonNode) page = ls_lesson_writer_make_moment (self);

  insert (self, page, _("make a page of this moment"));
}

static void
move (LsLessonWriter *self,
      int             by)
{
  const LsLessonEdit edit = { .kind = LS_LESSON_EDIT_MOVE, .page = self->page, .to = self->page + by };

  if (!ls_lesson_writer_may_leave (self))
    return;
  self->page += by;
  if (!ls_lesson_writer_edit (self, &edit, _("move a page"), NULL, NULL))
    self->page -= by;
}

static void
remove_page (LsLessonWriter *self)
{
  const LsLessonEdit edit = { .kind = LS_LESSON_EDIT_REMOVE, .page = self->page };

  ls_lesson_writer_clear_fields (self);
  if (ls_lesson_writer_edit (self, &edit, _("remove a page"), NULL, NULL))
    {
      ls_lesson_writer_show_run (self, FALSE);
      ls_lesson_writer_tell (self, _("Page removed. Undo brings it back."));
    }
}

/* Makes a member of the page what @value is. Takes @value. */
static void
set_member (LsLessonWriter *self,
            const char     *path,
            JsonNode       *value,
            const char     *label)
{
  g_autoptr (JsonNode) page = json_node_ref (ls_lesson_writer_peek_page (self));

  ls_lesson_page_set (&page, path, value);
  ls_lesson_writer_set_page (self, page, label);
}

static void
take_program (LsLessonWriter *self,
              const char     *path)
{
  g_autofree char *program = ls_lesson_writer_dup_program (self);

  if (program != NULL)
    set_member (self, path, json_node_init_string (json_node_alloc (), program), _("put the program into the page"));
}

/* What the user has done in the run, beyond what the page begins with, is the solution, and this moment its end. */
static void
take_solution (LsLessonWriter *self)
{
  JsonNode *page = ls_lesson_writer_peek_page (self);
  const gboolean is_golf = ls_lesson_page_peek (page, "golf") != NULL;
  g_autoptr (JsonNode) actions = ls_lesson_writer_dup_actions (self, page);
  g_autoptr (JsonNode) moment = ls_lesson_writer_make_moment (self);
  g_autoptr (JsonNode) with_actions = NULL, with_at = NULL;

  if (actions == NULL)
    {
      ls_lesson_writer_tell (self, _("Do something in this run first: your actions become the solution"));
      return;
    }
  with_actions = ls_lesson_page_with (page, is_golf ? "golf/solution/actions" : "task/solution/actions", actions);
  with_at = is_golf ? json_node_ref (with_actions)
                    : ls_lesson_page_with (with_actions, "task/solution/at", ls_lesson_page_peek (moment, "at"));
  ls_lesson_writer_set_page (self, with_at, _("change the solution"));
}

static void
use_moment (LsLessonWriter *self)
{
  g_autoptr (JsonNode) page = ls_lesson_writer_take_moment (self, ls_lesson_writer_peek_page (self));

  ls_lesson_writer_set_page (self, page, _("begin the page at this moment"));
}

/* Does what a button asks for: “add”, “moment”, “copy”, “up”, … */
void
ls_lesson_writer_act (LsLessonWriter *self,
                      const char     *verb)
{
  if (g_str_equal (verb, "add"))
    add_page (self);
  else if (g_str_equal (verb, "moment"))
    make_moment (self);
  else if (g_str_equal (verb, "copy"))
    insert (self, ls_lesson_writer_peek_page (self), _("duplicate a page"));
  else if (g_str_equal (verb, "up") || g_str_equal (verb, "down"))
    move (self, g_str_equal (verb, "up") ? -1 : 1);
  else if (g_str_equal (verb, "remove"))
    remove_page (self);
  else if (g_str_equal (verb, "use-moment"))
    use_moment (self);
  else if (g_str_equal (verb, "take-start"))
    take_program (self, "exercise/source");
  else if (g_str_equal (verb, "take-end"))
    take_program (self, "exercise/solution/source");
  else if (g_str_equal (verb, "take-solution"))
    take_solution (self);
  else
    ls_lesson_writer_show_run (self, g_str_equal (verb, "show-solution"));
}
