// A small shop of background work: what the transformation of programs is measured with.
// SPDX-License-Identifier: GPL-3.0-or-later

const PRIORITIES = ['user-blocking', 'user-visible', 'background'];
const LIMIT = 8;

class Queue {
  #items = [];
  #first = 0;

  get length() {
    return this.#items.length - this.#first;
  }

  push(...items) {
    for (const item of items)
      this.#items.push(item);
    return this.length;
  }

  shift() {
    if (this.length === 0)
      return undefined;
    const item = this.#items[this.#first];
    this.#items[this.#first++] = undefined;
    if (this.#first > 32 && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }

  *[Symbol.iterator]() {
    for (let i = this.#first; i < this.#items.length; i++)
      yield this.#items[i];
  }
}

class Cancelled extends Error {
  constructor(reason) {
    super(`cancelled: ${reason}`);
    this.name = 'Cancelled';
    this.reason = reason;
  }
}

class Worker {
  static #made = 0;
  #busy = false;

  constructor(name = `worker ${++Worker.#made}`, { priority = 'background', size = LIMIT } = {}) {
    this.name = name;
    this.size = size;
    this.controller = new TaskController({ priority });
    this.queue = new Queue();
    this.results = new Map();
    this.controller.signal.addEventListener('prioritychange', ({ previousPriority, target }) => {
      console.log(this.name, previousPriority, '->', target.priority);
    });
  }

  add(job) {
    if (this.queue.push(job) > this.size)
      throw new RangeError(`${this.name} has too much to do`);
    return this;
  }

  hurry() {
    this.controller.setPriority('user-blocking');
  }

  async run() {
    if (this.#busy)
      return this.results;
    this.#busy = true;
    try {
      while (this.queue.length > 0) {
        const job = this.queue.shift();
        const { signal } = this.controller;
        const result = await scheduler.postTask(() => job.execute(signal), { signal });
        this.results.set(job.id, result);
        if (this.results.size % 3 === 0)
          await scheduler.yield();
      }
    } catch (error) {
      if (error?.name !== 'AbortError')
        throw new Cancelled(error.message ?? String(error));
    } finally {
      this.#busy = false;
    }
    return this.results;
  }

  async *progress(step = 1) {
    let seen = 0;
    while (this.#busy || seen < this.results.size) {
      if (this.results.size - seen >= step) {
        seen = this.results.size;
        yield { name: this.name, seen, left: this.queue.length };
      } else {
        await new Promise(resolve => setTimeout(resolve, 5));
      }
    }
    return seen;
  }
}

let nextId = 1;

function makeJob(kind, ...values) {
  const id = nextId++;
  switch (kind) {
  case 'sum':
    return { id, execute: () => values.reduce((a, b) => a + b, 0) };
  case 'sort':
    return { id, execute: () => values.slice().sort((a, b) => a - b) };
  case 'wait':
    return {
      id,
      async execute(signal) {
        const [ms = 0] = values;
        await scheduler.postTask(() => {}, { delay: ms, signal });
        return `waited ${ms} ms`;
      },
    };
  case 'primes':
    return { id, execute: () => primes(values[0]) };
  default:
    throw new TypeError(`no job of the kind “${kind}”`);
  }
}

async function primes(limit) {
  const composite = new Uint8Array(limit + 1);
  const found = [];
  let deadline = performance.now() + 4;
  for (let n = 2; n <= limit; n++) {
    if (!composite[n]) {
      found.push(n);
      for (let m = n * n; m <= limit; m += n)
        composite[m] = 1;
    }
    if (performance.now() > deadline) {
      await scheduler.yield();
      deadline = performance.now() + 4;
    }
  }
  return found;
}

const parse = text => {
  const pattern = /^\s*(?<kind>[a-z]+)\s*:\s*(?<values>[-\d\s,.]*)$/;
  const jobs = [];
  outer:
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#'))
      continue;
    const match = pattern.exec(line);
    if (match === null) {
      console.warn('not understood:', line);
      continue;
    }
    const { kind, values } = match.groups;
    const numbers = values.split(',').map(Number);
    for (const number of numbers)
      if (Number.isNaN(number))
        continue outer;
    jobs.push(makeJob(kind, ...numbers));
  }
  return jobs;
};

async function retry(operation, { times = 3, delay = 10, ...options } = {}) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await operation(attempt);
    } catch (error) {
      if (attempt >= times)
        throw error;
      await scheduler.postTask(() => console.info('attempt', attempt, 'failed'), { delay: delay * 2 ** attempt, ...options });
    }
  }
}

const later = (ms, value) => new Promise((resolve, reject) => {
  const timer = setTimeout(() => resolve(value), ms);
  if (ms < 0) {
    clearTimeout(timer);
    reject(new RangeError('the past'));
  }
});

const workers = PRIORITIES.map((priority, i) => new Worker(undefined, { priority, size: LIMIT * (i + 1) }));
const text = `
# kind: values
sum: 1, 2, 3, 4.5
sort: 3, 1, 2, -7
wait: 20
primes: 1000
`;

for (const [i, job] of parse(text).entries())
  workers[i % workers.length].add(job);

async function watch(worker) {
  let lines = 0;
  for await (const { name, seen, left } of worker.progress()) {
    lines++;
    console.log(`${name}: ${seen} done, ${left} left`);
  }
  return lines;
}

(async function main() {
  const started = performance.now();
  const running = workers.map(worker => worker.run());
  const watching = Promise.all(workers.map(watch));
  setTimeout(() => workers.at(-1).hurry(), 1);
  for (const results of await Promise.all(running))
    for (const [id, result] of results)
      console.log(id, Array.isArray(result) ? result.length : result);
  console.log(await watching);
  const value = await retry(async attempt => {
    if (attempt < 3)
      throw new Error(`not yet (${attempt})`);
    return later(3, attempt);
  }, { priority: 'background' });
  console.log(value, performance.now() >= started);
  await Promise.race([later(-1), later(5, 'late')]).catch(({ name }) => console.log(name));
  queueMicrotask(() => console.log('done'));
})();
