/* ls-wait-list.c: what the selected task waited for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-wait-list.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "ls-task-thread-private.h"
#include "ls-text.h"
#include "ls-wait-causes.h"
#include "ls-widget.h"

/* Who took longest is what people look for. */
#define MAX_GROUPS 8

/**
 * LsWaitList:
 *
 * Says of the selected task how long it waited in the run, and behind which tasks, by which rule: “28 ms behind 12 tasks of higher
 * priority”, with the tasks. The user goes to one of them with a click. A thread looks through the trace, since a wait may be long.
 */
struct _LsWaitList
{
  GtkBox         parent_instance;

  GtkWidget     *title;
  GtkWidget     *inferred;
  GtkWidget     *list;
  GtkWidget     *more;

  LsPlayer      *player;
  LsTrace       *trace;         /* of what is shown or looked for */
  guint32        task;          /* 0 for none */
  gsize          length;        /* of the trace when the look began */
  GCancellable  *looking;       /* NULL for no look */
  LsWaitCauses  *causes;
};

G_DEFINE_FINAL_TYPE (LsWaitList, ls_wait_list, GTK_TYPE_BOX)

/* Rows */

static GtkWidget *
new_label (const char *text,
           const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "caption");
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

static GtkWidget *
make_row (LsWaitList *self,
          guint       index)
{
  const LsWaitCause *cause = ls_wait_causes_get (self->causes, index);
  g_autofree char *duration = ls_text_format_time (cause->duration);
  g_autofree char *group = ls_wait_causes_name_group (self->causes, index);
  /* Translators: the name of tasks, and how many of them there are */
  g_autofree char *name = cause->n_tasks > 1 ? g_strdup_printf (_("%s ×%u"), group, cause->n_tasks) : g_strdup (group);
  /* Translators: how long, and behind which tasks */
  g_autofree char *label = g_strdup_printf (_("%s: %s"), duration, name);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *text = new_label (name, NULL);

  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (text, TRUE);
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), new_label (duration, "numeric"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), cause->task != 0);
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  ls_widget_set_tooltip (row, cause->task != 0 ? _("Go to the One That Took Longest") : NULL);
  g_object_set_data (G_OBJECT (row), "task", GUINT_TO_POINTER (cause->task));
  return row;
}

/* The rule is said once, above the first of its groups. */
static void
add_sentence (LsWaitList      *self,
              LsWaitCauseKind  kind)
{
  g_autofree char *sentence = ls_wait_causes_get_sentence (self->causes, kind);
  g_autofree char *rule = ls_wait_cause_kind_get_rule (kind);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *text = new_label (sentence, "dim-label");

  ls_widget_wrap (text);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), text);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  ls_widget_set_tooltip (row, rule);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, sentence != NULL ? sentence : "", -1);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

static void
show (LsWaitList *self)
{
  const guint n_groups = self->causes != NULL ? ls_wait_causes_get_n (self->causes) : 0;
  g_autofree char *title = self->causes != NULL ? ls_wait_causes_get_title (self->causes) : NULL;
  g_autofree char *more = NULL;
  gboolean is_said[LS_N_WAIT_CAUSE_KINDS] = { FALSE };
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (self->list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->list), row);
  for (guint i = 0; i < MIN (n_groups, MAX_GROUPS); i++)
    {
      const LsWaitCause *cause = ls_wait_causes_get (self->causes, i);

      if (is_said[cause->kind])
        continue;
      is_said[cause->kind] = TRUE;
      add_sentence (self, cause->kind);
      for (guint j = i; j < MIN (n_groups, MAX_GROUPS); j++)
        if (ls_wait_causes_get (self->causes, j)->kind == cause->kind && ls_wait_causes_get (self->causes, j)->n_tasks > 0)
          gtk_list_box_append (GTK_LIST_BOX (self->list), make_row (self, j));
    }
  if (n_groups > MAX_GROUPS)
    more = g_strdup_printf (ngettext ("And %u more", "And %u more", n_groups - MAX_GROUPS), n_groups - MAX_GROUPS);
  ls_widget_show_text (self->title, title);
  ls_widget_show_text (self->more, more);
  gtk_widget_set_visible (self->list, n_groups > 0);
  gtk_widget_set_visible (self->inferred, self->causes != NULL && ls_wait_causes_is_inferred (self->causes));
  gtk_widget_set_visible (GTK_WIDGET (self), self->causes != NULL && ls_wait_causes_get_wait (self->causes) > 0);
}

