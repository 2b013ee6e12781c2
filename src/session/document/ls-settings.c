/* ls-settings.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "ls-settings-private.h"

#include "ls-json-members-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const presets[] = { "blink", "spec", "blink-2021", "gecko", "fair", NULL };

#define EXPECTED_RANK NC_("expected", "a rank from 0 (served first) to 10")

#define EXPECTED_EXPERIMENT NC_("expected", "“wait”, “render”, “currentTaskSignal” or “priorityInheritance”")

G_DEFINE_BOXED_TYPE (LsSettings, ls_settings, ls_settings_copy, ls_settings_free)

/**
 * ls_settings_new:
 *
 * Makes the default settings.
 *
 * Returns: (transfer full): the settings of a session that names none
 */
LsSettings *
ls_settings_new (void)
{
  LsSettings *self = g_new0 (LsSettings, 1);

  self->edition = LS_EDITION_2025;
  self->clock = LS_CLOCK_VIRTUAL;
  self->preset = g_strdup (LS_SETTINGS_DEFAULT_PRESET);
  memset (self->queue_ranks, LS_SETTINGS_RANK_OF_PRESET, sizeof self->queue_ranks);
  memset (self->effective_ranks, LS_SETTINGS_RANK_OF_PRESET, sizeof self->effective_ranks);
  self->step_budget = LS_SETTINGS_DEFAULT_STEP_BUDGET;
  self->record_budget = LS_SETTINGS_DEFAULT_RECORD_BUDGET;
  self->time_budget = LS_SETTINGS_DEFAULT_TIME_BUDGET;
  self->memory_budget = LS_SETTINGS_DEFAULT_MEMORY_BUDGET;

  return self;
}

/**
 * ls_settings_copy:
 * @self: settings
 *
 * Makes a copy.
 *
 * Returns: (transfer full): a copy
 */
LsSettings *
ls_settings_copy (const LsSettings *self)
{
  LsSettings *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_new (LsSettings, 1);
  *copy = *self;
  copy->preset = g_strdup (self->preset);
  return copy;
}

/**
 * ls_settings_free:
 * @self: (transfer full): settings
 *
 * Frees it.
 */
void
ls_settings_free (LsSettings *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->preset);
  g_free (self);
}

/**
 * ls_settings_list_presets:
 *
 * Lists the presets that a session can have.
 *
 * Returns: (transfer none) (array zero-terminated=1): the names that a session's preset can have, the default first
 */
const char *const *
ls_settings_list_presets (void)
{
  return presets;
}

static void
read_queue_ranks (LsJsonReader *reader,
                  JsonNode     *node,
                  gpointer      data)
{
  JsonObject *object = ls_json_reader_object (reader, node, NC_("expected", "an object with a rank for each queue named"));
  LsSettings *self = data;
  JsonObjectIter iter;
  const char *name;
  JsonNode *rank;

  if (object == NULL)
    return;

  json_object_iter_init_ordered (&iter, object);
  while (reader->error == NULL && json_object_iter_next_ordered (&iter, &name, &rank))
    {
      gsize mark = ls_json_reader_enter (reader, name);
      LsQueueType type;

      if (!ls_queue_type_from_string (name, &type))
        {
          g_autofree char *quoted = ls_json_quote (name);

          ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID,
                               _("found %s, expected the name of a queue such as “input” or “compositor”"), quoted);
        }
      else
        self->queue_ranks[type] = ls_json_reader_integer (reader, rank, 0, LS_SETTINGS_MAX_RANK, EXPECTED_RANK);
      ls_json_reader_leave (reader, mark);
    }
}

static void
write_queue_ranks (JsonObject    *object,
                   const char    *name,
                   gconstpointer  data)
{
  JsonObject *queues = ls_json_copy_object (ls_json_peek_object (object, name));
  const LsSettings *self = data;

  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    {
      if (!ls_queue_type_is_valid (i))
        continue;
      if (self->queue_ranks[i] != LS_SETTINGS_RANK_OF_PRESET)
        json_object_set_int_member (queues, ls_queue_type_to_string (i), self->queue_ranks[i]);
      else
        ls_json_remove_member (queues, ls_queue_type_to_string (i));
    }
  ls_json_set_part (object, name, queues);
}

