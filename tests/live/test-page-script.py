#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""test-page-script.py [firefox]: whether pages notice the script that tells of their schedulers, and what it costs them. TAP."""

import concurrent.futures
import contextlib
import difflib
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

# What a call costs is only looked at: so many rounds and repetitions make the numbers good, and LS_TEST_COSTS=all takes that time.
N_ROUNDS, N_REPETITIONS, N_AWAITS = (3, 5, 100000) if os.environ.get('LS_TEST_COSTS') == 'all' else (1, 2, 10000)

N_CHANCES = 5

# Of the goldens, each so many-th runs; LS_TEST_GOLDENS=all runs all of them, which takes some minutes.
EACH = 1 if os.environ.get('LS_TEST_GOLDENS') == 'all' else 8

COSTS = '''(async () => {
  const least = async (f, n) => {
    let best = Infinity;
    for (let i = 0; i < N_REPETITIONS; i++) {
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
    await: await least(async n => { for (let i = 0; i < n; i++) await 1; }, N_AWAITS),
  };
})()'''.replace('N_CALLS', str(engine.N_CALLS)).replace('N_REPETITIONS', str(N_REPETITIONS)).replace('N_AWAITS', str(N_AWAITS))

# What comes of promises, in which microtask, and which rejections nobody handles: the same with the script as without it.
PROMISES = r'''(async () => {
  const lines = [];
  const say = (...words) => lines.push(words.join(' '));
  addEventListener('unhandledrejection', event => { say('unhandled', event.reason); event.preventDefault(); });
  addEventListener('rejectionhandled', event => say('handled later', event.reason));
  // On a busy machine, one timer may be due before the browser tells of a rejection. A second one is not.
  const rest = async () => { for (let i = 0; i < 2; i++) await new Promise(resolve => setTimeout(resolve, 20)); };
  const count = what => (async () => { for (let i = 0; i < 8; i++) { await null; say(what, i); } })();
  const outcome = promise => promise.then(value => say('fulfilled', String(value?.name ?? value)), error => say('rejected', String(error)));
  class Own extends Promise {}
  const values = {
    async: async () => 1,
    awaits: async () => { await null; return 2; },
    throws: async () => { throw new Error('thrown'); },
    throwsLater: async () => { await null; throw 'later'; },
    resolved: () => Promise.resolve(3),
    own: () => Own.resolve(4),
    thenable: () => ({ then(fulfil) { say('then called', this !== undefined); fulfil(5); } }),
    notThenable: () => Object.assign(Promise.resolve(6), { then: 'none', name: 'kept' }),
    ownThen: () => { const promise = Promise.resolve(7); promise.then = fulfil => fulfil('by own then'); return promise; },
    getter: () => { const promise = Promise.resolve(8);
      Object.defineProperty(promise, 'then', { get() { say('then read'); return (fulfil) => fulfil('by getter'); } }); return promise; },
    proxy: () => new Proxy(Promise.resolve(9), { get(target, key) { say('get', String(key)); return (fulfil) => fulfil('by proxy'); } }),
    angry: () => new Proxy({ name: 'proxy' }, { getPrototypeOf() { throw new Error('no'); } }),
    frozen: () => Object.freeze(Promise.resolve(10)),
    nested: async () => scheduler.postTask(async () => 'inner'),
    timer: () => new Promise(resolve => setTimeout(() => { resolve(11); count('beside it'); }, 5)),
    timerThrows: async () => { await new Promise(resolve => setTimeout(() => { resolve(); count('beside it'); }, 5)); throw 12; },
    nothing: () => {},
  };
  say('- functions');
  for (const f of [scheduler.postTask, scheduler.yield, setTimeout, Function.prototype.toString, AbortController.prototype.abort])
    say(String(f), f.name, f.length, Reflect.ownKeys(f).map(String).sort());
  for (const wrong of [() => new scheduler.postTask(() => {}), () => scheduler.postTask(), () => scheduler.postTask(4),
    () => scheduler.postTask(() => {}, 4), () => (0, scheduler.postTask)(() => {}), () => scheduler.yield.call({}),
    () => Function.prototype.toString.call({}), () => new scheduler.yield()]) {
    try {
      await wrong();
      say('nothing');
    } catch (error) {
      say(error.name, error.message);
    }
  }
  say('- callbacks and options that are strange');
  const told = (what, f) => { try { const value = f(); value?.then?.(x => say(what, 'ok', x), e => say(what, 'rejected', e)); } catch (e) { say(what, 'threw', e); } };
  const broken = () => new Proxy(() => { say('ran'); }, { getOwnPropertyDescriptor() { throw 'trap'; } });
  const { proxy: revoked, revoke } = Proxy.revocable(() => {}, {});
  revoke();
  told('proxy', () => scheduler.postTask(broken()));
  told('revoked', () => scheduler.postTask(revoked).catch(error => { throw error.name; }));
  told('microtask', () => queueMicrotask(broken()));
  await rest();
  told('timer', () => void setTimeout(broken(), 1));
  await rest();
  const loud = (name, value) => ({ toString() { say(name, 'read'); return value; } });
  told('priority', () => scheduler.postTask(() => { say('ran'); }, { priority: loud('priority', 'background') }));
  await rest();
  told('delay', () => scheduler.postTask(() => { say('ran'); }, { delay: { valueOf() { say('delay read'); return 2; } } }));
  await rest();
  told('throws', () => scheduler.postTask(() => say('ran'), { delay: { valueOf() { throw 'no delay'; } },
    get priority() { say('priority read'); return 'background'; } }));
  told('invalid', () => scheduler.postTask(() => say('ran'), { priority: 'highest', get signal() { say('signal read'); } }).catch(e => { throw e.name; }));
  await rest();
  const busy = new Proxy(() => {}, { getOwnPropertyDescriptor(...given) { new AbortController(); return Reflect.getOwnPropertyDescriptor(...given); } });
  for (let i = 0; i < 8; i++) scheduler.postTask(i % 4 ? busy : new Proxy(busy, {}));
  await rest();
  const changed = new TaskController();
  told('setPriority', () => changed.setPriority(loud('level', 'background')));
  told('setPriority', () => changed.setPriority({ toString() { throw 'no level'; } }));
  told('iterator', () => AbortSignal.any({ get [Symbol.iterator]() { say('iterator read'); return function* () {}; } }).aborted);
  told('no list', () => AbortSignal.any({}));
  for (const set of [signal => { signal.onabort = { handleEvent() { say('called'); } }; }, signal => { signal.onabort = {}; },
    signal => signal.addEventListener('abort', {}),
    signal => signal.addEventListener('abort', { get handleEvent() { say('asked'); return function (event) { say(this !== signal, event.type); }; } })]) {
    const controller = new AbortController();
    set(controller.signal);
    controller.abort();
    say('aborted');
  }
  const asOptions = new TaskController(), options = () => {};
  options.signal = asOptions.signal;
  scheduler.postTask(async () => { const yielded = scheduler.yield(); asOptions.abort('gone'); try { await yielded; } catch (error) { say('caught', error); } },
    options).catch(error => say('task', error));
  await rest();
  say('- constructor of the page');
  const { constructor } = Promise.prototype;
  Promise.prototype.constructor = function Mine(executor) { say('Mine'); return new constructor(executor); };
  const yielded = scheduler.yield();
  say(yielded.constructor.name);
  await yielded;
  Promise.prototype.constructor = constructor;
  const species = Object.getOwnPropertyDescriptor(Promise, Symbol.species);
  Object.defineProperty(Promise, Symbol.species, { configurable: true, get: () => class Kind extends Promise {
    constructor(executor) { super(executor); say('Kind'); } } });
  await scheduler.yield();
  Object.defineProperty(Promise, Symbol.species, species);
  say('- yields in tasks of other documents');
  const frame = document.createElement('iframe');
  document.body.append(frame);
  const inner = frame.contentWindow;
  inner.addEventListener('unhandledrejection', event => { say('unhandled in the frame', event.reason); event.preventDefault(); });
  for (const [theirs, ours] of [[inner, window], [window, inner]]) {
    const controller = new theirs.TaskController();
    theirs.scheduler.postTask(() => { ours.scheduler.yield(); controller.abort('gone'); }, { signal: controller.signal })
      .catch(error => say('task', error));
    await rest();
  }
  frame.remove();
  for (const [name, callback] of Object.entries(values)) {
    say('-', name);
    outcome(scheduler.postTask(() => { count(name); return callback(); }));
    await rest();
  }
  say('- nobody handles');
  for (const name of ['throws', 'throwsLater']) {
    const promise = scheduler.postTask(values[name]);
    await rest();
    outcome(promise);
    await rest();
  }
  say('- aborted while it runs');
  for (const name of ['throws', 'async']) {
    const controller = new TaskController();
    outcome(scheduler.postTask(() => { controller.abort('stop'); return values[name](); }, { signal: controller.signal }));
    await rest();
  }
  say('- then() of the page');
  const then = Promise.prototype.then;
  Promise.prototype.then = function (...reactions) { say('then', reactions.length); return then.apply(this, reactions); };
  scheduler.postTask(values.awaits);
  await rest();
  Promise.prototype.then = then;
  say('- yields');
  const controllers = [];
  const yieldsIn = body => {
    const controller = new TaskController();
    controllers.push(controller);
    scheduler.postTask(async () => { const promise = scheduler.yield(); controller.abort('gone'); await body(promise); },
      { signal: controller.signal }).catch(error => say('task', error));
  };
  yieldsIn(async promise => {});
  yieldsIn(async promise => { await promise; });
  yieldsIn(async promise => { promise.then(() => {}, error => say('caught', error)); });
  yieldsIn(async promise => { Object.freeze(promise); });
  yieldsIn(async promise => { Object.freeze(promise); await promise; });
  yieldsIn(async promise => { setTimeout(() => outcome(promise), 10); });
  yieldsIn(async promise => { await Promise.race([promise, 1]); });
  yieldsIn(async promise => { say(promise instanceof Promise, Object.getOwnPropertyNames(promise).length); });
  yieldsIn(async promise => { const child = Object.create(promise); say(child.constructor === Promise); });
  await rest();
  await rest();
  await scheduler.postTask(async () => { const counting = count('beside a yield'); await scheduler.yield(); say('after the yield'); });
  await rest();
  return lines.join('\n');
})()'''

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
    for _ in range(N_ROUNDS):
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
    if sum(counts) < 300 * 4:
        errors.append(f'{sum(counts)} numbers came in {len(counts)} batches')
    return errors, ''


