#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later

"""Stands in for Firefox: speaks WebDriver BiDi on a port that it says on standard error, and on standard output where it was started
without --remote-debugging-port. FAKE_BROWSER says what it does."""

import json
import os
import sys

import browser_port

what = os.environ['FAKE_BROWSER']
log = open(os.environ['FAKE_BROWSER_LOG'], 'a', encoding='utf-8', buffering=1)
port = browser_port.Port()
channel = None

PAGE, FRAME = 'aaaa-1', '15032385537'
BEGIN = '1,0,1000000,10,%d,0,"http://page/x?token=1"'
RUN = '2,10,1,0,0,0,"work",0,0,4,20,1,0,5,30,1,2,"Error: (http://user:token@page/y?token=1#z) is gone",0,0'
WAIT = '9,5,1,1,0,1,0,2,10,1,-1,1,0,"work",0,0'


def send(message):
    port.send(message if isinstance(message, bytes) else json.dumps(message).encode())


def notify(method, **parameters):
    send({'type': 'event', 'method': method, 'params': parameters})


def realm(name, context=PAGE, destroyed=False, kind='window'):
    notify('script.realmDestroyed' if destroyed else 'script.realmCreated', realm=name, context=context, type=kind, origin='null')


def tell(name, text):
    notify('script.message', channel=channel, data={'type': 'string', 'value': text}, source={'realm': name})


def hostile():
    """Nonsense before, between and after what is right."""
    tell('eeee-1', f'0.1 [1,{BEGIN % 0}]')
    for text in (b'', b'{', b'null', b'[]', b'[' * 100000, b'"' + b'x' * (20 << 20) + b'"', b'{"method":4}',
                 b'{"method":"script.message","params":[]}', b'{"method":"script.realmCreated","params":{"realm":{}}}',
                 b'{"id":"1","type":"error","error":"x"}', b'{"id":-1,"type":"success","result":{}}',
                 b'{"method":"browsingContext.contextDestroyed","params":{"context":7}}',
                 b'{"method":"browsingContext.navigationCommitted","params":{"context":null,"url":[]}}'):
        send(text)
    for data in (None, 5, [], {}, {'type': 'string'}, {'type': 'number', 'value': 5}, {'type': 'string', 'value': 'x' * 100000},
                 {'type': 'string', 'value': ''}, {'type': 'string', 'value': '0.1'}, {'type': 'string', 'value': '0.1 '},
                 {'type': 'string', 'value': ' [1,2]'}, {'type': 'string', 'value': '0.1 [900,4,1,2'}):
        notify('script.message', channel=channel, data=data, source={'realm': 'eeee-1'})
    notify('script.message', channel='another', data={'type': 'string', 'value': f'0.1 [2,{RUN}]'}, source={'realm': 'eeee-1'})
    notify('script.message', channel=channel, data={'type': 'string', 'value': f'0.7 [1,{BEGIN % 0}]'}, source={'realm': 'ffff-404'})
    for number in range(3000):
        notify('browsingContext.contextCreated', context=f'bbbb-{number}', parent=PAGE if number % 2 else None, url='x' * 1000)
        realm(f'cccc-{number}', f'bbbb-{number}')
        tell(f'cccc-{number}', f'0.{number + 1000} [1,{BEGIN % 0}]')
    notify('browsingContext.contextDestroyed', context='bbbb-0', parent=None)
    realm('x" y', PAGE)
    tell('eeee-1', f'0.1 [2,{RUN}]')
    tell('eeee-1', f'0.1 [5,{RUN.replace("2,10,1,", "2,10,2,").replace("4,20,1", "4,20,2").replace("5,30,1", "5,30,2")}]')


