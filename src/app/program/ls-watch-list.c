/* ls-watch-list.c: evaluates expressions at the position
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-watch-list.h"

#include <glib/gi18n.h>
#include <string.h>

#include "ls-compat.h"
#include "ls-widget.h"

#define DELAY_MS 150
#define MAX_HISTORY 100
#define MAX_WATCHES 32

/**
 * LsWatchList:
 *
 * Evaluates an expression at the player's position when the user asks for it, and the watched expressions after each move. It
 * evaluates only one at a time, because each evaluation replays the session up to the position. It cancels an evaluation whose
 * result nobody needs any more.
 */
struct _LsWatchList
{
  GtkBox        parent_instance;

  GtkWidget    *entry;
  GtkWidget    *add;
  GtkWidget    *result;
  GtkWidget    *scroller;
  GtkWidget    *list;

  LsDebugger   *debugger;
  LsPlayer     *player;
  GPtrArray    *history;        /* (element-type utf8) */
  guint         place;          /* in @history; its length while the user types a new one */
  char         *typed;          /* the text before the user went back in @history */
  char         *asked;          /* the expression with a displayed result, NULL for none */
  GPtrArray    *watches;        /* (element-type Watch) */
  guint         timeout;
  gboolean      wants_result;   /* whether to evaluate @asked, before the watches */
  guint         next;           /* the next watch to evaluate */
  GCancellable *cancellable;    /* of the running evaluation, NULL for none */
  gboolean      evaluates_result; /* whether that evaluates @asked */
};

typedef struct
{
  char      *expression;
  GtkWidget *row;
  GtkWidget *value;             /* a label in @row */
} Watch;

typedef struct
{
  LsWatchList  *self;
  GCancellable *cancellable;
  GtkWidget    *label;
} Evaluation;

G_DEFINE_FINAL_TYPE (LsWatchList, ls_watch_list, GTK_TYPE_BOX)

static void evaluate_next (LsWatchList *self);

static void
watch_free (gpointer data)
{
  Watch *watch = data;

  g_free (watch->expression);
  g_free (watch);
}

static void
show_value (GtkWidget  *label,
            const char *text,
            gboolean    is_error)
{
  gtk_label_set_label (GTK_LABEL (label), text);
  ls_widget_set_tooltip (label, text);
  ls_widget_set_class (label, "error", is_error);
}

/* Names the row of a watch, because assistive technology reads the row. */
static void
name_row (LsWatchList *self,
          GtkWidget   *label)
{
  for (guint i = 0; i < self->watches->len; i++)
    {
      Watch *watch = g_ptr_array_index (self->watches, i);

      if (watch->value == label)
        ls_widget_name (watch->row, "%s: %s", watch->expression, gtk_label_get_text (GTK_LABEL (label)));
    }
}

static void
evaluated_cb (GObject      *object,
              GAsyncResult *result,
              gpointer      user_data)
{
  Evaluation *evaluation = user_data;
  LsWatchList *self = evaluation->self;
  g_autoptr (GError) error = NULL;
  gboolean threw = FALSE;
  g_autofree char *text = ls_debugger_evaluate_finish (LS_DEBUGGER (object), result, &threw, &error);

  if (!g_cancellable_is_cancelled (evaluation->cancellable))
    {
      const char *shown = text != NULL ? text : error->message;
      gboolean is_result = evaluation->label == self->result;

      /* A row has one line, so it shows the thrown value without the stack. */
      if (!is_result && text != NULL && strchr (text, '\n') != NULL)
        *strchr (text, '\n') = '\0';
      self->evaluates_result = FALSE;
      show_value (evaluation->label, shown, text == NULL || threw);
      name_row (self, evaluation->label);
      if (is_result)
        {
          gtk_widget_set_visible (self->result, TRUE);
          ls_compat_announce (self->result, shown);
        }
      g_clear_object (&self->cancellable);
      evaluate_next (self);
    }
  g_object_unref (evaluation->label);
  g_object_unref (evaluation->cancellable);
  g_object_unref (evaluation->self);
  g_free (evaluation);
}

static void
evaluate (LsWatchList *self,
          const char  *expression,
          GtkWidget   *label)
{
  Evaluation *evaluation = g_new0 (Evaluation, 1);

  self->cancellable = g_cancellable_new ();
  self->evaluates_result = label == self->result;
  evaluation->self = g_object_ref (self);
  evaluation->cancellable = g_object_ref (self->cancellable);
  evaluation->label = g_object_ref (label);
  ls_debugger_evaluate_async (self->debugger, expression, self->cancellable, evaluated_cb, evaluation);
}

