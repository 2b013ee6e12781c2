#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Holds the examples, and sessions that are wrong, against the JSON Schema. TAP."""

import glob
import json
import os
import sys

try:
    import jsonschema
except ImportError:
    print('1..0 # SKIP python3-jsonschema is not installed')
    sys.exit(0)

root = os.environ['LS_TEST_SOURCE_ROOT']


def load_schema(name):
    with open(os.path.join(root, 'data', f'loopscope-{name}-1.schema.json'), encoding='utf-8') as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


validator = load_schema('session')
course_validator = load_schema('course')


def session(*steps, **members):
    return {'format': 'loopscope-session', 'version': 1, 'program': {'kind': 'steps', 'main': list(steps)}, **members}


def javascript(*scripts, **members):
    return {'format': 'loopscope-session', 'version': 1,
            'program': {'kind': 'javascript', **({'scripts': list(scripts)} if scripts else {}), **members}}


def lesson(**members):
    page = {'title': 'x', 'text': ['x'], **members}
    return session(lesson={'id': 'x', 'pages': [page]})


ask = {'text': 'x', 'answers': [{'text': 'x', 'because': 'x', 'right': True, 'holds': {'next': 'a'}},
                                {'text': 'x', 'because': 'x'}]}
pick = {'text': 'x', 'pick': 'next', 'because': 'x', 'hints': ['x']}
tell = {'text': 'x', 'presets': ['blink', 'gecko'], 'because': 'x', 'hints': ['x']}
order = {'text': 'x', 'lines': ['x', 'y'], 'because': 'x'}
do = {'text': 'x', 'hint': 'x', 'until': {'ran': 'a'}, 'solution': {'at': {'timeMs': 1}, 'actions': [
    {'at': {'turn': 1}, 'do': {'op': 'yield'}}], 'expectations': [{'signal': {'name': 'a', 'aborted': False}}]}}
lock = {'text': 'x', 'hints': ['x'], 'until': {'holders': {'memory': 'm', 'atLeast': 2}}, 'solution': {'schedule': [1, 2]}}
change = {'text': 'x', 'source': '', 'expectations': [{'longestTurn': {'atMost': 5}}], 'hints': ['x'], 'solution': {'source': 'x'}}

