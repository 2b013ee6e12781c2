# SPDX-License-Identifier: GPL-3.0-or-later
"""Test points of a Python program, as TAP. A check is a function that returns what is wrong, or None, or raises Missing."""

import os
import subprocess
import sys

SOURCE = os.environ['LS_TEST_SOURCE_ROOT']


class Missing(Exception):
    """What a check needs is not installed."""


def read(path):
    with open(os.path.join(SOURCE, path), encoding='utf-8') as file:
        return file.read()


def run(*command, **options):
    """Runs a program. Returns what came of it."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False, **options)
    except FileNotFoundError as error:
        raise Missing(f'{command[0]} is not installed; build-aux/deps installs it') from error


def main(*checks):
    """Runs checks, pairs of a name and a function, and ends the program."""
    failed = False
    print(f'1..{len(checks)}')
    for number, (name, check) in enumerate(checks, 1):
        try:
            problem = check()
        except Missing as missing:
            print(f'ok {number} - {name} # SKIP {missing}')
            continue
        failed = failed or bool(problem)
        print('not ok' if problem else 'ok', number, '-', name)
        if problem:
            print('# ' + str(problem).strip().replace('\n', '\n# '))
    sys.exit(int(failed))
