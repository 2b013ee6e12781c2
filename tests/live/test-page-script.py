#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""test-page-script.py [firefox]: whether pages notice the script that tells of their schedulers, and what it costs them. TAP."""

import concurrent.futures
import contextlib
import glob
import json
import os
import sys
import tempfile
import time

import chromium
import firefox

root = os.environ['LS_TEST_SOURCE_ROOT']
engine = firefox if sys.argv[1:] == ['firefox'] else chromium

# How many µs more than in the page alone a call should cost at most. They are printed beside what it costs, and no test fails.
GOALS = {'postTask': 1.5, 'yield': 1.0, 'await': 0.01}

N_CHANCES = 5

# Of the goldens, each so many-th runs; LS_TEST_GOLDENS=all runs all of them, which takes some minutes.
EACH = 1 if os.environ.get('LS_TEST_GOLDENS') == 'all' else 8

COSTS = '''(async () => {
  const least = async (f, n) => {
    let best = Infinity;
    for (let i = 0; i < 5; i++) {
      const start = performance.now();
      await f(n);
      best = Math.min(best, (performance.now() - start) / n);
    }
    return best * 1000;
  };
  return {
    postTask: await least(n => new Promise(resolve => {
      let left = n;
      const work = () => { if (--left === 0) resolve(); };
      for (let i = 0; i < n; i++) scheduler.postTask(work);
    }), N_CALLS),
    yield: await least(async n => { for (let i = 0; i < n; i++) await scheduler.yield(); }, N_CALLS),
    await: await least(async n => { for (let i = 0; i < n; i++) await 1; }, 100000),
  };
})()'''.replace('N_CALLS', str(engine.N_CALLS))

LISTEN = '''globalThis.lines = []; globalThis.log = text => lines.push(String(text)); globalThis.done = () => {};'''


def run(page, address, program, golden):
    """Runs a program in a new document, until it has printed what it should, or nothing more for two seconds."""
    page.open(address)
    page.evaluate(LISTEN)
    page.evaluate(f'''(() => {{ const script = document.createElement('script'); script.text = {json.dumps(program)};
                      document.body.append(script); }})()''')
    before, end = '', time.monotonic() + 2
    while True:
        lines = page.evaluate('(new Promise(resolve => setTimeout(() => resolve(lines), 20)))')
        text = ''.join(line + '\n' for line in lines)
        if text == golden or time.monotonic() > end:
            return text
        if text != before:
            before, end = text, time.monotonic() + 2


def run_all(browser, script, address, programs):
    page = engine.Page(browser, script)
    results = {}
    for name, program, golden in programs:
        results[name] = run(page, address, program, golden)
    return results


def read_programs():
    for folder, suffix in (('hand', '.expected'), ('gen', '.expected'), ('divergent', engine.GOLDENS)):
        for path in sorted(glob.glob(os.path.join(root, 'tests', 'conformance', 'oracle', folder, '*.js'))):
            with open(path, encoding='utf-8') as program, open(path[:-3] + suffix, encoding='utf-8') as golden:
                yield f'{folder}/{os.path.basename(path)}', program.read(), golden.read()


def test_goldens(browser, script, folder):
    """The goldens are what the browser prints without the script."""
    port = engine.serve(folder)
    programs = list(read_programs())
    n_all = len(programs)
    # gen/004 reports a rejection that the script could hide.
    programs = [program for i, program in enumerate(programs) if i % EACH == 0 or '/004' in program[0]]
    jobs = {}
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for i, host in enumerate(('127.0.0.1', 'localhost', '127.0.0.2', '127.0.0.3')):
            address = f'http://{"127.0.0.1" if i > 1 else host}:{port}/empty.html?{i}'
            jobs[i] = pool.submit(run_all, browser, script, address, programs[i::4])
    watched = {}
    for job in jobs.values():
        watched.update(job.result())
    bad = [(name, program, golden) for name, program, golden in programs if watched[name] != golden]
    # Delays end late where the machine is busy, with the script or without it: alone they get more chances.
    page = engine.Page(browser, script)
    errors = []
    for name, program, golden in bad:
        texts = [run(page, f'http://127.0.0.1:{port}/empty.html', program, golden) for _ in range(N_CHANCES)]
        if golden not in texts:
            errors.append(f'{name} printed:\n{texts[-1]}\nexpected:\n{golden}')
    if n_all < 400:
        errors.append(f'{n_all} programs; expected more than 400')
    return errors, f'{len(programs)} of {n_all} programs, {len(bad)} looked at twice'


