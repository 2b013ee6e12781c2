/* ls-command-palette.c: every command of the window, by name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-command-palette.h"

#include <glib/gi18n.h>

#include "ls-commands.h"
#include "ls-compat.h"

/**
 * LsCommandPalette:
 *
 * Lists the window's commands. Typing narrows the list: the letters of each word need only occur in order, and the best match comes
 * first. Up and Down move the selection, Return runs the command. A disabled command stays in the list and gives the reason. A
 * number goes to that step.
 */
struct _LsCommandPalette
{
  GtkBox     parent_instance;

  GtkWidget *search;
  GtkWidget *list;
  GtkWidget *number;          /* the row for a typed step number */
  GtkWidget *nothing;

  char     **words;           /* the typed words, folded */
  guint      step;            /* the typed step, 0 if none */
  gboolean   can_go;          /* whether it can go to steps */
  const char *yield_problem;  /* while the palette is made */
};

G_DEFINE_FINAL_TYPE (LsCommandPalette, ls_command_palette, GTK_TYPE_BOX)

/* Returns the command of a row. The row for a step number has none. */
static const LsCommand *
row_get_command (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), "command");
}

static gboolean
is_enabled (GtkWidget  *probe,
            const char *action)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  if (!g_action_parse_detailed_name (action, &name, &target, NULL))
    return FALSE;
  /* Clears the name first, so that GTK never sees a name with a target of the wrong type. */
  gtk_actionable_set_action_name (GTK_ACTIONABLE (probe), NULL);
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (probe), target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (probe), name);
  return gtk_widget_get_sensitive (probe);
}

/* Returns why @command is disabled now. */
static const char *
get_reason (LsCommandPalette *self,
            GtkWidget        *probe,
            const LsCommand  *command)
{
  static const struct
  {
    const char *action;
    const char *reason;
    gboolean    needs_session;
  } reasons[] = {
    { "win.close-other-tabs", N_("There are no other tabs") },
    { "win.next-tab", N_("There are no other tabs") },
    { "win.previous-tab", N_("There are no other tabs") },
    { "win.move-tab-forward", N_("There are no other tabs") },
    { "win.move-tab-back", N_("There are no other tabs") },
    { "win.move-tab-to-window", N_("There are no other tabs") },
    { "win.reopen-tab", N_("No closed tabs") },
    { "win.copy-path", N_("The session has no file") },
    { "win.show-recording", N_("This is not a recording"), TRUE },
    { "win.undo", N_("Nothing to undo"), TRUE },
    { "win.redo", N_("Nothing to redo"), TRUE },
    { "win.stop", N_("Nothing is running"), TRUE },
    { "win.to-start", N_("This is the start"), TRUE },
    { "win.to-end", N_("This is the end"), TRUE },
    { "win.to-breakpoint", N_("There are no breakpoints"), TRUE },
  };
  gboolean has_session = is_enabled (probe, "win.search");

  if (g_str_equal (command->action, "win.yield") && self->yield_problem != NULL)
    return self->yield_problem;
  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    if (g_str_equal (reasons[i].action, command->action) && (has_session || !reasons[i].needs_session))
      return _(reasons[i].reason);
  if (!has_session)
    return _("Open a session first");
  if (!is_enabled (probe, "win.add-signal") && is_enabled (probe, "win.hold-before(uint32 0)"))
    return _("Not possible in what is watched");
  if (!is_enabled (probe, "win.post-task"))
    return _("Not possible in a recording");
  if (g_str_has_suffix (command->action, "-back") && is_enabled (probe, "win.find") &&
      !is_enabled (probe, "win.to-start"))
    return _("This is the start");
  if (!is_enabled (probe, "win.find"))
    return _("Only for JavaScript programs");
  return _("Not possible at this position");
}

static GtkWidget *
make_row (const char *title,
          const char *key)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (title);

  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 4);
  gtk_widget_set_margin_bottom (box, 4);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), label);
  if (key != NULL)
    {
      g_autofree char *text = ls_command_dup_key_label (key);
      GtkWidget *keys = gtk_label_new (text);

      gtk_widget_add_css_class (keys, "keys");
      gtk_box_append (GTK_BOX (box), keys);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  return row;
}

static void
append_command (LsCommandPalette *self,
                GtkWidget        *probe,
                const LsCommand    *command)
{
  GtkWidget *row = make_row (_(command->title), ls_command_get_key (command));
  gboolean enabled = g_str_equal (command->action, LS_COMMAND_GO_TO_STEP) ? self->can_go : is_enabled (probe, command->action);

  g_object_set_data (G_OBJECT (row), "command", (gpointer) command);
  g_object_set_data_full (G_OBJECT (row), "title", g_utf8_casefold (_(command->title), -1), g_free);
  if (!enabled)
    {
      GtkWidget *box = gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row));
      const char *text = get_reason (self, probe, command);
      GtkWidget *reason = gtk_label_new (text);

      gtk_widget_add_css_class (reason, "caption");
      gtk_box_insert_child_after (GTK_BOX (box), reason, gtk_widget_get_first_child (box));
      gtk_widget_set_sensitive (row, FALSE);
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
    }
  gtk_list_box_append (GTK_LIST_BOX (self->list), row);
}

