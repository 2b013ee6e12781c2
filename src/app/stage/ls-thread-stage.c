/* ls-thread-stage.c: the task queues of the loop, by rank
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-thread-stage.h"

#include <glib/gi18n.h>

#include "ls-source-card.h"
#include "ls-text.h"
#include "ls-thread-cell.h"
#include "ls-thread-row.h"
#include "ls-timer-path.h"
#include "ls-widget.h"

#define MAX_ROWS (LS_N_TRACE_QUEUE_TYPES + LS_N_EFFECTIVE_PRIORITIES)
#define NO_PRIORITY (-1)

/* A queue that waits while others run gets a note after WAITS_AFTER µs, about a frame. After STARVED_AFTER µs, from which on a task
 * counts as long, the note says that the queue starves. */
#define WAITS_AFTER 16000
#define STARVED_AFTER 50000

/* Scrolling to a row leaves this much space below it, in pixels, since the row may become higher. */
#define ROOM 40

/* In a window that is lower, the stage hides queues without tasks: other panes need the height. What the user can drag a task to
 * stays. */
#define LEAST_HEIGHT 1000

/* The stage looks this many records back for the queues that ran instead. */
#define MAX_RECORDS 8192

/**
 * LsThreadStage:
 *
 * The stage shows all task queues of the preset in the order in which the loop serves them, each with its four work queues. Below
 * them it shows the running task and how far a timer has come. A queue that has to wait says how long and for which queues. If
 * there is little room, the stage shows only queues with tasks.
 */
struct _LsThreadStage
{
  GtkBox        parent_instance;

  GtkWidget    *titles;
  GtkWidget    *scroller;
  GtkWidget    *rank_title;
  GtkWidget    *name_title;
  GtkWidget    *work_queues;
  GtkWidget    *rows;
  GtkWidget    *hidden;
  GtkWidget    *running;
  GtkWidget    *path;

  GtkSizeGroup *ranks;
  GtkSizeGroup *names;
};

/* A row of the table at the player's position. */
typedef struct
{
  LsQueueType type;
  int         effective_priority;
  guint       rank;
  guint32     oldest;          /* the task that could run and has waited longest, or 0 */
  guint64     since;           /* when the wait began, in µs */
  guint       n_turns;         /* number of turns that other rows have had since then */
  guint       n_turns_most;
  int         most;            /* index of the row that had most of them, or -1 */
  gboolean    is_counted;
} ThreadRow;

G_DEFINE_FINAL_TYPE (LsThreadStage, ls_thread_stage, GTK_TYPE_BOX)

static void
ls_thread_stage_dispose (GObject *object)
{
  LsThreadStage *self = LS_THREAD_STAGE (object);

  g_clear_object (&self->ranks);
  g_clear_object (&self->names);

  G_OBJECT_CLASS (ls_thread_stage_parent_class)->dispose (object);
}

