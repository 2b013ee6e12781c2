/* ls-lint-row.c: a row for one lint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lint-row.h"

#include <glib/gi18n.h>

#include "ls-column-layout.h"
#include "ls-forgotten.h"
#include "ls-menu.h"
#include "ls-text.h"
#include "ls-widget.h"

/**
 * LsLintRow:
 *
 * Shows one lint: how bad it is, what happened, what to do, and where it is. A menu of the row hides the lint.
 */
struct _LsLintRow
{
  GtkBox     parent_instance;

  GtkWidget *icon;
  GtkWidget *title;
  GtkWidget *hidden;
  GtkWidget *explanation;
  GtkWidget *cost;
  GtkWidget *advice;
  GtkWidget *go_to;
  GtkWidget *menu;

  LsTrace   *trace;        /* the trace of the lint that is shown */
  LsLint     lint;
  guint      index;
  gboolean   is_hidden;
  gboolean   is_kept;
};

typedef enum
{
  SEVERITY_HINT,
  SEVERITY_WARNING,
  SEVERITY_ERROR
} Severity;

/* All others are hints. */
static const Severity severities[LS_N_LINT_KINDS] = {
  [LS_LINT_UNHANDLED_REJECTION] = SEVERITY_ERROR,
  [LS_LINT_ENDLESS_MICROTASKS] = SEVERITY_ERROR,
  [LS_LINT_RECURSIVE_SET_PRIORITY] = SEVERITY_ERROR,
  [LS_LINT_STARVED_TASK] = SEVERITY_WARNING,
  [LS_LINT_PRIORITY_INVERSION] = SEVERITY_WARNING,
  [LS_LINT_CONTINUATION_STARVATION] = SEVERITY_WARNING,
  [LS_LINT_LONG_TASK] = SEVERITY_WARNING,
  [LS_LINT_ABORTED_POST] = SEVERITY_WARNING,
  [LS_LINT_UNNOTIFIED_WAITER] = SEVERITY_WARNING,
  [LS_LINT_LOCK_ACROSS_YIELD] = SEVERITY_WARNING,
  [LS_LINT_SPINNING] = SEVERITY_WARNING,
  [LS_LINT_UNKNOWN_OPTION] = SEVERITY_WARNING,
  [LS_LINT_LATE_CONTINUATION] = SEVERITY_WARNING,
  [LS_LINT_LATE_USER_BLOCKING] = SEVERITY_WARNING,
  [LS_LINT_NEVER_RAN] = SEVERITY_WARNING,
  [LS_LINT_LONG_DISPATCH] = SEVERITY_WARNING,
  [LS_LINT_STARVED_SOURCE] = SEVERITY_WARNING,
  [LS_LINT_LATE_TIMEOUT] = SEVERITY_WARNING,
  [LS_LINT_ENDLESS_IDLE] = SEVERITY_WARNING,
  [LS_LINT_LEAKED_SOURCES] = SEVERITY_WARNING,
  [LS_LINT_MISSED_FRAMES] = SEVERITY_WARNING,
};

static const char *const severity_icons[] = { "dialog-information-symbolic", "dialog-warning-symbolic",
                                              "dialog-error-symbolic" };
static const char *const severity_classes[] = { "hint-lint", "warning-lint", "error-lint" };
static const char *const severity_names[] = { NC_("lint", "Hint"), NC_("lint", "Warning"), NC_("lint", "Error") };

G_DEFINE_FINAL_TYPE (LsLintRow, ls_lint_row, GTK_TYPE_BOX)

