/* ls-log-view.c: what the program printed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-log-view.h"

#include <glib/gi18n.h>

#include "ls-bisection-private.h"
#include "ls-fold-button.h"
#include "ls-folded-list-model.h"
#include "ls-list-scroll.h"
#include "ls-place.h"
#include "ls-record-list-model.h"
#include "ls-record-walk-private.h"
#include "ls-row-list.h"
#include "ls-text.h"
#include "ls-widget.h"

#define MAX_SHOWN 2000     /* characters */
#define MAX_LINES 20

/**
 * LsLogView:
 *
 * The log shows the lines that the program printed in the whole run, as far as the trace has them. It includes exceptions that no
 * code caught. A line that repeats is one row, which says how often. Lines after the position are dimmed, or not listed at all:
 * then the log follows the position, so that its last line is in view. A click on a line goes to the position where the program
 * printed it. A click on its place goes to the line of the program.
 */
struct _LsLogView
{
  GtkBox             parent_instance;

  GtkWidget         *stack;
  GtkWidget         *list;
  GtkWidget         *bar;
  GtkWidget         *level;

  LsPlayer          *player;
  LsRecordListModel *model;
  LsFoldedListModel *folded;       /* what the list shows of @model */
  gboolean           is_past_only; /* lines after the position are not listed */
};

/* The severity of a line, in ascending order: the choices of the drop-down. */
typedef enum
{
  SEVERITY_DEBUG,
  SEVERITY_LOG,
  SEVERITY_WARNING,
  SEVERITY_ERROR
} Severity;

static const char *const severity_classes[] = { "debug", NULL, "warning", "error" };
static const char *const severity_icons[] = { NULL, NULL, "dialog-warning-symbolic", "dialog-error-symbolic" };

G_DEFINE_FINAL_TYPE (LsLogView, ls_log_view, GTK_TYPE_BOX)

static Severity
get_severity (const LsRecord *record)
{
  static const Severity of_levels[] = { SEVERITY_LOG, SEVERITY_LOG, SEVERITY_WARNING, SEVERITY_ERROR, SEVERITY_DEBUG };

  if (record->kind != LS_RECORD_LOG)
    return SEVERITY_ERROR;
  return record->level < G_N_ELEMENTS (of_levels) ? of_levels[record->level] : SEVERITY_LOG;
}

static gboolean
matches (const LsRecord *record,
         gpointer        user_data)
{
  LsLogView *self = user_data;
  guint selected;

  if (record->kind != LS_RECORD_LOG && record->kind != LS_RECORD_EXCEPTION &&
      record->kind != LS_RECORD_PROMISE_UNHANDLED)
    return FALSE;
  selected = self->level != NULL ? gtk_drop_down_get_selected (GTK_DROP_DOWN (self->level)) : 0;
  return selected > SEVERITY_ERROR || get_severity (record) >= selected;
}

/* Whether a line is the same as the one before it, except for its time. */
static gboolean
repeats (guint    first,
         guint    second,
         gpointer user_data)
{
  LsLogView *self = user_data;
  LsTrace *trace = ls_player_get_trace (self->player);
  LsRecordWalk walk = { trace, ls_record_list_model_get_position (self->model, first), G_MAXSIZE };
  LsRecordWalk next_walk = { trace, ls_record_list_model_get_position (self->model, second), G_MAXSIZE };
  /* The trace may drop records meanwhile, so they are compared at once. */
  const LsRecord *record = ls_record_walk_next (&walk);
  const LsRecord *next = ls_record_walk_next (&next_walk);

  return record != NULL && next != NULL && record->kind == next->kind && record->level == next->level &&
         record->text == next->text && (record->kind != LS_RECORD_LOG || record->object == next->object);
}

static char *
format_text (LsTrace        *trace,
             const LsRecord *record)
{
  const char *text = record->text != 0 ? ls_trace_get_text (trace, record->text) : "";

  if (record->kind == LS_RECORD_LOG || record->level == 1)
    return g_strdup (text);
  /* Translators: the first is an exception, the second a rejected promise; both as browsers print them */
  return g_strdup_printf (record->kind == LS_RECORD_EXCEPTION ? _("Uncaught %s") : _("Uncaught (in promise) %s"), text);
}

