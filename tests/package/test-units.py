#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks build-aux/units: the compiler can read what it puts together, and each file is in one unit."""

import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True

import points  # noqa: E402

UNITS = os.path.join(points.SOURCE, 'build-aux', 'units')

# Pairs of files that no compiler can read one after the other, or that mean something else then.
APART = {
    'functions': ('static int\nfind (int a)\n{\n  return a;\n}\n', 'static void\nfind (void)\n{\n}\n'),
    'functions with an attribute': ('static void G_GNUC_PRINTF (1, 2)\nfind (const char *a, ...)\n{\n}\n', 'static void\nfind (void)\n{\n}\n'),
    'prototypes': ('static int find (int a);\nint one = sizeof (find (1));\n', 'static void\nfind (void)\n{\n}\n'),
    'tables': ('static const char *const names[] = { "a" };\n', 'static struct\n{\n  int i;\n} names[2];\n'),
    'tables of a type without a name': ('static const struct\n{\n  int i;\n} names[] = { { 1 } };\n', 'static int names;\n'),
    'types': ('typedef struct\n{\n  int i;\n} Place;\n', 'typedef int Place;\n'),
    'types of functions': ('typedef void (*Look) (int a);\n', 'typedef enum\n{\n  A\n} Look;\n'),
    'tags': ('struct place\n{\n  int i;\n};\n', 'struct place\n{\n  char c;\n};\n'),
    'constants': ('enum\n{\n  FIRST,\n  LAST = 2\n};\n', 'typedef enum\n{\n  OTHER, LAST\n} Kind;\n'),
    'macros': ('#define SIZE 1\n', '#define SIZE 2\n'),
    'what a macro defines': ('G_LOCK_DEFINE_STATIC (one);\n', 'G_LOCK_DEFINE_STATIC (one);\n'),
    'functions of a macro': ('LS_NATIVE (native_add, 0)\n{\n}\n', 'LS_NATIVE (native_add, 1)\n{\n}\n'),
    'a macro and a member': ('#define size 1\n', 'struct place\n{\n  int size;\n};\n'),
}
# Pairs that may be together: what is the same is in a function, a text or a comment.
TOGETHER = {
    'locals': ('static int\nfind (void)\n{\n  int place = 1;\n  return place;\n}\n', 'static int place;\n'),
    'attributes': ('__attribute__ ((noinline)) static int\nfind (void)\n{\n  return 1;\n}\n', '__attribute__ ((unused)) static int a;\n'),
    'texts': ('#define SIZE 1\n', 'static const char text[] = "SIZE"; /* SIZE */ // SIZE\n'),
}


def units_of(folder, texts, n_units):
    """Runs the program over files with these texts. Returns its result and, for each unit, the numbers of its files."""
    sources = []
    for number, text in enumerate(texts):
        sources.append(os.path.join(folder, f'{number}.c'))
        with open(sources[-1], 'w', encoding='utf-8') as file:
            file.write(text)
    os.makedirs(os.path.join(folder, 'built'), exist_ok=True)
    outputs = [os.path.join(folder, 'built', f'unit-{number}.c') for number in range(n_units)]
    result = points.run(sys.executable, UNITS, *outputs, '--', *sources)
    units = []
    for output in outputs:
        if os.path.exists(output):
            with open(output, encoding='utf-8') as file:
                units.append([int(number) for number in re.findall(r'#include "\.\./(\d+)\.c"', file.read())])
    return result, units


def check_apart():
    for name, pair in APART.items():
        with tempfile.TemporaryDirectory() as folder:
            result, units = units_of(folder, pair, 2)
            if result.returncode != 0 or sorted(map(sorted, units)) != [[0], [1]]:
                return f'{name}: {units} {result.stderr}'
            result, _units = units_of(folder, pair, 1)
            if result.returncode != 1 or ' of their own' not in result.stderr:
                return f'{name} in one unit: {result.returncode} {result.stderr}'
    return None


def check_together():
    for name, pair in TOGETHER.items():
        with tempfile.TemporaryDirectory() as folder:
            result, units = units_of(folder, pair, 1)
            if result.returncode != 0 or units != [[0, 1]]:
                return f'{name}: {units} {result.stderr}'
    return None


def check_shares():
    """Forty files come to four units, each once, and no unit has much more than its quarter."""
    with tempfile.TemporaryDirectory() as folder:
        _result, units = units_of(folder, [f'static int number_{number};\n' for number in range(40)], 4)
        if sorted(number for unit in units for number in unit) != list(range(40)) or not all(8 <= len(unit) <= 12 for unit in units):
            return f'{units}'
    return None


def check_unchanged():
    """Ninja compiles again what has a new time: a unit that stays as it is keeps its own."""
    with tempfile.TemporaryDirectory() as folder:
        texts = ['static int a;\n', 'static int b;\n']
        units_of(folder, texts, 2)
        paths = [os.path.join(folder, 'built', f'unit-{number}.c') for number in range(2)]
        for path in paths:
            os.utime(path, (1, 1))
        units_of(folder, ['static int a; /* changed */\n', texts[1]], 2)
        if [os.stat(path).st_mtime for path in paths] != [1, 1]:
            return 'a unit was written again'
    return None


points.main(
    ('files that cannot be together', check_apart),
    ('files that can', check_together),
    ('each file once, units alike', check_shares),
    ('units that stay', check_unchanged),
)