bad = {
    'array': [],
    'version 2': {**session(), 'version': 2},
    'no program': {'format': 'loopscope-session', 'version': 1},
    'title': session(title=1),
    'preset': session(settings={'preset': 'edge'}),
    'queue': session(settings={'presetOverride': {'queues': {'inputs': 1}}}),
    'five ranks': session(settings={'presetOverride': {'effectivePriorities': [1, 2, 3, 4, 5]}}),
    'unknown op': session({'op': 'sleep'}),
    'no member': session({'op': 'work'}),
    'task without a body': session({'op': 'postTask'}),
    'task with two bodies': session({'op': 'postTask', 'body': [], 'javascript': ''}),
    'JavaScript that is no text': session({'op': 'postTask', 'javascript': ['log (1)']}),
    'JavaScript on a scheduler': session({'op': 'scheduler', 'name': 's'},
                                         {'op': 'postTask', 'javascript': '', 'scheduler': 's'}),
    'every without count': session({'op': 'postTask', 'body': [], 'every': 1}),
    'negative': session({'op': 'postTask', 'body': [], 'delay': -1}),
    'nested': session({'op': 'repeat', 'times': 2, 'body': [{'op': 'work', 'ms': '1'}]}),
    'in a body': {**session(), 'program': {'kind': 'steps', 'main': [], 'bodies': {'a': [{'op': 'log'}]}}},
    'priority': session({'op': 'controller', 'name': 'c', 'priority': 'high'}),
    'inherit': session({'op': 'postTask', 'body': [], 'priority': 'inherit'}),
    'empty name': session({'op': 'controller', 'name': ''}),
    'long name': session({'op': 'controller', 'name': 'c' * 501}),
    'long name of a body': {**session(), 'program': {'kind': 'steps', 'main': [], 'bodies': {'b' * 501: []}}},
    'try alone': session({'op': 'try', 'body': []}),
    'two priorities': session({'op': 'any', 'name': 's', 'signals': [], 'priority': 'background',
                               'prioritySource': 'c'}),
    'action without a turn': session(actions=[{'at': {}, 'do': {'op': 'yield'}}]),
    'two expectations in one': session(expectations=[{'ran': 'a', 'log': []}]),
    'negative seed': {**session(), 'settings': {'seed': -1}},
    'next without a step': session(expectations=[{'next': 'a'}]),
    'wait without a bound': session(expectations=[{'waited': {'task': 'a'}}]),
    'longest turn without a bound': session(expectations=[{'longestTurn': {}}]),
    'half a frame': session(expectations=[{'missedFrames': {'atMost': 0.5}}]),
    'never nothing': session(expectations=[{'never': []}]),
    'kind': {**session(), 'program': {'kind': 'python', 'main': []}},
    'no scripts': javascript(),
    'empty scripts': javascript(scripts=[]),
    'source and scripts': javascript({'source': ''}, source=''),
    'source and file': javascript({'source': '', 'file': 'a.js'}),
    'script of nothing': javascript({'name': 'a.js'}),
    'script without a name': javascript({'name': '', 'source': ''}),
    'steps for JavaScript': javascript(main=[]),
    'file above': javascript({'file': '../a.js'}),
    'file above further down': javascript({'file': 'a/../../b.js'}),
    'absolute file': javascript({'file': '/a.js'}),
    'no file': javascript({'file': ''}),
    'bookmark': session(bookmarks=[{'step': -1, 'title': ''}]),
    'kind of lint': session(lints={'suppress': [{'kind': 'x'}]}),
    'lints': session(lints=[]),
    'breakpoint on nothing': session(breakpoints=[{}]),
    'breakpoint on something unknown': session(breakpoints=[{'on': 'x'}]),
    'breakpoint without a line': session(breakpoints=[{'on': 'line', 'script': 'a.js'}]),
    'breakpoint with what it does not take': session(breakpoints=[{'on': 'time', 'ms': 1, 'task': 'a'}]),
    'breakpoint at no time': session(breakpoints=[{'on': 'time'}]),
    'breakpoint on no signal': session(breakpoints=[{'on': 'signal', 'signal': ''}]),
    'breakpoint on two queues': session(breakpoints=[{'on': 'queue-length', 'length': 1, 'queue': 'all',
                                                      'signal': 'a'}]),
    'breakpoint on what is no number': session(breakpoints=[{'on': 'memory', 'value': '01'}]),
    'breakpoint before memory': session(breakpoints=[{'on': 'memory', 'index': -1}]),
    'breakpoint on an agent with a task': session(breakpoints=[{'on': 'agent-run', 'task': 'a'}]),
    'breakpoint at a time of an agent': session(breakpoints=[{'on': 'time', 'ms': 1, 'agent': 'a'}]),
    'breakpoint from no time': session(breakpoints=[{'on': 'abort', 'from': 0}]),
    'signal that is nothing': session(expectations=[{'signal': {'name': 'a'}}]),
    'task of no priority': session(expectations=[{'posted': {'priority': 'high'}}]),
    'lesson without pages': session(lesson={'id': 'x', 'pages': []}),
    'lesson without an id': session(lesson={'pages': [{'title': 'x', 'text': ['x']}]}),
    'id in capitals': session(lesson={'id': 'X', 'pages': [{'title': 'x', 'text': ['x']}]}),
    'page without text': lesson(text=[]),
    'long paragraph': lesson(text=['x' * 2001]),
    'place': lesson(look=['left']),
    'lines without a last one': lesson(lines=[5]),
    'line 0': lesson(lines=[0, 5]),
    'answer that shows nowhere': lesson(question={**ask, 'reveal': {}}),
    'two moments': lesson(at={'step': 1, 'turn': 1}),
    'no moment': lesson(at={}),
    'one answer': lesson(question={**ask, 'answers': ask['answers'][:1]}),
    'no right answer': lesson(question={**ask, 'answers': ask['answers'][1:] * 2}),
    'two right answers': lesson(question={**ask, 'answers': ask['answers'][:1] * 2}),
    'hidden thing': lesson(question=ask, hide=['next', 'future', 'all']),
    'next without the future': lesson(question=ask, hide=['next']),
    'hidden thing without a question': lesson(hide=[]),
    'unknown clause': lesson(question={**ask, 'clause': 'x'}),
    'thing to do without an end': lesson(task={'text': 'x'}),
    'thing to do that never ends': lesson(task={'text': 'x', 'until': {'notRan': 'a'}}),
    'thing to do at one moment': lesson(task={'text': 'x', 'until': {'next': 'a', 'at': {'step': 1}}}),
    'exercise without a goal': lesson(exercise={**change, 'expectations': []}),
    'exercise without a solution': lesson(exercise={**change, 'solution': {}}),
    'empty hint': lesson(exercise={**change, 'hints': ['']}),
    'exercise beside a question': lesson(exercise=change, question=ask),
    'exercise beside something to do': lesson(exercise=change, task=do),
    'question without anything to answer': lesson(question={'text': 'x'}),
    'order of one line': lesson(question={**order, 'lines': ['x']}),
    'order of the same lines': lesson(question={**order, 'lines': ['x', 'x']}),
    'order of lines and tasks': lesson(question={**order, 'tasks': ['x', 'y']}),
    'pick of the last': lesson(question={**pick, 'pick': 'last'}),
    'pick beside answers': lesson(question={**pick, **ask}),
    'pick with an empty hint': lesson(question={**pick, 'hints': ['']}),
    'one preset': lesson(question={**tell, 'presets': ['blink']}),
    'the same preset twice': lesson(question={**tell, 'presets': ['blink', 'blink']}),
    'unknown preset': lesson(question={**tell, 'presets': ['blink', 'edge']}),
    'presets beside a pick': lesson(question={**tell, **pick}),
    'hints at an order': lesson(question={**order, 'hints': ['x']}),
    'hints at answers': lesson(question={**ask, 'hints': ['x']}),
    'order beside answers': lesson(question={**order, **ask}),
    'bad solution': lesson(task={**do, 'solution': {'actions': [{}]}}),
    'hint and hints': lesson(task={**lock, 'hint': 'x'}),
    'holders of the whole run': lesson(task={**lock, 'until': {'holders': {'memory': 'm', 'atMost': 2}}}),
    'hints beside something to do': lesson(question=pick, task=do),
    'too many holders': lesson(task={**lock, 'until': {'holders': {'memory': 'm', 'atLeast': 4294967296}}}),
    'no holders': lesson(task={**lock, 'until': {'holders': {'memory': 'm', 'atLeast': 0}}}),
    'schedule of a page': lesson(schedule=[0]),
    'schedule of a solution': lesson(task={**lock, 'solution': {'schedule': ['a']}}),
    'holders without a number': session(expectations=[{'holders': {'memory': 'm'}}]),
    'agent in no state': session(expectations=[{'agent': {'name': 'a', 'is': 'asleep'}}]),
    'if without what is equal': session({'op': 'if', 'value': 1, 'then': []}),
    'operand that is a fraction': session({'op': 'store', 'memory': 'm', 'value': 1.5}),
    'operand that is a truth': session({'op': 'wait', 'memory': 'm', 'value': True}),
    'place without memory': session({'op': 'load', 'index': 1}),
    'kind of arrays': session({'op': 'memory', 'name': 'm', 'length': 1, 'type': 'Float64Array'}),
    'length below nothing': session({'op': 'memory', 'name': 'm', 'length': -1}),
    'worker called main': session({'op': 'worker', 'name': 'main', 'body': []}),
    'worker without steps': session({'op': 'worker', 'name': 'w'}),
    'agent 0': session(schedule=[1, 0]),
    'agent 4096': session(schedule=[4096]),
    'schedule that is none': session(schedule={}),
    'memory that is nothing': session(expectations=[{'memory': {'name': 'm'}}]),
    'memory that is too much': session(expectations=[{'memory': {'name': 'm', 'equals': 1, 'atMost': 2}}]),
    'too many breakpoints': session(breakpoints=[{'on': 'abort'}] * 1001),
}

