/* ls-welcome.c: the page that a window starts with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-welcome-private.h"

#include <glib/gi18n.h>

#include "ls-column-layout.h"
#include "ls-journals.h"
#include "ls-widget.h"

/**
 * LsWelcome:
 *
 * Offers to open a file, an empty session, the work that was unsaved when the program ended, the recent sessions, the lessons, the
 * courses, the user's own lessons, and the examples, which come in groups. The user can search all but the first three. In place of
 * the greeting the page can show what went wrong with a file, and what to do next. The lists come when the page is first shown or
 * searched: most tabs open a file and never show it.
 */
G_DEFINE_FINAL_TYPE (LsWelcome, ls_welcome, ADW_TYPE_BIN)

/* Adds a row that activates @action with @target. */
static GtkWidget *
append_row (GtkWidget  *group,
            GPtrArray  *rows,
            const char *title,
            const char *subtitle,
            const char *action,
            const char *target)
{
  GtkWidget *row = ls_column_layout_new_row (title, subtitle);

  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (row), action);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", target);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  g_ptr_array_add (rows, row);
  return row;
}

/* Adds a row that opens @file. @suffix: (nullable): is shown in it */
GtkWidget *
ls_welcome_append_file (LsWelcome  *self,
                        GtkWidget  *group,
                        const char *title,
                        const char *subtitle,
                        GFile      *file,
                        const char *action,
                        GtkWidget  *suffix)
{
  g_autofree char *uri = g_file_get_uri (file);
  GtkWidget *row = append_row (group, self->rows, title, subtitle, action, uri);

  /* What a lesson or a course teaches is read whole. */
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), group == self->lessons || group == self->courses ? 0 : 2);
  if (suffix != NULL)
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), suffix);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             g_object_new (GTK_TYPE_IMAGE, "icon-name", "go-next-symbolic", "accessible-role",
                                           GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
  return row;
}

static void
append_recent (LsWelcome          *self,
               const LsFilesEntry *entry)
{
  ls_welcome_append_file (self, self->recent, entry->title, entry->description, entry->file, "win.open-uri", NULL);
}

/* Returns the list of a group of examples, below its title and a sentence. */
static GtkWidget *
get_group (LsWelcome      *self,
           LsExampleGroup  group)
{
  if (self->groups[group] == NULL)
    {
      GtkWidget *widget = adw_preferences_group_new ();

      adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (widget), ls_examples_get_group_title (group));
      adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (widget), ls_examples_get_group_description (group));
      gtk_widget_add_css_class (widget, "example-group");
      gtk_box_append (GTK_BOX (self->example_groups), widget);
      self->groups[group] = widget;
    }
  return self->groups[group];
}

/* Adds a row for an example. It shows a sentence, but a search finds the whole description. */
static void
append_example (LsWelcome          *self,
                const LsFilesEntry *entry)
{
  GtkWidget *row = ls_welcome_append_file (self, get_group (self, entry->group), entry->title,
                                           entry->summary != NULL ? entry->summary : entry->description, entry->file,
                                           "win.open-example", NULL);

  g_object_set_data_full (G_OBJECT (row), LS_WELCOME_FOUND_BY, g_strdup (entry->description), g_free);
}

static void
clear (GPtrArray *rows)
{
  for (guint i = 0; i < rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (rows, i);
      GtkWidget *group = gtk_widget_get_ancestor (row, ADW_TYPE_PREFERENCES_GROUP);

      adw_preferences_group_remove (ADW_PREFERENCES_GROUP (group), row);
    }
  g_ptr_array_set_size (rows, 0);
}

/* Returns whether what @row says, or else is found by, contains each word. */
static gboolean
row_matches (GtkWidget  *row,
             char      **words)
{
  const char *const texts[] = {
    adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)),
    adw_action_row_get_subtitle (ADW_ACTION_ROW (row)),
    g_object_get_data (G_OBJECT (row), LS_WELCOME_FOUND_BY),
  };

  return ls_files_match (texts, G_N_ELEMENTS (texts), words);
}

/* Shows a group of rows if one of them is shown. Returns whether one is. */
static gboolean
update_group (GtkWidget *group,
              GPtrArray *rows)
{
  gboolean has_row = FALSE;

  for (guint i = 0; i < rows->len && !has_row; i++)
    {
      GtkWidget *row = g_ptr_array_index (rows, i);

      has_row = gtk_widget_get_visible (row) && gtk_widget_is_ancestor (row, group);
    }
  gtk_widget_set_visible (group, has_row);
  return has_row;
}

