/* ls-preset-pane.c: the table by which the loop chooses, explained and to be changed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-preset-pane.h"

#include <glib/gi18n.h>

#include "ls-compat.h"
#include "ls-preset-table.h"
#include "ls-preset.h"
#include "ls-widget.h"

/**
 * LsPresetPane:
 *
 * The pane shows the ranks and rules of the session's preset, and the ranks that the session overrides. When the user changes a
 * rank, the session runs again. The user can undo that like any other change of the session.
 */
struct _LsPresetPane
{
  GtkBox       parent_instance;

  GtkWidget   *title;
  GtkWidget   *description;
  GtkWidget   *rules;
  GtkWidget   *experiments;
  GtkWidget   *rows;
  GtkWidget   *reset;
  GtkWidget   *error;

  LsDebugger  *debugger;        /* weak: the window owns the debugger */
  GSignalGroup *signals;       /* of the debugger */
  gboolean     updating;
};

G_DEFINE_FINAL_TYPE (LsPresetPane, ls_preset_pane, GTK_TYPE_BOX)

static const LsSettings *
get_settings (LsPresetPane *self)
{
  LsSession *session = self->debugger != NULL ? ls_debugger_get_session (self->debugger) : NULL;

  return session != NULL ? ls_session_get_settings (session) : NULL;
}

static void
add_rule (GString    *text,
          const char *rule)
{
  g_string_append_printf (text, "%s• %s", text->len > 0 ? "\n" : "", rule);
}

static void
add_owned_rule (GString *text,
                char    *rule)
{
  add_rule (text, rule);
  g_free (rule);
}

static const char *
get_rank_name (const LsSettings *settings,
               guint             rank)
{
  const char *name = ls_settings_get_rank_name (settings, rank);

  return name != NULL ? _(name) : "–";
}

static char *
describe_rules (const LsSettings *settings)
{
  const LsPreset *preset = ls_preset_lookup (settings->preset);
  g_autoptr (GString) text = g_string_new (NULL);

  if (preset == NULL)
    preset = ls_preset_lookup (NULL);
  add_rule (text, _("Each turn runs the oldest task of the best rank that has tasks; rank 0 is the best"));
  if (preset->max_delayed_picks > 0)
    add_owned_rule (text, g_strdup_printf (_("After %u delayed tasks in a row, an immediate task of the same rank runs first"),
                                           preset->max_delayed_picks));
  if (preset->compositor_starved_after_ms > 0)
    add_owned_rule (text, g_strdup_printf (_("When a compositor task has waited %u ms, its queue rises to %s"),
                                           preset->compositor_starved_after_ms,
                                           get_rank_name (settings, preset->compositor_starved_rank)));
  if (preset->compositor_after_input_rank < preset->queue_ranks[LS_QUEUE_TYPE_COMPOSITOR])
    add_owned_rule (text, g_strdup_printf (_("A click or key press raises the compositor to %s until its next task"),
                                           get_rank_name (settings, preset->compositor_after_input_rank)));
  if (preset->discrete_input_response_ms > 0)
    add_owned_rule (text, g_strdup_printf (_("After a click or key press, tasks of pages wait for the frame if one is requested, "
                                             "%u ms at most"), preset->discrete_input_response_ms));
  if (preset->fair_after > 0)
    add_owned_rule (text, g_strdup_printf (_("After %u turns in a row while worse ranks wait, each of those gets one turn"),
                                           preset->fair_after));
  else
    add_rule (text, _("Nothing else helps worse ranks: they starve while better ranks have tasks"));
  add_owned_rule (text, g_strdup_printf (preset->timer_nesting_counts_first
                                           ? _("Timers at nesting level %u or deeper wait at least %u ms")
                                           : _("Timers nested deeper than level %u wait at least %u ms"),
                                         preset->timer_nesting_limit, preset->timer_clamp_ms));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
change_settings (LsPresetPane     *self,
                 const LsSettings *settings,
                 const char       *label)
{
  g_autoptr (GError) error = NULL;
  gboolean done = ls_debugger_change_settings (self->debugger, settings, label, &error);

  gtk_widget_set_visible (self->error, !done);
  gtk_label_set_label (GTK_LABEL (self->error), done ? "" : error->message);
}

static void update (LsPresetPane *self);

static void
on_rank_selected (GtkDropDown  *drop_down,
                  GParamSpec   *pspec,
                  LsPresetPane *self)
{
  guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (drop_down), "row"));
  guint rank = gtk_drop_down_get_selected (drop_down);
  const LsSettings *current = get_settings (self);
  g_autoptr (LsSettings) settings = NULL;
  g_autofree char *label = NULL;
  LsPresetRow row;

  if (self->updating || current == NULL || !ls_settings_get_preset_row (current, index, &row) || row.rank == rank)
    return;
  settings = ls_settings_copy (current);
  if (!ls_settings_set_preset_rank (settings, index, rank == row.preset_rank && row.is_queue
                                                       ? LS_SETTINGS_RANK_OF_PRESET : rank))
    return;
  /* Translators: an edit that can be undone; a queue's name, then its new rank */
  label = g_strdup_printf (_("set the rank of %s to %u"), _(row.name), rank);
  change_settings (self, settings, label);
  update (self);
}

