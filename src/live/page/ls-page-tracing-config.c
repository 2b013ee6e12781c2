/* ls-page-tracing-config.c: what a browser is to record of its own queues
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "config.h"

#include "ls-page-watch-private.h"

#include <string.h>

#include "ls-json-private.h"
#include "ls-proto-writer-private.h"

/* The snapshots, what is in their queues, and our stamps. */
static const char *const categories[] = {
  "disabled-by-default-sequence_manager.debug", "disabled-by-default-sequence_manager.verbose_snapshots", "devtools.timeline",
};
/* The browser's buffer: where it is full, what is old goes away. */
#define BUFFER_KB (8 * 1024)
#define RING_BUFFER 1
/* What a process calls itself as a producer, before its number. */
#define PRODUCER "org.chromium-%" G_GINT64_FORMAT
#define MAX_PROCESSES 1000

/* TraceConfig */
enum
{
  CONFIG_BUFFERS = 1,
  CONFIG_DATA_SOURCES = 2,
  BUFFER_SIZE_KB = 1,
  BUFFER_FILL_POLICY = 4,
  SOURCE_CONFIG = 1,
  SOURCE_PRODUCER = 2,
  SOURCE_NAME = 1,
  SOURCE_CHROME = 101,
  SOURCE_TRACK_EVENT = 113,
  CHROME_CONFIG = 1,
  TRACK_EVENT_DISABLED = 1,
  TRACK_EVENT_ENABLED = 2
};

/* Chromium wants the categories in its own words as well. */
static void
add_chrome_config (GByteArray *config)
{
  const guint begin = ls_proto_begin (config, SOURCE_CHROME);
  g_autoptr (GString) text = g_string_new ("{\"record_mode\":\"record-continuously\",\"excluded_categories\":[\"*\"],"
                                           "\"included_categories\":[");

  for (guint i = 0; i < G_N_ELEMENTS (categories); i++)
    g_string_append_printf (text, "%s\"%s\"", i > 0 ? "," : "", categories[i]);
  g_string_append (text, "]}");
  ls_proto_string (config, CHROME_CONFIG, text->str);
  ls_proto_end (config, begin);
}

static void
add_source_config (GByteArray *config)
{
  const guint begin = ls_proto_begin (config, SOURCE_CONFIG);
  guint events;

  ls_proto_string (config, SOURCE_NAME, "track_event");
  add_chrome_config (config);
  events = ls_proto_begin (config, SOURCE_TRACK_EVENT);
  ls_proto_string (config, TRACK_EVENT_DISABLED, "*");
  for (guint i = 0; i < G_N_ELEMENTS (categories); i++)
    ls_proto_string (config, TRACK_EVENT_ENABLED, categories[i]);
  ls_proto_end (config, events);
  ls_proto_end (config, begin);
}

/* Adds the processes that have pages. Where the browser does not say which they are, all of them record. */
static void
add_producers (GByteArray *config,
               JsonObject *result)
{
  JsonArray *processes = result != NULL ? ls_json_peek_array (result, "processInfo") : NULL;

  for (guint i = 0; processes != NULL && i < MIN (json_array_get_length (processes), MAX_PROCESSES); i++)
    {
      JsonNode *node = json_array_get_element (processes, i);
      JsonObject *process = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      JsonNode *id = process != NULL ? json_object_get_member (process, "id") : NULL;
      g_autofree char *type = process != NULL ? ls_page_dup_member (process, "type", 100) : g_strdup ("");
      g_autofree char *name = NULL;

      if (strcmp (type, "renderer") != 0 || id == NULL || !JSON_NODE_HOLDS_VALUE (id))
        continue;
      name = g_strdup_printf (PRODUCER, json_node_get_int (id));
      ls_proto_string (config, SOURCE_PRODUCER, name);
    }
}

/**
 * ls_page_tracing_configure:
 * @processes: what the browser says of its processes
 * @length: of that
 *
 * Returns: (transfer full): what it is to record, as Tracing.start takes it
 */
char *
ls_page_tracing_configure (const char *processes,
                           gsize       length)
{
  g_autoptr (JsonNode) root = ls_json_parse ("processes", processes, length, NULL, NULL);
  g_autoptr (GByteArray) config = g_byte_array_new ();
  guint begin;

  begin = ls_proto_begin (config, CONFIG_BUFFERS);
  ls_proto_uint (config, BUFFER_SIZE_KB, BUFFER_KB);
  ls_proto_uint (config, BUFFER_FILL_POLICY, RING_BUFFER);
  ls_proto_end (config, begin);
  begin = ls_proto_begin (config, CONFIG_DATA_SOURCES);
  add_source_config (config);
  if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
    add_producers (config, ls_json_peek_object (json_node_get_object (root), "result"));
  ls_proto_end (config, begin);
  return g_base64_encode (config->data, config->len);
}
