/* ls-lints-pane.c: what may be wrong with the program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-lints-pane.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "ls-choices-view.h"
#include "ls-id-list-model.h"
#include "ls-lint-row.h"
#include "ls-linter.h"
#include "ls-page-watch.h"
#include "ls-row-list.h"
#include "ls-session-lints.h"
#include "ls-trace-reader.h"
#include "ls-widget.h"

/**
 * LsLintsPane:
 *
 * Shows what may be wrong with the program, as far as the run tells. The window calls lints problems. Each says what happened, why
 * that matters, what to do, and how often it was found.
 * When the user chooses a lint, the window goes to its record and selects its subject. The session remembers which lints the user
 * has hidden.
 */
struct _LsLintsPane
{
  GtkBox         parent_instance;

  GtkWidget     *count;
  GtkWidget     *show_hidden;
  GtkWidget     *choices;
  GtkWidget     *stack;
  GtkWidget     *list;
  GtkWidget     *hidden_note;

  LsDebugger    *debugger;
  LsPlayer      *player;
  GSignalGroup  *session;        /* of the session, whose changes may hide other lints */
  LsLinter      *linter;
  LsTraceReader *reader;
  LsIdListModel *model;          /* indices of the shown lints, from 1 */
  GArray        *shown;          /* (element-type guint32): what @model has */
  guint          n_seen;         /* number of lints that the pane has read */
  guint          n_hidden;
  gboolean       was_finished;
  gboolean       has_ended;      /* the run has ended */
  gboolean       is_outdated;    /* the session may hide other lints now */
};

G_DEFINE_FINAL_TYPE (LsLintsPane, ls_lints_pane, GTK_TYPE_BOX)

static const LsLint *
get_lint (LsLintsPane *self,
          guint        index)
{
  return self->linter != NULL && index < ls_linter_get_n_lints (self->linter) ? ls_linter_get_lint (self->linter, index)
                                                                               : NULL;
}

/**
 * ls_lints_pane_get_n_lints:
 * @self: a pane
 *
 * Returns: the number of lints that are not hidden
 */
guint
ls_lints_pane_get_n_lints (LsLintsPane *self)
{
  return self->n_seen - self->n_hidden;
}

static gboolean
is_hidden (LsLintsPane  *self,
           const LsLint *lint)
{
  LsSession *session = ls_debugger_get_session (self->debugger);

  return session != NULL && ls_session_suppresses_lint (session, lint, ls_linter_get_trace (self->linter));
}

static void
update_count (LsLintsPane *self)
{
  guint n_lints = ls_lints_pane_get_n_lints (self);
  gboolean is_behind = ls_trace_reader_get_behind (self->reader);
  guint64 n_left_out = self->linter != NULL ? ls_linter_get_n_left_out (self->linter) : 0;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *hidden = NULL;

  g_string_append_printf (text, ngettext ("%u problem", "%u problems", n_lints), n_lints);
  hidden = g_strdup_printf (ngettext ("%u hidden", "%u hidden", self->n_hidden), self->n_hidden);
  if (self->n_hidden > 0)
    g_string_append_printf (text, " · %s", hidden);
  if (n_left_out > 0)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, ngettext ("%" PRIu64 " more not listed", "%" PRIu64 " more not listed", n_left_out), n_left_out);
    }
  if (self->linter != NULL && ls_linter_get_n_forgotten (self->linter) > 0)
    {
      guint64 n_forgotten = ls_linter_get_n_forgotten (self->linter);

      g_string_append (text, " · ");
      g_string_append_printf (text, ngettext ("%'" PRIu64 " record was dropped unchecked",
                                              "%'" PRIu64 " records were dropped unchecked", n_forgotten),
                              n_forgotten);
    }
  if (is_behind && ls_player_get_length (self->player) > 0)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, _("%u %% of the run checked"),
                              (guint) (100.0 * ls_linter_get_position (self->linter) /
                                       MAX (ls_trace_get_length (ls_linter_get_trace (self->linter)), 1)));
    }
  gtk_label_set_label (GTK_LABEL (self->count), text->str);
  gtk_widget_set_visible (self->show_hidden, self->n_hidden > 0 ||
                                               gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->show_hidden)));
  ls_widget_show_text (self->hidden_note, self->n_hidden > 0 ? hidden : NULL);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), self->shown->len > 0 ? "list" : is_behind ? "loading" : "empty");
}

/* Reads the new lints. */
static void
take_new (LsLintsPane *self)
{
  gboolean with_hidden = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->show_hidden));

  while (self->n_seen < ls_linter_get_n_lints (self->linter))
    {
      gboolean hidden = is_hidden (self, get_lint (self, self->n_seen));

      self->n_seen++;
      self->n_hidden += hidden;
      if (!hidden || with_hidden)
        g_array_append_val (self->shown, self->n_seen);
    }
  ls_id_list_model_set_ids (self->model, (const guint32 *) (gpointer) self->shown->data, self->shown->len);
}

