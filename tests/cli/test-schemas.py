#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds what the command line prints as JSON against the schemas in data/. TAP."""

import glob
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.environ['LS_TEST_SOURCE_ROOT']
sys.path.insert(0, os.path.join(ROOT, 'tests'))
sys.dont_write_bytecode = True
from schemas import find_problems, read_validator  # noqa: E402

CLI = os.environ['LS_TEST_CLI']
SESSIONS = sorted(glob.glob(os.path.join(ROOT, 'data', 'sessions', '*.loopscope')))
RECORDINGS = sorted(glob.glob(os.path.join(ROOT, 'tests', 'recording', 'samples', '*.gz'))) + [
    os.path.join(ROOT, 'tests', 'live', 'main-loop.json.gz')]
STEPS = ('0', '9', '60')

count = 0
failed = False


def report(name, problems):
    global count, failed
    count += 1
    failed |= bool(problems)
    print(f'{"not ok" if problems else "ok"} {count} - {name}')
    for problem in problems[:10]:
        print(f'# {problem}')


def run(*arguments):
    return subprocess.run([CLI, *arguments], capture_output=True, text=True, check=False).stdout


def name_of(arguments):
    return ' '.join(os.path.basename(argument) for argument in arguments)


# Each line, or all of it, of what each of the commands prints. A command that prints nothing has refused, as a run has fewer steps.
def check(schema, commands, in_lines=False, least=1):
    validator = read_validator(schema)
    problems = []
    n_values = 0
    for arguments in commands:
        text = run(*arguments)
        for part in text.splitlines() if in_lines else [text] * bool(text):
            problems += find_problems(validator, part, name_of(arguments))
            n_values += 1
    if n_values < least:
        problems.append(f'{n_values} outputs, expected {least} at least')
    report(f'{schema}: {n_values} outputs', problems)


def check_array():
    validator = read_validator('record')
    text = run('export', '--format=json', SESSIONS[0])
    problems = [problem for record in json.loads(text) for problem in find_problems(validator, json.dumps(record), 'export --format=json')]
    report('export --format=json', problems)


# A command that learns to print JSON is to have a schema.
def check_commands(known):
    commands = re.findall(r'^  ([a-z]+) ', run('--help'), re.M)
    with_json = {command for command in commands if re.search(r'^  --json\b', run(command, '--help'), re.M)}
    report('all commands with --json are known',
           [f'expected {sorted(known)}, found {sorted(with_json)}'] if with_json != set(known) else [])


# A schema that takes everything would find nothing.
def check_strictness():
    validator = read_validator('state')
    state = json.loads(run('state', '--json', '--step=3', SESSIONS[0]))
    wrong = [{**state, 'step': '3'}, {**state, 'edition': '2024'}, {**state, 'other': 1}, {key: state[key] for key in state if key != 'lanes'}]
    report('what is wrong is refused', [str(value)[:60] for value in wrong if validator.is_valid(value)])


def main():
    everything = SESSIONS + RECORDINGS
    agents = [path for path in SESSIONS if 'atomics' in path]
    check('record', [('run', '--trace=json', path) for path in SESSIONS + RECORDINGS[-1:]], in_lines=True, least=1000)
    check('record', [('export', '--format=jsonl', path) for path in SESSIONS[:2]], in_lines=True)
    check_array()
    # The steps take turns: the files are many.
    places = [(path, STEPS[(i + j) % len(STEPS)]) for i, path in enumerate(everything) for j in range(1 + i % 2)]
    check('state', [('state', '--json', f'--step={step}', path) for path, step in places], least=40)
    check('explanation', [('explain', '--json', f'--step={step}', path) for path, step in places], least=40)
    check('explanation', [('explain', '--json', '--step=9', '--task=3', path) for path in everything], least=20)
    check('explanation', [('explain', '--json', '--task=2', '--before=3', path) for path in everything], least=20)
    check('wait', [('explain', '--json', '--wait=2', path) for path in everything], least=20)
    check('departures', [('explain', '--json', '--departures', path) for path in RECORDINGS], least=5)
    check('comparison', [('compare', '--json', f'--with-preset={preset}', path) for path in SESSIONS for preset in ('spec', 'gecko')], least=30)
    check('comparison', [('compare', '--json', SESSIONS[0], SESSIONS[5])])
    check('checks', [('check', '--json', path) for path in SESSIONS] + [('check', '--json', '--preset=all', SESSIONS[5])], least=20)
    check('checks', [('check', '--json', path) for path in
                     (os.path.join(ROOT, 'docs', 'ci', 'example', 'gallery.check.js'), os.path.join(ROOT, 'COPYING'))])
    check('lints', [('lint', '--json', path) for path in everything], least=30)
    check('lints', [('lint', '--json', '--fail-on=longest-dispatch=1ms', '--fail-on=long-dispatch=3', path) for path in everything[::3]], least=10)
    check('statistics', [('statistics', '--json', path) for path in everything], least=30)
    check('exploration', [('explore', '--json', '--states=2000', path) for path in agents], least=1)
    with tempfile.TemporaryDirectory() as folder:
        pieces = [os.path.join(folder, str(i)) for i in (1, 2)]
        check('exploration', [('explore', '--json', f'--piece={i}/2', '--checkpoint=' + pieces[i - 1], agents[-1]) for i in (1, 2)] + [
            ('merge', '--json', agents[-1], *pieces)], least=3)
    check('threads', [('state', '--list-threads', '--json', path) for path in RECORDINGS], least=5)
    check_commands({'state', 'explain', 'compare', 'check', 'lint', 'statistics', 'explore', 'merge', 'record', 'grade'})
    check_strictness()
    print(f'1..{count}')
    return failed


if __name__ == '__main__':
    sys.exit(main())
