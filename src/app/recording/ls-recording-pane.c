/* ls-recording-pane.c: says what a recording is of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-recording-pane.h"

#include <glib/gi18n.h>

#include "ls-session-recording.h"
#include "ls-text.h"
#include "ls-widget.h"

/* The busiest ones are what people look for. */
#define MAX_LOOPS 100
#define MAX_LINES 20

/* What no tool records unless it is told to. */
#define CATEGORIES "toplevel,toplevel.flow,scheduler"

/**
 * LsRecordingPane:
 *
 * Takes the place of the program where a recording is shown: which page or worker it is, which others the file has; who recorded
 * it, and how; what is wrong with the file; and what it does not tell, with what to do about that.
 */
struct _LsRecordingPane
{
  GtkBox       parent_instance;

  GtkWidget   *file;
  GtkWidget   *title;
  GtkWidget   *url;
  GtkWidget   *facts;
  GtkWidget   *loops_title;
  GtkWidget   *loops;
  GtkWidget   *more_loops;
  GtkWidget   *others_expander;
  GtkWidget   *others;
  GtkWidget   *problems_box;
  GtkWidget   *problems;
  GtkWidget   *lacks_box;
  GtkWidget   *lacks;
  GtkWidget   *loops_box;
  GtkWidget   *hints;
  GtkWidget   *categories;
  GtkWidget   *trace;

  LsDebugger  *debugger;
  LsRecording *recording;
};

G_DEFINE_FINAL_TYPE (LsRecordingPane, ls_recording_pane, GTK_TYPE_BOX)

static GtkWidget *
new_label (const char *text,
           const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

/* Facts, in two columns. */

static void
show_facts (LsRecordingPane *self)
{
  g_autoptr (GArray) facts = ls_recording_list_facts (self->recording);

  ls_widget_remove_children (self->facts);
  for (guint i = 0; i < facts->len; i++)
    {
      const LsRecordingFact *fact = &g_array_index (facts, LsRecordingFact, i);
      GtkWidget *title = new_label (fact->title, "dim-label");
      GtkWidget *text = new_label (fact->text, NULL);

      gtk_widget_set_valign (title, GTK_ALIGN_START);
      gtk_widget_set_hexpand (text, TRUE);
      gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_END);
      ls_widget_set_tooltip (text, fact->text);
      gtk_accessible_update_relation (GTK_ACCESSIBLE (text), GTK_ACCESSIBLE_RELATION_LABELLED_BY, title, NULL, -1);
      gtk_grid_attach (GTK_GRID (self->facts), title, 0, i, 1, 1);
      gtk_grid_attach (GTK_GRID (self->facts), text, 1, i, 1, 1);
    }
}

/* Loops */

static gboolean
is_among (guint        thread,
          const guint *threads,
          guint        n_threads)
{
  for (guint i = 0; i < n_threads; i++)
    if (threads[i] == thread)
      return TRUE;
  return FALSE;
}

static GtkWidget *
make_loop (LsRecordingPane *self,
           guint            thread,
           gboolean         is_shown)
{
  const LsRecordingThread *data = ls_recording_get_thread (self->recording, thread);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *mark = gtk_image_new_from_icon_name ("object-select-symbolic");
  g_autofree char *raw = ls_recording_dup_thread_title (self->recording, thread);
  g_autofree char *title = ls_text_shorten (raw);
  g_autofree char *url = data->url != NULL ? ls_text_shorten (data->url) : NULL;
  g_autofree char *about = ls_recording_describe_thread (self->recording, thread);
  /* Translators: a page or worker, then what there is to say of it */
  g_autofree char *name = g_strdup_printf (is_shown ? _("%s, shown. %s") : _("%s. %s"), title, about);
  GtkWidget *label = new_label (title, NULL);
  GtkWidget *detail = new_label (about, "caption");

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  ls_widget_set_tooltip (label, title);
  gtk_box_append (GTK_BOX (words), label);
  if (url != NULL && g_strcmp0 (url, title) != 0)
    {
      GtkWidget *place = new_label (url, "caption");

      gtk_label_set_ellipsize (GTK_LABEL (place), PANGO_ELLIPSIZE_MIDDLE);
      gtk_widget_add_css_class (place, "dim-label");
      ls_widget_set_tooltip (place, url);
      gtk_box_append (GTK_BOX (words), place);
    }
  gtk_label_set_ellipsize (GTK_LABEL (detail), PANGO_ELLIPSIZE_END);
  ls_widget_set_tooltip (detail, about);
  gtk_widget_add_css_class (detail, "dim-label");
  gtk_box_append (GTK_BOX (words), detail);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (box), words);
  gtk_image_set_icon_size (GTK_IMAGE (mark), GTK_ICON_SIZE_NORMAL);
  gtk_widget_set_opacity (mark, is_shown ? 1 : 0);
  gtk_accessible_update_state (GTK_ACCESSIBLE (mark), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  gtk_box_append (GTK_BOX (box), mark);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  ls_widget_set_class (label, "heading", is_shown);
  g_object_set_data (G_OBJECT (row), "thread", GUINT_TO_POINTER (thread));
  return row;
}

