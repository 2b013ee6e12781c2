/* ls-program-pane.c: a session's program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-program-pane-private.h"

#include <glib/gi18n.h>

#include "ls-actions.h"
#include "ls-compat.h"
#include "ls-widget.h"


/**
 * LsProgramPane:
 *
 * Shows the program: as rows if it consists of steps, as editable text if it is JavaScript. The text of the last run is the one
 * that runs; the pane shows where the displayed text differs from it. It emits "edited" when this may have changed, or when it may
 * have more or less to save.
 */

G_DEFINE_FINAL_TYPE (LsProgramPane, ls_program_pane, GTK_TYPE_WIDGET)

LsScriptBuffer *
ls_program_pane_get_buffer (LsProgramPane *self,
                            guint          i)
{
  return g_ptr_array_index (self->buffers, i);
}

LsScriptBuffer *
ls_program_pane_find_buffer (LsProgramPane *self,
                             const LsPlace *place)
{
  for (guint i = 0; i < self->buffers->len; i++)
    if (ls_place_is_in (place, ls_script_buffer_get_name (ls_program_pane_get_buffer (self, i))))
      return ls_program_pane_get_buffer (self, i);
  return NULL;
}

void
ls_program_pane_show_buffer (LsProgramPane  *self,
                             LsScriptBuffer *buffer)
{
  guint index = 0;

  if (ls_script_view_get_buffer (self->script) == buffer)
    return;
  ls_script_view_set_buffer (self->script, buffer);
  gtk_widget_set_visible (self->imported, ls_script_buffer_get_read_only (buffer));
  ls_program_pane_update_syntax (self);
  if (g_ptr_array_find (self->buffers, buffer, &index))
    gtk_drop_down_set_selected (self->scripts, index);
}

static gboolean
is_any (LsProgramPane *self,
        gboolean     (*is_so) (LsScriptBuffer *buffer))
{
  for (guint i = 0; i < self->buffers->len; i++)
    if (is_so (ls_program_pane_get_buffer (self, i)))
      return TRUE;
  return FALSE;
}

static void
update_edited (LsProgramPane *self)
{
  gboolean differs = ls_program_pane_get_differs (self);
  gboolean unsaved = ls_program_pane_get_unsaved (self);
  gboolean is_new = differs != gtk_widget_get_visible (self->differs) || unsaved != gtk_widget_get_visible (self->edited);

  if (self->loading)
    return;
  gtk_widget_set_visible (self->cut, is_any (self, ls_script_buffer_get_cut));
  gtk_widget_set_visible (self->differs, differs);
  gtk_widget_set_visible (self->edited, unsaved);
  if (is_new)
    g_signal_emit_by_name (self, "edited");
}

static void
update_chooser (LsProgramPane *self)
{
  const char *single = self->buffers->len == 1 ? ls_script_buffer_get_name (ls_program_pane_get_buffer (self, 0)) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->scripts), self->buffers->len > 1);
  ls_widget_show_text (self->single, single);
  ls_widget_set_tooltip (self->single, single);
}

static LsScriptBuffer *
add_buffer (LsProgramPane *self,
            const char    *name)
{
  LsScriptBuffer *buffer = ls_script_buffer_new (name, ls_debugger_get_breakpoints (self->debugger));

  g_ptr_array_add (self->buffers, buffer);
  gtk_string_list_append (self->names, name);
  return buffer;
}

static LsProgram *
get_program (LsProgramPane *self)
{
  LsSession *session = ls_debugger_get_session (self->debugger);

  return session != NULL ? ls_session_get_program (session) : NULL;
}

/* Lists the files that the run has imported since the last call. They stay as they were read for as long as the session is open. */
static void
add_modules (LsProgramPane *self)
{
  LsProgram *program = get_program (self);
  guint n_modules = self->n_scripts > 0 ? ls_program_get_n_modules (program) : 0;

  if (self->buffers->len >= self->n_scripts + n_modules)
    return;
  for (guint i = self->buffers->len - self->n_scripts; i < n_modules; i++)
    {
      g_autoptr (LsScript) script = ls_program_get_module (program, i);
      LsScriptBuffer *buffer = add_buffer (self, ls_script_get_name (script));

      ls_script_buffer_set_read_only (buffer);
      ls_script_buffer_load (buffer, ls_script_get_text (script));
      ls_script_buffer_set_script (buffer, script);
      g_signal_connect_object (buffer, "syntax-checked", G_CALLBACK (ls_program_pane_update_syntax), self, G_CONNECT_SWAPPED);
    }
  update_chooser (self);
}

