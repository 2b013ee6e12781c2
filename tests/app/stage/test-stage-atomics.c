/* test-stage-atomics.c: the stage of agents and shared memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "test-stage-util.h"
#include "test-window-util.h"

#include "ls-agent-card.h"
#include "ls-atomics-stage.h"
#include "ls-cell-row.h"
#include "ls-stage-private.h"

/* The first worker sleeps with the lock, the second wants it. */
static const char program[] =
  "{ \"format\": \"loopscope-session\", \"version\": 1, \"title\": \"Two workers\", \"program\": { \"kind\": \"steps\", \"main\": ["
  "{ \"op\": \"memory\", \"name\": \"sab\", \"length\": 4, \"type\": \"Int32Array\" },"
  "{ \"op\": \"asyncLock\", \"name\": \"mutex\", \"memory\": \"sab\", \"index\": 0 },"
  "{ \"op\": \"worker\", \"name\": \"T1\", \"body\": [{ \"op\": \"lock\", \"lock\": \"mutex\" },"
  "  { \"op\": \"wait\", \"memory\": \"sab\", \"index\": 2, \"value\": 0, \"timeout\": 10 },"
  "  { \"op\": \"store\", \"memory\": \"sab\", \"index\": 1, \"value\": 7 }, { \"op\": \"unlock\", \"lock\": \"mutex\" }] },"
  "{ \"op\": \"worker\", \"name\": \"T2\", \"body\": [{ \"op\": \"lock\", \"lock\": \"mutex\" },"
  "  { \"op\": \"unlock\", \"lock\": \"mutex\" }] }] } }";

static LsStage *
open_atomics (LsWindow *window)
{
  LsStage *stage = LS_STAGE (test_ui_find (GTK_WIDGET (window), LS_TYPE_STAGE, NULL));

  g_assert_true (ls_stage_show_page (stage, "atomics"));
  test_ui_settle (GTK_WIDGET (window));
  return stage;
}

/* Goes to the position after the first record of @kind about @subject and @byte_index. */
static void
go_to_record (LsWindow     *window,
              LsRecordKind  kind,
              guint32       subject,
              guint32       byte_index)
{
  LsPlayer *player = test_window_get_player (window);
  LsTrace *trace;

  ls_player_to_end (player);
  test_window_wait (window);
  trace = ls_player_get_trace (player);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == kind && record.subject == subject && record.value == byte_index)
        {
          ls_player_seek (player, i + 1);
          test_window_wait (window);
          test_ui_settle (GTK_WIDGET (window));
          return;
        }
    }
  g_error ("no such record");
}

static GtkWidget *
find_card (LsStage    *stage,
           const char *name)
{
  GtkWidget *label = test_ui_find (stage->atomics, GTK_TYPE_LABEL, name);

  g_assert_nonnull (label);
  return gtk_widget_get_ancestor (label, LS_TYPE_AGENT_CARD);
}

static const char *
get_label (GtkWidget  *widget,
           const char *id)
{
  return gtk_label_get_label (GTK_LABEL (test_ui_find (widget, GTK_TYPE_LABEL, id)));
}