static void
update_row (GtkListItem *item,
            gpointer     user_data)
{
  LsLintsPane *self = user_data;
  guint index = ls_id_item_get_id (gtk_list_item_get_item (item)) - 1;
  const LsLint *lint = get_lint (self, index);

  if (lint != NULL)
    ls_lint_row_set_lint (LS_LINT_ROW (gtk_list_item_get_child (item)), lint, ls_linter_get_trace (self->linter), index,
                          is_hidden (self, lint), lint->position >= ls_player_get_start (self->player));
}

static void
update_rows (LsLintsPane *self)
{
  ls_row_list_update (GTK_LIST_VIEW (self->list));
}

static void
clear (LsLintsPane *self)
{
  g_array_set_size (self->shown, 0);
  self->n_seen = self->n_hidden = 0;
}

static gboolean
advance_cb (gsize    max_records,
            gpointer user_data)
{
  LsLintsPane *self = user_data;
  gboolean more = ls_linter_advance (self->linter, max_records);

  if (!more && self->has_ended && !ls_linter_get_finished (self->linter))
    ls_linter_finish (self->linter);
  return more;
}

static void
changed_cb (gboolean is_new,
            gpointer user_data)
{
  LsLintsPane *self = user_data;
  guint n_before = ls_lints_pane_get_n_lints (self);
  gboolean was_finished = self->was_finished;
  LsSession *session = ls_debugger_get_session (self->debugger);
  LsLintLimits limits = LS_LINT_LIMITS_INIT;

  if (is_new)
    {
      clear (self);
      ls_id_list_model_set_ids (self->model, NULL, 0);
      g_clear_object (&self->linter);
      if (session != NULL)
        ls_session_get_lint_limits (session, &limits);
      self->linter = ls_linter_new (ls_player_get_trace (self->player), &limits);
      self->has_ended = self->was_finished = FALSE;
      return;
    }

  self->was_finished = ls_linter_get_finished (self->linter);
  /* A run that goes on takes back the lints that the linter added at its end. */
  if (self->is_outdated || (was_finished && !self->was_finished) || ls_linter_get_n_lints (self->linter) < self->n_seen)
    clear (self);
  self->is_outdated = FALSE;
  take_new (self);
  update_rows (self);
  update_count (self);
  if (ls_lints_pane_get_n_lints (self) != n_before)
    g_object_notify (G_OBJECT (self), "n-lints");
}

static void
on_stopped (LsLintsPane *self)
{
  self->has_ended = TRUE;
  ls_trace_reader_wake (self->reader);
}

/* Waits for the reader, because a menu of a row may still be open. */
static void
on_session_touched (LsLintsPane *self)
{
  self->is_outdated = TRUE;
  if (self->reader != NULL)
    ls_trace_reader_wake (self->reader);
}

static void
on_debugger_changed (LsLintsPane *self)
{
  g_signal_group_set_target (self->session, ls_debugger_get_session (self->debugger));
  ls_choices_view_set_is_elsewhere (LS_CHOICES_VIEW (self->choices), LS_IS_PAGE_WATCH (ls_debugger_get_live_run (self->debugger)));
}

static void
go_to (LsLintsPane *self,
       guint        index)
{
  static const LsSelectionKind kinds[] = {
    [LS_LINT_SUBJECT_NONE] = LS_SELECTION_NONE,     [LS_LINT_SUBJECT_TASK] = LS_SELECTION_TASK,
    [LS_LINT_SUBJECT_SIGNAL] = LS_SELECTION_SIGNAL, [LS_LINT_SUBJECT_TIMER] = LS_SELECTION_TIMER,
    [LS_LINT_SUBJECT_PROMISE] = LS_SELECTION_NONE,  [LS_LINT_SUBJECT_MICROTASK] = LS_SELECTION_MICROTASK,
  };
  const LsLint *lint = get_lint (self, index);

  if (lint == NULL || lint->position < ls_player_get_start (self->player))
    return;
  ls_player_set_running (self->player, FALSE);
  ls_player_seek (self->player, lint->position + 1);
  if (lint->subject_kind < G_N_ELEMENTS (kinds) && kinds[lint->subject_kind] != LS_SELECTION_NONE)
    ls_player_select (self->player, kinds[lint->subject_kind], lint->id);
}

static void
on_activate (LsLintsPane *self,
             guint        position)
{
  go_to (self, ls_id_list_model_get_id (self->model, position) - 1);
}

static void
go_to_action (GtkWidget  *widget,
              const char *action,
              GVariant   *parameter)
{
  go_to (LS_LINTS_PANE (widget), g_variant_get_uint32 (parameter));
}