static gboolean
find_place (LsProgramPane *self,
            LsPlace       *place,
            gboolean      *done)
{
  LsState *state = ls_player_get_state (self->player);
  guint32 text = ls_place_find_current (state, done);

  return text != 0 && ls_place_parse (place, ls_trace_get_text (ls_state_get_trace (state), text));
}

static LsScriptBuffer *
mark_position (LsProgramPane *self,
               guint         *current_line)
{
  LsPlace place;
  gboolean done = FALSE;
  LsScriptBuffer *buffer = find_place (self, &place, &done) ? ls_program_pane_find_buffer (self, &place) : NULL;
  guint line = buffer != NULL ? ls_script_buffer_from_run_line (buffer, place.line) : 0;

  for (guint i = 0; i < self->buffers->len; i++)
    ls_script_buffer_set_current_line (ls_program_pane_get_buffer (self, i), self->buffers->pdata[i] == buffer ? line : 0, done);
  *current_line = line;
  return buffer;
}

static void
update_position (LsProgramPane *self)
{
  gsize position = ls_player_get_position (self->player);
  LsScriptBuffer *buffer;
  guint line = 0;

  if (self->buffers->len == 0)
    return;
  add_modules (self);
  buffer = mark_position (self, &line);
  /* Until the position leaves the end of the first step, the pane shows the first line of a program that the user just opened, or
   * the place of the last edit. */
  if (position < self->position || ls_player_get_step (self->player) > 1 ||
      ls_state_get_statement_text (ls_player_get_state (self->player)) != 0)
    self->untouched = FALSE;
  self->position = position;
  if (ls_program_pane_show_lines (self))
    return;
  if (line > 0 && !self->untouched)
    {
      ls_program_pane_show_buffer (self, buffer);
      ls_script_view_show_line (self->script, line);
    }
}

static void
on_selected (LsProgramPane *self)
{
  guint selected = gtk_drop_down_get_selected (self->scripts);

  if (!self->loading && selected < self->buffers->len)
    ls_program_pane_show_buffer (self, ls_program_pane_get_buffer (self, selected));
}

static void
on_buffer_changed (LsProgramPane *self)
{
  guint line = 0;

  if (self->loading)
    return;
  gtk_widget_set_visible (self->error, FALSE);
  ls_program_pane_update_syntax (self);
  update_edited (self);
  g_signal_emit_by_name (self, "text-changed");
  /* The current line may have moved. The pane does not scroll to it, because the user looks at the edited line. */
  mark_position (self, &line);
}

static gboolean
has_same_scripts (LsProgramPane *self,
                  LsProgram     *program)
{
  if (ls_program_get_n_scripts (program) != self->n_scripts)
    return FALSE;
  for (guint i = 0; i < self->n_scripts; i++)
    if (!g_str_equal (ls_script_get_name (ls_program_get_script (program, i)),
                      ls_script_buffer_get_name (ls_program_pane_get_buffer (self, i))))
      return FALSE;
  return TRUE;
}

/* A session that was opened again, or saved to another folder, may import files with other texts. */
static void
drop_old_modules (LsProgramPane *self,
                  LsProgram     *program)
{
  guint n_known = self->n_scripts;
  guint n_modules = ls_program_get_n_modules (program);

  for (; n_known < self->buffers->len && n_known - self->n_scripts < n_modules; n_known++)
    {
      g_autoptr (LsScript) script = ls_program_get_module (program, n_known - self->n_scripts);
      LsScriptBuffer *buffer = ls_program_pane_get_buffer (self, n_known);

      if (!g_str_equal (ls_script_get_name (script), ls_script_buffer_get_name (buffer)) ||
          !ls_script_buffer_has_script (buffer, script))
        break;
    }
  if (n_known == self->buffers->len)
    return;
  if (ls_script_buffer_get_read_only (ls_script_view_get_buffer (self->script)))
    ls_program_pane_show_buffer (self, ls_program_pane_get_buffer (self, 0));
  gtk_string_list_splice (self->names, n_known, self->buffers->len - n_known, NULL);
  while (self->buffers->len > n_known)
    {
      g_signal_handlers_disconnect_by_data (ls_program_pane_get_buffer (self, self->buffers->len - 1), self);
      g_ptr_array_set_size (self->buffers, self->buffers->len - 1);
    }
  update_chooser (self);
}