static void
evaluate_next (LsWatchList *self)
{
  Watch *watch;

  if (self->debugger == NULL || self->cancellable != NULL)
    return;
  if (self->wants_result)
    {
      self->wants_result = FALSE;
      evaluate (self, self->asked, self->result);
      return;
    }
  if (self->next >= self->watches->len)
    return;
  watch = g_ptr_array_index (self->watches, self->next++);
  evaluate (self, watch->expression, watch->value);
}

static void
cancel (LsWatchList *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->wants_result = FALSE;
  self->next = G_MAXUINT;
}

static gboolean
timeout_cb (gpointer user_data)
{
  LsWatchList *self = user_data;

  self->timeout = 0;
  self->next = 0;
  evaluate_next (self);
  return G_SOURCE_REMOVE;
}

/* Discards the values, which belong to the old position, and evaluates the watches again soon. */
static void
on_position_changed (LsWatchList *self)
{
  gboolean can_evaluate = ls_debugger_can_evaluate (self->debugger);

  cancel (self);
  gtk_widget_set_visible (self->result, FALSE);
  for (guint i = 0; i < self->watches->len; i++)
    {
      Watch *watch = g_ptr_array_index (self->watches, i);

      /* Translators: the value of an expression while nothing runs */
      show_value (watch->value, can_evaluate ? "…" : C_("value", "not running"), FALSE);
      name_row (self, watch->value);
    }
  if (can_evaluate && self->watches->len > 0 && !ls_player_get_running (self->player))
    self->timeout = g_timeout_add (DELAY_MS, timeout_cb, self);
}

static char *
take_text (LsWatchList *self)
{
  char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))));

  if (*text == '\0')
    {
      g_free (text);
      return NULL;
    }
  if (self->history->len == 0 || !g_str_equal (g_ptr_array_index (self->history, self->history->len - 1), text))
    g_ptr_array_add (self->history, g_strdup (text));
  if (self->history->len > MAX_HISTORY)
    g_ptr_array_remove_index (self->history, 0);
  self->place = self->history->len;
  g_clear_pointer (&self->typed, g_free);
  return text;
}

static void
on_activate (LsWatchList *self)
{
  g_autofree char *text = take_text (self);

  if (text == NULL || self->debugger == NULL)
    return;
  g_free (self->asked);
  self->asked = g_steal_pointer (&text);
  self->wants_result = TRUE;
  /* Cancels an older question, so that nobody takes its answer for the new one. */
  if (self->evaluates_result && self->cancellable != NULL)
    {
      g_cancellable_cancel (self->cancellable);
      g_clear_object (&self->cancellable);
    }
  show_value (self->result, "…", FALSE);
  gtk_widget_set_visible (self->result, TRUE);
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
  evaluate_next (self);
}

static void
on_remove (GtkWidget *button,
           gpointer   user_data)
{
  LsWatchList *self = user_data;

  for (guint i = 0; i < self->watches->len; i++)
    {
      Watch *watch = g_ptr_array_index (self->watches, i);

      if (!gtk_widget_is_ancestor (button, watch->row))
        continue;
      gtk_list_box_remove (GTK_LIST_BOX (self->list), watch->row);
      g_ptr_array_remove_index (self->watches, i);
      if (self->next != G_MAXUINT && self->next > i)
        self->next--;
      break;
    }
  gtk_widget_set_visible (self->scroller, self->watches->len > 0);
  gtk_widget_grab_focus (self->entry);
}

static GtkWidget *
make_label (const char *text,
            const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "monospace");
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
on_add (LsWatchList *self)
{
  g_autofree char *text = take_text (self);
  g_autofree char *remove_name = NULL;
  GtkWidget *box, *name, *button;
  Watch *watch;

  if (text == NULL || self->watches->len >= MAX_WATCHES)
    return;
  watch = g_new0 (Watch, 1);
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  name = make_label (text, "dim-label");
  gtk_label_set_max_width_chars (GTK_LABEL (name), 14);
  ls_widget_set_tooltip (name, text);
  watch->expression = g_strdup (text);
  watch->value = make_label ("", NULL);
  gtk_widget_set_hexpand (watch->value, TRUE);
  button = gtk_button_new_from_icon_name ("window-close-symbolic");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  /* Translators: an expression */
  remove_name = g_strdup_printf (_("Stop watching %s"), text);
  ls_widget_set_tooltip (button, remove_name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, remove_name, -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_remove), self, 0);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), watch->value);
  gtk_box_append (GTK_BOX (box), button);
  watch->row = gtk_list_box_row_new ();
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (watch->row), FALSE);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (watch->row), box);
  gtk_list_box_append (GTK_LIST_BOX (self->list), watch->row);
  g_ptr_array_add (self->watches, watch);
  gtk_widget_set_visible (self->scroller, TRUE);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  on_position_changed (self);
}

