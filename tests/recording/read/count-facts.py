#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts what is in a recording of Node.js or a profile of Firefox, sharing no code with the reader.

count-facts.py FILE: prints lines “NAME NUMBER”.
"""

import collections
import gzip
import json
import sys

NODE = 'node.async_hooks'
INPUTS = {'auxclick', 'beforeinput', 'click', 'contextmenu', 'dblclick', 'dragend', 'dragstart', 'drop', 'input', 'keydown',
          'keypress', 'keyup', 'mousedown', 'mousemove', 'mouseup', 'pointercancel', 'pointerdown', 'pointermove', 'pointerup',
          'touchcancel', 'touchend', 'touchmove', 'touchstart', 'wheel'}
RENDERING = {'RefreshDriverTick', 'Styles', 'ViewManagerFlush', 'DisplayList', 'DisplayListResources', 'WrDisplayList',
             'Reflow (interruptible)', 'Reflow (sync)'}


def load(path):
    with open(path, 'rb') as file:
        data = file.read()
    return json.loads(gzip.decompress(data) if data[:2] == b'\x1f\x8b' else data)


def count_node(trace):
    facts = collections.Counter()
    begins = {}
    callbacks = []
    for event in trace['traceEvents']:
        if NODE not in event.get('cat', '').split(','):
            continue
        key = event['name'], event['id']
        if event['ph'] == 'b':
            begins[key] = event['ts']
            if event['name'].endswith('_CALLBACK'):
                facts['callbacks ' + event['name'][:-len('_CALLBACK')]] += 1
                callbacks.append(event['ts'])
            else:
                facts['resources ' + event['name']] += 1
                facts['makers'] += int(event['id'], 16) * event['args']['data']['executionAsyncId']
                facts['causes'] += int(event['id'], 16) * event['args']['data']['triggerAsyncId']
        elif event['name'].endswith('_CALLBACK'):
            facts['callback-time'] += event['ts'] - begins.pop(key)
        else:
            begins.pop(key)
    facts['still-there'] = len(begins)
    for event in trace['traceEvents']:
        if event['name'] in ('RunTimers', 'CheckImmediate'):
            end = event['ts'] + event['dur']
            if any(event['ts'] <= callback <= end for callback in callbacks):
                facts['tasks'] += 1
                facts['task-time'] += event['dur']
    return facts


def ns(milliseconds):
    return round(milliseconds * 1e6)


def count_firefox(profile):
    facts = collections.Counter()
    for thread in profile['threads']:
        names = thread['stringTable']
        schema = thread['markers']['schema']
        open_markers = collections.defaultdict(list)
        flows = collections.defaultdict(list)
        for row in thread['markers']['data']:
            name = names[row[schema['name']]]
            start, end, phase = row[schema['startTime']], row[schema['endTime']], row[schema['phase']]
            data = (row[schema['data']] if len(row) > schema['data'] else None) or {}
            if 'flow' in data and 'IPC' not in data['type']:
                flows[names[data['flow']]].append((ns(start), data['type'].startswith('Terminating')))
            if data.get('status') == 'STATUS_STOP':
                facts['requests'] += 1
                continue
            if phase == 2:
                open_markers[name].append((start, data))
                continue
            if phase == 3:
                if not open_markers[name]:
                    continue
                start, data = open_markers[name].pop()
            elif phase == 0:
                end = start
            duration = ns(end - start)
            if name == 'LongTask':
                facts['tasks'] += 1
                facts['task-time'] += duration
            elif name == 'setTimeout callback':
                kind = 'timers' if data['name'].startswith(('setTimeout ', 'setInterval ')) else 'delays'
                facts[kind] += 1
                facts[kind + '-time'] += duration
                facts['intervals'] += data['name'].startswith('setInterval ')
            elif name == 'requestAnimationFrame callbacks':
                facts['frames'] += 1
                facts['frame-time'] += duration
            elif name == 'Perform microtasks':
                facts['microtask-runs'] += 1
                facts['microtask-time'] += duration
            elif name == 'RunMicroTask':
                facts['microtasks'] += 1
            elif name == 'DOMEvent':
                facts['events'] += 1
                facts['event-time'] += duration
                if data['eventType'] in INPUTS:
                    facts['inputs'] += 1
            elif name == 'UserTiming':
                facts['marks'] += 1
            elif name in RENDERING:
                facts['rendering'] += 1
            elif name == 'GCMinor':
                facts['collections'] += 1
            elif name in ('ScriptExecution', 'ScriptCompileMainThread', 'ScriptInstantiation'):
                facts['scripts'] += 1
        for touched in flows.values():
            touched.sort(key=lambda flow: flow[0])
            is_open = False
            for i, (_, ends) in enumerate(touched):
                is_last = ends or i + 1 == len(touched)
                if not is_open and not ends:
                    facts['flow-begins'] += 1
                elif is_last:
                    facts['flow-ends'] += 1
                else:
                    facts['flow-steps'] += 1
                is_open = not is_last
    return facts


def main():
    recording = load(sys.argv[1])
    facts = count_node(recording) if 'traceEvents' in recording else count_firefox(recording)
    for name, number in sorted(facts.items()):
        print(name, number)


main()