static void
drop_buffers (LsProgramPane *self)
{
  ls_script_view_set_buffer (self->script, NULL);
  for (guint i = 0; i < self->buffers->len; i++)
    g_signal_handlers_disconnect_by_data (ls_program_pane_get_buffer (self, i), self);
  g_ptr_array_set_size (self->buffers, 0);
  self->n_scripts = 0;
}

static void
make_buffers (LsProgramPane *self,
              LsProgram     *program)
{
  drop_buffers (self);
  g_clear_object (&self->names);
  self->names = gtk_string_list_new (NULL);
  self->n_scripts = ls_program_get_n_scripts (program);
  for (guint i = 0; i < self->n_scripts; i++)
    {
      LsScriptBuffer *buffer = add_buffer (self, ls_script_get_name (ls_program_get_script (program, i)));

      g_signal_connect_object (buffer, "changed", G_CALLBACK (on_buffer_changed), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (buffer, "syntax-checked", G_CALLBACK (ls_program_pane_update_syntax), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (buffer, "modified-changed", G_CALLBACK (on_buffer_changed), self, G_CONNECT_SWAPPED);
    }
  gtk_drop_down_set_model (self->scripts, G_LIST_MODEL (self->names));
  ls_compat_label_drop_down (self->scripts, _("Script to show"));
  update_chooser (self);
}

/* Takes the texts of the session over, except those that the user has edited since. */
static void
update_session (LsProgramPane *self)
{
  LsProgram *program = get_program (self);
  gboolean is_javascript = ls_debugger_is_javascript (self->debugger);
  gboolean is_new;

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), is_javascript ? "script" : "steps");
  if (!is_javascript)
    {
      drop_buffers (self);
      return;
    }

  self->loading = TRUE;
  is_new = !has_same_scripts (self, program);
  if (is_new)
    make_buffers (self, program);
  else
    drop_old_modules (self, program);
  for (guint i = 0; i < self->n_scripts; i++)
    {
      LsScriptBuffer *buffer = ls_program_pane_get_buffer (self, i);
      LsScript *script = ls_program_get_script (program, i);

      if (is_new || (!ls_script_buffer_get_unsaved (buffer) && !ls_script_buffer_has_script (buffer, script)))
        {
          ls_script_buffer_load (buffer, ls_script_get_text (script));
          ls_script_buffer_set_script (buffer, script);
        }
    }
  if (is_new && self->buffers->len > 0)
    ls_program_pane_show_buffer (self, ls_program_pane_get_buffer (self, 0));
  self->loading = FALSE;
  if (is_new)
    ls_program_pane_mark_lines (self);
  update_edited (self);
  update_position (self);
}

/* The next run uses the session's texts, so the buffers without newer edits hold the text that runs. */
static void
on_restarting (LsProgramPane *self)
{
  ls_program_pane_forget_error (self);
  self->untouched = TRUE;
  self->position = 0;
  self->loading = TRUE;
  for (guint i = 0; i < self->buffers->len; i++)
    if (!ls_script_buffer_get_unsaved (ls_program_pane_get_buffer (self, i)))
      ls_script_buffer_set_ran (ls_program_pane_get_buffer (self, i));
  self->loading = FALSE;
  if (self->buffers->len > 0)
    update_edited (self);
}

static void
ls_program_pane_dispose (GObject *object)
{
  LsProgramPane *self = LS_PROGRAM_PANE (object);

  if (self->script != NULL)
    drop_buffers (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), LS_TYPE_PROGRAM_PANE);
  g_clear_object (&self->player);
  g_clear_object (&self->debugger);

  G_OBJECT_CLASS (ls_program_pane_parent_class)->dispose (object);
}