/* Rates how well the letters of @word match @title. Letters at the beginning of words and adjacent letters count more. Returns 0 if
 * the letters do not occur in this order. */
static guint
score_word (const char *title,
            const char *word)
{
  const char *found = strstr (title, word);
  const char *letter = title;
  guint score = 1;
  gboolean was_hit = FALSE;
  gunichar before = ' ';

  if (found != NULL)
    return 1000 + (found == title ? 500 : g_ascii_isspace (found[-1]) ? 250 : 0);
  for (const char *wanted = word; *wanted != '\0'; wanted = g_utf8_next_char (wanted))
    {
      for (;; letter = g_utf8_next_char (letter))
        {
          if (*letter == '\0')
            return 0;
          if (g_utf8_get_char (letter) == g_utf8_get_char (wanted))
            break;
          before = g_utf8_get_char (letter);
          was_hit = FALSE;
        }
      score += (was_hit ? 10 : 0) + (g_unichar_isalnum (before) ? 0 : 15) + (letter == title ? 20 : 0);
      was_hit = TRUE;
      before = g_utf8_get_char (letter);
      letter = g_utf8_next_char (letter);
    }
  /* Letters that are scattered over a whole sentence are no match. */
  return score >= 8 * (guint) g_utf8_strlen (word, -1) ? score : 0;
}

/* Returns 0 if @row does not match the typed text. */
static guint
score_row (LsCommandPalette *self,
           GtkListBoxRow    *row)
{
  const char *title = g_object_get_data (G_OBJECT (row), "title");
  guint score = 1;

  if (GTK_WIDGET (row) == self->number)
    return self->step > 0 && self->can_go ? G_MAXINT : 0;
  for (guint i = 0; self->words != NULL && self->words[i] != NULL; i++)
    {
      guint word = *self->words[i] != '\0' ? score_word (title, self->words[i]) : 1;

      if (word == 0)
        return 0;
      score += word;
    }
  return score;
}

static gboolean
row_matches (GtkListBoxRow *row,
             gpointer       user_data)
{
  return score_row (user_data, row) > 0;
}

/* Puts the best match first, disabled commands last, and otherwise keeps the order of the table. */
static int
compare_rows (GtkListBoxRow *a,
              GtkListBoxRow *b,
              gpointer       user_data)
{
  guint first = score_row (user_data, a), second = score_row (user_data, b);
  gboolean typed = LS_COMMAND_PALETTE (user_data)->words != NULL && *LS_COMMAND_PALETTE (user_data)->words != NULL;

  if (typed && gtk_widget_get_sensitive (GTK_WIDGET (a)) != gtk_widget_get_sensitive (GTK_WIDGET (b)))
    return gtk_widget_get_sensitive (GTK_WIDGET (a)) ? -1 : 1;
  if (first != second)
    return first > second ? -1 : 1;
  return row_get_command (a) < row_get_command (b) ? -1 : row_get_command (a) > row_get_command (b);
}

static gboolean
can_choose (GtkListBoxRow *row)
{
  return row != NULL && gtk_widget_get_child_visible (GTK_WIDGET (row)) && gtk_widget_get_sensitive (GTK_WIDGET (row));
}

/* Returns the next row that the user can choose, in direction @step from @from, or the first or last one if @from is NULL. The
 * search wraps around at the end. */
static GtkListBoxRow *
find_row (LsCommandPalette *self,
          GtkListBoxRow    *from,
          int               step)
{
  int n = 0, index;

  while (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), n) != NULL)
    n++;
  index = from != NULL ? gtk_list_box_row_get_index (from) : step > 0 ? -1 : n;
  for (int i = 0; i < n; i++)
    {
      GtkListBoxRow *row;

      index = (index + step + n) % n;
      row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), index);
      if (can_choose (row))
        return row;
    }
  return NULL;
}

static void
scroll_to (LsCommandPalette *self,
           GtkListBoxRow    *row)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (self->list, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  graphene_rect_t bounds;

  if (gtk_widget_compute_bounds (GTK_WIDGET (row), self->list, &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y, bounds.origin.y + bounds.size.height);
}

static void
choose (LsCommandPalette *self,
        GtkListBoxRow    *row)
{
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), row);
  if (row == NULL)
    return;
  scroll_to (self, row);
  ls_compat_announce (self->list, row_get_command (row) != NULL ? _(row_get_command (row)->title) : "");
}

/* Parses a number, or a word and a number: "12", "step 12". */
static guint
parse_step (const char *text)
{
  const char *digits = text + strcspn (text, "0123456789");
  guint64 number;

  if (*digits == '\0' || digits[strspn (digits, "0123456789")] != '\0')
    return 0;
  if (digits != text && !g_str_has_prefix (text, "step ") && !g_str_has_prefix (text, C_("a number follows", "step")))
    return 0;
  return g_ascii_string_to_unsigned (digits, 10, 1, G_MAXUINT32, &number, NULL) ? number : 0;
}