def test_promises(browser, script, folder):
    """Promises settle as in the page alone."""
    port = engine.serve(folder)
    said = {}
    scripts = [('alone', None), ('watched', script)]
    if engine is chromium:
        scripts.append(('with stacks', engine.read_script(root, 8)))
    for name, text in scripts:
        page = engine.Page(browser, text)
        page.open(f'http://127.0.0.1:{port}/empty.html')
        said[name] = page.evaluate(PROMISES).splitlines()
    errors = []
    for name, _ in scripts[1:]:
        errors += [f'{name}: {line}' for line in difflib.unified_diff(said['alone'], said[name], 'alone', name, lineterm='')]
    if len(said['alone']) < 150:
        errors.append(f'{len(said["alone"])} lines; expected more')
    results = [event for batch in page.batches for event in find_settled(json.loads(batch))]
    for expected in ([0, '1'], [0, '2'], [2, 'Error: thrown'], [2, 'later'], [0, '3']):
        if expected not in results:
            errors.append(f'nobody told of {expected}: {results}')
    return errors, f'{len(said["alone"])} lines'


# How many fields follow the time in each kind of event, as in ls-page-batch.c. Short events are negative numbers.
FIELDS = [0, 5, 7, 3, 2, 5, 2, 7, 2, 5, 5, 2, 2, 5, 2, 5, 2, 2, 2, 5, 2, 5, 2, 4]
SETTLED = 21


