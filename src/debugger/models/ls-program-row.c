/* ls-program-row.c: a row in the list of a program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-program-row.h"

/**
 * LsProgramRow:
 *
 * A step of a program, or the title of a body. It is plain data for a list.
 */
struct _LsProgramRow
{
  GObject  parent_instance;

  char    *text;
  guint    depth;
  guint    number;
};

G_DEFINE_FINAL_TYPE (LsProgramRow, ls_program_row, G_TYPE_OBJECT)

static void
ls_program_row_finalize (GObject *object)
{
  LsProgramRow *self = LS_PROGRAM_ROW (object);

  g_free (self->text);

  G_OBJECT_CLASS (ls_program_row_parent_class)->finalize (object);
}

static void
ls_program_row_class_init (LsProgramRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ls_program_row_finalize;
}

static void
ls_program_row_init (LsProgramRow *self)
{
}

/**
 * ls_program_row_new:
 * @text: the text of the row
 * @depth: the depth of indentation
 * @number: the line number, 0 for a title
 *
 * Returns: (transfer full): a new row
 */
LsProgramRow *
ls_program_row_new (const char *text,
                    guint       depth,
                    guint       number)
{
  LsProgramRow *self = g_object_new (LS_TYPE_PROGRAM_ROW, NULL);

  self->text = g_strdup (text);
  self->depth = depth;
  self->number = number;
  return self;
}

const char *
ls_program_row_get_text (LsProgramRow *self)
{
  return self->text;
}

guint
ls_program_row_get_depth (LsProgramRow *self)
{
  return self->depth;
}

guint
ls_program_row_get_number (LsProgramRow *self)
{
  return self->number;
}