/* Returns the place that printed a line, in the form that the action to show it expects. */
static char *
find_place (LsTrace         *trace,
            LsRecordItem    *item,
            char           **shown)
{
  LsPlace place;
  g_autofree char *script = NULL;

  *shown = NULL;
  if (!ls_place_of_record (&place, trace, ls_record_item_get_position (item)))
    return NULL;
  script = ls_place_dup_script (&place);
  *shown = ls_place_format (&place);
  return g_strdup_printf ("%s:%u:%u", script, place.line, MAX (place.column, 1));
}

/* Shortens a text for a row. GTK takes time to lay out a long text even if it cuts it off. Neither a row nor its tooltip may be
 * higher than the screen. The export of the table of events has the whole text. */
static char *
cut_text (const char *text)
{
  const char *end = text;
  guint n_lines = 1;

  for (guint i = 0; *end != '\0' && i < MAX_SHOWN && n_lines <= MAX_LINES; i++, end = g_utf8_next_char (end))
    n_lines += *end == '\n';
  if (*end == '\0' && n_lines <= MAX_LINES)
    return g_strdup (text);
  if (n_lines > MAX_LINES)
    end--;
  return g_strdup_printf ("%.*s…", (int) (end - text), text);
}

/* Names a row for assistive technology. */
static void
name_line (LsLogView   *self,
           GtkListItem *list_item)
{
  LsRecordItem *item = gtk_list_item_get_item (list_item);
  const LsRecord *record = ls_record_item_get_record (item);
  GtkWidget *row = gtk_list_item_get_child (list_item);
  g_autofree char *time = ls_text_format_time (record->time);
  g_autofree char *whole = format_text (ls_player_get_trace (self->player), record);
  g_autofree char *text = cut_text (whole);
  g_autofree char *shown = NULL;
  g_autofree char *target = find_place (ls_player_get_trace (self->player), item, &shown);
  g_autofree char *name = NULL;
  LsFoldedRow data;

  if (target != NULL)
    /* Translators: the line as assistive technology reads it: the printed text, its time, its script and line */
    name = g_strdup_printf (_("%s, %s, %s"), text, time, shown);
  else
    name = g_strdup_printf ("%s, %s", text, time);
  if (ls_folded_list_model_get_row (self->folded, gtk_list_item_get_position (list_item), &data) && !data.is_member &&
      data.n_lines > 1)
    {
      g_autofree char *repeated = NULL;

      /* Translators: a line of the log in words, and how often it was printed */
      repeated = g_strdup_printf (ngettext ("%s, %u time", "%s, %u times", data.n_lines), name, data.n_lines);
      ls_widget_name (gtk_widget_get_parent (row), "%s", repeated);
    }
  else
    {
      ls_widget_name (gtk_widget_get_parent (row), "%s", name);
    }
}

static void
update_line (GtkListItem *list_item,
             gpointer     user_data)
{
  LsLogView *self = user_data;
  LsRecordItem *item = gtk_list_item_get_item (list_item);
  GtkWidget *row = gtk_list_item_get_child (list_item);
  LsFoldedRow data;

  ls_widget_set_class (row, "future", ls_record_item_get_position (item) >= ls_player_get_position (self->player));
  if (!ls_folded_list_model_get_row (self->folded, gtk_list_item_get_position (list_item), &data))
    return;
  ls_widget_set_class (row, "member", data.is_member);
  if (ls_fold_button_show (LS_FOLD_BUTTON (gtk_widget_get_prev_sibling (gtk_widget_get_last_child (row))), data.line,
                           data.is_member ? 1 : data.n_lines, data.is_unfolded))
    name_line (self, list_item);
}

static void
update_lines (LsLogView *self)
{
  ls_row_list_update (GTK_LIST_VIEW (self->list));
}

/* Returns how many of the lines that are found were printed before the position. */
static guint
count_past (LsLogView *self)
{
  const gsize position = ls_player_get_position (self->player);
  LsBisection search = { 0, ls_record_list_model_get_n_found (self->model) };

  while (ls_bisection_next (&search))
    ls_bisection_tell (&search, ls_record_list_model_get_position (self->model, search.middle) < position);
  return search.low;
}

