/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "ls-handout-layout.h"
#include "ls-session-error.h"

/* What a handout has on which sheet. */

#define WORK(ms) "{\"op\":\"work\",\"ms\":" ms "}"
#define TASK(name, options, ms) "{\"op\":\"postTask\",\"name\":\"" name "\"" options ",\"body\":[" WORK (ms) "]}"
/* They run in the order c, a, b. The timer is due at once. */
#define STEPS \
  "{\"op\":\"controller\",\"name\":\"one\"}," TASK ("a", "", "10") "," TASK ("b", ",\"priority\":\"background\"", "3") "," \
  TASK ("c", ",\"priority\":\"user-blocking\"", "2") "," TASK ("held", ",\"signal\":\"one\",\"delay\":50", "1") "," \
  "{\"op\":\"timer\",\"name\":\"tick\",\"ms\":0,\"body\":[]},{\"op\":\"microtask\",\"name\":\"soon\",\"body\":[]}"
#define PAGE(title, more) \
  "{\"title\":\"" title "\",\"text\":[\"About " title ": `code` and *more*.\"],\"at\":{\"turn\":1},\"look\":[\"stage\",\"program\",\"timeline\"]" more "}"
#define ASK(text, more) ",\"question\":{\"text\":\"" text "\"," more "}"
#define ANSWER(text, because, more) "{\"text\":\"" text "\",\"because\":\"" because "\"" more "}"
#define CHOOSE \
  ASK ("Which one?", "\"answers\":[" ANSWER ("first choice", "SECRET one", "") "," ANSWER ("second choice", "SECRET two", ",\"right\":true") \
       "," ANSWER ("third choice", "SECRET three", "") "]")
#define ORDER ASK ("In which order?", "\"tasks\":[\"c\",\"a\",\"b\",\"nobody\"],\"because\":\"SECRET order\"")
#define BARS ASK ("When?", "\"bars\":[\"a\",\"b\",\"c\"],\"because\":\"SECRET bars\",\"hints\":[\"SECRET hint\"]")
#define PICK ASK ("Pick it", "\"pick\":\"next\",\"because\":\"SECRET pick\"")
#define DO \
  ",\"task\":{\"text\":\"Do it\",\"hint\":\"SECRET how\",\"until\":{\"ran\":\"b\"},\"solution\":{\"at\":{\"turn\":4}}}"
#define GOLF \
  ",\"golf\":{\"text\":\"Reach it\",\"expectations\":[{\"order\":[\"c\",\"a\",\"b\"]}],\"solution\":{\"actions\":[{\"at\":{\"turn\":1}," \
  "\"do\":{\"op\":\"setPriority\",\"controller\":\"one\",\"priority\":\"user-blocking\"}}]}}"
/* Amid a turn */
#define LATER "{\"title\":\"Later\",\"text\":[\"P\"],\"at\":{\"step\":1},\"look\":[\"stage\",\"timeline\"]" PICK "}"
#define ALL \
  PAGE ("Choosing", CHOOSE) "," PAGE ("Ordering", ORDER) "," PAGE ("Placing", BARS) "," PAGE ("Picking", PICK) "," \
  PAGE ("Doing", DO) "," PAGE ("Playing", GOLF) "," PAGE ("Knowing", "")

static LsSession *
make_session (const char *pages)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strdup_printf ("{\"format\":\"loopscope-session\",\"version\":1,\"title\":\"The lesson\","
                                           "\"program\":{\"kind\":\"steps\",\"main\":[%s]}%s%s%s}", STEPS,
                                           pages != NULL ? ",\"lesson\":{\"id\":\"x\",\"minutes\":9,\"pages\":[" : "",
                                           pages != NULL ? pages : "", pages != NULL ? "]}" : "");
  LsSession *session = ls_session_new_from_data ("test", text, -1, &error);

  g_assert_no_error (error);
  return session;
}

