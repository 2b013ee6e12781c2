/* ls-page-view.c: what a browser has, and what can be done with its pages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-page-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <inttypes.h>

#include "ls-column-layout.h"
#include "ls-compat.h"
#include "ls-text.h"
#include "ls-widget.h"

/* More are counted only. */
#define MAX_TARGETS 50
/* As many as a watch takes. */
#define MAX_NAMES 100

/**
 * LsPageView:
 *
 * Lists the pages and workers of a browser that is watched, says how often the model has predicted what the browser did, holds
 * tasks by their names, and posts tasks. Only the user's own doing reaches a page. Of a Node.js, it lists the program and its
 * workers, and holds their callbacks: there is no model of it, and nothing with priorities that could be posted.
 */
struct _LsPageView
{
  GtkBox        parent_instance;

  GtkWidget    *targets_title;
  GtkWidget    *targets;
  GtkWidget    *more;
  GtkWidget    *model;
  GtkWidget    *as_predicted;
  GtkWidget    *otherwise;
  GtkWidget    *unsure;
  GtkWidget    *acts;
  GtkWidget    *holds;
  GtkWidget    *name;
  GtkWidget    *names;
  GtkWidget    *photograph;
  GtkWidget    *posting_box;
  GtkWidget    *source;
  GtkWidget    *priority;
  GtkWidget    *post;

  LsPlayer     *player;
  LsPageWatch  *watch;
  GSignalGroup *live_signals;
  GPtrArray    *held_names;       /* (element-type utf8): of tasks before which pages are held */
  char         *listed;           /* what @targets shows, to notice a change */
  guint64       posting;          /* the act that posts what the user has typed, 0 for none */
  gboolean      has_begun;        /* there were pages */
};

G_DEFINE_FINAL_TYPE (LsPageView, ls_page_view, GTK_TYPE_BOX)