def show_page():
    realm('dddd-1', destroyed=True)
    realm('eeee-1')
    if what == 'hostile':
        hostile()
    elif what == 'back':
        # It goes to sleep, comes back under another name, and has been waiting for another channel.
        tell('eeee-1', f'0.1 [1,{BEGIN % 0},{WAIT}]')
        tell('eeee-1', '0.1 sleeps')
        realm('eeee-1', destroyed=True)
        realm('eeee-2')
        return
    elif what == 'gone':
        tell('eeee-1', f'0.1 [1,{BEGIN % 0}]')
        realm('eeee-1', destroyed=True)
        realm('eeee-2')
        tell('eeee-2', f'0.2 [1,{BEGIN % 0},{RUN}]')
    elif what == 'acts':
        tell('eeee-1', f'0.1 [1,{BEGIN % 0},{WAIT}]')
        return
    elif what == 'crashed':
        tell('eeee-1', f'0.1 [1,{BEGIN % 0},{RUN}]')
        notify('browsingContext.navigationCommitted', context=PAGE, url='http://page/x?token=1')
        realm('eeee-1', destroyed=True)
        notify('browsingContext.navigationCommitted', context=PAGE, url='about:tabcrashed?e=tabcrashed&u=http%3A//page/x')
    elif what == 'worker':
        tell('eeee-1', f'0.1 [1,{BEGIN % 0},{RUN}]')
        realm('ffff-1', kind='dedicated-worker')
        realm('ffff-1', destroyed=True)
    else:
        tell('eeee-1', f'0.1 [1,{BEGIN % 0},{RUN}]')
    if what == 'cut':
        port.connection.sendall(b'\x81\x7f')
    end()


def end():
    port.finish()
    sys.exit(0)


def evaluate(expression):
    """What becomes of commands where FAKE_BROWSER is "acts"."""
    command = expression.partition('?.')[2]
    if what == 'acts' and command.startswith('post('):
        return {'type': 'exception', 'exceptionDetails': {'text': 'SyntaxError: no token', 'exception': {'type': 'error'}}}
    if what == 'acts' and command.startswith('abort('):
        return {'type': 'success', 'result': {'type': 'string', 'value': 'no-controller'}}
    return {'type': 'success', 'result': {'type': 'string', 'value': ''}}


def answer(message):
    global channel
    method, parameters = message['method'], message['params']
    log.write(f'{method}\n')
    reply = {'type': 'success', 'id': message['id']}
    error = {'type': 'error', 'id': message['id'], 'error': 'unknown error', 'stacktrace': 'x'}
    if method == 'session.new':
        if what == 'taken':
            send({**error, 'error': 'session not created', 'message': 'Maximum number of active sessions'})
            return
        if what == 'silent':
            end()
        if what == 'strange':
            send({**error, 'error': 'session not created', 'message': 'x' * 100000})
            return
        assert parameters['capabilities']['alwaysMatch']['unhandledPromptBehavior'] == {'default': 'ignore'}
    result = {}
    if method == 'session.subscribe':
        notify('browsingContext.contextCreated', context=PAGE, parent=None, url='about:blank')
        realm('dddd-1')
    elif method == 'script.addPreloadScript':
        channel = parameters['arguments'][0]['value']['channel']
        if what == 'old':
            send({**error, 'error': 'unknown command', 'message': 'script.addPreloadScript'})
            return
    elif method == 'script.callFunction':
        text = '0.1 [4,4,20,1,0,5,30,1,0,0,0,0]\n[6,4,40,2' if parameters['target'] == {'realm': 'eeee-2'} else ''
        send({**reply, 'result': {'type': 'success', 'result': {'type': 'string', 'value': text}}})
        if text:
            end()
        if what in ('joined', 'keeps'):
            tell('dddd-1', f'0.1 [1,{BEGIN % 0}]')
        return
    elif method == 'script.evaluate' and what == 'keeps' and parameters['expression'].endswith('?.leave()'):
        return
    elif method == 'script.evaluate':
        result = evaluate(parameters['expression'])
    elif method == 'browsingContext.navigate' and what == 'refused':
        send({**error, 'message': 'Error: NS_ERROR_UNKNOWN_HOST'})
        end()
    send({**reply, 'result': result})
    if method == 'browsingContext.navigate':
        show_page()
    elif method in ('browser.close', 'session.end'):
        end()


def main():
    if '--remote-debugging-port=0' not in sys.argv:
        print(port.number, flush=True)
    print('*** You are running in headless mode.', 'x' * 5000, f'WebDriver BiDi listening on ws://10.0.0.1:{port.number}',
          f'WebDriver BiDi listening on ws://127.0.0.1:{port.number}', sep='\n', file=sys.stderr, flush=True)
    port.open_session()
    for text in port.read():
        answer(json.loads(text))


main()
