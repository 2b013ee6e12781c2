/* SPDX-License-Identifier: LGPL-2.1-or-later */

#pragma once

/* The one header that a program using the library includes: every installed header, in the order of the folders. */

#include "ls-version.h"
#include "ls-clause.h"
#include "ls-probe.h"
#include "ls-record.h"
#include "ls-types.h"

#include "ls-trace.h"
#include "ls-state.h"
#include "ls-explain.h"
#include "ls-record-format.h"
#include "ls-state-format.h"
#include "ls-exception.h"
#include "ls-value.h"
#include "ls-preset.h"
#include "ls-event-loop.h"
#include "ls-loop-group.h"
#include "ls-promise.h"
#include "ls-abort-signal.h"
#include "ls-abort-controller.h"
#include "ls-task-signal.h"
#include "ls-task-controller.h"
#include "ls-scheduler.h"

#include "ls-session-error.h"
#include "ls-settings.h"
#include "ls-step.h"
#include "ls-program-script.h"
#include "ls-program.h"
#include "ls-stamp.h"
#include "ls-program-runtime.h"
#include "ls-action.h"
#include "ls-expectation.h"
#include "ls-mark.h"
#include "ls-session.h"
#include "ls-session-history.h"
#include "ls-runner.h"
#include "ls-session-check.h"
#include "ls-engine-thread.h"