/* Returns (transfer none) what people call a kind of the browser's. */
static const char *
name_kind (const char *kind)
{
  static const struct
  {
    const char *kind, *name;
  } kinds[] = {
    { "page", N_("Page") },
    { "iframe", N_("Frame") },
    { "worker", N_("Worker") },
    { "shared_worker", N_("Shared worker") },
    { "service_worker", N_("Service worker") },
    { "node", "Node.js" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (kinds[i].kind, kind))
      return _(kinds[i].name);
  return kind;
}

static gboolean
is_node (LsPageView *self)
{
  return self->watch != NULL && ls_page_watch_is_node (self->watch);
}

static void
add_target (LsPageView         *self,
            const LsPageTarget *target)
{
  const char *title = *target->title != '\0' ? target->title : target->address;
  g_autofree char *shown = ls_text_shorten (*title != '\0' ? title : name_kind (target->kind));
  g_autoptr (GString) detail = g_string_new (name_kind (target->kind));
  GtkWidget *row;

  if (target->has_crashed)
    /* Translators: of a page */
    g_string_append_printf (detail, " · %s", C_("page", "crashed"));
  if (target->is_held)
    /* Translators: of a page or worker that stands still */
    g_string_append_printf (detail, " · %s", C_("page", "held"));
  if (target->asks)
    /* Translators: of a page that shows a dialog to the user */
    g_string_append_printf (detail, " · %s", _("waits for an answer"));
  if (target->status >= LS_PAGE_FIRST_ERROR)
    {
      /* Translators: of a page that a server has answered with an HTTP status such as 404 */
      g_autofree char *status = g_strdup_printf (_("answered with status %u"), target->status);

      g_string_append_printf (detail, " · %s", status);
    }
  if (target->is_closed)
    g_string_append_printf (detail, " · %s", _("not watched: Firefox lets nobody in"));
  if (target->is_late)
    g_string_append_printf (detail, " · %s", _("already ran when Loopscope came"));
  if (!g_str_equal (title, target->address))
    g_string_append_printf (detail, " · %s", target->address);
  row = ls_column_layout_new_row (shown, detail->str);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  gtk_list_box_append (GTK_LIST_BOX (self->targets), row);
}

static int
compare_targets (gconstpointer a,
                 gconstpointer b)
{
  const LsPageTarget *one = *(LsPageTarget *const *) a, *two = *(LsPageTarget *const *) b;
  const int kinds = g_str_equal (two->kind, "page") - g_str_equal (one->kind, "page");

  return kinds != 0 ? kinds : g_strcmp0 (one->id, two->id);
}

static void
show_targets (LsPageView *self)
{
  g_autoptr (GPtrArray) targets = ls_page_watch_list_targets (self->watch);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *more = NULL;

  g_ptr_array_sort (targets, compare_targets);
  for (guint i = 0; i < targets->len; i++)
    {
      const LsPageTarget *target = g_ptr_array_index (targets, i);

      g_string_append_printf (text, "%s\n%s\n%s\n%d%d%d%d %u\n", target->kind, target->title, target->address, target->is_late,
                              target->has_crashed, target->is_held, target->asks, target->status);
    }
  if (g_strcmp0 (text->str, self->listed) == 0)
    return;
  g_free (self->listed);
  self->listed = g_strdup (text->str);
  ls_widget_remove_children (self->targets);
  for (guint i = 0; i < MIN (targets->len, MAX_TARGETS); i++)
    add_target (self, g_ptr_array_index (targets, i));
  gtk_widget_set_visible (self->targets, targets->len > 0);
  if (targets->len > MAX_TARGETS)
    more = g_strdup_printf (ngettext ("and %u more", "and %u more", targets->len - MAX_TARGETS), targets->len - MAX_TARGETS);
  self->has_begun |= targets->len > 0;
  ls_widget_show_text (self->more, targets->len > 0    ? more
                                   : is_node (self)    ? _("Node.js is starting…")
                                   : self->has_begun   ? _("No pages")
                                                       : _("The browser is starting…"));
}

static void
show_number (GtkWidget *label,
             guint64    number)
{
  g_autofree char *text = g_strdup_printf ("%" PRIu64, number);

  if (g_strcmp0 (gtk_label_get_label (GTK_LABEL (label)), text) != 0)
    gtk_label_set_label (GTK_LABEL (label), text);
}

static void
update (LsPageView *self)
{
  LsPagePrediction prediction;

  if (self->watch == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  gtk_label_set_label (GTK_LABEL (self->targets_title), is_node (self) ? _("Program and Workers") : _("Pages and Workers"));
  gtk_widget_set_visible (self->model, !is_node (self));
  gtk_widget_set_visible (self->photograph, ls_page_watch_can_photograph (self->watch));
  gtk_widget_set_visible (self->posting_box, !is_node (self));
  ls_page_watch_get_prediction (self->watch, &prediction);
  show_number (self->as_predicted, prediction.n_same);
  show_number (self->otherwise, prediction.n_different);
  show_number (self->unsure, prediction.n_unsure);
  ls_widget_set_class (self->otherwise, "warning", prediction.n_different > 0);
  gtk_widget_set_visible (self->holds, ls_live_run_can_hold (LS_LIVE_RUN (self->watch)));
  gtk_widget_set_visible (self->acts, !ls_live_run_has_ended (LS_LIVE_RUN (self->watch)));
  if (!ls_live_run_has_ended (LS_LIVE_RUN (self->watch)))
    show_targets (self);
  else if (self->listed == NULL)
    gtk_widget_set_visible (self->more, FALSE);
  gtk_widget_set_visible (self->targets_title, gtk_widget_get_visible (self->targets) || gtk_widget_get_visible (self->more));
}

/* Names before which pages are held */

static void
send_names (LsPageView *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;

  for (guint i = 0; i < self->held_names->len; i++)
    g_strv_builder_add (builder, g_ptr_array_index (self->held_names, i));
  names = g_strv_builder_end (builder);
  ls_page_watch_set_breakpoints (self->watch, self->held_names->len > 0 ? (const char *const *) names : NULL);
}

static void show_names (LsPageView *self);

static void
on_remove_name (GtkButton *button)
{
  LsPageView *self = LS_PAGE_VIEW (gtk_widget_get_ancestor (GTK_WIDGET (button), LS_TYPE_PAGE_VIEW));
  const char *name = g_object_get_data (G_OBJECT (button), "name");
  guint index;

  if (self->watch == NULL || !g_ptr_array_find_with_equal_func (self->held_names, name, g_str_equal, &index))
    return;
  g_ptr_array_remove_index (self->held_names, index);
  send_names (self);
  gtk_widget_grab_focus (self->name);
  show_names (self);
}

static void
show_names (LsPageView *self)
{
  ls_widget_remove_children (self->names);
  for (guint i = 0; i < self->held_names->len; i++)
    {
      const char *name = g_ptr_array_index (self->held_names, i);
      /* Translators: the name of a function */
      g_autofree char *label = g_strdup_printf (_("No Longer Hold Before “%s”"), name);
      g_autofree char *shown = ls_text_shorten (name);
      GtkWidget *row = ls_column_layout_new_row (shown, NULL);
      GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");

      gtk_widget_add_css_class (button, "flat");
      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      ls_widget_set_tooltip (button, label);
      g_object_set_data_full (G_OBJECT (button), "name", g_strdup (name), g_free);
      g_signal_connect (button, "clicked", G_CALLBACK (on_remove_name), NULL);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
      gtk_list_box_append (GTK_LIST_BOX (self->names), row);
    }
  gtk_widget_set_visible (self->names, self->held_names->len > 0);
}

/**
 * ls_page_view_hold_before:
 * @self: a view that shows a browser
 * @name: the name of a function
 *
 * Holds pages and workers before each task whose callback has that name.
 *
 * Returns: %FALSE if there are too many names
 */
gboolean
ls_page_view_hold_before (LsPageView *self,
                          const char *name)
{
  if (self->watch == NULL || *name == '\0' || g_ptr_array_find_with_equal_func (self->held_names, name, g_str_equal, NULL))
    return TRUE;
  if (self->held_names->len >= MAX_NAMES)
    return FALSE;
  g_ptr_array_add (self->held_names, g_strdup (name));
  send_names (self);
  show_names (self);
  return TRUE;
}

static void
on_name_entered (LsPageView *self)
{
  g_autofree char *name = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->name)));

  g_strstrip (name);
  /* What there is no room for stays where it was typed. */
  if (ls_page_view_hold_before (self, name))
    gtk_editable_set_text (GTK_EDITABLE (self->name), "");
  else
    gtk_widget_error_bell (self->name);
}