static void
ls_thread_stage_class_init (LsThreadStageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ls_thread_stage_dispose;

  g_type_ensure (LS_TYPE_SOURCE_CARD);
  g_type_ensure (LS_TYPE_TIMER_PATH);
  g_type_ensure (LS_TYPE_THREAD_CELL);
  g_type_ensure (LS_TYPE_THREAD_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-thread-stage.ui");
  gtk_widget_class_bind_template_child (widget_class, LsThreadStage, titles);
  gtk_widget_class_bind_template_child (widget_class, LsThreadStage, scroller);
  gtk_widget_class_bind_template_child (widget_class, LsThreadStage, rank_title);
  gtk_widget_class_bind_template_child (widget_class, LsThreadStage, name_title);
  gtk_widget_class_bind_template_child (widget_class, LsThreadStage, work_queues);
  gtk_widget_class_bind_template_child (widget_class, LsThreadStage, rows);
  gtk_widget_class_bind_template_child (widget_class, LsThreadStage, hidden);
  gtk_widget_class_bind_template_child (widget_class, LsThreadStage, running);
  gtk_widget_class_bind_template_child (widget_class, LsThreadStage, path);
}

/* The work queues of GLib's sources are what a main loop knows: what this iteration dispatches, and what the next one will. */
static void
show_titles (LsThreadStage *self,
             gboolean       has_sources)
{
  const char *const titles[2][LS_N_WORK_QUEUES] = {
    { _("Immediate\nincoming"), _("Immediate\nwork"), _("Delayed\nincoming"), _("Delayed\nwork") },
    /* Translators: these four are titles of columns for the sources of a GLib main loop */
    { _("Ready for the\nnext iteration"), _("Ready in this\niteration"), _("Waits for a\ntime or event"), _("Time or event\nhas come") },
  };
  GtkWidget *title = gtk_widget_get_first_child (self->work_queues);

  gtk_label_set_label (GTK_LABEL (self->rank_title), has_sources ? _("Priority") : _("Rank"));
  gtk_widget_set_visible (self->name_title, !has_sources);
  for (guint i = 0; i < LS_N_WORK_QUEUES && title != NULL; i++, title = gtk_widget_get_next_sibling (title))
    gtk_label_set_label (GTK_LABEL (title), titles[has_sources][i]);
}

static void
ls_thread_stage_init (LsThreadStage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_scrolled_window_set_hadjustment (GTK_SCROLLED_WINDOW (self->titles),
                                       gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (self->scroller)));
  self->ranks = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  self->names = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  gtk_size_group_add_widget (self->ranks, self->rank_title);
  gtk_size_group_add_widget (self->names, self->name_title);
  show_titles (self, FALSE);
}

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  const ThreadRow *row_a = a;
  const ThreadRow *row_b = b;

  if (row_a->rank != row_b->rank)
    return row_a->rank < row_b->rank ? -1 : 1;
  if (row_a->effective_priority != row_b->effective_priority)
    return row_a->effective_priority > row_b->effective_priority ? -1 : 1;
  return row_a->type < row_b->type ? -1 : row_a->type > row_b->type;
}

static void
note_oldest (ThreadRow *row,
             LsState   *state,
             guint32    id)
{
  const LsTaskState *task = id != 0 ? ls_state_get_task (state, id) : NULL;
  guint64 since;

  if (task == NULL)
    return;
  since = task->queued_at != LS_TIME_NEVER ? task->queued_at : task->posted_at;
  if (row->oldest == 0 || since < row->since)
    {
      row->oldest = id;
      row->since = since;
    }
}

/* Finds the task that has waited longest among those that could run. */
static void
find_oldest (ThreadRow *row,
             LsState   *state)
{
  if (row->effective_priority != NO_PRIORITY)
    {
      guint32 queue = ls_state_get_first_runnable_queue (state, row->effective_priority);

      for (; queue != 0; queue = ls_state_get_queue (state, queue)->next_runnable)
        note_oldest (row, state, ls_state_get_queue (state, queue)->tasks.first);
    }
  else
    {
      const LsLoopQueueState *queue = ls_state_get_loop_queue (state, row->type);

      for (guint i = 0; queue != NULL && i < LS_N_WORK_QUEUES; i++)
        if (i != LS_WORK_QUEUE_DELAYED_INCOMING)
          note_oldest (row, state, queue->work_queues[i].first);
    }
}

static guint
list_rows (LsState   *state,
           ThreadRow *rows)
{
  guint n_rows = 0;

  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES && ls_state_has_loop_queue (state, LS_QUEUE_TYPE_WEB_SCHEDULING); i++)
    rows[n_rows++] = (ThreadRow) { .type = LS_QUEUE_TYPE_WEB_SCHEDULING, .effective_priority = i,
                                   .rank = ls_state_get_effective_priority_rank (state, i) };
  for (guint i = 0; i < LS_N_TRACE_QUEUE_TYPES; i++)
    if (ls_state_has_loop_queue (state, i))
      rows[n_rows++] = (ThreadRow) { .type = i, .effective_priority = NO_PRIORITY,
                                     /* A delayed scheduler task has no rank before it is queued. */
                                     .rank = i == LS_QUEUE_TYPE_WEB_SCHEDULING ? G_MAXUINT : ls_state_get_rank (state, i) };
  qsort (rows, n_rows, sizeof *rows, compare_rows);
  for (guint i = 0; i < n_rows; i++)
    {
      rows[i].most = -1;
      find_oldest (&rows[i], state);
    }
  return n_rows;
}