/* Who holds the lock, who waits for it, and what each agent does. */
static void
test_atomics_agents (void)
{
  LsWindow *window = test_window_new_session (program, 1360, 860);
  LsStage *stage = open_atomics (window);
  GtkWidget *card, *row, *waiters;

  /* The second agent waits for the lock: the fourth byte is the first element. */
  go_to_record (window, LS_RECORD_AGENT_STATE, 3, 0);
  g_assert_cmpuint (test_ui_count (stage->atomics, LS_TYPE_AGENT_CARD), ==, 3);
  card = find_card (stage, "main");
  g_assert_cmpstr (get_label (card, "state"), ==, "idle");
  g_assert_cmpstr (get_label (card, "note"), ==, "Cannot block");
  card = find_card (stage, "T1");
  g_assert_cmpstr (get_label (card, "state"), ==, "waiting");
  g_assert_cmpstr (get_label (card, "note"), ==, "at sab[2] for 0 ms of 10 ms");
  g_assert_cmpstr (get_label (card, "where"), ==, "wait sab[2] 0 for 10 ms at most");
  card = find_card (stage, "T2");
  g_assert_cmpstr (get_label (card, "state"), ==, "waiting");
  g_assert_true (gtk_widget_has_css_class (card, "running"));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (card), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Agent T2, waiting, at sab[0] for 0 ms");
  g_assert_false (gtk_widget_get_sensitive (test_ui_find (card, GTK_TYPE_BUTTON, "go")));

  g_assert_cmpuint (test_ui_count (stage->atomics, LS_TYPE_CELL_ROW), ==, 2);
  row = gtk_widget_get_ancestor (test_ui_find (stage->atomics, GTK_TYPE_LABEL, "sab[0]"), LS_TYPE_CELL_ROW);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "sab[0] is 1, held by T1, 1 waiter");
  waiters = test_ui_find (row, GTK_TYPE_WIDGET, "waiters");
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (gtk_widget_get_first_child (waiters))), ==, "T2 · 0 ms");
  test_ui_save_picture (GTK_WIDGET (window), "atomics");

  /* Ten milliseconds later nobody has it. */
  ls_player_to_end (test_window_get_player (window));
  test_window_wait (window);
  test_ui_settle (GTK_WIDGET (window));
  g_assert_cmpuint (test_ui_count (stage->atomics, LS_TYPE_CELL_ROW), ==, 3);
  row = gtk_widget_get_ancestor (test_ui_find (stage->atomics, GTK_TYPE_LABEL, "sab[0]"), LS_TYPE_CELL_ROW);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "sab[0] is 0, free, 0 waiters");
  row = gtk_widget_get_ancestor (test_ui_find (stage->atomics, GTK_TYPE_LABEL, "sab[1]"), LS_TYPE_CELL_ROW);
  g_assert_cmpstr (get_label (row, "value"), ==, "7");
  g_assert_cmpstr (get_label (row, "writer"), ==, "by T1");
  test_window_close (window);
}

/* Who has got the lock first. */
static guint32
find_first_owner (LsWindow *window)
{
  LsPlayer *player = test_window_get_player (window);
  LsTrace *trace;
  guint32 agent = 1;

  ls_player_to_end (player);
  test_window_wait (window);
  trace = ls_player_get_trace (player);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_AGENT_RUN)
        agent = record.subject;
      else if (record.kind == LS_RECORD_ATOMIC_OPERATION && record.flags & LS_RECORD_FLAG_LOCKED)
        return agent;
    }
  return 0;
}

/* Another agent goes first from here on, and undo takes it back. */
static void
test_atomics_go (void)
{
  LsWindow *window = test_window_new_session (program, 1360, 860);
  LsStage *stage = open_atomics (window);
  gsize length = 0, position;
  GtkWidget *card;

  g_assert_cmpuint (find_first_owner (window), ==, 2);
  /* All agents are there, and none of the workers has begun. */
  go_to_record (window, LS_RECORD_AGENT_CREATED, 3, 0);
  position = ls_player_get_position (test_window_get_player (window));
  card = find_card (stage, "T2");
  g_assert_true (gtk_widget_get_sensitive (test_ui_find (card, GTK_TYPE_BUTTON, "go")));
  g_signal_emit_by_name (test_ui_find (card, GTK_TYPE_BUTTON, "go"), "clicked");
  test_window_wait (window);
  g_assert_cmpuint (ls_player_get_position (test_window_get_player (window)), ==, position);
  g_assert_nonnull (ls_session_get_schedule (test_window_get_session (window), &length));
  g_assert_cmpuint (length, >, 0);
  g_assert_cmpuint (find_first_owner (window), ==, 3);

  test_window_activate (window, "win.undo", NULL);
  test_window_wait (window);
  g_assert_null (ls_session_get_schedule (test_window_get_session (window), &length));
  g_assert_cmpuint (find_first_owner (window), ==, 2);
  test_window_activate (window, "win.redo", NULL);
  test_window_wait (window);
  g_assert_cmpuint (find_first_owner (window), ==, 3);

  /* There is no such agent. */
  test_window_activate (window, "win.let-agent-go", "u", 99);
  test_window_activate (window, "win.let-agent-go", "u", 0);
  g_assert_cmpuint (find_first_owner (window), ==, 3);
  test_window_close (window);
}

