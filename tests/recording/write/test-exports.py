#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Opens what loopscope-cli exports of the examples with readers that share no code with it. TAP."""

import base64
import csv
import gzip
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import exports

try:
    import jsonschema
except ImportError:
    jsonschema = None

here = os.path.dirname(os.path.abspath(__file__))
cli = os.environ['LS_TEST_CLI']
root = os.environ['LS_TEST_SOURCE_ROOT']
n_tests = n_failed = 0


def report(name, error, comment=''):
    global n_tests, n_failed
    n_tests += 1
    n_failed += error is not None
    print(f'{"not ok" if error else "ok"} {n_tests} {name}{comment}')
    if error:
        print(f'# {error}')


def test(name, function, *arguments):
    try:
        function(*arguments)
        report(name, None)
    except Exception as error:  # pylint: disable=broad-except
        report(name, f'{type(error).__name__}: {error}'.replace('\n', '\n# '))


def export(path, form):
    return subprocess.run([cli, 'export', '--format', form, path], check=True, stdout=subprocess.PIPE).stdout


def count_records(path):
    """What the records say."""
    facts = exports.Facts()
    alive = set()
    for record in csv.DictReader(io.StringIO(export(path, 'csv').decode(), newline='')):
        kind, subject = record['kind'], record['subject']
        facts.turns += kind == 'task-selected'
        if kind == 'task-posted':
            alive.add(subject)
        # A task is told of once it has a queue or a delay.
        elif kind in ('task-queued', 'task-delayed') and subject in alive:
            alive.discard(subject)
            facts.posted += 1
        facts.run += kind == 'task-started' and record['queue'] == ''
    return facts


def check_example(path):
    said = count_records(path)
    chrome = check_trace_file(path)
    perfetto = exports.check_perfetto(export(path, 'perfetto'))
    exports.check((chrome.posted, chrome.turns) == (said.posted, said.turns), f'{chrome}, expected {said}')
    exports.check((chrome.posted, chrome.run, chrome.turns, chrome.waits) ==
                  (perfetto.posted, perfetto.run, perfetto.turns, perfetto.waits), f'{chrome} and {perfetto}')


def check_trace_file(path):
    text = gzip.decompress(export(path, 'trace')).decode()
    document = json.loads(text)
    own = [event for event in document['traceEvents'] if event['name'].startswith('loopscope.') and event['ph'] == 'M']
    rest = dict(document, traceEvents=[event for event in document['traceEvents'] if event not in own])
    facts = exports.check_chrome(rest)
    kinds = own[0]['args']['kinds']
    rows = [row for event in own if event['name'] == 'loopscope.records' for row in event['args']['records']]
    exports.check(sum(kinds[row[0]] == 'task-selected' for row in rows) == facts.turns, 'not the records')
    exports.check(own[-1]['name'] == 'loopscope.end' and own[-1]['args']['records'] == len(rows), 'no end')
    exports.check(json.loads(own[1]['args']['session'])['format'] == 'loopscope-session', 'no session')
    # One event a line: a file that is cut anywhere has its whole lines.
    lines = text.split('\n')
    exports.check([json.loads(line.rstrip(',')) for line in lines[3:-2]] == document['traceEvents'], 'not an event a line')
    if validator is not None:
        validator.validate(document)
    return facts


def check_chrome_export(path):
    """Without the records, and otherwise the same."""
    document = json.loads(export(path, 'chrome'))
    exports.check(not any(event['ph'] == 'M' and event['name'].startswith('loopscope.') for event in document['traceEvents']), 'records')
    exports.check(exports.check_chrome(document) == check_trace_file(path), 'not the events of a trace file')


def check_output_file(path):
    """--output replaces a file whole, or leaves it alone."""
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, 'run.json')

        def run(*options):
            return subprocess.run([cli, 'export', *options, path], check=False, stdout=subprocess.PIPE, stderr=subprocess.PIPE).returncode

        with open(name, 'w', encoding='utf-8') as file:
            file.write('before')
        exports.check(run('--format=chrome', '--task=1', '-o', name) == 2, 'a format of the whole run takes no filter')
        exports.check(run('--format=chrome', '-o', os.path.join(folder, 'missing', 'x')) == 5, 'a folder is missing')
        with open(name, encoding='utf-8') as file:
            exports.check(file.read() == 'before', 'the file has changed')
        exports.check(run('--format=chrome', '-o', name) == 0, 'not written')
        with open(name, 'rb') as file:
            exports.check(file.read() == export(path, 'chrome'), 'not what standard output has')
        exports.check(os.listdir(folder) == ['run.json'], 'other files are left')


