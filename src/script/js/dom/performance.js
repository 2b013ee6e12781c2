/* performance.js: performance, entries of user timing, PerformanceObserver
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

(function (realm) {
  'use strict';

  const { timeOrigin, now } = realm.clock;
  const { host, idl, List, structuredClone, Table } = realm;
  const { apply } = Reflect;
  const { isObject, defineElement } = realm.properties;
  const { freeze } = Object;
  const {
    check,
    defineInterface,
    dictionary,
    requireArguments,
    toAny,
    toBoolean,
    toDOMString,
    toDouble,
    toFunction,
    toSequence,
    wrap
  } = idl;

  /* ---- PerformanceEntry (Performance Timeline §4.2) ---- */

  const NAVIGATION = 1;

  class PerformanceEntryImpl extends idl.Impl {
    constructor(name, entryType, startTime, duration, detail) {
      super();
      this.name = name;
      this.entryType = entryType;
      this.startTime = startTime;
      this.duration = duration;
      this.detail = detail;
    }
  }

  class PerformanceMarkImpl extends PerformanceEntryImpl {
    constructor(name, startTime, detail) {
      super(name, 'mark', startTime, 0, detail);
    }
  }

  class PerformanceMeasureImpl extends PerformanceEntryImpl {
    constructor(name, startTime, duration, detail) {
      super(name, 'measure', startTime, duration, detail);
    }
  }

  const PerformanceEntry = defineInterface('PerformanceEntry', undefined, class {
    /* There is one navigation. Its number has no meaning. */
    get navigationId() {
      check(this, PerformanceEntryImpl);
      return NAVIGATION;
    }

    toJSON() {
      const impl = check(this, PerformanceEntryImpl);
      const { name, entryType, startTime, duration } = impl;

      return { name, entryType, startTime, duration, navigationId: NAVIGATION };
    }
  }, { Kind: PerformanceEntryImpl, attributes: ['name', 'entryType', 'startTime', 'duration', 'navigationId'] });

  /* ---- User Timing ---- */

  /* Attributes of PerformanceTiming. No mark may have such a name, which stands for the moment of that attribute. */
  const timingNames = { __proto__: null };

  {
    const names = ['navigationStart', 'unloadEventStart', 'unloadEventEnd', 'redirectStart', 'redirectEnd', 'fetchStart',
                 'domainLookupStart', 'domainLookupEnd', 'connectStart', 'connectEnd', 'secureConnectionStart', 'requestStart',
                 'responseStart', 'responseEnd', 'domLoading', 'domInteractive', 'domContentLoadedEventStart',
                 'domContentLoadedEventEnd', 'domComplete', 'loadEventStart', 'loadEventEnd'];

    for (let i = 0; i < names.length; i++)
      timingNames[names[i]] = true;
  }

  function copyDetail(detail, context) {
    return detail === undefined || detail === null ? null : structuredClone.clone(detail, context);
  }

  const markOptions = dictionary('PerformanceMarkOptions', { detail: [toAny], startTime: [toDouble] });

  function newMark(name, options, context) {
    if (timingNames[name] === true)
      throw realm.newDOMException(
        `${context}: '${name}' is part of the PerformanceTiming interface, and cannot be used as a mark name.`,
        'SyntaxError');

    const { startTime } = options;

    if (startTime < 0)
      throw idl.typeError(context, `'${name}' cannot have a negative start time.`);
    return new PerformanceMarkImpl(name, startTime === undefined ? now() : startTime, copyDetail(options.detail, context));
  }

  const PerformanceMark = defineInterface('PerformanceMark', function PerformanceMark(markName, options = undefined) {
    if (new.target === undefined)
      throw idl.calledWithoutNew('PerformanceMark');
    const context = "Failed to construct 'PerformanceMark'";

    requireArguments(arguments.length, 1, context);
    markName = toDOMString(markName, context);
    return wrap(PerformanceMark, newMark(markName, markOptions(options, context), context), new.target);
  }, undefined, { parent: PerformanceEntry, Kind: PerformanceMarkImpl, attributes: ['detail'] });

  const PerformanceMeasure = defineInterface('PerformanceMeasure', undefined, undefined, {
    parent: PerformanceEntry,
    Kind: PerformanceMeasureImpl,
    attributes: ['detail'],
  });

  /* (DOMString or DOMHighResTimeStamp) */
  function toMoment(value, context) {
    return typeof value === 'number' ? toDouble(value, context) : toDOMString(value, context);
  }

  const measureOptions = dictionary('PerformanceMeasureOptions', {
    detail: [toAny],
    start: [toMoment],
    duration: [toDouble],
    end: [toMoment],
  });

  /* The performance entry buffer, in chronological order, and by name the marks in the order in which they were made */
  let entries = new List();
  const marks = new Table();

  /* Inserts an entry into a list in chronological order, behind those of the same time. */
  function insertEntry(list, impl) {
    let i = list.length;

    for (; i > 0 && list[i - 1].startTime > impl.startTime; i--)
      list[i] = list[i - 1];
    list[i] = impl;
  }

  function addEntry(impl, Interface) {
    const entry = wrap(Interface, impl);

    notifyObservers(impl);
    insertEntry(entries, impl);
    return entry;
  }

  function addMark(impl) {
    const list = marks.get(impl.name);

    if (list === undefined) {
      const first = new List();

      first[0] = impl;
      marks.set(impl.name, first);
    } else
      list[list.length] = impl;
    return addEntry(impl, PerformanceMark);
  }

  /* Returns the entries of a list with a name and a type in a new array for the program. null: any */
  function filterEntries(list, name, type) {
    const found = [];
    const { length } = list;
    let count = 0;

    for (let i = 0; i < length; i++)
      if ((name === null || list[i].name === name) && (type === null || list[i].entryType === type))
        defineElement(found, count++, list[i].wrapper);
    return found;
  }

  function clearEntries(name, type) {
    const { length } = entries;
    const left = new List();

    for (let i = 0, count = 0; i < length; i++)
      if (entries[i].entryType !== type || (name !== null && entries[i].name !== name))
        left[count++] = entries[i];
    entries = left;
  }

  /* Convert a mark to a timestamp. name: that of the measure */
  function toTimestamp(mark, name, context) {
    if (typeof mark === 'number') {
      if (mark < 0)
        throw idl.typeError(context, `'${name}' cannot have a negative time stamp.`);
      return mark;
    }

    /* The document existed before the program. Only the beginning of its timing is known. */
    if (mark === 'navigationStart')
      return 0;
    if (timingNames[mark] === true)
      throw realm.newDOMException(
        `${context}: '${mark}' is empty: either the event hasn't happened yet, or it would provide cross-origin timing information.`,
        'InvalidAccessError');

    const list = marks.get(mark);

    if (list === undefined)
      throw realm.newDOMException(`${context}: The mark '${mark}' does not exist.`, 'SyntaxError');
    return list[list.length - 1].startTime;
  }

  /* ---- PerformanceObserver (Performance Timeline §4.3) ---- */

  /* The queue of Chromium's task type kPerformanceTimeline */
  const OBSERVER_QUEUE = 'frame-pausable';

  const NO_TYPE = 0;
  const SINGLE = 1;
  const MULTIPLE = 2;

  const supportedTypes = freeze(['mark', 'measure']);

  /* Registered observers in the order of their registration */
  let observers = new List();
  let isObserverTaskQueued = false;

  class PerformanceObserverEntryListImpl extends idl.Impl {
    constructor(list) {
      super();
      this.list = list;
    }
  }

  const PerformanceObserverEntryList = defineInterface('PerformanceObserverEntryList', undefined, class {
    getEntries() {
      return filterEntries(check(this, PerformanceObserverEntryListImpl).list, null, null);
    }

    getEntriesByType(type) {
      const { list } = check(this, PerformanceObserverEntryListImpl);

      const context = "Failed to execute 'getEntriesByType' on 'PerformanceObserverEntryList'";

      requireArguments(arguments.length, 1, context);
      return filterEntries(list, null, toDOMString(type, context));
    }

    getEntriesByName(name, type = undefined) {
      const { list } = check(this, PerformanceObserverEntryListImpl);

      const context = "Failed to execute 'getEntriesByName' on 'PerformanceObserverEntryList'";

      requireArguments(arguments.length, 1, context);
      name = toDOMString(name, context);
      return filterEntries(list, name, type === undefined ? null : toDOMString(type, context));
    }
  });

  class PerformanceObserverImpl extends idl.Impl {
    constructor(callback) {
      super();
      this.callback = callback;
      this.type = NO_TYPE;
      this.types = { __proto__: null, mark: false, measure: false };
      this.buffer = new List();
      this.isRegistered = false;
      this.wantsDropped = false;
    }

    register() {
      if (this.isRegistered)
        return;
      this.isRegistered = true;
      observers[observers.length] = this;
    }

    disconnect() {
      const left = new List();

      if (this.isRegistered) {
        for (let i = 0, count = 0; i < observers.length; i++)
          if (observers[i] !== this)
            left[count++] = observers[i];
        observers = left;
      }
      this.isRegistered = false;
      this.types.mark = this.types.measure = false;
      this.buffer = new List();
    }

    notify() {
      const { buffer, callback, wrapper } = this;
      const options = {};

      if (buffer.length === 0)
        return;
      this.buffer = new List();
      if (this.wantsDropped)
        defineElement(options, 'droppedEntriesCount', 0);
      this.wantsDropped = false;
      try {
        apply(callback, wrapper, [wrap(PerformanceObserverEntryList, new PerformanceObserverEntryListImpl(buffer)), wrapper,
          options]);
      } catch (exception) {
        realm.reportException(exception);
      }
      /* The stack is empty after each callback. */
      realm.promise.setState(null);
      host.checkpoint();
    }
  }

  function runObservers() {
    const notified = observers;
    const { length } = notified;

    isObserverTaskQueued = false;
    for (let i = 0; i < length; i++)
      notified[i].notify();
  }

  function queueObserverTask() {
    if (isObserverTaskQueued)
      return;
    isObserverTaskQueued = true;
    realm.loopTasks.post(OBSERVER_QUEUE, runObservers, 0, 'PerformanceObserver');
  }

  /* Queue a performance entry. */
  function notifyObservers(impl) {
    const { length } = observers;

    for (let i = 0; i < length; i++)
      if (observers[i].types[impl.entryType] === true) {
        insertEntry(observers[i].buffer, impl);
        queueObserverTask();
      }
  }

  const observerInit = dictionary('PerformanceObserverInit', {
    buffered: [toBoolean],
    durationThreshold: [toDouble],
    entryTypes: [(value, context) => toSequence(value, toDOMString, context)],
    type: [toDOMString],
  });

  const PerformanceObserver = defineInterface('PerformanceObserver', function PerformanceObserver(callback) {
    if (new.target === undefined)
      throw idl.calledWithoutNew('PerformanceObserver');
    const context = "Failed to construct 'PerformanceObserver'";

    requireArguments(arguments.length, 1, context);
    return wrap(PerformanceObserver, new PerformanceObserverImpl(toFunction(callback, context, 'parameter 1')), new.target);
  }, class {
    static get supportedEntryTypes() {
      return supportedTypes;
    }

    observe(options = undefined) {
      const context = "Failed to execute 'observe' on 'PerformanceObserver'";
      const impl = check(this, PerformanceObserverImpl);
      const { buffered, entryTypes, type } = observerInit(options, context);
      const { types } = impl;

      if (entryTypes === undefined && type === undefined)
        throw idl.typeError(context, "An observe() call must include either entryTypes or type arguments.");
      /* Chromium ignores other members beside entryTypes, with a warning. */
      if (entryTypes !== undefined && type !== undefined)
        throw idl.typeError(context, 'An observe() call must not include both entryTypes and type arguments.');
      if (impl.type === (entryTypes === undefined ? MULTIPLE : SINGLE))
        throw realm.newDOMException(`${context}: ${entryTypes === undefined
          ? 'This observer has performed observe({entryTypes:...}, therefore it cannot perform observe({type:...})'
          : 'This PerformanceObserver has performed observe({type:...}, therefore it cannot perform observe({entryTypes:...})'}`,
          'InvalidModificationError');
      impl.type = entryTypes === undefined ? SINGLE : MULTIPLE;
      impl.wantsDropped = true;
      if (entryTypes !== undefined) {
        let mark = false,
          measure = false;

        for (let i = 0; i < entryTypes.length; i++) {
          mark ||= entryTypes[i] === 'mark';
          measure ||= entryTypes[i] === 'measure';
        }
        if (!mark && !measure)
          return;
        types.mark = mark;
        types.measure = measure;
        impl.register();
        return;
      }
      if (types[type] === undefined)
        return;
      types[type] = true;
      impl.register();
      if (buffered !== true)
        return;
      for (let i = 0; i < entries.length; i++)
        if (entries[i].entryType === type) {
          insertEntry(impl.buffer, entries[i]);
          queueObserverTask();
        }
    }

    disconnect() {
      check(this, PerformanceObserverImpl).disconnect();
    }

    takeRecords() {
      const impl = check(this, PerformanceObserverImpl);
      const { buffer } = impl;

      impl.buffer = new List();
      return filterEntries(buffer, null, null);
    }
  });

  /* ---- Performance (High Resolution Time §7) ---- */

  const { EventTarget, EventTargetImpl } = realm.events;

  class PerformanceImpl extends EventTargetImpl {}

  const Performance = defineInterface('Performance', undefined, class extends EventTarget {
    now() {
      check(this, PerformanceImpl);
      return now();
    }

    get timeOrigin() {
      check(this, PerformanceImpl);
      return timeOrigin;
    }

    toJSON() {
      check(this, PerformanceImpl);
      return { timeOrigin };
    }

    /* Programs fetch nothing, so there are no resource timings. */
    clearResourceTimings() {
      check(this, PerformanceImpl);
    }

    setResourceTimingBufferSize(maxSize) {
      const context = "Failed to execute 'setResourceTimingBufferSize' on 'Performance'";

      check(this, PerformanceImpl);
      requireArguments(arguments.length, 1, context);
      idl.toUnsignedLong(maxSize, context);
    }

    getEntries() {
      check(this, PerformanceImpl);
      return filterEntries(entries, null, null);
    }

    getEntriesByType(type) {
      check(this, PerformanceImpl);
      const context = "Failed to execute 'getEntriesByType' on 'Performance'";

      requireArguments(arguments.length, 1, context);
      return filterEntries(entries, null, toDOMString(type, context));
    }

    getEntriesByName(name, type = undefined) {
      check(this, PerformanceImpl);
      const context = "Failed to execute 'getEntriesByName' on 'Performance'";

      requireArguments(arguments.length, 1, context);
      name = toDOMString(name, context);
      return filterEntries(entries, name, type === undefined ? null : toDOMString(type, context));
    }

    mark(markName, options = undefined) {
      const context = "Failed to execute 'mark' on 'Performance'";

      check(this, PerformanceImpl);
      requireArguments(arguments.length, 1, context);
      markName = toDOMString(markName, context);
      return addMark(newMark(markName, markOptions(options, context), context));
    }

    clearMarks(markName = undefined) {
      check(this, PerformanceImpl);

      const name = markName === undefined ? null : toDOMString(markName, "Failed to execute 'clearMarks' on 'Performance'");

      if (name === null)
        marks.clear();
      else
        marks.delete(name);
      clearEntries(name, 'mark');
    }

    measure(measureName, startOrMeasureOptions = undefined, endMark = undefined) {
      const context = "Failed to execute 'measure' on 'Performance'";

      check(this, PerformanceImpl);
      requireArguments(arguments.length, 1, context);
      measureName = toDOMString(measureName, context);

      const isDictionary = startOrMeasureOptions === undefined || startOrMeasureOptions === null || isObject(
        startOrMeasureOptions);
      const { detail, start, duration, end } = isDictionary ? measureOptions(startOrMeasureOptions, context)
        : { detail: undefined, start: undefined, duration: undefined, end: undefined };
      const startMark = isDictionary ? undefined : toDOMString(startOrMeasureOptions, context);

      if (endMark !== undefined)
        endMark = toDOMString(endMark, context);
      if (detail !== undefined || start !== undefined || duration !== undefined || end !== undefined) {
        if (endMark !== undefined)
          throw idl.typeError(context,
            'If a non-empty PerformanceMeasureOptions object was passed, |end_mark| must not be passed.');
        if (start === undefined && end === undefined)
          throw idl.typeError(context,
            "If a non-empty PerformanceMeasureOptions object was passed, at least one of its 'start' or 'end' properties must be present."
          );
        if (start !== undefined && duration !== undefined && end !== undefined)
          throw idl.typeError(context,
            "If a non-empty PerformanceMeasureOptions object was passed, it must not have all of its 'start', 'duration', and 'end' properties defined"
          );
      }

      let startTime, endTime;

      if (endMark !== undefined)
        endTime = toTimestamp(endMark, measureName, context);
      else if (end !== undefined)
        endTime = toTimestamp(end, measureName, context);
      else if (start !== undefined && duration !== undefined)
        endTime = toTimestamp(start, measureName, context) + duration;
      else
        endTime = now();

      if (start !== undefined)
        startTime = toTimestamp(start, measureName, context);
      else if (duration !== undefined && end !== undefined)
        startTime = endTime - duration;
      else if (startMark !== undefined)
        startTime = toTimestamp(startMark, measureName, context);
      else
        startTime = 0;

      return addEntry(new PerformanceMeasureImpl(measureName, startTime, endTime - startTime, copyDetail(detail, context)),
        PerformanceMeasure);
    }

    clearMeasures(measureName = undefined) {
      check(this, PerformanceImpl);
      clearEntries(measureName === undefined ? null
        : toDOMString(measureName, "Failed to execute 'clearMeasures' on 'Performance'"), 'measure');
    }
  });

  realm.events.defineHandlerAttribute(Performance, PerformanceImpl, 'resourcetimingbufferfull');

  const performance = wrap(Performance, new PerformanceImpl());

  idl.defineGlobalAttribute('performance', { replaceable: true, get: () => performance });
})