static LsHandout *
make_handout (LsHandoutPaper  paper,
              const char     *pages,
              gboolean        has_seed,
              guint32         seed)
{
  g_autoptr (LsSession) session = make_session (pages);
  LsHandout *handout = ls_handout_new (paper);
  g_autoptr (GError) error = NULL;

  if (has_seed)
    ls_handout_set_seed (handout, seed);
  ls_handout_add_lesson (handout, session, NULL, &error);
  g_assert_no_error (error);
  return handout;
}

static const LsHandoutBlock *
get_block (GPtrArray *blocks,
           guint      index)
{
  return g_ptr_array_index (blocks, index);
}

/* Returns which block of a kind, from the one after @from on, has a text; fails without one. */
static guint
find_block (GPtrArray     *blocks,
            guint          from,
            LsHandoutKind  kind,
            const char    *text)
{
  for (guint i = from; i < blocks->len; i++)
    if (get_block (blocks, i)->kind == kind && strstr (get_block (blocks, i)->text, text) != NULL)
      return i;
  g_error ("no block says “%s”", text);
}

/* All that is asked comes before all that is right, and nothing that helps is beside a question. */
static void
test_answers (void)
{
  static const char *const questions[] = { "Which one?", "In which order?", "When?", "Pick it", "Do it", "Reach it" };
  static const char *const secrets[] = { "SECRET two", "SECRET order", "SECRET bars", "SECRET hint", "SECRET pick", "SECRET how",
                                         "After turn 1: set priority of “one” to user-blocking" };
  g_autoptr (LsHandout) handout = make_handout (LS_HANDOUT_A4, ALL, FALSE, 0);
  g_autoptr (GPtrArray) blocks = ls_handout_list_blocks (handout);
  const guint answers = find_block (blocks, 0, LS_HANDOUT_TITLE, "Answers");

  for (guint i = 0; i < answers; i++)
    {
      g_assert_null (strstr (get_block (blocks, i)->text, "SECRET"));
      g_assert_false (get_block (blocks, i)->kind == LS_HANDOUT_ANSWER_HEADING);
    }
  for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
    g_assert_cmpuint (find_block (blocks, 0, LS_HANDOUT_QUESTION, questions[i]), <, answers);
  for (guint i = 0; i < G_N_ELEMENTS (secrets); i++)
    g_assert_cmpuint (find_block (blocks, answers, LS_HANDOUT_TEXT, secrets[i]), >, answers);
  /* The answers of a page come below its title. */
  for (guint i = find_block (blocks, answers, LS_HANDOUT_ANSWER_HEADING, "Ordering"); i < blocks->len; i++)
    g_assert_null (strstr (get_block (blocks, i)->text, "SECRET two"));
  g_assert_cmpstr (get_block (blocks, find_block (blocks, answers, LS_HANDOUT_QUESTION, "second choice"))->label, ==, "B");
  g_assert_cmpuint (find_block (blocks, answers, LS_HANDOUT_SMALL, "SECRET one"), >, answers);
}

/* Returns (transfer full) the texts of the blocks of a kind in a part of the handout, with their labels. */
static char *
list_texts (GPtrArray     *blocks,
            guint          begin,
            guint          end,
            LsHandoutKind  kind)
{
  GString *texts = g_string_new (NULL);

  for (guint i = begin; i < end; i++)
    if (get_block (blocks, i)->kind == kind)
      g_string_append_printf (texts, "%s%s %s", texts->len > 0 ? ", " : "",
                              get_block (blocks, i)->label != NULL ? get_block (blocks, i)->label : "", get_block (blocks, i)->text);
  return g_string_free (texts, FALSE);
}