static void
ls_program_pane_finalize (GObject *object)
{
  LsProgramPane *self = LS_PROGRAM_PANE (object);

  g_clear_pointer (&self->buffers, g_ptr_array_unref);
  g_clear_object (&self->names);
  g_clear_pointer (&self->error_script, g_free);
  g_clear_pointer (&self->refused_script, g_free);

  G_OBJECT_CLASS (ls_program_pane_parent_class)->finalize (object);
}

static GtkSizeRequestMode
ls_program_pane_get_request_mode (GtkWidget *widget)
{
  return gtk_widget_get_request_mode (LS_PROGRAM_PANE (widget)->stack);
}

/* The minimum width does not depend on the height. Without a width, the height is that for the natural width: at the minimum width
 * the notes would be high, and GTK 4.18 warns if a widget gets less than its minimum height. */
static void
ls_program_pane_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  GtkWidget *stack = LS_PROGRAM_PANE (widget)->stack;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    for_size = -1;
  else if (for_size < 0)
    gtk_widget_measure (stack, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &for_size, NULL, NULL);
  gtk_widget_measure (stack, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
}

static void
ls_program_pane_size_allocate (GtkWidget *widget,
                               int        width,
                               int        height,
                               int        baseline)
{
  gtk_widget_allocate (LS_PROGRAM_PANE (widget)->stack, width, height, baseline, NULL);
}

