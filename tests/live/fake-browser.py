#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Stands in for Chromium: reads messages from descriptor 3 and answers on descriptor 4. FAKE_BROWSER says what it does; where it is
"joined" or "keeps", a port is opened and printed instead."""

import json
import os
import signal
import sys

import browser_port

what = os.environ['FAKE_BROWSER']
log = open(os.environ['FAKE_BROWSER_LOG'], 'a', encoding='utf-8', buffering=1)
script_name = None
n_set_ups = 0
is_disabled = False
n_recordings = 0
n_drains = 0
port = browser_port.Port() if what in ('joined', 'keeps') else None


def send(message):
    data = message if isinstance(message, bytes) else json.dumps(message).encode()
    if port:
        port.send(data)
        return
    data += b'\0'
    while data:
        data = data[os.write(4, data):]


def notify(method, session=None, **parameters):
    send({'method': method, 'params': parameters, **({'sessionId': session} if session else {})})


def attach(session, kind, waits=False):
    notify('Target.attachedToTarget', sessionId=session, waitingForDebugger=waits,
           targetInfo={'targetId': session, 'type': kind, 'title': '', 'url': 'http://user:secret@page/x?token=1#y'})


def tell(session, context, batch):
    notify('Runtime.bindingCalled', session, name=script_name, payload=batch, executionContextId=context)


BEGIN = '1,0,1000000,10,%d,0,"http://page/x?token=1"'
RUN = '2,10,1,0,0,0,"work",0,0,4,20,1,0,5,30,1,2,"Error: (http://user:token@page/y?token=1#z) is gone",0,0'
# A controller, and a task of its signal that waits.
WAIT = '9,5,1,1,0,1,0,2,10,1,-1,1,0,"work",0,0'
# What becomes of commands where FAKE_BROWSER is "acts". The first is for a document that is going away.
ACTS = {
    'stop(': {'error': {'code': -32000, 'message': 'Cannot find context with specified id'}},
    'post(': {'result': {'result': {'type': 'object'}, 'exceptionDetails': {
        'text': 'Uncaught', 'exception': {'description': 'SyntaxError: no token\n    at page:1'}}}},
    'setPriority(': {'result': {'result': {'type': 'number', 'value': 1}, 'exceptionDetails': {
        'text': 'Uncaught', 'exception': {'type': 'number', 'value': 1}}}},
    'abort(1, undefined)': {'result': {'result': {'type': 'string', 'value': 'no-controller'}}},
    'abort(1, "why")': {'result': {'result': {'type': 'string', 'value': 'Call this number'}}},
}


# A controller is made in a script that has an address with a secret, and that the browser has to be asked for.
PLACE = 'Error\\n    at make (http://page/a.js?token=1:3:%d)'
SCRIPT = "\nfunction make() {\n  const loader = new AbortController(), other = { key: new TaskController() };\n}"


def tell_scripts():
    script = {'startLine': 0, 'startColumn': 0, 'endLine': 9, 'endColumn': 0, 'length': 90}
    for number, address in (('6', ''), ('x', 'http://page/a.js?token=1'), ('7', 'http://page/a.js?token=1')):
        notify('Debugger.scriptParsed', 'A1', scriptId=number, url=address, **script)
    notify('Debugger.scriptParsed', 'A1', scriptId='8', url='http://page/long.js', **{**script, 'length': 1 << 30})
    notify('Debugger.scriptParsed', 'A1', scriptId='9', url='http://page/gone.js', **script)
    for i in range(20000):
        notify('Debugger.scriptParsed', 'A1', scriptId=f'1{i:06}', url=f'http://page/{i}.js', **script)
    places = [PLACE % 18, PLACE % 56, PLACE.replace('a.js?token=1', 'long.js') % 18, PLACE.replace('a.js?token=1', 'gone.js') % 18,
              PLACE.replace('a.js', 'none.js') % 18, PLACE.replace('3:', '999:') % 18, PLACE % 999]
    signals = [f'9,5,{i},1,0,1,"{place}"' for i, place in enumerate(places, 1)]
    tell('A1', 1, f'[1,{BEGIN % 0},' + ','.join(signals) + ']')


def begin_to_load(kind, loader, frame='A1', path=''):
    notify('Page.frameStartedNavigating', 'A1', frameId=frame, url=f'http://page/{path}', loaderId=loader, navigationType=kind)


def bring(loader, status, frame='A1'):
    notify('Network.responseReceived', 'A1', type='Document', frameId=frame, loaderId=loader, response={'status': status})


def show_status(reply):
    """The page that is opened comes before the browser answers, or after that, or another one does. Then a frame loads something, and
    the page goes back without loading anything."""
    begin_to_load('differentDocument', 'one')
    error = what.partition('-')[2]
    if what in ('status', 'status-net::ERR_HTTP_RESPONSE_CODE_FAILURE'):
        bring('one', 404)
    elif error == 'net::ERR_ABORTED':
        bring('one', 204)
    if error == 'invalid':
        send({**reply, 'error': {'code': -32000, 'message': 'Cannot navigate to invalid URL'}})
    else:
        send({**reply, 'result': {'loaderId': 'one', **({'errorText': error} if error.startswith('net::') else {})}})
    if what == 'status-late':
        bring('frame', 500, 'FF')
        bring('one', 404)
    elif what not in ('status', 'status-net::ERR_HTTP_RESPONSE_CODE_FAILURE'):
        begin_to_load('differentDocument', 'two')
        bring('two', 403)
    begin_to_load('sameDocument', 'three')
    begin_to_load('historySameDocument', 'four')
    begin_to_load('differentDocument', 'five', 'FF')
    tell('A1', 1, f'[1,{BEGIN % 0},{WAIT}]')


def drain():
    """A page does not answer, and goes to where the address has all that there is."""
    global n_drains
    n_drains += 1
    if n_drains == 1:
        begin_to_load('differentDocument', 'two', path='x' * (2 << 20))
    elif n_drains == 2:
        tell('A1', 1, f'[3,{RUN}]')
        sys.exit(0)


def show_page():
    if what == 'hangs':
        start_helper()
    if what in ('acts', 'joined', 'keeps', 'hangs', 'recorded', 'garbage', 'closes', 'long-address'):
        tell('A1', 1, f'[1,{BEGIN % 0},{WAIT}]')
    elif what == 'scripts':
        tell_scripts()
    elif what == 'crashes':
        tell('A1', 1, f'[1,{BEGIN % 0},{WAIT}]')
        notify('Inspector.targetCrashed', 'A1')
    elif what == 'worker':
        attach('B2', 'worker', True)
    elif what == 'storm':
        tell('A1', 1, f'[1,{BEGIN % 0}]')
        # As many events as anybody can write, each a task that is posted or runs; once in a while a name has 100 MB.
        for first in range(1, 200000, 1000):
            tasks = ','.join(f'23,{first},{i},"work",0,0,22,{first},{i},0' for i in range(first, first + 1000))
            tell('A1', 1, f'[{2 * first},{tasks}]')
            if first % 100000 == 1:
                notify('Runtime.bindingCalled', 'A1', name=script_name, payload='[9,"' + 'n' * 100_000_000, executionContextId=1)
        sys.exit(0)
    elif what == 'hostile':
        tell('A1', 1, f'[1,{BEGIN % 0}]')
        for text in (b'', b'{', b'null', b'[]', b'[' * 100000, b'"' + b'x' * (20 << 20) + b'"', b'\xff\xfe{}', b'{"method":4}',
                     b'{"method":"Target.attachedToTarget","params":[]}', b'{"method":"Debugger.paused","sessionId":"A1","params":{}}',
                     b'{"method":"Debugger.paused","sessionId":"A1","params":{"reason":{}}}',
                     b'{"method":"Target.attachedToTarget","params":{"sessionId":"AA","targetInfo":{"type":"page"},"waitingForDebugger":[]}}',
                     b'{"id":-1}', b'{"id":1e99}', b'{"id":7,"error":4}', b'{"method":"Runtime.consoleAPICalled","params":' + b'[' * 900 +
                     b']' * 900 + b'}'):
            send(text)
        for i in range(1500):
            attach('%04X' % i, 'page')
        attach('"}],', 'page')
        tell('A1', 1, '[2,' + RUN.replace('work', 'w' * 1000000) + ']')
        tell('A1', 1, '[' * 100000)
        tell('A1', 1, '[900,4,1,2')
        for context in range(2, 1500):
            tell('A1', context, f'[1,{BEGIN % 0}]')
        tell('A1', 1, f'[950,{RUN.replace("2,10,1,", "2,10,2,").replace("4,20,1", "4,20,2").replace("5,30,1", "5,30,2")}]')
        sys.exit(0)
    else:
        tell('A1', 1, f'[1,{BEGIN % 0},{RUN}]')
        sys.exit(0)


# What the first, the second and the third recording come to where FAKE_BROWSER is "garbage".
STREAMS = ({'stream': '1'}, {'stream': '"}'}, {'stream': '3'})
READS = {'1': {'result': {'base64Encoded': True, 'data': '////gICAgIAKCgoK', 'eof': True}}, '3': {'error': {'message': 'no'}}}


def record(method, reply, parameters):
    global n_recordings
    if what == 'recorded':
        send({**reply, 'error': {'code': -32000, 'message': 'Tracing has already been started'}})
        return
    if method == 'IO.read':
        send({**reply, **READS[parameters['handle']]})
        return
    send({**reply, 'result': {}})
    if method == 'Tracing.end':
        notify('Tracing.tracingComplete', **STREAMS[n_recordings])
        n_recordings += 1


def answer(message):
    global script_name, n_set_ups, is_disabled
    method, session, parameters = message['method'], message.get('sessionId'), message['params']
    log.write(f'{session or "-"} {method}\n')
    reply = {'id': message['id'], **({'sessionId': session} if session else {})}
    if method == 'Target.setAutoAttach' and session is None:
        if what == 'silent':
            sys.exit(0)
        send({**reply, 'result': {}})
        attach('A1', 'page')
        return
    if method == 'Runtime.addBinding':
        script_name = parameters['name']
    if method == 'Runtime.enable' and session == 'A1':
        n_set_ups += 1
    if what == 'navigated' and session == 'A1' and n_set_ups == 1:
        send({**reply, 'error': {'code': -32000, 'message': 'Inspected target navigated or closed'}})
        return
    if method == 'Page.navigate' and what == 'refused':
        send({**reply, 'result': {'errorText': 'net::ERR_NAME_NOT_RESOLVED'}})
        sys.exit(0)
    if method == 'Page.navigate' and what == 'unreachable':
        # The browser stays, and shows a page of its own.
        tell('A1', 1, f'[1,{BEGIN % 0}]')
        send({**reply, 'result': {'errorText': 'net::ERR_NAME_NOT_RESOLVED'}})
        return
    if method == 'Page.navigate' and what.startswith('status'):
        show_status(reply)
        return
    if method == 'Browser.close' and what == 'hangs':
        hang()
    if method.startswith('Tracing.') or method == 'IO.read':
        record(method, reply, parameters)
        return
    if method == 'Debugger.getScriptSource':
        number = parameters['scriptId']
        log.write(f'script {number}\n')
        send({**reply, 'result': {'scriptSource': SCRIPT}} if number == '7' else {**reply, 'error': {'code': -32000, 'message': 'None'}})
        if number == '9':
            sys.exit(0)
        return
    command = parameters.get('expression', '').partition('?.')[2]
    if what == 'closes' and command.startswith('abort('):
        notify('Target.detachedFromTarget', sessionId='A1')
        return
    if what == 'keeps' and command == 'leave()':
        return
    if what == 'long-address' and command == 'drain()':
        drain()
        return
    if what.startswith('status') and command.startswith('abort('):
        begin_to_load('differentDocument', 'six')
    if what == 'joined' and command == 'leave()':
        log.write(f'{"gone" if port.has_more(0.05) else "left"} {parameters["contextId"]}\n')
        if parameters['contextId'] == 1:
            tell('A1', 2, f'[1,{BEGIN % 1}]')
    send({**reply, **next((act for start, act in ACTS.items() if what == 'acts' and command.startswith(start)), {'result': {}})})
    if method == 'Page.navigate' or (port and method == 'Runtime.runIfWaitingForDebugger'):
        show_page()
    elif method == 'Runtime.runIfWaitingForDebugger' and session == 'B2':
        notify('Debugger.paused', 'B2', reason='instrumentation', callFrames=[])
    elif method == 'Debugger.disable':
        is_disabled = True
    elif method == 'Debugger.enable' and is_disabled:
        tell('B2', 1, f'[1,{BEGIN % 2},{RUN}]')
        sys.exit(0)
    elif method == 'Browser.close':
        sys.exit(0)


def start_helper():
    """From here on neither this process nor its helper ends by itself."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    helper = os.fork()
    if helper == 0:
        hang()
    log.write(f'helper {helper}\n')


def hang():
    while True:
        signal.pause()


def main():
    if port:
        print(port.number, flush=True)
        port.open()
        try:
            for text in port.read():
                answer(json.loads(text))
        except ConnectionError:
            # Who does not wait for an answer hangs up in the middle of others.
            if what != 'keeps':
                raise
        return
    rest = b''
    while data := os.read(3, 1 << 20):
        *messages, rest = (rest + data).split(b'\0')
        for text in messages:
            answer(json.loads(text))


main()
