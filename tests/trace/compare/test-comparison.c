/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-comparison.h"
#include "record-writer.h"

/* Traces are written as what ran: “main:a,b a b” is a task “main” that posts “a” and “b”, which run then. A task is at most
 * one character long besides main; one in capitals is of user-blocking, one with a digit after it takes so many ms. Of several
 * with one name the oldest runs, or the newest with “!” after it. */

typedef struct
{
  LsTrace *trace;
  guint32  n_tasks, turn;
  GArray  *posted;     /* numbers of tasks that are posted, by the order */
  GPtrArray *names;
} Writer;

static void
post (Writer     *self,
      const char *name)
{
  guint32 id = ++self->n_tasks;
  LsTaskPriority priority = g_ascii_isupper (*name) ? LS_TASK_PRIORITY_USER_BLOCKING : LS_TASK_PRIORITY_USER_VISIBLE;

  write_record (self->trace, TASK_POSTED, .subject = id, .text = text_of (self->trace, name), .priority = priority);
  write_record (self->trace, TASK_QUEUED, .subject = id, .object = priority, .value = id, .priority = priority,
                .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  g_array_append_val (self->posted, id);
  g_ptr_array_add (self->names, g_strdup (name));
}

static void
run (Writer     *self,
     const char *word)
{
  g_auto (GStrv) parts = g_strsplit (word, ":", 2);
  g_auto (GStrv) children = g_strsplit (parts[1] != NULL ? parts[1] : "", ",", -1);
  char name[] = { word[0], '\0' };
  gboolean newest = word[1] == '!';
  guint place = self->names->len;
  guint32 id;

  for (guint i = 0; i < self->names->len && (newest || place == self->names->len); i++)
    if (g_str_equal (g_ptr_array_index (self->names, i), name))
      place = i;
  g_assert_cmpuint (place, <, self->names->len);
  id = g_array_index (self->posted, guint32, place);
  g_array_remove_index (self->posted, place);
  g_ptr_array_remove_index (self->names, place);
  write_record (self->trace, TASK_SELECTED, .subject = id, .value = ++self->turn,
                .priority = g_ascii_isupper (*name) ? LS_TASK_PRIORITY_USER_BLOCKING : LS_TASK_PRIORITY_USER_VISIBLE, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  write_record (self->trace, TASK_STARTED, .subject = id);
  for (guint i = 0; children[i] != NULL; i++)
    if (*children[i] != '\0')
      post (self, children[i]);
  if (g_ascii_isdigit (word[1]))
    writer_time += g_ascii_digit_value (word[1]) * 1000;
  write_record (self->trace, LOG, .text = text_of (self->trace, name));
  write_record (self->trace, TASK_FINISHED, .subject = id);
}

static LsTrace *
trace_of (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  g_autoptr (GArray) posted = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  Writer self = { .trace = ls_trace_new (), .posted = posted, .names = names };

  writer_time = 0;
  post (&self, "m");
  for (guint i = 0; words[i] != NULL; i++)
    run (&self, words[i]);
  write_record (self.trace, TURN_ENDED, .value = self.turn);
  publish (self.trace);
  return self.trace;
}

/* Rows as “m=m a* <b”: the mark is after what both have, and before what one has. */
static char *
rows_of (LsComparison *comparison)
{
  GString *out = g_string_new (NULL);

  for (guint32 i = 0; i < ls_comparison_get_n_rows (comparison); i++)
    {
      LsComparisonRow row;
      g_autofree char *left = NULL, *right = NULL;

      ls_comparison_get_row (comparison, i, &row);
      left = row.left.task != 0 ? ls_comparison_dup_name (comparison, LS_COMPARISON_LEFT, &row.left) : g_strdup ("");
      right = row.right.task != 0 ? ls_comparison_dup_name (comparison, LS_COMPARISON_RIGHT, &row.right) : g_strdup ("");
      g_string_append (out, i > 0 ? " " : "");
      switch (row.kind)
        {
        case LS_COMPARISON_SAME:       g_string_append_printf (out, "%s=%s", left, right); break;
        case LS_COMPARISON_TIME:       g_string_append_printf (out, "%s~%s", left, right); break;
        case LS_COMPARISON_PRIORITY:   g_string_append_printf (out, "%s!%s", left, right); break;
        case LS_COMPARISON_ONLY_LEFT:  g_string_append_printf (out, "<%s", left); break;
        case LS_COMPARISON_ONLY_RIGHT: g_string_append_printf (out, ">%s", right); break;
        case LS_COMPARISON_MOVED:
          {
            LsComparisonRow other;

            ls_comparison_get_row (comparison, row.other_row, &other);
            g_assert_cmpint (other.kind, ==, LS_COMPARISON_MOVED);
            g_assert_cmpuint (other.other_row, ==, i);
            g_assert_cmpint (other.moved_by, ==, row.moved_by);
            g_string_append_printf (out, "%s|%s%+" G_GINT64_FORMAT, left, right, row.moved_by);
            break;
          }
        default:
          g_assert_not_reached ();
        }
    }
  return g_string_free (out, FALSE);
}

static const struct
{
  const char *left, *right, *rows, *first;
} cases[] = {
  { "m:a,b a b", "m:a,b a b", "m=m a=a b=b", "The 3 tasks are the same and ran in the same order at the same times." },
  { "m", "m", "m=m", "The task is the same and ran at the same time." },
  { "m:a,b,c a b c", "m:a,b,c c a b", "m=m |c-2 a=a b=b c|-2",
    "The first task is the same in both runs. Then on the left: “a” (user-visible) at 0 ms; on the right: “c” (user-visible) at "
    "0 ms. “a” ran 1 place later on the right. “c” ran 2 places later on the left." },
  { "m:a,b a b", "m:a,b,c a b c", "m=m a=a b=b >c",
    "The first 3 tasks are the same in both runs. Then on the left: nothing more; on the right: “c” (user-visible) at 0 ms. "
    "“c” never ran on the left." },
  { "m:a,b a b", "m:a a", "m=m a=a <b",
    "The first 2 tasks are the same in both runs. Then on the left: “b” (user-visible) at 0 ms; on the right: nothing more. "
    "“b” never ran on the right." },
  { "m:a a3", "m2:a a", "m=m a~a",
    "The order is the same. “a” is the first task that started at different times: at 0 ms on the left and at 2 ms on the "
    "right." },
  /* Of the same name, by the order in which they were posted. */
  { "m:a,a,b a b a", "m:a,a,b a a b", "m=m a=a b|+1 a=a |b+1", NULL },
  /* Of the same name, by who posted them. */
  { "m:a,b a:x b:x x x", "m:a,b b:x a:x x x", "m=m a|+1 b=b x|+1 |a+1 x=x |x+1", NULL },
  /* Who posts changes: what has the same name is the same then. */
  { "m:a,b a:x b x", "m:a,b b:x a x", "m=m a|+1 b=b |a+1 x=x", NULL },
  /* Then by the order in which they were posted, whatever the order in which they ran. */
  { "m:a,b,c a:x b:x c x! x", "m:a,b,c a b c:x,x x x", "m=m a=a b=b c=c x|+1 x=x |x+1", NULL },
  { "m:a,b a:x b x", "m:a,b a b:x,x x x", "m=m a=a b=b x=x >x", NULL },
  /* And each name for itself, whichever ran first. */
  { "m:a,b,c a:y,x b c x y", "m:a,b,c a b c:x,y y x", "m=m a=a b=b c=c x|+1 y=y |x+1", NULL },
  { "m:a,b,c a:x b:y c y x", "m:a,b,c a b c:x,y,z y x z", "m=m a=a b=b c=c y=y x=x >z", NULL },
};

static void
test_rows (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsTrace) left = trace_of (cases[i].left);
      g_autoptr (LsTrace) right = trace_of (cases[i].right);
      g_autoptr (LsComparison) comparison = ls_comparison_new (left, right);
      g_autofree char *rows = rows_of (comparison);
      g_autofree char *first = ls_comparison_describe_first (comparison);

      g_test_message ("%s, %s", cases[i].left, cases[i].right);
      g_assert_cmpstr (rows, ==, cases[i].rows);
      if (cases[i].first != NULL)
        g_assert_cmpstr (first, ==, cases[i].first);
      g_assert_cmpint (ls_comparison_is_same (comparison), ==,
                       strpbrk (rows, "<>|~!") == NULL);
    }
}

