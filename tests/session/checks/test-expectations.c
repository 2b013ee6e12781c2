/* test-expectations.c: what expectations say in words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "ls-expectation-private.h"
#include "session-util.h"

static const struct
{
  const char *json;
  const char *text;
} texts[] = {
  { "{'log':['a','b']}", "The log is “a”, “b”" },
  { "{'log':[]}", "The log is nothing" },
  { "{'log':['a'],'title':'All'}", "All" },
  { "{'log':['a'],'title':''}", "The log is “a”" },
  { "{'logContains':['a']}", "The log contains “a”" },
  { "{'order':['a','b']}", "Tasks start in the order “a”, “b”" },
  { "{'ran':'a'}", "The task “a” runs" },
  { "{'notRan':'a'}", "The task “a” does not run" },
  { "{'result':{'task':'a','state':'rejected'}}", "The result of “a” is rejected" },
  { "{'next':'a','at':{'step':2}}", "At step 2, the next task is “a”" },
  { "{'unhandledRejections':0}", "0 rejections are not handled" },
  { "{'unhandledRejections':1}", "1 rejection is not handled" },
  { "{'finished':true}", "The run finishes" },
  { "{'finished':false}", "The run does not finish" },
  { "{'signal':{'name':'s','aborted':true}}", "Signal “s” is aborted" },
  { "{'signal':{'name':'s','aborted':false}}", "Signal “s” is not aborted" },
  { "{'signal':{'name':'s','priority':'background'}}", "Signal “s” has priority background" },
  { "{'signal':{'name':'s','priority':'background','aborted':true}}", "Signal “s” has priority background and is aborted" },
  { "{'signal':{'name':'s','priority':'background','aborted':false}}", "Signal “s” has priority background and is not aborted" },
  { "{'signal':{'name':'s','aborted':true},'at':{'step':3}}", "At step 3: Signal “s” is aborted" },
  { "{'posted':{}}", "An action posts a task" },
  { "{'posted':{'name':'a','priority':'user-visible','signal':'s','delay':5}}",
    "An action posts a task named “a” with priority user-visible and signal “s”, with a delay of at least 5 ms" },
  { "{'memory':{'name':'m','index':1,'equals':5}}", "m[1] is 5" },
  { "{'memory':{'name':'m','atMost':5}}", "m[0] is at most 5" },
  { "{'memory':{'name':'m','atLeast':-5}}", "m[0] is at least -5" },
  { "{'memory':{'name':'m','atLeast':1,'atMost':2}}", "m[0] is from 1 to 2" },
  { "{'memory':{'name':'m','atLeast':2,'atMost':2,'always':true}}", "m[0] is always 2" },
  { "{'unlocked':'l'}", "The lock “l” is free" },
  { "{'nobodyWaits':true}", "No agent is left waiting" },
  { "{'nobodyWaits':false}", "An agent is left waiting" },
  { "{'waited':{'task':'a','atMost':16.5}}", "“a” waits 16.5 ms at most" },
  { "{'waited':{'task':'a','atLeast':1}}", "“a” waits 1 ms at least" },
  { "{'waited':{'task':'a','atLeast':1,'atMost':2}}", "“a” waits 1 ms at least and 2 ms at most" },
  { "{'longestTurn':{'atMost':50}}", "The longest turn takes 50 ms at most" },
  { "{'longestTurn':{'atLeast':50}}", "The longest turn takes 50 ms at least" },
  { "{'longestTurn':{'atLeast':0.5,'atMost':1}}", "The longest turn takes 0.5 ms at least and 1 ms at most" },
  { "{'missedFrames':{'atMost':0}}", "No frame is missed" },
  { "{'missedFrames':{'atMost':1}}", "1 frame is missed at most" },
  { "{'missedFrames':{'atLeast':2}}", "2 frames are missed at least" },
  { "{'missedFrames':{'atLeast':1,'atMost':2}}", "From 1 to 2 frames are missed" },
  { "{'never':['a']}", "The log has no line “a”" },
  { "{'uncaught':[]}", "All errors are caught" },
  { "{'uncaught':['a','b']}", "Nothing catches the errors “a”, “b”" },
};

static void
test_texts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *json = g_strdelimit (g_strdup (texts[i].json), "'", '"');
      g_autofree char *members = g_strdup_printf ("\"expectations\":[%s]", json);
      g_autoptr (LsSession) session = session_new ("", "", members);
      g_autofree char *text = ls_expectation_describe (ls_session_get_expectation (session, 0));

      g_assert_cmpstr (text, ==, texts[i].text);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/expectations/texts", test_texts);

  return g_test_run ();
}