/* The queues of any agent can be shown on the other stages. */
static void
test_atomics_queues (void)
{
  LsWindow *window = test_window_new_session (program, 1360, 860);
  LsStage *stage = LS_STAGE (test_ui_find (GTK_WIDGET (window), LS_TYPE_STAGE, NULL));
  LsPlayer *player = test_window_get_player (window);

  /* A session with agents begins there. */
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (stage->pages)), ==, "atomics");
  go_to_record (window, LS_RECORD_AGENT_STATE, 3, 0);
  g_assert_false (gtk_widget_get_visible (stage->agent));
  g_signal_emit_by_name (test_ui_find (find_card (stage, "T1"), GTK_TYPE_TOGGLE_BUTTON, "show"), "clicked");
  g_assert_cmpuint (ls_player_get_shown_agent (player), ==, 2);
  g_assert_true (ls_stage_show_page (stage, "scheduler"));
  g_assert_true (gtk_widget_get_visible (stage->agent));
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (stage->agent)), ==, 2);
  /* What runs there is what T1 does, which waits in it. */
  g_assert_cmpuint (ls_state_get_shown_agent (ls_player_get_state (player)), ==, 2);
  g_assert_nonnull (test_ui_find (stage->running, GTK_TYPE_LABEL, "T1"));

  gtk_drop_down_set_selected (GTK_DROP_DOWN (stage->agent), 0);
  g_assert_cmpuint (ls_player_get_shown_agent (player), ==, 0);
  g_assert_cmpuint (ls_state_get_shown_agent (ls_player_get_state (player)), ==, 3);
  test_window_close (window);
}

static const char *
get_agent_name (LsStage *stage,
                guint    place)
{
  return gtk_string_list_get_string (stage->agent_names, place);
}

/* Each of many agents ends before the next one begins, as where a page loads again and again. The one that lives is at the top of
 * the chooser, then come those that ended last, and the one that is shown is there too. */
static void
test_atomics_many (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsPlayer) player = ls_player_new ();
  LsProbe *probe = ls_trace_get_probe (trace);
  LsStage *stage;
  GtkWindow *window;

  for (guint i = 1; i <= 400; i++)
    {
      g_autofree char *name = g_strdup_printf ("document %u", i);

      ls_probe_emit (probe, &(LsRecord) { .kind = LS_RECORD_AGENT_CREATED, .subject = i, .text = ls_probe_intern (probe, name) });
      if (i < 400)
        ls_probe_emit (probe, &(LsRecord) { .kind = LS_RECORD_AGENT_STATE, .subject = i, .level = LS_AGENT_STATE_ENDED });
    }
  ls_probe_publish (probe);
  ls_player_set_trace (player, trace, NULL, NULL);
  window = test_stage_new_window (player, 1200, &stage);
  ls_player_seek (player, ls_trace_get_length (trace));

  g_assert_true (gtk_widget_get_visible (stage->agent));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (stage->agent_names)), ==, 257);
  g_assert_cmpstr (get_agent_name (stage, 1), ==, "document 400");
  g_assert_cmpstr (get_agent_name (stage, 2), ==, "document 399 (ended)");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (stage->agent), 1);
  g_assert_cmpuint (ls_player_get_shown_agent (player), ==, 400);
  ls_player_show_agent (player, 3);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (stage->agent)), ==, 257);
  g_assert_cmpstr (get_agent_name (stage, 257), ==, "document 3 (ended)");
  gtk_window_destroy (window);
}

