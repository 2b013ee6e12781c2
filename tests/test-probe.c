/* test-probe.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "test-probe.h"

static void
collect (TestProbe *self)
{
  g_array_append_vals (self->records, self->block, self->base.cursor - self->block);
  self->base.cursor = self->block;
}

static void
test_probe_refill (LsProbe *probe)
{
  collect ((TestProbe *) probe);
}

static guint32
test_probe_intern (LsProbe    *probe,
                   const char *string)
{
  TestProbe *self = (TestProbe *) probe;
  guint index;

  if (!g_ptr_array_find_with_equal_func (self->texts, string, g_str_equal, &index))
    {
      index = self->texts->len;
      g_ptr_array_add (self->texts, g_strdup (string));
    }
  return index + 1;
}

static void
test_probe_publish (LsProbe *probe)
{
}

TestProbe *
test_probe_new (void)
{
  TestProbe *self = g_new0 (TestProbe, 1);

  self->base.cursor = self->block;
  self->base.end = self->block + G_N_ELEMENTS (self->block);
  self->base.refill = test_probe_refill;
  self->base.intern = test_probe_intern;
  self->base.publish = test_probe_publish;
  self->records = g_array_new (FALSE, FALSE, sizeof (LsRecord));
  self->texts = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
test_probe_free (TestProbe *self)
{
  g_array_unref (self->records);
  g_ptr_array_unref (self->texts);
  g_free (self);
}

/* Everything so far; valid until the next call of any function here. */
const GArray *
test_probe_get (TestProbe *self)
{
  collect (self);
  return self->records;
}

void
test_probe_clear (TestProbe *self)
{
  collect (self);
  g_array_set_size (self->records, 0);
}

guint
test_probe_count (TestProbe    *self,
                  LsRecordKind  kind)
{
  guint n = 0;

  collect (self);
  for (guint i = 0; i < self->records->len; i++)
    n += g_array_index (self->records, LsRecord, i).kind == kind;
  return n;
}

/* The @n-th record of a kind, from 0; NULL where there are fewer. */
const LsRecord *
test_probe_nth (TestProbe    *self,
                LsRecordKind  kind,
                guint         n)
{
  collect (self);
  for (guint i = 0; i < self->records->len; i++)
    {
      const LsRecord *record = &g_array_index (self->records, LsRecord, i);

      if (record->kind == kind && n-- == 0)
        return record;
    }
  return NULL;
}

const char *
test_probe_text (TestProbe *self,
                 guint32    text)
{
  return text > 0 && text <= self->texts->len ? g_ptr_array_index (self->texts, text - 1) : "";
}

/* The kinds of all records with their subjects: "task-due:1 task-selected:1". */
char *
test_probe_kinds (TestProbe *self)
{
  g_autoptr (GString) string = g_string_new (NULL);

  collect (self);
  for (guint i = 0; i < self->records->len; i++)
    {
      const LsRecord *record = &g_array_index (self->records, LsRecord, i);

      g_string_append_printf (string, "%s%s:%u", i > 0 ? " " : "", ls_record_kind_to_string (record->kind),
                              record->subject);
    }
  return g_string_free (g_steal_pointer (&string), FALSE);
}
