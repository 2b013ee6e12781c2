# SPDX-License-Identifier: GPL-3.0-or-later

"""Readers of what Loopscope exports, written from the formats' documentation alone."""

import json
import struct

RUNS = {'RunPostTaskCallback': 'SchedulePostTaskCallback', 'RunYieldContinuation': 'ScheduleYieldContinuation'}


def check(condition, text):
    if not condition:
        raise AssertionError(text)


def nanoseconds(microseconds):
    return round(microseconds * 1000)


class Facts:
    """What any of the formats tells of the run."""

    def __init__(self):
        self.posted = 0
        self.run = 0
        self.turns = 0
        self.waits = 0
        self.flows = 0

    def __eq__(self, other):
        return vars(self) == vars(other)

    def __repr__(self):
        return repr(vars(self))


def check_slices(slices):
    """Slices (begin, end, name) of a thread, outer ones first: they nest, and those of the same depth do not touch."""
    open_slices = []
    last = {}
    for begin, end, name in sorted(slices, key=lambda slice: (slice[0], -slice[1])):
        check(end >= begin, f'{name} ends before it begins')
        while open_slices and open_slices[-1][1] <= begin and (open_slices[-1][0], open_slices[-1][1]) != (begin, end):
            open_slices.pop()
        check(not open_slices or end <= open_slices[-1][1], f'{name} at {begin} is not within {open_slices[-1:]}')
        depth = len(open_slices)
        if name == 'RunTask':
            check(depth == 0, 'RunTask is within another slice')
            check(depth not in last or last[depth] < begin, f'{name} at {begin} touches the one before')
        elif name.startswith('Run') and name != 'RunMicrotasks':
            check(depth > 0 and open_slices[0][2] == 'RunTask', f'{name} at {begin} is in no RunTask')
        last[depth] = end
        open_slices.append((begin, end, name))


def check_chrome(document, pid=1):
    """The JSON object form of Chrome's trace events, with what DevTools, Perfetto and speedscope need."""
    check(isinstance(document['metadata']['source'], str), 'no source')
    facts = Facts()
    threads = {}
    names = {}
    scheduled = {}
    waits = {}
    flows = {}
    counted = set()
    frames = []
    for event in document['traceEvents']:
        phase, name = event['ph'], event['name']
        check(event['pid'] == pid and event['tid'] > 0 and isinstance(event['args'], dict), event)
        if phase == 'M':
            if name == 'thread_name':
                check(event['tid'] not in names, 'two names of a thread')
                names[event['tid']] = event['args']['name']
            continue
        check(event['ts'] > 0, event)
        time = nanoseconds(event['ts'])
        data = event['args'].get('data', {})
        if phase == 'X':
            check(event['dur'] >= 0, event)
            threads.setdefault(event['tid'], []).append((time, time + nanoseconds(event['dur']), name))
            facts.turns += name == 'RunTask'
            if name in RUNS:
                facts.run += 1
                check(data['priority'] in ('user-blocking', 'user-visible', 'background'), event)
                post = scheduled.pop((RUNS[name], data['taskId']), None)
                check(post is not None and post <= time, f'{event} was not posted before')
        elif phase == 'I':
            check(event['s'] == 't', event)
            if name in RUNS.values():
                facts.posted += 1
                check((name, data['taskId']) not in scheduled, f'{event} is posted twice')
                scheduled[name, data['taskId']] = time
            elif name == 'TracingStartedInBrowser':
                frames += data['frames']
        elif phase in 'be':
            key = (event['cat'], event['id2']['local'])
            if phase == 'b':
                # DevTools knows many events by names without spaces, and expects their arguments.
                check(' ' in name, f'DevTools may know an event {name}')
                check(key not in waits, f'{event}: the id is not distinct')
                waits[key] = time
                facts.waits += 1
                entry = json.loads(event['args']['detail'])['devtools']
                check(entry['dataType'] == 'track-entry' and entry['track'] == 'Waiting', event)
                check(all(len(pair) == 2 for pair in entry['properties']), event)
            else:
                check(isinstance(waits[key], int) and waits[key] < time, event)
                waits[key] = None
        elif phase in 'sf':
            check(phase == 's' or event['bp'] == 'e', event)
            key = (event['cat'], event['name'], event['id'])
            if phase == 's':
                check(key not in flows, f'{event}: the id is not distinct')
                flows[key] = [(event['tid'], time)]
                facts.flows += 1
            else:
                check(len(flows[key]) == 1 and flows[key][0][1] < time, event)
                flows[key].append((event['tid'], time))
        elif phase == 'C':
            counted.add(event.get('id'))
            check(all(isinstance(value, int) and value >= 0 for value in event['args'].values()), event)
        else:
            check(False, f'unknown phase {phase}')
    check([frame['processId'] for frame in frames] == [pid], 'expected one frame of the process')
    check(names[1] == 'CrRendererMain' and all(name == 'DedicatedWorker thread' for tid, name in names.items() if tid != 1), names)
    check(set(threads) <= set(names), 'a thread has no name')
    check(all(value is None for value in waits.values()), 'a wait has no end')
    check(all(len(ends) == 2 for ends in flows.values()), 'a flow has no end')
    check(counted, 'no counters')
    for slices in threads.values():
        check_slices(slices)
    for ends in flows.values():
        for tid, time in ends:
            check(any(begin <= time <= end for begin, end, _ in threads[tid]), f'a flow at {time} is in no slice')
    return facts