static void
test_priority (void)
{
  g_autoptr (LsTrace) left = trace_of ("m:a,b a b");
  g_autoptr (LsTrace) right = ls_trace_new ();
  g_autoptr (LsComparison) comparison = NULL;
  g_autofree char *rows = NULL;
  g_autofree char *first = NULL;

  /* The same, but one was taken at another priority. */
  for (gsize i = 0; i < ls_trace_get_length (left); i++)
    {
      LsRecord record;

      ls_trace_get_record (left, i, &record);
      record.text = text_of (right, ls_trace_get_text (left, record.text));
      if (record.kind == LS_RECORD_TASK_SELECTED && record.subject == 3)
        record.priority = LS_TASK_PRIORITY_USER_BLOCKING;
      write_full (right, record);
    }
  publish (right);
  comparison = ls_comparison_new (left, right);
  rows = rows_of (comparison);
  first = ls_comparison_describe_first (comparison);
  g_assert_cmpstr (rows, ==, "m=m a=a b!b");
  g_assert_cmpstr (first, ==,
                   "“b” ran at priority user-visible on the left and user-blocking on the right, at 0 ms and 0 ms.");
  g_assert_cmpuint (ls_comparison_get_first_difference (comparison), ==, 2);
  g_assert_cmpuint (ls_comparison_count (comparison, LS_COMPARISON_PRIORITY), ==, 1);
  g_assert_false (ls_comparison_is_same (comparison));
}