static void
read_effective_ranks (LsJsonReader *reader,
                      JsonNode     *node,
                      gpointer      data)
{
  const char *expected = NC_("expected", "an array of 6 ranks, one for each effective priority from 0 to 5");
  JsonArray *array = ls_json_reader_array (reader, node, expected);
  LsSettings *self = data;

  if (array == NULL)
    return;
  if (json_array_get_length (array) != LS_N_EFFECTIVE_PRIORITIES)
    {
      ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found an array of %u, expected %s"),
                           json_array_get_length (array), ls_json_expected (expected));
      return;
    }

  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    {
      gsize mark = ls_json_reader_enter_index (reader, i);

      self->effective_ranks[i] = ls_json_reader_integer (reader, json_array_get_element (array, i), 0,
                                                         LS_SETTINGS_MAX_RANK, EXPECTED_RANK);
      ls_json_reader_leave (reader, mark);
    }
}

/* Either all ranks of effective priorities replace those of the preset, or none does. */
static void
write_effective_ranks (JsonObject    *object,
                       const char    *name,
                       gconstpointer  data)
{
  const LsSettings *self = data;
  JsonArray *ranks;

  if (memchr (self->effective_ranks, LS_SETTINGS_RANK_OF_PRESET, sizeof self->effective_ranks) != NULL)
    {
      ls_json_remove_member (object, name);
      return;
    }

  ranks = json_array_new ();
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    json_array_add_int_element (ranks, self->effective_ranks[i]);
  json_object_set_array_member (object, name, ranks);
}

static void
read_experiments (LsJsonReader *reader,
                  JsonNode     *node,
                  gpointer      data)
{
  JsonArray *array = ls_json_reader_array (reader, node, NC_("expected", "an array with names of experiments"));
  LsSettings *self = data;

  for (guint i = 0; array != NULL && reader->error == NULL && i < json_array_get_length (array); i++)
    {
      gsize mark = ls_json_reader_enter_index (reader, i);
      LsExperiments experiment = LS_EXPERIMENT_NONE;
      const char *name = ls_json_reader_string (reader, json_array_get_element (array, i), EXPECTED_EXPERIMENT);

      if (name != NULL && !ls_experiment_from_string (name, &experiment))
        {
          g_autofree char *quoted = ls_json_quote (name);

          ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found %s, expected %s"), quoted,
                               ls_json_expected (EXPECTED_EXPERIMENT));
        }
      else if (self->experiments & experiment)
        {
          g_autofree char *quoted = ls_json_quote (name);

          ls_json_reader_fail (reader, LS_SESSION_ERROR_INVALID, _("found %s twice, expected each experiment once"), quoted);
        }
      self->experiments |= experiment;
      ls_json_reader_leave (reader, mark);
    }
}

static void
write_experiments (JsonObject    *object,
                   const char    *name,
                   gconstpointer  data)
{
  const LsSettings *self = data;
  JsonArray *names;

  if (self->experiments == LS_EXPERIMENT_NONE)
    {
      ls_json_remove_member (object, name);
      return;
    }

  names = json_array_new ();
  for (guint i = 0; i < LS_N_EXPERIMENTS; i++)
    if (self->experiments & 1u << i)
      json_array_add_string_element (names, ls_experiment_to_string (1u << i));
  json_object_set_array_member (object, name, names);
}

static const LsJsonMember override_members[] = {
  { .name = "queues", .type = LS_JSON_VALUE, .read = read_queue_ranks, .write = write_queue_ranks },
  { .name = "effectivePriorities", .type = LS_JSON_VALUE, .read = read_effective_ranks, .write = write_effective_ranks },
  { NULL }
};

