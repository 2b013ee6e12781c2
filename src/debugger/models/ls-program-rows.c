/* ls-program-rows.c: a program made of steps, as a list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-program-rows.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

#define ROWS_AT_ONCE 2000     /* more rows than a view shows */
#define SLICE_US 3000         /* part of a frame */
#define ROWS_BETWEEN_LOOKS 256

/**
 * LsProgramRows:
 *
 * A list model of the steps of a program and the titles above them. Its items are [class@IdItem] objects with the places of rows,
 * from 1 on. The model makes the text of a row when a view asks for it. It goes through a long program in parts, while the main
 * loop is idle.
 */
struct _LsProgramRows
{
  GObject       parent_instance;

  LsProgram    *program;       /* NULL for none; owns the steps */
  GPtrArray    *actions;       /* (element-type LsAction) */
  GArray       *rows;          /* Row, a struct */
  GHashTable   *by_pointer;    /* JSON pointer, which its step owns → index of the row, plus 1 */
  GStringChunk *titles;
  GArray       *frames;        /* Frame: the bodies to go on in, the innermost one last */
  guint         part;          /* the part to list next: main, the bodies, the actions */
  guint         number;        /* the number of the last row */
  guint         source;        /* idle source, while there are more rows to list */
};

typedef struct
{
  LsStep     *step;      /* NULL for a title */
  const char *title;
  guint       depth;
  guint       number;
} Row;

typedef struct
{
  LsBody     *body;
  const char *role;      /* the title above it; NULL for none, or once the title is a row */
  guint       next;
  guint       depth;
} Frame;

static void ls_program_rows_init_list_model (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (LsProgramRows, ls_program_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, ls_program_rows_init_list_model))

static GType
ls_program_rows_get_item_type (GListModel *model)
{
  return LS_TYPE_ID_ITEM;
}

static guint
ls_program_rows_get_n_items (GListModel *model)
{
  return LS_PROGRAM_ROWS (model)->rows->len;
}

static gpointer
ls_program_rows_get_item (GListModel *model,
                          guint       position)
{
  return position < LS_PROGRAM_ROWS (model)->rows->len ? ls_id_item_new (position + 1) : NULL;
}

static void
ls_program_rows_init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = ls_program_rows_get_item_type;
  iface->get_n_items = ls_program_rows_get_n_items;
  iface->get_item = ls_program_rows_get_item;
}

static void
append_title (LsProgramRows *self,
              const char    *title,
              guint          depth)
{
  Row row = { .title = g_string_chunk_insert_const (self->titles, title), .depth = depth };

  g_array_append_val (self->rows, row);
}

static void
push (LsProgramRows *self,
      LsBody        *body,
      const char    *role,
      guint          depth)
{
  Frame frame = { .body = body, .role = role, .depth = depth };

  g_array_append_val (self->frames, frame);
}

/* Appends a step and goes into its bodies next. */
static void
append_step (LsProgramRows *self,
             LsStep        *step,
             guint          depth,
             gboolean       has_roles)
{
  Row row = { .step = step, .depth = depth, .number = ++self->number };
  guint n_bodies = ls_step_get_n_bodies (step);

  g_array_append_val (self->rows, row);
  g_hash_table_insert (self->by_pointer, (gpointer) ls_step_get_pointer (step), GUINT_TO_POINTER (self->rows->len));
  for (guint i = n_bodies; i > 0; i--)
    {
      const char *role = NULL;
      LsBody *body = ls_step_get_body (step, i - 1, &role);

      push (self, body, has_roles && n_bodies > 1 ? role : NULL, depth + 1);
    }
}

/* Begins with the part after those that are listed. Returns FALSE at the end. */
static gboolean
begin_part (LsProgramRows *self)
{
  guint n_bodies = ls_program_get_n_bodies (self->program);
  guint part = self->part++;
  LsBody *body;

  if (part == 0)
    {
      body = ls_program_get_main (self->program);
      append_title (self, ls_body_is_async (body) ? _("Main script, async") : _("Main script"), 0);
      push (self, body, NULL, 0);
      return TRUE;
    }
  if (part <= n_bodies)
    {
      g_autofree char *title = NULL;

      body = ls_program_get_body (self->program, part - 1);
      /* Translators: what an asynchronous function is called, behind its name */
      title = g_strdup_printf (ls_body_is_async (body) ? _("%s, async") : "%s", ls_body_get_name (body));
      append_title (self, title, 0);
      push (self, body, NULL, 0);
      return TRUE;
    }
  part -= n_bodies + 1;
  if (part >= self->actions->len)
    return FALSE;
  if (part == 0)
    append_title (self, _("Your actions"), 0);
  append_step (self, ls_action_get_step (g_ptr_array_index (self->actions, part)), 0, FALSE);
  return TRUE;
}