/* Posting */

static void
on_source_changed (LsPageView *self)
{
  const char *source = gtk_editable_get_text (GTK_EDITABLE (self->source));

  gtk_widget_set_sensitive (self->post, source[strspn (source, " \t")] != '\0');
}

static void
on_post (LsPageView *self)
{
  const char *source = gtk_editable_get_text (GTK_EDITABLE (self->source));
  const guint priority = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->priority)) + LS_TASK_PRIORITY_BACKGROUND;
  guint32 agent = self->player != NULL ? ls_player_get_shown_agent (self->player) : 0;

  if (self->watch == NULL || source[strspn (source, " \t")] == '\0' || !ls_task_priority_is_valid (priority))
    return;
  if (agent == 0)
    agent = MAX (ls_live_run_get_main_agent (LS_LIVE_RUN (self->watch)), 1);
  self->posting = ls_page_watch_post (self->watch, agent, source, priority);
  gtk_widget_grab_focus (self->source);
}

/* What the page has not taken stays, so that it can be put right. */
static void
on_acted (LsPageView *self,
          guint64     act,
          const char *why)
{
  if (act == 0 || act != self->posting)
    return;
  self->posting = 0;
  if (why != NULL)
    return;
  ls_compat_announce (GTK_WIDGET (self), _("Posted the task"));
  gtk_editable_set_text (GTK_EDITABLE (self->source), "");
}

/* What is typed meanwhile is another task. */
static void
on_source_edited (LsPageView *self)
{
  self->posting = 0;
  on_source_changed (self);
}

static void
ls_page_view_dispose (GObject *object)
{
  LsPageView *self = LS_PAGE_VIEW (object);

  g_clear_object (&self->live_signals);
  g_clear_object (&self->watch);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (ls_page_view_parent_class)->dispose (object);
}

static void
ls_page_view_finalize (GObject *object)
{
  LsPageView *self = LS_PAGE_VIEW (object);

  g_ptr_array_unref (self->held_names);
  g_free (self->listed);

  G_OBJECT_CLASS (ls_page_view_parent_class)->finalize (object);
}