good = {
    'unknown members': {**session({'op': 'yield', 'priority': 'inherit', 'x': 1}), 'x': {}},
    'many': session({'op': 'postTask', 'body': [], 'count': 50, 'every': 10}),
    'task in JavaScript': session({'op': 'postTask', 'javascript': 'await scheduler.yield ()', 'count': 2}),
    'expectations': session(expectations=[{'signal': {'name': 'a', 'priority': 'background'}, 'at': {'step': 2}},
                                          {'posted': {'name': 'a*', 'delay': 3}}, {'waited': {'task': 'a', 'atMost': 1.5}},
                                          {'uncaught': ['boom']}, {'waited': {'task': 'a', 'atLeast': 0}}, {'longestTurn': {'atMost': 50.5}},
                                          {'longestTurn': {'atLeast': 1, 'atMost': 2}}, {'missedFrames': {'atMost': 0}},
                                          {'never': ['lost']}]),
    'exercise': lesson(exercise=change),
    'lock': lesson(schedule=[1], task=lock),
    'memory that is to be': lesson(task={**lock, 'until': {'memory': {'name': 'm', 'equals': 2}}}),
    'agent that is to wait': lesson(task={**lock, 'until': {'agent': {'name': 'a', 'is': 'waiting'}}}),
    'agents': session(expectations=[{'holders': {'memory': 'm', 'index': 1, 'atLeast': 1, 'atMost': 2}},
                                    {'agent': {'name': 'a', 'is': 'idle'}, 'at': {'step': 3}}]),
    'lines of the program': lesson(lines=[5, 12]),
    'where the answer shows': lesson(question={**ask, 'reveal': {'step': 2}}),
    'order of lines': lesson(question=order),
    'pick': lesson(question=pick),
    'pick beside something to do': lesson(question={**pick, 'hints': []}, task=do),
    'presets': lesson(question=tell),
    'order of tasks': lesson(question={'text': 'x', 'tasks': ['x', 'y']}),
    'nothing hidden': lesson(question=ask, hide=[]),
    'hidden things': lesson(question=ask, hide=['why', 'future', 'next']),
    'lesson': lesson(at={'turn': 1}, look=['stage', 'why'], question={**ask, 'clause': 'select-next-queue', 'step': 5}, task=do),
    'source': javascript(source='log (1)'),
    'seed': {**session(), 'settings': {'seed': 4294967295}},
    'breakpoints': session(breakpoints=[
        {'on': 'line', 'script': 'main.js', 'line': 12, 'condition': 'i > 3', 'x': 1},
        {'on': 'task-start', 'enabled': False, 'task': 'thumb*', 'from': 3, 'every': 2},
        {'on': 'prioritychange', 'signal': 'gallery', 'priority': 'user-blocking'}, {'on': 'abort', 'text': 'gone'},
        {'on': 'signal', 'signal': 'gallery'}, {'on': 'priority', 'priority': 'background'}, {'on': 'time', 'ms': 12.5},
        {'on': 'log', 'text': 'done'}, {'on': 'queue-length', 'signal': 'gallery', 'length': 10},
        {'on': 'queue-length', 'queue': 'any', 'length': 0}, {'on': 'queue-length', 'queue': 'all', 'length': 0},
        {'on': 'queue-length', 'queue': 'input', 'length': 1}, {'on': 'wait', 'ms': 100},
        {'on': 'task-start', 'agent': 'T*'}, {'on': 'agent-run', 'agent': 'T1', 'every': 2},
        {'on': 'agent-wait', 'memory': 'lock', 'index': 0}, {'on': 'agent-notified', 'agent': 'main'},
        {'on': 'memory', 'memory': 'c*', 'index': 4294967294, 'value': -5}, {'on': 'memory', 'value': '18446744073709551615'},
        {'on': 'lock', 'agent': 'T?', 'from': 3}]),
    'agents': session(
        {'op': 'memory', 'name': 'm', 'length': 4, 'type': 'BigInt64Array'}, {'op': 'asyncLock', 'name': 'l', 'memory': 'm'},
        {'op': 'worker', 'name': 'w', 'body': [{'op': 'wait', 'memory': 'm', 'index': 1, 'value': '-5', 'timeout': 1.5, 'as': 'x'},
                                               {'op': 'loop', 'body': [{'op': 'if', 'value': '${x}', 'equals': 'ok', 'then': [{'op': 'break'}]}]}]},
        {'op': 'postMessage', 'to': 'main', 'value': None}, {'op': 'pause'}, {'op': 'notify', 'memory': 'm', 'count': 1},
        {'op': 'executeLocked', 'lock': 'l', 'body': 'b', 'as': 'p'}, {'op': 'let', 'as': 'y', 'value': 1, 'plus': -1},
        schedule=[1, 2, 4095], expectations=[
            {'memory': {'name': 'm', 'index': 2, 'atLeast': -1, 'atMost': 3, 'always': True}}, {'unlocked': 'l'}, {'nobodyWaits': True}]),
    'scripts': javascript({'name': 'main.js', 'source': '', 'x': 1}, {'file': 'a.js'}, {'file': 'a b/..c/.d.js'}),
}



