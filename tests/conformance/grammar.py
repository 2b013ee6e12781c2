# SPDX-License-Identifier: GPL-3.0-or-later

"""Writes programs at random whose output says in which order their parts run."""

import random

PRELUDE = """\
const why = e => e && e.name || String(e);
addEventListener('error', e => { log('error ' + (e.error && e.error.name || e.error)); e.preventDefault(); });
addEventListener('unhandledrejection', e => { log('unhandled ' + why(e.reason)); e.preventDefault(); });
addEventListener('rejectionhandled', e => log('handled ' + why(e.reason)));
const gate = () => { let open; const p = new Promise(f => open = f); return { p, open }; };
const told = (n, p) => p.then(v => log(n + ' fulfilled ' + v), e => log(n + ' rejected ' + why(e)));
const watch = (n, s) => {
  s.addEventListener('prioritychange', e => log(n + ' prioritychange ' + e.previousPriority + '->' + s.priority));
  s.addEventListener('abort', () => log(n + ' abort ' + why(s.reason)));
};
const set = (n, c, q) => { try { c.setPriority(q); log(n + ' set ' + q); } catch (e) { log(n + ' set threw ' + e.name); } };
const port = f => { const c = new MessageChannel(); c.port1.onmessage = e => { f(e.data); c.port1.close(); }; return c.port2; };
const thenable = n => ({ then(f) { log(n + ' then'); f(n); } });
function* count(n, k) { try { for (let i = 0; i < k; i++) yield n + i; } finally { log(n + ' returned'); } }
async function* slow(n, k) { try { for (let i = 0; i < k; i++) { await null; yield n + i; } } finally { log(n + ' returned'); } }
"""

PRIORITIES = ('user-blocking', 'user-visible', 'background')

# How often each statement is written in programs of a family.
FAMILIES = {
    'tasks': {'mark': 2, 'post': 6, 'yield': 5, 'set': 2, 'abort': 1, 'microtask': 2, 'gate': 2, 'try': 1},
    'signals': {'mark': 2, 'post': 6, 'yield': 3, 'set': 5, 'abort': 3, 'any': 4, 'listen': 2, 'microtask': 1, 'try': 1},
    'promises': {'mark': 2, 'microtask': 3, 'await': 5, 'combine': 4, 'thenable': 3, 'generator': 2, 'stream': 3, 'async': 4, 'try': 3,
                 'post': 1, 'chain': 3},
    'loop': {'mark': 2, 'post': 4, 'yield': 3, 'timer': 5, 'message': 4, 'microtask': 2, 'async': 1, 'interval': 1, 'clear': 1},
    'delays': {'mark': 1, 'post': 3, 'later': 4, 'timeout': 2, 'yield': 2, 'timer': 2, 'abort': 1, 'microtask': 1},
    'errors': {'mark': 1, 'throw': 5, 'reject': 4, 'post': 3, 'microtask': 3, 'timer': 2, 'message': 1, 'event': 2, 'listen': 1, 'abort': 1, 'set': 1,
               'try': 2, 'async': 2, 'yield': 2, 'chain': 1},
    'nested': {'mark': 1, 'nest': 4, 'timer': 3, 'post': 2, 'yield': 2, 'message': 2, 'microtask': 1, 'interval': 2, 'clear': 1},
    'language': {'mark': 1, 'class': 3, 'generator': 3, 'stream': 4, 'delegate': 3, 'await': 3, 'thenable': 2, 'async': 3, 'try': 4, 'label': 2,
                 'resolve': 3, 'combine': 2, 'post': 1, 'yield': 1, 'chain': 2},
    'frames': {'mark': 2, 'frame': 5, 'microtask': 2, 'post': 1, 'yield': 2, 'chain': 1, 'async': 1},
    'idle': {'mark': 2, 'idle': 4, 'microtask': 2, 'post': 3, 'yield': 2, 'timer': 1, 'async': 1},
    'worker': {'mark': 2, 'post': 4, 'yield': 3, 'set': 2, 'abort': 1, 'timer': 2, 'message': 3, 'microtask': 2, 'async': 1, 'try': 1, 'chain': 1},
    'web': {'mark': 1, 'post': 2, 'yield': 2, 'microtask': 2, 'set': 2, 'abort': 2, 'message': 2, 'timer': 1, 'window': 4, 'talk': 3, 'burst': 3,
            'listener': 3, 'handler': 3, 'ask': 1, 'join': 3, 'collect': 3, 'attempt': 2, 'dispose': 2},
    'mixed': {'mark': 1, 'post': 4, 'yield': 3, 'set': 2, 'abort': 1, 'any': 1, 'microtask': 2, 'gate': 1, 'try': 1, 'await': 2, 'combine': 1,
              'thenable': 1, 'generator': 1, 'stream': 1, 'async': 1, 'timer': 1, 'message': 1, 'event': 1, 'chain': 1},
}