static void
recall (LsWatchList *self,
        gboolean     back)
{
  const char *text;

  if (back ? self->place == 0 : self->place >= self->history->len)
    return;
  if (self->place == self->history->len)
    {
      g_free (self->typed);
      self->typed = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
    }
  self->place += back ? -1 : 1;
  text = self->place < self->history->len ? g_ptr_array_index (self->history, self->place)
         : self->typed != NULL            ? self->typed
                                          : "";
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_editable_set_position (GTK_EDITABLE (self->entry), -1);
}

static gboolean
recall_shortcut (GtkWidget *widget,
                 GVariant  *args,
                 gpointer   user_data)
{
  recall (user_data, g_variant_get_boolean (args));
  return TRUE;
}

static void
add_history_keys (LsWatchList *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();
  static const struct { guint keyval; gboolean back; } moves[] = { { GDK_KEY_Up, TRUE }, { GDK_KEY_Down, FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      GtkShortcut *shortcut = gtk_shortcut_new (gtk_keyval_trigger_new (moves[i].keyval, 0),
                                                gtk_callback_action_new (recall_shortcut, self, NULL));

      gtk_shortcut_set_arguments (shortcut, g_variant_new_boolean (moves[i].back));
      gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys), shortcut);
    }
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (self->entry, keys);
}

static void
ls_watch_list_dispose (GObject *object)
{
  LsWatchList *self = LS_WATCH_LIST (object);

  cancel (self);
  g_clear_object (&self->player);
  g_clear_object (&self->debugger);
  g_clear_pointer (&self->history, g_ptr_array_unref);
  g_clear_pointer (&self->watches, g_ptr_array_unref);
  g_clear_pointer (&self->typed, g_free);
  g_clear_pointer (&self->asked, g_free);

  G_OBJECT_CLASS (ls_watch_list_parent_class)->dispose (object);
}

static void
ls_watch_list_class_init (LsWatchListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_watch_list_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-watch-list.ui");
  gtk_widget_class_bind_template_child (widget_class, LsWatchList, entry);
  gtk_widget_class_bind_template_child (widget_class, LsWatchList, add);
  gtk_widget_class_bind_template_child (widget_class, LsWatchList, result);
  gtk_widget_class_bind_template_child (widget_class, LsWatchList, scroller);
  gtk_widget_class_bind_template_child (widget_class, LsWatchList, list);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_add);
}

static void
ls_watch_list_init (LsWatchList *self)
{
  self->history = g_ptr_array_new_with_free_func (g_free);
  self->watches = g_ptr_array_new_with_free_func (watch_free);
  self->next = G_MAXUINT;
  gtk_widget_init_template (GTK_WIDGET (self));
  add_history_keys (self);
}

/**
 * ls_watch_list_set_debugger:
 * @self: a list
 * @debugger: the debugger that evaluates
 *
 * Evaluates expressions at the position of @debugger's player.
 */
void
ls_watch_list_set_debugger (LsWatchList *self,
                            LsDebugger  *debugger)
{
  g_return_if_fail (self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  self->player = g_object_ref (ls_debugger_get_player (debugger));
  g_signal_connect_object (self->player, "changed", G_CALLBACK (on_position_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "running-changed", G_CALLBACK (on_position_changed), self, G_CONNECT_SWAPPED);
}

/**
 * ls_watch_list_has_any:
 * @self: a list
 *
 * Returns: whether it has an expression
 */
gboolean
ls_watch_list_has_any (LsWatchList *self)
{
  return self->watches->len > 0 || self->asked != NULL;
}

/**
 * ls_watch_list_focus:
 * @self: a list
 *
 * Gives the focus to the entry for an expression.
 */
void
ls_watch_list_focus (LsWatchList *self)
{
  /* There may have been no room for it. */
  gtk_widget_set_visible (GTK_WIDGET (self), TRUE);
  gtk_widget_grab_focus (self->entry);
}
