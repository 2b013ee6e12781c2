/* ls-others-line.c: the tasks that the loop could take beside those of the scheduler
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "ls-others-line.h"

#include <glib/gi18n.h>

#include "ls-task-chip.h"
#include "ls-text.h"
#include "ls-thread-row.h"
#include "ls-trace-names-private.h"
#include "ls-widget.h"
#include "ls-wrap-box.h"

/* A queue shows this many of its tasks that are ready. */
#define MAX_CHIPS 3

/* The line counts this many tasks of a work queue that are due, to stay fast. */
#define MAX_DUE 1000

/* The widgets of a task queue. The line makes them when the queue has something to show. */
typedef struct
{
  GtkWidget *separator;
  GtkWidget *label;
  GtkWidget *chips[MAX_CHIPS];
  GtkWidget *more;
} Group;

/**
 * LsOthersLine:
 *
 * The line shows the loop's task queues other than that of the scheduler's tasks, the best rank first. A task that is ready is a
 * chip. The line always shows input, rendering, timers and idle callbacks, and other queues while they have tasks.
 */
struct _LsOthersLine
{
  AdwBin     parent_instance;

  GtkWidget *items;

  Group      groups[LS_N_TRACE_QUEUE_TYPES];
};

G_DEFINE_FINAL_TYPE (LsOthersLine, ls_others_line, ADW_TYPE_BIN)