static void
on_reset (LsPresetPane *self)
{
  const LsSettings *current = get_settings (self);
  g_autoptr (LsSettings) settings = NULL;

  if (current == NULL)
    return;
  settings = ls_settings_copy (current);
  ls_settings_reset_ranks (settings);
  change_settings (self, settings, _("reset ranks"));
  update (self);
}

static GtkStringList *
list_ranks (const LsSettings *settings)
{
  GtkStringList *ranks = gtk_string_list_new (NULL);

  for (guint i = 0; i <= LS_PRESET_TABLE_MAX_RANK; i++)
    {
      const char *name = ls_settings_get_rank_name (settings, i);
      g_autofree char *text = name != NULL ? g_strdup_printf ("%u %s", i, _(name)) : g_strdup_printf ("%u", i);

      gtk_string_list_append (ranks, text);
    }
  return ranks;
}

static GtkWidget *
new_label (const char *text,
           const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

static GtkWidget *
new_row (LsPresetPane     *self,
         const LsSettings *settings,
         guint             index)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autoptr (GtkStringList) ranks = list_ranks (settings);
  GtkWidget *drop_down = gtk_drop_down_new (NULL, NULL);
  GtkWidget *row_widget = gtk_list_box_row_new ();
  g_autofree char *label = NULL;
  LsPresetRow row;

  ls_settings_get_preset_row (settings, index, &row);
  gtk_box_append (GTK_BOX (texts), new_label (NULL, NULL));
  gtk_box_append (GTK_BOX (texts), new_label (_(row.explanation), "caption"));
  gtk_widget_add_css_class (gtk_widget_get_last_child (texts), "dim-label");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (box), texts);

  gtk_drop_down_set_model (GTK_DROP_DOWN (drop_down), G_LIST_MODEL (ranks));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), MIN (row.rank, LS_PRESET_TABLE_MAX_RANK));
  gtk_widget_set_valign (drop_down, GTK_ALIGN_CENTER);
  label = g_strdup_printf (_("Rank of %s"), _(row.name));
  ls_compat_label_drop_down (GTK_DROP_DOWN (drop_down), label);
  g_object_set_data (G_OBJECT (drop_down), "row", GUINT_TO_POINTER (index));
  g_signal_connect_object (drop_down, "notify::selected", G_CALLBACK (on_rank_selected), self, G_CONNECT_DEFAULT);
  gtk_box_append (GTK_BOX (box), drop_down);
  gtk_widget_add_css_class (box, "preset-row");

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row_widget), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row_widget), FALSE);
  gtk_widget_set_focusable (row_widget, FALSE);
  return row_widget;
}

static void
rebuild (LsPresetPane *self)
{
  const LsSettings *settings = get_settings (self);
  g_autofree guint *indices = NULL;
  guint n_rows = 0;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->rows)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (self->rows), child);
  if (settings == NULL)
    return;
  indices = ls_settings_sort_preset_rows (settings, &n_rows);
  for (guint i = 0; i < n_rows; i++)
    gtk_list_box_append (GTK_LIST_BOX (self->rows), new_row (self, settings, indices[i]));
}