/* Looking */

typedef struct
{
  LsTrace *trace;
  guint32  task;
} Look;

static void
look_free (gpointer data)
{
  g_object_unref (((Look *) data)->trace);
  g_free (data);
}

static void
look_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  const Look *look = task_data;

  g_task_return_pointer (task, ls_wait_causes_new (look->trace, look->task), (GDestroyNotify) ls_wait_causes_unref);
}

static void
looked_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  LsWaitList *self = LS_WAIT_LIST (object);
  g_autoptr (GError) error = NULL;
  g_autoptr (LsWaitCauses) causes = g_task_propagate_pointer (G_TASK (result), &error);

  /* Another task has been selected meanwhile. */
  if (error != NULL)
    return;
  g_clear_object (&self->looking);
  g_clear_pointer (&self->causes, ls_wait_causes_unref);
  self->causes = g_steal_pointer (&causes);
  show (self);
}

static void
stop (LsWaitList *self)
{
  if (self->looking != NULL)
    g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
}

static void
look_for (LsWaitList *self,
          LsTrace    *trace,
          guint32     task)
{
  g_autoptr (GTask) looking = NULL;
  Look *look;

  stop (self);
  self->looking = g_cancellable_new ();
  looking = g_task_new (self, self->looking, looked_cb, NULL);
  g_task_set_source_tag (looking, look_for);
  look = g_new0 (Look, 1);
  look->trace = g_object_ref (trace);
  look->task = task;
  g_task_set_task_data (looking, look, look_free);
  g_task_set_return_on_cancel (looking, TRUE);
  ls_task_run_in_thread (looking, look_thread);
}

/* Whether more of the trace may tell more of the wait. */
static gboolean
is_over (LsWaitList *self)
{
  return self->causes != NULL && (ls_wait_causes_get_status (self->causes) == LS_WAIT_RAN ||
                                  ls_wait_causes_get_status (self->causes) == LS_WAIT_REMOVED);
}

static void
update (LsWaitList *self)
{
  LsTrace *trace = ls_player_get_trace (self->player);
  guint32 task = 0;

  if (ls_player_get_selection (self->player, &task) != LS_SELECTION_TASK || trace == NULL)
    task = 0;
  if (task == self->task && trace == self->trace &&
      (task == 0 || self->looking != NULL || is_over (self) || self->length == ls_player_get_length (self->player)))
    return;
  if (task != self->task || trace != self->trace)
    {
      g_clear_pointer (&self->causes, ls_wait_causes_unref);
      show (self);
    }
  self->task = task;
  g_set_object (&self->trace, trace);
  self->length = ls_player_get_length (self->player);
  if (task != 0)
    look_for (self, trace, task);
  else
    stop (self);
}

static void
on_row_activated (LsWaitList    *self,
                  GtkListBoxRow *row)
{
  const guint32 task = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "task"));

  if (task != 0)
    ls_player_select (self->player, LS_SELECTION_TASK, task);
}

static void
ls_wait_list_dispose (GObject *object)
{
  LsWaitList *self = LS_WAIT_LIST (object);

  stop (self);
  g_clear_pointer (&self->causes, ls_wait_causes_unref);
  g_clear_object (&self->trace);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_wait_list_parent_class)->dispose (object);
}

static void
ls_wait_list_class_init (LsWaitListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_wait_list_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-wait-list.ui");
  gtk_widget_class_bind_template_child (widget_class, LsWaitList, title);
  gtk_widget_class_bind_template_child (widget_class, LsWaitList, inferred);
  gtk_widget_class_bind_template_child (widget_class, LsWaitList, list);
  gtk_widget_class_bind_template_child (widget_class, LsWaitList, more);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
ls_wait_list_init (LsWaitList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_wait_list_set_player:
 * @self: a list
 * @player: the player whose selected task to explain
 *
 * Says what the task waited for that is selected in @player.
 */
void
ls_wait_list_set_player (LsWaitList *self,
                         LsPlayer   *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_object (player, "selection-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "trace-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}