static gboolean
has_rows (LsCommandPalette *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    if (score_row (self, row) > 0)
      return TRUE;
  return FALSE;
}

static void
update (LsCommandPalette *self)
{
  g_autofree char *text = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  GtkListBoxRow *first;

  g_strstrip (text);
  g_strfreev (self->words);
  self->words = g_strsplit (text, " ", -1);
  self->step = parse_step (text);
  if (self->step > 0)
    {
      GtkWidget *box = gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (self->number));
      g_autofree char *title = g_strdup_printf (_("Go to step %u"), self->step);

      gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (box)), title);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->number), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
    }
  gtk_list_box_invalidate_filter (GTK_LIST_BOX (self->list));
  gtk_list_box_invalidate_sort (GTK_LIST_BOX (self->list));
  first = find_row (self, NULL, 1);
  gtk_widget_set_visible (self->nothing, !has_rows (self));
  choose (self, first);
}

static void
run (LsCommandPalette *self,
     GtkListBoxRow    *row)
{
  const LsCommand *command = row_get_command (row);
  g_autofree char *action = command == NULL ? g_strdup_printf ("win.go-to-step(uint32 %u)", self->step)
                                            : g_strdup (command->action);

  if (g_str_equal (action, LS_COMMAND_GO_TO_STEP))
    {
      gtk_editable_set_text (GTK_EDITABLE (self->search), "step ");
      gtk_widget_grab_focus (self->search);
      gtk_editable_set_position (GTK_EDITABLE (self->search), -1);
      return;
    }
  g_object_ref (self);
  ls_compat_close_dialog (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "command", action);
  g_object_unref (self);
}

static void
on_search_activate (LsCommandPalette *self)
{
  GtkListBoxRow *row;
  g_autofree char *text = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  g_autofree char *shown = self->words != NULL ? g_strjoinv (" ", self->words) : g_strdup ("");

  /* The list may lag behind fast typing, so this brings it up to date first. */
  if (!g_str_equal (g_strstrip (text), shown))
    update (self);
  row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));
  if (can_choose (row))
    run (self, row);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static gboolean
on_key_pressed (LsCommandPalette *self,
                guint             keyval,
                guint             keycode,
                GdkModifierType   state)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (GTK_LIST_BOX (self->list));

  switch (keyval)
    {
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      row = find_row (self, row, 1);
      break;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      row = find_row (self, row, -1);
      break;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  choose (self, row);
  return GDK_EVENT_STOP;
}

static void
ls_command_palette_finalize (GObject *object)
{
  g_strfreev (LS_COMMAND_PALETTE (object)->words);

  G_OBJECT_CLASS (ls_command_palette_parent_class)->finalize (object);
}

static void
ls_command_palette_class_init (LsCommandPaletteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ls_command_palette_finalize;

  /**
   * LsCommandPalette::command:
   * @self: a palette
   * @action: the detailed name of an action
   *
   * The user chose a command. The palette has closed.
   */
  g_signal_new ("command", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-command-palette.ui");
  gtk_widget_class_bind_template_child (widget_class, LsCommandPalette, search);
  gtk_widget_class_bind_template_child (widget_class, LsCommandPalette, list);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activate);
  gtk_widget_class_bind_template_child (widget_class, LsCommandPalette, nothing);
  gtk_widget_class_bind_template_callback (widget_class, on_key_pressed);
  gtk_widget_class_bind_template_callback (widget_class, ls_compat_close_dialog);
  gtk_widget_class_bind_template_callback (widget_class, run);
}

static void
ls_command_palette_init (LsCommandPalette *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ls_command_palette_new:
 * @owner: the widget that has the actions of the commands
 * @yield_problem: (nullable): why nothing can yield; only the session knows
 *
 * Returns: (transfer floating): the content of a dialog
 */
GtkWidget *
ls_command_palette_new (GtkWidget  *owner,
                        const char *yield_problem)
{
  LsCommandPalette *self = g_object_new (LS_TYPE_COMMAND_PALETTE, NULL);
  /* GTK offers no other way to ask whether an action of a widget is enabled. */
  GtkWidget *probe = g_object_new (GTK_TYPE_BUTTON, "visible", FALSE, NULL);
  guint n_commands;
  const LsCommand *commands = ls_commands_get (&n_commands);

  gtk_widget_set_parent (probe, owner);
  self->can_go = is_enabled (probe, "win.post-task");
  self->yield_problem = yield_problem;
  for (guint i = 0; i < n_commands; i++)
    if (commands[i].action != NULL && !commands[i].is_hidden)
      append_command (self, probe, &commands[i]);
  gtk_widget_unparent (probe);
  self->yield_problem = NULL;

  self->number = make_row ("", NULL);
  gtk_list_box_append (GTK_LIST_BOX (self->list), self->number);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (self->list), row_matches, self, NULL);
  gtk_list_box_set_sort_func (GTK_LIST_BOX (self->list), compare_rows, self, NULL);
  update (self);
  return GTK_WIDGET (self);
}
