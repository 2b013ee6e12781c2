/* program-generate.c: random programs from a seed
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include "program.h"

#define MAX_DEPTH 5

typedef struct
{
  GRand *random;
  int    budget;   /* statements left to write */
  int    edition;
} Generator;

static GPtrArray *generate_body (Generator *generator,
                                 int        depth,
                                 int        length);

static int
below (Generator *generator,
       int        limit)
{
  return g_rand_int_range (generator->random, 0, limit);
}

static gboolean
chance (Generator *generator,
        int        percent)
{
  return below (generator, 100) < percent;
}

/* An index of an object: most often one of the first few, so that statements meet. */
static int
object (Generator *generator)
{
  return chance (generator, 70) ? below (generator, 3) : below (generator, 12);
}

static int
object_or_none (Generator *generator,
                int        percent)
{
  return chance (generator, percent) ? object (generator) : -1;
}

static int
latest_or_object (Generator *generator)
{
  return chance (generator, 60) ? -1 : object (generator);
}

static int
priority_or_none (Generator *generator,
                  int        percent)
{
  return chance (generator, percent) ? LS_TASK_PRIORITY_BACKGROUND + below (generator, LS_N_TASK_PRIORITIES) : -1;
}

static int
option_or_inherit (Generator *generator,
                   int        value)
{
  return chance (generator, 30) ? -2 : value;
}

static GPtrArray *
short_body (Generator *generator,
            int        depth)
{
  return generate_body (generator, depth + 1, 1 + below (generator, 4));
}

static GPtrArray *
short_body_or_none (Generator *generator,
                    int        depth,
                    int        percent)
{
  return chance (generator, percent) ? short_body (generator, depth) : NULL;
}

/* How often each kind is written, in relation to the others */
static const int weights[N_OP_KINDS] = {
  [OP_WORK] = 4,
  [OP_LOG_SIGNAL] = 2,
  [OP_CONTROLLER] = 3,
  [OP_ANY] = 2,
  [OP_TASK_ANY] = 5,
  [OP_ABORTED] = 1,
  [OP_SIGNAL_TIMEOUT] = 1,
  [OP_POST] = 22,
  [OP_YIELD] = 14,
  [OP_SET_PRIORITY] = 10,
  [OP_ABORT] = 6,
  [OP_LISTEN] = 5,
  [OP_UNLISTEN] = 2,
  [OP_HANDLER] = 4,
  [OP_MICROTASK] = 7,
  [OP_TIMEOUT] = 6,
  [OP_INTERVAL] = 1,
  [OP_CLEAR] = 1,
  [OP_IDLE] = 2,
  [OP_CANCEL] = 1,
  [OP_PROMISE] = 4,
  [OP_SETTLE] = 6,
  [OP_THEN] = 8,
  [OP_FINALLY] = 4,
  [OP_AWAIT] = 9,
  [OP_ASYNC] = 3,
  [OP_THROW] = 2,
  [OP_RETURN] = 3,
};

/* The script itself neither ends early nor waits. */
static int
weight (OpKind kind,
        int    depth)
{
  return depth == 0 && (kind == OP_THROW || kind == OP_RETURN || kind == OP_AWAIT) ? 0 : weights[kind];
}

static OpKind
generate_kind (Generator *generator,
               int        depth)
{
  int total = 0, n;

  for (int i = 0; i < N_OP_KINDS; i++)
    total += weight (i, depth);
  n = below (generator, total);
  for (int i = 0; i < N_OP_KINDS; i++)
    {
      n -= weight (i, depth);
      if (n < 0)
        return i;
    }
  g_assert_not_reached ();
}

static void
generate_post (Generator *generator,
               Op        *op,
               int        depth)
{
  op->a = object_or_none (generator, 55);
  op->b = priority_or_none (generator, 40);
  op->c = chance (generator, 20) ? 1 + below (generator, 6) : 0;
  op->d = chance (generator, 60);
  op->e = below (generator, 4) == 0;
  op->body = short_body (generator, depth);
}

static void
generate_yield (Generator *generator,
                Op        *op,
                int        depth)
{
  op->a = depth > 0 && chance (generator, 80);
  op->b = op->c = -1;
  if (chance (generator, generator->edition == LS_EDITION_2023_YIELD_OPTIONS ? 70 : 5))
    {
      op->b = option_or_inherit (generator, object_or_none (generator, 50));
      op->c = option_or_inherit (generator, priority_or_none (generator, 50));
    }
  op->d = chance (generator, 60);
  op->e = below (generator, 4) == 0;
}

static void
generate_promise (Generator *generator,
                  Op        *op,
                  int        depth)
{
  op->a = latest_or_object (generator);
  switch (op->kind)
    {
    case OP_THEN:
      op->body = short_body_or_none (generator, depth, 75);
      op->body2 = short_body_or_none (generator, depth, 50);
      break;
    case OP_FINALLY:
      op->body = short_body (generator, depth);
      break;
    case OP_SETTLE:
      op->a = object (generator);
      op->b = chance (generator, 40) ? 1 + below (generator, 2) : 0;
      op->c = object (generator);
      break;
    default:
      op->b = chance (generator, 50);
      break;
    }
}

