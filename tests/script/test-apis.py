#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares docs/apis.md with what programs find. TAP."""

import os
import re
import subprocess
import sys
import tempfile

ROOT = os.environ['LS_TEST_SOURCE_ROOT']
CLI = os.environ['LS_TEST_CLI']

# A line for each global name that ECMAScript does not have, with the members of an interface. Constants are left out.
PROBE = r'''
(function () {
const language = new Set(('AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Error EvalError Float16Array '
  + 'Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Iterator JSON Map NaN Number Object Proxy RangeError '
  + 'ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap '
  + 'WeakSet decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape '
  + 'constructor __ls Promise Date Intl Math WeakRef FinalizationRegistry Atomics SharedArrayBuffer DisposableStack AsyncDisposableStack '
  + 'SuppressedError').split(' '));
function list(object) {
  return Object.getOwnPropertyNames(object).filter(name => !/^[A-Z_]+$/.test(name) && !['constructor', 'length', 'name', 'prototype'].includes(name));
}
for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (language.has(name))
    continue;
  const value = globalThis[name];
  const isInterface = /^[A-Z]/.test(name) && !/Lock$/.test(name);
  const members = isInterface ? [...Object.getOwnPropertyNames(value.prototype).filter(member => !/^[A-Z_]+$/.test(member) && member !== 'constructor'),
    ...list(value)] : [];
  console.log([name, ...new Set(members)].join(' '));
}
})();
'''
WORKER = f'new Worker({PROBE!r}.replace(/console\\.log\\(/g, "postMessage("), {{ eval: true }}).onmessage = e => console.log(e.data);\n'


def run(source, *options):
    with tempfile.NamedTemporaryFile('w', suffix='.js', encoding='utf-8') as file:
        file.write(source)
        file.flush()
        done = subprocess.run([CLI, 'run', *options, file.name], capture_output=True, text=True, check=True)
    return [line.split() for line in done.stdout.splitlines()]


def find_apis():
    apis = {}
    for name, *members in run(PROBE + 'typeof Worker;\n') + run(WORKER) + run(PROBE, '--preset=gecko'):
        apis.setdefault(name, set()).update(members)
    return apis


# The names in the first column of the tables, with those in the second one where it has members.
def read_page():
    with open(os.path.join(ROOT, 'docs', 'apis.md'), encoding='utf-8') as file:
        text = file.read()
    apis = {}
    for section in re.split(r'^## ', text, flags=re.M)[1:]:
        if section.startswith('The language'):
            continue
        has_members = '| members |' in section
        for row in re.findall(r'^\| (`.*) \|$', section, re.M):
            cells = [cell.strip() for cell in row.split(' | ')]
            members = set(re.findall(r'`(\w+)`', cells[1])) if has_members and len(cells) > 2 else set()
            for name in re.findall(r'`(\w+)`', cells[0]):
                apis[name] = members
    return apis


def main():
    found, described = find_apis(), read_page()
    problems = [f'programs find {name}, which the page lacks' for name in sorted(found.keys() - described.keys())]
    problems += [f'the page has {name}, which no program finds' for name in sorted(described.keys() - found.keys())]
    for name in sorted(found.keys() & described.keys()):
        problems += [f'{name}.{member} is not on the page' for member in sorted(found[name] - described[name])]
        problems += [f'the page has {name}.{member}, which is not there' for member in sorted(described[name] - found[name])]
    print('1..1')
    print(f'{"not ok" if problems or len(found) < 40 else "ok"} 1 - {len(found)} names')
    for problem in problems:
        print(f'# {problem}')
    return bool(problems) or len(found) < 40


if __name__ == '__main__':
    sys.exit(main())
