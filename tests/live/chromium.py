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


class Client:
    """Calls a browser, and waits for its answers."""

    def __init__(self, profile, process):
        self.profile = profile
        self.process = process
        self.lock = threading.Lock()
        self.answers = {}
        self.waiting = {}
        self.listeners = {}
        self.last = 0

    def take_answer(self, message):
        self.answers[message['id']] = message
        self.waiting[message['id']].set()

    def ask(self, message, write):
        """Numbers a message, sends it by a function, and returns its answer."""
        with self.lock:
            self.last += 1
            number = self.last
            event = self.waiting[number] = threading.Event()
            write(json.dumps({'id': number, **message}).encode())
        if not event.wait(60):
            raise TimeoutError(message['method'])
        del self.waiting[number]
        return self.answers.pop(number)

    def end(self, method):
        try:
            self.call(method)
        except (OSError, RuntimeError, TimeoutError):
            self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


class Browser(Client):
    def __init__(self, *more):
        """@more: further arguments of the browser."""
        profile = tempfile.mkdtemp(prefix='page-')
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def put_descriptors():
            one, other = os.dup(to_browser), os.dup(from_browser)
            os.dup2(one, 3)
            os.dup2(other, 4)
            os.closerange(5, 64)

        arguments = [find(), '--headless=new', '--disable-gpu', '--no-first-run', '--disable-background-networking',
                     '--disable-component-update', '--disable-sync', '--disable-quic', '--remote-debugging-pipe',
                     f'--user-data-dir={profile}', *more, 'about:blank']
        if os.geteuid() == 0:
            arguments.insert(1, '--no-sandbox')
        process = subprocess.Popen(arguments, preexec_fn=put_descriptors, close_fds=False,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        super().__init__(profile, process)
        os.close(to_browser)
        os.close(from_browser)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        rest = b''
        while data := os.read(self.input, 1 << 20):
            *messages, rest = (rest + data).split(b'\0')
            for text in messages:
                message = json.loads(text)
                if 'id' in message:
                    self.take_answer(message)
                elif message.get('sessionId') in self.listeners:
                    self.listeners[message['sessionId']](message)

    def call(self, method, session=None, **parameters):
        message = {'method': method, 'params': parameters, **({'sessionId': session} if session else {})}
        answer = self.ask(message, lambda data: os.write(self.output, data + b'\0'))
        if 'error' in answer:
            raise RuntimeError(f'{method}: {answer["error"]["message"]}')
        return answer['result']

    def close_page(self, page):
        self.call('Target.closeTarget', targetId=page.target)

    def close(self):
        self.end('Browser.close')


class Page:
    """A page, with our script in it if that is given. In a window of its own it has frames whatever other pages do."""

    def __init__(self, browser, script=None, has_window=False):
        self.browser = browser
        self.batches = []
        self.loaded = threading.Event()
        self.target = browser.call('Target.createTarget', url='about:blank', newWindow=has_window)['targetId']
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


def read_script(root, stacks=1):
    folder = os.path.join(root, 'src', 'live', 'page')

    def read(name):
        with open(os.path.join(folder, name), encoding='utf-8') as file:
            return file.read().rstrip().removesuffix(';')

    config = f"name: '{BINDING}', late: 0, units: 0, stacks: {stacks}"
    parts = ', '.join(f"{part}: {read(f'instrument-{name}.js')}"
                      for part, name in (('stream', 'stream'), ('words', 'words'), ('promises', 'promises'), ('more', 'page')))
    return read('instrument.js').replace('(CONFIG)', f'({{ {config}, {parts} }})')