def check_protoc(path):
    """Google's own reader of protocol buffers finds what the documentation names, and nothing else."""
    data = export(path, 'perfetto')
    facts = exports.check_perfetto(data)
    text = subprocess.run(['protoc', f'--proto_path={here}', '--decode=perfetto.protos.Trace', os.path.join(here, 'perfetto.proto')],
                          input=data, check=True, stdout=subprocess.PIPE).stdout.decode()
    unknown = re.findall(r'^ *(\d+)[: ]', text, re.M)
    exports.check(not unknown, f'fields {sorted(set(unknown))} have no names')
    events = re.findall(r'^  track_event \{$(.*?)^  \}$', text, re.M | re.S)
    begun = [re.search(r'^    name: "(.*)"$', event, re.M) for event in events if '    type: TYPE_SLICE_BEGIN\n' in event]
    names = [name.group(1) for name in begun if name is not None]
    exports.check(names.count('RunTask') == facts.turns, f'{names.count("RunTask")} turns')
    exports.check(sum(name in exports.RUNS for name in names) == facts.run, f'{names} run')
    exports.check(sum('    terminating_flow_ids: ' in event for event in events) ==
                  sum('    flow_ids: ' in event for event in events) > 0, 'flows without ends')
    exports.check(sum('    counter_value: ' in event for event in events) > 0, 'no counters')


def check_lines(path):
    """JSON lines, JSON and CSV say the same."""
    rows = list(csv.DictReader(io.StringIO(export(path, 'csv').decode(), newline='')))
    lines = export(path, 'jsonl').decode().split('\n')
    exports.check(lines.pop() == '', 'the last line has no end')
    records = [json.loads(line) for line in lines]
    exports.check(len(records) == len(rows) > 10, f'{len(records)} lines, {len(rows)} rows')
    exports.check(json.loads(export(path, 'json')) == records, 'JSON has other records')
    for record, row in zip(records, rows):
        exports.check(abs(record['time'] / 1000 - float(row['time_ms'])) < 1e-6, f'time of {record}, in CSV {row}')
        exports.check(row['flags'].split() == record['flags'], f'flags of {record}, in CSV {row}')
        for key in ('position', 'kind', 'subject', 'object', 'value', 'text', 'priority', 'queue', 'level', 'step'):
            exports.check(str(record[key] if record[key] is not None else '') == row[key], f'{key} of {record}, in CSV {row}')


def find_package(name):
    """A package of npm: in LS_TEST_NODE_MODULES, or where npm installs for everybody."""
    for folder in (os.environ.get('LS_TEST_NODE_MODULES', ''), '/usr/local/lib/node_modules', '/usr/lib/node_modules'):
        package = os.path.join(folder, name)
        if folder and os.path.isdir(package):
            return package
    return None


def find_engine():
    """The engine of DevTools' Performance panel."""
    return find_package(os.path.join('@paulirish', 'trace_engine')) if shutil.which('node') else None


