# SPDX-License-Identifier: GPL-3.0-or-later

"""Speaks with a Chromium over pipes, and serves pages to it."""

import functools
import http.server
import json
import os
import shutil
import subprocess
import tempfile
import threading

NAME, GOLDENS = 'Chromium', '.chromium'
N_CALLS = 10000
NAMES = ('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
BINDING = '_loopscope'


def find():
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(folder):
    """Serves a folder to this machine, until the test ends. Returns the port."""
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


class Browser:
    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix='page-')
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def put_descriptors():
            one, other = os.dup(to_browser), os.dup(from_browser)
            os.dup2(one, 3)
            os.dup2(other, 4)
            os.closerange(5, 64)

        arguments = [find(), '--headless=new', '--disable-gpu', '--no-first-run', '--disable-background-networking',
                     '--disable-component-update', '--disable-sync', '--disable-quic', '--remote-debugging-pipe',
                     f'--user-data-dir={self.profile}', 'about:blank']
        if os.geteuid() == 0:
            arguments.insert(1, '--no-sandbox')
        self.process = subprocess.Popen(arguments, preexec_fn=put_descriptors, close_fds=False,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.lock = threading.Lock()
        self.answers = {}
        self.waiting = {}
        self.listeners = {}
        self.last = 0
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        rest = b''
        while data := os.read(self.input, 1 << 20):
            *messages, rest = (rest + data).split(b'\0')
            for text in messages:
                message = json.loads(text)
                if 'id' in message:
                    self.answers[message['id']] = message
                    self.waiting[message['id']].set()
                elif message.get('sessionId') in self.listeners:
                    self.listeners[message['sessionId']](message)

    def call(self, method, session=None, **parameters):
        with self.lock:
            self.last += 1
            number = self.last
            event = self.waiting[number] = threading.Event()
            message = {'id': number, 'method': method, 'params': parameters, **({'sessionId': session} if session else {})}
            os.write(self.output, json.dumps(message).encode() + b'\0')
        if not event.wait(60):
            raise TimeoutError(method)
        del self.waiting[number]
        answer = self.answers.pop(number)
        if 'error' in answer:
            raise RuntimeError(f'{method}: {answer["error"]["message"]}')
        return answer['result']

    def close_page(self, page):
        self.call('Target.closeTarget', targetId=page.target)

    def close(self):
        try:
            self.call('Browser.close')
        except (OSError, RuntimeError, TimeoutError):
            self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


class Page:
    """A page, with our script in it if that is given."""

    def __init__(self, browser, script=None):
        self.browser = browser
        self.batches = []
        self.loaded = threading.Event()
        self.target = browser.call('Target.createTarget', url='about:blank')['targetId']
        self.session = browser.call('Target.attachToTarget', targetId=self.target, flatten=True)['sessionId']
        browser.listeners[self.session] = self.take
        self.call('Page.enable')
        if script:
            self.call('Runtime.enable')
            self.call('Runtime.setMaxCallStackSizeToCapture', size=0)
            self.call('Runtime.addBinding', name=BINDING)
            self.call('Page.addScriptToEvaluateOnNewDocument', source=script)

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def take(self, message):
        if message['method'] == 'Page.loadEventFired':
            self.loaded.set()
        elif message['method'] == 'Runtime.bindingCalled':
            self.batches.append(message['params']['payload'])

    def open(self, address):
        self.loaded.clear()
        self.call('Page.navigate', url=address)
        if not self.loaded.wait(60):
            raise TimeoutError(address)

    def evaluate(self, expression):
        answer = self.call('Runtime.evaluate', expression=expression, awaitPromise=True, returnByValue=True)
        if 'exceptionDetails' in answer:
            raise RuntimeError(str(answer['exceptionDetails'])[:500])
        return answer['result'].get('value')


def read_script(root):
    folder = os.path.join(root, 'src', 'live', 'page')
    with open(os.path.join(folder, 'instrument.js'), encoding='utf-8') as file:
        text = file.read()
    with open(os.path.join(folder, 'instrument-page.js'), encoding='utf-8') as file:
        more = file.read().rstrip().removesuffix(';')
    return text.replace('(CONFIG);', f"({{ name: '{BINDING}', late: 0, units: 0, stacks: 0, more: {more} }});")
