/* ls-chrome-specs.c
 *
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

#include <string.h>

#include "ls-chrome-events-private.h"
#include "ls-chrome-node-private.h"
#include "ls-chrome-specs-private.h"
#include "ls-name-map-private.h"

#define ANY_SLICES (LS_CHROME_SLICES | LS_CHROME_INSTANTS)

#define SLICE(name, kind) { name, ANY_SLICES, LS_RECORDING_EVENT_##kind }
#define ASYNC(name, kind) { name, LS_CHROME_ASYNC, LS_RECORDING_EVENT_##kind }
#define FLOW(name) { name, LS_CHROME_FLOWS, LS_RECORDING_EVENT_FLOW_BEGIN }
#define ABOUT(name, phases, subject) { name, phases, LS_RECORDING_EVENT_NONE, LS_CHROME_SUBJECT_##subject }

static const LsChromeSpec specs[] = {
  SLICE ("RunTask", TASK),
  { "ThreadControllerImpl::RunTask", ANY_SLICES, LS_RECORDING_EVENT_TASK, .is_inner = TRUE },
  { "TaskQueueManager::ProcessTaskFromWorkQueue", ANY_SLICES, LS_RECORDING_EVENT_TASK, .is_inner = TRUE },

  SLICE ("SchedulePostTaskCallback", POST),
  SLICE ("RunPostTaskCallback", RUN),
  SLICE ("AbortPostTaskCallback", ABORT),
  SLICE ("ScheduleYieldContinuation", YIELD),
  SLICE ("RunYieldContinuation", CONTINUE),
  SLICE ("AbortYieldContinuation", ABORT_YIELD),

  SLICE ("TimerInstall", TIMER_INSTALL),
  SLICE ("TimerRemove", TIMER_REMOVE),
  SLICE ("TimerFire", TIMER_FIRE),
  SLICE ("RequestAnimationFrame", FRAME_REQUEST),
  SLICE ("CancelAnimationFrame", FRAME_CANCEL),
  SLICE ("FireAnimationFrame", FRAME_FIRE),
  SLICE ("RequestIdleCallback", IDLE_REQUEST),
  SLICE ("CancelIdleCallback", IDLE_CANCEL),
  SLICE ("FireIdleCallback", IDLE_FIRE),
  SLICE ("SchedulePostMessage", MESSAGE_POST),
  SLICE ("HandlePostMessage", MESSAGE),
  SLICE ("RunMicrotasks", MICROTASKS),

  SLICE ("FunctionCall", FUNCTION),
  SLICE ("EvaluateScript", SCRIPT),
  SLICE ("v8.compile", SCRIPT),
  SLICE ("v8.compileModule", SCRIPT),
  SLICE ("v8.evaluateModule", SCRIPT),
  ASYNC ("AnimationFrame", LONG_FRAME),
  ASYNC ("AnimationFrame::Script::Execute", INVOKER),

  SLICE ("ParseHTML", LOADING),
  SLICE ("ParseAuthorStyleSheet", LOADING),
  SLICE ("ResourceWillSendRequest", LOADING),
  SLICE ("ResourceSendRequest", LOADING),
  SLICE ("ResourceReceiveResponse", LOADING),
  SLICE ("ResourceReceivedResponse", LOADING),
  SLICE ("ResourceReceivedData", LOADING),
  SLICE ("ResourceFinish", LOADING),
  SLICE ("ResourceMarkAsCached", LOADING),
  SLICE ("XHRReadyStateChange", LOADING),
  SLICE ("XHRLoad", LOADING),

  SLICE ("EventDispatch", DISPATCH),
  ASYNC ("EventTiming", INPUT),

  SLICE ("UpdateLayoutTree", RENDERING),
  SLICE ("RecalculateStyles", RENDERING),
  SLICE ("Layout", RENDERING),
  SLICE ("PrePaint", RENDERING),
  SLICE ("UpdateLayerTree", RENDERING),
  SLICE ("Paint", RENDERING),
  SLICE ("Layerize", RENDERING),
  SLICE ("CompositeLayers", RENDERING),
  { "Commit", LS_CHROME_SLICES, LS_RECORDING_EVENT_RENDERING },

  SLICE ("MinorGC", GC),
  SLICE ("MajorGC", GC),
  SLICE ("BlinkGC.AtomicPhase", GC),

  SLICE ("WebSocketCreate", WORK),
  SLICE ("WebSocketSend", WORK),
  SLICE ("WebSocketReceive", WORK),
  SLICE ("WebSocketDestroy", WORK),
  SLICE ("DoEncrypt", WORK),
  SLICE ("DoEncryptReply", WORK),
  SLICE ("DoDecrypt", WORK),
  SLICE ("DoDecryptReply", WORK),
  SLICE ("DoDigest", WORK),
  SLICE ("DoDigestReply", WORK),
  SLICE ("DoSign", WORK),
  SLICE ("DoSignReply", WORK),
  SLICE ("DoVerify", WORK),
  SLICE ("DoVerifyReply", WORK),

  SLICE ("TimeStamp", MARK),

  { "RunTimers", LS_CHROME_SLICES, LS_RECORDING_EVENT_TASK, .is_node = TRUE },
  { "CheckImmediate", LS_CHROME_SLICES, LS_RECORDING_EVENT_TASK, .is_node = TRUE },

  FLOW ("SequenceManager PostTask"),
  FLOW ("v8::Debugger::AsyncTaskScheduled"),
  FLOW ("v8::Debugger::AsyncTaskRun"),

  ABOUT ("thread_name", LS_CHROME_METADATA, THREAD_NAME),
  ABOUT ("process_name", LS_CHROME_METADATA, PROCESS_NAME),
  ABOUT ("process_labels", LS_CHROME_METADATA, PROCESS_LABELS),
  ABOUT ("version", LS_CHROME_METADATA, NODE_VERSION),
  ABOUT ("TracingStartedInBrowser", ANY_SLICES, PAGES),
  ABOUT ("TracingStartedInPage", ANY_SLICES, PAGES),
  ABOUT ("FrameCommittedInBrowser", ANY_SLICES, COMMIT_BY_BROWSER),
  ABOUT ("CommitLoad", ANY_SLICES, COMMIT),
  ABOUT ("navigationStart", LS_CHROME_INSTANTS, NAVIGATION),
  ABOUT ("TracingSessionIdForWorker", ANY_SLICES, WORKER),
};

G_STATIC_ASSERT (G_N_ELEMENTS (specs) * 2 < LS_NAME_MAP_SLOTS);

static const LsChromeSpec collection = SLICE (NULL, GC);
static const LsChromeSpec mark = { NULL, LS_CHROME_INSTANTS, LS_RECORDING_EVENT_MARK };
static const LsChromeSpec measure = ASYNC (NULL, MEASURE);

/* The browser's own marks that are worth a look. Others of the category are the program's, or of no use. */
static const char *const milestones[] = {
  "domContentLoadedEventEnd", "loadEventEnd", "firstPaint", "firstContentfulPaint", "largestContentfulPaint::Candidate",
};