def test_costs(browser, script, folder):
    port = engine.serve(folder)
    costs = {}
    for _ in range(3):
        for name, text in (('alone', None), ('watched', script)):
            page = engine.Page(browser, text)
            page.open(f'http://127.0.0.1:{port}/empty.html')
            for what, cost in page.evaluate(COSTS).items():
                costs[name, what] = min(cost, costs.get((name, what), float('inf')))
            browser.close_page(page)
    words = []
    for what, goal in GOALS.items():
        more = costs['watched', what] - costs['alone', what]
        words.append(f'{what} {costs["alone", what]:.2f} + {more:.2f} µs (goal {goal})')
    return [], ', '.join(words)


def test_late_prototypes(browser, script, folder):
    """A page that replaces what it finds neither sees nor stops the script."""
    port = engine.serve(folder)
    page = engine.Page(browser, script)
    page.open(f'http://127.0.0.1:{port}/empty.html')
    seen = page.evaluate('''(async () => {
      let seen = '';
      const spy = (object, key) => {
        const was = object[key];
        object[key] = function (...given) { seen += ' ' + key; return was.apply(this, given); };
      };
      Array.prototype.toJSON = Object.prototype.toJSON = () => { seen += ' ' + 'toJSON'; return 'nothing'; };
      Object.defineProperty(Array.prototype, 3, { configurable: true, set() { seen += ' ' + 'set'; } });
      for (const key of ['get', 'set', 'has']) spy(WeakMap.prototype, key);
      for (const key of ['get', 'set', 'delete', 'forEach']) spy(Map.prototype, key);
      for (const key of ['push', 'slice']) spy(Array.prototype, key);
      spy(String.prototype, 'slice');
      spy(Promise.prototype, 'then');
      spy(Promise, 'reject');
      spy(JSON, 'stringify');
      spy(performance, 'now');
      spy(Reflect, 'apply');
      Promise[Symbol.hasInstance] = undefined;
      class Named { static name() { seen += ' ' + 'name'; } static [Symbol.toPrimitive]() { seen += ' ' + 'primitive'; } }
      const signal = new TaskController({ priority: 'background' }).signal;
      for (let i = 0; i < 300; i++) await scheduler.postTask(function work() {}, { signal });
      scheduler.postTask(Named).catch(() => {});
      await scheduler.yield();
      await new Promise(resolve => setTimeout(resolve, 30));
      const found = seen.replaceAll(' then', '').trim();
      delete Array.prototype.toJSON; delete Object.prototype.toJSON; delete Array.prototype[3];
      return found;
    })()''')
    errors = [f'the page saw: {seen}'] if seen else []
    counts = [len(json.loads(batch)) for batch in page.batches]
    if sum(counts) < 300 * 10:
        errors.append(f'{sum(counts)} numbers came in {len(counts)} batches')
    return errors, ''


def main():
    tests = [test_costs, test_late_prototypes, test_goldens]
    print(f'1..{len(tests)}')
    if not engine.find():
        for number, test in enumerate(tests, 1):
            print(f'ok {number} {test.__name__} # SKIP There is no {engine.NAME}: build-aux/deps test installs it')
        return 0
    script = engine.read_script(root)
    failed = 0
    with contextlib.closing(engine.Browser()) as browser, tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, 'empty.html'), 'w', encoding='utf-8') as file:
            file.write('<!doctype html><meta charset="utf-8"><title>empty</title><body></body>')
        for number, test in enumerate(tests, 1):
            errors, comment = test(browser, script, folder)
            failed += bool(errors)
            for line in '\n'.join(errors).splitlines():
                print('# ' + line)
            if comment:
                print('# ' + comment)
            print(f'{"not ok" if errors else "ok"} {number} {test.__name__}', flush=True)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