/* What is to be put into order does not stand in it, whatever the seed, and the run knows the order. */
static void
test_order (void)
{
  for (guint seed = 0; seed < 60; seed++)
    {
      g_autoptr (LsHandout) handout = make_handout (LS_HANDOUT_A4, PAGE ("Ordering", ORDER), seed > 0, seed);
      g_autoptr (GPtrArray) blocks = ls_handout_list_blocks (handout);
      const guint answers = find_block (blocks, 0, LS_HANDOUT_TITLE, "Answers");
      g_autofree char *asked = list_texts (blocks, 0, answers, LS_HANDOUT_PLACE);
      g_autofree char *right = list_texts (blocks, answers, blocks->len, LS_HANDOUT_PLACE);
      const char *a = strstr (asked, "`a`"), *b = strstr (asked, "`b`"), *c = strstr (asked, "`c`");

      g_assert_false (c < a && a < b);
      g_assert_nonnull (strstr (asked, "`nobody`"));
      g_assert_cmpstr (right, ==, "1 `c`, 2 `a`, 3 `b`");
      find_block (blocks, answers, LS_HANDOUT_TEXT, "Never comes: `nobody`");
    }
}

/* Returns (transfer full) the pictures of a part of the handout, as text. */
static char *
list_figures (GPtrArray *blocks,
              guint      begin,
              guint      end)
{
  GString *text = g_string_new (NULL);

  for (guint i = begin; i < end; i++)
    if (get_block (blocks, i)->figure != NULL)
      {
        g_autofree char *figure = ls_handout_figure_to_text (get_block (blocks, i)->figure);

        g_string_append (text, figure);
      }
  return g_string_free (text, FALSE);
}

/* Bars to draw are not in the order of their times, nor always in that of the file; they are so too where the right ones are. */
static void
test_bars (void)
{
  g_autoptr (GHashTable) orders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint seed = 0; seed < 60; seed++)
    {
      g_autoptr (LsHandout) handout = make_handout (LS_HANDOUT_A4, PAGE ("Placing", BARS), seed > 0, seed);
      g_autoptr (GPtrArray) blocks = ls_handout_list_blocks (handout);
      const guint answers = find_block (blocks, 0, LS_HANDOUT_TITLE, "Answers");
      g_autofree char *asked = list_figures (blocks, 0, answers), *right = list_figures (blocks, answers, blocks->len);
      const char *a = strstr (asked, "\na:"), *b = strstr (asked, "\nb:"), *c = strstr (asked, "\nc:");

      g_assert_nonnull (a);
      g_assert_nonnull (b);
      g_assert_nonnull (c);
      g_assert_false (c < a && a < b);
      g_assert_nonnull (strstr (right, "a: 2000–12000\n"));
      g_assert_nonnull (strstr (right, "b: 12000–15000\n"));
      g_assert_nonnull (strstr (right, "c: 0–2000\n"));
      g_assert_true ((strstr (right, "a:") < strstr (right, "b:")) == (a < b));
      g_assert_true ((strstr (right, "b:") < strstr (right, "c:")) == (b < c));
      g_hash_table_add (orders, g_steal_pointer (&asked));
    }
  g_assert_cmpuint (g_hash_table_size (orders), ==, 5);
}

/* Choices are in the order of the file, or in one that the seed alone decides; the letter of the right one follows. */
static void
test_seed (void)
{
  g_autoptr (GHashTable) orders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (LsHandout) handout = make_handout (LS_HANDOUT_A4, PAGE ("Choosing", CHOOSE), i > 0, i / 2);
      g_autoptr (GPtrArray) blocks = ls_handout_list_blocks (handout);
      const guint answers = find_block (blocks, 0, LS_HANDOUT_TITLE, "Answers");
      g_autofree char *choices = list_texts (blocks, 0, answers, LS_HANDOUT_CHOICE);
      const guint right = find_block (blocks, answers, LS_HANDOUT_QUESTION, "second choice");
      g_autofree char *expected = g_strdup_printf ("%s second choice", get_block (blocks, right)->label);

      if (i == 0)
        g_assert_cmpstr (choices, ==, "A first choice, B second choice, C third choice");
      g_assert_nonnull (strstr (choices, expected));
      /* An odd number has the seed of the one before. */
      if (i > 2 && i % 2 == 1)
        g_assert_true (g_hash_table_contains (orders, choices));
      g_hash_table_add (orders, g_steal_pointer (&choices));
    }
  g_assert_cmpuint (g_hash_table_size (orders), >, 2);
}