/* Hides or shows one lint or a whole kind. */
static void
suppress_action (GtkWidget  *widget,
                 const char *action,
                 GVariant   *parameter)
{
  LsLintsPane *self = LS_LINTS_PANE (widget);
  LsSession *session = ls_debugger_get_session (self->debugger);
  const LsLint *lint = get_lint (self, g_variant_get_uint32 (parameter));
  g_autofree char *name = NULL;
  LsLintKind kind;

  if (lint == NULL || session == NULL)
    return;
  /* The lint is not valid any more once the session has changed. */
  kind = lint->kind;
  if (lint->name != 0)
    name = g_strdup (ls_trace_get_text (ls_linter_get_trace (self->linter), lint->name));
  if (g_str_equal (action, "lints.show"))
    {
      ls_debugger_begin_change (self->debugger, LS_SESSION_PART_LINTS, _("show a problem"));
      ls_session_remove_suppression (session, kind, NULL);
      if (name != NULL)
        ls_session_remove_suppression (session, kind, name);
      return;
    }
  if (g_str_equal (action, "lints.suppress-kind") || name == NULL)
    {
      ls_debugger_begin_change (self->debugger, LS_SESSION_PART_LINTS, _("hide a kind of problem"));
      ls_session_add_suppression (session, kind, NULL);
    }
  else
    {
      ls_debugger_begin_change (self->debugger, LS_SESSION_PART_LINTS, _("hide a problem"));
      ls_session_add_suppression (session, kind, name);
    }
}

static void
ls_lints_pane_get_property (GObject    *object,
                            guint       prop_id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  g_value_set_uint (value, ls_lints_pane_get_n_lints (LS_LINTS_PANE (object)));
}

static void
ls_lints_pane_dispose (GObject *object)
{
  LsLintsPane *self = LS_LINTS_PANE (object);

  g_clear_pointer (&self->reader, ls_trace_reader_free);
  g_clear_object (&self->session);
  g_clear_object (&self->linter);
  g_clear_object (&self->model);
  g_clear_pointer (&self->shown, g_array_unref);
  g_clear_object (&self->player);
  g_clear_object (&self->debugger);

  G_OBJECT_CLASS (ls_lints_pane_parent_class)->dispose (object);
}

static void
ls_lints_pane_class_init (LsLintsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_lints_pane_dispose;
  G_OBJECT_CLASS (klass)->get_property = ls_lints_pane_get_property;

  /**
   * LsLintsPane:n-lints:
   *
   * The number of lints that are not hidden.
   */
  g_object_class_install_property (G_OBJECT_CLASS (klass), 1, g_param_spec_uint ("n-lints", NULL, NULL, 0, G_MAXUINT, 0,
                                                                                 G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));

  g_type_ensure (LS_TYPE_CHOICES_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-lints-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLintsPane, count);
  gtk_widget_class_bind_template_child (widget_class, LsLintsPane, show_hidden);
  gtk_widget_class_bind_template_child (widget_class, LsLintsPane, choices);
  gtk_widget_class_bind_template_child (widget_class, LsLintsPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LsLintsPane, list);
  gtk_widget_class_bind_template_child (widget_class, LsLintsPane, hidden_note);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_session_touched);
  gtk_widget_class_install_action (widget_class, "lints.go-to", "u", go_to_action);
  gtk_widget_class_install_action (widget_class, "lints.suppress", "u", suppress_action);
  gtk_widget_class_install_action (widget_class, "lints.suppress-kind", "u", suppress_action);
  gtk_widget_class_install_action (widget_class, "lints.show", "u", suppress_action);
}

static void
ls_lints_pane_init (LsLintsPane *self)
{
  self->shown = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->model = ls_id_list_model_new ();
  self->session = g_signal_group_new (LS_TYPE_SESSION);
  g_signal_group_connect_swapped (self->session, "changed", G_CALLBACK (on_session_touched), self);
  g_signal_connect_swapped (self->session, "notify::target", G_CALLBACK (on_session_touched), self);
  gtk_widget_init_template (GTK_WIDGET (self));
  ls_row_list_init (GTK_LIST_VIEW (self->list), G_LIST_MODEL (self->model), ls_lint_row_new, NULL, update_row, self);
}

/**
 * ls_lints_pane_set_debugger:
 * @self: a pane
 * @debugger: the debugger whose run to check
 *
 * Shows what may be wrong with the run of @debugger's session, and follows the run as it grows.
 */
void
ls_lints_pane_set_debugger (LsLintsPane *self,
                            LsDebugger  *debugger)
{
  g_return_if_fail (self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  self->player = g_object_ref (ls_debugger_get_player (debugger));
  self->reader = ls_trace_reader_new (self->player, advance_cb, changed_cb, self);
  ls_choices_view_set_player (LS_CHOICES_VIEW (self->choices), self->player);
  g_signal_connect_object (self->player, "forgot", G_CALLBACK (update_rows), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (debugger, "stopped", G_CALLBACK (on_stopped), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (debugger, "changed", G_CALLBACK (on_debugger_changed), self, G_CONNECT_SWAPPED);
  on_debugger_changed (self);
}