/* Adds a row or two. Returns FALSE at the end. */
static gboolean
advance (LsProgramRows *self)
{
  Frame *frame;

  if (self->frames->len == 0)
    return begin_part (self);
  frame = &g_array_index (self->frames, Frame, self->frames->len - 1);
  if (frame->role != NULL)
    append_title (self, g_steal_pointer (&frame->role), frame->depth);
  else if (frame->next < ls_body_get_n_steps (frame->body))
    append_step (self, ls_body_get_step (frame->body, frame->next++), frame->depth, TRUE);
  else
    g_array_set_size (self->frames, self->frames->len - 1);
  return TRUE;
}

static gboolean
fill_cb (gpointer user_data)
{
  LsProgramRows *self = user_data;
  guint before = self->rows->len;
  gint64 end = g_get_monotonic_time () + SLICE_US;
  gboolean more = TRUE;

  while (more && g_get_monotonic_time () < end)
    for (guint i = 0; more && i < ROWS_BETWEEN_LOOKS; i++)
      more = advance (self);
  if (!more)
    self->source = 0;
  if (self->rows->len > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, self->rows->len - before);
  return more ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
clear (LsProgramRows *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  g_hash_table_remove_all (self->by_pointer);
  g_array_set_size (self->rows, 0);
  g_array_set_size (self->frames, 0);
  g_string_chunk_clear (self->titles);
  g_ptr_array_set_size (self->actions, 0);
  g_clear_pointer (&self->program, ls_program_unref);
  self->part = 0;
  self->number = 0;
}

static void
ls_program_rows_finalize (GObject *object)
{
  LsProgramRows *self = LS_PROGRAM_ROWS (object);

  clear (self);
  g_hash_table_unref (self->by_pointer);
  g_array_unref (self->rows);
  g_array_unref (self->frames);
  g_string_chunk_free (self->titles);
  g_ptr_array_unref (self->actions);

  G_OBJECT_CLASS (ls_program_rows_parent_class)->finalize (object);
}

static void
ls_program_rows_class_init (LsProgramRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_program_rows_finalize;
}

static void
ls_program_rows_init (LsProgramRows *self)
{
  self->actions = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_action_unref);
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  self->by_pointer = g_hash_table_new (g_str_hash, g_str_equal);
  self->titles = g_string_chunk_new (64);
  self->frames = g_array_new (FALSE, FALSE, sizeof (Frame));
}

LsProgramRows *
ls_program_rows_new (void)
{
  return g_object_new (LS_TYPE_PROGRAM_ROWS, NULL);
}

/**
 * ls_program_rows_set_session:
 * @self: rows
 * @session: (nullable): the session with the program, made of steps, and the actions to list
 *
 * Begins with another program. This function adds the rows that a view can show; the others follow while the main loop is idle.
 */
void
ls_program_rows_set_session (LsProgramRows *self,
                             LsSession     *session)
{
  guint n_before = self->rows->len;
  gboolean more = session != NULL;

  clear (self);
  if (session != NULL)
    {
      self->program = ls_program_ref (ls_session_get_program (session));
      for (guint i = 0; i < ls_session_get_n_actions (session); i++)
        g_ptr_array_add (self->actions, ls_action_ref (ls_session_get_action (session, i)));
    }
  while (more && self->rows->len < ROWS_AT_ONCE)
    more = advance (self);
  if (more)
    self->source = g_idle_add (fill_cb, self);
  if (n_before > 0 || self->rows->len > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, self->rows->len);
}

/**
 * ls_program_rows_describe:
 * @self: rows
 * @item: an item of the present list
 * @depth: (out): the depth of indentation
 * @number: (out): the line number, 0 for a title
 *
 * Returns: (transfer full): the text of the row
 */
char *
ls_program_rows_describe (LsProgramRows *self,
                          LsIdItem      *item,
                          guint         *depth,
                          guint         *number)
{
  const Row *row = &g_array_index (self->rows, Row, ls_id_item_get_id (item) - 1);

  *depth = row->depth;
  *number = row->number;
  return row->step != NULL ? ls_step_to_words (row->step) : g_strdup (row->title);
}

/**
 * ls_program_rows_find:
 * @self: rows
 * @pointer: JSON pointer of a step
 * @place: (out): the index of its row
 *
 * Returns: %FALSE if there is no such step, or the model has not reached it yet
 */
gboolean
ls_program_rows_find (LsProgramRows *self,
                      const char    *pointer,
                      guint         *place)
{
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_pointer, pointer));

  *place = found - 1;
  return found > 0;
}

/**
 * ls_program_rows_is_filling:
 * @self: rows
 *
 * Returns: whether the model has more rows to list
 */
gboolean
ls_program_rows_is_filling (LsProgramRows *self)
{
  return self->source != 0;
}