/* The default of "steps" depends on the program, so ls_settings_write() puts it into the first row. */
static const LsJsonMember budget_members[] = {
  { .name = "steps", .type = LS_JSON_COUNT64, .offset = G_STRUCT_OFFSET (LsSettings, step_budget), .minimum = 1 },
  { .name = "timeMs", .type = LS_JSON_TIME, .offset = G_STRUCT_OFFSET (LsSettings, time_budget), .minimum = 1,
    .otherwise = LS_SETTINGS_DEFAULT_TIME_BUDGET, .expected = NC_("expected", "a number greater than 0") },
  { .name = "records", .type = LS_JSON_COUNT64, .offset = G_STRUCT_OFFSET (LsSettings, record_budget), .minimum = 1,
    .otherwise = LS_SETTINGS_DEFAULT_RECORD_BUDGET },
  { .name = "keepRecords", .type = LS_JSON_COUNT64, .offset = G_STRUCT_OFFSET (LsSettings, kept_records),
    .minimum = LS_SETTINGS_LEAST_KEPT_RECORDS, .is_dropped = TRUE },
  { .name = "memoryMB", .type = LS_JSON_COUNT64, .offset = G_STRUCT_OFFSET (LsSettings, memory_budget),
    .minimum = LS_SETTINGS_LEAST_MEMORY_BUDGET, .otherwise = LS_SETTINGS_DEFAULT_MEMORY_BUDGET },
  { NULL }
};

static const LsJsonMember members[] = {
  { .name = "edition", .type = LS_JSON_WORD, .offset = G_STRUCT_OFFSET (LsSettings, edition), .otherwise = LS_EDITION_2025,
    .expected = NC_("expected", "“2025” or “2023-yield-options”"),
    .from_string = ls_edition_from_string, .to_string = ls_edition_to_string },
  { .name = "preset", .type = LS_JSON_TEXT, .offset = G_STRUCT_OFFSET (LsSettings, preset), .among = presets,
    .expected = NC_("expected", "“blink”, “spec”, “blink-2021”, “gecko” or “fair”") },
  { .name = "experiments", .type = LS_JSON_VALUE, .read = read_experiments, .write = write_experiments },
  { .name = "clock", .type = LS_JSON_WORD, .offset = G_STRUCT_OFFSET (LsSettings, clock), .otherwise = LS_CLOCK_VIRTUAL,
    .expected = NC_("expected", "“virtual” or “monotonic”"),
    .from_string = ls_clock_kind_from_string, .to_string = ls_clock_kind_to_string },
  { .name = "seed", .type = LS_JSON_COUNT, .offset = G_STRUCT_OFFSET (LsSettings, seed) },
  { .name = "presetOverride", .type = LS_JSON_OBJECT, .members = override_members,
    .expected = NC_("expected", "an object with “queues” or “effectivePriorities”") },
  { .name = "budget", .type = LS_JSON_OBJECT, .members = budget_members,
    .expected = NC_("expected", "an object with “steps”, “timeMs” or “records”") },
  { NULL }
};

/* Reads "settings" (nullable). Never returns NULL; look at @reader. */
LsSettings *
ls_settings_read (LsJsonReader *reader,
                  JsonNode     *node,
                  guint64       default_step_budget)
{
  LsSettings *self = ls_settings_new ();

  self->step_budget = default_step_budget;
  if (node != NULL)
    ls_json_read_object (reader, node, NC_("expected", "an object with settings"), members, self);

  return self;
}

/* Returns the JSON of settings: @previous (nullable) with what is different. */
JsonNode *
ls_settings_write (const LsSettings *self,
                   JsonObject       *previous,
                   guint64           default_step_budget)
{
  JsonObject *object = ls_json_copy_object (previous);
  LsJsonMember budget[G_N_ELEMENTS (budget_members)];

  memcpy (budget, budget_members, sizeof budget);
  budget[0].otherwise = default_step_budget;
  for (const LsJsonMember *member = members; member->name != NULL; member++)
    {
      LsJsonMember row = *member;

      if (row.members == budget_members)
        row.members = budget;
      ls_json_write_member (object, &row, self);
    }
  return ls_json_take_object (object);
}

/* Puts the preset with the ranks that were changed, and the experiments that are on, into @preset. */
void
ls_settings_get_preset (const LsSettings *self,
                        LsPreset         *preset)
{
  *preset = *ls_preset_lookup (self->preset);
  preset->experiments = self->experiments;
  for (guint i = 0; i < LS_N_QUEUE_TYPES; i++)
    if (self->queue_ranks[i] != LS_SETTINGS_RANK_OF_PRESET)
      preset->queue_ranks[i] = self->queue_ranks[i];
  for (guint i = 0; i < LS_N_EFFECTIVE_PRIORITIES; i++)
    if (self->effective_ranks[i] != LS_SETTINGS_RANK_OF_PRESET)
      preset->effective_priority_ranks[i] = self->effective_ranks[i];
}