/* The picture of a page shows what waits and what has run, and nothing of what comes. */
static void
test_pictures (void)
{
  g_autoptr (LsHandout) handout = make_handout (LS_HANDOUT_A4, PAGE ("Placing", BARS) "," LATER, FALSE, 0);
  g_autoptr (GPtrArray) blocks = ls_handout_list_blocks (handout);
  const guint answers = find_block (blocks, 0, LS_HANDOUT_TITLE, "Answers");
  g_autofree char *asked = list_figures (blocks, 0, answers), *right = list_figures (blocks, answers, blocks->len);

  g_assert_cmpstr (asked, ==,
                   "Running:\nMicrotasks:\nuser-blocking: static: [c 4]\nuser-visible: static: [a 2]\nbackground: static: [b 3]\n"
                   "Timers: [tick]\nWaiting for time: [held due at 50 ms]\n"
                   "b:\nc:\na:\n"
                   "Running: [main since 0 ms]\nMicrotasks: [soon]\nuser-blocking: static: [c 4]\nuser-visible: static: [a 2]\n"
                   "background: static: [b 3]\nTimers: [tick]\nWaiting for time: [held due at 50 ms]\n");
  g_assert_cmpstr (right, ==, "b: 12000–15000\nc: 0–2000\na: 2000–12000\n");
}

static const LsHandoutPiece *
get_piece (LsHandoutLayout *layout,
           guint            index)
{
  return &g_array_index (layout->pieces, LsHandoutPiece, index);
}

/* Everything is on the paper, one below the other, and no heading or question is parted from what it is of. */
static void
assert_layout (GPtrArray      *blocks,
               LsHandoutPaper  paper)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LsHandoutLayout) layout = ls_handout_layout_new (blocks, paper, NULL, &error);
  guint block = 0;

  g_assert_no_error (error);
  g_assert_cmpfloat (layout->height, ==, paper == LS_HANDOUT_LETTER ? 792 : 841.89);
  for (guint i = 0; i < layout->pieces->len; i++)
    {
      const LsHandoutPiece *piece = get_piece (layout, i), *next = i + 1 < layout->pieces->len ? get_piece (layout, i + 1) : NULL;

      g_assert_true (piece->block == get_block (blocks, block));
      g_assert_cmpfloat (piece->y, >=, LS_HANDOUT_TOP);
      g_assert_cmpfloat (piece->y + piece->height, <=, layout->height - LS_HANDOUT_BOTTOM + 0.01);
      if (next == NULL)
        break;
      g_assert_true (next->sheet == piece->sheet ? next->y >= piece->y + piece->height : next->sheet == piece->sheet + 1);
      if (next->block == piece->block)
        g_assert_cmpuint (next->first_line, ==, piece->first_line + piece->n_lines);
      else
        block++;
      if (next->block != piece->block && piece->block->keeps_next)
        g_assert_cmpuint (next->sheet, ==, piece->sheet);
    }
  g_assert_cmpuint (block, ==, blocks->len - 1);
  g_assert_cmpuint (get_piece (layout, layout->pieces->len - 1)->sheet + 1, ==, ls_handout_layout_get_n_sheets (layout));
}

static void
test_layout (void)
{
  g_autoptr (LsHandout) handout = make_handout (LS_HANDOUT_A4, ALL, FALSE, 0);
  g_autoptr (LsSession) session = make_session (ALL);
  g_autoptr (GPtrArray) blocks = NULL;
  g_autoptr (GError) error = NULL;

  /* Two lessons are one document. */
  ls_handout_add_lesson (handout, session, NULL, &error);
  g_assert_no_error (error);
  blocks = ls_handout_list_blocks (handout);
  g_assert_cmpuint (find_block (blocks, find_block (blocks, 0, LS_HANDOUT_QUESTION, "Reach it") + 1, LS_HANDOUT_TITLE, "The lesson"), <,
                    find_block (blocks, 0, LS_HANDOUT_TITLE, "Answers"));
  assert_layout (blocks, LS_HANDOUT_A4);
  assert_layout (blocks, LS_HANDOUT_LETTER);
}