/* Fills @list with pages and workers, or with the other threads. Returns how many there are. */
static guint
fill_list (LsRecordingPane *self,
           GtkWidget       *list,
           gboolean         is_program,
           const guint     *threads,
           guint            n_threads)
{
  guint n_loops;
  const guint *loops = ls_recording_list_loops (self->recording, &n_loops);
  guint n_found = 0;
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (list)) != NULL)
    gtk_list_box_remove (GTK_LIST_BOX (list), row);
  for (guint i = 0; i < n_loops; i++)
    {
      const LsRecordingThread *thread = ls_recording_get_thread (self->recording, loops[i]);

      if ((thread->kind != LS_RECORDING_THREAD_OTHER || is_among (loops[i], threads, n_threads)) != is_program)
        continue;
      if (++n_found <= MAX_LOOPS)
        gtk_list_box_append (GTK_LIST_BOX (list), make_loop (self, loops[i], is_among (loops[i], threads, n_threads)));
    }
  gtk_widget_set_visible (list, n_found > 0);
  return n_found;
}

static void
show_loops (LsRecordingPane *self,
            const guint     *threads,
            guint            n_threads)
{
  const guint n_loops = fill_list (self, self->loops, TRUE, threads, n_threads);
  const guint n_others = fill_list (self, self->others, FALSE, threads, n_threads);
  const guint n_more = n_loops - MIN (n_loops, MAX_LOOPS);
  g_autofree char *more = g_strdup_printf (ngettext ("And %u less busy one", "And %u less busy ones", n_more),
                                           n_more);
  /* Translators: threads of a browser that run no page and no worker */
  g_autofree char *others = g_strdup_printf (ngettext ("%u other thread", "%u other threads", n_others), n_others);

  ls_widget_show_text (self->more_loops, n_more > 0 ? more : NULL);
  gtk_widget_set_visible (self->loops_title, n_loops > 0);
  gtk_expander_set_label (GTK_EXPANDER (self->others_expander), others);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->others_expander), GTK_ACCESSIBLE_PROPERTY_LABEL, others, -1);
  gtk_widget_set_visible (self->others_expander, n_others > 0);
}

static void
on_loop_activated (LsRecordingPane *self,
                   GtkListBoxRow   *row)
{
  g_signal_emit_by_name (self, "show-thread", GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "thread")));
}

/* Sentences */

/* One label has all lines: GTK 4.8 takes a hidden box that was empty for one whose height is the same for each width. */
static void
show_lines (GtkWidget         *box,
            GtkWidget         *label,
            const char *const *texts)
{
  const guint n_texts = g_strv_length ((GStrv) texts);
  const guint n_shown = MIN (n_texts, MAX_LINES);
  g_autoptr (GString) lines = g_string_new (NULL);

  for (guint i = 0; i < n_shown; i++)
    {
      g_autofree char *shown = g_utf8_make_valid (texts[i], -1);

      g_string_append_printf (lines, "%s%s%s", i > 0 ? "\n" : "", n_texts > 1 ? "• " : "", shown);
    }
  if (n_texts > n_shown)
    g_string_append_printf (lines, ngettext ("\nAnd %u more", "\nAnd %u more", n_texts - n_shown), n_texts - n_shown);
  ls_widget_show_text (label, lines->str);
  gtk_widget_set_visible (box, n_texts > 0);
}

/**
 * ls_recording_pane_show:
 * @self: a pane
 * @recording: (nullable): a recording
 * @threads: (array length=n_threads): which threads of it are shown, the one that the others belong to first
 * @n_threads: how many there are, at least one
 *
 * Says what there is to say of a recording.
 */
