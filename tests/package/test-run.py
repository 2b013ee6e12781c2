#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-run.py BUILD_DIR: checks that build-aux/run builds what it opens, and neither tests nor bindings nor documentation."""

import re
import sys

sys.dont_write_bytecode = True

import points  # noqa: E402

BUILD = sys.argv[1]
UNNEEDED = re.compile(r'^(tests|examples|docs)/|/tests/|\.gir$|\.typelib$|\.vapi$')


def list_targets():
    """What is built where there is a display, and where there is none."""
    return [targets.split() for targets in re.findall(r'^ *targets="([^"]+)"', points.read('build-aux/run'), re.MULTILINE)]


def check_targets():
    """What it starts is among what it has built."""
    built = {target for targets in list_targets() for target in targets}
    started = set(re.findall(r'exec "\$root/_build/([^"]+)"', points.read('build-aux/run')))
    return f'{started - built} is started and not built' if started - built or not started else None


def check_needed():
    for targets, other in zip(list_targets(), ('src/cli/', 'src/app/'), strict=True):
        inputs = set()
        for target in targets:
            result = points.run('ninja', '-C', BUILD, '-t', 'inputs', target)
            if result.returncode != 0:
                return result.stdout + result.stderr
            inputs |= {target, *result.stdout.splitlines()}
        unneeded = sorted(path for path in inputs if UNNEEDED.search(path) or path.startswith(other))
        if unneeded or len(inputs) < 500:
            return f'builds {unneeded[:5]}'
    return None


points.main(('what is started', check_targets), ('what is built', check_needed))