static void
ls_page_view_class_init (LsPageViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_page_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = ls_page_view_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-page-view.ui");
  gtk_widget_class_bind_template_child (widget_class, LsPageView, targets_title);
  gtk_widget_class_bind_template_child (widget_class, LsPageView, targets);
  gtk_widget_class_bind_template_child (widget_class, LsPageView, more);
  gtk_widget_class_bind_template_child (widget_class, LsPageView, model);
  gtk_widget_class_bind_template_child (widget_class, LsPageView, as_predicted);
  gtk_widget_class_bind_template_child (widget_class, LsPageView, otherwise);
  gtk_widget_class_bind_template_child (widget_class, LsPageView, unsure);
  gtk_widget_class_bind_template_child (widget_class, LsPageView, acts);
  gtk_widget_class_bind_template_child (widget_class, LsPageView, holds);
  gtk_widget_class_bind_template_child (widget_class, LsPageView, name);
  gtk_widget_class_bind_template_child (widget_class, LsPageView, names);
  gtk_widget_class_bind_template_child (widget_class, LsPageView, photograph);
  gtk_widget_class_bind_template_child (widget_class, LsPageView, posting_box);
  gtk_widget_class_bind_template_child (widget_class, LsPageView, source);
  gtk_widget_class_bind_template_child (widget_class, LsPageView, priority);
  gtk_widget_class_bind_template_child (widget_class, LsPageView, post);
  gtk_widget_class_bind_template_callback (widget_class, on_name_entered);
  gtk_widget_class_bind_template_callback (widget_class, on_source_edited);
  gtk_widget_class_bind_template_callback (widget_class, on_post);
  gtk_widget_class_bind_template_callback (widget_class, update);
}

static void
ls_page_view_init (LsPageView *self)
{
  g_autoptr (GtkStringList) priorities = gtk_string_list_new (NULL);

  self->held_names = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  for (guint i = LS_TASK_PRIORITY_BACKGROUND; i <= LS_TASK_PRIORITY_USER_BLOCKING; i++)
    gtk_string_list_append (priorities, ls_task_priority_to_string (i));
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->priority), G_LIST_MODEL (priorities));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->priority), LS_TASK_PRIORITY_USER_VISIBLE - LS_TASK_PRIORITY_BACKGROUND);
  on_source_changed (self);
  self->live_signals = g_signal_group_new (LS_TYPE_PAGE_WATCH);
  g_signal_group_connect_swapped (self->live_signals, "changed", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->live_signals, "ended", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->live_signals, "acted", G_CALLBACK (on_acted), self);
}

/**
 * ls_page_view_set_player:
 * @self: a view
 * @player: the player that shows what is watched
 *
 * Tasks are posted to the page or worker that @player shows.
 */
void
ls_page_view_set_player (LsPageView *self,
                         LsPlayer   *player)
{
  g_set_object (&self->player, player);
}

/**
 * ls_page_view_set_watch:
 * @self: a view
 * @watch: (nullable): what watches a browser
 *
 * Shows a browser. The view is hidden if there is none.
 */
void
ls_page_view_set_watch (LsPageView  *self,
                        LsPageWatch *watch)
{
  gtk_widget_set_visible (GTK_WIDGET (self), watch != NULL);
  if (!g_set_object (&self->watch, watch))
    return;
  g_ptr_array_set_size (self->held_names, 0);
  g_clear_pointer (&self->listed, g_free);
  self->has_begun = FALSE;
  self->posting = 0;
  ls_widget_remove_children (self->targets);
  gtk_widget_set_visible (self->targets, FALSE);
  show_names (self);
  gtk_editable_set_text (GTK_EDITABLE (self->name), "");
  gtk_editable_set_text (GTK_EDITABLE (self->source), "");
  g_signal_group_set_target (self->live_signals, watch);
  update (self);
}

/**
 * ls_page_view_focus_post:
 * @self: a view
 *
 * Lets the user type what a task is to run.
 */
void
ls_page_view_focus_post (LsPageView *self)
{
  gtk_widget_grab_focus (self->source);
}
