/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "session-util.h"

/* What each operation does, seen through the log. The log's lines are joined by "|". */

typedef struct
{
  const char *name;
  const char *main;
  const char *bodies;
  const char *log;
} Program;

#define LOG(text) "{\"op\":\"log\",\"text\":\"" text "\"}"
#define WORK(ms) "{\"op\":\"work\",\"ms\":" #ms "}"
#define YIELD "{\"op\":\"yield\"}"
#define CONTROLLER(name, priority) "{\"op\":\"controller\",\"name\":\"" name "\",\"priority\":\"" priority "\"}"
#define POST(body, more) "{\"op\":\"postTask\",\"body\":" body more "}"
#define THROW(message) "{\"op\":\"throw\",\"message\":\"" message "\"}"

static const Program programs[] = {
  { "work", WORK (1.5) "," WORK (0.001) "," LOG ("${time}"), "", "1.501" },
  { "log", LOG ("plain $x {} ${time} ${"), "", "plain $x {} 0 ${" },
  { "post-task", POST ("\"b\"", "") "," POST ("[" LOG ("inline") "]", ",\"priority\":\"user-blocking\"") "," LOG ("main"),
    "\"b\":[" LOG ("named") "]", "main|inline|named" },
  { "post-task-delay", POST ("[" LOG ("${time}") "]", ",\"delay\":7.9"), "", "7" },
  { "post-task-many", POST ("[" LOG ("${time}") "]", ",\"count\":3") "," POST ("[" LOG ("never") "]", ",\"count\":0"), "",
    "0|0|0" },
  { "post-task-every", POST ("[" LOG ("${time}") "]", ",\"count\":4,\"every\":2.5,\"delay\":1,\"as\":\"p\"")
    ",{\"op\":\"await\",\"promise\":\"p\"}," LOG ("last ${time}"), "", "1|3|6|8|last 8" },
  { "post-task-every-aborted", CONTROLLER ("c", "background") ","
    POST ("[" LOG ("${time}") "]", ",\"count\":10,\"every\":10,\"signal\":\"c\"") ","
    "{\"op\":\"timer\",\"ms\":15,\"body\":[{\"op\":\"abort\",\"controller\":\"c\"}]}", "", "0|10" },
  { "post-task-result", POST ("[{\"op\":\"return\",\"value\":\"v ${time}\"}]", ",\"as\":\"p\"")
    ",{\"op\":\"await\",\"promise\":\"p\"}," LOG ("${value}"), "", "v 0" },
  { "input-deferral", "{\"op\":\"post\",\"queue\":\"input\",\"delay\":100,\"discrete\":true,\"body\":[" LOG ("click ${time}") ","
    POST ("[" LOG ("uv ${time}") "]", "") ",{\"op\":\"timer\",\"ms\":0,\"body\":[" LOG ("timer ${time}") "]},"
    "{\"op\":\"timer\",\"ms\":5,\"body\":[" LOG ("timer5 ${time}") "]},"
    POST ("[" LOG ("ub ${time}") "]", ",\"priority\":\"user-blocking\"") ","
    "{\"op\":\"frames\",\"count\":1,\"hz\":50,\"body\":[" LOG ("frame ${time}") "]}," YIELD "," LOG ("yielded ${time}") "]}",
    "", "click 100|frame 120|ub 120|yielded 120|uv 120|timer 120|timer5 120" },
  { "input-without-frame", "{\"op\":\"post\",\"queue\":\"input\",\"delay\":100,\"discrete\":true,\"body\":[" LOG ("click ${time}") ","
    POST ("[" LOG ("uv ${time}") "]", "") "]}", "", "click 100|uv 100" },
  { "input-idle", "{\"op\":\"post\",\"queue\":\"input\",\"delay\":20,\"discrete\":true,\"body\":[" LOG ("click") "]},"
    "{\"op\":\"idle\",\"body\":[" LOG ("idle ${value}") "]}", "", "idle 50|click" },
  { "yield", WORK (1) "," YIELD "," LOG ("after ${time}"), "", "after 1" },
  { "controller", CONTROLLER ("c", "background") "," LOG ("${priority:c} ${priority:c.signal} ${aborted:c}"), "",
    "background background false" },
  { "abort-controller", "{\"op\":\"abortController\",\"name\":\"c\"},{\"op\":\"abort\",\"controller\":\"c\",\"reason\":\"r\"},"
    LOG ("${priority:c} ${aborted:c} ${reason:c}"), "", "none true r" },
  { "any", CONTROLLER ("c", "background") ",{\"op\":\"any\",\"name\":\"s\",\"signals\":[\"c\"],\"prioritySource\":\"c\"},"
    "{\"op\":\"any\",\"name\":\"f\",\"signals\":[\"c\"],\"priority\":\"user-blocking\"},"
    "{\"op\":\"any\",\"name\":\"a\",\"signals\":[\"c\"],\"kind\":\"abort\"},"
    "{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-visible\"},"
    LOG ("${priority:s} ${priority:f} ${priority:a}") ",{\"op\":\"abort\",\"controller\":\"c\"},"
    LOG ("${aborted:s} ${aborted:f} ${aborted:a}"), "", "user-visible user-blocking none|true true true" },
  { "any-without-priority", "{\"op\":\"abortController\",\"name\":\"c\"},{\"op\":\"try\",\"body\":["
    "{\"op\":\"any\",\"name\":\"s\",\"signals\":[],\"prioritySource\":\"c\"}],\"catch\":[" LOG ("${error}") "]}", "",
    "TypeError: “c” has no priority to follow" },
  { "timeout-signal", "{\"op\":\"timeoutSignal\",\"name\":\"s\",\"ms\":5},{\"op\":\"on\",\"signal\":\"s\",\"event\":\"abort\","
    "\"body\":[" LOG ("${time}") "]}", "", "5" },
  { "aborted-signal", "{\"op\":\"abortedSignal\",\"name\":\"s\",\"reason\":\"r\"}," LOG ("${aborted:s} ${reason:s}"), "",
    "true r" },
  { "set-priority-again", CONTROLLER ("c", "background") ",{\"op\":\"on\",\"signal\":\"c\",\"event\":\"prioritychange\","
    "\"body\":[{\"op\":\"try\",\"body\":[{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-visible\"}],"
    "\"catch\":[" LOG ("refused, was ${value}") "]}]},"
    "{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-blocking\"}", "", "refused, was background" },
  { "abort", CONTROLLER ("c", "background") "," POST ("[" LOG ("never") "]", ",\"signal\":\"c\",\"as\":\"p\"")
    ",{\"op\":\"then\",\"promise\":\"p\",\"rejected\":[" LOG ("${value}") "]},"
    "{\"op\":\"abort\",\"controller\":\"c\",\"reason\":\"at ${time}\"}", "", "at 0" },
  { "throw-if-aborted", CONTROLLER ("c", "background") ",{\"op\":\"throwIfAborted\",\"signal\":\"c\"},"
    "{\"op\":\"abort\",\"controller\":\"c\",\"reason\":\"r\"},{\"op\":\"try\",\"body\":["
    "{\"op\":\"throwIfAborted\",\"signal\":\"c\"}," LOG ("never") "],\"catch\":[" LOG ("${error}") "]}", "", "r" },
  { "on-and-off", CONTROLLER ("c", "background")
    ",{\"op\":\"on\",\"signal\":\"c\",\"event\":\"prioritychange\",\"body\":[" LOG ("every ${value}") "],\"as\":\"l\"}"
    ",{\"op\":\"on\",\"signal\":\"c\",\"event\":\"prioritychange\",\"body\":[" LOG ("once") "],\"once\":true}"
    ",{\"op\":\"on\",\"signal\":\"c\",\"event\":\"prioritychange\",\"body\":[" LOG ("handler") "],\"handler\":true,\"as\":\"h\"}"
    ",{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-visible\"}"
    ",{\"op\":\"off\",\"listener\":\"l\"}"
    ",{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"user-blocking\"}"
    ",{\"op\":\"off\",\"listener\":\"h\"}"
    ",{\"op\":\"setPriority\",\"controller\":\"c\",\"priority\":\"background\"}", "",
    "every background|once|handler|handler" },
  { "microtask", "{\"op\":\"microtask\",\"body\":[" LOG ("micro") "]}," LOG ("main") "," POST ("[" LOG ("task") "]", ""), "",
    "main|micro|task" },
  { "timer", "{\"op\":\"timer\",\"ms\":3,\"body\":[" LOG ("three ${time}") "]},{\"op\":\"timer\",\"ms\":2,\"body\":["
    LOG ("never") "],\"as\":\"t\"},{\"op\":\"clearTimer\",\"timer\":\"t\"}", "", "three 3" },
  { "interval", "{\"op\":\"timer\",\"ms\":10,\"repeat\":true,\"as\":\"t\",\"body\":[" LOG ("${time}") "]},"
    "{\"op\":\"timer\",\"ms\":35,\"body\":[{\"op\":\"clearTimer\",\"timer\":\"t\"}]}", "", "10|20|30" },
  { "idle", "{\"op\":\"idle\",\"body\":[" LOG ("idle") "]},{\"op\":\"idle\",\"body\":[" LOG ("never") "],\"as\":\"i\"},"
    "{\"op\":\"cancelIdle\",\"idle\":\"i\"}," POST ("[" LOG ("background") "]", ",\"priority\":\"background\""), "",
    "background|idle" },
  { "post", "{\"op\":\"post\",\"queue\":\"default\",\"body\":[" LOG ("default") "]},"
    "{\"op\":\"post\",\"queue\":\"input\",\"body\":[" LOG ("input") "]},"
    "{\"op\":\"post\",\"queue\":\"input\",\"delay\":2.5,\"body\":[" LOG ("${time}") "]}", "", "input|default|2.5" },
  { "frames", "{\"op\":\"frames\",\"count\":3,\"hz\":100,\"workMs\":1,\"body\":[" LOG ("${time}") "]}", "", "11|21|31" },
  { "frames-after-work", WORK (5) ",{\"op\":\"frames\",\"count\":2,\"hz\":100,\"body\":[" LOG ("${time}") "]}", "", "15|25" },
  { "frames-late", "{\"op\":\"frames\",\"count\":2,\"hz\":100,\"body\":[" LOG ("${time}") "]}," WORK (35), "", "35|40" },
  { "repeat", "{\"op\":\"repeat\",\"times\":3,\"body\":[" LOG ("x") "]},{\"op\":\"repeat\",\"times\":0,\"body\":["
    LOG ("never") "]},{\"op\":\"repeat\",\"times\":1000000000,\"body\":[]}," LOG ("end"), "", "x|x|x|end" },
  { "repeat-yield", "{\"op\":\"repeat\",\"times\":2,\"body\":[{\"op\":\"repeat\",\"times\":2,\"body\":[" WORK (1) "," YIELD "]},"
    LOG ("${time}") "]}", "", "2|4" },
  { "then", "{\"op\":\"promise\",\"as\":\"p\"},{\"op\":\"then\",\"promise\":\"p\",\"fulfilled\":[" LOG ("f ${value}") ","
    THROW ("t") "],\"rejected\":[" LOG ("never") "],\"as\":\"q\"},{\"op\":\"then\",\"promise\":\"q\",\"fulfilled\":["
    LOG ("never") "],\"rejected\":[" LOG ("r ${value}") "],\"finally\":[" LOG ("finally") "]},"
    "{\"op\":\"resolve\",\"promise\":\"p\",\"value\":1.5}", "", "f 1.5|r Error: t|finally" },
  { "reject", "{\"op\":\"promise\",\"as\":\"p\"},{\"op\":\"reject\",\"promise\":\"p\",\"reason\":\"r\"},{\"op\":\"try\",\"body\":["
    "{\"op\":\"await\",\"promise\":\"p\"}," LOG ("never") "],\"catch\":[" LOG ("${e}") "],\"as\":\"e\"}", "", "r" },
  { "values", "{\"op\":\"async\",\"body\":[{\"op\":\"return\",\"value\":true}],\"as\":\"a\"},{\"op\":\"await\",\"promise\":\"a\"},"
    LOG ("${value}") ",{\"op\":\"async\",\"body\":[{\"op\":\"return\",\"value\":null}],\"as\":\"b\"},"
    "{\"op\":\"await\",\"promise\":\"b\"}," LOG ("${value}"), "", "true|undefined" },
  { "throw", POST ("[" THROW ("x") "]", ",\"as\":\"p\"") ",{\"op\":\"then\",\"promise\":\"p\",\"rejected\":["
    LOG ("${value}") "]}", "", "Error: x" },
  { "try-finally", "{\"op\":\"try\",\"body\":[{\"op\":\"try\",\"body\":[" THROW ("a") "],\"finally\":[" LOG ("inner") "]},"
    LOG ("never") "],\"catch\":[" LOG ("${error}") "," YIELD "," LOG ("after") "],\"finally\":[" LOG ("outer") "]},"
    LOG ("end"), "", "inner|Error: a|after|outer|end" },
  { "finally-overrides", "{\"op\":\"async\",\"as\":\"p\",\"body\":[{\"op\":\"try\",\"body\":[" THROW ("a") "],\"finally\":["
    "{\"op\":\"return\",\"value\":\"f\"}]}]},{\"op\":\"await\",\"promise\":\"p\"}," LOG ("${value}"), "", "f" },
  { "return-through-finally", "{\"op\":\"async\",\"as\":\"p\",\"body\":[{\"op\":\"repeat\",\"times\":3,\"body\":[{\"op\":\"try\","
    "\"body\":[{\"op\":\"return\",\"value\":\"r\"}],\"finally\":[" YIELD "," LOG ("once") "]}]}," LOG ("never") "]},"
    "{\"op\":\"await\",\"promise\":\"p\"}," LOG ("${value}"), "", "once|r" },
  { "catch-throws", "{\"op\":\"try\",\"body\":[{\"op\":\"try\",\"body\":[" THROW ("a") "],\"catch\":[" THROW ("b") "],\"finally\":["
    LOG ("f") "]}],\"catch\":[" LOG ("${error}") "]}", "", "f|Error: b" },
  { "posts-itself", "{\"op\":\"call\",\"body\":\"b\"},{\"op\":\"timer\",\"ms\":5,\"as\":\"t\",\"body\":[]}",
    "\"b\":[" LOG ("${time}") ",{\"op\":\"timer\",\"ms\":0,\"body\":[{\"op\":\"try\",\"body\":["
    "{\"op\":\"clearTimer\",\"timer\":\"t\"},{\"op\":\"call\",\"body\":\"c\"}],\"catch\":[]}]}],"
    "\"c\":[{\"op\":\"work\",\"ms\":1},{\"op\":\"postTask\",\"delay\":1,\"body\":[" LOG ("${time}") ",{\"op\":\"throw\","
    "\"message\":\"x\"},{\"op\":\"call\",\"body\":\"c\"},{\"op\":\"call\",\"body\":\"b\"}]}]", "0|2" },
  { "call", "{\"op\":\"call\",\"body\":\"b\"}," LOG ("${value}"),
    "\"b\":[" LOG ("in") "," YIELD ",{\"op\":\"return\",\"value\":\"out\"}," LOG ("never") "]", "in|out" },
  { "async", "{\"op\":\"async\",\"body\":\"b\"},{\"op\":\"async\",\"body\":\"b\"}," LOG ("main"),
    "\"b\":[" LOG ("1") "," YIELD "," LOG ("2") "]", "1|1|main|2|2" },
  { "async-throws", "{\"op\":\"async\",\"body\":[" THROW ("x") "],\"as\":\"p\"}," LOG ("goes on")
    ",{\"op\":\"then\",\"promise\":\"p\",\"rejected\":[" LOG ("${value}") "]}", "", "goes on|Error: x" },
  { "async-for-ever", "{\"op\":\"async\",\"body\":\"b\",\"as\":\"p\"},{\"op\":\"then\",\"promise\":\"p\",\"rejected\":["
    LOG ("never") "],\"fulfilled\":[" LOG ("ends") "]}", "\"b\":[{\"op\":\"async\",\"body\":\"b\",\"as\":\"q\"},"
    "{\"op\":\"then\",\"promise\":\"q\",\"rejected\":[" LOG ("${value}") "]}]",
    "RangeError: Too many calls inside each other|ends" },
  { "own-promise", "{\"op\":\"microtask\",\"body\":\"a\"},{\"op\":\"async\",\"body\":\"b\",\"as\":\"p\"}",
    "\"a\":[{\"op\":\"then\",\"promise\":\"p\",\"fulfilled\":[" LOG ("never") "]}," LOG ("waits") "],"
    "\"b\":[" YIELD ",{\"op\":\"await\",\"promise\":\"p\"}," LOG ("never") "]", "waits" },
  { "scheduler", "{\"op\":\"scheduler\",\"name\":\"other\"}," POST ("[" LOG ("1") "]", "") ","
    POST ("[" LOG ("2") "]", ",\"scheduler\":\"other\"") "," POST ("[" LOG ("3") "]", ""), "", "1|2|3" },
  { "unknown-yet", POST ("[{\"op\":\"abort\",\"controller\":\"c\"}," LOG ("never") "]", ",\"as\":\"p\"")
    ",{\"op\":\"then\",\"promise\":\"p\",\"rejected\":[" LOG ("${value}") "]},{\"op\":\"timer\",\"ms\":1,\"body\":["
    CONTROLLER ("c", "background") "]}", "", "ReferenceError: “c” has not been made yet" },
  { "async-result", POST ("\"b\"", ",\"as\":\"p\"") ",{\"op\":\"await\",\"promise\":\"p\"}," LOG ("${value} ${time}"),
    "\"b\":[" WORK (1) "," YIELD "," WORK (1) ",{\"op\":\"return\",\"value\":\"v\"}]", "v 2" },
  { "shared-body", POST ("\"b\"", ",\"name\":\"1\"") "," POST ("\"b\"", ",\"name\":\"2\",\"delay\":1"),
    "\"b\":[{\"op\":\"repeat\",\"times\":2,\"body\":[" WORK (1) "," LOG ("${time}") "," YIELD "]}]", "1|2|3|4" },
};