def read_speedscope(path):
    """What speedscope lists of a file in its view “Sandwich”, as text. It is a web page, so a browser opens it."""
    page = os.path.join(find_package('speedscope'), 'dist', 'release', 'index.html')
    with tempfile.TemporaryDirectory() as folder, open(path, 'rb') as file:
        script = os.path.join(folder, 'open.js')
        data = base64.b64encode(file.read()).decode()
        with open(script, 'w', encoding='utf-8') as output:
            output.write(f'speedscope.loadFileFromBase64("trace.json", "{data}");' + """
                (function choose() {
                    if (document.body.textContent.includes('CrRendererMain'))
                        window.dispatchEvent(new KeyboardEvent('keypress', { key: '3' }));
                    else
                        setTimeout(choose, 100);
                })();""")
        return subprocess.run(['chromium', '--headless=new', '--no-sandbox', '--enable-unsafe-swiftshader', '--window-size=1400,8000',
                               '--allow-file-access-from-files', '--virtual-time-budget=20000', '--dump-dom',
                               f'--user-data-dir={folder}', f'file://{page}#localProfilePath={script}'],
                              check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()


def check_speedscope(path):
    """speedscope shows each task, by its arguments."""
    with tempfile.TemporaryDirectory() as folder:
        for form in ('trace', 'chrome'):
            name = os.path.join(folder, form)
            with open(name, 'wb') as file:
                file.write(export(path, form))
            shown = re.findall(r'(RunPostTaskCallback|RunYieldContinuation) \{[^}]*"taskId":(\d+)', read_speedscope(name))
            facts = check_trace_file(path)
            exports.check(len(set(shown)) == facts.run > 0, f'{form}: {sorted(set(shown))}, expected {facts}')


def check_engine(path):
    """DevTools shows each turn, task and wait, and who posted each task."""
    with tempfile.TemporaryDirectory() as folder:
        for form in ('trace', 'chrome'):
            name = os.path.join(folder, form)
            data = export(path, form)
            with open(name, 'wb') as file:
                file.write(data)
            output = subprocess.run(['node', os.path.join(here, 'read-devtools.mjs'), find_engine(), name], check=True,
                                    stdout=subprocess.PIPE).stdout
            found = json.loads(output)
            facts = check_trace_file(path)
            for key in ('turns', 'posted', 'run', 'waits'):
                exports.check(found[key] == getattr(facts, key), f'{key}: {found}, expected {facts}')
            exports.check(found['initiated'] == found['tasks'], f'{found}: tasks that nobody posted')
            exports.check(found['mainFrame'], 'no main frame')


def check_recording():
    """The trace of a recording has the recording, as the schema says."""
    document = json.loads(gzip.decompress(export(os.path.join(root, 'tests', 'recording', 'samples', 'workers.json.gz'), 'trace')))
    errors = [error.message for error in validator.iter_errors(document)]
    exports.check(not errors, str(errors[:3])[:300])
    heads = [event['args'] for event in document['traceEvents'] if event['name'] == 'loopscope.recording']
    events = [event['args'] for event in document['traceEvents'] if event['name'] == 'loopscope.recording-events']
    exports.check(len(heads) == 1 and heads[0]['format'] == 'chrome', 'no recording')
    exports.check(sum(len(line['events']) for line in events) == heads[0]['events'] > 1000, 'events are missing')


def check_unknown_posts(name):
    """What a recording does not say is not made up: tasks that it has not seen posted are not posted."""
    path = os.path.join(root, 'tests', 'recording', 'samples', name)
    events = json.loads(export(path, 'chrome'))['traceEvents']
    posted = [event['args']['data']['taskId'] for event in events if event['name'] == 'SchedulePostTaskCallback']
    run = [event for event in events if event['name'] == 'RunPostTaskCallback']
    exports.check(len(run) == 4, f'{len(run)} run')
    exports.check(posted == [], f'{posted} are posted')


def check_bad_trace_files():
    """The schema refuses what the reader refuses."""
    text = gzip.decompress(export(examples[0], 'trace')).decode()
    for old, new in (('"version":1,"writer"', '"version":2,"writer"'), ('"first":0', '"first":-1'), ('"records":[[', '"records":[[-1],['),
                     ('"records":[[', '"records":[["x"],['), ('"records":[[', '"records":[[1,0,0,4294967296],['),
                     ('"kinds":[', '"kinds":[1,'), ('"traceEvents"', '"events"')):
        exports.check(old in text, old)
        exports.check(list(validator.iter_errors(json.loads(text.replace(old, new, 1)))), f'{new} is accepted')


# Some of each kind of thing: tests/recording/write/test-trace-file.c has all of them.
examples = [os.path.join(root, 'data', 'sessions', name + '.loopscope')
            for name in ('abort-while-running', 'atomics-condition', 'delayed-tasks', 'idle-and-background', 'timer-nesting-clamp',
                         'yield-continuations')]
validator = None
schema_path = os.path.join(root, 'data', 'loopscope-trace-1.schema.json')
if jsonschema is not None:
    with open(schema_path, encoding='utf-8') as schema_file:
        schema = json.load(schema_file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)

for example in examples:
    test(os.path.basename(example), check_example, example)
if validator is not None:
    test('recording', check_recording)
test('unknown', check_unknown_posts, 'before-task-ids.json')
test('chrome', check_chrome_export, examples[0])
test('output', check_output_file, examples[0])
if shutil.which('protoc'):
    test('protoc', check_protoc, examples[-1])
else:
    report('protoc', None, ' # SKIP protobuf-compiler is not installed')
test('lines', check_lines, examples[0])
for example in examples:
    if find_engine() is not None:
        test(f'devtools {os.path.basename(example)}', check_engine, example)
    else:
        report(f'devtools {os.path.basename(example)}', None, ' # SKIP @paulirish/trace_engine of npm is not installed: see CONTRIBUTING.md')
if find_package('speedscope') and shutil.which('chromium'):
    test('speedscope', check_speedscope, examples[-1])
else:
    report('speedscope', None, ' # SKIP speedscope of npm is not installed: see CONTRIBUTING.md')
if validator is not None:
    test('schema', check_bad_trace_files)
else:
    report('schema', None, ' # SKIP python3-jsonschema is not installed')
print(f'1..{n_tests}')
sys.exit(n_failed > 0)