/* Shows what matches the search. */
void
ls_welcome_update (LsWelcome *self)
{
  g_autofree char *text = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  g_auto (GStrv) words = g_strsplit_set (text, " \t", -1);
  GtkWidget *groups[] = { self->recent, self->lessons, self->courses, self->own, self->examples };
  gboolean has_any = FALSE;
  /* Shows only the next lesson at first, so that the user reaches the examples without scrolling past all lessons. */
  gboolean has_one_lesson = *text == '\0' && self->next_lesson != NULL &&
                            !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->all_lessons));

  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (self->rows, i);
      gboolean is_left_out = has_one_lesson && row != self->next_lesson && gtk_widget_is_ancestor (row, self->lessons);

      gtk_widget_set_visible (row, row_matches (row, words) && !is_left_out);
    }
  for (guint i = 0; i < LS_N_EXAMPLE_GROUPS; i++)
    if (self->groups[i] != NULL)
      update_group (self->groups[i], self->rows);
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    has_any |= update_group (groups[i], self->rows);
  /* Who wants to see all lessons is told how to write one. */
  if (self->no_own != NULL)
    gtk_widget_set_visible (self->own, *text == '\0' && !has_one_lesson);
  gtk_widget_set_visible (self->all_lessons, *text == '\0' && self->next_lesson != NULL);
  gtk_widget_set_visible (self->nothing, self->rows->len > 0 && !has_any);
}

/* Opens the first visible file that can be opened. */
static void
on_search_activate (LsWelcome *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (self->rows, i);

      if (gtk_widget_get_visible (row) && gtk_list_box_row_get_activatable (GTK_LIST_BOX_ROW (row)))
        {
          gtk_widget_activate (row);
          return;
        }
    }
  gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
on_search_stop (LsWelcome *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

/* Lists what there is to open. */
static void
fill (LsWelcome *self)
{
  g_autoptr (GPtrArray) examples = NULL;
  g_autoptr (GPtrArray) recent = NULL;

  if (self->is_filled)
    return;
  self->is_filled = TRUE;
  examples = ls_files_list_examples ();
  recent = ls_files_list_recent (8);
  for (guint i = 0; i < recent->len; i++)
    append_recent (self, g_ptr_array_index (recent, i));
  ls_welcome_begin_lessons (self);
  for (guint i = 0; i < examples->len; i++)
    append_example (self, g_ptr_array_index (examples, i));
  gtk_widget_set_visible (self->search, self->rows->len > 0);
  ls_welcome_update (self);
}

static void
ls_welcome_map (GtkWidget *widget)
{
  fill (LS_WELCOME (widget));

  GTK_WIDGET_CLASS (ls_welcome_parent_class)->map (widget);
}

static void
ls_welcome_dispose (GObject *object)
{
  ls_welcome_end_lessons (LS_WELCOME (object));

  G_OBJECT_CLASS (ls_welcome_parent_class)->dispose (object);
}

static void
ls_welcome_finalize (GObject *object)
{
  g_clear_object (&LS_WELCOME (object)->settings);
  g_clear_pointer (&LS_WELCOME (object)->rows, g_ptr_array_unref);
  g_clear_pointer (&LS_WELCOME (object)->left, g_ptr_array_unref);

  G_OBJECT_CLASS (ls_welcome_parent_class)->finalize (object);
}

static void
ls_welcome_class_init (LsWelcomeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_welcome_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_welcome_finalize;
  widget_class->map = ls_welcome_map;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-welcome.ui");
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, page);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, courses);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, lessons);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, own);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, all_lessons);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, examples);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, example_groups);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, recent);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, open);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, programs);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, unsaved);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, search);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, nothing);
  gtk_widget_class_bind_template_child (widget_class, LsWelcome, notes);
  gtk_widget_class_bind_template_callback (widget_class, ls_welcome_update);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activate);
  gtk_widget_class_bind_template_callback (widget_class, ls_welcome_open_own_folder);
  gtk_widget_class_bind_template_callback (widget_class, on_search_stop);
}

static void
ls_welcome_init (LsWelcome *self)
{
  self->settings = g_settings_new (LS_APP_ID);
  self->rows = g_ptr_array_new ();
  self->left = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));

  adw_status_page_set_icon_name (ADW_STATUS_PAGE (self->page), LS_APP_ID);
  adw_status_page_set_title (ADW_STATUS_PAGE (self->page), _("Loopscope"));
  adw_status_page_set_description (ADW_STATUS_PAGE (self->page),
                                   _("See, step and explain prioritised task scheduling. Open a program, or a recording of a "
                                     "browser."));
  ls_widget_set_button_label (GTK_BUTTON (self->open), _("_Open…"));
}

/**
 * ls_welcome_set_programs:
 * @self: a welcome page
 * @programs: a menu of programs
 *
 * Sets the menu of programs that the user can begin with.
 */
void
ls_welcome_set_programs (LsWelcome  *self,
                         GMenuModel *programs)
{
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->programs), programs);
}