def course(*lessons, **members):
    return {'format': 'loopscope-course', 'version': 1, 'title': 'x', 'lessons': list(lessons), **members}


bad_courses = {
    'course that is a session': session(),
    'course without lessons': course(),
    'course without a title': {**course({'id': 'x'}), 'title': ''},
    'version 2 of a course': course({'id': 'x'}, version=2),
    'lesson that is nothing': course({}),
    'lesson by a path': course({'id': '../x'}),
    'lesson twice over': course({'id': 'x', 'session': lesson()}),
    'session without a lesson': course({'session': session()}),
    'one page': course({'id': 'x', 'pages': [1]}),
    'page 0': course({'id': 'x', 'pages': [0, 1]}),
    'course of no time': course({'id': 'x'}, minutes=0),
    'language that is text': course({'id': 'x'}, translations={'de': 'x'}),
}

good_courses = {
    'course': course({'id': 'x', 'x': 1}, {'session': lesson(), 'pages': [1, 1], 'minutes': 3}, minutes=9, description='x',
                     translations={'de': {'title': 'x', 'description': 'x'}}, x=1),
}

courses = sorted(glob.glob(os.path.join(root, 'data', 'lessons', '*.loopscope-course')))
examples = sorted(glob.glob(os.path.join(root, 'data', 'sessions', '*.loopscope')) +
                  glob.glob(os.path.join(root, 'data', 'lessons', '*.loopscope')))
documents = (courses, examples, bad, bad_courses, good, good_courses)
print(f'1..{sum(len(of_kind) for of_kind in documents)}')
number = 0


def report(ok, name, message=''):
    global number
    number += 1
    print(f'{"ok" if ok else "not ok"} {number} - {name}{": " + message if message else ""}')


for which, paths in ((validator, examples), (course_validator, courses)):
    for path in paths:
        with open(path, encoding='utf-8') as file:
            errors = [error.message for error in which.iter_errors(json.load(file))]
        report(not errors, os.path.basename(path), '; '.join(errors))

for which, refused in ((validator, bad), (course_validator, bad_courses)):
    for name, document in refused.items():
        report(not which.is_valid(document), f'refuses: {name}')

for which, accepted in ((validator, good), (course_validator, good_courses)):
    for name, document in accepted.items():
        report(which.is_valid(document), f'accepts: {name}')