class Writer:
    def __init__(self, seed, family=None):
        self.random = random.Random(seed)
        self.family = family or self.random.choice(list(FAMILIES))
        weights = FAMILIES[self.family]
        self.kinds, self.weights = list(weights), list(weights.values())
        self.left = self.random.randint(8, 30)
        self.numbers = {}
        self.lines = []
        self.indent = 0
        self.delay = 0

    def name(self, letter):
        self.numbers[letter] = self.numbers.get(letter, 0) + 1
        return f'{letter}{self.numbers[letter]}'

    def pick(self, *choices):
        return self.random.choice(choices)

    def put(self, text):
        self.lines.append('  ' * self.indent + text)

    def block(self, head, tail, who, is_async, depth):
        """A function or block whose body begins and ends with a line."""
        self.put(head)
        self.indent += 1
        self.put(f"log('{who} start');")
        self.body(who, is_async, depth)
        self.put(f"log('{who} end');")
        self.indent -= 1
        self.put(tail)

    def body(self, who, is_async, depth):
        for _ in range(self.random.randint(1, 4)):
            if self.left <= 0:
                return
            self.left -= 1
            self.statement(who, is_async, depth)

    def arrow(self, parameter='()'):
        is_async = self.random.random() < 0.5
        return is_async, ('async ' if is_async else '') + parameter + ' => {'

    # Names of what there is

    def signal(self):
        return self.pick(*self.signals) if self.signals else None

    def options(self, delay=None):
        parts = []
        if self.random.random() < 0.45:
            parts.append(f"priority: '{self.pick(*PRIORITIES)}'")
        if self.random.random() < 0.5 and self.signals:
            parts.append(f'signal: {self.signal()}')
        if delay is not None:
            parts.append(f'delay: {delay}')
        return '{ ' + ', '.join(parts) + ' }' if parts else '{}'

    # Statements

    def statement(self, who, is_async, depth):
        kind = self.random.choices(self.kinds, self.weights)[0]
        if depth > 4 and kind in ('post', 'microtask', 'timer', 'message', 'async', 'try', 'later', 'listen', 'event', 'chain', 'frame', 'idle',
                                   'window', 'handler'):
            kind = 'mark'
        getattr(self, 'write_' + kind.replace('yield', 'yields').replace('try', 'tries').replace('await', 'awaits').replace('async', 'calls'))(
            who, is_async, depth)

    def write_mark(self, who, is_async, depth):
        self.put(f"log('{who} mark {self.name('k')}');")

    def write_post(self, who, is_async, depth, delay=None):
        task = self.name('t')
        inner, head = self.arrow()
        self.block(f"told('{task}', scheduler.postTask({head}", f'}}, {self.options(delay)}));', task, inner, depth + 1)
        if self.random.random() < 0.15:
            self.lines.insert(-1, '  ' * (self.indent + 1) + self.pick("throw new RangeError('x');", "return 'r';", "return Promise.reject('no');",
                                                                       "return scheduler.yield();"))

    def write_later(self, who, is_async, depth):
        self.delay += self.random.choice((30, 40, 60))
        self.write_post(who, is_async, depth, self.delay)

    def write_timeout(self, who, is_async, depth):
        self.delay += 45
        name = self.name('d')
        self.put(f"const {name} = AbortSignal.timeout({self.delay}); watch('{name}', {name}); "
                 f"told('{name}', scheduler.postTask(() => log('{name} ran'), {{ signal: {name}, delay: {self.delay + self.pick(-25, 25)} }}));")

    def write_yields(self, who, is_async, depth):
        name = self.name('y')
        if is_async and self.random.random() < 0.75:
            if self.random.random() < 0.4:
                self.put(f"try {{ await scheduler.yield(); log('{who} {name} resumed'); }} catch (e) {{ log('{who} {name} rejected ' + why(e)); }}")
            else:
                self.put(f"await scheduler.yield(); log('{who} {name} resumed');")
        else:
            self.put(f"told('{who} {name}', scheduler.yield());")

    def write_set(self, who, is_async, depth):
        self.put(f"set('{who} {(c := self.pick(*self.controllers))}', {c}, '{self.pick(*PRIORITIES)}');")

    def write_abort(self, who, is_async, depth):
        c = self.pick(*self.controllers, *self.aborters)
        self.put(f"log('{who} aborts {c}'); {c}.abort({self.pick('', '', chr(39) + 'r' + chr(39), 'new TypeError()')});")

    def write_any(self, who, is_async, depth):
        name = self.name('s')
        sources = ', '.join(self.signal() for _ in range(self.random.randint(0, 3)))
        tasks = [s for s in self.signals if s not in self.plain]
        priority = self.pick('', f", {{ priority: '{self.pick(*PRIORITIES)}' }}", f', {{ priority: {self.pick(*tasks)} }}')
        self.put(f"const {name} = TaskSignal.any([{sources}]{priority}); watch('{name}', {name}); log('{name} ' + {name}.priority + ' ' + "
                 f"{name}.aborted); told('{name} task', scheduler.postTask(() => log('{name} ran'), {{ signal: {name} }}));")

    def write_listen(self, who, is_async, depth):
        name, signal = self.name('e'), self.signal()
        inner, head = self.arrow()
        event = 'abort' if signal in self.plain else self.pick('abort', 'prioritychange')
        self.block(f"{signal}.addEventListener('{event}', {head}", '}, { once: true });', name, inner, depth + 1)

    def write_microtask(self, who, is_async, depth):
        name = self.name('q')
        inner, head = self.arrow()
        self.block(f'queueMicrotask({head}', '});', name, inner, depth + 1)

    def write_gate(self, who, is_async, depth):
        g = self.pick('g1', 'g2')
        if is_async and self.random.random() < 0.5:
            self.put(f"log('{who} waits {g}'); await {g}.p; log('{who} passed {g}');")
        else:
            self.put(f"log('{who} opens {g}'); {g}.open();")

    def write_tries(self, who, is_async, depth):
        self.put('try {')
        self.indent += 1
        self.body(who, is_async, depth + 1)
        if self.random.random() < 0.5:
            self.put("throw new RangeError('x');")
        elif is_async:
            self.put(f"await {self.pick('null', 'Promise.reject(new EvalError())', 'scheduler.yield()')};")
        self.indent -= 1
        self.put(f"}} catch (e) {{ log('{who} caught ' + why(e)); }} finally {{ log('{who} finally'); }}")

    def write_awaits(self, who, is_async, depth):
        value = self.pick("'v'", 'null', "Promise.resolve('p')", f"thenable('{self.name('h')}')", 'new Promise(f => queueMicrotask(f))',
                          "(async () => 'a')()", 'Promise.resolve().then(() => Promise.resolve(1))')
        if is_async:
            self.put(f"log('{who} awaited ' + await {value});")
        else:
            self.put(f"told('{who} {self.name('w')}', Promise.resolve({value}));")

    def write_combine(self, who, is_async, depth):
        name = self.name('b')
        parts = [self.pick("'v'", "Promise.resolve('p')", "Promise.reject('n')", f"thenable('{self.name('h')}')", 'scheduler.yield()',
                           "scheduler.postTask(() => 't')", 'new Promise(f => queueMicrotask(f))') for _ in range(self.random.randint(1, 4))]
        kind = self.pick('all', 'any', 'race', 'allSettled')
        of = {'allSettled': ".then(l => l.map(r => r.status + (r.value ?? r.reason)).join())"}.get(kind, '')
        self.put(f"told('{name} {kind}', Promise.{kind}([{', '.join(parts)}]){of});")

    def write_thenable(self, who, is_async, depth):
        self.put(f"told('{who} {self.name('w')}', new Promise(f => f(thenable('{self.name('h')}'))));")

    def write_generator(self, who, is_async, depth):
        name = self.name('i')
        stop = self.pick('', f" if (x === '{name}1') break;")
        pause = self.pick('', ' await null;', ' await scheduler.yield();') if is_async else ''
        self.put(f"for (const x of count('{name}', {self.random.randint(0, 3)})) {{ log('{who} ' + x);{pause}{stop} }}")

    def write_stream(self, who, is_async, depth):
        name = self.name('o')
        if is_async:
            stop = self.pick('', f" if (x === '{name}1') break;")
            pause = self.pick('', ' await scheduler.yield();')
            self.put(f"for await (const x of slow('{name}', {self.random.randint(0, 3)})) {{ log('{who} ' + x);{pause}{stop} }}")
        else:
            self.put(f"{{ const o = slow('{name}', 2); told('{name}', o.next().then(r => r.value)); told('{name} return', o.return('e').then(r => r.value)); }}")

    def write_calls(self, who, is_async, depth):
        name = self.name('f')
        self.block(f"told('{name}', (async () => {{", '})());', name, True, depth + 1)

    def write_chain(self, who, is_async, depth):
        name = self.name('n')
        inner, head = self.arrow()
        self.block(f"told('{name}', {self.pick('Promise.resolve()', 'g1.p', 'scheduler.yield()')}.{self.pick('then', 'finally')}({head}", '}));', name,
                   inner, depth + 1)

    def write_timer(self, who, is_async, depth):
        name = self.name('m')
        inner, head = self.arrow()
        self.block(f'setTimeout({head}', '}, 0);', name, inner, depth + 1)

    def write_interval(self, who, is_async, depth):
        name = self.name('v')
        self.put(f"{{ let n = 0; const id = setInterval(() => {{ log('{name} ' + ++n); if (n === 2) clearInterval(id); }}, 0); }}")

    def write_clear(self, who, is_async, depth):
        name = self.name('m')
        self.put(f"{{ const id = setTimeout(() => log('{name} ran'), 0); {self.pick('', 'queueMicrotask(() => clearTimeout(id));', 'clearTimeout(id);')} }}")

    def write_message(self, who, is_async, depth):
        name = self.name('p')
        inner, head = self.arrow('d')
        self.block(f'port({head}', f"}}).postMessage('{name}');", name, inner, depth + 1)

    def write_throw(self, who, is_async, depth):
        error = self.pick('new RangeError()', "'thrown'", 'new DOMException("", "DataError")', 'undefined')
        name = self.name('x')
        self.put(self.pick(f"queueMicrotask(() => {{ log('{name}'); throw {error}; }});", f"setTimeout(() => {{ log('{name}'); throw {error}; }}, 0);",
                           f"told('{name}', scheduler.postTask(() => {{ log('{name} ran'); throw {error}; }}));", f"reportError({error});",
                           f"scheduler.postTask(() => {{ log('{name}'); throw {error}; }});",
                           f"bus.addEventListener('{name}', () => {{ log('{name}'); throw {error}; }}); bus.dispatchEvent(new Event('{name}')); "
                           f"log('{name} dispatched');"))

    def write_reject(self, who, is_async, depth):
        name = self.name('z')
        later = self.pick('', f"queueMicrotask(() => {name}.catch(() => log('{name} caught')));", f"{name}.catch(() => log('{name} caught'));",
                          f"scheduler.postTask(() => {name}.catch(() => log('{name} caught')));",
                          f"setTimeout(() => {name}.catch(() => log('{name} caught')), 0);")
        self.put(f"const {name} = {self.pick(f'Promise.reject({chr(39)}{name}{chr(39)})', f'(async () => {{ throw {chr(39)}{name}{chr(39)}; }})()')}; {later}")

    def write_nest(self, who, is_async, depth):
        name, n = self.name('u'), self.random.randint(2, 8)
        again = self.pick('setTimeout(f, 0)', 'setTimeout(f, 1)', 'setTimeout(f)', 'scheduler.postTask(f)', 'port(f).postMessage(0)',
                          'queueMicrotask(f)', 'scheduler.yield().then(f)')
        self.put(f"{{ let n = 0; const f = () => {{ log('{name} ' + ++n); if (n < {n}) {again}; }}; {again}; }}")

    def write_class(self, who, is_async, depth):
        name = self.name('C')
        self.put(f"class {name} {{ static #n = 0; #m = log('{name} field'); static {{ log('{name} static'); }} get g() {{ return ++{name}.#n; }} "
                 f"async a() {{ log('{name} a' + this.g); await null; return super.toString === Object.prototype.toString && this.#m; }} "
                 f"*[Symbol.iterator]() {{ yield this.g; yield* [this.g]; }} }}")
        self.put(f"told('{name}', new {name}().a()); for (const x of new {name}()) log('{name} ' + x);")

    def write_delegate(self, who, is_async, depth):
        name = self.name('j')
        inner = self.pick(f"slow('{name}', 2)", f"count('{name}', 2)", f"[thenable('{self.name('h')}'), 'v']")
        end = self.pick("return 'r';", "throw new EvalError();", "await Promise.resolve(); return Promise.resolve('r');", '')
        call = self.pick('next()', 'next()', "return('e')", "throw(new RangeError())")
        self.put(f"{{ const o = (async function* () {{ try {{ log('{name} ' + (yield* {inner})); {end} }} finally {{ log('{name} over'); }} }})(); "
                 f"for (const [k, p] of [o.next(), o.{call}, o.next(), o.next()].entries()) told('{name} ' + k, p.then(r => r.value + ' ' + r.done)); }}")

    def write_label(self, who, is_async, depth):
        name = self.name('L')
        pause = self.pick('await null;', 'await scheduler.yield();', '') if is_async else ''
        self.put(f"{name}: for (let i = 0; i < 3; i++) {{ for (const j of count('{name}', 3)) {{ {pause} try {{ if (i === 1) continue {name}; "
                 f"if (j === '{name}1') break; if (i === 2) break {name}; }} finally {{ log('{name} ' + i + j); }} }} }}")

    def write_resolve(self, who, is_async, depth):
        name = self.name('R')
        self.put(self.pick(f"told('{name}', new Promise((f, r) => {{ f((async () => 1)()); r(2); log('{name}'); }}));",
                           f"told('{name}', Promise.resolve(1).finally(() => {{ log('{name}'); return thenable('{name}'); }}));",
                           f"{{ const {{ promise, resolve, reject }} = Promise.withResolvers(); told('{name}', promise); "
                           f"{self.pick('resolve', 'reject')}({self.pick('1', 'promise', 'Promise.reject(3)', 'thenable(4)')}); reject(5); }}",
                           f"told('{name}', (async () => {{ return {self.pick('Promise.resolve(1)', 'thenable(2)', '3', 'scheduler.yield()')}; }})());",
                           f"told('{name}', Promise.reject(1).then(() => log('no')).catch(e => {{ log('{name} ' + e); throw 2; }}));",
                           f"told('{name}', (async () => {{ for await (const x of [1, Promise.resolve(2), {self.pick('3', 'Promise.reject(3)')}]) log('{name} ' + x); }})());",
                           f"told('{name}', (async () => {{ using: try {{ return await Promise.reject(1); }} catch (e) {{ return e; }} finally {{ await null; "
                           f"log('{name} finally'); }} }})());"))

    def write_frame(self, who, is_async, depth):
        name = self.name('r')
        inner, head = self.arrow()
        self.block(f'requestAnimationFrame({head}', '});', name, inner, depth + 1)

    def write_idle(self, who, is_async, depth):
        name = self.name('l')
        inner, head = self.arrow()
        self.block(f'requestIdleCallback({head}', f"}}{self.pick('', ', { timeout: 500 }')});", name, inner, depth + 1)

    def write_event(self, who, is_async, depth):
        name = self.name('e')
        inner, head = self.arrow()
        self.block(f"bus.addEventListener('{name}', {head}", f"}}); bus.dispatchEvent(new Event('{name}')); log('{who} dispatched {name}');", name, inner,
                   depth + 1)

    def write_window(self, who, is_async, depth):
        name = self.name('g')
        inner, head = self.arrow()
        self.block(f"{{ const run = {head}", f"}}; const f = e => {{ if (e.data === '{name}') {{ removeEventListener('message', f); run(); }} }}; "
                   f"addEventListener('message', f); postMessage('{name}', '*'); }}", name, inner, depth + 1)

    def write_talk(self, who, is_async, depth):
        name, n = self.name('a'), self.random.randint(1, 6)
        pause = self.pick('', ' await null;', ' await scheduler.yield();')
        self.put(f"{{ const {{ port1, port2 }} = new MessageChannel(); const hear = (one, other) => async e => {{ log('{name} ' + one + e.data);{pause} "
                 f"if (e.data < {n}) other.postMessage(e.data + 1); else other.close(); }}; port1.onmessage = hear('i', port1); "
                 f"port2.addEventListener('message', hear('j', port2)); port2.start(); port1.postMessage(0); }}")

    def write_burst(self, who, is_async, depth):
        name = self.name('B')
        start = f"port1.onmessage = e => {{ log('{name} ' + e.data); if (e.data === 2) port1.close(); }};"
        late = self.pick(start, f'queueMicrotask(() => {{ {start} }});', f'scheduler.postTask(() => {{ {start} }});', f'setTimeout(() => {{ {start} }}, 0);')
        self.put(f'{{ const {{ port1, port2 }} = new MessageChannel(); for (let i = 0; i < 3; i++) port2.postMessage(i); {late} }}')

    def write_listener(self, who, is_async, depth):
        name = self.name('e')
        options = self.pick('', ', { once: true }', f', {{ signal: {self.signal()} }}', ', true')
        stop = self.pick('', ' e.stopImmediatePropagation();', ' e.preventDefault();', f" bus.removeEventListener('{name}', last);",
                         f" bus.addEventListener('{name}', () => log('{name} new'), {{ once: true }});")
        self.put(f"{{ const last = () => log('{name} last'); bus.addEventListener('{name}', {{ handleEvent(e) {{ log('{name} ' + (this !== bus)); }} }}{options}); "
                 f"bus.addEventListener('{name}', e => {{ log('{name} ' + e.eventPhase);{stop} }}{self.pick('', options)}); bus.addEventListener('{name}', last); "
                 f"for (let i = 0; i < 2; i++) log('{name} ' + bus.dispatchEvent(new Event('{name}', {{ cancelable: true }}))); }}")

    def write_handler(self, who, is_async, depth):
        name, signal = self.name('H'), self.signal()
        event = 'abort' if signal in self.plain else self.pick('abort', 'prioritychange')
        inner, head = self.arrow()
        self.block(f'{signal}.on{event} = {head}', f'{signal}.on{event} = null; }};', name, inner, depth + 1)

    def write_ask(self, who, is_async, depth):
        signal = self.signal()
        self.put(f"try {{ {signal}.throwIfAborted(); log('{who} asked ' + {signal}.aborted); }} catch (e) {{ log('{who} asked ' + why(e)); }}")

    def write_join(self, who, is_async, depth):
        name = self.name('s')
        sources = ', '.join(self.signal() for _ in range(self.random.randint(1, 3)))
        more = self.pick('', '', f"setTimeout(() => {self.pick(*self.controllers, *self.aborters)}.abort(), 0);")
        self.put(f"const {name} = AbortSignal.any([{sources}]); {name}.onabort = () => log('{name} abort ' + why({name}.reason)); "
                 f"told('{name}', scheduler.postTask(async () => {{ log('{name} ran'); await scheduler.yield(); log('{name} ' + {name}.aborted); }}, "
                 f"{{ signal: {name} }})); {more}")

    def write_collect(self, who, is_async, depth):
        name = self.name('A')
        # No element is rejected: Chromium then closes what the elements come from, twice, for which it takes another microtask.
        values = self.pick(f"[1, Promise.resolve(2), thenable('{self.name('h')}')]", f"slow('{name}', 2)", f"count('{name}', 2)",
                           "{ length: 2, 0: 'x', 1: Promise.resolve('y') }")
        of = self.pick('', ', x => x', ', async x => x', ', async x => { await scheduler.yield(); return x; }')
        self.put(f"told('{name}', Array.fromAsync({values}{of}).then(l => l.join()));")

    def write_attempt(self, who, is_async, depth):
        name = self.name('T')
        value = self.pick('1', 'Promise.resolve(1)', 'scheduler.yield()', f"thenable('{self.name('h')}')", '(() => { throw 2; })()')
        self.put(f"told('{name}', Promise.try({self.pick('', 'async ')}() => {{ log('{name}'); return {value}; }}));")

    def write_dispose(self, who, is_async, depth):
        name = self.name('D')
        parts = [self.pick(f"s.defer(() => log('{name} {i}'));", f"s.defer(async () => {{ log('{name} {i}'); await null; log('{name} {i} more'); }});",
                           f"s.use({{ [Symbol.dispose]() {{ log('{name} {i}'); }} }});", f"s.use({{ [Symbol.asyncDispose]() {{ return scheduler.yield(); }} }});",
                           's.use(null);', f"s.defer(() => {{ throw new RangeError('{i}'); }});") for i in range(self.random.randint(0, 3))]
        self.put(f"{{ const s = new AsyncDisposableStack(); {' '.join(parts)} told('{name}', s.disposeAsync()); log('{name} ' + s.disposed); }}")

    def write(self):
        self.controllers, self.aborters = ['c1', 'c2', 'c3'], ['a1']
        self.signals = [c + '.signal' for c in self.controllers + self.aborters]
        self.plain = {'a1.signal'}
        self.put('const bus = new EventTarget(), g1 = gate(), g2 = gate();')
        for c in self.controllers:
            self.put(f"const {c} = new TaskController({self.pick('', *(f'{{ priority: {chr(39)}{p}{chr(39)} }}' for p in PRIORITIES))});")
        self.put('const a1 = new AbortController();')
        if self.family in ('signals', 'mixed'):
            self.put(f"const x1 = TaskSignal.any([c1.signal, a1.signal]{self.pick('', ', { priority: c2.signal }')});")
            self.signals.append('x1')
        for s in self.signals:
            self.put(f"watch('{s}', {s});")
        while self.left > 0:
            self.left -= 1
            self.statement('main', False, 0)
        self.put("log('main end');")
        return PRELUDE + '\n'.join(self.lines) + '\n'


