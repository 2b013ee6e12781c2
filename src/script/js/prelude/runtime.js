// runtime.js: what transformed code calls beside async.js
// SPDX-License-Identifier: GPL-3.0-or-later

(function (realm) {
  'use strict';
  const { host, hooks, runtime, options } = realm;
  const { words, events, flush, conditionThrew, probeWanted, probed } = host;

  // Places in `words`
  const EVENTS = 0,
    EVENTS_LIMIT = 1,
    STATEMENT = 4,
    STATEMENT_LIMIT = 5,
    DEPTH = 6;
  const EVENT_STATEMENT = 1,
    EVENT_BREAKPOINT = 5,
    EVENT_GO = 6;

  // Runs at the beginning of a function and returns how deep the call is. Nothing runs at the end: each statement of the caller
  // sets the caller's own depth again.
  runtime.enter = function (_function) {
    const depth = words[DEPTH] + 1;
    words[DEPTH] = depth;
    return depth;
  };

  runtime.at = options.traced ? function (statement, depth) {
    const n = words[EVENTS];
    const count = words[STATEMENT] + 1;
    events[n] = EVENT_STATEMENT;
    events[n + 1] = statement;
    events[n + 2] = depth;
    words[EVENTS] = n + 3;
    words[STATEMENT] = count;
    words[DEPTH] = depth;
    if (n + 3 >= words[EVENTS_LIMIT] || count >= words[STATEMENT_LIMIT])
      flush();
  } : function (_statement, _depth) {
    const count = words[STATEMENT] + 1;
    words[STATEMENT] = count;
    if (count >= words[STATEMENT_LIMIT])
      flush();
  };

  // A call that can be suspended has a number, which its statements tell after it goes on.
  let activations = 0;
  runtime.activate = function () {
    return activations = activations + 1 | 0;
  };

  // activation: less than 0 where the statement may suspend the call
  runtime.go = options.traced ? function (statement, depth, activation) {
    const n = words[EVENTS];
    const count = words[STATEMENT] + 1;
    events[n] = EVENT_GO;
    events[n + 1] = statement;
    events[n + 2] = depth;
    events[n + 3] = activation;
    words[EVENTS] = n + 4;
    words[STATEMENT] = count;
    words[DEPTH] = depth;
    if (n + 4 >= words[EVENTS_LIMIT] || count >= words[STATEMENT_LIMIT])
      flush();
  } : runtime.at;

  const throwing = new Set();
  const { has } = Set.prototype, { add } = Set.prototype;
  const { apply } = Reflect;

  // Evaluates the condition of a breakpoint. A condition that throws does not hold, and the host is told of the first exception.
  runtime.hit = function (breakpoint, condition) {
    let holds = false;
    try {
      holds = !!condition();
    } catch (error) {
      if (!apply(has, throwing, [breakpoint])) {
        apply(add, throwing, [breakpoint]);
        conditionThrew(breakpoint, realm.inspect(error));
      }
      return;
    }
    if (!holds || !options.traced)
      return;
    const n = words[EVENTS];
    events[n] = EVENT_BREAKPOINT;
    events[n + 1] = breakpoint;
    words[EVENTS] = n + 2;
    if (n + 2 >= words[EVENTS_LIMIT])
      flush();
  };

  // Evaluates an expression once, at the one moment that the debugger asks about.
  runtime.probe = function (index, statement, expression) {
    if (words[STATEMENT] !== statement || !probeWanted(index))
      return;
    let value, threw = false;
    try {
      value = expression();
    } catch (error) {
      value = error;
      threw = true;
    }
    probed(index, threw, realm.inspect(value));
  };

  // Cleans what a program catches.
  runtime.caught = realm.cleanMessage;

  const { signals } = realm;
  runtime.name = function (value, name) {
    if (signals !== undefined)
      signals.name(value, name);
    if (realm.atomics !== undefined)
      realm.atomics.name(value, name);
    return value;
  };

  realm.idl.orderMembers();

  hooks.inspect = function (value) {
    return realm.inspect(value);
  };
  hooks.beginScript = function () {
    realm.promise.setState(null);
  };
  hooks.runJobs = realm.promise.runJobs;
  hooks.reportException = realm.reportException;
})