static void
ls_program_pane_class_init (LsProgramPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_program_pane_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_program_pane_finalize;
  widget_class->get_request_mode = ls_program_pane_get_request_mode;
  widget_class->measure = ls_program_pane_measure;
  widget_class->size_allocate = ls_program_pane_size_allocate;

  /**
   * LsProgramPane::edited:
   * @self: a pane
   *
   * The answers of ls_program_pane_get_differs() and ls_program_pane_get_unsaved() may have changed.
   */
  g_signal_new ("edited", LS_TYPE_PROGRAM_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * LsProgramPane::text-changed:
   * @self: a pane
   *
   * The user edited a script.
   */
  g_signal_new ("text-changed", LS_TYPE_PROGRAM_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  ls_actions_add_reveal (LS_TYPE_PROGRAM_PANE);

  g_type_ensure (LS_TYPE_PROGRAM_VIEW);
  g_type_ensure (LS_TYPE_SCRIPT_VIEW);
  g_type_ensure (LS_TYPE_WATCH_LIST);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-program-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsProgramPane, stack);
  gtk_widget_class_bind_template_child (widget_class, LsProgramPane, steps);
  gtk_widget_class_bind_template_child (widget_class, LsProgramPane, scripts);
  gtk_widget_class_bind_template_child (widget_class, LsProgramPane, single);
  gtk_widget_class_bind_template_child (widget_class, LsProgramPane, edited);
  gtk_widget_class_bind_template_child (widget_class, LsProgramPane, script);
  gtk_widget_class_bind_template_child (widget_class, LsProgramPane, imported);
  gtk_widget_class_bind_template_child (widget_class, LsProgramPane, cut);
  gtk_widget_class_bind_template_child (widget_class, LsProgramPane, differs);
  gtk_widget_class_bind_template_child (widget_class, LsProgramPane, error);
  gtk_widget_class_bind_template_child (widget_class, LsProgramPane, error_label);
  gtk_widget_class_bind_template_child (widget_class, LsProgramPane, syntax);
  gtk_widget_class_bind_template_child (widget_class, LsProgramPane, syntax_label);
  gtk_widget_class_bind_template_child (widget_class, LsProgramPane, refused);
  gtk_widget_class_bind_template_child (widget_class, LsProgramPane, refused_label);
  gtk_widget_class_bind_template_child (widget_class, LsProgramPane, watches);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
  gtk_widget_class_bind_template_callback (widget_class, ls_program_pane_go_to_error);
  gtk_widget_class_bind_template_callback (widget_class, ls_program_pane_go_to_syntax);
  gtk_widget_class_bind_template_callback (widget_class, ls_program_pane_edit_refused);
}

static void
ls_program_pane_init (LsProgramPane *self)
{
  self->buffers = g_ptr_array_new_with_free_func (g_object_unref);
  self->error_record = G_MAXSIZE;
  ls_program_pane_add_actions (self);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_program_pane_set_debugger:
 * @self: a pane
 * @debugger: the debugger whose program to show
 *
 * Shows the program of @debugger's session, and the player's place in it.
 */
void
ls_program_pane_set_debugger (LsProgramPane *self,
                              LsDebugger    *debugger)
{
  g_return_if_fail (self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  self->player = g_object_ref (ls_debugger_get_player (debugger));
  ls_program_view_set_debugger (self->steps, debugger);
  ls_script_view_set_breakpoints (self->script, ls_debugger_get_breakpoints (debugger));
  ls_watch_list_set_debugger (self->watches, debugger);
  g_signal_connect_object (debugger, "session-changed", G_CALLBACK (update_session), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (debugger, "changed", G_CALLBACK (update_edited), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (debugger, "restarting", G_CALLBACK (on_restarting), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (debugger, "stopped", G_CALLBACK (ls_program_pane_update_failure), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ls_debugger_get_breakpoints (debugger), "changed", G_CALLBACK (ls_program_pane_update_refused), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "changed", G_CALLBACK (update_position), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "grew", G_CALLBACK (add_modules), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "grew", G_CALLBACK (ls_program_pane_look_for_exceptions), self, G_CONNECT_SWAPPED);
  update_session (self);
}

/**
 * ls_program_pane_get_view:
 * @self: a pane
 *
 * Returns: (transfer none) (nullable): the view of the text, %NULL if the program has no text
 */
LsScriptView *
ls_program_pane_get_view (LsProgramPane *self)
{
  return self->buffers->len > 0 ? self->script : NULL;
}

/**
 * ls_program_pane_has_focus:
 * @self: a pane
 *
 * Returns: whether the text of a script, or a widget around it, has the focus
 */
gboolean
ls_program_pane_has_focus (LsProgramPane *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && self->buffers->len > 0 && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->script));
}

/**
 * ls_program_pane_get_unsaved:
 * @self: a pane
 *
 * Returns: whether there are edits that the session has not taken over
 */
gboolean
ls_program_pane_get_unsaved (LsProgramPane *self)
{
  return is_any (self, ls_script_buffer_get_unsaved);
}

/**
 * ls_program_pane_get_differs:
 * @self: a pane
 *
 * Returns: whether the displayed text differs from the one that runs
 */
gboolean
ls_program_pane_get_differs (LsProgramPane *self)
{
  return is_any (self, ls_script_buffer_get_differs);
}

/**
 * ls_program_pane_list_texts:
 * @self: a pane
 *
 * Returns: (transfer full) (element-type utf8): for each script its text if the session has not taken it over yet, or else %NULL
 */
GPtrArray *
ls_program_pane_list_texts (LsProgramPane *self)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->n_scripts; i++)
    {
      LsScriptBuffer *buffer = ls_program_pane_get_buffer (self, i);

      g_ptr_array_add (texts, ls_script_buffer_get_unsaved (buffer) ? ls_script_buffer_get_all (buffer) : NULL);
    }
  return texts;
}

/**
 * ls_program_pane_flush:
 * @self: a pane
 * @error: return location for an error
 *
 * Gives the edits to the session. The next run uses them.
 *
 * Returns: %FALSE with @error set if the session rejects them
 */
gboolean
ls_program_pane_flush (LsProgramPane  *self,
                       GError        **error)
{
  LsSession *session = self->debugger != NULL ? ls_debugger_get_session (self->debugger) : NULL;

  for (guint i = 0; i < self->n_scripts; i++)
    {
      LsScriptBuffer *buffer = ls_program_pane_get_buffer (self, i);
      g_autofree char *text = NULL;

      if (!ls_script_buffer_get_unsaved (buffer))
        continue;
      text = ls_script_buffer_get_all (buffer);
      if (!ls_session_set_script_text (session, i, text, error))
        return FALSE;
      ls_script_buffer_set_unsaved (buffer, FALSE);
      ls_script_buffer_set_script (buffer, ls_program_get_script (ls_session_get_program (session), i));
    }
  update_edited (self);
  return TRUE;
}
