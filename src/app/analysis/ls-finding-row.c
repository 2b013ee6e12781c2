/* ls-finding-row.c: a row for one finding of an exploration
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-finding-row.h"

#include <glib/gi18n.h>

#include "ls-column-layout.h"
#include "ls-explore-report.h"
#include "ls-finding-text.h"
#include "ls-menu.h"
#include "ls-text.h"
#include "ls-widget.h"

/* The most steps that a row lists. The user can step through longer schedules. */
#define MAX_LINES 100

/**
 * LsFindingRow:
 *
 * Shows one finding: what goes wrong, in which agent, what that means, what to do, and the steps that lead to it. Its buttons and
 * its menu activate actions of the pane that contains it: explore.step-through, explore.use, explore.save and explore.copy. Each
 * takes the number of the finding.
 */
struct _LsFindingRow
{
  GtkListBoxRow  parent_instance;

  GtkWidget     *icon;
  GtkWidget     *title;
  GtkWidget     *agent;
  GtkWidget     *message;
  GtkWidget     *explanation;
  GtkWidget     *advice;
  GtkWidget     *length;
  GtkWidget     *clause;
  GtkWidget     *steps;
  GtkWidget     *lines;
  GtkWidget     *step_through;
  GtkWidget     *menu;

  LsFoundSchedule found;      /* a shallow copy: the exploration owns what it points to */
  guint           index;
};

G_DEFINE_FINAL_TYPE (LsFindingRow, ls_finding_row, GTK_TYPE_LIST_BOX_ROW)

static void
fill_menu (LsFindingRow *self,
           gboolean      is_outdated)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GVariant) index = g_variant_ref_sink (g_variant_new_uint32 (self->index));

  if (!is_outdated)
    ls_menu_append (menu, _("_Use in This Session"), "explore.use", index);
  ls_menu_append (menu, _("_Save as a Session…"), "explore.save", index);
  ls_menu_append (menu, _("_Copy the Schedule"), "explore.copy", index);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->menu), G_MENU_MODEL (menu));
}

static char *
join_lines (const LsFoundSchedule *found)
{
  GString *text = g_string_new (NULL);
  const int width = found->lines->len < 10 ? 1 : found->lines->len < 100 ? 2 : 3;

  for (guint i = 0; i < MIN (found->lines->len, MAX_LINES); i++)
    g_string_append_printf (text, "%s%*u  %s", i > 0 ? "\n" : "", width, i + 1, (const char *) g_ptr_array_index (found->lines, i));
  if (found->lines->len > MAX_LINES)
    {
      guint n_more = found->lines->len - MAX_LINES;

      g_string_append_c (text, '\n');
      g_string_append_printf (text, ngettext ("… and %u more step", "… and %u more steps", n_more), n_more);
    }
  return g_string_free (text, FALSE);
}

/* Fills the list of steps when the user expands it, since laying out text takes time. */
static void
on_expanded (LsFindingRow *self)
{
  g_autofree char *text = NULL;

  if (!gtk_expander_get_expanded (GTK_EXPANDER (self->steps)) || *gtk_label_get_label (GTK_LABEL (self->lines)) != '\0')
    return;
  text = join_lines (&self->found);
  gtk_label_set_label (GTK_LABEL (self->lines), text);
}