static int
find_row (const ThreadRow *rows,
          guint            n_rows,
          const LsRecord  *record)
{
  int effective_priority = NO_PRIORITY;

  if (record->queue == LS_QUEUE_TYPE_WEB_SCHEDULING && ls_task_priority_is_valid (record->priority))
    effective_priority = ls_effective_priority (record->priority, (record->flags & LS_RECORD_FLAG_CONTINUATION) != 0);
  for (guint i = 0; i < n_rows; i++)
    if (rows[i].type == record->queue && rows[i].effective_priority == effective_priority)
      return i;
  return -1;
}

static void
settle_row (ThreadRow   *row,
            guint        index,
            const guint *n_turns,
            guint        n_rows)
{
  row->is_counted = TRUE;
  for (guint i = 0; i < n_rows; i++)
    {
      if (i == index)
        continue;
      row->n_turns += n_turns[i];
      if (n_turns[i] > row->n_turns_most)
        {
          row->n_turns_most = n_turns[i];
          row->most = i;
        }
    }
}

/* Returns whether a task belongs to the agent on screen. */
static gboolean
is_shown (LsState *state,
          guint32  id)
{
  const LsTaskState *task = ls_state_get_task (state, id);

  return task != NULL && task->agent == ls_state_get_shown_agent (state);
}

static gboolean
makes_ready (const LsRecord *record,
             guint32         task)
{
  return record->subject == task && (record->kind == LS_RECORD_TASK_DUE || record->kind == LS_RECORD_TASK_QUEUED ||
                                     record->kind == LS_RECORD_TASK_INCOMING);
}

/* Counts which rows had turns while others waited. It reads the records backwards, for the agent on screen. A row waits since its
 * last turn, or since its oldest task became ready. */
static void
count_turns (LsPlayer  *player,
             ThreadRow *rows,
             guint      n_rows)
{
  LsState *state = ls_player_get_state (player);
  LsTrace *trace = ls_player_get_trace (player);
  gsize position = ls_player_get_position (player);
  guint64 now = ls_state_get_time (state);
  guint64 next_turn = now;
  guint n_turns[MAX_ROWS] = { 0, };
  guint n_open = 0;

  for (guint i = 0; i < n_rows; i++)
    {
      rows[i].is_counted = rows[i].oldest == 0 || now - MIN (now, rows[i].since) < WAITS_AFTER;
      n_open += rows[i].is_counted ? 0 : 1;
    }
  for (guint n = 0; n < MAX_RECORDS && position > 0 && n_open > 0; n++)
    {
      LsRecord record;
      int index;

      ls_trace_get_record (trace, --position, &record);
      for (guint i = 0; i < n_rows; i++)
        {
          if (!rows[i].is_counted && (record.time < rows[i].since || makes_ready (&record, rows[i].oldest)))
            {
              settle_row (&rows[i], i, n_turns, n_rows);
              n_open--;
            }
        }
      index = record.kind == LS_RECORD_TASK_SELECTED && is_shown (state, record.subject) ? find_row (rows, n_rows, &record) : -1;
      if (index < 0)
        continue;
      if (!rows[index].is_counted)
        {
          rows[index].since = MAX (rows[index].since, next_turn);
          settle_row (&rows[index], index, n_turns, n_rows);
          n_open--;
        }
      n_turns[index]++;
      next_turn = record.time;
    }
  for (guint i = 0; i < n_rows; i++)
    if (!rows[i].is_counted)
      settle_row (&rows[i], i, n_turns, n_rows);
}