/* Lists what was printed before the position, and shows the last of it. */
static void
follow_position (LsLogView *self)
{
  const guint n_before = ls_log_view_get_n_lines (self);
  guint n_rows;

  if (self->player == NULL || !self->is_past_only)
    return;
  ls_record_list_model_set_window (self->model, 0, count_past (self));
  n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->folded));
  if (n_rows > 0 && ls_log_view_get_n_lines (self) != n_before)
    ls_list_scroll_to (gtk_widget_get_parent (self->list), G_LIST_MODEL (self->folded), n_rows - 1);
}

static void
on_moved (LsLogView *self)
{
  follow_position (self);
  update_lines (self);
}

static GtkWidget *
new_line (void)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *time = gtk_label_new (NULL);
  GtkWidget *icon = gtk_image_new ();
  GtkWidget *text = gtk_label_new (NULL);
  GtkWidget *fold = ls_fold_button_new ("log.toggle");
  GtkWidget *place = gtk_button_new ();

  gtk_widget_add_css_class (row, "log-line");
  gtk_label_set_xalign (GTK_LABEL (time), 1);
  gtk_label_set_yalign (GTK_LABEL (time), 0);
  gtk_label_set_width_chars (GTK_LABEL (time), 10);
  gtk_widget_add_css_class (time, "dim-label");
  gtk_widget_add_css_class (time, "numeric");
  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_image_set_pixel_size (GTK_IMAGE (icon), 16);
  gtk_label_set_xalign (GTK_LABEL (text), 0);
  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (text, "monospace");
  ls_widget_tell_when_cut (text);
  gtk_widget_set_valign (place, GTK_ALIGN_START);
  gtk_widget_add_css_class (place, "flat");
  gtk_widget_add_css_class (place, "place");
  ls_widget_set_tooltip (place, _("Show the Line of the Program"));
  gtk_box_append (GTK_BOX (row), time);
  gtk_box_append (GTK_BOX (row), icon);
  gtk_box_append (GTK_BOX (row), text);
  gtk_box_append (GTK_BOX (row), fold);
  gtk_box_append (GTK_BOX (row), place);
  return row;
}

static void
bind_line (GtkListItem *list_item,
           gpointer     user_data)
{
  LsLogView *self = user_data;
  LsRecordItem *item = gtk_list_item_get_item (list_item);
  const LsRecord *record = ls_record_item_get_record (item);
  LsTrace *trace = ls_player_get_trace (self->player);
  GtkWidget *row = gtk_list_item_get_child (list_item);
  GtkWidget *time = gtk_widget_get_first_child (row);
  GtkWidget *icon = gtk_widget_get_next_sibling (time);
  GtkWidget *text = gtk_widget_get_next_sibling (icon);
  GtkWidget *place = gtk_widget_get_last_child (row);
  g_autofree char *formatted = ls_text_format_time (record->time);
  g_autofree char *whole = format_text (trace, record);
  g_autofree char *string = cut_text (whole);
  g_autofree char *shown = NULL;
  g_autofree char *target = find_place (trace, item, &shown);
  Severity severity = get_severity (record);

  gtk_label_set_label (GTK_LABEL (time), formatted);
  gtk_label_set_label (GTK_LABEL (text), string);
  gtk_image_set_from_icon_name (GTK_IMAGE (icon), severity_icons[severity]);
  for (guint i = 0; i < G_N_ELEMENTS (severity_classes); i++)
    if (severity_classes[i] != NULL)
      ls_widget_set_class (row, severity_classes[i], i == severity);
  gtk_widget_set_visible (place, target != NULL);
  if (target != NULL)
    {
      gtk_button_set_label (GTK_BUTTON (place), shown);
      gtk_actionable_set_action_target (GTK_ACTIONABLE (place), "s", target);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (place), "win.show-place");
      ls_widget_name (place, "%s", shown);
    }
  name_line (self, list_item);
}

static void
on_level_changed (LsLogView *self)
{
  if (self->model != NULL)
    ls_record_list_model_refilter (self->model);
}

static void
on_activate (LsLogView *self,
             guint      index)
{
  g_autoptr (LsRecordItem) item = g_list_model_get_item (G_LIST_MODEL (self->folded), index);

  if (item != NULL && self->player != NULL)
    {
      ls_player_set_running (self->player, FALSE);
      ls_player_seek (self->player, ls_record_item_get_position (item) + 1);
    }
}

static void
toggle_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  LsLogView *self = LS_LOG_VIEW (widget);

  ls_folded_list_model_toggle (self->folded, g_variant_get_uint32 (parameter));
  update_lines (self);
}

