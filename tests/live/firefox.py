# SPDX-License-Identifier: GPL-3.0-or-later

"""Speaks with a Firefox through WebDriver BiDi, in the way that chromium.py speaks with a Chromium."""

import base64
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import threading

import chromium

NAME, GOLDENS = 'Firefox', '.firefox'
# Each task costs it the more the more there are.
N_CALLS = 1000
NAMES = ('firefox', 'firefox-esr')

serve = chromium.serve


def find():
    return next((path for path in map(shutil.which, NAMES) if path), None)


def read(name):
    with open(os.path.join(os.environ['LS_TEST_SOURCE_ROOT'], 'src', 'live', 'page', name), encoding='utf-8') as file:
        return file.read()


def decode(value):
    """A value of WebDriver's."""
    if value['type'] in ('undefined', 'null'):
        return None
    if value['type'] == 'array':
        return [decode(item) for item in value['value']]
    if value['type'] == 'object':
        return {key: decode(item) for key, item in value['value']}
    return value.get('value')


class Socket:
    """A WebSocket."""

    def __init__(self, port):
        self.connection = socket.create_connection(('127.0.0.1', port))
        key = base64.b64encode(os.urandom(16)).decode()
        self.connection.sendall(f'GET /session HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
                                f'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n'.encode())
        self.stream = self.connection.makefile('rb')
        while self.stream.readline() not in (b'\r\n', b''):
            pass

    def send(self, data):
        length = bytes([0x80 | len(data)]) if len(data) < 126 else (
            b'\xfe' + struct.pack('>H', len(data)) if len(data) < 65536 else b'\xff' + struct.pack('>Q', len(data)))
        # Firefox takes no mask of zeros.
        self.connection.sendall(b'\x81' + length + b'\x01' * 4 + bytes(byte ^ 1 for byte in data))

    def receive(self):
        """Returns a message, or nothing where it is over. Firefox sends each in one frame."""
        head = self.stream.read(2)
        if len(head) < 2 or head[0] & 15 == 8:
            return None
        length = head[1] & 127
        if length > 125:
            length = struct.unpack('>H' if length == 126 else '>Q', self.stream.read(2 if length == 126 else 8))[0]
        return self.stream.read(length)


class Browser(chromium.Client):
    def __init__(self, *more):
        """@more: further arguments of the browser."""
        profile = tempfile.mkdtemp(prefix='page-')
        with open(os.path.join(profile, 'user.js'), 'w', encoding='utf-8') as file:
            for preference in re.findall(r'^  "(user_pref.*)\\n"', read('ls-page-browser-firefox.c'), re.MULTILINE):
                file.write(preference.replace('\\"', '"') + '\n')
        process = subprocess.Popen([find(), '--headless', '--no-remote', '--new-instance', '--profile', profile,
                                    '--remote-debugging-port=0', *more, 'about:blank'],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        super().__init__(profile, process)
        port = next(int(match[1]) for match in (re.match(r'WebDriver BiDi listening on ws://127.0.0.1:(\d+)', line)
                                                for line in process.stderr) if match)
        threading.Thread(target=lambda: list(process.stderr), daemon=True).start()
        self.socket = Socket(port)
        threading.Thread(target=self.read, daemon=True).start()
        self.call('session.new', capabilities={'alwaysMatch': {'unhandledPromptBehavior': {'default': 'ignore'}}})
        self.call('session.subscribe', events=['script.message'])

    def read(self):
        while (text := self.socket.receive()) is not None:
            message = json.loads(text)
            if 'method' not in message:
                self.take_answer(message)
            elif message['params'].get('channel') in self.listeners:
                self.listeners[message['params']['channel']](message['params'])

    def call(self, method, **parameters):
        answer = self.ask({'method': method, 'params': parameters}, self.socket.send)
        if answer['type'] == 'error':
            raise RuntimeError(f'{method}: {answer["message"]}')
        return answer['result']

    def close_page(self, page):
        self.call('browsingContext.close', context=page.context)

    def close(self):
        self.end('browser.close')


class Page:
    """A page, with our script in it if that is given. It has a window, as Firefox slows down what is in the background."""

    def __init__(self, browser, script=None, has_window=True):  # pylint: disable=unused-argument
        self.browser = browser
        self.batches = []
        self.context = browser.call('browsingContext.create', type='window')['context']
        browser.listeners[self.context] = self.take
        if script:
            browser.call('script.addPreloadScript', functionDeclaration=script, contexts=[self.context],
                         arguments=[{'type': 'channel', 'value': {'channel': self.context}}])

    def take(self, message):
        self.batches.append(message['data']['value'].partition(' ')[2])

    def open(self, address):
        self.browser.call('browsingContext.navigate', context=self.context, url=address, wait='complete')

    def evaluate(self, expression):
        answer = self.browser.call('script.evaluate', expression=expression, target={'context': self.context}, awaitPromise=True)
        if answer['type'] == 'exception':
            raise RuntimeError(str(answer['exceptionDetails'])[:500])
        return decode(answer['result'])


def read_script(root):
    around = read('instrument-firefox.js')
    around = around[around.index('(channel =>'):].rstrip().removesuffix(';')
    script = chromium.read_script(root).replace("{ name: '", "{ isEmpty, name: '", 1)
    return around.replace('NAME', f"'{chromium.BINDING}'").replace('SCRIPT;', script)
