/* explain-fixture.h: a trace to explain
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "record-writer.h"

#include <json-glib/json-glib.h>

/* What the window's mock-up shows: queue 1 holds continuations of c1, 2 its tasks, 3 static user-visible tasks, 4
 * background tasks of c2; there are a timer's task and an input task as well. */
G_GNUC_UNUSED static LsTrace *
write_gallery (void)
{
  LsTrace *trace = ls_trace_new ();
  static const struct
  {
    guint32 signal;
    guint8 priority, flags;
  } queues[] = {
    { 1, LS_TASK_PRIORITY_USER_BLOCKING, LS_RECORD_FLAG_CONTINUATION },
    { 1, LS_TASK_PRIORITY_USER_BLOCKING, 0 },
    { 0, LS_TASK_PRIORITY_USER_VISIBLE, 0 },
    { 2, LS_TASK_PRIORITY_BACKGROUND, 0 },
  };
  static const struct
  {
    guint32 task, queue, order;
    const char *name;
  } tasks[] = {
    { 3, 4, 3, "prefetch" }, { 8, 2, 8, "decode 1" }, { 9, 2, 9, "decode 2" }, { 10, 2, 10, "decode 3" },
    { 11, 3, 11, "layout" }, { 12, 3, 12, NULL }, { 17, 1, 17, "decode" },
  };

  writer_time = 0;
  write_record (trace, LOOP_STARTED, .text = text_of (trace, "spec"));
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    write_record (trace, PRESET_PRIORITY, .value = i, .level = i >= 3 ? 0 : i == 2 ? 1 : 2,
                  .text = text_of (trace, i >= 3 ? "before" : i == 2 ? "with" : "after"));
  write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_INPUT, .level = 1);
  write_record (trace, PRESET_QUEUE, .queue = LS_QUEUE_TYPE_FRAME_THROTTLEABLE, .level = 1);
  write_record (trace, SIGNAL_CREATED, .subject = 1, .text = text_of (trace, "c1.signal"),
                .priority = LS_TASK_PRIORITY_USER_BLOCKING, .flags = LS_RECORD_FLAG_TASK_SIGNAL);
  write_record (trace, SIGNAL_CREATED, .subject = 2, .text = text_of (trace, "c2.signal"),
                .priority = LS_TASK_PRIORITY_BACKGROUND, .flags = LS_RECORD_FLAG_TASK_SIGNAL);
  for (guint i = 0; i < G_N_ELEMENTS (queues); i++)
    write_record (trace, QUEUE_CREATED, .subject = i + 1, .object = queues[i].signal, .value = 1,
                  .priority = queues[i].priority, .flags = queues[i].flags);
  for (guint i = 0; i < G_N_ELEMENTS (tasks); i++)
    {
      guint8 flags = tasks[i].queue == 1 ? LS_RECORD_FLAG_CONTINUATION : 0;

      write_record (trace, TASK_POSTED, .subject = tasks[i].task, .text = text_of (trace, tasks[i].name),
                    .object = queues[tasks[i].queue - 1].signal, .flags = flags);
      write_record (trace, TASK_QUEUED, .subject = tasks[i].task, .object = tasks[i].queue, .value = tasks[i].order,
                    .flags = flags, .queue = LS_QUEUE_TYPE_WEB_SCHEDULING);
    }
  publish (trace);

  return trace;
}

G_GNUC_UNUSED static void
check (const LsExplanation *explanation,
       LsExplanationKind    kind,
       guint32              task,
       guint32              blocker)
{
  g_autofree char *json = ls_explanation_to_json (explanation);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonObject *object;

  g_assert_cmpstr (ls_explanation_kind_to_string (explanation->kind), ==, ls_explanation_kind_to_string (kind));
  g_assert_cmpuint (explanation->task, ==, task);
  g_assert_cmpuint (explanation->blocker, ==, blocker);
  g_assert_nonnull (explanation->title);
  g_assert_cmpstr (explanation->text, !=, "");
  g_assert_nonnull (explanation->reference);

  json_parser_load_from_data (parser, json, -1, &error);
  g_assert_no_error (error);
  g_assert_null (strchr (json, '\n'));
  object = json_node_get_object (json_parser_get_root (parser));
  g_assert_cmpstr (json_object_get_string_member (object, "text"), ==, explanation->text);
  g_assert_cmpint (json_object_get_int_member (object, "task"), ==, task);
  g_assert_cmpstr (json_object_get_string_member (object, "kind"), ==, ls_explanation_kind_to_string (kind));
}
