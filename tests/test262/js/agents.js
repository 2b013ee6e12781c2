/* agents.js: $262.agent of ECMAScript's test suite (INTERPRETING.md of test262)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * Agents are workers. A broadcast is a message of its own kind; reports are kept where the one who reads them finds them at once.
 *
 *   realm.agent262   the object
 */
(function (realm) {
'use strict';

const { global, hooks, host, options } = realm;

const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
const { parse, stringify } = JSON;
const BigIntFunction = BigInt, TypeErrorConstructor = TypeError;
const BROADCAST = 3;

/* How long who broadcasts waits for who does not listen, and for how long at once, in ms. */
const PATIENCE = 10000, MOMENT = 0.05;

function define (object, name, value) {
  defineProperty (object, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });
}

/* What the suite throws is no error: its text says what is wrong. */
{
  const { textOf, thrownMessage } = realm.errors;

  realm.errors.textOf = error => thrownMessage (error, textOf (error));
}

/* Who starts an agent may never take a message in. */
realm.reportToCreator = undefined;

const agent = {};
const agents = new realm.List ();

function monotonicNow () {
  return host.now ();
}

function sleep (ms) {
  host.sleep (+ms);
}

/* ---- Who starts agents ---- */

/* Agents that have left get no broadcast. */
function broadcast (sab, value = 0) {
  const big = typeof value === 'bigint';
  const text = stringify ({ __proto__: null, big, value: big ? `${value}` : +value });
  const block = realm.atomics.blockOf (sab);
  const expected = new realm.List ();
  const end = host.time () + PATIENCE;

  if (block === null)
    throw new TypeErrorConstructor ('A broadcast is of a SharedArrayBuffer');
  for (let i = 0; i < agents.length; i++)
    {
      expected[i] = host.countReceived (agents[i]) + 1;
      host.beginMessage ();
      host.messageMemory (block);
      if (!host.sendMessage (agents[i], BROADCAST, text))
        expected[i] = 0;
    }
  for (let i = 0; i < agents.length; i++)
    while (host.countReceived (agents[i]) < expected[i] && host.time () < end)
      host.sleep (MOMENT);
}

function start (source) {
  agents[agents.length] = host.spawnWorker (`agent ${agents.length + 1}`, '', `${source}`, false);
}

function getReport () {
  const report = host.nextReport ();

  return report === undefined ? null : report;
}

/* ---- Agents ---- */

/* Broadcasts that nobody has asked for yet, and who has asked for one. */
let broadcasts = new realm.List (), receivers = new realm.List ();

function deliver () {
  while (broadcasts.length > 0 && receivers.length > 0)
    {
      const received = broadcasts[0], receiver = receivers[0];
      const laterBroadcasts = new realm.List (), laterReceivers = new realm.List ();

      for (let i = 1; i < broadcasts.length; i++)
        laterBroadcasts[i - 1] = broadcasts[i];
      for (let i = 1; i < receivers.length; i++)
        laterReceivers[i - 1] = receivers[i];
      broadcasts = laterBroadcasts;
      receivers = laterReceivers;
      host.countBroadcast ();
      try
        {
          receiver (received.sab, received.value);
        }
      catch (exception)
        {
          realm.reportException (exception);
        }
    }
}

function takeBroadcast (text) {
  const message = parse (text);

  broadcasts[broadcasts.length] = {
    __proto__: null, sab: realm.atomics.adopt (0), value: message.big ? BigIntFunction (message.value) : message.value,
  };
  realm.promise.setState (null);
  deliver ();
  realm.promise.setState (null);
}

const { receive } = hooks;

hooks.receive = (number, kind, text) => {
  if (kind === BROADCAST)
    takeBroadcast (text);
  else
    receive (number, kind, text);
};

/* It is called as a task: what follows in the script comes first. */
function receiveBroadcast (receiver) {
  receivers[receivers.length] = receiver;
  realm.loopTasks.post ('default', deliver, 0, 'broadcast');
}

function report (message) {
  host.report (`${message}`);
}

function leaving () {
  host.closeWorker ();
}

realm.agent262 = agent;
for (const f of options.worker ? [receiveBroadcast, report, sleep, leaving, monotonicNow] : [start, broadcast, getReport, sleep, monotonicNow])
  define (agent, f.name, f);

/* The suite calls timers as methods of other objects. */
for (const name of ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'])
  {
    const { value: native, writable, enumerable, configurable } = getOwnPropertyDescriptor (global, name);
    const f = {
      [name] () {
        return apply (native, undefined, arguments);
      },
    }[name];

    defineProperty (f, 'length', { __proto__: null, value: native.length, configurable: true });
    defineProperty (global, name, { __proto__: null, value: f, writable, enumerable, configurable });
  }
})