/* A list makes many rows at once, and few of their menus are ever opened. */
static void
create_menu (GtkMenuButton *button,
             gpointer       user_data)
{
  LsLintRow *self = user_data;
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autofree char *kind = NULL;
  g_autofree char *title = NULL;
  g_autoptr (GVariant) index = g_variant_ref_sink (g_variant_new_uint32 (self->index));

  if (self->is_hidden)
    {
      ls_menu_append (menu, _("Show Again"), "lints.show", index);
    }
  else
    {
      title = ls_menu_escape (_(ls_lint_kind_get_title (self->lint.kind)));
      /* Translators: a kind of lint, such as Long task */
      kind = g_strdup_printf (_("Hide All of “%s”"), title);
      if (self->lint.name != 0)
        ls_menu_append (menu, _("Hide This Problem"), "lints.suppress", index);
      ls_menu_append (menu, kind, "lints.suppress-kind", index);
    }
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

/**
 * ls_lint_row_set_lint:
 * @self: a row
 * @lint: the lint to show
 * @trace: the trace that contains the lint
 * @index: its index among the lints of the linter
 * @is_hidden: whether the session suppresses it
 * @is_kept: whether the trace still has its record
 *
 * Shows a lint.
 */
void
ls_lint_row_set_lint (LsLintRow    *self,
                      const LsLint *lint,
                      LsTrace      *trace,
                      guint         index,
                      gboolean      is_hidden,
                      gboolean      is_kept)
{
  Severity severity = severities[lint->kind];
  const char *severity_name = g_dpgettext2 (NULL, "lint", severity_names[severity]);
  g_autofree char *title = NULL;
  g_autofree char *explanation = NULL;
  g_autofree char *time = NULL;
  g_autofree char *place = NULL;
  g_autofree char *menu = NULL;
  g_autofree char *cost = NULL;
  g_autofree char *said = NULL;
  const char *advice = _(ls_lint_kind_get_advice (lint->kind));

  if (self->trace == trace && self->index == index && self->is_hidden == is_hidden &&
      self->is_kept == is_kept && memcmp (&self->lint, lint, sizeof *lint) == 0)
    return;
  g_set_object (&self->trace, trace);
  self->lint = *lint;
  self->index = index;
  self->is_hidden = is_hidden;
  self->is_kept = is_kept;

  title = ls_lint_get_title (lint, trace);
  explanation = ls_lint_get_explanation (lint, trace);
  time = ls_text_format_time (lint->time);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), severity_icons[severity]);
  ls_widget_set_tooltip (self->icon, severity_name);
  for (guint i = 0; i < G_N_ELEMENTS (severity_classes); i++)
    ls_widget_set_class (GTK_WIDGET (self), severity_classes[i], i == severity);
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->explanation), explanation);
  gtk_label_set_label (GTK_LABEL (self->advice), advice);
  if (ls_lint_get_cost (lint) > 0)
    {
      g_autofree char *lost = ls_text_format_time (ls_lint_get_cost (lint));

      /* Translators: how much time a problem costs, such as "12.5 ms" */
      cost = g_strdup_printf (_("Cost: %s"), lost);
    }
  ls_widget_show_text (self->cost, cost);
  said = cost != NULL ? g_strdup_printf ("%s %s.", explanation, cost) : g_strdup (explanation);
  gtk_widget_set_visible (self->hidden, is_hidden);
  gtk_button_set_label (GTK_BUTTON (self->go_to), time);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->go_to), "u", index);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->go_to), "lints.go-to");
  /* Translators: a time */
  place = is_kept ? g_strdup_printf (_("Go to %s"), time) : g_strdup_printf ("%s: %s", time, ls_forgotten_get_record ());
  gtk_widget_set_sensitive (self->go_to, is_kept);
  ls_widget_set_tooltip (self->go_to, is_kept ? _("Go to Where It Happened") : ls_forgotten_get_record ());
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->go_to), GTK_ACCESSIBLE_PROPERTY_LABEL, place, -1);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->menu), NULL);
  /* Translators: a lint */
  menu = g_strdup_printf (_("Options for %s"), title);
  ls_menu_name_button (self->menu, menu);

  if (gtk_widget_get_parent (GTK_WIDGET (self)) != NULL)
    /* What assistive technology reads of the row. Translators: how bad it is, its title, what happened and its cost, what to do */
    ls_widget_name (gtk_widget_get_parent (GTK_WIDGET (self)), _("%s: %s. %s %s"), severity_name, title, said, advice);
}

static void
ls_lint_row_dispose (GObject *object)
{
  g_clear_object (&LS_LINT_ROW (object)->trace);

  G_OBJECT_CLASS (ls_lint_row_parent_class)->dispose (object);
}

static void
ls_lint_row_class_init (LsLintRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lint_row_dispose;

  g_type_ensure (LS_TYPE_COLUMN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lint-row.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLintRow, icon);
  gtk_widget_class_bind_template_child (widget_class, LsLintRow, title);
  gtk_widget_class_bind_template_child (widget_class, LsLintRow, hidden);
  gtk_widget_class_bind_template_child (widget_class, LsLintRow, explanation);
  gtk_widget_class_bind_template_child (widget_class, LsLintRow, cost);
  gtk_widget_class_bind_template_child (widget_class, LsLintRow, advice);
  gtk_widget_class_bind_template_child (widget_class, LsLintRow, go_to);
  gtk_widget_class_bind_template_child (widget_class, LsLintRow, menu);
}

static void
ls_lint_row_init (LsLintRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->menu), create_menu, self, NULL);
}

GtkWidget *
ls_lint_row_new (void)
{
  return g_object_new (LS_TYPE_LINT_ROW, NULL);
}