void
ls_recording_pane_show (LsRecordingPane *self,
                        LsRecording     *recording,
                        const guint     *threads,
                        guint            n_threads)
{
  const LsRecordingThread *thread;
  g_autofree char *raw = NULL;
  g_autofree char *title = NULL;
  g_autofree char *url = NULL;

  gtk_widget_set_visible (self->hints, recording != NULL && n_threads > 0);
  gtk_widget_set_visible (self->loops_box, recording != NULL && n_threads > 0);
  gtk_widget_set_visible (self->trace, recording == NULL || n_threads == 0);
  if (recording == NULL || n_threads == 0)
    {
      g_clear_object (&self->recording);
      ls_widget_show_text (self->url, NULL);
      gtk_widget_set_visible (self->facts, FALSE);
      gtk_widget_set_visible (self->problems_box, FALSE);
      gtk_widget_set_visible (self->lacks_box, FALSE);
      return;
    }
  gtk_widget_set_visible (self->facts, TRUE);
  g_set_object (&self->recording, recording);
  thread = ls_recording_get_thread (recording, threads[0]);
  raw = ls_recording_dup_thread_title (recording, threads[0]);
  title = ls_text_shorten (raw);
  url = thread->url != NULL ? ls_text_shorten (thread->url) : NULL;
  ls_widget_show_text (self->title, title);
  ls_widget_show_text (self->url, g_strcmp0 (url, title) != 0 ? url : NULL);
  ls_widget_set_tooltip (self->url, thread->url);
  show_facts (self);
  show_loops (self, threads, n_threads);
  show_lines (self->problems_box, self->problems, ls_recording_list_problems (recording));
  show_lines (self->lacks_box, self->lacks, ls_recording_list_lacks (recording));
}

static void
on_session_changed (LsRecordingPane *self)
{
  LsSession *session = ls_debugger_get_session (self->debugger);
  GFile *file = ls_debugger_get_file (self->debugger);
  g_autofree char *name = file != NULL ? g_file_get_basename (file) : NULL;
  guint n_threads = 0;
  LsRecording *recording = session != NULL ? ls_session_get_recording (session) : NULL;
  const guint *threads = recording != NULL ? ls_session_get_recording_threads (session, &n_threads) : NULL;

  ls_widget_show_text (self->file, name);
  ls_widget_set_tooltip (self->file, name);
  ls_widget_show_text (self->title, session != NULL ? ls_session_get_title (session) : NULL);
  ls_recording_pane_show (self, recording, threads, n_threads);
}

static void
ls_recording_pane_dispose (GObject *object)
{
  LsRecordingPane *self = LS_RECORDING_PANE (object);

  g_clear_object (&self->recording);
  g_clear_object (&self->debugger);

  G_OBJECT_CLASS (ls_recording_pane_parent_class)->dispose (object);
}

static void
ls_recording_pane_class_init (LsRecordingPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_recording_pane_dispose;

  /**
   * LsRecordingPane::show-thread:
   * @self: a pane
   * @thread: a thread of the recording
   *
   * The user wants to see another thread.
   */
  g_signal_new ("show-thread", LS_TYPE_RECORDING_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-recording-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, file);
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, title);
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, url);
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, facts);
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, loops_title);
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, loops);
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, more_loops);
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, others_expander);
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, others);
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, problems_box);
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, problems);
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, lacks_box);
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, lacks);
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, loops_box);
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, hints);
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, categories);
  gtk_widget_class_bind_template_child (widget_class, LsRecordingPane, trace);
  gtk_widget_class_bind_template_callback (widget_class, on_loop_activated);
}

static void
ls_recording_pane_init (LsRecordingPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_label_set_label (GTK_LABEL (self->categories), CATEGORIES);
}

/**
 * ls_recording_pane_set_debugger:
 * @self: a pane
 * @debugger: the debugger whose session to describe
 *
 * Describes the recording that @debugger's session shows.
 */
void
ls_recording_pane_set_debugger (LsRecordingPane *self,
                                LsDebugger      *debugger)
{
  g_return_if_fail (self->debugger == NULL);

  self->debugger = g_object_ref (debugger);
  g_signal_connect_object (debugger, "session-changed", G_CALLBACK (on_session_changed), self, G_CONNECT_SWAPPED);
  on_session_changed (self);
}