/* What a page asks is on another sheet than what the next one tells. */
static void
test_apart (void)
{
  g_autoptr (LsHandout) handout = ls_handout_new (LS_HANDOUT_A4);
  g_autoptr (LsSession) session = make_session (PAGE ("Picking", PICK) "," PAGE ("Knowing", "") "," PAGE ("Doing", DO));
  g_autoptr (LsHandoutLayout) layout = NULL;
  g_autoptr (GPtrArray) blocks = NULL;
  guint sheet = 0;

  ls_handout_set_apart (handout);
  g_assert_true (ls_handout_add_lesson (handout, session, NULL, NULL));
  blocks = ls_handout_list_blocks (handout);
  layout = ls_handout_layout_new (blocks, LS_HANDOUT_A4, NULL, NULL);
  for (guint i = 0; i < layout->pieces->len; i++)
    if (get_piece (layout, i)->block->kind == LS_HANDOUT_HEADING)
      g_assert_cmpuint (get_piece (layout, i)->sheet, ==, sheet++);
  g_assert_cmpuint (sheet, ==, 3);
}

/* A program goes on over several sheets, with all its lines, and long lines are wrapped. */
static void
test_listing (void)
{
  g_autoptr (GPtrArray) blocks = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_handout_block_free);
  g_autoptr (GString) program = g_string_new (NULL);
  g_autofree char *giant = g_strnfill (7000, 'w');
  g_autoptr (LsHandoutLayout) layout = NULL;
  LsHandoutFigure *figure = ls_handout_figure_new ();
  guint n_lines = 0, n_pieces = 0;

  for (guint i = 0; i < 150; i++)
    g_string_append_printf (program, "line (%u);%s\n", i, i == 70 ? " // and so on, and so on, and so on, and so on, and so on, and so on, and so on" : "");
  ls_handout_add (blocks, LS_HANDOUT_TITLE, "Title");
  ls_handout_add (blocks, LS_HANDOUT_CAPTION, "Program");
  ls_handout_add_listing (blocks, program->str, 1);
  /* What cannot be whole on a sheet breaks, whatever it is. */
  ls_handout_add (blocks, LS_HANDOUT_HEADING, giant);
  ls_handout_add (blocks, LS_HANDOUT_CHOICE, giant);
  for (guint i = 0; i < 60; i++)
    ls_handout_group_add (ls_handout_row_add_group (ls_handout_figure_add_row (figure, "row", "empty"), "queue"), "task", NULL);
  ls_handout_add_figure (blocks, "Picture", figure);
  ls_handout_add (blocks, LS_HANDOUT_TEXT, "A bad character: \001, and a sign without its partner: `");
  assert_layout (blocks, LS_HANDOUT_A4);
  layout = ls_handout_layout_new (blocks, LS_HANDOUT_A4, NULL, NULL);
  for (guint i = 0; i < layout->pieces->len; i++)
    if (get_piece (layout, i)->block->kind == LS_HANDOUT_LISTING)
      {
        n_lines += get_piece (layout, i)->n_lines;
        n_pieces++;
        g_assert_cmpuint (get_piece (layout, i)->n_lines, >, 1);
      }
  g_assert_cmpuint (n_lines, ==, 151);
  g_assert_cmpuint (n_pieces, >=, 2);
}

