#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-guide-commands.py PROGRAM: saves the trace of PROGRAM, examples/traced.c, and runs what docs/guides/tracing.md runs on it."""

import os
import re
import subprocess
import sys
import tempfile

SOURCE = os.environ['LS_TEST_SOURCE_ROOT']
CLI = os.environ['LS_TEST_CLI']
# What each of these commands prints among other things
EXPECTED = {
    'statistics': r'^signal +waiting +2 .* page, until leaving$',
    'explain --wait=tap': r'^Task 3 “tap” waited [\d.]+ ms',
    'run --trace=text': r'task-posted  task 1 “decode”  signal 3 “page, until leaving”',
    'state --step=2': r'^    page, until leaving  background$',
    'explain --step=2': r'^“decode” runs next: [\s\S]*^✓ page, until leaving ',
}


def main():
    with open(os.path.join(SOURCE, 'docs', 'guides', 'tracing.md'), encoding='utf-8') as file:
        commands = re.findall(r'^loopscope-cli (.*) FILE$', file.read(), re.M)
    failed = False
    print(f'1..{len(commands) + 1}')
    print('ok' if sorted(commands) == sorted(EXPECTED) else 'not ok', '1 /guide-commands/list')
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, 'traced.json.gz')
        subprocess.run([sys.argv[1], trace], check=True, stdout=subprocess.DEVNULL, timeout=60)
        for number, command in enumerate(commands, 2):
            done = subprocess.run([CLI, *command.split(), trace], capture_output=True, text=True, timeout=60, check=False)
            passed = done.returncode == 0 and done.stderr == '' and re.search(EXPECTED.get(command, '$^'), done.stdout, re.M) is not None
            failed |= not passed
            print('ok' if passed else 'not ok', f'{number} /guide-commands/{command}')
            if not passed:
                print('\n'.join('# ' + line for line in (done.stdout + done.stderr).splitlines()))
    return failed or sorted(commands) != sorted(EXPECTED)


if __name__ == '__main__':
    sys.exit(main())