static void
generate_signal (Generator *generator,
                 Op        *op,
                 int        depth)
{
  op->a = object (generator);
  switch (op->kind)
    {
    case OP_CONTROLLER:
      op->a = priority_or_none (generator, 80);
      break;
    case OP_ANY:
    case OP_TASK_ANY:
      op->a = object_or_none (generator, 70);
      op->b = object_or_none (generator, 30);
      op->c = priority_or_none (generator, 20);
      op->d = object (generator);
      break;
    case OP_SET_PRIORITY:
      op->b = LS_TASK_PRIORITY_BACKGROUND + below (generator, LS_N_TASK_PRIORITIES);
      op->c = chance (generator, 20);
      break;
    case OP_ABORT:
      op->b = below (generator, 3);
      break;
    default:
      op->b = chance (generator, 65);
      op->c = chance (generator, 30);
      op->d = chance (generator, 10);
      op->body = short_body (generator, depth);
      break;
    }
}

static Op *
generate_op (Generator *generator,
             int        depth)
{
  Op *op = op_new (generate_kind (generator, depth), 0, 0, 0, 0, 0);

  generator->budget--;
  switch (op->kind)
    {
    case OP_WORK:
      op->a = 1 + below (generator, 5);
      break;
    case OP_POST:
      generate_post (generator, op, depth);
      break;
    case OP_YIELD:
      generate_yield (generator, op, depth);
      break;
    case OP_LOG_SIGNAL:
    case OP_UNLISTEN:
    case OP_CLEAR:
    case OP_CANCEL:
      op->a = object (generator);
      break;
    case OP_PROMISE:
    case OP_ABORTED:
      break;
    case OP_SIGNAL_TIMEOUT:
      op->a = 1 + below (generator, 6);
      break;
    case OP_MICROTASK:
    case OP_IDLE:
    case OP_ASYNC:
      op->body = short_body (generator, depth);
      break;
    case OP_TIMEOUT:
    case OP_INTERVAL:
      op->a = below (generator, 7) - 1;
      op->b = 1 + below (generator, 4);
      op->body = short_body (generator, depth);
      break;
    case OP_THEN:
    case OP_FINALLY:
    case OP_SETTLE:
    case OP_AWAIT:
      generate_promise (generator, op, depth);
      break;
    case OP_THROW:
      op->a = below (generator, 2);
      break;
    case OP_RETURN:
      op->a = latest_or_object (generator);
      break;
    default:
      generate_signal (generator, op, depth);
      break;
    }
  return op;
}

static GPtrArray *
generate_body (Generator *generator,
               int        depth,
               int        length)
{
  GPtrArray *body = body_new ();

  if (depth > MAX_DEPTH)
    return body;
  for (int i = 0; i < length && generator->budget > 0; i++)
    {
      Op *op = generate_op (generator, depth);

      g_ptr_array_add (body, op);
      if (op->kind == OP_THROW || op->kind == OP_RETURN)
        break;
    }
  return body;
}

/* Signals that follow each other, each with a listener: otherwise few programs would have them. */
static void
generate_family (Generator *generator,
                 GPtrArray *start)
{
  int n = start->len + 2 + below (generator, 4);

  for (int i = start->len; i < n; i++)
    g_ptr_array_add (start, op_new (OP_TASK_ANY, object_or_none (generator, 30), -1, -1, below (generator, i), 0));
  for (int i = 0; i < n; i++)
    {
      Op *op = op_new (OP_LISTEN, i, chance (generator, 80), 0, 0, 0);

      generator->budget = 2;
      op->body = short_body_or_none (generator, MAX_DEPTH - 2, 25);
      if (op->body == NULL)
        op->body = body_new ();
      g_ptr_array_add (start, op);
    }
}

Program *
program_generate (guint32 seed)
{
  static const char * const presets[] = { "blink", "spec" };
  Generator generator = { .random = g_rand_new_with_seed (seed) };
  Program *program = program_new (presets[below (&generator, 2)], below (&generator, 2));
  GPtrArray *start = body_new ();

  generator.edition = program->edition;
  program->second_scheduler = chance (&generator, 30);
  g_ptr_array_unref (program->body);
  program->body = start;
  for (int i = 0, n = 1 + below (&generator, 4); i < n; i++)
    g_ptr_array_add (start, op_new (OP_CONTROLLER, LS_TASK_PRIORITY_BACKGROUND + below (&generator, LS_N_TASK_PRIORITIES), 0, 0, 0, 0));
  if (chance (&generator, 25))
    generate_family (&generator, start);
  for (int i = 0, n = 6 + below (&generator, 16); i < n; i++)
    {
      generator.budget = 4 + below (&generator, 14);
      g_ptr_array_add (start, generate_op (&generator, 0));
    }
  program_number (program);
  g_rand_free (generator.random);
  return program;
}
