/* bad-files.h: sessions that cannot be read, and why
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "session-util.h"

typedef struct
{
  const char *name;
  const char *text;      /* %s-free; NULL: see the program */
  const char *main;      /* steps of a program in its place */
  const char *message;
} BadFile;

#define HEAD "{\"format\":\"loopscope-session\",\"version\":1,"
#define PROGRAM "\"program\":{\"kind\":\"steps\",\"main\":[]}}"

static const BadFile bad_files[] = {
  { "empty", "", NULL, "test: /: line 1, column 1: found the end of the file, expected a value" },
  { "truncated", "{\"format\": \"loop", NULL,
    "test: /format: line 1, column 12: found unterminated text, expected a closing “\"”" },
  { "truncated-object", "{\n \"format\": 1", NULL,
    "test: /: line 2, column 13: found the end of the file, expected “,” or “}” after a member" },
  { "trailing", "{} x", NULL, "test: /: line 1, column 4: found “x”, expected the end of the file" },
  { "trailing-comma", "{\"a\":[1,]}", NULL, "test: /a/1: line 1, column 9: found “]”, expected a value" },
  { "nan", "{\"a\":NaN}", NULL, "test: /a: line 1, column 6: found “NaN”, expected a value" },
  { "infinity", "{\"a\":-Infinity}", NULL, "test: /a: line 1, column 7: found “Infinity”, expected a digit" },
  { "huge-number", "{\"a\":1e999}", NULL,
    "test: /a: line 1, column 6: found the number 1e999, expected one no greater than 1.8e308" },
  { "leading-zero", "{\"a\":01}", NULL, "test: /: line 1, column 7: found “1”, expected “,” or “}” after a member" },
  { "lone-surrogate", "{\"a\":\"\\ud800\"}", NULL,
    "test: /a: line 1, column 7: found the escape “\\ud800”, expected a character that text can hold" },
  { "last-high-surrogate", "{\"a\":\"\\udbff\"}", NULL,
    "test: /a: line 1, column 7: found the escape “\\udbff”, expected a character that text can hold" },
  { "first-low-surrogate", "{\"a\":\"\\udc00\"}", NULL,
    "test: /a: line 1, column 7: found the escape “\\udc00”, expected a character that text can hold" },
  { "last-low-surrogate", "{\"a\":\"\\udfff\"}", NULL,
    "test: /a: line 1, column 7: found the escape “\\udfff”, expected a character that text can hold" },
  { "two-high-surrogates", "{\"a\":\"\\ud800\\udbff\"}", NULL,
    "test: /a: line 1, column 7: found the escape “\\ud800\\udbff”, expected a character that text can hold" },
  { "low-surrogate-first", "{\"a\":\"\\udc00\\udc00\"}", NULL,
    "test: /a: line 1, column 7: found the escape “\\udc00”, expected a character that text can hold" },
  { "high-surrogate-and-more", "{\"a\":\"\\ud800\\ue000\"}", NULL,
    "test: /a: line 1, column 7: found the escape “\\ud800\\ue000”, expected a character that text can hold" },
  { "high-surrogate-and-text", "{\"a\":\"\\ud800\\n\"}", NULL,
    "test: /a: line 1, column 7: found the escape “\\ud800”, expected a character that text can hold" },
  { "surrogate-then-end", "{\"a\":\"\\ud800\\u", NULL,
    "test: /a: line 1, column 7: found the escape “\\ud800”, expected a character that text can hold" },
  { "surrogate-then-half", "{\"a\":\"\\ud800\\ud", NULL,
    "test: /a: line 1, column 16: found the end of the file, expected four hexadecimal digits after “\\u”" },
  { "nul-escape", "{\"a\":\"\\u0000\"}", NULL,
    "test: /a: line 1, column 7: found the escape “\\u0000”, expected a character that text can hold" },
  { "control-character", "{\"a\":\"\t\"}", NULL,
    "test: /a: line 1, column 7: found the control character U+0009, expected it to be written as an escape inside text" },
  { "invalid-utf8", "{\"a\":\"\xff\"}", NULL, "test: /: found the byte 0xFF at byte 6, expected UTF-8 text" },
  { "duplicate", "{\"a\":{\"b/c\":1,\"b/c\":2}}", NULL,
    "test: /a/b~1c: line 1, column 15: found a second member of this name, expected each name once" },
  { "top-level", "[]", NULL, "test: /: found an array, expected an object with “format”: “loopscope-session”" },
  { "no-format", "{}", NULL, "test: /format: found nothing, expected “loopscope-session”" },
  { "other-format", "{\"format\":\"x\"}", NULL, "test: /format: found “x”, expected “loopscope-session”" },
  { "newer", "{\"format\":\"loopscope-session\",\"version\":2}", NULL,
    "test: /version: found version 2 of the format, expected version 1; a newer Loopscope made this file" },
  { "version-text", "{\"format\":\"loopscope-session\",\"version\":\"1\"}", NULL,
    "test: /version: found “1”, expected version 1 of the format" },
  { "title-number", HEAD "\"title\":3," PROGRAM, NULL, "test: /title: found 3, expected text" },
  { "kind-number", NULL, "{\"op\":\"any\",\"name\":\"s\",\"signals\":[],\"kind\":3}",
    "test: /program/main/0/kind: found 3, expected “task” or “abort”" },
  { "names-on-a-line", HEAD "\"program\":{\"kind\":\"steps\",\"main\":[],\"bodies\":{\"a\\n\\u0085\\u2028~/b\":[1]}}}", NULL,
    "test: /program/bodies/a\\n\\u0085\\u2028~0~1b/0: found 1, expected a step: an object with “op”" },
  { "text-on-a-line", NULL, "{\"op\":\"abort\",\"controller\":\"\\u001b\\u009b\\t\"}",
    "test: /program/main/0/controller: found “\\u001b\\u009b\\t”, which no step makes, expected the name of a controller" },
  { "invisible", "{\"a\":\xe2\x80\xa8}", NULL, "test: /a: line 1, column 6: found the character U+2028, expected a value" },
  { "no-program", "{\"format\":\"loopscope-session\",\"version\":1}", NULL,
    "test: /program: found nothing, expected an object with “kind” and “main” or “scripts”" },
  { "program-kind", HEAD "\"program\":{\"kind\":\"x\",\"main\":[]}}", NULL,
    "test: /program/kind: found “x”, expected “steps” or “javascript”" },
  { "main-object", HEAD "\"program\":{\"kind\":\"steps\",\"main\":{}}}", NULL,
    "test: /program/main: found an object, expected an array of steps" },
  { "edition", HEAD "\"settings\":{\"edition\":\"1999\"}," PROGRAM, NULL,
    "test: /settings/edition: found “1999”, expected “2025” or “2023-yield-options”" },
  { "experiments", HEAD "\"settings\":{\"experiments\":\"wait\"}," PROGRAM, NULL,
    "test: /settings/experiments: found “wait”, expected an array with names of experiments" },
  { "experiment", HEAD "\"settings\":{\"experiments\":[\"wait\",\"sleep\"]}," PROGRAM, NULL,
    "test: /settings/experiments/1: found “sleep”, expected “wait”, “render”, “currentTaskSignal” or “priorityInheritance”" },
  { "experiment-number", HEAD "\"settings\":{\"experiments\":[1]}," PROGRAM, NULL,
    "test: /settings/experiments/0: found 1, expected “wait”, “render”, “currentTaskSignal” or “priorityInheritance”" },
  { "experiment-twice", HEAD "\"settings\":{\"experiments\":[\"wait\",\"wait\"]}," PROGRAM, NULL,
    "test: /settings/experiments/1: found “wait” twice, expected each experiment once" },
  { "preset", HEAD "\"settings\":{\"preset\":\"edge\"}," PROGRAM, NULL,
    "test: /settings/preset: found “edge”, expected “blink”, “spec”, “blink-2021”, “gecko” or “fair”" },
  { "rank", HEAD "\"settings\":{\"presetOverride\":{\"queues\":{\"input\":11}}}," PROGRAM, NULL,
    "test: /settings/presetOverride/queues/input: found 11, expected a rank from 0 (served first) to 10" },
  { "rank-queue", HEAD "\"settings\":{\"presetOverride\":{\"queues\":{\"inputs\":1}}}," PROGRAM, NULL,
    "test: /settings/presetOverride/queues/inputs: found “inputs”, expected the name of a queue such as “input” or "
    "“compositor”" },
  { "ranks", HEAD "\"settings\":{\"presetOverride\":{\"effectivePriorities\":[1]}}," PROGRAM, NULL,
    "test: /settings/presetOverride/effectivePriorities: found an array of 1, expected an array of 6 ranks, one for each "
    "effective priority from 0 to 5" },
  { "ranks-rank", HEAD "\"settings\":{\"presetOverride\":{\"effectivePriorities\":[0,10,11,1,1,1]}}," PROGRAM, NULL,
    "test: /settings/presetOverride/effectivePriorities/2: found 11, expected a rank from 0 (served first) to 10" },
  { "budget", HEAD "\"settings\":{\"budget\":{\"steps\":0}}," PROGRAM, NULL,
    "test: /settings/budget/steps: found 0, expected a whole number from 1 to 4294967295" },
  { "actions", HEAD "\"actions\":[{\"at\":{},\"do\":{\"op\":\"yield\"}}]," PROGRAM, NULL,
    "test: /actions/0/at/turn: found nothing, expected a whole number from 0 to 4294967295" },
  { "action-name", HEAD "\"actions\":[{\"at\":{\"turn\":1},\"do\":{\"op\":\"abort\",\"controller\":\"c\"}}]," PROGRAM, NULL,
    "test: /actions/0/do/controller: found “c”, which no step makes, expected the name of a controller" },
  { "expectation", HEAD "\"expectations\":[{\"ran\":\"a\",\"log\":[]}]," PROGRAM, NULL,
    "test: /expectations/0: found both “log” and “ran”, expected one of “log”, “logContains”, “order”, “ran”, “notRan”, "
    "“result”, “next”, “unhandledRejections”, “finished”, “signal”, “posted”, “memory”, “unlocked”, "
    "“nobodyWaits”, “waited” and “uncaught”" },
  { "expectation-waited", HEAD "\"expectations\":[{\"waited\":{\"task\":\"a\",\"atMost\":-1}}]," PROGRAM, NULL,
    "test: /expectations/0/waited/atMost: found -1, expected milliseconds, 0 or more" },
  { "expectation-waited-bound", HEAD "\"expectations\":[{\"waited\":{\"task\":\"a\"}}]," PROGRAM, NULL,
    "test: /expectations/0/waited/atMost: found nothing, expected milliseconds, 0 or more" },
  { "expectation-memory", HEAD "\"expectations\":[{\"memory\":{\"name\":\"m\"}}]," PROGRAM, NULL,
    "test: /expectations/0/memory: found none, expected either “equals”, or “atLeast”, “atMost” or both of these" },
  { "expectation-memory-both", HEAD "\"expectations\":[{\"memory\":{\"name\":\"m\",\"equals\":1,\"atMost\":2}}]," PROGRAM, NULL,
    "test: /expectations/0/memory: found both, expected either “equals”, or “atLeast”, “atMost” or both of these" },
  { "expectation-memory-fraction", HEAD "\"expectations\":[{\"memory\":{\"name\":\"m\",\"equals\":0.5}}]," PROGRAM, NULL,
    "test: /expectations/0/memory/equals: found 0.5, expected a whole number of 64 bits" },
  { "schedule", HEAD "\"schedule\":3," PROGRAM, NULL, "test: /schedule: found 3, expected an array of numbers of agents" },
  { "schedule-agent", HEAD "\"schedule\":[1,4096]," PROGRAM, NULL,
    "test: /schedule/1: found 4096, expected the number of an agent, from 1 to 4095" },
  { "elements", NULL, "{\"op\":\"memory\",\"name\":\"m\",\"length\":1,\"type\":\"Array\"}",
    "test: /program/main/0/type: found “Array”, expected one of “Int8Array”, “Uint8Array”, “Int16Array”, “Uint16Array”, "
    "“Int32Array”, “Uint32Array”, “BigInt64Array”, “BigUint64Array”" },
  { "operand", NULL, "{\"op\":\"memory\",\"name\":\"m\",\"length\":1},{\"op\":\"store\",\"memory\":\"m\",\"value\":0.5}",
    "test: /program/main/1/value: found 0.5, expected a whole number, or text that becomes one" },
  { "no-memory", NULL, "{\"op\":\"load\",\"memory\":\"m\"}",
    "test: /program/main/0/memory: found “m”, which no step makes, expected the name of shared memory" },
  { "lock-that-is-memory", NULL, "{\"op\":\"memory\",\"name\":\"m\",\"length\":1},{\"op\":\"lock\",\"lock\":\"m\"}",
    "test: /program/main/1/lock: found “m”, which is shared memory (/program/main/0), expected the name of a lock" },
  { "worker-main", NULL, "{\"op\":\"worker\",\"name\":\"main\",\"body\":[]}",
    "test: /program/main/0/name: found “main”, which is the main agent, expected another name" },
  { "message-to-nobody", NULL, "{\"op\":\"postMessage\",\"to\":\"w\"}",
    "test: /program/main/0/to: found “w”, which no step makes, expected the name of a worker" },
  { "loop-in-itself", HEAD "\"program\":{\"kind\":\"steps\",\"main\":[],\"bodies\":{\"b\":[{\"op\":\"loop\",\"body\":\"b\"}]}}}", NULL,
    "test: /program/bodies/b/0/body: found “b”, which ends up calling itself, expected calls that end" },
  { "expectation-at", HEAD "\"expectations\":[{\"next\":\"a\"}]," PROGRAM, NULL,
    "test: /expectations/0/at: found nothing, expected an object with “step”" },
  { "bookmark", HEAD "\"bookmarks\":[{\"step\":-1,\"title\":\"\"}]," PROGRAM, NULL,
    "test: /bookmarks/0/step: found -1, expected a whole number from 0 to 4294967295" },
  { "step-number", NULL, "3", "test: /program/main/0: found 3, expected a step: an object with “op”" },
  { "no-op", NULL, "{}", "test: /program/main/0/op: found nothing, expected the name of an operation" },
  { "no-member", NULL, "{\"op\":\"work\"}", "test: /program/main/0/ms: found nothing, expected a number, 0 or more" },
  { "negative", NULL, "{\"op\":\"postTask\",\"body\":[],\"delay\":-1}",
    "test: /program/main/0/delay: found -1, expected a number, 0 or more" },
  { "no-body", NULL, "{\"op\":\"postTask\"}",
    "test: /program/main/0/body: found nothing, expected the name of a body or an array of steps" },
  { "two-bodies", NULL, "{\"op\":\"postTask\",\"body\":[],\"javascript\":\"\"}",
    "test: /program/main/0: found both “body” and “javascript”, expected one of them" },
  { "javascript", NULL, "{\"op\":\"postTask\",\"javascript\":1}",
    "test: /program/main/0/javascript: found 1, expected text" },
  { "javascript-scheduler", NULL,
    "{\"op\":\"scheduler\",\"name\":\"s\"},{\"op\":\"postTask\",\"javascript\":\"\",\"scheduler\":\"s\"}",
    "test: /program/main/1: found a “scheduler” for “javascript”, expected none: JavaScript has its own" },
  { "every", NULL, "{\"op\":\"postTask\",\"body\":[],\"every\":1}",
    "test: /program/main/0: found “every” without “count”, expected both or none" },
  { "count", NULL, "{\"op\":\"postTask\",\"body\":[],\"count\":-1}",
    "test: /program/main/0/count: found -1, expected a whole number, 0 or more" },
  { "fraction", NULL, "{\"op\":\"repeat\",\"times\":1.5,\"body\":[]}",
    "test: /program/main/0/times: found 1.5, expected a whole number, 0 or more" },
  { "priority", NULL, "{\"op\":\"controller\",\"name\":\"c\",\"priority\":\"high\"}",
    "test: /program/main/0/priority: found “high”, expected “user-blocking”, “user-visible” or “background”" },
  { "flag", NULL, "{\"op\":\"timer\",\"ms\":0,\"body\":[],\"repeat\":1}",
    "test: /program/main/0/repeat: found 1, expected true or false" },
  { "empty-name", NULL, "{\"op\":\"controller\",\"name\":\"\"}",
    "test: /program/main/0/name: found “”, expected a name that is not empty" },
  { "nested", NULL, "{\"op\":\"postTask\",\"body\":[{\"op\":\"try\",\"body\":[{\"op\":\"work\",\"ms\":\"1\"}],\"catch\":[]}]}",
    "test: /program/main/0/body/0/body/0/ms: found “1”, expected a number, 0 or more" },
  { "try", NULL, "{\"op\":\"try\",\"body\":[]}",
    "test: /program/main/0: found neither “catch” nor “finally”, expected at least one of them" },
  { "two-priorities", NULL,
    "{\"op\":\"controller\",\"name\":\"c\"},"
    "{\"op\":\"any\",\"name\":\"s\",\"signals\":[],\"priority\":\"background\",\"prioritySource\":\"c\"}",
    "test: /program/main/1: found both “priority” and “prioritySource”, expected one of them" },
  { "unknown-body", NULL, "{\"op\":\"async\",\"body\":\"b\"}",
    "test: /program/main/0/body: found “b”, expected the name of one of the program's bodies" },
  { "unknown-name", NULL, "{\"op\":\"await\",\"promise\":\"p\"}",
    "test: /program/main/0/promise: found “p”, which no step makes, expected the name of a promise" },
  { "wrong-kind", NULL, "{\"op\":\"promise\",\"as\":\"p\"},{\"op\":\"abort\",\"controller\":\"p\"}",
    "test: /program/main/1/controller: found “p”, which is a promise (/program/main/0), expected the name of a "
    "controller" },
  { "same-name", NULL, "{\"op\":\"controller\",\"name\":\"c\"},{\"op\":\"controller\",\"name\":\"c\"}",
    "test: /program/main/1/name: found “c”, which is already a TaskController (/program/main/0), expected a unique "
    "name" },
};

#undef HEAD
#undef PROGRAM

static inline char *
bad_file_text (const BadFile *bad)
{
  return bad->text != NULL ? g_strdup (bad->text) : session_text (bad->main, "", "");
}