def find_settled(batch):
    at = 1
    while at < len(batch):
        kind = batch[at]
        if kind == SETTLED:
            yield batch[at + 3:at + 5]
        at += 1 if kind < 0 else 2 + FIELDS[kind]


# What pages do with stacks. None of it may show that there are others.
STACKS = {
    'limit': 'Error.stackTraceLimit = 3; check = () => Error.stackTraceLimit === 3',
    'no limit': 'delete Error.stackTraceLimit; check = () => !("stackTraceLimit" in Error)',
    'fixed limit': 'Object.defineProperty(Error, "stackTraceLimit", { value: 7, writable: false }); check = () => Error.stackTraceLimit === 7',
    'getter': 'Object.defineProperty(Error, "stackTraceLimit", { get() { seen = true; return 4; } }); check = () => true',
    'format': 'Error.prepareStackTrace = () => { seen = true; }; const mine = Error.prepareStackTrace; '
              'check = () => Error.prepareStackTrace === mine',
    'fixed format': 'Object.defineProperty(Error, "prepareStackTrace", { value: () => { seen = true; }, writable: false }); check = () => true',
    'getter of format': 'Object.defineProperty(Error, "prepareStackTrace", { get() { seen = true; } }); check = () => true',
    'inherited format': 'Object.prototype.prepareStackTrace = () => { seen = true; }; '
                        'check = () => delete Object.prototype.prepareStackTrace',
    'frozen': 'Object.freeze(Error); check = () => true',
    'replaced': 'Error = class extends Error {}; Error.captureStackTrace = () => { seen = true; }; check = () => true',
}