/* What ran at another priority first, and then the order. */
static void
test_priority_and_order (void)
{
  g_autoptr (LsTrace) left = trace_of ("m:a,b,c a b c");
  g_autoptr (LsTrace) right = trace_of ("m:a,b,c a c b");
  g_autoptr (LsTrace) changed = ls_trace_new ();
  g_autoptr (LsComparison) comparison = NULL;
  g_autofree char *first = NULL;

  for (gsize i = 0; i < ls_trace_get_length (right); i++)
    {
      LsRecord record;

      ls_trace_get_record (right, i, &record);
      record.text = text_of (changed, ls_trace_get_text (right, record.text));
      if (record.kind == LS_RECORD_TASK_SELECTED && record.subject == 2)
        record.priority = LS_TASK_PRIORITY_BACKGROUND;
      write_full (changed, record);
    }
  publish (changed);
  comparison = ls_comparison_new (left, changed);
  first = ls_comparison_describe_first (comparison);
  g_assert_cmpuint (ls_comparison_get_first_difference (comparison), ==, 1);
  g_assert_cmpstr (first, ==,
                   "“a” ran at priority user-visible on the left and background on the right, at 0 ms and 0 ms. The first 2 "
                   "tasks are the same in both runs. Then on the left: “b” (user-visible) at 0 ms; on the right: “c” "
                   "(user-visible) at 0 ms. “b” ran 1 place later on the right. “c” ran 1 place later on the left.");
}