def read_varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def read_message(data):
    """Lists the fields of a message as (number, value)."""
    at = 0
    while at < len(data):
        key, at = read_varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = read_varint(data, at)
        elif kind == 1:
            value, at = struct.unpack_from('<Q', data, at)[0], at + 8
        else:
            check(kind == 2, f'wire type {kind}')
            length, at = read_varint(data, at)
            value, at = data[at:at + length], at + length
            check(len(value) == length, 'a field is cut')
        yield key >> 3, value


def one(message, field, default=None):
    return next((value for number, value in message if number == field), default)


def read_arguments(event):
    for number, annotation in event:
        annotation = list(read_message(annotation)) if number == 4 else []
        if one(annotation, 10) == b'data':
            entries = [list(read_message(value)) for field, value in annotation if field == 11]
            return {one(entry, 10).decode(): next(value for field, value in entry if field != 10) for entry in entries}
    return {}


def check_perfetto(data):
    """Perfetto's packets: TrackDescriptor and TrackEvent."""
    facts = Facts()
    tracks = {}
    events = []
    for index, (field, packet) in enumerate(read_message(data)):
        check(field == 1, f'field {field} of Trace')
        packet = list(read_message(packet))
        check(one(packet, 10) == 1, 'no sequence id')
        check(one(packet, 13) == (1 if index == 0 else 2), 'sequence flags')
        descriptor, event = one(packet, 60), one(packet, 11)
        if descriptor is not None:
            descriptor = list(read_message(descriptor))
            uuid, parent = one(descriptor, 1), one(descriptor, 5)
            check(uuid not in tracks, f'two tracks {uuid}')
            check(parent is None or parent in tracks, f'track {uuid} comes before its parent')
            tracks[uuid] = {'parent': parent, 'name': one(descriptor, 2, b'').decode(), 'is_counter': one(descriptor, 8) is not None}
        else:
            event = list(read_message(event))
            check(one(event, 11) in tracks, 'an event of no track')
            events.append((one(packet, 8), len(events), event))
    begun = {}
    flows = {}
    slices = {}
    for time, _, event in sorted(events, key=lambda item: item[:2]):
        kind, uuid = one(event, 9), one(event, 11)
        track = tracks[uuid]
        name = one(event, 23, b'').decode()
        check(time > 0, 'no time')
        check(track['is_counter'] == (kind == 4), 'counters are on tracks of their own')
        if kind == 1:
            begun.setdefault(uuid, []).append((time, name))
            facts.turns += name == 'RunTask'
            if name in RUNS:
                facts.run += 1
                check('taskId' in read_arguments(event), name)
            if track['name'] == 'waiting':
                facts.waits += 1
                check(tracks[track['parent']]['name'] != '', 'a wait of nothing')
                check(len(begun[uuid]) == 1, 'waits overlap on a track')
            if one(event, 48) is not None:
                posted = flows.pop(one(event, 48))
                check(posted < time, 'a flow ends before it begins')
        elif kind == 2:
            check(begun.get(uuid), f'an end without a beginning at {time}')
            begin, name = begun[uuid].pop()
            slices.setdefault(uuid, []).append((begin, time, name))
        elif kind == 3:
            facts.posted += name in RUNS.values()
            if one(event, 47) is not None:
                check(one(event, 47) not in flows, 'two flows with one id')
                flows[one(event, 47)] = time
        else:
            check(kind == 4 and one(event, 30) is not None, 'a counter without a value')
    check(not any(begun.values()), 'slices have no end')
    for uuid, list_of in slices.items():
        if tracks[uuid]['name'] != 'waiting':
            check_slices(list_of)
    return facts