/* Lists the experiments that are on. */
static void
show_experiments (LsPresetPane     *self,
                  const LsSettings *settings)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < LS_N_EXPERIMENTS; i++)
    if (settings->experiments & 1u << i)
      {
        if (text->len > 0)
          g_string_append_c (text, '\n');
        /* Translators: an experiment that is on, such as scheduler.wait() */
        g_string_append_printf (text, _("Experiment: %s"), ls_experiment_get_title (1u << i));
      }
  gtk_label_set_label (GTK_LABEL (self->experiments), text->str);
  gtk_widget_set_visible (self->experiments, text->len > 0);
}

/* Updates the rows in place. They do not move while the user changes one. */
static void
update (LsPresetPane *self)
{
  const LsSettings *settings = get_settings (self);

  if (settings == NULL)
    return;
  self->updating = TRUE;
  gtk_widget_set_sensitive (self->reset, ls_settings_has_overrides (settings));
  show_experiments (self, settings);
  for (GtkWidget *child = gtk_widget_get_first_child (self->rows); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *box = gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (child));
      GtkWidget *name = gtk_widget_get_first_child (gtk_widget_get_first_child (box));
      GtkWidget *drop_down = gtk_widget_get_last_child (box);
      guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (drop_down), "row"));
      g_autofree char *text = NULL;
      LsPresetRow row;

      ls_settings_get_preset_row (settings, index, &row);
      /* Translators: a row of the table of ranks that the session has changed, and the rank that the row has in the preset */
      text = row.rank != row.preset_rank ? g_strdup_printf (_("%s (was %u)"), _(row.name), row.preset_rank)
                                         : g_strdup (_(row.name));
      gtk_label_set_label (GTK_LABEL (name), text);
      ls_widget_set_class (name, "changed", row.rank != row.preset_rank);
      gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), MIN (row.rank, LS_PRESET_TABLE_MAX_RANK));
    }
  self->updating = FALSE;
}

static void
ls_preset_pane_dispose (GObject *object)
{
  LsPresetPane *self = LS_PRESET_PANE (object);

  g_clear_weak_pointer (&self->debugger);
  g_clear_object (&self->signals);

  G_OBJECT_CLASS (ls_preset_pane_parent_class)->dispose (object);
}

static void
ls_preset_pane_class_init (LsPresetPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_preset_pane_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-preset-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsPresetPane, title);
  gtk_widget_class_bind_template_child (widget_class, LsPresetPane, description);
  gtk_widget_class_bind_template_child (widget_class, LsPresetPane, rules);
  gtk_widget_class_bind_template_child (widget_class, LsPresetPane, experiments);
  gtk_widget_class_bind_template_child (widget_class, LsPresetPane, rows);
  gtk_widget_class_bind_template_child (widget_class, LsPresetPane, reset);
  gtk_widget_class_bind_template_child (widget_class, LsPresetPane, error);
  gtk_widget_class_bind_template_callback (widget_class, on_reset);
}

static void
ls_preset_pane_init (LsPresetPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Undo changes ranks too, so the pane follows every change. */
  self->signals = g_signal_group_new (LS_TYPE_DEBUGGER);
  g_signal_group_connect_swapped (self->signals, "changed", G_CALLBACK (update), self);
}

/**
 * ls_preset_pane_show:
 * @self: a pane
 * @debugger: the debugger whose session has the preset
 *
 * Shows the table of ranks, in the order in which the loop serves the queues.
 */
void
ls_preset_pane_show (LsPresetPane *self,
                     LsDebugger   *debugger)
{
  const LsSettings *settings;
  g_autofree char *rules = NULL;

  g_set_weak_pointer (&self->debugger, debugger);
  g_signal_group_set_target (self->signals, debugger);
  settings = get_settings (self);
  if (settings == NULL)
    return;
  rules = describe_rules (settings);
  gtk_label_set_label (GTK_LABEL (self->title), ls_settings_get_preset_title (settings));
  gtk_label_set_label (GTK_LABEL (self->description), ls_settings_get_preset_description (settings));
  gtk_label_set_label (GTK_LABEL (self->rules), rules);
  gtk_widget_set_visible (self->error, FALSE);
  rebuild (self);
  update (self);
}
