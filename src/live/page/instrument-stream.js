// SPDX-License-Identifier: LGPL-2.1-or-later
//
// The part of the script that puts what happens into batches and sends them. A batch is an array: the number of its first event,
// and for each event its kind, its time in units and what the table of ls-page-batch.c says. The object has what it uses of
// instrument.js.
(tools => {
  'use strict';
  const { send, units, nameOf, address, hasStacks, isEmpty } = tools;
  const { setPrototypeOf } = Object;
  const { stringify } = JSON;
  const YIELD = 3,
    RUN = 4,
    END = 5,
    RAN = 22,
    PLAIN = 23;
  // Short events are one number: one of these, less eight times what has passed since the event before.
  const POST_AGAIN = -1,
    YIELD_NEXT = -2,
    RUN_NEXT = -3,
    RAN_NEXT = -4,
    END_NEXT = -5,
    MAX_PASSED = 2 ** 26; // a number that the engine keeps in the array itself

  // To send a batch costs some 40 µs, and 5 ns more for each byte.
  const MAX_EVENTS = hasStacks ? 128 : 2048,
    MAX_WAIT = 20 * units,
    MAX_HURRIED = 256;
  // An array without a prototype: what the page does to those of others is of no effect here.
  const fresh = () => setPrototypeOf([0], null);
  let batch = fresh(),
    length = 1,
    count = 0,
    first = 1,
    oldest = 0;

  // What most events have in common with those before them in the batch, and then do not tell
  let lastTime = 0,
    lastPosted = 0, // the number of the last task or continuation
    lastPoster = 0, // of the last task without options
    lastCallback = null,
    lastName = '',
    lastSignal = 0,
    lastRun = 0, // the number of the task or continuation that last began
    lastRunKind = 0,
    runAt = 0, // where that begins in the batch
    runTime = 0;
  const forget = () => {
    lastTime = lastPosted = lastPoster = lastSignal = lastRun = lastRunKind = runAt = 0;
    lastCallback = null;
  };

  // The debugger may ask for the batch at any time. One that is longer than @length has part of an event, and is left as it is.
  const take = () => {
    const next = fresh(),
      taken = batch;
    if (first === 1) taken[7] = address();
    taken[0] = first;
    first += count;
    batch = next;
    length = 1;
    count = 0;
    forget();
    return stringify(taken);
  };
  const takeAll = () => count > 0 && batch.length === length && (count > 1 || first > 1 || !isEmpty?.()) ? take() : '';
  let isLeft = false; // nobody listens any more
  const flush = () => {
    if (isLeft) {
      batch = fresh();
      length = 1;
      count = 0;
      forget();
      return;
    }
    const text = takeAll();
    if (text !== '') send(text);
  };
  // Called after the fields of an event have been added, and counted: where a function begins, the batch may be taken.
  let nHurried = 0; // so many events more are sent one by one
  const added = time => {
    if (count === 1) {
      oldest = time;
      if (nHurried === 0) return;
      nHurried--;
      flush();
    } else if (count >= MAX_EVENTS || time - oldest >= MAX_WAIT) flush();
  };
  // There is a function for each length, as to take the fields in an array would cost more.
  const note = (kind, time, a, b) => {
    batch[length] = kind;
    batch[length + 1] = time;
    batch[length + 2] = a;
    batch[length + 3] = b;
    lastTime = time;
    length += 4;
    count++;
    added(time);
  };
  const noteMore = (kind, time, a, b, c) => {
    batch[length] = kind;
    batch[length + 1] = time;
    batch[length + 2] = a;
    batch[length + 3] = b;
    batch[length + 4] = c;
    lastTime = time;
    length += 5;
    count++;
    added(time);
  };
  const noteShort = (kind, time) => {
    batch[length] = kind - 8 * (time - lastTime);
    lastTime = time;
    length++;
    count++;
    added(time);
  };
  const isNear = time => time >= lastTime && time - lastTime < MAX_PASSED;
  // The first field is set before what is known is asked for: from then on nobody takes the batch, and that stays true.
  const notePost = (time, id, callback, poster, signal) => {
    // A proxy may do anything when it is asked for its name, and other events come of that.
    const name = callback === lastCallback ? lastName : nameOf(callback);
    batch[length] = PLAIN;
    if (id === lastPosted + 1 && poster === lastPoster && signal === lastSignal && name === lastName && lastCallback !== null &&
      isNear(time)) {
      lastPosted = id;
      lastCallback = callback;
      noteShort(POST_AGAIN, time);
      return;
    }
    lastPosted = id;
    lastPoster = poster;
    lastCallback = callback;
    lastName = name;
    lastSignal = signal;
    batch[length + 1] = time;
    batch[length + 2] = id;
    batch[length + 3] = name;
    batch[length + 4] = poster;
    batch[length + 5] = signal;
    lastTime = time;
    length += 6;
    count++;
    added(time);
  };
  const noteYield = (time, id, poster, place) => {
    batch[length] = YIELD;
    const isNext = id === lastPosted + 1 && poster === -lastRun && place === 0 && isNear(time);
    lastPosted = id;
    if (isNext) noteShort(YIELD_NEXT, time);
    else noteMore(YIELD, time, id, poster, place);
  };
  const noteRun = (time, id, kind) => {
    batch[length] = RUN;
    const isNext = id === lastRun + 1 && kind === lastRunKind && isNear(time);
    runAt = length;
    runTime = time;
    lastRun = id;
    lastRunKind = kind;
    if (isNext) noteShort(RUN_NEXT, time);
    else note(RUN, time, id, kind);
  };
  // Most callbacks end in the moment in which they begin, and nothing happens: then one event says both.
  const noteEnd = (time, id, how, text) => {
    if (how === 0 && text === 0 && runAt > 0 && id === lastRun && time === runTime) {
      if (length === runAt + 1) {
        batch[runAt] += RAN_NEXT - RUN_NEXT;
        count++;
        return;
      }
      if (length === runAt + 4 && batch[runAt] === RUN) {
        batch[runAt] = RAN;
        count++;
        return;
      }
    }
    batch[length] = END;
    if (how === 0 && text === 0 && runAt > 0 && id === lastRun && isNear(time)) noteShort(END_NEXT, time);
    else noteLong(END, time, id, how, text, 0, 0);
  };
  const noteMost = (kind, time, a, b, c, d, e, f, g) => {
    batch[length] = kind;
    batch[length + 1] = time;
    batch[length + 2] = a;
    batch[length + 3] = b;
    batch[length + 4] = c;
    batch[length + 5] = d;
    batch[length + 6] = e;
    batch[length + 7] = f;
    batch[length + 8] = g;
    lastTime = time;
    length += 9;
    count++;
    added(time);
  };
  const noteLong = (kind, time, a, b, c, d, e) => {
    batch[length] = kind;
    batch[length + 1] = time;
    batch[length + 2] = a;
    batch[length + 3] = b;
    batch[length + 4] = c;
    batch[length + 5] = d;
    batch[length + 6] = e;
    lastTime = time;
    length += 7;
    count++;
    added(time);
  };
  const hurry = () => {
    flush();
    nHurried = MAX_HURRIED;
  };
  const leave = () => void(isLeft = true);
  return { note, noteMost, noteLong, notePost, noteYield, noteRun, noteEnd, flush, takeAll, hurry, leave };
});
