/* jobs.js: the queue of jobs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Kinds of jobs, the ring that keeps them in order, their events in the trace, and the loop that runs them. job-steps.js has what
 * jobs do, and makes the loop.
 */
(function (realm) {
  'use strict';

  const { host, List, options, outer } = realm;
  const { words, events } = host;
  const { setPrototypeOf } = Reflect;
  const traced = options.traced === true;

  /* Kinds of jobs. A job of a promise has the next higher number where the promise is rejected. */
  const REACTION = 0; /* handlers; target: the derived promise */
  const REACTION_CAPABILITY = 2; /* handlers; target: the capability of a derived promise of another class */
  const AWAIT = 4; /* goes on with an async function; target: its promise, first: its generator */
  const AWAIT_QUIET = 6; /* the same, but a rejection does not throw */
  const STEPS = 8; /* host functions */
  const ADOPT = 10; /* target: a promise that was resolved with another */
  const ELEMENT = 12; /* target: a combinator's, first: the index */
  const GENERATOR = 14; /* goes on with an async generator; target: its record */
  const GENERATOR_QUIET = 16;
  const THENABLE = 18; /* target: the promise, first: the thenable, second: its then() */
  const CALLBACK = 20; /* first: the callback of queueMicrotask() */

  class Job {
    constructor(kind, target, first, second) {
      this.kind = kind;
      this.state = null;
      this.next = null; /* while its promise is pending: the circular list of reactions */
      this.target = target;
      this.first = first;
      this.second = second;
    }
  }
  setPrototypeOf(Job.prototype, null);

  /* The continuation state (§4.1) of what runs: null or a State of promise.js */
  const current = { __proto__: null, state: null };

  /* --- The trace --- */

  /* LsMicrotaskKind for each kind of job, or for it and the next */
  const shownKinds = new List();

  for (let kind = 0; kind <= CALLBACK; kind++) {
    if (kind === CALLBACK)
      shownKinds[kind] = 0;
    else if (kind === THENABLE)
      shownKinds[kind] = 3;
    else
      shownKinds[kind] = (kind >= AWAIT && kind < STEPS) || (kind >= GENERATOR && kind < THENABLE) ? 2 : 1;
  }

  const idOfSignal = (signal) => {
    const { signals } = realm;

    return signals !== undefined ? signals.idOf(signal) : 0;
  };

  const traceBegun = (shown) => {
    const at = words[0];
    let abort = 0,
      priority = 0;

    if (shown !== null) {
      abort = shown.abort === null ? 0 : idOfSignal(shown.abort);
      priority = typeof shown.priority === 'number' ? -shown.priority : idOfSignal(shown.priority);
    }
    events[at] = 3;
    events[at + 1] = abort;
    events[at + 2] = priority;
    words[0] = at + 3;
    if (at + 3 >= words[1])
      host.flush();
  };

  const traceEnded = (threw) => {
    const at = words[0];

    events[at] = 4;
    events[at + 1] = threw ? 1 : 0;
    words[0] = at + 2;
    if (at + 2 >= words[1])
      host.flush();
  };

  const texts = { __proto__: null };

  const indexOfText = (name) => {
    if (texts[name] === undefined)
      texts[name] = host.text(name);
    return texts[name];
  };

  /* What is named like this has nothing to call. */
  const SKIPPED_THEN = 'then()';
  const SKIPPED_CATCH = 'catch()';

  /* A job is called after its handler, and one that has none for what has become of the promise after what it skips. Returns the
   * index of that text in the trace, or 0, also for a handler whose name says that nothing is called. Runs no code of the
   * program's. */
  const textOfJob = (job) => {
    const { kind } = job;
    let handler;

    if (kind === CALLBACK || (kind < AWAIT && (kind & 1) === 0))
      handler = job.first;
    else if (kind < AWAIT)
      handler = job.second;
    if (host.text === undefined || realm.callbackName === undefined)
      return 0;
    if (handler === undefined && kind < AWAIT)
      return indexOfText((kind & 1) === 0 && job.second !== undefined ? SKIPPED_CATCH : SKIPPED_THEN);
    if (typeof handler !== 'function')
      return 0;

    const name = realm.callbackName(handler);

    if (name === '' || name.length > 100 || (kind < AWAIT && (name === SKIPPED_THEN || name === SKIPPED_CATCH)))
      return 0;
    return indexOfText(name);
  };

  /* --- The ring: pairs of a job and the argument for it --- */

  const SMALLEST_RING = 2048;
  const LARGEST_KEPT_RING = 65536;

  const newRing = (length) => {
    const ring = new List();

    for (let i = 0; i < length; i++)
      ring[i] = undefined;
    return ring;
  };

  let ring = newRing(SMALLEST_RING);
  let ringMask = SMALLEST_RING - 1;
  let ringHead = 0;
  let ringTail = 0;

  const growRing = () => {
    const length = ringMask + 1;
    const larger = newRing(length * 2);
    const used = (ringTail - ringHead) & ringMask;

    for (let i = 0; i < used; i++)
      larger[i] = ring[(ringHead + i) & ringMask];
    ring = larger;
    ringMask = length * 2 - 1;
    ringHead = 0;
    ringTail = used;
  };

  /* A program's stack may overflow at any call. So this asks for the text before it changes anything, and then calls nothing
   * until the queue is whole again. */
  const enqueueHere = (job, argument, promise) => {
    const text = traced ? textOfJob(job) : 0;
    let next = (ringTail + 2) & ringMask;

    if (next === ringHead) {
      growRing();
      next = (ringTail + 2) & ringMask;
    }
    ring[ringTail] = job;
    ring[ringTail + 1] = argument;
    ringTail = next;
    words[2] = words[2] + 1;
    if (traced) {
      const at = words[0];

      events[at] = 2;
      events[at + 1] = shownKinds[job.kind];
      events[at + 2] = promise;
      events[at + 3] = text;
      words[0] = at + 4;
      if (at + 4 >= words[1])
        host.flush();
    }
  };

  /* --- Running --- */

  /* What runs a job of a realm within another */
  let runInner;

  /* A realm within another has no queue. Its jobs are jobs of the outer realm, which call it. */
  const enqueue = outer === undefined ? enqueueHere : (job, argument, promise) => {
    outer.jobs.enqueueForeign(() => {
      runInner(job, argument);
    }, promise);
  };
  const enqueueForeign = (run, promise) => {
    enqueue(new Job(STEPS, undefined, run, undefined), undefined, promise);
  };

  /* Makes the loop, a function that runs up to some number of jobs and returns how many. runJob: runs a job with an argument and
   * returns whether it threw; report: tells of an exception of runJob itself. JavaScriptCore takes parameters that do not change
   * for constants, and inlines them. */
  const makeLoop = (runJob, report) => {
    let jobsRun = 0;

    const runJobsUntil = (limit) => {
      while (jobsRun < limit && ringHead !== ringTail) {
        const at = ringHead;
        const job = ring[at];
        const argument = ring[at + 1];

        ring[at] = undefined;
        ring[at + 1] = undefined;
        ringHead = (at + 2) & ringMask;
        jobsRun++;
        words[3] = words[3] + 1;
        if (traced)
          traceBegun(job.state);

        const threw = runJob(job, argument);

        if (traced)
          traceEnded(threw);
      }
    };

    runInner = runJob;
    return (limit) => {
      jobsRun = 0;
      for (;;) {
        try {
          runJobsUntil(limit);
          break;
        } catch (error) {
          /* A handler of the host's, or a capability of the program's, has thrown. The queue goes on. */
          current.state = null;
          report(error);
          if (traced)
            traceEnded(true);
        }
      }
      if (ringHead === ringTail && ringMask >= LARGEST_KEPT_RING) {
        ring = newRing(SMALLEST_RING);
        ringMask = SMALLEST_RING - 1;
        ringHead = ringTail = 0;
      }
      return jobsRun;
    };
  };

  realm.jobs = {
    __proto__: null,
    REACTION,
    REACTION_CAPABILITY,
    AWAIT,
    AWAIT_QUIET,
    STEPS,
    ADOPT,
    ELEMENT,
    GENERATOR,
    GENERATOR_QUIET,
    THENABLE,
    CALLBACK,
    Job,
    current,
    enqueue,
    enqueueForeign,
    makeLoop,
    isQueueEmpty: outer === undefined ? () => ringHead === ringTail : outer.jobs.isQueueEmpty,
  };
})
