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