/* Adds a button to the row of an unsaved session. Assistive technology calls it @name. */
static GtkWidget *
add_unsaved_button (GtkWidget            *row,
                    const char           *label,
                    const char           *name,
                    const char           *action,
                    const LsJournalEntry *entry)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  ls_widget_name (button, "%s", name);
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (button), action);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", entry->id);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  return button;
}

static void
append_unsaved (LsWelcome            *self,
                const LsJournalEntry *entry)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (entry->time);
  /* Translators: when something was written; see strftime() */
  g_autofree char *when = time != NULL ? g_date_time_format (time, _("%x, %H:%M")) : g_strdup ("");
  g_autofree char *subtitle = g_strdup_printf ("%s · %s", entry->place != NULL ? entry->place : _("not saved"), when);
  const char *title = *entry->title != '\0' ? entry->title : _("Untitled");
  GtkWidget *row = append_row (self->unsaved, self->left, title, subtitle, "app.restore-unsaved::", entry->id);
  /* Translators: %s is a session's title */
  g_autofree char *discard = g_strdup_printf (_("Discard %s"), title);
  /* Translators: %s is a session's title */
  g_autofree char *restore = g_strdup_printf (_("Restore %s"), title);

  gtk_widget_add_css_class (add_unsaved_button (row, _("_Discard"), discard, "app.discard-unsaved::", entry), "flat");
  add_unsaved_button (row, _("_Restore"), restore, "app.restore-unsaved::", entry);
}

/**
 * ls_welcome_set_unsaved:
 * @self: a welcome page
 * @entries: (element-type LsJournalEntry): the unsaved sessions
 *
 * Offers to restore sessions that were unsaved when the program ended.
 */
void
ls_welcome_set_unsaved (LsWelcome *self,
                        GPtrArray *entries)
{
  clear (self->left);
  for (guint i = 0; i < entries->len; i++)
    append_unsaved (self, g_ptr_array_index (entries, i));
  gtk_widget_set_visible (self->unsaved, entries->len > 0);
}

/**
 * ls_welcome_show_error:
 * @self: a welcome page
 * @heading: the action that failed
 * @message: the reason
 *
 * Shows an error in place of the greeting.
 */
void
ls_welcome_show_error (LsWelcome  *self,
                       const char *heading,
                       const char *message)
{
  g_autofree char *escaped = g_markup_escape_text (message, -1);

  adw_status_page_set_icon_name (ADW_STATUS_PAGE (self->page), "dialog-error-symbolic");
  adw_status_page_set_title (ADW_STATUS_PAGE (self->page), heading);
  adw_status_page_set_description (ADW_STATUS_PAGE (self->page), escaped);
  ls_widget_set_button_label (GTK_BUTTON (self->open), _("_Open Another…"));
}

/**
 * ls_welcome_search:
 * @self: a welcome page
 * @text: what to look for
 *
 * Looks for sessions, as if the user had typed @text into the search entry, which gets the focus.
 */
void
ls_welcome_search (LsWelcome  *self,
                   const char *text)
{
  fill (self);
  gtk_editable_set_text (GTK_EDITABLE (self->search), text);
  gtk_widget_grab_focus (self->search);
  gtk_editable_set_position (GTK_EDITABLE (self->search), -1);
}

/* The lessons are where they belong once they have not moved in so many frames. */
#define N_STILL_FRAMES 2

/* Scrolls to the lessons until they stay in place: rows get their heights in several frames. */
static gboolean
scroll_cb (GtkWidget     *lessons,
           GdkFrameClock *clock,
           gpointer       user_data)
{
  guint *n_still = user_data;
  GtkWidget *viewport = gtk_widget_get_ancestor (lessons, GTK_TYPE_VIEWPORT);
  GtkAdjustment *adjustment;
  graphene_rect_t bounds;
  double before;

  if (viewport == NULL || !gtk_widget_compute_bounds (lessons, viewport, &bounds))
    return G_SOURCE_REMOVE;
  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport));
  before = gtk_adjustment_get_value (adjustment);
  gtk_adjustment_set_value (adjustment, before + bounds.origin.y);
  *n_still = ABS (gtk_adjustment_get_value (adjustment) - before) < 1 ? *n_still + 1 : 0;
  return *n_still < N_STILL_FRAMES ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/**
 * ls_welcome_show_lessons:
 * @self: a welcome page
 *
 * Shows all lessons, from the first one on, and gives that the focus.
 */
void
ls_welcome_show_lessons (LsWelcome *self)
{
  fill (self);
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->all_lessons), TRUE);
  gtk_widget_add_tick_callback (self->lessons, scroll_cb, g_new0 (guint, 1), g_free);
  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (self->rows, i);

      if (gtk_widget_is_ancestor (row, self->lessons))
        {
          gtk_widget_grab_focus (row);
          return;
        }
    }
}