# What a worker prints comes in the order in which it is printed, but nobody knows when: each line says that it is a worker's. When a
# message comes to a worker that is doing something is a matter of time, so the program begins when all are there.
WORKER_BEGIN = """\
globalThis.log = text => postMessage({ text });
const pause = ms => { for (const end = performance.now() + ms; performance.now() < end;); };
const hear = async text => { log('heard ' + text); await null; log('heard more of ' + text); await scheduler.yield(); log(text + ' is over'); };
onmessage = e => { if (e.data === 'go') { pause(20); go(); } else hear(e.data); };
postMessage({ isReady: true });
function go () {
"""
MAIN_OF_WORKER = """\
const w = new Worker(workerName);
w.onmessage = e => {
  if (e.data.isReady)
    for (const text of ['go', 'one', 'two', 'three']) w.postMessage(text);
  else
    log('worker: ' + e.data.text);
};
"""


def write_program(seed, family=None):
    """A program, the program of its worker or None, and how long its longest delay is in ms."""
    writer = Writer(seed, family)
    text = writer.write()
    head = f'// seed {seed}, {writer.family}\n'
    if writer.family == 'worker':
        return head + MAIN_OF_WORKER, WORKER_BEGIN + text + '}\n', 300
    return head + text, None, writer.delay


def get_family(text):
    """The family of a program, which its first line says."""
    return text.split('\n', 1)[0].rsplit(', ', 1)[1]
