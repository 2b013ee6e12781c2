#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs what the examples in docs/ci/ run, and what docs/testing.md shows, in a copy of docs/ci/example."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

SOURCE = os.environ['LS_TEST_SOURCE_ROOT']
CLI = os.environ['LS_TEST_CLI']
count = 0
failed = False


def report(name, problem):
    global count, failed
    count += 1
    if problem == 'SKIP':
        print('ok', count, '-', name, '# SKIP GNU parallel is not installed; build-aux/deps installs it')
        return
    failed = failed or bool(problem)
    print(('not ok' if problem else 'ok'), count, '-', name)
    if problem:
        print('# ' + str(problem).replace('\n', '\n# '))


def read(path):
    with open(os.path.join(SOURCE, path), encoding='utf-8') as file:
        return file.read()


def run(command, folder):
    """Runs a command line in a shell, with loopscope-cli in the path."""
    return subprocess.run(['sh', '-c', command], cwd=folder, capture_output=True, text=True, check=False,
                          env={**os.environ, 'PATH': os.path.dirname(CLI) + ':' + os.environ['PATH']})


def check_file(name, folder):
    """Each command of Loopscope in a CI file succeeds, and leaves the reports that the file names."""
    text = read('docs/ci/' + name)
    commands = re.findall(r'^\s*(?:-|run:)\s+(loopscope-cli .+)$', text, re.MULTILINE)
    reports = set(re.findall(r'--junit=(\S+)', text))
    if len(commands) < 3 or not reports or '\t' in text:
        return f'found {len(commands)} commands and {len(reports)} reports'
    for command in commands:
        result = run(command, folder)
        if result.returncode != 0 or result.stderr:
            return f'{command}: {result.returncode}\n{result.stdout}{result.stderr}'
    for path in reports:
        root = xml.etree.ElementTree.parse(os.path.join(folder, path)).getroot()
        if int(root.get('tests')) < 5 or root.get('failures') != '0':
            return f'{path}: {root.attrib}'
    return None


def check_page(folder):
    """The scripts that the page shows do what it says."""
    text = read('docs/testing.md')
    scripts = re.findall(r'```js\n// (\S+)\n(.*?)```', text, re.DOTALL)
    output = re.search(r'```\n\$ loopscope-cli (check \S+)\n(.*?)```', text, re.DOTALL)
    for name, script in scripts:
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write('// ' + name + '\n' + script)
        result = run('loopscope-cli check ' + name, folder)
        if result.returncode != 0:
            return f'{name}: {result.stdout}{result.stderr}'
    if len(scripts) != 2:
        return f'found {len(scripts)} scripts'
    result = run('loopscope-cli ' + output.group(1), folder)
    if result.stdout != output.group(2):
        return f'the page shows\n{output.group(2)}and this came:\n{result.stdout}'
    failure = re.search(r'\nnot ok .*?\.\.\.\n', text, re.DOTALL).group(0)
    result = run('sed -i "s/<= 12 ms/<= 5 ms/" gallery.check.js; loopscope-cli check gallery.check.js', folder)
    if failure.lstrip('\n') not in result.stdout:
        return f'the page shows\n{failure}and this came:\n{result.stdout}'
    return None


def check_pieces(folder):
    """What pieces come to is what one exploration comes to, but for how often the agents were run."""
    if not shutil.which('parallel'):
        return 'SKIP'
    script = os.path.join(SOURCE, 'docs/ci/explore-pieces.sh')
    for name, status in (('atomics-lost-wake-up', 1), ('atomics-lock', 0)):
        session = os.path.join(SOURCE, 'data/sessions', name + '.loopscope')
        whole = run(f'loopscope-cli explore {session} --bound=3', folder)
        pieces = run(f'{script} {session} 3 --bound=3', folder)
        same = re.sub('[0-9]+ runs', 'N runs', whole.stdout) == re.sub('[0-9]+ runs', 'N runs', pieces.stdout)
        if not same or whole.returncode != status or pieces.returncode != status:
            return f'{name}: {whole.returncode} {whole.stdout}{whole.stderr}\n{pieces.returncode} {pieces.stdout}{pieces.stderr}'
    wrong = run(f'{script} /no/where 3', folder)
    return None if wrong.returncode not in (0, 1) and 'No such file' in wrong.stderr else f'/no/where: {wrong.returncode} {wrong.stderr}'


def main():
    for name in ('github.yml', 'gitlab.yml', 'page'):
        with tempfile.TemporaryDirectory() as folder:
            example = os.path.join(folder, 'example')
            shutil.copytree(os.path.join(SOURCE, 'docs/ci/example'), example)
            report(name, check_page(example) if name == 'page' else check_file(name, example))
    with tempfile.TemporaryDirectory() as folder:
        report('explore-pieces.sh', check_pieces(folder))
    print(f'1..{count}')
    return 1 if failed else 0


sys.exit(main())