static void
test_totals (void)
{
  g_autoptr (LsTrace) left = trace_of ("m3:a,B a2 B");
  g_autoptr (LsTrace) right = trace_of ("m3:a,B B a2");
  g_autoptr (LsComparison) comparison = ls_comparison_new (left, right);
  LsComparisonTotals totals;
  LsComparisonLog log;

  ls_comparison_get_totals (comparison, LS_COMPARISON_LEFT, &totals);
  g_assert_cmpuint (totals.time, ==, 5000);
  g_assert_cmpuint (totals.all.n_tasks, ==, 3);
  g_assert_cmpuint (totals.all.longest, ==, 5000);
  g_assert_cmpuint (totals.all.longest_task, ==, 3);
  g_assert_cmpuint (totals.all.total, ==, 8000);
  g_assert_cmpuint (totals.waits[LS_TASK_PRIORITY_USER_BLOCKING].n_tasks, ==, 1);
  g_assert_cmpuint (totals.waits[LS_TASK_PRIORITY_USER_BLOCKING].longest, ==, 5000);
  g_assert_cmpuint (totals.n_log_lines, ==, 3);
  ls_comparison_get_totals (comparison, LS_COMPARISON_RIGHT, &totals);
  g_assert_cmpuint (totals.waits[LS_TASK_PRIORITY_USER_BLOCKING].longest, ==, 3000);
  g_assert_cmpuint (totals.waits[LS_TASK_PRIORITY_USER_VISIBLE].n_tasks, ==, 2);

  g_assert_true (ls_comparison_get_log_difference (comparison, &log));
  g_assert_cmpuint (log.line, ==, 1);
  g_assert_cmpstr (log.left, ==, "a");
  g_assert_cmpstr (log.right, ==, "B");
}