static void
test_program (gconstpointer data)
{
  const Program *program = data;
  g_autoptr (LsSession) session = session_new (program->main, program->bodies, "");
  LsRunner *runner = runner_new (session);
  g_autofree char *log = NULL;

  g_assert_true (ls_runner_run_to_end (runner, NULL));
  log = joined_log (runner);
  g_assert_cmpstr (log, ==, program->log);

  g_object_add_weak_pointer (G_OBJECT (runner), (gpointer *) &runner);
  g_object_unref (runner);
  g_assert_null (runner);
}

static void
test_yield_options (void)
{
  static const char steps[] =
    CONTROLLER ("c", "background") "," POST ("\"b\"", ",\"signal\":\"c\"") ","
    POST ("[" WORK (1) "," LOG ("visible") "]", "");
  static const char bodies[] =
    "\"b\":[" POST ("[" LOG ("later") "]", "") ",{\"op\":\"yield\",\"priority\":\"user-blocking\"}," LOG ("continued") "]";
  g_autoptr (LsSession) old = session_new (steps, bodies, "\"settings\":{\"edition\":\"2025\"}");
  g_autoptr (LsSession) new = session_new (steps, bodies, "\"settings\":{\"edition\":\"2023-yield-options\"}");
  g_autoptr (LsRunner) old_runner = runner_new (old);
  g_autoptr (LsRunner) new_runner = runner_new (new);
  g_autofree char *old_log = NULL;
  g_autofree char *new_log = NULL;

  ls_runner_run_to_end (old_runner, NULL);
  ls_runner_run_to_end (new_runner, NULL);
  old_log = joined_log (old_runner);
  new_log = joined_log (new_runner);
  g_assert_cmpstr (old_log, ==, "visible|later|continued");
  g_assert_cmpstr (new_log, ==, "visible|continued|later");
}