/* Long names, as addresses are, do not widen the window, and keep their ends. */
static void
test_atomics_long_names (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsPlayer) player = ls_player_new ();
  LsProbe *probe = ls_trace_get_probe (trace);
  g_autofree char *long_part = g_strnfill (500, 'x');
  LsStage *stage;
  GtkWindow *window;
  int width;

  for (guint i = 1; i <= 2; i++)
    {
      g_autofree char *name = g_strdup_printf ("https://%s/page-%u.html", long_part, i);

      ls_probe_emit (probe, &(LsRecord) { .kind = LS_RECORD_AGENT_CREATED, .subject = i, .text = ls_probe_intern (probe, name) });
    }
  ls_probe_publish (probe);
  ls_player_set_trace (player, trace, NULL, NULL);
  window = test_stage_new_window (player, 1000, &stage);
  ls_player_seek (player, ls_trace_get_length (trace));
  ls_player_show_agent (player, 2);
  g_assert_true (g_str_has_prefix (get_agent_name (stage, 2), "https://x…"));
  gtk_widget_measure (stage->agent, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_assert_cmpint (width, <, 340);
  gtk_window_destroy (window);
}

/* A session without shared memory says that there is none. */
static void
test_atomics_empty (void)
{
  LsWindow *window = test_window_new (TEST_EXAMPLE, 1360, 860);
  LsStage *stage = open_atomics (window);

  g_assert_true (gtk_widget_get_child_visible (test_ui_find (stage->atomics, ADW_TYPE_STATUS_PAGE, NULL)));
  g_assert_cmpuint (test_ui_count (stage->atomics, LS_TYPE_AGENT_CARD), ==, 0);
  g_assert_false (gtk_widget_get_visible (stage->agent));
  test_window_close (window);
}

/* All cards are seen, in lines, and keep their width from step to step. However much each says, all have the same height. */
static void
test_atomics_lines (void)
{
  LsWindow *window = test_window_new ("atomics-condition.loopscope", 1360, 860);
  LsStage *stage = open_atomics (window);
  GtkWidget *scroller = test_ui_find (stage->atomics, GTK_TYPE_SCROLLED_WINDOW, "agents_scroller");
  GtkWidget *card;
  guint n_cards = 0;
  int width = 0;

  for (guint32 step = 4; step < 20; step += 3)
    {
      test_window_go_to (window, step);
      test_ui_settle (GTK_WIDGET (window));
      card = gtk_widget_get_first_child (test_ui_find (stage->atomics, GTK_TYPE_WIDGET, "agents"));
      for (n_cards = 0; card != NULL; card = gtk_widget_get_next_sibling (card), n_cards++)
        {
          graphene_rect_t bounds;

          g_assert_true (gtk_widget_compute_bounds (card, scroller, &bounds));
          g_assert_cmpfloat (bounds.origin.x, >=, 0);
          g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <=, gtk_widget_get_width (scroller));
          g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=, gtk_widget_get_height (scroller));
          if (width == 0)
            width = gtk_widget_get_width (card);
          g_assert_cmpint (gtk_widget_get_width (card), ==, width);
          g_assert_cmpint (gtk_widget_get_height (card), ==, gtk_widget_get_height (gtk_widget_get_prev_sibling (card) ?: card));
        }
      g_assert_cmpuint (n_cards, ==, 4);
    }
  test_window_close (window);
}

int
main (int    argc,
      char **argv)
{
  test_window_init (&argc, &argv);

  g_test_add_func ("/stage-atomics/agents", test_atomics_agents);
  g_test_add_func ("/stage-atomics/lines", test_atomics_lines);
  g_test_add_func ("/stage-atomics/go", test_atomics_go);
  g_test_add_func ("/stage-atomics/queues", test_atomics_queues);
  g_test_add_func ("/stage-atomics/many", test_atomics_many);
  g_test_add_func ("/stage-atomics/long-names", test_atomics_long_names);
  g_test_add_func ("/stage-atomics/empty", test_atomics_empty);

  return g_test_run ();
}