/* A task waits from when it is in a queue: a timer's is once it is due, one of a scheduler only where it is queued after that. */
static void
test_waits (void)
{
  g_autoptr (LsTrace) trace = ls_trace_new ();
  g_autoptr (LsTrace) empty = ls_trace_new ();
  g_autoptr (LsComparison) comparison = NULL;
  static const guint64 starts[] = { 12, 15, 21, 30 };
  static const guint8 priorities[] = { LS_TASK_PRIORITY_NONE, LS_TASK_PRIORITY_NONE, LS_TASK_PRIORITY_USER_VISIBLE, LS_TASK_PRIORITY_BACKGROUND };
  LsComparisonTotals totals;

  writer_time = 0;
  write_record (trace, TASK_INCOMING, .subject = 1, .value = 1, .queue = LS_QUEUE_TYPE_INPUT);
  write_record (trace, TASK_DELAYED, .subject = 2, .value = 10000, .queue = LS_QUEUE_TYPE_DEFAULT);
  write_record (trace, TASK_POSTED, .subject = 3, .value = 10, .priority = LS_TASK_PRIORITY_USER_VISIBLE);
  write_record (trace, TASK_DELAYED, .subject = 3, .value = 10000, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  write_record (trace, TASK_POSTED, .subject = 4, .priority = LS_TASK_PRIORITY_BACKGROUND);
  writer_time = 10000;
  write_record (trace, TASK_DUE, .subject = 2, .queue = LS_QUEUE_TYPE_DEFAULT);
  write_record (trace, TASK_DUE, .subject = 3, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
  writer_time = 11000;
  write_record (trace, TASK_QUEUED, .subject = 3, .object = 1, .value = 2);
  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      writer_time = starts[i] * 1000;
      write_record (trace, TASK_SELECTED, .subject = i + 1, .value = i + 1, .priority = priorities[i]);
      write_record (trace, TASK_STARTED, .subject = i + 1);
      write_record (trace, TASK_FINISHED, .subject = i + 1);
    }
  publish (trace);
  comparison = ls_comparison_new (trace, empty);

  ls_comparison_get_totals (comparison, LS_COMPARISON_LEFT, &totals);
  g_assert_cmpuint (totals.all.n_tasks, ==, 4);
  /* 12, 5 and 10 ms; the last one was never in a queue. */
  g_assert_cmpuint (totals.all.total, ==, 27000);
  g_assert_cmpuint (totals.all.longest, ==, 12000);
  g_assert_cmpuint (totals.all.longest_task, ==, 1);
  g_assert_cmpuint (totals.waits[LS_TASK_PRIORITY_NONE].n_tasks, ==, 2);
  g_assert_cmpuint (totals.waits[LS_TASK_PRIORITY_NONE].total, ==, 17000);
  g_assert_cmpuint (totals.waits[LS_TASK_PRIORITY_USER_VISIBLE].total, ==, 10000);
  g_assert_cmpuint (totals.waits[LS_TASK_PRIORITY_BACKGROUND].n_tasks, ==, 1);
  g_assert_cmpuint (totals.waits[LS_TASK_PRIORITY_BACKGROUND].total, ==, 0);
  ls_comparison_get_totals (comparison, LS_COMPARISON_RIGHT, &totals);
  g_assert_cmpuint (totals.all.n_tasks, ==, 0);
}

/* Only what runs from a position on; who posted it is known from before. */
static void
test_ranges (void)
{
  g_autoptr (LsTrace) left = trace_of ("m:a,b,c a b c");
  g_autoptr (LsTrace) right = trace_of ("m:a,b,c a c b");
  g_autoptr (LsComparison) same = NULL;
  g_autoptr (LsComparison) part = NULL;
  g_autofree char *rows = NULL;
  gsize end = 0, n = 0;

  for (; n < 2; end++)
    {
      LsRecord record;

      ls_trace_get_record (left, end, &record);
      n += record.kind == LS_RECORD_TASK_FINISHED;
    }
  same = ls_comparison_new_of_ranges (left, 0, end, right, 0, end, NULL, NULL);
  g_assert_true (ls_comparison_is_same (same));
  g_assert_cmpuint (ls_comparison_get_n_rows (same), ==, 2);
  part = ls_comparison_new_of_ranges (left, end, G_MAXSIZE, right, end, G_MAXSIZE, NULL, NULL);
  rows = rows_of (part);
  g_assert_cmpstr (rows, ==, "b|+1 c=c |b+1");
  g_assert_cmpuint (ls_comparison_find_next_difference (part, 0), ==, 2);
  g_assert_cmpuint (ls_comparison_find_next_difference (part, 2), ==, LS_COMPARISON_NONE);
  g_assert_cmpuint (ls_comparison_find_row (part, LS_COMPARISON_RIGHT, 1), ==, 2);
  g_assert_cmpuint (ls_comparison_find_row (part, LS_COMPARISON_RIGHT, 2), ==, LS_COMPARISON_NONE);
  g_assert_cmpuint (ls_comparison_find_row_at (part, LS_COMPARISON_LEFT, 0), ==, LS_COMPARISON_NONE);
  g_assert_cmpuint (ls_comparison_find_row_at (part, LS_COMPARISON_LEFT, G_MAXSIZE), ==, 1);
}

static void
test_empty (void)
{
  g_autoptr (LsTrace) empty = ls_trace_new ();
  g_autoptr (LsTrace) one = trace_of ("m");
  g_autoptr (LsComparison) none = ls_comparison_new (empty, empty);
  g_autoptr (LsComparison) all = ls_comparison_new (empty, one);
  g_autofree char *text = ls_comparison_to_text (none, NULL, NULL);
  g_autofree char *rows = rows_of (all);
  g_autofree char *first = ls_comparison_describe_first (all);
  g_autofree char *json = ls_comparison_to_json (none, NULL, NULL);
  g_autofree char *all_json = ls_comparison_to_json (all, NULL, NULL);

  g_assert_nonnull (strstr (all_json, "    {\"kind\": \"only-right\", \"right\": {\"place\": 1, \"task\": 1, \"name\": \"m\", \"priority\": "
                                      "\"user-visible\", \"queue\": \"web-scheduling\", \"start\": 0, \"wait\": 0}}\n"));
  g_assert_true (ls_comparison_is_same (none));
  g_assert_cmpuint (ls_comparison_get_n_rows (none), ==, 0);
  g_assert_cmpstr (text, ==, "The 0 tasks are the same and ran in the same order at the same times.\n");
  g_assert_cmpstr (rows, ==, ">m");
  g_assert_cmpstr (first, ==, "The runs differ from the first task. On the left: nothing more; on the right: “m” "
                              "(user-visible) at 0 ms. “m” never ran on the left.");
}

static void
on_compared (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static void
test_async (void)
{
  g_autoptr (LsTrace) left = trace_of ("m:a,b a b");
  g_autoptr (LsTrace) right = trace_of ("m:a,b b a");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) cancelled = NULL;
  g_autoptr (LsComparison) comparison = NULL;
  g_autoptr (GError) error = NULL;

  ls_comparison_compare_async (left, 0, G_MAXSIZE, right, 0, G_MAXSIZE, NULL, on_compared, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  comparison = ls_comparison_compare_finish (result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ls_comparison_get_n_rows (comparison), ==, 4);

  g_cancellable_cancel (cancellable);
  ls_comparison_compare_async (left, 0, G_MAXSIZE, right, 0, G_MAXSIZE, cancellable, on_compared, &cancelled);
  while (cancelled == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (ls_comparison_compare_finish (cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Tasks of @n names in an order that @seed gives, posted in the same one. */
static LsTrace *
shuffled (guint n,
          guint seed)
{
  LsTrace *trace = ls_trace_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autofree guint32 *order = g_new (guint32, n);

  writer_time = 0;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("job %u", i % 1000);

      order[i] = i + 1;
      write_record (trace, TASK_POSTED, .subject = i + 1, .text = text_of (trace, name));
      write_record (trace, TASK_QUEUED, .subject = i + 1, .object = 1, .value = i + 1, .priority = LS_TASK_PRIORITY_USER_VISIBLE,
                    .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
    }
  for (guint i = n; seed > 0 && i-- > 1;)
    {
      guint j = g_rand_int_range (rand, 0, i + 1);
      guint32 other = order[j];

      order[j] = order[i];
      order[i] = other;
    }
  for (guint i = 0; i < n; i++)
    {
      write_record (trace, TASK_SELECTED, .subject = order[i], .value = i + 1, .priority = LS_TASK_PRIORITY_USER_VISIBLE,
                    .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
      write_record (trace, TASK_STARTED, .subject = order[i]);
      write_record (trace, TASK_FINISHED, .subject = order[i]);
    }
  publish (trace);
  return trace;
}

/* Whatever the orders: each side can be read down the rows, every task is in one row of each side, and what is the same on
 * both sides is paired. */
static void
test_permutations (void)
{
  for (guint seed = 1; seed < 30; seed++)
    {
      guint n = seed * 37;
      g_autoptr (LsTrace) left = shuffled (n, seed);
      g_autoptr (LsTrace) right = shuffled (n, seed * 7 + 1);
      g_autoptr (LsComparison) comparison = ls_comparison_new (left, right);
      guint32 next[2] = { 0, 0 }, n_both = 0, n_moved = 0;

      for (guint32 i = 0; i < ls_comparison_get_n_rows (comparison); i++)
        {
          LsComparisonRow row;

          ls_comparison_get_row (comparison, i, &row);
          if (row.left.task != 0)
            g_assert_cmpuint (row.left.index, ==, next[0]++);
          if (row.right.task != 0)
            g_assert_cmpuint (row.right.index, ==, next[1]++);
          /* Numbers are the same on both sides here. */
          if (row.left.task != 0 && row.right.task != 0)
            {
              g_assert_cmpuint (row.left.task, ==, row.right.task);
              n_both++;
            }
          else
            {
              LsComparisonRow other;

              g_assert_cmpint (row.kind, ==, LS_COMPARISON_MOVED);
              ls_comparison_get_row (comparison, row.other_row, &other);
              g_assert_cmpuint (MAX (row.left.task, row.right.task), ==, MAX (other.left.task, other.right.task));
              n_moved++;
            }
        }
      g_assert_cmpuint (next[0], ==, n);
      g_assert_cmpuint (next[1], ==, n);
      g_assert_cmpuint (n_both * 2 + n_moved, ==, 2 * n);
      g_assert_cmpuint (ls_comparison_count (comparison, LS_COMPARISON_MOVED) * 2, ==, n_moved);
    }
}

static void
test_fast (void)
{
  guint n = g_test_perf () ? 1000000 : 50000;
  g_autoptr (LsTrace) left = shuffled (n, 0);
  g_autoptr (LsTrace) right = shuffled (n, 5);
  g_autoptr (LsComparison) comparison = NULL;
  double seconds;

  g_test_timer_start ();
  comparison = ls_comparison_new (left, right);
  seconds = g_test_timer_elapsed ();
  g_assert_cmpuint (ls_comparison_get_n_tasks (comparison, LS_COMPARISON_RIGHT), ==, n);
  g_test_minimized_result (seconds, "%.3f s for %u tasks", seconds, n);
  /* Far from what a quadratic one takes. */
  g_assert_cmpfloat (seconds, <, 20);
}

/* Records that contradict each other, or name what cannot be. */
static void
test_corrupt (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint round = 0; round < 20; round++)
    {
      g_autoptr (LsTrace) first = ls_trace_new ();
      g_autoptr (LsTrace) second = ls_trace_new ();
      LsTrace *traces[2] = { first, second };
      g_autoptr (LsComparison) comparison = NULL;
      g_autofree char *text = NULL;
      g_autofree char *json = NULL;

      for (guint side = 0; side < 2; side++)
        {
          text_of (traces[side], "a");
          for (guint i = 0; i < 3000; i++)
            {
              LsRecord record = {
                .time = g_rand_int (rand) * (guint64) g_rand_int (rand),
                .subject = g_rand_int_range (rand, 0, 8) == 0 ? g_rand_int (rand) : (guint) g_rand_int_range (rand, 0, 20),
                .object = g_rand_int_range (rand, 0, 10),
                .value = g_rand_int_range (rand, 0, 10),
                .text = g_rand_int_range (rand, 0, 8) == 0 ? g_rand_int (rand) : (guint) g_rand_int_range (rand, 0, 3),
                .kind = g_rand_int_range (rand, 0, LS_N_RECORD_KINDS + 3),
                .priority = g_rand_int_range (rand, 0, 5),
                .queue = g_rand_int_range (rand, 0, 30),
                .flags = g_rand_int (rand),
              };

              write_full (traces[side], record);
              if (record.kind == LS_RECORD_TASK_SELECTED)
                {
                  record.kind = LS_RECORD_TASK_STARTED;
                  write_full (traces[side], record);
                }
            }
          publish (traces[side]);
        }
      comparison = ls_comparison_new (traces[0], traces[1]);
      text = ls_comparison_to_text (comparison, "a", NULL);
      json = ls_comparison_to_json (comparison, NULL, "b");
      g_assert_cmpuint (ls_comparison_get_n_tasks (comparison, LS_COMPARISON_LEFT), >, 5);
    }
}

static void
test_names (void)
{
  for (guint i = 0; i < LS_N_COMPARISON_KINDS; i++)
    for (guint k = 0; k < i; k++)
      g_assert_cmpstr (ls_comparison_kind_to_string (i), !=, ls_comparison_kind_to_string (k));
  g_assert_cmpstr (ls_comparison_kind_to_string (LS_COMPARISON_ONLY_RIGHT), ==, "only-right");
  g_assert_cmpstr (ls_comparison_kind_to_string (LS_N_COMPARISON_KINDS), ==, "unknown");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/comparison/rows", test_rows);
  g_test_add_func ("/comparison/priority", test_priority);
  g_test_add_func ("/comparison/priority-and-order", test_priority_and_order);
  g_test_add_func ("/comparison/totals", test_totals);
  g_test_add_func ("/comparison/waits", test_waits);
  g_test_add_func ("/comparison/ranges", test_ranges);
  g_test_add_func ("/comparison/empty", test_empty);
  g_test_add_func ("/comparison/async", test_async);
  g_test_add_func ("/comparison/permutations", test_permutations);
  g_test_add_func ("/comparison/corrupt", test_corrupt);
  g_test_add_func ("/comparison/fast", test_fast);
  g_test_add_func ("/comparison/names", test_names);

  return g_test_run ();
}
