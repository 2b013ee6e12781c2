/* job-steps.js: what each kind of job does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { apply } = Reflect;
  const {
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
    makeLoop
  } = realm.jobs;
  const { Promise, isPromise, resolve } = realm.promise;
  const {
    REJECTED,
    settle,
    performThen,
    createResolvingFunctions,
    newCapability,
    speciesConstructor,
    intrinsicThen,
    reportException,
    combinatorReact
  } = realm.promiseInternals;
  const { resumeFunction } = realm.asyncInternals;
  const { continueGenerator } = realm.asyncGenerators;
  const losesStates = realm.options.gecko === true;

  /* Runs a job with its state as the current one. Returns whether it threw. */
  const runJob = (job, argument) => {
    const { kind } = job;
    let threw = false;

    if (kind < CALLBACK || !losesStates)
      current.state = job.state;

    switch (kind) {
      case AWAIT:
        threw = resumeFunction(job, false, argument, true);
        break;

      case AWAIT + 1:
        threw = resumeFunction(job, true, argument, true);
        break;

      case AWAIT_QUIET:
      case AWAIT_QUIET + 1:
        threw = resumeFunction(job, false, argument, true);
        break;

      case REACTION:
      case REACTION + 1:
      case REACTION_CAPABILITY:
      case REACTION_CAPABILITY + 1: {
        const rejected = (kind & 1) !== 0;
        const handler = rejected ? job.second : job.first;
        let result = argument,
          rejects = rejected;

        if (handler !== undefined) {
          try {
            result = handler(argument);
            rejects = false;
          } catch (error) {
            result = error;
            rejects = threw = true;
          }
        }
        if (kind >= REACTION_CAPABILITY)
          (0, rejects ? job.target.reject : job.target.resolve)(result);
        else if (rejects)
          settle(job.target, REJECTED, result);
        else
          resolve(job.target, result);
        break;
      }

      case STEPS:
      case STEPS + 1: {
        const steps = kind === STEPS ? job.first : job.second;

        if (steps !== undefined)
          steps(argument);
        break;
      }

      case ADOPT:
        resolve(job.target, argument);
        break;

      case ADOPT + 1:
        settle(job.target, REJECTED, argument);
        break;

      case ELEMENT:
      case ELEMENT + 1:
        combinatorReact(job.target, job.first, (kind & 1) !== 0, argument);
        break;

      case GENERATOR:
      case GENERATOR + 1:
        threw = continueGenerator(job.target, job.first, (kind & 1) !== 0, argument);
        break;

      case GENERATOR_QUIET:
      case GENERATOR_QUIET + 1:
        threw = continueGenerator(job.target, job.first, false, argument);
        break;

        /* NewPromiseResolveThenableJob */
      case THENABLE: {
        const { target, first: thenable, second: then } = job;

        if (then === intrinsicThen && isPromise(thenable)) {
          /* No program can see the functions that then() would get, nor the promise that it would return. */
          try {
            const C = speciesConstructor(thenable);

            if (C === Promise) {
              performThen(thenable, new Job(ADOPT, target, undefined, undefined));
            } else {
              const functions = createResolvingFunctions(target);

              performThen(thenable, new Job(REACTION_CAPABILITY, newCapability(C), functions.resolve, functions.reject));
            }
          } catch (error) {
            threw = true;
            settle(target, REJECTED, error);
          }
          break;
        }

        const functions = createResolvingFunctions(target);

        try {
          apply(then, thenable, [functions.resolve, functions.reject]);
        } catch (error) {
          threw = true;
          (0, functions.reject)(error);
        }
        break;
      }

      case CALLBACK:
        try {
          (0, job.first)();
        } catch (error) {
          threw = true;
          reportException(error);
        }
        break;
    }

    if (kind < CALLBACK || !losesStates)
      current.state = null;
    return threw;
  };

  realm.promise.runJobs = makeLoop(runJob, reportException);
})