static void
show_found (LsFindingRow           *self,
            LsExploration          *exploration,
            const LsFoundSchedule  *found)
{
  const char *title = ls_finding_get_title (found->finding);
  gboolean is_grave = found->finding != LS_FINDING_OVERTAKING && found->finding != LS_FINDING_SPINS &&
                      found->finding != LS_FINDING_TOO_LONG;
  /* Translators: something that was found, such as Deadlock */
  g_autofree char *menu = g_strdup_printf (_("Options for %s"), title);
  g_autofree char *agent = ls_explore_report_format_agent (found);
  g_autofree char *length = ls_explore_report_format_length (exploration, found);
  g_autofree char *message = ls_explore_report_dup_message (found);
  g_autofree char *short_message = ls_text_shorten (message);
  LsClause clause;

  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), is_grave ? "dialog-error-symbolic" : "dialog-warning-symbolic");
  gtk_widget_add_css_class (GTK_WIDGET (self), is_grave ? "error-lint" : "warning-lint");
  gtk_label_set_label (GTK_LABEL (self->title), title);
  ls_widget_show_text (self->agent, agent);
  ls_widget_show_text (self->message, short_message);
  gtk_label_set_label (GTK_LABEL (self->explanation), ls_finding_get_explanation (found->finding));
  gtk_label_set_label (GTK_LABEL (self->advice), ls_finding_get_advice (found->finding));
  gtk_label_set_label (GTK_LABEL (self->length), length);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->steps), GTK_ACCESSIBLE_PROPERTY_LABEL, length, -1);
  ls_widget_show_clause (self->clause, ls_finding_get_clause (found->finding, &clause) ? clause : LS_CLAUSE_NONE, 0);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->step_through), "u", self->index);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->step_through), "explore.step-through");
  fill_menu (self, FALSE);
  ls_menu_name_button (self->menu, menu);
  /* Translators: something that was found, such as Deadlock */
  ls_widget_name (self->step_through, _("Step through %s"), title);

  /* What assistive technology reads of the row. Translators: what goes wrong, with which agent, how long the schedule is, what it
   * means, what to do */
  ls_widget_name (GTK_WIDGET (self), _("%s, %s. %s. %s %s"), title, agent != NULL ? agent : _("all agents"), length,
                  ls_finding_get_explanation (found->finding), ls_finding_get_advice (found->finding));
}

static void
ls_finding_row_finalize (GObject *object)
{
  g_clear_pointer (&LS_FINDING_ROW (object)->found.lines, g_ptr_array_unref);

  G_OBJECT_CLASS (ls_finding_row_parent_class)->finalize (object);
}

static void
ls_finding_row_class_init (LsFindingRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_finding_row_finalize;

  g_type_ensure (LS_TYPE_COLUMN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-finding-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LsFindingRow, icon);
  gtk_widget_class_bind_template_child (widget_class, LsFindingRow, title);
  gtk_widget_class_bind_template_child (widget_class, LsFindingRow, agent);
  gtk_widget_class_bind_template_child (widget_class, LsFindingRow, message);
  gtk_widget_class_bind_template_child (widget_class, LsFindingRow, explanation);
  gtk_widget_class_bind_template_child (widget_class, LsFindingRow, advice);
  gtk_widget_class_bind_template_child (widget_class, LsFindingRow, length);
  gtk_widget_class_bind_template_child (widget_class, LsFindingRow, clause);
  gtk_widget_class_bind_template_child (widget_class, LsFindingRow, steps);
  gtk_widget_class_bind_template_child (widget_class, LsFindingRow, lines);
  gtk_widget_class_bind_template_child (widget_class, LsFindingRow, step_through);
  gtk_widget_class_bind_template_child (widget_class, LsFindingRow, menu);
  gtk_widget_class_bind_template_callback (widget_class, on_expanded);
}

static void
ls_finding_row_init (LsFindingRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Code always runs from left to right. */
  gtk_widget_set_direction (self->lines, GTK_TEXT_DIR_LTR);
}

/**
 * ls_finding_row_new:
 * @exploration: an exploration that is not running
 * @index: index of one of its findings
 *
 * Returns: (transfer floating): a row that shows the finding
 */
GtkWidget *
ls_finding_row_new (LsExploration *exploration,
                    guint          index)
{
  LsFindingRow *self = g_object_new (LS_TYPE_FINDING_ROW, NULL);
  const LsFoundSchedule *found = ls_exploration_get_finding (exploration, index);

  self->index = index;
  self->found.lines = g_ptr_array_ref (found->lines);
  show_found (self, exploration, found);
  return GTK_WIDGET (self);
}

/**
 * ls_finding_row_set_outdated:
 * @self: a row
 * @is_outdated: whether the session has changed since the exploration
 *
 * Says whether the finding is outdated. An outdated row does not offer its schedule, because a schedule belongs to one program.
 */
void
ls_finding_row_set_outdated (LsFindingRow *self,
                             gboolean      is_outdated)
{
  fill_menu (self, is_outdated);
}