def test_stacks(browser, script, folder):
    """Pages that do something with stacks see none of ours, and run on."""
    port = chromium.serve(folder)
    errors = []
    for stacks in (1, 8):
        page = chromium.Page(browser, chromium.read_script(root, stacks))
        for name, code in STACKS.items():
            page.open(f'http://127.0.0.1:{port}/empty.html')
            result = page.evaluate(f'''(async () => {{
              let seen = false, check;
              {code};
              const controller = new TaskController();
              for (let i = 0; i < 200; i++) scheduler.postTask(() => {{}}, {{ signal: controller.signal }});
              await scheduler.yield();
              await new Promise(resolve => setTimeout(resolve, 5));
              return seen ? 'it saw a stack' : check() ? '' : 'something is not as it was';
            }})()''')
            if result:
                errors.append(f'{name}, {stacks}: {result}')
    return errors, ''


# The native functions that the script replaces, and which of them are not the page's own any more.
NATIVES = '''({ list: () => [scheduler.postTask, scheduler.yield, setTimeout, clearTimeout, setInterval, requestAnimationFrame,
  requestIdleCallback, queueMicrotask, AbortController, TaskController, AbortController.prototype.constructor,
  AbortController.prototype.abort, TaskController.prototype.setPriority, AbortSignal.any, TaskSignal.any, AbortSignal.timeout,
  Function.prototype.toString, Object.getPrototypeOf(TaskController)] })'''


def test_leaves(browser, script, folder):
    """Where nobody watches any more, a page has its own functions again, and a wrapper of its own keeps what it wraps."""
    page = chromium.Page(browser)
    page.open(f'http://127.0.0.1:{chromium.serve(folder)}/empty.html')
    page.evaluate(f'globalThis.natives = {NATIVES}; natives.own = natives.list(); 0')
    changed = 'natives.list().filter((f, i) => f !== natives.own[i]).length'
    for _ in range(2):
        page.call('Runtime.addBinding', name=chromium.BINDING)
        page.evaluate(f'{script}; 0')
        if page.evaluate(changed) < 18:
            return [f'{page.evaluate(changed)} are replaced'], ''
        page.evaluate(f'{chromium.BINDING}.leave(), delete globalThis.{chromium.BINDING}, 0')
        page.call('Runtime.removeBinding', name=chromium.BINDING)
        left = page.evaluate(changed)
        if left:
            return [f'{left} functions stay'], ''
    page.call('Runtime.addBinding', name=chromium.BINDING)
    page.evaluate(f'{script}; 0')
    ran = page.evaluate(f'''(async () => {{
      const {{ postTask }} = Scheduler.prototype;
      Scheduler.prototype.postTask = function (...given) {{ return postTask.apply(this, given); }};
      const mine = Scheduler.prototype.postTask, controller = new TaskController();
      let heard = 0;
      const hear = () => heard++;
      controller.signal.addEventListener('abort', hear);
      {chromium.BINDING}.leave();
      controller.signal.removeEventListener('abort', hear);
      controller.abort();
      return heard === 0 && Scheduler.prototype.postTask === mine && await scheduler.postTask(() => 'ran');
    }})()''')
    return [] if ran == 'ran' else ['what the page has replaced itself does not go on'], ''


def main():
    # Firefox is not asked for stacks, nor told that nobody watches.
    more = [test_stacks, test_leaves] if engine is chromium else []
    tests = [test_costs, test_late_prototypes, test_promises, *more, test_goldens]
    print(f'1..{len(tests)}')
    if not engine.find():
        for number, test in enumerate(tests, 1):
            print(f'ok {number} {test.__name__} # SKIP There is no {engine.NAME}: build-aux/deps installs it')
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