/**
 * ls_log_view_get_n_lines:
 * @self: a log
 *
 * Returns: how many lines the log lists, each repeat counted
 */
guint
ls_log_view_get_n_lines (LsLogView *self)
{
  return self->model != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->model)) : 0;
}

static void
on_items_changed (LsLogView *self)
{
  gboolean empty = g_list_model_get_n_items (G_LIST_MODEL (self->model)) == 0;

  if (self->stack == NULL)
    return;
  update_lines (self);
  g_object_notify (G_OBJECT (self), "n-lines");
  if (empty && gtk_drop_down_get_selected (GTK_DROP_DOWN (self->level)) != 0)
    gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "none");
  else
    gtk_stack_set_visible_child_name (GTK_STACK (self->stack), empty ? "empty" : "list");
}

static void
ls_log_view_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  g_value_set_uint (value, ls_log_view_get_n_lines (LS_LOG_VIEW (object)));
}

static void
ls_log_view_dispose (GObject *object)
{
  LsLogView *self = LS_LOG_VIEW (object);

  self->stack = NULL;
  self->level = NULL;
  g_clear_object (&self->folded);
  g_clear_object (&self->model);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_log_view_parent_class)->dispose (object);
}

static void
ls_log_view_class_init (LsLogViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_log_view_dispose;
  G_OBJECT_CLASS (klass)->get_property = ls_log_view_get_property;

  /**
   * LsLogView:n-lines:
   *
   * The number of lines that the log lists, each repeat counted.
   */
  g_object_class_install_property (G_OBJECT_CLASS (klass), 1, g_param_spec_uint ("n-lines", NULL, NULL, 0, G_MAXUINT, 0,
                                                                                 G_PARAM_READABLE | G_PARAM_STATIC_STRINGS));

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-log-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LsLogView, stack);
  gtk_widget_class_bind_template_child (widget_class, LsLogView, list);
  gtk_widget_class_bind_template_child (widget_class, LsLogView, bar);
  gtk_widget_class_bind_template_child (widget_class, LsLogView, level);
  gtk_widget_class_bind_template_callback (widget_class, on_level_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_install_action (widget_class, "log.toggle", "u", toggle_action);
}

static void
ls_log_view_init (LsLogView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* GtkDropDown does not name the button inside it. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (self->level)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _("Messages to show"), -1);

  self->model = ls_record_list_model_new (matches, self);
  self->folded = ls_folded_list_model_new (G_LIST_MODEL (self->model), repeats, self);
  ls_row_list_init (GTK_LIST_VIEW (self->list), G_LIST_MODEL (self->folded), new_line, bind_line, update_line, self);
  /* After the folded list has taken in what is new. */
  g_signal_connect_object (self->model, "items-changed", G_CALLBACK (on_items_changed), self, G_CONNECT_SWAPPED);
}

/**
 * ls_log_view_set_player:
 * @self: a log
 * @player: whose trace to show
 *
 * Shows the lines that the program printed in @player's trace.
 */
void
ls_log_view_set_player (LsLogView *self,
                        LsPlayer  *player)
{
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_object (player, "changed", G_CALLBACK (on_moved), self, G_CONNECT_SWAPPED);
  ls_record_list_model_set_player (self->model, player);
  /* After the model has looked at what is new. */
  g_signal_connect_object (player, "grew", G_CALLBACK (follow_position), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (player, "trace-changed", G_CALLBACK (follow_position), self, G_CONNECT_SWAPPED);
}

/**
 * ls_log_view_set_past_only:
 * @self: a log
 * @is_past_only: whether to list only what was printed before the position
 *
 * Lets the log tell nothing that comes later, as in a lesson, which asks about that. Then it has all its height for lines, unless
 * some are left out by their level.
 */
void
ls_log_view_set_past_only (LsLogView *self,
                           gboolean   is_past_only)
{
  if (self->is_past_only == is_past_only)
    return;
  self->is_past_only = is_past_only;
  gtk_widget_set_visible (self->bar, !is_past_only || gtk_drop_down_get_selected (GTK_DROP_DOWN (self->level)) != 0);
  if (is_past_only)
    follow_position (self);
  else
    ls_record_list_model_set_window (self->model, 0, G_MAXUINT);
}
