/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <string.h>

#include "ls-lesson-check.h"
#include "session-util.h"

/* Answers of lessons that can be seen before they are given: authors are told of them. */

#define LOG(text) "{\"op\":\"log\",\"text\":\"" text "\"}"
#define TASK(name, options) "{\"op\":\"postTask\",\"name\":\"" name "\"" options ",\"body\":[" LOG (name) "]}"
#define STEPS TASK ("a", "") "," TASK ("b", ",\"priority\":\"background\"")

#define YES_OR_NO(more) \
  "\"question\":{\"text\":\"Which?\",\"answers\":[{\"text\":\"no\",\"because\":\"x\"}," \
  "{\"text\":\"yes\",\"right\":true,\"because\":\"x\"" more "}]}"
#define NEXT ",\"holds\":{\"next\":\"a\"}"
#define RAN ",\"holds\":{\"ran\":\"a\"}"
#define PAGE(title, text, more) "{\"title\":\"" title "\",\"text\":[\"" text "\"]," more "}"

/* A page that asks something, and where its answer can be seen. */
static const struct
{
  const char *name;
  const char *page;
  const char *place;   /* NULL for nowhere */
} visible[] = {
  { "nowhere", PAGE ("T", "P", "\"at\":{\"turn\":1}," YES_OR_NO (NEXT)), NULL },
  { "text", PAGE ("T", "Well, *Yes*.", YES_OR_NO ("")), "the texts of the page name it" },
  { "part-of-a-word", PAGE ("T", "Yesterday, eyes, yes-man", YES_OR_NO ("")), NULL },
  { "both", PAGE ("Yes or no", "P", YES_OR_NO ("")), NULL },
  { "hint", PAGE ("T", "P", YES_OR_NO ("") ",\"task\":{\"text\":\"x\",\"hint\":\"Say yes.\",\"until\":{\"ran\":\"a\"}}"),
    "the texts of the page name it" },
  { "name", PAGE ("T", "Task a waits.", "\"question\":{\"text\":\"x\",\"answers\":[{\"text\":\"no\",\"because\":\"x\"},"
                  "{\"text\":\"a\",\"right\":true,\"because\":\"x\"}]}"), NULL },
  { "next", PAGE ("T", "P", "\"at\":{\"turn\":1},\"hide\":[\"why\",\"future\"]," YES_OR_NO (NEXT)), "the page shows which task is next" },
  { "why", PAGE ("T", "P", "\"at\":{\"turn\":1},\"hide\":[\"next\",\"future\"]," YES_OR_NO (NEXT)), "the page shows why" },
  { "future", PAGE ("T", "P", "\"at\":{\"turn\":1},\"hide\":[\"why\"]," YES_OR_NO (RAN)), "the page shows what comes later" },
  { "happened", PAGE ("T", "P", "\"at\":{\"turn\":2}," YES_OR_NO (RAN)), "it is true already" },
  { "later", PAGE ("T", "P", "\"at\":{\"turn\":1}," YES_OR_NO (RAN)), NULL },
};

static void
test_visible (gconstpointer data)
{
  const guint i = GPOINTER_TO_UINT (data);
  g_autofree char *lesson = g_strconcat ("\"lesson\":{\"id\":\"x\",\"pages\":[", visible[i].page, "]}", NULL);
  g_autoptr (LsSession) session = session_new (STEPS, "", lesson);
  g_autoptr (GPtrArray) found = ls_session_find_visible_answers (session, NULL, NULL);

  g_assert_cmpuint (found->len, ==, visible[i].place != NULL);
  if (found->len == 0)
    return;
  g_assert_true (g_str_has_prefix (g_ptr_array_index (found, 0), "Page 1, T: the answer “yes” can be seen before it is given: "));
  g_assert_nonnull (strstr (g_ptr_array_index (found, 0), visible[i].place));
}

/* A member that means nothing is no error, but told: it may be misspelt. What actions and steps say is their own. */
static void
test_unread (void)
{
  static const char *const expected[] = {
    "/lesson/minuts: found a member that means nothing there, expected only: “id”, “number”, “minutes”, “pages”",
    "/lesson/pages/0/att: found a member that means nothing there, expected only: “title”, “text”, “look”, “lines”, “at”, “actions”, ",
    "/lesson/pages/0/question/becuase: found a member that means nothing there, expected only: “text”, “clause”, “hints”, “pick”, ",
    "/lesson/pages/0/question/toleranceMs: found ",
    "/lesson/pages/0/task/until/at: found a member that means nothing there, expected only: “title”, “ran”",
    "/lesson/pages/0/task/solution/action: found a member that means nothing there, expected only: “actions”, “schedule”, “at”, ",
  };
  g_autoptr (LsSession) session =
    session_new (STEPS, "", "\"lesson\":{\"id\":\"x\",\"minuts\":5,\"pages\":["
                 PAGE ("T", "P", "\"att\":{\"turn\":1},\"question\":{\"text\":\"x\",\"pick\":\"next\",\"becuase\":\"x\",\"toleranceMs\":1},"
                       "\"task\":{\"text\":\"x\",\"until\":{\"ran\":\"a\",\"at\":{}},\"solution\":{\"action\":[]}}") "," "{\"title\":\"T\",\"text\":[\"P\"]}]}");
  g_autoptr (GPtrArray) found = ls_session_find_unread_members (session);

  g_assert_cmpuint (found->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < found->len; i++)
    if (!g_str_has_prefix (g_ptr_array_index (found, i), expected[i]))
      g_error ("found “%s”, expected “%s”", (const char *) g_ptr_array_index (found, i), expected[i]);
}

/* A file may have any number of them. */
static void
test_unread_limit (void)
{
  g_autoptr (GString) members = g_string_new ("\"lesson\":{\"id\":\"x\",\"pages\":[{\"title\":\"T\",\"text\":[\"P\"]}]");
  g_autoptr (LsSession) session = NULL;
  g_autoptr (GPtrArray) found = NULL;

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (members, ",\"x%u\":0", i);
  g_string_append_c (members, '}');
  session = session_new (STEPS, "", members->str);
  found = ls_session_find_unread_members (session);
  g_assert_cmpuint (found->len, ==, 50);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (visible); i++)
    {
      g_autofree char *path = g_strconcat ("/lesson/visible/", visible[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_visible);
    }

  g_test_add_func ("/lesson/unread/told", test_unread);
  g_test_add_func ("/lesson/unread/limit", test_unread_limit);

  return g_test_run ();
}