static char *
format_row (const ThreadRow *row)
{
  const char *name;

  if (ls_queue_type_is_of_sources (row->type))
    {
      g_auto (GStrv) numbers = g_strsplit (ls_queue_type_get_source_priority (row->type), "..", 2);

      /* Translators: the first and the last of some priorities of GLib; then one alone */
      return numbers[1] != NULL ? g_strdup_printf (_("priority %s to %s"), numbers[0], numbers[1])
                                : g_strdup_printf (_("priority %s"), numbers[0]);
    }
  if (row->effective_priority == NO_PRIORITY)
    return g_strdup (ls_queue_type_to_string (row->type));
  name = ls_task_priority_to_string (ls_task_priority_from_effective (row->effective_priority));
  return row->effective_priority % 2 == 1 ? g_strdup_printf (_("%s ↻"), name) : g_strdup (name);
}

/* Adds how many turns other rows had meanwhile, and which of them had most. In a program of GLib, turns are dispatches. */
static void
describe_others (GString         *text,
                 const ThreadRow *rows,
                 const ThreadRow *row)
{
  const gboolean is_of_sources = ls_queue_type_is_of_sources (row->type);
  g_autofree char *most = row->most >= 0 ? format_row (&rows[row->most]) : NULL;
  const guint n = row->n_turns;

  if (most != NULL && row->n_turns_most == n)
    g_string_append_printf (text, is_of_sources
                                    /* Translators: how many dispatches the sources of another priority had meanwhile, and which */
                                    ? ngettext ("%u dispatch went to %s", "%u dispatches went to %s", n)
                                    /* Translators: how many turns another queue had meanwhile, and that queue's name */
                                    : ngettext ("%u turn went to %s", "%u turns went to %s", n), n, most);
  else if (most != NULL)
    g_string_append_printf (text, is_of_sources
                                    /* Translators: how many dispatches others had, the priority that had most, and how many */
                                    ? ngettext ("%u dispatch went to others, most to %s (%u)",
                                                "%u dispatches went to others, most to %s (%u)", n)
                                    /* Translators: how many turns other queues had, the name of the queue that had most, and how
                                     * many turns it had */
                                    : ngettext ("%u turn went to others, most to %s (%u)",
                                                "%u turns went to others, most to %s (%u)", n), n, most, row->n_turns_most);
  else
    g_string_append_printf (text, is_of_sources ? ngettext ("%u dispatch went to others", "%u dispatches went to others", n)
                                                : ngettext ("%u turn went to others", "%u turns went to others", n), n);
}