static void
test_statements (void)
{
  g_autoptr (LsSession) session = session_new (POST ("\"b\"", ""),
                                               "\"b\":[{\"op\":\"repeat\",\"times\":2,\"body\":[" WORK (1) "]}]",
                                               "");
  g_autoptr (LsRunner) runner = runner_new (session);
  g_autoptr (GString) found = g_string_new (NULL);
  LsTrace *trace = ls_runner_get_trace (runner);

  ls_runner_run_to_end (runner, NULL);
  for (gsize i = 0; i < ls_trace_get_length (trace); i++)
    {
      LsRecord record;

      ls_trace_get_record (trace, i, &record);
      if (record.kind == LS_RECORD_STATEMENT)
        g_string_append_printf (found, "%u:%u:%s ", record.subject, record.value, ls_trace_get_text (trace, record.text));
    }
  g_assert_cmpstr (found->str, ==, "1:1:/program/main/0 2:1:/program/bodies/b/0 3:2:/program/bodies/b/0/body/0 "
                   "3:3:/program/bodies/b/0/body/0 ");
}

/* Steps, with ' for ", and what they are called. */
static const struct
{
  const char *json, *text;
} descriptions[] = {
  { "{'op':'work','ms':1.5}", "work 1.5 ms" },
  { "{'op':'log','text':'t'}", "log “t”" },
  { "{'op':'postTask','body':'b'}", "post task “b”" },
  { "{'op':'postTask','body':[]}", "post task “task”" },
  { "{'op':'postTask','body':'b','name':'n','count':2}", "post task “n” 2 times" },
  { "{'op':'postTask','body':'b','priority':'background','signal':'s','scheduler':'o','delay':2}", "post task “b” (background, s, o, after 2 ms)" },
  { "{'op':'postTask','body':'b','scheduler':'o','delay':0}", "post task “b” (o)" },
  { "{'op':'yield'}", "yield" },
  { "{'op':'yield','priority':'user-blocking'}", "yield (user-blocking)" },
  { "{'op':'schedulerWait','ms':10,'priority':'background'}", "wait 10 ms (background)" },
  { "{'op':'render'}", "render" },
  { "{'op':'currentTaskSignal','name':'s'}", "current task signal as “s”" },
  { "{'op':'controller','name':'c','priority':'background'}", "new TaskController “c” (background)" },
  { "{'op':'abortController','name':'c'}", "new AbortController “c”" },
  { "{'op':'any','name':'s','signals':['c','d'],'prioritySource':'c'}", "new signal “s” of any of [c, d] (c)" },
  { "{'op':'any','name':'s','signals':[],'priority':'background'}", "new signal “s” of any of [] (background)" },
  { "{'op':'timeoutSignal','name':'s','ms':5}", "new signal “s” that aborts after 5 ms" },
  { "{'op':'abortedSignal','name':'s'}", "new aborted signal “s”" },
  { "{'op':'setPriority','controller':'c','priority':'background'}", "set priority of “c” to background" },
  { "{'op':'abort','controller':'c'}", "abort “c”" },
  { "{'op':'abort','controller':'c','reason':'r'}", "abort “c” because of “r”" },
  { "{'op':'throwIfAborted','signal':'s'}", "throw if “s” is aborted" },
  { "{'op':'on','signal':'s','event':'abort','body':[]}", "on abort of “s”" },
  { "{'op':'off','listener':'l'}", "remove listener “l”" },
  { "{'op':'microtask','body':[]}", "queue microtask “microtask”" },
  { "{'op':'microtask','body':'b'}", "queue microtask “b”" },
  { "{'op':'timer','ms':3,'body':[]}", "timer “timer” 3 ms" },
  { "{'op':'timer','ms':3,'repeat':true,'body':'b'}", "interval “b” 3 ms" },
  { "{'op':'clearTimer','timer':'t'}", "clear timer “t”" },
  { "{'op':'idle','body':[]}", "request idle callback “idle”" },
  { "{'op':'idle','body':'b'}", "request idle callback “b”" },
  { "{'op':'cancelIdle','idle':'i'}", "cancel idle callback “i”" },
  { "{'op':'post','queue':'input','body':[]}", "post “input” to the queue input" },
  { "{'op':'post','queue':'input','delay':2.5,'body':'b'}", "post “b” to the queue input (after 2.5 ms)" },
  { "{'op':'frames','count':3,'body':[]}", "post 3 frames at 60 Hz" },
  { "{'op':'frames','count':1,'hz':100,'body':[]}", "post 1 frames at 100 Hz" },
  { "{'op':'repeat','times':3,'body':[]}", "repeat 3 times" },
  { "{'op':'await','promise':'p'}", "await “p”" },
  { "{'op':'then','promise':'p','fulfilled':[]}", "then of “p”" },
  { "{'op':'return'}", "return" },
  { "{'op':'return','value':'v'}", "return “v”" },
  { "{'op':'throw','message':'m'}", "throw “m”" },
  { "{'op':'try','body':[],'catch':[]}", "try" },
  { "{'op':'call','body':'b'}", "call “b”" },
  { "{'op':'async','body':[]}", "async “steps”" },
  { "{'op':'scheduler','name':'o'}", "new Scheduler “o”" },
  { "{'op':'promise','as':'p'}", "new Promise “p”" },
  { "{'op':'resolve','promise':'p'}", "resolve “p”" },
  { "{'op':'reject','promise':'p'}", "reject “p”" },
  { "{'op':'let','as':'i','value':1}", "let “i” be “1”" },
  { "{'op':'let','as':'i','value':'${i}','plus':2}", "let “i” be “${i}” + 2" },
  { "{'op':'if','value':'${i}','equals':3,'then':[]}", "if “${i}” is “3”" },
  { "{'op':'loop','body':[]}", "loop" },
  { "{'op':'break'}", "break" },
  { "{'op':'memory','name':'m','length':4}", "new shared memory “m”, Int32Array of 4" },
  { "{'op':'memory','name':'m','length':4,'type':'Int8Array'}", "new shared memory “m”, Int8Array of 4" },
  { "{'op':'load','memory':'m'}", "load m[0]" },
  { "{'op':'store','memory':'m','index':2,'value':7}", "store m[2] 7" },
  { "{'op':'add','memory':'m','index':'${i}','value':1}", "add m[${i}] 1" },
  { "{'op':'compareExchange','memory':'m','expected':0,'replacement':1}", "compareExchange m[0] 0 → 1" },
  { "{'op':'wait','memory':'m','value':0,'timeout':2.5}", "wait m[0] 0 for 2.5 ms at most" },
  { "{'op':'waitAsync','memory':'m','value':0}", "waitAsync m[0] 0" },
  { "{'op':'notify','memory':'m','count':2}", "notify m[0] 2" },
  { "{'op':'pause'}", "pause" },
  { "{'op':'asyncLock','name':'l','memory':'m','index':1}", "new AsyncLock “l” at m[1]" },
  { "{'op':'fairLock','name':'l','memory':'m'}", "new fair lock “l” at m[0]" },
  { "{'op':'lock','lock':'l'}", "lock “l”" },
  { "{'op':'unlock','lock':'l'}", "unlock “l”" },
  { "{'op':'executeLocked','lock':'l','body':[]}", "execute locked “l”" },
  { "{'op':'worker','name':'w','body':[]}", "new Worker “w”" },
  { "{'op':'terminate','worker':'w'}", "terminate “w”" },
  { "{'op':'postMessage','to':'w'}", "post a message to “w”" },
  { "{'op':'postMessage','to':'w','value':'v'}", "post a message to “w”: “v”" },
  { "{'op':'onMessage','body':[]}", "when a message comes" },
};

static void
test_descriptions (void)
{
  gboolean is_there[LS_N_STEP_OPS] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (descriptions); i++)
    {
      g_autofree char *json = g_strdelimit (g_strdup (descriptions[i].json), "'", '"');
      g_autoptr (GError) error = NULL;
      g_autoptr (LsStep) step = ls_step_new_from_json (json, &error);
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      text = ls_step_describe (step);
      g_assert_cmpstr (text, ==, descriptions[i].text);
      is_there[ls_step_get_op (step)] = TRUE;
    }
  for (guint op = 0; op < LS_N_STEP_OPS; op++)
    if (!is_there[op] && (op < LS_STEP_OP_SUB || op > LS_STEP_OP_EXCHANGE))
      g_error ("no description of %s", ls_step_op_to_string (op));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *path = g_strconcat ("/steps/", programs[i].name, NULL);

      g_test_add_data_func (path, &programs[i], test_program);
    }
  g_test_add_func ("/steps/yield-options", test_yield_options);
  g_test_add_func ("/steps/statements", test_statements);
  g_test_add_func ("/steps/descriptions", test_descriptions);

  return g_test_run ();
}