static void
ls_others_line_class_init (LsOthersLineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (LS_TYPE_WRAP_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/loopscope/Loopscope/ls-others-line.ui");
  gtk_widget_class_bind_template_child (widget_class, LsOthersLine, items);
}

static void
ls_others_line_init (LsOthersLine *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static gboolean
is_always_shown (LsQueueType type)
{
  return type == LS_QUEUE_TYPE_INPUT || type == LS_QUEUE_TYPE_COMPOSITOR || type == LS_QUEUE_TYPE_FRAME_THROTTLEABLE ||
         type == LS_QUEUE_TYPE_IDLE;
}

/* Finds the first tasks of a queue that are ready, the first of each work queue before the others. Returns how many are ready. */
static guint
find_ready (LsState                *state,
            const LsLoopQueueState *queue,
            guint32                 tasks[MAX_CHIPS])
{
  static const LsWorkQueueKind kinds[] = { LS_WORK_QUEUE_DELAYED_WORK, LS_WORK_QUEUE_IMMEDIATE_WORK,
                                           LS_WORK_QUEUE_IMMEDIATE_INCOMING, LS_WORK_QUEUE_DELAYED_INCOMING };
  guint32 next = ls_state_get_next_task (state);
  guint n_found = 0;
  guint n_ready = 0;

  for (guint i = 0; queue != NULL && i < G_N_ELEMENTS (kinds); i++)
    {
      const LsTaskList *list = &queue->work_queues[kinds[i]];
      gboolean is_delayed = kinds[i] == LS_WORK_QUEUE_DELAYED_INCOMING;
      guint n_seen = 0;

      /* Only the first tasks are looked at, since a queue can be long. */
      for (guint32 task = list->first; task != 0 && n_seen < (is_delayed ? MAX_DUE : MAX_CHIPS);
           task = ls_state_get_task (state, task)->next)
        {
          if (is_delayed && ls_state_get_task (state, task)->due_at > ls_state_get_time (state))
            break;
          n_seen++;
          if (n_found < MAX_CHIPS)
            tasks[n_found++] = task;
          else if (task == next)
            tasks[MAX_CHIPS - 1] = task;
        }
      n_ready += is_delayed ? n_seen : list->length;
    }
  return n_ready;
}

/**
 * ls_others_line_format_due:
 * @state: a state
 * @task: a task
 *
 * Returns: (transfer full) (nullable): when a delayed task is due or how late it is; %NULL for a task without delay, or if a
 *   recording does not say when it is due
 */
char *
ls_others_line_format_due (LsState *state,
                           guint32  task)
{
  guint64 due = ls_state_get_task (state, task)->due_at;
  guint64 now = ls_state_get_time (state);
  g_autofree char *time = NULL;

  if (due == LS_TIME_NEVER || ls_state_infers_due (state, task))
    return NULL;
  if (due == now)
    return g_strdup (_("due now"));
  time = ls_text_format_time (due > now ? due - now : now - due);
  /* Translators: a task becomes due in some milliseconds */
  return due > now ? g_strdup_printf (_("in %s"), time)
                   /* Translators: for how many milliseconds a task has been due */
                   : g_strdup_printf (_("due, %s late"), time);
}

static GtkWidget *
add_label (LsOthersLine *self,
           const char   *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, "caption");
  gtk_widget_add_css_class (label, "dim-label");
  ls_wrap_box_append (LS_WRAP_BOX (self->items), label);
  return label;
}

static void
make_group (LsOthersLine *self,
            Group        *group)
{
  group->separator = add_label (self, "·");
  group->label = add_label (self, NULL);
  for (guint i = 0; i < MAX_CHIPS; i++)
    {
      group->chips[i] = g_object_new (LS_TYPE_TASK_CHIP, "visible", FALSE, NULL);
      ls_wrap_box_append (LS_WRAP_BOX (self->items), group->chips[i]);
    }
  group->more = add_label (self, NULL);
}

static void
hide_group (Group *group)
{
  if (group->label == NULL)
    return;
  gtk_widget_set_visible (group->separator, FALSE);
  gtk_widget_set_visible (group->label, FALSE);
  for (guint i = 0; i < MAX_CHIPS; i++)
    ls_task_chip_clear (LS_TASK_CHIP (group->chips[i]));
  gtk_widget_set_visible (group->more, FALSE);
}

/* Moves @widget behind @last, unless it is there. */
static void
put_after (GtkWidget  *widget,
           GtkWidget **last)
{
  if (gtk_widget_get_prev_sibling (widget) != *last)
    gtk_widget_insert_after (widget, gtk_widget_get_parent (widget), *last);
  *last = widget;
}

/* Says beside the name of a queue what it has if none of its tasks is ready. */
static char *
format_title (LsState                *state,
              LsQueueType             type,
              const LsLoopQueueState *queue,
              guint                   n_ready,
              guint                   n_chips)
{
  const char *title = ls_names_say_queue_type (type);
  guint32 delayed = queue != NULL ? queue->work_queues[LS_WORK_QUEUE_DELAYED_INCOMING].first : 0;

  if (n_chips > 0)
    return g_strdup (title);
  if (n_ready > 0)
    /* Translators: a task queue, and how many tasks it has */
    return g_strdup_printf (C_("queue", "%s %u"), title, n_ready);
  if (type == LS_QUEUE_TYPE_COMPOSITOR && delayed != 0 && !ls_state_infers_due (state, delayed))
    {
      g_autofree char *time = ls_text_format_time (ls_state_get_task (state, delayed)->due_at - ls_state_get_time (state));

      /* Translators: some milliseconds */
      return g_strdup_printf (_("Rendering next frame in %s"), time);
    }
  /* Translators: a task queue that has no task which is ready */
  return g_strdup_printf (_("%s none"), title);
}

/* Says the rank of a queue, and what a rank means. */
static char *
describe_rank (LsState     *state,
               LsQueueType  type)
{
  const guint rank = ls_state_get_rank (state, type);
  const char *rank_name = ls_thread_row_get_rank_name (state, rank);
  /* Translators: a rank's number and name */
  g_autofree char *number = rank_name != NULL ? g_strdup_printf (_("Rank %u, %s"), rank, rank_name)
                                              : g_strdup_printf (_("Rank %u"), rank);

  /* Translators: a rank's number and name */
  return g_strdup_printf (_("%s. The loop takes a task of the lowest rank first."), number);
}

/* Returns how many of @tasks are chips. An idle callback waits for time that nobody needs, so only its turn makes it a chip. */
static guint
get_n_chips (LsState     *state,
             LsQueueType  type,
             guint32      tasks[MAX_CHIPS],
             guint        n_ready)
{
  guint32 next = ls_state_get_next_task (state);

  if (type != LS_QUEUE_TYPE_IDLE)
    return MIN (n_ready, MAX_CHIPS);
  for (guint i = 0; i < MIN (n_ready, MAX_CHIPS); i++)
    if (tasks[i] == next)
      {
        tasks[0] = next;
        return 1;
      }
  return 0;
}

static void
show_group (LsOthersLine  *self,
            LsPlayer      *player,
            LsQueueType    type,
            gboolean       is_first,
            GtkWidget    **last)
{
  Group *group = &self->groups[type];
  LsState *state = ls_player_get_state (player);
  const LsLoopQueueState *queue = ls_state_get_loop_queue (state, type);
  guint32 tasks[MAX_CHIPS] = { 0, };
  guint n_ready = find_ready (state, queue, tasks);
  guint n_chips = get_n_chips (state, type, tasks, n_ready);
  g_autofree char *title = NULL;
  g_autofree char *tooltip = describe_rank (state, type);

  if (n_ready == 0 && !is_always_shown (type))
    {
      hide_group (group);
      return;
    }
  if (group->label == NULL)
    make_group (self, group);
  title = format_title (state, type, queue, n_ready, n_chips);
  gtk_label_set_label (GTK_LABEL (group->label), title);
  ls_widget_set_tooltip (group->label, tooltip);
  gtk_widget_set_visible (group->separator, !is_first);
  gtk_widget_set_visible (group->label, TRUE);
  put_after (group->separator, last);
  put_after (group->label, last);
  for (guint i = 0; i < MAX_CHIPS; i++)
    {
      LsTaskChip *chip = LS_TASK_CHIP (group->chips[i]);

      put_after (group->chips[i], last);
      if (i < n_chips)
        {
          g_autofree char *due = ls_others_line_format_due (state, tasks[i]);

          ls_task_chip_set_task (chip, player, tasks[i]);
          ls_task_chip_set_note (chip, due);
          ls_widget_set_class (group->chips[i], "late",
                               due != NULL && ls_state_get_task (state, tasks[i])->due_at < ls_state_get_time (state));
          gtk_widget_set_visible (group->chips[i], TRUE);
        }
      else
        {
          ls_task_chip_clear (chip);
        }
    }
  put_after (group->more, last);
  gtk_widget_set_visible (group->more, n_chips > 0 && n_ready > n_chips);
  if (n_ready > n_chips)
    ls_widget_print (group->more, "+%u", n_ready - n_chips);
}

/* Sorts the queues of the loop by rank. Returns how many there are. */
static guint
sort_queues (LsState     *state,
             LsQueueType  sorted[LS_N_TRACE_QUEUE_TYPES])
{
  /* Before ranks are known, and within a rank, the queues have this order, and the others follow. */
  static const LsQueueType first[] = { LS_QUEUE_TYPE_INPUT, LS_QUEUE_TYPE_COMPOSITOR, LS_QUEUE_TYPE_FRAME_THROTTLEABLE,
                                       LS_QUEUE_TYPE_IDLE };
  guint n_queues = 0;

  for (guint i = 0; i < G_N_ELEMENTS (first) + LS_N_TRACE_QUEUE_TYPES; i++)
    {
      LsQueueType type = i < G_N_ELEMENTS (first) ? first[i] : i - G_N_ELEMENTS (first);
      guint place = n_queues;

      if (!ls_queue_type_is_known (type) || type == LS_QUEUE_TYPE_WEB_SCHEDULING ||
          (i >= G_N_ELEMENTS (first) && is_always_shown (type)))
        continue;
      for (; place > 0 && ls_state_get_rank (state, sorted[place - 1]) > ls_state_get_rank (state, type); place--)
        sorted[place] = sorted[place - 1];
      sorted[place] = type;
      n_queues++;
    }
  return n_queues;
}

/**
 * ls_others_line_update:
 * @self: a line
 * @player: the player to show
 *
 * Shows the queues at the player's position.
 */
void
ls_others_line_update (LsOthersLine *self,
                       LsPlayer     *player)
{
  LsQueueType sorted[LS_N_TRACE_QUEUE_TYPES];
  guint n_queues = sort_queues (ls_player_get_state (player), sorted);
  GtkWidget *first = gtk_widget_get_first_child (self->items);
  GtkWidget *last = first;

  for (guint i = 0; i < n_queues; i++)
    show_group (self, player, sorted[i], last == first, &last);
}