static const LsNameMap *
get_names (void)
{
  static LsNameMap map;
  static gsize is_filled;

  if (g_once_init_enter (&is_filled))
    {
      for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
        ls_name_map_add (&map, specs[i].name, i);
      g_once_init_leave (&is_filled, 1);
    }

  return &map;
}

/* Says of which kind a phase is, 0 for those that mean nothing here. */
LsChromePhases
ls_chrome_get_phases (char phase)
{
  switch (phase)
    {
    case 'X':
    case 'B':
    case 'E':
      return LS_CHROME_SLICES;
    case 'I':
    case 'i':
    case 'R':
      return LS_CHROME_INSTANTS;
    case 'b':
    case 'e':
    case 'S':
    case 'F':
      return LS_CHROME_ASYNC;
    case 's':
    case 't':
    case 'f':
      return LS_CHROME_FLOWS;
    case 'M':
      return LS_CHROME_METADATA;
    default:
      return 0;
    }
}

/* Whether @category, with commas between categories, has @wanted. */
static gboolean
has_category (const char *category,
              gsize       length,
              const char *wanted)
{
  const char *end = category + length;
  gsize wanted_length = strlen (wanted);

  for (const char *next = category; next != NULL && (gsize) (end - category) >= wanted_length; category = next)
    {
      next = memchr (category, ',', (gsize) (end - category));
      if ((gsize) ((next != NULL ? next : end) - category) == wanted_length && memcmp (category, wanted, wanted_length) == 0)
        return TRUE;
      if (next != NULL)
        next++;
    }

  return FALSE;
}

/* Says whether it is one of the browser's own marks that are worth a look. */
gboolean
ls_chrome_is_milestone (const char *name,
                        gsize       length)
{
  for (guint i = 0; i < G_N_ELEMENTS (milestones); i++)
    if (strlen (milestones[i]) == length && memcmp (milestones[i], name, length) == 0)
      return TRUE;

  return FALSE;
}

/* Finds what to make of an event, or NULL if it means nothing here. */
const LsChromeSpec *
ls_chrome_find_spec (const char *name,
                     gsize       name_length,
                     const char *category,
                     gsize       category_length,
                     char        phase)
{
  LsChromePhases phases = ls_chrome_get_phases (phase);
  guint index;

  if (ls_name_map_find (get_names (), name, name_length, &index) && (specs[index].phases & phases) != 0)
    return &specs[index];

  if ((phases & ANY_SLICES) != 0 && name_length > strlen ("V8.GC") && memcmp (name, "V8.GC", strlen ("V8.GC")) == 0)
    return &collection;

  if (phases == LS_CHROME_INSTANTS && has_category (category, category_length, "blink.user_timing"))
    return &mark;
  if (phases == LS_CHROME_INSTANTS && ls_chrome_is_milestone (name, name_length))
    return &mark;

  if (phases == LS_CHROME_ASYNC && (has_category (category, category_length, "blink.user_timing") ||
                                    has_category (category, category_length, "blink.console")))
    return &measure;

  return ls_chrome_node_find_spec (name, name_length, category, category_length, phases);
}

/* Says whether an event of @spec (nullable) is worth to be read at all. Ends without a name may belong to anything, so they are. */
gboolean
ls_chrome_spec_is_wanted (const LsChromeSpec *spec,
                          char                phase)
{
  return spec != NULL || phase == 'B' || phase == 'E';
}

/* Says whether the arguments of an event of @spec (nullable) mean something. */
gboolean
ls_chrome_spec_wants_args (const LsChromeSpec *spec,
                           char                phase)
{
  if (spec == NULL || strchr ("EeFstf", phase) != NULL)
    return FALSE;
  if (spec->kind == LS_RECORDING_EVENT_RENDERING || spec->kind == LS_RECORDING_EVENT_GC)
    return FALSE;

  return spec->kind != LS_RECORDING_EVENT_TASK || spec->is_inner;
}