/* Describes how long the row has waited, and which rows ran instead. Returns %NULL if the wait is not worth a note. */
static char *
describe_wait (LsState         *state,
               const ThreadRow *rows,
               const ThreadRow *row,
               gboolean        *is_warning)
{
  const LsLoopQueueState *queue = row->effective_priority == NO_PRIORITY ? ls_state_get_loop_queue (state, row->type)
                                                                          : NULL;
  guint64 now = ls_state_get_time (state);
  guint64 waited = row->oldest != 0 ? now - MIN (now, row->since) : 0;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *span = ls_text_format_time (waited);

  *is_warning = FALSE;
  if (waited >= WAITS_AFTER && row->n_turns > 0)
    {
      *is_warning = waited >= STARVED_AFTER;
      /* Translators: how long a queue has waited for its turn */
      g_string_append_printf (text, *is_warning ? _("Starved for %s") : _("Has waited %s"), span);
      g_string_append (text, ": ");
      describe_others (text, rows, row);
    }
  if (queue != NULL && queue->boosted_rank != 255)
    {
      g_autofree char *name = ls_text_shorten (ls_thread_row_get_rank_name (state, queue->boosted_rank));
      g_autofree char *starved = ls_text_format_time ((guint64) queue->starved_ms * 1000);

      *is_warning = TRUE;
      if (text->len > 0)
        g_string_append (text, " · ");
      if (queue->starved_ms > 0)
        /* Translators: the name of a rank in the preset's table, and how long the queue had waited */
        g_string_append_printf (text, _("Raised to %s after waiting %s"), name != NULL ? name : "?", starved);
      else
        g_string_append_printf (text, _("Raised to %s until its next task, after input"), name != NULL ? name : "?");
    }
  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* Scrolls to the row in which the last record happened, since the user wants to see it. */
static void
scroll_to_record (LsThreadStage   *self,
                  LsPlayer        *player,
                  const ThreadRow *rows,
                  guint            n_rows)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  GtkWidget *row = gtk_widget_get_first_child (self->rows);
  gsize position = ls_player_get_position (player);
  graphene_rect_t bounds;
  LsRecord record;
  int index;

  if (position == 0)
    return;
  ls_trace_get_record (ls_player_get_trace (player), position - 1, &record);
  switch ((LsRecordKind) record.kind)
    {
    case LS_RECORD_TASK_QUEUED:
    case LS_RECORD_TASK_INCOMING:
    case LS_RECORD_TASK_DELAYED:
    case LS_RECORD_TASK_DUE:
    case LS_RECORD_QUEUE_RELOADED:
    case LS_RECORD_QUEUE_STARVED:
      break;
    default:
      return;
    }
  index = find_row (rows, n_rows, &record);
  for (int i = 0; i < index && row != NULL; i++)
    row = gtk_widget_get_next_sibling (row);
  if (index >= 0 && row != NULL && gtk_widget_compute_bounds (row, gtk_widget_get_parent (self->rows), &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y, bounds.origin.y + bounds.size.height + ROOM);
}

/**
 * ls_thread_stage_update:
 * @self: a stage
 * @player: the player to show
 *
 * Shows the queues at the player's position.
 */
void
ls_thread_stage_update (LsThreadStage *self,
                        LsPlayer      *player)
{
  LsState *state = ls_player_get_state (player);
  ThreadRow rows[MAX_ROWS];
  guint n_rows = list_rows (state, rows);
  GtkWidget *child = gtk_widget_get_first_child (self->rows);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  gboolean is_low = root != NULL && gtk_widget_get_height (GTK_WIDGET (root)) < LEAST_HEIGHT;
  guint n_hidden = 0;

  show_titles (self, ls_state_is_of_glib (state));
  count_turns (player, rows, n_rows);
  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *note = NULL;
      gboolean is_target = rows[i].effective_priority >= 0 && rows[i].effective_priority % 2 == 0;
      gboolean is_warning, is_used;

      if (child == NULL)
        {
          child = ls_thread_row_new (self->ranks, self->names);
          gtk_box_append (GTK_BOX (self->rows), child);
        }
      note = describe_wait (state, rows, &rows[i], &is_warning);
      is_used = ls_thread_row_update (LS_THREAD_ROW (child), player, rows[i].type, rows[i].effective_priority) > 0;
      ls_thread_row_set_note (LS_THREAD_ROW (child), note, is_warning);
      gtk_widget_set_visible (child, is_used || is_target || note != NULL || !is_low);
      n_hidden += gtk_widget_get_visible (child) ? 0 : 1;
      child = gtk_widget_get_next_sibling (child);
    }
  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_visible (child, FALSE);
  ls_widget_print (self->hidden, ngettext ("%u queue has no tasks", "%u queues have no tasks", n_hidden), n_hidden);
  gtk_widget_set_visible (self->hidden, n_hidden > 0);
  scroll_to_record (self, player, rows, n_rows);
  ls_source_card_show_running (LS_SOURCE_CARD (self->running), player);
  /* Timeouts of GLib are sources like others, in the rows. */
  gtk_widget_set_visible (self->path, !ls_state_is_of_glib (state));
  ls_timer_path_update (LS_TIMER_PATH (self->path), player);
}
