/* ls-running-list.c: programs that run and can be joined
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-running-list.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-column-layout.h"
#include "ls-watch.h"
#include "ls-widget.h"

/**
 * LsRunningList:
 *
 * A group of rows, one for each program that runs, by name. Rows of programs that go on running stay when the list is shown again,
 * with the focus. It emits "join" with the number of a program's process, and is hidden where there is none.
 */
struct _LsRunningList
{
  AdwPreferencesGroup  parent_instance;

  GtkWidget           *list;
  GtkWidget           *problem;
  GtkWidget           *nothing;

  GHashTable          *rows;     /* (element-type guint GtkWidget): by process */
  char                *needle;   /* folded, NULL for all */
};

G_DEFINE_FINAL_TYPE (LsRunningList, ls_running_list, ADW_TYPE_PREFERENCES_GROUP)

static guint
get_pid (GtkWidget *row)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "pid"));
}

static void
on_row_activated (LsRunningList *self,
                  GtkListBoxRow *row)
{
  g_signal_emit_by_name (self, "join", get_pid (GTK_WIDGET (row)));
}

static int
compare_rows (GtkListBoxRow *one,
              GtkListBoxRow *other,
              gpointer       user_data)
{
  const char *first = g_object_get_data (G_OBJECT (one), "key"), *second = g_object_get_data (G_OBJECT (other), "key");
  const int order = strcmp (first, second);

  return order != 0 ? order : (int) get_pid (GTK_WIDGET (one)) - (int) get_pid (GTK_WIDGET (other));
}

static gboolean
fits (LsRunningList *self,
      GtkWidget     *row)
{
  g_autofree char *title = g_utf8_casefold (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), -1);
  g_autofree char *detail = g_utf8_casefold (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), -1);

  return self->needle == NULL || strstr (title, self->needle) != NULL || strstr (detail, self->needle) != NULL;
}

static void
filter (LsRunningList *self)
{
  GHashTableIter iter;
  GtkWidget *row;
  guint n_shown = 0;

  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &row))
    {
      const gboolean is_shown = fits (self, row);

      gtk_widget_set_visible (row, is_shown);
      n_shown += is_shown;
    }
  gtk_widget_set_visible (self->list, n_shown > 0);
  gtk_widget_set_visible (self->nothing, n_shown == 0);
  gtk_widget_set_visible (GTK_WIDGET (self), g_hash_table_size (self->rows) > 0);
}

/* Returns whether there is a row for the same program: another one may have the number by now. */
static gboolean
has_row (LsRunningList        *self,
         const LsWatchProgram *program)
{
  GtkWidget *row = g_hash_table_lookup (self->rows, GUINT_TO_POINTER (program->pid));

  return row != NULL && g_strcmp0 (g_object_get_data (G_OBJECT (row), "command"), program->command) == 0;
}

static void
add_row (LsRunningList        *self,
         const LsWatchProgram *program)
{
  /* Translators: the number of a process, then its command line */
  g_autofree char *detail = g_strdup_printf (_("%u · %s"), program->pid, program->command);
  GtkWidget *row = ls_column_layout_new_row (program->name, detail);
  g_autofree char *folded = g_utf8_casefold (program->name, -1);

  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data (G_OBJECT (row), "pid", GUINT_TO_POINTER (program->pid));
  g_object_set_data_full (G_OBJECT (row), "command", g_strdup (program->command), g_free);
  g_object_set_data_full (G_OBJECT (row), "key", g_utf8_collate_key (folded, -1), g_free);
  g_hash_table_insert (self->rows, GUINT_TO_POINTER (program->pid), row);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

static gboolean
has_program (GPtrArray *programs,
             guint      pid)
{
  for (guint i = 0; i < programs->len; i++)
    if (((const LsWatchProgram *) g_ptr_array_index (programs, i))->pid == pid)
      return TRUE;
  return FALSE;
}

static void
remove_row (LsRunningList *self,
            guint          pid)
{
  GtkWidget *row = g_hash_table_lookup (self->rows, GUINT_TO_POINTER (pid));

  if (row == NULL)
    return;
  gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  g_hash_table_remove (self->rows, GUINT_TO_POINTER (pid));
}

static void
ls_running_list_finalize (GObject *object)
{
  LsRunningList *self = LS_RUNNING_LIST (object);

  g_hash_table_unref (self->rows);
  g_free (self->needle);

  G_OBJECT_CLASS (ls_running_list_parent_class)->finalize (object);
}

static void
ls_running_list_class_init (LsRunningListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_running_list_finalize;

  /**
   * LsRunningList::join:
   * @self: a list
   * @pid: the number of a process
   *
   * The user wants to watch a program.
   */
  g_signal_new ("join", LS_TYPE_RUNNING_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-running-list.ui");
  gtk_widget_class_bind_template_child (widget_class, LsRunningList, list);
  gtk_widget_class_bind_template_child (widget_class, LsRunningList, problem);
  gtk_widget_class_bind_template_child (widget_class, LsRunningList, nothing);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
ls_running_list_init (LsRunningList *self)
{
  self->rows = g_hash_table_new (NULL, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_sort_func (GTK_LIST_BOX (self->list), compare_rows, NULL, NULL);
  filter (self);
}

/**
 * ls_running_list_show:
 * @self: a list
 * @programs: (element-type LsWatchProgram): the programs
 * @problem: (nullable): a sentence: why none of them can be joined, %NULL if they can
 *
 * Shows what runs at this moment.
 */
void
ls_running_list_show (LsRunningList *self,
                      GPtrArray     *programs,
                      const char    *problem)
{
  g_autoptr (GList) shown = g_hash_table_get_keys (self->rows);

  for (GList *link = shown; link != NULL; link = link->next)
    if (!has_program (programs, GPOINTER_TO_UINT (link->data)))
      remove_row (self, GPOINTER_TO_UINT (link->data));
  for (guint i = 0; i < programs->len; i++)
    {
      const LsWatchProgram *program = g_ptr_array_index (programs, i);

      if (has_row (self, program))
        continue;
      remove_row (self, program->pid);
      add_row (self, program);
    }
  ls_widget_show_text (self->problem, problem);
  gtk_widget_set_sensitive (self->list, problem == NULL);
  filter (self);
}

/**
 * ls_running_list_filter:
 * @self: a list
 * @needle: a text
 *
 * Shows only the programs that have @needle in their names, numbers or command lines.
 */
void
ls_running_list_filter (LsRunningList *self,
                        const char    *needle)
{
  g_free (self->needle);
  self->needle = g_utf8_casefold (needle, -1);
  filter (self);
}