/* Nobody prints as much as a file can ask for. */
static void
test_limits (void)
{
  g_autoptr (GPtrArray) blocks = g_ptr_array_new_with_free_func ((GDestroyNotify) ls_handout_block_free);
  g_autoptr (GError) error = NULL;
  g_autofree char *lines = g_strnfill (3000, '\n'), *program = g_strconcat (lines, "last", NULL);

  ls_handout_add_listing (blocks, program, 1);
  g_assert_cmpstr (get_block (blocks, 1)->text, ==, "2501 more lines");
  for (guint i = 0; i < 1100; i++)
    ls_handout_add_lines (blocks, NULL, 28);
  g_assert_null (ls_handout_layout_new (blocks, LS_HANDOUT_A4, NULL, &error));
  g_assert_error (error, LS_SESSION_ERROR, LS_SESSION_ERROR_LIMIT);
  g_assert_cmpstr (error->message, ==, "It takes more than 1000 sheets of paper");
}

static void
test_refused (void)
{
  static const struct
  {
    const char *pages, *message;
  } cases[] = {
    { NULL, "There is no lesson in it; expected a session with pages" },
    { "{\"title\":\"Late\",\"text\":[\"P\"],\"at\":{\"turn\":99}}", "Page 1, Late: the moment of this page never comes" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (LsSession) session = make_session (cases[i].pages);
      g_autoptr (LsHandout) handout = ls_handout_new (LS_HANDOUT_A4);
      g_autoptr (GError) error = NULL;

      g_assert_false (ls_handout_add_lesson (handout, session, NULL, &error));
      g_assert_cmpstr (error->message, ==, cases[i].message);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (LsHandout) handout = make_handout (LS_HANDOUT_A4, ALL, FALSE, 0);
  g_autoptr (LsSession) session = make_session (ALL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL, other_error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ls_handout_to_pdf (handout, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (ls_handout_add_lesson (handout, session, cancellable, &other_error));
  g_assert_error (other_error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_pdf (void)
{
  g_autoptr (LsHandout) handout = make_handout (LS_HANDOUT_LETTER, ALL, TRUE, 4);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) pdf = ls_handout_to_pdf (handout, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (pdf, NULL), 5, "%PDF-", 5);
}

/* The words of the handout are in the language of who makes it, and numbers of that language are none of PDF. */
static void
test_german (void)
{
  g_autoptr (LsHandout) handout = make_handout (LS_HANDOUT_A4, ALL, FALSE, 0);
  g_autoptr (GPtrArray) blocks = ls_handout_list_blocks (handout);

  g_assert_cmpstr (setlocale (LC_NUMERIC, NULL), ==, "de_DE.UTF-8");
  find_block (blocks, find_block (blocks, 0, LS_HANDOUT_TITLE, "Antworten"), LS_HANDOUT_TEXT, "Kommt nie: `nobody`");
  find_block (blocks, 0, LS_HANDOUT_CAPTION, "Was bei 0 ms wartet und läuft.");
  test_pdf ();
}

int
main (int   argc,
      char *argv[])
{
  const char *catalogue = g_getenv ("LS_TEST_LOCALEDIR");

  g_test_init (&argc, &argv, NULL);
  if (catalogue != NULL)
    {
      setlocale (LC_ALL, "");
      bindtextdomain (GETTEXT_PACKAGE, catalogue);
      bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
      textdomain (GETTEXT_PACKAGE);
      g_test_add_func ("/handout/german", test_german);
      return g_test_run ();
    }
  g_test_add_func ("/handout/answers", test_answers);
  g_test_add_func ("/handout/order", test_order);
  g_test_add_func ("/handout/bars", test_bars);
  g_test_add_func ("/handout/seed", test_seed);
  g_test_add_func ("/handout/pictures", test_pictures);
  g_test_add_func ("/handout/layout", test_layout);
  g_test_add_func ("/handout/apart", test_apart);
  g_test_add_func ("/handout/listing", test_listing);
  g_test_add_func ("/handout/limits", test_limits);
  g_test_add_func ("/handout/refused", test_refused);
  g_test_add_func ("/handout/cancelled", test_cancelled);
  g_test_add_func ("/handout/pdf", test_pdf);

  return g_test_run ();
}
