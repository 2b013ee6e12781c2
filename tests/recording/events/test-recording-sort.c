/* test-recording-sort.c: sorting in place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <sys/resource.h>
#include <unistd.h>

#include "sanitized.h"

#include "ls-recording-sort-private.h"

typedef struct
{
  guint16 key;
  guint32 index;
  guint8  rest[7];
} Element;

typedef enum
{
  SORTED,
  BACKWARDS,
  RANDOM,
  EQUAL,
  NEARLY,    /* what is late is late by a few */
  TWO_RUNS,  /* two long parts that are in order: too long for the scratch memory */
  MANY_RUNS,
  N_SHAPES
} Shape;

static guint64 n_compared;

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      user_data)
{
  const Element *x = a, *y = b;

  n_compared++;
  g_assert_cmpstr (user_data, ==, "data");
  return x->key < y->key ? -1 : x->key > y->key;
}

static guint16
make_key (GRand *rand,
          Shape  shape,
          guint  i,
          guint  n)
{
  switch (shape)
    {
    case SORTED:
      return (guint16) (i * 60000.0 / n);
    case BACKWARDS:
      return (guint16) ((n - i) * 60000.0 / n);
    case RANDOM:
      return (guint16) g_rand_int_range (rand, 0, 60000);
    case NEARLY:
      return (guint16) (i * 60000.0 / n + g_rand_int_range (rand, 0, 5));
    case TWO_RUNS:
      return (guint16) ((i * 2 % n) * 60000.0 / n);
    case MANY_RUNS:
      return (guint16) (i % 700);
    case EQUAL:
    case N_SHAPES:
    default:
      return 7;
    }
}

/* What is equal keeps its order, and nothing is lost, whatever the order was. */
static void
test_shapes (void)
{
  static const guint lengths[] = { 0, 1, 2, 3, 15, 16, 17, 33, 100, 1024, 3000, 40000, 100000 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);

  for (guint length = 0; length < G_N_ELEMENTS (lengths); length++)
    for (Shape shape = 0; shape < N_SHAPES; shape++)
      {
        guint n = lengths[length];
        g_autofree Element *elements = g_new0 (Element, n + 1);
        g_autofree guint16 *keys = g_new (guint16, n + 1);
        g_autofree gboolean *found = g_new0 (gboolean, n + 1);

        for (guint i = 0; i < n; i++)
          {
            keys[i] = make_key (rand, shape, i, n);
            elements[i] = (Element) { .key = keys[i], .index = i, .rest = { (guint8) i } };
          }
        elements[n].key = 4711;

        ls_recording_sort (elements, n, sizeof (Element), compare, (gpointer) "data");

        for (guint i = 0; i < n; i++)
          {
            g_assert_cmpuint (elements[i].key, ==, keys[elements[i].index]);
            g_assert_cmpuint (elements[i].rest[0], ==, (guint8) elements[i].index);
            g_assert_false (found[elements[i].index]);
            found[elements[i].index] = TRUE;
            if (i > 0)
              g_assert_cmpuint (elements[i - 1].key, <=, elements[i].key);
            if (i > 0 && elements[i - 1].key == elements[i].key)
              g_assert_cmpuint (elements[i - 1].index, <, elements[i].index);
          }
        g_assert_cmpuint (elements[n].key, ==, 4711);
      }
}

/* One look at what is in order, and never many. */
static void
test_steps (void)
{
  const guint n = 1 << 17;   /* 17 halvings */
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  g_autofree Element *elements = g_new0 (Element, n);

  for (Shape shape = 0; shape < N_SHAPES; shape++)
    {
      for (guint i = 0; i < n; i++)
        elements[i].key = make_key (rand, shape, i, n);
      n_compared = 0;
      ls_recording_sort (elements, n, sizeof (Element), compare, (gpointer) "data");
      g_assert_cmpuint (n_compared, <, 17 * (guint64) n * 2);
      if (shape == SORTED || shape == EQUAL)
        g_assert_cmpuint (n_compared, <=, n);
    }
}

/* Takes from now on what @n_bytes more of addresses are for. */
static void
limit_memory (gsize n_bytes)
{
  g_autofree char *text = NULL;
  struct rlimit limit;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  getrlimit (RLIMIT_AS, &limit);
  limit.rlim_cur = g_ascii_strtoull (text, NULL, 10) * (gsize) sysconf (_SC_PAGESIZE) + n_bytes;
  g_assert_cmpint (setrlimit (RLIMIT_AS, &limit), ==, 0);
}

/* Where memory is short, sorting takes longer and does not end the program. */
static void
test_short_of_memory (void)
{
  const guint n = 1 << 23;
  g_autoptr (GRand) rand = NULL;
  g_autofree Element *elements = NULL;

  /* The sanitizer has taken all addresses, and the limit would end it. The test runs in each build without one. */
  if (IS_SANITIZED)
    {
      g_test_skip ("a sanitizer takes memory for itself");
      return;
    }
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      return;
    }
  rand = g_rand_new_with_seed (9);
  elements = g_new0 (Element, n);
  for (guint i = 0; i < n; i++)
    elements[i].key = make_key (rand, TWO_RUNS, i, n);
  limit_memory (1024 * 1024);
  ls_recording_sort (elements, n, sizeof (Element), compare, (gpointer) "data");
  for (guint i = 1; i < n; i++)
    g_assert_cmpuint (elements[i - 1].key, <=, elements[i].key);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recording-sort/shapes", test_shapes);
  g_test_add_func ("/recording-sort/steps", test_steps);
  g_test_add_func ("/recording-sort/short-of-memory", test_short_of_memory);

  return g_test_run ();
}
